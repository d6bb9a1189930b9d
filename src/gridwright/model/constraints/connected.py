"""One area: shaded cells that hang together, white cells that nothing cuts off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from ..adjacency import Adjacency, AreaAutomaton
from ..constraint import Sample
from ..domain import Domain
from ..engines import CpSatModel
from ..sampling import sample_group, small_sizes
from ..whole_board import WholeBoard


@dataclass(frozen=True)
class Connected(WholeBoard):
    """{x in scope : x = value} is one area: from each to each other by steps between neighbours; or it is empty."""

    adjacency: Adjacency
    """Which members, by position, are neighbours."""

    kind = "connected"
    vocabulary = ("layouts", "areas")

    def holds(self, values: Sequence[int]) -> bool:
        return len(list(self.adjacency.areas(i for i, v in enumerate(values) if v == self.value))) <= 1

    def clash(self, certain: set[int], possible: set[int]) -> tuple[int, ...] | None:
        """Two members that nothing can join any more, and the wall around one of them."""
        areas = [area for area in self.adjacency.areas(possible) if not area.isdisjoint(certain)]
        if len(areas) < 2:
            return None
        wall, n = min((len(wall), sorted(wall), n) for n, wall in enumerate(map(self.adjacency.border, areas)))[1:]
        return tuple(sorted((*wall, *(min(areas[k] & certain) for k in (n, n - 1)))))

    @property
    def fault(self) -> str:
        return f"part of {self.label} is cut off"

    def sentence(self, domain: Domain) -> str:
        return f"all {domain.symbol(self.value)} of {self.label} hang together"

    def parameters(self) -> tuple[int, ...]:
        return self.value, *(end for pair in self.adjacency.pairs for end in pair)

    @cached_property
    def automaton(self) -> ConnectedAutomaton:
        return ConnectedAutomaton(self.value, self.adjacency)

    def cpsat(self, words: CpSatModel) -> None:
        """One root; every other member has a neighbour that is nearer to it."""
        model, n = words.model, len(self.scope)
        inside = [words.literal(x, self.value) for x in self.scope]
        root, depth = [words.helper() for _ in inside], [words.helper(n) for _ in inside]
        model.add_at_most_one(root)
        before: list[list[object]] = [[] for _ in inside]
        for one, other in self.adjacency.pairs:
            for parent, child in ((one, other), (other, one)):
                arc = words.helper()
                model.add_implication(arc, inside[parent])
                model.add(depth[child] > depth[parent]).only_enforce_if(arc)
                before[child].append(arc)
        for i, here in enumerate(inside):
            model.add_bool_or([*before[i], root[i], here.negated()])
            model.add_implication(root[i], here)

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        adjacency = Adjacency.sample(rng)
        sizes = small_sizes(rng, adjacency.members, most=2 if adjacency.members > 6 else 3)
        return cls(sample_group(rng, adjacency.members), rng.randint(0, max(sizes) - 1), adjacency), sizes


@dataclass(frozen=True)
class ConnectedAutomaton(AreaAutomaton):
    """There is one area, or none."""

    only_one = True

    def alone(self, member: int) -> str:
        return ""

    def joined(self, one: str, other: str) -> str:
        return ""

    def complete(self, area: str) -> bool:
        return True
