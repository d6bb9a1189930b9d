"""Colouring: the places of a value that groups with two places each join, in two colours of which one is right.

simple-colouring    what sees both colours of one net is wrong
colour-wrap         two places of one colour see each other: the colour is wrong
multi-colouring     a colour of one net sees a colour of another, so one of the two other colours is right, and what
                    sees both is wrong; a colour that sees both colours of another net is wrong itself
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations
from typing import ClassVar, NamedTuple

from ..evidence.things import CellSet, OneValue
from ..model import State
from ..model.evidence import Witness
from ..model.grounds import Grounds
from ..model.step import Conclusion
from ..rules.evaluate import Match
from ..rules.finder import Finder
from ..rules.position import Position
from ..rules.technique import ALONE, Context

Cells = frozenset[int]
HOLDS = "of two places that a group has for a value one is right, so along such groups right and wrong take turns"


class Net(NamedTuple):
    """Places in two colours, and the groups that join them; the first place has the first colour."""

    one: Cells
    other: Cells
    groups: Cells


class _Colouring(Finder):
    """Nets of each value, and what follows."""

    words = frozenset({"peers", "missing"})
    follows_links = True

    def says(self, nets: list[Net], position: Position) -> Iterator[tuple[tuple[Cells, ...], tuple[Net, ...], Cells]]:
        """The colours that are shown, the nets that are used, and the cells that are without the value."""
        raise NotImplementedError

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        return (match for match, _ in self._found(state, context))

    def supported(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[tuple[Match, Grounds]]:
        return ((match, self._used(state, match, nets)) for match, nets in self._found(state, context))

    def _found(self, state: State, context: Context = ALONE) -> Iterator[tuple[Match, tuple[Net, ...]]]:
        position = Position(state)
        for value in sorted(state.structure.loud):
            context.limits.check()
            for colours, used, gone in self.says(nets_of(position, value), position):
                cells = sorted(gone & position.at[value])
                found = (Conclusion(x, value, False) for x in cells)
                conclusions = tuple(each for each in found if position.changes(each))
                if conclusions:
                    shown = zip(list(self.shows)[1:], colours, strict=True)
                    witness = {name: CellSet(tuple(sorted(colour))) for name, colour in shown}
                    yield Match({"v": OneValue(value), **witness}, conclusions), used

    def recheck(self, size: int | None, state: State, witness: Witness) -> tuple[Conclusion, ...]:
        """Groups must still join the colours; what else they join does not matter."""
        position, value = Position(state), OneValue.of(witness, "v").number
        colours = [CellSet.of(witness, name).cells for name, shape in self.shows.items() if shape is CellSet]
        nets = [Net(colours[i], colours[i + 1], frozenset()) for i in range(0, len(colours), 2)]
        if not all(_joined(position, value, net) for net in nets):
            return ()
        gone = [gone for shown, _, gone in self.says(nets, position) if list(shown) == colours]
        found = (Conclusion(x, value, False) for x in sorted(frozenset[int]().union(*gone)))
        return tuple(each for each in found if position.changes(each))

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        return next(self._used(state, each, nets) for each, nets in self._found(state) if each.witness == match.witness)

    def _used(self, state: State, match: Match, nets: Iterable[Net]) -> Grounds:
        """The places that the groups of the nets lack, and that these groups need the value."""
        value = OneValue.of(match.witness, "v").number
        structure, groups = state.structure, {g for net in nets for g in net.groups}
        lost = state.lost({x for g in groups for x in structure.members[g]})
        return Grounds({(x, v) for x, v in lost if v == value}, {structure.choice_of[value, g] for g in groups})


class SimpleColouring(_Colouring):
    """Cells that see both colours."""

    shows: ClassVar = {"v": OneValue, "P": CellSet, "Q": CellSet}

    def says(self, nets: list[Net], position: Position) -> Iterator[tuple[tuple[Cells, ...], tuple[Net, ...], Cells]]:
        for net in nets:
            yield (net.one, net.other), (net,), seen_by(position, net.one) & seen_by(position, net.other)


class ColourWrap(_Colouring):
    """A colour that sees itself."""

    shows: ClassVar = {"v": OneValue, "P": CellSet, "Q": CellSet}

    def says(self, nets: list[Net], position: Position) -> Iterator[tuple[tuple[Cells, ...], tuple[Net, ...], Cells]]:
        for net in nets:
            for wrong, right in permutations((net.one, net.other)):
                if wrong & seen_by(position, wrong):
                    yield (wrong, right), (net,), wrong


class MultiColouring(_Colouring):
    """A colour that sees a colour of another net, or both."""

    shows: ClassVar = {"v": OneValue, "P": CellSet, "Q": CellSet, "R": CellSet, "S": CellSet}

    def says(self, nets: list[Net], position: Position) -> Iterator[tuple[tuple[Cells, ...], tuple[Net, ...], Cells]]:
        for a, b in permutations(nets, 2):
            for one, other in permutations((a.one, a.other)):
                seen = seen_by(position, one)
                if seen & b.one and seen & b.other:
                    yield (one, other, b.one, b.other), (a, b), one
        for a, b in combinations(nets, 2):
            ways = [
                (one, other, near, far)
                for one, other in permutations((a.one, a.other))
                for near, far in permutations((b.one, b.other))
                if seen_by(position, one) & near
            ]
            both = (seen_by(position, other) & seen_by(position, far) for _, other, _, far in ways)
            if ways:
                yield ways[0], (a, b), frozenset[int]().union(*both)


def seen_by(position: Position, cells: Cells) -> Cells:
    """What sees one of the cells."""
    return frozenset[int]().union(*(position.structure.peers[x] for x in cells))


def _joined(position: Position, value: int, net: Net) -> bool:
    """Do groups with two places, one of each colour, join all places of a net?"""
    structure, whole = position.structure, net.one | net.other
    reached = queue = [min(whole)]
    for x in queue:
        for v, g in structure.choice_of:
            pair = {y for y in structure.members[g] if position.has(y, value)} if v == value else set()
            if x in pair and len(pair) == 2 and len(pair & net.one) == len(pair & net.other) == 1:
                queue += pair - set(reached)
    return set(reached) == whole


def nets_of(position: Position, value: int) -> list[Net]:
    """The nets of a value, by their first places."""
    pairs = {
        g: position.at[value] & position.structure.members[g]
        for v, g in sorted(position.structure.choice_of)
        if v == value and value in position.missing[g]
    }
    pairs = {g: pair for g, pair in pairs.items() if len(pair) == 2}
    nets: list[Net] = []
    left = frozenset[int]().union(*pairs.values())
    while left:
        colours, groups = {min(left): 0}, set[int]()
        queue = [min(left)]
        for x in queue:
            for g, pair in pairs.items():
                if x in pair:
                    groups.add(g)
                    [y] = pair - {x}
                    if y not in colours:
                        colours[y] = 1 - colours[x]
                        queue.append(y)
        one, other = (frozenset(x for x, colour in colours.items() if colour == each) for each in (0, 1))
        nets.append(Net(one, other, frozenset(groups)))
        left -= colours.keys()
    return nets


TECHNIQUES = (
    SimpleColouring.named(
        "simple-colouring",
        "either all of {P} are {v} or all of {Q}, so what sees both kinds is not",
        HOLDS,
    ),
    ColourWrap.named(
        "colour-wrap",
        "either all of {P} are {v} or all of {Q}; two of {P} see each other, so it is {Q}",
        HOLDS,
    ),
    MultiColouring.named(
        "multi-colouring",
        "either all of {P} are {v} or all of {Q}, and either all of {R} or all of {S}; {P} and {R} see each other",
        HOLDS,
    ),
)
