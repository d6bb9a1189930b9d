"""A number that is placed leaves the rest of its cage.

Where cages keep their numbers apart by links, that happens with the placement itself and nothing is left to do. It is a
step of its own on boards that see cages as mere sums (`Puzzle.loosened`), as sgt-puzzles does: there a number leaves
the cells that were one with its own when it was placed, and not those of its cage that lines had cut off by then (see
`_rests`). Lines are looked at whenever nothing simpler is left, so the past says when that was. Of what has no past, a
given for example, the whole cage is cleared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from ..evidence.things import CellSet, OneCell, OneGroup
from ..model import State, Structure, bits
from ..model.evidence import Witness
from ..model.grounds import Grounds
from ..model.step import Conclusion, Step
from ..rules.evaluate import Match, OutOfFuel
from ..rules.finder import KernelFinder
from ..rules.position import Position
from ..rules.technique import ALONE, Context
from ._rests import OWN, cut

LOOK = None
Event = int | None
"""A cell that was placed, its complement where a sum said so, or that lines were looked at."""

LAST = "sum-single"
BEFORE_LINES = {("box-single", None), ("region-single", None), ("cage-repeat", None), (LAST, OWN)}
"""Steps for which nobody looks at lines: all that is simpler."""

BECAUSE = "{g} has {val(p)} at {p}, so {P} cannot have it"


class CageRepeat(KernelFinder):
    """Placed cells whose number is still a candidate beside them in their cage."""

    shows: ClassVar = {"p": OneCell, "g": OneGroup, "P": CellSet}
    words = frozenset({"summing"})
    code = """
        differing_groups t.cages
        s_start i.cages t.cages
    cage:
        s_next s.g i.cages else end
        written_in t.written s.g
        s_start i.written t.written
    cell:
        s_next s.p i.written else cage
        cage_repeat t.P s.g s.p else cell
        emit else cell
    end:
        end
    grounds:
        read_repeat s.g s.p
        end
    """

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        """Where there is a past it is asked for here; the kernel knows its own."""
        return self.reference(size, state, context) if context.past else super().matches(size, state, context)

    def reference(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        """Cages in their order, and their cells."""
        structure, fuel = state.structure, context.fuel
        for group in sorted(structure.sums):
            context.limits.check()
            for p in sorted(structure.members[group] & state.placed):
                fuel -= 1
                if fuel < 0:
                    raise OutOfFuel(f"{self.key} ran out of fuel")
                conclusions = _concluded(state, p, structure.members[group])
                if conclusions and context.past:
                    events = _events(context.past)
                    given = state.placed - {x if x >= 0 else ~x for x in events if x is not LOOK}
                    own = frozenset(bits(_together(structure, given, events)[p])) & structure.members[group]
                    conclusions = tuple(each for each in conclusions if each.variable in own)
                if conclusions:
                    lose = tuple(each.variable for each in conclusions)
                    seen = {"p": OneCell(p), "g": OneGroup(group), "P": CellSet(lose)}
                    yield Match(seen, conclusions)

    def recheck(self, size: int | None, state: State, witness: Witness) -> tuple[Conclusion, ...]:
        """The cell must hold the number, in the cage of the others."""
        structure = state.structure
        p, group = OneCell.of(witness, "p").number, OneGroup.of(witness, "g").number
        cells = CellSet.of(witness, "P").cells
        together = group in structure.sums and structure.members[group].issuperset((p, *cells)) and p not in cells
        return _concluded(state, p, cells) if together and p in state.placed else ()

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        """The number of the cell, and that the cage has none twice."""
        p, group = OneCell.of(match.witness, "p").number, OneGroup.of(match.witness, "g").number
        return Grounds(state.lost((p,)), set(state.structure.members[group]), {state.structure.sums[group]})


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


def _concluded(state: State, p: int, cells: frozenset[int]) -> tuple[Conclusion, ...]:
    """None of the cells has the number that is placed at p."""
    position, value = Position(state), state.masks[p].bit_length() - 1
    found = (Conclusion(x, value, False) for x in sorted(cells - {p}))
    return tuple(each for each in found if position.changes(each))


TECHNIQUE = CageRepeat.named(
    "cage-repeat",
    BECAUSE,
    "the numbers of a cage that is a sum differ",
)
