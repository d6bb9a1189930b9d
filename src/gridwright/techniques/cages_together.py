"""Cages that share a line, looked at together: what one puts there, the others cannot.

    each cage     its layouts, of which only what they put into the line counts
    together      one of these of each cage, without a value twice in the line

Whatever is in no such choice goes from the cells of the cages in the line, and a value that is in all of them from the
rest of the line. One cage alone is what `cage-cell` and `cage-line` look at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from ..evidence.things import CellSet, GroupSet, OneGroup
from ..model import State, bits
from ..model.evidence import Witness
from ..model.step import Conclusion
from ..rules.finder import KernelFinder
from ..rules.position import MOST_SUMMED, Position

MOST_CHOICES = 2000
"""Of all cages together, looked at one by one; nobody goes through more."""

BECAUSE = "{C} together have only so many ways to fill their cells of {h}, and none of them needs these numbers"


class CageLinePart(NamedTuple):
    """The cells of a cage in a line, and what its layouts put there."""

    cells: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]


class CagesTogether(KernelFinder):
    """Lines, and so many cages that have open cells there."""

    shows: ClassVar = {"C": GroupSet, "h": OneGroup, "P": CellSet}
    words = frozenset({"fitting", "forced"})
    code = """
        load s.n {n}
        cage_lines t.lines
        s_start i.lines t.lines
    line:
        s_next s.h i.lines else end
        cages_in t.cages s.h
        pick_start k.C
        s_start i.cages t.cages
    cage:
        s_next s.g i.cages else cages
        pick_plain k.C s.g
        jump else cage
    cages:
        pick_go k.C s.n s.n
    next:
        pick_s_next t.C k.C else line
        cages_together t.P t.C s.h else next
        emit else next
    end:
        end
    grounds:
        read_cages t.C
        end
    """

    def recheck(self, size: int | None, state: State, witness: Witness) -> tuple[Conclusion, ...]:
        """The same cages in the same line."""
        line, cages = OneGroup.of(witness, "h").number, GroupSet.of(witness, "C").numbers
        structure, position = state.structure, Position(state)
        right = structure.distinct(structure.members[line]) and len(cages) == len(set(cages)) == size
        if not right or not all(cage in structure.fillings for cage in cages):
            return ()
        parts = [part for cage in cages if (part := part_of(position, cage, line)) is not None]
        return ruled_out(position, line, parts) if len(parts) == len(cages) else ()


def part_of(position: Position, cage: int, line: int) -> CageLinePart | None:
    """What a cage can put into a line; None where it has no cell there, or more than people list."""
    structure = position.structure
    members = structure.groups[cage].members
    own = [i for i, x in enumerate(members) if x in structure.members[line]]
    relation = structure.filling(cage)
    if not own or relation is None or "forced" not in relation.vocabulary or len(members) > MOST_SUMMED:
        return None
    rows = sorted({tuple(row[i] for i in own) for row in position.layouts(cage) or ()})
    return CageLinePart(tuple(members[i] for i in own), tuple(rows))


def ruled_out(position: Position, line: int, parts: Sequence[CageLinePart]) -> tuple[Conclusion, ...]:
    """What is in no choice, and what is in all of them and so nowhere else in the line.

    Nothing of groups that share a cell there, as signs do: one value would count twice.
    """
    kept = {x: 0 for part in parts for x in part.cells}
    if len(kept) != sum(len(part.cells) for part in parts):
        return ()
    always, choices = -1, 0

    def choose(rest: Sequence[CageLinePart], used: int, chosen: tuple[tuple[int, int], ...]) -> bool:
        nonlocal always, choices
        if not rest:
            choices += 1
            always &= used
            for x, value in chosen:
                kept[x] |= 1 << value
            return choices <= MOST_CHOICES
        for row in rest[0].rows:
            values = sum(1 << value for value in set(row))
            if not values & used and values.bit_count() == len(row):
                more = tuple(zip(rest[0].cells, row, strict=True))
                if not choose(rest[1:], used | values, (*chosen, *more)):
                    return False
        return True

    if not choose(parts, 0, ()) or not choices:
        return ()
    masks = position.state.masks
    gone = {x: masks[x] & ~mask for x, mask in kept.items()}
    gone |= {x: masks[x] & always for x in position.structure.members[line] if x not in kept}
    return tuple(
        conclusion
        for x in sorted(gone)
        for value in bits(gone[x])
        if position.changes(conclusion := Conclusion(x, value, False))
    )


TECHNIQUE = CagesTogether.named(
    "cages-together",
    BECAUSE,
    "cages that share a line put different values into it, so each takes a layout that leaves the others one",
    sizes={2: "two-cages", 3: "three-cages", 4: "four-cages"},
)
