"""Hitori.

Rulebook: shade cells so that no row and no column shows a number twice in white cells. Shaded cells never share a side,
and all white cells hang together.
Also called: Singles, Hitori ni shite kure.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..formats.number36 import Number36
from ..kits.cells import CellLayout, Cells
from ..kits.clues import CellClue
from ..kits.shading import apart_at_random, never_beside, one_piece
from ..kits.texts import sgt_signs, texts
from ..kits.values import Shade
from ..model import (
    Broken,
    Constraint,
    Count,
    Example,
    Genre,
    Grid,
    Group,
    Item,
    Maker,
    Name,
    Puzzle,
    RandomStream,
    Request,
    Solution,
    StepMaker,
)  # fmt: skip

SHADE = Shade()
NUMBERS = CellClue(
    "numbers", "the number of each cell, or None", 0, 61, required=True, is_layout=True,
    enumerated=lambda grid: range(1, max(grid.rows, grid.columns) + 1),
)  # fmt: skip


def rules(layout: CellLayout) -> Iterator[Item]:
    """Yield at most one white cell among equal numbers of a line; that shaded cells lie apart; white ones connected."""
    yield repeats
    yield never_beside(layout.grid)
    yield one_piece(layout, SHADE.white)


def repeats(puzzle: Puzzle) -> list[Constraint]:
    """Return that of equal numbers in a line at most one is white."""
    grid, numbers = puzzle.grid, puzzle.clue("numbers")
    counts: list[Constraint] = []
    for way, lines in (("row", grid.row_lines), ("column", grid.column_lines)):
        for n, line in enumerate(lines, start=1):
            for number in sorted({numbers[cell] for cell in line if numbers[cell] is not None}):
                alike = tuple(cell for cell in line if numbers[cell] == number)
                if len(alike) > 1:
                    counts.append(Count(Group("repeat", alike, number=n, clue=number, way=way), SHADE.white, 0, 1))
    return counts


def without_repeats(request: Request, stream: RandomStream) -> dict[str, Any]:
    """Return numbers of which none repeats in a line: part of a Latin square."""
    grid, size = request.grid, max(request.grid.rows, request.grid.columns)
    rows, columns, names = list(range(size)), list(range(size)), list(range(1, size + 1))
    for order in (rows, columns, names):
        stream.shuffle(order)
    places = map(grid.position, range(len(grid)))
    return {"numbers": tuple(names[(rows[row] + columns[column]) % size] for row, column in places)}


def derive(puzzle: Puzzle, solution: Solution, stream: RandomStream, request: Request) -> Puzzle:
    """Return the puzzle with a number under each shaded cell that a white cell of its row or column has."""
    numbers = list(puzzle.clue("numbers"))
    for cell, value in enumerate(solution):
        if value == SHADE.value:
            numbers[cell] = numbers[stream.choose(_white_in_line(puzzle.grid, solution, cell))]
    return Puzzle(puzzle.genre, puzzle.grid, clues={"numbers": tuple(numbers)})


def vary(puzzle: Puzzle, solution: Solution, stream: RandomStream, where: int) -> tuple[Puzzle, Solution] | None:
    """Change the number under a shaded cell: this cell, or one that shares a line with it."""
    grid, numbers = puzzle.grid, list(puzzle.clue("numbers"))
    row, column = grid.position(where)
    near = [where, *grid.row_lines[row], *grid.column_lines[column]]
    shaded = [cell for cell in near if solution[cell] == SHADE.value]
    if not shaded:
        return None
    cell = where if solution[where] == SHADE.value and stream.below(2) else stream.choose(shaded)
    others = sorted({numbers[q] for q in _white_in_line(grid, solution, cell)} - {numbers[cell]})
    if not others:
        return None
    numbers[cell] = stream.choose(others)
    return Puzzle(puzzle.genre, grid, clues={"numbers": tuple(numbers)}), solution


def _white_in_line(grid: Grid, solution: Solution, cell: int) -> list[int]:
    """Return the white cells of a cell's row and column."""
    row, column = grid.position(cell)
    return [q for q in (*grid.row_lines[row], *grid.column_lines[column]) if solution[q] == SHADE.white]


def repeat(way: str, line: str) -> Name:
    """Return the nouns of equal numbers in a line."""
    cases = ("die {clue}er", "bei den {clue}ern", "der {clue}er")
    return Name("repeat", f"the {{clue}}s of {way} {{n}}", cases, f"in {line} {{n}}", way)


GENRE = Genre(
    "Hitori",
    __doc__,
    aliases=("singles",),
    sizes="any rectangle up to 64 by 64",
    space=Cells(SHADE),
    clues=(NUMBERS,),
    rules=rules,
    called=(
        repeat("row", "Zeile"),
        repeat("column", "Spalte"),
        Name("area", "the white cells", ("die weißen Felder", "in den weißen Feldern", "der weißen Felder")),
    ),
    formats=texts("hitori", NUMBERS, sgt=sgt_signs("Singles", NUMBERS, params="(?:d[ek])?"), link=("hitori", Number36)),
    maker=Maker(
        range(4, 21), 6, layout=without_repeats, rectangles=True,
        steps=StepMaker(complete=apart_at_random(), derive=derive, reduces=False, vary=vary, changes=200),
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
)  # fmt: skip
