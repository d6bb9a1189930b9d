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

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, pairwise, product
from typing import ClassVar, NamedTuple

from ..evidence import cell_ties
from ..evidence.cell_ties import AT_LEAST_ONE, AT_MOST_ONE, BOTH_OR_NEITHER, JUST_ONE, TIES, CellTies
from ..evidence.things import OneGroup
from ..model import OneLoop, State, Structure
from ..model.evidence import Witness
from ..model.grounds import Grounds
from ..model.step import Conclusion
from ..rules.evaluate import Match, OutOfFuel
from ..rules.finder import KernelFinder
from ..rules.grounds.collect import Collector
from ..rules.position import Position
from ..rules.technique import ALONE, Context

CORNERS, ACROSS, ALIKE = 1, 2, 3
MOST_LINES = 8
"""Of a statement that people go through row by row."""
ANY = 15
Pair = tuple[int, int]
Drawn = Mapping[int, bool | None]
"""Of each line whether it is part of the loop, None while that is open."""


class Statement(NamedTuple):
    """A group, its lines, and the rows that it allows: bit i says whether line i is part of the loop."""

    group: int
    lines: tuple[int, ...]
    rows: tuple[int, ...]
    dot: bool


class Lines(NamedTuple):
    """The value of a line that is part of the loop, all statements, and the pairs that two of them share."""

    value: int
    statements: tuple[Statement, ...]
    shared: frozenset[Pair]


class Tie(NamedTuple):
    """What a statement says of two lines, and in which round."""

    statement: int
    first: int
    second: int
    what: int
    round: int


class Fact(NamedTuple):
    """What is known of two lines, and by which ties; by several where they are alike along a path."""

    first: int
    second: int
    what: int
    ties: tuple[int, ...]


def lines_of(structure: Structure) -> Lines:
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
        found.append(Statement(g, lines, tuple(sorted(rows)), group.kind == "dot"))
    pairs = Counter(pair for statement in found for pair in combinations(sorted(statement.lines), 2))
    return Lines(value, tuple(found), frozenset(pair for pair, often in pairs.items() if often > 1))


def loop_value(structure: Structure) -> int:
    """The value of a line that is part of the loop."""
    return next(relation.value for relation in structure.relations if isinstance(relation, OneLoop))


def _row(values: Sequence[int], value: int) -> int:
    return sum((v == value) << i for i, v in enumerate(values))


