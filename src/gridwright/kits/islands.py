"""Random islands in a sea: white areas, shaded cells in one piece without a full square of two by two."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ..model.answer import Solution
from ..model.grid import Grid
from ..model.maker import Engine, Request
from ..model.puzzle import Puzzle
from ..model.random_stream import RandomStream
from .cells import side_by_side
from .clues import CellClue
from .shading import SHADED, WHITE, in_one_piece


class Islands:
    """A maker of boards on which each white area prints its size once."""

    def __init__(self, clue: CellClue, *, largest_start: int, largest: int, cells_for_a_single: int) -> None:
        """Set the taste.

        Islands begin with at most `largest_start` cells and end with at most `largest`. Changes add at most one island
        of one cell for `cells_for_a_single` cells of the board: without a bound most islands would have one cell.
        """
        self.clue, self.largest_start, self.largest = clue, largest_start, largest
        self.cells_for_a_single = cells_for_a_single

    def complete(self, engine: Engine, puzzle: Puzzle, stream: RandomStream) -> Solution:
        """Return a sea that grows from one cell as long as there is room, with islands that grow into it."""
        grid = puzzle.grid
        edge, values = [stream.below(len(grid))], [WHITE] * len(grid)
        while edge:
            at = stream.below(len(edge))
            cell, edge[at] = edge[at], edge[-1]
            edge.pop()
            if values[cell] == WHITE and not _fills_square(grid, values, cell):
                values[cell] = SHADED
                edge += (near for near in grid.beside(cell) if values[near] == WHITE)
        order = list(range(len(grid)))
        stream.shuffle(order)
        for cell in order:  # cells of the sea join islands beside them: else most islands would have one cell
            if values[cell] == WHITE:
                continue
            values[cell] = WHITE
            size = len(side_by_side(grid).area(cell, _white(values)))
            if size == 1 or size > 2 + stream.below(self.largest_start - 1) or not _is_sea(grid, values, cell):
                values[cell] = SHADED
        return tuple(values)

    def derive(
        self, puzzle: Puzzle, solution: Solution, stream: RandomStream, request: Request
    ) -> Puzzle | None:  # fmt: skip
        """Return the puzzle with a number somewhere on each island; None if an island is too large."""
        islands = list(side_by_side(puzzle.grid).areas(_white(solution)))
        if not islands or max(map(len, islands)) > self.largest:
            return None
        numbers: list[int | None] = [None] * len(puzzle.grid)
        for island in islands:
            numbers[stream.choose(sorted(island))] = len(island)
        return self._printed(puzzle, numbers)

    def vary(
        self, puzzle: Puzzle, solution: Solution, stream: RandomStream, where: int
    ) -> tuple[Puzzle, Solution] | None:
        """Move the number of an island near a cell, or let a cell there change between island and sea.

        Return the changed puzzle and its solution; None if the drawn change is not possible.
        """
        grid, numbers = puzzle.grid, list(self.clue.entries(puzzle))
        near = [where, *grid.beside(where)]
        if stream.below(3):
            white_cells = [cell for cell in near if solution[cell] == WHITE]
            if not white_cells:
                return None
            island = side_by_side(grid).area(stream.choose(white_cells), _white(solution))
            old = next(cell for cell in island if numbers[cell] is not None)
            new = stream.choose(sorted(island))
            numbers[old], numbers[new] = None, numbers[old]
            return self._printed(puzzle, numbers), solution
        cell = stream.choose(near)
        values = list(solution)
        values[cell] = SHADED if solution[cell] == WHITE else WHITE
        if not _is_sea(grid, values, cell):
            return None
        islands = list(side_by_side(grid).areas(_white(values)))
        if not islands or max(map(len, islands)) > self.largest:
            return None
        singles = sum(len(island) == 1 for island in islands)
        if singles > max(len(grid) // self.cells_for_a_single, numbers.count(1)):
            return None
        moved: list[int | None] = [None] * len(grid)
        for island in islands:
            printed = [x for x in sorted(island) if numbers[x] is not None]
            moved[stream.choose(printed or sorted(island))] = len(island)
        return self._printed(puzzle, moved), tuple(values)

    def _printed(self, puzzle: Puzzle, numbers: Sequence[int | None]) -> Puzzle:
        return Puzzle(puzzle.genre, puzzle.grid, clues={self.clue.key: tuple(numbers)})


def _white(values: Sequence[int]) -> set[int]:
    return {x for x, value in enumerate(values) if value == WHITE}


def _fills_square(grid: Grid, values: Sequence[int], cell: int) -> bool:
    """Return True if shading the cell would fill a square of two by two."""
    return any(all(values[q] == SHADED for q in square if q != cell) for square in _squares(grid)[cell])


def _is_sea(grid: Grid, values: Sequence[int], changed: int) -> bool:
    """Return True if the sea is in one piece and without a full square after one cell has changed."""
    if values[changed] == SHADED and _fills_square(grid, values, changed):
        return False
    return in_one_piece([grid.beside(cell) for cell in range(len(grid))], _white(values), len(grid))


@lru_cache(maxsize=16)
def _squares(grid: Grid) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the squares of two by two that each cell is part of."""
    squares: list[list[tuple[int, ...]]] = [[] for _ in range(len(grid))]
    for row in range(grid.rows - 1):
        for column in range(grid.columns - 1):
            square = tuple(grid.cell(row + down, column + right) for down in (0, 1) for right in (0, 1))
            for cell in square:
                squares[cell].append(square)
    return tuple(map(tuple, squares))
