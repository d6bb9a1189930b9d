"""Is the solution the only one? Asked of an engine that shares no code with the generator.

CP-SAT, or the plain search where that is not installed. Where the engine's time is up, a trace that solves the puzzle
counts as well, once the independent checker has replayed it from the rulebook: every step rules out what it says, so
nothing but the solution is left.
"""

from __future__ import annotations

from importlib.util import find_spec

from ..grading import grade
from ..grading import scale as scale_named
from ..model import GridwrightError, Limits, MissingExtra, Puzzle, Solution, Status, Stopped, UnknownName, begin
from ..model.step import Outcome, Trace
from ..rules.position import start
from ..solving import engine_named
from ..solving.replay import replay
from ..techniques import Catalogue

PATIENCE = 60.0
"""Seconds that an engine may take."""

CHECKS = {"all": 1, "sample": 20, "none": 0}
"""Which puzzles of several are checked: one in so many, the first among them; or none."""

TRACE = "trace"
"""What proved it, where that was a replayed trace."""


def is_checked(check: str, number: int) -> bool:
    """Is the puzzle with this number, from 1 on, one of those that are checked?

    >>> [number for number in range(1, 50) if is_checked("sample", number)]
    [1, 21, 41]
    """
    if check not in CHECKS:
        raise UnknownName("check", check, CHECKS)
    return CHECKS[check] > 0 and (number - 1) % CHECKS[check] == 0


def independent_engine() -> str:
    """CP-SAT where it is installed, else the plain search: neither shares code with the generator."""
    return "cpsat" if find_spec("ortools") is not None else "simple"


def verify(
    puzzle: Puzzle, solution: Solution, engine: str | None = None, *, patience: float = PATIENCE,
    limits: Limits | None = None,
) -> str | None:  # fmt: skip
    """What proved it: the engine, within so many seconds, or `trace`; None where neither did in time.

    Raises where it is not true: that is a bug.
    """
    name, limits = engine or independent_engine(), begin(limits)
    answer = engine_named(name)(puzzle, limit=2, show=2, limits=limits.within(patience))
    if answer.status is Status.UNKNOWN:
        by = scale_named("standard")
        found = grade(puzzle, by, limits=limits).trace if by.judges(puzzle) else None
        return TRACE if found is not None and proved_by(found, puzzle, solution, limits=limits) else None
    if answer.status is not Status.UNIQUE or tuple(answer.solutions[0]) != solution:
        raise GridwrightError(f"a puzzle was made that {name} finds {answer.status.value}: {puzzle}")
    return name


def proved_by(trace: Trace, puzzle: Puzzle, solution: Solution, *, limits: Limits | None = None) -> bool:
    """Does the trace leave nothing but the solution? Raises where it says so and the checker disagrees.

    A technique that takes for granted that there is one solution proves nothing here. The checker's SAT solver is an
    extra; without it nothing is proved.
    """
    known = Catalogue.standard()
    if trace.puzzle != puzzle or trace.start.masks != start(puzzle).masks or trace.outcome is not Outcome.SOLVED:
        return False
    if any(known[key].assumes is not None for step in trace.steps for key in known[step.key].rests_on(step)):
        return False
    try:
        wrong = replay(trace, solution, limits=limits)
    except (MissingExtra, Stopped):
        return False
    if tuple(trace.end.masks) != tuple(1 << value for value in solution):
        wrong.append("its end is another solution")
    if wrong:
        raise GridwrightError(f"a puzzle was made whose trace does not hold: {puzzle}: {wrong[0]}")
    return True
