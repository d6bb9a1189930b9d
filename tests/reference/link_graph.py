"""The graph that chains run along: strong and weak links between the nodes of a state (see `techniques/_links.py`).

Nodes are the candidates of open cells that have a loud value, in their order, and behind them those of several cells,
by value and cells: what two groups share of the places for a value, and the places for a value in an almost locked set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations

from gridwright.evidence.link_chain import LinkChain, Node, StrongLink
from gridwright.model import State
from gridwright.techniques._links import Links


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
