"""Unequal.

Rulebook: fill the board so that every row and every column holds each number from 1 to n exactly once. A sign between
two cells opens towards the greater number.
Adjacent: bars instead of signs. Neighbours with a bar between them differ by exactly one, and those without do not.
Also called: Futoshiki, Hutosiki; with bars Consecutive Latin square.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any

from ..formats.marks import Marks, MarksLine
from ..formats.sgt_unequal import SgtUnequal
from ..formats.sign_grid import SignGrid
from ..formats.square_json import UnequalJson
from ..model import (
    Adjacent,
    Broken,
    ClueKind,
    Constraint,
    Enumeration,
    Example,
    Genre,
    Greater,
    Grid,
    Group,
    Maker,
    Motion,
    Puzzle,
    PuzzleError,
    RandomStream,
    Removable,
    Request,
    Slot,
    Solution,
    StepMaker,
    Structure,
    Variable,
    numbers,
)
from ..model.compact import Compact, Statement
from ..model.drawing import Feature, Sign
from ..model.enumeration import given_slots, with_givens
from ..model.maker import latin_square
from ._parts import cells, full_lines, must_be_square


def variables(puzzle: Puzzle) -> tuple[Variable, ...]:
    """A number from 1 to n in each cell."""
    return cells(puzzle.grid, numbers(puzzle.grid.rows))


def constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    """Each number once in every row and column; what signs say, or what bars and their absence say."""
    grid = puzzle.grid
    yield from full_lines(grid)
    for p, q in puzzle.clue("signs"):
        yield Greater(Group("sign", (p, q), cells=(grid.name(p), grid.name(q))))
    bars = puzzle.clue("bars")
    if bars is not None:
        for p, q in _sides(grid):
            kind = "bar" if (p, q) in bars else "gap"
            yield Adjacent(Group(kind, (p, q), cells=(grid.name(p), grid.name(q))), (p, q) in bars)


def statements(puzzle: Puzzle, kind: int) -> list[Statement]:
    """The pairs that each sign allows."""
    pairs = _greater_pairs(puzzle.grid.rows)
    return [("table", kind, sign, 2, pairs) for sign in puzzle.clue("signs")]


@lru_cache(maxsize=64)
def _greater_pairs(n: int) -> tuple[int, ...]:
    structure = Structure((n, n))
    Greater(Group("sign", (0, 1))).emit(structure)
    return structure.relations[0].parameters()


@lru_cache(maxsize=64)
def _neighbours(grid: Grid) -> frozenset[tuple[int, int]]:
    """Every two neighbours, both ways."""
    return frozenset((p, q) for p in range(len(grid)) for q in grid.beside(p))


def _sides(grid: Grid) -> Iterator[tuple[int, int]]:
    """Neighbours, the smaller first."""
    return ((p, q) for p in range(len(grid)) for q in grid.beside(p) if p < q)


def drawing(puzzle: Puzzle) -> Iterator[Feature]:
    """Signs or bars between cells."""
    for p, q in puzzle.clue("signs"):
        yield Sign(p, q)
    for p, q in puzzle.clue("bars") or ():
        yield Sign(p, q, bar=True)


def normalise(grid: Grid, clues: dict[str, Any]) -> dict[str, Any]:
    """Signs stand in the order of their cells, each once; bars have no direction."""
    clues["signs"] = tuple(sorted(set(clues.get("signs") or ())))
    if clues.get("bars") is not None:
        clues["bars"] = tuple(sorted({(min(p, q), max(p, q)) for p, q in clues["bars"]}))
    return clues


def validate(puzzle: Puzzle) -> None:
    """A square of 3 to 16 rows; signs or bars, between neighbours."""
    must_be_square(puzzle.grid, 3, 16)
    grid, signs, bars = puzzle.grid, puzzle.clue("signs"), puzzle.clue("bars")
    if signs and bars is not None:
        raise PuzzleError("expected signs or bars, found both")
    named, every = {*signs, *(bars or ())}, _neighbours(grid)
    if named <= every and named.isdisjoint({(q, p) for p, q in signs}):
        return
    for p, q in (*signs, *(bars or ())):
        for cell in (p, q):
            if not 0 <= cell < len(grid):
                raise PuzzleError(f"a sign has cell number {cell}, but the board has {len(grid)} cells")
        if q not in grid.beside(p):
            raise PuzzleError(f"a sign stands between {grid.name(p)} and {grid.name(q)}, which are no neighbours")
    for p, q in signs:
        if (q, p) in signs:
            raise PuzzleError(f"of {grid.name(p)} and {grid.name(q)} each is greater than the other")


def _move_pairs(value: Any, motion: Motion) -> Any:
    return None if value is None else tuple((motion.cells[p], motion.cells[q]) for p, q in value)


def scaffold(request: Request, stream: RandomStream) -> Puzzle:
    """An empty board."""
    return Puzzle(GENRE, Grid(request.size, request.size))


def derive(puzzle: Puzzle, solution: Solution, stream: RandomStream, request: Request) -> Puzzle:
    """Every number given, and the sign between every two neighbours; or bars wherever there is one."""
    sides = list(_sides(puzzle.grid))
    clues: dict[str, Any] = {"signs": [(p, q) if solution[p] > solution[q] else (q, p) for p, q in sides]}
    if "adjacent" in request.variants:
        clues = {"bars": [(p, q) for p, q in sides if abs(solution[p] - solution[q]) == 1]}
    return Puzzle(GENRE, puzzle.grid, clues=clues, givens=dict(enumerate(solution)))


def _with_signs(puzzle: Puzzle, kept: Collection[int]) -> Puzzle:
    signs = [sign for i, sign in enumerate(puzzle.clue("signs")) if i in kept]
    return Puzzle(GENRE, puzzle.grid, clues={**puzzle.clues, "signs": tuple(signs)}, givens=puzzle.givens)


def slots(layout: Puzzle, request: Request) -> Sequence[Slot]:
    """Each number may be given, and each sign printed; bars are all printed, or none is."""
    sides = list(_sides(layout.grid))
    if "adjacent" in request.variants:
        return [*given_slots(layout, request), Slot((lambda s: tuple(abs(s[p] - s[q]) == 1 for p, q in sides),))]
    signs = (Slot((partial(_is_greater, p, q),), optional=True) for p, q in sides)
    return [*given_slots(layout, request), *signs]


def _is_greater(p: int, q: int, solution: Solution) -> bool:
    return solution[p] > solution[q]


def printed(layout: Puzzle, solution: Solution, ways: Sequence[int | None], request: Request) -> Puzzle:
    """The board with what is printed of a solution."""
    n, sides = len(layout.grid), list(_sides(layout.grid))
    clues: dict[str, Any] = {}
    if "adjacent" not in request.variants:
        used = (side for side, way in zip(sides, ways[n:], strict=True) if way is not None)
        clues["signs"] = tuple((p, q) if solution[p] > solution[q] else (q, p) for p, q in used)
    elif ways[n] is not None:
        clues["bars"] = tuple((p, q) for p, q in sides if abs(solution[p] - solution[q]) == 1)
    return with_givens(Puzzle(GENRE, layout.grid, clues=clues), solution, ways[:n], request)


FIVE = """
. .<.>.>.
      ^ ^
