"""Where arrows point: eight directions, clockwise from up, and what lies ahead of a cell.

↖ ↑ ↗         a step is (rows down, columns to the right); the compass letters are for those who type
← · →
↙ ↓ ↘
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from .grid import Grid

ARROWS = "↑↗→↘↓↙←↖"
STRAIGHT = ARROWS[::2]
COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
STEPS: dict[str, tuple[int, int]] = dict(
    zip(ARROWS, ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)), strict=True)
)
_ARROW_OF = {step: arrow for arrow, step in STEPS.items()}


@lru_cache(maxsize=1 << 14)
def ahead(grid: Grid, cell: int, arrow: str) -> tuple[int, ...]:
    """The cells that an arrow points at, the nearest first.

    >>> ahead(Grid(3, 3), 0, "↘"), ahead(Grid(3, 3), 0, "↑")
    ((4, 8), ())
    """
    row, column = grid.position(cell)
    down, right = STEPS[arrow]
    found = []
    while 0 <= (row := row + down) < grid.rows and 0 <= (column := column + right) < grid.columns:
        found.append(grid.cell(row, column))
    return tuple(found)


def turned(value: Any, to: Sequence[int], grid: Grid) -> Any:
    """A clue that has an arrow for each cell, on the moved board: every arrow points at what it pointed at.

    A board of one row or column does not show which way it was turned over; arrows that leave it stay as they are.
    """
    if not value:
        return value
    (r, c) = grid.position(to[0])
    down, right = (1, 0), (0, 1)
    if grid.rows > 1:
        s, d = grid.position(to[grid.columns])
        down = s - r, d - c
    if grid.columns > 1:
        s, d = grid.position(to[1])
        right = s - r, d - c
    moved = [""] * len(value)
    for cell, arrow in enumerate(value):
        y, x = STEPS[arrow]
        moved[to[cell]] = _ARROW_OF[y * down[0] + x * right[0], y * down[1] + x * right[1]]
    return "".join(moved)
