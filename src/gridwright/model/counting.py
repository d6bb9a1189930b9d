"""Counts: how many members of a scope take a value that counts. Every kind that counts is this one.

    Count          one value, exactly, at most or at least so often       stars in a row
    AtLeastOne     one value somewhere                                    a lamp that lights a cell
    NotBoth        one value once at most, among cells without a name     two stars that touch
    CandidateCount values of its own for each member                      two of "r1c1 is 3", "r2c5 is not 1" …

A kind says which values count, how many of them there are, and its sentence. In the kernel all of them are
`relations/count.cpp`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import ClassVar

from .automaton import Automaton
from .constraint import Apart, Partial, Relation, state_clauses
from .domain import bits
from .engines import CpSatModel, SatClauses
from .structure import Structure

ANY_NUMBER = 2**31 - 1
"""No upper bound."""
FEW = 6
"""Members up to which "at most one" is stated two by two: fewer clauses than one member after the other."""


class Counting(Relation):
    """least ≤ |{x in scope : x in counted[x]}| ≤ most."""

    least: int
    most: int

    as_a_whole: ClassVar[bool] = False
    """Where too few members can count: are all of them shown, as people look at a row, and not as few as it takes?"""

    @property
    @abstractmethod
    def counted(self) -> Sequence[int]:
        """A mask for each member: the values that count."""

    def holds(self, values: Sequence[int]) -> bool:
        return self.least <= self.target(values) <= self.most

    def target(self, values: Partial) -> int:
        """Return how many members count, of those that are decided."""
        return len(self.having(values))

    def having(self, values: Partial) -> tuple[int, ...]:
        """Return the members, by position, that count."""
        pairs = enumerate(zip(self.counted, values, strict=True))
        return tuple([i for i, (mask, value) in pairs if value is not None and mask >> value & 1])

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        """Return the members that count where they are too many; where too few can, those that do not, or all."""
        have = self.target(values)
        if have > self.most:
            return self.having(values)
        if have + values.count(None) >= self.least:
            return None
        rest = {i for i, value in enumerate(values) if value is not None}.difference(self.having(values))
        return (() if self.as_a_whole else tuple(sorted(rest))) or tuple(range(len(values)))

    @cached_property
    def automaton(self) -> CountingAutomaton:
        return CountingAutomaton(tuple(self.counted), self.least, self.most)

    def emit(self, structure: Structure) -> None:
        """Normalised to the simplest form: one of these is a choice, at most one a set."""
        if self.most == 1 and self.least <= 1:
            (structure.choice if self.least == 1 else structure.at_most_one)(self.candidates(structure), self.group)
        elif self.least > 0 or self.most < len(self.scope):
            structure.relate(self)  # none and all of them, too, so that there is a rule to name

    def candidates(self, structure: Structure) -> list[int]:
        """Return the candidates that count."""
        return [structure.candidate(x, value) for x, value in self.pairs(structure.sizes)]

    def pairs(self, sizes: Sequence[int]) -> list[tuple[int, int]]:
        """Return the candidates that count, as variables with values; `sizes` are those of all variables."""
        masks = zip(self.scope, self.counted, strict=True)
        return [(x, value) for x, mask in masks for value in bits(mask & (1 << sizes[x]) - 1)]

    def speaks_of(self, sizes: Sequence[int]) -> Iterable[int]:
        return {value for _, value in self.pairs(sizes)}

    def tally(self, masks: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the members, by position, that can count, and those that can do nothing else."""
        pairs = list(enumerate(zip(masks, self.counted, strict=True)))
        certain = [i for i, (mask, counted) in pairs if mask and not mask & ~counted]
        return [i for i, (mask, counted) in pairs if mask & counted], certain

    def broken(self, masks: Sequence[int], apart: Apart | None = None) -> str | None:
        possible, certain = self.tally(masks)
        if len(possible) < self.least:
            return f"{self.label} has too few places left"
        return f"{self.label} has too many" if len(certain) > self.most else None

    def grounds(self, masks: Sequence[int]) -> Sequence[int]:
        """Return what counts and is missing; where there is enough, what else the members are not that must count."""
        possible, certain = self.tally(masks)
        if len(possible) >= self.least:
            return [~counted if i in certain[: self.most + 1] else 0 for i, counted in enumerate(self.counted)]
        impossible = [i for i in range(len(masks)) if i not in possible]
        enough = len(masks) if self.as_a_whole else len(masks) - self.least + 1
        return [counted if i in impossible[:enough] else 0 for i, counted in enumerate(self.counted)]

    def clauses(self, switch: int, sat: SatClauses) -> None:
        """State in clauses the number so far, member by member: it goes up by one with a value that counts.

        At most one is said of few members two by two, and at least one of all together.
        """
        literals = self.literals(sat)
        if self.most == 1:
            _at_most_one(literals, switch, sat)
        if self.least == 1 and (self.most == 1 or self.most >= len(self.scope)):
            sat.add([-switch, *literals])
        elif self.most != 1:
            state_clauses(*_counting(len(literals), self.least, self.most), [switch, *literals], sat)

    def literals(self, sat: SatClauses) -> list[int]:
        """Return a literal for each member that can count: that it does."""
        members: dict[int, list[int]] = {}
        for x, value in self.pairs(sat.sizes):
            members.setdefault(x, []).append(sat.literal(x, value))
        return [_any(values, sat) for values in members.values()]

    def cpsat(self, words: CpSatModel) -> None:
        literals = [words.literal(x, value) for x, value in self.pairs(words.sizes)]
        if self.least <= 0 and self.most == 1:
            words.model.add_at_most_one(literals)
        elif self.least == 1 and self.most >= len(self.scope):
            words.model.add_bool_or(literals)
        else:
            words.model.add_linear_constraint(sum(literals), self.least, self.most)


