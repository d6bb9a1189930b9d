"""A space: what the variables of a genre are. A layout: the variables of one grid and its holes.

space.layout(puzzle)      the layout of a puzzle; puzzles that differ only in entries and givens share one
layout.variables          what is to be decided
rules(layout)             a rulebook states its constraints about a layout, once
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from .board_text import BoardText, CellText
from .errors import PuzzleError
from .grid import Grid, grid_of
from .variable import Variable

if TYPE_CHECKING:
    from .clue import Clue
    from .constraint import Constraint
    from .domain import Domain
    from .drawing import Feature
    from .puzzle import Puzzle

PerPuzzle: TypeAlias = Callable[["Puzzle"], "Constraint | Sequence[Constraint]"]
"""Constraints that depend on what is printed as a whole: all numbers of a loop, the regions of a board."""

Item: TypeAlias = "Constraint | Sequence[Constraint] | Clue | PerPuzzle"
"""An item of a rulebook: constraints of the layout, a clue in place of its entries' constraints, or a function."""


class Layout:
    """The variables of a grid with its holes, and the geometry that rules need.

    Rules state their constraints about a layout once; puzzles that differ only in entries share them.
    """

    def __init__(self, grid: Grid, variables: tuple[Variable, ...], first: int = 0) -> None:
        self.grid = grid_of(grid.rows, grid.columns)  # equal grids share their geometry
        self.variables = variables
        self.first = first
        """The number of the first variable: not 0 for a later part of a layout of several families."""
        self.memo: dict[Hashable, Any] = {}
        """Cache of results: the items of a rulebook by its function, the constraints of an entry by its clue."""

    def starting_at(self, first: int) -> Layout:
        """Return the layout with its variables numbered from `first`."""
        return type(self)(self.grid, self.variables, first)


class Space(ABC):
    """The variables of a genre: values in cells, lines between dots, or several of these."""

    kit: str = ""
    """The family of genres on this space: the key of voice tables (`[kits.KEY]`) and of a scale's sections."""
    text: BoardText = CellText()
    """The text form of a (half-)filled board."""
    blanks: str = ".0_"
    """Characters of an undecided variable on a board. The first one is written, all are read."""
    spellings: Mapping[str, str] = {}
    """Other ways to write a value on a board."""
    gives_values = False
    """True if values are given, among the clues that the generator removes and an enumeration prints."""
    values: Sequence[Value] = ()
    """The values that have nouns of their own; a number is called by its symbol."""

    @abstractmethod
    def layout(self, puzzle: Puzzle) -> Any:
        """Return the layout of a puzzle."""

    def has_holes(self, puzzle: Puzzle) -> bool:
        """Return True if the puzzle lacks variables that the empty board of its size has."""
        return False

    def check_shape(self, puzzle: Puzzle) -> None:  # noqa: B027  most need none
        """Raise PuzzleError if no board of the genre has the puzzle's grid."""

    def check_layout(self, puzzle: Puzzle) -> None:  # noqa: B027
        """Raise PuzzleError if the puzzle's clues leave nothing to decide."""

    def below(self) -> Iterable[Feature]:
        """Return what is drawn below clues."""
        return ()

    def icons(self) -> Iterable[Feature]:
        """Return the pictures of values."""
        return ()


class Value:
    """A value with a noun: a lamp, a shaded cell. Voices derive their sentences from `frame` and `nouns`."""

    frame: str
    """The frame of sentences about the value: the key of `[frames.KEY]` in voice files."""
    nouns: Mapping[str, Mapping[str, str]]
    """By language, what fills the places of the frame: `{"en": {"noun": "lamp", "plural": "lamps"}}`."""
    names: tuple[str, str]
    """The domain's names of the two values: ("no lamp", "lamp")."""
    domain: Domain


def check_square(grid: Grid, least: int, most: int) -> None:
    """Raise PuzzleError unless the grid is a square with a number of rows within the bounds."""
    if grid.rows != grid.columns:
        raise PuzzleError(f"expected as many rows as columns, found {grid.rows} rows and {grid.columns} columns")
    if not least <= grid.rows <= most:
        raise PuzzleError(f"expected a board of {least} to {most} rows, found {grid.rows}")
