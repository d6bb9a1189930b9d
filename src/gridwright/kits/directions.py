"""An arrow in each cell, in one of eight directions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from ..model.clue import Clue, ClueForm, Statement, statement_of
from ..model.constraint import Constraint
from ..model.direction import ARROWS, ahead, turned
from ..model.drawing import Arrow, Feature
from ..model.errors import PuzzleError
from ..model.grid import Grid, Motion
from ..model.maker import Request
from ..model.puzzle import Puzzle
from ..model.random_stream import RandomStream
from ..model.space import Layout


class ArrowClue(Clue):
    """A text with the arrow of each cell. `constraint(grid, cell, seen)` is what an arrow says of the cells ahead."""

    form: ClueForm = "directions"
    is_layout = True
    is_per_board = True
    is_compiled_last = True
    default = ""

    def __init__(
        self, key: str, meaning: str, kind: str, constraint: Callable[[Grid, int, tuple[int, ...]], Constraint],
        *, diagonal: str,
    ) -> None:  # fmt: skip
        """Declare the arrows. `diagonal` is the variant whose arrows have eight directions, not four."""
        self.key, self.meaning, self.kinds, self._constraint, self.diagonal = (
            key,
            meaning,
            (kind,),
            constraint,
            diagonal,
        )

    def directions(self, request: Request) -> str:
        """Return the arrows of the requested variant."""
        return ARROWS if self.diagonal in request.variants else ARROWS[::2]

    def move(self, value: Any, motion: Motion) -> Any:
        """Return the arrows at their new cells; each points at what it pointed at."""
        return turned(value, motion)

    def normalise(self, grid: Grid, clues: dict[str, Any]) -> None:
        """Join a list of arrows to one text."""
        if isinstance(clues.get(self.key), list | tuple):
            clues[self.key] = "".join(map(str, clues[self.key]))

    def validate(self, puzzle: Puzzle) -> None:
        """Raise PuzzleError unless there is an arrow for each cell."""
        grid, arrows = puzzle.grid, puzzle.clue(self.key)
        if not isinstance(arrows, str) or len(arrows) != len(grid):
            found = len(arrows) if isinstance(arrows, str) else repr(arrows)
            raise PuzzleError(f"expected an arrow for each of {len(grid)} cells, found {found}")
        for cell, arrow in enumerate(arrows):
            if arrow not in ARROWS:
                raise PuzzleError(f"{grid.name(cell)}: expected an arrow, one of {ARROWS}, found {arrow!r}")

    def drawing(self, puzzle: Puzzle) -> Iterator[Feature]:
        """Yield the arrows."""
        return (Arrow(cell, arrow) for cell, arrow in enumerate(puzzle.clue(self.key)))

    def constraints_by_entry(self, layout: Layout, puzzle: Puzzle) -> Iterator[tuple[int, Constraint]]:
        """Yield the constraint of each arrow."""
        grid = layout.grid
        for cell, arrow in enumerate(puzzle.clue(self.key)):
            yield cell, self._constraint(grid, cell, ahead(grid, cell, arrow))

    def statements(self, puzzle: Puzzle, first_kind: int) -> list[Statement]:
        """Return the constraints in the kernel's form. Each is computed once for a layout, cell and arrow."""
        layout = puzzle.layout
        table = layout.memo.setdefault((self, first_kind), {})
        statements = []
        for entry in enumerate(puzzle.clue(self.key)):
            if (statement := table.get(entry)) is None:
                cell, arrow = entry
                constraint = self._constraint(layout.grid, cell, ahead(layout.grid, cell, arrow))
                statement = table[entry] = statement_of(constraint, layout, first_kind)
            statements.append(statement)
        return statements

    def begin(self, request: Request, stream: RandomStream) -> str:
        """Return arrows that all point up: the generator draws others."""
        return ARROWS[0] * len(request.grid)

    def layouts(self, request: Request) -> Iterator[dict[str, Any]]:
        """Yield every arrow in every cell."""
        for arrows in product(self.directions(request), repeat=len(request.grid)):
            yield {self.key: "".join(arrows)}

    def number_of_layouts(self, request: Request, stream: RandomStream) -> float:
        """Return the number of layouts."""
        return float(len(self.directions(request)) ** len(request.grid))
