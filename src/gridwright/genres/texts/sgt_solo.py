"""sgt-puzzles Solo: a game ID `PARAMS:DESC`, for sudoku, jigsaw, X and killer.

    3x3db:5_6c1…               boxes 3 tall and 3 wide (2x3: 2 tall, 3 wide), givens
    9jda:a5a6…,baeacb…         jigsaw of 9 rows: givens, walls of the regions
    3x3kadb:zzzc,ab…,15a10…    killer: givens, walls of the cages, each total at its cage's first cell

PARAMS are the boxes (`CxR`) or the side of a jigsaw (`Nj`), then `x` (both diagonals), `k` (killer), a symmetry and a
difficulty. The last two say how the puzzle was made: PARAMS are kept in the provenance and printed back as they were,
as long as they still fit the puzzle. A cell in no cage is written as a cage of its own without a total.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ...formats.building import boxes_drawn, build, printed, require_only, require_square
from ...formats.codec import Cursor, Joined, TextCodec
from ...formats.runs import Runs
from ...formats.walls import Walls
from ...model import CannotSay, Format, Genre, Grid, Puzzle, TextError
from ...model.grid import LARGEST_SIDE

_SYMMETRIES = ("a", "r2", "r4", "md2", "md4", "m2", "m4", "m8")
_DIFFICULTIES = "tbiaeu"
_LONGEST = 20_000
_SIZE = re.compile(r"[0-9]{1,2}(x[0-9]{1,2}|j)[a-z0-9]{0,12}:")


@dataclass(frozen=True)
class Params:
    """What PARAMS say of the rules: boxes (None for a jigsaw), side, X, killer."""

    boxes: tuple[int, int] | None
    side: int
    diagonals: bool
    killer: bool

    def __str__(self) -> str:
        shape = f"{self.boxes[0]}x{self.boxes[1]}" if self.boxes else f"{self.side}j"
        return shape + "x" * self.diagonals + "k" * self.killer

    def desc(self) -> TextCodec[Any]:
        """What stands behind the colon."""
        grid = Grid(self.side, self.side)
        parts: list[TextCodec[Any]] = [Runs(len(grid), self.side)]
        if self.boxes is None:
            parts.append(Walls(grid))
        if self.killer:
            parts += [Walls(grid, what="cage"), Runs(len(grid), self.side * (self.side + 1) // 2)]
        return Joined(",", *parts)


class SgtSolo(Format):
    """`3x3db:…`: the collection's own IDs, byte for byte."""

    key = "sgt"
    title = "sgt-puzzles Solo game ID"

    def recognises(self, text: str) -> bool:
        """An ID whose description fits its parameters to the last character; no other game's does."""
        if len(text) > _LONGEST or ":" not in text[:40]:
            return False
        try:
            cursor = Cursor(text)
            params = _read_params(cursor)
            cursor.expect(":")
            params.desc().read(cursor)
            cursor.finish()
        except TextError:
            return False
        return params.side >= 4

    def resembles(self, text: str) -> bool:
        """A size and a colon."""
        return _SIZE.match(text[:40].lstrip()) is not None

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of an ID."""
        cursor = Cursor(text)
        start = cursor.at
        params = _read_params(cursor)
        spelt = cursor.text[start : cursor.at]
        cursor.expect(":", "':' and the description of the board")
        numbers, *rest = params.desc().read(cursor)
        cursor.finish()
        clues: dict[str, Any] = {"diagonals": params.diagonals}
        if params.boxes is None:
            clues["regions"] = rest.pop(0)
        else:
            clues["boxes"] = params.boxes
        if params.killer:
            map_of_cages, totals = rest
            clues["cages"] = _cages(Grid(params.side, params.side), map_of_cages, totals, cursor)
        givens = {cell: number - 1 for cell, number in enumerate(numbers) if number is not None}
        return build(genre, params.side, params.side, givens=givens, clues=clues, provenance={"params": spelt})

    def write(self, puzzle: Puzzle) -> str:
        """The ID, with the parameters it came with if they still fit."""
        require_only(puzzle, "an sgt ID", clues=("boxes", "regions", "diagonals", "cages"))
        side = require_square(puzzle, "an sgt ID")
        regions, cages = printed(puzzle, "regions"), printed(puzzle, "cages")
        boxes = None if regions else boxes_drawn(puzzle)
        params = Params(boxes, side, bool(printed(puzzle, "diagonals")), bool(cages))
        parts: list[Any] = [[None] * (side * side)]
        for variable, value in puzzle.givens.items():
            parts[0][variable] = value + 1
        if regions:
            parts.append(regions)
        if cages:
            parts += _caged(side, cages)
        return f"{_spelt(params, puzzle.provenance.get('params'))}:{params.desc().write(parts)}"


def _read_params(cursor: Cursor) -> Params:
    """The parameters, up to the colon."""
    start = cursor.at
    first = cursor.number(1, LARGEST_SIDE, "a size such as 3x3 or 9j")
    boxes = None
    if cursor.skip("j"):
        side = first
    else:
        cursor.expect("x", "'x' or 'j' after the first number")
        second = cursor.number(1, LARGEST_SIDE, "the width of a box")
        side, boxes = first * second, (first, second)
        if side > LARGEST_SIDE:
            raise cursor.wrong(f"expected a board of at most {LARGEST_SIDE} rows, found {side}", start)
    diagonals = killer = symmetry = difficulty = False
    while cursor.peek() not in ("", ":"):
        if not diagonals and cursor.skip("x"):
            diagonals = True
        elif not killer and cursor.skip("k"):
            killer = True
        elif not symmetry and any(cursor.skip(word) for word in _SYMMETRIES):
            symmetry = True
        elif not difficulty and cursor.skip("d"):
            difficulty = True
            letter = cursor.peek()
            if not letter or letter not in _DIFFICULTIES:
                raise cursor.expected(f"a difficulty, one of {' '.join(_DIFFICULTIES)}")
            cursor.take()
        else:
            raise cursor.expected("a parameter (x, k, a symmetry, d and a difficulty) or ':'")
    return Params(boxes, side, diagonals, killer)


def _spelt(params: Params, kept: str | None) -> str:
    """The kept spelling of parameters where it says the same, else the shortest."""
    if kept:
        try:
            cursor = Cursor(kept)
            same = _read_params(cursor) == params and not cursor.peek() and kept == kept.strip()
        except TextError:
            same = False
        if same:
            return kept
    return str(params)


def _cages(
    grid: Grid, map_of_cages: tuple[int, ...], totals: tuple[int | None, ...], cursor: Cursor
) -> tuple[tuple[tuple[int, ...], int | None], ...]:
    """The cages; a cell alone without a total is in none."""
    at = cursor.text.rindex(",") + 1
    members: dict[int, list[int]] = {}
    for cell, cage in enumerate(map_of_cages):
        members.setdefault(cage, []).append(cell)
    for cell, total in enumerate(totals):
        if total is not None and members[map_of_cages[cell]][0] != cell:
            raise cursor.wrong(f"a total stands in {grid.name(cell)}, which is not the first cell of its cage", at)
    return tuple(
        (tuple(cells), totals[cells[0]]) for cells in members.values() if len(cells) > 1 or totals[cells[0]] is not None
    )


def _caged(side: int, cages: Any) -> list[Any]:
    """Cages as a map of all cells, and the totals at their first cells."""
    owner: list[int] = list(range(side * side))
    totals: list[int | None] = [None] * (side * side)
    caged: set[int] = set()
    for members, total in cages:
        if caged.intersection(members):
            raise CannotSay("an sgt ID has no words for cages that overlap")
        caged.update(members)
        for cell in members:
            owner[cell] = members[0]
        totals[members[0]] = total
    return [owner, totals]
