"""Groups, their cells and their kinds: members, cells, holders, meet, distinct, kind_of, groups_of, crosses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ..tree import Call, Expr
from .word import BOOL, CELLS, GROUP, GROUPS, KIND, Elements, OnStructure, Value, Word

if TYPE_CHECKING:
    from ...model import Structure
    from ..grounds.traversal import Traversal
    from ..symbolic import Symbolic


class Members(Word):
    """the cells of the group"""

    takes, gives, reads_state, lifts = (GROUP,), CELLS, False, False
    in_group = 0

    def value(self, on: OnStructure, group: int) -> Value:
        return on.structure.members[group]


class Cells(Word):
    """the cells of the groups"""

    takes, gives, reads_state = (GROUPS,), CELLS, False
    grows, over_unions = True, frozenset({0})

    def value(self, on: OnStructure, groups: Elements) -> Value:
        return frozenset().union(*(on.structure.members[g] for g in groups))

    def gates(self, logic: Symbolic, *arguments: Any) -> Mapping[int, int]:
        return logic.union([dict.fromkeys(logic.structure.members[g], literal) for g, literal in arguments[0].items()])

    def out(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        to.out(call.arguments[0], to.call("touched", GROUPS, kept))

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        groups = to.set(call.arguments[0])
        chosen = to.union(
            kept, GROUPS, lambda cell: to.lowest(to.both("and", groups, to.call("touched", GROUPS, to.as_set(cell))))
        )
        to.into(call.arguments[0], chosen)


class Touched(Word):
    """the groups that have one of the cells"""

    takes, gives, family, reads_state = (CELLS,), GROUPS, "internal", False

    def value(self, on: OnStructure, cells: Elements) -> Value:
        return frozenset(g for g, members in enumerate(on.structure.members) if members & cells)


class CommonCells(Word):
    """the cells that all of the groups have"""

    takes, gives, family, reads_state = (GROUPS,), CELLS, "internal", False

    def value(self, on: OnStructure, groups: Elements) -> Value:
        return frozenset(range(on.structure.size)).intersection(*(on.structure.members[g] for g in groups))


class Holders(Word):
    """the groups that contain all of the cells"""

    takes, gives, reads_state = (CELLS,), GROUPS, False

    def value(self, on: OnStructure, cells: Elements) -> Value:
        return frozenset(g for g, members in enumerate(on.structure.members) if cells <= members)

    def gates(self, logic: Symbolic, *arguments: Any) -> Mapping[int, int]:
        return {
            g: logic.gates.all(-literal for x, literal in arguments[0].items() if x not in members)
            for g, members in enumerate(logic.structure.members)
        }

    def out(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        (within,) = call.arguments
        cells = to.set(within)
        to.each(
            kept,
            lambda group: to.into(within, to.lowest(to.both("without", cells, to.call("members", CELLS, group)))),
        )

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        inside = to.call("common_cells", CELLS, kept)
        to.out(call.arguments[0], to.both("without", to.universe(CELLS), inside))

    def largest(self, structure: Structure, arguments: Sequence[Expr], most: Callable[[Expr], int]) -> int:
        return max((sum(x in members for members in structure.members) for x in range(structure.size)), default=0)


class Meet(Word):
    """the groups of the kind that have one of the cells"""

    takes, gives, reads_state, part_of = (CELLS, KIND), GROUPS, False, "of_kind"
    grows, over_unions = True, frozenset({0})

    def value(self, on: OnStructure, cells: Elements, kind: int) -> Value:
        return frozenset(g for g in on.structure.of_kind[kind] if cells & on.structure.members[g])

    def gates(self, logic: Symbolic, *arguments: Any) -> Mapping[int, int]:
        cells, kinds = arguments
        return {
            g: logic.gates.all((literal, logic.gates.any(cells[x] for x in logic.structure.members[g] if x in cells)))
            for kind, literal in kinds.items()
            for g in logic.structure.of_kind[kind]
        }

    def out(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        cells, kind = call.arguments
        to.same(kind)
        of_kind = to.call("groups_of", GROUPS, to.value(kind))
        to.out(cells, to.call("cells", CELLS, to.both("and", kept, of_kind)))

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        within, kind = call.arguments
        to.same(kind)
        cells = to.set(within)
        chosen = to.union(kept, CELLS, lambda group: to.lowest(to.both("and", cells, to.call("members", CELLS, group))))
        to.into(within, chosen)


class Distinct(Word):
    """no value can stand in two of the cells, silent ones included"""

    takes, gives, reads_state = (CELLS,), BOOL, False

    def value(self, on: OnStructure, cells: Elements) -> Value:
        return on.structure.distinct(cells)

    def gates(self, logic: Symbolic, *arguments: Any) -> Mapping[int, int]:
        cells, gates = arguments[0], logic.gates
        clashes = [(p, q) for p, q in combinations(sorted(cells), 2) if not logic.structure.distinct((p, q))]
        return {1: gates.all(gates.any((-cells[p], -cells[q])) for p, q in clashes)}

    def true(self, to: Traversal[Any], call: Call) -> None:
        to.all_of(call.arguments[0])

    def false(self, to: Traversal[Any], call: Call) -> None:
        to.into(call.arguments[0], to.set(call.arguments[0]))


class KindOf(Word):
    """the kind of the group"""

    takes, gives, reads_state = (GROUP,), KIND, False

    def value(self, on: OnStructure, group: int) -> Value:
        return on.structure.kind_of[group]


class GroupsOf(Word):
    """the groups of the kind"""

    takes, gives, reads_state, lifts, part_of = (KIND,), GROUPS, False, False, "of_kind"

    def value(self, on: OnStructure, kind: int) -> Value:
        return on.structure.of_kind[kind]


class Crosses(Word):
    """the two divide the same cells, and each pair meets in one"""

    takes, gives, reads_state = (KIND, KIND), BOOL, False

    def value(self, on: OnStructure, a: int, b: int) -> Value:
        return (a, b) in on.structure.crossing
