"""Nurikabe.

Rulebook: shade cells that have no number. Each area of white cells, an island, holds one number, which says how many
cells it has. All shaded cells, the sea, hang together, and nowhere fill a square of two by two.
Also called: Islands in the Stream, Cell Structure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ..formats.clue_grid import ClueGrid
from ..formats.clue_json import ClueJson
from ..formats.number16 import Number16
from ..formats.puzz_link import NumberLink
from ..model import (
    Areas,
    AtLeastOne,
    Broken,
    ClueKind,
    Connected,
    Constraint,
    Example,
    Genre,
    Grid,
    Group,
    Maker,
    Puzzle,
    RandomStream,
    Request,
    Solution,
    StepMaker,
    Variable,
)
from ..model.clue import per_cell
from ..model.constraints.areas import ANY
from ..model.maker import Engine
from ._parts import cells, none_without_entries, numbers_or_none
from ._shading import SHADED, WHITE, WHITE_OR_SHADED, in_one_piece, shaded_board, side_by_side, words

ROWS = ClueGrid("numbers", {"?": ANY})


def variables(puzzle: Puzzle) -> tuple[Variable, ...]:
    """White or shaded, each cell."""
    return cells(puzzle.grid, WHITE_OR_SHADED)


def constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    """Islands as their numbers say; one sea; no square of it."""
    grid = puzzle.grid
    numbers = tuple(number or 0 for number in puzzle.clue("numbers") or (None,) * len(grid))
    yield Areas(Group("islands", tuple(range(len(grid)))), WHITE, side_by_side(grid), numbers)
    yield from _sea(grid)


@lru_cache(maxsize=64)
def _sea(grid: Grid) -> tuple[Constraint, ...]:
    """What holds on every board of a size."""
    found: list[Constraint] = []
    for row in range(grid.rows - 1):
        for column in range(grid.columns - 1):
            square = tuple(grid.cell(row + down, column + right) for down in (0, 1) for right in (0, 1))
            saying = f"the square at {grid.name(square[0])} has a white cell"
            found.append(AtLeastOne(Group("square", square, cells=(grid.name(square[0]),)), WHITE, saying))
    found.append(Connected(Group("area", tuple(range(len(grid)))), SHADED, side_by_side(grid)))
    return tuple(found)


def validate(puzzle: Puzzle) -> None:
    """Numbers from 1 on, or ANY."""
    numbers_or_none(puzzle, "numbers", ANY, len(puzzle.grid))


def scaffold(request: Request, stream: RandomStream) -> Puzzle:
    """An empty board."""
    return Puzzle(GENRE, request.grid)


def complete(engine: Engine, puzzle: Puzzle, stream: RandomStream) -> Solution:
    """A sea that grows from one cell as long as there is room, without a square; then islands grow into it."""
    grid = puzzle.grid
    edge, values = [stream.below(len(grid))], [WHITE] * len(grid)
    while edge:
        at = stream.below(len(edge))
        cell, edge[at] = edge[at], edge[-1]
        edge.pop()
        if values[cell] == WHITE and not _fills_square(grid, values, cell):
            values[cell] = SHADED
            edge += (near for near in grid.beside(cell) if values[near] == WHITE)
    return _with_larger_islands(grid, values, stream)


def _with_larger_islands(grid: Grid, values: list[int], stream: RandomStream) -> Solution:
    """Cells of the sea join the islands beside them while the sea is one: else most islands would have one cell."""
    order = list(range(len(grid)))
    stream.shuffle(order)
    for cell in order:
        if values[cell] == WHITE:
            continue
        values[cell] = WHITE
        size = len(side_by_side(grid).area(cell, {x for x, value in enumerate(values) if value == WHITE}))
        if size == 1 or size > 2 + stream.below(LARGE_ISLAND - 1) or not _is_sea(grid, values, cell):
            values[cell] = SHADED
    return tuple(values)


def _fills_square(grid: Grid, values: Sequence[int], cell: int) -> bool:
    """Would a square of the sea be full with this cell?"""
    return any(all(values[q] == SHADED for q in square if q != cell) for square in _squares(grid)[cell])


@lru_cache(maxsize=16)
def _squares(grid: Grid) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Of each cell the squares that it is part of."""
    found: list[list[tuple[int, ...]]] = [[] for _ in range(len(grid))]
    for row in range(grid.rows - 1):
        for column in range(grid.columns - 1):
            square = tuple(grid.cell(row + down, column + right) for down in (0, 1) for right in (0, 1))
            for cell in square:
                found[cell].append(square)
    return tuple(map(tuple, found))


