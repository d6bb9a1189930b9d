"""Not both: two stars that touch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from ..constraint import Constraint, Partial, Sample
from ..domain import Domain
from ..engines import CpSatModel, SatClauses
from ..sampling import sample_group, sample_sizes
from ..structure import Structure


@dataclass(frozen=True)
class NotBoth(Constraint):
    """|{x in scope : x = value}| ≤ 1, for a small scope that has no name of its own: a link."""

    value: int

    kind = "not-both"
    named = False
    vocabulary = ("links",)

    def holds(self, values: Sequence[int]) -> bool:
        return values.count(self.value) <= 1

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        have = tuple(i for i, v in enumerate(values) if v == self.value)
        return have if len(have) > 1 else None

    def sentence(self, domain: Domain) -> str:
        return f"{self.label} cannot both hold {domain.symbol(self.value)}"

    def emit(self, structure: Structure) -> None:
        structure.at_most_one(structure.candidates_of(self.scope, self.value), self.group)

    def cpsat(self, words: CpSatModel) -> None:
        words.model.add_at_most_one([words.literal(x, self.value) for x in self.scope])

    def clauses(self, switch: int, sat: SatClauses) -> None:
        have = [sat.literal(x, self.value) for x in self.scope if self.value < sat.sizes[x]]
        for one, other in combinations(have, 2):
            sat.add([-switch, -one, -other])

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        cells = rng.randint(2, 4)
        sizes = sample_sizes(rng, cells)
        return cls(sample_group(rng, cells), rng.randint(0, max(sizes) - 1)), sizes
