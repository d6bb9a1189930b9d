"""Is the solution the only one? Asked of an engine that shares no code with the generator."""

from __future__ import annotations

from importlib.util import find_spec

from ..model import GridwrightError, Puzzle, Solution, Status
from ..solve import engine_named

PATIENCE = 60.0
"""Seconds that a check may take."""


def independent_engine() -> str:
    """CP-SAT where it is installed, else the plain search: neither shares code with the generator."""
    return "cpsat" if find_spec("ortools") is not None else "simple"


def verify(puzzle: Puzzle, solution: Solution, engine: str | None = None, time_limit: float = PATIENCE) -> str | None:
    """The engine that proved it; None where its time was up. Raises where it is not true: that is a bug."""
    name = engine or independent_engine()
    answer = engine_named(name)(puzzle, limit=2, show=2, time_limit=time_limit)
    if answer.status is Status.UNKNOWN:
        return None
    if answer.status is not Status.UNIQUE or tuple(answer.solutions[0]) != solution:
        raise GridwrightError(f"a puzzle was made that {name} finds {answer.status.value}: {puzzle}")
    return name
