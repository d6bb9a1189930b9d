"""Areas of cells that hang together: beside, colour, joined, room, stranded, one_area, numbered, number, reach.

The cells of an area have its colour, one of the values. A cell has it for certain where nothing else is left, and can
have it while it is a candidate.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ...model import Areas, Connected
from ...model.constraints.areas import ANY
from ..grounds.collect import Collector
from ..tree import Call, Expr
from .word import BOOL, CELL, CELLS, GROUP, NUMBER, VALUE, Elements, OfSameArguments, OnStructure, Value, Word

if TYPE_CHECKING:
    from ...model import Structure
    from ..grounds.traversal import Traversal
    from ..position import Position

NOWHERE: Elements = frozenset()


def area_rule(on: OnStructure, group: int) -> Connected | Areas | None:
    """What the rulebook says of the areas of a group, if anything."""
    relation = on.structure.filling(group)
    return relation if isinstance(relation, Connected | Areas) else None


def near(structure: Structure) -> tuple[Elements, ...]:
    """The cells beside each cell, for whatever rule about areas there is."""
    found: list[set[int]] = [set() for _ in range(structure.size)]
    for relation in structure.relations:
        if isinstance(relation, Connected | Areas):
            for one, other in relation.adjacency.pairs:
                found[relation.scope[one]].add(relation.scope[other])
                found[relation.scope[other]].add(relation.scope[one])
    return tuple(map(frozenset, found))


class Cut(NamedTuple):
    """What a cell cuts off: the smaller part, what else encloses it, and a certain cell in it and beyond."""

    part: Elements
    wall: Elements
    inside: int
    beyond: int


class Around:
    """The cells of a group that can have the colour of its areas and those that certainly have it, by position."""

    def __init__(self, on: Position, rule: Connected | Areas) -> None:
        self.rule, self.adjacency, bit = rule, rule.adjacency, 1 << rule.value
        masks = [on.state.masks[x] for x in rule.scope]
        self.possible = {i for i, mask in enumerate(masks) if mask & bit}
        self.certain = {i for i, mask in enumerate(masks) if mask == bit}

    def cells(self, members: set[int]) -> Elements:
        """The cells at these positions."""
        return frozenset(self.rule.scope[i] for i in members)

    def joined(self, member: int) -> set[int]:
        return self.adjacency.area(member, self.certain) if member in self.certain else set()

    def room(self, member: int) -> set[int]:
        return self.adjacency.area(member, self.possible) if member in self.possible else set()

    def cut(self, member: int) -> Cut | None:
        """Two parts at least that the member joins and that both have a certain one: the smallest of them."""
        if member not in self.possible:
            return None
        rest = self.possible - {member}
        parts: list[set[int]] = []
        for start in self.adjacency.of[member]:
            if start in rest and not any(start in part for part in parts):
                parts.append(self.adjacency.area(start, rest))
        parts = sorted((part for part in parts if part & self.certain), key=lambda part: (len(part), min(part)))
        if len(parts) < 2:
            return None
        wall = self.adjacency.border(parts[0]) - {member}
        beyond = min(i for part in parts[1:] for i in part & self.certain)
        scope = self.rule.scope
        return Cut(self.cells(parts[0]), self.cells(wall), scope[min(parts[0] & self.certain)], scope[beyond])

    def reach(self, member: int) -> set[int]:
        """Where the area of a numbered member can grow: step by step, and nowhere beside the area of another number."""
        assert isinstance(self.rule, Areas)
        number, own = self.rule.numbers[member], self.joined(member) or {member}
        foreign = self.foreign(member)
        rest, found, edge = len(self.rule.scope) if number == ANY else number - len(own), set(own), own
        while edge and rest > 0:
            rest -= 1
            edge = {j for i in edge for j in self.adjacency.of[i] if j in self.possible} - found - foreign
            found |= edge
        return found

    def foreign(self, member: int) -> set[int]:
        """The areas of other numbers and what lies beside them."""
        assert isinstance(self.rule, Areas)
        own = self.joined(member) or {member}
        others = {j for i in self.rule.numbered if i not in own for j in self.joined(i) or {i}}
        return others | self.adjacency.border(others)


def around(on: Position, group: int) -> Around | None:
    rule = area_rule(on, group)
    return None if rule is None else Around(on, rule)


def read_joined(to: Collector, group: int, cells: Elements) -> None:
    """That these cells have the colour of an area."""
    to.whole(cells)


def use_areas(to: Collector, group: int) -> None:
    """What the rulebook says of the areas of a group."""
    to.found.relations.add(to.structure.fillings[group])


def read_room(to: Collector, group: int, cell: int) -> None:
    """What encloses the room of a cell lacks the colour."""
    on = around(to.position, group)
    assert on is not None
    wall = on.adjacency.border(on.room(on.rule.scope.index(cell)))
    to.absent((x, on.rule.value) for x in on.cells(wall))
    use_areas(to, group)


def read_cut(to: Collector, group: int, cell: int) -> None:
    """The wall around what a cell cuts off, a certain cell in it and one beyond, and that all hangs together."""
    on = around(to.position, group)
    assert on is not None
    cut = on.cut(on.rule.scope.index(cell))
    assert cut is not None
    to.absent((x, on.rule.value) for x in cut.wall)
    to.whole((cut.inside, cut.beyond))
    use_areas(to, group)


def read_reach(to: Collector, group: int, out: Elements) -> None:
    """Of each number whose area could get to some of these cells on an empty board, how far it has grown and what is in
    its way, areas of other numbers included."""
    on = around(to.position, group)
    assert on is not None
    assert isinstance(on.rule, Areas)
    use_areas(to, group)
    for i in on.rule.numbered:
        free = on.rule.reach({i}, on.rule.numbers[i], range(len(on.rule.scope)))
        if out.isdisjoint(on.cells(set(free))):
            continue
        border = on.adjacency.border(on.reach(i))
        to.absent((x, on.rule.value) for x in on.cells(border))
        barred = border | on.adjacency.border(border & on.foreign(i))
        to.whole(on.cells({k for j in barred & on.certain for k in on.joined(j)} | on.joined(i)))


class _OfArea(OfSameArguments):
    """A word about the areas of a group."""

    family, lifts = "areas", False

    def on_area(self, on: Position, group: int, cell: int) -> tuple[Around, int] | None:
        """The areas of the group and the position of the cell there."""
        found = around(on, group)
        return (found, found.rule.scope.index(cell)) if found is not None and cell in found.rule.scope else None


class Beside(Word):
    """the cells that share a side with it"""

    takes, gives, family, reads_state = (CELL,), CELLS, "areas", False

    def value(self, on: OnStructure, cell: int) -> Value:
        return on.structure.derived(near)[cell]

    def largest(self, structure: Structure, arguments: Sequence[Expr], most: Callable[[Expr], int]) -> int:
        return max(map(len, structure.derived(near)), default=0)


class Colour(Word):
    """the value that the cells of its areas have"""

    takes, gives, family, reads_state, partial, lifts = (GROUP,), VALUE, "areas", False, True, False

    def value(self, on: OnStructure, group: int) -> Value:
        rule = area_rule(on, group)
        return None if rule is None else rule.value


class OneArea(Word):
    """all cells of its colour hang together"""

    takes, gives, family, reads_state, states_rule = (GROUP,), BOOL, "areas", False, True

    def value(self, on: OnStructure, group: int) -> Value:
        return isinstance(area_rule(on, group), Connected)

    def true(self, to: Traversal[Any], call: Call) -> None:
        to.read(use_areas, to.value(call.arguments[0]))


class Joined(_OfArea):
    """cells that certainly belong to one area with the cell, itself included; none where it may belong to none"""

    takes, gives = (GROUP, CELL), CELLS

    def value(self, on: Position, group: int, cell: int) -> Value:
        found = self.on_area(on, group, cell)
        return NOWHERE if found is None else found[0].cells(found[0].joined(found[1]))

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        super().into(to, call, kept)
        to.read(read_joined, to.value(call.arguments[0]), to.value(call))


class Room(_OfArea):
    """cells that can belong to one area with the cell, itself included; none where it can belong to none"""

    takes, gives = (GROUP, CELL), CELLS

    def value(self, on: Position, group: int, cell: int) -> Value:
        found = self.on_area(on, group, cell)
        return NOWHERE if found is None else found[0].cells(found[0].room(found[1]))

    def lost(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        to.read(read_room, *map(to.value, call.arguments))

    def costs_nothing(self, to: Traversal[Any], call: Call) -> bool:
        return all(map(to.static, call.arguments))


class Stranded(_OfArea):
    """the part of the area, the smallest, that would be cut off from another if the cell did not belong to it"""

    takes, gives = (GROUP, CELL), CELLS

    def value(self, on: Position, group: int, cell: int) -> Value:
        found = self.on_area(on, group, cell)
        if found is None or not isinstance(found[0].rule, Connected):
            return NOWHERE
        cut = found[0].cut(found[1])
        return NOWHERE if cut is None else cut.part

    def lost(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        """What comes back can make the part larger."""
        to.everything()

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        super().into(to, call, kept)
        to.read(read_cut, *map(to.value, call.arguments))


class _Printed(Word):
    """What is printed in the cells of several areas."""

    family, reads_state, states_rule, lifts = "islands", False, True, False

    def same(self, to: Traversal[Any], call: Call) -> None:
        to.same_arguments(call)
        to.read(use_areas, to.value(call.arguments[0]))

    def out(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        self.same(to, call)

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        self.same(to, call)


class Numbered(_Printed):
    """the cells that print how large their area is"""

    takes, gives = (GROUP,), CELLS

    def value(self, on: OnStructure, group: int) -> Value:
        rule = area_rule(on, group)
        return frozenset(rule.scope[i] for i in rule.numbered) if isinstance(rule, Areas) else NOWHERE


class Number(_Printed):
    """how many cells the area of the cell has, where it is printed there"""

    takes, gives, partial = (GROUP, CELL), NUMBER, True

    def value(self, on: OnStructure, group: int, cell: int) -> Value:
        rule = area_rule(on, group)
        if not isinstance(rule, Areas) or cell not in rule.scope:
            return None
        number = rule.numbers[rule.scope.index(cell)]
        return number if number > 0 else None


class Reach(_OfArea):
    """cells to which the area of some number can grow without touching that of another"""

    takes, gives, family = (GROUP,), CELLS, "islands"

    def value(self, on: Position, group: int) -> Value:
        found = around(on, group)
        if found is None or not isinstance(found.rule, Areas):
            return NOWHERE
        return NOWHERE.union(*(found.cells(found.reach(i)) for i in found.rule.numbered))

    def lost(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        to.read(read_reach, to.value(call.arguments[0]), kept)

    def costs_nothing(self, to: Traversal[Any], call: Call) -> bool:
        return all(map(to.static, call.arguments))
