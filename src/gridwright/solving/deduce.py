"""Solving as people do: one step at a time, the simplest technique that applies, no guess.

    trace = deduce(puzzle, [("naked-single", None), ("naked-subset", 2)])
    trace.outcome, trace.steps[0].technique

A ladder is a list of rungs, simplest first: the key of a technique and its size. The first match of the first rung that
changes something is the next step, and after it everything starts from the first rung again. So the same puzzle and the
same ladder always give the same trace.

Each step knows which earlier ones it rests on: a Ledger keeps who removed each candidate and who wrote each value down,
and what the step found missing leads to their numbers. The kernel climbs what it has plans for and says all that of its
steps (`rules.machine.climb`). At a rung without a plan it stops, the technique itself is asked, and the climb goes on
from there. Plans are made as the climb comes to them: most puzzles never need most of a ladder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile

from ..model import Limits, Puzzle, State, Stop, Stopped, Structure, begin
from ..model.grounds import Grounds
from ..model.step import Conclusion, Outcome, Step, Trace
from ..native import kernel, masks_of
from ..rules.evaluate import FUEL, Match, OutOfFuel
from ..rules.machine import Batch, Climbed, CompiledPlan, climb, climbed, placed_of, state_of, tables_of
from ..rules.position import apply, start
from ..rules.technique import Context, Ladder, ProofLine, Rung, Sized, Technique
from ..techniques import Catalogue
from .ledger import Ledger

FIRST_PLANS = 6
"""So many rungs get their plans at first; each time that these are not enough, twice as many."""


def deduce(
    position: Puzzle | State,
    ladder: Ladder,
    *,
    limit: int | None = None,
    catalogue: Catalogue | None = None,
    inside: Ladder | None = None,
    limits: Limits | None = None,
) -> Trace:
    """Apply techniques until all is decided, nothing applies or nothing is possible; at most `limit` steps.

    Where `limits` strike first, the steps so far are the trace, and it says which.

    A state is taken as it is: pencil marks that its own values rule out are still there. `inside` is what
    contradictions may use; if left out, what the ladder has before the first of them.

    >>> from gridwright.genres import parse
    >>> trace = deduce(parse("1...3..4..2....1", genre="sudoku"), [("hidden-single", None), ("naked-single", None)])
    >>> trace.outcome.value, len(trace.steps)
    ('solved', 11)
    """
    state = start(position) if isinstance(position, Puzzle) else position
    climb = Climb(state, catalogue or Catalogue.standard(), ladder, inside, begin(limits))
    return climb.trace(limit)


class Climb:
    """A ladder on one puzzle, climbed as far as it is needed: the state, the steps that led there, and their ledger.

    `inside` is what contradictions may use; if None, what the ladder has before the first of them.
    """

    def __init__(
        self, start: State, catalogue: Catalogue, ladder: Ladder, inside: Ladder | None, limits: Limits
    ) -> None:
        self.start = self.state = start
        self.catalogue, self.inside, self.limits = catalogue, inside, limits
        self.ladder: list[Rung] = []
        self.stop: Stop | None = None
        """The limit that struck."""
        self.ledger = Ledger(start.structure)
        self.steps: list[Step] = []
        self.undecided: dict[str, None] = {}
        """Techniques that ran out of fuel somewhere."""
        self.outcome = outcome_of(start)
        """How things stand; `stuck` while a step is needed."""
        self._fruitless = 0
        """Number of leading rungs that are known to have no step in the present state."""
        self._plan_count = FIRST_PLANS
        """Number of leading rungs that the kernel is given plans of."""
        self._rungs: list[Sized] = []
        self.extend(ladder)

    def extend(self, ladder: Ladder) -> None:
        """Add rungs behind the others. The steps so far stay: a rung is tried where none before it has a step."""
        puzzle = self.start.puzzle
        self.ladder += ladder
        self._rungs += self.catalogue.rungs(ladder, puzzle)
        self._first = kernel_rungs(self._rungs)
        """The rungs that the kernel climbs by itself, from the lowest on."""
        inside = inner_rungs(self.catalogue, self.ladder, self.inside, puzzle)
        fuel, longest = self.limits.fuel or FUEL, longest_of(self._rungs)
        self.context = Context(fuel, self.steps, tuple(inside), self.limits, longest)

    def trace(self, limit: int | None = None) -> Trace:
        """Climb to the end, or until there are `limit` steps, and return the trace so far."""
        self.go_on(limit)
        outcome = self.outcome
        if outcome is Outcome.STUCK and (self.stop is not None or self._is_enough(limit)):
            outcome = Outcome.STOPPED
        return Trace(
            self.state.puzzle, self.start, tuple(self.steps), outcome, self.state, tuple(self.undecided), stop=self.stop
        )

    def go_on(self, limit: int | None = None) -> None:
        """Climb to the end, until there are `limit` steps, or as far as the limits allow."""
        try:
            while self.outcome is Outcome.STUCK and self.stop is None and not self._is_enough(limit):
                if not (self._climb_first(limit) or self._look_further(limit)):
                    self._fruitless = len(self._rungs)
                    break
                self._fruitless = 0
                self.limits.check()
        except Stopped as stopped:
            self.stop = stopped.stop if self.outcome is Outcome.STUCK else None

    def _is_enough(self, limit: int | None) -> bool:
        return limit is not None and len(self.steps) >= limit

    def _climb_first(self, limit: int | None) -> bool:
        """Let the kernel climb its rungs; False where all of them are stuck."""
        while self._fruitless < len(self._first):
            self._climb(self._first[: self._plan_count], limit)
            if self.outcome is not Outcome.STUCK or self._is_enough(limit):
                return True
            if self._plan_count >= len(self._first):
                break
            self._plan_count *= 2
        return False

    def _look_further(self, limit: int | None) -> bool:
        """Take one step of the rungs behind, if there is any."""
        rest = self._rungs[max(self._fruitless, len(self._first)) :]
        for in_kernel, group in groupby(rest, key=lambda rung: rung[0].in_kernel):
            behind = list(group)
            if self._climb(behind, limit, most=1) if in_kernel else any(map(self._look, behind)):
                return True
        return False

    def _climb(self, rungs: Sequence[Sized], limit: int | None, most: int | None = None) -> bool:
        """Let the kernel climb these rungs; is there a step?"""
        if limit is not None:
            most = min(limit - len(self.steps), limit if most is None else most)
        plans = plans_of(rungs, self.state.structure, self.limits)
        found = climb(plans, self.state, self.ledger.past, most=most, limits=self.limits)
        self.steps += steps_of(rungs, found.steps, self.state)
        self.undecided |= dict.fromkeys(rungs[each][0].name(rungs[each][1]) for each in found.undecided)
        self.state, self.ledger.past = found.state, found.past
        self.outcome = outcome_of(self.state)
        if found.stop is not None:
            self.limits.check()
        return bool(found.steps)

    def _look(self, rung: Sized) -> bool:
        """Ask a technique itself; is there a step? One that runs out of fuel is noted as undecided."""
        technique, size = rung
        try:
            match = next(technique.matches(size, self.state, self.context), None)
        except OutOfFuel:
            self.undecided[technique.name(size)] = None
            return False
        if match is None:
            return False
        step = step_of(technique, size, match, self.state, self.ledger)
        after = apply(self.state, step.conclusions)
        self.ledger.note(step, self.state, after)
        self.steps.append(step)
        self.state = after
        self.outcome = outcome_of(after)
        return True


def steps_of(rungs: Sequence[Sized], found: Sequence[Climbed], state: State) -> Iterator[Step]:
    """What the kernel climbed from a state, as steps."""
    last = max((i for i, each in enumerate(found) if rungs[each.rung][0].adds_evidence), default=-1)
    for i, each in enumerate(found):
        technique, size = rungs[each.rung]
        yield Step(
            technique=technique.name(size),
            key=technique.key,
            parameter=size,
            witness=technique.evidence(each.match, state),
            conclusions=each.match.conclusions,
            choices=each.choices,
            relations=each.relations,
            premises=each.premises,
        )
        if i < last:
            state = apply(state, each.match.conclusions)


def traces_by_plans(
    puzzles: Sequence[Puzzle], structures: Sequence[kernel.Structure], ladder: Ladder, *, catalogue: Catalogue,
    threads: int = 1,
) -> list[Trace | None]:  # fmt: skip
    """The traces of puzzles on boards that are alike, over threads: of those that the kernel's plans solve alone.

    `structures` are the kernel's forms of theirs.
    """
    rungs = kernel_rungs(catalogue.rungs(ladder, puzzles[0]))
    plans = plans_of(rungs, puzzles[0].structure)
    found = Batch.of_puzzles(plans, puzzles, structures).run(threads=threads)
    traces: list[Trace | None] = []
    for i, puzzle in enumerate(puzzles):
        outcome, steps, masks, placed, undecided = found[i]
        if outcome != Outcome.SOLVED.value or undecided:
            traces.append(None)
            continue
        begun = start(puzzle)
        told = tuple(steps_of(rungs, climbed(plans, steps), begun))
        traces.append(Trace(puzzle, begun, told, Outcome.SOLVED, state_of(puzzle, masks, placed)))
    return traces


def plans_of(rungs: Sequence[Sized], structure: Structure, limits: Limits | None = None) -> list[CompiledPlan]:
    """The plans of rungs that the kernel climbs."""
    plans = []
    for technique, size in rungs:
        if (plan := technique.plan(size, structure)) is not None:
            plans.append(plan)
        if limits is not None:
            limits.check()
    return plans


def kernel_rungs(rungs: Sequence[Sized]) -> list[Sized]:
    """The rungs before the first that the kernel has no plan for."""
    return list(takewhile(lambda rung: rung[0].in_kernel, rungs))


def inner_rungs(catalogue: Catalogue, ladder: Ladder, inside: Ladder | None, puzzle: Puzzle) -> list[Sized]:
    """What contradictions of a ladder may use on this board: what is listed, or else what stands before the first."""
    if not any(catalogue[key].follows_others for key, _ in ladder):
        return []
    if inside is None:
        inside = list(takewhile(lambda rung: not catalogue[rung[0]].follows_others, ladder))
    return catalogue.rungs(inside, puzzle)


def longest_of(rungs: Sequence[Sized]) -> int:
    """The largest contradiction of a ladder."""
    return max((size or 1 for technique, size in rungs if technique.follows_others), default=0)


def refuting(rungs: Sequence[Sized]) -> int:
    """The largest contradiction, where those of 1, 2, … lines are all that the kernel has no plans for."""
    behind = rungs[len(kernel_rungs(rungs)) :]
    sizes = [size for technique, size in behind if technique.follows_others]
    return len(sizes) if sizes == list(range(1, len(behind) + 1)) else 0


def step_of(
    technique: Technique, size: int | None, match: Match, state: State, ledger: Ledger, grounds: Grounds | None = None
) -> Step:
    """A match in a state as a step, with its `grounds` where one has them; premises of steps inside are outside."""
    grounds = technique.grounds(size, state, match) if grounds is None else grounds

    def inner(line: ProofLine) -> Step:
        return Step(
            line.technique, line.key, line.parameter, line.witness, line.conclusions,
            tuple(sorted(line.grounds.choices)), tuple(sorted(line.grounds.relations)),
            ledger.premises(line.grounds.absences, state), tuple(map(inner, line.inside)),
        )  # fmt: skip

    return Step(
        technique=technique.name(size),
        key=technique.key,
        parameter=size,
        witness=technique.evidence(match, state),
        conclusions=match.conclusions,
        choices=tuple(sorted(grounds.choices)),
        relations=tuple(sorted(grounds.relations)),
        premises=ledger.premises(grounds.absences, state),
        inside=tuple(map(inner, technique.lines(match))),
    )


def open_steps(
    position: Puzzle | State, ladder: Ladder, *, catalogue: Catalogue | None = None, limits: Limits | None = None
) -> Iterator[Step]:
    """Every step that the ladder offers here, simplest first; of those that conclude the same only the first.

    Techniques that suppose something are left out, for they offer nearly everything. Raises `Stopped` where limits
    strike.

    >>> from gridwright.genres import parse
    >>> steps = open_steps(parse("12343412214.....", genre="sudoku"), [("naked-single", None), ("hidden-single", None)])
    >>> [step.technique for step in steps]
    ['naked-single', 'naked-single', 'naked-single', 'naked-single', 'hidden-single']
    """
    state = start(position) if isinstance(position, Puzzle) else position
    context, ledger = Context(limits=begin(limits)), Ledger(state.structure)
    different: set[frozenset[Conclusion]] = set()
    for technique, size in (catalogue or Catalogue.standard()).rungs(ladder, state.puzzle):
        if technique.proves_itself:
            continue
        try:
            for match, grounds in technique.supported(size, state, context):
                if frozenset(match.conclusions) not in different:
                    different.add(frozenset(match.conclusions))
                    yield step_of(technique, size, match, state, ledger, grounds)
        except OutOfFuel:  # what it had found so far is told
            continue


def steps_open(
    position: Puzzle | State, ladder: Ladder, *, catalogue: Catalogue | None = None, inside: Ladder | None = None,
    limits: Limits | None = None,
) -> int:  # fmt: skip
    """How many different steps the ladder offers here; two that conclude the same are one.

    >>> from gridwright.genres import parse
    >>> steps_open(parse("12343412214.....", genre="sudoku"), [("naked-single", None), ("hidden-single", None)])
    5
    """
    state = start(position) if isinstance(position, Puzzle) else position
    known = catalogue or Catalogue.standard()
    rungs = known.rungs(ladder, state.puzzle)
    inner = tuple(inner_rungs(known, ladder, inside, state.puzzle))
    context = Context(inside=inner, limits=begin(limits), longest=longest_of(rungs))
    different: set[frozenset[Conclusion]] = set()
    for technique, size in rungs:
        different.update(map(frozenset, _conclusions(technique, size, state, context)))
    return len(different)


def _conclusions(
    technique: Technique, size: int | None, state: State, context: Context
) -> Iterator[Sequence[Conclusion]]:
    """Of every match; where a technique runs out of fuel, what it had found so far counts."""
    try:
        for match in technique.matches(size, state, context):
            yield match.conclusions
    except OutOfFuel:
        return


def outcome_of(state: State) -> Outcome:
    """How things stand; `stuck` where a step is needed."""
    return Outcome(tables_of(state.structure).outcome(masks_of(state.masks), placed_of(state)))
