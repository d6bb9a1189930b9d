"""Groups that are filled, and whether they can be while some cells take some values: fillings, fits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..grounds.collect import Collector, read_absent
from ..tree import Call, Expr
from .word import BOOL, CELL, CELLS, GROUPS, NUMBER, VALUE, Elements, OnStructure, Value, Word

if TYPE_CHECKING:
    from ...model import Structure
    from ..compiler import Compiler
    from ..grounds.traversal import Traversal
    from ..plan import Code, Label, Register
    from ..position import Position
    from ..symbolic import Symbolic


def read_fills(to: Collector, groups: Elements) -> None:
    """Everything that the cells lack of which these groups' relations speak, their choices, and the relations."""
    for group in groups:
        for i in to.structure.stated_of(group):
            to.whole(to.structure.relations[i].scope)
            to.found.relations.add(i)


def fill(on: Position, relations: Sequence[int], masks: Sequence[int]) -> bool:
    """Have these relations a layout each, none of which rules out another, inside these masks of all cells?"""
    if not relations:
        return True
    structure = on.structure
    relation = structure.relations[relations[0]]
    scope = relation.scope
    for layout in relation.layouts([masks[x] for x in scope], structure.apart_in(scope)):
        left = list(masks)
        for x, value in zip(scope, layout, strict=True):
            left[x] &= 1 << value
            for y, kept in structure.left_by(structure.candidate(x, value)):
                left[y] &= kept
        if all(left[x] for x in scope) and fill(on, relations[1:], left):
            return True
    return False


class Fillings(Word):
    """the groups that are filled with one of the cells: cages, signs, counts; what an arrow sees, by the arrow too"""

    takes, gives, reads_state = (CELLS,), GROUPS, False
    grows, over_unions = True, frozenset({0})

    def value(self, on: OnStructure, cells: Elements) -> Value:
        return frozenset(g for g, scope in on.structure.derived(scopes).items() if scope & cells)

    def gates(self, logic: Symbolic, *arguments: Any) -> Mapping[int, int]:
        cells = arguments[0]
        return {
            g: logic.gates.any(cells[x] for x in scope if x in cells)
            for g, scope in logic.structure.derived(scopes).items()
        }

    def out(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        to.out(call.arguments[0], to.call("filled_cells", CELLS, kept))

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        (within,) = call.arguments
        cells = to.set(within)

        def lowest(group: Any) -> Any:
            return to.lowest(to.both("and", cells, to.call("filled_cells", CELLS, to.as_set(group))))

        to.into(within, to.union(kept, CELLS, lowest))

    def largest(self, structure: Structure, arguments: Sequence[Expr], most: Callable[[Expr], int]) -> int:
        return len(structure.derived(scopes))


class FilledCells(Word):
    """the cells of which the rulebook says how these groups are filled"""

    takes, gives, family, reads_state = (GROUPS,), CELLS, "internal", False

    def value(self, on: OnStructure, groups: Elements) -> Value:
        known = on.structure.derived(scopes)
        return frozenset().union(*(known[g] for g in groups if g in known))


def scopes(structure: Structure) -> dict[int, frozenset[int]]:
    """The cells of which the rulebook says how each group is filled, where it does."""
    stated = {g: structure.stated_of(g) for g in range(len(structure.groups))}
    return {
        g: frozenset(x for i in found for x in structure.relations[i].scope) for g, found in stated.items() if found
    }


class Fits(Word):
    """the groups can be filled, each by a layout and none against another, while the cell takes the value"""

    takes, gives, lifts = (GROUPS, CELL, VALUE), BOOL, False
    also = (
        ((GROUPS, *(CELL, VALUE) * 2), BOOL, "the same while two cells take their values"),
        ((GROUPS, *(CELL, VALUE) * 3), BOOL, "the same while three cells take their values"),
    )

    def value(self, on: Position, groups: Elements, *facts: int) -> Value:
        """Not where a cell has lost its value, or one rules out another. A group without layouts is full anyhow."""
        pairs = list(zip(facts[::2], facts[1::2], strict=True))
        if not all(on.has(x, value) for x, value in pairs):
            return False
        structure, masks = on.structure, list(on.state.masks)
        for x, value in pairs:
            masks[x] &= 1 << value
            for y, kept in structure.left_by(structure.candidate(x, value)):
                masks[y] &= kept
        relations = [i for group in sorted(groups) for i in structure.stated_of(group)]
        return all(masks[x] for x, _ in pairs) and fill(on, relations, masks)

    def test(self, to: Compiler, arguments: list[Register], code: Code, fail: Label, *, true: bool) -> None:
        """What is supposed is packed into one number, a cell and its value after the other."""
        groups, *facts = arguments
        supposed = to.load(code, 0, NUMBER)
        for cell, value in zip(facts[::2], facts[1::2], strict=True):
            supposed = to.computed(code, "suppose", "s", NUMBER, cell, value, supposed)
        code.append(("fits" if true else "not_fits", groups.number, supposed.number, None, fail))

    def true(self, to: Traversal[Any], call: Call) -> None:
        """What comes back brings only more ways."""
        to.all_of(call.arguments[0])
        for argument in call.arguments[1:]:
            to.same(argument)

    def false(self, to: Traversal[Any], call: Call) -> None:
        groups, *facts = call.arguments
        to.stays(groups)
        for cell, value in zip(facts[::2], facts[1::2], strict=True):
            to.same(cell)
            to.same(value)
            to.read(read_absent, to.set(cell), to.set(value))
        to.read(read_fills, to.set(groups))
