"""Next to each other in value, or not: the bars of Adjacent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from ..constraint import Constraint, Partial, Sample
from ..domain import Domain
from ..errors import PuzzleError
from ..sampling import sample_group, sample_sizes
from ..structure import Structure
from .table import Table


@dataclass(frozen=True)
class Adjacent(Constraint):
    """|x - y| = 1 for the scope (x, y); or ≠ 1 where `differs_by_one` is false."""

    differs_by_one: bool

    kind = "adjacent"
    vocabulary = ("layouts",)

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.scope) != 2:
            raise PuzzleError(f"{self.label}: a bar stands between two cells, found {len(self.scope)}")

    def holds(self, values: Sequence[int]) -> bool:
        return (abs(values[0] - values[1]) == 1) == self.differs_by_one

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        x, y = values
        return None if x is None or y is None or self.holds((x, y)) else (0, 1)

    def sentence(self, domain: Domain) -> str:
        return f"{self.label} differ by one" if self.differs_by_one else f"{self.label} do not differ by one"

    def emit(self, structure: Structure) -> None:
        x, y = (structure.sizes[each] for each in self.scope)
        structure.relate(Table(self.group, _pairs(x, y, self.differs_by_one), ""))

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        return cls(sample_group(rng, 2), rng.random() < 0.5), sample_sizes(rng, 2, most=8)


@lru_cache(maxsize=256)
def _pairs(x: int, y: int, differs_by_one: bool) -> frozenset[tuple[int, ...]]:
    return frozenset((a, b) for a in range(x) for b in range(y) if (abs(a - b) == 1) == differs_by_one)
