"""Not both: two stars that touch."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ..constraint import Sample
from ..counting import CountingOneValue
from ..domain import Domain
from ..sampling import sample_group, sample_sizes


@dataclass(frozen=True)
class NotBoth(CountingOneValue):
    """|{x in scope : x = value}| ≤ 1, for a small scope that has no name of its own: a link."""

    value: int

    kind = "not-both"
    named = False
    vocabulary = ("links",)
    least, most = 0, 1

    def sentence(self, domain: Domain) -> str:
        return f"{self.label} cannot both hold {domain.symbol(self.value)}"

    def parameters(self) -> tuple[int, ...]:
        """Return what a count is told; a link has no relation of its own."""
        return self.value, self.least, self.most

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        cells = rng.randint(2, 4)
        sizes = sample_sizes(rng, cells)
        return cls(sample_group(rng, cells), rng.randint(0, max(sizes) - 1)), sizes
