"""Chains of strong and weak links, found breadth first along their graph."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.evidence.link_chain import LinkChain
from gridwright.evidence.things import OneCell
from gridwright.model import State
from gridwright.model.grounds import Grounds
from gridwright.rules.evaluate import Match, OutOfFuel
from gridwright.rules.technique import ALONE, Context
from gridwright.techniques._chains import Chains, excluded_by, exclusions
from reference.finder import Reference
from reference.link_graph import LinkGraph


class ChainsReference(Reference[Chains]):
    """Chains of one kind."""

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        """The shortest first, then by their ends; of those that say the same the first."""
        kind, fuel = self.finder.kind, context.fuel
        graph = LinkGraph(
            state, cells=kind.cells, groups=kind.groups, sets=kind.sets, grouped=kind.grouped, one_value=kind.one_value
        )
        said: set[int] = set()
        for numbers in graph.chains(kind.most):
            context.limits.check()
            fuel -= 1
            if fuel < 0:
                raise OutOfFuel(f"{self.key} ran out of fuel")
            if len(numbers) < kind.fewest:
                continue
            chain = graph.chain(numbers)
            for p, gone in excluded_by(kind.shape, graph, chain):
                if gone and gone not in said:
                    said.add(gone)
                    witness = {"C": chain, "p": OneCell(p)}
                    yield Match(witness, exclusions(state, gone))

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        """Of each strong link what its cells lack, or the places that its group lacks."""
        structure, used = state.structure, Grounds()
        chain = LinkChain.of(match.witness, "C")
        for i, link in enumerate(chain.strong(state)):
            assert link is not None
            if link.group is None:
                cells = link.cells if link.cell is None else (link.cell,)
                used.absences |= state.lost(cells)
                used.choices |= set(cells)
            else:
                one, other = chain.nodes[2 * i], chain.nodes[2 * i + 1]
                rest = structure.members[link.group] - {*one.cells, *other.cells}
                used.absences |= {(x, v) for x, v in state.lost(rest) if v == one.value}
                used.choices.add(structure.choice_of[one.value, link.group])
        return used
