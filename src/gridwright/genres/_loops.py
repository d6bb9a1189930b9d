"""A random loop: the edge of an area of cells without holes that nowhere touches itself at a corner alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ..model import Grid, RandomStream

RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
LEAST, MOST = 45, 65
"""The cells of an area, in per cent of the board: its edge winds most where it is about half."""

CHANGES = 4
"""How often a cell is tried where an area is bettered."""


def grown_area(grid: Grid, stream: RandomStream) -> set[int]:
    """An area that grew from one cell, cell by cell, as long as its edge stays one loop.

    A cell with several of its own beside it, which would make the edge no longer, waits until there is no other.
    """
    rings, outside = _rings(grid), len(grid)
    inside = [False] * (outside + 1)
    most = max(1, len(grid) * (LEAST + stream.below(MOST - LEAST + 1)) // 100)
    edge, crowded, size = [stream.below(outside)], list[int](), 0
    while (edge or crowded) and size < most:
        waited = not edge
        cell = _taken(crowded if waited else edge, stream)
        around = [inside[near] for near in rings[cell]]
        if inside[cell] or (size and sum(around[i] != around[i - 1] for i in range(8)) != 2):
            continue
        if sum(around[1::2]) > 1 and not waited:
            crowded.append(cell)
            continue
        inside[cell] = True
        size += 1
        edge += (near for near in rings[cell][1::2] if near != outside and not inside[near])
    return {cell for cell in range(outside) if inside[cell]}


def _taken(cells: list[int], stream: RandomStream) -> int:
    """One of the cells, at random, which is taken out."""
    at = stream.below(len(cells))
    cell, cells[at] = cells[at], cells[-1]
    cells.pop()
    return cell


def better_area(grid: Grid, inside: set[int], score: Callable[[set[int]], int], stream: RandomStream) -> set[int]:
    """The area after random changes, cell by cell, that leave its edge one loop and do not make the score worse."""
    rings, best = _rings(grid), score(inside)
    for _ in range(CHANGES * len(grid)):
        cell = stream.below(len(grid))
        around = [near in inside for near in rings[cell]]
        turns = sum(around[i] != around[i - 1] for i in range(8))
        if turns != 2 or not any(around[1::2]) or all(around[1::2]):
            continue
        changed = inside ^ {cell}
        if (now := score(changed)) >= best:
            inside, best = changed, now
    return inside


@lru_cache(maxsize=16)
def _rings(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """The eight cells around each one, in turn; what is no cell is that behind the last."""

    def near(row: int, column: int) -> int:
        return grid.cell(row, column) if 0 <= row < grid.rows and 0 <= column < grid.columns else len(grid)

    spots = (grid.position(cell) for cell in range(len(grid)))
    return tuple(tuple(near(row + down, column + right) for down, right in RING) for row, column in spots)
