"""Two lines that are not the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from ..automaton import Automaton
from ..constraint import Apart, Relation, Sample, all_of
from ..domain import Domain
from ..engines import CpSatModel, SatClauses
from ..errors import PuzzleError
from ..group import Group
from ..sampling import sample_group, sample_sizes


@dataclass(frozen=True)
class DifferentLines(Relation):
    """scope[: n] ≠ scope[n :]: two lines of n members, one after the other, differ in some place."""

    kind = "different-lines"
    vocabulary = ("layouts",)
    listed = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.scope) % 2:
            raise PuzzleError(f"{self.label}: expected two lines of one length, found {len(self.scope)} cells in all")

    @classmethod
    def of(cls, one: Group, other: Group) -> DifferentLines:
        """Two rows, or two columns: "rows 3 and 5"."""
        both = (*one.members, *other.members)
        return cls(Group("pair", both, number=one.number, clue=other.number or "", way=one.kind))

    @property
    def _places(self) -> list[tuple[int, int]]:
        """What stands in each place of the two lines."""
        half = len(self.scope) // 2
        return list(zip(self.scope[:half], self.scope[half:], strict=True))

    def sentence(self, domain: Domain) -> str:
        return f"{self.label} are not the same"

    def parameters(self) -> tuple[int, ...]:
        return ()

    @cached_property
    def automaton(self) -> DifferentLinesAutomaton:
        return DifferentLinesAutomaton(len(self.scope) // 2)

    def broken(self, masks: Sequence[int], apart: Apart | None = None) -> str | None:
        differ = self.holds(masks) or any(mask.bit_count() > 1 for mask in masks)
        return None if differ and all(masks) else self.fault

    @property
    def fault(self) -> str:
        return f"{self.label} are the same"

    def kept(self, masks: tuple[int, ...]) -> tuple[int, ...] | None:
        if self.broken(masks):
            return None
        half = len(masks) // 2
        places = [i for i in range(half) if not (masks[i] == masks[i + half] and masks[i].bit_count() == 1)]
        kept = list(masks)
        if len(places) == 1:
            one, other = places[0], places[0] + half
            for decided, open_ in ((one, other), (other, one)):
                if masks[decided].bit_count() == 1:
                    kept[open_] &= ~masks[decided]
        return tuple(kept)

    def grounds(self, masks: Sequence[int]) -> Sequence[int]:
        """What else the cells are not that agree; of a cell that has no value, all."""
        if 0 in masks:
            return all_of(masks.index(0), masks)
        return [~mask for mask in masks]

    def clauses(self, switch: int, sat: SatClauses) -> None:
        """In one of the places they differ."""
        places = []
        for x, y in self._places:
            places.append(sat.fresh())
            for value in range(min(sat.sizes[x], sat.sizes[y])):
                sat.add([-places[-1], -sat.literal(x, value), -sat.literal(y, value)])
        sat.add([-switch, *places])

    def cpsat(self, words: CpSatModel) -> None:
        """Of each place whether they differ there."""
        places = []
        for x, y in self._places:
            differ = words.model.new_bool_var("")
            words.model.add(words.variables[x] != words.variables[y]).only_enforce_if(differ)
            words.model.add(words.variables[x] == words.variables[y]).only_enforce_if(differ.negated())
            places.append(differ)
        words.model.add_bool_or(places)

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        length = rng.randint(1, 3)
        return cls(sample_group(rng, 2 * length)), sample_sizes(rng, 2 * length, most=5 - length)


DIFFERENT = (-1,)
"""What is known once the lines differ."""


@dataclass(frozen=True)
class DifferentLinesAutomaton(Automaton):
    """The first line as far as it was read, then what is still to be met of it; DIFFERENT once the lines are.

    >>> DifferentLinesAutomaton(2).open([(0, 1), (1,), (0,), (1,)])
    [{1}, {1}, {0}, {1}]
    """

    length: int

    @property
    def start(self) -> tuple[int, ...]:
        return ()

    def after(self, known: tuple[int, ...], value: int, at: int) -> tuple[int, ...]:
        if at < self.length:
            return (*known, value)
        return known[1:] if known[:1] == (value,) else DIFFERENT

    def holds(self, known: tuple[int, ...]) -> bool:
        return known == DIFFERENT
