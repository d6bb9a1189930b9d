"""What a genre brings along for making its puzzles; everything else is the generator's.

    Maker         sizes and variants, an empty board, and one or both of:
    StepMaker       solution → clues → what is not needed goes, each step as the genre says, one after the other
    NativeMaker     a maker of the kernel, named for what it makes, which makes whole attempts by itself

Where there are both they draw the same numbers from the same streams, so they make the same puzzles. A genre whose
clues are its structure (cages, regions of stars) has nothing to reduce: an attempt fails if there is a second solution,
or its board is changed bit by bit until there is none (`vary`). Clues that are printed one by one (`PrintedClues`) go
while there is one solution, and come back where the asked techniques are stuck.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from .answer import Solution
from .grid import Grid, grid_of
from .random_stream import RandomStream

if TYPE_CHECKING:
    from .constraint import Relation
    from .puzzle import Puzzle


@dataclass(frozen=True)
class Request:
    """What is asked of a genre: rows and columns of the board, and variants by name."""

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
    """What a genre may ask while it makes a puzzle."""

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


def all_given(puzzle: Puzzle, solution: Solution, stream: RandomStream, request: Request) -> Puzzle:
    """Every value of the solution is given."""
    return puzzle.with_givens(dict(enumerate(solution)))


@dataclass(frozen=True)
class Removable:
    """Clues beside givens that may go one by one: how many a puzzle has, and the puzzle with only some of them.

    They are the only propagators of the puzzle's Problem, in the same order.
    """

    count: Callable[[Puzzle], int]
    keep: Callable[[Puzzle, Collection[int]], Puzzle]


@dataclass(frozen=True)
class PrintedClues:
    """Clues beside givens, the entries of one clue of the puzzle, that the generator takes away and gives back."""

    clue: str
    constraints: Callable[[Puzzle], Iterable[tuple[int, Relation]]]
    """What the entries say: of each its place among them, and a constraint."""
    kinds: tuple[str, ...]
    """The kinds of group of these constraints, in the order in which an entry says them."""
    absent: int | None = None
    """The entry where nothing is printed."""
    stays: Callable[[Request], bool] = lambda request: False
    """Is all printed that there is?"""
    counts: bool = False
    """Is each entry a `Count`, and does `derive` say of any values, a solution or not, how many it counts? Then the
    kernel draws solutions, too, and counts."""
    tiers: int | None = None
    """Of how many tiers, from the first on, puzzles are where none is asked for; None for all that have rules."""

    def entries(self, puzzle: Puzzle) -> list[int]:
        """The places of those that are printed."""
        return [i for i, entry in enumerate(puzzle.clue(self.clue) or ()) if entry is not None and entry != self.absent]

    def keep(self, puzzle: Puzzle, kept: Collection[int]) -> Puzzle:
        """The puzzle with only these."""
        gone = set(self.entries(puzzle)).difference(kept)
        entries = tuple(self.absent if i in gone else entry for i, entry in enumerate(puzzle.clue(self.clue) or ()))
        return type(puzzle)(puzzle.genre, puzzle.grid, clues={**puzzle.clues, self.clue: entries}, givens=puzzle.givens)


@dataclass(frozen=True)
class StepMaker:
    """An attempt step by step."""

    complete: Callable[[Engine, Puzzle, RandomStream], Solution | None] = completed
    derive: Callable[[Puzzle, Solution, RandomStream, Request], Puzzle | None] = all_given
    """All clues that the solution allows; None where luck was bad."""
    reduces: bool = True
    """Does the generator take away whatever is not needed: givens, and removable clues?"""
    removable: Removable | None = None
    printed: PrintedClues | None = None
    """Where clues are printed one by one: the kernel takes them away, over threads."""
    eases: bool = False
    """Do clues come back where the asked techniques are stuck without them?"""
    vary: Callable[[Puzzle, Solution, RandomStream, int], tuple[Puzzle, Solution] | None] | None = None
    """A small change, near a cell that is in doubt, of a puzzle and perhaps of its solution: where clues say so much of
    one another that hardly any board has one solution by luck."""
    tries: int = 1
    """How often an attempt derives clues from its solution before it gives up."""
    changes: int = 0
    """How often an attempt varies its puzzle before it gives up."""


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
    """How puzzles of a genre are made."""

    sizes: tuple[int, ...]
    size: int
    """The size where none is asked for."""
    scaffold: Callable[[Request, RandomStream], Puzzle]
    """An empty board of the asked size: boxes, or regions drawn at random."""
    steps: StepMaker | None = field(default_factory=StepMaker)
    native: NativeMaker | None = None
    rectangles: bool = False
    """May there be more rows than columns, or fewer?"""
    symmetric: bool = False
    """May givens be taken away by the orbits of a symmetry?"""
    variants: Mapping[str, str] = field(default_factory=dict)
    """Name → what it means."""
    drawn: frozenset[str] = frozenset()
    """Variants whose scaffold differs from attempt to attempt: these are made step by step."""

    @property
    def reduces(self) -> bool:
        """Are there clues to take away?"""
        return self.steps is not None and self.steps.reduces
