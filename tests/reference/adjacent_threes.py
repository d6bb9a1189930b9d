"""Two threes side by side."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.evidence.things import CellSet, GroupSet, OneCell
from gridwright.model import State
from gridwright.model.grounds import Grounds
from gridwright.rules.evaluate import Match
from gridwright.rules.grounds.collect import Collector
from gridwright.rules.position import Position
from gridwright.rules.technique import ALONE, Context
from gridwright.techniques._loops import graph_of, would_break
from gridwright.techniques._ties import drawn_lines, lines_of, loop_value
from gridwright.techniques.adjacent_threes import AdjacentThrees, lines_settled, threes_beside
from reference.finder import Reference
from reference.loops import use_statement


class AdjacentThreesReference(Reference[AdjacentThrees]):
    """Threes in their order."""

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        """Threes in their order."""
        lines, graph = state.structure.derived(lines_of), state.structure.derived(graph_of)
        drawn, position = drawn_lines(state, lines.value), Position(state)
        for beside in threes_beside(lines, graph):
            context.limits.check()
            others = [x for x, part in drawn.items() if part and x not in beside.around and x != beside.line]
            wrong = [each.group for each in lines.statements if would_break(each, {*beside.around})]
            found = tuple(each for each in lines_settled(beside, lines.value) if position.changes(each))
            if found and (others or wrong):
                yield Match(
                    {
                        "p": OneCell(beside.line),
                        "G": GroupSet(beside.groups),
                        "E": CellSet(tuple(others[:1])),
                        "H": GroupSet(() if others else tuple(wrong[:1])),
                    },
                    found,
                )

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        """A line elsewhere, that there is one loop, the clues, and the dots around the threes."""
        structure, value = state.structure, loop_value(state.structure)
        groups, wrong = (GroupSet.of(match.witness, name).numbers for name in "GH")
        elsewhere = CellSet.of(match.witness, "E").numbers
        graph, collector = structure.derived(graph_of), Collector(Position(state))
        collector.absent((x, 1 - value) for x in elsewhere)
        collector.found.choices.update(structure.relations[graph.loop].scope)
        collector.found.relations.add(graph.loop)
        own = {x for g in groups for x in structure.members[g]}
        dots = {g for g, lines in zip(graph.groups, graph.lines, strict=True) if own & {*lines}}
        collector.found.relations.update(structure.fillings[g] for g in dots)
        for g in (*groups, *wrong):
            use_statement(collector, value, g)
        return collector.found
