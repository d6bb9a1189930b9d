"""Paths of a loop that would be closed, and walks around dots."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.evidence.cell_path import CellPath
from gridwright.evidence.things import CellSet, GroupSet, OneCell
from gridwright.model import State
from gridwright.model.grounds import Grounds
from gridwright.model.step import Conclusion
from gridwright.rules.evaluate import Match
from gridwright.rules.grounds.collect import Collector
from gridwright.rules.position import Position
from gridwright.rules.technique import ALONE, Context
from gridwright.techniques._loops import (
    CLOSED,
    ELSEWHERE,
    TOO_SHORT,
    ClosingPath,
    LoopGraph,
    WalkAround,
    crossing_lines,
    follow,
    graph_of,
    side_of,
    would_break,
)
from gridwright.techniques._ties import Drawn, drawn_lines, lines_of, loop_value
from reference.finder import Reference


class ClosingPathReference(Reference[ClosingPath]):
    """Paths by their first line, or the open lines that would close one."""

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        """Paths by their first line, or the open lines that would close one."""
        lines, graph = state.structure.derived(lines_of), state.structure.derived(graph_of)
        drawn = drawn_lines(state, lines.value)
        paths = list(_paths(graph, drawn))
        undrawn = [x for x, part in drawn.items() if part is None]
        ends = {frozenset(ends): path for path, ends in paths if len(ends) == 2}
        found: list[tuple[tuple[int, ...], list[int], list[int], list[int]]] = []
        if size == CLOSED:
            found += ((path, undrawn, [], []) for path, its_ends in paths if not its_ends)
        else:
            for x in undrawn:
                path = ends.get(frozenset(graph.ends.get(x, ())))
                if path is None:
                    continue
                others = [y for y, part in drawn.items() if part and y not in path]
                wrong = [each.group for each in lines.statements if would_break(each, {x, *path})]
                if size == ELSEWHERE and others:
                    found.append((path, [x], others[:1], []))
                elif size == TOO_SHORT and not others and wrong:
                    found.append((path, [x], [], wrong[:1]))
        for path, cannot, elsewhere, groups in found:
            if cannot:
                seen = {"C": CellPath(path), "P": CellSet(tuple(cannot)),
                        "E": CellSet(tuple(elsewhere)), "G": GroupSet(tuple(groups))}  # fmt: skip
                yield Match(seen, tuple(Conclusion(x, lines.value, False) for x in cannot))

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        """The lines of the path and elsewhere, that there is one loop, and what would not hold."""
        structure, value = state.structure, loop_value(state.structure)
        path, elsewhere = CellPath.of(match.witness, "C").path, CellSet.of(match.witness, "E").numbers
        groups = GroupSet.of(match.witness, "G").numbers
        loop = structure.derived(graph_of).loop
        collector = Collector(Position(state))
        collector.absent((x, 1 - value) for x in (*path, *elsewhere))
        collector.found.choices.update(structure.relations[loop].scope)
        collector.found.relations.add(loop)
        for group in groups:
            use_statement(collector, value, group)
        return collector.found


def use_statement(collector: Collector, value: int, group: int) -> None:
    """What a group says of the lines: how many there are, or how they are filled."""
    structure = collector.structure
    if (value, group) in structure.exact:
        collector.held(value, group)
    else:
        collector.found.relations.add(structure.fillings[group])


def _paths(graph: LoopGraph, drawn: Drawn) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Lines that are drawn one after the other, and the dots where they end: none where they are closed."""
    met: set[int] = set()
    for x in graph.ends:
        if drawn[x] and x not in met:
            back, first = follow(graph, drawn.get, x, graph.ends[x][0])
            on, last = ([], None) if first is None else follow(graph, drawn.get, x, graph.ends[x][1])
            path = (*reversed(back), x, *on)
            met.update(path)
            yield path, () if first is None or last is None else (first, last)


class WalkAroundReference(Reference[WalkAround]):
    """Lines that alone are open of all that a walk crosses."""

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        """Lines without which, and without what is known, their ends hang together no more; short walks first."""
        value, graph = loop_value(state.structure), state.structure.derived(graph_of)
        drawn = drawn_lines(state, value)
        known = {x for x in graph.ends if drawn[x] is not None}
        found: list[tuple[int, int, tuple[int, ...], tuple[int, ...]]] = []
        for p in graph.ends:
            context.limits.check()
            side = side_of(graph, p, known)
            if drawn[p] is None and graph.ends[p][1] not in side:
                crossing = [x for x in crossing_lines(graph, side) if x != p]
                crossed, free = (tuple(x for x in crossing if drawn[x] == part) for part in (True, False))
                found.append((len(crossing), p, crossed, free))
        for _, p, crossed, free in sorted(found):
            lines = {"W": CellSet(crossed), "K": CellSet(free)}
            yield Match({"p": OneCell(p), **lines}, (Conclusion(p, value ^ len(crossed) & 1, False),))

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        """What is crossed or not, and the dots on one side: at each of them the lines are even in number."""
        structure, graph = state.structure, state.structure.derived(graph_of)
        p = OneCell.of(match.witness, "p").number
        crossed = CellSet.of(match.witness, "W").cells | CellSet.of(match.witness, "K").cells
        side = side_of(graph, p, crossed)
        dots = side if 2 * len(side) <= len(graph.groups) else set(range(len(graph.groups))) - side
        choices = {x for dot in dots for x in graph.lines[dot]}
        return Grounds(state.lost(crossed), choices, {structure.fillings[graph.groups[dot]] for dot in dots})
