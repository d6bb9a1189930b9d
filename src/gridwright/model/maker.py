"""Makers: the taste of a genre for generated puzzles. Everything else is the generator's.

    Maker         sizes and variants, and one or both of:
    StepMaker       solution → clues → what is not needed goes, each step as the genre says, one after the other
    NativeMaker     a maker of the kernel, named for what it makes, which makes whole attempts by itself

Where there are both they draw the same numbers from the same streams, so they make the same puzzles. A genre whose
clues are its structure (cages, regions) has nothing to reduce: an attempt fails if there is a second solution,
or its board is changed bit by bit until there is none (`vary`). Clues that are printed one by one are removed while the
solution stays unique, and restored if the requested techniques are stuck.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from .answer import Solution
from .grid import Grid, grid_of
from .random_stream import RandomStream

if TYPE_CHECKING:
    from .puzzle import Puzzle


@dataclass(frozen=True)
class Request:
    """A request to a genre: rows and columns of the board, and variants by name."""

    size: int
    variants: frozenset[str] = frozenset()
    columns: int = 0
    """As many as rows where it is 0."""
    most_ones: float | None = None
    """The largest share of ones in the solution, in per cent, where somebody says."""
    symmetry: tuple[str, ...] = ()
    """The motions of the board under which what is printed goes together, by name."""

    @property
    def grid(self) -> Grid:
        """The board."""
        return grid_of(self.size, self.columns or self.size)


class Engine(Protocol):
    """The searches that a genre may call while it makes a puzzle."""

    def complete(self, puzzle: Puzzle, stream: RandomStream) -> Solution | None:
        """A random solution of the puzzle, or None."""

    def latin_square(self, size: int, stream: RandomStream) -> Solution:
        """A random Latin square, row by row, close to uniform."""


def completed(engine: Engine, puzzle: Puzzle, stream: RandomStream) -> Solution | None:
    """The engine's own random solution."""
    return engine.complete(puzzle, stream)


def latin_square(engine: Engine, puzzle: Puzzle, stream: RandomStream) -> Solution | None:
    """A random Latin square: for boards on which every one is a solution as long as there are no clues."""
    return engine.latin_square(puzzle.grid.rows, stream)


@dataclass(frozen=True)
class StepMaker:
    """An attempt step by step."""

    complete: Callable[[Engine, Puzzle, RandomStream], Solution | None] = completed
    derive: Callable[[Puzzle, Solution, RandomStream, Request], Puzzle | None] | None = None
    """Return the puzzle with all clues that the solution allows, None if the attempt failed. By default these are the
    givens and the entries that are read off the solution."""
    reduces: bool = True
    """True if the generator removes redundant givens and entries."""
    draws_solutions: bool = False
    """True if any values of the variables, a solution or not, have entries. Then the kernel draws the solutions."""
    tiers: int | None = None
    """Highest tier, counted from the first, used when the recipe names none; None for all that have rules."""
    eases: bool = False
    """Do clues come back where the asked techniques are stuck without them?"""
    vary: Callable[[Puzzle, Solution, RandomStream, int], tuple[Puzzle, Solution] | None] | None = None
    """A small change, near a cell that is in doubt, of a puzzle and perhaps of its solution: where clues say so much of
    one another that hardly any board has one solution by luck."""
    tries: int = 1
    """Maximum number of times that an attempt derives clues from its solution."""
    changes: int = 0
    """Maximum number of variations of an attempt's puzzle."""


Cages = Sequence[tuple[Sequence[int], str, int]]
"""Cells, operation and target of each cage that the kernel has made."""


def same_clues(blank: Puzzle, labels: bytes, cages: Cages) -> Mapping[str, Any]:
    """Nothing but givens differs from the blank board."""
    return blank.clues


@dataclass(frozen=True)
class NativeMaker:
    """A maker of the kernel, by its name; the files of kernel/makers/ say which numbers each wants."""

    name: str
    numbers: Callable[[Request], Mapping[str, int | Sequence[int]]] = lambda request: {}
    """All taste is the genre's: the kernel has none."""
    clues: Callable[[Puzzle, bytes, Cages], Mapping[str, Any]] = same_clues
    """The clues of what was made on a blank board: of a label for each cell, or of cages."""
    draws: str | None = None
    """The kind of group that it draws, if any."""
    sample: Callable[[Puzzle], Puzzle] = lambda blank: blank
    """A blank board with such a group, any: techniques are chosen by the kinds of group that a board has."""


@dataclass(frozen=True)
class Maker:
    """Sizes, variants and taste of a genre's generated puzzles."""

    sizes: Sequence[int]
    size: int
    """The size if the recipe names none."""
    layout: Callable[[Request, RandomStream], dict[str, Any]] | None = None
    """Return the layout clues of a board without a solution. By default each layout clue begins by itself."""
    steps: StepMaker | None = field(default_factory=StepMaker)
    native: NativeMaker | None = None
    rectangles: bool = False
    """True if rows and columns may differ in number."""
    symmetric: bool = False
    """True if clues may be removed by the orbits of a symmetry."""
    variants: Mapping[str, str] = field(default_factory=dict)
    """Name → what it means."""
    drawn: frozenset[str] = frozenset()
    """Variants whose scaffold differs from attempt to attempt: these are made step by step."""

    @property
    def reduces(self) -> bool:
        """Are there clues to take away?"""
        return self.steps is not None and self.steps.reduces