class Derivation:
    """Round after round of ties, until some statement decides a line."""

    def __init__(self, state: State, size: int) -> None:
        self.lines = lines = state.structure.derived(lines_of)
        self.size = size
        self.drawn = drawn_lines(state, lines.value)
        self.ties: list[Tie] = []
        self.by_pair: dict[Pair, list[int]] = {}
        self.bounds: dict[Pair, int] = {}
        self.root: dict[int, tuple[int, int]] = {}

    def decided(self) -> Iterator[tuple[int, int, dict[int, int]]]:
        """The statements that decide lines by ties, in the first round where some do: each with the round and which.

        What a statement decides by itself is left to simpler techniques.
        """
        statements, rounds = self.lines.statements, 0
        found: list[tuple[int, int, dict[int, int]]] = []
        again = set(range(len(statements)))
        while again and not found:
            rounds += 1
            new: list[Tie] = []
            for s in sorted(again):
                statement = statements[s]
                undrawn = [x for x in statement.lines if self.drawn[x] is None]
                if len(undrawn) < 2:
                    continue
                rows = self.rows(statement, self.known(undrawn))
                if not rows:
                    return
                fixed = {x: part for x, part in settled(statement, rows).items() if self.drawn[x] is None}
                fixed = {x: part for x, part in fixed.items() if x not in settled(statement, self.rows(statement, ()))}
                if fixed and (len(undrawn) == 2 or not self.blind(statement)):
                    found.append((s, rounds, fixed))
                elif self.blind(statement):
                    rows = self.rows(statement, ())
                for x, y in combinations(sorted(undrawn), 2):
                    what = self.worth(together(statement, rows, x, y))
                    before = self.bounds.get((x, y), ANY)
                    if before & what != before and (self.size >= ALIKE or (x, y) in self.lines.shared):
                        new.append(Tie(s, x, y, what, rounds))
            again = self.add(new)
        yield from found

    def blind(self, statement: Statement) -> bool:
        """Does it see only what is drawn?"""
        return statement.dot and self.size < ACROSS

    def worth(self, what: int) -> int:
        """The tie that people keep of all that two lines can be together."""
        if not what & ~BOTH_OR_NEITHER and self.size >= ALIKE:
            return BOTH_OR_NEITHER
        return next((kind for kind in (JUST_ONE, AT_MOST_ONE, AT_LEAST_ONE) if not what & ~kind), ANY)

    def add(self, new: Iterable[Tie]) -> set[int]:
        """Keep ties; the statements that may say more by them."""
        again: set[int] = set()
        for tie in new:
            pair = tie.first, tie.second
            self.by_pair.setdefault(pair, []).append(len(self.ties))
            self.ties.append(tie)
            self.bounds[pair] = bound = self.bounds.get(pair, ANY) & tie.what
            if self.size >= ALIKE and (not bound & ~BOTH_OR_NEITHER or not bound & ~JUST_ONE):
                (one, turned), (other, turned_too) = self.find(tie.first), self.find(tie.second)
                if one != other:
                    self.root[other] = one, turned ^ turned_too ^ (not bound & ~JUST_ONE)
                    again = set(range(len(self.lines.statements)))
            again |= {s for s, each in enumerate(self.lines.statements) if {*pair} <= {*each.lines}}
        return again

    def find(self, x: int) -> tuple[int, int]:
        """The line that stands for all that are alike or opposite, and whether this one is its opposite."""
        turned = 0
        while x in self.root:
            x, opposite = self.root[x]
            turned ^= opposite
        return x, turned

    def known(self, undrawn: Sequence[int]) -> list[Fact]:
        """What is known of any two of these lines, without reasons."""
        found = []
        for x, y in combinations(sorted(undrawn), 2):
            what = self.bounds.get((x, y), ANY)
            if self.size >= ALIKE:
                (one, turned), (other, turned_too) = self.find(x), self.find(y)
                if one == other:
                    what &= JUST_ONE if turned ^ turned_too else BOTH_OR_NEITHER
            if what != ANY:
                found.append(Fact(x, y, what, ()))
        return found

    def rows(self, statement: Statement, facts: Iterable[Fact]) -> list[int]:
        """What the statement still allows."""
        return allowed(statement, self.drawn, facts)

    # Reasons

    def before(self, statement: Statement, rounds: int) -> list[Fact]:
        """What earlier rounds said of the lines of a statement: each tie, then what follows along several."""
        undrawn = sorted(x for x in statement.lines if self.drawn[x] is None)
        found: list[Fact] = []
        far: list[Fact] = []
        near = self.alike_before(rounds) if self.size >= ALIKE else {}
        for x, y in combinations(undrawn, 2):
            direct = [t for t in self.by_pair.get((x, y), ()) if self.ties[t].round < rounds]
            found += (Fact(x, y, self.ties[t].what, (t,)) for t in direct)
            if y not in near.get(x, ()) and (path := _path(near, x, y)):
                ties = [near[a][b] for a, b in pairwise(path)]
                opposite = sum(not self.what_of(each) & ~JUST_ONE for each in ties) % 2
                every = tuple(t for each in ties for t in each)
                far.append(Fact(x, y, JUST_ONE if opposite else BOTH_OR_NEITHER, every))
        return found + far

    def what_of(self, ties: Iterable[int]) -> int:
        what = ANY
        for t in ties:
            what &= self.ties[t].what
        return what

    def alike_before(self, rounds: int) -> dict[int, dict[int, tuple[int, ...]]]:
        """Of each line those that are alike or opposite by what earlier rounds said of the two, and by which ties."""
        near: dict[int, dict[int, tuple[int, ...]]] = {}
        for (x, y), ties in self.by_pair.items():
            own = [t for t in ties if self.ties[t].round < rounds]
            plain = [t for t in own if self.ties[t].what in (BOTH_OR_NEITHER, JUST_ONE)]
            if plain or not self.what_of(own) & ~JUST_ONE:
                near.setdefault(x, {})[y] = near.setdefault(y, {})[x] = tuple(plain[:1] or own)
        return near

    def proof(self, s: int, rounds: int, holds: Callable[[list[int]], bool], told: dict[tuple[int, ...], None]) -> None:
        """The ties that a statement needs to allow only such rows: the first that suffice, each behind those it needs.

        A tie is told by its number; what follows along several by two lines and what they are.
        """
        statement = self.lines.statements[s]
        kept = self.before(statement, rounds)
        for fact in reversed(kept):
            less = [each for each in kept if each is not fact]
            if holds(self.rows(statement, less)):
                kept = less
        for fact in kept:
            for t in fact.ties:
                if (t,) not in told:
                    tie = self.ties[t]
                    own = self.lines.statements[tie.statement]
                    self.proof(tie.statement, tie.round, partial(_ties, own, tie), told)
                    told[t,] = None
            if len(fact.ties) > 1:
                told[fact[:3]] = None

    def evidence(self, told: Iterable[tuple[int, ...]]) -> CellTies:
        """The ties of a proof in their order."""
        ties = []
        for each in told:
            tie = self.ties[each[0]] if len(each) == 1 else None
            group = None if tie is None else self.lines.statements[tie.statement].group
            ties.append(cell_ties.Tie(group, *(each if tie is None else tie[1:4])))
        return CellTies(tuple(ties))


