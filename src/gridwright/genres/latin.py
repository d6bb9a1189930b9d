"""Latin square.

Rulebook: fill the board so that every row and every column holds each number from 1 to n exactly once.
Also called: Latin square completion, quasigroup completion.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..formats.digits import Digits
from ..formats.marks import Marks, MarksLine
from ..formats.sdk import Sdk
from ..formats.square_json import LatinJson
from ..model import (
    Broken,
    Constraint,
    Example,
    Genre,
    Grid,
    Maker,
    NativeMaker,
    Puzzle,
    RandomStream,
    Request,
    Symmetry,
    Variable,
    numbers,
)
from ._parts import cells, full_lines, must_be_square


def variables(puzzle: Puzzle) -> tuple[Variable, ...]:
    """A number from 1 to n in each cell."""
    return cells(puzzle.grid, numbers(puzzle.grid.rows))


def constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    """Each number once in every row and column."""
    yield from full_lines(puzzle.grid)


def validate(puzzle: Puzzle) -> None:
    """A square of 2 to 25 rows."""
    must_be_square(puzzle.grid, 2, 25)


def scaffold(request: Request, stream: RandomStream) -> Puzzle:
    """An empty board."""
    return Puzzle(GENRE, Grid(request.size, request.size))


GENRE = Genre(
    key="latin",
    title="Latin Square",
    aliases=("latin-square",),
    rulebook=__doc__,
    sizes="2 to 25",
    variables=variables,
    constraints=constraints,
    validate=validate,
    symmetry=Symmetry(lines=lambda puzzle: (puzzle.grid.rows, puzzle.grid.columns), values=True),
    formats=(Digits(), Sdk(), MarksLine(), Marks(), LatinJson("latin")),
    maker=Maker(sizes=tuple(range(3, 17)), size=6, scaffold=scaffold, native=NativeMaker("givens"), symmetric=True),
    examples=(
        Example("4.1.\n1...\n.3..\n....", 1, "four rows"),
        Example(".....\n.1...\n24...\n.5.12\n4...3", 1, "five rows"),
        Example(".....\n.1...\n24...\n.5.12\n4....", 10, "the same, one given short"),
        Example("12..\n...3\n...4\n....", 0, "r1c4 sees all four numbers"),
    ),
    broken=(
        Broken("row", "." * 16, "2234 1143 3412 4321"),
        Broken("column", "." * 16, "1234 2143 3412 3421"),
    ),
)
