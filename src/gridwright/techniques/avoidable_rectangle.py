"""Avoidable rectangles: written cells that nobody gave, which could take two values either way round.

    avoidable-rectangle-1    three corners are written, two values crosswise: the fourth is not the value that would
                             complete them
    avoidable-rectangle-2    two corners beside each other are written, and the other two have the value that would
                             complete them and one and the same value more: one of these has that one

Were all four to hold the two values crosswise, swapping them would be a second solution, for no given speaks against
it. So this is for puzzles with one solution that are printed as givens.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar

from ..evidence.things import CellSet, OneValue
from ..model import State
from ..model.evidence import Witness
from ..model.grounds import Grounds
from ..model.step import Conclusion
from ..rules.evaluate import Match
from ..rules.finder import Finder
from ..rules.position import Position
from ..rules.technique import ALONE, Context

Corners = tuple[int, int, int, int]
HOLDS = "a puzzle with one solution has no four cells, none of them given, that can swap two values unseen"


class AvoidableRectangle(Finder):
    """Rectangles of cells that are not given, in groups that hold both values, and nothing else links them."""

    words = frozenset({"peers", "missing"})
    shows: ClassVar = {"X": CellSet, "P": CellSet, "v": OneValue}
    assumes = "unique"
    written: int
    """Corners that are."""

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        """Rectangles in their order, each way round."""
        if state.puzzle.marks is not None:
            return
        for corners in self._rectangles(state):
            context.limits.check()
            yield from self._told(state, corners)

    def _rectangles(self, state: State) -> Iterator[Corners]:
        """(p, q, r, s): p and q in one line, r and s in another, p above r and q above s."""
        structure, free = state.structure, frozenset(range(state.structure.size)) - state.puzzle.givens.keys()
        for a, b in sorted(structure.crossing):
            if a > b:
                continue
            for g, h in combinations(sorted(structure.of_kind[a]), 2):
                for k, m in combinations(sorted(structure.of_kind[b]), 2):
                    [p], [q], [r], [s] = (structure.members[i] & structure.members[j] for i in (g, h) for j in (k, m))
                    if {p, q, r, s} <= free:
                        yield from ((p, q, r, s), (q, p, s, r), (r, s, p, q), (s, r, q, p))
                        yield from ((p, r, q, s), (r, p, s, q), (q, s, p, r), (s, q, r, p))

    def _told(self, state: State, corners: Corners) -> Iterator[Match]:
        position = Position(state)
        p, q, r, s = corners
        values = position.values
        if self.written == 3:
            # p = s = one value would complete q = r = the other
            right = q < r and values[p] is not None and values[q] is not None and values[q] == values[r]
            if not right or values[s] is not None or {p, q, r} - state.placed:
                return
            value, told = values[p], [s]
            gone = [Conclusion(s, value, False)] if value is not None else []
            two = {values[p], values[q]}
        else:
            if p > q or values[p] is None or values[q] is None or {p, q} - state.placed:
                return
            first, second, two = position.cand(r), position.cand(s), {values[p], values[q]}
            more = (first | second) - {values[q], values[p]}
            if (
                len(first) != 2
                or len(second) != 2
                or values[q] not in first
                or values[p] not in second
                or len(more) != 1
            ):
                return
            [value], told = more, [r, s]
            if value not in first or value not in second or value not in state.structure.loud:
                return
            both = state.structure.peers[r] & state.structure.peers[s]
            gone = [Conclusion(x, value, False) for x in sorted(both)]
        conclusions = tuple(each for each in gone if position.changes(each))
        if conclusions and len(two) == 2 and self._unseen(state, corners, {v for v in two if v is not None}):
            cells = tuple(sorted(corners))
            witness = {
                "X": CellSet(cells),
                "P": CellSet(tuple(sorted(told))),
                "v": OneValue(value or 0),
            }
            yield Match(witness, conclusions)

    def _unseen(self, state: State, corners: Corners, two: set[int]) -> bool:
        """Has every group that has corners just two, and both values once; and does nothing else link them?"""
        structure, cells = state.structure, set(corners)
        for g, members in enumerate(structure.members):
            if members & cells and (len(members & cells) != 2 or not two <= structure.once[g]):
                return False
        holders = {x: {y for members in structure.members if x in members for y in members} for x in cells}
        return all(structure.peers[x] <= holders[x] for x in cells)

    def recheck(self, size: int | None, state: State, witness: Witness) -> tuple[Conclusion, ...]:
        """The same corners."""
        return next((match.conclusions for match in self.matches(size, state) if match.witness == witness), ())

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        """All that the corners lack."""
        corners = CellSet.of(match.witness, "X").numbers
        cells = [x for x in corners if x in state.placed or self.written == 2]
        return Grounds(state.lost(cells), set(cells))


def _named(key: str, written: int, because: str) -> AvoidableRectangle:
    finder = AvoidableRectangle.named(key, because, HOLDS)
    finder.written = written
    return finder


TECHNIQUES = (
    _named(
        "avoidable-rectangle-1",
        3,
        "were {P} {v}, the corners {X}, none of them given, could be swapped and there would be two solutions",
    ),
    _named(
        "avoidable-rectangle-2",
        2,
        "one of {P} is {v}: else the corners {X}, none given, could be swapped and there would be two solutions",
    ),
)
