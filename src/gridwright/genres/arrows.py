"""Arrows.

Rulebook: write a number into every cell. It says how many different numbers stand in the cells that the cell's arrow
points at, all the way to the edge of the board; an arrow that points off the board counts nothing, which is 0.
Also called: Japanese Arrows.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from ..formats.arrow_grid import ArrowGrid, CompassGrid
from ..formats.arrow_json import ArrowJson
from ..formats.arrow_line import ArrowLine, CompassLine
from ..model import (
    Broken,
    ClueKind,
    Constraint,
    Enumeration,
    Example,
    Genre,
    Grid,
    Group,
    Maker,
    NativeMaker,
    Puzzle,
    PuzzleError,
    RandomStream,
    Request,
    Variable,
    View,
)
from ..model import numerals as numbers_from_0
from ..model.compact import Compact, Statement
from ..model.direction import ARROWS, ahead, turned
from ..model.drawing import Arrow, Feature
from ._parts import cells

LARGEST = 16


def variables(puzzle: Puzzle) -> tuple[Variable, ...]:
    """A number in each cell, up to what a line of the longer side can show."""
    return cells(puzzle.grid, numbers_from_0(max(puzzle.grid.rows, puzzle.grid.columns) - 1))


def constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    """Every arrow counts the different numbers that it points at."""
    grid = puzzle.grid
    for cell, arrow in enumerate(puzzle.clue("arrows")):
        seen, name = ahead(grid, cell, arrow), grid.name(cell)
        yield View(Group("view", seen, cells=(name,)), cell, f"the arrow at {name} {_counts(grid, seen)}")


def statements(puzzle: Puzzle, kind: int) -> list[Statement]:
    """What each arrow counts."""
    grid = puzzle.grid
    views = [(ahead(grid, cell, arrow), cell) for cell, arrow in enumerate(puzzle.clue("arrows"))]
    return [("view", kind, (*seen, cell), len(seen), ()) for seen, cell in views]


def _counts(grid: Grid, seen: tuple[int, ...]) -> str:
    if not seen:
        return "leaves the board and counts nothing"
    where = grid.name(seen[0]) if len(seen) == 1 else f"{grid.name(seen[0])} to {grid.name(seen[-1])}"
    return f"counts the different numbers in {where}"


def drawing(puzzle: Puzzle) -> Iterator[Feature]:
    """The arrows."""
    for cell, arrow in enumerate(puzzle.clue("arrows")):
        yield Arrow(cell, arrow)


def normalise(grid: Grid, clues: dict[str, Any]) -> dict[str, Any]:
    """A list of arrows and a text of them are the same."""
    if isinstance(clues.get("arrows"), list | tuple):
        clues["arrows"] = "".join(map(str, clues["arrows"]))
    return clues


def validate(puzzle: Puzzle) -> None:
    """A board of up to 16 rows and columns; an arrow for each cell."""
    grid, arrows = puzzle.grid, puzzle.clue("arrows")
    if max(grid.rows, grid.columns) > LARGEST:
        raise PuzzleError(f"expected at most {LARGEST} rows and columns, found {grid.rows} by {grid.columns}")
    if not isinstance(arrows, str) or len(arrows) != len(grid):
        found = len(arrows) if isinstance(arrows, str) else repr(arrows)
        raise PuzzleError(f"expected an arrow for each of {len(grid)} cells, found {found}")
    for cell, arrow in enumerate(arrows):
        if arrow not in ARROWS:
            raise PuzzleError(f"{grid.name(cell)}: expected an arrow, one of {ARROWS}, found {arrow!r}")


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


MOST_ONES = 40
"""In 100 numbers, where nobody says; boards of up to 16 cells may have more."""
TASTE = {
    "rounds": 3, "tried": 5, "nodes": 20_000, "zeros": 8, "mends": 20_000, "careless": 4, "outward": 10, "draws": 20,
    "fill_nodes": 300,
}  # fmt: skip
"""How boards are made: `kernel/makers/sight_lines.cpp` says what each number is."""
MOST_SEARCHED = 12
"""Rows for whose eight directions a search finds numbers: beyond, it looks in vain."""


def scaffold(request: Request, stream: RandomStream) -> Puzzle:
    """A board whose arrows all point up: the generator draws others."""
    grid = Grid(request.size, request.columns or request.size)
    return Puzzle(GENRE, grid, clues={"arrows": ARROWS[0] * len(grid)})


def layouts(request: Request) -> Iterator[Puzzle]:
    """Every arrow in every cell."""
    grid = Grid(request.size, request.columns or request.size)
    for arrows in product(_directions(request), repeat=len(grid)):
        yield Puzzle(GENRE, grid, clues={"arrows": "".join(arrows)})


def number_of_layouts(request: Request, stream: RandomStream) -> float:
    """Known."""
    return float(len(_directions(request)) ** (request.size * (request.columns or request.size)))


def _directions(request: Request) -> str:
    return ARROWS if "eight" in request.variants else ARROWS[::2]


def _numbers(request: Request) -> dict[str, int]:
    eight, longer = "eight" in request.variants, max(request.grid.rows, request.grid.columns)
    most_ones = MOST_ONES if request.most_ones is None else int(request.most_ones)
    return {
        **TASTE,
        "diagonal": eight,
        "numbers_first": not eight or longer > MOST_SEARCHED,
        "highest": max(1, 2 * longer // 3),
        "most_ones": 100 if len(request.grid) <= 16 else most_ones,
    }


GENRE = Genre(
    key="arrows",
    title="Arrows",
    aliases=("japanese-arrows",),
    rulebook=__doc__,
    compact=Compact(("view",), statements),
    sizes="1 to 16 rows and columns",
    variables=variables,
    constraints=constraints,
    validate=validate,
    normalise=normalise,
    drawing=drawing,
    blanks="._",
    clues=(ClueKind("arrows", "the arrow of each cell in reading order: ↑ ↗ → ↘ ↓ ↙ ← ↖", "", turned, "directions"),),
    formats=(ArrowLine(), CompassLine(), ArrowGrid(), CompassGrid(), ArrowJson()),
    enumeration=Enumeration(layouts, number_of_layouts),
    maker=Maker(
        sizes=tuple(range(3, 17)),
        size=6,
        rectangles=True,
        scaffold=scaffold,
        steps=None,
        native=NativeMaker(
            "sight-lines",
            numbers=_numbers,
            clues=lambda blank, labels, cages: {"arrows": "".join(ARROWS[each] for each in labels)},
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
)
