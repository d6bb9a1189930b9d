"""Solving by techniques in the kernel: every step with its witness, choices and premises."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from gridwright.grading import scale
from gridwright.rules.machine import Batch
from gridwright.rules.position import start
from gridwright.rules.technique import Sized
from gridwright.solving.deduce import kernel_rungs, plans_of
from gridwright.techniques import Catalogue

from .lists import PuzzleList, queens_lists, shipped, sudoku_list
from .measure import Figure, Goal, Heading, TableItem, TimedWork, Timing, interleaved

TO_FISH = (
    "hidden-single", "naked-single", "locked-candidates", "naked-pair", "hidden-pair", "x-wing", "naked-triple",
    "hidden-triple", "swordfish", "naked-quad", "hidden-quad", "jellyfish",
)  # fmt: skip
WINGS = (*TO_FISH, "skyscraper", "two-string-kite", "xy-wing", "xyz-wing", "w-wing")
TO_FOUR_SETS = ("hidden-single", "touch-all", "confinement", "two-set", "three-set", "four-set")

Rungs = Sequence[Sized]


def named(names: Sequence[str]) -> Rungs:
    """The rungs of these names."""
    known = Catalogue.standard()
    return [(known[key], size) for key, size in map(known.rung, names)]


def whole_ladder(puzzles: PuzzleList) -> Rungs:
    """All of the scale `standard` that runs in the kernel, chains too; what follows assumptions does not."""
    puzzle = puzzles.puzzles()[0]
    return kernel_rungs(Catalogue.standard().rungs(scale("standard").ladder(puzzle), puzzle))


def climbed(puzzles: PuzzleList, rungs: Rungs, rounds: int) -> tuple[Timing, Timing, int]:
    """Positions per second with reasons and without them, and how many of them the ladder solves."""
    boards = puzzles.puzzles()
    batch = Batch(plans_of(rungs, boards[0].structure), [start(puzzle) for puzzle in boards])
    found = batch.run()
    solved = sum(found.counts(i)[0] == "solved" for i in range(len(found)))
    with_reasons = TimedWork.of("with", len(found), batch.run)
    without = TimedWork.of("without", len(found), partial(batch.run, reasons=False))
    timings = interleaved([with_reasons, without], rounds)
    return timings["with"], timings["without"], solved


def figure(name: str, puzzles: PuzzleList, rungs: Rungs, goal: float | None, rounds: int) -> Figure:
    """A line of the table."""
    best, bare, solved = climbed(puzzles, rungs, rounds)
    target = Goal(best.best, goal) if goal is not None and puzzles.known else None
    remark = f"{solved:,} of {len(puzzles.texts):,} solved; without reasons {bare.best:,.0f}"
    return Figure(f"{puzzles.name}, {name}", best.best, best.median, goal=target, remark=remark)


def measure(quick: bool) -> Iterator[TableItem]:
    """Sudokus to fish, with wings and with all of `standard`; Queens to four-sets."""
    rounds = 2 if quick else 6
    lists = [sudoku_list("17-clue", "17_clue.txt.gz"), sudoku_list("top1465", "top1465.txt.gz")]
    known = [each.sample(300 if quick else 3000) for each in lists if each is not None] or [shipped("sudoku")]
    yield Heading("solving by techniques, kernel only, full trace with premises", unit="puzzles/s")
    for puzzles, fish, whole in zip(known, (35_000, 15_000), (12_000, 300), strict=False):
        yield figure("singles to fish", puzzles, named(TO_FISH), fish, rounds)
        yield figure("with wings", puzzles, named(WINGS), None, rounds)
        yield figure("all of standard", puzzles.sample(100 if quick else 1000), whole_ladder(puzzles), whole, 2)
    for puzzles in queens_lists()[1:]:
        yield figure("to four-sets", puzzles, named(TO_FOUR_SETS), 60_000, 2 * rounds)
