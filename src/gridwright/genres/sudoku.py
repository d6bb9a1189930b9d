"""Sudoku.

Rulebook: fill the board so that every row, every column and every box holds each number from 1 to n exactly once.
Jigsaw: regions of n cells stand in for the boxes. X: both long diagonals hold each number once, too.
Killer: the numbers in a cage differ, and add up to its total where one is printed.
Also called: Number Place, Solo; Jigsaw, Irregular or Nonomino sudoku; Sudoku X, Diagonal sudoku; Killer or Sum sudoku.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache, partial
from math import prod
from typing import Any

from ..formats.boxes import box_shape, boxes_of
from ..formats.digits import Digits
from ..formats.f_puzzles import FPuzzles
from ..formats.hodoku import Hodoku
from ..formats.jigsaw import Jigsaw
from ..formats.marks import Marks, MarksLine
from ..formats.puzz_link import SudokuLink
from ..formats.sdk import Sdk, Ss
from ..formats.sgt_solo import SgtSolo
from ..formats.square_json import SudokuJson
from ..formats.sudokuwiki import SudokuWiki
from ..model import (
    AllDifferent,
    Broken,
    ClueKind,
    Constraint,
    DistinctSum,
    Enumeration,
    Example,
    Genre,
    Grid,
    Group,
    Maker,
    Motion,
    NativeMaker,
    Permutation,
    Puzzle,
    PuzzleError,
    RandomStream,
    Request,
    Slot,
    Solution,
    StepMaker,
    Symmetry,
    Variable,
    numbers,
)
from ..model.clue import first_seen, height_and_width, per_cell, stays
from ..model.drawing import Cage as DrawnCage
from ..model.drawing import Feature, Line, Regions
from ..model.enumeration import given_slots, with_givens
from ._partitions import estimated_partitions, labels, partitions
from ._parts import cells, full_lines, lettered, must_be_square, named, regions_of_size

Box = tuple[int, int]
Cage = tuple[tuple[int, ...], int | None]


def variables(puzzle: Puzzle) -> tuple[Variable, ...]:
    """A number from 1 to n in each cell."""
    return cells(puzzle.grid, numbers(puzzle.grid.rows))


def constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    """Each number once in every row, column and box; what the variants add."""
    grid = puzzle.grid
    yield from full_lines(grid)
    yield from _full_boxes(grid, puzzle.clue("boxes"), puzzle.clue("regions"))
    if puzzle.clue("diagonals"):
        for way, line in zip(("falling", "rising"), grid.diagonals, strict=True):
            yield Permutation(Group("diagonal", line, way=way))
    for members, total in puzzle.clue("cages"):
        first = (grid.name(members[0]),)
        if total is None:
            yield AllDifferent(Group("cage", members, cells=first))
        else:
            yield DistinctSum(Group("cage", members, cells=first, clue=total), total, largest=grid.rows)


@lru_cache(maxsize=64)
def _full_boxes(grid: Grid, boxes: Box | None, regions: tuple[int, ...] | None) -> tuple[Permutation, ...]:
    """Each number once in every box or region; boards with the same ones share it."""
    return tuple(map(Permutation, _boxes(grid, boxes, regions)))


def _boxes(grid: Grid, boxes: Box | None, regions: tuple[int, ...] | None) -> Iterator[Group]:
    if regions is None:
        return named("box", grid.boxes(*(boxes or box_shape(grid.rows))))
    return lettered(_members(regions))


def _members(regions: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The cells of each region, in the order in which the regions are first seen."""
    found: dict[int, list[int]] = {}
    for cell, region in enumerate(regions):
        found.setdefault(region, []).append(cell)
    return tuple(map(tuple, found.values()))


def drawing(puzzle: Puzzle) -> Iterator[Feature]:
    """Thick lines around boxes or regions, light diagonals, dashed cages with their totals."""
    bent = puzzle.clue("regions") is not None
    groups = _boxes(puzzle.grid, puzzle.clue("boxes"), puzzle.clue("regions"))
    yield Regions(tuple(group.members for group in groups), lettered=bent)
    if puzzle.clue("diagonals"):
        for line in puzzle.grid.diagonals:
            yield Line(line)
    for members, total in puzzle.clue("cages"):
        yield DrawnCage(members, "" if total is None else str(total))


