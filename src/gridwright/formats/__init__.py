"""Two-way text forms of puzzles, one container format a file. A format knows clue keys, never a genre."""

from .arrow_grid import ArrowGrid, CompassGrid
from .arrow_json import ArrowJson
from .arrow_line import ArrowLine, CompassLine
from .cage_grid import CageGrid
from .digits import Digits
from .f_puzzles import FPuzzles
from .keen_json import KeenJson
from .letters import Letters
from .marks import Marks, MarksLine
from .puzz_link import PuzzLink, StarBattleLink, SudokuLink
from .queens_json import QueensJson
from .reading import Piece, decoded, split
from .sdk import Sdk, Ss
from .sgt_keen import KeenLine, SgtKeen
from .sgt_solo import SgtSolo
from .sgt_towers import SgtTowers, TowersLine
from .sgt_unequal import SgtUnequal
from .sign_grid import SignGrid
from .stars import Stars
from .tower_grid import TowerGrid

__all__ = [
    "ArrowGrid",
    "ArrowJson",
    "ArrowLine",
    "CageGrid",
    "CompassGrid",
    "CompassLine",
    "Digits",
    "FPuzzles",
    "KeenJson",
    "KeenLine",
    "Letters",
    "Marks",
    "MarksLine",
    "Piece",
    "PuzzLink",
    "QueensJson",
    "Sdk",
    "SgtKeen",
    "SgtSolo",
    "SgtTowers",
    "SgtUnequal",
    "SignGrid",
    "Ss",
    "StarBattleLink",
    "Stars",
    "SudokuLink",
    "TowerGrid",
    "TowersLine",
    "decoded",
    "split",
]
