"""The board's geometry: rectangles of cells, numbered in reading order.

    Grid(2, 3):   0 1 2      r1c1 r1c2 r1c3
                  3 4 5      r2c1 r2c2 r2c3

A cell is its number; people read its name. Lines, neighbours and symmetries are tuples of numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from .errors import PuzzleError, shorten

LARGEST_SIDE = 64

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
            if not 1 <= n <= LARGEST_SIDE:
                raise PuzzleError(f"a board has 1 to {LARGEST_SIDE} {word}, not {n}")

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
        row, column = self.position(cell)
        near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        return tuple(self.cell(r, c) for r, c in near if 0 <= r < self.rows and 0 <= c < self.columns)

    @cached_property
    def symmetries(self) -> dict[str, tuple[int, ...]]:
        """Turns and mirrors that map the board onto itself: name → where each cell goes.

        >>> Grid(1, 3).symmetries["turn-180"]
        (2, 1, 0)
        """
        m, n = self.rows - 1, self.columns - 1
        moves: dict[str, Callable[[int, int], tuple[int, int]]] = {
            "identity": lambda r, c: (r, c),
            "turn-180": lambda r, c: (m - r, n - c),
            "mirror-left-right": lambda r, c: (r, n - c),
            "mirror-up-down": lambda r, c: (m - r, c),
        }
        if self.rows == self.columns:
            moves |= {
                "turn-90": lambda r, c: (c, n - r),
                "turn-270": lambda r, c: (n - c, r),
                "mirror-falling": lambda r, c: (c, r),
                "mirror-rising": lambda r, c: (n - c, n - r),
            }
        return {
            name: tuple(self.cell(*move(*self.position(cell))) for cell in range(len(self)))
            for name, move in moves.items()
        }
