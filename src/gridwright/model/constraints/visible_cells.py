"""So many cells are seen from one, along rays that something stops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from random import Random
from typing import Any

from ..automaton import Automaton
from ..constraint import Sample
from ..domain import Domain
from ..engines import CpSatModel
from ..errors import PuzzleError
from ..sampling import sample_group, sample_sizes
from ..two_valued import TwoValued

MOST_CELLS = 255


@dataclass(frozen=True)
class VisibleCells(TwoValued):
    """own + sum(|cells of ray before the first x = value| for ray in rays) = number.

    The group holds the rays one after the other, `lengths` says where each ends, and its cells run from the nearest to
    the farthest. A cell with the value stops the ray and is not seen itself; with `own` the cell that looks counts.
    """

    number: int
    lengths: tuple[int, ...]
    own: bool = False

    kind = "visible-cells"
    vocabulary = ("layouts", "clues", "rays")

    def __post_init__(self) -> None:
        super().__post_init__()
        if sum(self.lengths) != len(self.scope):
            raise PuzzleError(f"{self.label} has {len(self.scope)} cells, but rays of {sum(self.lengths)}")
        if len(self.scope) > MOST_CELLS:
            raise PuzzleError(f"{self.label}: expected at most {MOST_CELLS} cells in sight, found {len(self.scope)}")
        if not 0 <= self.number <= MOST_CELLS + 1:
            raise PuzzleError(f"{self.label}: expected 0 to {MOST_CELLS + 1} cells to be seen, found {self.number}")

    @property
    def rays(self) -> Iterator[tuple[int, ...]]:
        """The cells of each ray."""
        ends = pairwise(accumulate(self.lengths, initial=0))
        return (self.scope[begin:end] for begin, end in ends)

    def holds(self, values: Sequence[int]) -> bool:
        return self.target(values) == self.number

    def target(self, values: Sequence[int]) -> int:
        """Return how many cells are seen, the one that looks included where it counts."""
        seen, begin = int(self.own), 0
        for length in self.lengths:
            for value in values[begin : begin + length]:
                if value == self.value:
                    break
                seen += 1
            begin += length
        return seen

    def sentence(self, domain: Domain) -> str:
        itself = ", itself included" if self.own else ""
        cells = f"{self.number} cell{'s' * (self.number != 1)}"
        who = self.group.cells[0] if self.group.cells else self.label
        return f"{who} sees {cells}{itself}, as far as the first {domain.symbol(self.value)} each way"

    @property
    def clue(self) -> int:
        return self.number

    def parameters(self) -> tuple[int, ...]:
        return self.value, self.number, int(self.own), *self.lengths

    @cached_property
    def automaton(self) -> VisibleCellsAutomaton:
        return VisibleCellsAutomaton(self.value, self.number - self.own, self.lengths)

    def cpsat(self, words: CpSatModel) -> None:
        """Of each cell whether it is seen: it does not stop, and all before it are seen."""
        model = words.model
        seen: list[Any] = []
        for ray in self.rays:
            for i, x in enumerate(ray):
                stops, here = words.literal(x, self.value), model.new_bool_var("")
                before = seen[-1:] if i else []
                model.add_bool_or([here, stops, *(each.negated() for each in before)])
                for each in (stops.negated(), *before):
                    model.add_implication(here, each)
                seen.append(here)
        model.add(sum(seen) + self.own == self.number)

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        cells = rng.randint(1, 6)
        sizes = sample_sizes(rng, cells, most=3 if cells < 5 else 2)
        ends = sorted((0, cells, *(rng.randint(0, cells) for _ in range(rng.randint(0, 3)))))
        lengths = tuple(b - a for a, b in pairwise(ends))
        value, number = rng.randint(0, max(sizes) - 1), rng.randint(0, cells + 1)
        return cls(sample_group(rng, cells), value, number, lengths, rng.random() < 0.5), sizes


@dataclass(frozen=True)
class VisibleCellsAutomaton(Automaton):
    """How many cells were seen, and whether the ray at hand is still looked along.

    >>> VisibleCellsAutomaton(1, 2, (2, 1)).open([(0,), (0, 1), (0, 1)])
    [{0}, {0, 1}, {0, 1}]
    >>> VisibleCellsAutomaton(1, 3, (2, 1)).open([(0, 1), (0, 1), (0, 1)])
    [{0}, {0}, {0}]
    """

    value: int
    seen: int
    lengths: tuple[int, ...]

    @property
    def start(self) -> tuple[int, bool]:
        return 0, True

    def after(self, known: tuple[int, bool], value: int, at: int) -> tuple[int, bool] | None:
        seen, looking = known
        looking = (looking or at in accumulate(self.lengths, initial=0)) and value != self.value
        return (seen + looking, looking) if seen + looking <= self.seen else None

    def holds(self, known: tuple[int, bool]) -> bool:
        return known[0] == self.seen
