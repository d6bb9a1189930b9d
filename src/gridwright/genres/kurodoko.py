"""Kurodoko.

Rulebook: shade cells that have no number. Each number says how many white cells can be seen from it along its row and
column, itself included, as far as the next shaded cell or the edge. Shaded cells never share a side, and all white
cells hang together.
Also called: Range, Kuromasu, Where is black cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile

from ..formats.clue_grid import ClueGrid
from ..formats.clue_json import ClueJson
from ..formats.number16 import Number16
from ..formats.puzz_link import NumberLink
from ..formats.sgt_range import SgtRange
from ..model import (
    Broken,
    ClueKind,
    Connected,
    Constraint,
    Count,
    Example,
    Genre,
    Grid,
    Group,
    Maker,
    PrintedClues,
    Puzzle,
    RandomStream,
    Relation,
    Request,
    Solution,
    StepMaker,
    Variable,
    VisibleCells,
)
from ..model.clue import per_cell
from ..model.maker import Engine
from ._parts import cells, none_without_entries, numbers_or_none
from ._shading import (
    SHADED,
    WHITE,
    WHITE_OR_SHADED,
    never_beside,
    shaded_apart,
    shaded_board,
    side_by_side,
    words,
)

UNSAID = -1
"""A white cell that does not say what it sees."""
ROWS = ClueGrid("numbers", {"?": UNSAID})


def variables(puzzle: Puzzle) -> tuple[Variable, ...]:
    """White or shaded, each cell."""
    return cells(puzzle.grid, WHITE_OR_SHADED)


def constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    """Numbers are white and see so many; shaded cells apart; white ones in one piece."""
    yield from (clue for _, clue in _numbers(puzzle))
    yield from _shape(puzzle.grid)


def _numbers(puzzle: Puzzle) -> Iterator[tuple[int, Relation]]:
    """Of each number its cell and what it says."""
    grid = puzzle.grid
    for cell, number in enumerate(puzzle.clue("numbers") or ()):
        if number is None:
            continue
        yield cell, Count.exactly(Group("number", (cell,), cells=(grid.name(cell),)), SHADED, 0)
        if number != UNSAID:
            rays = _rays(grid)[cell]
            group = Group("sight", tuple(q for ray in rays for q in ray), cells=(grid.name(cell),), clue=number)
            yield cell, VisibleCells(group, SHADED, number, tuple(map(len, rays)), own=True)


@lru_cache(maxsize=64)
def _rays(grid: Grid) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """From each cell the cells above, to the right, below and to the left, the nearest first."""
    found = []
    for cell in range(len(grid)):
        row, column = grid.position(cell)
        across, down = grid.row_lines[row], grid.column_lines[column]
        rays = (down[:row][::-1], across[column + 1 :], down[row + 1 :], across[:column][::-1])
        found.append(tuple(ray for ray in rays if ray))
    return tuple(found)


@lru_cache(maxsize=64)
def _shape(grid: Grid) -> tuple[Constraint, ...]:
    """What holds on every board of a size."""
    return (*never_beside(grid), Connected(Group("area", tuple(range(len(grid)))), WHITE, side_by_side(grid)))


def validate(puzzle: Puzzle) -> None:
    """Numbers that a cell can see at the most."""
    numbers_or_none(puzzle, "numbers", UNSAID, puzzle.grid.rows + puzzle.grid.columns - 1)


def scaffold(request: Request, stream: RandomStream) -> Puzzle:
    """An empty board."""
    return Puzzle(GENRE, request.grid)


def complete(engine: Engine, puzzle: Puzzle, stream: RandomStream) -> Solution:
    """Cells shaded at random."""
    n = len(puzzle.grid)
    shaded = shaded_apart(puzzle.grid, n * (50 + stream.below(51)) // 100, stream)
    return tuple(SHADED if cell in shaded else WHITE for cell in range(n))


def derive(puzzle: Puzzle, solution: Solution, stream: RandomStream, request: Request) -> Puzzle:
    """A number in every white cell."""
    numbers: list[int | None] = []
    for cell, rays in enumerate(_rays(puzzle.grid)):
        seen = (len(list(takewhile(lambda q: solution[q] == WHITE, ray))) for ray in rays)
        numbers.append(1 + sum(seen) if solution[cell] == WHITE else None)
    return Puzzle(GENRE, puzzle.grid, clues={"numbers": tuple(numbers)})


GENRE = Genre(
    key="kurodoko",
    title="Kurodoko",
    aliases=("range", "kuromasu"),
    rulebook=__doc__,
    sizes="any rectangle up to 64 by 64",
    variables=variables,
    constraints=constraints,
    validate=validate,
    normalise=none_without_entries("numbers"),
    drawing=lambda puzzle: shaded_board(puzzle, "numbers"),
    blanks="?.",
    clues=(
        ClueKind("numbers", "the number of each cell, -1 for one without a number, or None", None, per_cell, "numbers"),
    ),
    words=words(
        "kurodoko",
        "dieses Kurodoko",
        {
            "sight": (
                "the {clue} at {cell}",
                ("die {clue} in {cell}", "bei der {clue} in {cell}", "der {clue} in {cell}"),
            ),
            "number": ("the number at {cell}", ("die Zahl in {cell}", "bei der Zahl in {cell}", "der Zahl in {cell}")),
            "area": ("the white cells", ("die weißen Felder", "in den weißen Feldern", "der weißen Felder")),
        },
    ),
    formats=(SgtRange(), ROWS, NumberLink("kurodoko", "numbers", Number16, UNSAID), ClueJson("kurodoko", ROWS)),
    maker=Maker(
        sizes=tuple(range(3, 26)),
        size=8,
        scaffold=scaffold,
        steps=StepMaker(
            complete=complete, derive=derive, printed=PrintedClues("numbers", _numbers, ("number", "sight"), tiers=2)
        ),
        rectangles=True,
    ),
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
