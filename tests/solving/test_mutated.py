"""Keen boards of another program with one thing changed: whatever becomes of them, CP-SAT says the same.

    GRIDWRIGHT_MUTATED=2000 pytest -m slow -s tests/solving/test_mutated.py

A clue is changed, loses its operation or goes altogether, or two neighbouring cages are merged under one clue.
"""

from __future__ import annotations

import gzip
import os
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from gridwright.genres import parse
from gridwright.model import Limits, Puzzle, Status
from gridwright.solving import engine_named
from gridwright.testing import check_agreement
from puzzle_sources import other_cages

SECONDS = 20.0


def boards(oracles: Path, rng: Random, count: int) -> list[Puzzle]:
    with gzip.open(oracles / "sgt/keen.tsv.gz", "rt") as file:
        texts = [line.split("\t")[0] for line in file if line[0] in "4567"]
    return [other_cages(parse(rng.choice(texts), genre="keen", format="sgt"), rng) for _ in range(count)]


def compared(puzzles: list[Puzzle]) -> Counter[str]:
    statuses: Counter[str] = Counter()
    for puzzle in puzzles:
        answers = [engine_named(name)(puzzle, limits=Limits(seconds=SECONDS)) for name in ("fast", "cpsat")]
        unknown = [answer.engine for answer in answers if answer.status is Status.UNKNOWN]
        if not unknown:
            check_agreement(puzzle, answers)
        statuses[f"unknown to {' and '.join(unknown)}" if unknown else answers[0].status.value] += 1
    return statuses


def test_forty_mutated_boards_agree_with_cpsat(oracles: Path) -> None:
    statuses = compared(boards(oracles, Random("mutated"), 40))

    assert 40 == sum(statuses[status] for status in ("unique", "multiple", "none"))
    assert all(statuses[status] for status in ("unique", "multiple", "none"))


@pytest.mark.slow
def test_many_mutated_boards_agree_with_cpsat(oracles: Path) -> None:
    count = int(os.environ.get("GRIDWRIGHT_MUTATED", "300"))
    statuses = compared(boards(oracles, Random("many mutated"), count))
    print(dict(statuses))

    assert not any("fast" in status for status in statuses)
