"""Runs along a line: filled cells in blocks of given lengths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from random import Random

from ..automaton import Automaton
from ..constraint import Sample
from ..domain import Domain
from ..errors import PuzzleError
from ..sampling import sample_group, sample_sizes
from ..two_valued import TwoValued

MOST_CELLS = 255


@dataclass(frozen=True)
class Runs(TwoValued):
    """[|run| for run of x = value in scope] = lengths: along the line the value stands in just these runs, in order."""

    lengths: tuple[int, ...]

    kind = "runs"
    vocabulary = ("layouts",)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= len(self.scope) <= MOST_CELLS:
            raise PuzzleError(f"{self.label}: expected 1 to {MOST_CELLS} cells for runs, found {len(self.scope)}")
        if wrong := [length for length in self.lengths if not 1 <= length <= MOST_CELLS]:
            raise PuzzleError(f"{self.label}: expected runs of 1 to {MOST_CELLS} cells, found {wrong[0]}")

    def holds(self, values: Sequence[int]) -> bool:
        return self.target(values) == self.lengths

    def target(self, values: Sequence[int]) -> tuple[int, ...]:
        """Return the lengths of the runs, in order."""
        runs = groupby(values, lambda v: v == self.value)
        return tuple(len(list(cells)) for filled, cells in runs if filled)

    def sentence(self, domain: Domain) -> str:
        symbol = domain.symbol(self.value)
        if not self.lengths:
            return f"{self.label} holds no {symbol}"
        *most, last = map(str, self.lengths)
        lengths = f"runs of {', '.join(most)} and {last}, in this order" if most else f"one run of {last}"
        return f"in {self.label} every {symbol} stands in {lengths}"

    def parameters(self) -> tuple[int, ...]:
        return self.value, *self.lengths

    @cached_property
    def automaton(self) -> RunsAutomaton:
        return RunsAutomaton(self.value, self.lengths)

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        cells = rng.randint(1, 7)
        sizes = sample_sizes(rng, cells, most=3 if cells < 5 else 2)
        lengths: list[int] = []
        while sum(lengths) + len(lengths) < cells and rng.random() < 0.8:
            lengths.append(rng.randint(1, max(1, cells - sum(lengths) - len(lengths) - rng.randint(0, 3))))
        return cls(sample_group(rng, cells), rng.randint(0, max(sizes) - 1), tuple(lengths)), sizes


@dataclass(frozen=True)
class RunsAutomaton(Automaton):
    """How many runs have begun, and how many cells the last of them has; 0 cells once it has ended.

    >>> RunsAutomaton(1, (2,)).open([(0, 1), (1,), (0, 1)])
    [{0, 1}, {1}, {0, 1}]
    """

    value: int
    lengths: tuple[int, ...]

    @property
    def start(self) -> tuple[int, int]:
        return 0, 0

    def after(self, known: tuple[int, int], value: int, at: int) -> tuple[int, int] | None:
        runs, cells = known
        if value == self.value:
            if not cells:
                return (runs + 1, 1) if runs < len(self.lengths) else None
            return (runs, cells + 1) if cells < self.lengths[runs - 1] else None
        return None if cells and cells < self.lengths[runs - 1] else (runs, 0)

    def holds(self, known: tuple[int, int]) -> bool:
        runs, cells = known
        return runs == len(self.lengths) and (not cells or cells == self.lengths[-1])
