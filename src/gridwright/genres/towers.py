"""Towers.

Rulebook: fill the board with towers so that every row and every column holds each height from 1 to n exactly once. A
number outside says how many towers are seen from there along its line: a tower hides all lower ones behind it.
Also called: Skyscrapers.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..formats.marks import Marks, MarksLine
from ..formats.square_json import SquareJson
from ..kits.cells import CellLayout
from ..kits.squares import EndClue, Latin, SeenAlong, full_lines
from ..model import Broken, Example, Genre, Item, Maker, StepMaker
from ..model.maker import latin_square
from .texts.sgt_towers import SgtTowers, TowersLine
from .texts.tower_grid import TowerGrid

VIEWS = EndClue(
    "views", "how many towers are seen: from above, below, left and right, or None", 1, lambda grid: grid.rows,
    means=SeenAlong("view"),
)  # fmt: skip


def rules(layout: CellLayout) -> Iterator[Item]:
    """Yield each height once in every row and column, and the numbers of towers that are seen."""
    yield full_lines(layout.grid)
    yield VIEWS


FIVE = """
  1 3 . 3 .
1 . . . . . 2
2 . . . . . .
3 . . . . . 3
2 . . . . . 3
. . . . . . .
  3 2 3 1 3
"""

GENRE = Genre(
    "Towers",
    __doc__,
    aliases=("skyscrapers",),
    sizes="3 to 16",
    space=Latin(3, 16),
    clues=(VIEWS,),
    rules=rules,
    formats=(
        SgtTowers(),
        TowersLine(),
        TowerGrid(),
        MarksLine(),
        Marks(),
        SquareJson(
            "towers",
            VIEWS,
            title="clues of the four sides, and givens (JSON)",
            about="`size`, `views` (`top`, `bottom`, `left`, `right`: a number or null each), `givens` and `marks`.",
        ),
    ),
    maker=Maker(range(3, 10), 5, steps=StepMaker(complete=latin_square)),
    examples=(
        Example(FIVE, 1, "five rows"),
        Example("4:2/1/4/3//////1//3/2/2//2", 1, "four rows"),
        Example("4:2/1/4////////1/////", 3, "four rows, some clues short"),
        Example("3:3/3//////////", 0, "two columns cannot both climb"),
        Example("4:/1/4/3////////////,a4b4k", 1, "givens"),
    ),
    broken=(
        Broken("row", "3:1///////////", "311 122 233"),
        Broken("column", "3:1///////////", "123 123 123"),
        Broken("view", "3:1///////////", "123 231 312"),
    ),
)
