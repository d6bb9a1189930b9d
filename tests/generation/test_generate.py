"""Recipes to puzzles: as asked, the same again, and honest where there are none."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gridwright.documents import from_dict, to_dict
from gridwright.generation import Generated, Recipe, generate_many
from gridwright.generation.generator import Progress
from gridwright.generation.requirements import requirements_of
from gridwright.grading import grade, scale
from gridwright.model import GridwrightError, Limits, Status, UnknownName
from gridwright.solving import check, redundant_givens
from gridwright.solving.deduce import deduce
from gridwright.techniques import Catalogue

GOLDEN = Path(__file__).with_name("golden.txt")


def make(recipe: Recipe, **options: object) -> Generated:
    (outcome,) = generate_many(recipe, **options)  # type: ignore[arg-type]
    return outcome


def golden() -> list[tuple[str, str]]:
    lines = [line for line in GOLDEN.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return [(recipe, puzzle) for recipe, _, puzzle in (line.partition(" -> ") for line in lines)]


@pytest.mark.parametrize(("recipe", "puzzle"), golden())
def test_golden_seeds_make_the_same_puzzles_for_ever_however_many_threads_do(recipe: str, puzzle: str) -> None:
    one, two = (make(Recipe.parse(recipe), check="none", threads=threads) for threads in (1, 2))

    assert puzzle == str(one)
    assert one == two


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe("sudoku", seed="a"),
        Recipe("sudoku", seed="b", symmetry="turn-180"),
        Recipe("sudoku", size=6, seed="c", symmetry="turn-90", clues=14),
        Recipe("sudoku", seed="d", tier="Steady"),
        Recipe("sudoku", size=6, seed="e", tier="Tricky", budget=200),
        Recipe("sudoku", seed="f", tier="Hard", needs=("xy-wing",), symmetry="turn-180"),
        Recipe("sudoku", seed="g", scale="sgt", tier="Intermediate"),
        Recipe("latin", size=7, seed="h", tier="Steady", budget=20),
    ],
)
def test_both_makers_make_the_same_puzzles(recipe: Recipe) -> None:
    for fast, plain in zip(
        generate_many(recipe, 3, check="none"), generate_many(recipe, 3, check="none", plain=True), strict=True
    ):  # fmt: skip
        assert fast == plain


@pytest.mark.parametrize("variants", [(), ("x",), ("jigsaw",), ("killer",), ("jigsaw", "x")])
@pytest.mark.parametrize("size", [4, 6])
def test_sudokus_are_unique_and_minimal(size: int, variants: tuple[str, ...]) -> None:
    for outcome in generate_many(Recipe("sudoku", size=size, seed="v", variants=variants, any=True), 4):
        assert outcome.puzzle is not None
        assert outcome.verified == "sat"
        assert outcome.puzzle.solve().status is Status.UNIQUE
        assert [] == list(redundant_givens(outcome.puzzle))
        assert ("x" in variants) == bool(outcome.puzzle.clue("diagonals"))
        assert ("killer" in variants) == bool(outcome.puzzle.clue("cages"))


@pytest.mark.parametrize("symmetry", ["turn-180", "turn-90", "mirror-left-right", "mirror-up-down", "diagonal"])
def test_givens_lie_as_the_symmetry_says(symmetry: str) -> None:
    moves = {"diagonal": "mirror-falling"}
    outcome = make(Recipe("sudoku", seed="s", symmetry=symmetry))

    assert outcome.puzzle is not None
    to = outcome.puzzle.grid.symmetries[moves.get(symmetry, symmetry)]
    assert set(outcome.puzzle.givens) == {to[cell] for cell in outcome.puzzle.givens}


def test_no_fewer_clues_than_asked_for() -> None:
    outcome = make(Recipe("sudoku", seed="s", clues=36))

    assert outcome.puzzle is not None
    assert 36 == len(outcome.puzzle.givens)


@pytest.mark.parametrize("tier", ["Gentle", "Steady", "Tricky", "Hard", "Beyond"])
def test_the_tier_is_as_asked(tier: str) -> None:
    for outcome in generate_many(Recipe("sudoku", seed="tier", tier=tier), 3):
        assert outcome.puzzle is not None
        assert tier == grade(outcome.puzzle).tier
        assert outcome.grade is not None
        assert tier == outcome.grade.tier


@pytest.mark.parametrize(
    ("tier", "technique"), [("Tricky", "x-wing"), ("Tricky", "skyscraper"), ("Hard", "xy-wing"), ("Hard", "w-wing")]
)
def test_what_is_needed_is_needed(tier: str, technique: str) -> None:
    recipe = Recipe("sudoku", seed="needs", tier=tier, needs=(technique,), without=("swordfish", "hidden-triple"))
    outcome = make(recipe)

    assert outcome.puzzle is not None
    assert outcome.grade is not None
    assert tier == outcome.grade.tier
    solves, *stuck = requirements_of(recipe, outcome.puzzle)
    assert "solved" == deduce(outcome.puzzle, solves.ladder).outcome.value
    assert not {("fish", 3), ("hidden-subset", 3)} & set(solves.ladder)
    assert ["stuck", "stuck"] == [deduce(outcome.puzzle, each.ladder).outcome.value for each in stuck]
    assert 1 == len(set(solves.ladder) - set(stuck[-1].ladder))


def test_qualities_are_kept() -> None:
    recipe = Recipe("sudoku", seed="q", tier="Tricky", quality=(("hard-steps", (3, None)), ("printed", (None, 25))))
    outcome = make(recipe)

    assert outcome.puzzle is not None
    assert outcome.grade is not None
    tricky = {Catalogue.standard().name(rung) for rung in scale("standard").tiers(outcome.puzzle)[2].ladder}
    assert 3 <= sum(count for name, count in outcome.grade.techniques.items() if name in tricky)
    assert 25 >= len(outcome.puzzle.givens)


def test_an_impossible_requirement_ends_with_its_closest_miss() -> None:
    outcome = make(Recipe("sudoku", size=4, seed="no", tier="Fiendish", budget=50))

    assert not outcome.found
    assert "budget" == outcome.ended
    assert 50 == sum(outcome.rejections.values())
    assert outcome.miss is not None
    assert "infeasible within budget: 50 attempts" in str(outcome)
    assert str(outcome.miss.puzzle) in str(outcome)


def test_two_techniques_that_exclude_each_other_are_an_answer_not_a_hang() -> None:
    recipe = Recipe("sudoku", seed="no", tier="Tricky", needs=("naked-triple", "hidden-triple", "x-wing"), budget=30)

    assert "budget" == make(recipe).ended


def test_a_time_limit_only_ends_the_search() -> None:
    recipe = Recipe("sudoku", size=4, seed="no", tier="Fiendish", budget=10**9)
    began = time.monotonic()
    outcome = make(recipe, limits=Limits(seconds=0.5))

    assert "time" == outcome.ended
    assert time.monotonic() - began < 5


def test_regions_that_have_no_solution_do_not_hang_a_search() -> None:
    """Attempt 0 of this seed draws regions for which nobody finds a solution."""
    recipe = Recipe("sudoku", seed="every/16", variants=("jigsaw",))
    began = time.monotonic()

    assert "time" == make(recipe, check="none", limits=Limits(seconds=0.2)).ended
    assert time.monotonic() - began < 5


@pytest.mark.slow
def test_regions_that_have_no_solution_are_given_up() -> None:
    outcome = make(Recipe("sudoku", seed="every/16", variants=("jigsaw",)))

    assert outcome.found
    assert 1 <= outcome.rejections["no board with one solution"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"genre": "sudoku", "size": 7}, "not 7"),
        ({"genre": "sudoku", "variants": ("round",)}, "no variant"),
        ({"genre": "sudoku", "symmetry": "odd"}, "no symmetry"),
        ({"genre": "sudoku", "needs": ("x-wang",)}, "did you mean 'x-wing'"),
        ({"genre": "sudoku", "quality": (("beauty", (1, 2)),)}, "no quality"),
        ({"genre": "sudoku", "budget": 0}, "one attempt or more"),
        ({"genre": "sudoku", "scale": "standard@7"}, "no scale"),
    ],
)
def test_a_recipe_that_cannot_be_is_refused_with_a_sentence(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(GridwrightError) as error:
        Recipe(**wrong)  # type: ignore[arg-type]

    assert said in str(error.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sudoku size=9 seed=x budget=1 generator=99", "generator 99"),
        ("sudoku size=9 seed=x scale=standard@3 tier=Hard catalogue=00000000", "its techniques have changed"),
        ("sudoku size=9 seed=x scale=standard@7 tier=Odd catalogue=00000000 needs=x-wang", "no scale"),
    ],
)
def test_a_recipe_of_another_version_is_kept_and_nothing_is_made_of_it(text: str, said: str) -> None:
    recipe = Recipe.parse(text)

    assert recipe == Recipe.parse(str(recipe)) == from_dict(to_dict(recipe))
    with pytest.raises(GridwrightError, match=said):
        make(recipe)


def test_a_tier_that_a_scale_does_not_have_is_named() -> None:
    with pytest.raises(UnknownName):
        make(Recipe("sudoku", tier="Nightmare"))
    with pytest.raises(GridwrightError, match="needs x-wing"):
        make(Recipe("sudoku", tier="Gentle", needs=("x-wing",)))


def test_recipes_are_printed_and_read_back() -> None:
    recipe = Recipe(
        "solo", size=9, seed="a b=c", tier="Tricky", needs=("fish(2)",), without=("swordfish",),
        variants=("x", "jigsaw"), symmetry="turn-180", clues=24,
        quality=(("steps", (40, None)), ("printed", (None, 30))),
        budget=7,
    )  # fmt: skip

    assert recipe == Recipe.parse(str(recipe))
    assert ("x-wing",) == recipe.needs
    with pytest.raises(UnknownName):
        Recipe.parse("sudoku colour=red")


def _take_all(outcomes: Iterator[Generated], seen: list[Generated]) -> None:
    for outcome in outcomes:
        seen.append(outcome)


def test_ctrl_c_keeps_what_is_done() -> None:
    seen: list[Generated] = []

    def stop(progress: Progress) -> None:
        if progress.found:
            raise KeyboardInterrupt

    outcomes = generate_many(Recipe("sudoku", seed="c", tier="Hard"), 10, check="none", progress=stop)
    with pytest.raises(KeyboardInterrupt):
        _take_all(outcomes, seen)

    assert 10 == len(seen)
    assert any(outcome.found for outcome in seen)
    assert {"interrupted", None} >= {outcome.ended for outcome in seen}


def test_progress_counts_attempts_and_reasons() -> None:
    told: list[tuple[int, int]] = []

    def tell(now: Progress) -> None:
        told.append((now.found, now.attempts))

    outcomes = list(generate_many(Recipe("sudoku", seed="p", tier="Tricky"), 3, check="none", progress=tell))

    assert told == sorted(told)
    assert (3, sum(sum(each.rejections.values()) + 1 for each in outcomes)) == told[-1]


def test_the_solution_breaks_no_rule() -> None:
    outcome = make(Recipe("sudoku", seed="s", variants=("killer", "x")))

    assert outcome.puzzle is not None
    assert outcome.solution is not None
    assert not check(outcome.puzzle, outcome.solution)


def test_progress_goes_on_from_block_to_block() -> None:
    told: list[int] = []
    list(
        generate_many(Recipe("sudoku", size=4, seed="p"), 70, check="none", progress=lambda now: told.append(now.found))
    )

    assert 70 == told[-1]
    assert told == sorted(told)


def test_the_function_is_not_hidden_by_its_package() -> None:
    """A package that has the name of a function of ours would take its place once it is imported."""
    code = "import gridwright as gw, gridwright.generation; [gw.generate('latin', size=3, seed=1) for _ in 'ab']"

    subprocess.run([sys.executable, "-c", code], check=True)


def test_most_islands_of_a_nurikabe_have_more_than_one_cell() -> None:
    numbers = [
        number
        for outcome in generate_many(Recipe("nurikabe", size=7, seed="islands"), 12, check="none")
        if outcome.puzzle is not None
        for number in outcome.puzzle.clue("numbers")
        if number is not None
    ]

    assert numbers.count(1) < len(numbers) / 3
    assert max(numbers) >= 5
