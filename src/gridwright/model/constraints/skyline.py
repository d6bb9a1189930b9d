"""How many towers are seen from one end of a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from ..automaton import Automaton
from ..constraint import Relation, Sample
from ..domain import Domain
from ..engines import CpSatModel
from ..errors import PuzzleError
from ..sampling import sample_group, sample_sizes

MOST_SEEN = 63


@dataclass(frozen=True)
class Skyline(Relation):
    """|{x in scope : x > y for all y before x}| = seen: towers hide those behind them that are no higher.

    The scope runs from the end where one stands. `heights` is the number of heights that a tower can have.
    """

    seen: int
    heights: int

    kind = "skyline"
    vocabulary = ("layouts", "clues", "views")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.scope:
            raise PuzzleError(f"{self.label} has no cells")
        if not 0 <= self.seen <= MOST_SEEN:
            raise PuzzleError(f"{self.label}: expected 0 to {MOST_SEEN} towers to be seen, found {self.seen}")

    def holds(self, values: Sequence[int]) -> bool:
        return self.target(values) == self.seen

    def target(self, values: Sequence[int]) -> int:
        """Return how many towers are seen: those that are higher than all before them."""
        highest, seen = -1, 0
        for height in values:
            if height > highest:
                highest, seen = height, seen + 1
        return seen

    def sentence(self, domain: Domain) -> str:
        return f"{self.label} shows {self.seen} tower{'s' * (self.seen != 1)}"

    @property
    def clue(self) -> int:
        return self.seen

    def parameters(self) -> tuple[int, ...]:
        return (self.seen,)

    @cached_property
    def automaton(self) -> SkylineAutomaton:
        return SkylineAutomaton(self.seen, self.heights)

    def cpsat(self, words: CpSatModel) -> None:
        """The highest so far, cell by cell, and whether each is higher than what came before."""
        model, seen = words.model, []
        highest: Any = -1
        for i, x in enumerate(words.variables[x] for x in self.scope):
            higher = model.new_bool_var("")
            model.add(x > highest).only_enforce_if(higher)
            model.add(x <= highest).only_enforce_if(higher.negated())
            seen.append(higher)
            before, highest = highest, model.new_int_var(0, self.heights, "")
            model.add_max_equality(highest, [before, x] if i else [x])
        model.add(sum(seen) == self.seen)

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        cells = rng.randint(1, 5)
        sizes = sample_sizes(rng, cells, most=5)
        return cls(sample_group(rng, cells), rng.randint(0, cells + 1), max(sizes)), sizes


@dataclass(frozen=True)
class SkylineAutomaton(Automaton):
    """The highest tower so far, and how many were seen."""

    seen: int
    heights: int
    """How many heights a tower can have."""

    @property
    def start(self) -> tuple[int, int]:
        return -1, 0

    def after(self, known: tuple[int, int], value: int, at: int) -> tuple[int, int] | None:
        highest, seen = known
        if value > highest:
            return (value, seen + 1) if seen < self.seen else None
        return known

    def holds(self, known: tuple[int, int]) -> bool:
        return known[1] == self.seen

    @property
    def alphabet(self) -> Sequence[int]:
        return range(self.heights)
