"""Unequal.

Rulebook: fill the board so that every row and every column holds each number from 1 to n exactly once. A sign between
two cells opens towards the greater number.
Adjacent: bars instead of signs. Neighbours with a bar between them differ by exactly one, and those without do not.
Also called: Futoshiki, Hutosiki; with bars Consecutive Latin square.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..formats.marks import Marks, MarksLine
from ..formats.sign_grid import SignGrid
from ..formats.square_json import SquareJson
from ..kits.cells import CellLayout
from ..kits.clues import PairClue
from ..kits.pairs import consecutive, greater, not_consecutive
from ..kits.squares import Latin, full_lines
from ..model import Broken, Example, Genre, Item, Maker, StepMaker
from ..model.maker import latin_square
from .texts.sgt_unequal import SgtUnequal

SIGNS = PairClue(
    "signs", "(greater, lesser) of each sign between two cells", default=(), unless="adjacent", kinds=("sign",),
    constraint=greater, holds=lambda a, b: a > b,
    is_compiled_last=True,
)  # fmt: skip
BARS = PairClue(
    "bars", "Adjacent: the pairs of neighbours that differ by one; all others do not", variant="adjacent",
    kinds=("bar", "gap"), constraint=consecutive, absence=not_consecutive, holds=lambda a, b: abs(a - b) == 1,
    directed=False, bar=True, excludes="signs",
)  # fmt: skip


def rules(layout: CellLayout) -> Iterator[Item]:
    """Yield each number once in every row and column; signs; bars and their absence."""
    yield full_lines(layout.grid)
    yield SIGNS
    yield BARS


FIVE = """
. .<.>.>.
      ^ ^
. . . .<.
      ^
.<. .<. .
v v
. .<. . .
    v   ^
. . .<.>.
"""
WITH_BARS = """
.|. . .
  -
. .|. .
- - - -
. . 1 .
      -
. . .|.
"""

GENRE = Genre(
    "Unequal",
    __doc__,
    aliases=("futoshiki", "adjacent"),
    sizes="3 to 16",
    space=Latin(3, 16),
    clues=(SIGNS, BARS),
    rules=rules,
    formats=(
        SgtUnequal(), SignGrid(), MarksLine(), Marks(),
        SquareJson(
            "unequal", SIGNS, BARS, title="signs or bars, and givens (JSON)",
            about="`size`, `signs` (`r1c1>r1c2`) or `bars` (`r1c1|r1c2`), and optionally `givens` and `marks`.",
        ),
    ),
    maker=Maker(
        range(3, 10), 5, steps=StepMaker(complete=latin_square),
        variants={"adjacent": "bars between neighbours that differ by one, and no signs"},
    ),
    examples=(
        Example(FIVE, 1, "five rows"),
        Example(WITH_BARS, 1, "Adjacent: bars"),
        Example("5:0,0,0RL,0R,0,0,0,0,0,0UL,0D,0DL,0,0UL,0,0,0,0DL,0,0,0,0,0,0RL,0U,", 20, "one sign short: 28"),
        Example("3:0D,0,0,0R,0R,0,0,0,0U,", 0, "a chain of four numbers on three rows"),
        Example(
            "6a:0,0D,0,0,0D,0D,0,0UR,0RDL,0DL,0UR,0UL,0D,0D,3UR,0UL,0D,0D,0UR,0UDL,0,0D,0U,0U,0,0U,0R,5URL,0DL,0D,"
            "0R,0L,0,0R,0UL,0U,",
            1,
            "six rows with bars",
        ),
    ),
    broken=(
        Broken("row", "3:0R,0,0,0,0,0,0,0,0,", "211 122 333"),
        Broken("column", "3:0R,0,0,0,0,0,0,0,0,", "213 123 123"),
        Broken("sign", "3:0R,0,0,0,0,0,0,0,0,", "123 231 312"),
        Broken("bar", "3a:0RD,0RDL,0DL,0URD,0URDL,0UDL,0UR,0URL,0UL,", "123 231 312"),
        Broken("gap", "3a:0R,0L,0,0,0,0,0,0,0,", "123 231 312"),
    ),
)  # fmt: skip
