"""The static side of what rules speak of: the groups of a board, what each must hold, and which cells see each other.

    Board.of(puzzle).peers[p]        the cells that cannot repeat p's value
    Board.of(puzzle).exact[v, g]     how often group g holds value v, where the rulebook says just how often

A board belongs to a puzzle's structure: puzzles that differ only in givens and marks share one. Everything is a number:
a cell is a variable of the puzzle, a group and a kind positions in `groups` and `kinds`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, permutations
from typing import NamedTuple

from ..model import Arithmetic, Blueprint, Count, DistinctSum, Group, Puzzle, Skyline, Sort, Table, View
from ..model.domain import NUMERALS

_KEPT = 64
_known: dict[Hashable, Board] = {}


class Shape(NamedTuple):
    """What a rule's plan depends on: boards of one shape share their plans."""

    values: int
    numbers: tuple[int | None, ...]
    loud: frozenset[int]
    kinds: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Board:
    """What the rulebook says of one structure. Links between two cells ("these touch") are no groups."""

    blueprint: Blueprint
    groups: tuple[Group, ...]
    values: int
    """How many values there are: the largest domain's."""
    numbers: tuple[int | None, ...]
    """The number that each value stands for, where it is one: value 0 is 1 on a sudoku board."""
    exact: dict[tuple[int, int], int]
    """(value, group) → how often the group holds the value, where that is fixed."""
    choices: dict[tuple[int, int], int]
    """(value, group) → position among the blueprint's choices, where it is exactly once."""
    relations: dict[tuple[int, int], int]
    """(value, group) → position among the blueprint's relations, where it is a count."""
    fillings: dict[int, int] = field(default_factory=dict)
    """Group → position among the blueprint's relations of the cage, line of towers or table that it is."""
    sights: dict[int, int] = field(default_factory=dict)
    """Cell with an arrow → position among the blueprint's relations of what it sees."""
    sums: dict[int, int] = field(default_factory=dict)
    """Group → position among the blueprint's relations of the sum without repeats that it is."""

    @classmethod
    def of(cls, puzzle: Puzzle) -> Board:
        """The board of the puzzle's structure."""
        board = _known.pop(puzzle.structure, None)
        if board is None:
            board = _built(puzzle)
            while len(_known) >= _KEPT:
                del _known[next(iter(_known))]
        _known[puzzle.structure] = board  # last used, last dropped
        return board

    @cached_property
    def shape(self) -> Shape:
        """What plans of rules depend on."""
        return Shape(self.values, self.numbers, self.loud, self.kinds)

    @property
    def size(self) -> int:
        """How many cells there are."""
        return len(self.blueprint.sizes)

    def everything(self, sort: Sort) -> frozenset[int]:
        """All cells, values, groups or kinds."""
        sizes = {Sort.CELL: self.size, Sort.VALUE: self.values, Sort.GROUP: len(self.groups)}
        return frozenset(range(sizes.get(sort, len(self.kinds))))

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
        return tuple(self.kinds.index(group.kind) for group in self.groups)

    @cached_property
    def of_kind(self) -> tuple[frozenset[int], ...]:
        """The groups of each kind."""
        return tuple(frozenset(g for g, k in enumerate(self.kind_of) if k == kind) for kind in range(len(self.kinds)))

    @cached_property
    def once(self) -> tuple[frozenset[int], ...]:
        """The values that each group holds exactly once."""
        return tuple(
            frozenset(v for v in range(self.values) if self.exact.get((v, g)) == 1) for g in range(len(self.groups))
        )

    @cached_property
    def linked(self) -> tuple[frozenset[int], ...]:
        """The candidates that cannot be true together with each candidate."""
        found: list[set[int]] = [set() for _ in range(sum(self.blueprint.sizes))]
        for together in self.links:
            for candidate in together:
                found[candidate].update(together)
        return tuple(frozenset(others - {candidate}) for candidate, others in enumerate(found))

    @cached_property
    def loud(self) -> frozenset[int]:
        """The values of which the rulebook speaks; the others ("no star") are silent and never placed."""
        blue = self.blueprint
        named: set[int] = set()
        for together in self.links[self.size :]:
            named.update(value for _, value in map(self.pair, together))
        for each in blue.relations:
            if isinstance(each, Count):
                named.add(each.value)
            else:
                named.update(value for x in each.scope for value in range(blue.sizes[x]))
        return frozenset(named | {value for value, _ in self.exact})

    @cached_property
    def peers(self) -> tuple[frozenset[int], ...]:
        """The cells that cannot hold the same value as each cell, whichever loud value it is."""
        return tuple(
            frozenset(q for q in near if self._linked_in(p, q, self.loud)) for p, near in enumerate(self._near)
        )

    @cached_property
    def apart(self) -> tuple[frozenset[int], ...]:
        """The cells that can share no value with each cell, silent ones included."""
        every = frozenset(range(self.values))
        return tuple(frozenset(q for q in near if self._linked_in(p, q, every)) for p, near in enumerate(self._near))

    @cached_property
    def _near(self) -> tuple[frozenset[int], ...]:
        """The cells that some candidate of each cell is linked to."""
        return tuple(
            frozenset(self.pair(c)[0] for own in self.blueprint.candidates(p) for c in self.linked[own]) - {p}
            for p in range(self.size)
        )

    def clue(self, group: int) -> int | None:
        """The number printed for a cage or a line of towers."""
        relation = self.blueprint.relations[self.fillings[group]] if group in self.fillings else None
        if isinstance(relation, Arithmetic):
            return relation.target
        return relation.seen if isinstance(relation, Skyline) else None

    @cached_property
    def totals(self) -> dict[int, int]:
        """What the cells of a group add up to, where the rulebook says so: a sum, or each value once."""
        everything = [*range(self.values)]
        found = {g: self.values * (self.values + 1) // 2 for g, once in enumerate(self.once)
                 if sorted(once) == everything and len(self.members[g]) == self.values}  # fmt: skip
        for g, i in (*self.fillings.items(), *self.sums.items()):
            other = self.blueprint.relations[i]
            if isinstance(other, Arithmetic) and other.operation == "+":
                found[g] = other.target
            elif isinstance(other, DistinctSum):
                found[g] = other.total
        return found

    @cached_property
    def alone(self) -> frozenset[int]:
        """The groups that share no cell with another of their kind."""
        return frozenset(
            g
            for g, members in enumerate(self.members)
            if all(h == g or members.isdisjoint(self.members[h]) for h in self.of_kind[self.kind_of[g]])
        )

    def first(self, group: int, number: int) -> frozenset[int]:
        """The first so many cells of the group."""
        return frozenset(self.groups[group].members[: max(0, number)])

    @cached_property
    def ahead(self) -> tuple[tuple[int, ...] | None, ...]:
        """The cells that each cell's arrow points at, the nearest first; None of a cell without an arrow."""
        relations = self.blueprint.relations
        return tuple(relations[self.sights[x]].group.members if x in self.sights else None for x in range(self.size))

    @cached_property
    def behind(self) -> tuple[frozenset[int], ...]:
        """The cells whose arrows point at each cell."""
        return tuple(
            frozenset(p for p, ahead in enumerate(self.ahead) if ahead is not None and x in ahead)
            for x in range(self.size)
        )

    def between(self, p: int, q: int) -> frozenset[int] | None:
        """The cells ahead of p that come before q; None where q is not ahead."""
        ahead = self.ahead[p] or ()
        return frozenset(ahead[: ahead.index(q)]) if q in ahead else None

    def along(self, p: int, q: int) -> bool:
        """Is q ahead of p, and does it look on the same way? What it sees is then all that lies behind it for p."""
        ahead, further = self.ahead[p] or (), self.ahead[q]
        return q in ahead and bool(further) and ahead[ahead.index(q) + 1 :] == further

    def facing(self, p: int, q: int) -> bool:
        """Is each ahead of the other?"""
        return q in (self.ahead[p] or ()) and p in (self.ahead[q] or ())

    def distinct(self, cells: Iterable[int]) -> bool:
        """Is a value, silent ones included, impossible in any two of the cells?"""
        return all(q in self.apart[p] for p, q in combinations(sorted(cells), 2))

    def crosses(self, a: int, b: int) -> bool:
        """Do both kinds divide the same cells among their groups, and does each of a meet each of b in one cell?"""
        return (a, b) in self._crossing

    @cached_property
    def _crossing(self) -> frozenset[tuple[int, int]]:
        def cells(kind: int) -> list[int]:
            return sorted(cell for g in self.of_kind[kind] for cell in self.members[g])

        return frozenset(
            (a, b)
            for a, b in permutations(range(len(self.kinds)), 2)
            if len(cells(a)) == len(set(cells(a)))
            and cells(a) == cells(b)
            and all(len(self.members[g] & self.members[h]) == 1 for g in self.of_kind[a] for h in self.of_kind[b])
        )

    @cached_property
    def choice_bits(self) -> tuple[int, ...]:
        """The candidates of each choice, as bits."""
        return tuple(sum(1 << candidate for candidate in choice.candidates) for choice in self.blueprint.choices)

    def pair(self, candidate: int) -> tuple[int, int]:
        """The variable and the value of a candidate."""
        return self._pairs[candidate]

    @cached_property
    def _pairs(self) -> tuple[tuple[int, int], ...]:
        return tuple((x, value) for x, size in enumerate(self.blueprint.sizes) for value in range(size))

    @cached_property
    def links(self) -> tuple[tuple[int, ...], ...]:
        """Candidates of which no two are true; the cells' own choices come first."""
        blue = self.blueprint
        return (*(c.candidates for c in blue.choices), *(a.candidates for a in blue.at_most_ones))

    def _linked_in(self, p: int, q: int, values: frozenset[int]) -> bool:
        shared = [v for v in range(min(self.blueprint.sizes[p], self.blueprint.sizes[q])) if v in values]
        candidate = self.blueprint.candidate
        return bool(shared) and all(candidate(q, v) in self.linked[candidate(p, v)] for v in shared)


