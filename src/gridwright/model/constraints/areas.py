"""Several areas: each holds one numbered cell, and as many cells as its number says."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from ..adjacency import Adjacency, AreaAutomaton
from ..constraint import Sample
from ..domain import Domain
from ..engines import CpSatModel
from ..sampling import sample_group, small_sizes
from ..whole_board import WholeBoard

ANY = -1
"""The number of an area that may have any size."""


@dataclass(frozen=True)
class Areas(WholeBoard):
    """Each area of {x in scope : x = value} holds one numbered member, and as many members as its number says."""

    adjacency: Adjacency
    """Which members, by position, are neighbours."""
    numbers: tuple[int, ...]
    """Of each member its number; 0 of one that has none, ANY where the area may have any size."""

    kind = "areas"
    vocabulary = ("layouts", "areas", "islands")

    @cached_property
    def numbered(self) -> tuple[int, ...]:
        """The members with a number, by position."""
        return tuple(i for i, number in enumerate(self.numbers) if number)

    def holds(self, values: Sequence[int]) -> bool:
        inside = {i for i, v in enumerate(values) if v == self.value}
        return inside.issuperset(self.numbered) and all(map(self._is_right, self.adjacency.areas(inside)))

    def _is_right(self, area: set[int]) -> bool:
        numbers = [self.numbers[i] for i in area if self.numbers[i]]
        return len(numbers) == 1 and numbers[0] in (ANY, len(area))

    def clash(self, certain: set[int], possible: set[int]) -> tuple[int, ...] | None:
        """A number that has another value; two numbers and the way between them; an area that is too large; one that
        cannot grow, with what encloses it."""
        for i in self.numbered:
            if i not in possible:
                return (i,)
        for area in self.adjacency.areas(certain):
            numbered = sorted(i for i in area if self.numbers[i])
            if len(numbered) > 1:
                return tuple(sorted(self.adjacency.way(numbered[0], numbered[1], area)))
            most = self.numbers[numbered[0]] if numbered else ANY
            if most != ANY and len(area) > most:
                nearest = self.adjacency.nearest(numbered[0], area)
                return tuple(sorted(next(nearest) for _ in range(most + 1)))
        found = (self._enclosed(area, certain) for area in self.adjacency.areas(possible))
        return next((clash for clash in found if clash is not None), None) or self._out_of_reach(certain, possible)

    def _out_of_reach(self, certain: set[int], possible: set[int]) -> tuple[int, ...] | None:
        """A member to which no number can grow; of those numbers that could on an empty board, how far they have grown
        and what is in their way."""
        grown = {i: self.adjacency.area(i, certain) if i in certain else {i} for i in self.numbered}
        reached = {i: self.reach(area, self.numbers[i], possible) for i, area in grown.items()}
        lost = min(certain.difference(*reached.values()), default=None)
        if lost is None:
            return None
        everything, named = range(len(self.scope)), {lost}
        for i, area in grown.items():
            if lost in self.reach({i}, self.numbers[i], everything):
                ways = (j for j, rest in reached[i].items() if rest > 0)
                named |= {j for j in self.adjacency.border(ways) if j not in possible}
                named |= area - {i} if self.numbers[i] != ANY else set()
        return tuple(sorted(named))

    def reach(self, area: set[int], number: int, possible: Collection[int]) -> dict[int, int]:
        """The members to which an area can grow that has this number: how much further it could then."""
        rest = len(self.scope) if number == ANY else number - len(area)
        found, edge = dict.fromkeys(area, rest), area
        while edge and rest > 0:
            rest -= 1
            edge = {j for i in edge for j in self.adjacency.of[i] if j in possible and j not in found}
            found.update(dict.fromkeys(edge, rest))
        return found

    @property
    def fault(self) -> str:
        return f"an area of {self.label} cannot be right"

    def _enclosed(self, area: set[int], certain: set[int]) -> tuple[int, ...] | None:
        """Where what can become an area is too small for a number in it, or has none: what encloses it."""
        numbered = sorted(i for i in area if self.numbers[i])
        sure = [i for i in sorted(area & certain) if not numbered]
        small = [i for i in numbered if self.numbers[i] > len(area)]
        return tuple(sorted((*self.adjacency.border(area), (sure or small)[0]))) if sure or small else None

    def sentence(self, domain: Domain) -> str:
        return f"each area of {domain.symbol(self.value)} of {self.label} holds one number, and so many cells"

    def parameters(self) -> tuple[int, ...]:
        return self.value, *self.numbers, *(end for pair in self.adjacency.pairs for end in pair)

    @cached_property
    def automaton(self) -> AreasAutomaton:
        return AreasAutomaton(self.value, self.adjacency, self.numbers)

    def cpsat(self, words: CpSatModel) -> None:
        """Every member belongs to a number, neighbours to the same one, and has a neighbour that is nearer to it."""
        model, n = words.model, len(self.scope)
        inside = [words.literal(x, self.value) for x in self.scope]
        depth, owner = [words.helper(n) for _ in inside], [words.helper(max(1, len(self.numbered))) for _ in inside]
        before: list[list[object]] = [[] for _ in inside]
        for one, other in self.adjacency.pairs:
            model.add(owner[one] == owner[other]).only_enforce_if(inside[one], inside[other])
            for parent, child in ((one, other), (other, one)):
                arc = words.helper()
                model.add_implication(arc, inside[parent])
                model.add(depth[child] > depth[parent]).only_enforce_if(arc)
                before[child].append(arc)
        for i, here in enumerate(inside):
            if not self.numbers[i]:
                model.add_bool_or([*before[i], here.negated()])
        for k, i in enumerate(self.numbered):
            model.add_bool_and(inside[i])
            model.add(owner[i] == k)
            if self.numbers[i] != ANY:
                belongs = [words.helper() for _ in inside]
                for j, (mine, here) in enumerate(zip(belongs, inside, strict=True)):
                    model.add_implication(mine, here)
                    model.add(owner[j] == k).only_enforce_if(mine)
                    model.add(owner[j] != k).only_enforce_if(here, mine.negated())
                model.add(sum(belongs) == self.numbers[i])

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        adjacency = Adjacency.sample(rng)
        sizes = small_sizes(rng, adjacency.members, most=2 if adjacency.members > 6 else 3)
        numbers = [rng.choice((ANY, 1, 1, 2, 2, 3, 4)) if rng.random() < 0.3 else 0 for _ in sizes]
        value = rng.randint(0, max(sizes) - 1)
        return cls(sample_group(rng, adjacency.members), value, adjacency, tuple(numbers)), sizes


@dataclass(frozen=True)
class AreasAutomaton(AreaAutomaton):
    """Of each area its size and its number, 0 while it has none."""

    numbers: tuple[int, ...]

    def required(self, member: int) -> bool:
        return self.numbers[member] != 0

    def alone(self, member: int) -> tuple[int, int]:
        return 1, self.numbers[member]

    def joined(self, one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int] | None:
        size, number = one[0] + other[0], one[1] or other[1]
        return None if (one[1] and other[1]) or 0 < number < size else (size, number)

    def complete(self, area: tuple[int, int]) -> bool:
        return area[1] in (ANY, area[0])
