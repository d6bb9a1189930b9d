"""puzz.link number stream: numbers in cells, base 16.

0–f  -hh  +hhh       0–15, 16–255, 256–4095        =hhh %hhh @hhh  4096 (8192, 8192) and more
.                    a clue without a number       *hhhh $hhhhh    12240 (77776) and more
g–z                  1–20 empty cells
"""

from __future__ import annotations

from collections.abc import Sequence

from ..model import CannotSay
from .codec import Cursor, TextCodec

UNKNOWN = -2
"""What stands for a clue that says only "there is a number"."""

_HEX = "0123456789abcdef"
_SKIPS = "ghijklmnopqrstuvwxyz"
_ESCAPES = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "%": (3, 8192), "@": (3, 8192), "*": (4, 12240), "$": (5, 77776)}
"""Sign → how many digits follow, and what is added to them."""


class Number16(TextCodec[tuple[int | None, ...]]):
    """A number, UNKNOWN or None for each of `length` cells.

    >>> Number16(6).parse("1g-10i")
    (1, None, 16, None, None, None)
    """

    def __init__(self, length: int) -> None:
        self.length = length

    def read(self, cursor: Cursor) -> tuple[int | None, ...]:
        """As many cells as the board has."""
        cells: list[int | None] = []
        while len(cells) < self.length:
            start = cursor.at
            sign = cursor.take()
            if sign and sign in _HEX:
                cells.append(int(sign, 16))
            elif sign and sign in _SKIPS:
                run = _SKIPS.index(sign) + 1
                if len(cells) + run > self.length:
                    left = self.length - len(cells)
                    raise cursor.wrong(f"{sign!r} skips {run} cells, but only {left} are left", start)
                cells.extend([None] * run)
            elif sign == ".":
                cells.append(UNKNOWN)
            elif sign in _ESCAPES:
                width, more = _ESCAPES[sign]
                digits = cursor.take(width)
                if len(digits) < width or any(digit not in _HEX for digit in digits):
                    raise cursor.wrong(f"expected {width} digits from 0 to f after {sign!r}", start)
                cells.append(int(digits, 16) + more)
            else:
                cursor.at = start
                raise cursor.expected(f"a number or a letter for cell {len(cells) + 1} of {self.length}")
        return tuple(cells)

    def write(self, value: Sequence[int | None]) -> str:
        """The text that puzz.link writes."""
        text: list[str] = []
        run = 0
        for number in value:
            if number is None:
                run += 1
                continue
            text.append(_skip(run) + _spelt(number))
            run = 0
        text.append(_skip(run))
        return "".join(text)


def _spelt(number: int) -> str:
    if number == UNKNOWN:
        return "."
    if number < 16:
        return f"{number:x}"
    if number < 256:
        return f"-{number:02x}"
    if number < 4096:
        return f"+{number:03x}"
    raise CannotSay(f"puzz.link text has no words for the number {number}")


def _skip(cells: int) -> str:
    full, rest = divmod(cells, len(_SKIPS))
    return _SKIPS[-1] * full + (_SKIPS[rest - 1] if rest else "")
