"""The answer for whoever sets a puzzle: is there one solution, where do two differ, how hard is it?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...documents import to_dict
from ...model import Status
from ...model.puzzle import differing
from ...reasons import Analysis
from .asked import Asked, Work

STATUS = {Status.UNIQUE: "unique", Status.MULTIPLE: "several", Status.NONE: "none", Status.UNKNOWN: "unknown"}


def grade(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """How many solutions there are and where two of them differ; of one, its grade."""
    asked = Asked(fields, work.settings)
    puzzle = asked.puzzle
    analysis = Analysis(puzzle, needs_answer=True, limits=work.limits)
    answer = analysis.answer
    found = analysis.grade() if answer.status is Status.UNIQUE else None
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
