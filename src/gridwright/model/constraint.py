"""A constraint: one statement of the rulebook about some variables, made exact.

A kind is one file of `model/constraints/`, and one of `kernel/relations/` where choices and at-most-one sets cannot say
it. It states its meaning in several ways that a harness compares (`gridwright.testing.check_constraint`):

    holds(values)      the truth of a full assignment
    target(values)     what its clue would print for one, where its kind prints something
    conflict(values)   for a half-filled one: which positions already clash (None while nothing does)
    emit(structure)    what the kernel propagates
    sentence(domain)   what a person is told
    cpsat(words)       the same in the words of CP-SAT; every assignment that holds, unless the kind has better ones
    clauses(switch, sat)   the same in clauses behind a switch; no assignment that does not hold, unless likewise
    sample(rng)        a small random constraint of the kind, for the harness

What choices and at-most-one sets cannot say is a `Relation`: a constraint that the kernel knows by its kind's name. It
states one thing, its meaning read cell by cell (`automaton`). `holds`, `conflict`, layouts, grounds, clauses and the
words for CP-SAT follow; a kind overrides those where measurement asks for it. Families of kinds share more: counts
(`counting.py`), relations about one value of each cell (`two_valued.py`) or of the whole board (`whole_board.py`).

`values` are value numbers in the order of the scope; None stands for "not decided". The first line of a kind's
docstring is its formula. `vocabulary` lists the families of words that the kind offers to rules.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise, product
from math import prod
from random import Random
from typing import Any, ClassVar

from .automaton import Automaton
from .domain import Domain, bits
from .engines import CpSatModel, SatClauses
from .errors import PuzzleError
from .group import Group
from .structure import Structure

Partial = Sequence[int | None]
Apart = Sequence[Sequence[int]]
"""Of each member of a scope the earlier members, by position, that never repeat its value."""
Sample = tuple["Constraint", tuple[int, ...]]
"""A constraint over the variables 0, 1, 2 … and their domain sizes."""

LARGEST_LISTING = 200_000
"""A constraint of a kind without words for CP-SAT or for clauses is listed tuple by tuple, up to this many."""
SHORT_LISTING = 10_000
"""Layouts of a relation that CP-SAT gets as a list; of one with more it gets the automaton."""


@dataclass(frozen=True)
class Constraint(ABC):
    """A statement over the members of a group."""

    group: Group

    kind: ClassVar[str]
    vocabulary: ClassVar[tuple[str, ...]] = ()
    lazy: ClassVar[bool] = False
    """Is it too large for clauses, so that a clause solver answers without it and is told of each `conflict`?"""
    named: ClassVar[bool] = True
    """Do people name its group? Not where it is only a relation between two cells."""

    def __post_init__(self) -> None:
        scope = self.scope
        if len(set(scope)) != len(scope):
            raise PuzzleError(f"{self.group.label} names a cell twice")

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables that the constraint speaks of."""
        return self.group.members

    @property
    def label(self) -> str:
        """What people call its group: "row 3"."""
        return self.group.label

    @property
    def often(self) -> tuple[int, int] | None:
        """A value and how often its group holds it, where it says just that of one value."""
        return None

    @abstractmethod
    def holds(self, values: Sequence[int]) -> bool:
        """Is a full assignment right?"""

    def target(self, values: Sequence[int]) -> int | tuple[int, ...] | None:
        """Return what a clue of this kind would print for a full assignment; None where it prints nothing."""
        return None

    def own_rule_holds(self, values: Sequence[int]) -> bool:
        """Is a full assignment right, as far as it says something that follows from no other rule?"""
        return self.holds(values)

    @abstractmethod
    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        """Positions of the scope that already clash, or None while none do.

        Never a false alarm: a conflict means that no way of filling the rest can hold. On a full assignment it is
        exact: None if and only if `holds`.
        """

    def conflicts(self, values: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Several conflicts of a full assignment, each enough by itself, where the kind sees more than one at a glance;
        none where it holds."""
        found = self.conflict(values)
        if found is not None:
            yield found

    @abstractmethod
    def sentence(self, domain: Domain) -> str:
        """The constraint in English, without a full stop."""

    @abstractmethod
    def emit(self, structure: Structure) -> None:
        """Write the constraint into the Structure."""

    def cpsat(self, words: CpSatModel) -> None:
        """State the constraint in a CP-SAT model, never by way of the Structure: every assignment that holds."""
        sizes = [words.sizes[x] for x in self.scope]
        if prod(sizes) > LARGEST_LISTING:
            raise PuzzleError(
                f"CP-SAT does not know constraints of kind {self.kind!r}, and {self.label} has too many assignments to "
                f"list them: {prod(sizes)}, at most {LARGEST_LISTING}"
            )
        words.allow(self.scope, [values for values in product(*map(range, sizes)) if self.holds(values)])

    def clauses(self, switch: int, sat: SatClauses) -> None:
        """State in clauses that the constraint holds where the switch is true: no assignment that does not hold.

        Each member has at most one value; a kind may say that it has one.
        """
        sizes = [sat.sizes[x] for x in self.scope]
        if prod(sizes) > LARGEST_LISTING:
            raise PuzzleError(
                f"a clause solver does not know constraints of kind {self.kind!r}, and {self.label} has too many "
                f"assignments to list them: {prod(sizes)}, at most {LARGEST_LISTING}"
            )
        for values in product(*map(range, sizes)):
            if not self.holds(values):
                sat.add([-switch, *(-sat.literal(x, value) for x, value in zip(self.scope, values, strict=True))])

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        """A small random constraint, possible or not, and domain sizes to check it with."""
        raise PuzzleError(f"constraints of kind {cls.kind!r} have no sample")


class Relation(Constraint):
    """A constraint that is neither choices nor at-most-one sets: `kernel/relations/` has a file of its kind's name.

    Its meaning is its `automaton`. All else follows from it, until a kind knows better.
    """

    differ: ClassVar[bool] = False
    """Does it say by itself that its members differ?"""
    listed: ClassVar[bool] = True
    """Do rules look through its layouts one by one? Else `kept` says at once what fits, whoever is apart."""

    whole_board: ClassVar[bool] = False
    """Is it about the whole board, so that nobody lists the ways to fill it?"""

    @property
    def fills(self) -> bool:
        """Do rules ask for the layouts of its group?"""
        return "layouts" in self.vocabulary

    @property
    def clue(self) -> int | None:
        """The number printed for it."""
        return None

    @property
    def sum_of_numbers(self) -> int | None:
        """What its members add up to, where it says so; value 0 is the number 1."""
        return None

    @property
    def fault(self) -> str:
        """What is wrong where it cannot hold."""
        return f"nothing fits {self.label}"

    def speaks_of(self, sizes: Sequence[int]) -> Iterable[int]:
        """The values that it names; `sizes` are those of all variables."""
        return range(max((sizes[x] for x in self.scope), default=0))

    @abstractmethod
    def parameters(self) -> tuple[int, ...]:
        """What the kernel is told beside the scope."""

    @property
    @abstractmethod
    def automaton(self) -> Automaton:
        """Its meaning, read cell by cell."""

    def emit(self, structure: Structure) -> None:
        structure.relate(self)

    def holds(self, values: Sequence[int]) -> bool:
        return self.automaton.accepts(values)

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        """Return all decided positions, or all, where nothing fits.

        An automaton without an `alphabet` is asked of full assignments alone.
        """
        if _can_hold(self.automaton, tuple(values)):
            return None
        return tuple(i for i, v in enumerate(values) if v is not None) or tuple(range(len(values)))

    def layouts(self, masks: Sequence[int], apart: Apart | None = None) -> Iterator[tuple[int, ...]]:
        """Every way to fill the scope from these masks of values, without repeats among members that are apart."""
        return self.automaton.tuples([tuple(bits(mask)) for mask in masks], apart)

    def kept(self, masks: tuple[int, ...]) -> tuple[int, ...] | None:
        """The values of each member that it leaves in one line of a proof; None where it cannot hold."""
        return _kept(self.automaton, masks)

    def broken(self, masks: Sequence[int], apart: Apart | None = None) -> str | None:
        """Why it plainly cannot hold while its members have these masks; the `grounds` of that are at hand."""
        fitting = next(self.layouts(masks, apart), None) if self.listed else self.kept(tuple(masks))
        return self.fault if fitting is None else None

    def grounds(self, masks: Sequence[int]) -> Sequence[int]:
        """Return a mask of values for each member: those whose absence matters where it cannot hold.

        By default whatever is missing in the scope.
        """
        return [-1] * len(masks)

    def cpsat(self, words: CpSatModel) -> None:
        """State it in a CP-SAT model: its layouts where they are few, else member by member what is known so far."""
        sizes = tuple(words.sizes[x] for x in self.scope)
        if prod(sizes) <= SHORT_LISTING:
            words.allow(self.scope, _listed(self.automaton, sizes))
        else:
            words.follow(self.scope, self.automaton.right_steps([range(size) for size in sizes]))

    def clauses(self, switch: int, sat: SatClauses) -> None:
        """State in clauses that the relation holds, and each of its members has a value, where the switch is true.

        Member by member, what is known so far, of what can still come right.
        """
        sizes = tuple(sat.sizes[x] for x in self.scope)
        literals = [switch]
        for x, size in zip(self.scope, sizes, strict=True):
            literals += (sat.literal(x, value) for value in range(size))
        state_clauses(*_clauses(self.automaton, sizes), literals, sat)


def state_clauses(fresh: int, clauses: Iterable[Sequence[int]], literals: Sequence[int], sat: SatClauses) -> None:
    """State clauses over literals that are numbered from 1 on, of which so many come fresh behind those at hand."""
    literals = [*literals, *(sat.fresh() for _ in range(fresh))]
    meant = [0, *literals, *(-literal for literal in reversed(literals))]  # -n is found from the end
    for clause in clauses:
        sat.add([meant[literal] for literal in clause])


@lru_cache(maxsize=4096)
def _clauses(automaton: Automaton, sizes: tuple[int, ...]) -> tuple[int, list[tuple[int, ...]]]:
    """The clauses of an automaton over members of such sizes, and how many literals they need beside the members'.

    1 is the switch; then come the candidates, member by member, then those of what is known before each member.
    """
    choices = [range(size) for size in sizes]
    layers = automaton.right(choices)
    top = first = 1 + sum(sizes)
    so_far: dict[Any, int] = {automaton.start: 1} if layers[0] else {}
    clauses: list[tuple[int, ...]] = [] if layers[0] else [(-1,)]
    ends = list(accumulate(sizes, initial=2))
    members = [range(*each) for each in pairwise(ends)]

    def leading(known: Any, i: int) -> list[tuple[int, Any]]:
        """What the member can be, and what is known then."""
        found = ((literal, automaton.after(known, value, i)) for value, literal in enumerate(members[i]))
        return [(literal, after) for literal, after in found if after is not None and after in layers[i + 1]]

    # No member has two values, so a clause with those that fit says that it is none of the others.
    for i, size in enumerate(sizes):
        clauses.append((-1, *members[i]))
        before, so_far = so_far, {}
        for known, reached in before.items():
            fitting = leading(known, i)
            if len(fitting) < size:
                clauses.append((-reached, *(literal for literal, _ in fitting)))
            for literal, after in fitting:
                if i + 2 < len(sizes):
                    if after not in so_far:
                        top += 1
                        so_far[after] = top
                    clauses.append((-reached, -literal, so_far[after]))
                elif i + 2 == len(sizes):  # what the last one can be is said at once
                    last = leading(after, i + 1)
                    if len(last) < sizes[-1]:
                        clauses.append((-reached, -literal, *(each for each, _ in last)))
    return top - first, clauses


@lru_cache(maxsize=256)
def _listed(automaton: Automaton, sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    return list(automaton.tuples([range(size) for size in sizes]))


@lru_cache(maxsize=4096)
def _kept(automaton: Automaton, masks: tuple[int, ...]) -> tuple[int, ...] | None:
    kept = automaton.open([tuple(bits(mask)) for mask in masks])
    return tuple(sum(1 << value for value in values) for values in kept) if all(kept) else None


@lru_cache(maxsize=1 << 16)
def _can_hold(automaton: Automaton, values: tuple[int | None, ...]) -> bool:
    """Can the open members be filled? Yes where nobody knows with which values."""
    alphabet = automaton.alphabet
    if None in values and not alphabet:
        return True
    return bool(automaton.layers([alphabet if v is None else (v,) for v in values])[-1])


def all_of(member: int, masks: Sequence[int]) -> list[int]:
    """Return grounds: whatever is missing in one member, which has no value left."""
    return [-(i == member) for i in range(len(masks))]


def repeats(values: Partial) -> tuple[int, ...] | None:
    """Positions of the first value that stands twice, or None.

    >>> repeats([3, None, 1, 3])
    (0, 3)
    """
    seen: dict[int, int] = {}
    for i, value in enumerate(values):
        if value is None:
            continue
        if value in seen:
            return seen[value], i
        seen[value] = i
    return None
