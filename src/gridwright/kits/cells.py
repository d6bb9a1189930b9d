"""Values in cells, and the geometry of cells that rules need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from ..model.adjacency import Adjacency
from ..model.board_text import CellText
from ..model.domain import Domain
from ..model.drawing import Feature
from ..model.errors import PuzzleError
from ..model.grid import Grid
from ..model.group import Group, region_letter
from ..model.puzzle import Puzzle
from ..model.space import Layout, Space, check_square
from ..model.variable import Variable, Variables
from .clues import CellClue
from .values import Shade, Thing

if TYPE_CHECKING:
    from .regions import RegionClue


class CellLayout(Layout):
    """A variable for each cell that holds a value. Members of groups are variables; sites of clues are cells."""

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The cell of each variable."""
        return tuple([variable.place.number for variable in self.variables])

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each variable's cell."""
        return tuple([variable.place.name for variable in self.variables])

    @cached_property
    def at(self) -> dict[int, int]:
        """The variable of each cell that has one."""
        return {cell: x for x, cell in enumerate(self.cells, start=self.first)}

    @cached_property
    def everything(self) -> tuple[int, ...]:
        """All variables."""
        return tuple(range(self.first, self.first + len(self.variables)))

    @cached_property
    def holes(self) -> tuple[int, ...]:
        """The cells without a variable."""
        return tuple([cell for cell in range(len(self.grid)) if cell not in self.at])

    def members(self, cells: Iterable[int]) -> tuple[int, ...]:
        """Return the variables of those cells that have one."""
        at = self.at
        return tuple([at[cell] for cell in cells if cell in at])

    @cached_property
    def rows_and_columns(self) -> tuple[Group, ...]:
        """The groups "row 1", "row 2", … "column 1", …"""
        grid = self.grid
        if not self.holes:
            return rows_and_columns(grid)
        return tuple([group._replace(members=self.members(group.members)) for group in rows_and_columns(grid)])

    @cached_property
    def _lines(self) -> tuple[tuple[int, ...], ...]:
        return tuple([self.members(line) for line in (*self.grid.column_lines, *self.grid.row_lines)])

    def line(self, site: int) -> tuple[int, ...]:
        """Return the variables of a line, the columns counted first."""
        return self._lines[site]

    @cached_property
    def squares(self) -> tuple[tuple[int, ...], ...]:
        """The variables of every two by two cells."""
        grid, at = self.grid, self.at
        corners = [(row, column) for row in range(grid.rows - 1) for column in range(grid.columns - 1)]
        cells = [
            [grid.cell(row + down, column + right) for down in (0, 1) for right in (0, 1)] for row, column in corners
        ]
        return tuple([tuple([at[cell] for cell in square]) for square in cells if all(cell in at for cell in square)])

    def beside(self, cell: int) -> tuple[int, ...]:
        """Return the variables of the cells that share a side with a cell."""
        return self.members(self.grid.beside(cell))

    def around(self, cell: int) -> tuple[int, ...]:
        """Return the variables of a cell and of those that touch it, at a side or at a corner."""
        return self.members(sorted((cell, *touching(self.grid)[cell])))

    @cached_property
    def runs(self) -> tuple[Group, ...]:
        """The stretches of rows, then of columns, between cells without a variable."""
        grid, at, names = self.grid, self.at, self.names
        runs = []
        for way, lines in (("row", grid.row_lines), ("column", grid.column_lines)):
            for line in lines:
                for stretch in stretches(line, at):
                    members = tuple([at[cell] for cell in stretch])
                    runs.append(Group("run", members, cells=(names[members[0]],), way=way))
        return tuple(runs)

    @cached_property
    def in_sight(self) -> tuple[tuple[int, ...], ...]:
        """The variables of each variable's runs, itself included."""
        seen: list[list[tuple[int, ...]]] = [[] for _ in self.variables]
        for run in self.runs:
            for x in run.members:
                seen[x].append(run.members)
        return tuple([tuple(sorted({*row, *column})) for row, column in seen])

    @cached_property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """From each cell, the cells above, to the right, below and to the left, the nearest first."""
        return _rays(self.grid)


LAYOUTS_KEPT = 64
"""Maximum number of layouts, one a grid, that a space keeps."""


