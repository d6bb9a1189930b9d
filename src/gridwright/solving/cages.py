"""The sets of numbers that a cage can still hold: what players write in the margin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from ..arguments import takes_puzzle
from ..model import Arithmetic, Constraint, DistinctSum, Puzzle, State, bits
from ..model.errors import counted
from ..native import compile_puzzle

MOST_SETS = 1000
FUEL = 5_000_000
"""Steps that the search for the sets of one cage may take: less than a second."""


@dataclass(frozen=True)
class CageSets:
    """A cage, and each set of values that fills it, repeats included; `complete` if these are all."""

    constraint: Constraint
    sets: tuple[tuple[int, ...], ...]
    complete: bool

    def __repr__(self) -> str:
        return f"<{self.constraint.label}: {counted(len(self.sets), 'set')}{'' if self.complete else ' or more'}>"


@takes_puzzle
def cages(puzzle: Puzzle, state: State | None = None) -> list[CageSets]:
    """Every cage of a puzzle with the sets that it can hold inside the state's candidates, rows and columns seen to.

    >>> from gridwright.genres import parse
    >>> for each in cages(parse("4:a_6baa_aaba,s1s2s1d4s1m16s1", genre="keen"))[3:6:2]:
    ...     print(each.constraint.label, each.sets)
    the 4÷ cage at r2c1 ((0, 3),)
    the 16× cage at r3c3 ((0, 0, 3, 3), (0, 1, 1, 3))
    """
    masks = puzzle.start() if state is None else state.masks
    allowed = [mask & possible for mask, possible in zip(masks, puzzle.structure.masks, strict=True)]
    return list(_listed(puzzle, allowed))


def _listed(puzzle: Puzzle, masks: Sequence[int]) -> Iterator[CageSets]:
    problem, relations = compile_puzzle(puzzle), puzzle.structure.relations
    for constraint in puzzle.constraints:
        own = [masks[x] for x in constraint.scope]
        if isinstance(constraint, Arithmetic) and len(own) == 1:
            yield CageSets(constraint, tuple((value,) for value in bits(own[0])), True)
        elif isinstance(constraint, Arithmetic):
            at = relations.index(constraint)
            found, complete = problem.combinations(at, own, MOST_SETS, FUEL) if all(own) else ([], True)
            yield CageSets(constraint, tuple(map(tuple, found)), complete)
        elif isinstance(constraint, DistinctSum):
            yield CageSets(constraint, tuple(_different(constraint, own)), True)


def _different(cage: DistinctSum, masks: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The sets of different values with the cage's total that its cells can take."""
    union = 0
    for mask in masks:
        union |= mask
    for chosen in combinations(bits(union), len(masks)):
        if sum(chosen) + cage.first * len(chosen) == cage.total and _seated(chosen, masks):
            yield chosen


def _seated(values: Sequence[int], masks: Sequence[int]) -> bool:
    """Can each cell take one of these values, all of them used?"""
    taken: dict[int, int] = {}

    def seat(cell: int, tried: set[int]) -> bool:
        for value in values:
            if masks[cell] >> value & 1 and value not in tried:
                tried.add(value)
                if value not in taken or seat(taken[value], tried):
                    taken[value] = cell
                    return True
        return False

    return all(seat(cell, set()) for cell in range(len(masks)))
