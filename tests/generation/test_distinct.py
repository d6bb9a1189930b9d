"""No puzzle twice in a run that asks for different ones."""

from __future__ import annotations

import pytest

from gridwright.conversion.canonical_form import canonical_text
from gridwright.generation import Recipe, generate_many


@pytest.mark.parametrize("threads", [1, 2])
def test_queens_of_four_rows_repeat_themselves_unless_asked_not_to(threads: int) -> None:
    recipe = Recipe("queens", size=4, seed="d", variants=("single-cells",))
    copies = [each.puzzle for each in generate_many(recipe, 100, check="none", with_grade=False)]
    outcomes = list(generate_many(recipe, 100, check="none", with_grade=False, distinct=True, threads=threads))
    puzzles = [each.puzzle for each in outcomes]

    assert 87 == len({canonical_text(puzzle) for puzzle in copies if puzzle is not None})
    assert 100 == len({canonical_text(puzzle) for puzzle in puzzles if puzzle is not None})
    for outcome, puzzle, copy in zip(outcomes, puzzles, copies, strict=True):
        (again,) = generate_many(outcome.recipe, check="none", with_grade=False)
        assert again.puzzle == puzzle
        assert (puzzle == copy) == ("a copy of an earlier puzzle" not in outcome.rejections)


def test_boards_that_are_few_run_out_with_a_sentence() -> None:
    outcomes = list(
        generate_many(Recipe("latin", size=3, seed="few"), 20, check="none", with_grade=False, distinct=True)
    )
    last = outcomes[-1]

    assert outcomes[0].found
    assert "copies" == last.ended
    assert str(last).startswith("nothing but copies of earlier puzzles: 100 attempts")
