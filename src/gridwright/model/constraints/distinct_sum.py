"""Different values with a given sum: the killer cage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from ..automaton import Automaton
from ..constraint import Partial, Relation, Sample, repeats
from ..domain import Domain, bits
from ..engines import CpSatModel, SatClauses
from ..sampling import sample_group, small_sizes
from ..structure import Structure
from .all_different import different, never_twice


@dataclass(frozen=True)
class DistinctSum(Relation):
    """x ≠ y for all x, y in scope, and sum(x + first) = total: a killer cage.

    `largest` is the largest number a cell can hold. The kernel reasons over digit *sets*: nine cells have 362,880
    orders but one set.
    """

    total: int
    largest: int
    first: int = 1

    kind = "distinct-sum"
    vocabulary = ("links", "layouts", "forced", "sums")
    differ = True
    listed = False

    def holds(self, values: Sequence[int]) -> bool:
        return self.target(values) == self.total

    def target(self, values: Sequence[int]) -> int | None:
        """Return what the numbers add up to; None where one repeats."""
        return sum(values) + self.first * len(values) if len(set(values)) == len(values) else None

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        double = repeats(values)
        if double is not None:
            return double
        used = {v + self.first for v in values if v is not None}
        free = [n for n in range(self.first, self.largest + 1) if n not in used]
        still = len(values) - len(used)
        rest = self.total - sum(used)
        if still > len(free) or not sum(free[:still]) <= rest <= sum(free[len(free) - still :]):
            return tuple(i for i, v in enumerate(values) if v is not None) or tuple(range(len(values)))
        return None

    def sentence(self, domain: Domain) -> str:
        return f"{self.label} adds up to {self.total} without repeating a value"

    def emit(self, structure: Structure) -> None:
        different(self, structure)
        structure.relate(self)

    @property
    def sum_of_numbers(self) -> int | None:
        return self.total if self.first == 1 else None

    @property
    def fault(self) -> str:
        return f"{self.label} cannot add up to {self.total}"

    def parameters(self) -> tuple[int, ...]:
        return self.total, self.first

    @cached_property
    def automaton(self) -> DistinctSumAutomaton:
        return DistinctSumAutomaton(self.total - self.first * len(self.scope))

    def clauses(self, switch: int, sat: SatClauses) -> None:
        """Member by member, the sum so far; each member has a value, and no two have the same."""
        never_twice(self.scope, switch, sat)
        so_far = {0: switch}
        for x in self.scope:
            numbers = {sat.literal(x, value): value + self.first for value in range(sat.sizes[x])}
            sat.add([-switch, *numbers])
            before, so_far = so_far, {}
            for total, reached in before.items():
                for literal, number in numbers.items():
                    so_far[total + number] = so_far.get(total + number) or sat.fresh()
                    sat.add([-reached, -literal, so_far[total + number]])
        for total, reached in so_far.items():
            if total != self.total:
                sat.add([-reached])

    def cpsat(self, words: CpSatModel) -> None:
        cells = [words.variables[x] for x in self.scope]
        words.model.add_all_different(cells)
        words.model.add(sum(cells) + self.first * len(cells) == self.total)

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        cells = rng.randint(1, 5)
        sizes = small_sizes(rng, cells, most=7)
        first = rng.randint(0, 2)
        if rng.random() < 0.8:  # a total that some assignment makes, though perhaps only with a repeat
            total = sum(first + rng.randrange(size) for size in sizes)
        else:
            total = rng.randint(0, 30)
        return cls(sample_group(rng, cells), total, first + max(sizes) - 1, first), sizes


@dataclass(frozen=True)
class DistinctSumAutomaton(Automaton):
    """Which values were met, as bits: their sum follows."""

    total: int
    """With every number counted from 0."""

    @property
    def start(self) -> int:
        return 0

    def after(self, known: int, value: int, at: int) -> int | None:
        return None if known >> value & 1 else known | 1 << value

    def holds(self, known: int) -> bool:
        return sum(bits(known)) == self.total
