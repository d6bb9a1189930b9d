"""Codecs of sgt streams with a sign for each cell.

3a3b1        CellRuns: 3 . 3 . . 1, where `a`–`z` are 1–26 cells without a sign
5444142      CellSigns: a sign in every cell
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..model import CannotSay
from .codec import Cursor, TextCodec

_LETTERS = "abcdefghijklmnopqrstuvwxyz"

Entries = Sequence[int | None]


class CellRuns(TextCodec[Entries]):
    """Signs among runs of empty cells.

    >>> CellRuns(6, {"3": 3, "1": 1}).write((3, None, 3, None, None, 1))
    '3a3b1'
    """

    def __init__(self, length: int, signs: Mapping[str, int]) -> None:
        """`length` is the number of cells; `signs` are the entries by their sign."""
        self.length, self.signs = length, signs

    def read(self, cursor: Cursor) -> tuple[int | None, ...]:
        """Return the entry of each cell, or None."""
        cells: list[int | None] = []
        while len(cells) < self.length:
            sign, start = cursor.peek(), cursor.at
            if sign and sign in self.signs:
                cells.append(self.signs[cursor.take()])
            elif sign and sign in _LETTERS:
                run = _LETTERS.index(cursor.take()) + 1
                if len(cells) + run > self.length:
                    left = self.length - len(cells)
                    raise cursor.wrong(f"{sign!r} skips {run} cells, but only {left} are left", start)
                cells.extend([None] * run)
            else:
                known = " ".join(self.signs)
                raise cursor.expected(f"one of {known} or a letter for cell {len(cells) + 1} of {self.length}")
        return tuple(cells)

    def write(self, value: Entries) -> str:
        """Return the shortest text. Raise CannotSay for an entry without a sign."""
        sign_of = {entry: sign for sign, entry in self.signs.items()}
        text, run = [], 0
        for entry in (*value, ...):
            if entry is None:
                run += 1
                continue
            full, rest = divmod(run, len(_LETTERS))
            text.append("z" * full + (_LETTERS[rest - 1] if rest else ""))
            run = 0
            if entry is not ...:
                if entry not in sign_of:
                    raise CannotSay(f"no sign for {entry}")
                text.append(sign_of[entry])
        return "".join(text)


class CellSigns(TextCodec[Entries]):
    """A sign in every cell: 1–9, a–z, A–Z for the numbers from 1 to 61."""

    signs = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

    def __init__(self, length: int) -> None:
        """`length` is the number of cells."""
        self.length = length

    def read(self, cursor: Cursor) -> tuple[int | None, ...]:
        """Return the number of each cell."""
        numbers = []
        for n in range(self.length):
            sign = cursor.peek()
            if not sign or sign not in self.signs[1:]:
                raise cursor.expected(f"a number (1–9, a–z, A–Z) for cell {n + 1} of {self.length}")
            numbers.append(self.signs.index(cursor.take()))
        return tuple(numbers)

    def write(self, value: Entries) -> str:
        """Return the signs. Raise CannotSay if a cell has no number from 1 to 61."""
        if not all(number is not None and 0 < number < len(self.signs) for number in value):
            raise CannotSay("expected a number from 1 to 61 in every cell")
        return "".join([self.signs[number] for number in value if number is not None])
