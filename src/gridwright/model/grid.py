"""The board's geometry: rectangles of cells, numbered in reading order.

    Grid(2, 3):   0 1 2      r1c1 r1c2 r1c3
                  3 4 5      r2c1 r2c2 r2c3

A cell is its number; people read its name. Lines, neighbours and symmetries are tuples of numbers. Cells, corners and
edges as places, for whatever is not a cell: `place.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product

from .errors import PuzzleError, UnknownName, shorten
from .place import Kind, Place, Point, kind_at, place_named

LARGEST_SIDE = 64
"""Of boards whose values are numbers: each has a symbol."""
LONGEST_SIDE = 100
"""Of any board."""

SYMMETRIES: dict[str, tuple[bool, bool, bool]] = {
    "identity": (False, False, False),
    "turn-180": (False, True, True),
    "mirror-left-right": (False, False, True),
    "mirror-up-down": (False, True, False),
    "turn-90": (True, False, True),
    "turn-270": (True, True, False),
    "mirror-falling": (True, False, False),
    "mirror-rising": (True, True, True),
}
"""Turns and mirrors: do rows become columns; are rows then put in reverse; are columns?"""

_CELL_NAME = re.compile(r"[rR]([0-9]{1,3})[cC]([0-9]{1,3})")


@dataclass(frozen=True)
class Grid:
    """A rectangle of cells.

    >>> Grid(2, 3).name(5)
    'r2c3'
    """

    rows: int
    columns: int

    def __post_init__(self) -> None:
        for word, n in (("rows", self.rows), ("columns", self.columns)):
            if not 1 <= n <= LONGEST_SIDE:
                raise PuzzleError(f"a board has 1 to {LONGEST_SIDE} {word}, not {n}")

    def __len__(self) -> int:
        return self.rows * self.columns

    def cell(self, row: int, column: int) -> int:
        """The cell at row and column, both from 0."""
        return row * self.columns + column

    def position(self, cell: int) -> tuple[int, int]:
        """Row and column of a cell, both from 0."""
        return divmod(cell, self.columns)

    def name(self, cell: int) -> str:
        """The name that people read: `r1c1` is the top left."""
        row, column = self.position(cell)
        return f"r{row + 1}c{column + 1}"

    def find(self, name: str) -> int:
        """The cell of a name: the inverse of `name`.

        >>> Grid(9, 9).find("R2C1")
        9
        """
        match = _CELL_NAME.fullmatch(name)
        if not match:
            raise PuzzleError(f"expected a cell such as r1c1, found {shorten(name)}")
        row, column = int(match[1]) - 1, int(match[2]) - 1
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise PuzzleError(f"{name} is not on a board of {self.rows} rows and {self.columns} columns")
        return self.cell(row, column)

    @cached_property
    def row_lines(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each row, left to right."""
        return tuple(tuple(self.cell(r, c) for c in range(self.columns)) for r in range(self.rows))

    @cached_property
    def column_lines(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each column, top to bottom."""
        return tuple(tuple(self.cell(r, c) for r in range(self.rows)) for c in range(self.columns))

    @cached_property
    def diagonals(self) -> tuple[tuple[int, ...], ...]:
        """The two long diagonals of a square: falling, then rising from the bottom left."""
        if self.rows != self.columns:
            raise PuzzleError(f"a board of {self.rows} rows and {self.columns} columns has no diagonals")
        n = self.rows
        return tuple(self.cell(i, i) for i in range(n)), tuple(self.cell(n - 1 - i, i) for i in range(n))

    def boxes(self, height: int, width: int) -> tuple[tuple[int, ...], ...]:
        """The rectangles that tile the board, in reading order, each in reading order."""
        if height < 1 or width < 1 or self.rows % height or self.columns % width:
            raise PuzzleError(
                f"boxes of {height} rows and {width} columns do not tile a board of {self.rows} by {self.columns}"
            )
        return tuple(
            tuple(self.cell(r, c) for r in range(top, top + height) for c in range(left, left + width))
            for top in range(0, self.rows, height)
            for left in range(0, self.columns, width)
        )

    def touching_pairs(self) -> Iterator[tuple[int, int]]:
        """Pairs of cells that touch by a side or a corner, each once, the smaller first."""
        for cell in range(len(self)):
            row, column = self.position(cell)
            for r, c in ((row, column + 1), (row + 1, column - 1), (row + 1, column), (row + 1, column + 1)):
                if r < self.rows and 0 <= c < self.columns:
                    yield cell, self.cell(r, c)

    def beside(self, cell: int) -> tuple[int, ...]:
        """Cells that share a side with this one: up, left, right, down."""
        return self._beside[cell]

    @cached_property
    def _beside(self) -> tuple[tuple[int, ...], ...]:
        rows, columns, found = self.rows, self.columns, []
        for cell in range(len(self)):
            row, column = divmod(cell, columns)
            near = [cell - columns] if row else []
            near += [cell - 1] * (column > 0) + [cell + 1] * (column + 1 < columns)
            near += [cell + columns] * (row + 1 < rows)
            found.append(tuple(near))
        return tuple(found)

    # Places

    @property
    def cells(self) -> tuple[Place, ...]:
        """The places of all cells: `cells[number]` is that of a cell's number."""
        return _places(self, "cell")

    @property
    def corners(self) -> tuple[Place, ...]:
        """All corners, the outer ones too, in reading order."""
        return _places(self, "corner")

    @property
    def borders(self) -> tuple[Place, ...]:
        """All borders, the outer ones too, in reading order.

        >>> [border.name for border in Grid(1, 2).borders]
        ['r1c1n', 'r1c2n', 'r1c1w', 'r1c1e', 'r1c2e', 'r1c1s', 'r1c2s']
        """
        return _places(self, "border")

    @property
    def steps(self) -> tuple[Place, ...]:
        """All steps between cells side by side, in reading order."""
        return _places(self, "step")

    def place(self, name: str) -> Place:
        """The place of that name: `r3c5`, `r3c5se`, `r3c5s`, `r3c5:r3c6`."""
        place = place_named(name)
        if any(row > 2 * self.rows or column > 2 * self.columns for row, column in place.ends):
            raise PuzzleError(f"{name} is not on a board of {self.rows} rows and {self.columns} columns")
        return _index(self, "cell")[place.points[0]] if place.kind == "cell" else place

    def neighbours(self, place: Place, kind: Kind | None = None) -> tuple[Place, ...]:
        """The places of a kind (its own if none is named) that touch this one, in reading order.

        Cells touch by a side and corners by a border; borders meet at a corner and steps in a cell. A border touches
        the step that crosses it. A span touches what it consists of.

        >>> Grid(2, 2).neighbours(Grid(2, 2).place("r1c1"), "border")
        (r1c1n, r1c1w, r1c1e, r1c1s)
        """
        kind = kind or place.kind
        points = set(place.points)
        if place.kind != "span":
            (row, column), ways = place.points[0], _ways(place, kind)
            points = {(row + down, column + right) for down, right in ways}
        known = _index(self, kind)
        return tuple(known[point] for point in sorted(points) if point in known)

    # Symmetries

    def motion(self, symmetry: str) -> Motion:
        """A turn or mirror of this board, by its name in `SYMMETRIES`."""
        if symmetry not in SYMMETRIES:
            raise UnknownName("symmetry of this board", symmetry, SYMMETRIES)
        return _motion(self, symmetry)

    @property
    def symmetries(self) -> dict[str, tuple[int, ...]]:
        """Turns and mirrors that map the board onto itself: name → where each cell goes.

        >>> Grid(1, 3).symmetries["turn-180"]
        (2, 1, 0)
        """
        motions = [self.motion(name) for name in SYMMETRIES]
        return {motion.symmetry: motion.cells for motion in motions if motion.target == self}


@dataclass(frozen=True)
class Motion:
    """A turn or mirror of a board: where each of its places goes on the target, a board that may lie differently.

    >>> Grid(1, 3).motion("turn-90")(Grid(1, 3).place("r1c1w")).name
    'r1c1n'
    """

    grid: Grid
    symmetry: str

    @property
    def transposes(self) -> bool:
        """Do rows become columns?"""
        return SYMMETRIES[self.symmetry][0]

    @cached_property
    def target(self) -> Grid:
        """The board after it."""
        return Grid(self.grid.columns, self.grid.rows) if self.transposes else self.grid

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The number on the target of each cell."""
        return tuple(self(cell).number for cell in self.grid.cells)

    def point(self, point: Point) -> Point:
        """Where a point goes."""
        transposed, rows, columns = SYMMETRIES[self.symmetry]
        row, column = (point[1], point[0]) if transposed else point
        return 2 * self.target.rows - row if rows else row, 2 * self.target.columns - column if columns else column

    def __call__(self, place: Place) -> Place:
        """Where a place goes."""
        moved = tuple(sorted(map(self.point, place.points)))
        if place.kind == "cell":
            return _index(self.target, "cell")[moved[0]]
        return Place(moved, place.kind)


_STRAIGHT: tuple[Point, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))
_DIAGONAL: tuple[Point, ...] = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def _ways(place: Place, kind: Kind) -> Iterable[Point]:
    """The ways from a place to what touches it, were there no rim."""
    down, right = (1, 0) if place.upright else (0, 1)  # along a line that is drawn here
    match place.kind, kind:
        case ("cell", "cell") | ("corner", "corner"):
            return [(2 * r, 2 * c) for r, c in _STRAIGHT]
        case ("cell", "corner") | ("corner", "cell"):
            return _DIAGONAL
        case ("border", "border") | ("step", "step"):
            return (*_DIAGONAL, (2 * down, 2 * right), (-2 * down, -2 * right))
        case ("border", "step") | ("step", "border"):
            return [(0, 0)]
        case ("border", "corner") | ("step", "cell"):
            return [(down, right), (-down, -right)]
        case ("border", "cell"):
            return [(right, down), (-right, -down)]
        case ("cell", "border" | "step") | ("corner", "border"):
            return _STRAIGHT
    return ()


@lru_cache(maxsize=32)
def _places(grid: Grid, kind: Kind) -> tuple[Place, ...]:
    """All places of a kind, in reading order."""
    if kind == "cell":
        points = product(range(1, 2 * grid.rows, 2), range(1, 2 * grid.columns, 2))
        return tuple(Place((point,), kind, number) for number, point in enumerate(points))
    rim = kind == "step"  # no step leads off the board
    rows, columns = range(rim, 2 * grid.rows + 1 - rim), range(rim, 2 * grid.columns + 1 - rim)
    wanted = "border" if kind == "step" else kind
    return tuple(Place((point,), kind) for point in product(rows, columns) if kind_at(point) == wanted)


@lru_cache(maxsize=32)
def _index(grid: Grid, kind: Kind) -> dict[Point, Place]:
    """The places of a kind by their points."""
    return {place.points[0]: place for place in _places(grid, kind)}


@lru_cache(maxsize=64)
def _motion(grid: Grid, symmetry: str) -> Motion:
    return Motion(grid, symmetry)


@lru_cache(maxsize=256)
def grid_of(rows: int, columns: int) -> Grid:
    """The board of that size: whoever asks again gets the same one, and what it has worked out."""
    return Grid(rows, columns)


def square(side: int) -> Grid:
    """The board of so many rows and as many columns."""
    return grid_of(side, side)
