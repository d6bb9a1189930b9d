"""Boards of arrows: one solution, few clues, the k that was asked for."""

from __future__ import annotations

import pytest

from gridwright.generation import Recipe, generate_many
from gridwright.generation.requirements import requirements_of
from gridwright.grading import grade, scale
from gridwright.model import Status
from gridwright.model.direction import ahead


@pytest.mark.parametrize(("size", "variants"), [(3, ()), (5, ()), (6, ("eight",)), (7, ())])
def test_boards_have_one_solution_and_no_clue_to_spare(size: int, variants: tuple[str, ...]) -> None:
    for outcome in generate_many(Recipe("arrows", size=size, seed="arrows", variants=variants, any=True), 6):
        puzzle = outcome.puzzle
        assert puzzle is not None
        assert outcome.solution is not None
        assert outcome.verified == "sat"
        answer = puzzle.solve(engine="simple")
        assert answer.status is Status.UNIQUE
        assert tuple(answer.solutions[0]) == outcome.solution
        for cell in puzzle.givens:
            fewer = puzzle.with_givens({x: value for x, value in puzzle.givens.items() if x != cell})
            assert fewer.solve().status is Status.MULTIPLE
        if "eight" not in variants:
            assert set(puzzle.clue("arrows")) <= set("↑→↓←")


@pytest.mark.parametrize("tier", ["k=0", "k=1", "k=2"])
@pytest.mark.parametrize("variants", [(), ("eight",)])
def test_k_is_as_asked(tier: str, variants: tuple[str, ...]) -> None:
    for outcome in generate_many(Recipe("arrows", size=6, seed="k", tier=tier, variants=variants), 3):
        assert outcome.puzzle is not None
        assert tier == grade(outcome.puzzle).tier


@pytest.mark.parametrize("variants", [(), ("eight",)])
def test_no_clue_of_a_board_of_k_1_can_be_spared(variants: tuple[str, ...]) -> None:
    """The generator passes over candidates that sight lines say nothing about; contradictions outside it do not."""
    recipe = Recipe("arrows", size=7, seed="spare", tier="k=1", variants=variants)
    inside = scale().inside
    for outcome in generate_many(recipe, 6, check="none"):
        puzzle = outcome.puzzle
        assert puzzle is not None
        solved, too_easy = requirements_of(recipe, puzzle)
        assert solved.holds(puzzle, inside(puzzle))
        assert too_easy.holds(puzzle, inside(puzzle))
        for cell in puzzle.givens:
            fewer = puzzle.with_givens({x: value for x, value in puzzle.givens.items() if x != cell})
            assert not solved.holds(fewer, inside(fewer))


def test_larger_boards_are_solved_by_their_techniques() -> None:
    """Twelve rows have sets of three words in the kernel, nine have two."""
    for size in (9, 12):
        for outcome in generate_many(Recipe("arrows", size=size, seed="large", tier="k=0"), 2, check="none"):
            assert outcome.puzzle is not None
            found = grade(outcome.puzzle)
            assert found.tier == "k=0"
            assert outcome.puzzle.solve().solutions[0] == outcome.solution


@pytest.mark.parametrize("variants", [(), ("eight",)])
def test_few_arrows_leave_the_board_and_few_numbers_are_ones(variants: tuple[str, ...]) -> None:
    for outcome in generate_many(Recipe("arrows", size=8, seed="taste", variants=variants), 10, check="none"):
        puzzle = outcome.puzzle
        assert puzzle is not None
        assert outcome.solution is not None
        arrows = puzzle.clue("arrows")
        outward = sum(not ahead(puzzle.grid, cell, arrow) for cell, arrow in enumerate(arrows))
        assert outward <= len(puzzle.grid) / 10
        assert outcome.solution.count(1) <= len(puzzle.grid) * 0.4


def test_the_number_of_threads_changes_nothing() -> None:
    recipe = Recipe("arrows", size=6, seed="threads", tier="k=1")

    assert list(generate_many(recipe, 4, check="none")) == list(generate_many(recipe, 4, check="none", threads=2))
