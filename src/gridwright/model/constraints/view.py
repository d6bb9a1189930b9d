"""How many different numbers a cell sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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

    def holds(self, values: Sequence[int]) -> bool:
        return len(set(values[:-1])) == values[-1]

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

    def automaton(self, sizes: Sequence[int]) -> ViewAutomaton:
        return ViewAutomaton(len(self.scope))

    def clauses(self, switch: int, sat: SatClauses) -> None:
        """Value by value: is it seen, and how many were so far; the looker holds the number at the end."""
        seen = self.group.members
        for x in seen:
            sat.add([-switch, *(sat.literal(x, value) for value in range(sat.sizes[x]))])
        so_far = {0: switch}
        for value in range(max((sat.sizes[x] for x in seen), default=0)):
            there = [sat.literal(x, value) for x in seen if value < sat.sizes[x]]
            before, so_far = so_far, {n: sat.fresh() for n in range(max(so_far) + 2)}
            for n, reached in before.items():
                sat.add([-reached, *there, so_far[n]])
                for literal in there:
                    sat.add([-reached, -literal, so_far[n + 1]])
        for n, reached in so_far.items():
            possible = n < sat.sizes[self.looker]
            sat.add([-reached, *([sat.literal(self.looker, n)] if possible else [])])

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


@dataclass(frozen=True)
class ViewAutomaton(Automaton):
    """How many cells were read and which values they held; the last cell is the one that counts them.

    >>> ViewAutomaton(3).open([(0, 1, 2), (1,), (1, 2)])
    [{0, 1, 2}, {1}, {1, 2}]
    """

    cells: int
    """How many there are, the one that counts included."""

    @property
    def start(self) -> tuple[int, int]:
        return 0, 0

    def after(self, known: tuple[int, int], value: int) -> tuple[int, int] | None:
        read, held = known
        if read + 1 < self.cells:
            return read + 1, held | 1 << value
        return (self.cells, 0) if held.bit_count() == value else None

    def holds(self, known: tuple[int, int]) -> bool:
        return known[0] == self.cells