def normalise(grid: Grid, clues: dict[str, Any]) -> dict[str, Any]:
    """Usual boxes go without saying; regions that are boxes are boxes; cages stand in reading order."""
    n, square = grid.rows, grid.rows == grid.columns
    if clues.get("regions") is not None:
        clues |= {"regions": first_seen(clues["regions"]), "boxes": None}
        if square and 1 not in (box := boxes_of(clues["regions"], n) or (1, n)):
            clues |= {"regions": None, "boxes": box}
    if clues.get("boxes") is not None:
        clues["boxes"] = None if square and clues["boxes"] == box_shape(n) else tuple(clues["boxes"])
    cages = ((tuple(sorted(members)), total) for members, total in clues.get("cages") or ())
    telling = ((members, total) for members, total in cages if len(members) != 1 or total is not None)
    clues["cages"] = tuple(sorted(telling, key=lambda cage: cage[0]))
    return clues


def validate(puzzle: Puzzle) -> None:
    """A square; boxes or regions of n cells each; cages that do not overlap and whose totals can be made."""
    must_be_square(puzzle.grid, 1, 25)
    if puzzle.clue("regions") is not None:
        _check_regions(puzzle.grid, puzzle.clue("regions"))
    else:
        _check_boxes(puzzle.grid, puzzle.clue("boxes") or box_shape(puzzle.grid.rows))
    _check_cages(puzzle.grid, puzzle.clue("cages"))


def _check_boxes(grid: Grid, box: Box) -> None:
    n = grid.rows
    if box[0] * box[1] != n or min(box) < 1:
        raise PuzzleError(f"expected boxes of {n} cells, found {box[0]} by {box[1]}")
    if 1 in box:
        raise PuzzleError(f"boxes of {box[0]} by {box[1]} are lines: a board of {n} rows needs regions, or it is latin")


def _check_regions(grid: Grid, regions: Sequence[int]) -> None:
    n = grid.rows
    if len(regions) != len(grid):
        raise PuzzleError(f"expected a region for each of {len(grid)} cells, found {len(regions)}")
    for group in lettered(_members(regions)):
        if len(group.members) != n:
            found = f"found {len(group.members)} cell{'s' * (len(group.members) != 1)}"
            raise PuzzleError(f"{group.label} (with {grid.name(group.members[0])}): expected {n} cells, {found}")


def _check_cages(grid: Grid, cages: Sequence[Cage]) -> None:
    n = grid.rows
    owner: dict[int, str] = {}
    for members, total in cages:
        if not members:
            raise PuzzleError("a cage has no cells")
        for cell in members:
            if not 0 <= cell < len(grid):
                raise PuzzleError(f"a cage has cell number {cell}, but the board has {len(grid)} cells")
        name = f"the cage at {grid.name(members[0])}"
        for cell in members:
            if cell in owner:
                raise PuzzleError(f"{name} and {owner[cell]} both hold {grid.name(cell)}")
            owner[cell] = name
        k = len(members)
        if k > n:
            raise PuzzleError(f"{name} has {k} cells: more than {n} cannot differ")
        least, most = k * (k + 1) // 2, k * (2 * n - k + 1) // 2
        if total is not None and not least <= total <= most:
            raise PuzzleError(f"{name}: {k} different numbers add up to {least} to {most}, not {total}")


def _move_boxes(value: Any, motion: Motion) -> Any:
    return height_and_width(value or box_shape(motion.grid.rows), motion)


def _move_cages(value: Any, motion: Motion) -> Any:
    return tuple((tuple(motion.cells[cell] for cell in members), total) for members, total in value)


KILLER_CAGES = (2, 2, 2, 3, 3, 3, 4, 4, 5)
"""The sizes of cages, each as likely as it is often here."""


def scaffold(request: Request, stream: RandomStream) -> Puzzle:
    """An empty board; as a jigsaw with regions that are drawn."""
    n = request.size
    grid = Grid(n, n)
    clues: dict[str, Any] = {"diagonals": "x" in request.variants}
    if "jigsaw" in request.variants:
        clues["regions"] = regions_of_size(grid, n, stream)
    return Puzzle(GENRE, grid, clues=clues)


def derive(puzzle: Puzzle, solution: Solution, stream: RandomStream, request: Request) -> Puzzle | None:
    """Every number given; a killer's cages too. None where luck left a cell alone."""
    clues = dict(puzzle.clues)
    if "killer" in request.variants:
        cages = list(_cages(puzzle.grid, solution, stream))
        if "single-cells" not in request.variants:
            _join_single_cells(puzzle.grid, solution, cages, stream)
            if any(len(cage) == 1 for cage in cages):
                return None
        clues["cages"] = tuple((cage, sum(solution[cell] + 1 for cell in cage)) for cage in cages)
    return Puzzle(GENRE, puzzle.grid, clues=clues, givens=dict(enumerate(solution)))


