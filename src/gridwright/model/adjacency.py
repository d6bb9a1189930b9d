"""Which members of a scope lie side by side, and the areas that some of them make up.

    Adjacency.of_pairs(4, [(0, 1), (1, 2), (2, 3)])      four in a row
    .area(0, {0, 1, 3})                                  {0, 1}: those of the set that hang together with member 0
    .areas({0, 1, 3})                                    {0, 1} and {3}
    .border({0, 1}), .way(0, 3, {…})                     what lies beside an area; the shortest way inside a set

Members are positions in a scope. Rules about areas share the reading of a board member by member (`AreaAutomaton`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from .automaton import Automaton


@dataclass(frozen=True)
class Adjacency:
    """Pairs of members, by position, that lie side by side."""

    members: int
    pairs: tuple[tuple[int, int], ...]

    @staticmethod
    def of_pairs(members: int, pairs: Iterable[tuple[int, int]]) -> Adjacency:
        """Each pair once, the smaller member first."""
        return Adjacency(members, tuple(sorted({(min(pair), max(pair)) for pair in pairs})))

    @staticmethod
    def sample(rng: Random) -> Adjacency:
        """A small board of rows and columns, its cells in any order."""
        rows, columns = rng.choice(((1, 4), (2, 3), (2, 4), (3, 3), (2, 5)))
        at = list(range(rows * columns))
        rng.shuffle(at)
        level = [(at[i], at[i + 1]) for i in range(len(at)) if (i + 1) % columns]
        return Adjacency.of_pairs(len(at), [*level, *((at[i], at[i + columns]) for i in range(len(at) - columns))])

    @cached_property
    def _hash(self) -> int:
        return hash((self.members, self.pairs))

    def __hash__(self) -> int:
        return self._hash  # boards of a size share one, and it is asked for with each

    def __getstate__(self) -> dict[str, Any]:
        return {"members": self.members, "pairs": self.pairs}

    @cached_property
    def of(self) -> tuple[tuple[int, ...], ...]:
        """The members beside each member."""
        found: list[list[int]] = [[] for _ in range(self.members)]
        for one, other in self.pairs:
            found[one].append(other)
            found[other].append(one)
        return tuple(map(tuple, found))

    def area(self, start: int, inside: Collection[int]) -> set[int]:
        """The members of a set that hang together with one of them."""
        found, waiting = {start}, [start]
        while waiting:
            for near in self.of[waiting.pop()]:
                if near in inside and near not in found:
                    found.add(near)
                    waiting.append(near)
        return found

    def areas(self, inside: Iterable[int]) -> Iterator[set[int]]:
        """All areas of a set."""
        left = set(inside)
        for member in sorted(left):
            if member in left:
                area = self.area(member, left)
                left -= area
                yield area

    def border(self, area: Iterable[int]) -> set[int]:
        """The members beside an area, not in it."""
        own = set(area)
        return {near for member in own for near in self.of[member]} - own

    def nearest(self, start: int, inside: Collection[int]) -> Iterator[int]:
        """The members of a set that hang together with one of them, the nearest first."""
        found, waiting = {start}, deque([start])
        while waiting:
            member = waiting.popleft()
            yield member
            for near in self.of[member]:
                if near in inside and near not in found:
                    found.add(near)
                    waiting.append(near)

    def way(self, start: int, end: int, inside: Collection[int]) -> list[int]:
        """A shortest way from one member to another inside a set, both ends included."""
        steps = {start: start}
        waiting = deque([start])
        while end not in steps:
            member = waiting.popleft()
            for near in self.of[member]:
                if near in inside and near not in steps:
                    steps[near] = member
                    waiting.append(near)
        found = [end]
        while found[-1] != start:
            found.append(steps[found[-1]])
        return found

    @cached_property
    def last(self) -> tuple[int, ...]:
        """The last of each member and those beside it."""
        return tuple(max((member, *near)) for member, near in enumerate(self.of))


Known = tuple[tuple[tuple[int, int], ...], tuple[Any, ...], bool]
"""The members of areas that can still grow, each with the number of its area; what is known of each area; is the only
area complete?"""


@dataclass(frozen=True)
class AreaAutomaton(Automaton):
    """Areas of the members with a value, read member by member: which of those that can still grow hang together.

    A kind says what it remembers of an area, and when a complete one is right.
    """

    value: int
    adjacency: Adjacency

    @abstractmethod
    def alone(self, member: int) -> Any:
        """What is known of an area of one member."""

    @abstractmethod
    def joined(self, one: Any, other: Any) -> Any | None:
        """What is known of two areas that are one; None where that cannot be."""

    @abstractmethod
    def complete(self, area: Any) -> bool:
        """Is an area right that grows no more?"""

    only_one: ClassVar[bool] = False
    """Is there one area at the most?"""

    def required(self, member: int) -> bool:
        """Does this member have the value whatever comes?"""
        return False

    @property
    def start(self) -> Known:
        return (), (), False

    def after(self, known: Known, value: int, at: int) -> Known | None:
        open_members, areas, closed = known
        area_of, left = dict(open_members), dict(enumerate(areas))
        if value == self.value:
            mine, own = self.alone(at), len(areas)
            for other in sorted({area_of[near] for near in self.adjacency.of[at] if near in area_of}):
                mine = self.joined(mine, left.pop(other))
                if mine is None:
                    return None
                area_of = {member: own if area == other else area for member, area in area_of.items()}
            area_of[at] = own
            left[own] = mine
        elif self.required(at):
            return None
        area_of = {member: area for member, area in area_of.items() if self.adjacency.last[member] > at}
        for area in left.keys() - area_of.values():
            if closed or not self.complete(left.pop(area)):
                return None
            closed = self.only_one
        if closed and left:
            return None
        numbers = {area: n for n, area in enumerate(dict.fromkeys(area for _, area in sorted(area_of.items())))}
        renamed = tuple((member, numbers[area]) for member, area in sorted(area_of.items()))
        return renamed, tuple(left[area] for area in numbers), closed

    def holds(self, known: Known) -> bool:
        return not known[1]
