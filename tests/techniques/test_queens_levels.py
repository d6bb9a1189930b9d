"""How far the techniques for queens reach: the share of unique community levels solved, technique by technique."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from gridwright.genres import parse
from gridwright.grading import scale
from gridwright.model import State
from gridwright.model.step import Outcome
from gridwright.rules.position import start
from gridwright.solving.deduce import deduce
from gridwright.solving.replay import replay
from known import rung

ROWS = (
    ("singles", ("hidden-single",), 4),
    ("confinement", ("confinement",), 15),
    ("touch-all", ("touch-all",), 55),
    ("2-sets", ("two-set",), 78),
    ("3-sets", ("three-set",), 90),
    ("all sets", ("four-set", "five-set"), 92),
    ("crowd", ("crowd-two", "crowd-three", "crowd-four"), 95),
    ("cover-2", ("cover-two",), 96),
    ("domino", ("domino",), 97),
    ("cover-3", ("cover-three",), 98),
)
"""What is added, by its names in the scale, and the share in percent that is solved at least."""


@pytest.fixture(scope="module")
def reached(oracles: Path) -> tuple[dict[str, float], list[State]]:
    """The share solved after each row, and where the other levels end."""
    with gzip.open(oracles / "queens" / "community_levels.jsonl.gz", "rt") as file:
        levels = [level for level in map(json.loads, file) if level["solutions_count"] == 1]
    solved = dict.fromkeys((name for name, _, _ in ROWS), 0)
    stuck: list[State] = []
    for level in levels:
        state = start(parse(json.dumps({"size": level["size"], "rows": level["rows"]}), genre="queens"))
        outcome, ladder = Outcome.STUCK, []
        for name, techniques, _ in ROWS:
            ladder += [rung(technique) for technique in techniques]
            if outcome is Outcome.STUCK:
                trace = deduce(state, ladder)
                state, outcome = trace.end, trace.outcome
            solved[name] += outcome is Outcome.SOLVED
        stuck += [state] * (outcome is not Outcome.SOLVED)
    return {name: 100 * count / len(levels) for name, count in solved.items()}, stuck


def test_every_technique_takes_the_levels_further(reached: tuple[dict[str, float], list[State]]) -> None:
    shares, _ = reached
    table = "\n".join(f"{name:<12} {share:5.1f} %" for name, share in shares.items())

    assert [] == [name for name, _, least in ROWS if shares[name] < least], table


def test_one_kind_of_contradiction_solves_the_rest(reached: tuple[dict[str, float], list[State]]) -> None:
    """With touch-all and 2-sets inside."""
    _, stuck = reached
    for state in stuck:
        by = scale()
        trace = deduce(state, by.ladder(state.puzzle), inside=by.inside(state.puzzle))

        assert Outcome.SOLVED is trace.outcome
        assert [] == replay(trace, state.puzzle.solve().solutions[0])
