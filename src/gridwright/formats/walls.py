"""sgt wall string: a map of regions as the gaps between its walls.

The places of walls are listed first between left and right neighbours, row by row, then between upper and lower ones,
COLUMN by column, and one wall is added at the end of the list. For each wall the number of open places before it is
written: `_` 0, `a` 1 … `y` 25; `z` is 25 open places and no wall yet. With `repeats` (keen) a character may be followed
by a decimal count: `c3` is `ccc`.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import groupby

from ..model import Grid
from .codec import DIGITS, Cursor, TextCodec
from .regions import enclosed, loose_wall, places_by_column, walls_of

_GAPS = "_abcdefghijklmnopqrstuvwxy"
_MORE = "z"
_LONGEST_GAP = 25


class Walls(TextCodec[tuple[int, ...]]):
    """The region of each cell, numbered in order of first cells.

    >>> Walls(Grid(2, 2)).parse("__b")
    (0, 1, 0, 1)
    >>> Walls(Grid(2, 2)).write("ABAB")
    '__b'
    """

    def __init__(self, grid: Grid, *, repeats: bool = False, what: str = "region") -> None:
        self.grid, self.repeats, self.what = grid, repeats, what
        self.places = places_by_column(grid)

    def read(self, cursor: Cursor) -> tuple[int, ...]:
        """The regions that the walls enclose."""
        start = cursor.at
        past = len(self.places) + 1
        walls = set()
        at = 0
        while at < past:
            symbol = cursor.peek()
            if not symbol or (symbol not in _GAPS and symbol != _MORE):
                raise cursor.expected(f"a wall ('_' or a letter) after {min(at, past - 1)} of {past - 1} places")
            where = cursor.at
            cursor.take()
            counted = self.repeats and cursor.peek() in tuple(DIGITS)
            times = cursor.number(1, past, "a repeat count") if counted else 1
            for _ in range(times):
                at += _LONGEST_GAP if symbol == _MORE else _GAPS.index(symbol)
                if at >= past:
                    raise cursor.wrong(f"the walls run past the last of {past - 1} places", where)
                if symbol != _MORE:
                    if at < past - 1:
                        walls.add(self.places[at])
                    at += 1
        regions = enclosed(self.grid, walls)
        loose = loose_wall(regions, walls)
        if loose is not None:
            a, b = map(self.grid.name, loose)
            raise cursor.wrong(f"the wall between {a} and {b} ends inside a {self.what}", start)
        return regions

    def write(self, value: Sequence[Hashable]) -> str:
        """The text of regions under any names."""
        walls = walls_of(self.grid, value, self.what)
        text: list[str] = []
        gap = 0
        for place in (*self.places, None):
            if place is not None and place not in walls:
                gap += 1
                continue
            more, gap = divmod(gap, _LONGEST_GAP) if gap > _LONGEST_GAP else (0, gap)
            if more and gap == 0:
                more, gap = more - 1, _LONGEST_GAP
            text.append(_MORE * more + _GAPS[gap])
            gap = 0
        plain = "".join(text)
        if not self.repeats:
            return plain
        return "".join(_repeated(symbol, len(list(same))) for symbol, same in groupby(plain))


def _repeated(symbol: str, times: int) -> str:
    """A run of one character: written out up to two, counted from three."""
    return symbol * times if times < 3 else f"{symbol}{times}"
