"""What a puzzle's constraints come down to: candidates, choices, at-most-one sets, relations, and what follows of them.

    variable 0 (3 values)  variable 1 (2 values)
    candidates  0  1  2        3  4            a (variable, value) pair each, numbered through

    puzzle.structure.peers[p]        the cells that cannot repeat p's value
    puzzle.structure.exact[v, g]     how often group g holds value v, where the rulebook says just how often

Constraint kinds emit into a Structure. Everything is normalised on the way in: "exactly one" is a choice and "at most
one" an at-most-one set whoever says it, so that a technique sees a star in a row as it sees a digit in a row. What they
cannot say are relations: constraints that the kernel knows by the name of their kind. Each entry keeps its group, for
reasons and pictures.

The tables that rules speak of are made when they are first asked for, after all is emitted. Everything in them is a
number: a cell is a variable, a group and a kind are positions in `groups` and `kinds`. What other layers make of a
structure (`derived`) is kept with it. Puzzles that differ only in givens and marks share one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from itertools import accumulate, combinations, permutations
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from .domain import LARGEST_DOMAIN, NUMERALS, bits
from .errors import PuzzleError
from .group import Group
from .sort import Sort

if TYPE_CHECKING:
    from .constraint import Constraint, Relation
    from .variable import Variable

T = TypeVar("T")

KEPT = 64
"""Structures kept: with its kernel Problem a 9×9 sudoku takes half a megabyte, and few are in use at a time."""


@dataclass(frozen=True)
class Choice:
    """Exactly one of these candidates is true. `group` is None for a variable's own choice."""

    candidates: tuple[int, ...]
    group: Group | None


@dataclass(frozen=True)
class AtMostOne:
    """No two of these candidates are both true."""

    candidates: tuple[int, ...]
    group: Group


class Shape(NamedTuple):
    """What a rule's plan depends on: structures of one shape share their plans."""

    values: int
    numbers: tuple[int | None, ...]
    loud: frozenset[int]
    kinds: tuple[str, ...]