def _cages(grid: Grid, solution: Solution, stream: RandomStream) -> Iterator[tuple[int, ...]]:
    """The board cut into cages of neighbouring cells with different numbers."""
    starts = list(range(len(grid)))
    stream.shuffle(starts)
    free = set(starts)
    for start in starts:
        if start not in free:
            continue
        cage, wanted = [start], stream.choose(KILLER_CAGES)
        free.remove(start)
        while len(cage) < wanted:
            held = {solution[cell] for cell in cage}
            near = sorted({q for p in cage for q in grid.beside(p) if q in free and solution[q] not in held})
            if not near:
                break
            cage.append(stream.choose(near))
            free.remove(cage[-1])
        yield tuple(sorted(cage))


def _join_single_cells(grid: Grid, solution: Solution, cages: list[tuple[int, ...]], stream: RandomStream) -> None:
    """A cell alone goes over to a cage beside it that has no such number, if there is one."""
    for alone in [cage for cage in cages if len(cage) == 1]:
        (cell,) = alone
        beside = grid.beside(cell)
        near = [
            cage for cage in cages if cage != alone and not {*cage}.isdisjoint(beside)
            and all(solution[each] != solution[cell] for each in cage)
        ]  # fmt: skip
        if near and alone in cages:
            into = stream.choose(near)
            cages[cages.index(into)] = tuple(sorted((*into, cell)))
            cages.remove(alone)


def layouts(request: Request) -> Iterator[Puzzle]:
    """The empty board; every division into regions of a jigsaw, and into cages of a killer."""
    grid = Grid(request.size, request.size)
    shapes = _part_sizes(request)
    for regions in partitions(grid, sizes=shapes["regions"]) if "regions" in shapes else [None]:
        for cages in partitions(grid, sizes=shapes["cages"]) if "cages" in shapes else [()]:
            clues: dict[str, Any] = {"diagonals": "x" in request.variants, "cages": [(cage, None) for cage in cages]}
            if regions is not None:
                clues["regions"] = labels(grid, regions)
            yield Puzzle(GENRE, grid, clues=clues)


def number_of_layouts(request: Request, stream: RandomStream) -> float:
    """An estimate, right on average."""
    grid = Grid(request.size, request.size)
    return prod(estimated_partitions(grid, stream, sizes=sizes) for sizes in _part_sizes(request).values())


def _part_sizes(request: Request) -> dict[str, Collection[int]]:
    n = request.size
    found: dict[str, Collection[int]] = {}
    if "jigsaw" in request.variants:
        found["regions"] = {n}
    if "killer" in request.variants:
        found["cages"] = range(1, n + 1) if "single-cells" in request.variants else range(2, n + 1)
    return found


def slots(layout: Puzzle, request: Request) -> Sequence[Slot]:
    """Each number may be given; a killer's cages print their totals instead."""
    if "killer" not in request.variants:
        return given_slots(layout, request)
    return [Slot((partial(_total, members),)) for members, _ in layout.clue("cages")]


def printed(layout: Puzzle, solution: Solution, ways: Sequence[int | None], request: Request) -> Puzzle:
    """The layout with givens, or with totals."""
    if "killer" not in request.variants:
        return with_givens(layout, solution, ways, request)
    cages = tuple((members, _total(members, solution)) for members, _ in layout.clue("cages"))
    return Puzzle(GENRE, layout.grid, clues={**layout.clues, "cages": cages})


def _total(cage: Sequence[int], solution: Solution) -> int:
    return sum(solution[cell] + 1 for cell in cage)


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
    key="sudoku",
    title="Sudoku",
    aliases=("solo", "number-place"),
    rulebook=__doc__,
    sizes="4, 6, 8, 9, 10, 12, … 25; as a jigsaw 1 to 25",
    variables=variables,
    constraints=constraints,
    validate=validate,
    normalise=normalise,
    drawing=drawing,
    clues=(
        ClueKind(
            "boxes",
            "height and width of the boxes; None: the usual ones of the size",
            None,
            _move_boxes,
            "height-and-width",
        ),
        ClueKind("regions", "jigsaw: a region number for each cell, in place of boxes", None, per_cell, "regions"),
        ClueKind("diagonals", "X: both long diagonals hold each number once", False, stays, "flag"),
        ClueKind("cages", "killer: (cells, total or None) of each cage", (), _move_cages, "cages", ("total",)),
    ),
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
        SudokuJson("sudoku"),
    ),
    enumeration=Enumeration(layouts, number_of_layouts, slots, printed),
    maker=Maker(
        sizes=(4, 6, 8, 9, 10, 12, 16),
        size=9,
        scaffold=scaffold,
        steps=StepMaker(derive=derive),
        native=NativeMaker("givens"),
        symmetric=True,
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
)
