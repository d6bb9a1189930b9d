"""Chains as evidence: nodes with strong and weak links in turn, and why of two nodes one must be true.

    node            "the value stands in one of these cells"
    strong link     two nodes that cannot both be false: a cell has no other candidate, a group has no other place for
                    the value, or n cells that differ have n + 1 values (an almost locked set)
    weak link       two nodes that cannot both be true: every candidate of one is linked to every one of the other

In a witness (`Sort.LINKS`) a chain is plain numbers: of each node its value + 1, how many cells, and the cells. Where a
strong link is an almost locked set, 0, how many cells, and its cells stand between the two nodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .domain import bits
from .state import State
from .structure import Structure


class Node(NamedTuple):
    """The value stands in one of the cells."""

    value: int
    cells: tuple[int, ...]


class StrongLink(NamedTuple):
    """Why of two nodes one is true: a cell, a group, or the cells of an almost locked set."""

    cell: int | None = None
    group: int | None = None
    cells: tuple[int, ...] = ()


class Chain(NamedTuple):
    """Nodes in their order, and the almost locked sets of strong links by the number of their first node."""

    nodes: tuple[Node, ...]
    sets: Mapping[int, tuple[int, ...]]

    @classmethod
    def read(cls, numbers: int | tuple[int, ...]) -> Chain:
        """A chain of the numbers of a witness.

        >>> Chain.read((5, 1, 0, 0, 2, 0, 1, 3, 2, 0, 1))
        Chain(nodes=(Node(value=4, cells=(0,)), Node(value=2, cells=(0, 1))), sets={0: (0, 1)})
        """
        assert isinstance(numbers, tuple)
        nodes: list[Node] = []
        sets: dict[int, tuple[int, ...]] = {}
        at = 0
        while at + 1 < len(numbers):
            value, end = numbers[at] - 1, at + 2 + numbers[at + 1]
            cells, at = numbers[at + 2 : end], end
            if value < 0:
                sets[len(nodes) - 1] = cells
            else:
                nodes.append(Node(value, cells))
        return cls(tuple(nodes), sets)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The same, as a witness has it."""
        found: list[int] = []
        for i, (value, cells) in enumerate(self.nodes):
            found += (value + 1, len(cells), *cells)
            if i in self.sets:
                found += (0, len(self.sets[i]), *self.sets[i])
        return tuple(found)

    def strong(self, state: State) -> list[StrongLink | None]:
        """The strong links, from the first and second node on; None where one does not hold."""
        nodes, sets = self.nodes, self.sets
        return [strong_link(state, nodes[i], nodes[i + 1], sets.get(i, ())) for i in range(0, len(nodes) - 1, 2)]

    def holds(self, state: State) -> bool:
        """Does every link hold?"""
        return None not in self.strong(state) and self.joined(state.structure)

    def joined(self, structure: Structure) -> bool:
        """Do weak links join the strong ones? Those around a stem (`death-blossom`) stand beside each other."""
        return all(linked(structure, *pair) for pair in zip(self.nodes[1:-1:2], self.nodes[2::2], strict=True))


def strong_link(state: State, one: Node, other: Node, cells: Sequence[int] = ()) -> StrongLink | None:
    """Why of two nodes one is true, if so; `cells` are an almost locked set. The first group that says so is named."""
    structure, masks = state.structure, state.masks
    if cells:
        few = sum(1 << v for v in _values(state, cells)).bit_count() <= len(cells) + 1
        whole = all(not masks[x] >> node.value & 1 or x in node.cells for node in (one, other) for x in cells)
        return StrongLink(cells=tuple(cells)) if few and whole and structure.distinct(cells) else None
    if one.value != other.value:
        two = one.cells == other.cells and len(one.cells) == 1
        [x, *_] = one.cells
        return StrongLink(cell=x) if two and not masks[x] & ~(1 << one.value | 1 << other.value) else None
    value, together = one.value, {*one.cells, *other.cells}
    for group, members in enumerate(structure.members):
        only = together <= members and all(x in together for x in members if masks[x] >> value & 1)
        if only and (value, group) in structure.choice_of:
            return StrongLink(group=group)
    return None


def linked(structure: Structure, one: Node, other: Node) -> bool:
    """Can two nodes never both be true?"""
    others = {structure.candidate(x, other.value) for x in other.cells}
    return all(others <= structure.linked[structure.candidate(x, one.value)] for x in one.cells)


def _values(state: State, cells: Iterable[int]) -> frozenset[int]:
    return frozenset(value for x in cells for value in bits(state.masks[x]))
