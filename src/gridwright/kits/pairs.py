"""What a sign between two cells says: the first is greater, the two are consecutive, the two are not."""

from __future__ import annotations

from ..model.constraints.adjacent import Adjacent
from ..model.constraints.greater import Greater
from ..model.group import Group
from .cells import CellLayout
from .clues import Pair


def greater(layout: CellLayout, pair: Pair) -> Greater:
    """Return that the first cell is greater than the second."""
    return Greater(Group("sign", pair, cells=_names(layout, pair)))


def consecutive(layout: CellLayout, pair: Pair) -> Adjacent:
    """Return that the numbers of two cells differ by exactly one."""
    return Adjacent(Group("bar", pair, cells=_names(layout, pair)), True)


def not_consecutive(layout: CellLayout, pair: Pair) -> Adjacent:
    """Return that the numbers of two cells do not differ by exactly one."""
    return Adjacent(Group("gap", pair, cells=_names(layout, pair)), False)


def _names(layout: CellLayout, pair: Pair) -> tuple[str, str]:
    return layout.names[pair[0]], layout.names[pair[1]]
