"""Is the solution the only one? Asked of engines that share no code with the generator.

    Verifier().verify(puzzle, solution)      what proved it: sat, sat+cpsat, cpsat, simple, trace

A clause solver that goes on from puzzle to puzzle (`solving.clauses`), and CP-SAT beside it for one puzzle in fifty;
where python-sat is not installed CP-SAT for all of them, and the plain search where neither is. Where an engine's time
is up, a trace that solves the puzzle counts as well, once the independent checker has replayed it from the rulebook:
every step rules out what it says, so nothing but the solution is left.
"""

from __future__ import annotations

from importlib.util import find_spec

from ..grading import grade
from ..grading import scale as scale_named
from ..model import GridwrightError, Limits, MissingExtra, Puzzle, Solution, Status, Stopped, UnknownName, begin
from ..model.step import Outcome, Trace
from ..rules.position import start
from ..solving import engine_named
from ..solving.clauses import ClauseSolvers
from ..solving.replay import replay
from ..techniques import Catalogue

PATIENCE = 60.0
"""Seconds that an engine may take."""

CHECKS = {"all": 1, "sample": 20, "none": 0}
"""Which puzzles of several are checked: one in so many, the first among them; or none."""

TWICE = 50
"""Of so many puzzles that the clause solver is asked of, the last is asked of CP-SAT, too."""

SAT = "sat"
"""What proved it, where that was the clause solver."""
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
    """The clause solver where python-sat is installed, else CP-SAT, else the plain search."""
    if find_spec("pysat") is not None:
        return SAT
    return "cpsat" if find_spec("ortools") is not None else "simple"


class Verifier:
    """Checks one puzzle after the other; `engine` names who is asked, the best that is installed if left out."""

    def __init__(self, engine: str | None = None) -> None:
        self.engine = engine or independent_engine()
        self._solvers = ClauseSolvers()
        self._asked = 0

    def verify(
        self, puzzle: Puzzle, solution: Solution, *, patience: float = PATIENCE, limits: Limits | None = None
    ) -> str | None:
        """What proved it, within so many seconds an engine; None where nobody did in time.

        Raises where it is not true: that is a bug.
        """
        limits = begin(limits)
        if self.engine != SAT:
            proved = _asked(self.engine, puzzle, solution, limits.within(patience))
            return proved or _traced(puzzle, solution, limits)
        only = self._solvers.only(puzzle, solution, limits=limits.within(patience))
        if only is False:
            raise GridwrightError(f"a puzzle was made whose solution is not the only one, says {SAT}: {puzzle}")
        self._asked += 1
        if only is None:
            return _traced(puzzle, solution, limits)
        if self._asked % TWICE or find_spec("ortools") is None:
            return SAT
        again = _asked("cpsat", puzzle, solution, limits.within(patience))
        return f"{SAT}+{again}" if again else SAT


def verify(
    puzzle: Puzzle, solution: Solution, engine: str | None = None, *, patience: float = PATIENCE,
    limits: Limits | None = None,
) -> str | None:  # fmt: skip
    """What proves that the solution is the only one; for several puzzles a `Verifier` is faster."""
    return Verifier(engine).verify(puzzle, solution, patience=patience, limits=limits)


def _asked(engine: str, puzzle: Puzzle, solution: Solution, limits: Limits) -> str | None:
    """The engine's name if it finds the solution and no other one in time."""
    answer = engine_named(engine)(puzzle, limit=2, show=2, limits=limits)
    if answer.status is Status.UNKNOWN:
        return None
    if answer.status is not Status.UNIQUE or tuple(answer.solutions[0]) != solution:
        raise GridwrightError(f"a puzzle was made that {engine} finds {answer.status.value}: {puzzle}")
    return engine


def _traced(puzzle: Puzzle, solution: Solution, limits: Limits) -> str | None:
    by = scale_named("standard")
    found = grade(puzzle, by, limits=limits).trace if by.judges(puzzle) else None
    return TRACE if found is not None and proved_by(found, puzzle, solution, limits=limits) else None


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
