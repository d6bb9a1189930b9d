"""Strong and weak links between what could be true, on any board: the graph that chains run along.

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

Nodes are the candidates of open cells that have a loud value, in their order, and behind them those of several cells,
by value and cells: what two groups share of the places for a value, and the places for a value in an almost locked set.
The kernel has the same graph (`kernel/position/link_graph.hpp`) and keeps it from step to step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations

from ..evidence.link_chain import LinkChain, Node, StrongLink
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


class LinkGraph(Links):
    """The nodes of a state and their links: which kinds of strong links, and nodes of several cells if `grouped`."""

    def __init__(
        self, state: State, *, cells: bool, groups: bool, sets: bool, grouped: bool, one_value: bool
    ) -> None:  # fmt: skip
        super().__init__(state)
        self.one_value = one_value
        singles = [Node(v, (x,)) for x, v in self.candidates]
        self.nodes = singles + (sorted(self._shared() | self._in_sets()) if grouped else [])
        self.rules_out = [self.ruled_out(node) for node in self.nodes]
        self.own = [self.bits_of(node) for node in self.nodes]
        number = {node: i for i, node in enumerate(self.nodes)}
        self.strong: list[dict[int, StrongLink]] = [{} for _ in self.nodes]
        sources = ((cells, self._of_cells), (groups, self._of_groups), (sets, self._of_sets))
        for first, second, link in (each for wanted, source in sources if wanted for each in source()):
            i, j = number[first], number[second]
            self.strong[i].setdefault(j, link)
            self.strong[j].setdefault(i, link)

    # Nodes of several cells

    def _places(self) -> Iterator[tuple[int, int, frozenset[int]]]:
        """(value, group, places) of groups that must still get a value, once."""
        for value, group in sorted(self.structure.choice_of):
            if value in self.structure.loud and value in self.position.missing[group]:
                yield value, group, self.position.at[value] & self.structure.members[group]

    def _shared(self) -> set[Node]:
        by_value: dict[int, list[frozenset[int]]] = {}
        for value, _, places in self._places():
            by_value.setdefault(value, []).append(places)
        return {
            Node(value, tuple(sorted(both)))
            for value, several in by_value.items()
            for one, other in combinations(several, 2)
            if len(both := one & other) > 1
        }

    def _in_sets(self) -> set[Node]:
        nodes = {self.having(value, cells) for cells in self.sets for value in self.values(cells)}
        return {node for node in nodes if len(node.cells) > 1}

    # Links

    def _of_cells(self) -> Iterator[tuple[Node, Node, StrongLink]]:
        for x in sorted(self.position.open):
            values = sorted(self.position.cand(x))
            if len(values) == 2 and set(values) <= self.structure.loud:
                yield Node(values[0], (x,)), Node(values[1], (x,)), StrongLink(cell=x)

    def _of_groups(self) -> Iterator[tuple[Node, Node, StrongLink]]:
        for value, group, places in self._places():
            parts = [node for node in self.nodes if node.value == value and places > set(node.cells)]
            for one, other in combinations(parts, 2):
                if places == {*one.cells, *other.cells}:
                    yield one, other, StrongLink(group=group)

    def _of_sets(self) -> Iterator[tuple[Node, Node, StrongLink]]:
        for cells in self.sets:
            for v, w in combinations(sorted(self.values(cells)), 2):
                yield self.having(v, cells), self.having(w, cells), StrongLink(cells=cells)

    @cached_property
    def weak(self) -> list[list[int]]:
        """The nodes that cannot be true together with each."""
        return [
            [j for j, own in enumerate(self.own) if not own & ~rules_out and (not self.one_value or self._alike(i, j))]
            for i, rules_out in enumerate(self.rules_out)
        ]

    def _alike(self, i: int, j: int) -> bool:
        return self.nodes[i].value == self.nodes[j].value

    # Chains

    def reached(self, first: int) -> Iterator[list[tuple[int, ...]]]:
        """What is true where the first node is false, step by step: of each new node a shortest chain to it.

        Of several the one that comes from the first node of the step before.
        """
        on, off = set[int](), {first}
        ends: list[tuple[int, ...]] = [(first,)]
        while ends:
            true = dict[int, tuple[int, ...]]()
            for chain in ends:
                true |= {j: (*chain, j) for j in self.strong[chain[-1]] if j not in on and j not in true}
            if not true:
                return
            on |= true.keys()
            yield [true[j] for j in sorted(true)]
            false = dict[int, tuple[int, ...]]()
            for i in sorted(true):
                false |= {j: (*true[i], j) for j in self.weak[i] if j not in off and j not in false}
            off |= false.keys()
            ends = [false[j] for j in sorted(false)]

    def chains(self, most: int = 0) -> Iterator[tuple[int, ...]]:
        """A shortest chain between any two nodes, and of any node with itself; the shortest first, then by their ends.

        Of at most so many nodes, if there is a bound.
        """
        searches, nodes = [self.reached(i) for i in range(len(self.nodes))], 2
        while searches and not 0 < most < nodes:
            left = []
            for search in searches:
                if level := next(search, None):
                    left.append(search)
                    yield from (chain for chain in level if chain[0] <= chain[-1])
            searches, nodes = left, nodes + 2

    def chain(self, numbers: Sequence[int]) -> LinkChain:
        """A chain as evidence."""
        links = [self.strong[numbers[i]][numbers[i + 1]] for i in range(0, len(numbers), 2)]
        return LinkChain(tuple(self.nodes[i] for i in numbers), tuple(link.cells for link in links))


def _linked(structure: Structure) -> list[int]:
    """The candidates that are linked to each candidate, as bits."""
    return [sum(1 << other for other in others) for others in structure.linked]
