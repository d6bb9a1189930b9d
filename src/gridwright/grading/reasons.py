"""Why a fact holds: the shortest way there from a position, as a trace."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from pathlib import Path

from ..arguments import takes_position
from ..model import Answer, GridwrightError, Limits, Puzzle, State, Status, Stopped, begin
from ..model.state import read_fact
from ..model.step import Conclusion, Trace
from ..rules.position import start
from ..solving import solve
from ..solving.deduce import deduce
from ..solving.derivation import derive
from ..solving.excerpt import concludes, rests_on
from . import explain, hardness, swaps
from .scale import Scale
from .scale import scale as scale_named


@takes_position
def why(
    position: Puzzle | State,
    fact: str | Conclusion,
    scale: str | Path | Scale = "standard",
    *,
    uniqueness: bool = True,
    limits: Limits | None = None,
) -> Trace:
    """The fewest steps found that lead from a position to a fact (`r3c5=7`, `r3c5-7`); none where it is so already.

    Techniques are of no harder tier than what `explain` needs for the fact, and never are there more steps. Where
    `limits` strike while a shorter way is sought, the trace says which.

    >>> from gridwright.genres import parse
    >>> trace = why(parse("1...3..4..2....1", genre="sudoku"), "r2c3=1")
    >>> [step.technique for step in trace.steps]
    ['hidden-single']
    """
    limits, by = begin(limits), scale if isinstance(scale, Scale) else scale_named(scale)
    puzzle = position if isinstance(position, Puzzle) else position.puzzle
    goal = fact if isinstance(fact, Conclusion) else Conclusion(*read_fact(puzzle, fact))
    answer = solve(puzzle, limits=limits.share())
    if not (uniqueness and swaps(puzzle) and answer.status is Status.UNIQUE):
        by = by.without_uniqueness()
    ladder, known, seen = by.ladder(puzzle), by.catalogue, by.view(puzzle)
    state = start(seen) if isinstance(position, Puzzle) else replace(position, puzzle=seen)
    named = list(takewhile(lambda rung: not known[rung[0]].follows_others, ladder))
    trace = deduce(state, named, catalogue=known, limits=limits)
    if not concludes(trace, goal):
        _require_true(puzzle, goal, answer)
        trace = explain(position, by, uniqueness=uniqueness, limits=limits)
    if trace.stop is not None and not concludes(trace, goal):
        raise Stopped(trace.stop, f"{limits.sentence(trace.stop)}: {goal.text(puzzle)} was not concluded so far")
    used = {(trace.steps[number].key, trace.steps[number].parameter) for number in rests_on(trace, goal)}
    hard = hardness(by.tiers(seen))
    tier = max((hard[rung].tier if rung in hard else len(hard) for rung in used), default=0)
    rungs = [each for each in known.rungs(ladder, seen) if hard[each[0].key, each[1]].tier <= tier]
    return derive(trace, goal, rungs, known, limits=limits)


def _require_true(puzzle: Puzzle, goal: Conclusion, answer: Answer) -> None:
    """What is wrong in some solution follows from nothing: say so before anybody looks for it."""
    for solution in answer.solutions:
        if (solution[goal.variable] == goal.value) != goal.true:
            some = "the solution" if answer.status is Status.UNIQUE else "a solution"
            true = puzzle.fact(goal.variable, solution[goal.variable])
            raise GridwrightError(f"{goal.text(puzzle)} does not follow: {some} has {true}")
