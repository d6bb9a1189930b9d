"""One of these rows: whatever a small scope allows, listed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..blueprint import Blueprint
from ..constraint import Constraint, Partial
from ..domain import Domain
from ..errors import PuzzleError


@dataclass(frozen=True)
class Table(Constraint):
    """(x for x in scope) in tuples: the scope takes one of the listed tuples.

    `saying` is its sentence ("the cage multiplies to 24"), for a list says nothing to a person.
    """

    tuples: frozenset[tuple[int, ...]]
    saying: str

    kind = "table"
    vocabulary = ("layouts", "forced")

    def __post_init__(self) -> None:
        super().__post_init__()
        for row in self.tuples:
            if len(row) != len(self.scope):
                raise PuzzleError(f"{self.label} has {len(self.scope)} cells, but a tuple of {len(row)} values")

    def holds(self, values: Sequence[int]) -> bool:
        return tuple(values) in self.tuples

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        for row in self.tuples:
            if all(v is None or v == w for v, w in zip(values, row, strict=True)):
                return None
        return tuple(i for i, v in enumerate(values) if v is not None) or tuple(range(len(values)))

    def sentence(self, domain: Domain) -> str:
        return self.saying

    def emit(self, blueprint: Blueprint) -> None:
        blueprint.table(self.group, sorted(self.tuples))
