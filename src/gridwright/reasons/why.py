"""Why a fact holds: the shortest way there from a position, as a trace."""

from __future__ import annotations

from pathlib import Path

from ..arguments import takes_position
from ..grading import Scale, hardness
from ..model import GridwrightError, Limits, Puzzle, State, Status, Stopped
from ..model.state import read_fact
from ..model.step import Conclusion, Trace
from .analysis import Analysis


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
    return proof_of(Analysis(position, scale, uniqueness=uniqueness, limits=limits), fact)


def proof_of(analysis: Analysis, fact: str | Conclusion) -> Trace:
    """The fewest steps found from the start of an analysis to a fact, as `why` has them."""
    from ..solving.derivation import derive  # hints do without it, and their start-up would pay for it
    from ..solving.excerpt import concludes, rests_on

    puzzle, limits = analysis.puzzle, analysis.limits
    goal = fact if isinstance(fact, Conclusion) else Conclusion(*read_fact(puzzle, fact))
    trace = analysis.named()
    if not concludes(trace, goal):
        _require_true(analysis, goal)
        trace = analysis.trace
    if trace.stop is not None and not concludes(trace, goal):
        raise Stopped(trace.stop, f"{limits.sentence(trace.stop)}: {goal.text(puzzle)} was not concluded so far")
    by, seen = analysis.scale, analysis.start.puzzle
    known = by.catalogue
    used = {(trace.steps[number].key, trace.steps[number].parameter) for number in rests_on(trace, goal)}
    hard = hardness(by.tiers(seen))
    tier = max((hard[rung].tier if rung in hard else len(hard) for rung in used), default=0)
    rungs = [each for each in known.rungs(by.ladder(puzzle), seen) if hard[each[0].key, each[1]].tier <= tier]
    return derive(trace, goal, rungs, known, limits=limits)


def _require_true(analysis: Analysis, goal: Conclusion) -> None:
    """What is wrong in some solution follows from nothing: say so before anybody looks for it."""
    puzzle, answer = analysis.puzzle, analysis.answer
    for solution in answer.solutions:
        if (solution[goal.variable] == goal.value) != goal.true:
            some = "the solution" if answer.status is Status.UNIQUE else "a solution"
            true = puzzle.fact(goal.variable, solution[goal.variable])
            raise GridwrightError(f"{goal.text(puzzle)} does not follow: {some} has {true}")
