"""Boxes: the rectangles that tile a square board where nothing else is printed."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import isqrt

from ..model import Grid
from ..model.clue import first_seen


def box_shape(side: int) -> tuple[int, int]:
    """(height, width) of the most square boxes, never taller than wide.

    >>> [box_shape(n) for n in (4, 6, 9, 12, 7)]
    [(2, 2), (2, 3), (3, 3), (3, 4), (1, 7)]
    """
    height = next(h for h in range(isqrt(side), 0, -1) if side % h == 0)
    return height, side // height


def box_map(side: int, height: int, width: int) -> tuple[int, ...]:
    """The box of each cell, numbered in reading order from 0."""
    numbered = [0] * (side * side)
    for box, cells in enumerate(Grid(side, side).boxes(height, width)):
        for cell in cells:
            numbered[cell] = box
    return tuple(numbered)


def boxes_of(regions: Sequence[Hashable], side: int) -> tuple[int, int] | None:
    """(height, width) if these regions are boxes that tile the board, else None.

    >>> boxes_of("AABBAABBCCDDCCDD", 4)
    (2, 2)
    >>> boxes_of("AAABAABBCCDBCCDD", 4)
    """
    seen = first_seen(regions)
    for height in range(1, side + 1):
        if side % height == 0 and seen == first_seen(box_map(side, height, side // height)):
            return height, side // height
    return None
