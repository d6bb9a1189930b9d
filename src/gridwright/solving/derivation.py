"""The shortest way to a fact: few steps that lead there from a position, not those that a trace happens to have.

    derive(trace, fact, rungs, catalogue, limits=limits)      a trace from the same start that ends with the fact

Facts become known in the order of how many steps they take. A match costs itself and all the steps that its grounds
rest on; the cheapest is believed next, and what it concludes is then known at that price. Matches are asked for where
everything cheaper is known, so a fact that one step tells is found at once (Knuth's generalisation of Dijkstra's
algorithm to rules with several premises). Premises may share steps, which prices alone do not see: afterwards each step
of the way is forbidden in turn while the others are free, and a shorter way is taken.

Techniques that suppose something are not looked for; such steps of the trace itself are taken where they are needed.
The way is never longer than what the trace has for the fact (`excerpt.rests_on`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import chain

from ..model import Limits, Stopped, bits
from ..model.grounds import Grounds
from ..model.step import Conclusion, Step, Trace
from ..rules.evaluate import Match, OutOfFuel
from ..rules.position import Position, apply
from ..rules.technique import Context, Sized, Supposing
from ..techniques import Catalogue
from .deduce import step_of
from .excerpt import excerpt, rests_on, trace_of
from .ledger import Ledger
from .replay import concluded, restored

MOST_MATCHES = 30_000
"""So many matches are looked at before the trace's own steps have to do: a second at the most."""
MOST_TRIES = 200
"""So often a shorter way is sought among the matches that were seen."""

FactNumber = int
"""A candidate that is gone or, behind all of those, a variable that is written down."""


@dataclass(frozen=True)
class _Way:
    """How something may become known: a match, or a step of the trace, and what must be known before."""

    number: int
    rung: int
    needs: frozenset[FactNumber]
    gives: frozenset[FactNumber]
    found: tuple[Sized, Match, Grounds] | Step = field(compare=False)


def derive(trace: Trace, fact: Conclusion, rungs: Sequence[Sized], catalogue: Catalogue, *, limits: Limits) -> Trace:
    """A short trace from the start of another to a fact that it concludes, with matches of these rungs.

    Where limits strike, the shortest so far, and it says which.
    """
    numbers = rests_on(trace, fact)
    if len(numbers) < 2:
        return excerpt(trace, numbers)
    search = _Search(trace, fact, numbers, rungs, catalogue, limits)
    stop = None
    try:
        search.run()
    except Stopped as stopped:
        stop = stopped.stop
    return replace(search.shortest or excerpt(trace, numbers), stop=stop)


