"""Akari.

Rulebook: put lamps into white cells so that every white cell is lit. A lamp lights its own cell and every white cell of
its row and column as far as the next black one; no two lamps light each other. The number in a black cell says how many
lamps stand beside it.
Also called: Light Up.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..formats.number4 import Number4
from ..kits.cells import CellLayout, Cells
from ..kits.clues import CellClue, Sign, scattered
from ..kits.glyphs import disc, rays
from ..kits.meanings import Exactly
from ..kits.texts import sgt_runs, texts
from ..kits.values import Thing
from ..model import AtLeastOne, Broken, Count, Example, Genre, Group, Item, Maker, Name, StepMaker

LAMP = Thing("lamp", "L", de=("Lampe", "f", "Lampen"), icon=disc(0.2016) + rays(8, 0.2592, 0.36))
WALLS = CellClue(
    "walls", "of each black cell its number, or -1; None for a white one", 0, 4, bare=-1, signs={"#": Sign(-1)},
    is_hole=True, is_black=True, is_layout=True, means=Exactly(LAMP.value, CellLayout.beside, "clue"),
)  # fmt: skip


def rules(layout: CellLayout) -> Iterator[Item]:
    """Yield at most one lamp in a run, at least one that lights each cell, and the numbers of walls."""
    for run in layout.runs:
        if len(run.members) > 1:
            yield Count(run, LAMP.value, 0, 1)
    for name, members in zip(layout.names, layout.in_sight, strict=True):
        yield AtLeastOne(Group("light", members, cells=(name,)), LAMP.value, f"{name} is lit")
    yield WALLS


GENRE = Genre(
    "Akari",
    __doc__,
    aliases=("light-up", "lightup"),
    sizes="any rectangle up to 100 by 100",
    space=Cells(LAMP, holes=WALLS, spellings={"x": ".", "*": "L"}),
    clues=(WALLS,),
    rules=rules,
    called=(
        Name("run", "the run from {cell}", ("das Stück", "im Stück", "des Stücks"), "ab {cell}"),
        Name("light", "the light on {cell}", ("das Licht", "beim Licht", "des Lichts"), "auf {cell}"),
        Name("clue", "the {clue} at {cell}", ("die {clue}", "an der {clue}", "der {clue}"), "in {cell}"),
    ),
    formats=texts(
        "akari",
        WALLS,
        sgt=sgt_runs("Light Up", WALLS, {"B": -1}, params=r"(?:b[0-9]{1,3})?(?:s[0-4])?(?:d[012])?"),
        link=("akari", Number4, "lightup"),
    ),
    maker=Maker(
        range(3, 31), 7, layout=scattered(WALLS, percent=22), rectangles=True, symmetric=True,
        steps=StepMaker(tries=4, draws_solutions=True),
    ),
    examples=(
        Example("1..\n...\n..1", 2, "either pair of corners"),
        Example("#.#\n.4.\n#.#", 1, "four lamps around a 4"),
        Example("...2\n.#2.\n...2\n0#1.", 1, "numbers decide it"),
        Example("1..\n...\n..1 r1c2=L", 1, "a lamp that is given"),
        Example("0.\n.#", 0, "a cell that nothing may light"),
        Example(".#.", 1, "two cells by themselves"),
    ),
    broken=(
        Broken("run", "...", "L.L"),
        Broken("light", "...\n.#.\n...", "L........"),
        Broken("clue", "0..\n...", ".L.L.."),
    ),
)  # fmt: skip
