"""How many different numbers a cell sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from ..automaton import Automaton
from ..constraint import Apart, Partial, Relation, Sample
from ..domain import Domain, bits
from ..engines import CpSatModel, SatClauses
from ..sampling import sample_group, sample_sizes


@dataclass(frozen=True)
class View(Relation):
    """looker = |{x : x in group}|: the number in a cell is how many different numbers it sees.

    The group holds the cells in sight, the nearest first; the scope ends with the one that looks. Value v is the
    number v, so that a cell which sees nothing holds 0, and a 0 in sight is a number like every other. `saying` is the
    sentence.
    """

    looker: int
    saying: str

    kind = "view"
    vocabulary = ("sight",)

    @property
    def scope(self) -> tuple[int, ...]:
        """What is seen, then the cell that counts it."""
        return (*self.group.members, self.looker)

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        *seen, count = values
        known = {v for v in seen if v is not None}
        still_open = seen.count(None)
        if count is None or max(len(known), bool(seen)) <= count <= len(known) + still_open:
            return None
        return tuple(i for i, v in enumerate(values) if v is not None)

    def sentence(self, domain: Domain) -> str:
        return self.saying

    def in_sight(self, masks: Sequence[int]) -> tuple[frozenset[int], int]:
        """The values that are seen for certain, and how many different ones could be at the most."""
        seen = frozenset(mask.bit_length() - 1 for mask in masks[:-1] if mask.bit_count() == 1)
        return seen, len(seen) + sum(mask.bit_count() != 1 for mask in masks[:-1])

    def broken(self, masks: Sequence[int], apart: Apart | None = None) -> str | None:
        """None of the looker's values lies between what it sees and what it could see."""
        seen, most = self.in_sight(masks)
        right = any(max(len(seen), len(masks) > 1) <= v <= most for v in bits(masks[-1]))
        return None if right else f"the arrow at {' '.join(self.group.cells)} cannot count right"

    def parameters(self) -> tuple[int, ...]:
        return ()

    @cached_property
    def automaton(self) -> ViewAutomaton:
        return ViewAutomaton(len(self.group.members))

    def clauses(self, switch: int, sat: SatClauses) -> None:
        """Whoever holds n sees n different values at least, and not one more; each cell has a value."""
        seen = self.group.members
        for x in seen:
            sat.add([-switch, *(sat.literal(x, value) for value in range(sat.sizes[x]))])
        at_least = _sight(seen, sat)[1]
        sat.add([-switch, *(sat.literal(self.looker, n) for n in range(sat.sizes[self.looker]))])
        for n in range(sat.sizes[self.looker]):
            holds = sat.literal(self.looker, n)
            if n > len(seen) or (n == 0 and seen):
                sat.add([-switch, -holds])
                continue
            if n > 1:
                sat.add([-switch, -holds, at_least[n - 2]])
            if 0 < n < len(seen):
                sat.add([-switch, -holds, -at_least[n - 1]])

    def cpsat(self, words: CpSatModel) -> None:
        """For each value a literal "it is seen somewhere"; the looker is their sum."""
        seen = []
        members = self.group.members
        for value in range(max((words.sizes[x] for x in members), default=0)):
            there = words.model.new_bool_var("")
            cells = [words.literal(x, value) for x in members]
            words.model.add_bool_or([*cells, there.negated()])
            for cell in cells:
                words.model.add_implication(cell, there)
            seen.append(there)
        words.model.add(words.variables[self.looker] == sum(seen))

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        cells = rng.randint(1, 6)
        sizes = sample_sizes(rng, cells, most=5)
        group = sample_group(rng, cells)
        looker, *seen = group.members
        return cls(group._replace(members=tuple(seen)), looker, "the sample counts what it sees"), sizes


Sight = tuple[dict[int, int], list[int]]
"""Of cells in a row: the literals "this value stands there", and those of "so many different ones do", from 2 on."""


def _sight(cells: tuple[int, ...], sat: SatClauses) -> Sight:
    """What stands in these cells; views along a line share what is behind."""
    return sat.defined(("sight", cells), lambda: _define_sight(cells, sat)) if cells else ({}, [])


def _define_sight(cells: tuple[int, ...], sat: SatClauses) -> Sight:
    """A value is there if it stands behind or is the first cell's; one more is there if the first cell's is new."""
    behind, at_least = _sight(cells[1:], sat)
    own = {value: sat.literal(cells[0], value) for value in range(sat.sizes[cells[0]])}
    there = {**own, **behind}
    for value in own.keys() & behind.keys():
        there[value] = sat.fresh()
        sat.add([-own[value], there[value]])
        sat.add([-behind[value], there[value]])
        sat.add([-there[value], own[value], behind[value]])
    if len(cells) == 1:
        return there, []
    new = sat.fresh()
    for value, here in own.items():
        sat.add([-here, new, *([behind[value]] if value in behind else [])])
        if value in behind:
            sat.add([-here, -new, -behind[value]])
    counts: list[int] = []
    for n in range(len(cells) - 1):  # two more than n
        counts.append(sat.fresh())
        already, one_less = at_least[n : n + 1], at_least[n - 1 : n] if n else []
        sat.add([-new, *(-each for each in one_less), counts[n]])
        sat.add([-counts[n], new, *already])
        for each in already:
            sat.add([-each, counts[n]])
        for each in one_less:
            sat.add([-counts[n], each])
    return there, counts


@dataclass(frozen=True)
class ViewAutomaton(Automaton):
    """Which values are seen so far, as bits; the last cell is the one that counts them.

    >>> ViewAutomaton(2).open([(0, 1, 2), (1,), (1, 2)])
    [{0, 1, 2}, {1}, {1, 2}]
    """

    seen: int
    """How many cells are seen."""

    @property
    def start(self) -> int:
        return 0

    def after(self, known: int, value: int, at: int) -> int | None:
        if at < self.seen:
            return known | 1 << value
        return 0 if known.bit_count() == value else None

    def holds(self, known: int) -> bool:
        return True
