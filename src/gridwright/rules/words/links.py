"""Cells that cannot hold the same: peers, common, killed, sees, and chains of two candidates each: implied."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...model import bits
from ..grounds.collect import Collector
from ..tree import Call
from .word import BOOL, CELL, CELLS, VALUE, Elements, OfSameArguments, OnStructure, Value, Word

if TYPE_CHECKING:
    from ..grounds.traversal import Traversal
    from ..position import Position
    from ..symbolic import Symbolic


class Peers(Word):
    """the cells that cannot repeat its value"""

    takes, gives, family, reads_state, lifts = (CELL,), CELLS, "links", False, False
    part_of = "peers"

    def value(self, on: OnStructure, cell: int) -> Value:
        return on.structure.peers[cell]


class Common(Word):
    """the cells that see all of these"""

    takes, gives, family, reads_state = (CELLS,), CELLS, "links", False
    part_of = "peers"

    def value(self, on: OnStructure, cells: Elements) -> Value:
        return frozenset.intersection(*(on.structure.peers[c] for c in cells)) if cells else frozenset()

    def gates(self, logic: Symbolic, *arguments: Any) -> Mapping[int, int]:
        cells, peers = arguments[0], logic.structure.peers
        some = logic.gates.any(cells.values())
        return {
            x: logic.gates.all((some, *(-literal for c, literal in cells.items() if x not in peers[c])))
            for x in range(logic.structure.size)
        }

    def out(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        """Some cell of the set does not see the element, and stays; or there is none, and none comes."""
        (within,) = call.arguments
        own = to.set(within)

        def blind(cell: Any) -> None:
            to.into(within, to.lowest(to.both("without", own, to.call("peers", CELLS, cell))))

        to.some(own, lambda: to.each(kept, blind), lambda: to.all_of(within))

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        seeing = to.call("common", CELLS, kept)
        to.out(call.arguments[0], to.both("without", to.universe(CELLS), seeing))


class Killed(Word):
    """the cells that cannot take the second value where the cell takes the first; itself if that is another one"""

    takes, gives, reads_state, lifts = (CELL, VALUE, VALUE), CELLS, False, False
    part_of = "peers"

    def value(self, on: OnStructure, cell: int, taken: int, value: int) -> Value:
        structure = on.structure
        if taken >= structure.sizes[cell]:
            return frozenset()
        pairs = map(structure.pair, structure.linked[structure.candidate(cell, taken)])
        return frozenset(x for x, v in pairs if v == value)


class Sees(Word):
    """the second is among the peers of the first"""

    takes, gives, family, reads_state = (CELL, CELL), BOOL, "links", False

    def value(self, on: OnStructure, p: int, q: int) -> Value:
        return q in on.structure.peers[p]


def chains(on: Position, cell: int, value: int) -> dict[int, tuple[int, ...]]:
    """The cells that hold the value if the cell does not, each with the chain that leads there.

    Breadth first through open cells with two loud candidates: each sees the one before it, loses that one's value and
    takes its other. A cell is entered once, and cells in their order.
    """
    two = {
        x: set(bits(mask))
        for x, mask in enumerate(on.state.masks)
        if x in on.open and mask.bit_count() == 2 and set(bits(mask)) <= on.structure.loud
    }
    if value not in two.get(cell, ()):
        return {}
    ends: dict[int, tuple[int, ...]] = {}
    found: dict[int, tuple[int, ...]] = {cell: (cell,)}
    queue = [(cell, next(iter(two[cell] - {value})))]
    for x, own in queue:
        for y in sorted(on.structure.peers[x] & two.keys() - found.keys()):
            if own in two[y]:
                (rest,) = two[y] - {own}
                found[y] = (*found[x], y)
                queue.append((y, rest))
                if rest == value:
                    ends[y] = found[y]
    return ends


def read_chains(to: Collector, cell: int, value: int, ends: Elements) -> None:
    """Everything that cells lack on the chains from a cell that is not a value to these ends."""
    known = chains(to.position, cell, value)
    for end in ends:
        to.whole(known[end])


class Implied(OfSameArguments):
    """cells that hold the value if the cell does not, along cells with two candidates each"""

    takes, gives, family, lifts = (CELL, VALUE), CELLS, "links", False

    def value(self, on: Position, cell: int, value: int) -> Value:
        return frozenset(chains(on, cell, value))

    def lost(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        """What comes back can close one way and open another."""
        to.everything()

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        super().into(to, call, kept)
        to.read(read_chains, *map(to.value, call.arguments), kept)
