"""One thread against two, by the clock on the wall, over a batch long enough to share."""

from __future__ import annotations

import os
from collections.abc import Iterator

from gridwright.native import compile_puzzle, kernel, start_of

from .lists import PuzzleList, shipped, sudoku_list
from .measure import Figure, Goal, Heading, Remark, TableItem, wall_and_cpu_seconds

REACH = 1.8


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def measure(quick: bool) -> Iterator[TableItem]:
    """Speed-up from one thread to two."""
    puzzles: PuzzleList = sudoku_list("17-clue sudoku", "17_clue.txt.gz") or shipped("sudoku")
    boards = puzzles.sample(3000).puzzles()
    problems, starts = [compile_puzzle(board) for board in boards], [start_of(board) for board in boards]
    wall, _ = wall_and_cpu_seconds(lambda: kernel.solve_batch(problems, starts))
    repeats = max(1, round((0.25 if quick else 1.0) / wall))
    problems, starts = problems * repeats, starts * repeats
    one: list[float] = []
    two: list[tuple[float, float]] = []
    for _ in range(3 if quick else 7):
        one.append(wall_and_cpu_seconds(lambda: kernel.solve_batch(problems, starts, threads=1))[0])
        two.append(wall_and_cpu_seconds(lambda: kernel.solve_batch(problems, starts, threads=2)))
    best, busy = min(two)
    yield Heading(f"threads, by the clock: {puzzles.name}, a batch of {len(starts):,}", unit="puzzles/s", median="")
    yield Figure("one thread", len(starts) / min(one))
    goal = Goal(min(one) / best, REACH, "of one thread") if cores() > 1 else None
    yield Figure("two threads", len(starts) / best, goal=goal)
    if cores() < 2:
        yield Remark("This process may use one core only: two threads cannot be faster here.")
    elif busy / best < 1.9:
        yield Remark(f"Only {busy / best:.1f} of {cores()} cores were free: something else was running.")
