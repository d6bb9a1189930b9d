"""Masyu.

Rulebook: draw one closed loop through the centres of cells that passes every pearl and never meets itself. Through a
white pearl it goes straight on, and turns in the cell before it, behind it, or both. In a black pearl it turns, and
goes straight on through the cells before and behind it.
Also called: Mashu, Pearl.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..kits.clues import CellClue, Sign
from ..kits.loops import LineLayout, Loop
from ..kits.meanings import Fits
from ..kits.texts import texts
from ..model import Broken, Example, Genre, Item, Maker, Name, StepMaker
from .texts.pearls import Pearls

WHITE, BLACK = 1, 2


def fits(pearl: int, lines: Sequence[int]) -> bool:
    """Return True if the four lines at a pearl, and the four lines straight on behind them, suit it."""
    near, far = lines[:4], lines[4:]
    is_straight, behind = near[0] == near[2], [f for line, f in zip(near, far, strict=True) if line]
    if sum(near) != 2:
        return False
    return is_straight and not all(behind) if pearl == WHITE else not is_straight and all(behind)


LOOP = Loop(along="steps")
PEARLS = CellClue(
    "pearls", "1 for a white pearl, 2 for a black one, None for neither", WHITE, BLACK,
    signs={"o": Sign(WHITE, "○", "white"), "@": Sign(BLACK, "●", "black")},
    means=Fits(
        LineLayout.cross, fits, "pearl",
        ("the loop goes straight on and turns before or behind", "the loop turns and goes straight on twice"), lines=2,
    ),
)  # fmt: skip


def rules(layout: LineLayout) -> Iterator[Item]:
    """Yield no line or two in each cell; what pearls ask for; one loop."""
    yield LOOP.ends_nowhere(layout)
    yield PEARLS
    yield LOOP.one(layout, PEARLS)


def pearl(way: str, adjective: str) -> Name:
    """Return the nouns of a pearl."""
    cases = (f"die {adjective}e Perle", f"bei der {adjective}en Perle", f"der {adjective}en Perle")
    return Name("pearl", f"the {way} pearl at {{cell}}", cases, "in {cell}", way)


GENRE = Genre(
    "Masyu",
    __doc__,
    aliases=("mashu",),
    sizes="any rectangle up to 64 by 64",
    space=LOOP,
    clues=(PEARLS,),
    rules=rules,
    called=(pearl("white", "weiß"), pearl("black", "schwarz"), *LOOP.called),
    formats=texts("masyu", PEARLS, link=("mashu", Pearls, "masyu")),
    maker=Maker(range(4, 26), 8, rectangles=True, steps=StepMaker(complete=LOOP.drawn(PEARLS))),
    examples=(
        Example("..o...\n.@..o.\n......\n...@..\n.o....\n......", 1, "six rows"),
        Example("..\n..", 1, "four cells"),
        Example("@..\n...\n...", 2, "a black pearl in a corner"),
        Example("o.\n..", 0, "a white pearl has no corner"),
        Example(".o.\n...\n...", 4, "a white pearl at the edge"),
    ),
    broken=(
        Broken("dot", "..\n..", "+ + +  -  + + +     + + +"),
        Broken("pearl", "o..\n...", "+ + + +  - -  +|+ +|+  - -  + + + +"),
        Broken("pearl", ".@.\n...", "+ + + +  - -  +|+ +|+  - -  + + + +"),
        Broken("loop", "....\n....", "+ + + + +  -   -  +|+|+|+|+  -   -  + + + + +"),
    ),
)
