"""What cells can still be: open, cand, val, at, fixed, having, shared, variety."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..grounds.collect import Collector, read_absent, read_decided, read_not_at, use_cells
from ..tree import Call
from .word import CELL, CELLS, NUMBER, VALUE, VALUES, Elements, Value, Word

if TYPE_CHECKING:
    from ..grounds.traversal import Traversal
    from ..plan import Code, Label, Register
    from ..position import Position
    from ..symbolic import Symbolic, SymbolicTerm
    from ..terms import Terms


def read_cell(to: Collector, cell: int) -> None:
    """Everything that one cell lacks, and its choice."""
    to.whole([cell])


class Open(Word):
    """the cells that are not decided"""

    takes, gives = (), CELLS
    also = (((CELLS,), CELLS, "those of the cells that are not decided"),)
    of_cells, in_cells, reads_placed, grows = 0, 0, True, True

    def value(self, on: Position, cells: Elements | None = None) -> Value:
        return on.open if cells is None else on.open & cells

    def code(self, to: Terms, call: Call, arguments: list[Register], code: Code, fail: Label) -> Register:
        everything = super().code(to, call, [], code, fail)
        return to.both("and", everything, arguments[0], code) if arguments else everything

    def gates(self, logic: Symbolic, *arguments: Any) -> Mapping[int, int]:
        cells = arguments[0] if arguments else logic.known(range(logic.structure.size))
        return {x: logic.gates.all((literal, logic.unknown.open[x])) for x, literal in cells.items()}

    def out(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        if not call.arguments:
            to.read(read_decided, kept)
            return
        (within,) = call.arguments
        outside = to.both("without", kept, to.set(within))
        if not to.static(within):
            outside = to.both("and", outside, to.call("open", CELLS))
            to.out(within, outside)
        to.read(read_decided, to.both("without", kept, outside))

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        to.into(call.arguments[0], kept)


class Cand(Word):
    """the candidates of the cell"""

    takes, gives = (CELL,), VALUES
    of_cells, grows = 0, True

    def value(self, on: Position, cell: int) -> Value:
        return on.cand(cell)

    def gates(self, logic: Symbolic, *arguments: Any) -> Mapping[int, int]:
        return dict(enumerate(logic.unknown.cand[arguments[0]]))

    def all_of(self, to: Traversal[Any], call: Call) -> bool:
        short = to.static_single(call.arguments[0])
        if short:
            to.read(read_cell, to.value(call.arguments[0]))
        return short

    def lost(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        (cells,) = to.sets(call)
        to.read(read_absent, cells, kept)
        to.read(use_cells, cells)


class Val(Word):
    """the value of a decided cell"""

    takes, gives, partial = (CELL,), VALUE, True
    of_cells, reads_placed = 0, True

    def value(self, on: Position, cell: int) -> Value:
        return on.values[cell]

    def gates(self, logic: Symbolic, *arguments: Any) -> SymbolicTerm:
        decided = dict(enumerate(logic.unknown.decided[arguments[0]]))
        return logic.made(VALUE, decided, logic.gates.any(decided.values()))

    def same(self, to: Traversal[Any], call: Call) -> None:
        to.same(call.arguments[0])
        to.read(read_decided, to.set(call.arguments[0]))


class At(Word):
    """the open cells that still have the candidate"""

    takes, gives = (VALUE,), CELLS
    of_value, grows = 0, True

    def value(self, on: Position, value: int) -> Value:
        return on.at[value]

    def gates(self, logic: Symbolic, value: int) -> Mapping[int, int]:
        return logic.unknown.at[value]

    def lost(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        to.read(read_not_at, kept, *to.sets(call))


class Fixed(Word):
    """those of the cells that have one candidate left, written down or not"""

    takes, gives = (CELLS,), CELLS
    of_cells, in_cells = 0, 0

    def value(self, on: Position, cells: Elements) -> Value:
        return on.fixed & cells

    def gates(self, logic: Symbolic, *arguments: Any) -> Mapping[int, int]:
        return {x: logic.gates.all((literal, logic.unknown.fixed[x])) for x, literal in arguments[0].items()}

    def out(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        cells, every = to.set(call.arguments[0]), to.universe(VALUES)
        if not to.static(call.arguments[0]):
            to.out(call.arguments[0], to.both("without", kept, cells))
        some = to.call("having", CELLS, every, to.universe(CELLS))
        to.read(read_absent, to.both("without", to.both("and", kept, cells), some), every)

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        to.into(call.arguments[0], kept)
        to.whole(kept)


class Having(Word):
    """those of the cells that have the value or could have it"""

    takes, gives, takes_sets = (VALUE, CELLS), CELLS, True
    of_cells, in_cells, grows = 1, 1, True

    def value(self, on: Position, value: int, cells: Elements) -> Value:
        return frozenset(x for x in cells if on.has(x, value))

    def gates(self, logic: Symbolic, *arguments: Any) -> Mapping[int, int]:
        value, cell = arguments
        return {cell: logic.unknown.has(cell, value)}

    def out(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        to.all_of(call.arguments[0])
        values, cells = to.sets(call)
        if not to.static(call.arguments[1]):
            to.out(call.arguments[1], to.both("without", kept, cells))
        to.read(read_absent, to.both("and", kept, cells), values)

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        if to.single(call.arguments[0]):
            to.same(call.arguments[0])
        elif not to.static(call.arguments[0]):
            values = to.set(call.arguments[0])
            lowest = to.union(
                kept, VALUES, lambda cell: to.lowest(to.both("and", to.call("cand", VALUES, cell), values))
            )
            to.into(call.arguments[0], lowest)
        to.into(call.arguments[1], kept)


class Shared(Word):
    """the candidates that all of the cells have; none where there is no cell"""

    takes, gives = (CELLS,), VALUES
    of_cells = 0

    def value(self, on: Position, cells: Elements) -> Value:
        return frozenset.intersection(*map(on.cand, cells)) if cells else frozenset()

    def gates(self, logic: Symbolic, *arguments: Any) -> Mapping[int, int]:
        gates, cells = logic.gates, arguments[0]
        some = gates.any(cells.values())
        return {
            v: gates.all((some, *(gates.any((-literal, logic.unknown.has(x, v))) for x, literal in cells.items())))
            for v in range(logic.structure.values)
        }

    def out(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        """Some cell of the set lacks the value, and stays; or there is none, and none comes."""
        (within,) = call.arguments
        own = to.set(within)

        def lacking(value: Any) -> None:
            one = to.as_set(value)
            lone = to.lowest(to.both("without", own, to.call("having", CELLS, one, own)))
            to.read(read_absent, lone, one)
            to.read(use_cells, lone)
            to.into(within, lone)

        to.some(own, lambda: to.each(kept, lacking), lambda: to.all_of(within))

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        to.all_of(call.arguments[0])
        to.into(call.arguments[0], to.lowest(to.set(call.arguments[0])))

    def costs_nothing(self, to: Traversal[Any], call: Call) -> bool:
        return to.static(call.arguments[0])


class Variety(Word):
    """how many different values the cells can have at the most"""

    takes, gives = (CELLS,), NUMBER
    of_cells = 0

    def value(self, on: Position, cells: Elements) -> Value:
        """A matching of cells and values."""
        taken: dict[int, int] = {}

        def finds(x: int, tried: set[int]) -> bool:
            for v in sorted(on.cand(x) - tried):
                tried.add(v)
                if v not in taken or finds(taken[v], tried):
                    taken[v] = x
                    return True
            return False

        return sum(finds(x, set()) for x in sorted(cells))

    def same(self, to: Traversal[Any], call: Call) -> None:
        to.bound(call, above=True)
        to.bound(call, above=False)

    def bound(self, to: Traversal[Any], call: Call, *, above: bool) -> None:
        (within,) = call.arguments
        if above:
            cells = to.set(within)
            to.all_of(within)
            to.whole(cells)
        else:
            to.stays(within)
