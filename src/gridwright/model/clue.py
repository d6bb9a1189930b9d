"""What a setter may print besides givens: regions, cages, a number of stars. Declared once, moved with the board."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from .grid import Motion

Move = Callable[[Any, Motion], Any]
"""A clue's value after the board was turned or mirrored: `motion.cells[c]` is where cell c went."""


ClueForm = Literal[
    "", "number", "flag", "height-and-width", "regions", "numbers", "directions", "cages", "views", "counts", "pairs"
]
"""How an editor draws a clue: a number or a yes for the board; a number or a direction (an arrow) for each cell; cages,
that is (cells, …) each; a number for each line from above, then from below, left and right; for each column, then each
row; pairs of cells side by side."""


@dataclass(frozen=True)
class ClueKind:
    """A kind of clue: key, what it means, the value it has when nothing is printed, how it moves with the board."""

    key: str
    meaning: str
    default: Hashable
    move: Move
    form: ClueForm = ""
    parts: tuple[str, ...] = ()
    """Of cages what stands behind the cells: ("total",)."""


def stays(value: Any, motion: Motion) -> Any:
    """The clue speaks of no place."""
    return value


def per_cell(value: Any, motion: Motion) -> Any:
    """The clue is a tuple with an entry for each cell (or None): a region map."""
    if value is None:
        return None
    moved = [value[0]] * len(value)
    for cell, entry in enumerate(value):
        moved[motion.cells[cell]] = entry
    return tuple(moved)


def height_and_width(value: Any, motion: Motion) -> Any:
    """The clue is (height, width) or None: swapped when rows become columns."""
    return (value[1], value[0]) if value is not None and motion.transposes else value


def first_seen(labels: Sequence[Hashable]) -> tuple[int, ...]:
    """Labels renamed 0, 1, 2 … in order of first appearance: two region maps that say the same become equal.

    >>> first_seen("BBAC")
    (0, 0, 1, 2)
    """
    names: dict[Hashable, int] = {}
    return tuple(names.setdefault(label, len(names)) for label in labels)
