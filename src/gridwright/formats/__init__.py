"""Two-way text forms of puzzles, one container format a file. A format knows clue keys, never a genre."""

from .digits import Digits
from .f_puzzles import FPuzzles
from .letters import Letters
from .marks import Marks, MarksLine
from .puzz_link import PuzzLink, StarBattleLink, SudokuLink
from .queens_json import QueensJson
from .reading import Piece, decoded, split
from .sdk import Sdk, Ss
from .sgt_solo import SgtSolo
from .stars import Stars

__all__ = [
    "Digits",
    "FPuzzles",
    "Letters",
    "Marks",
    "MarksLine",
    "Piece",
    "PuzzLink",
    "QueensJson",
    "Sdk",
    "SgtSolo",
    "Ss",
    "StarBattleLink",
    "Stars",
    "SudokuLink",
    "decoded",
    "split",
]
