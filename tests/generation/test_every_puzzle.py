"""Every puzzle of every genre, sizes and requirements mixed: one solution, the tier that was asked for, a proper board.

GRIDWRIGHT_PUZZLES says how many a genre, 40 unless told: `GRIDWRIGHT_PUZZLES=2000 pytest -m slow` on this file.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice

import pytest

from gridwright.generation import Generated, Recipe, generate_many
from gridwright.genres import genres, parse
from gridwright.grading import Verdict, grade
from gridwright.model import Puzzle
from gridwright.model.direction import ahead
from gridwright.solving import check, redundant_givens

NUMBER = int(os.environ.get("GRIDWRIGHT_PUZZLES", "40"))


def sudokus() -> Iterator[Recipe]:
    for tier in ("Gentle", "Steady", "Tricky", "Hard", "Beyond"):
        yield Recipe("sudoku", tier=tier)
    for size in (4, 6, 8, 9, 10, 12):
        yield Recipe("sudoku", size=size)
    for symmetry in ("turn-180", "turn-90", "mirrors", "diagonal"):
        yield Recipe("sudoku", symmetry=symmetry)
    for size, *variants in ((6, "jigsaw"), (9, "jigsaw"), (6, "killer"), (9, "killer"), (9, "x"), (6, "x", "jigsaw")):
        yield Recipe("sudoku", size=size, variants=tuple(variants))


def latins() -> Iterator[Recipe]:
    for size in range(3, 10):
        yield Recipe("latin", size=size)
    for tier in ("Gentle", "Steady"):
        yield Recipe("latin", size=6, tier=tier)


def keens() -> Iterator[Recipe]:
    for size in range(3, 10):
        yield Recipe("keen", size=size)
    for size in (4, 5, 6):
        for tier in ("Easy", "Normal", "Hard", "Extreme"):
            yield Recipe("keen", size=size, scale="sgt", tier=tier)
    for variant in ("multiply", "no-operations"):
        yield Recipe("keen", size=5, variants=(variant,))


def unequals() -> Iterator[Recipe]:
    for size in (4, 5, 6, 7):
        yield Recipe("unequal", size=size)
        yield Recipe("unequal", size=size, variants=("adjacent",))
    for tier in ("Easy", "Tricky"):
        yield Recipe("unequal", size=5, scale="sgt", tier=tier)


def towers() -> Iterator[Recipe]:
    for size in (3, 4, 5, 6):
        yield Recipe("towers", size=size)
    for tier in ("Easy", "Hard"):
        yield Recipe("towers", size=5, scale="sgt", tier=tier)


def stars() -> Iterator[Recipe]:
    for size in range(5, 13):
        yield Recipe("queens", size=size, variants=("single-cells",) if size % 2 else ())
    for size in (7, 8, 9):
        for tier in ("Gentle", "Steady", "Tricky", "Hard", "Fiendish"):
            yield Recipe("queens", size=size, tier=tier)
    for size in (9, 10):
        yield Recipe("star-battle", size=size, variants=("two-stars",))
    yield Recipe("star-battle", size=10, variants=("two-stars", "single-cells"), tier="Hard")


def arrows() -> Iterator[Recipe]:
    for size in range(3, 11):
        yield Recipe("arrows", size=size)
    for size in (5, 6, 7, 8, 9):
        for tier in ("k=0", "k=1"):
            yield Recipe("arrows", size=size, tier=tier)
    for tier in ("k=0", "k=1"):
        yield Recipe("arrows", size=6, tier=tier, variants=("eight",))


def takuzus() -> Iterator[Recipe]:
    for size in (4, 6, 8, 10):
        yield Recipe("takuzu", size=size, variants=("distinct",) if size % 4 else ())
    for tier in ("Gentle", "Steady"):
        yield Recipe("takuzu", size=8, tier=tier)
    yield Recipe("takuzu", size=6, columns=8, symmetry="turn-180")
    yield Recipe("takuzu", size=8, any=True)


def lamps() -> Iterator[Recipe]:
    for size in (4, 5, 7, 10):
        yield Recipe("akari", size=size, symmetry="turn-180" if size % 2 else "none")
    for tier in ("Gentle", "Tricky"):
        yield Recipe("akari", size=7, tier=tier)
    yield Recipe("akari", size=5, columns=8, any=True)


def loops() -> Iterator[Recipe]:
    for size in (4, 5, 7, 10):
        yield Recipe("slitherlink", size=size)
    for tier in ("Gentle", "Steady"):
        yield Recipe("slitherlink", size=6, tier=tier)
    yield Recipe("slitherlink", size=5, columns=6, any=True)
    yield Recipe("slitherlink", size=6, symmetry="mirrors")


def pearls() -> Iterator[Recipe]:
    for size in (5, 6, 8):
        yield Recipe("masyu", size=size)
    yield Recipe("masyu", size=6, tier="Steady")
    yield Recipe("masyu", size=5, columns=7, any=True)


def sights() -> Iterator[Recipe]:
    for size in (4, 5, 7):
        yield Recipe("kurodoko", size=size)
    for tier in ("Gentle", "Steady"):
        yield Recipe("kurodoko", size=6, tier=tier)
    yield Recipe("kurodoko", size=5, columns=6, any=True)


def singles() -> Iterator[Recipe]:
    for size in (4, 5, 6):
        yield Recipe("hitori", size=size)
    yield Recipe("hitori", size=4, columns=6, any=True)


def islands() -> Iterator[Recipe]:
    for size in (4, 5, 7):
        yield Recipe("nurikabe", size=size)
    for tier in ("Steady",):
        yield Recipe("nurikabe", size=6, tier=tier)
    yield Recipe("nurikabe", size=5, columns=6, any=True)


def camps() -> Iterator[Recipe]:
    for size in (4, 5, 8, 10):
        yield Recipe("tents", size=size)
    for tier in ("Gentle", "Steady"):
        yield Recipe("tents", size=7, tier=tier)
    yield Recipe("tents", size=6, columns=8, any=True)
    yield Recipe("tents", size=6, variants=("few-counts",))


RECIPES = {
    "sudoku": sudokus, "latin": latins, "keen": keens, "unequal": unequals, "towers": towers, "star-battle": stars,
    "arrows": arrows, "takuzu": takuzus, "akari": lamps, "slitherlink": loops, "masyu": pearls, "kurodoko": sights,
    "hitori": singles, "nurikabe": islands, "tents": camps,
}  # fmt: skip


def faults(outcome: Generated) -> Iterator[str]:
    """What is wrong with what was made."""
    puzzle, recipe = outcome.puzzle, outcome.recipe
    if puzzle is None or outcome.solution is None:
        yield outcome.sentence()
        return
    if outcome.verified is None:
        yield "nobody proved that there is one solution"
    again = parse(str(puzzle), genre=puzzle.genre)
    if again != puzzle:
        yield "its text says something else"
    if check(again, outcome.solution):
        yield "its solution breaks a rule"
    if not recipe.any and recipe.tier != "Beyond" and grade(again, recipe.scale).status is not Verdict.SOLVED:
        yield "techniques do not solve it"
    if recipe.tier is not None and recipe.tier != grade(again, recipe.scale).tier:
        yield f"its tier is {grade(again, recipe.scale).tier}"
    steps = recipe.maker.steps
    eased = (steps is not None and steps.eases) or recipe.maker.drawn & set(recipe.variants)
    minimal = recipe.any or not eased  # others have givens for the techniques' sake
    if (
        puzzle.givens
        and recipe.symmetry == "none"
        and recipe.maker.reduces
        and minimal
        and list(redundant_givens(puzzle))
    ):
        yield "a given can be spared"
    yield from _misshapen(puzzle, recipe)


def _misshapen(puzzle: Puzzle, recipe: Recipe) -> Iterator[str]:
    regions = puzzle.clues.get("regions")
    if regions is not None:
        for number in set(regions):
            cells = {cell for cell, region in enumerate(regions) if region == number}
            if not _hangs_together(puzzle, cells):
                yield f"region {number} lies in pieces"
            if "single-cells" not in recipe.variants and len(cells) == 1:
                yield f"region {number} is one cell"
    if recipe.genre == "arrows" and len(puzzle.grid) >= 36:
        outward = sum(not ahead(puzzle.grid, cell, arrow) for cell, arrow in enumerate(puzzle.clue("arrows")))
        if outward > len(puzzle.grid) / 10:
            yield f"{outward} arrows leave the board"


def _hangs_together(puzzle: Puzzle, cells: set[int]) -> bool:
    reached, todo = set[int](), [min(cells)]
    while todo:
        cell = todo.pop()
        reached.add(cell)
        todo += (near for near in puzzle.grid.beside(cell) if near in cells and near not in reached)
    return reached == cells


def test_every_genre_that_is_made_is_here() -> None:
    assert {key for key, genre in genres().items() if genre.maker is not None} == set(RECIPES)


@pytest.mark.slow
@pytest.mark.parametrize("genre", RECIPES)
def test_every_puzzle_is_unique_and_as_asked(genre: str) -> None:
    wrong: list[str] = []
    proofs: Counter[str | None] = Counter()
    for i, recipe in enumerate(islice(cycle(list(RECIPES[genre]())), NUMBER)):
        for outcome in generate_many(replace(recipe, seed=f"every/{i}"), with_grade=False):
            proofs[outcome.verified] += 1
            wrong += (f"{outcome.recipe}: {fault}" for fault in faults(outcome))

    print(f"{genre}: {proofs.total()} puzzles, proved by {dict(proofs)}, {len(wrong)} wrong")
    assert [] == wrong
