"""Where a variable sits: at a cell, a corner or an edge of the grid, or at several of them together.

Points count in half cells from the top left corner of the board, rows down, columns to the right:

    0,0 ─ 0,1 ─ 0,2        odd, odd     a cell                      r1c1
     │           │         even, even   a corner                    r1c1se
    1,0   1,1   1,2        one of each  an edge: a border, drawn    r1c1s
     │           │                      along it, or a step from    r1c1:r2c1
    2,0 ─ 2,1 ─ 2,2                     cell to cell, across it

A border or corner is named from the first cell in reading order that it touches, with the side as a compass letter:
`r1c1s` lies below r1c1, `r1c1e` to its right; only at the rim there are `n` and `w`. Any cell that it touches will do
where a name is read (`r2c1n` is `r1c1s`). A step is named by its two cells, a span by all its places.

    Grid(2, 2).place("r2c1n").name       a Place from its name, within the board
    Grid(2, 2).borders                   all of a kind: `cells`, `corners`, `borders`, `steps`
    grid.neighbours(place, "border")     what touches it
    grid.motion("turn-90")(place)        where it goes when the board is turned
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from .errors import PuzzleError, shorten

Kind = Literal["cell", "corner", "border", "step", "span"]
Point = tuple[int, int]
"""Row and column in half cells."""

SIDES: dict[str, Point] = {
    "": (0, 0), "n": (-1, 0), "ne": (-1, 1), "e": (0, 1), "se": (1, 1), "s": (1, 0), "sw": (1, -1), "w": (0, -1),
    "nw": (-1, -1),
}  # fmt: skip
"""The way from a cell to what lies on each of its sides."""
_LETTERS = {way: letters for letters, way in SIDES.items()}
_NAME = re.compile(r"r([0-9]{1,3})c([0-9]{1,3})(n[ew]?|s[ew]?|[ew]?)")


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A cell, a corner, an edge or a span: its points (several for a span alone) and its kind.

    >>> Place(((2, 1),), "border")
    r1c1s
    """

    points: tuple[Point, ...]
    kind: Kind
    number: int = field(default=-1, compare=False)
    """Of a cell: its number on the grid, in reading order. Else -1."""
    name: str = field(init=False, compare=False)
    """What people call it; the key in facts and documents."""

    def __post_init__(self) -> None:
        name = ":".join(map(_name, self.ends)) if self.kind in ("step", "span") else _name(self.points[0])
        object.__setattr__(self, "name", name)

    @property
    def ends(self) -> tuple[Point, ...]:
        """What it joins or consists of: a step's two cells; else its points."""
        if self.kind != "step":
            return self.points
        ((row, column),) = self.points
        return ((row - 1, column), (row + 1, column)) if self.upright else ((row, column - 1), (row, column + 1))

    @property
    def upright(self) -> bool:
        """Does a line that is drawn here run from top to bottom?"""
        row, column = self.points[0]
        if self.kind == "span":
            return column == self.points[-1][1]
        return row % 2 == (self.kind == "border")

    def __repr__(self) -> str:
        return self.name


def named_from(point: Point) -> tuple[int, int, str]:
    """The row and column (from 0) of the cell that names a point, and the side of it in compass letters.

    >>> named_from((2, 1)), named_from((0, 0)), named_from((3, 3))
    ((0, 0, 's'), (0, 0, 'nw'), (1, 1, ''))
    """
    row, column = max(1, point[0] - (point[0] + 1) % 2), max(1, point[1] - (point[1] + 1) % 2)
    return row // 2, column // 2, _LETTERS[point[0] - row, point[1] - column]


def _name(point: Point) -> str:
    """The name of a cell, corner or border."""
    row, column, side = named_from(point)
    return f"r{row + 1}c{column + 1}{side}"


def kind_at(point: Point) -> Literal["cell", "corner", "border"]:
    """What lies at a point; edges are borders, for steps say so themselves."""
    row, column = point[0] % 2, point[1] % 2
    return "border" if row != column else "cell" if row else "corner"


def span(points: Iterable[Point]) -> Place:
    """What joins these points, whatever their order; of two cells side by side the step between them."""
    several = tuple(sorted(set(points)))
    if len(several) == 1:
        return Place(several, kind_at(several[0]))
    (row, column), (r, c) = several[0], several[-1]
    if len(several) == 2 and kind_at(several[0]) == "cell" and (r - row, c - column) in ((0, 2), (2, 0)):
        return Place((((row + r) // 2, (column + c) // 2),), "step")
    return Place(several, "span")


def place_named(name: str) -> Place:
    """The place of a name, on a board that is large enough.

    >>> place_named("R2C1N"), place_named("r1c2:r1c1"), place_named("r1c5:r1c1").kind
    (r1c1s, r1c1:r1c2, 'span')
    """
    points: list[Point] = []
    for part in name.lower().split(":"):
        match = _NAME.fullmatch(part)
        if not match or not (int(match[1]) and int(match[2])):
            raise PuzzleError(f"expected a place such as r1c1, r1c1s or r1c1:r1c2, found {shorten(name)}")
        down, right = SIDES[match[3]]
        points.append((2 * int(match[1]) - 1 + down, 2 * int(match[2]) - 1 + right))
    if len(set(points)) < len(points):
        raise PuzzleError(f"{shorten(name)} names a place twice")
    return span(points)
