"""So many of these: stars in a row, lamps around a clue, ones in a line."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ..constraint import Sample
from ..counting import CountingOneValue
from ..domain import Domain
from ..errors import PuzzleError
from ..group import Group
from ..sampling import sample_group, sample_sizes


@dataclass(frozen=True)
class Count(CountingOneValue):
    """least ≤ |{x in scope : x = value}| ≤ most.

    `Count.exactly(group, value, n)` is the usual case. Exactly one becomes a choice, at most one an at-most-one set.
    """

    value: int
    least: int
    most: int

    kind = "count"
    vocabulary = ("links", "choices", "counts")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.least > self.most:
            raise PuzzleError(f"{self.label} cannot hold at least {self.least} and at most {self.most}")

    @classmethod
    def exactly(cls, group: Group, value: int, n: int) -> Count:
        """Just n of the group take the value."""
        return cls(group, value, n, n)

    def sentence(self, domain: Domain) -> str:
        symbol = domain.symbol(self.value)
        if self.least == self.most:
            return f"{self.label} holds {symbol} exactly {times(self.least)}"
        if self.least <= 0:
            return f"{self.label} holds {symbol} at most {times(self.most)}"
        if self.most >= len(self.scope):
            return f"{self.label} holds {symbol} at least {times(self.least)}"
        return f"{self.label} holds {symbol} {self.least} to {self.most} times"

    @property
    def often(self) -> tuple[int, int] | None:
        return (self.value, self.least) if self.least == self.most else None

    def parameters(self) -> tuple[int, ...]:
        return self.value, self.least, self.most

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        cells = rng.randint(1, 7)
        sizes = sample_sizes(rng, cells, most=3)
        least = rng.randint(0, cells + 1)
        most = rng.choice((least, rng.randint(least, cells + 2)))
        return cls(sample_group(rng, cells), rng.randint(0, max(sizes) - 1), least, most), sizes


def times(n: int) -> str:
    """How often, in words where English has them.

    >>> times(1), times(2), times(3)
    ('once', 'twice', '3 times')
    """
    return {1: "once", 2: "twice"}.get(n, f"{n} times")
