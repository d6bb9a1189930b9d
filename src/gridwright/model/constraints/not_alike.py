"""Not all the same: no three alike in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ..automaton import Automaton
from ..constraint import Apart, Partial, Relation, Sample
from ..domain import Domain
from ..engines import CpSatModel, SatClauses
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

    def holds(self, values: Sequence[int]) -> bool:
        return len(set(values)) > 1

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        alike = values[0] is not None and len(set(values)) == 1
        return tuple(range(len(values))) if alike else None

    def sentence(self, domain: Domain) -> str:
        return f"{self._cells} are not all alike"

    @property
    def _cells(self) -> str:
        """ "r1c1 to r1c3" are cells, but "row 1" is not."""
        return self.label if self.group.cells else f"the cells of {self.label}"

    def parameters(self) -> tuple[int, ...]:
        return ()

    def automaton(self, sizes: Sequence[int]) -> NotAlikeAutomaton:
        return NotAlikeAutomaton()

    def broken(self, masks: Sequence[int], apart: Apart | None = None) -> str | None:
        if all(masks) and not (len(set(masks)) == 1 and masks[0].bit_count() == 1):
            return None
        return f"{self._cells} are all alike"

    def kept(self, masks: tuple[int, ...], apart: tuple[tuple[int, ...], ...]) -> tuple[int, ...] | None:
        if self.broken(masks):
            return None
        for at, mask in enumerate(masks):
            others = {*masks[:at], *masks[at + 1 :]}
            if len(others) == 1 and (alike := others.pop()).bit_count() == 1:
                return (*masks[:at], mask & ~alike, *masks[at + 1 :])
        return masks

    def grounds(self, masks: Sequence[int]) -> tuple[Sequence[int], Sequence[int]]:
        """What else each of them is not; of one that has no value, all."""
        if 0 in masks:
            empty = masks.index(0)
            return [-(i == empty) for i in range(len(masks))], ()
        alike = [~mask if mask.bit_count() == 1 else 0 for mask in masks]
        return alike, [i for i, gone in enumerate(alike) if gone]

    def clauses(self, switch: int, sat: SatClauses) -> None:
        for value in range(min(sat.sizes[x] for x in self.scope)):
            sat.add([-switch, *(-sat.literal(x, value) for x in self.scope)])

    def cpsat(self, words: CpSatModel) -> None:
        for value in range(min(words.sizes[x] for x in self.scope)):
            words.model.add_bool_or([words.literal(x, value).negated() for x in self.scope])

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

    def after(self, known: int, value: int) -> int:
        return value if known in (-1, value) else self.DIFFERENT

    def holds(self, known: int) -> bool:
        return known == self.DIFFERENT
