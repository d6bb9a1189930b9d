"""So many of these candidates: counts in which each member has values of its own that count."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ..constraint import Sample
from ..counting import Counting
from ..domain import Domain
from ..errors import PuzzleError
from ..sampling import sample_group, sample_sizes


@dataclass(frozen=True)
class CandidateCount(Counting):
    """least ≤ |{x in scope : x in values[x]}| ≤ most.

    `values` has of each member, in the order of the scope, a mask of those that count: one for "it is this", all others
    for "it is not this". `saying` is the sentence. Exactly one becomes a choice, at most one an at-most-one set.
    """

    values: tuple[int, ...]
    least: int
    most: int
    saying: str

    kind = "candidate-count"
    vocabulary = ("links", "choices")

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.values) != len(self.scope):
            raise PuzzleError(f"{self.label} has {len(self.scope)} cells, but {len(self.values)} masks of values")
        if self.least > self.most:
            raise PuzzleError(f"{self.label} cannot hold at least {self.least} and at most {self.most}")

    @property
    def counted(self) -> tuple[int, ...]:
        return self.values

    def sentence(self, domain: Domain) -> str:
        return self.saying

    def parameters(self) -> tuple[int, ...]:
        """The bounds, and the masks as signed numbers of 64 bits."""
        return self.least, self.most, *(((mask + (1 << 63)) & (1 << 64) - 1) - (1 << 63) for mask in self.values)

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        cells = rng.randint(1, 5)
        sizes = sample_sizes(rng, cells, most=3)
        least = rng.randint(0, cells + 1)
        most = rng.choice((least, rng.randint(least, cells + 2)))
        group = sample_group(rng, cells)
        values = tuple(rng.choice((1, 2, ~1, ~2, rng.getrandbits(3))) for _ in group.members)
        return cls(group, values, least, most, "the sample has so many"), sizes
