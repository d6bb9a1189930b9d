"""The kit of Latin squares: numbers from 1 to n, each once in every row and column; clues at the ends of lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from ..formats.json_text import kind, listed, only, whole
from ..model.clue import ClueForm
from ..model.constraint import Constraint
from ..model.constraints.permutation import Permutation
from ..model.constraints.skyline import Skyline
from ..model.domain import numbers
from ..model.drawing import Feature, Outside, Side
from ..model.errors import TextError
from ..model.grid import Grid, Motion
from ..model.group import Group
from ..model.puzzle import Puzzle
from ..model.space import Layout
from .cells import Numbers, rows_and_columns
from .clues import Entries
from .meanings import Measured

JSON_SIDES = ("top", "bottom", "left", "right")
"""The sides in JSON, in the order of the entries."""
SIDES: tuple[Side, ...] = ("above", "below", "left", "right")
"""Viewpoints at the ends of lines, in the order of the entries."""


class Latin(Numbers):
    """A number from 1 to n in each cell of a square of n rows."""

    def __init__(self, least: int, most: int, *, gives_values: bool = True) -> None:
        super().__init__(lambda grid: numbers(grid.rows), square=(least, most), gives_values=gives_values)


@lru_cache(maxsize=256)
def full_lines(grid: Grid) -> tuple[Permutation, ...]:
    """Return that each value stands once in every row and column."""
    return tuple(map(Permutation, rows_and_columns(grid)))


def full_diagonals(grid: Grid) -> list[Permutation]:
    """Return that each value stands once in both diagonals."""
    ways = zip(("falling", "rising"), grid.diagonals, strict=True)
    return [Permutation(Group("diagonal", line, way=way)) for way, line in ways]


@lru_cache(maxsize=64)
def sight_lines(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """Return the cells of each line as seen from above, below, left and right, the nearest first."""
    down, right = grid.column_lines, grid.row_lines
    return (*down, *(line[::-1] for line in down), *right, *(line[::-1] for line in right))


class EndClue(Entries):
    """An entry at both ends of each column, then of each row: from above, below, left and right."""

    form: ClueForm = "views"
    sites_called = "ends of lines"
    is_compiled_last = True

    def sites(self, grid: Grid) -> int:
        """Return the number of ends."""
        return 2 * (grid.rows + grid.columns)

    def end(self, grid: Grid, site: int) -> tuple[Side, int]:
        """Return the side of a site and the number of its line, from 0."""
        if site < 2 * grid.columns:
            return SIDES[site // grid.columns], site % grid.columns
        return SIDES[2 + (site - 2 * grid.columns) // grid.rows], (site - 2 * grid.columns) % grid.rows

    def site_name(self, grid: Grid, site: int) -> str:
        """Return the name of an end: "row 2 from the left"."""
        side, line = self.end(grid, site)
        return Group("view", (), number=line + 1, way=side).label

    def move(self, value: Any, motion: Motion) -> Any:
        """Return the entries at the new ends of their lines."""
        if value is None:
            return None
        lines = sight_lines(motion.grid)
        place = {line: i for i, line in enumerate(sight_lines(motion.target))}
        moved = [None] * len(value)
        for line, entry in zip(lines, value, strict=True):
            moved[place[tuple(motion.cells[cell] for cell in line)]] = entry
        return tuple(moved)

    def group(self, layout: Layout, kind: str, site: int, members: tuple[int, ...], entry: int) -> Group:
        """Return the line as it is seen from its end."""
        side, line = self.end(layout.grid, site)
        return Group(kind, members, number=line + 1, clue=entry, way=side)

    def drawing(self, puzzle: Puzzle) -> Iterator[Feature]:
        """Yield the entries around the board."""
        return (Outside(*self.end(puzzle.grid, site), str(entry)) for site, entry in self.printed(puzzle))

    def read_json(self, data: Any, grid: Grid) -> tuple[int | None, ...]:
        """Return the entries of an object of lists by side; a side may be left out."""
        if not isinstance(data, dict):
            raise TextError(f"{self.key}: expected an object with {', '.join(JSON_SIDES)}, found {kind(data)}")
        only(data, JSON_SIDES, self.key)
        entries: list[int | None] = []
        for side in JSON_SIDES:
            what = f"{self.key}, {side}"
            numbers = listed(data.get(side, [None] * grid.rows), what, grid.rows)
            entries += (None if entry in (None, 0, "") else whole(entry, 1, grid.rows, what) for entry in numbers)
        return tuple(entries)

    def write_json(self, puzzle: Puzzle, value: Any) -> dict[str, list[int | None]]:
        """Return the entries of the four sides."""
        n = puzzle.grid.rows
        return {side: list(value[i * n : (i + 1) * n]) for i, side in enumerate(JSON_SIDES)}


class SeenAlong(Measured):
    """An entry is the number of heights that are seen along a line: a higher one hides those behind it."""

    def scope_at(self, layout: Layout, site: int) -> Sequence[int]:
        """Return the cells of the line, the nearest first."""
        return sight_lines(layout.grid)[site]

    def constraint(self, layout: Layout, site: int, group: Group, entry: int) -> Constraint:
        """Return the skyline."""
        return Skyline(group, entry, heights=layout.grid.rows)
