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
    StepMaker,
    Variable,
    numbers,
)
from ..model.compact import Compact, Statement
from ..model.constraints.arithmetic import ANY, LARGEST_TARGET, NUMBER_OF, OPERATIONS
from ..model.drawing import Cage as DrawnCage
from ..model.drawing import Feature
from ..model.maker import latin_square
from ._partitions import estimated_partitions, partitions
from ._parts import cells, connected, full_lines, must_be_square
from ._trades import trades

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


LARGEST_CAGE = 6
TURNS = ("÷", "-", "×", "+")
SUITS, SAYS_MUCH, NEVER = range(3)
TRIES, CHANGES = 24, 2
"""Cuts of a square in an attempt, and changes of a cut that is near."""


def scaffold(request: Request, stream: RandomStream) -> Puzzle:
    """An empty board."""
    return Puzzle(GENRE, Grid(request.size, request.size))


def derive(puzzle: Puzzle, solution: Solution, stream: RandomStream, request: Request) -> Puzzle | None:
    """The board cut into cages; operations take turns over cages that they suit, the others come last."""
    grid, n = puzzle.grid, puzzle.grid.rows
    cages = _cut(grid, stream, request.fine)
    if cages is None:
        return None
    numbers_of = [[solution[cell] + 1 for cell in cage] for cage in cages]
    left = list(range(len(cages)))
    stream.shuffle(left)
    turns = ("×",) * 4 if "multiply" in request.variants else TURNS
    clues: list[tuple[tuple[int, ...], str, int]] = []
    turn = 0
    while left:
        i, k = next(
            (i, k)
            for bad in (SUITS, SAYS_MUCH)
            for k in range(4)
            for i in left if _unsuited(turns[(turn + k) % 4], numbers_of[i], n) == bad
        )  # fmt: skip
        operation = turns[(turn + k) % 4]
        turn = (turn + k + 1) % 4
        clues.append((cages[i], *_clue(operation, numbers_of[i], request)))
        left.remove(i)
    return Puzzle(GENRE, grid, clues={"cages": tuple(clues)})


def perturb(
    puzzle: Puzzle, solution: Solution, stream: RandomStream, request: Request, where: int | None
) -> Puzzle | None:
    """Another operation for a cage, that of a cell or any, or one of its cells goes over to the next cage."""
    grid, cages = puzzle.grid, [list(cage) for cage in puzzle.clue("cages")]
    cage_of = {cell: i for i, (members, _, _) in enumerate(cages) for cell in members}
    i = stream.below(len(cages)) if where is None else cage_of[where]
    members, operation, _ = cages[i]
    changed = [i]
    if stream.below(2) == 0:
        but = operation
    else:
        moves = dict.fromkeys(
            (p, cage_of[q])
            for p in members if len(members) > 2 and _connected(grid, set(members) - {p})
            for q in grid.beside(p) if cage_of[q] != i and len(cages[cage_of[q]][0]) < LARGEST_CAGE
        )  # fmt: skip
        if not moves:
            return None
        p, to = stream.choose(list(moves))
        cages[i][0] = tuple(cell for cell in members if cell != p)
        cages[to][0] = tuple(sorted((*cages[to][0], p)))
        changed, but = [i, to], ANY
    for each in changed:
        numbers_in = [solution[cell] + 1 for cell in cages[each][0]]
        known = [one for one in TURNS if one != but and (one == "×" or "multiply" not in request.variants)]
        suits = {bad: [one for one in known if _unsuited(one, numbers_in, grid.rows) == bad] for bad in (0, 1)}
        best = suits[SUITS] or suits[SAYS_MUCH]
        if not best:
            return None
        cages[each][1:] = _clue(stream.choose(best), numbers_in, request)
    return Puzzle(GENRE, grid, clues={"cages": tuple(map(tuple, cages))})