. . . .<.
      ^
.<. .<. .
v v
. .<. . .
    v   ^
. . .<.>.
"""
BARS = """
.|. . .
  -
. .|. .
- - - -
. . 1 .
      -
. . .|.
"""

GENRE = Genre(
    key="unequal",
    title="Unequal",
    aliases=("futoshiki", "adjacent"),
    rulebook=__doc__,
    compact=Compact(("sign",), statements, lambda puzzle: () if puzzle.clue("bars") is None else None),
    sizes="3 to 16",
    variables=variables,
    constraints=constraints,
    validate=validate,
    normalise=normalise,
    drawing=drawing,
    clues=(
        ClueKind("signs", "(greater, lesser) of each sign between two cells", (), _move_pairs, "pairs"),
        ClueKind(
            "bars",
            "Adjacent: the pairs of neighbours that differ by one; all others do not",
            None,
            _move_pairs,
            "pairs",
        ),
    ),
    formats=(SgtUnequal(), SignGrid(), MarksLine(), Marks(), UnequalJson("unequal")),
    enumeration=Enumeration(slots=slots, printed=printed),
    maker=Maker(
        sizes=tuple(range(3, 10)),
        size=5,
        scaffold=scaffold,
        steps=StepMaker(
            complete=latin_square,
            derive=derive,
            removable=Removable(count=lambda puzzle: len(puzzle.clue("signs")), keep=_with_signs),
        ),
        variants={"adjacent": "bars between neighbours that differ by one, and no signs"},
    ),
    examples=(
        Example(FIVE, 1, "five rows"),
        Example(BARS, 1, "Adjacent: bars"),
        Example("5:0,0,0RL,0R,0,0,0,0,0,0UL,0D,0DL,0,0UL,0,0,0,0DL,0,0,0,0,0,0RL,0U,", 20, "one sign short: 28"),
        Example("3:0D,0,0,0R,0R,0,0,0,0U,", 0, "a chain of four numbers on three rows"),
        Example(
            "6a:0,0D,0,0,0D,0D,0,0UR,0RDL,0DL,0UR,0UL,0D,0D,3UR,0UL,0D,0D,0UR,0UDL,0,0D,0U,0U,0,0U,0R,5URL,0DL,0D,"
            "0R,0L,0,0R,0UL,0U,",
            1,
            "six rows with bars",
        ),
    ),
    broken=(
        Broken("row", "3:0R,0,0,0,0,0,0,0,0,", "211 122 333"),
        Broken("column", "3:0R,0,0,0,0,0,0,0,0,", "213 123 123"),
        Broken("sign", "3:0R,0,0,0,0,0,0,0,0,", "123 231 312"),
        Broken("bar", "3a:0RD,0RDL,0DL,0URD,0URDL,0UDL,0UR,0URL,0UL,", "123 231 312"),
        Broken("gap", "3a:0R,0L,0,0,0,0,0,0,0,", "123 231 312"),
    ),
)
