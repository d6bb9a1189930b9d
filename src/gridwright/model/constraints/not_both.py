"""Not both: two stars that touch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..blueprint import Blueprint
from ..constraint import Constraint, Partial
from ..domain import Domain


@dataclass(frozen=True)
class NotBoth(Constraint):
    """|{x in scope : x = value}| ≤ 1, for a small scope that has no name of its own: a link."""

    value: int

    kind = "not-both"
    named = False
    vocabulary = ("links",)

    def holds(self, values: Sequence[int]) -> bool:
        return sum(v == self.value for v in values) <= 1

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        have = tuple(i for i, v in enumerate(values) if v == self.value)
        return have if len(have) > 1 else None

    def sentence(self, domain: Domain) -> str:
        return f"{self.label} cannot both hold {domain.symbol(self.value)}"

    def emit(self, blueprint: Blueprint) -> None:
        value = self.value
        blueprint.at_most_one(
            [blueprint.candidate(x, value) for x in self.scope if value < blueprint.sizes[x]], self.group
        )