class CountingOneValue(Counting):
    """A count in which the same value counts of every member."""

    value: int
    as_a_whole = True

    @property
    def counted(self) -> Sequence[int]:
        return (1 << self.value,) * len(self.scope)

    def speaks_of(self, sizes: Sequence[int]) -> Iterable[int]:
        return (self.value,)

    # The same in fewer steps: boards have hundreds of these, and engines ask them often.

    def target(self, values: Partial) -> int:
        return values.count(self.value)

    def candidates(self, structure: Structure) -> list[int]:
        return structure.candidates_of(self.group.members, self.value)

    def pairs(self, sizes: Sequence[int]) -> list[tuple[int, int]]:
        value = self.value
        return [(x, value) for x in self.scope if value < sizes[x]]

    def literals(self, sat: SatClauses) -> list[int]:
        value, sizes, literal = self.value, sat.sizes, sat.literal
        return [literal(x, value) for x in self.scope if value < sizes[x]]


@dataclass(frozen=True)
class CountingAutomaton(Automaton):
    """How many of the members counted so far."""

    counted: tuple[int, ...]
    least: int
    most: int

    @property
    def start(self) -> int:
        return 0

    def after(self, known: int, value: int, at: int) -> int | None:
        known += self.counted[at] >> value & 1
        return known if known <= self.most else None

    def holds(self, known: int) -> bool:
        return self.least <= known


def _any(literals: Sequence[int], sat: SatClauses) -> int:
    """Return a literal that says that one of these is true."""
    if len(literals) == 1:
        return literals[0]
    found = sat.fresh()
    sat.add([-found, *literals])
    for literal in literals:
        sat.add([-literal, found])
    return found


def _at_most_one(literals: Sequence[int], switch: int, sat: SatClauses) -> None:
    if len(literals) <= FEW:
        for one, other in combinations(literals, 2):
            sat.add([-switch, -one, -other])
        return
    earlier = 0
    for one in literals:
        there = sat.fresh()
        sat.add([-switch, -one, there])
        if earlier:
            sat.add([-switch, -earlier, there])
            sat.add([-switch, -earlier, -one])
        earlier = there


@lru_cache(maxsize=1024)
def _counting(members: int, least: int, most: int) -> tuple[int, list[tuple[int, ...]]]:
    """The clauses by which so many of the members are true, and how many literals they need beside the members'.

    1 is the switch, then come the members, then "so many of the first i are true", for numbers that can come right.
    """
    if least > members or most < 0:
        return 0, [(-1,)]
    top, clauses, so_far = members + 1, list[tuple[int, ...]](), {0: 1}
    for i in range(1, members + 1):
        before, so_far, literal = so_far, {}, i + 1
        if i < members:
            for n in range(max(0, least - (members - i)), min(i, most) + 1):
                top += 1
                so_far[n] = top
        for n, reached in before.items():
            if n + 1 > most:
                clauses.append((-reached, -literal))
            elif i < members:
                clauses.append((-reached, -literal, so_far[n + 1]))
            if n + members - i < least:
                clauses.append((-reached, literal))
            elif i < members:
                clauses.append((-reached, literal, so_far[n]))
    return top - members - 1, clauses
