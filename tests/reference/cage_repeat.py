"""A number that is placed leaves the rest of its cage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from gridwright.evidence.things import CellSet, OneCell, OneGroup
from gridwright.model import State, Structure, bits
from gridwright.model.grounds import Grounds
from gridwright.model.step import Step
from gridwright.rules.evaluate import Match, OutOfFuel
from gridwright.rules.technique import ALONE, Context
from gridwright.techniques._rests import OWN
from gridwright.techniques.cage_repeat import CageRepeat, number_leaves
from reference.finder import Reference
from reference.rests import cut

LOOK = None
Event = int | None
"""A cell that was placed, its complement where a sum said so, or that lines were looked at."""
LAST = "sum-single"
BEFORE_LINES = {("box-single", None), ("region-single", None), ("cage-repeat", None), (LAST, OWN)}
"""Steps for which nobody looks at lines: all that is simpler."""


def _events(past: Sequence[Step]) -> tuple[Event, ...]:
    """The cells that were placed in their order, and when lines were looked at."""
    found: list[Event] = []
    before = None
    for step in past:
        if (step.key, step.parameter) not in BEFORE_LINES and step.key not in (LAST, before):
            found.append(LOOK)
        found += (~each.variable if step.key == LAST else each.variable for each in step.conclusions if each.true)
        before = step.key
    return tuple(found)


@lru_cache(maxsize=256)
def _together(structure: Structure, given: frozenset[int], events: tuple[Event, ...]) -> Mapping[int, int]:
    """The cells, as bits, that were one with each cell when it was placed; of the givens that is their whole cage."""
    cages = [sum(1 << x for x in structure.groups[group].members) for group in sorted(structure.sums)]
    found = {x: cage for cage in cages for x in given if cage >> x & 1}
    placed = sum(1 << x for x in given)
    cages = [cage & ~placed for cage in cages]
    for event in events:
        if event is LOOK:
            cut(structure, cages, placed)
            continue
        x = event if event >= 0 else ~event
        own = next((cage for cage in cages if cage >> x & 1), 0)
        if event < 0 and own not in (0, 1 << x):  # nobody has seen yet that this cell is alone
            cut(structure, cages, placed)
            own = next((cage for cage in cages if cage >> x & 1), 0)
        found[x] = own
        placed |= 1 << x
        cages[:] = [cage & ~placed for cage in cages]
    return found


class CageRepeatReference(Reference[CageRepeat]):
    """Placed cells whose number is still a candidate beside them in their cage."""

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        """Cages in their order, and their cells."""
        structure, fuel = state.structure, context.fuel
        for group in sorted(structure.sums):
            context.limits.check()
            for p in sorted(structure.members[group] & state.placed):
                fuel -= 1
                if fuel < 0:
                    raise OutOfFuel(f"{self.key} ran out of fuel")
                conclusions = number_leaves(state, p, structure.members[group])
                if conclusions and context.past:
                    events = _events(context.past)
                    given = state.placed - {x if x >= 0 else ~x for x in events if x is not LOOK}
                    own = frozenset(bits(_together(structure, given, events)[p])) & structure.members[group]
                    conclusions = tuple(each for each in conclusions if each.variable in own)
                if conclusions:
                    lose = tuple(each.variable for each in conclusions)
                    seen = {"p": OneCell(p), "g": OneGroup(group), "P": CellSet(lose)}
                    yield Match(seen, conclusions)

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        """The number of the cell, and that the cage has none twice."""
        p, group = OneCell.of(match.witness, "p").number, OneGroup.of(match.witness, "g").number
        return Grounds(state.lost((p,)), set(state.structure.members[group]), {state.structure.sums[group]})
