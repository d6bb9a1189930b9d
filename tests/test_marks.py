"""Pencil marks: filled in, cleaned, and read back as they were written."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from gridwright.genres import genre, parse
from gridwright.model import Puzzle
from gridwright.playing.marks import broken, cleaned, filled, position, text_of
from random_states import states

FOUR = "1...3..4..2....1"
QUEENS = "1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE"


def four() -> Puzzle:
    return parse(FOUR, genre="sudoku")


def test_marks_are_what_the_givens_leave() -> None:
    assert "1 24 3 23\n3 2 1 4\n4 134 2 3\n24 234 34 1" == text_of(filled(four()))


def test_filling_brings_back_what_was_crossed_out_and_keeps_what_was_written() -> None:
    assert text_of(filled(four(), "r1c2=4")) == text_of(filled(four(), "r1c2=4 r1c4-3"))
    assert text_of(filled(four())) != text_of(filled(four(), "r1c2=4"))


def test_cleaning_removes_what_a_written_value_rules_out_and_nothing_else() -> None:
    """The 3 of r3c2 is crossed out and stays so; the 4 of r1c2 takes those of its row, column and box."""
    state = cleaned(four(), "1 4 234 234\n3 2 1 4\n4 14 2 13\n24 234 34 1")

    assert "1 4 3 23\n3 2 1 4\n4 1 2 3\n2 3 34 1" == text_of(state)


def test_a_puzzle_of_pencil_marks_is_cleaned_itself() -> None:
    text = "1 1234 1234 1234\n1234 1234 1234 1234\n1234 1234 1234 1234\n1234 1234 1234 1234"
    puzzle = parse(text, genre="sudoku", format="marks")

    assert "1 234 234 234" == text_of(cleaned(puzzle)).splitlines()[0]
    assert "1 1234 1234 1234" == text_of(filled(puzzle)).splitlines()[0]


def test_stars_have_crosses_for_marks() -> None:
    puzzle = parse(QUEENS, genre="queens")

    assert "?????\n?????\n?????\n?????\n?????" == text_of(filled(puzzle))
    assert "xxxx*\n???xx\nx???x\n????x\n????x" == text_of(cleaned(puzzle, "r1c5=* r3c1-*"))
    assert "xxxx*\n???xx\n????x\n????x\n????x" == text_of(filled(puzzle, "r1c5=* r3c1-*"))


def test_holes_keep_their_place() -> None:
    puzzle = next(p for e in genre("star-battle").examples if "#" in (p := parse(e.text, genre="queens")).text())

    text = text_of(filled(puzzle))

    assert puzzle.grid.rows == len(text.splitlines())
    assert 2 == text.count("#")


@pytest.mark.parametrize("kind", ["sudoku 4", "latin 5", "x 4", "sudoku 6"])
def test_marks_that_were_printed_are_read_back(kind: str) -> None:
    for state in islice(states(kind, Random(kind)), 20):
        text = text_of(state)
        while (cleaner := text_of(cleaned(state.puzzle, text))) != text:  # a last mark counts as written down
            text = cleaner
        masks = [state.puzzle.variables[0].domain.spell(mask) for mask in position(state.puzzle, text).masks]
        assert text.split() == masks


def test_a_cell_without_a_candidate_is_told() -> None:
    state = cleaned(four(), "r2c2-2")

    assert (5,) == broken(state)
    assert "3 - 1 4" == text_of(state).splitlines()[1]
    assert four().structure.size == len(state.masks)
