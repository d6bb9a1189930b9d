"""Boards of stars: regions that hang together, one solution, the tier that was asked for."""

from __future__ import annotations

import pytest

from gridwright.generation import Recipe, generate_many
from gridwright.grading import grade
from gridwright.model import GridwrightError, Puzzle, Status


def regions(puzzle: Puzzle) -> list[set[int]]:
    numbers = puzzle.clue("regions")
    return [{cell for cell, number in enumerate(numbers) if number == each} for each in range(puzzle.grid.rows)]


def hangs_together(puzzle: Puzzle, cells: set[int]) -> bool:
    columns = puzzle.grid.columns
    reached, todo = set[int](), [min(cells)]
    while todo:
        x = todo.pop()
        reached.add(x)
        beside = [x - columns, x + columns]
        beside += [x - 1] if x % columns else []
        beside += [x + 1] if x % columns < columns - 1 else []
        todo += (y for y in beside if y in cells and y not in reached)
    return reached == cells


@pytest.mark.parametrize(
    ("size", "variants", "count"),
    [
        (4, (), 5),
        (5, (), 20),
        (6, ("single-cells",), 20),
        (8, (), 20),
        (9, ("single-cells",), 10),
        (11, (), 5),
        (9, ("two-stars",), 5),
        (10, ("two-stars", "single-cells"), 5),
    ],
)
def test_boards_have_one_solution_and_whole_regions(size: int, variants: tuple[str, ...], count: int) -> None:
    for outcome in generate_many(Recipe("star-battle", size=size, seed="stars", variants=variants, any=True), count):
        puzzle = outcome.puzzle
        assert puzzle is not None
        assert outcome.verified == "sat"
        answer = puzzle.solve(engine="simple")
        assert outcome.solution in list(answer.solutions)
        assert answer.status is Status.UNIQUE
        assert all(hangs_together(puzzle, cells) for cells in regions(puzzle))
        assert (2 if "two-stars" in variants else 1) == puzzle.clue("stars")
        if "single-cells" not in variants:
            assert all(len(cells) > 1 for cells in regions(puzzle))


@pytest.mark.parametrize("tier", ["Gentle", "Steady", "Tricky", "Hard", "Fiendish"])
@pytest.mark.parametrize("size", [7, 8])
def test_the_tier_is_as_asked(tier: str, size: int) -> None:
    made_by_tier(Recipe("queens", size=size, seed="tier", tier=tier), 3)


@pytest.mark.parametrize(("size", "seed"), [(7, "extreme 2"), (7, "extreme 14"), (8, "extreme 10"), (8, "extreme 0")])
def test_the_rarest_tier_is_as_asked(size: int, seed: str) -> None:
    """One board in thousands is so hard; these seeds come to one soon."""
    made_by_tier(Recipe("queens", size=size, seed=seed, tier="Extreme"), 1)


def made_by_tier(recipe: Recipe, count: int) -> None:
    """The grade is asked of a board built anew, so it also tells whether the kernel drew its borders right."""
    for outcome in generate_many(recipe, count, check="none"):
        assert outcome.puzzle is not None
        assert recipe.tier == grade(outcome.puzzle).tier


def test_two_stars_have_tiers_too() -> None:
    for tier in ("Steady", "Hard"):
        recipe = Recipe("star-battle", size=10, seed="two", variants=("two-stars",), tier=tier)
        (outcome,) = generate_many(recipe, check="none")

        assert outcome.puzzle is not None
        assert tier == grade(outcome.puzzle).tier


def test_the_number_of_threads_changes_nothing() -> None:
    recipe = Recipe("queens", size=8, seed="threads", tier="Tricky")

    assert list(generate_many(recipe, 4, check="none")) == list(generate_many(recipe, 4, check="none", threads=2))


def test_what_cannot_be_ends_within_its_budget() -> None:
    """Four rows have two solutions without regions, and regions that tell them apart are no puzzle for experts."""
    (outcome,) = generate_many(Recipe("queens", size=4, seed="no", tier="Fiendish", budget=300))

    assert outcome.puzzle is None
    assert outcome.rejections


@pytest.mark.parametrize("genre", ["queens", "arrows"])
def test_a_maker_that_is_not_there_is_not_replaced_by_another(genre: str) -> None:
    with pytest.raises(GridwrightError, match="by the kernel alone"):
        list(generate_many(Recipe(genre), plain=True))