def derive(puzzle: Puzzle, solution: Solution, stream: RandomStream, request: Request) -> Puzzle | None:
    """A number somewhere on each island; None where an island is too large."""
    islands = list(side_by_side(puzzle.grid).areas({x for x, value in enumerate(solution) if value == WHITE}))
    if not islands or max(map(len, islands)) > LARGEST_ISLAND:
        return None
    numbers: list[int | None] = [None] * len(puzzle.grid)
    for island in islands:
        numbers[stream.choose(sorted(island))] = len(island)
    return Puzzle(GENRE, puzzle.grid, clues={"numbers": tuple(numbers)})


def vary(puzzle: Puzzle, solution: Solution, stream: RandomStream, where: int) -> tuple[Puzzle, Solution] | None:
    """The number of an island near a cell stands elsewhere on it, or a cell there goes over to island or sea."""
    grid, numbers = puzzle.grid, list(puzzle.clue("numbers"))
    near = [where, *grid.beside(where)]
    if stream.below(3):
        islands = [cell for cell in near if solution[cell] == WHITE]
        if not islands:
            return None
        island = side_by_side(grid).area(stream.choose(islands), {x for x, v in enumerate(solution) if v == WHITE})
        old = next(cell for cell in island if numbers[cell] is not None)
        new = stream.choose(sorted(island))
        numbers[old], numbers[new] = None, numbers[old]
        return Puzzle(GENRE, grid, clues={"numbers": tuple(numbers)}), solution
    cell = stream.choose(near)
    values = list(solution)
    values[cell] = SHADED if solution[cell] == WHITE else WHITE
    if not _is_sea(grid, values, cell):
        return None
    islands_now = list(side_by_side(grid).areas({x for x, value in enumerate(values) if value == WHITE}))
    if not islands_now or max(map(len, islands_now)) > LARGEST_ISLAND:
        return None
    if sum(len(island) == 1 for island in islands_now) > max(len(grid) // CELLS_A_SINGLE, numbers.count(1)):
        return None  # the smaller the islands, the less is in doubt: without a bound most would come to one cell
    moved: list[int | None] = [None] * len(grid)
    for island in islands_now:
        printed = [x for x in sorted(island) if numbers[x] is not None]
        moved[stream.choose(printed or sorted(island))] = len(island)
    return Puzzle(GENRE, grid, clues={"numbers": tuple(moved)}), tuple(values)


def _is_sea(grid: Grid, values: list[int], changed: int) -> bool:
    """Is the sea one, without a square, after a cell has changed?"""
    if values[changed] == SHADED and _fills_square(grid, values, changed):
        return False
    islands = {cell for cell, value in enumerate(values) if value == WHITE}
    return in_one_piece([grid.beside(cell) for cell in range(len(grid))], islands, len(grid))


LARGE_ISLAND, LARGEST_ISLAND = 7, 9
"""How large islands grow at the start, and at most by small changes."""
CELLS_A_SINGLE = 20
"""Small changes add no more islands of one cell than one for so many cells."""

GENRE = Genre(
    key="nurikabe",
    title="Nurikabe",
    rulebook=__doc__,
    sizes="any rectangle up to 64 by 64",
    variables=variables,
    constraints=constraints,
    validate=validate,
    normalise=none_without_entries("numbers"),
    drawing=lambda puzzle: shaded_board(puzzle, "numbers"),
    blanks="?.",
    clues=(
        ClueKind(
            "numbers", "the number of each cell, -1 for an island of any size, or None", None, per_cell, "numbers"
        ),
    ),
    words=words(
        "nurikabe",
        "dieses Nurikabe",
        {
            "islands": ("the islands", ("die Inseln", "bei den Inseln", "der Inseln")),
            "area": ("the sea", ("das Meer", "im Meer", "des Meers")),
            "square": (
                "the square at {cell}",
                ("das Quadrat bei {cell}", "im Quadrat bei {cell}", "des Quadrats bei {cell}"),
            ),
        },
    ),
    formats=(ROWS, NumberLink("nurikabe", "numbers", Number16, ANY), ClueJson("nurikabe", ROWS)),
    maker=Maker(
        sizes=tuple(range(4, 16)),
        size=7,
        scaffold=scaffold,
        steps=StepMaker(complete=complete, derive=derive, reduces=False, vary=vary, changes=200),
        rectangles=True,
    ),
    examples=(
        Example(".5...\n..2..\n.....\n..1..\n...3.", 1, "five rows"),
        Example("2..", 1, "one row"),
        Example("2.\n..", 2, "an island of two"),
        Example("..\n..", 0, "the sea would be a square"),
        Example("?.\n..", 7, "an island of any size"),
        Example("2.\n.. r1c2=#", 1, "a cell that is shaded already"),
    ),
    broken=(
        Broken("islands", "2..", ".##"),
        Broken("area", "..1..", "##.##"),
        Broken("square", "1..\n...", ".#####"),
    ),
)
