"""Takuzu.

Rulebook: write 0 or 1 into every cell so that no three cells side by side in a row or column are alike, and every row
and column holds as many 0s as 1s. Where it is said, no two rows are the same, and no two columns.
Also called: Binairo, Binary Puzzle, Unruly.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..formats.given_grid import GivenGrid
from ..formats.given_json import GivenJson
from ..kits.cells import CellLayout, Cells
from ..kits.clues import Option
from ..model import (
    Broken,
    Constraint,
    Count,
    DifferentLines,
    Domain,
    Example,
    Genre,
    Group,
    Item,
    Maker,
    NativeMaker,
    NotAlike,
    Puzzle,
    PuzzleError,
    StepMaker,
    Symmetry,
)  # fmt: skip
from .texts.sgt_unruly import SgtUnruly

DISTINCT = Option("distinct", "no two rows, and no two columns, are the same", None, variant="distinct")
ROWS = GivenGrid("distinct")


def rules(layout: CellLayout) -> Iterator[Item]:
    """Yield half 0s and half 1s in each line, no three alike in a row, and that lines differ where it is printed."""
    lines = layout.rows_and_columns
    for line in lines:  # one of the two counts would do, but people count both
        yield [Count.exactly(line, bit, len(line.members) // 2) for bit in (0, 1)]
    for line in lines:
        for members in zip(line.members, line.members[1:], line.members[2:], strict=False):
            yield NotAlike(Group("triple", members, cells=(layout.names[members[0]], layout.names[members[2]])))
    pairs = [(line, other) for line, other in combinations(lines, 2) if line.kind == other.kind]
    different: list[Constraint] = []

    def distinct(puzzle: Puzzle) -> list[Constraint]:
        if not puzzle.clue("distinct"):
            return []
        if not different:
            different.extend(DifferentLines.of(line, other) for line, other in pairs)
        return different

    yield distinct


def check(puzzle: Puzzle) -> None:
    """Raise PuzzleError unless lines have an even length."""
    grid = puzzle.grid
    if grid.rows % 2 or grid.columns % 2 or max(grid.rows, grid.columns) > 64:
        raise PuzzleError(f"expected even numbers of rows and columns up to 64, found {grid.rows} by {grid.columns}")


GENRE = Genre(
    "Takuzu",
    __doc__,
    aliases=("binairo", "unruly", "binary"),
    sizes="any rectangle with even sides up to 64 by 64",
    space=Cells(Domain("01"), blanks="._", gives_values=True),
    clues=(DISTINCT,),
    rules=rules,
    checks=check,
    symmetry=Symmetry(values=True),
    formats=(SgtUnruly(), ROWS, GivenJson("takuzu", ROWS)),
    maker=Maker(
        range(4, 31, 2), 8, rectangles=True, symmetric=True, steps=StepMaker(eases=True), native=NativeMaker("givens"),
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
)  # fmt: skip
