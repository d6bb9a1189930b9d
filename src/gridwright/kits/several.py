"""Several families of variables in one genre: shaded cells and the lines of a loop, bridges and islands.

SPACE = Several(Cells(SHADE), LOOP, text=LineText(…))
def rules(layout):
    cells, lines = layout.parts         each part has the geometry of its own kit, with the genre's variable numbers
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from ..model.board_text import BoardText
from ..model.drawing import Feature
from ..model.grid import Grid
from ..model.puzzle import Puzzle
from ..model.space import Layout, Space
from ..model.variable import Variables


class SeveralLayout(Layout):
    """The layouts of several families on one grid; their variables follow each other."""

    def __init__(self, grid: Grid, parts: Sequence[Layout]) -> None:
        super().__init__(grid, Variables(variable for part in parts for variable in part.variables))
        numbered, first = [], 0
        for part in parts:
            numbered.append(part.starting_at(first))
            first += len(part.variables)
        self.parts = tuple(numbered)
        """The parts, with variables numbered as in the whole."""


class Several(Space):
    """Several spaces on one grid. Their places must differ: a cell belongs to one of them."""

    def __init__(
        self, *parts: Space, text: BoardText, blanks: str = ".", spellings: Mapping[str, str] | None = None,
        gives_values: bool = False, kit: str = "",
    ) -> None:  # fmt: skip
        """`text` writes the values of all parts on one board."""
        self.parts, self.text, self.blanks, self.spellings = parts, text, blanks, spellings or {}
        self.gives_values, self.kit = gives_values, kit
        self.values = tuple(value for part in parts for value in part.values)

    def layout(self, puzzle: Puzzle) -> SeveralLayout:
        """Return the layout of all parts."""
        return _several_layout(puzzle.grid, tuple([part.layout(puzzle) for part in self.parts]))

    def check_shape(self, puzzle: Puzzle) -> None:
        """Raise PuzzleError if a part does not allow the puzzle's grid."""
        for part in self.parts:
            part.check_shape(puzzle)

    def check_layout(self, puzzle: Puzzle) -> None:
        """Raise PuzzleError if a part has nothing to decide."""
        for part in self.parts:
            part.check_layout(puzzle)

    def below(self) -> Iterable[Feature]:
        """Return what the parts draw below clues."""
        return [feature for part in self.parts for feature in part.below()]

    def icons(self) -> Iterable[Feature]:
        """Return the pictures of all values."""
        return [feature for part in self.parts for feature in part.icons()]


@lru_cache(maxsize=64)
def _several_layout(grid: Grid, parts: tuple[Layout, ...]) -> SeveralLayout:
    """Return the layout of these parts; the last ones are kept."""
    return SeveralLayout(grid, parts)
