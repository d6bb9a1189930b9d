"""Counting solutions, and the first solution of a large empty board."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from gridwright.genres import parse
from gridwright.native import kernel_structure

from .measure import Figure, Heading, Remark, TableItem, TimedWork, cpu_seconds, interleaved

SIX_BY_SIX = 28_200_960


def measure(quick: bool) -> Iterator[TableItem]:
    """Every 6×6 sudoku, and an empty 25×25."""
    rounds = 3
    six = kernel_structure(parse("." * 36, genre="sudoku").structure)
    limit = 500_000 if quick else SIX_BY_SIX + 1
    found = six.solve(None, limit)
    if not quick and found.count != SIX_BY_SIX:
        yield Remark(f"WRONG: counted {found.count:,} sudokus of 6×6, there are {SIX_BY_SIX:,}")
    timing = interleaved([TimedWork.of("count", found.count, lambda: six.solve(None, limit))], rounds)["count"]
    yield Heading("counting", unit="solutions/s")
    remark = f"the first {found.count:,} of {SIX_BY_SIX:,}" if quick else f"all {SIX_BY_SIX:,}"
    yield Figure("6×6 sudokus", timing.best, timing.median, remark=remark)

    structure = parse("." * 625, genre="sudoku").structure
    problem = kernel_structure(structure)
    build = [1000 * cpu_seconds(lambda: kernel_structure(structure)) for _ in range(5)]
    first = [1000 * cpu_seconds(lambda: problem.solve(None, 1)) for _ in range(5)]
    yield Heading("an empty 25×25 sudoku", unit="milliseconds")
    yield Figure("Problem built", min(build), statistics.median(build))
    yield Figure("first solution", min(first), statistics.median(first))
