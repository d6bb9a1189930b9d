"""Maps of regions: a region number for each cell; boxes of a height and a width."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from ..formats.boxes import box_shape, boxes_of
from ..formats.json_text import listed, whole
from ..formats.region_rows import read_rows, write_rows
from ..model.clue import Clue, ClueForm, Statement, first_seen, moved_cells, statement_of
from ..model.constraint import Constraint
from ..model.constraints.permutation import Permutation
from ..model.domain import numbers
from ..model.drawing import Feature, Holes, Regions
from ..model.errors import PuzzleError, TextError
from ..model.grid import LARGEST_SIDE, Grid, Motion
from ..model.group import Group
from ..model.maker import Request
from ..model.puzzle import Puzzle
from ..model.random_stream import RandomStream
from ..model.space import Layout
from .cells import CellLayout, lettered, numbered
from .partitions import estimated_partitions, labels, partitions

HOLE = -1
"""The region number of a hole."""


class RegionClue(Clue):
    """A region number for each cell."""

    form: ClueForm = "regions"
    is_layout = True
    is_per_board = True
    hole_sign = "#"
    """The character of a hole in the text of a board."""

    def __init__(
        self, key: str, meaning: str, *, constraint: Callable[[Puzzle, Group], Constraint] | None = None,
        parts: Callable[[Grid], int] | None = None, sizes: Callable[[Grid], Collection[int]] | None = None,
        begin: Callable[[Grid, RandomStream], tuple[int, ...]] | None = None, has_holes: bool = False,
        variant: str | None = None, required: bool = False, is_tinted: bool = False,
    ) -> None:  # fmt: skip
        """Declare the map.

        `constraint(puzzle, group)` is what a region says; None if the rulebook states it itself. `parts` is the number
        of regions of a grid, `sizes` are the sizes that they may have. `begin` draws the map of a generated board.
        """
        self.key, self.meaning, self.variant, self.required = key, meaning, variant, required
        self._constraint, self._parts, self._sizes, self._begin = constraint, parts, sizes, begin
        self.has_holes, self.is_tinted = has_holes, is_tinted
        self.is_always_checked = required
        self.kinds = () if constraint is None else ("region",)
        self.is_compiled_last = constraint is not None

    def free_cells(self, puzzle: Puzzle) -> tuple[int, ...] | None:
        """Return the cells that are no holes; None if there is no hole."""
        regions = puzzle.clue(self.key)
        if not self.has_holes or HOLE not in regions:
            return None
        return tuple([cell for cell, region in enumerate(regions) if region != HOLE])

    def leaves_nothing(self, puzzle: Puzzle) -> bool:
        """Return False: each region has a cell."""
        return False

    def move(self, value: Any, motion: Motion) -> Any:
        """Return the region numbers at their new cells."""
        return moved_cells(value, motion)

    def normalise(self, grid: Grid, clues: dict[str, Any]) -> None:
        """Number the regions in the order in which they are first seen."""
        regions = clues.get(self.key)
        if regions is not None:
            numbers = iter(first_seen([region for region in regions if not self._is_hole(region)]))
            clues[self.key] = tuple([HOLE if self._is_hole(region) else next(numbers) for region in regions])

    def _is_hole(self, region: int) -> bool:
        return self.has_holes and region == HOLE

    def validate(self, puzzle: Puzzle) -> None:
        """Raise PuzzleError unless each cell has a region, and regions have the right number and sizes."""
        grid, regions = puzzle.grid, puzzle.clue(self.key)
        if regions is None:
            if self.required:
                raise PuzzleError("the board has no regions")
            return
        if len(regions) != len(grid):
            raise PuzzleError(f"expected a region for each of {len(grid)} cells, found {len(regions)}")
        number = max(regions, default=HOLE) + 1
        if self._parts is not None and number != self._parts(grid):
            raise PuzzleError(f"expected as many regions as rows: {self._parts(grid)}, found {number}")
        sizes = None if self._sizes is None else self._sizes(grid)
        for group in lettered(members_of(regions)) if sizes is not None else ():
            size = len(group.members)
            if size not in sizes:  # type: ignore[operator]
                expected = " or ".join(map(str, sorted(sizes)))  # type: ignore[arg-type]
                raise PuzzleError(
                    f"{group.label} (with {grid.name(group.members[0])}): expected {expected} cells, "
                    f"found {size} cell{'s' * (size != 1)}"
                )

    def drawing(self, puzzle: Puzzle) -> Iterator[Feature]:
        """Yield the regions with their letters, and holes."""
        regions = puzzle.clue(self.key)
        if regions is not None:
            yield Regions(tuple(members_of(regions)), tinted=self.is_tinted, lettered=True)
        if self.has_holes:
            yield Holes(tuple(cell for cell, region in enumerate(regions or ()) if region == HOLE))

    def constraints_by_entry(self, layout: CellLayout, puzzle: Puzzle) -> Iterator[tuple[int, Constraint]]:  # type: ignore[override]
        """Yield the constraint of each region."""
        if self._constraint is not None:
            for number, group in enumerate(lettered(members_of(puzzle.clue(self.key)))):
                yield number, self._constraint(puzzle, group._replace(members=layout.members(group.members)))

    def statements(self, puzzle: Puzzle, first_kind: int) -> list[Statement]:
        """Return the constraints in the kernel's form. Their parameters are the same for all regions."""
        layout = puzzle.layout
        assert self._constraint is not None
        regions = members_of(puzzle.clue(self.key))
        others = tuple([value for key, value in puzzle.clues.items() if key != self.key])
        if (form := layout.memo.get((self, others))) is None:
            one_cell = self._constraint(puzzle, Group("region", (0,)))
            kind, _, _, _, parameters = statement_of(one_cell, layout, first_kind)
            form = layout.memo[self, others] = kind, parameters
        kind, parameters = form
        return [(kind, first_kind, members, len(members), parameters) for members in regions]

    def read_json(self, data: Any, grid: Grid) -> tuple[int, ...]:
        """Return the map of rows of letters, as texts or as lists."""
        rows = [row if isinstance(row, str) else _joined(row, r) for r, row in enumerate(listed(data, self.key), 1)]
        if len(rows) != grid.rows:
            raise TextError(f"{self.key}: expected {grid.rows} rows, found {len(rows)}")
        try:
            size, regions = read_rows(rows, [(number, 1) for number in range(1, len(rows) + 1)])
        except TextError as error:
            raise TextError(f"{self.key}, row {error.line}, cell {error.column}: {error.message}") from None
        if size != grid:
            raise TextError(f"{self.key}: expected {grid.columns} letters in a row, found {size.columns}")
        return regions

    def write_json(self, puzzle: Puzzle, value: Any) -> list[str]:
        """Return rows of letters."""
        return write_rows(puzzle)

    def begin(self, request: Request, stream: RandomStream) -> Any:
        """Return the map of a generated board."""
        assert self._begin is not None
        return self._begin(request.grid, stream)

    def layouts(self, request: Request) -> Iterator[dict[str, Any]]:
        """Yield every map of connected regions."""
        for parts in partitions(request.grid, **self._shape(request.grid)):
            yield {self.key: labels(request.grid, parts)}

    def number_of_layouts(self, request: Request, stream: RandomStream) -> float:
        """Return an estimate of the number of maps."""
        return estimated_partitions(request.grid, stream, **self._shape(request.grid))

    def _shape(self, grid: Grid) -> dict[str, Any]:
        parts = None if self._parts is None else self._parts(grid)
        return {"parts": parts, "sizes": None if self._sizes is None else self._sizes(grid)}


