"""Where arrows point: eight directions, clockwise from up, and what lies ahead of a cell.

↖ ↑ ↗         a step is (rows down, columns to the right); the compass letters are for those who type
← · →
↙ ↓ ↘
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from .grid import Grid, Motion

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


def turned(value: Any, motion: Motion) -> Any:
    """A clue that has an arrow for each cell, on the moved board: every arrow points at what it pointed at."""
    r, c = motion.point((0, 0))
    turned_to = {arrow: motion.point(step) for arrow, step in STEPS.items()}
    moved = [""] * len(value)
    for cell, arrow in enumerate(value):
        s, d = turned_to[arrow]
        moved[motion.cells[cell]] = _ARROW_OF[s - r, d - c]
    return "".join(moved)
