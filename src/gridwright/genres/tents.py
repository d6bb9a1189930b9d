"""Tents.

Rulebook: put tents beside trees so that trees and tents pair off, each pair side by side. No two tents touch, not even
at a corner. The numbers say how many tents stand in a row or column.
Also called: Tents and Trees, Camping.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..kits.cells import CellLayout, Cells, touching
from ..kits.clues import CellClue, LineClue, Sign
from ..kits.glyphs import polygon
from ..kits.marks import never_touch
from ..kits.meanings import Exactly
from ..kits.values import Thing
from ..model import (
    AtLeastOne,
    Broken,
    Example,
    Genre,
    Group,
    Item,
    Maker,
    Name,
    Paired,
    RandomStream,
    Request,
    StepMaker,
)  # fmt: skip
from .texts.tent_texts import SgtTents, TentJson, TentRows, TentsLink

OUTLINE, DOOR = ((0, -0.34), (0.34, 0.289), (-0.34, 0.289)), ((0, -0.034), (-0.119, 0.289), (0.119, 0.289))
TENT = Thing("tent", "T", de=("Zelt", "n", "Zelte"), icon=polygon(OUTLINE) + polygon(DOOR))
TREES = CellClue(
    "trees", "1 for a cell with a tree, None for the others", 1, 1, bare=1, signs={"T": Sign(1, "♣")}, is_hole=True,
    is_layout=True,
)  # fmt: skip
COUNTS = LineClue(
    "counts", "how many tents each column has, then each row; None where it is not said", 0,
    lambda grid: max(grid.rows, grid.columns), means=Exactly(TENT.value, CellLayout.line, "column", "row"),
    keeps=lambda request: "few-counts" not in request.variants,
)  # fmt: skip


def rules(layout: CellLayout) -> Iterator[Item]:
    """Yield trees and tents in pairs, the numbers of tents in lines, and that tents never touch."""
    beside = tuple([layout.beside(tree) for tree in layout.holes])
    for tree, members in zip(layout.holes, beside, strict=True):
        if members:  # follows from the pairs, but people look at one tree
            name = layout.grid.name(tree)
            group = Group("trees", members, cells=(name,))
            yield AtLeastOne(group, TENT.value, f"the tree at {name} has a tent beside it")
    sentence = "every tree has a tent of its own beside it, and every tent its tree"
    yield Paired(Group("trees", layout.everything), TENT.value, beside, sentence)
    yield COUNTS
    yield never_touch(layout, TENT.value)


TENTS = 20
"""Share of the cells that get a tent, in per cent."""


def trees(request: Request, stream: RandomStream) -> dict[str, Any]:
    """Return a tree beside each of some tents that do not touch, without the tents."""
    grid = request.grid
    order, tents, trees, taken = list(range(len(grid))), set[int](), set[int](), set[int]()
    stream.shuffle(order)
    for cell in order:
        if cell in trees or cell in taken or 100 * len(tents) >= TENTS * len(grid):
            continue
        free = [near for near in grid.beside(cell) if near not in tents and near not in trees]
        if free:
            tents.add(cell)
            taken |= {cell, *touching(grid)[cell]}
            trees.add(stream.choose(free))
    return {"trees": tuple(1 if cell in trees else None for cell in range(len(grid)))}


GENRE = Genre(
    "Tents",
    __doc__,
    aliases=("tents-and-trees",),
    sizes="any rectangle up to 64 by 64",
    space=Cells(TENT, holes=TREES, spellings={"x": "."}, nothing="expected trees, and cells for tents"),
    clues=(TREES, COUNTS),
    rules=rules,
    called=(
        Name("trees", "the tree at {cell}", ("der Baum", "am Baum", "des Baums", "den Baum"), "in {cell}"),
        Name("trees", "the trees", ("die Bäume", "bei den Bäumen", "der Bäume")),
    ),
    formats=(SgtTents(), TentRows(), TentsLink(), TentJson("tents")),
    maker=Maker(
        range(3, 31), 8, layout=trees, rectangles=True, steps=StepMaker(tries=8, draws_solutions=True),
        variants={"few-counts": "counts that are not needed are left out"},
    ),
    examples=(
        Example("T.\n..|1,.|.,.", 1, "one tree"),
        Example("T.\n..|.,.|.,.", 2, "above or below"),
        Example("TT\n..|.,.|.,.", 0, "the tents would touch"),
        Example("..T..\n.....\n.T..T\n...T.\n.T...|2,.,0,.,.|1,.,.,.,1", 1, "five rows"),
        Example("T.\n..|.,.|.,. r1c2=T", 1, "a tent that is given"),
        Example("T..\n...\n..T|1,.,.|.,.,.", 1, "two trees"),
    ),
    broken=(
        Broken("trees", "T...\n....|.,.,.,.|.,.", "...T...."),
        Broken("row", "T..\n...|.,.,.|1,.", "...T.."),
        Broken("column", "T..\n...|1,.,.|.,.", ".T...."),
        Broken("touch", "T..\n..T|.,.,.|.,.", ".T..T."),
    ),
)  # fmt: skip
