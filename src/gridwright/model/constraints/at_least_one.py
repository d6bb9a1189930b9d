"""At least one of these: a lamp that lights a cell, a white cell in every square."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from ..automaton import Automaton
from ..constraint import Apart, Partial, Relation, Sample
from ..domain import Domain
from ..engines import CpSatModel, SatClauses
from ..sampling import sample_group, sample_sizes


@dataclass(frozen=True)
class AtLeastOne(Relation):
    """value in {x : x in scope}: some member takes the value. `saying` is the sentence."""

    value: int
    saying: str

    kind = "at-least-one"
    vocabulary = ("layouts",)
    listed = False

    def holds(self, values: Sequence[int]) -> bool:
        return self.value in values

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        return None if self.value in values or None in values else tuple(range(len(values)))

    def sentence(self, domain: Domain) -> str:
        return self.saying

    def speaks_of(self, sizes: Sequence[int]) -> tuple[int]:
        return (self.value,)

    def parameters(self) -> tuple[int, ...]:
        return (self.value,)

    def automaton(self, sizes: Sequence[int]) -> AtLeastOneAutomaton:
        return AtLeastOneAutomaton(self.value)

    def broken(self, masks: Sequence[int], apart: Apart | None = None) -> str | None:
        return None if any(mask >> self.value & 1 for mask in masks) else f"{self.label} has no place left"

    def kept(self, masks: tuple[int, ...], apart: tuple[tuple[int, ...], ...]) -> tuple[int, ...] | None:
        possible = [i for i, mask in enumerate(masks) if mask >> self.value & 1]
        if not possible:
            return None
        return tuple(1 << self.value if possible == [i] else mask for i, mask in enumerate(masks))

    def true(self, masks: Sequence[int]) -> Iterator[tuple[int, int]]:
        """The only place that is left."""
        possible = [i for i, mask in enumerate(masks) if mask >> self.value & 1]
        yield from ((i, self.value) for i in possible if len(possible) == 1)

    def grounds(self, masks: Sequence[int]) -> tuple[Sequence[int], Sequence[int]]:
        """Every other place is gone."""
        return [1 << self.value] * len(masks), ()

    def clauses(self, switch: int, sat: SatClauses) -> None:
        sat.add([-switch, *(sat.literal(x, self.value) for x in self.scope if self.value < sat.sizes[x])])

    def cpsat(self, words: CpSatModel) -> None:
        words.model.add_bool_or([words.literal(x, self.value) for x in self.scope])

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        cells = rng.randint(1, 6)
        sizes = sample_sizes(rng, cells, most=3)
        return cls(sample_group(rng, cells), rng.randint(0, max(sizes) - 1), "the sample has one of these"), sizes


@dataclass(frozen=True)
class AtLeastOneAutomaton(Automaton):
    """Did a member have the value?"""

    value: int

    @property
    def start(self) -> bool:
        return False

    def after(self, known: bool, value: int) -> bool:
        return known or value == self.value

    def holds(self, known: bool) -> bool:
        return known
