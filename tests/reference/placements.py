"""Every way to place what groups, or rests of them, need of a value."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.evidence.things import Amount, CellSet, GroupSet, OneValue
from gridwright.model import State, bits
from gridwright.model.evidence import Witness
from gridwright.model.grounds import Grounds
from gridwright.rules.evaluate import Match, OutOfFuel
from gridwright.rules.technique import ALONE, Context
from gridwright.techniques._placements import Area, Placements, ValuePlaces, area_of, repeated_values
from reference.finder import Reference

MOST_LINES = 5
"""Of a rest."""


def _witness(value: int, area: Area, short: tuple[int, ...]) -> Witness:
    return {
        "v": OneValue(value),
        "n": Amount(area.often),
        "R": GroupSet(area.added),
        "D": GroupSet(area.off),
        "T": CellSet(tuple(bits(area.places))),
        "H": GroupSet(short),
    }


class AllAreas(ValuePlaces):
    """Every group or rest that needs some of a value."""

    def groups(self) -> Iterator[Area]:
        """Each that needs some."""
        return (Area((g,), (), self.places[g], n) for g, n in self.need.items())

    def rests(self) -> Iterator[Area]:
        """Of up to so many neighbouring lines, and the groups of another kind inside; or the other way round."""
        structure = self.structure
        for lines in range(1, MOST_LINES + 1):
            for kind, groups in enumerate(structure.of_kind):
                if not any((kind, other) in structure.crossing for other in range(len(structure.kinds))):
                    continue
                order = sorted(groups)
                for other, others in enumerate(structure.of_kind):
                    for first in range(len(order) - lines + 1) if other != kind else ():
                        yield from self.rests_of(order[first : first + lines], sorted(others))

    def rests_of(self, lines: list[int], others: list[int]) -> Iterator[Area]:
        """Lines less what lies inside them; what they have places in less the lines."""
        added = tuple(g for g in lines if g in self.need)
        whole = self.together(added)
        inside = tuple(g for g in others if g in self.need and not self.places[g] & ~whole)
        meeting = tuple(g for g in others if g in self.need and self.places[g] & whole)
        for area in (self.area(added, inside), self.area(meeting, added)):
            if area is not None and area.off:
                yield area


class PlacementsReference(Reference[Placements]):
    """Groups, or rests."""

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        """Values in their order, groups in theirs; then rests, few lines first."""
        fuel = context.fuel
        for value in sorted(repeated_values(state.structure)):
            looking = AllAreas(state, value)
            for area in looking.rests() if self.finder.of_rests else looking.groups():
                context.limits.check()
                ways = looking.ways(area)
                fuel -= len(ways)
                if fuel < 0:
                    raise OutOfFuel(f"{self.key} ran out of fuel")
                found = looking.concluded(area, ways, self.finder.with_room)
                if found.conclusions:
                    yield Match(_witness(value, area, found.short), found.conclusions)

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        """The places that are missing, in these groups and in those that would get too few; what is placed in them; and
        how many all of them hold."""
        value, looking, area = area_of(state, match.witness)
        assert area is not None
        found = looking.concluded(area, looking.ways(area), self.finder.with_room)
        structure, used = state.structure, {*area.added, *area.off, *found.short, *found.full}
        members = {x for group in used for x in structure.members[group]}
        lost = {(x, v) for x, v in state.lost(members) if v == value or x in state.placed}
        return Grounds(
            lost,
            {i for group in used if (i := structure.choice_of.get((value, group))) is not None},
            {i for group in used if (i := structure.count_of.get((value, group))) is not None},
        )
