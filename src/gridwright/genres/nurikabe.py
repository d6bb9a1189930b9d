"""Nurikabe.

Rulebook: shade cells that have no number. Each area of white cells, an island, holds one number, which says how many
cells it has. All shaded cells, the sea, hang together, and nowhere fill a square of two by two.
Also called: Islands in the Stream, Cell Structure.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..formats.number16 import Number16
from ..kits.cells import CellLayout, Cells
from ..kits.clues import CellClue, Sign
from ..kits.islands import Islands
from ..kits.shading import AreaSize, areas, no_square, one_piece
from ..kits.texts import texts
from ..kits.values import Shade
from ..model import Broken, Example, Genre, Item, Maker, Name, StepMaker

SHADE = Shade()
NUMBERS = CellClue(
    "numbers", "the number of each cell, -1 for an island of any size, or None", 1, len, bare=-1,
    signs={"?": Sign(-1, "?")}, is_layout=True, means=AreaSize(SHADE.white),
)  # fmt: skip
ISLANDS = Islands(NUMBERS, largest_start=7, largest=9, cells_for_a_single=20)


def rules(layout: CellLayout) -> Iterator[Item]:
    """Yield islands of the sizes that numbers say, no square of the sea, and one sea."""
    yield areas(layout, NUMBERS)
    yield no_square(layout, SHADE.white, "the square at {cell} has a white cell")
    yield one_piece(layout, SHADE.value)


GENRE = Genre(
    "Nurikabe",
    __doc__,
    sizes="any rectangle up to 64 by 64",
    space=Cells(SHADE),
    clues=(NUMBERS,),
    rules=rules,
    called=(
        Name("islands", "the islands", ("die Inseln", "bei den Inseln", "der Inseln")),
        Name("area", "the sea", ("das Meer", "im Meer", "des Meers")),
        Name("square", "the square at {cell}", ("das Quadrat", "im Quadrat", "des Quadrats"), "bei {cell}"),
    ),
    formats=texts("nurikabe", NUMBERS, link=("nurikabe", Number16)),
    maker=Maker(
        range(4, 16), 7, rectangles=True,
        steps=StepMaker(
            complete=ISLANDS.complete, derive=ISLANDS.derive, reduces=False, vary=ISLANDS.vary, changes=200
        ),
    ),
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
)  # fmt: skip
