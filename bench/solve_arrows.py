"""Minimal Arrows from fixed lists, four and eight directions, solved and proved unique; each has a Problem of its own.

The goals are from figures for boards whose arrows stay as they are drawn. The same goals stand at the lists with a
tenth of the arrows off the board at most, which are harder: fewer zeros, and twice to three times the nodes.
Times are spread wide: the mean (puzzles per second over the list) and the median puzzle say different things, and both
stand here. What another program needs for far smaller boards stands beside them, as its users measured it.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from functools import partial

from gridwright.native import kernel, kernel_structure, start_of

from .lists import arrows_lists
from .measure import Figure, Goal, Heading, Remark, TableItem, TimedWork, cpu_seconds, interleaved

REACH = {
    (7, 4): 25_000, (8, 4): 4_500, (9, 4): 1_100, (10, 4): 180,
    (7, 8): 65_000, (8, 8): 11_000, (9, 8): 4_500, (10, 8): 450,
}  # fmt: skip
"""What the kernel is to reach by side and number of directions, in puzzles per second over the list."""

KINDS = {"drawn": "random arrows as drawn", "kept": "at most a tenth of the arrows off the board"}


def measure(quick: bool) -> Iterator[TableItem]:
    """A table with a line a list."""
    lists = arrows_lists()
    if not lists:
        yield Remark("The lists of Arrows are part of the repository, and this is not one.")
        return
    for (kind, side, directions), puzzles in lists.items():
        if (side, directions) == (7, 4):
            yield Heading(f"Arrows, minimal boards, {KINDS[kind]}, kernel only", unit="puzzles/s")
        boards = puzzles.puzzles()[: 40 if quick else None]
        problems = [kernel_structure(board.structure) for board in boards]
        starts = [start_of(board) for board in boards]
        batch = kernel.solve_batch(problems, starts)
        if batch.unique() != len(boards):
            raise AssertionError(f"{puzzles.name}: {batch.unique()} of {len(boards)} are unique")
        name = f"{side}×{side}, {directions} directions"
        work = TimedWork.of(name, len(boards), partial(kernel.solve_batch, problems, starts))
        timing = interleaved([work], 2 if quick else 5, least=0.02 if quick else 0.05)[name]
        usual = statistics.median(
            cpu_seconds(partial(problem.solve, start)) for problem, start in zip(problems, starts, strict=True)
        )
        nodes = batch.nodes() / len(boards)
        goal = None if quick else Goal(timing.best, REACH[side, directions])
        remark = f"{nodes:.1f} nodes each; the median puzzle takes {usual * 1e6:,.0f} µs"
        yield Figure(name, timing.best, timing.median, None, goal, remark)
    yield Remark("Yazudo, as published: 5×5 0.1 to 10 s, 6×6 0.6 to 6.5 s a puzzle, by its rules; no 9×9 in 540 s.")
