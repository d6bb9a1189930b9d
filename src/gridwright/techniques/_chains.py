"""Chains of strong and weak links (`_links` has the graph), and what they say.

    N1 = N2 - N3 = N4           ends      what both ends rule out
                                sets      the same of all values that the first and the last set share
                                loop      N4 - N1, too: what the ends of any weak link rule out, and of almost locked
                                          sets every value but those by which the loop comes and goes
                                cell      what both ends rule out in one cell: the loop comes back there

Short chains come before long ones, and of those that say the same only the first is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple, Self

from ..evidence.link_chain import LinkChain, linked
from ..evidence.things import OneCell
from ..model import State, Structure, bits
from ..model.evidence import Witness
from ..model.step import Conclusion
from ..rules.finder import KernelFinder
from ._links import Links

SHAPES = ("ends", "sets", "loop", "cell")


class ChainKind(NamedTuple):
    """Which links a chain may use, what it says, and how many nodes it has."""

    cells: bool = True
    groups: bool = True
    sets: bool = False
    grouped: bool = False
    """Nodes of several cells."""
    one_value: bool = False
    shape: str = "ends"
    fewest: int = 4
    most: int = 0
    """No bound where it is 0."""

    @property
    def flags(self) -> int:
        """As the kernel is told."""
        bits = self.cells | self.groups << 1 | self.sets << 2 | self.grouped << 3 | self.one_value << 4
        return bits | SHAPES.index(self.shape) << 5


class Chains(KernelFinder):
    """Chains of one kind."""

    shows: ClassVar = {"C": LinkChain, "p": OneCell}
    words = frozenset({"peers"})
    kind: ChainKind

    @classmethod
    def of(cls, key: str, kind: ChainKind, because: str, holds: str) -> Self:
        """The finder of a kind of chains."""
        finder = cls.named(key, because, holds)
        finder.kind = kind
        return finder

    begins = "chain_start {n}"
    finds = "chain_next l.C s.p"
    reads = "read_chain l.C"

    def operand(self, size: int | None, structure: Structure) -> str:
        """The flags of its kind and how many nodes."""
        return f"{self.kind.flags} {self.kind.fewest} {self.kind.most}"

    def recheck(self, size: int | None, state: State, witness: Witness) -> tuple[Conclusion, ...]:
        """Every strong and weak link must still hold."""
        chain = LinkChain.of(witness, "C")
        if len(chain.nodes) < 2 or len(chain.nodes) % 2 or not chain.holds(state):
            return ()
        says = dict(excluded_by(self.kind.shape, Links(state), chain))
        return exclusions(state, says.get(OneCell.of(witness, "p").number, 0))


def excluded_by(shape: str, links: Links, chain: LinkChain) -> Iterator[tuple[int, int]]:
    """The cell that a chain comes back to, where that matters, and what cannot be, as bits."""
    first, last = chain.nodes[0], chain.nodes[-1]
    both, same = links.ruled_out(first, last), first.cells == last.cells
    match shape:
        case "loop" if len(chain.nodes) > 2 and linked(links.structure, first, last):
            yield 0, _loop_says(links, chain)
        case "cell" if not same or len(first.cells) == 1:
            structure = links.structure
            for p in sorted({structure.pair(c)[0] for c in bits(both)}):
                if not same or p == first.cells[0]:
                    yield p, both & sum(1 << c for c in structure.candidates(p))
        case "sets" if both and not same and first.value == last.value:
            yield 0, _sets_say(links, chain)
        case "ends" if not same:
            yield 0, both


def _loop_says(links: Links, chain: LinkChain) -> int:
    nodes, found = chain.nodes, 0
    for i in range(1, len(nodes), 2):
        found |= links.ruled_out(nodes[i], nodes[(i + 1) % len(nodes)])
    for one, other, cells in zip(nodes[::2], nodes[1::2], chain.sets, strict=True):
        for value in links.values(cells) - {one.value, other.value}:
            found |= links.ruled_out(links.having(value, cells))
    return found


def _sets_say(links: Links, chain: LinkChain) -> int:
    nodes = chain.nodes
    one, other = chain.sets[0] or nodes[0].cells, chain.sets[-1] or nodes[-2].cells
    shared = (links.values(one) & links.values(other)) - {nodes[1].value, nodes[-2].value}
    found = 0
    for value in shared:
        found |= links.ruled_out(links.having(value, one), links.having(value, other))
    return found


def exclusions(state: State, gone: int) -> tuple[Conclusion, ...]:
    return tuple(Conclusion(x, v, False) for x, v in map(state.structure.pair, bits(gone)))
