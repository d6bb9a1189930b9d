"""Nurikabe.

Rulebook: shade cells that have no number. Each area of white cells, an island, holds one number, which says how many
cells it has. All shaded cells, the sea, hang together, and nowhere fill a square of two by two.
Also called: Islands in the Stream, Cell Structure.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ..formats.clue_grid import ClueGrid
from ..formats.clue_json import ClueJson
from ..formats.number16 import Number16
from ..formats.puzz_link import NumberLink
from ..model import (
    Areas,
    AtLeastOne,
    Broken,
    ClueKind,
    Connected,
    Constraint,
    Example,
    Genre,
    Grid,
    Group,
    Puzzle,
    Variable,
)
from ..model.clue import per_cell
from ..model.constraints.areas import ANY
from ._parts import cells, numbers_or_none
from ._shading import SHADED, WHITE, WHITE_OR_SHADED, shaded_board, side_by_side, words

ROWS = ClueGrid("numbers", {"?": ANY})


def variables(puzzle: Puzzle) -> tuple[Variable, ...]:
    """White or shaded, each cell."""
    return cells(puzzle.grid, WHITE_OR_SHADED)


def constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    """Islands as their numbers say; one sea; no square of it."""
    grid = puzzle.grid
    numbers = tuple(number or 0 for number in puzzle.clue("numbers") or (None,) * len(grid))
    yield Areas(Group("islands", tuple(range(len(grid)))), WHITE, side_by_side(grid), numbers)
    yield from _sea(grid)


@lru_cache(maxsize=64)
def _sea(grid: Grid) -> tuple[Constraint, ...]:
    """What holds on every board of a size."""
    found: list[Constraint] = []
    for row in range(grid.rows - 1):
        for column in range(grid.columns - 1):
            square = tuple(grid.cell(row + down, column + right) for down in (0, 1) for right in (0, 1))
            saying = f"the square at {grid.name(square[0])} has a white cell"
            found.append(AtLeastOne(Group("square", square, cells=(grid.name(square[0]),)), WHITE, saying))
    found.append(Connected(Group("area", tuple(range(len(grid)))), SHADED, side_by_side(grid)))
    return tuple(found)


def validate(puzzle: Puzzle) -> None:
    """Numbers from 1 on, or ANY."""
    numbers_or_none(puzzle, "numbers", ANY, len(puzzle.grid))


def normalise(grid: Grid, clues: dict[str, Any]) -> dict[str, Any]:
    """No number is no clue."""
    if clues.get("numbers") is not None and all(number is None for number in clues["numbers"]):
        clues["numbers"] = None
    return clues


GENRE = Genre(
    key="nurikabe",
    title="Nurikabe",
    rulebook=__doc__,
    sizes="any rectangle up to 64 by 64",
    variables=variables,
    constraints=constraints,
    validate=validate,
    normalise=normalise,
    drawing=lambda puzzle: shaded_board(puzzle, "numbers"),
    blanks="?.",
    clues=(
        ClueKind(
            "numbers", "the number of each cell, -1 for an island of any size, or None", None, per_cell, "numbers"
        ),
    ),
    words=words(
        "nurikabe",
        "dieses Nurikabe",
        {
            "islands": ("the islands", ("die Inseln", "bei den Inseln", "der Inseln")),
            "area": ("the sea", ("das Meer", "im Meer", "des Meers")),
            "square": (
                "the square at {cell}",
                ("das Quadrat bei {cell}", "im Quadrat bei {cell}", "des Quadrats bei {cell}"),
            ),
        },
    ),
    formats=(ROWS, NumberLink("nurikabe", "numbers", Number16, ANY), ClueJson("nurikabe", ROWS)),
    examples=(
        Example(".5...\n..2..\n.....\n..1..\n...3.", 1, "five rows"),
        Example("2..", 1, "one row"),
        Example("2.\n..", 2, "an island of two"),
        Example("..\n..", 0, "the sea would be a square"),
        Example("?.\n..", 7, "an island of any size"),
        Example("2.\n.. r1c2=#", 1, "a cell that is shaded already"),
    ),
    broken=(
        Broken("islands", "2..", ".##"),
        Broken("area", "..1..", "##.##"),
        Broken("square", "1..\n...", ".#####"),
    ),
)
