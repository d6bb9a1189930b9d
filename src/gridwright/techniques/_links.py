"""Strong and weak links between what could be true, on any board.

    node            "the value stands in one of these cells": one candidate, or several of one value
    weak link       two nodes that cannot both be true: every candidate of one is linked to every one of the other
    strong link     two nodes that cannot both be false:
                      of a cell     its only two candidates
                      of a group    nodes that have all its places for a value between them
                      of a set      n cells that differ and have n + 1 values: where one of these is not in them, every
                                    other one is (an almost locked set)

    N1 = N2 - N3 = N4 …       a chain: strong and weak links in turn. If its first node is false its last one is true,
                              so one of both is true, and what is linked to both is false
    … = N4 - N1               a loop that closes with a weak link: of every weak link one end is true

The kernel has the graph (`kernel/position/link_graph.hpp`) and keeps it from step to step. Here is what a chain that it
found rules out.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import combinations

from ..evidence.link_chain import Node
from ..model import State, Structure, bits
from ..rules.position import Position

LARGEST_SET, LARGEST_WIDE, WIDE = 8, 3, 9
"""Cells of an almost locked set; in a group with more open cells than `WIDE` there are too many larger ones to see."""


class Links:
    """What nodes rule out in a state; candidates are bits."""

    def __init__(self, state: State) -> None:
        self.state, self.structure, self.position = state, state.structure, Position(state)
        loud = self.structure.loud
        self.candidates = [(x, v) for x in sorted(self.position.open) for v in bits(state.masks[x]) if v in loud]
        self.present = sum(1 << self.structure.candidate(x, v) for x, v in self.candidates)

    def bits_of(self, node: Node) -> int:
        """The candidates of a node."""
        return sum(1 << self.structure.candidate(x, node.value) for x in node.cells)

    def ruled_out(self, *nodes: Node) -> int:
        """The candidates that are linked to all of some nodes."""
        linked, found = self.structure.derived(_linked), self.present
        for node in nodes:
            for x in node.cells:
                found &= linked[self.structure.candidate(x, node.value)]
        return found

    def values(self, cells: Iterable[int]) -> frozenset[int]:
        """What cells can hold together."""
        return frozenset[int]().union(*map(self.position.cand, cells))

    def having(self, value: int, cells: Iterable[int]) -> Node:
        """The value in those of the cells that can have it."""
        return Node(value, tuple(x for x in cells if self.position.has(x, value)))

    @cached_property
    def sets(self) -> list[tuple[int, ...]]:
        """Two or more open cells of one group that differ and have a value more than they are, by their cells."""
        structure, position = self.structure, self.position
        found = set()
        for members in structure.members:
            if structure.distinct(members):
                cells = sorted(x for x in members & position.open if position.cand(x) <= structure.loud)
                most = LARGEST_WIDE if len(cells) > WIDE else LARGEST_SET
                for n in range(2, min(most, len(cells) - 1) + 1):
                    found |= {some for some in combinations(cells, n) if len(self.values(some)) == n + 1}
        return sorted(found)


def _linked(structure: Structure) -> list[int]:
    """The candidates that are linked to each candidate, as bits."""
    return [sum(1 << other for other in others) for others in structure.linked]
