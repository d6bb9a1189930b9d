"""Hints: where to look, what for, why, what to do; and first of all whether something is wrong."""

from __future__ import annotations

import pytest

from gridwright.genres import genre, parse
from gridwright.model import Puzzle, PuzzleError
from gridwright.narration import voices
from gridwright.playing.marks import position
from gridwright.reasons import HintStatus, all_hints, hint
from gridwright.solving.positions import after
from technique_positions import FOLDER, positions

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

    assert "Look at box 1." == found.where
    assert "Look for this: a hidden single." == found.what
    assert "Box 1 still needs a 4, and … is the only cell that can take it." == found.why
    assert "Box 1 still needs a 4, and r1c2 is the only cell that can take it." == found.do
    assert found.step is not None
    assert ["r1c2=4"] == [each.text(four) for each in found.step.conclusions]


def test_a_technique_may_be_looked_for_before_all_others(four: Puzzle) -> None:
    found = [hint(four, first=name).step for name in ("naked-single", "jellyfish", None)]

    assert ["naked-single", "hidden-single", "hidden-single"] == [step and step.technique for step in found]


def test_every_step_that_is_open_is_told_simplest_first(four: Puzzle) -> None:
    found = list(all_hints(four))

    first, steps = hint(four), [each.step for each in found]
    assert first == found[0]
    assert {"hidden-single", "naked-single"} <= {step.technique for step in steps if step is not None}
    assert len(found) == len({step.conclusions for step in steps if step is not None})
    assert all(each.status is HintStatus.STEP and each.do for each in found)


def test_of_a_board_that_is_wrong_or_done_only_that_is_told(four: Puzzle) -> None:
    for marks, status in (("r1c2=2", HintStatus.WRONG), ("1432321441232341", HintStatus.SOLVED)):
        [only] = all_hints(position(four, marks))

        assert status is only.status
        assert only.step is None


def test_chains_are_listed_where_the_scale_has_them() -> None:
    state = next(positions(FOLDER / "aic.txt")).state()

    found = {each.step.technique for each in all_hints(state) if each.step is not None}

    assert "aic" in found


def test_where_the_cell_is_seen_first_its_value_is_not_told_too_soon() -> None:
    found = hint(position(parse("." * 16, genre="latin"), "r1c4-1 r1c4-2 r1c4-3"))

    assert "Everything but … is ruled out for r1c4, so it must be …" == found.why
    assert "Everything but 4 is ruled out for r1c4, so it must be 4." == found.do


@pytest.mark.parametrize("voice", sorted(voices()))
@pytest.mark.parametrize("key", ["arrows", "keen", "latin", "star-battle", "sudoku", "towers", "unequal"])
def test_every_stage_says_something_else(key: str, voice: str) -> None:
    state = position(parse(genre(key).examples[0].text, genre=key))
    for _ in range(12):
        found = hint(state, voice=voice)
        if found.step is None:
            break
        stages = [found.where, found.what, found.why, found.do]
        assert 4 == len(set(stages)), stages
        assert "…" in found.why
        assert "…" not in found.do
        state = after(state, [found.step])


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


def test_several_solutions_are_told() -> None:
    assert HintStatus.SEVERAL is hint(position(parse("." * 16, genre="sudoku"))).status


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


def test_whoever_practises_a_technique_need_not_have_it_in_the_scale() -> None:
    line = (
        ":0500:1:+23.7.+68+955972+8...+6+6..+9+3+5.+7.+3.+6.9.5.7+7+5.+36...+9+4.+9+5+7.+683+872.+5396.+94+5+6.7..+8+1638"
        ".+9+7+5.:439:127 128 132 133::"
    )

    found = hint(line, first="simple-colouring").step

    assert found is not None
    assert "simple-colouring" == found.technique


def test_what_assumes_one_solution_is_not_put_into_a_scale_for_whoever_wants_none_of_it() -> None:
    line = (
        ":0607-1:19:+6+45.+3..+1.+1+9+3..268.7+2+8+6.14+3.+3+5+21.68...+1+63+8.....87.+2+51+638+712.43.+6+53+4.6..2+126+9"
        ".+1+3.+4+8:714 717 919 525 945 749 757 957 958 559 759 959:951::"
    )

    found = [hint(line, first="avoidable-rectangle-1", uniqueness=wanted).step for wanted in (True, False)]

    assert [True, False] == [step is not None and step.technique == "avoidable-rectangle-1" for step in found]
