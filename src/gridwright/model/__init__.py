"""What puzzles are made of: geometry, domains, constraints, genres, puzzles, states. Knows no genre and no search."""

from .answer import Answer, Backbone, Refutation, Solution, Status
from .blueprint import Blueprint
from .board_text import BoardText, CellText, LineText
from .clue import ClueKind
from .constraint import Constraint, Partial
from .constraints import (
    KINDS,
    Adjacent,
    AllDifferent,
    Arithmetic,
    Count,
    DistinctSum,
    Greater,
    NotBoth,
    Permutation,
    Skyline,
    Table,
    View,
)
from .domain import Domain, bits, mask_of, numbers, numerals
from .errors import CannotSay, GridwrightError, MissingExtra, PuzzleError, TextError, UnknownName, shorten
from .format import Format
from .genre import Broken, Example, Genre, Symmetry, Variable
from .grid import Grid, Motion
from .group import Group, region_letter
from .limits import Limits, Stop, Stopped, begin
from .maker import Maker, NativeMaker, Removable, Request, StepMaker
from .place import Place
from .puzzle import Puzzle
from .random_stream import RandomStream
from .sort import Sort
from .state import State

__all__ = [
    "KINDS",
    "Adjacent",
    "AllDifferent",
    "Answer",
    "Arithmetic",
    "Backbone",
    "Blueprint",
    "BoardText",
    "Broken",
    "CannotSay",
    "CellText",
    "ClueKind",
    "Constraint",
    "Count",
    "DistinctSum",
    "Domain",
    "Example",
    "Format",
    "Genre",
    "Greater",
    "Grid",
    "GridwrightError",
    "Group",
    "Limits",
    "LineText",
    "Maker",
    "MissingExtra",
    "Motion",
    "NativeMaker",
    "NotBoth",
    "Partial",
    "Permutation",
    "Place",
    "Puzzle",
    "PuzzleError",
    "RandomStream",
    "Refutation",
    "Removable",
    "Request",
    "Skyline",
    "Solution",
    "Sort",
    "State",
    "Status",
    "StepMaker",
    "Stop",
    "Stopped",
    "Symmetry",
    "Table",
    "TextError",
    "UnknownName",
    "Variable",
    "View",
    "begin",
    "bits",
    "mask_of",
    "numbers",
    "numerals",
    "region_letter",
    "shorten",
]
