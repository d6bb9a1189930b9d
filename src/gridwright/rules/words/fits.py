"""Groups that are filled, and whether they can be while some cells take some values: fillings, fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from ...model import Count
from ..gates import FALSE, TRUE
from ..grounds.collect import Collector, read_absent
from ..tree import Call, Expr
from .word import BOOL, CELL, CELLS, GROUPS, NUMBER, VALUE, CannotSayInLogic, Elements, OnStructure, Value, Word

if TYPE_CHECKING:
    from ...model import Relation, Structure
    from ..compiler import Compiler
    from ..grounds.traversal import Traversal
    from ..plan import Code, Label, Register
    from ..position import Position
    from ..symbolic import Symbolic


def read_fills(to: Collector, groups: Elements) -> None:
    """Everything that the cells lack of which these groups' relations and choices speak, and what these say."""
    for group in groups:
        for i in to.structure.stated_of(group):
            to.whole(to.structure.relations[i].scope)
            to.found.relations.add(i)
        for value in to.structure.once[group]:
            if (value, group) in to.structure.choice_of:
                to.whole(to.structure.members[group])
                to.found.choices.add(to.structure.choice_of[value, group])


MOST_LAYOUTS = 20_000
"""Layouts that the gates of one question go through, whether they fit or not; beyond that nobody says it in logic."""
LAYOUTS_A_NODE = 50
"""So many of them are a node of a proof's limits."""


def fill(structure: Structure, relations: Sequence[Relation], masks: Sequence[int]) -> bool:
    """Have these relations a layout each, none of which rules out another, inside these masks of all cells?"""
    return not relations or any(
        fill(structure, relations[1:], left) for _, left in fillings(structure, relations[0], masks)
    )


def fillings(
    structure: Structure, relation: Relation, masks: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """The layouts of a relation inside these masks of all cells, each with the masks that it leaves."""
    return ((layout, left) for layout, left in ways(structure, relation, masks) if left is not None)


def ways(
    structure: Structure, relation: Relation, masks: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], list[int] | None]]:
    """The layouts of a relation by itself, each with the masks that it leaves; None where it leaves a cell nothing."""
    scope = relation.scope
    for layout in relation.layouts([masks[x] for x in scope], structure.apart_in(scope)):
        left = supposed(structure, masks, zip(scope, layout, strict=True))
        yield layout, left if all(left[x] for x in scope) else None


def supposed(structure: Structure, masks: Sequence[int], facts: Iterable[tuple[int, int]]) -> list[int]:
    """What cells that take values leave of the masks of all cells."""
    left = list(masks)
    for x, value in facts:
        left[x] &= 1 << value
        for y, kept in structure.left_by(structure.candidate(x, value)):
            left[y] &= kept
    return left


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
        structure = on.structure
        masks = supposed(structure, on.state.masks, pairs)
        return all(masks[x] for x, _ in pairs) and fill(structure, stated(structure, groups), masks)

    def gates(self, logic: Symbolic, *arguments: Any) -> Mapping[int, int]:
        groups, *facts = arguments
        if any(literal != TRUE for literal in groups.values()):
            raise CannotSayInLogic("groups that depend on the state, and whether they can be filled")
        found = []
        for each in product(*(fact.items() for fact in facts)):
            things = [thing for thing, _ in each]
            pairs = tuple(zip(things[::2], things[1::2], strict=True))
            found.append(logic.gates.all((*(literal for _, literal in each), _fitting(logic, groups, pairs))))
        return {1: logic.gates.any(found)}

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


def stated(structure: Structure, groups: Iterable[int]) -> list[Relation]:
    """What says how these groups are filled: relations, and choices as counts of one."""
    found: list[Relation] = []
    for group in sorted(groups):
        found += (structure.relations[i] for i in structure.stated_of(group))
        once = (value for value in sorted(structure.once[group]) if (value, group) in structure.choice_of)
        found += (Count.exactly(structure.groups[group], value, 1) for value in once)
    return found


def _fitting(logic: Symbolic, groups: Iterable[int], pairs: Sequence[tuple[int, int]]) -> int:
    """The literal that these groups can be filled while cells take values.

    All candidates of a layout are there, of a joint one those of each. What is left to the relations that come after a
    layout decides what they are asked, so the same question is asked once.
    """
    structure, gates, has = logic.structure, logic.gates, logic.unknown.has
    relations = stated(structure, groups)
    later = [sorted({x for relation in relations[n:] for x in relation.scope}) for n in range(len(relations))]
    known: dict[tuple[int, tuple[int, ...]], int] = {}
    looked = 0

    def filled(n: int, masks: Sequence[int]) -> int:
        nonlocal looked
        if n == len(relations):
            return TRUE
        key = n, tuple(masks[x] for x in later[n])
        if key not in known:
            relation, found = relations[n], []
            scope = relation.scope
            if relation.whole_board and prod(masks[x].bit_count() for x in scope) > MOST_LAYOUTS:
                raise CannotSayInLogic("a rule of the whole board with too many ways to be kept")
            for layout, left in ways(structure, relation, masks):
                looked += 1
                if looked > MOST_LAYOUTS:
                    raise CannotSayInLogic("groups with too many ways to be filled")
                if looked % LAYOUTS_A_NODE == 0:
                    logic.limits.spend(1)
                    logic.limits.check()
                if left is not None:
                    own = (has(x, value) for x, value in zip(scope, layout, strict=True))
                    found.append(gates.all((*own, filled(n + 1, left))))
            known[key] = gates.any(found)
        return known[key]

    masks = supposed(structure, [(1 << size) - 1 for size in structure.sizes], pairs)
    if not all(masks[x] for x, _ in pairs):
        return FALSE
    return gates.all((*(has(x, value) for x, value in pairs), filled(0, masks)))
