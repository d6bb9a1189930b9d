"""Hints: where to look, why, what to do; and first of all whether something is wrong."""

from __future__ import annotations

import pytest

from gridwright.genres import parse
from gridwright.hints import HintStatus, hint, position
from gridwright.model import Puzzle, PuzzleError

FOUR = "1...3..4..2....1"
QUEENS = "1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE"


@pytest.fixture
def four() -> Puzzle:
    return parse(FOUR, genre="sudoku")


@pytest.fixture
def queens() -> Puzzle:
    return parse(QUEENS, genre="queens")


def test_a_hint_tells_more_from_stage_to_stage(four: Puzzle) -> None:
    found = hint(position(four))

    assert "Look at row 1." == found.where
    assert found.step is not None
    assert ["r1c2=4"] == [each.text(four) for each in found.step.conclusions]
    assert "row 1" in found.why.lower()
    assert "r1c2" in found.do


def test_why_keeps_what_follows_to_itself(queens: Puzzle) -> None:
    found = hint(position(queens, "r1c5=*"))

    assert "r3c4" in found.do
    assert "r3c4" not in found.why
    assert found.why.endswith("…")


def test_a_wrong_value_comes_first(four: Puzzle) -> None:
    found = hint(position(four, "r1c2=2"))

    assert (None, (1,)) == (found.step, found.wrong)


def test_a_wrong_cross_is_found_where_the_values_are_right(four: Puzzle) -> None:
    assert (5,) == hint(position(four, "r1c2=4 r2c2-2")).wrong


def test_a_finished_board_needs_no_hint() -> None:
    found = hint(position(parse("1234341221434321", genre="sudoku")))

    assert (HintStatus.SOLVED, None, ()) == (found.status, found.step, found.wrong)


def test_nothing_applies_is_told() -> None:
    assert HintStatus.STUCK is hint(position(parse("." * 16, genre="sudoku"))).status


# Positions


def test_facts_boards_and_marks_say_the_same(four: Puzzle) -> None:
    facts = position(four, "r1c2=4, r1c4=2")
    board = position(four, "14.2 3..4 ..2. ...1")
    marks = position(four, "1 4 3 2\n3 2 1 4\n4 1 2 3\n2 3 4 1")

    assert facts == board
    assert {0, 1, 3} <= facts.placed
    assert len(four.variables) == len(marks.placed)


def test_marks_are_crossed_out_and_written_values_tidied(four: Puzzle) -> None:
    state = position(four, "1 24 3 2\n3 12 1 4\n4 123 2 3\n24 34 34 1")

    assert "4" == four.variables[1].domain.spell(state.masks[1])  # r1c4 is a 2
    assert 1 not in state.placed


def test_crosses_are_pencil_marks(queens: Puzzle) -> None:
    cross = position(queens, "x????" + "?" * 20)

    assert cross == position(queens, "r1c1-*") == position(queens, "r1c1=.")
    assert 0 not in cross.placed


def test_marks_of_another_size_are_told(four: Puzzle) -> None:
    with pytest.raises(PuzzleError):
        position(four, "1 2\n2 1")
    with pytest.raises(PuzzleError, match="the board has no 'r9c9'"):
        position(four, "r9c9=1")