def second_solution(puzzle: Puzzle, solution: Solution) -> bool:
    """Would no cage notice if two lines exchanged what they hold at some places, or two numbers changed theirs?"""
    cages = puzzle.clue("cages")
    for changes in trades(solution, puzzle.grid.rows):
        now = [changes.get(cell, value) for cell, value in enumerate(solution)]
        touched = [cage for cage in cages if not changes.keys().isdisjoint(cage[0])]
        if all(_comes_to(operation, [now[x] + 1 for x in members], made) for members, operation, made in touched):
            return True
    return False


def _clue(operation: str, numbers: Sequence[int], request: Request) -> tuple[str, int]:
    """What is printed: the operation, unless none is, and what it makes."""
    return ANY if "no-operations" in request.variants else operation, _made_by(operation, numbers)


def _comes_to(operation: str, numbers: Sequence[int], made: int) -> bool:
    if operation == ANY:
        return any(_comes_to(each, numbers, made) for each in TURNS)
    exact = operation != "÷" or max(numbers) ** 2 % prod(numbers) == 0
    return exact and _made_by(operation, numbers) == made


def _connected(grid: Grid, cells: set[int]) -> bool:
    return connected([grid.beside(cell) for cell in range(len(grid))], cells)


def _cut(grid: Grid, stream: RandomStream, fine: int) -> list[tuple[int, ...]] | None:
    """Dominoes first, then what is left joins cages that are not full; None where a cell is left alone.

    One cell in `fine` begins no domino.
    """
    order = list(range(len(grid)))
    stream.shuffle(order)
    cage_of: dict[int, int] = {}
    cages: list[list[int]] = []
    for cell in order:
        if cell in cage_of or stream.below(fine) == 0:
            continue
        free = [q for q in grid.beside(cell) if q not in cage_of]
        if free:
            q = stream.choose(free)
            cage_of[cell] = cage_of[q] = len(cages)
            cages.append([cell, q])
    joined = True
    while joined:
        joined = False
        for cell in order:
            beside = (cage_of[q] for q in grid.beside(cell) if q in cage_of)
            near = list(dict.fromkeys(cage for cage in beside if len(cages[cage]) < LARGEST_CAGE))
            if cell not in cage_of and near:
                cage_of[cell] = stream.choose(near)
                cages[cage_of[cell]].append(cell)
                joined = True
    return sorted(tuple(sorted(cage)) for cage in cages) if len(cage_of) == len(grid) else None


def _made_by(operation: str, numbers: Sequence[int]) -> int:
    largest, all_together = max(numbers), prod(numbers)
    return {
        "+": sum(numbers), "×": all_together, "-": 2 * largest - sum(numbers), "÷": largest * largest // all_together,
    }[operation]  # fmt: skip


def _unsuited(operation: str, numbers: Sequence[int], n: int) -> int:
    """Does the operation suit the numbers, does it say too much, or is it not asked for?"""
    if len(numbers) > 2:
        return SUITS if operation in "+×" else NEVER
    target = _made_by(operation, numbers)
    if operation == "+":
        return SAYS_MUCH if target <= 4 or target >= 2 * n - 2 else SUITS
    if operation == "-":
        return NEVER if target == n - 1 else SUITS
    if operation == "÷":
        return NEVER if max(numbers) % min(numbers) or 2 * target > n else SUITS
    pairs = [a for a in range(1, n + 1) if a * a < target and target % a == 0 and target // a <= n]
    return SUITS if len(pairs) > 1 else SAYS_MUCH


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
        steps=StepMaker(
            complete=latin_square,
            derive=derive,
            perturb=perturb,
            second_solution=second_solution,
            tries=TRIES,
            changes=CHANGES,
            reduces=False,
        ),
        native=NativeMaker(
            "cages",
            numbers=lambda request: {
                "products_only": "multiply" in request.variants,
                "no_operations": "no-operations" in request.variants,
                "tries": TRIES,
                "changes": CHANGES,
            },
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
