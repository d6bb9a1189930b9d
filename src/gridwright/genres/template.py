"""Template: the genre to copy.

Rulebook: write 1, 2 or 3 in every cell so that cells that share a side differ.
Also called: nothing; it is here so that a complete genre fits on one page, and it is tested like the others.

To add a genre, copy this file, rename it, and write: the rulebook above; the variables; the constraints, one for each
thing that the rulebook says; what makes a board malformed; examples; and for each kind of group ("row", "cage" …) a
filled board that breaks that rule and no other. Add `data/puzzles/<key>.txt` and a line to the changelog. That is all:
the command line, the web page, the docs and the tests find it here. What the setter prints besides givens is declared
as `clues=(ClueKind(...),)`, and how it looks as `drawing=`; see sudoku.py. `gridwright.testing.check_genre` says what
is missing.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..formats.digits import Digits
from ..formats.sdk import Sdk
from ..model import (
    AllDifferent,
    Broken,
    Constraint,
    Example,
    Genre,
    Group,
    Puzzle,
    PuzzleError,
    Symmetry,
    Variable,
    numbers,
)


def variables(puzzle: Puzzle) -> tuple[Variable, ...]:
    """1, 2 or 3 in each cell."""
    return tuple(Variable(place, numbers(3)) for place in puzzle.grid.cells)


def constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    """Cells that share a side differ."""
    grid = puzzle.grid
    for p in range(len(grid)):
        for q in grid.beside(p):
            if p < q:
                yield AllDifferent(Group("side", (p, q), cells=(grid.name(p), grid.name(q))))


def validate(puzzle: Puzzle) -> None:
    """A square of 3 to 9 rows."""
    grid = puzzle.grid
    if grid.rows != grid.columns or not 3 <= grid.rows <= 9:
        raise PuzzleError(f"expected a square of 3 to 9 rows, found {grid.rows} rows and {grid.columns} columns")


GENRE = Genre(
    key="template",
    title="Template",
    rulebook=__doc__,
    sizes="3 to 9",
    variables=variables,
    constraints=constraints,
    validate=validate,
    symmetry=Symmetry(values=True),
    formats=(Digits(), Sdk()),
    examples=(
        Example("2.3\n...\n3.1", 1, "the corners alone decide everything"),
        Example("1..\n..1\n.2.", 2, "two boards fit"),
        Example(".1.\n2.3\n...", 0, "the middle sees all three numbers"),
    ),
    broken=(Broken("side", ".........", "121 212 112"),),
)
