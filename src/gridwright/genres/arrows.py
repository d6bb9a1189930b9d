"""Arrows.

Rulebook: write a number into every cell. It says how many different numbers stand in the cells that the cell's arrow
points at, all the way to the edge of the board; an arrow that points off the board counts nothing, which is 0.
Also called: Japanese Arrows.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..formats.arrow_grid import ArrowGrid, CompassGrid
from ..formats.arrow_json import ArrowJson
from ..formats.arrow_line import ArrowLine, CompassLine
from ..kits.cells import CellLayout, Numbers
from ..kits.directions import ArrowClue
from ..model import (
    Broken,
    Example,
    Genre,
    Grid,
    Group,
    Item,
    Maker,
    NativeMaker,
    Puzzle,
    PuzzleError,
    Request,
    View,
    numerals,
)  # fmt: skip
from ..model.direction import ARROWS

LARGEST = 16
MOST_ONES = 40
"""Share of 1s in a solution, in per cent, if the recipe names none. Boards of up to 16 cells may have more."""
TASTE = {
    "rounds": 3, "tried": 5, "nodes": 20_000, "zeros": 8, "mends": 20_000, "careless": 4, "outward": 10, "draws": 20,
    "fill_nodes": 300,
}  # fmt: skip
"""Numbers that the kernel's maker takes: `kernel/makers/sight_lines.cpp` says what each one is."""
MOST_SEARCHED = 12
"""Largest number of rows for whose eight directions a search finds numbers in time."""


def taste(request: Request) -> dict[str, int]:
    """Return the numbers that the kernel's maker takes."""
    is_eight, longer = "eight" in request.variants, max(request.grid.rows, request.grid.columns)
    most_ones = MOST_ONES if request.most_ones is None else int(request.most_ones)
    return {
        **TASTE,
        "diagonal": is_eight,
        "numbers_first": not is_eight or longer > MOST_SEARCHED,
        "highest": max(1, 2 * longer // 3),
        "most_ones": 100 if len(request.grid) <= 16 else most_ones,
    }


def view(grid: Grid, cell: int, seen: tuple[int, ...]) -> View:
    """Return that the number of a cell counts the different numbers ahead of its arrow."""
    name = grid.name(cell)
    if not seen:
        sentence = "leaves the board and counts nothing"
    else:
        where = grid.name(seen[0]) if len(seen) == 1 else f"{grid.name(seen[0])} to {grid.name(seen[-1])}"
        sentence = f"counts the different numbers in {where}"
    return View(Group("view", seen, cells=(name,)), cell, f"the arrow at {name} {sentence}")


VIEWS = ArrowClue("arrows", "the arrow of each cell in reading order: ↑ ↗ → ↘ ↓ ↙ ← ↖", "view", view, diagonal="eight")


def rules(layout: CellLayout) -> Iterator[Item]:
    """Yield that every arrow counts the different numbers that it points at."""
    yield VIEWS


def check(puzzle: Puzzle) -> None:
    """Raise PuzzleError if the board is too large."""
    grid = puzzle.grid
    if max(grid.rows, grid.columns) > LARGEST:
        raise PuzzleError(f"expected at most {LARGEST} rows and columns, found {grid.rows} by {grid.columns}")


FIVE = """
→. →. ↓. ↓. →.
↓. ↓. →. ↑. →.
↓. ←. ↓. ←. ↓.
↑1 ↑. ↓. ←. ↓.
→. ←. →. →. ←2
"""
FRAMED = """
+----+----+----+----+
| →. | →. | ↓. | ↑. |
+----+----+----+----+
| ↑. | ←. | ←. | ←. |
+----+----+----+----+
| →. | ↑. | ←. | ↑. |
+----+----+----+----+
| ↑. | ←. | ↑. | ←3 |
+----+----+----+----+
"""

GENRE = Genre(
    "Arrows",
    __doc__,
    aliases=("japanese-arrows",),
    sizes="1 to 16 rows and columns",
    space=Numbers(
        lambda grid: numerals(max(grid.rows, grid.columns) - 1), blanks="._", gives_values=False
    ),
    clues=(VIEWS,),
    rules=rules,
    checks=check,
    formats=(ArrowLine(), CompassLine(), ArrowGrid(), CompassGrid(), ArrowJson()),
    maker=Maker(
        range(3, 17), 6, rectangles=True, steps=None,
        native=NativeMaker(
            "sight-lines",
            numbers=taste,
            clues=lambda blank, labels, cages: {"arrows": "".join(ARROWS[label] for label in labels)},
        ),
        variants={"eight": "arrows point in eight directions, not four"},
    ),
    examples=(
        Example(FIVE, 1, "five rows, four directions"),
        Example(FRAMED, 1, "four rows, in a frame"),
        Example("se,s,sw,w,sw/e1,ne,ne,n,w/s,n,se,sw,s/e,ne,s,se,n/s,w,e,e,s", 1, "eight directions, in ASCII"),
        Example("↓↓←←←/↑→↑↓←/→←↑→↑1", 1, "three rows of five"),
        Example("↓→1↓/←→←2/↑↓↑2", 1, "two arrows that face each other and do not count the same"),
        Example("↓↓↑/←→↑/→↑↓", 2, "three rows without a clue"),
        Example("↑↑↓↖/↗↘↑←/←↖←↖/←↘↓↖", 0, "arrows that cannot all count right"),
    ),
    broken=(Broken("view", "→↓/↑←", "01 11"),),
)  # fmt: skip
