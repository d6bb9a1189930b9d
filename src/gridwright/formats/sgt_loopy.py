"""sgt-puzzles Loopy on the square grid: numbers in cells.

10x10t0de:3a3a1a2j…       `a`–`z` are 1–26 cells without a number
"""

from __future__ import annotations

import re

from ..model import Grid, Puzzle
from .cell_runs import read_cells, write_cells
from .codec import Cursor
from .sgt_id import Desc, SgtRectangle

SIGNS = {str(number): number for number in range(5)}


class SgtLoopy(SgtRectangle):
    """The collection's own IDs of type 0, byte for byte; other types are other boards."""

    title = "sgt-puzzles Loopy game ID (squares)"
    words_for = ("numbers",)
    params = re.compile(r"(?:t0)?(?:d[enth])?")

    def read_desc(self, cursor: Cursor, grid: Grid, rules: str) -> Desc:
        """The numbers."""
        return Desc({"numbers": read_cells(cursor, len(grid), SIGNS)})

    def write_desc(self, puzzle: Puzzle) -> str:
        """Numbers and runs."""
        return write_cells(puzzle.clue("numbers") or (None,) * len(puzzle.grid), SIGNS)
