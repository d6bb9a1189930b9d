"""A number that is placed leaves the rest of its cage.

Where cages keep their numbers apart by links, that happens with the placement itself and nothing is left to do. It is a
step of its own on boards that see cages as mere sums (`Puzzle.loosened`), as sgt-puzzles does: there a number leaves
the cells that were one with its own when it was placed, and not those of its cage that lines had cut off by then (see
`_rests`). Lines are looked at whenever nothing simpler is left, so the past says when that was. Of what has no past, a
given for example, the whole cage is cleared.
"""

from __future__ import annotations

from typing import ClassVar

from ..evidence.things import CellSet, OneCell, OneGroup
from ..model import State
from ..model.evidence import Witness
from ..model.step import Conclusion
from ..rules.finder import KernelFinder
from ..rules.position import Position

BECAUSE = "{g} has {val(p)} at {p}, so {P} cannot have it"


class CageRepeat(KernelFinder):
    """Placed cells whose number is still a candidate beside them in their cage."""

    shows: ClassVar = {"p": OneCell, "g": OneGroup, "P": CellSet}
    words = frozenset({"summing"})
    begins = "load s.g 0\nload s.p -1"
    finds = "next_repeat t.P s.g s.p"
    reads = "read_repeat s.g s.p"

    def recheck(self, size: int | None, state: State, witness: Witness) -> tuple[Conclusion, ...]:
        """The cell must hold the number, in the cage of the others."""
        structure = state.structure
        p, group = OneCell.of(witness, "p").number, OneGroup.of(witness, "g").number
        cells = CellSet.of(witness, "P").cells
        together = group in structure.sums and structure.members[group].issuperset((p, *cells)) and p not in cells
        return number_leaves(state, p, cells) if together and p in state.placed else ()


def number_leaves(state: State, p: int, cells: frozenset[int]) -> tuple[Conclusion, ...]:
    """None of the cells has the number that is placed at p."""
    position, value = Position(state), state.masks[p].bit_length() - 1
    found = (Conclusion(x, value, False) for x in sorted(cells - {p}))
    return tuple(each for each in found if position.changes(each))


TECHNIQUE = CageRepeat.named(
    "cage-repeat",
    BECAUSE,
    "the numbers of a cage that is a sum differ",
)
