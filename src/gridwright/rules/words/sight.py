"""What arrows see: ahead, behind, next, between, along, facing, cases."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from ..grounds.collect import Collector
from ..tree import Call
from .word import BOOL, CELL, CELLS, VALUES, OfSameArguments, OnStructure, Value, Word

if TYPE_CHECKING:
    from ..grounds.traversal import Traversal
    from ..position import Position

MOST_CASES = 20_000
"""Ways to fill what an arrow sees, beyond which `cases` says nothing."""


def read_cases(to: Collector, cell: int) -> None:
    """Everything that an arrow and the cells ahead of it lack, and their choices."""
    to.whole((cell, *(to.structure.ahead[cell] or ())))


def use_view(to: Collector, cell: int) -> None:
    """What a cell sees: all of it has a value."""
    if cell in to.structure.sights:
        to.found.relations.add(to.structure.sights[cell])
        to.found.choices.update((cell, *(to.structure.ahead[cell] or ())))


def use_views(to: Collector) -> None:
    """What all cells see."""
    for cell in to.structure.sights:
        use_view(to, cell)


class Ahead(Word):
    """the cells that its arrow points at, none where it leaves the board"""

    takes, gives, family, reads_state, partial, lifts = (CELL,), CELLS, "sight", False, True, False
    in_sight, views = 0, 1

    def value(self, on: OnStructure, cell: int) -> Value:
        ahead = on.structure.ahead[cell]
        return None if ahead is None else frozenset(ahead)


class Behind(Word):
    """the cells whose arrows point at it"""

    takes, gives, family, reads_state, lifts = (CELL,), CELLS, "sight", False, False
    part_of = "behind"

    def value(self, on: OnStructure, cell: int) -> Value:
        return on.structure.behind[cell]


class Next(Word):
    """the first cell that its arrow points at"""

    takes, gives, family, reads_state, partial = (CELL,), CELL, "sight", False, True
    in_sight, views = 0, 1

    def value(self, on: OnStructure, cell: int) -> Value:
        return next(iter(on.structure.ahead[cell] or ()), None)


class Between(Word):
    """cells ahead of the first that come before the second"""

    takes, gives, family, reads_state, partial, lifts = (CELL, CELL), CELLS, "sight", False, True, False
    in_sight, views = 0, 1

    def value(self, on: OnStructure, p: int, q: int) -> Value:
        ahead = on.structure.ahead[p] or ()
        return frozenset(ahead[: ahead.index(q)]) if q in ahead else None


class Along(Word):
    """the second is ahead and looks on the same way"""

    takes, gives, family, reads_state, views = (CELL, CELL), BOOL, "sight", False, 2

    def value(self, on: OnStructure, p: int, q: int) -> Value:
        return on.structure.along(p, q)


class Facing(Word):
    """each is ahead of the other"""

    takes, gives, family, reads_state, views = (CELL, CELL), BOOL, "sight", False, 2

    def value(self, on: OnStructure, p: int, q: int) -> Value:
        return q in (on.structure.ahead[p] or ()) and p in (on.structure.ahead[q] or ())


class Cases(OfSameArguments):
    """values of the second, which is the first or ahead of it, in some way to fill all that the first sees"""

    takes, gives, family, lifts = (CELL, CELL), VALUES, "sight", False
    of_sight, views = 0, 1

    def value(self, on: Position, p: int, q: int) -> Value:
        """Every value where q is neither, p has no arrow, or there are more ways than anybody would go through."""
        ahead, every = on.structure.ahead[p], frozenset(range(on.structure.values))
        if ahead is None or q not in (p, *ahead):
            return every
        choices = [sorted(on.cand(x)) for x in ahead]
        if prod(map(len, choices)) > MOST_CASES:
            return every
        ways = [(*way, len(set(way))) for way in product(*choices) if len(set(way)) in on.cand(p)]
        return frozenset(way[(*ahead, p).index(q)] for way in ways)

    def lost(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        to.read(read_cases, to.value(call.arguments[0]))

    def costs_nothing(self, to: Traversal[Any], call: Call) -> bool:
        return all(map(to.static, call.arguments))