class Cells(Space):
    """A value in each cell. Cells with an entry of the clue `holes` have none."""

    text = CellText()

    def __init__(
        self, value: Thing | Shade | Domain, *, holes: CellClue | RegionClue | None = None, blanks: str = "?.",
        spellings: Mapping[str, str] | None = None, gives_values: bool = False, square: tuple[int, int] | None = None,
        nothing: str = "expected a white cell, found none",
    ) -> None:  # fmt: skip
        """Declare what cells hold.

        `square` bounds the rows of a genre whose boards are squares. `nothing` is the error for a board on which the
        holes leave nothing to decide.
        """
        self._layouts: dict[Grid, CellLayout] = {}
        if isinstance(value, Domain):
            self.domain = value
        else:
            self.domain, self.values, self.kit = value.domain, (value,), value.kit
        self._icons = () if isinstance(value, Domain) else value.icons
        self.holes, self.blanks, self.spellings = holes, blanks, spellings or {}
        self.gives_values, self.square, self._nothing = gives_values, square, nothing
        if holes is not None:
            self.text = CellText(hole=holes.hole_sign)

    def layout(self, puzzle: Puzzle) -> CellLayout:
        """Return the layout of the cells that are no holes."""
        free = None if self.holes is None else self.holes.free_cells(puzzle)
        if free is not None:
            return _layout_with_holes(self, puzzle.grid, free)
        layout = self._layouts.get(puzzle.grid)
        if layout is None:
            while len(self._layouts) >= LAYOUTS_KEPT:
                self._layouts.pop(next(iter(self._layouts)))
            variables = variables_of(puzzle.grid, self.domain_on(puzzle.grid))
            layout = self._layouts[puzzle.grid] = CellLayout(puzzle.grid, variables)
        return layout

    def has_holes(self, puzzle: Puzzle) -> bool:
        """Return True if a cell has no variable."""
        return self.holes is not None and len(puzzle.variables) < len(puzzle.grid)

    def domain_on(self, grid: Grid) -> Domain:
        """Return the values of a cell on a grid."""
        return self.domain

    def check_shape(self, puzzle: Puzzle) -> None:
        """Raise PuzzleError unless the board is a square within the bounds, if boards are squares."""
        if self.square is not None:
            check_square(puzzle.grid, *self.square)

    def check_layout(self, puzzle: Puzzle) -> None:
        """Raise PuzzleError if no cell holds a value."""
        if self.holes is not None and self.holes.leaves_nothing(puzzle):
            raise PuzzleError(self._nothing)

    def icons(self) -> Iterable[Feature]:
        """Return the pictures of the values."""
        return self._icons


class Numbers(Cells):
    """A number in each cell; which numbers there are depends on the grid."""

    def __init__(
        self, domain_of: Callable[[Grid], Domain], *, square: tuple[int, int] | None = None, blanks: str = ".0_",
        gives_values: bool = True,
    ) -> None:  # fmt: skip
        """`domain_of` gives the numbers of a grid."""
        super().__init__(Domain("1"), blanks=blanks, gives_values=gives_values, square=square)
        self._domain_of = domain_of

    def domain_on(self, grid: Grid) -> Domain:
        """Return the numbers of a grid."""
        return self._domain_of(grid)


@lru_cache(maxsize=64)
def _layout_with_holes(space: Cells, grid: Grid, free: tuple[int, ...]) -> CellLayout:
    """Return the layout of a grid's free cells. The last ones are kept: their boards are compiled again and again."""
    every = variables_of(grid, space.domain)
    return CellLayout(grid, tuple([every[cell] for cell in free]))


@lru_cache(maxsize=256)
def variables_of(grid: Grid, domain: Domain) -> Variables:
    """Return a variable for each cell, in reading order."""
    return Variables(Variable(place, domain) for place in grid.cells)


@lru_cache(maxsize=256)
def rows_and_columns(grid: Grid) -> tuple[Group, ...]:
    """Return the groups "row 1", "row 2", … "column 1", …"""
    return (*numbered("row", grid.row_lines), *numbered("column", grid.column_lines))


def numbered(kind: str, lines: Iterable[tuple[int, ...]]) -> Iterator[Group]:
    """Yield a group for each line: its kind and number."""
    return (Group(kind, line, number) for number, line in enumerate(lines, start=1))


def lettered(regions: Iterable[tuple[int, ...]]) -> Iterator[Group]:
    """Yield a group for each region, with the letter that files and pictures have."""
    return (Group("region", members, letter=region_letter(number)) for number, members in enumerate(regions))


def stretches(line: Sequence[int], inside: Mapping[int, int]) -> Iterator[list[int]]:
    """Yield the maximal parts of a line whose cells are inside."""
    stretch: list[int] = []
    for cell in line:
        if cell in inside:
            stretch.append(cell)
        elif stretch:
            yield stretch
            stretch = []
    if stretch:
        yield stretch


@lru_cache(maxsize=64)
def _rays(grid: Grid) -> tuple[tuple[tuple[int, ...], ...], ...]:
    rays_of = []
    for cell in range(len(grid)):
        row, column = grid.position(cell)
        across, down = grid.row_lines[row], grid.column_lines[column]
        rays = (down[:row][::-1], across[column + 1 :], down[row + 1 :], across[:column][::-1])
        rays_of.append(tuple(ray for ray in rays if ray))
    return tuple(rays_of)


@lru_cache(maxsize=64)
def touching(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """Return, for each cell, the cells that touch it at a side or at a corner."""
    near: list[list[int]] = [[] for _ in range(len(grid))]
    for p, q in grid.touching_pairs():
        near[p].append(q)
        near[q].append(p)
    return tuple(map(tuple, near))


@lru_cache(maxsize=64)
def side_by_side(grid: Grid) -> Adjacency:
    """Return which cells of a board share a side."""
    pairs = ((p, q) for p in range(len(grid)) for q in grid.beside(p) if p < q)
    return Adjacency.of_pairs(len(grid), pairs)
