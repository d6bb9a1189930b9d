"""Greater than: the sign between two cells of Futoshiki."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from ..constraint import Constraint, Partial, Sample
from ..domain import Domain
from ..engines import CpSatModel
from ..errors import PuzzleError
from ..sampling import sample_group, sample_sizes
from ..structure import Structure
from .table import Table


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

    def emit(self, structure: Structure) -> None:
        x, y = (structure.sizes[each] for each in self.scope)
        structure.relate(Table(self.group, _greater(x, y), ""))

    def cpsat(self, words: CpSatModel) -> None:
        x, y = (words.variables[each] for each in self.scope)
        words.model.add(x > y)

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        return cls(sample_group(rng, 2)), sample_sizes(rng, 2, most=8)


@lru_cache(maxsize=256)
def _greater(x: int, y: int) -> frozenset[tuple[int, ...]]:
    return frozenset((a, b) for a in range(x) for b in range(min(a, y)))
