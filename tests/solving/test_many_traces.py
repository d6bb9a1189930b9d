"""Traces by the thousand, each replayed by the checker that shares nothing with the kernel: 500 here, 20,000 if slow.

Every trace climbs the whole scale `standard`: all rules that the board has words for, and contradiction where a scale
has it. Random puzzles have one solution, several or none; the solution is compared where there is just one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from bench.lists import PuzzleList, queens_lists, sudoku_list
from gridwright.grading import scale
from gridwright.model import Puzzle, Status
from gridwright.model.step import Outcome
from gridwright.solving import solve
from gridwright.solving.deduce import deduce
from gridwright.solving.replay import replay
from puzzle_sources import puzzles

SCALE = scale("standard")
RANDOM = {
    "latin": (120, 4000), "sudoku": (60, 3000), "star-battle": (70, 2500),
    "keen": (20, 500), "unequal": (20, 500), "towers": (20, 500), "arrows": (30, 800),
    "large latin": (6, 400), "large sudoku": (4, 400), "large star-battle": (4, 400), "large arrows": (4, 200),
}  # fmt: skip
"""How many random puzzles of a genre are replayed, and how many if slow. Sets of 129 cells and more have other widths,
so latin squares go to 14×14, sudokus to 16×16."""
LISTS = {"17-clue": (60, 9000), "top1465": (60, 728), "Queens": (20, 248)}
"""The same of the lists, where they are at hand."""
PARTS = 8
"""A slow source is split into so many tests, for several processes."""


def of_list(name: str) -> list[Puzzle]:
    found: PuzzleList | None
    if name == "Queens":
        found = next(iter(queens_lists()), None)
    else:
        found = sudoku_list(name, {"17-clue": "17_clue.txt.gz", "top1465": "top1465.txt.gz"}[name])
    if found is None or not found.known:
        pytest.skip("other programs' puzzles are not here: set GRIDWRIGHT_ORACLES or put them at ../shared/data")
    return found.sample(LISTS[name][1]).puzzles()


def check(puzzle: Puzzle) -> None:
    answer = solve(puzzle)
    unique = answer.status is Status.UNIQUE
    by = SCALE if unique and puzzle.marks is None else SCALE.without_uniqueness()
    trace = deduce(puzzle, by.ladder(puzzle), inside=by.inside(puzzle), limit=200)
    assert [] == replay(trace, answer.solutions[0] if unique else None), puzzle
    assert answer.status is Status.NONE or trace.outcome is not Outcome.CONTRADICTION, puzzle


def some(key: str, rng: Random, count: int) -> Iterator[Puzzle]:
    return islice(puzzles(key.removeprefix("large "), rng, key.startswith("large ")), count)


@pytest.mark.parametrize("key", RANDOM)
def test_traces_of_random_puzzles_hold(key: str) -> None:
    for puzzle in some(key, Random(f"many traces {key}"), RANDOM[key][0]):
        check(puzzle)


@pytest.mark.parametrize("name", LISTS)
def test_traces_of_known_puzzles_hold(name: str) -> None:
    for puzzle in Random(name).sample(of_list(name), LISTS[name][0]):
        check(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("key", RANDOM)
def test_thousands_of_random_traces_hold(key: str, part: int) -> None:
    for puzzle in some(key, Random(f"thousands {key} {part}"), RANDOM[key][1] // PARTS):
        check(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", LISTS)
def test_all_known_traces_hold(name: str, part: int) -> None:
    for puzzle in of_list(name)[part::PARTS]:
        check(puzzle)
