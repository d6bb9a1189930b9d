"""puzz.link numbers of every cell, base 36: `0`–`z`, `-` and two digits from 36 on, `.` for none."""

from __future__ import annotations

from collections.abc import Sequence

from ..model import CannotSay
from .codec import Cursor, TextCodec
from .number16 import UNKNOWN

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Number36(TextCodec[tuple[int | None, ...]]):
    """A number, UNKNOWN or None for each of `length` cells.

    >>> Number36(4).parse("1a.-10")
    (1, 10, None, 36)
    """

    def __init__(self, length: int) -> None:
        self.length = length

    def read(self, cursor: Cursor) -> tuple[int | None, ...]:
        """As many cells as the board has."""
        cells: list[int | None] = []
        while len(cells) < self.length:
            sign = cursor.peek()
            if sign and sign in _DIGITS:
                cells.append(_DIGITS.index(cursor.take()))
            elif sign == "-":
                start = cursor.at
                digits = cursor.take(3)[1:]
                if len(digits) < 2 or any(digit not in _DIGITS for digit in digits):
                    raise cursor.wrong("expected two digits from 0 to z after '-'", start)
                cells.append(int(digits, 36))
            elif sign and sign in ".%@":
                cells.append(None if cursor.take() == "." else UNKNOWN)
            else:
                raise cursor.expected(f"a number for cell {len(cells) + 1} of {self.length}")
        return tuple(cells)

    def write(self, value: Sequence[int | None]) -> str:
        """The text that puzz.link writes."""
        return "".join(map(_spelt, value))


def _spelt(number: int | None) -> str:
    if number is None:
        return "."
    if number == UNKNOWN:
        return "@"
    if not 0 <= number < 36 * 36:
        raise CannotSay(f"puzz.link text has no words for the number {number}")
    high, low = divmod(number, 36)
    return _DIGITS[low] if not high else f"-{_DIGITS[high]}{_DIGITS[low]}"
