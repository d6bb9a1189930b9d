"""Different values with a given sum: the killer cage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..blueprint import Blueprint
from ..constraint import Constraint, Partial, repeats
from ..domain import Domain
from .all_different import different


@dataclass(frozen=True)
class DistinctSum(Constraint):
    """x ≠ y for all x, y in scope, and sum(x + first) = total: a killer cage.

    `largest` is the largest number a cell can hold. The kernel reasons over digit *sets*: nine cells have 362,880
    orders but one set.
    """

    total: int
    largest: int
    first: int = 1

    kind = "distinct-sum"
    vocabulary = ("links", "sums")

    def holds(self, values: Sequence[int]) -> bool:
        return len(set(values)) == len(values) and sum(v + self.first for v in values) == self.total

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

    def emit(self, blueprint: Blueprint) -> None:
        different(self, blueprint)
        blueprint.sum(self.group, self.total, self.first)