class BoxClue(Clue):
    """Height and width of the boxes; None for the usual boxes of the size. A map of regions may replace the boxes."""

    form: ClueForm = "height-and-width"
    is_per_board = True
    is_always_checked = True

    def __init__(self, key: str, meaning: str, regions: RegionClue) -> None:
        self.key, self.meaning, self.regions = key, meaning, regions

    def move(self, value: Any, motion: Motion) -> Any:
        """Return the boxes, turned if rows become columns. Usual boxes of 2 by 3 become 3 by 2, which are not usual."""
        height, width = value or box_shape(motion.grid.rows)
        return (width, height) if motion.transposes else (height, width)

    def normalise(self, grid: Grid, clues: dict[str, Any]) -> None:
        """Drop usual boxes. Turn regions that are boxes into boxes."""
        self.regions.normalise(grid, clues)
        n, is_square, regions = grid.rows, grid.rows == grid.columns, clues.get(self.regions.key)
        if regions is not None:
            clues[self.key] = None
            box = boxes_of(regions, n) or (1, n) if is_square else None
            if box is not None and 1 not in box:
                clues[self.key], clues[self.regions.key] = box, None
        if clues.get(self.key) is not None:
            clues[self.key] = None if is_square and clues[self.key] == box_shape(n) else tuple(clues[self.key])

    def validate(self, puzzle: Puzzle) -> None:
        """Raise PuzzleError unless the boxes have n cells and are not lines."""
        if self.regions.key in puzzle.clues:
            return
        n, printed = puzzle.grid.rows, puzzle.clues.get(self.key)
        box: Any = box_shape(n) if printed is None else printed
        if box[0] * box[1] != n or min(box) < 1:
            raise PuzzleError(f"expected boxes of {n} cells, found {box[0]} by {box[1]}")
        if 1 in box:
            raise PuzzleError(
                f"boxes of {box[0]} by {box[1]} are lines: a board of {n} rows needs regions, or it is latin"
            )

    def drawing(self, puzzle: Puzzle) -> Iterable[Feature]:
        """Return the boxes."""
        if puzzle.clue(self.regions.key) is not None:
            return ()
        return (Regions(tuple([group.members for group in self.groups(puzzle)])),)

    def read_json(self, data: Any, grid: Grid) -> tuple[int, ...]:
        """Return height and width of a list of two numbers."""
        return tuple([whole(number, 1, LARGEST_SIDE, self.key) for number in listed(data, self.key, 2)])

    def write_json(self, puzzle: Puzzle, value: Any) -> list[int]:
        """Return height and width."""
        return list(value)

    def groups(self, puzzle: Puzzle) -> tuple[Group, ...]:
        """Return the boxes, or the regions that replace them."""
        return _groups(puzzle.grid, puzzle.clue(self.key), puzzle.clue(self.regions.key))

    def constraints(self, layout: Layout, puzzle: Puzzle) -> Iterator[Constraint]:
        """Yield each value once in every box or region. Boards with the same ones share them."""
        return iter(_full_groups(puzzle.grid, puzzle.clue(self.key), puzzle.clue(self.regions.key)))