class _Search:
    """Ways to know things by their price, cheapest first, until the goal is known."""

    def __init__(
        self, trace: Trace, fact: Conclusion, numbers: Sequence[int], rungs: Sequence[Sized], catalogue: Catalogue,
        limits: Limits,
    ) -> None:  # fmt: skip
        self.trace, self.rungs, self.catalogue, self.limits = trace, rungs, catalogue, limits
        self.structure, self.state = trace.puzzle.structure, trace.start
        self.candidate = self.structure.candidate
        self.written = sum(self.structure.sizes)
        """The number of the first fact that says "it is written down"."""
        self.bound = len(numbers)
        self.shortest: Trace | None = None
        self.ways: list[_Way] = []
        self.known: dict[FactNumber, int] = {}
        """The ways that a fact takes, as bits. What is so from the start is not here and is nowhere needed."""
        self.pending: list[tuple[int, int, int, int]] = []
        """Price, rung and number of a way whose needs are known, and the ways that it takes with itself."""
        self.believed: list[_Way] = []
        self.seen: set[tuple[int, tuple[Conclusion, ...], frozenset[FactNumber]]] = set()
        self.goal = self._goal(fact)
        self.waiting = [self._taken(trace.steps[number]) for number in numbers if self._is_taken(trace.steps[number])]

    def run(self) -> None:
        """Look for the goal, then for what its premises share."""
        looked = 0
        while not self.goal <= self.known.keys():
            looked += self._look()
            if not self.pending or looked > MOST_MATCHES:
                return
            price = self.pending[0][0]
            while self.pending and self.pending[0][0] == price:
                _, _, number, steps = heappop(self.pending)
                self._believe(self.ways[number], steps)
        needed = 0
        for fact in self.goal:
            needed |= self.known[fact]
        best = [way for way in self.believed if needed >> way.number & 1]
        self._keep(best)
        self._share(best)

    # What is known

    def _goal(self, fact: Conclusion) -> frozenset[FactNumber]:
        x, open_at_start = fact.variable, self.trace.start.masks[fact.variable]
        if fact.true and x in self.trace.end.placed:
            return frozenset({self.written + x})
        values = bits(open_at_start & ~(1 << fact.value)) if fact.true else (fact.value,)
        return frozenset(self.candidate(x, value) for value in values)

    def _facts(self, conclusion: Conclusion) -> Iterator[FactNumber]:
        """All that is known with a conclusion: what is written down removes what is linked to it."""
        candidate = self.candidate(conclusion.variable, conclusion.value)
        if conclusion.true:
            yield self.written + conclusion.variable
            yield from self.structure.linked[candidate]
        else:
            yield candidate

    def _needs(self, absences: Iterable[tuple[int, int]]) -> Iterator[FactNumber]:
        """What absent candidates rest on, as `Ledger.premises` has it."""
        missing: dict[int, int] = {}
        for x, value in absences:
            missing[x] = missing.get(x, 0) | 1 << value
        for x, gone in missing.items():
            domain = self.trace.puzzle.variables[x].domain
            if self.written + x in self.known and gone | self.state.masks[x] == domain.all:
                yield self.written + x
            else:
                yield from (self.candidate(x, value) for value in bits(gone & self.trace.start.masks[x]))

    # Ways

    def _is_taken(self, step: Step) -> bool:
        """Is it a step that nobody looks for here?"""
        return all(isinstance(technique, Supposing) or technique.key != step.key for technique, _ in self.rungs)

    def _taken(self, step: Step) -> _Way:
        """A step of the trace; it holds where all is known that its premises conclude."""
        concluded = chain.from_iterable(self.trace.steps[number].conclusions for number in step.premises)
        needs = frozenset(next(self._facts(each)) for each in concluded)
        return self._way(len(self.rungs), needs, step.conclusions, step)

    def _way(
        self, rung: int, needs: frozenset[FactNumber], conclusions: Iterable[Conclusion],
        found: tuple[Sized, Match, Grounds] | Step,
    ) -> _Way:  # fmt: skip
        gives = frozenset(chain.from_iterable(map(self._facts, conclusions)))
        self.ways.append(_Way(len(self.ways), rung, needs, gives, found))
        return self.ways[-1]

    def _look(self) -> int:
        """Everything that matches where all of this is known; how much was looked at?"""
        for way in [way for way in self.waiting if way.needs <= self.known.keys()]:
            self.waiting.remove(way)
            self._push(way)
        context, looked = Context(limits=self.limits), 0
        for rung, sized in enumerate(self.rungs):
            technique, size = sized
            if isinstance(technique, Supposing):
                continue
            self.limits.check()
            try:
                for match, grounds in technique.supported(size, self.state, context):
                    looked += 1
                    needs = frozenset(self._needs(grounds.absences))
                    if (rung, match.conclusions, needs) not in self.seen:
                        self.seen.add((rung, match.conclusions, needs))
                        self._push(self._way(rung, needs, match.conclusions, (sized, match, grounds)))
            except OutOfFuel:
                continue
        return looked

    def _push(self, way: _Way) -> None:
        steps = 1 << way.number
        for fact in way.needs:
            steps |= self.known[fact]
        if steps.bit_count() <= self.bound:
            heappush(self.pending, (steps.bit_count(), way.rung, way.number, steps))

    def _believe(self, way: _Way, steps: int) -> None:
        """Know what it concludes, as far as nothing cheaper told it."""
        self.believed.append(way)
        position = Position(self.state)
        conclusions = way.found.conclusions if isinstance(way.found, Step) else way.found[1].conclusions
        new = [each for each in conclusions if position.changes(each)]
        self.state = apply(self.state, new)
        for fact in chain.from_iterable(map(self._facts, new)):
            self.known.setdefault(fact, steps)

    # What premises share

    def _share(self, best: Sequence[_Way]) -> None:
        """Forbid each way of the best in turn, for as long as that leads to a shorter one."""
        rest = list(best)
        for _ in range(MOST_TRIES):
            if not rest:
                return
            self.limits.check()
            forbidden = rest.pop()
            free = sum(1 << way.number for way in best if way is not forbidden)
            other = self._cheapest(free, 1 << forbidden.number)
            if other and len(other) < len(best) and self._keep(other):
                best, rest = other, list(other)

    def _cheapest(self, free: int, forbidden: int) -> list[_Way]:
        """The ways that lead to the goal, in order, some free and some forbidden; nothing if there are none."""
        known: dict[FactNumber, int] = {}
        wanted: dict[FactNumber, list[_Way]] = {}
        lacks = {way.number: len(way.needs) for way in self.ways}
        pending: list[tuple[int, int, int, int, int]] = []
        order: list[_Way] = []

        def push(way: _Way) -> None:
            steps = 1 << way.number
            for fact in way.needs:
                steps |= known[fact]
            heappush(pending, ((steps & ~free).bit_count(), steps.bit_count(), way.rung, way.number, steps))

        for way in self.ways:
            if forbidden >> way.number & 1:
                continue
            for fact in way.needs:
                wanted.setdefault(fact, []).append(way)
            if not way.needs:
                push(way)
        while pending and not self.goal <= known.keys():
            *_, number, steps = heappop(pending)
            way = self.ways[number]
            order.append(way)
            for fact in way.gives:
                if fact not in known:
                    known[fact] = steps
                    for other in wanted.get(fact, ()):
                        lacks[other.number] -= 1
                        if not lacks[other.number]:
                            push(other)
        if not self.goal <= known.keys():
            return []
        needed = 0
        for fact in self.goal:
            needed |= known[fact]
        return [way for way in order if needed >> way.number & 1]

    def _keep(self, ways: Sequence[_Way]) -> bool:
        """Take these where they are fewer and hold: who else says what a match needs may say too much for it.

        A line that has the value already is no line of an x-wing any more.
        """
        if len(ways) >= self.bound:
            return False
        trace = self._told(ways)
        for step in trace.steps:
            back = restored(trace, step)
            if not step.conclusions or not {*step.conclusions} <= {*concluded(step, self.catalogue, back)}:
                return False
        self.bound, self.shortest = len(ways), trace
        return True

    def _told(self, ways: Iterable[_Way]) -> Trace:
        """The trace of ways in this order."""
        state, ledger = self.trace.start, Ledger(self.structure)
        steps: list[Step] = []
        for way in ways:
            position = Position(state)
            if isinstance(way.found, Step):
                step = self._renumbered(way.found, ledger)
            else:
                (technique, size), match, grounds = way.found
                step = step_of(technique, size, match, state, ledger, grounds)
            step = replace(step, conclusions=tuple(filter(position.changes, step.conclusions)))
            after = apply(state, step.conclusions)
            ledger.note(step, state, after)
            steps.append(step)
            state = after
        return trace_of(self.trace.start, steps)

    def _renumbered(self, step: Step, ledger: Ledger) -> Step:
        """A step of the trace that rests on whoever has said here what its premises said there."""
        concluded = chain.from_iterable(self.trace.steps[number].conclusions for number in step.premises)
        found = {
            ledger.placed(each.variable) if each.true else ledger.removed(each.variable, each.value)
            for each in concluded
        }
        premises = tuple(sorted(number for number in found if number is not None))
        return replace(step, premises=premises, inside=tuple(self._renumbered(line, ledger) for line in step.inside))
