"""Two to four cells that add up to a known total: the sets of different numbers that can make it.

As sgt-puzzles has it: a set counts unless some cell can take none of it, and all cells keep whatever is in some set,
no matter which cell would take it. The sets are those of 1 to 9 on smaller boards too, where nothing refutes one with
a number that the board does not have.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from ..model import Structure, bits
from ..model.step import Conclusion
from ..rules.position import Position
from ._rests import OWN, SHARED, OfRests

FEWEST, MOST = 2, 4
"""Cells of a rest."""
LISTED = 9
"""The largest number of the list of sets, unless the board has larger ones."""

BECAUSE = "{P} add up to {s}, by what {A + B} add up to, and no set of different numbers that makes {s} needs more"


class SumSets(OfRests):
    """Rests of a few cells that differ."""

    reads = "read_rest s.i 1\nread_holders t.P"

    def concluded(self, position: Position, cells: tuple[int, ...], total: int) -> Iterator[Conclusion]:
        """What is in no set."""
        structure = position.structure
        if not FEWEST <= len(cells) <= MOST or not holders_of(structure, cells):
            return
        masks = [position.state.masks[x] for x in cells]
        some = 0
        for each in _sets(len(cells), total, max(structure.values, LISTED)):
            if each >> structure.values or all(each & mask for mask in masks):
                some |= each
        if not some:
            return
        for x, mask in zip(cells, masks, strict=True):
            for value in bits(mask & ~some):
                conclusion = Conclusion(x, value, False)
                if position.changes(conclusion):
                    yield conclusion


def holders_of(structure: Structure, cells: tuple[int, ...]) -> list[int]:
    """The cages and full groups that hold all of the cells, and each value no more than once."""
    return [g for g, members in enumerate(structure.members) if g in structure.totals and members.issuperset(cells)
            and (g in structure.sums or g not in structure.fillings)]  # fmt: skip


@lru_cache(maxsize=1024)
def _sets(cells: int, total: int, largest: int) -> tuple[int, ...]:
    """The sets of so many different numbers that add up to the total, as masks of values."""
    found = (each for each in combinations(range(1, largest + 1), cells) if sum(each) == total)
    return tuple(sum(1 << number - 1 for number in each) for each in found)


TECHNIQUE = SumSets.named(
    "sum-sets",
    BECAUSE,
    "cells that differ and add up to a total hold one of the sets of numbers that do, each one of its numbers",
    sizes={OWN: "cage-sets", SHARED: "line-sets"},
)
