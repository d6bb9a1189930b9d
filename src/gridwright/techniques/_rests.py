"""What is left of sums: cells whose total is known, because it is printed or because lines and cages leave it.

    a cage          its total without what is placed in it: a rest of the cage itself
    a line          its total without what is placed and without the rests that lie inside it: a rest of the line,
                    or, where it lies inside one rest of a cage, a piece that is cut off there

Lines are the full groups of a kind that divides the board: rows, columns, boxes, regions, but not two diagonals. They
are gone through in their order again and again, for every cut leaves two smaller rests that may lie inside another
line, until nothing is cut any more. This is how sgt-puzzles looks at a killer, and no further: rests that overlap are
never taken from each other.

A rest says which groups were added and which taken off, so that anybody can add up again: see `adds_up`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import ClassVar

from ..evidence.things import Amount, CellSet, GroupSet
from ..model import State, Structure
from ..model.evidence import Witness
from ..model.step import Conclusion
from ..rules.finder import KernelFinder
from ..rules.position import Position

OWN, SHARED = 1, 2
"""The sizes of a finder: rests of a cage as it is printed, and rests that lines have a part in."""

Terms = Mapping[int, int]
"""How often each group is added (taken off where it is negative)."""


def adds_up(state: State, terms: Terms, cells: frozenset[int]) -> int | None:
    """What the cells add up to if these groups are added and taken off; None where other open cells remain."""
    structure = state.structure
    times: dict[int, int] = {}
    total = 0
    for group, often in terms.items():
        if group not in structure.totals:
            return None
        total += often * structure.totals[group]
        for x in structure.groups[group].members:
            times[x] = times.get(x, 0) + often
    for x in cells:
        times[x] = times.get(x, 0) - 1
    for x, often in times.items():
        if often:
            if state.masks[x].bit_count() != 1:
                return None
            total -= often * state.masks[x].bit_length()
    return total


def size_of(structure: Structure, terms: Terms) -> int:
    """Is it the rest of a cage, or have lines a part in it?"""
    return OWN if len(terms) == 1 and terms.keys() <= structure.sums.keys() else SHARED


class OfRests(KernelFinder):
    """A finder that looks at one rest after the other: at its cells, P, and at what they add up to, s.

    A are the groups that were added and B those that were taken off, a group as often as it was.
    """

    shows: ClassVar = {"P": CellSet, "s": Amount, "A": GroupSet, "B": GroupSet}
    words = frozenset({"summing"})

    begins = "load s.n {n}\nload s.i -1"
    finds = "next_rest t.P s.i s.n"
    shows_more = """
        rest_total s.s s.i
        {key} t.P s.s else next
        rest_groups l.A s.i 1
        rest_groups l.B s.i -1
    """
    reads = "read_rest s.i 1"
    """0 in place of 1 where it does not matter what the cells of the rest lack."""

    @abstractmethod
    def concluded(self, position: Position, cells: tuple[int, ...], total: int) -> Iterator[Conclusion]:
        """What follows if the cells add up to the total."""

    def recheck(self, size: int | None, state: State, witness: Witness) -> tuple[Conclusion, ...]:
        """The groups must still add up to what they did."""
        cells, terms = cells_of(witness), terms_of(witness)
        total = adds_up(state, terms, frozenset(cells))
        if total is None or total != Amount.of(witness, "s").number or size != size_of(state.structure, terms):
            return ()
        return tuple(self.concluded(Position(state), cells, total))


def terms_of(witness: Witness) -> Terms:
    terms: dict[int, int] = {}
    for name, sign in (("A", 1), ("B", -1)):
        for group in GroupSet.of(witness, name).numbers:
            terms[group] = terms.get(group, 0) + sign
    return terms


def cells_of(witness: Witness) -> tuple[int, ...]:
    """The cells of the rest."""
    return CellSet.of(witness, "P").numbers
