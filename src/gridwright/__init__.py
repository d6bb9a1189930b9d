"""Gridwright: a workshop for pencil puzzles.

    >>> import gridwright as gw
    >>> p = gw.parse("1...3..4..2....1", genre="sudoku")
    >>> p.solve().status.value
    'unique'

Verbs are functions (`gw.solve`), packages are nouns (`gridwright.solving`). What gives reasons or makes puzzles
(`explain`, `tell`, `generate` …) is loaded when it is first used: it brings the rule language along.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .genres import genre, genres, parse
from .model import (
    Answer,
    Backbone,
    CannotSay,
    Genre,
    Grid,
    GridwrightError,
    Limits,
    Puzzle,
    PuzzleError,
    State,
    Status,
    Stop,
    Stopped,
    TextError,
    UnknownName,
)
from .solving import backbone, cages, check, count, has_solution_with, probe, solutions, solve, solve_many

if TYPE_CHECKING:
    from .documents import from_dict, to_dict
    from .generation import Generated, Recipe, generate
    from .grading import Grade, explain
    from .grading.reasons import why
    from .narration import tell

_LATER = {
    "Generated": "generation", "Grade": "grading", "Recipe": "generation", "explain": "grading",
    "from_dict": "documents", "generate": "generation", "tell": "narration", "to_dict": "documents",
    "why": "grading.reasons",
}  # fmt: skip

__all__ = [
    "Answer",
    "Backbone",
    "CannotSay",
    "Generated",
    "Genre",
    "Grade",
    "Grid",
    "GridwrightError",
    "Limits",
    "Puzzle",
    "PuzzleError",
    "Recipe",
    "State",
    "Status",
    "Stop",
    "Stopped",
    "TextError",
    "UnknownName",
    "backbone",
    "cages",
    "check",
    "count",
    "explain",
    "from_dict",
    "generate",
    "genre",
    "genres",
    "has_solution_with",
    "parse",
    "probe",
    "solutions",
    "solve",
    "solve_many",
    "tell",
    "to_dict",
    "why",
]


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_LATER[name]}", __name__), name)
