"""Lines of towers, seen from their clue: first, early, outdone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..grounds.collect import Collector, read_decided
from ..tree import Call
from .layouts import clue_of, use_clue
from .word import CELLS, GROUP, NUMBER, VALUE, VALUES, OfSameArguments, OnStructure, Value

if TYPE_CHECKING:
    from ..grounds.traversal import Traversal
    from ..position import Position


def standing(on: Position, group: int) -> dict[int, int] | None:
    """Where the placed values of a line of towers stand, from the clue on; None of anything else."""
    structure, members = on.structure, on.structure.groups[group].members
    relation = structure.filling(group)
    if relation is None or "views" not in relation.vocabulary:
        return None
    if len(members) != structure.values or not structure.distinct(members):
        return None
    return {value: i for i, x in enumerate(members) if (value := on.values[x]) is not None}


def read_standing(to: Collector, group: int) -> None:
    """What the decided cells of a line of towers lack, its cells' choices, and the line."""
    read_decided(to, to.structure.members[group] - to.position.open)
    use_clue(to, group)


def first(on: OnStructure, group: int, number: int) -> frozenset[int]:
    """The first so many cells of the group."""
    return frozenset(on.structure.groups[group].members[: max(0, number)])


class First(OfSameArguments):
    """its first so many cells, from the clue on"""

    takes, gives, family, reads_state, lifts = (GROUP, NUMBER), CELLS, "views", False, False

    def value(self, on: OnStructure, group: int, number: int) -> Value:
        return first(on, group, number)


class _Standing(OfSameArguments):
    """What the towers say that are placed in a line."""

    def lost(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        """What comes back can close one way and open another."""
        to.everything()

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        super().into(to, call, kept)
        to.read(read_standing, to.value(call.arguments[0]))


class Early(_Standing):
    """cells so near the clue that behind the value there could not enough be seen"""

    takes, gives, family, lifts = (GROUP, VALUE), CELLS, "views", False
    of_group = 0

    def value(self, on: Position, group: int, value: int) -> Value:
        """Behind it only what is higher can be seen, and less what stands behind something higher by two or more:

        by one would do as well, but this is how far the collection looks whose tiers we give.
        """
        placed = standing(on, group)
        if placed is None:
            return frozenset()

        def hidden(v: int) -> bool:
            return v in placed and any(u >= v + 2 and place < placed[v] for u, place in placed.items())

        behind = sum(not hidden(v) for v in range(value + 1, on.structure.values))
        seen = clue_of(on, group)
        assert seen is not None
        return frozenset() if hidden(value) else first(on, group, seen - behind - 1)


class Outdone(_Standing):
    """values too low for the first cell, which alone is seen in front of the highest"""

    takes, gives, family, lifts = (GROUP,), VALUES, "views", False
    of_group = 0

    def value(self, on: Position, group: int) -> Value:
        """The highest towers stand without a gap in value as far down as they are placed.

        If all of these but one that are to be seen are, the first cell is the highest in front of them.
        """
        placed = standing(on, group)
        if placed is None:
            return frozenset()
        nearest, value, seen = len(on.structure.groups[group].members), on.structure.values - 1, 0
        while value in placed:
            if placed[value] < nearest:
                nearest, seen = placed[value], seen + 1
            value -= 1
        if clue_of(on, group) != seen + 1 or nearest <= 1:
            return frozenset()
        free = [v for v in range(on.structure.values) if placed.get(v, -1) < nearest]
        return frozenset(free[: nearest - 1])
