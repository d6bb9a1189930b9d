"""Keen, unequal and towers: made with taste, the same by both makers, and with nothing to spare."""

from __future__ import annotations

from collections import Counter

import pytest

from gridwright.generation import Recipe, generate_many, generator
from gridwright.genres import parse
from gridwright.grading import grade
from gridwright.model import Puzzle, Status
from gridwright.native import kernel
from reference.cages import CageAttempts


def puzzles(recipe: Recipe, count: int, **options: bool) -> list[Puzzle]:
    made = [outcome.puzzle for outcome in generate_many(recipe, count, with_grade=False, **options)]
    return [puzzle for puzzle in made if puzzle is not None]


def test_every_latin_square_of_four_comes_up_about_as_often() -> None:
    counts = Counter(kernel.latin_square(4, kernel.RandomStream(seed)) for seed in range(57_600))

    assert 576 == len(counts)
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 684  # chi-square, 575 degrees, p = 0.001


@pytest.mark.parametrize("size", [1, 2, 3, 5, 9, 16])
def test_latin_squares_are_latin(size: int) -> None:
    for seed in range(50):
        square = kernel.latin_square(size, kernel.RandomStream(seed))
        lines = [square[r * size : (r + 1) * size] for r in range(size)] + [square[c::size] for c in range(size)]

        assert all(set(range(size)) == set(line) for line in lines)


@pytest.mark.parametrize("size", [3, 4, 6, 9])
def test_cages_and_clues_have_taste(size: int) -> None:
    for puzzle in puzzles(Recipe("keen", any=True, size=size, seed="taste"), 40, check="none"):
        cages = puzzle.clue("cages")
        assert size * size == sum(len(cells) for cells, _, _ in cages)
        for cells, operation, target in cages:
            assert 2 <= len(cells) <= 6
            assert len(cells) == 2 or operation in "+×"
            assert operation != "-" or 1 <= target < size - 1
            assert operation != "÷" or 2 <= target <= size / 2


def test_operations_take_turns() -> None:
    made = puzzles(Recipe("keen", size=6, seed="turns"), 60, check="none")
    counts = Counter(operation for puzzle in made for _, operation, _ in puzzle.clue("cages"))

    assert all(count > 0.14 * counts.total() for count in counts.values())
    assert 4 == len(counts)


def test_products_alone_where_asked() -> None:
    for puzzle in puzzles(Recipe("keen", size=6, seed="m", variants=("multiply",)), 5):
        assert {"×"} == {operation for _, operation, _ in puzzle.clue("cages")}


def test_numbers_alone_where_asked() -> None:
    for puzzle in puzzles(Recipe("keen", size=5, seed="m", variants=("no-operations",)), 5):
        assert {""} == {operation for _, operation, _ in puzzle.clue("cages")}


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe("keen", size=6, seed="r"),
        Recipe("keen", size=5, seed="r", variants=("multiply",)),
        Recipe("keen", size=5, seed="r", any=True, variants=("no-operations",)),
        Recipe("keen", size=4, seed="r", tier="Steady", variants=("no-operations",)),
        Recipe("keen", size=5, seed="r", scale="sgt", tier="Easy"),
        Recipe("keen", size=4, seed="r", scale="sgt", tier="Hard"),
        Recipe("keen", size=4, seed="r", scale="sgt", tier="Unreasonable", budget=200),
        Recipe("keen", size=5, seed="r", tier="Tricky", needs=("cage-line",), without=("x-wing",)),
    ],
)
def test_both_makers_make_the_same_keen(recipe: Recipe, monkeypatch: pytest.MonkeyPatch) -> None:
    fast = [*generate_many(recipe, 4, check="none", with_grade=False)]
    monkeypatch.setattr(generator, "attempts_of", lambda recipe, plain: CageAttempts(recipe))

    assert fast == [*generate_many(recipe, 4, check="none", with_grade=False)]


@pytest.mark.parametrize("tier", ["Easy", "Normal", "Hard", "Extreme", "Unreasonable"])
def test_the_tier_of_the_collection_is_as_asked(tier: str) -> None:
    for puzzle in puzzles(Recipe("keen", size=5, seed="sgt", scale="sgt", tier=tier), 4):
        assert tier == grade(puzzle, "sgt").tier
        assert puzzle == parse(puzzle.text("sgt"), genre="keen", format="sgt")


def test_three_rows_are_never_unreasonable() -> None:
    (outcome,) = generate_many(Recipe("keen", size=3, seed="no", scale="sgt", tier="Unreasonable", budget=300))

    assert "budget" == outcome.ended
    assert 300 == sum(outcome.rejections.values())


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_no_sign_of_an_unequal_can_go(size: int) -> None:
    for puzzle in puzzles(Recipe("unequal", size=size, seed="u"), 5):
        signs = puzzle.clue("signs")
        for gone in signs:
            fewer = Puzzle(
                puzzle.genre, puzzle.grid, givens=puzzle.givens, clues={"signs": tuple(s for s in signs if s != gone)}
            )
            assert fewer.solve().status is Status.MULTIPLE
        for gone in puzzle.givens:
            fewer = puzzle.with_givens({x: value for x, value in puzzle.givens.items() if x != gone})
            assert fewer.solve().status is Status.MULTIPLE


def test_adjacent_boards_have_every_bar() -> None:
    for puzzle in puzzles(Recipe("unequal", size=5, seed="u", variants=("adjacent",)), 5):
        assert puzzle.clue("bars") is not None
        assert not puzzle.clue("signs")


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_no_view_of_towers_can_go(size: int) -> None:
    for puzzle in puzzles(Recipe("towers", size=size, seed="t"), 5):
        views = puzzle.clue("views") or ()
        for i, seen in enumerate(views):
            if seen is not None:
                fewer = Puzzle(
                    puzzle.genre, puzzle.grid, givens=puzzle.givens,
                    clues={"views": (*views[:i], None, *views[i + 1 :])},
                )  # fmt: skip
                assert fewer.solve().status is Status.MULTIPLE


@pytest.mark.parametrize(("genre", "tier"), [("unequal", "Tricky"), ("towers", "Hard"), ("unequal", "Easy")])
def test_tiers_of_unequal_and_towers(genre: str, tier: str) -> None:
    made = puzzles(Recipe(genre, size=5, seed="tier", scale="sgt", tier=tier), 2)

    assert [tier, tier] == [grade(puzzle, "sgt").tier for puzzle in made]
