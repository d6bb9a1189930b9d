"""Latin square.

Rulebook: fill the board so that every row and every column holds each number from 1 to n exactly once.
Also called: Latin square completion, quasigroup completion.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..formats.digits import Digits
from ..formats.marks import Marks, MarksLine
from ..formats.sdk import Sdk
from ..formats.square_json import SquareJson
from ..kits.cells import CellLayout
from ..kits.squares import Latin, full_lines
from ..model import Broken, Example, Genre, Item, Maker, NativeMaker, Symmetry


def rules(layout: CellLayout) -> Iterator[Item]:
    """Yield each number once in every row and column."""
    yield full_lines(layout.grid)


GENRE = Genre(
    "Latin Square",
    __doc__,
    key="latin",
    aliases=("latin-square",),
    sizes="2 to 25",
    space=Latin(2, 25),
    rules=rules,
    symmetry=Symmetry(lines=lambda puzzle: (puzzle.grid.rows, puzzle.grid.columns), values=True),
    formats=(
        Digits(),
        Sdk(),
        MarksLine(),
        Marks(),
        SquareJson(
            "latin",
            title="size and givens (JSON)",
            about="`size` and `givens` by cell or as rows; optionally `marks` (open numbers a cell).",
        ),
    ),
    maker=Maker(range(3, 17), 6, native=NativeMaker("givens"), symmetric=True),
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
