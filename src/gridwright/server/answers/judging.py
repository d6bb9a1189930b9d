"""The answer for whoever sets a puzzle: is there one solution, where do two differ, how hard is it?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...documents import to_dict
from ...grading import grade as graded
from ...model import Status
from ...model.puzzle import differing
from ...solving import solve
from .asked import Asked, Work

STATUS = {Status.UNIQUE: "unique", Status.MULTIPLE: "several", Status.NONE: "none", Status.UNKNOWN: "unknown"}


def grade(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """How many solutions there are and where two of them differ; of one, its grade."""
    asked = Asked(fields, work.settings)
    puzzle, limits = asked.puzzle, work.limits.begin()
    answer = solve(puzzle, show=2, limits=limits)
    found = graded(puzzle, limits=limits) if answer.status is Status.UNIQUE else None
    symbols = [
        [variable.domain.symbol(value) for variable, value in zip(puzzle.variables, solution, strict=True)]
        for solution in answer.solutions
    ]
    differ = differing(*answer.solutions) if len(answer.solutions) == 2 else ()
    return {
        "status": STATUS[answer.status],
        "grade": None if found is None else to_dict(found, puzzle),
        "differ": [asked.name(x) for x in differ],
        "solutions": symbols,
        "stopped": None if answer.stop is None else str(answer.stop),
    }
