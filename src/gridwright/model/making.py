"""What a genre brings along for making its puzzles; everything else is the generator's.

    scaffold    an empty board of the asked size: boxes, or regions drawn at random
    complete    a solution; the engine's random one unless the genre knows better
    derive      all clues that the solution allows
    (reduce)    the generator takes away whatever is not needed: givens, and loose clues

A genre whose clues are its structure (cages, regions of stars) has nothing to reduce: `reduces` is False there, and an
attempt fails if there is a second solution.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from .answer import Solution
from .draw import Draw

if TYPE_CHECKING:
    from .puzzle import Puzzle


@dataclass(frozen=True)
class Order:
    """What is asked of a genre: the size of the board, variants by name, and how fine a structure is cut."""

    size: int
    variants: frozenset[str] = frozenset()
    fine: int = 4


class Engine(Protocol):
    """What a genre may ask while it makes a puzzle."""

    def complete(self, puzzle: Puzzle, draw: Draw) -> Solution | None:
        """A random solution of the puzzle, or None."""

    def latin_square(self, size: int, draw: Draw) -> Solution:
        """A random Latin square, row by row, close to uniform."""


def completed(engine: Engine, puzzle: Puzzle, draw: Draw) -> Solution | None:
    """The engine's own random solution."""
    return engine.complete(puzzle, draw)


def latin_square(engine: Engine, puzzle: Puzzle, draw: Draw) -> Solution | None:
    """A random Latin square: for boards on which every one is a solution as long as there are no clues."""
    return engine.latin_square(puzzle.grid.rows, draw)


def all_given(puzzle: Puzzle, solution: Solution, draw: Draw, order: Order) -> Puzzle:
    """Every value of the solution is given."""
    return puzzle.with_givens(dict(enumerate(solution)))


@dataclass(frozen=True)
class Loose:
    """Clues beside givens that may go one by one: how many a puzzle has, and the puzzle with only some of them.

    They are the only propagators of the puzzle's Problem, in the same order.
    """

    count: Callable[[Puzzle], int]
    keep: Callable[[Puzzle, Collection[int]], Puzzle]


@dataclass(frozen=True)
class Making:
    """How puzzles of a genre are made."""

    sizes: tuple[int, ...]
    size: int
    """The size where none is asked for."""
    scaffold: Callable[[Order, Draw], Puzzle]
    complete: Callable[[Engine, Puzzle, Draw], Solution | None] = completed
    derive: Callable[[Puzzle, Solution, Draw, Order], Puzzle | None] = all_given
    """None where luck was bad."""
    perturb: Callable[[Puzzle, Solution, Draw, Order, int | None], Puzzle | None] | None = None
    """A small change of a puzzle that is near to the wish, at a cell if one is named; None if there is none to make."""
    twofold: Callable[[Puzzle, Solution], bool] | None = None
    """Can one see a second solution without a search? Such clues are given up at once."""
    tries: int = 1
    """How often an attempt derives clues from its solution before it gives up."""
    reduces: bool = True
    loose: Loose | None = None
    symmetric: bool = False
    """May givens be taken away by the orbits of a symmetry?"""
    variants: Mapping[str, str] = field(default_factory=dict)
    """Name → what it means."""
    drawn: frozenset[str] = frozenset()
    """Variants whose structure is drawn: it differs from attempt to attempt."""
    stars: bool = False
    """Are the clues regions around stars? These grow in the kernel."""
    arrows: bool = False
    """Are numbers drawn first, and arrows that count them?"""
    cages: bool = False
    """Are the clues arithmetic cages of a Latin square? The kernel cuts those by itself, draw by draw the same."""
