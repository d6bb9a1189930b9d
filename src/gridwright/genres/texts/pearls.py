"""puzz.link circles: three cells a sign, base 27; 1 is a white one, 2 a black one.

1063000i3000         6 × 6
"""

from __future__ import annotations

from collections.abc import Sequence

from ...formats.codec import Cursor, TextCodec

_SIGNS = "0123456789abcdefghijklmnopq"


class Pearls(TextCodec[tuple[int | None, ...]]):
    """1, 2 or None for each of `length` cells.

    >>> Pearls(4).parse("i3")
    (2, None, None, None)
    """

    def __init__(self, length: int) -> None:
        self.length = length

    def read(self, cursor: Cursor) -> tuple[int | None, ...]:
        """A sign for each three cells; those that are missing at the end are empty."""
        cells: list[int | None] = []
        while len(cells) < self.length and cursor.peek():
            sign = cursor.peek()
            if sign not in _SIGNS:
                raise cursor.expected(f"a sign from 0 to q for cell {len(cells) + 1} of {self.length}")
            value = _SIGNS.index(cursor.take())
            cells += (number or None for number in (value // 9, value // 3 % 3, value % 3))
        return tuple((cells + [None] * self.length)[: self.length])

    def write(self, value: Sequence[int | None]) -> str:
        """The text that puzz.link writes."""
        cells = [number or 0 for number in value] + [0, 0]
        return "".join(_SIGNS[9 * cells[i] + 3 * cells[i + 1] + cells[i + 2]] for i in range(0, len(value), 3))
