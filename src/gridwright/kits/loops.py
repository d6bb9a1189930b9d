"""The kit of loops: lines along borders or steps, none or two at a point, one closed loop.

Loop(along="borders")    from dot to dot (slitherlink); `along="steps"` from the centre of a cell to the next (masyu)
LOOP.ends_nowhere        at each point no line or two
LOOP.one(layout, CLUE)   one loop, through all that is printed
LOOP.drawn(CLUE)         a random loop: the edge of an area without holes that nowhere touches itself at a corner
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, Literal

from ..model.answer import Solution
from ..model.board_text import LineText
from ..model.constraint import Constraint
from ..model.constraints.one_loop import LOOP, POINT, OneLoop
from ..model.constraints.table import Table
from ..model.drawing import Feature, Lattice
from ..model.errors import PuzzleError
from ..model.grid import Grid, grid_of
from ..model.group import Group
from ..model.naming import Name
from ..model.puzzle import Puzzle
from ..model.random_stream import RandomStream
from ..model.space import Layout, PerPuzzle, Space
from ..model.variable import Variable, Variables
from .clues import Entries
from .values import Line

Along = Literal["steps", "borders"]
UP, RIGHT, DOWN, LEFT = (-1, 0), (0, 1), (1, 0), (0, -1)


class LineLayout(Layout):
    """A variable for each line between two points: dots at the corners of cells, or the centres of cells."""

    def __init__(self, grid: Grid, along: Along, first: int = 0) -> None:
        lines = grid.steps if along == "steps" else grid.borders
        super().__init__(grid, Variables(Variable(line, Line.domain) for line in lines), first)
        self.along = along
        self.points = grid.cells if along == "steps" else grid.corners
        number = {point.name: n for n, point in enumerate(self.points)}
        kind: Literal["cell", "corner"] = "cell" if along == "steps" else "corner"
        points_of = [[number[point.name] for point in grid.neighbours(line, kind)] for line in lines]
        self.ends = tuple([(p, q) for p, q in points_of])
        """The two points of each line."""
        self.between = {frozenset(ends): x for x, ends in enumerate(self.ends, start=first)}
        """The variable between two points."""
        self._variable = {variable.name: x for x, variable in enumerate(self.variables, start=first)}

    def starting_at(self, first: int) -> LineLayout:
        """Return the layout with its variables numbered from `first`."""
        return LineLayout(self.grid, self.along, first)

    @cached_property
    def at_point(self) -> tuple[tuple[int, ...], ...]:
        """The variables at each point, in the order of the points that they lead to."""
        kind: Literal["step", "border"] = "step" if self.along == "steps" else "border"
        x = self._variable
        return tuple(tuple(x[line.name] for line in self.grid.neighbours(point, kind)) for point in self.points)

    def around(self, cell: int) -> tuple[int, ...]:
        """Return the variables of the borders of a cell."""
        return self._around[cell]

    @cached_property
    def _around(self) -> tuple[tuple[int, ...], ...]:
        x = self._variable
        return tuple(tuple(x[line.name] for line in self.grid.neighbours(cell, "border")) for cell in self.grid.cells)

    def cross(self, cell: int) -> tuple[int | None, ...]:
        """Return the steps from a cell up, right, down and left, then the steps straight on behind these.

        None stands for a step that leads off the board.
        """
        grid, (row, column) = self.grid, self.grid.position(cell)

        def step(way: tuple[int, int], distance: int) -> int | None:
            spots = [(row + way[0] * k, column + way[1] * k) for k in (distance, distance + 1)]
            inside = all(0 <= r < grid.rows and 0 <= c < grid.columns for r, c in spots)
            return self.between[frozenset(grid.cell(r, c) for r, c in spots)] if inside else None

        return tuple(step(way, distance) for distance in (0, 1) for way in (UP, RIGHT, DOWN, LEFT))

    @cached_property
    def squares(self) -> Grid:
        """The squares that a loop can enclose: the cells, or the squares between the centres of cells."""
        return self.grid if self.along == "borders" else grid_of(self.grid.rows - 1, self.grid.columns - 1)

    @cached_property
    def sides(self) -> tuple[tuple[int, int], ...]:
        """The squares on both sides of each line; -1 is outside."""
        grid, squares = self.grid, self.squares
        if self.along == "borders":
            cells = [[cell.number for cell in grid.neighbours(v.place, "cell")] for v in self.variables]
            return tuple((both[0], both[1] if len(both) > 1 else -1) for both in cells)

        def square_at(row: int, column: int) -> int:
            return squares.cell(row, column) if 0 <= row < squares.rows and 0 <= column < squares.columns else -1

        sides = []
        for p, q in self.ends:
            (row, column), is_upright = grid.position(min(p, q)), abs(p - q) > 1
            sides.append(
                (square_at(row, column - 1) if is_upright else square_at(row - 1, column), square_at(row, column))
            )
        return tuple(sides)

    def edge(self, inside: set[int]) -> Solution:
        """Return the loop around an area of squares."""
        return tuple([int((p in inside) != (q in inside)) for p, q in self.sides])


class Loop(Space):
    """One closed loop, along the borders of cells or along the steps between them."""

    text = LineText({"x": " "}, upright={"-": "|"})
    blanks = "."
    value = Line.value
    values = (Line(),)

    def __init__(self, along: Along) -> None:
        self.along: Along = along
        self.kit = f"loop-{along}"
        self.spellings = {"|": "-"}

    def layout(self, puzzle: Puzzle) -> LineLayout:
        """Return the layout of the puzzle's grid."""
        return line_layout(puzzle.grid, self.along)

    def check_layout(self, puzzle: Puzzle) -> None:
        """Raise PuzzleError if there is no line."""
        if self.along == "steps" and len(puzzle.grid) < 2:
            raise PuzzleError("expected a board of two cells at the least")

    def below(self) -> Iterable[Feature]:
        """Return the dots."""
        return (Lattice(),) if self.along == "borders" else ()

    def icons(self) -> Iterable[Feature]:
        """Return the pictures of a line and of a cross."""
        return Line.icons

    @property
    def called(self) -> tuple[Name, ...]:
        """The nouns of its points and of the loop."""
        return (CELL if self.along == "steps" else DOT, ONE_LOOP)

    # Rules

    def ends_nowhere(self, layout: LineLayout) -> list[Constraint]:
        """Return that at each point no line ends and none branches."""
        at = "in" if self.along == "steps" else "at"
        constraints: list[Constraint] = []
        for point, lines in zip(layout.points, layout.at_point, strict=True):
            rows = frozenset(row for row in product(range(2), repeat=len(lines)) if sum(row) in (0, 2))
            sentence = f"{at} {point.name} no line ends and none branches"
            constraints.append(Table(Group(POINT, lines, cells=(point.name,)), rows, sentence))
        return constraints

    def one(self, layout: LineLayout, clue: Entries | None = None) -> PerPuzzle:
        """Return that all lines make one loop. The entries of a clue fix how many lines it has in some places."""
        first, number = layout.first, len(layout.variables)
        group = Group(LOOP, tuple(range(first, first + number)))

        def one_loop(puzzle: Puzzle) -> Constraint:
            counts, total = [0] * number, 0
            for site, entry in () if clue is None else clue.printed(puzzle):
                assert clue is not None
                assert clue.means is not None
                fixed = clue.means.total(layout, site, entry)
                assert fixed is not None
                total += fixed[1]
                for x in fixed[0]:
                    counts[x - first] += 1
            return OneLoop(group, Line.value, layout.ends, tuple(counts), total)

        return one_loop

    # Generation

    def drawn(self, clue: Entries | None = None) -> Callable[[Any, Puzzle, RandomStream], Solution]:
        """Return a maker of random loops. If a clue is named, a loop allows many of its entries."""

        def complete(engine: Any, puzzle: Puzzle, stream: RandomStream) -> Solution:
            layout = self.layout(puzzle)
            area = grown_area(layout.squares, stream)
            if clue is not None:

                def entries(inside: set[int]) -> int:
                    measured = clue.measured(layout, puzzle, layout.edge(inside))
                    return len(measured) - measured.count(None)

                area = better_area(layout.squares, area, entries, stream)
            return layout.edge(area)

        return complete


