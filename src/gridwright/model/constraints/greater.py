"""Greater than: the sign between two cells of Futoshiki."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..blueprint import Blueprint
from ..constraint import Constraint, Partial
from ..domain import Domain
from ..errors import PuzzleError


@dataclass(frozen=True)
class Greater(Constraint):
    """x > y for the scope (x, y)."""

    kind = "greater"
    vocabulary = ("layouts",)

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.scope) != 2:
            raise PuzzleError(f"{self.label}: a sign stands between two cells, found {len(self.scope)}")

    def holds(self, values: Sequence[int]) -> bool:
        return values[0] > values[1]

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        x, y = values
        if x is not None and y is not None:
            return None if x > y else (0, 1)
        return (0,) if x == 0 else None

    def sentence(self, domain: Domain) -> str:
        return self.label

    def emit(self, blueprint: Blueprint) -> None:
        x, y = (blueprint.sizes[each] for each in self.scope)
        blueprint.table(self.group, _greater(x, y))


@lru_cache(maxsize=256)
def _greater(x: int, y: int) -> tuple[tuple[int, int], ...]:
    return tuple((a, b) for a in range(x) for b in range(min(a, y)))
