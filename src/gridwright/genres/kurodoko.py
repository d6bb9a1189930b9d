"""Kurodoko.

Rulebook: shade cells that have no number. Each number says how many white cells can be seen from it along its row and
column, itself included, as far as the next shaded cell or the edge. Shaded cells never share a side, and all white
cells hang together.
Also called: Range, Kuromasu, Where is black cells.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..formats.number16 import Number16
from ..kits.cells import CellLayout, Cells
from ..kits.clues import CellClue, Sign
from ..kits.meanings import Both, Never, Sees
from ..kits.shading import apart_at_random, never_beside, one_piece
from ..kits.texts import sgt_numbers, texts
from ..kits.values import Shade
from ..model import Broken, Example, Genre, Item, Maker, Name, StepMaker

SHADE = Shade()
NUMBERS = CellClue(
    "numbers", "the number of each cell, -1 for one without a number, or None", 1,
    lambda grid: grid.rows + grid.columns - 1, bare=-1, signs={"?": Sign(-1, "?")},
    means=Both(Never(SHADE.value), Sees(SHADE.value)),
)  # fmt: skip


def rules(layout: CellLayout) -> Iterator[Item]:
    """Yield the numbers, which are white; that shaded cells lie apart; that white cells are connected."""
    yield NUMBERS
    yield never_beside(layout.grid)
    yield one_piece(layout, SHADE.white)


GENRE = Genre(
    "Kurodoko",
    __doc__,
    aliases=("range", "kuromasu"),
    sizes="any rectangle up to 64 by 64",
    space=Cells(SHADE),
    clues=(NUMBERS,),
    rules=rules,
    called=(
        Name("sight", "the {clue} at {cell}", ("die {clue}", "bei der {clue}", "der {clue}"), "in {cell}"),
        Name("number", "the number at {cell}", ("die Zahl", "bei der Zahl", "der Zahl"), "in {cell}"),
        Name("area", "the white cells", ("die weißen Felder", "in den weißen Feldern", "der weißen Felder")),
    ),
    formats=texts("kurodoko", NUMBERS, sgt=sgt_numbers("Range", NUMBERS), link=("kurodoko", Number16)),
    maker=Maker(range(3, 26), 8, rectangles=True, steps=StepMaker(complete=apart_at_random(50), tiers=2)),
    examples=(
        Example("...7.\n5....\n..2..\n....2\n.4...", 1, "five rows"),
        Example("2.\n..", 2, "two ways to see two"),
        Example("1..", 0, "what sees only itself would cut off the rest"),
        Example("3..", 1, "a row in which everything is seen"),
        Example("2.\n.. r1c2=#", 1, "a cell that is shaded already"),
    ),
    broken=(
        Broken("sight", "3..\n...", "......"),
        Broken("number", "?..\n...", "#....."),
        Broken("beside", "...\n..3\n...", "....#..#."),
        Broken("area", "...\n...\n..?", ".....#.#."),
    ),
)
