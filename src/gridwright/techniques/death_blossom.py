"""Death blossom: a cell each of whose candidates has a petal, an almost locked set that it would take a value from.

    stem      an open cell with two to `MOST_PETALS` candidates
    petal     of each candidate: an almost locked set whose places for that value all see the stem
    seen      a value that all petals have, and a cell that sees all its places in them

Whatever the stem is, one petal loses that value and so keeps the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from ..evidence.link_chain import LinkChain, Node
from ..evidence.things import OneCell, OneValue
from ..model import State, bits
from ..model.evidence import Witness
from ..model.grounds import Grounds
from ..model.step import Conclusion
from ..rules.evaluate import Match, OutOfFuel
from ..rules.finder import Finder
from ..rules.technique import ALONE, Context
from ._links import Links

MOST_PETALS = 5


class DeathBlossom(Finder):
    """Stems with a petal for each candidate; for each cell that loses a value the smallest petals."""

    shows: ClassVar = {"p": OneCell, "z": OneValue, "B": LinkChain}
    words = frozenset({"peers"})

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        """Stems in their order, then what goes; of petals that do the same the smallest, then the first."""
        links, fuel = Links(state), context.fuel
        structure, position, said = state.structure, links.position, set[tuple[Conclusion, ...]]()
        singles = [(x,) for x in sorted(position.open) if len(position.cand(x)) == 2]
        sets = sorted([*singles, *links.sets], key=lambda cells: (len(cells), cells))
        sets = [cells for cells in sets if links.values(cells) <= structure.loud]
        for p in sorted(position.open):
            values = sorted(position.cand(p))
            if not 2 <= len(values) <= MOST_PETALS or not position.cand(p) <= structure.loud:
                continue
            context.limits.check()
            petals = {v: [s for s in sets if p not in s and self._fed(links, p, v, s)] for v in values}
            fuel -= sum(map(len, petals.values()))
            if fuel < 0:
                raise OutOfFuel(f"{self.key} ran out of fuel")
            for z in sorted(structure.loud):
                having = {v: [s for s in petals[v] if z in links.values(s)] for v in values}
                if z in values or not all(having.values()):
                    continue
                outs = {v: [(s, links.ruled_out(links.having(z, s))) for s in having[v]] for v in values}
                for x in sorted(position.at[z] - {p}):
                    bit = 1 << structure.candidate(x, z)
                    chosen = [next((s for s, out in outs[v] if out & bit), None) for v in values]
                    if None in chosen:
                        continue
                    petal_of = {v: s for v, s in zip(values, chosen, strict=True) if s is not None}
                    conclusions = self._concluded(links, p, petal_of)
                    if conclusions and conclusions not in said:
                        said.add(conclusions)
                        yield Match(_witness(links, p, z, petal_of), conclusions)

    def _fed(self, links: Links, p: int, value: int, cells: tuple[int, ...]) -> bool:
        """Would the stem take the value from all of the petal?"""
        node = links.having(value, cells)
        return bool(node.cells) and set(node.cells) <= links.structure.peers[p]

    def _concluded(self, links: Links, p: int, petals: Mapping[int, tuple[int, ...]]) -> tuple[Conclusion, ...]:
        """What cannot be, of every value that all petals share."""
        shared = frozenset.intersection(*map(links.values, petals.values())) - petals.keys()
        gone = 0
        for z in shared:
            out = links.ruled_out(*(links.having(z, cells) for cells in petals.values()))
            gone |= out & ~links.bits_of(Node(z, (p,)))
        return tuple(Conclusion(x, v, False) for x, v in map(links.structure.pair, bits(gone)))

    def recheck(self, size: int | None, state: State, witness: Witness) -> tuple[Conclusion, ...]:
        """Every candidate of the stem must still have its petal."""
        p, z, petals = _read(witness)
        links = Links(state)
        whole = links.position.cand(p) <= petals.keys() and all(
            state.structure.distinct(cells)
            and len(links.values(cells)) <= len(cells) + 1
            and z in links.values(cells) - {v}
            and p not in cells
            and self._fed(links, p, v, cells)
            for v, cells in petals.items()
        )
        return self._concluded(links, p, petals) if whole else ()

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        """All that the stem and its petals lack."""
        p, _, petals = _read(match.witness)
        cells = {p, *(x for petal in petals.values() for x in petal)}
        return Grounds(state.lost(cells), cells)


def _witness(links: Links, p: int, z: int, petals: Mapping[int, tuple[int, ...]]) -> Witness:
    """The petals as links: the stem's candidate, and by its set the value that the petal keeps."""
    nodes = [node for v, cells in petals.items() for node in (links.having(v, cells), links.having(z, cells))]
    return {"p": OneCell(p), "z": OneValue(z), "B": LinkChain(tuple(nodes), tuple(petals.values()))}


def _read(witness: Witness) -> tuple[int, int, dict[int, tuple[int, ...]]]:
    blossom = LinkChain.of(witness, "B")
    petals = {node.value: cells for node, cells in zip(blossom.nodes[::2], blossom.sets, strict=True) if cells}
    return OneCell.of(witness, "p").number, OneValue.of(witness, "z").number, petals


TECHNIQUE = DeathBlossom.named(
    "death-blossom",
    "whatever {p} is, one of the sets around it loses that value and keeps {z}: {B}",
    "an almost locked set that loses one value keeps all others, and one of the sets does whatever the stem is",
)
