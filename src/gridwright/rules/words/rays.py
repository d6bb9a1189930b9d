"""Cells seen along rays until something stops them: stop, visible, sighted, ends, beyond, within.

A cell is seen for certain where it cannot stop the ray, nor any before it; it can be seen unless one of these does.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from ...model import VisibleCells
from ..grounds.collect import Collector
from ..tree import Call
from .word import CELL, CELLS, GROUP, NUMBER, VALUE, Elements, OfSameArguments, OnStructure, Value, Word

if TYPE_CHECKING:
    from ..grounds.traversal import Traversal
    from ..position import Position


def sight_rule(on: OnStructure, group: int) -> VisibleCells | None:
    """What the rulebook says of a group that is seen along rays."""
    relation = on.structure.filling(group)
    return relation if isinstance(relation, VisibleCells) else None


def sighted(on: Position, ray: tuple[int, ...], stop: int) -> list[int]:
    """The cells of a ray that are seen for certain."""
    return list(takewhile(lambda x: not on.has(x, stop), ray))


def ends(on: Position, rule: VisibleCells) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The cells at which it is open whether one sees on, each with what comes behind it."""
    for ray in rule.rays:
        seen = len(sighted(on, ray, rule.value))
        if seen < len(ray) and len(on.cand(ray[seen])) > 1:
            yield ray[seen], ray[seen + 1 :]


def beyond(on: Position, rule: VisibleCells, cell: int) -> Elements:
    """What is seen more for certain where one sees on at such a cell."""
    return frozenset(x for end, rest in ends(on, rule) if end == cell for x in (end, *sighted(on, rest, rule.value)))


def longest(on: Position, rule: VisibleCells, cell: int) -> Iterator[tuple[int, ...]]:
    """Of each ray the most that can be seen where the cell stops one: beyond that it would be too much for all rays.

    A ray ends in front of a cell that may stop it, and in front of one that does.
    """
    rays = list(rule.rays)
    certain = [len(sighted(on, ray, rule.value)) for ray in rays]
    for ray, own in zip(rays, certain, strict=True):
        most = rule.number - rule.own - sum(certain) + own
        lengths = []
        for i, x in enumerate((*ray, None)):
            if x is None or x == cell or on.has(x, rule.value):
                lengths.append(i)
            if x is not None and (x == cell or on.cand(x) == {rule.value}):
                break
        yield ray[: max((n for n in lengths if n <= most), default=lengths[0])]


def read_sighted(to: Collector, group: int) -> None:
    """That the cells which are seen for certain do not stop anybody, and how many are to be seen."""
    rule = sight_rule(to.position, group)
    assert rule is not None
    to.absent((x, rule.value) for ray in rule.rays for x in sighted(to.position, ray, rule.value))
    to.found.relations.add(to.structure.fillings[group])


def read_beyond(to: Collector, group: int, cell: int) -> None:
    """The same of what is seen where one sees on at a cell."""
    rule = sight_rule(to.position, group)
    assert rule is not None
    read_sighted(to, group)
    to.absent((x, rule.value) for x in beyond(to.position, rule, cell) - {cell})


def read_longest(to: Collector, group: int) -> None:
    """Of each ray the first cell that certainly stops it and those before it that cannot; how many are to be seen."""
    rule = sight_rule(to.position, group)
    assert rule is not None
    for ray in rule.rays:
        for x in ray:
            if to.position.cand(x) == {rule.value}:
                to.whole((x,))
                break
            to.absent([(x, rule.value)])
    to.found.relations.add(to.structure.fillings[group])


class Stop(Word):
    """the value that stops the rays"""

    takes, gives, family, reads_state, partial, lifts = (GROUP,), VALUE, "rays", False, True, False

    def value(self, on: OnStructure, group: int) -> Value:
        rule = sight_rule(on, group)
        return None if rule is None else rule.value


class Visible(Word):
    """how many cells of its rays are to be seen"""

    takes, gives, family, reads_state, partial, lifts = (GROUP,), NUMBER, "rays", False, True, False

    def value(self, on: OnStructure, group: int) -> Value:
        rule = sight_rule(on, group)
        return None if rule is None else rule.number - rule.own


class Sighted(OfSameArguments):
    """cells of its rays that are seen for certain"""

    takes, gives, family, lifts = (GROUP,), CELLS, "rays", False
    of_group = in_group = 0

    def value(self, on: Position, group: int) -> Value:
        rule = sight_rule(on, group)
        return frozenset(x for ray in rule.rays for x in sighted(on, ray, rule.value)) if rule else frozenset()

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        super().into(to, call, kept)
        to.read(read_sighted, to.value(call.arguments[0]))


class Ends(OfSameArguments):
    """the first cells of its rays of which it is open whether they are seen"""

    takes, gives, family, lifts = (GROUP,), CELLS, "rays", False
    of_group = in_group = 0

    def value(self, on: Position, group: int) -> Value:
        rule = sight_rule(on, group)
        return frozenset(end for end, _ in ends(on, rule)) if rule else frozenset()

    def lost(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        """What comes back makes other ends."""
        to.everything()

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        super().into(to, call, kept)
        to.read(read_sighted, to.value(call.arguments[0]))


class Beyond(OfSameArguments):
    """cells that are certainly seen, too, where the cell, at an end, is seen: itself, and those behind it"""

    takes, gives, family, lifts = (GROUP, CELL), CELLS, "rays", False
    of_group = in_group = 0

    def value(self, on: Position, group: int, cell: int) -> Value:
        rule = sight_rule(on, group)
        return beyond(on, rule, cell) if rule else frozenset()

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        super().into(to, call, kept)
        to.read(read_beyond, *map(to.value, call.arguments))


class Within(OfSameArguments):
    """the most cells of its rays that can be seen where the cell stops one, each ray by itself not too far"""

    takes, gives, family, lifts = (GROUP, CELL), CELLS, "rays", False
    of_group = in_group = 0

    def value(self, on: Position, group: int, cell: int) -> Value:
        rule = sight_rule(on, group)
        return frozenset(x for ray in longest(on, rule, cell) for x in ray) if rule else frozenset()

    def lost(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        to.read(read_longest, to.value(call.arguments[0]))

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        super().into(to, call, kept)
        to.read(read_longest, to.value(call.arguments[0]))
