"""sgt-puzzles Light Up: black cells among runs of white ones.

7x7b20s4d1:b1e2aBc…       `a`–`z` are 1–26 white cells, 0–4 a black one with a number, `B` one without
"""

from __future__ import annotations

import re

from ..model import Grid, Puzzle
from .cell_runs import read_cells, write_cells
from .codec import Cursor
from .sgt_id import Desc, SgtRectangle

BLACK = -1
"""A black cell without a number."""
SIGNS: dict[str, int] = {**{str(number): number for number in range(5)}, "B": BLACK}


class SgtLightUp(SgtRectangle):
    """The collection's own IDs, byte for byte."""

    title = "sgt-puzzles Light Up game ID"
    words_for = ("walls",)
    params = re.compile(r"(?:b[0-9]{1,3})?(?:s[0-4])?(?:d[012])?")

    def read_desc(self, cursor: Cursor, grid: Grid, rules: str) -> Desc:
        """The black cells."""
        return Desc({"walls": read_cells(cursor, len(grid), SIGNS)})

    def write_desc(self, puzzle: Puzzle) -> str:
        """Signs and runs."""
        return write_cells(puzzle.clue("walls") or (None,) * len(puzzle.grid), SIGNS)
