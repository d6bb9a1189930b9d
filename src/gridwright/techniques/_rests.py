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
from functools import lru_cache
from typing import ClassVar, NamedTuple

from ..evidence.things import Amount, CellSet, GroupSet
from ..model import State, Structure, bits
from ..model.evidence import Witness
from ..model.grounds import Grounds
from ..model.step import Conclusion
from ..rules.evaluate import Match, OutOfFuel
from ..rules.finder import KernelFinder
from ..rules.position import Position
from ..rules.technique import ALONE, Context

OWN, SHARED = 1, 2
"""The sizes of a finder: rests of a cage as it is printed, and rests that lines have a part in."""

Numbers = tuple[int, ...]
"""The number that is written down in each cell; 0 where it is open."""

Terms = Mapping[int, int]
"""How often each group is added (taken off where it is negative)."""


class Rest(NamedTuple):
    """Open cells, as bits, and what they add up to; the groups that say so."""

    cells: int
    total: int
    terms: Terms


class Rests(NamedTuple):
    """What is left of cages, cut where lines cut them; and of lines, where it lies in several of these."""

    cages: tuple[Rest, ...]
    lines: tuple[Rest, ...]


def written(state: State) -> Numbers:
    """The numbers that are written down."""
    return tuple(state.masks[x].bit_length() if x in state.placed else 0 for x in range(state.structure.size))


@lru_cache(maxsize=512)
def rests(structure: Structure, numbers: Numbers) -> Rests:
    """Everything whose total is known while these numbers are written down."""
    open_ = sum(1 << x for x, number in enumerate(numbers) if not number)

    def whole(group: int) -> Rest:
        """What is open of a group."""
        members = structure.groups[group].members
        cells = sum(1 << x for x in members) & open_
        return Rest(cells, structure.totals[group] - sum(numbers[x] for x in members), {group: 1})

    cages = [rest for group in structure.derived(_cages) if (rest := whole(group)).cells]
    lines = [(whole(group), len(structure.groups[group].members)) for group in structure.derived(_lines)]
    while True:
        left, cut = [], False
        for line, length in lines:
            rest = line
            for cage in cages:
                if not cage.cells & ~line.cells:
                    rest = _without(rest, cage)
            if not rest.cells or rest.cells.bit_count() == length:
                continue
            at = next((i for i, cage in enumerate(cages) if not rest.cells & ~cage.cells), None)
            if at is None:
                left.append(rest)
            else:
                cages[at], cut = _without(cages[at], rest), True
                cages.append(rest)
        if not cut:
            return Rests(tuple(cages), tuple(left))


def cut(structure: Structure, cages: list[int], placed: int) -> None:
    """Go through the lines once and cut cages, given as bits, where what a line leaves lies inside one of them.

    A single cell that is cut off counts as placed from then on, and belongs to no cage any more.
    """
    for group in structure.derived(_lines):
        whole = sum(1 << x for x in structure.groups[group].members)
        line = left = whole & ~placed
        for cage in cages:
            if not cage & ~line:
                left &= ~cage
        at = next((i for i, cage in enumerate(cages) if not left & ~cage), None)
        if not left or left == whole or at is None:
            continue
        cages[at] &= ~left
        if left & left - 1:
            cages.append(left)
        else:
            placed |= left


def _without(rest: Rest, part: Rest) -> Rest:
    """What is left of a rest without a part of it."""
    terms = {g: rest.terms.get(g, 0) - part.terms.get(g, 0) for g in (*rest.terms, *part.terms)}
    return Rest(rest.cells & ~part.cells, rest.total - part.total, {g: n for g, n in terms.items() if n})


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


def _cages(structure: Structure) -> tuple[int, ...]:
    """The groups that are sums of different values and share no cell."""
    return tuple(group for group in sorted(structure.sums) if group in structure.alone)


