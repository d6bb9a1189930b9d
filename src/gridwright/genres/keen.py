"""Keen.

Rulebook: fill the board so that every row and every column holds each number from 1 to n exactly once, and the numbers
of each cage make its clue: 7+ is their sum, 24× their product, 2- the difference and 3÷ the quotient of the two. A
number may stand twice in a cage, if not in one row or column.
Options: a - or ÷ cage of more cells takes all the others from the largest, or divides it by them; a clue without an
operation is made by any of the four; a cage without a clue may hold anything.
Also called: KenKen, Calcudoku, Mathdoku, Inshi no Heya.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from math import prod
from typing import Any

from ..formats.cage_grid import CageGrid
from ..formats.clue_text import spell_clue
from ..formats.marks import Marks, MarksLine
from ..formats.sgt_keen import KeenLine, SgtKeen
from ..formats.square_json import KeenJson
from ..model import (
    Arithmetic,
    Broken,
    ClueKind,
    Constraint,
    Enumeration,
    Example,
    Genre,
    Grid,
    GridwrightError,
    Group,
    Maker,
    Motion,
    NativeMaker,
    Puzzle,
    PuzzleError,
    RandomStream,
    Request,
    Slot,
    Solution,
    Variable,
    numbers,
)
from ..model.compact import Compact, Statement
from ..model.constraints.arithmetic import ANY, LARGEST_TARGET, NUMBER_OF, OPERATIONS
from ..model.drawing import Cage as DrawnCage
from ..model.drawing import Feature
from ._partitions import estimated_partitions, partitions
from ._parts import cells, full_lines, must_be_square

_PRINTED = frozenset(OPERATIONS)
SPELLINGS = {"−": "-", "x": "×", "*": "×", "/": "÷", ":": "÷"}


def variables(puzzle: Puzzle) -> tuple[Variable, ...]:
    """A number from 1 to n in each cell."""
    return cells(puzzle.grid, numbers(puzzle.grid.rows))


def constraints(puzzle: Puzzle) -> Iterator[Constraint]:
    """Each number once in every row and column; each cage makes its clue."""
    yield from full_lines(puzzle.grid)
    for members, operation, target in puzzle.clue("cages"):
        if target is not None:
            clue, first = spell_clue(operation, target), puzzle.grid.name(members[0])
            group = Group("cage", members, cells=(first,), clue=clue)
            yield Arithmetic(group, operation, target, largest=puzzle.grid.rows)


def statements(puzzle: Puzzle, kind: int) -> list[Statement]:
    """The clue of each cage."""
    return [
        ("arithmetic", kind, members, len(members), (NUMBER_OF[operation], target))
        for members, operation, target in puzzle.clue("cages")
        if target is not None
    ]


def drawing(puzzle: Puzzle) -> Iterator[Feature]:
    """Thick lines around cages, their clues in the first cells."""
    for members, operation, target in puzzle.clue("cages"):
        yield DrawnCage(members, spell_clue(operation, target), dashed=False)


def normalise(grid: Grid, clues: dict[str, Any]) -> dict[str, Any]:
    """Cages stand in reading order; a cell alone without a clue is in no cage."""
    cages = (
        (tuple(sorted(members)), SPELLINGS.get(operation, operation), target)
        for members, operation, target in clues.get("cages") or ()
    )
    telling = (cage for cage in cages if len(cage[0]) != 1 or cage[2] is not None)
    clues["cages"] = tuple(sorted(telling, key=lambda cage: cage[0]))
    return clues


def validate(puzzle: Puzzle) -> None:
    """A square of 3 to 16 rows; cages that do not overlap, each with a clue that it can print."""
    must_be_square(puzzle.grid, 3, 16)
    grid = puzzle.grid
    if _fit(puzzle.clue("cages"), len(grid)):
        return
    owner: dict[int, str] = {}
    for members, operation, target in puzzle.clue("cages"):
        if not members:
            raise PuzzleError("a cage has no cells")
        if not (0 <= members[0] and members[-1] < len(grid)):
            off = members[0] if members[0] < 0 else members[-1]
            raise PuzzleError(f"a cage has cell number {off}, but the board has {len(grid)} cells")
        name = f"the cage at {grid.name(members[0])}"
        for cell in members:
            if cell in owner:
                raise PuzzleError(f"{name} and {owner[cell]} both hold {grid.name(cell)}")
            owner[cell] = name
        if operation not in (ANY, *OPERATIONS):
            raise PuzzleError(f"{name}: expected an operation out of {' '.join(OPERATIONS)}, found {operation!r}")
        if target is None and operation:
            raise PuzzleError(f"{name} has the operation {operation} but no number")
        if target is not None and (not isinstance(target, int) or not 0 <= target <= LARGEST_TARGET):
            raise PuzzleError(f"{name}: expected a number from 0 to {LARGEST_TARGET:,}, found {target}")
        if operation in ("-", "÷") and len(members) == 1:
            raise PuzzleError(f"{name} has one cell, and {operation} needs two")


def _fit(cages: Sequence[tuple[tuple[int, ...], str, int | None]], cells: int) -> bool:
    """Is all right at a glance: cages with operation and number that share no cell?"""
    if not cages:
        return True
    groups, operations, targets = zip(*cages, strict=True)
    seen = list(chain.from_iterable(groups))
    if len(set(seen)) != len(seen) or () in groups or min(seen) < 0 or max(seen) >= cells:
        return False
    if not (_PRINTED.issuperset(operations) and set(map(type, targets)) == {int}):
        return False
    if 1 in map(len, groups) and any(operation in "-÷" for members, operation, _ in cages if len(members) == 1):
        return False
    return bool(min(targets) >= 0 and max(targets) <= LARGEST_TARGET)


def _move_cages(value: Any, motion: Motion) -> Any:
    return tuple(
        (tuple(motion.cells[cell] for cell in members), operation, target) for members, operation, target in value
    )


def _taste(request: Request) -> dict[str, int | Sequence[int]]:
    """How squares are cut into cages and which clues are asked for: `kernel/makers/cages.cpp` says what each means."""
    sums_and_products = [NUMBER_OF[operation] for operation in "×+"]
    return {
        "largest": 6, "fine": 4, "coarsest": 3, "finest": 8,
        "operations": [NUMBER_OF[operation] for operation in ("×" if "multiply" in request.variants else "÷-×+")],
        "of_more": sums_and_products, "fewest_pairs": 2, "despite_few": sums_and_products,
        "no_operations": "no-operations" in request.variants,
        "tries": 24, "changes": 2, "near": request.size,
    }  # fmt: skip


def scaffold(request: Request, stream: RandomStream) -> Puzzle:
    """An empty board."""
    return Puzzle(GENRE, Grid(request.size, request.size))


def _comes_to(operation: str, numbers: Sequence[int], made: int) -> bool:
    if operation == ANY:
        return any(_comes_to(each, numbers, made) for each in OPERATIONS)
    exact = operation != "÷" or max(numbers) ** 2 % prod(numbers) == 0
    return exact and _made_by(operation, numbers) == made


def _made_by(operation: str, numbers: Sequence[int]) -> int:
    largest, all_together = max(numbers), prod(numbers)
    return {
        "+": sum(numbers), "×": all_together, "-": 2 * largest - sum(numbers), "÷": largest * largest // all_together,
    }[operation]  # fmt: skip


def layouts(request: Request) -> Iterator[Puzzle]:
    """Every division into connected cages of any size."""
    if "no-operations" in request.variants:
        raise GridwrightError("clues without an operation are not gone through: what they say is no one number's")
    grid = Grid(request.size, request.size)
    for cages in partitions(grid):
        yield Puzzle(GENRE, grid, clues={"cages": tuple((cage, ANY, None) for cage in cages)})


def number_of_layouts(request: Request, stream: RandomStream) -> float:
    """An estimate, right on average."""
    return estimated_partitions(Grid(request.size, request.size), stream)


def slots(layout: Puzzle, request: Request) -> Sequence[Slot]:
    """A clue for each cage: of one cell its number; of two + - × and ÷ where it is whole, of more + and ×."""
    return [
        Slot(tuple(partial(_reading, cage, operation) for operation in _operations(cage, request)))
        for cage in _all_cages(layout)
    ]


def printed(layout: Puzzle, solution: Solution, ways: Sequence[int | None], request: Request) -> Puzzle:
    """The layout with a clue in each cage that has one."""
    cages: list[tuple[tuple[int, ...], str, int | None]] = []
    for cage, way in zip(_all_cages(layout), ways, strict=True):
        operation = ANY if way is None or len(cage) == 1 else _operations(cage, request)[way]
        made = None if way is None else _made_by(operation or "+", [solution[cell] + 1 for cell in cage])
        cages.append((cage, operation, made))
    return Puzzle(GENRE, layout.grid, clues={"cages": tuple(cages)})


def _all_cages(layout: Puzzle) -> list[tuple[int, ...]]:
    """The cages in reading order; a cell in none is one by itself."""
    cages = [members for members, _, _ in layout.clue("cages")]
    return sorted([*cages, *((cell,) for cell in {*range(len(layout.grid))}.difference(*cages))])


def _operations(cage: Sequence[int], request: Request) -> str:
    if len(cage) == 1:
        return "+"
    if "multiply" in request.variants:
        return "×"
    return "+-×÷" if len(cage) == 2 else "+×"


def _reading(cage: Sequence[int], operation: str, solution: Solution) -> int | None:
    numbers = [solution[cell] + 1 for cell in cage]
    made = _made_by(operation, numbers)
    return made if _comes_to(operation, numbers, made) else None


THREE = """
AAB
CDD
CCD
A 2×
B 3×
C 1÷
D 4×
"""
FOUR = """
AABC
DEBC
DEFF
GGFF
A 1-
B 2-
C 1-
D 4÷
E 1-
F 16×
G 1-
"""
SIX = """
AABCCD
EFBGDD
EFBGHH
IIJKKL
MNJOPL
MNOOPP
A 4-
B 12+
C 10+
D 36×
E 2-
F 1-
G 11+
H 2-
I 1-
J 3+
K 1-
L 9+
M 2÷
N 1-
O 12×
P 10+
"""
BROKEN = "3:a_b_a__a,m2m3_1m4"

GENRE = Genre(
    key="keen",
    title="Keen",
    aliases=("kenken", "calcudoku", "mathdoku"),
    rulebook=__doc__,
    compact=Compact(("cage",), statements),
    sizes="3 to 16",
    variables=variables,
    constraints=constraints,
    validate=validate,
    normalise=normalise,
    drawing=drawing,
    clues=(
        ClueKind(
            "cages",
            "(cells, operation, number or None) of each cage",
            (),
            _move_cages,
            "cages",
            ("operation", "number"),
        ),
    ),
    formats=(SgtKeen(), KeenLine(), CageGrid(), KeenJson("keen"), MarksLine(), Marks()),
    enumeration=Enumeration(layouts, number_of_layouts, slots, printed),
    maker=Maker(
        sizes=tuple(range(3, 17)),
        size=6,
        scaffold=scaffold,
        steps=None,
        native=NativeMaker(
            "cages",
            numbers=_taste,
            clues=lambda blank, labels, cages: {"cages": cages},
            draws="cage",
            sample=lambda blank: Puzzle(blank.genre, blank.grid, clues={"cages": (((0,), "+", 1),)}),
        ),
        variants={
            "multiply": "every clue is a product",
            "no-operations": "a clue is its number alone, and any operation may make it",
        },
    ),
    examples=(
        Example(FOUR, 1, "four rows"),
        Example(SIX, 1, "six rows"),
        Example(THREE, 1, "three rows, with a quotient of three cells"),
        Example("4:c_3a_ca_3a_b,_48_3_0m288_", 1, "clues without an operation, and a cage without a clue"),
        Example("4:a_6baa_aaba,s1s2s1d4s1_s1", 4, "the four rows with one clue short"),
        Example("4:a_6baa_aaba,s1s2s1d4s1m15s1", 0, "no four numbers up to 4 make 15×"),
        Example("4:a_6baa_aaba,s1s2s1d4s1_s1,d4k", 2, "the same with a given"),
    ),
    broken=(
        Broken("row", BROKEN, "213 121 332"),
        Broken("column", BROKEN, "123 312 132"),
        Broken("cage", BROKEN, "123 231 312"),
    ),
)
