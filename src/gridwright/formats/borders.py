"""puzz.link border stream: a map of regions as bits, five a character, the first bit the most significant.

First the borders between left and right neighbours, row by row; then, from a new character, those between upper and
lower ones, row by row.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ..model import Grid
from .codec import Cursor, TextCodec
from .regions import Wall, enclosed, flat_walls, loose_wall, upright_walls, walls_of

_BASE32 = "0123456789abcdefghijklmnopqrstuv"


class Borders(TextCodec[tuple[int, ...]]):
    """The region of each cell, numbered in order of first cells.

    >>> Borders(Grid(2, 2)).parse("o0")
    (0, 1, 0, 1)
    """

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.halves = (upright_walls(grid), flat_walls(grid))

    def read(self, cursor: Cursor) -> tuple[int, ...]:
        """The regions that the borders enclose."""
        start = cursor.at
        walls: set[Wall] = set()
        for half in self.halves:
            for first in range(0, len(half), 5):
                symbol = cursor.peek()
                if not symbol or symbol not in _BASE32:
                    raise cursor.expected("a border character (0–9, a–v)")
                bits = _BASE32.index(symbol)
                for i in range(5):
                    if bits & (16 >> i):
                        if first + i >= len(half):
                            raise cursor.wrong(f"{symbol!r} sets a border that the board does not have")
                        walls.add(half[first + i])
                cursor.take()
        regions = enclosed(self.grid, walls)
        loose = loose_wall(regions, walls)
        if loose is not None:
            a, b = map(self.grid.name, loose)
            raise cursor.wrong(f"the border between {a} and {b} ends inside a region", start)
        return regions

    def write(self, value: Sequence[Hashable]) -> str:
        """The text of regions under any names."""
        walls = walls_of(self.grid, value)
        text: list[str] = []
        for half in self.halves:
            for first in range(0, len(half), 5):
                five = half[first : first + 5]
                text.append(_BASE32[sum(16 >> i for i, place in enumerate(five) if place in walls)])
        return "".join(text)
