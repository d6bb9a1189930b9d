"""So many of these: stars in a row, lamps around a clue, ones in a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from random import Random

from ..automaton import Automaton
from ..constraint import Apart, Partial, Relation, Sample
from ..domain import Domain
from ..engines import CpSatModel, SatClauses
from ..errors import PuzzleError
from ..group import Group
from ..sampling import sample_group, sample_sizes
from ..structure import Structure

FEW = 6
"""Of so many members two by two are fewer clauses than one after the other."""


@dataclass(frozen=True)
class Count(Relation):
    """least ≤ |{x in scope : x = value}| ≤ most.

    `Count.exactly(group, value, n)` is the usual case. Exactly one becomes a choice, at most one an at-most-one set.
    """

    value: int
    least: int
    most: int

    kind = "count"
    vocabulary = ("links", "choices", "counts")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.least > self.most:
            raise PuzzleError(f"{self.label} cannot hold at least {self.least} and at most {self.most}")

    @classmethod
    def exactly(cls, group: Group, value: int, n: int) -> Count:
        """Just n of the group take the value."""
        return cls(group, value, n, n)

    def holds(self, values: Sequence[int]) -> bool:
        return self.least <= self.target(values) <= self.most

    def target(self, values: Sequence[int]) -> int:
        """Return how many members take the value."""
        return values.count(self.value)

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        have = tuple(i for i, v in enumerate(values) if v == self.value)
        if len(have) > self.most:
            return have
        if len(have) + sum(v is None for v in values) < self.least:
            return tuple(range(len(values)))
        return None

    def sentence(self, domain: Domain) -> str:
        symbol = domain.symbol(self.value)
        if self.least == self.most:
            return f"{self.label} holds {symbol} exactly {times(self.least)}"
        if self.least <= 0:
            return f"{self.label} holds {symbol} at most {times(self.most)}"
        if self.most >= len(self.scope):
            return f"{self.label} holds {symbol} at least {times(self.least)}"
        return f"{self.label} holds {symbol} {self.least} to {self.most} times"

    def emit(self, structure: Structure) -> None:
        """Normalised to the simplest form: one of these is a choice, at most one a set."""
        if self.least <= 0 and self.most >= len(self.scope):
            return
        if self.most == 1 and self.least <= 1:
            together = structure.candidates_of(self.scope, self.value)
            (structure.choice if self.least == 1 else structure.at_most_one)(together, self.group)
        else:
            structure.relate(self)  # none and all of them, too, so that there is a rule to name

    @property
    def often(self) -> tuple[int, int] | None:
        return (self.value, self.least) if self.least == self.most else None

    def speaks_of(self, sizes: Sequence[int]) -> tuple[int]:
        return (self.value,)

    def broken(self, masks: Sequence[int], apart: Apart | None = None) -> str | None:
        if self.possible(masks) < self.least:
            return f"{self.label} has too few places left"
        return f"{self.label} has too many" if len(self.certain(masks)) > self.most else None

    def parameters(self) -> tuple[int, ...]:
        return self.value, self.least, self.most

    def automaton(self, sizes: Sequence[int]) -> CountAutomaton:
        return CountAutomaton(self.value, self.least, self.most)

    def possible(self, masks: Sequence[int]) -> int:
        """How many members can still take the value."""
        return sum(mask >> self.value & 1 for mask in masks)

    def certain(self, masks: Sequence[int]) -> list[int]:
        """The members, by position, that can take nothing else."""
        return [i for i, mask in enumerate(masks) if mask == 1 << self.value]

    def kept(self, masks: tuple[int, ...], apart: tuple[tuple[int, ...], ...]) -> tuple[int, ...] | None:
        possible, certain, bit = self.possible(masks), len(self.certain(masks)), 1 << self.value
        if possible < self.least or certain > self.most:
            return None
        if possible == self.least:
            return tuple(mask & bit or mask for mask in masks)
        if certain == self.most:
            return tuple(mask & ~bit or mask for mask in masks)
        return masks

    def true(self, masks: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Where it has no more places than it needs, every one of them."""
        if self.possible(masks) == self.least:
            yield from ((i, self.value) for i, mask in enumerate(masks) if mask >> self.value & 1)

    def grounds(self, masks: Sequence[int]) -> tuple[Sequence[int], Sequence[int]]:
        """Places that are missing; or, where there are enough, what else the members that have the value are not."""
        bit = 1 << self.value
        if self.possible(masks) <= self.least:
            return [bit] * len(masks), ()
        sure = self.certain(masks)[: self.most + 1]
        return [~bit if i in sure else 0 for i in range(len(masks))], sure

    def clauses(self, switch: int, sat: SatClauses) -> None:
        """Member by member, the number so far: it goes up by one with the value, and else stays.

        At most one is said of few members two by two, and at least one of all together.
        """
        have_it = [sat.literal(x, self.value) for x in self.scope if self.value < sat.sizes[x]]
        if self.most == 1 and len(have_it) <= FEW:
            for one, other in combinations(have_it, 2):
                sat.add([-switch, -one, -other])
        elif self.most == 1:
            earlier = 0
            for one in have_it:
                there = sat.fresh()
                sat.add([-switch, -one, there])
                if earlier:
                    sat.add([-switch, -earlier, there])
                    sat.add([-switch, -earlier, -one])
                earlier = there
        if self.most == 1:
            if self.least == 1:
                sat.add([-switch, *have_it])
            return
        fresh, clauses = _counting(len(have_it), self.least, self.most)
        literals = [switch, *have_it, *(sat.fresh() for _ in range(fresh))]
        meant = [0, *literals, *(-literal for literal in reversed(literals))]  # -n is found from the end
        for clause in clauses:
            sat.add([meant[literal] for literal in clause])

    def cpsat(self, words: CpSatModel) -> None:
        have = [words.literal(x, self.value) for x in self.scope]
        words.model.add_linear_constraint(sum(have), self.least, self.most)

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        cells = rng.randint(1, 7)
        sizes = sample_sizes(rng, cells, most=3)
        least = rng.randint(0, cells + 1)
        most = rng.choice((least, rng.randint(least, cells + 2)))
        return cls(sample_group(rng, cells), rng.randint(0, max(sizes) - 1), least, most), sizes


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


@dataclass(frozen=True)
class CountAutomaton(Automaton):
    """How many members had the value so far."""

    value: int
    least: int
    most: int

    @property
    def start(self) -> int:
        return 0

    def after(self, known: int, value: int) -> int | None:
        known += value == self.value
        return known if known <= self.most else None

    def holds(self, known: int) -> bool:
        return self.least <= known


def times(n: int) -> str:
    """How often, in words where English has them.

    >>> times(1), times(2), times(3)
    ('once', 'twice', '3 times')
    """
    return {1: "once", 2: "twice"}.get(n, f"{n} times")
