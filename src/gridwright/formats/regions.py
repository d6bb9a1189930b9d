"""Regions and the walls between them: the two ways of drawing one map.

A wall stands between two neighbours, named by the smaller cell and the larger. What walls enclose is a region; a wall
that ends inside a region encloses nothing, and is an error rather than lost.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from functools import lru_cache

from ..model import CannotSay, Grid
from ..model.clue import first_seen

Wall = tuple[int, int]


def upright_walls(grid: Grid) -> list[Wall]:
    """The places of walls between left and right neighbours, row by row."""
    return [(cell, cell + 1) for line in grid.row_lines for cell in line[:-1]]


def flat_walls(grid: Grid) -> list[Wall]:
    """The places of walls between upper and lower neighbours, row by row."""
    return [(cell, cell + grid.columns) for line in grid.row_lines[:-1] for cell in line]


def flat_walls_by_column(grid: Grid) -> list[Wall]:
    """The same places, column by column."""
    return [(cell, cell + grid.columns) for line in grid.column_lines for cell in line[:-1]]


@lru_cache(maxsize=64)
def _places(grid: Grid) -> tuple[Wall, ...]:
    """All places of walls."""
    return tuple(upright_walls(grid) + flat_walls(grid))


@lru_cache(maxsize=64)
def places_by_column(grid: Grid) -> tuple[Wall, ...]:
    """All places of walls, those between upper and lower neighbours column by column."""
    return tuple(upright_walls(grid) + flat_walls_by_column(grid))


def enclosed(grid: Grid, walls: Collection[Wall]) -> tuple[int, ...]:
    """The region of each cell, numbered in order of first cells.

    >>> enclosed(Grid(2, 2), {(0, 1), (2, 3)})
    (0, 1, 0, 1)
    """
    joined = list(range(len(grid)))  # each cell's way to the first cell of its region

    def root(cell: int) -> int:
        while joined[cell] != cell:
            joined[cell] = cell = joined[joined[cell]]
        return cell

    for place in _places(grid):
        if place not in walls:
            p, q = root(place[0]), root(place[1])
            joined[max(p, q)] = min(p, q)
    return first_seen([root(cell) for cell in range(len(grid))])


def loose_wall(regions: Sequence[int], walls: Collection[Wall]) -> Wall | None:
    """The first wall with the same region on both sides, if there is one."""
    return next(((a, b) for a, b in sorted(walls) if regions[a] == regions[b]), None)


def walls_of(grid: Grid, regions: Sequence[Hashable], what: str = "region") -> set[Wall]:
    """The walls between different regions; raises CannotSay where walls cannot draw them: a region in two pieces."""
    walls = {(a, b) for a, b in upright_walls(grid) + flat_walls(grid) if regions[a] != regions[b]}
    pieces = enclosed(grid, walls)
    if pieces != first_seen(regions):
        seen: dict[Hashable, int] = {}
        for cell, piece in enumerate(pieces):
            if seen.setdefault(regions[cell], piece) != piece:
                raise CannotSay(f"walls cannot draw a {what} in two pieces, as the one of {grid.name(cell)} is")
    return walls
