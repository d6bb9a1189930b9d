"""What a puzzle's constraints come down to, before any engine: candidates, choices, counts, sums, tables, cages …

    variable 0 (3 values)  variable 1 (2 values)
    candidates  0  1  2        3  4            a (variable, value) pair each, numbered through

Constraint kinds emit into a Blueprint; `gridwright.native` turns one into a kernel Problem. Everything here is plain
data, and normalised on the way in: "exactly one" is a choice and "at most one" an at-most-one set whoever says it, so
that a technique sees a star in a row as it sees a digit in a row. Each entry keeps its group, for reasons and pictures.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate

from .domain import LARGEST_DOMAIN, bits
from .errors import PuzzleError
from .group import Group
from .reading import CageReading, Reading, SkylineReading, ViewReading


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


class _Over:
    """A statement about the members of a group, and about no other variables unless it says so."""

    group: Group

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables that the statement speaks of."""
        return self.group.members


@dataclass(frozen=True)
class CountOf(_Over):
    """Between `least` and `most` of the group's members take a value inside their mask."""

    masks: tuple[int, ...]
    least: int
    most: int
    group: Group


@dataclass(frozen=True)
class SumOf(_Over):
    """The members take different values whose numbers add up to `total`; value v stands for the number v + first."""

    total: int
    first: int
    group: Group


@dataclass(frozen=True)
class TableOf(_Over):
    """The members take one of these tuples of values."""

    tuples: tuple[tuple[int, ...], ...]
    group: Group


@dataclass(frozen=True)
class CageOf(_Over):
    """The members' numbers make `target` by the operation (see `Arithmetic`); value v stands for the number v + 1.

    Members that the board keeps apart (links for every value) never repeat a value.
    """

    operation: str
    target: int
    group: Group

    def reading(self, largest: int) -> Reading:
        """The same, cell by cell; `largest` is the largest number of all."""
        return CageReading(self.operation, self.target, largest)


@dataclass(frozen=True)
class SkylineOf(_Over):
    """So many members are higher than all before them."""

    seen: int
    group: Group

    def reading(self, largest: int) -> Reading:
        """The same, cell by cell."""
        return SkylineReading(self.seen)


@dataclass(frozen=True)
class ViewOf(_Over):
    """The looker's value is the number of different values among the members, the cells in its sight, nearest first."""

    group: Group
    looker: int

    @property
    def scope(self) -> tuple[int, ...]:
        """What is seen, then the cell that counts it."""
        return (*self.group.members, self.looker)

    def reading(self, largest: int) -> Reading:
        """The same, cell by cell."""
        return ViewReading(len(self.scope))


Read = CageOf | SkylineOf | ViewOf
"""What is read cell by cell."""

Other = CountOf | SumOf | TableOf | Read
"""What is neither a choice nor an at-most-one set."""


@dataclass
class Blueprint:
    """The compiled form of a puzzle's structure; givens are not part of it.

    >>> blue = Blueprint(sizes=(2, 2))
    >>> blue.count(Group("row", (0, 1), number=1), masks=(0b10, 0b10), least=1, most=1)
    >>> blue.choices[-1].candidates      # "exactly one" became a choice
    (1, 3)
    """

    sizes: tuple[int, ...]
    choices: list[Choice] = field(default_factory=list)
    at_most_ones: list[AtMostOne] = field(default_factory=list)
    counts: list[CountOf] = field(default_factory=list)
    sums: list[SumOf] = field(default_factory=list)
    tables: list[TableOf] = field(default_factory=list)
    cages: list[CageOf] = field(default_factory=list)
    skylines: list[SkylineOf] = field(default_factory=list)
    views: list[ViewOf] = field(default_factory=list)
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

    def count(self, group: Group, masks: Sequence[int], least: int, most: int) -> None:
        """Between `least` and `most` members take a value inside their mask: normalised to the simplest form."""
        masks = tuple(m & ((1 << self.sizes[x]) - 1) for x, m in zip(group.members, masks, strict=True))
        n = len(masks)
        if least <= 0 and most >= n:
            return
        if most == 0 and least <= 0:
            for variable, mask in zip(group.members, masks, strict=True):
                self.exclude(variable, mask)
        elif most == 1 and least <= 1:
            together = tuple(c for x, m in zip(group.members, masks, strict=True) for c in self.candidates(x, m))
            if least == 1:
                self.choice(together, group)
            else:
                self.at_most_one(together, group)
        elif least == n and most >= n:
            for variable, mask in zip(group.members, masks, strict=True):
                self.exclude(variable, ~mask)
        else:
            self.counts.append(CountOf(masks, least, most, group))

    def sum(self, group: Group, total: int, first: int) -> None:
        """The members, which differ, add up to `total`."""
        self.sums.append(SumOf(total, first, group))

    def table(self, group: Group, tuples: Iterable[Sequence[int]]) -> None:
        """The members take one of these tuples of values."""
        self.tables.append(TableOf(tuple(tuple(t) for t in tuples), group))

    def cage(self, group: Group, operation: str, target: int) -> None:
        """The members' numbers make the target; a single one is it, and engines need not be told twice."""
        if len(group.members) == 1:
            variable = group.members[0]
            self.exclude(variable, ~(1 << target - 1) if 1 <= target <= self.sizes[variable] else -1)
        self.cages.append(CageOf(operation, target, group))

    def skyline(self, group: Group, seen: int) -> None:
        """So many members are higher than all before them."""
        self.skylines.append(SkylineOf(seen, group))

    def view(self, group: Group, looker: int) -> None:
        """The looker counts the different values among the members."""
        self.views.append(ViewOf(group, looker))

    def loosen(self, kinds: Iterable[str]) -> None:
        """Of groups of these kinds only their sums say that the members differ, and no longer at-most-one sets."""
        summed = {each.group for each in self.sums if each.group.kind in kinds}
        if summed:
            self.at_most_ones = [each for each in self.at_most_ones if each.group not in summed]

    @property
    def read(self) -> tuple[Read, ...]:
        """What is read cell by cell."""
        return (*self.cages, *self.skylines, *self.views)

    @property
    def others(self) -> tuple[Other, ...]:
        """What is neither a choice nor an at-most-one set, in the order in which the kernel numbers them."""
        return (*self.counts, *self.sums, *self.tables, *self.read)


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