@lru_cache(maxsize=64)
def _groups(grid: Grid, boxes: tuple[int, int] | None, regions: tuple[int, ...] | None) -> tuple[Group, ...]:
    if regions is None:
        return tuple(numbered("box", grid.boxes(*(boxes or box_shape(grid.rows)))))
    return tuple(lettered(members_of(regions)))


@lru_cache(maxsize=64)
def _full_groups(
    grid: Grid, boxes: tuple[int, int] | None, regions: tuple[int, ...] | None
) -> tuple[Permutation, ...]:  # fmt: skip
    return tuple(map(Permutation, _groups(grid, boxes, regions)))


def members_of(regions: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the cells of each region by its number, without holes."""
    members: list[list[int]] = [[] for _ in range(max(regions) + 1)]
    for cell, region in enumerate(regions):
        if region != HOLE:
            members[region].append(cell)
    return [tuple(cells) for cells in members]


def _joined(row: object, number: int) -> str:
    """Return a row of letters or numbers as text, a character a cell."""
    symbols = "".join(map(str, range(10))) + numbers(LARGEST_SIDE).symbols[9:]
    text = ""
    for cell in listed(row, f"regions, row {number}"):
        if isinstance(cell, str) and len(cell) == 1:
            text += cell
        else:
            text += symbols[whole(cell, 0, len(symbols) - 1, f"regions, row {number}")]
    return text


TRADES = 40
"""Number of trades that are tried for each cell. After 40 the strips that regions begin as are no longer visible."""


def regions_of_size(grid: Grid, size: int, stream: RandomStream) -> tuple[int, ...]:
    """Return a random division of the board into connected regions of `size` cells, as a number for each cell.

    It starts from strips, back and forth along the rows. Then neighbouring regions trade single cells, as long as both
    stay connected.
    """
    path = [cell for r, line in enumerate(grid.row_lines) for cell in (line if r % 2 == 0 else line[::-1])]
    region = [0] * len(grid)
    for i, cell in enumerate(path):
        region[cell] = i // size
    cells = [set(path[i : i + size]) for i in range(0, len(path), size)]
    beside = [grid.beside(cell) for cell in range(len(grid))]
    for _ in range(TRADES * len(grid)):
        p = stream.below(len(grid))
        foreign = [q for q in beside[p] if region[q] != region[p]]
        if not foreign:
            continue
        a, b = region[p], region[stream.choose(foreign)]
        mine, theirs = cells[a] - {p}, cells[b] | {p}
        if not connected(beside, mine):
            continue
        q = stream.choose(sorted(q for q in cells[b] if any(near in mine for near in beside[q])) or [p])
        if q != p and connected(beside, theirs - {q}):
            region[p], region[q] = b, a
            cells[a], cells[b] = mine | {q}, theirs - {q}
    return tuple(region)


def connected(beside: list[tuple[int, ...]], cells: set[int]) -> bool:
    """Return True if the cells are connected; `beside` lists the neighbours of each cell."""
    reached: set[int] = set()
    edge = [min(cells)] if cells else []
    while edge:
        cell = edge.pop()
        if cell not in reached:
            reached.add(cell)
            edge += (q for q in beside[cell] if q in cells)
    return reached == cells
