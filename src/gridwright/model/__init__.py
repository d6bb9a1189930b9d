"""What puzzles are made of: geometry, domains, constraints, genres, puzzles, states. Knows no genre and no search."""

from .answer import Answer, Backbone, Refutation, Solution, Status
from .board_text import BoardText, CellText, LineText
from .clue import Clue, Slot
from .constraint import Constraint, Partial, Relation
from .constraints import KINDS
from .constraints.adjacent import Adjacent
from .constraints.all_different import AllDifferent
from .constraints.areas import Areas
from .constraints.arithmetic import Arithmetic
from .constraints.at_least_one import AtLeastOne
from .constraints.candidate_count import CandidateCount
from .constraints.connected import Connected
from .constraints.count import Count
from .constraints.different_lines import DifferentLines
from .constraints.distinct_sum import DistinctSum
from .constraints.greater import Greater
from .constraints.not_alike import NotAlike
from .constraints.not_both import NotBoth
from .constraints.one_loop import OneLoop
from .constraints.paired import Paired
from .constraints.permutation import Permutation
from .constraints.runs import Runs
from .constraints.skyline import Skyline
from .constraints.table import Table
from .constraints.view import View
from .constraints.visible_cells import VisibleCells
from .domain import Domain, bits, mask_of, numbers, numerals
from .errors import (
    CannotSay,
    CorpusError,
    GridwrightError,
    MissingExtra,
    PuzzleError,
    TextError,
    TooLarge,
    UnknownName,
    shorten,
)
from .format import Format
from .genre import Broken, Example, Genre
from .grid import Grid, Motion
from .group import Group, region_letter
from .limits import Limits, Stop, Stopped, begin
from .maker import Maker, NativeMaker, Request, StepMaker
from .naming import Name
from .place import Place
from .puzzle import Puzzle
from .random_stream import RandomStream
from .sort import Sort
from .space import Item, Layout, Space, Value
from .state import State
from .structure import Structure
from .symmetry import Symmetry
from .variable import Variable

__all__ = [
    "KINDS",
    "Adjacent",
    "AllDifferent",
    "Answer",
    "Areas",
    "Arithmetic",
    "AtLeastOne",
    "Backbone",
    "BoardText",
    "Broken",
    "CandidateCount",
    "CannotSay",
    "CellText",
    "Clue",
    "Connected",
    "Constraint",
    "CorpusError",
    "Count",
    "DifferentLines",
    "DistinctSum",
    "Domain",
    "Example",
    "Format",
    "Genre",
    "Greater",
    "Grid",
    "GridwrightError",
    "Group",
    "Item",
    "Layout",
    "Limits",
    "LineText",
    "Maker",
    "MissingExtra",
    "Motion",
    "Name",
    "NativeMaker",
    "NotAlike",
    "NotBoth",
    "OneLoop",
    "Paired",
    "Partial",
    "Permutation",
    "Place",
    "Puzzle",
    "PuzzleError",
    "RandomStream",
    "Refutation",
    "Relation",
    "Request",
    "Runs",
    "Skyline",
    "Slot",
    "Solution",
    "Sort",
    "Space",
    "State",
    "Status",
    "StepMaker",
    "Stop",
    "Stopped",
    "Structure",
    "Symmetry",
    "Table",
    "TextError",
    "TooLarge",
    "UnknownName",
    "Value",
    "Variable",
    "View",
    "VisibleCells",
    "begin",
    "bits",
    "mask_of",
    "numbers",
    "numerals",
    "region_letter",
    "shorten",
]