@dataclass(eq=False)
class Structure:
    """The compiled form of a rulebook on one board; givens are not part of it.

    >>> from gridwright.model import Count
    >>> structure = Structure(sizes=(2, 2))
    >>> structure.add(Count.exactly(Group("row", (0, 1), number=1), 1, 1))
    >>> structure.choices[-1].candidates      # "exactly one" became a choice
    (1, 3)
    >>> structure.exact                       # value 1, group 0: once
    {(1, 0): 1}
    """

    sizes: tuple[int, ...]
    variables: tuple[Variable, ...] = ()
    """The puzzle's, with names and symbols; none where the structure is made by hand."""
    constraints: list[Constraint] = field(default_factory=list, init=False)
    """Those that were added. A relation between two cells ("these touch") has no group that people name."""
    choices: list[Choice] = field(default_factory=list, init=False)
    """The variables' own come first."""
    at_most_ones: list[AtMostOne] = field(default_factory=list, init=False)
    relations: list[Relation] = field(default_factory=list, init=False)
    masks: list[int] = field(init=False)
    """The values each variable may take at all; narrowed by constraints that speak of one candidate alone."""

    def __post_init__(self) -> None:
        for size in self.sizes:
            if not 1 <= size <= LARGEST_DOMAIN:
                raise PuzzleError(f"a variable has 1 to {LARGEST_DOMAIN} values, not {size}")
        self._first, own = _own_choices(self.sizes)
        self.masks = [(1 << size) - 1 for size in self.sizes]
        self.choices += own

    def derived(self, build: Callable[[Structure], T]) -> T:
        """What another layer makes of the structure, made once."""
        known: dict[Callable[[Structure], T], T] = self._derived
        if build not in known:
            known[build] = build(self)
        return known[build]

    @cached_property
    def _derived(self) -> dict[Any, Any]:
        return {}

    def forget(self) -> None:
        """Drop all that can be made again from what was emitted."""
        for name in self.__dict__.keys() - {"_first", *(each.name for each in fields(self))}:
            self.__dict__.pop(name, None)

    # What constraints emit

    def add(self, constraint: Constraint) -> None:
        """All that the constraint says, its group included."""
        self.constraints.append(constraint)
        constraint.emit(self)

    def permutation(self, group: Group) -> None:
        """Each value exactly once among the members, which are as many as there are values: a choice for each value."""
        n = len(group.members)
        for variable in group.members:
            self.exclude(variable, ~((1 << n) - 1))
        self.choices += _value_choices(group, tuple(self._first[variable] for variable in group.members))

    def candidate(self, variable: int, value: int) -> int:
        """The number of the pair (variable, value)."""
        if not 0 <= value < self.sizes[variable]:
            raise PuzzleError(f"variable {variable} has {self.sizes[variable]} values; there is no value {value}")
        return self._first[variable] + value

    def candidates_of(self, variables: Iterable[int], value: int) -> list[int]:
        """The candidates of a value among these variables, in their order."""
        first, sizes = self._first, self.sizes
        return [first[x] + value for x in variables if value < sizes[x]]

    def candidates(self, variable: int, mask: int = -1) -> tuple[int, ...]:
        """The candidates of a variable, or those inside a mask of values."""
        return tuple(self._first[variable] + v for v in bits(mask & ((1 << self.sizes[variable]) - 1)))

    def choice(self, candidates: Iterable[int], group: Group) -> None:
        """Exactly one of these is true."""
        self.choices.append(Choice(tuple(candidates), group))

    def at_most_one(self, candidates: Iterable[int], group: Group) -> None:
        """No two of these are both true."""
        members = tuple(candidates)
        if len(members) > 1:
            self.at_most_ones.append(AtMostOne(members, group))

    def exclude(self, variable: int, mask: int) -> None:
        """The variable takes no value inside the mask."""
        self.masks[variable] &= ~mask

    def relate(self, relation: Relation) -> None:
        """This holds; no choice and no at-most-one set says it."""
        self.relations.append(relation)

    def loosen(self, kinds: Iterable[str]) -> None:
        """Of groups of these kinds only their relations say that the members differ, no longer at-most-one sets."""
        differing = {each.group for each in self.relations if each.differ and each.group.kind in kinds}
        if differing:
            self.at_most_ones = [each for each in self.at_most_ones if each.group not in differing]

    # Cells and values

    @property
    def size(self) -> int:
        """How many cells there are."""
        return len(self.sizes)

    @cached_property
    def values(self) -> int:
        """How many values there are: the largest domain's."""
        return max(self.sizes)

    @cached_property
    def symbols(self) -> str:
        """The symbol of each value; of a structure made by hand they are numbers from 1."""
        return max((each.domain.symbols for each in self.variables), key=len, default=NUMERALS[: self.values])

    @cached_property
    def numbers(self) -> tuple[int | None, ...]:
        """The number that each value stands for, where it is one: value 0 is 1 on a sudoku board."""
        return tuple((NUMERALS.index(s) + 1 if s in NUMERALS else 0 if s == "0" else None) for s in self.symbols)

    @cached_property
    def shape(self) -> Shape:
        """What plans of rules depend on."""
        return Shape(self.values, self.numbers, self.loud, self.kinds)

    def everything(self, sort: Sort) -> frozenset[int]:
        """All cells, values, groups or kinds."""
        sizes = {Sort.CELL: self.size, Sort.VALUE: self.values, Sort.GROUP: len(self.groups)}
        return frozenset(range(sizes.get(sort, len(self.kinds))))

    def pair(self, candidate: int) -> tuple[int, int]:
        """The variable and the value of a candidate."""
        return self._pairs[candidate]

    @cached_property
    def _pairs(self) -> tuple[tuple[int, int], ...]:
        return tuple((x, value) for x, size in enumerate(self.sizes) for value in range(size))

    @cached_property
    def loud(self) -> frozenset[int]:
        """The values of which the rulebook speaks; the others ("no star") are silent and never placed."""
        pairs = self._pairs
        named = {pairs[candidate][1] for together in self.links[self.size :] for candidate in together}
        for relation in self.relations:
            named.update(relation.speaks_of(self.sizes))
        return frozenset(named | {value for value, _ in self.exact})

    # Groups and kinds

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The groups that people name."""
        return tuple(dict.fromkeys(each.group for each in self.constraints if each.named))

    @cached_property
    def _number(self) -> dict[Group, int]:
        return {group: g for g, group in enumerate(self.groups)}

    @cached_property
    def members(self) -> tuple[frozenset[int], ...]:
        """The cells of each group."""
        return tuple(frozenset(group.members) for group in self.groups)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of group, in the order in which they are first named."""
        return tuple(dict.fromkeys(group.kind for group in self.groups))

    @cached_property
    def kind_of(self) -> tuple[int, ...]:
        """The kind of each group."""
        numbers = {kind: k for k, kind in enumerate(self.kinds)}
        return tuple(numbers[group.kind] for group in self.groups)

    @cached_property
    def of_kind(self) -> tuple[frozenset[int], ...]:
        """The groups of each kind."""
        return tuple(frozenset(g for g, k in enumerate(self.kind_of) if k == kind) for kind in range(len(self.kinds)))

    @cached_property
    def alone(self) -> frozenset[int]:
        """The groups that share no cell with another of their kind."""
        return frozenset(
            g
            for g, members in enumerate(self.members)
            if all(h == g or members.isdisjoint(self.members[h]) for h in self.of_kind[self.kind_of[g]])
        )

    @cached_property
    def crossing(self) -> frozenset[tuple[int, int]]:
        """Pairs of kinds that divide the same cells among their groups, each meeting each of the other in one."""

        def cells(kind: int) -> list[int]:
            return sorted(cell for g in self.of_kind[kind] for cell in self.members[g])

        return frozenset(
            (a, b)
            for a, b in permutations(range(len(self.kinds)), 2)
            if len(cells(a)) == len(set(cells(a)))
            and cells(a) == cells(b)
            and all(len(self.members[g] & self.members[h]) == 1 for g in self.of_kind[a] for h in self.of_kind[b])
        )

    # What groups hold

    @cached_property
    def choice_of(self) -> dict[tuple[int, int], int]:
        """(value, group) → position among the choices, where the group holds the value exactly once."""
        pairs, number, found = self._pairs, self._number, {}
        for i, choice in enumerate(self.choices[self.size :], start=self.size):
            values = {pairs[c][1] for c in choice.candidates}
            if choice.group in number and len(values) == 1:
                found[values.pop(), number[choice.group]] = i
        return found

    @cached_property
    def count_of(self) -> dict[tuple[int, int], int]:
        """(value, group) → position among the relations, where that one says how often."""
        return {
            (often[0], self._number[relation.group]): i
            for i, relation in enumerate(self.relations)
            if (often := relation.often) is not None and relation.group in self._number
        }

    @cached_property
    def exact(self) -> dict[tuple[int, int], int]:
        """(value, group) → how often the group holds the value, where that is fixed."""
        found = dict.fromkeys(self.choice_of, 1)
        # A count of what is always there has become nothing: only the constraint still says it.
        for constraint in (*self.relations, *self.constraints):
            if constraint.often is not None and constraint.group in self._number:
                value, times = constraint.often
                found.setdefault((value, self._number[constraint.group]), times)
        return found

    @cached_property
    def once(self) -> tuple[frozenset[int], ...]:
        """The values that each group holds exactly once."""
        exact, values = self.exact, range(self.values)
        return tuple(frozenset(v for v in values if exact.get((v, g)) == 1) for g in range(len(self.groups)))

    def _firsts(self, what: Callable[[Relation], int | None]) -> dict[int, int]:
        """The first relation, by position, of each thing that `what` says."""
        found: dict[int, int] = {}
        for i, relation in enumerate(self.relations):
            if (about := what(relation)) is not None:
                found.setdefault(about, i)
        return found

    @cached_property
    def fillings(self) -> dict[int, int]:
        """Group → position among the relations of the one that has layouts: a cage, a line of towers, a table."""
        return self._firsts(lambda each: self._number.get(each.group) if each.fills else None)

    @cached_property
    def sums(self) -> dict[int, int]:
        """Group → position among the relations of the sum without repeats that it is."""
        return self._firsts(
            lambda each: self._number.get(each.group) if each.sum_of_numbers is not None and each.differ else None
        )

    @cached_property
    def totals(self) -> dict[int, int]:
        """What the cells of a group add up to, where the rulebook says so: a sum, or each value once."""
        everything = [*range(self.values)]
        found = {g: self.values * (self.values + 1) // 2 for g, once in enumerate(self.once)
                 if sorted(once) == everything and len(self.members[g]) == self.values}  # fmt: skip
        for g, i in (*self.fillings.items(), *self.sums.items()):
            total = self.relations[i].sum_of_numbers
            if total is not None:
                found[g] = total
        return found

    def filling(self, group: int) -> Relation | None:
        """The relation whose layouts are those of the group."""
        return self.relations[self.fillings[group]] if group in self.fillings else None

    def stated_of(self, group: int) -> tuple[int, ...]:
        """The relations, by position, that say how a group is filled, how often it holds a value, or who counts it."""
        return self._stated_of.get(group, ())

    @cached_property
    def _stated_of(self) -> dict[int, tuple[int, ...]]:
        found = [*self.fillings.items(), *((g, i) for (_, g), i in self.count_of.items())]
        found += [(self._number[self.relations[i].group], i) for i in self.sights.values()]
        return {group: tuple(i for g, i in found if g == group) for group in {g for g, _ in found}}

    # Who sees whom

    @cached_property
    def links(self) -> tuple[tuple[int, ...], ...]:
        """Candidates of which no two are true; the cells' own choices come first."""
        return (*(each.candidates for each in self.choices), *(each.candidates for each in self.at_most_ones))

    @cached_property
    def choice_bits(self) -> tuple[int, ...]:
        """The candidates of each choice, as bits."""
        return tuple(sum(1 << candidate for candidate in choice.candidates) for choice in self.choices)

    @cached_property
    def linked(self) -> tuple[frozenset[int], ...]:
        """The candidates that cannot be true together with each candidate."""
        found: list[set[int]] = [set() for _ in range(sum(self.sizes))]
        for together in self.links:
            for candidate in together:
                found[candidate].update(together)
        return tuple(frozenset(others - {candidate}) for candidate, others in enumerate(found))

    def left_by(self, candidate: int) -> tuple[tuple[int, int], ...]:
        """Where a candidate is true: the cells that lose values, each with a mask of those that it keeps."""
        found = self._left_by.get(candidate)
        if found is None:
            gone: dict[int, int] = {}
            for x, value in map(self.pair, self.linked[candidate]):
                gone[x] = gone.get(x, 0) | 1 << value
            found = self._left_by[candidate] = tuple((x, ~mask) for x, mask in gone.items())
        return found

    @cached_property
    def _left_by(self) -> dict[int, tuple[tuple[int, int], ...]]:
        return {}

    @cached_property
    def peers(self) -> tuple[frozenset[int], ...]:
        """The cells that cannot hold the same value as each cell, whichever loud value it is."""
        return self._never_alike(self.loud)

    @cached_property
    def apart(self) -> tuple[frozenset[int], ...]:
        """The cells that can share no value with each cell, silent ones included."""
        return self._never_alike(frozenset(range(self.values)))

    def _never_alike(self, values: frozenset[int]) -> tuple[frozenset[int], ...]:
        """For each cell those that never take the same of these values as it does, though they share some."""
        first, linked, lowest = self._first, self.linked, min(values, default=LARGEST_DOMAIN)

        def never_alike(p: int, q: int) -> bool:
            return all(first[q] + v in linked[first[p] + v] for v in values if v < min(self.sizes[p], self.sizes[q]))

        def near(p: int) -> Iterable[tuple[int, int]]:
            return map(self.pair, linked[first[p] + lowest] if lowest < self.sizes[p] else ())

        return tuple(frozenset(q for q, v in near(p) if v == lowest and never_alike(p, q)) for p in range(self.size))

    def distinct(self, cells: Iterable[int]) -> bool:
        """Is a value, silent ones included, impossible in any two of the cells?"""
        return all(q in self.apart[p] for p, q in combinations(sorted(cells), 2))

    def apart_in(self, scope: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """Of each of these cells the earlier ones, by position, that never repeat its value."""
        known = self._known_apart
        if scope not in known:
            apart = [[k for k, q in enumerate(scope[:n]) if q in self.apart[p]] for n, p in enumerate(scope)]
            known[scope] = tuple(map(tuple, apart))
        return known[scope]

    @cached_property
    def _known_apart(self) -> dict[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        return {}

    # Lines of sight

    @cached_property
    def sights(self) -> dict[int, int]:
        """Cell with an arrow → position among the relations of what it sees."""
        return self._firsts(lambda each: each.scope[-1] if "sight" in each.vocabulary else None)

    @cached_property
    def ahead(self) -> tuple[tuple[int, ...] | None, ...]:
        """The cells that each cell's arrow points at, the nearest first; None of a cell without an arrow."""
        sights = self.sights
        return tuple(self.relations[sights[x]].group.members if x in sights else None for x in range(self.size))

    @cached_property
    def behind(self) -> tuple[frozenset[int], ...]:
        """The cells whose arrows point at each cell."""
        return tuple(frozenset(p for p, ahead in enumerate(self.ahead) if x in (ahead or ())) for x in range(self.size))

    def along(self, p: int, q: int) -> bool:
        """Is q ahead of p, and does it look on the same way? What it sees is then all that lies behind it for p."""
        ahead, further = self.ahead[p] or (), self.ahead[q]
        return q in ahead and bool(further) and ahead[ahead.index(q) + 1 :] == further


# Boards of a size have these in common, and there are many boards.


@lru_cache(maxsize=256)
def _own_choices(sizes: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[Choice, ...]]:
    """The first candidate of each variable, and each variable's own choice."""
    first = (0, *accumulate(sizes))
    return first, tuple(Choice(tuple(range(a, a + size)), None) for a, size in zip(first, sizes, strict=False))


@lru_cache(maxsize=4096)
def _value_choices(group: Group, first: tuple[int, ...]) -> tuple[Choice, ...]:
    """A choice for each value of a full group, whose members' first candidates these are."""
    return tuple(Choice(tuple(a + value for a in first), group) for value in range(len(first)))


_kept: dict[Hashable, Structure] = {}
_last: tuple[Hashable, Structure] = (object(), Structure(()))
"""The key that was asked for last: mostly it is asked for again, and to hash a board's clues takes its time."""


def kept(key: Hashable, build: Callable[[], Structure]) -> Structure:
    """The structure of that key, built where it is not kept; last used, last dropped.

    What is dropped forgets its tables and what was derived: a puzzle that lives on keeps only what was emitted.
    """
    global _last
    known, structure = _last
    if known is not key:
        found = _kept.pop(key, None)
        structure = build() if found is None else found
        while len(_kept) >= KEPT:
            _kept.pop(next(iter(_kept))).forget()
        _kept[key] = structure
        _last = key, structure
    return structure
