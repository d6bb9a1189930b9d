"""Cages that share a line, looked at together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from gridwright.evidence.things import CellSet, GroupSet, OneGroup
from gridwright.model import State
from gridwright.model.grounds import Grounds
from gridwright.rules.evaluate import Match, OutOfFuel
from gridwright.rules.position import Position
from gridwright.rules.technique import ALONE, Context
from gridwright.techniques.cages_together import CageLinePart, CagesTogether, part_of, ruled_out
from reference.finder import Reference


class CagesTogetherReference(Reference[CagesTogether]):
    """Lines, and so many cages that have open cells there."""

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        """Lines in their order, and in each its cages in theirs."""
        structure, position, fuel = state.structure, Position(state), context.fuel
        parts: dict[tuple[int, int], CageLinePart | None] = {}
        for line in range(len(structure.groups)):
            if line in structure.fillings or not structure.distinct(structure.members[line]):
                continue
            own = [
                g for g in sorted(structure.fillings) if structure.members[g] & structure.members[line] & position.open
            ]
            for cages in combinations(own, size or 2):
                context.limits.check()
                for cage in cages:
                    if (cage, line) not in parts:
                        parts[cage, line] = part_of(position, cage, line)
                chosen = [part for cage in cages if (part := parts[cage, line]) is not None]
                fuel -= 1
                if fuel < 0:
                    raise OutOfFuel(f"{self.key} ran out of fuel")
                conclusions = ruled_out(position, line, chosen) if len(chosen) == size else ()
                if conclusions:
                    cells = tuple(sorted(x for part in chosen for x in part.cells))
                    seen = {"C": GroupSet(cages), "h": OneGroup(line), "P": CellSet(cells)}
                    yield Match(seen, conclusions)

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        """All that the cells of the cages lack, their choices, and how the cages are filled."""
        cages = GroupSet.of(match.witness, "C").numbers
        members = {x for cage in cages for x in state.structure.members[cage]}
        return Grounds(state.lost(members), members, {state.structure.fillings[cage] for cage in cages})
