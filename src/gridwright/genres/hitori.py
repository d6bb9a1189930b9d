"""Hitori.

Rulebook: shade cells so that no row and no column shows a number twice in white cells. Shaded cells never share a side,
and all white cells hang together.
Also called: Singles, Hitori ni shite kure.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ..formats.clue_grid import ClueGrid
from ..formats.clue_json import ClueJson
from ..formats.number36 import Number36
from ..formats.puzz_link import NumberLink
from ..formats.sgt_singles import SgtSingles
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
    Puzzle,
    PuzzleError,
    RandomStream,
    Request,
    Solution,
    StepMaker,
    Variable,
)
from ..model.clue import per_cell
from ..model.maker import Engine
from ._parts import cells, numbers_or_none
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

LARGEST = 61
ROWS = ClueGrid("numbers")


def variables(puzzle: Puzzle) -> tuple[Variable, ...]:
    """White or shaded, each cell."""
    return cells(puzzle.grid, WHITE_OR_SHADED)


def constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    """Of equal numbers in a line at most one is white; shaded cells apart; white ones in one piece."""
    grid, numbers = puzzle.grid, puzzle.clue("numbers")
    for way, lines in (("row", grid.row_lines), ("column", grid.column_lines)):
        for n, line in enumerate(lines, start=1):
            for number in sorted({numbers[cell] for cell in line if numbers[cell] is not None}):
                alike = tuple(cell for cell in line if numbers[cell] == number)
                if len(alike) > 1:
                    yield Count(Group("repeat", alike, number=n, clue=number, way=way), WHITE, 0, 1)
    yield from _shape(grid)


@lru_cache(maxsize=64)
def _shape(grid: Grid) -> tuple[Constraint, ...]:
    """What holds on every board of a size."""
    everything = Group("area", tuple(range(len(grid))))
    return (*never_beside(grid), Connected(everything, WHITE, side_by_side(grid)))


def validate(puzzle: Puzzle) -> None:
    """A number in each cell, or none."""
    if puzzle.clue("numbers") is None:
        raise PuzzleError("the board has no numbers")
    numbers_or_none(puzzle, "numbers", 0, LARGEST)


def scaffold(request: Request, stream: RandomStream) -> Puzzle:
    """A board on which no number repeats: part of a Latin square."""
    grid, size = request.grid, max(request.grid.rows, request.grid.columns)
    rows, columns, names = list(range(size)), list(range(size)), list(range(1, size + 1))
    for each in (rows, columns, names):
        stream.shuffle(each)
    spots = map(grid.position, range(len(grid)))
    numbers = tuple(names[(rows[row] + columns[column]) % size] for row, column in spots)
    return Puzzle(GENRE, grid, clues={"numbers": numbers})


def complete(engine: Engine, puzzle: Puzzle, stream: RandomStream) -> Solution:
    """As many shaded cells as find room."""
    shaded = shaded_apart(puzzle.grid, len(puzzle.grid), stream)
    return tuple(SHADED if cell in shaded else WHITE for cell in range(len(puzzle.grid)))


def derive(puzzle: Puzzle, solution: Solution, stream: RandomStream, request: Request) -> Puzzle:
    """Under each shaded cell a number that its row or column has in a white one."""
    numbers = list(puzzle.clue("numbers"))
    for cell, value in enumerate(solution):
        if value == SHADED:
            numbers[cell] = numbers[stream.choose(_white_in_line(puzzle.grid, solution, cell))]
    return Puzzle(GENRE, puzzle.grid, clues={"numbers": tuple(numbers)})


def vary(puzzle: Puzzle, solution: Solution, stream: RandomStream, where: int) -> tuple[Puzzle, Solution] | None:
    """Another number under a shaded cell, this one or one that it shares a line with."""
    grid, numbers = puzzle.grid, list(puzzle.clue("numbers"))
    row, column = grid.position(where)
    near = [where, *grid.row_lines[row], *grid.column_lines[column]]
    shaded = [cell for cell in near if solution[cell] == SHADED]
    if not shaded:
        return None
    cell = where if solution[where] == SHADED and stream.below(2) else stream.choose(shaded)
    now = numbers[cell]
    others = sorted({numbers[q] for q in _white_in_line(grid, solution, cell)} - {now})
    if not others:
        return None
    numbers[cell] = stream.choose(others)
    return Puzzle(GENRE, grid, clues={"numbers": tuple(numbers)}), solution


def _white_in_line(grid: Grid, solution: Solution, cell: int) -> list[int]:
    """The white cells of a cell's row and column."""
    row, column = grid.position(cell)
    return [q for q in (*grid.row_lines[row], *grid.column_lines[column]) if solution[q] == WHITE]


GENRE = Genre(
    key="hitori",
    title="Hitori",
    aliases=("singles",),
    rulebook=__doc__,
    sizes="any rectangle up to 64 by 64",
    variables=variables,
    constraints=constraints,
    validate=validate,
    drawing=lambda puzzle: shaded_board(puzzle, "numbers"),
    blanks="?.",
    clues=(ClueKind("numbers", "the number of each cell, or None", None, per_cell, "numbers"),),
    words=words(
        "hitori",
        "dieses Hitori",
        {
            "repeat row": (
                "the {clue}s of row {n}",
                ("die {clue}er in Zeile {n}", "bei den {clue}ern in Zeile {n}", "der {clue}er in Zeile {n}"),
            ),
            "repeat column": (
                "the {clue}s of column {n}",
                ("die {clue}er in Spalte {n}", "bei den {clue}ern in Spalte {n}", "der {clue}er in Spalte {n}"),
            ),
            "area": ("the white cells", ("die weißen Felder", "in den weißen Feldern", "der weißen Felder")),
        },
    ),
    formats=(SgtSingles(), ROWS, NumberLink("hitori", "numbers", Number36), ClueJson("hitori", ROWS)),
    maker=Maker(
        sizes=tuple(range(4, 21)),
        size=6,
        scaffold=scaffold,
        steps=StepMaker(complete=complete, derive=derive, reduces=False, vary=vary, changes=200),
        rectangles=True,
    ),
    examples=(
        Example("1114\n1423\n3321\n4213", 1, "four rows"),
        Example("12\n21", 5, "nothing repeats: shade what you like"),
        Example("111\n222\n333", 0, "three alike in every row"),
        Example("121\n232\n313", 2, "three rows"),
        Example("1114\n1423\n3321\n4213 r1c1=#", 1, "a cell that is shaded already"),
    ),
    broken=(
        Broken("repeat", "1114\n1423\n3321\n4213", "................"),
        Broken("beside", "1114\n1423\n3321\n4213", "#.#......##....#"),
        Broken("area", "1114\n1423\n3321\n4213", "#.#.....#.#..#.#"),
    ),
)
