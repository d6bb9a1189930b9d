"""Takuzu.

Rulebook: write 0 or 1 into every cell so that no three cells side by side in a row or column are alike, and every row
and column holds as many 0s as 1s. Where it is said, no two rows are the same, and no two columns.
Also called: Binairo, Binary Puzzle, Unruly.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from ..formats.given_grid import GivenGrid
from ..formats.given_json import GivenJson
from ..formats.sgt_unruly import SgtUnruly
from ..model import (
    Broken,
    ClueKind,
    Constraint,
    Count,
    DifferentLines,
    Domain,
    Example,
    Genre,
    Grid,
    Group,
    Maker,
    NativeMaker,
    NotAlike,
    Puzzle,
    PuzzleError,
    RandomStream,
    Request,
    StepMaker,
    Symmetry,
    Variable,
)
from ..model.clue import stays
from ._parts import cells, rows_and_columns

BITS = Domain("01")
ROWS = GivenGrid("distinct")


def variables(puzzle: Puzzle) -> tuple[Variable, ...]:
    """0 or 1, each cell."""
    return cells(puzzle.grid, BITS)


def constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    """Half and half, no three alike, and no line twice where it is said."""
    yield from _lines(puzzle.grid)
    if puzzle.clue("distinct"):
        yield from _distinct(puzzle.grid)


@lru_cache(maxsize=64)
def _lines(grid: Grid) -> tuple[Constraint, ...]:
    found: list[Constraint] = [
        Count.exactly(line, bit, len(line.members) // 2) for line in rows_and_columns(grid) for bit in (0, 1)
    ]  # one of the two would do, but people count both
    for line in rows_and_columns(grid):
        threes = zip(line.members, line.members[1:], line.members[2:], strict=False)
        found += (NotAlike(Group("triple", each, cells=(grid.name(each[0]), grid.name(each[2])))) for each in threes)
    return tuple(found)


@lru_cache(maxsize=64)
def _distinct(grid: Grid) -> tuple[Constraint, ...]:
    lines = rows_and_columns(grid)
    return tuple(DifferentLines.of(one, other) for one, other in combinations(lines, 2) if one.kind == other.kind)


def validate(puzzle: Puzzle) -> None:
    """Lines of an even length."""
    grid = puzzle.grid
    if grid.rows % 2 or grid.columns % 2 or max(grid.rows, grid.columns) > 64:
        raise PuzzleError(f"expected even numbers of rows and columns up to 64, found {grid.rows} by {grid.columns}")
    if puzzle.clue("distinct") not in (None, True):
        raise PuzzleError(f"distinct: expected yes or nothing, found {puzzle.clue('distinct')!r}")


def scaffold(request: Request, stream: RandomStream) -> Puzzle:
    """An empty board."""
    return Puzzle(GENRE, request.grid, clues={"distinct": True} if "distinct" in request.variants else {})


GENRE = Genre(
    key="takuzu",
    title="Takuzu",
    aliases=("binairo", "unruly", "binary"),
    rulebook=__doc__,
    sizes="any rectangle with even sides up to 64 by 64",
    variables=variables,
    constraints=constraints,
    validate=validate,
    blanks="._",
    clues=(ClueKind("distinct", "no two rows, and no two columns, are the same", None, stays, "flag"),),
    symmetry=Symmetry(values=True),
    formats=(SgtUnruly(), ROWS, GivenJson("takuzu", ROWS)),
    maker=Maker(
        sizes=tuple(range(4, 31, 2)),
        size=8,
        scaffold=scaffold,
        steps=StepMaker(eases=True),
        native=NativeMaker("givens"),
        rectangles=True,
        symmetric=True,
        variants={"distinct": "no two rows, and no two columns, are the same"},
    ),
    examples=(
        Example("1..0\n..0.\n.0..\n11..", 1, "four rows"),
        Example("0..1\n....\n....\n1..0", 16, "corners alone"),
        Example("0.\n.. distinct", 1, "two rows that differ"),
        Example("00\n..", 0, "a row of one kind"),
        Example("....\n....", 6, "two rows of four"),
    ),
    broken=(
        Broken("row", "....\n....\n....\n....", "0010001011011101"),
        Broken("column", "....\n....\n....\n....", "0011001111000011"),
        Broken("triple", "......\n......", "000111111000"),
        Broken("pair", "....\n....\n....\n.... distinct", "0011001111001100"),
    ),
)
