"""No puzzle twice: not turned, not mirrored, not with its values renamed."""

from __future__ import annotations

import pytest

from gridwright.generation import Recipe, generate
from gridwright.generation.copies import essence
from gridwright.genres import parse


@pytest.mark.parametrize("genre", ["queens", "keen", "sudoku", "arrows", "unequal", "towers"])
def test_a_puzzle_and_its_eight_copies_are_one(genre: str) -> None:
    outcomes = list(generate(Recipe(genre, size=6, seed="e"), 6, check="none", with_grade=False))
    puzzles = [outcome.puzzle for outcome in outcomes if outcome.puzzle is not None]

    assert 6 == len({essence(puzzle) for puzzle in puzzles})
    for puzzle in puzzles:
        assert {essence(puzzle)} == {essence(puzzle.moved(name)) for name in puzzle.grid.symmetries}


def test_renamed_digits_are_a_copy_where_only_places_matter() -> None:
    assert essence(parse("12......3.......", genre="sudoku")) == essence(parse("31......4.......", genre="sudoku"))
    assert essence(parse("12......3.......", genre="sudoku")) != essence(parse("11......4.......", genre="sudoku"))


@pytest.mark.parametrize("threads", [1, 2])
def test_queens_of_four_rows_repeat_themselves_unless_asked_not_to(threads: int) -> None:
    recipe = Recipe("queens", size=4, seed="d")
    copies = [each.puzzle for each in generate(recipe, 100, check="none", with_grade=False)]
    outcomes = list(generate(recipe, 100, check="none", with_grade=False, distinct=True, threads=threads))
    puzzles = [each.puzzle for each in outcomes]

    assert 87 == len({essence(puzzle) for puzzle in copies if puzzle is not None})
    assert 100 == len({essence(puzzle) for puzzle in puzzles if puzzle is not None})
    for outcome, puzzle, copy in zip(outcomes, puzzles, copies, strict=True):
        (again,) = generate(outcome.recipe, check="none", with_grade=False)
        assert again.puzzle == puzzle
        assert (puzzle == copy) == ("a copy of an earlier puzzle" not in outcome.rejections)


def test_boards_that_are_few_run_out_with_a_sentence() -> None:
    outcomes = list(generate(Recipe("latin", size=3, seed="few"), 20, check="none", with_grade=False, distinct=True))
    last = outcomes[-1]

    assert outcomes[0].found
    assert "copies" == last.ended
    assert str(last).startswith("nothing but copies of earlier puzzles: 100 attempts")
