"""Marks that never touch."""

from __future__ import annotations

from functools import lru_cache

from ..model.constraints.not_both import NotBoth
from ..model.grid import Grid
from ..model.group import Group
from .cells import CellLayout


def never_touch(layout: CellLayout, value: int) -> list[NotBoth]:
    """Return that of two cells that touch, at a side or at a corner, at most one has the value."""
    at = layout.at
    return [_not_both(at[p], at[q], names, value) for p, q, names in _touching(layout.grid) if p in at and q in at]


@lru_cache(maxsize=20_000)
def _not_both(x: int, y: int, names: tuple[str, str], value: int) -> NotBoth:
    """Return the constraint of two variables. Boards of a size share many: a hole shifts a pair by few variables."""
    return NotBoth(Group("touch", (x, y), cells=names), value)


@lru_cache(maxsize=64)
def _touching(grid: Grid) -> tuple[tuple[int, int, tuple[str, str]], ...]:
    return tuple((p, q, (grid.name(p), grid.name(q))) for p, q in grid.touching_pairs())
