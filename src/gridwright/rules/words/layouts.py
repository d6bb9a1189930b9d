"""Ways to fill a group that is a cage, a line of towers or a table: fitting, forced, clue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..grounds.collect import Collector
from ..tree import Call
from .word import CELL, CELLS, GROUP, NUMBER, VALUES, Elements, OfSameArguments, OnStructure, Value, Word

if TYPE_CHECKING:
    from ..grounds.traversal import Traversal
    from ..plan import Code, Label, Register
    from ..position import Position
    from ..terms import Terms


def read_layouts(to: Collector, group: int) -> None:
    """Everything that the cells of a group lack, their choices, and how it may be filled."""
    if group in to.structure.fillings:
        to.whole(to.structure.members[group])
        to.found.relations.add(to.structure.fillings[group])


def use_clue(to: Collector, group: int) -> None:
    """The choices of a group's cells, and how it may be filled."""
    to.found.choices.update(to.structure.members[group])
    to.found.relations.add(to.structure.fillings[group])


def clue_of(on: OnStructure, group: int) -> int | None:
    """The number printed for a cage or a line of towers."""
    relation = on.structure.filling(group)
    return None if relation is None else relation.clue


class Fitting(OfSameArguments):
    """values of the cell in some layout of the group that is still possible"""

    takes, gives, family, lifts = (GROUP, CELL), VALUES, "layouts", False
    also = (((GROUP,), VALUES, "the same of all its cells together"),)
    of_group = 0

    def value(self, on: Position, group: int, cell: int | None = None) -> Value:
        """Every value where none are to be seen."""
        fitting, members = on.fitting(group), on.structure.groups[group].members
        if fitting is None or (cell is not None and cell not in members):
            return frozenset(range(on.structure.values))
        return frozenset().union(*fitting) if cell is None else fitting[members.index(cell)]

    def code(self, to: Terms, call: Call, arguments: list[Register], code: Code, fail: Label) -> Register:
        result = to.result_of(call.sort)
        to.instruction(code, "fitting" if len(arguments) > 1 else "fitting_all", result, *arguments)
        return result

    def lost(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        to.read(read_layouts, to.value(call.arguments[0]))

    def costs_nothing(self, to: Traversal[Any], call: Call) -> bool:
        return all(map(to.static, call.arguments))


class Forced(Word):
    """values that every such layout puts into these cells"""

    takes, gives, family, lifts = (GROUP, CELLS), VALUES, "forced", False
    of_group = 0

    def value(self, on: Position, group: int, cells: Elements) -> Value:
        """None where there is no layout, and of a line of towers, whose kind does not offer the word."""
        relation = on.structure.filling(group)
        return on.forced(group, cells) if relation is not None and "forced" in relation.vocabulary else frozenset()

    def out(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        to.same(call.arguments[0])
        to.all_of(call.arguments[1])

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        to.same(call.arguments[0])
        to.into(call.arguments[1], to.set(call.arguments[1]))
        to.read(read_layouts, to.value(call.arguments[0]))


class Clue(Word):
    """the number printed for it"""

    takes, gives, family, partial, lifts = (GROUP,), NUMBER, "clues", True, False
    reads_state, states_rule = False, True

    def value(self, on: OnStructure, group: int) -> Value:
        return clue_of(on, group)

    def same(self, to: Traversal[Any], call: Call) -> None:
        to.same(call.arguments[0])
        to.read(use_clue, to.value(call.arguments[0]))