def _lines(structure: Structure) -> tuple[int, ...]:
    """The groups that hold each value once, of kinds that divide the whole board."""

    def divides(kind: int) -> bool:
        return sum(len(structure.members[g]) for g in structure.of_kind[kind]) == structure.size

    full = [g for g in structure.totals if g not in structure.sums and g not in structure.fillings]
    return tuple(g for g in sorted(full) if g in structure.alone and divides(structure.kind_of[g]))


class OfRests(KernelFinder):
    """A finder that looks at one rest after the other: at its cells, P, and at what they add up to, s.

    A are the groups that were added and B those that were taken off, a group as often as it was.
    """

    shows: ClassVar = {"P": CellSet, "s": Amount, "A": GroupSet, "B": GroupSet}
    words = frozenset({"summing"})
    reads_cells: ClassVar[bool] = True
    """Does it matter what the cells of the rest lack?"""

    @property
    def code(self) -> str:
        """One rest after the other, by its number; what follows is an instruction of its own."""
        return f"""
            load s.n {{n}}
            load s.one 1
            load s.i -1
            sum_rests s.count
        rest:
            add s.i s.i s.one
            less s.i s.count else end
            sum_rest t.P s.i s.n else rest
            rest_total s.s s.i
            {self.key.replace("-", "_")} t.P s.s else rest
            rest_groups l.A s.i 1
            rest_groups l.B s.i -1
            emit else rest
        end:
            end
        grounds:
            read_rest s.i {int(self.reads_cells)}
            {self.more_grounds}
            end
        """

    more_grounds: ClassVar[str] = ""
    """Instructions for what else a match relied on."""

    @abstractmethod
    def concluded(self, position: Position, cells: tuple[int, ...], total: int) -> Iterator[Conclusion]:
        """What follows if the cells add up to the total."""

    def reference(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        """Cages and their pieces first, then what is left of lines."""
        structure, fuel = state.structure, context.fuel
        position, found = Position(state), rests(structure, written(state))
        for rest in (*found.cages, *found.lines):
            context.limits.check()
            if size_of(structure, rest.terms) != size:
                continue
            cells = tuple(bits(rest.cells))
            fuel -= len(cells)
            if fuel < 0:
                raise OutOfFuel(f"{self.key} ran out of fuel")
            conclusions = tuple(self.concluded(position, cells, rest.total))
            if conclusions:
                yield Match(_witness(rest, cells), conclusions)

    def recheck(self, size: int | None, state: State, witness: Witness) -> tuple[Conclusion, ...]:
        """The groups must still add up to what they did."""
        cells, terms = cells_of(witness), _terms(witness)
        total = adds_up(state, terms, frozenset(cells))
        if total is None or total != Amount.of(witness, "s").number or size != size_of(state.structure, terms):
            return ()
        return tuple(self.concluded(Position(state), cells, total))

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        """The groups, what is placed in them, and what the cells lack."""
        structure = state.structure
        cells, terms = cells_of(match.witness), _terms(match.witness)
        members = {x for group in terms for x in structure.groups[group].members}
        gone = state.lost(members & state.placed)
        if self.reads_cells:
            gone |= state.lost(cells)
        return Grounds(gone, members, {structure.sums[group] for group in terms if group in structure.sums})


def _witness(rest: Rest, cells: tuple[int, ...]) -> Witness:
    def groups(sign: int) -> GroupSet:
        return GroupSet(tuple(g for g, n in sorted(rest.terms.items()) for _ in range(n * sign)))

    return {"P": CellSet(cells), "s": Amount(rest.total), "A": groups(1), "B": groups(-1)}


def _terms(witness: Witness) -> Terms:
    terms: dict[int, int] = {}
    for name, sign in (("A", 1), ("B", -1)):
        for group in GroupSet.of(witness, name).numbers:
            terms[group] = terms.get(group, 0) + sign
    return terms


def cells_of(witness: Witness) -> tuple[int, ...]:
    """The cells of the rest."""
    return CellSet.of(witness, "P").numbers