def allowed(statement: Statement, drawn: Drawn, facts: Iterable[Fact]) -> list[int]:
    """The rows of a statement that agree with what is drawn and known."""
    at = {x: i for i, x in enumerate(statement.lines)}
    return [
        row
        for row in statement.rows
        if all(drawn[x] is None or drawn[x] == row >> i & 1 for x, i in at.items())
        and all(what >> (row >> at[x] & 1) + 2 * (row >> at[y] & 1) & 1 for x, y, what, _ in facts)
    ]


def together(statement: Statement, rows: Iterable[int], x: int, y: int) -> int:
    """All that two lines are together in some row, as bits: neither, the first, the second, both."""
    i, j = statement.lines.index(x), statement.lines.index(y)
    what = 0
    for row in rows:
        what |= 1 << (row >> i & 1) + 2 * (row >> j & 1)
    return what


def _path(near: Mapping[int, Mapping[int, tuple[int, ...]]], first: int, last: int) -> list[int] | None:
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

    words = frozenset({"dot", "loop"})
    asked_by_makers = True

    def operand(self, size: int | None, structure: Structure) -> int:
        """The size, the value of a line that is part of the loop, and which kinds are dots and the loop."""
        kinds = structure.kinds
        return (size or 0) | loop_value(structure) << 8 | kinds.index("dot") << 16 | kinds.index("loop") << 24

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        return super().matches(size, state, context) if self.words <= {*state.structure.kinds} else iter(())


