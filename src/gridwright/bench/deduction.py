"""Solving by techniques in the kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ..model import State
from ..rules.board import Board
from ..rules.machine import run_ladder
from ..rules.plan import Passes
from ..rules.position import start
from ..solve.deduce import rung
from ..techniques import catalogue
from .lists import PuzzleList, queens_lists, shipped, sudoku_list
from .measure import Figure, Goal, Heading, Item, Work, interleaved

TO_FISH = (
    "hidden-single", "naked-single", "locked-candidates", "naked-pair", "hidden-pair", "x-wing", "naked-triple",
    "hidden-triple", "swordfish", "naked-quad", "hidden-quad", "jellyfish",
)  # fmt: skip
WINGS = (*TO_FISH, "skyscraper", "two-string-kite", "xy-wing", "xyz-wing", "w-wing")
STARS = ("hidden-single", "locked-candidates", "touch-all")


def climb(puzzles: PuzzleList, names: Sequence[str], passes: Passes, rounds: int) -> tuple[float, float, int]:
    """Positions per second, best and median, and how many of them the ladder solves."""
    rungs = [(catalogue()[key], size) for key, size in map(rung, names)]
    starts = sorted(((start(puzzle), Board.of(puzzle)) for puzzle in puzzles.puzzles()), key=lambda one: id(one[1]))
    boards: list[tuple[Board, list[State]]] = [
        (board, [state for state, _ in group]) for board, group in groupby(starts, key=lambda one: one[1])
    ]

    def run() -> int:
        done = 0
        for board, states in boards:
            found = run_ladder(rungs, board, states, passes=passes)
            done += sum(found.counts(i)[0] == "solved" for i in range(len(found)))
        return done

    solved = run()  # compiles the plans, too
    timing = interleaved([Work.of("climb", len(starts), run)], rounds)["climb"]
    return timing.best, timing.median, solved


def measure(quick: bool) -> Iterator[Item]:
    """Lists to fish and with wings."""
    rounds = 2 if quick else 4
    lists = [sudoku_list("17-clue", "17_clue.txt.gz"), sudoku_list("top1465", "top1465.txt.gz")]
    known = [each.sample(300 if quick else 3000) for each in lists if each is not None] or [shipped("sudoku")]
    yield Heading("solving by techniques, kernel only, compact trace without premises", unit="puzzles/s")
    for puzzles, goal in zip(known, (35_000, 15_000), strict=False):
        best, median, solved = climb(puzzles, TO_FISH, Passes(), rounds)
        target = Goal(best, goal) if puzzles.known else None
        share = f"{solved:,} of {len(puzzles.texts):,} solved"
        yield Figure(f"{puzzles.name}, singles to fish", best, median, goal=target, remark=share)
        best, median, solved = climb(puzzles, WINGS, Passes(), rounds)
        share = f"{solved:,} of {len(puzzles.texts):,} solved"
        yield Figure(f"{puzzles.name}, with wings", best, median, remark=share)
    for puzzles in queens_lists()[1:]:
        best, median, solved = climb(puzzles, STARS, Passes(), rounds)
        yield Figure(f"{puzzles.name}, to touch-all", best, median, remark=f"{solved} of {len(puzzles.texts)} solved")
