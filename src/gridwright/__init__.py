"""Gridwright: a workshop for pencil puzzles.

    >>> import gridwright as gw
    >>> p = gw.parse("1...3..4..2....1", genre="sudoku")
    >>> p.solve().status.value
    'unique'

`gw.solve` and `gw.genres` are functions; their packages are reached with `from gridwright.solve import …`.
"""

from .genres import genre, genres, parse
from .model import (
    Answer,
    Backbone,
    CannotSay,
    Genre,
    Grid,
    GridwrightError,
    Puzzle,
    PuzzleError,
    State,
    Status,
    TextError,
    UnknownName,
)
from .solve import backbone, check, count, has_solution_with, probe, solutions, solve, solve_many

__all__ = [
    "Answer",
    "Backbone",
    "CannotSay",
    "Genre",
    "Grid",
    "GridwrightError",
    "Puzzle",
    "PuzzleError",
    "State",
    "Status",
    "TextError",
    "UnknownName",
    "backbone",
    "check",
    "count",
    "genre",
    "genres",
    "has_solution_with",
    "parse",
    "probe",
    "solutions",
    "solve",
    "solve_many",
]