class OfTies(OfLines):
    """Lines that a statement decides by what is known of two of them."""

    shows: ClassVar = {"L": CellTies, "g": OneGroup}
    passed: ClassVar[int] = CORNERS
    """How much is passed on, where that is not the size of the technique."""
    code = """
        load s.how {n}
    next:
        ties l.L s.g s.how else end
        emit else next
    end:
        end
    grounds:
        read_ties l.L s.g s.how
        end
    """

    def operand(self, size: int | None, structure: Structure) -> int:
        return super().operand(size or self.passed, structure)

    def reference(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        """What is decided in the first round where something is, statement by statement."""
        derivation, fuel = Derivation(state, size or self.passed), context.fuel
        line = derivation.lines.value
        for s, rounds, fixed in derivation.decided():
            context.limits.check()
            fuel -= 1
            if fuel < 0:
                raise OutOfFuel(f"{self.key} ran out of fuel")
            statement = derivation.lines.statements[s]
            told: dict[tuple[int, ...], None] = {}
            derivation.proof(s, rounds, partial(_settles, statement, fixed), told)
            ties = derivation.evidence(told)
            found = tuple(Conclusion(x, line ^ fixed[x], False) for x in sorted(fixed))
            yield Match({"L": ties, "g": OneGroup(statement.group)}, found)

    def recheck(self, size: int | None, state: State, witness: Witness) -> tuple[Conclusion, ...]:
        """Every tie must follow from its group and those before it, then the group decides."""
        proof = _Proof(state, witness)
        if not all(proof.follows(number) for number in range(len(proof.ties))):
            return ()
        fixed = proof.fixed(proof.drawn)
        position = Position(state)
        found = (Conclusion(x, proof.value ^ part, False) for x, part in sorted(fixed.items()))
        return tuple(each for each in found if position.changes(each))

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        """Of every statement the lines that have to be known as they are, and what it says."""
        proof, collector = _Proof(state, match.witness), Collector(Position(state))
        wanted = proof.fixed(proof.drawn)
        for number in range(len(proof.ties) + 1):
            statement = proof.statement(number)
            if statement is None:
                continue
            drawn = dict(proof.drawn)
            for x in sorted(statement.lines):
                if (kept := drawn[x]) is not None:
                    drawn[x] = None
                    if not (proof.follows(number, drawn) if number < len(proof.ties) else proof.settles(wanted, drawn)):
                        drawn[x] = kept
                        collector.absent([(x, proof.value ^ kept)])
            collector.found.choices.update(statement.lines)
            if (proof.value, statement.group) in state.structure.exact:
                collector.held(proof.value, statement.group)
            else:
                collector.found.relations.add(state.structure.fillings[statement.group])
        return collector.found


class _Proof:
    """The ties of a witness on a state, to be gone through once more."""

    def __init__(self, state: State, witness: Witness) -> None:
        lines = state.structure.derived(lines_of)
        self.ties, self.group = CellTies.of(witness, "L").ties, OneGroup.of(witness, "g").number
        self.value = lines.value
        self.by_group = {statement.group: statement for statement in lines.statements}
        self.drawn = drawn_lines(state, lines.value)

    def statement(self, number: int) -> Statement | None:
        """The statement of a tie, or at last of the group that decides; none where a tie follows along others."""
        group = self.ties[number].group if number < len(self.ties) else self.group
        return None if group is None else self.by_group.get(group)

    def facts(self, statement: Statement, number: int) -> list[Fact]:
        """What the ties before say of its lines."""
        return [Fact(x, y, what, ()) for _, x, y, what in self.ties[:number] if {x, y} <= {*statement.lines}]

    def follows(self, number: int, drawn: Drawn | None = None) -> bool:
        """Does a tie follow from its statement and those before it?"""
        group, x, y, what = self.ties[number]
        if group is None:
            return self.along(number) == what
        statement = self.statement(number)
        if statement is None or not {x, y} <= {*statement.lines} or what not in TIES:
            return False
        rows = allowed(statement, self.drawn if drawn is None else drawn, self.facts(statement, number))
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
        path = _path(sure, *self.ties[number][1:3])
        if path is None:
            return None
        opposite = sum(near[a][b] == JUST_ONE for a, b in pairwise(path)) % 2
        return JUST_ONE if opposite else BOTH_OR_NEITHER

    def settles(self, wanted: Mapping[int, int], drawn: Drawn) -> bool:
        """Does the last statement still decide these lines so?"""
        statement = self.statement(len(self.ties))
        assert statement is not None
        return _settles(statement, wanted, allowed(statement, drawn, self.facts(statement, len(self.ties))))

    def fixed(self, drawn: Drawn) -> dict[int, int]:
        """The lines that the last statement decides by the ties, and whether they are part of the loop."""
        statement = self.statement(len(self.ties))
        if statement is None:
            return {}
        by_ties = settled(statement, allowed(statement, drawn, self.facts(statement, len(self.ties))))
        alone = settled(statement, allowed(statement, drawn, ()))
        return {x: part for x, part in by_ties.items() if x not in alone}


def drawn_lines(state: State, value: int) -> dict[int, bool | None]:
    """Of each variable whether it is part of the loop, None while that is open."""
    bit = 1 << value
    return {x: None if mask & bit and mask != bit else mask == bit for x, mask in enumerate(state.masks)}


def settled(statement: Statement, rows: Sequence[int]) -> dict[int, int]:
    """The lines that are the same in all rows, and whether they are part of the loop."""
    same = ((x, {row >> i & 1 for row in rows}) for i, x in enumerate(statement.lines))
    return {x: min(parts) for x, parts in same if len(parts) == 1}


def _settles(statement: Statement, fixed: Mapping[int, int], rows: Sequence[int]) -> bool:
    return not rows or fixed.items() <= settled(statement, rows).items()


def _ties(statement: Statement, tie: Tie, rows: Sequence[int]) -> bool:
    return not together(statement, rows, tie.first, tie.second) & ~tie.what
