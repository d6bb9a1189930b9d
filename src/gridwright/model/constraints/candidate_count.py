"""So many of these candidates: counts in which each member has values of its own that count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from ..automaton import Automaton
from ..constraint import Apart, Partial, Relation, Sample
from ..domain import Domain, bits
from ..engines import CpSatModel, SatClauses
from ..errors import PuzzleError
from ..sampling import sample_group, sample_sizes
from ..structure import Structure


@dataclass(frozen=True)
class CandidateCount(Relation):
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

    def holds(self, values: Sequence[int]) -> bool:
        return self.least <= sum(mask >> v & 1 for mask, v in zip(self.values, values, strict=True)) <= self.most

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        have = tuple(i for i, v in enumerate(values) if v is not None and self.values[i] >> v & 1)
        if len(have) > self.most:
            return have
        if len(have) + sum(v is None for v in values) < self.least:
            return tuple(i for i, v in enumerate(values) if v is not None and i not in have) or tuple(
                range(len(values))
            )
        return None

    def sentence(self, domain: Domain) -> str:
        return self.saying

    def emit(self, structure: Structure) -> None:
        """Normalised to the simplest form: one of these is a choice, none or all of them narrower masks."""
        n = len(self.scope)
        if self.least <= 0 and self.most >= n:
            return
        if self.most == 0 and self.least <= 0:
            for x, mask in zip(self.scope, self.values, strict=True):
                structure.exclude(x, mask)
        elif self.most == 1 and self.least <= 1:
            together = [
                c for x, mask in zip(self.scope, self.values, strict=True) for c in structure.candidates(x, mask)
            ]
            (structure.choice if self.least == 1 else structure.at_most_one)(together, self.group)
        elif self.least == n and self.most >= n:
            for x, mask in zip(self.scope, self.values, strict=True):
                structure.exclude(x, ~mask)
        else:
            structure.relate(self)

    def speaks_of(self, sizes: Sequence[int]) -> Iterator[int]:
        named = 0
        for x, mask in zip(self.scope, self.values, strict=True):
            named |= mask & (1 << sizes[x]) - 1
        return bits(named)

    def parameters(self) -> tuple[int, ...]:
        """The bounds, and the masks as signed numbers of 64 bits."""
        return self.least, self.most, *(((mask + (1 << 63)) & (1 << 64) - 1) - (1 << 63) for mask in self.values)

    def automaton(self, sizes: Sequence[int]) -> CandidateCountAutomaton:
        return CandidateCountAutomaton(self.values, self.least, self.most)

    def _tally(self, masks: Sequence[int]) -> tuple[list[int], list[int]]:
        """The members, by position, that may still count, and those that must."""
        pairs = list(enumerate(zip(masks, self.values, strict=True)))
        return [i for i, (mask, own) in pairs if mask & own], [
            i for i, (mask, own) in pairs if mask and not mask & ~own
        ]

    def broken(self, masks: Sequence[int], apart: Apart | None = None) -> str | None:
        possible, certain = self._tally(masks)
        if not all(masks) or len(possible) < self.least:
            return f"{self.label} has too few places left"
        return f"{self.label} has too many" if len(certain) > self.most else None

    def kept(self, masks: tuple[int, ...], apart: tuple[tuple[int, ...], ...]) -> tuple[int, ...] | None:
        if self.broken(masks):
            return None
        possible, certain = self._tally(masks)
        if len(possible) == self.least:
            return tuple(mask & own or mask for mask, own in zip(masks, self.values, strict=True))
        if len(certain) == self.most:
            return tuple(mask & ~own or mask for mask, own in zip(masks, self.values, strict=True))
        return masks

    def grounds(self, masks: Sequence[int]) -> tuple[Sequence[int], Sequence[int]]:
        """What counts and is missing; or, where there is enough, what else the members are not that must count."""
        if 0 in masks:
            return [-(i == masks.index(0)) for i in range(len(masks))], ()
        possible, certain = self._tally(masks)
        if len(possible) < self.least:
            gone = [i for i in range(len(masks)) if i not in possible][: len(masks) - self.least + 1]
            return [own * (i in gone) for i, own in enumerate(self.values)], ()
        sure = certain[: self.most + 1]
        return [~own * (i in sure) for i, own in enumerate(self.values)], sure

    def clauses(self, switch: int, sat: SatClauses) -> None:
        """Member by member, the number so far: it goes up by one with a value that counts, and else stays."""
        so_far = {0: switch}
        for x, mask in zip(self.scope, self.values, strict=True):
            counting = [sat.literal(x, value) for value in bits(mask & (1 << sat.sizes[x]) - 1)]
            before, so_far = so_far, {n: sat.fresh() for n in range(max(so_far) + 2)}
            for n, reached in before.items():
                sat.add([-reached, *counting, so_far[n]])
                for literal in counting:
                    sat.add([-reached, -literal, so_far[n + 1]])
        for n, reached in so_far.items():
            if not self.least <= n <= self.most:
                sat.add([-reached])

    def cpsat(self, words: CpSatModel) -> None:
        counting = [
            words.literal(x, value)
            for x, mask in zip(self.scope, self.values, strict=True)
            for value in bits(mask & (1 << words.sizes[x]) - 1)
        ]
        words.model.add_linear_constraint(sum(counting), self.least, self.most)

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        cells = rng.randint(1, 5)
        sizes = sample_sizes(rng, cells, most=3)
        least = rng.randint(0, cells + 1)
        most = rng.choice((least, rng.randint(least, cells + 2)))
        group = sample_group(rng, cells)
        values = tuple(rng.choice((1, 2, ~1, ~2, rng.getrandbits(3))) for _ in group.members)
        return cls(group, values, least, most, "the sample has so many"), sizes


@dataclass(frozen=True)
class CandidateCountAutomaton(Automaton):
    """How many members were read, and how many of them counted."""

    values: tuple[int, ...]
    least: int
    most: int

    @property
    def start(self) -> tuple[int, int]:
        return 0, 0

    def after(self, known: tuple[int, int], value: int) -> tuple[int, int] | None:
        read, count = known
        count += self.values[read] >> value & 1
        return (read + 1, count) if count <= self.most else None

    def holds(self, known: tuple[int, int]) -> bool:
        return self.least <= known[1]
