"""What a genre says for all of its puzzles of a size to be gone through: layouts, and what is printed on each.

    Enumeration.layouts(request)     every board before a solution is known: empty, with regions, cages or arrows
    Enumeration.slots(layout)        … the places where something of the solution is printed, or may be
    Enumeration.printed(…)           … the puzzle with so much of a solution printed

A slot has readings: what it would print of a solution, in one way or another (a cage as a sum or as a product). Two
solutions are told apart by a puzzle where a reading that it prints differs between them, so a puzzle has one solution
where its solution is told apart from every other completion of the layout.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING

from .answer import Solution
from .maker import Request
from .random_stream import RandomStream

if TYPE_CHECKING:
    from .puzzle import Puzzle

Reading = Callable[[Solution], Hashable | None]
"""What is printed of a solution in one way; None where it cannot be printed in that way."""


@dataclass(frozen=True)
class Slot:
    """A place where something of the solution is printed, in one of several ways; an optional one may stay empty."""

    readings: tuple[Reading, ...]
    optional: bool = False


def no_slots(layout: Puzzle, request: Request) -> Sequence[Slot]:
    """Nothing of the solution is printed: the layout is the puzzle."""
    return ()


def as_it_is(layout: Puzzle, solution: Solution, ways: Sequence[int | None], request: Request) -> Puzzle:
    """The layout is the puzzle."""
    return layout


def given_slots(layout: Puzzle, request: Request) -> Sequence[Slot]:
    """Each cell may have its value given."""
    return [Slot((itemgetter(x),), optional=True) for x in range(len(layout.variables))]


def with_givens(layout: Puzzle, solution: Solution, ways: Sequence[int | None], request: Request) -> Puzzle:
    """The layout with the values of the slots that are used."""
    return layout.with_givens({x: solution[x] for x, way in enumerate(ways) if way is not None})


@dataclass(frozen=True)
class Enumeration:
    """How all puzzles of a genre are gone through."""

    layouts: Callable[[Request], Iterator[Puzzle]] | None = None
    """In the order in which puzzles come; None where the maker's empty board is the only one."""
    number_of_layouts: Callable[[Request, RandomStream], float] = lambda request, stream: 1.0
    """How many there are: known, or the estimate of one random way down the tree of layouts, right on average."""
    slots: Callable[[Puzzle, Request], Sequence[Slot]] = no_slots
    printed: Callable[[Puzzle, Solution, Sequence[int | None], Request], Puzzle] = as_it_is
    """The puzzle whose slots print the solution in these ways: the number of a reading each, None for nothing."""
