"""Puzzles per second, solved and proved unique: the kernel alone, from Python one by one, from text, and rivals."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from gridwright.genres import parse
from gridwright.model import Puzzle
from gridwright.native import kernel, kernel_structure, start_of

from . import rivals
from .lists import PuzzleList
from .measure import Figure, Goal, Heading, Remark, TableItem, TimedWork, interleaved

KERNEL, ONE_BY_ONE, TEXT = "kernel only", "one at a time from Python", "text to answer"
OF_THE_BATCH = 0.9
"""What calls from Python, one puzzle each, should reach of a batch."""


def race(puzzles: PuzzleList, *, quick: bool, reach: float | None = None, fewer: int = 1) -> Iterator[TableItem]:
    """A table for a list; rivals get a sample of it, several times smaller where they take long."""
    boards = puzzles.puzzles()
    structures: dict[Any, Any] = {}
    for board in boards:
        if board.structure_key not in structures:
            structures[board.structure_key] = kernel_structure(board.structure)
    problems = [structures[board.structure_key] for board in boards]
    starts = [start_of(board) for board in boards]
    batch = kernel.solve_batch(problems, starts)
    works = [
        TimedWork.of(KERNEL, len(boards), lambda: kernel.solve_batch(problems, starts)),
        TimedWork.of(ONE_BY_ONE, len(boards), lambda: _one_by_one(problems, starts)),
    ]
    # Problems are kept for 64 structures; a list with many is read in full, so that each is built, as for new puzzles.
    few = puzzles if len(structures) > 1 else puzzles.sample(100 if quick else 3000)
    works.append(TimedWork.of(TEXT, len(few.texts), lambda: _from_text(few)))
    for rival in rivals.RIVALS:
        most = rival.quick if quick else -(-rival.sample // fewer)
        sample = [board for board in puzzles.sample(most).puzzles() if rivals.speaks(board)]
        if rival.installed and sample:
            _must_agree(rival, sample)
            works.append(TimedWork(rival.name, len(sample), partial(rival.prepare, sample)))
    timings = interleaved(works, 2 if quick else 5, least=0.02 if quick else 0.05)
    nodes = batch.nodes() / len(starts)
    yield Heading(
        f"{puzzles.name}: {len(starts):,} puzzles, {batch.unique():,} unique, {nodes:.1f} nodes each",
        unit="puzzles/s",
        ratio="kernel is",
    )
    ours = timings[KERNEL]
    for work in works:
        timing = timings[work.name]
        goal, remark = None, ""
        if work.name == KERNEL:
            goal = Goal(timing.best, reach) if reach is not None else None
        elif work.name == ONE_BY_ONE:
            goal = Goal(timing.best / ours.best, OF_THE_BATCH, "of the batch") if puzzles.known else None
        elif work.puzzles < len(starts):
            remark = f"{work.puzzles:,} of them"
        elif work.name == TEXT and 1 < len(structures) <= 64:
            remark = "their Problems are kept from the round before"
        ratio = None if work.name == KERNEL else ours.best / timing.best
        yield Figure(work.name, timing.best, timing.median, ratio, goal, remark)
    for rival in rivals.RIVALS:
        if not rival.installed:
            yield Remark(f"{rival.name}: not installed; install it with: pip install 'gridwright[bench]'")


def _one_by_one(problems: list[Any], starts: list[bytes | None]) -> None:
    for problem, start in zip(problems, starts, strict=True):
        problem.solve(start)


def _from_text(puzzles: PuzzleList) -> None:
    for text in puzzles.texts:
        parse(text, genre=puzzles.genre).solve()


def _must_agree(rival: rivals.Rival, sample: list[Puzzle]) -> None:
    for puzzle, found in zip(sample, rival.prepare(sample)(), strict=True):
        ours = puzzle.solve().count
        if ours != found:
            raise AssertionError(f"{rival.name} counts {found} solutions of {puzzle}, the kernel {ours}")
