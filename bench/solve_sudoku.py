"""Sudokus solved and proved unique: the lists that solver writers compare on."""

from __future__ import annotations

from collections.abc import Iterator

from .lists import shipped, sudoku_list
from .measure import Remark, TableItem
from .solving import race

LISTS = (
    ("17-clue sudoku", "17_clue.txt.gz", 110_000, 1),
    ("top1465", "top1465.txt.gz", 25_000, 1),
    ("hardest 11+", "hardest_11plus.txt.gz", 5_000, 3),
)
"""Name, file, what the portable path is to reach, and by how much the samples of the rivals are cut."""


def measure(quick: bool) -> Iterator[TableItem]:
    """A table for each list at hand."""
    found = False
    for name, file, reach, fewer in LISTS:
        puzzles = sudoku_list(name, file)
        if puzzles is not None:
            found = True
            yield from race(puzzles.sample(500) if quick else puzzles, quick=quick, reach=reach, fewer=fewer)
    if not found:
        yield Remark("The well-known lists are not here (set GRIDWRIGHT_ORACLES): a few shipped puzzles instead.")
        yield from race(shipped("sudoku"), quick=quick)
