"""sgt-puzzles Singles: a sign for the number of every cell, 1–9, a–z, A–Z.

5x5de:5444142552113331112455532       row by row
"""

from __future__ import annotations

import re

from ..model import CannotSay, Grid, Puzzle
from .codec import Cursor
from .sgt_id import Desc, SgtRectangle

SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class SgtSingles(SgtRectangle):
    """The collection's own IDs, byte for byte."""

    title = "sgt-puzzles Singles game ID"
    words_for = ("numbers",)
    params = re.compile(r"(?:d[ek])?")

    def read_desc(self, cursor: Cursor, grid: Grid, rules: str) -> Desc:
        """The numbers."""
        numbers = []
        for n in range(len(grid)):
            sign = cursor.peek()
            if not sign or sign not in SIGNS[1:]:
                raise cursor.expected(f"a number (1–9, a–z, A–Z) for cell {n + 1} of {len(grid)}")
            numbers.append(SIGNS.index(cursor.take()))
        return Desc({"numbers": tuple(numbers)})

    def write_desc(self, puzzle: Puzzle) -> str:
        """Signs in reading order."""
        numbers = puzzle.clue("numbers")
        if not all(number is not None and 0 < number < len(SIGNS) for number in numbers):
            raise CannotSay("an sgt ID of Singles has a number from 1 to 61 in every cell")
        return "".join(SIGNS[number] for number in numbers)
