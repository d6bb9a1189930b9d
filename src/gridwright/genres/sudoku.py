"""Sudoku.

Rulebook: fill the board so that every row, every column and every box holds each number from 1 to n exactly once.
Jigsaw: regions of n cells stand in for the boxes. X: both long diagonals hold each number once, too.
Killer: the numbers in a cage differ, and add up to its total where one is printed.
Also called: Number Place, Solo; Jigsaw, Irregular or Nonomino sudoku; Sudoku X, Diagonal sudoku; Killer or Sum sudoku.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..formats.boxes import box_shape
from ..formats.digits import Digits
from ..formats.jigsaw import Jigsaw
from ..formats.marks import Marks, MarksLine
from ..formats.sdk import Sdk, Ss
from ..formats.square_json import SquareJson
from ..kits.cages import CageClue, Totals
from ..kits.cells import CellLayout
from ..kits.clues import Option
from ..kits.regions import BoxClue, RegionClue, regions_of_size
from ..kits.squares import Latin, full_diagonals, full_lines
from ..model import (
    Broken,
    Example,
    Genre,
    Grid,
    Item,
    Maker,
    NativeMaker,
    Permutation,
    Puzzle,
    RandomStream,
    Request,
    Solution,
    StepMaker,
    Symmetry,
)  # fmt: skip
from ..model.drawing import CentreLine
from .texts.f_puzzles import FPuzzles
from .texts.hodoku import Hodoku
from .texts.puzz_links import SudokuLink
from .texts.sgt_solo import SgtSolo
from .texts.sudokuwiki import SudokuWiki

REGIONS = RegionClue(
    "regions", "jigsaw: a region number for each cell, in place of boxes", variant="jigsaw",
    sizes=lambda grid: {grid.rows}, begin=lambda grid, stream: regions_of_size(grid, grid.rows, stream),
)  # fmt: skip
BOXES = BoxClue("boxes", "height and width of the boxes; None: the usual ones of the size", REGIONS)
DIAGONALS = Option(
    "diagonals", "X: both long diagonals hold each number once", variant="x",
    draws=lambda puzzle: [CentreLine(line) for line in puzzle.grid.diagonals],
)  # fmt: skip
CAGES = CageClue(
    "cages", "killer: (cells, total or None) of each cage", Totals(single_cells="single-cells"), variant="killer",
    replaces_givens=True,
)  # fmt: skip


def rules(layout: CellLayout) -> Iterator[Item]:
    """Yield each number once in every row, column and box; diagonals; cages."""
    yield full_lines(layout.grid)
    yield BOXES

    def diagonals(puzzle: Puzzle) -> list[Permutation]:
        return full_diagonals(layout.grid) if puzzle.clue("diagonals") else []

    yield diagonals
    yield CAGES


KILLER_CAGES = (2, 2, 2, 3, 3, 3, 4, 4, 5)
"""The sizes of generated cages. A size is as likely as it is frequent here."""


def derive(puzzle: Puzzle, solution: Solution, stream: RandomStream, request: Request) -> Puzzle | None:
    """Return the puzzle with every number given, and the cages of a killer. Return None if a cell was left alone."""
    clues = dict(puzzle.clues)
    if "killer" in request.variants:
        cages = list(_cages(puzzle.grid, solution, stream))
        if "single-cells" not in request.variants:
            _join_single_cells(puzzle.grid, solution, cages, stream)
            if any(len(cage) == 1 for cage in cages):
                return None
        clues["cages"] = tuple((cage, sum(solution[cell] + 1 for cell in cage)) for cage in cages)
    return Puzzle(puzzle.genre, puzzle.grid, clues=clues, givens=dict(enumerate(solution)))


def _cages(grid: Grid, solution: Solution, stream: RandomStream) -> Iterator[tuple[int, ...]]:
    """Yield cages of neighbouring cells with different numbers, which cut the board."""
    starts = list(range(len(grid)))
    stream.shuffle(starts)
    free = set(starts)
    for start in starts:
        if start not in free:
            continue
        cage, size = [start], stream.choose(KILLER_CAGES)
        free.remove(start)
        while len(cage) < size:
            numbers = {solution[cell] for cell in cage}
            near = sorted({q for p in cage for q in grid.beside(p) if q in free and solution[q] not in numbers})
            if not near:
                break
            cage.append(stream.choose(near))
            free.remove(cage[-1])
        yield tuple(sorted(cage))


def _join_single_cells(grid: Grid, solution: Solution, cages: list[tuple[int, ...]], stream: RandomStream) -> None:
    """Move each single cell to a cage beside it that has no such number, if there is one."""
    for alone in [cage for cage in cages if len(cage) == 1]:
        (cell,) = alone
        beside = grid.beside(cell)
        near = [
            cage for cage in cages if cage != alone and not {*cage}.isdisjoint(beside)
            and all(solution[q] != solution[cell] for q in cage)
        ]  # fmt: skip
        if near and alone in cages:
            into = stream.choose(near)
            cages[cages.index(into)] = tuple(sorted((*into, cell)))
            cages.remove(alone)


PLAIN = """
.1.|79.|..3
..6|8..|...
54.|1..|...
-----------
...|...|4.1
...|.5.|...
28.|...|..9
-----------
691|4.8|.2.
...|...|3.4
.5.|...|.18
"""
EMPTY = "." * 16

GENRE = Genre(
    "Sudoku",
    __doc__,
    aliases=("solo", "number-place"),
    sizes="4, 6, 8, 9, 10, 12, … 25; as a jigsaw 1 to 25",
    space=Latin(1, 25),
    clues=(BOXES, REGIONS, DIAGONALS, CAGES),
    rules=rules,
    symmetry=Symmetry(
        lines=lambda puzzle: puzzle.clue("boxes") or box_shape(puzzle.grid.rows),
        lines_unless=("regions", "cages"),
        diagonals="diagonals",
        values=True,
        values_unless=("cages",),
    ),
    formats=(
        Digits(claims=True),
        SgtSolo(),
        Sdk(claims=True),
        Ss(claims=True),
        Jigsaw(),
        FPuzzles(),
        SudokuLink(),
        SudokuWiki(),
        Hodoku(),
        MarksLine(claims=True),
        Marks(claims=True),
        SquareJson(
            "sudoku", BOXES, REGIONS, DIAGONALS, CAGES, title="givens, boxes or regions, diagonals, cages (JSON)",
            about="`size`, `givens`, `boxes` (height, width) or `regions` (rows), `diagonals`, `cages`, `marks`.",
        ),
    ),
    maker=Maker(
        (4, 6, 8, 9, 10, 12, 16), 9, steps=StepMaker(derive=derive), native=NativeMaker("givens"), symmetric=True,
        variants={
            "x": "both long diagonals hold each number once",
            "jigsaw": "regions that are drawn stand in for the boxes",
            "killer": "cages with totals; givens only where they are needed",
            "single-cells": "a cage of a killer may have one cell",
        },
        drawn=frozenset({"jigsaw", "killer"}),
    ),
    examples=(
        Example(PLAIN, 1, "nine rows"),
        Example("..|1.\n4.|..\n-----\n.2|..\n..|.2", 1, "four rows"),
        Example(
            ".2.|.5.\n3..|...\n-------\n...|1..\n2..|..6\n-------\n...|...\n..5|.31", 1, "six rows: boxes of 2 by 3"
        ),
        Example("5.|1.|.3\n..|.3|..\n..|6.|4.\n--------\n..|..|14\n6.|5.|..\n..|..|.5", 1, "boxes of 3 by 2"),
        Example("4j:2h3_1d4,aa_a_bc_cba", 1, "a jigsaw"),
        Example("6j:3s2a6a4e6e,ha___aaa_bcb_caa__b_a___baab", 12, "a jigsaw, one given short"),
        Example("2x2x:i4_1d3", 1, "X: three givens are enough"),
        Example("2x3x:c2g3_5b4j4i", 0, "X, one given wrong"),
        Example("2x2k:p,b_a_aaa_a_____aa,9b4_1_6b6_5a9d", 1, "a killer without givens"),
        Example("2x2k:p,b_a_aaa_a_____aa,c4_1_6b6_5a9d", 1, "a killer with a cage that prints no total"),
        Example("6jx:c3e2c3r5_6_4a,ehcaa_daaa____a___a__a___bab", 1, "a jigsaw with diagonals"),
    ),
    broken=(
        Broken("row", EMPTY, "3234 1412 2143 4321"),
        Broken("column", EMPTY, "2134 3412 2143 4321"),
        Broken("box", EMPTY, "1234 2341 3412 4123"),
        Broken("region", "4j:p,aa_a_bc_cba", "3412 2143 4321 1234"),
        Broken("diagonal", "2x2x:p", "4312 2143 3421 1234"),
        Broken("cage", "2x2k:p,b_a_aaa_a_____aa,9b4_1_6b6_5a9d", "3412 2143 4321 1234"),
    ),
)  # fmt: skip
