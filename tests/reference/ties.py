"""Round after round of ties between lines, until a statement decides one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, pairwise
from typing import NamedTuple

from gridwright.evidence.cell_ties import AT_LEAST_ONE, AT_MOST_ONE, BOTH_OR_NEITHER, JUST_ONE, CellTies, Tie
from gridwright.evidence.things import OneGroup
from gridwright.model import State
from gridwright.model.grounds import Grounds
from gridwright.model.step import Conclusion
from gridwright.rules.evaluate import Match, OutOfFuel
from gridwright.rules.grounds.collect import Collector
from gridwright.rules.position import Position
from gridwright.rules.technique import ALONE, Context
from gridwright.techniques._ties import (
    ACROSS,
    ALIKE,
    ANY,
    LineRows,
    OfTies,
    TieProof,
    allowed,
    drawn_lines,
    lines_of,
    path_between,
    settled,
    together,
)
from reference.finder import Reference


class RoundTie(NamedTuple):
    """What a statement says of two lines, and in which round."""

    statement: int
    first: int
    second: int
    what: int
    round: int


class PairFact(NamedTuple):
    """What is known of two lines, and by which ties; by several where they are alike along a path."""

    first: int
    second: int
    what: int
    ties: tuple[int, ...]


class Derivation:
    """Round after round of ties, until some statement decides a line."""

    def __init__(self, state: State, size: int) -> None:
        self.lines = lines = state.structure.derived(lines_of)
        self.size = size
        pairs = Counter(pair for statement in lines.statements for pair in combinations(sorted(statement.lines), 2))
        self.shared = {pair for pair, often in pairs.items() if often > 1}
        self.drawn = drawn_lines(state, lines.value)
        self.ties: list[RoundTie] = []
        self.by_pair: dict[tuple[int, int], list[int]] = {}
        self.bounds: dict[tuple[int, int], int] = {}
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
            new: list[RoundTie] = []
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
                    if before & what != before and (self.size >= ALIKE or (x, y) in self.shared):
                        new.append(RoundTie(s, x, y, what, rounds))
            again = self.add(new)
        yield from found

    def blind(self, statement: LineRows) -> bool:
        """Does it see only what is drawn?"""
        return statement.dot and self.size < ACROSS

    def worth(self, what: int) -> int:
        """The tie that people keep of all that two lines can be together."""
        if not what & ~BOTH_OR_NEITHER and self.size >= ALIKE:
            return BOTH_OR_NEITHER
        return next((kind for kind in (JUST_ONE, AT_MOST_ONE, AT_LEAST_ONE) if not what & ~kind), ANY)

    def add(self, new: Iterable[RoundTie]) -> set[int]:
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

    def known(self, undrawn: Sequence[int]) -> list[PairFact]:
        """What is known of any two of these lines, without reasons."""
        found = []
        for x, y in combinations(sorted(undrawn), 2):
            what = self.bounds.get((x, y), ANY)
            if self.size >= ALIKE:
                (one, turned), (other, turned_too) = self.find(x), self.find(y)
                if one == other:
                    what &= JUST_ONE if turned ^ turned_too else BOTH_OR_NEITHER
            if what != ANY:
                found.append(PairFact(x, y, what, ()))
        return found

    def rows(self, statement: LineRows, facts: Iterable[PairFact]) -> list[int]:
        """What the statement still allows."""
        return allowed(statement, self.drawn, [Tie(None, *fact[:3]) for fact in facts])

    # Reasons

    def before(self, statement: LineRows, rounds: int) -> list[PairFact]:
        """What earlier rounds said of the lines of a statement: each tie, then what follows along several."""
        undrawn = sorted(x for x in statement.lines if self.drawn[x] is None)
        found: list[PairFact] = []
        far: list[PairFact] = []
        near = self.alike_before(rounds) if self.size >= ALIKE else {}
        for x, y in combinations(undrawn, 2):
            direct = [t for t in self.by_pair.get((x, y), ()) if self.ties[t].round < rounds]
            found += (PairFact(x, y, self.ties[t].what, (t,)) for t in direct)
            if y not in near.get(x, ()) and (path := path_between(near, x, y)):
                ties = [near[a][b] for a, b in pairwise(path)]
                opposite = sum(not self.what_of(each) & ~JUST_ONE for each in ties) % 2
                every = tuple(t for each in ties for t in each)
                far.append(PairFact(x, y, JUST_ONE if opposite else BOTH_OR_NEITHER, every))
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
            ties.append(Tie(group, *(each if tie is None else tie[1:4])))
        return CellTies(tuple(ties))


def _settles(statement: LineRows, fixed: Mapping[int, int], rows: Sequence[int]) -> bool:
    return not rows or fixed.items() <= settled(statement, rows).items()


def _ties(statement: LineRows, tie: RoundTie, rows: Sequence[int]) -> bool:
    return not together(statement, rows, tie.first, tie.second) & ~tie.what


class TiesReference(Reference[OfTies]):
    """Lines that a statement decides by what is known of two of them."""

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        """What is decided in the first round where something is, statement by statement."""
        derivation, fuel = Derivation(state, size or self.finder.passed), context.fuel
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

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        """Of every statement the lines that have to be known as they are, and what it says."""
        proof, collector = TieProof(state, match.witness), Collector(Position(state))
        wanted, drawn_there = proof.fixed(), proof.drawn
        for number in range(len(proof.ties) + 1):
            statement = proof.statement(number)
            if statement is None:
                continue
            proof.drawn = drawn = dict(drawn_there)
            for x in sorted(statement.lines):
                if (kept := drawn[x]) is not None:
                    drawn[x] = None
                    if not (proof.follows(number) if number < len(proof.ties) else _decides(proof, wanted)):
                        drawn[x] = kept
                        collector.absent([(x, proof.value ^ kept)])
            collector.found.choices.update(statement.lines)
            if (proof.value, statement.group) in state.structure.exact:
                collector.held(proof.value, statement.group)
            else:
                collector.found.relations.add(state.structure.fillings[statement.group])
        return collector.found


def _decides(proof: TieProof, wanted: Mapping[int, int]) -> bool:
    """Does the last statement still decide these lines so?"""
    last = len(proof.ties)
    statement = proof.statement(last)
    assert statement is not None
    return _settles(statement, wanted, allowed(statement, proof.drawn, proof.before(statement, last)))
