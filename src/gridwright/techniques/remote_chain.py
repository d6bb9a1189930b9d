"""Remote pairs of any length: a chain of cells that see each other in turn, all with the same two values.

    p · q · r · s · …      neighbours differ, so every other cell is the same, and the ends of an odd number of links
                           hold one of the values each: whatever sees both ends has neither

The rule language says chains of four and of six cells (`remote-pair.rules`). Here the shortest chain between two cells
is found breadth first; short chains come before long ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar

from ..evidence.cell_path import CellPath
from ..evidence.things import OneCell
from ..model import State, Structure, bits
from ..model.evidence import Witness
from ..model.grounds import Grounds
from ..model.step import Conclusion
from ..rules.evaluate import Match, OutOfFuel
from ..rules.finder import Finder
from ..rules.position import Position
from ..rules.technique import ALONE, Context

FEWEST = 4
"""Cells of a chain: with two, the ends see each other and are a naked pair."""

BECAUSE = "along {C} the two values {cand(p)} take turns, so {p} and {s} differ and hold both"


class RemoteChain(Finder):
    """Chains of cells with the same two values."""

    shows: ClassVar = {"C": CellPath, "p": OneCell, "s": OneCell}
    words = frozenset({"peers"})
    follows_links = True

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        """For every two cells their shortest chain, if it has an odd number of links: by length, then by cells."""
        fuel = context.fuel
        chains: list[tuple[int, ...]] = []
        for own in _pairs(state).values():
            for first in own:
                context.limits.check()
                for chain in _shortest(first, own, state.structure):
                    fuel -= len(chain)
                    if fuel < 0:
                        raise OutOfFuel(f"{self.key} ran out of fuel")
                    if chain[0] < chain[-1] and len(chain) >= FEWEST and len(chain) % 2 == 0:
                        chains.append(chain)
        for chain in sorted(chains, key=lambda chain: (len(chain), chain[0], chain[-1], chain)):
            conclusions = _concluded(chain, state)
            if conclusions:
                ends = {"p": OneCell(chain[0]), "s": OneCell(chain[-1])}
                yield Match({"C": CellPath(chain), **ends}, conclusions)

    def recheck(self, size: int | None, state: State, witness: Witness) -> tuple[Conclusion, ...]:
        """The chain must still have two values and no gap."""
        structure = state.structure
        chain = CellPath.of(witness, "C").path
        masks = {state.masks[x] for x in chain}
        whole = all(q in structure.peers[p] for p, q in pairwise(chain))
        alike = len(masks) == 1 and all(mask.bit_count() == 2 and set(bits(mask)) <= structure.loud for mask in masks)
        ends = [OneCell.of(witness, name).number for name in ("p", "s")] == [chain[0], chain[-1]]
        long = len(chain) >= FEWEST and len(chain) % 2 == 0
        return _concluded(chain, state) if whole and alike and ends and long else ()

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        """Every cell of the chain has nothing but the two values: its own choice is used."""
        chain = CellPath.of(match.witness, "C").path
        return Grounds(state.lost(chain), set(chain))


def _pairs(state: State) -> dict[int, list[int]]:
    """The open cells with two loud values left, by these values."""
    found: dict[int, list[int]] = {}
    for x in sorted(Position(state).open):
        mask = state.masks[x]
        if mask.bit_count() == 2 and set(bits(mask)) <= state.structure.loud:
            found.setdefault(mask, []).append(x)
    return found


def _shortest(first: int, own: list[int], structure: Structure) -> Iterator[tuple[int, ...]]:
    """The shortest chain from a cell to each other one; of several the first in the order of cells."""
    chains: dict[int, tuple[int, ...]] = {first: (first,)}
    queue = [first]
    for cell in queue:
        yield chains[cell]
        for near in own:
            if near in structure.peers[cell] and near not in chains:
                chains[near] = (*chains[cell], near)
                queue.append(near)


def _concluded(chain: tuple[int, ...], state: State) -> tuple[Conclusion, ...]:
    """What sees both ends has neither value."""
    structure, position = state.structure, Position(state)
    return tuple(
        conclusion
        for x in sorted(structure.peers[chain[0]] & structure.peers[chain[-1]])
        for value in bits(state.masks[chain[0]])
        if position.changes(conclusion := Conclusion(x, value, False))
    )


TECHNIQUE = RemoteChain.named(
    "remote-chain",
    BECAUSE,
    "neighbours in a chain of cells with the same two values differ, so ends an odd number of links apart do too",
)
