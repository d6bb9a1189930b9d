"""What groups add up to, and whether that is odd: total, total_parity, parity, alike, summed, tied, summing."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, Any

from ..grounds.collect import Collector
from ..position import MOST_SUMMED
from ..tree import Call
from .word import CELL, CELLS, GROUP, GROUPS, KIND, NUMBER, VALUES, Elements, OfSameArguments, OnStructure, Value, Word

if TYPE_CHECKING:
    from ..grounds.traversal import Traversal
    from ..position import Position


def read_total(to: Collector, groups: Elements) -> None:
    """What these groups add up to: all that their cells lack unless it is printed, and the choices."""
    structure = to.structure
    for group in groups:
        if group in structure.totals:
            to.found.choices.update(structure.members[group])
        else:
            to.whole(structure.members[group])
        said = structure.fillings.get(group, structure.sums.get(group))
        if said is not None:
            to.found.relations.add(said)


class _Total(Word):
    """A number of each group, summed over several."""

    def same(self, to: Traversal[Any], call: Call) -> None:
        to.just(call.arguments[0])
        to.read(read_total, to.set(call.arguments[0]))


class Total(_Total):
    """what its cells add up to, if to one number"""

    takes, gives, family, partial, takes_sets = (GROUP,), NUMBER, "sums", True, True

    def value(self, on: Position, group: int) -> Value:
        sums = on.sums(group)
        return next(iter(sums)) if sums is not None and len(sums) == 1 else None


class TotalParity(_Total):
    """1 where what its cells add up to is odd, 0 where it is even"""

    takes, gives, family, partial, takes_sets = (GROUP,), NUMBER, "sums", True, True

    def value(self, on: Position, group: int) -> Value:
        odd = {total % 2 for total in on.sums(group) or ()}
        return odd.pop() if len(odd) == 1 else None


class Parity(Word):
    """1 where its candidates are odd, 0 where they are even"""

    takes, gives, family, partial, takes_sets = (CELL,), NUMBER, "sums", True, True

    def value(self, on: Position, cell: int) -> Value:
        odd = {(v + 1) % 2 for v in on.state.candidates(cell)}
        return odd.pop() if len(odd) == 1 else None

    def same(self, to: Traversal[Any], call: Call) -> None:
        to.just(call.arguments[0])
        to.whole(to.set(call.arguments[0]))


class Alike(OfSameArguments):
    """the odd values for an odd number, the even for an even"""

    takes, gives, family, reads_state = (NUMBER,), VALUES, "sums", False

    def value(self, on: OnStructure, number: int) -> Value:
        return frozenset(v for v in range(on.structure.values) if (v + 1 - number) % 2 == 0)


class _Inside(Word):
    """Groups of a kind inside some cells, apart from others of it, that add up to something known."""

    modulus: int | None = None
    """What it knows their sums by; None: just the sum."""

    def value(self, on: Position, cells: Elements, kind: int) -> Value:
        structure, modulus = on.structure, self.modulus
        inside = [g for g in structure.of_kind[kind] if g in structure.alone and structure.members[g] <= cells]
        return frozenset(
            g
            for g in inside
            if (sums := on.sums(g)) is not None and len({total % modulus if modulus else total for total in sums}) <= 1
        )

    def out(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        """What has several sums keeps them."""
        to.all_of(call.arguments[0])
        to.same(call.arguments[1])

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        if not to.static(call.arguments[0]):
            to.into(call.arguments[0], to.call("cells", CELLS, kept))
        to.same(call.arguments[1])
        to.read(read_total, kept)


class Summed(_Inside):
    """groups of the kind inside the cells, apart from others of it, that add up to one number"""

    takes, gives, family, lifts = (CELLS, KIND), GROUPS, "sums", False


class Tied(_Inside):
    """groups of the kind inside the cells, apart from others of it, whose sum is odd for certain, or even"""

    takes, gives, family, lifts, modulus = (CELLS, KIND), GROUPS, "sums", False, 2


class Summing(Word):
    """values of the cell where the cells, at most four, add up to the number"""

    takes, gives, family, lifts = (CELLS, NUMBER, CELL), VALUES, "sums", False

    def value(self, on: Position, cells: Elements, number: int, cell: int) -> Value:
        """Every value where they are too many to try."""
        order = sorted(cells)
        if len(order) > MOST_SUMMED or cell not in cells:
            return frozenset(range(on.structure.values))
        apart = [(i, j) for (i, x), (j, y) in combinations(enumerate(order), 2) if y in on.structure.apart[x]]
        ways = product(*(on.state.candidates(x) for x in order))
        return frozenset(
            row[order.index(cell)]
            for row in ways
            if sum(v + 1 for v in row) == number and all(row[i] != row[j] for i, j in apart)
        )

    def out(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        self.into(to, call, kept)
        cell = to.as_set(to.value(call.arguments[2]))
        to.whole(to.both("without", to.set(call.arguments[0]), cell))

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        """The same cells add up to the same number."""
        cells, number, cell = call.arguments
        to.just(cells)
        to.same(number)
        to.same(cell)
