"""What is left of sums: cells whose total is known."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from gridwright.evidence.things import Amount, CellSet, GroupSet
from gridwright.model import State, Structure, bits
from gridwright.model.evidence import Witness
from gridwright.model.grounds import Grounds
from gridwright.rules.evaluate import Match, OutOfFuel
from gridwright.rules.position import Position
from gridwright.rules.technique import ALONE, Context
from gridwright.techniques._rests import OfRests, Terms, cells_of, size_of, terms_of
from gridwright.techniques.sum_sets import holders_of
from gridwright.techniques.sum_single import SumSingle
from reference.finder import Reference

Numbers = tuple[int, ...]
"""The number that is written down in each cell; 0 where it is open."""


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


def _cages(structure: Structure) -> tuple[int, ...]:
    """The groups that are sums of different values and share no cell."""
    return tuple(group for group in sorted(structure.sums) if group in structure.alone)


def _lines(structure: Structure) -> tuple[int, ...]:
    """The groups that hold each value once, of kinds that divide the whole board."""

    def divides(kind: int) -> bool:
        return sum(len(structure.members[g]) for g in structure.of_kind[kind]) == structure.size

    full = [g for g in structure.totals if g not in structure.sums and g not in structure.fillings]
    return tuple(g for g in sorted(full) if g in structure.alone and divides(structure.kind_of[g]))


def _witness(rest: Rest, cells: tuple[int, ...]) -> Witness:
    def groups(sign: int) -> GroupSet:
        return GroupSet(tuple(g for g, n in sorted(rest.terms.items()) for _ in range(n * sign)))

    return {"P": CellSet(cells), "s": Amount(rest.total), "A": groups(1), "B": groups(-1)}


class RestsReference(Reference[OfRests]):
    """One rest after the other."""

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
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
            conclusions = tuple(self.finder.concluded(position, cells, rest.total))
            if conclusions:
                yield Match(_witness(rest, cells), conclusions)

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        """The groups, what is placed in them, and what the cells lack."""
        structure = state.structure
        cells, terms = cells_of(match.witness), terms_of(match.witness)
        members = {x for group in terms for x in structure.groups[group].members}
        gone = state.lost(members & state.placed)
        if not isinstance(self.finder, SumSingle):
            gone |= state.lost(cells)
        return Grounds(gone, members, {structure.sums[group] for group in terms if group in structure.sums})


class SumSetsReference(RestsReference):
    """Rests of a few cells that differ."""

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        """Also the cages that keep the cells different, for lines do that by links."""
        structure = state.structure
        found = super().grounds(size, state, match)
        holders = holders_of(structure, cells_of(match.witness))
        if all(group in structure.sums for group in holders):
            found.relations.update(structure.sums[group] for group in holders)
        return found
