"""Lines of a loop that are tied to each other: what two of them can be together, passed on from clue to corner to clue.

    statement   what the rulebook says of a few lines: a clue, a dot, a pearl, as the rows that it allows
    tie         two lines of which at most one, at least one, just one, or both or neither are part of the loop

A statement with the lines that are drawn around it allows some rows; what these have in common for two of its lines is
a tie, and another statement that has both lines allows fewer rows by it. So ties go round by round, each round with
what is known from the rounds before, until a statement decides a line: the shallowest way is found, and all lines that
one statement decides then are one match. How much is passed on is the size of the technique:

    CORNERS     ties between lines that two statements share (at a corner of a clue); dots see only what is drawn
    ACROSS      and dots pass on what clues say, from one corner to the one across
    ALIKE       ties between any two lines of a statement, "both or neither" too, and along them lines far away

A match keeps the ties that it needs, each behind those that it follows from (`CellTies`: group, line, line, what; no
group where it follows along others that two lines are alike or opposite): whoever checks, tells or draws them goes
through them one by one. The kernel has the same in `kernel/position/ties.cpp`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import ClassVar, NamedTuple

from ..evidence.cell_ties import BOTH_OR_NEITHER, JUST_ONE, TIES, CellTies, Tie
from ..evidence.things import OneGroup
from ..model import OneLoop, State, Structure
from ..model.constraints.one_loop import LOOP, POINT
from ..model.evidence import Witness
from ..model.step import Conclusion
from ..rules.evaluate import Match
from ..rules.finder import KernelFinder
from ..rules.position import Position
from ..rules.technique import ALONE, Context

CORNERS, ACROSS, ALIKE = 1, 2, 3
MOST_LINES = 8
"""Of a statement that people go through row by row."""
ANY = 15
Drawn = Mapping[int, bool | None]
"""Of each line whether it is part of the loop, None while that is open."""


class LineRows(NamedTuple):
    """A group, its lines, and the rows that it allows: bit i says whether line i is part of the loop."""

    group: int
    lines: tuple[int, ...]
    rows: tuple[int, ...]
    dot: bool


class LoopLines(NamedTuple):
    """The value of a line that is part of the loop, and all statements."""

    value: int
    statements: tuple[LineRows, ...]


def lines_of(structure: Structure) -> LoopLines:
    """What a board says of the lines of its loop."""
    value = loop_value(structure)
    found = []
    for g, group in enumerate(structure.groups):
        lines, relation = group.members, structure.filling(g)
        if not 2 <= len(lines) <= MOST_LINES or any(structure.sizes[x] != 2 for x in lines):
            continue
        if (number := structure.exact.get((value, g))) is not None:
            rows = [row for row in range(1 << len(lines)) if row.bit_count() == number]
        elif relation is not None:
            lines = relation.scope
            drawn = product(*((1 - value, value) for _ in lines))
            rows = [_row(values, value) for values in drawn if relation.holds(values)]
        else:
            continue
        found.append(LineRows(g, lines, tuple(sorted(rows)), group.kind == POINT))
    return LoopLines(value, tuple(found))


def loop_value(structure: Structure) -> int:
    """The value of a line that is part of the loop."""
    return next(relation.value for relation in structure.relations if isinstance(relation, OneLoop))


def _row(values: Sequence[int], value: int) -> int:
    return sum((v == value) << i for i, v in enumerate(values))


def allowed(statement: LineRows, drawn: Drawn, ties: Iterable[Tie]) -> list[int]:
    """The rows of a statement that agree with what is drawn, and with ties of its lines."""
    at = {x: i for i, x in enumerate(statement.lines)}
    return [
        row
        for row in statement.rows
        if all(drawn[x] is None or drawn[x] == row >> i & 1 for x, i in at.items())
        and all(what >> (row >> at[x] & 1) + 2 * (row >> at[y] & 1) & 1 for _, x, y, what in ties)
    ]


def together(statement: LineRows, rows: Iterable[int], x: int, y: int) -> int:
    """All that two lines are together in some row, as bits: neither, the first, the second, both."""
    i, j = statement.lines.index(x), statement.lines.index(y)
    what = 0
    for row in rows:
        what |= 1 << (row >> i & 1) + 2 * (row >> j & 1)
    return what


def path_between(near: Mapping[int, Mapping[int, tuple[int, ...]]], first: int, last: int) -> list[int] | None:
    """The shortest way from line to line, the first of several."""
    above: dict[int, int] = {first: first}
    queue = [first]
    for x in queue:
        for y in sorted(near.get(x, ())):
            if y not in above:
                above[y] = x
                queue.append(y)
    if last not in above:
        return None
    path = [last]
    while path[-1] != first:
        path.append(above[path[-1]])
    return path[::-1]


class OfLines(KernelFinder):
    """A finder that looks at the lines of a loop: where there is none, it finds nothing."""

    words = frozenset({POINT, LOOP})
    asked_by_makers = True

    def operand(self, size: int | None, structure: Structure) -> int:
        """The size, the value of a line that is part of the loop, and which kinds are dots and the loop."""
        kinds = structure.kinds
        return (size or 0) | loop_value(structure) << 8 | kinds.index(POINT) << 16 | kinds.index(LOOP) << 24

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        return super().matches(size, state, context) if self.words <= {*state.structure.kinds} else iter(())


class OfTies(OfLines):
    """Lines that a statement decides by what is known of two of them."""

    shows: ClassVar = {"L": CellTies, "g": OneGroup}
    passed: ClassVar[int] = CORNERS
    """How much is passed on, where that is not the size of the technique."""
    finds = "ties l.L s.g s.how"
    reads = "read_ties l.L s.g s.how"

    def operand(self, size: int | None, structure: Structure) -> int:
        return super().operand(size or self.passed, structure)

    def recheck(self, size: int | None, state: State, witness: Witness) -> tuple[Conclusion, ...]:
        """Every tie must follow from its group and those before it, then the group decides."""
        proof = TieProof(state, witness)
        if not all(proof.follows(number) for number in range(len(proof.ties))):
            return ()
        fixed = proof.fixed()
        position = Position(state)
        found = (Conclusion(x, proof.value ^ part, False) for x, part in sorted(fixed.items()))
        return tuple(each for each in found if position.changes(each))


class TieProof:
    """The ties of a witness on a state, to be gone through once more."""

    def __init__(self, state: State, witness: Witness) -> None:
        lines = state.structure.derived(lines_of)
        self.ties, self.group = CellTies.of(witness, "L").ties, OneGroup.of(witness, "g").number
        self.value = lines.value
        self.by_group = {statement.group: statement for statement in lines.statements}
        self.drawn = drawn_lines(state, lines.value)

    def statement(self, number: int) -> LineRows | None:
        """The statement of a tie, or at last of the group that decides; none where a tie follows along others."""
        group = self.ties[number].group if number < len(self.ties) else self.group
        return None if group is None else self.by_group.get(group)

    def before(self, statement: LineRows, number: int) -> list[Tie]:
        """The ties before one that are about lines of a statement."""
        return [tie for tie in self.ties[:number] if {tie.first, tie.second} <= {*statement.lines}]

    def follows(self, number: int) -> bool:
        """Does a tie follow from its statement and those before it?"""
        group, x, y, what = self.ties[number]
        if group is None:
            return self.along(number) == what
        statement = self.statement(number)
        if statement is None or not {x, y} <= {*statement.lines} or what not in TIES:
            return False
        rows = allowed(statement, self.drawn, self.before(statement, number))
        return not together(statement, rows, x, y) & ~what

    def along(self, number: int) -> int | None:
        """What two lines are by the ties before that say whether two are alike."""
        before = self.ties[:number]
        near: dict[int, dict[int, int]] = {}
        for _, x, y, what in before:
            bound = near.setdefault(x, {}).get(y, ANY) & what
            near[x][y] = near.setdefault(y, {})[x] = bound
        sure = {x: {y: (what,) for y, what in each.items() if what in (JUST_ONE, BOTH_OR_NEITHER)}
                for x, each in near.items()}  # fmt: skip
        path = path_between(sure, *self.ties[number][1:3])
        if path is None:
            return None
        opposite = sum(near[a][b] == JUST_ONE for a, b in pairwise(path)) % 2
        return JUST_ONE if opposite else BOTH_OR_NEITHER

    def fixed(self) -> dict[int, int]:
        """The lines that the last statement decides by the ties, and whether they are part of the loop."""
        statement = self.statement(len(self.ties))
        if statement is None:
            return {}
        by_ties = settled(statement, allowed(statement, self.drawn, self.before(statement, len(self.ties))))
        alone = settled(statement, allowed(statement, self.drawn, ()))
        return {x: part for x, part in by_ties.items() if x not in alone}


def drawn_lines(state: State, value: int) -> dict[int, bool | None]:
    """Of each variable whether it is part of the loop, None while that is open."""
    bit = 1 << value
    return {x: None if mask & bit and mask != bit else mask == bit for x, mask in enumerate(state.masks)}


def settled(statement: LineRows, rows: Sequence[int]) -> dict[int, int]:
    """The lines that are the same in all rows, and whether they are part of the loop."""
    same = ((x, {row >> i & 1 for row in rows}) for i, x in enumerate(statement.lines))
    return {x: min(parts) for x, parts in same if len(parts) == 1}
