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

from ..formats.cage_grid import CageGrid
from ..formats.marks import Marks, MarksLine
from ..formats.square_json import SquareJson
from ..kits.cages import CageClue, Operations
from ..kits.cells import CellLayout
from ..kits.squares import Latin, full_lines
from ..model import Broken, Example, Genre, Item, Maker, NativeMaker, Puzzle, Request
from ..model.constraints.arithmetic import NUMBER_OF
from .texts.sgt_keen import KeenLine, SgtKeen

CAGES = CageClue(
    "cages", "(cells, operation, number or None) of each cage",
    Operations(products="multiply", no_operations="no-operations"),
)  # fmt: skip


def rules(layout: CellLayout) -> Iterator[Item]:
    """Yield each number once in every row and column, and what the clues of cages say."""
    yield full_lines(layout.grid)
    yield CAGES


def taste(request: Request) -> dict[str, int | Sequence[int]]:
    """Return the numbers that the kernel's maker of cages takes: `kernel/makers/cages.cpp` says what each one is."""
    sums_and_products = [NUMBER_OF[operation] for operation in "×+"]
    return {
        "largest": 6, "fine": 4, "coarsest": 3, "finest": 8,
        "operations": [NUMBER_OF[operation] for operation in ("×" if "multiply" in request.variants else "÷-×+")],
        "of_more": sums_and_products, "fewest_pairs": 2, "despite_few": sums_and_products,
        "no_operations": "no-operations" in request.variants,
        "tries": 24, "changes": 2, "near": request.size,
    }  # fmt: skip


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
    "Keen",
    __doc__,
    aliases=("kenken", "calcudoku", "mathdoku"),
    sizes="3 to 16",
    space=Latin(3, 16, gives_values=False),
    clues=(CAGES,),
    rules=rules,
    formats=(
        SgtKeen(), KeenLine(), CageGrid(),
        SquareJson(
            "keen", CAGES, title="cages and clues (JSON)", required=("cages",), claims=("cages", "size"),
            disclaims=("total",),
            about="`size`, `cages` (each with `cells` and a `clue`), and optionally `givens` and `marks`.",
        ),
        MarksLine(), Marks(),
    ),
    maker=Maker(
        range(3, 17), 6, steps=None,
        native=NativeMaker(
            "cages",
            numbers=taste,
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
)  # fmt: skip
