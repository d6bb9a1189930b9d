"""At least one of these: a lamp that lights a cell, a white cell in every square."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ..constraint import Apart, Sample
from ..counting import ANY_NUMBER, CountingOneValue
from ..domain import Domain
from ..sampling import sample_group, sample_sizes


@dataclass(frozen=True)
class AtLeastOne(CountingOneValue):
    """value in {x : x in scope}: some member takes the value. `saying` is the sentence."""

    value: int
    saying: str

    kind = "at-least-one"
    vocabulary = ("layouts",)
    listed = False
    least, most = 1, ANY_NUMBER

    def sentence(self, domain: Domain) -> str:
        return self.saying

    def parameters(self) -> tuple[int, ...]:
        return (self.value,)

    def broken(self, masks: Sequence[int], apart: Apart | None = None) -> str | None:
        return f"{self.label} has no place left" if super().broken(masks) else None

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        cells = rng.randint(1, 6)
        sizes = sample_sizes(rng, cells, most=3)
        return cls(sample_group(rng, cells), rng.randint(0, max(sizes) - 1), "the sample has one of these"), sizes
