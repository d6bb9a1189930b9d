"""sgt-puzzles Unruly: how far to the next given, and which it is.

10x10ude:djCAcDbCmah…       lower case a 0, upper case a 1; `a` is the next cell, `b` the one after it; `z` goes 25 on
                            and sets nothing; the end lies one behind the last cell. `u`: no two lines are the same
"""

from __future__ import annotations

import re

from ...formats.codec import Cursor
from ...formats.sgt_id import Desc, SgtRectangle
from ...model import Grid, Puzzle

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_FAR = 25


class SgtUnruly(SgtRectangle):
    """The collection's own IDs, byte for byte."""

    title = "sgt-puzzles Unruly game ID"
    words_for = ("distinct",)
    params = re.compile(r"(u)?(?:d[ten])?")
    has_givens = True

    def read_desc(self, cursor: Cursor, grid: Grid, rules: str) -> Desc:
        """The givens."""
        givens: dict[int, int] = {}
        at = -1
        while at < len(grid):
            sign, start = cursor.peek(), cursor.at
            if not sign or sign.lower() not in _LETTERS:
                raise cursor.expected(f"a letter, with {len(grid) - 1 - max(at, 0)} cells left")
            cursor.take()
            far = _LETTERS.index(sign.lower()) + 1
            at += min(far, _FAR)
            if at > len(grid):
                raise cursor.wrong(f"{sign!r} goes beyond the last cell", start)
            if far <= _FAR and at < len(grid):
                givens[at] = int(sign.isupper())
        return Desc({"distinct": True} if rules else {}, givens)

    def write_desc(self, puzzle: Puzzle) -> str:
        """Letters; the last one leads behind the board."""
        text, at = [], -1
        for cell in (*sorted(puzzle.givens), len(puzzle.grid)):
            full, rest = divmod(cell - at - 1, _FAR)
            letters = "z" * full + _LETTERS[rest]
            text.append(letters.upper() if puzzle.givens.get(cell) == 1 else letters)
            at = cell
        return "".join(text)

    def rules_of(self, puzzle: Puzzle) -> str:
        """Whether lines are distinct."""
        return "u" if puzzle.clue("distinct") else ""
