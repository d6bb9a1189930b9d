"""Not all the same: no three alike in a row."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random

from ..automaton import Automaton
from ..constraint import Relation, Sample
from ..domain import Domain
from ..engines import SatClauses
from ..errors import PuzzleError
from ..sampling import sample_group, sample_sizes


@dataclass(frozen=True)
class NotAlike(Relation):
    """|{x : x in scope}| > 1: the members do not all take the same value."""

    kind = "not-alike"
    vocabulary = ("layouts",)

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.scope) < 2:
            raise PuzzleError(
                f"{self.label}: expected at least two cells that are not all alike, found {len(self.scope)}"
            )

    def sentence(self, domain: Domain) -> str:
        return f"{self._cells} are not all alike"

    @property
    def _cells(self) -> str:
        """ "r1c1 to r1c3" are cells, but "row 1" is not."""
        return self.label if self.group.cells else f"the cells of {self.label}"

    @property
    def fault(self) -> str:
        return f"{self._cells} are all alike"

    def parameters(self) -> tuple[int, ...]:
        return ()

    @cached_property
    def automaton(self) -> NotAlikeAutomaton:
        return NotAlikeAutomaton()

    def clauses(self, switch: int, sat: SatClauses) -> None:
        for value in range(min(sat.sizes[x] for x in self.scope)):
            sat.add([-switch, *(-sat.literal(x, value) for x in self.scope)])

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        cells = rng.randint(2, 4)
        return cls(sample_group(rng, cells)), sample_sizes(rng, cells, most=4)


@dataclass(frozen=True)
class NotAlikeAutomaton(Automaton):
    """The value of all so far; -1 before the first, DIFFERENT after two that differ."""

    DIFFERENT = -2

    @property
    def start(self) -> int:
        return -1

    def after(self, known: int, value: int, at: int) -> int:
        return value if known in (-1, value) else self.DIFFERENT

    def holds(self, known: int) -> bool:
        return known == self.DIFFERENT
