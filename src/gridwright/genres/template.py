"""Template: the genre to copy.

Rulebook: write 1, 2 or 3 in every cell so that cells that share a side differ.
Also called: nothing; it is here so that a complete genre fits on one page, and it is tested like the others.

To add a genre, copy this file, rename it, and write: the rulebook above; what the variables are (`space`); what is
printed besides givens (`clues`); the rules, one constraint for each thing that the rulebook says; examples; and for
each kind of group ("row", "cage" …) a filled board that breaks that rule and no other. Add `data/puzzles/<key>.txt` and
a line to the changelog. Validation, drawing, generation, enumeration and texts follow from the declarations; see
akari.py for a genre with a printed clue. `gridwright.testing.check_genre` says what is missing.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..formats.digits import Digits
from ..formats.sdk import Sdk
from ..kits.cells import CellLayout, Cells, side_by_side
from ..model import AllDifferent, Broken, Example, Genre, Group, Item, Symmetry, numbers


def rules(layout: CellLayout) -> Iterator[Item]:
    """Yield that cells that share a side differ."""
    for p, q in side_by_side(layout.grid).pairs:
        yield AllDifferent(Group("side", (p, q), cells=(layout.names[p], layout.names[q])))


GENRE = Genre(
    "Template",
    __doc__,
    sizes="3 to 9",
    space=Cells(numbers(3), square=(3, 9), blanks=".0_", gives_values=True),
    rules=rules,
    symmetry=Symmetry(values=True),
    formats=(Digits(), Sdk()),
    examples=(
        Example("2.3\n...\n3.1", 1, "the corners alone decide everything"),
        Example("1..\n..1\n.2.", 2, "two boards fit"),
        Example(".1.\n2.3\n...", 0, "the middle sees all three numbers"),
    ),
    broken=(Broken("side", ".........", "121 212 112"),),
)
