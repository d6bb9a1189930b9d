"""The lines of a loop as a graph of dots: paths that would be closed, and what a walk around dots crosses.

    path    lines that are drawn one after the other; a line between its two ends would close it
    walk    around some dots, across lines: the loop comes in as often as it goes out, so a walk that ends where it
            began crosses it an even number of times. Where all lines but one are known, so is that one. What lies on
            either side of a line is inside and outside then: players colour cells for it

The kernel has the same in `kernel/position/line_graph.cpp`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from typing import ClassVar, NamedTuple

from ..evidence.cell_path import CellPath
from ..evidence.things import CellSet, GroupSet, OneCell
from ..model import OneLoop, State, Structure
from ..model.constraints.one_loop import POINT
from ..model.evidence import Witness
from ..model.step import Conclusion
from ..rules.position import Position
from ._ties import LineRows, OfLines, drawn_lines, lines_of, loop_value

IsPart = Callable[[int], bool | None]
"""Is a line part of the loop?"""


class LoopGraph(NamedTuple):
    """The dots by their groups, the lines at each, the two dots of each line, and the relation of one loop."""

    groups: tuple[int, ...]
    lines: tuple[tuple[int, ...], ...]
    ends: dict[int, tuple[int, int]]
    loop: int


def graph_of(structure: Structure) -> LoopGraph:
    """The graph of a board's lines; one that ends nowhere is none of it."""
    dots = tuple(g for g, group in enumerate(structure.groups) if group.kind == POINT)
    lines = tuple(tuple(sorted(structure.groups[g].members)) for g in dots)
    at: dict[int, list[int]] = {}
    for dot, own in enumerate(lines):
        for x in own:
            at.setdefault(x, []).append(dot)
    loop = next(i for i, relation in enumerate(structure.relations) if isinstance(relation, OneLoop))
    ends = {x: (both[0], both[1]) for x, both in sorted(at.items()) if len(both) == 2}
    return LoopGraph(dots, lines, ends, loop)


class OfLoop(OfLines):
    """A finder whose witness leads to the same wherever it holds."""

    def recheck(self, size: int | None, state: State, witness: Witness) -> tuple[Conclusion, ...]:
        """What the same lines lead to."""
        position = Position(state)
        found = self.concluded(size, state, witness) or ()
        return tuple(each for each in found if position.changes(each))

    def concluded(self, size: int | None, state: State, witness: Witness) -> Iterable[Conclusion] | None:
        """All that a witness leads to, whether it is new or not; None where it does not hold."""
        raise NotImplementedError


# Paths

ELSEWHERE, TOO_SHORT, CLOSED = 1, 2, 3


class ClosingPath(OfLoop):
    """Lines that would close a path while more belongs to the loop, or while a clue is not right; and closed paths."""

    shows: ClassVar = {"C": CellPath, "P": CellSet, "E": CellSet, "G": GroupSet}
    finds = "loop_closing l.C t.P s.how"
    shows_more = "loop_wrong t.E t.G s.how"
    reads = "read_closing l.C t.E t.G s.how"

    def concluded(self, size: int | None, state: State, witness: Witness) -> Iterable[Conclusion] | None:
        lines, graph = state.structure.derived(lines_of), state.structure.derived(graph_of)
        drawn = drawn_lines(state, lines.value)
        path, cannot = CellPath.of(witness, "C").path, CellSet.of(witness, "P").numbers
        elsewhere, groups = CellSet.of(witness, "E").numbers, GroupSet.of(witness, "G").numbers
        loop = {*path} if size == CLOSED else {*path, *cannot}
        by_group = {each.group: each for each in lines.statements}
        reason = {
            ELSEWHERE: len(cannot) == 1 and any(drawn[x] and x not in loop for x in elsewhere),
            TOO_SHORT: len(cannot) == 1 and any(g in by_group and would_break(by_group[g], loop) for g in groups),
            CLOSED: not loop & {*cannot},
        }
        if not reason[size or 0] or not all(drawn[x] for x in path) or not closed(graph, loop):
            return None
        return (Conclusion(x, lines.value, False) for x in cannot)


def would_break(statement: LineRows, loop: set[int]) -> bool:
    """Does a clue not hold where just these lines are the loop?"""
    return not statement.dot and sum((x in loop) << i for i, x in enumerate(statement.lines)) not in statement.rows


def closed(graph: LoopGraph, lines: set[int]) -> bool:
    """Are these lines one closed path?"""
    if not lines or not lines <= graph.ends.keys():
        return False
    first = min(lines)
    path, end = follow(graph, lambda x: x in lines, first, graph.ends[first][0])
    return end is None and len(path) + 1 == len(lines)


def follow(graph: LoopGraph, part: IsPart, line: int, dot: int) -> tuple[list[int], int | None]:
    """The lines from one on through one of its dots, and the dot where they end: None where they come back."""
    path: list[int] = []
    last = line
    while True:
        following = next((x for x in graph.lines[dot] if x in graph.ends and part(x) and x != last), None)
        if following is None:
            return path, dot
        if following == line or len(path) > len(graph.ends):
            return path, None
        path.append(following)
        one, other = graph.ends[following]
        last, dot = following, other if one == dot else one


# Walks


class WalkAround(OfLoop):
    """Lines that alone are open of all that a walk around dots crosses."""

    shows: ClassVar = {"p": OneCell, "W": CellSet, "K": CellSet}
    finds = "walk_around s.p s.how"
    shows_more = "walk_crosses t.W t.K s.p s.how"
    reads = "read_walk s.p s.how"

    def concluded(self, size: int | None, state: State, witness: Witness) -> Iterable[Conclusion] | None:
        value, graph = loop_value(state.structure), state.structure.derived(graph_of)
        drawn = drawn_lines(state, value)
        p = OneCell.of(witness, "p").number
        crossed, free = CellSet.of(witness, "W").cells, CellSet.of(witness, "K").cells
        known = all(drawn[x] for x in crossed) and not any(drawn[x] is not False for x in free)
        side = side_of(graph, p, {*crossed, *free}) if p in graph.ends else set()
        if not known or not side or graph.ends[p][1] in side:
            return None
        often = sum(x in crossed for x in crossing_lines(graph, side))
        return (Conclusion(p, value ^ often & 1, False),)


def side_of(graph: LoopGraph, line: int, closed: Set[int]) -> set[int]:
    """The dots to which there is a way from the first end of a line without it and across no closed one."""
    side, queue = {graph.ends[line][0]}, [graph.ends[line][0]]
    for dot in queue:
        for x in graph.lines[dot]:
            if x != line and x not in closed and x in graph.ends:
                new = set(graph.ends[x]) - side
                side |= new
                queue += new
    return side


def crossing_lines(graph: LoopGraph, side: set[int]) -> list[int]:
    """The lines that lead out of there."""
    return [x for x in sorted(graph.ends) if len(side.intersection(graph.ends[x])) == 1]
