"""Slitherlink.

Rulebook: draw one closed loop along the lines of the board, from dot to dot, that never meets itself. The number in a
cell says how many of its four sides are part of the loop.
Also called: Loopy, Fences, Loop the Loop, Takegaki.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..formats.number4 import Number4
from ..kits.clues import CellClue
from ..kits.loops import LineLayout, Loop
from ..kits.meanings import Exactly
from ..kits.texts import sgt_runs, texts
from ..model import Broken, Example, Genre, Item, Maker, Name, StepMaker

LOOP = Loop(along="borders")
NUMBERS = CellClue(
    "numbers", "the number of each cell, or None", 0, 4, means=Exactly(LOOP.value, LineLayout.around, "clue")
)


def rules(layout: LineLayout) -> Iterator[Item]:
    """Yield the numbers of lines around cells; at a dot no line or two; one loop."""
    yield NUMBERS
    yield LOOP.ends_nowhere(layout)
    yield LOOP.one(layout, NUMBERS)


GENRE = Genre(
    "Slitherlink",
    __doc__,
    aliases=("loopy", "slither"),
    sizes="any rectangle up to 64 by 64",
    space=LOOP,
    clues=(NUMBERS,),
    rules=rules,
    called=(
        Name("clue", "the {clue} at {cell}", ("die {clue}", "um die {clue}", "der {clue}"), "bei {cell}"),
        *LOOP.called,
    ),
    formats=texts(
        "slitherlink",
        NUMBERS,
        sgt=sgt_runs("Loopy", NUMBERS, params=r"(?:t0)?(?:d[enth])?", title="sgt-puzzles Loopy game ID (squares)"),
        link=("slither", Number4, "slitherlink"),
    ),
    maker=Maker(range(3, 31), 7, rectangles=True, symmetric=True, steps=StepMaker(complete=LOOP.drawn())),
    examples=(
        Example("33\n..", 1, "two threes side by side"),
        Example("4", 1, "a loop around one cell"),
        Example("..", 3, "nothing said: a long loop and two short ones"),
        Example("3.\n..\n22", 1, "a board that is no square"),
        Example("3..\n.11 r1c1n=-", 1, "a line that is given"),
        Example("44", 0, "a line between two fours would be where three lines meet"),
        Example("4.4", 0, "two loops are not one"),
    ),
    broken=(
        Broken("clue", "2.", "+-+-+|   |+-+-+"),
        Broken("dot", "3.", "+-+-+|   |+-+ +"),
        Broken("loop", "4.4", "+-+ +-+| | | |+-+ +-+"),
    ),
)
