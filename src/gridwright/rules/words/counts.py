"""What groups must hold: missing, lacking, places where it is each value once; need, needy, held of any number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..grounds.collect import Collector, Elements, read_decided, read_held, read_not_at, use, use_full, use_needed
from ..tree import Call, Expr
from .word import CELLS, GROUP, GROUPS, NUMBER, VALUE, VALUES, Value, Word

if TYPE_CHECKING:
    from ...model import Structure
    from ..grounds.traversal import Traversal
    from ..position import Position
    from ..symbolic import Symbolic, SymbolicTerm


def read_missing(to: Collector, values: Elements, groups: Elements) -> None:
    """The cells decided for these values, of those that a group holds once, and the choices of what it still misses."""
    for group in groups:
        read_held(to, values & to.structure.once[group], frozenset({group}))
        use(to, to.position.missing[group], frozenset({group}))


def read_places(to: Collector, value: int, group: int) -> None:
    """Everywhere that a value cannot go in a group, and its choice."""
    read_not_at(to, to.structure.members[group] - to.position.at[value], frozenset({value}))
    to.held(value, group)


class Missing(Word):
    """values that it must hold exactly once and has not placed"""

    takes, gives, family = (GROUP,), VALUES, "choices"
    of_group, grows = 0, True

    def value(self, on: Position, group: int) -> Value:
        return on.missing[group]

    def gates(self, logic: Symbolic, *arguments: Any) -> Mapping[int, int]:
        return {v: logic.unknown.misses(v, arguments[0]) for v in logic.structure.once[arguments[0]]}

    def lost(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        to.read(read_missing, kept, *to.sets(call))


class Lacking(Word):
    """the groups that miss the value"""

    takes, gives, family = (VALUE,), GROUPS, "choices"
    of_value, grows = 0, True

    def value(self, on: Position, value: int) -> Value:
        return frozenset(g for g in range(len(on.structure.groups)) if value in on.missing[g])

    def largest(self, structure: Structure, arguments: Sequence[Expr], most: Callable[[Expr], int]) -> int:
        return sum(bool(once) for once in structure.once)

    def gates(self, logic: Symbolic, *arguments: Any) -> Mapping[int, int]:
        return {g: logic.unknown.misses(arguments[0], g) for g in range(len(logic.structure.groups))}

    def lost(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        to.read(read_held, *to.sets(call), kept)


class Places(Word):
    """where the group can still put the value"""

    takes, gives, family, partial = (VALUE, GROUP), CELLS, "choices", True
    of_value, of_group, in_group, grows = 0, 1, 1, True

    def value(self, on: Position, value: int, group: int) -> Value:
        return on.places(value, group)

    def gates(self, logic: Symbolic, *arguments: Any) -> SymbolicTerm:
        (value, group), unknown = arguments, logic.unknown
        needs = unknown.needs(value, group)
        at = unknown.at[value]
        return logic.made(CELLS, {x: at[x] for x in logic.structure.members[group] if x in at}, needs)

    def all_of(self, to: Traversal[Any], call: Call) -> bool:
        short = all(map(to.static_single, call.arguments))
        if short:
            to.read(read_places, *map(to.value, call.arguments))
        return short

    def lost(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        values, groups = to.sets(call)
        cells = to.call("cells", CELLS, groups)
        to.read(read_not_at, to.both("and", kept, cells), values)
        to.read(use, values, groups)


class Need(Word):
    """how many more of the value the group must get"""

    takes, gives, family, partial = (VALUE, GROUP), NUMBER, "counts", True
    of_value, of_group = 0, 1

    def value(self, on: Position, value: int, group: int) -> Value:
        return on.need(value, group)

    def gates(self, logic: Symbolic, *arguments: Any) -> Mapping[int, int] | None:
        return logic.unknown.need(*arguments)

    def bound(self, to: Traversal[Any], call: Call, *, above: bool) -> None:
        for argument in call.arguments:
            to.all_of(argument) if above else to.stays(argument)
        sets = to.sets(call)
        to.read(use_full if above else use_needed, *sets)
        if above:
            to.read(read_held, *sets)


class Needy(Lacking):
    """the groups that must get more of the value"""

    family = "counts"

    def value(self, on: Position, value: int) -> Value:
        return frozenset(g for g in range(len(on.structure.groups)) if (on.need(value, g) or 0) > 0)

    def gates(self, logic: Symbolic, *arguments: Any) -> Mapping[int, int]:
        return {g: logic.unknown.needs(arguments[0], g) for g in range(len(logic.structure.groups))}


class Held(Word):
    """cells of the group that hold the value"""

    takes, gives, family = (VALUE, GROUP), CELLS, "counts"
    of_value, of_group, in_group = 0, 1, 1

    def value(self, on: Position, value: int, group: int) -> Value:
        return on.held(value, group)

    def gates(self, logic: Symbolic, *arguments: Any) -> Mapping[int, int]:
        return logic.unknown.held(*arguments)

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        super().into(to, call, kept)
        to.read(read_decided, kept)


class MostNeeded(Word):
    """the most of the value that the rulebook asks of any group"""

    takes, gives, family, lifts = (VALUE,), NUMBER, "internal", False


class Overdrawn(Word):
    """by how much groups hold more of the value than they may"""

    takes, gives, family, lifts = (VALUE,), NUMBER, "internal", False
