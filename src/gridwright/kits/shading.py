"""The kit of shaded cells: cells that lie apart, cells in one piece, areas of a size; random shading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from ..model.answer import Solution
from ..model.constraint import Constraint
from ..model.constraints.areas import Areas
from ..model.constraints.at_least_one import AtLeastOne
from ..model.constraints.connected import Connected
from ..model.constraints.not_both import NotBoth
from ..model.grid import Grid
from ..model.group import Group
from ..model.puzzle import Puzzle
from ..model.random_stream import RandomStream
from ..model.space import PerPuzzle
from .cells import CellLayout, side_by_side
from .clues import Entries
from .meanings import Meaning, Values
from .values import Shade

WHITE, SHADED = Shade.white, Shade.value


@lru_cache(maxsize=64)
def never_beside(grid: Grid) -> tuple[NotBoth, ...]:
    """Return that no two shaded cells share a side."""
    return tuple(
        NotBoth(Group("beside", (p, q), cells=(grid.name(p), grid.name(q))), SHADED)
        for p, q in side_by_side(grid).pairs
    )


def one_piece(layout: CellLayout, value: int) -> Constraint:
    """Return that all cells of a value are connected."""
    return Connected(Group("area", layout.everything), value, side_by_side(layout.grid))


def no_square(layout: CellLayout, value: int, sentence: str) -> list[AtLeastOne]:
    """Return that every square of two by two cells has a cell with the value. `sentence` is about `{cell}`."""
    names = layout.names
    return [
        AtLeastOne(Group("square", square, cells=(names[square[0]],)), value, sentence.format(cell=names[square[0]]))
        for square in layout.squares
    ]


class AreaSize(Meaning):
    """An entry is the number of cells in the area of its cell. One constraint reads all entries: see `areas`."""

    def __init__(self, value: int, kind: str = "islands") -> None:
        self.value, self.kinds = value, (kind,)

    def constraints(self, clue: Entries, layout: CellLayout, site: int, entry: int) -> Iterable[Constraint]:
        """Return nothing: `areas` states all entries together."""
        return ()

    def measure(self, layout: CellLayout, site: int, values: Values) -> int | None:
        """Return the size of the area, or None in a cell of another value."""
        if values[site] != self.value:
            return None
        cells = {x for x, value in enumerate(values) if value == self.value}
        return len(side_by_side(layout.grid).area(site, cells))


def areas(layout: CellLayout, clue: Entries) -> PerPuzzle:
    """Return that each area has exactly one entry of the clue: the number of its cells."""
    assert isinstance(clue.means, AreaSize)
    group, value, beside = Group(clue.kinds[0], layout.everything), clue.means.value, side_by_side(layout.grid)
    return lambda puzzle: Areas(group, value, beside, tuple([entry or 0 for entry in clue.entries(puzzle)]))


# Random shading


def apart_at_random(least: int = 100) -> Callable[[Any, Puzzle, RandomStream], Solution]:
    """Return a maker of shadings whose cells lie apart. Between `least` per cent of the cells and all are tried."""

    def complete(engine: Any, puzzle: Puzzle, stream: RandomStream) -> Solution:
        n = len(puzzle.grid)
        tried = n if least == 100 else n * (least + stream.below(101 - least)) // 100
        shaded = shaded_apart(puzzle.grid, tried, stream)
        return tuple(SHADED if cell in shaded else WHITE for cell in range(n))

    return complete


def shaded_apart(grid: Grid, tried: int, stream: RandomStream) -> set[int]:
    """Return cells of which no two share a side and that leave the others in one piece; the first `tried` are tried."""
    order, shaded = list(range(len(grid))), set[int]()
    stream.shuffle(order)
    beside, rows, columns = [grid.beside(cell) for cell in range(len(grid))], grid.rows, grid.columns
    for cell in order[:tried]:
        if any(near in shaded for near in beside[cell]):
            continue
        row, column = grid.position(cell)
        walls = sum(
            0 <= r < rows and 0 <= c < columns and grid.cell(r, c) in shaded
            for r in (row - 1, row + 1)
            for c in (column - 1, column + 1)
        ) + (row in (0, rows - 1) or column in (0, columns - 1))
        if walls < 2 or in_one_piece(beside, shaded | {cell}, len(grid)):
            shaded.add(cell)
    return shaded


def in_one_piece(beside: Sequence[Sequence[int]], without: set[int], cells: int) -> bool:
    """Return True if all cells except these are connected."""
    first = next((cell for cell in range(cells) if cell not in without), None)
    if first is None:
        return False
    reached, edge = {first} | without, [first]
    while edge:
        for near in beside[edge.pop()]:
            if near not in reached:
                reached.add(near)
                edge.append(near)
    return len(reached) == cells
