"""Boards with one thing changed: whatever becomes of them, CP-SAT says the same, and counts as many solutions up to 20.

    GRIDWRIGHT_MUTATED=2000 pytest -m slow -s tests/solving/test_mutated.py

Boards of another program, and of our own where it has none. Of a Keen a clue is changed, loses its operation or goes
altogether, or two neighbouring cages are merged under one clue; of the others a number is changed or goes, or a given
is changed, added or left out.
"""

from __future__ import annotations

import gzip
import os
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from number_sources import CLUES as NUMBERS

from gridwright.genres import parse
from gridwright.model import Limits, Puzzle
from gridwright.solving import engine_named
from gridwright.testing import check_agreement
from puzzle_sources import SOURCES, other_cages, spoiled

SECONDS = 20.0
LIMIT = 20
GAMES = {
    "keen": ("keen", ("4", "5", "6", "7")),
    "akari": ("lightup", ("7x7",)),
    "hitori": ("singles", ("5x5", "6x6")),
    "kurodoko": ("range", ("5x5", "7x7")),
    "slitherlink": ("loopy", ("5x5", "7x7")),
    "takuzu": ("unruly", ("6x6", "8x8")),
    "tents": ("tents", ("8x8",)),
}
"""Genre → the file of the collection's game, and how the boards begin that are taken."""
KEYS = sorted({*GAMES, "masyu", "nurikabe"})


def boards(oracles: Path, key: str, rng: Random) -> Iterator[Puzzle]:
    """Mutated boards without end."""
    texts: list[str] = []
    if key in GAMES:
        game, starts = GAMES[key]
        with gzip.open(oracles / f"sgt/{game}.tsv.gz", "rt") as file:
            texts = [line.split("\t")[0] for line in file if line.startswith(starts)]
    while True:
        puzzle = parse(rng.choice(texts), genre=key, format="sgt") if texts else SOURCES[key](rng, True)
        if puzzle is not None:
            fewer = NUMBERS[key] if key in NUMBERS and key != "hitori" and rng.random() < 0.3 else None
            yield (
                other_cages(puzzle, rng)
                if key == "keen"
                else lost(puzzle, fewer, rng)
                if fewer
                else spoiled(puzzle, rng)
            )


def lost(puzzle: Puzzle, clue: str, rng: Random) -> Puzzle:
    """One number less."""
    numbers = list(puzzle.clue(clue) or ())
    printed = [i for i, number in enumerate(numbers) if number not in (None, -1)]
    if printed:
        numbers[rng.choice(printed)] = -1 if clue == "walls" else None
    return Puzzle(puzzle.genre, puzzle.grid, givens=puzzle.givens, clues={**puzzle.clues, clue: tuple(numbers)})


def compared(puzzles: Iterator[Puzzle], count: int) -> Counter[str]:
    statuses: Counter[str] = Counter()
    for puzzle in islice(puzzles, count):
        limits = Limits(seconds=SECONDS)
        answers = [engine_named(name)(puzzle, limit=LIMIT, show=LIMIT, limits=limits) for name in ("fast", "cpsat")]
        unknown = [answer.engine for answer in answers if answer.stop is not None]
        if not unknown:
            check_agreement(puzzle, answers)
        statuses[f"unknown to {' and '.join(unknown)}" if unknown else answers[0].status.value] += 1
    return statuses


def test_forty_mutated_boards_agree_with_cpsat(oracles: Path) -> None:
    statuses = compared(boards(oracles, "keen", Random("mutated")), 40)

    assert 40 == sum(statuses[status] for status in ("unique", "multiple", "none"))
    assert all(statuses[status] for status in ("unique", "multiple", "none"))


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_many_mutated_boards_agree_with_cpsat(oracles: Path, key: str) -> None:
    count = int(os.environ.get("GRIDWRIGHT_MUTATED", "500"))
    statuses = compared(boards(oracles, key, Random(f"many mutated {key}")), count)
    print(key, dict(statuses))

    assert not any("fast" in status for status in statuses)
    assert len(statuses) > 1
