"""puzz.link numbers from 0 to 4: one sign says a number and how many empty cells follow it.

0–4  5–9  a–e        0–4, the same before one empty cell, before two
.                    a clue without a number
g–z                  1–20 empty cells
"""

from __future__ import annotations

from collections.abc import Sequence

from ..model import CannotSay
from .codec import Cursor, TextCodec
from .number16 import UNKNOWN

_SIGNS = "0123456789abcde"
_SKIPS = "ghijklmnopqrstuvwxyz"


class Number4(TextCodec[tuple[int | None, ...]]):
    """A number up to 4, UNKNOWN or None for each of `length` cells.

    >>> Number4(7).parse("1.g8")
    (1, -2, None, 3, None, None, None)
    """

    def __init__(self, length: int) -> None:
        self.length = length

    def read(self, cursor: Cursor) -> tuple[int | None, ...]:
        """As many cells as the board has; what follows the last number may lie beyond it."""
        cells: list[int | None] = []
        while len(cells) < self.length:
            sign = cursor.peek()
            if sign and sign in _SIGNS:
                empty, number = divmod(_SIGNS.index(sign), 5)
                cells += [number, *[None] * empty]
            elif sign == ".":
                cells.append(UNKNOWN)
            elif sign and sign in _SKIPS:
                cells += [None] * (_SKIPS.index(sign) + 1)
            elif not sign:
                cells += [None] * (self.length - len(cells))
            else:
                raise cursor.expected(f"a number or a letter for cell {len(cells) + 1} of {self.length}")
            cursor.take()
        if any(number is not None for number in cells[self.length :]):
            raise cursor.wrong(f"expected {self.length} cells, found more")
        return tuple(cells[: self.length])

    def write(self, value: Sequence[int | None]) -> str:
        """The text that puzz.link writes."""
        text, run, at = [], 0, 0
        while at < len(value):
            number = value[at]
            if number is None:
                run += 1
                at += 1
                if run == len(_SKIPS):
                    text.append(_SKIPS[-1])
                    run = 0
                continue
            if number != UNKNOWN and not 0 <= number <= 4:
                raise CannotSay(f"this kind of puzz.link address has no words for the number {number}")
            empty = next((k for k in range(2) if value[at + 1 + k : at + 2 + k] not in ((), (None,), [], [None])), 2)
            text.append(_SKIPS[run - 1] if run else "")
            text.append("." if number == UNKNOWN else _SIGNS[5 * empty + number])
            run, at = 0, at + 1 + (empty if number != UNKNOWN else 0)
        return "".join(text) + (_SKIPS[run - 1] if run else "")
