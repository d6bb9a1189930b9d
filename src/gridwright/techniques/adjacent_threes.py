"""Two threes side by side: the line between them is part of the loop, and so are those beyond it on either side.

         ╷   ╷   ╷
         │ 3 │ 3 │       without the line between them the loop would run round both, and be closed:
         ╵   ╵   ╵       that is wrong where anything else belongs to the loop

With it, the lines that go on from its ends are none: each of its ends has one line of a three.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import ClassVar, NamedTuple

from ..evidence.things import CellSet, GroupSet, OneCell
from ..model import State
from ..model.evidence import Witness
from ..model.step import Conclusion
from ._loops import LoopGraph, OfLoop, closed, graph_of, would_break
from ._ties import LineRows, LoopLines, drawn_lines, lines_of


class Beside(NamedTuple):
    """Two threes, the line between them, the six lines around both, and what has to be part of the loop or none."""

    groups: tuple[int, int]
    line: int
    around: frozenset[int]
    part: tuple[int, ...]
    none: tuple[int, ...]


class AdjacentThrees(OfLoop):
    """Clues of three of four lines that share one."""

    shows: ClassVar = {"p": OneCell, "G": GroupSet, "E": CellSet, "H": GroupSet}
    finds = "threes_beside s.p t.G s.how"
    shows_more = "threes_wrong t.E t.H s.how"
    reads = "read_threes t.G t.E t.H s.how"

    def concluded(self, size: int | None, state: State, witness: Witness) -> Iterable[Conclusion] | None:
        lines, graph = state.structure.derived(lines_of), state.structure.derived(graph_of)
        drawn = drawn_lines(state, lines.value)
        p, groups = OneCell.of(witness, "p").number, GroupSet.of(witness, "G").numbers
        elsewhere, wrong = CellSet.of(witness, "E").numbers, GroupSet.of(witness, "H").numbers
        beside = next((each for each in threes_beside(lines, graph) if (each.line, each.groups) == (p, groups)), None)
        if beside is None:
            return None
        more = any(drawn[x] and x not in beside.around and x != p for x in elsewhere)
        by_group = {each.group: each for each in lines.statements}
        more |= any(g in by_group and would_break(by_group[g], {*beside.around}) for g in wrong)
        return lines_settled(beside, lines.value) if more else None


def threes_beside(lines: LoopLines, graph: LoopGraph) -> Iterator[Beside]:
    """All threes side by side."""
    for one, other in combinations(filter(_is_three, lines.statements), 2):
        both = {*one.lines} & {*other.lines}
        if len(both) != 1 or not both <= graph.ends.keys():
            continue
        [line] = both
        around = frozenset((*one.lines, *other.lines)) - both
        ends = {x: {*graph.ends.get(x, ())} & {*graph.ends[line]} for x in around}
        beyond = [x for each in (one, other) for x in sorted(each.lines) if x != line and not ends[x]]
        on = [x for dot in graph.ends[line] for x in graph.lines[dot] if x != line and x not in around]
        if len(beyond) == 2 and closed(graph, {*around}):
            yield Beside((one.group, other.group), line, around, (line, *beyond), tuple(on))


def _is_three(statement: LineRows) -> bool:
    return not statement.dot and len(statement.lines) == 4 and {row.bit_count() for row in statement.rows} == {3}


def lines_settled(beside: Beside, value: int) -> list[Conclusion]:
    part = [Conclusion(x, 1 - value, False) for x in beside.part]
    return part + [Conclusion(x, value, False) for x in beside.none]


TECHNIQUE = AdjacentThrees.named(
    "adjacent-threes",
    "without {p} between {G} the loop would run round both and be closed",
    "without the line between two threes the loop would run round both; with it, the lines beyond go on, for no more "
    "than two meet at a dot",
)
