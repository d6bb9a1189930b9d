"""No value twice: groups that need not hold every value, such as a killer cage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from ..constraint import Constraint, Partial, Sample, repeats
from ..domain import Domain
from ..engines import CpSatModel, SatClauses
from ..sampling import sample_group, sample_sizes
from ..structure import Structure


@dataclass(frozen=True)
class AllDifferent(Constraint):
    """x ≠ y for all x, y in scope: each value at most once.

    Gives only at-most-one sets: a value may be missing, so hidden singles do not apply.
    """

    kind = "all-different"
    vocabulary = ("links",)

    def holds(self, values: Sequence[int]) -> bool:
        return len(set(values)) == len(values)

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        return repeats(values)

    def sentence(self, domain: Domain) -> str:
        return f"{self.label} repeats no value"

    def emit(self, structure: Structure) -> None:
        different(self, structure)

    def cpsat(self, words: CpSatModel) -> None:
        words.model.add_all_different([words.variables[x] for x in self.scope])

    def clauses(self, switch: int, sat: SatClauses) -> None:
        never_twice(self.scope, switch, sat)

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        cells = rng.randint(1, 5)
        return cls(sample_group(rng, cells)), sample_sizes(rng, cells, most=6)


def different(constraint: Constraint, structure: Structure) -> None:
    """Emit an at-most-one set for each value of the scope."""
    for value in range(max((structure.sizes[x] for x in constraint.scope), default=0)):
        structure.at_most_one(structure.candidates_of(constraint.scope, value), constraint.group)


def never_twice(scope: Sequence[int], switch: int, sat: SatClauses) -> None:
    """A clause for every value of two members: not both."""
    for x, y in combinations(scope, 2):
        for value in range(min(sat.sizes[x], sat.sizes[y])):
            sat.add([-switch, -sat.literal(x, value), -sat.literal(y, value)])