@lru_cache(maxsize=64)
def line_layout(grid: Grid, along: Along) -> LineLayout:
    """Return the layout of a grid; the last ones are kept."""
    return LineLayout(grid, along)


ONE_LOOP = Name(LOOP, "the loop", ("die Schleife", "in der Schleife", "der Schleife"))
CELL = Name(
    POINT, "the cell {cell}", ("das Feld {cell}", "im Feld {cell}", "des Felds {cell}"), en_many="the cells {cell}",
    de_many=("die Felder {cell}", "in den Feldern {cell}", "der Felder {cell}"),
)  # fmt: skip
DOT = Name(
    POINT, "the dot {cell}", ("der Punkt {cell}", "am Punkt {cell}", "des Punkts {cell}"), en_many="the dots {cell}",
    de_many=("die Punkte {cell}", "an den Punkten {cell}", "der Punkte {cell}"),
)  # fmt: skip


# Random areas

RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
LEAST, MOST = 45, 65
"""Share of the board that an area covers, in per cent: its edge winds most if that is about half."""

CHANGES = 4
"""Number of random changes that are tried, as a multiple of the cells."""


def grown_area(grid: Grid, stream: RandomStream) -> set[int]:
    """Return an area that grows from one cell, cell by cell, as long as its edge stays one loop.

    A cell with several cells of the area beside it would not lengthen the edge: it waits until there is no other.
    """
    rings, outside = _rings(grid), len(grid)
    inside = [False] * (outside + 1)
    most = max(1, len(grid) * (LEAST + stream.below(MOST - LEAST + 1)) // 100)
    edge, crowded, size = [stream.below(outside)], list[int](), 0
    while (edge or crowded) and size < most:
        waited = not edge
        cell = _taken(crowded if waited else edge, stream)
        around = [inside[near] for near in rings[cell]]
        if inside[cell] or (size and sum(around[i] != around[i - 1] for i in range(8)) != 2):
            continue
        if sum(around[1::2]) > 1 and not waited:
            crowded.append(cell)
            continue
        inside[cell] = True
        size += 1
        edge += (near for near in rings[cell][1::2] if near != outside and not inside[near])
    return {cell for cell in range(outside) if inside[cell]}


def _taken(cells: list[int], stream: RandomStream) -> int:
    """Remove one of the cells at random and return it."""
    at = stream.below(len(cells))
    cell, cells[at] = cells[at], cells[-1]
    cells.pop()
    return cell


def better_area(grid: Grid, inside: set[int], score: Callable[[set[int]], int], stream: RandomStream) -> set[int]:
    """Return the area after random changes of single cells that keep its edge one loop and do not lower the score."""
    rings, best = _rings(grid), score(inside)
    for _ in range(CHANGES * len(grid)):
        cell = stream.below(len(grid))
        around = [near in inside for near in rings[cell]]
        turns = sum(around[i] != around[i - 1] for i in range(8))
        if turns != 2 or not any(around[1::2]) or all(around[1::2]):
            continue
        changed = inside ^ {cell}
        if (now := score(changed)) >= best:
            inside, best = changed, now
    return inside


@lru_cache(maxsize=16)
def _rings(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """Return the eight cells around each cell, in turn. A place off the board is the number after the last cell."""

    def near(row: int, column: int) -> int:
        return grid.cell(row, column) if 0 <= row < grid.rows and 0 <= column < grid.columns else len(grid)

    spots = (grid.position(cell) for cell in range(len(grid)))
    return tuple(tuple(near(row + down, column + right) for down, right in RING) for row, column in spots)
