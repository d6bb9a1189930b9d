"""sgt-puzzles Unequal: `PARAMS:DESC`, an item and a comma for each cell.

    4de:0,4D,0R,0,…       a number (0: none) and signs: this cell is greater than the one up, right, down or left
    4ade:0RD,0RDL,…       Adjacent mode: it differs by one from those; from its other neighbours by more

In Adjacent mode both cells of a bar name it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ...formats.codec import Cursor
from ...formats.sgt_id import Desc, Quick, SgtId
from ...model import CannotSay, Grid, Puzzle
from ...model.grid import square

_WAYS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}
_OUT_OF_ORDER = re.compile("R[U]|D[UR]|L[URD]")


class SgtUnequal(SgtId):
    """`5dt:…`, `5adt:…`: the collection's own IDs, byte for byte."""

    title = "sgt-puzzles Unequal game ID"
    words_for = ("signs", "bars")
    difficulties = "tekxr"
    rules = "a"
    sizes = (3, 16)

    def rules_of(self, puzzle: Puzzle) -> str:
        """`a` where bars say which neighbours differ by one."""
        return "" if puzzle.clue("bars") is None else "a"

    def read_desc(self, cursor: Cursor, grid: Grid, rules: str) -> Desc:
        """The cells' numbers and what each names."""
        givens: dict[int, int] = {}
        named: list[tuple[int, int]] = []
        places: dict[tuple[int, int], int] = {}
        for cell in range(len(grid)):
            number = cursor.number(0, grid.rows, f"a number for {grid.name(cell)}")
            if number:
                givens[cell] = number - 1
            while cursor.peek() in tuple(_WAYS):
                other = _towards(grid, cell, cursor.peek())
                if other is None:
                    raise cursor.wrong(f"{cursor.peek()!r} points off the board from {grid.name(cell)}")
                if (cell, other) in places:
                    raise cursor.wrong(f"{grid.name(cell)} names {grid.name(other)} twice")
                if not rules and (other, cell) in places:
                    raise cursor.wrong(f"of {grid.name(other)} and {grid.name(cell)} each is greater than the other")
                places[cell, other] = cursor.at
                named.append((cell, other))
                cursor.take()
            cursor.expect(",", f"a letter (U R D L) or ',' after {grid.name(cell)}")
        if not rules:
            return Desc({"signs": tuple(named)}, givens)
        for cell, other in named:
            if (other, cell) not in places:
                raise cursor.wrong(
                    f"{grid.name(cell)} names {grid.name(other)}, but not the other way round", places[cell, other]
                )
        return Desc({"bars": tuple((p, q) for p, q in named if p < q)}, givens)

    def quick_desc(self, desc: str, size: int, rules: str) -> Quick | None:
        """Signs; bars are left to `read_desc`."""
        items = desc.split(",")
        if rules or len(items) != size * size + 1 or items.pop():
            return None
        given = bytearray()
        named: list[tuple[int, int]] = []
        for cell, item in enumerate(items):
            number, pairs = _item(size, cell, item)
            if number < 0:
                return None
            given.append(number)
            named += pairs
        pairs_named = set(named)
        if any((q, p) in pairs_named for p, q in named):
            return None
        in_order = not _OUT_OF_ORDER.search(desc)
        return Quick({"signs": tuple(sorted(named))}, bytes(given) if any(given) else b"", in_order)

    def write_desc(self, puzzle: Puzzle) -> str:
        """The cells' numbers and what each names."""
        grid = puzzle.grid
        signs, bars = puzzle.clue("signs"), puzzle.clue("bars")
        if signs and bars is not None:
            raise CannotSay("an sgt ID has no words for signs and bars on one board")
        named = set(signs) if bars is None else {*bars, *((q, p) for p, q in bars)}
        items = []
        for cell in range(len(grid)):
            letters = "".join(way for way in _WAYS if (cell, _towards(grid, cell, way)) in named)
            items.append(f"{puzzle.givens.get(cell, -1) + 1}{letters},")
        return "".join(items)


@lru_cache(maxsize=1 << 14)
def _item(size: int, cell: int, item: str) -> tuple[int, tuple[tuple[int, int], ...]]:
    """The number of a cell's item, -1 where it is none, and the pairs (greater, lesser) that it names."""
    digits = item.rstrip("".join(_WAYS))
    letters = item[len(digits) :]
    number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 3 else -1
    others = [_towards(square(size), cell, way) for way in letters]
    fine = 0 <= number <= size and str(number) == digits and len(set(letters)) == len(letters) and None not in others
    return (number, tuple((cell, other) for other in others if other is not None)) if fine else (-1, ())


def _towards(grid: Grid, cell: int, way: str) -> int | None:
    """The neighbour of a cell that way, if the board has one."""
    row, column = grid.position(cell)
    down, right = _WAYS[way]
    inside = 0 <= row + down < grid.rows and 0 <= column + right < grid.columns
    return grid.cell(row + down, column + right) if inside else None
