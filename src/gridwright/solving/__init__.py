"""Exact solving: three engines behind one signature.

    solve(puzzle, engine="fast")     status, count up to a limit, the first solutions
    count, backbone, solutions       the kernel's other questions
    check(puzzle, board)             which rules a (half-)filled board breaks
    cages(puzzle, state)             the sets of numbers that each cage can still hold

`fast` is the kernel; `simple` a plain search that shares nothing with it; `cpsat` is OR-Tools, from the constraints.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from ..arguments import takes_puzzle
from ..model import Answer, Limits, Puzzle, UnknownName
from .cages import CageSets, cages
from .check import Break, check, givens_clash, overwritten, redundant_givens
from .fast import backbone, has_solution_with, probe, propagate, solutions, solve_many

ENGINES = ("fast", "simple", "cpsat")


def engine_named(name: str) -> Callable[..., Answer]:
    """The engine of that name; its module is loaded when it is asked for."""
    if name not in ENGINES:
        raise UnknownName("engine", name, ENGINES)
    found: Callable[..., Answer] = import_module(f".{name}", __name__).solve
    return found


@takes_puzzle
def solve(
    puzzle: Puzzle,
    *,
    engine: str = "fast",
    limit: int = 2,
    show: int = 2,
    limits: Limits | None = None,
) -> Answer:
    """Count the solutions up to `limit` and keep the first `show`; at its limits it ends with what it has.

    >>> from gridwright.genres import parse
    >>> solve(parse("1234341221434321", genre="sudoku")).status.value
    'unique'
    """
    answer: Answer = engine_named(engine)(puzzle, limit=limit, show=show, limits=limits)
    return answer


@takes_puzzle
def count(puzzle: Puzzle, limit: int = 1_000_000, *, limits: Limits | None = None) -> int:
    """How many solutions the puzzle has, up to the limit (a lower bound where `limits` strike first)."""
    return solve(puzzle, limit=limit, show=0, limits=limits).count


__all__ = [
    "ENGINES",
    "Break",
    "CageSets",
    "backbone",
    "cages",
    "check",
    "count",
    "engine_named",
    "givens_clash",
    "has_solution_with",
    "overwritten",
    "probe",
    "propagate",
    "redundant_givens",
    "solutions",
    "solve",
    "solve_many",
]
