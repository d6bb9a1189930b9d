"""What a puzzle's constraints come down to, before any engine: candidates, choices, at-most-one sets, relations.

    variable 0 (3 values)  variable 1 (2 values)
    candidates  0  1  2        3  4            a (variable, value) pair each, numbered through

Constraint kinds emit into a Blueprint; `gridwright.native` turns one into a kernel Problem. Everything here is plain
data, and normalised on the way in: "exactly one" is a choice and "at most one" an at-most-one set whoever says it, so
that a technique sees a star in a row as it sees a digit in a row. What these two cannot say are relations: constraints
that the kernel knows by the name of their kind. Each entry keeps its group, for reasons and pictures.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from .domain import LARGEST_DOMAIN, bits
from .errors import PuzzleError
from .group import Group

if TYPE_CHECKING:
    from .constraint import Relation


@dataclass(frozen=True)
class Choice:
    """Exactly one of these candidates is true. `group` is None for a variable's own choice."""

    candidates: tuple[int, ...]
    group: Group | None


@dataclass(frozen=True)
class AtMostOne:
    """No two of these candidates are both true."""

    candidates: tuple[int, ...]
    group: Group


@dataclass
class Blueprint:
    """The compiled form of a puzzle's structure; givens are not part of it.

    >>> from gridwright.model import Count
    >>> blue = Blueprint(sizes=(2, 2))
    >>> Count.exactly(Group("row", (0, 1), number=1), 1, 1).emit(blue)
    >>> blue.choices[-1].candidates      # "exactly one" became a choice
    (1, 3)
    """

    sizes: tuple[int, ...]
    choices: list[Choice] = field(default_factory=list)
    at_most_ones: list[AtMostOne] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    masks: list[int] = field(init=False)
    """The values each variable may take at all; narrowed by constraints that speak of one candidate alone."""

    def __post_init__(self) -> None:
        for size in self.sizes:
            if not 1 <= size <= LARGEST_DOMAIN:
                raise PuzzleError(f"a variable has 1 to {LARGEST_DOMAIN} values, not {size}")
        self._first, own = _own_choices(self.sizes)
        self.masks = [(1 << size) - 1 for size in self.sizes]
        self.choices += own

    def permutation(self, group: Group) -> None:
        """Each value exactly once among the members, which are as many as there are values: a choice for each value."""
        n = len(group.members)
        for variable in group.members:
            self.exclude(variable, ~((1 << n) - 1))
        self.choices += _value_choices(group, tuple(self._first[variable] for variable in group.members))

    def candidate(self, variable: int, value: int) -> int:
        """The number of the pair (variable, value)."""
        if not 0 <= value < self.sizes[variable]:
            raise PuzzleError(f"variable {variable} has {self.sizes[variable]} values; there is no value {value}")
        return self._first[variable] + value

    def candidates(self, variable: int, mask: int = -1) -> tuple[int, ...]:
        """The candidates of a variable, or those inside a mask of values."""
        return tuple(self._first[variable] + v for v in bits(mask & ((1 << self.sizes[variable]) - 1)))

    def choice(self, candidates: Iterable[int], group: Group) -> None:
        """Exactly one of these is true."""
        self.choices.append(Choice(tuple(candidates), group))

    def at_most_one(self, candidates: Iterable[int], group: Group) -> None:
        """No two of these are both true."""
        members = tuple(candidates)
        if len(members) > 1:
            self.at_most_ones.append(AtMostOne(members, group))

    def exclude(self, variable: int, mask: int) -> None:
        """The variable takes no value inside the mask."""
        self.masks[variable] &= ~mask

    def relate(self, relation: Relation) -> None:
        """This holds; no choice and no at-most-one set says it."""
        self.relations.append(relation)

    def loosen(self, kinds: Iterable[str]) -> None:
        """Of groups of these kinds only their relations say that the members differ, no longer at-most-one sets."""
        differing = {each.group for each in self.relations if each.differ and each.group.kind in kinds}
        if differing:
            self.at_most_ones = [each for each in self.at_most_ones if each.group not in differing]


# Boards of a size have these in common, and there are many boards.


@lru_cache(maxsize=256)
def _own_choices(sizes: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[Choice, ...]]:
    """The first candidate of each variable, and each variable's own choice."""
    first = (0, *accumulate(sizes))
    return first, tuple(Choice(tuple(range(a, a + size)), None) for a, size in zip(first, sizes, strict=False))


@lru_cache(maxsize=4096)
def _value_choices(group: Group, first: tuple[int, ...]) -> tuple[Choice, ...]:
    """A choice for each value of a full group, whose members' first candidates these are."""
    return tuple(Choice(tuple(a + value for a in first), group) for value in range(len(first)))
