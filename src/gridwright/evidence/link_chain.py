"""Nodes with strong and weak links in turn, and why of two nodes one must be true.

node            "the value stands in one of these cells"
strong link     two nodes that cannot both be false: a cell has no other candidate, a group has no other place for
                the value, or n cells that differ have n + 1 values (an almost locked set)
weak link       two nodes that cannot both be true: every candidate of one is linked to every one of the other
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Self

from ..model import State, Structure, bits
from ..model.errors import DocumentError, unlike
from ..model.evidence import BoardNames, End, Evidence, Numbers, Strand, Teller
from ..model.step import Step
from .things import CellSet, OneCell, OneGroup, OneValue, element, elements


class Node(NamedTuple):
    """The value stands in one of the cells."""

    value: int
    cells: tuple[int, ...]


class StrongLink(NamedTuple):
    """Why of two nodes one is true: a cell, a group, or the cells of an almost locked set."""

    cell: int | None = None
    group: int | None = None
    cells: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkChain(Evidence):
    """Nodes in their order, and for each strong link the cells of the almost locked set that makes it, if one does.

    The nodes are joined by strong and weak links in turn, or the strong links stand around a stem, beside each other.
    """

    nodes: tuple[Node, ...]
    sets: tuple[tuple[int, ...], ...]

    key, what = "links", "a chain of links"
    follows_links: ClassVar[bool] = True

    @classmethod
    def from_kernel(cls, numbers: Numbers) -> Self:
        """Of each node its value + 1, how many cells, and the cells; behind the first of a strong link that is an
        almost locked set 0, how many cells, and its cells.

        >>> LinkChain.from_kernel((5, 1, 0, 0, 2, 0, 1, 3, 2, 0, 1))
        LinkChain(nodes=(Node(value=4, cells=(0,)), Node(value=2, cells=(0, 1))), sets=((0, 1),))
        """
        if isinstance(numbers, int):
            raise TypeError("expected the numbers of a chain")
        nodes: list[Node] = []
        sets: list[tuple[int, ...]] = []
        at = 0
        while at + 1 < len(numbers):
            value, end = numbers[at] - 1, at + 2 + numbers[at + 1]
            cells, at = tuple(numbers[at + 2 : end]), end
            if value < 0:
                sets[-1] = cells
            else:
                if len(nodes) % 2 == 0:
                    sets.append(())
                nodes.append(Node(value, cells))
        return cls(tuple(nodes), tuple(sets))

    def document(self, names: BoardNames) -> Any:
        """Nodes as {value, cells}; between those of a strong link that is an almost locked set {cells} alone."""
        written: list[dict[str, Any]] = []
        for i, (value, cells) in enumerate(self.nodes):
            written.append({"value": names.symbols[value], "cells": [names.cells[x] for x in cells]})
            if i % 2 == 0 and self.sets[i // 2]:
                written.append({"cells": [names.cells[x] for x in self.sets[i // 2]]})
        return written

    @classmethod
    def from_document(cls, data: Any, names: BoardNames) -> Self:
        if not isinstance(data, list):
            raise unlike("a list of nodes", data)
        nodes: list[Node] = []
        sets: list[tuple[int, ...]] = []
        for place, entry in enumerate(data):
            keys = entry.keys() if isinstance(entry, dict) else ()
            in_place = "value" in keys or len(nodes) % 2 == 1
            if not {"cells"} <= {*keys} <= {"cells", "value"} or entry["cells"] in ([], "") or not in_place:
                raise unlike("a node with its value and its cells", entry).inside(place)
            if not isinstance(entry["cells"], list):
                raise unlike("a list of cells", entry["cells"]).inside(place)
            try:
                cells = elements(entry["cells"], names, "cells", "a cell")
                if "value" not in entry:
                    sets[-1] = cells
                    continue
                nodes.append(Node(element(entry["value"], names, "symbols", "a value"), cells))
            except DocumentError as error:
                raise error.inside(place) from None
            if len(nodes) % 2 == 1:
                sets.append(())
        if not nodes or len(nodes) % 2:
            raise unlike("a list of nodes, two for each strong link", data)
        return cls(tuple(nodes), tuple(sets))

    def strong(self, state: State) -> list[StrongLink | None]:
        """Return the strong links, from the first and second node on; None for one that does not hold."""
        pairs = zip(self.nodes[::2], self.nodes[1::2], self.sets, strict=False)
        return [strong_link(state, one, other, cells) for one, other, cells in pairs]

    def holds(self, state: State) -> bool:
        """Return True if every link holds."""
        return None not in self.strong(state) and self.joined(state.structure)

    def joined(self, structure: Structure) -> bool:
        """Return True if weak links join the strong ones; those around a stem stand beside each other."""
        return all(linked(structure, *pair) for pair in zip(self.nodes[1:-1:2], self.nodes[2::2], strict=True))

    def say(self, teller: Teller, form: str) -> str:
        return self._notation(teller) if form == "eureka" else self._inference(teller)

    def _inference(self, teller: Teller) -> str:
        """Link by link: what follows where the first node is false. Around a stem, what each of its candidates does.

        A strong link that the board that is told does not show is told of its cell.
        """
        told: list[str] = []
        joined = self.joined(teller.state.structure)
        for i, link in enumerate(self.strong(teller.state)):
            one, other = self.nodes[2 * i], self.nodes[2 * i + 1]
            names: dict[str, Evidence] = {
                "v": OneValue(other.value), "P": CellSet.of_set(other.cells),
                "w": OneValue(one.value), "Q": CellSet.of_set(one.cells),
            }  # fmt: skip
            key = "chain_cell"
            if link is not None and link.group is not None:
                key, names["g"] = "chain_group", OneGroup(link.group)
            elif link is not None and len(link.cells) > 1:
                key, names["S"] = "chain_set", CellSet.of_set(link.cells)
            text = teller.phrase(key, names)
            if not joined:
                text = teller.phrase("chain_petal", names) + text
            elif not told:
                told.append(teller.phrase("chain_start", names))
            told.append(text)
        if not joined:
            return teller.word("chain_petals").join(told)
        return teller.word("chain_then").join([told[0], teller.word("chain_so").join(told[1:])])

    def _notation(self, teller: Teller) -> str:
        """As forums write it: `(5)r1c2=r1c8-(5=3)r4c8`, a part for each strong link."""
        parts = []
        for i, link in enumerate(self.strong(teller.state)):
            one, other = self.nodes[2 * i], self.nodes[2 * i + 1]
            v, w = teller.value(one.value), teller.value(other.value)
            if link is not None and link.group is not None:
                parts.append(f"({v}){teller.short(one.cells)}={teller.short(other.cells)}")
            else:
                parts.append(f"({v}={w}){teller.short(link.cells if link and link.cells else other.cells)}")
        return ("-" if self.joined(teller.state.structure) else ", ").join(parts)

    @property
    def length(self) -> int:
        return len(self.nodes)

    @property
    def areas(self) -> Sequence[tuple[int, ...]]:
        """Its almost locked sets, which lie side by side."""
        return [cells for cells in self.sets if cells]

    @property
    def values(self) -> frozenset[int]:
        return frozenset(node.value for node in self.nodes)

    @property
    def candidates(self) -> Sequence[tuple[int, int]]:
        return [(x, node.value) for node in self.nodes for x in node.cells]

    def strands(self, step: Step, structure: Structure) -> list[Strand]:
        """Strong links and weak ones in turn, from the end of a loop to its start, too; or from a stem to each."""
        nodes = self.nodes
        strong = list(zip(nodes[::2], nodes[1::2], strict=True))
        weak = list(zip(nodes[1:-1:2], nodes[2::2], strict=True))
        if not self.joined(structure):
            stems = (shape.number for shape in step.witness.values() if isinstance(shape, OneCell))
            weak = [(Node(one.value, (p,)), one) for p in stems for one, _ in strong]
        elif linked(structure, nodes[-1], nodes[0]) and not self._rules_out(step, structure):
            weak.append((nodes[-1], nodes[0]))
        return [
            Strand(End(one.cells, one.value), End(other.cells, other.value), strong=is_strong)
            for links, is_strong in ((strong, True), (weak, False))
            for one, other in links
        ]

    def _rules_out(self, step: Step, structure: Structure) -> bool:
        """Return True if both ends rule out all that the step excludes: then it is no loop that speaks."""
        excluded = [Node(each.value, (each.variable,)) for each in step.conclusions if not each.true]
        ends = self.nodes[0], self.nodes[-1]
        return all(linked(structure, end, node) for node in excluded for end in ends)


def strong_link(state: State, one: Node, other: Node, cells: Sequence[int] = ()) -> StrongLink | None:
    """Return why of two nodes one is true, if so; `cells` are an almost locked set. The first group that says so is
    named."""
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
    """Return True if two nodes can never both be true."""
    others = {structure.candidate(x, other.value) for x in other.cells}
    return all(others <= structure.linked[structure.candidate(x, one.value)] for x in one.cells)


def _values(state: State, cells: Iterable[int]) -> frozenset[int]:
    return frozenset(value for x in cells for value in bits(state.masks[x]))
