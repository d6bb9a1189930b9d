"""Hitori.

Rulebook: shade cells so that no row and no column shows a number twice in white cells. Shaded cells never share a side,
and all white cells hang together.
Also called: Singles, Hitori ni shite kure.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ..formats.clue_grid import ClueGrid
from ..formats.clue_json import ClueJson
from ..formats.number36 import Number36
from ..formats.puzz_link import NumberLink
from ..formats.sgt_singles import SgtSingles
from ..model import (
    Broken,
    ClueKind,
    Connected,
    Constraint,
    Count,
    Example,
    Genre,
    Grid,
    Group,
    Puzzle,
    PuzzleError,
    Variable,
)
from ..model.clue import per_cell
from ._parts import cells, numbers_or_none
from ._shading import WHITE, WHITE_OR_SHADED, never_beside, shaded_board, side_by_side, words

LARGEST = 61
ROWS = ClueGrid("numbers")


def variables(puzzle: Puzzle) -> tuple[Variable, ...]:
    """White or shaded, each cell."""
    return cells(puzzle.grid, WHITE_OR_SHADED)


def constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    """Of equal numbers in a line at most one is white; shaded cells apart; white ones in one piece."""
    grid, numbers = puzzle.grid, puzzle.clue("numbers")
    for way, lines in (("row", grid.row_lines), ("column", grid.column_lines)):
        for n, line in enumerate(lines, start=1):
            for number in sorted({numbers[cell] for cell in line if numbers[cell] is not None}):
                alike = tuple(cell for cell in line if numbers[cell] == number)
                if len(alike) > 1:
                    yield Count(Group("repeat", alike, number=n, clue=number, way=way), WHITE, 0, 1)
    yield from _shape(grid)


@lru_cache(maxsize=64)
def _shape(grid: Grid) -> tuple[Constraint, ...]:
    """What holds on every board of a size."""
    everything = Group("area", tuple(range(len(grid))))
    return (*never_beside(grid), Connected(everything, WHITE, side_by_side(grid)))


def validate(puzzle: Puzzle) -> None:
    """A number in each cell, or none."""
    if puzzle.clue("numbers") is None:
        raise PuzzleError("the board has no numbers")
    numbers_or_none(puzzle, "numbers", 0, LARGEST)


GENRE = Genre(
    key="hitori",
    title="Hitori",
    aliases=("singles",),
    rulebook=__doc__,
    sizes="any rectangle up to 64 by 64",
    variables=variables,
    constraints=constraints,
    validate=validate,
    drawing=lambda puzzle: shaded_board(puzzle, "numbers"),
    blanks="?.",
    clues=(ClueKind("numbers", "the number of each cell, or None", None, per_cell, "numbers"),),
    words=words(
        "hitori",
        "dieses Hitori",
        {
            "repeat": ("the {clue}s of line {n}", ("die {clue} in Linie {n}", "bei {clue} in Linie {n}", "der {clue}")),
            "area": ("the white cells", ("die weißen Felder", "in den weißen Feldern", "der weißen Felder")),
        },
    ),
    formats=(SgtSingles(), ROWS, NumberLink("hitori", "numbers", Number36), ClueJson("hitori", ROWS)),
    examples=(
        Example("1114\n1423\n3321\n4213", 1, "four rows"),
        Example("12\n21", 5, "nothing repeats: shade what you like"),
        Example("111\n222\n333", 0, "three alike in every row"),
        Example("121\n232\n313", 2, "three rows"),
        Example("1114\n1423\n3321\n4213 r1c1=#", 1, "a cell that is shaded already"),
    ),
    broken=(
        Broken("repeat", "1114\n1423\n3321\n4213", "................"),
        Broken("beside", "1114\n1423\n3321\n4213", "#.#......##....#"),
        Broken("area", "1114\n1423\n3321\n4213", "#.#.....#.#..#.#"),
    ),
)