def _built(puzzle: Puzzle) -> Board:
    blue = puzzle.blueprint
    groups = tuple(dict.fromkeys(c.group for c in puzzle.constraints if c.named))
    position = {group: g for g, group in enumerate(groups)}
    pairs = [(x, value) for x, size in enumerate(blue.sizes) for value in range(size)]
    exact: dict[tuple[int, int], int] = {}
    choices: dict[tuple[int, int], int] = {}
    relations: dict[tuple[int, int], int] = {}
    for i, choice in enumerate(blue.choices):
        said = {pairs[c][1] for c in choice.candidates}
        if choice.group in position and len(said) == 1:
            about = (said.pop(), position[choice.group])
            exact[about], choices[about] = 1, i
    for i, relation in enumerate(blue.relations):
        if isinstance(relation, Count) and relation.group in position and relation.least == relation.most:
            about = (relation.value, position[relation.group])
            exact[about], relations[about] = relation.least, i
    # A count of none or of all is no longer one in the Blueprint, only a narrower mask.
    for constraint in puzzle.constraints:
        if isinstance(constraint, Count) and constraint.least == constraint.most and constraint.group in position:
            exact.setdefault((constraint.value, position[constraint.group]), constraint.least)
    fillings: dict[int, int] = {}
    sums: dict[int, int] = {}
    sights: dict[int, int] = {}
    for i, relation in enumerate(blue.relations):
        if isinstance(relation, View):
            sights.setdefault(relation.looker, i)
        elif isinstance(relation, Table | Arithmetic | Skyline) and relation.group in position:
            fillings.setdefault(position[relation.group], i)
        elif isinstance(relation, DistinctSum) and relation.first == 1 and relation.group in position:
            sums.setdefault(position[relation.group], i)
    domain = max((variable.domain for variable in puzzle.variables), key=len)
    numbers = tuple((NUMERALS.index(s) + 1 if s in NUMERALS else 0 if s == "0" else None) for s in domain.symbols)
    return Board(
        blue, groups, len(domain), numbers, exact, choices, relations, fillings=fillings, sights=sights, sums=sums
    )
