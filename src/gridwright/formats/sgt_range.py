"""sgt-puzzles Range: numbers among runs of empty cells.

7x7:d7b3e8e5c7a7c13e4d8b4d       `a`–`z` are 1–26 cells without a number, `_` parts two numbers that touch
"""

from __future__ import annotations

from ..model import CannotSay, Grid, Puzzle
from .codec import Cursor
from .runs import Runs
from .sgt_id import Desc, SgtRectangle


class SgtRange(SgtRectangle):
    """The collection's own IDs, byte for byte."""

    title = "sgt-puzzles Range game ID"
    words_for = ("numbers",)

    def read_desc(self, cursor: Cursor, grid: Grid, rules: str) -> Desc:
        """The numbers."""
        return Desc({"numbers": _runs(grid).read(cursor)})

    def write_desc(self, puzzle: Puzzle) -> str:
        """Numbers and runs."""
        numbers = puzzle.clue("numbers") or (None,) * len(puzzle.grid)
        if any(number is not None and number < 1 for number in numbers):
            raise CannotSay("an sgt ID of Range has numbers from 1 on")
        return _runs(puzzle.grid).write(numbers)


def _runs(grid: Grid) -> Runs:
    return Runs(len(grid), grid.rows + grid.columns - 1)
