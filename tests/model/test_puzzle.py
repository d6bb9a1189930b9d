"""Puzzles: equality, boards, symmetries, facts."""

from __future__ import annotations

import pickle

import pytest

from gridwright.genres import genre
from gridwright.model import Grid, Puzzle, PuzzleError, State, UnknownName
from gridwright.model.puzzle import differing, single
from gridwright.model.step import Conclusion
from gridwright.rules.position import apply

SUDOKU = genre("sudoku")
STARS = genre("star-battle")
FOUR = Grid(4, 4)
QUARTERS = (0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3)
HOLEY = (0, -1, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3)


def test_puzzles_that_say_the_same_are_equal_whatever_the_order() -> None:
    first = Puzzle(SUDOKU, FOUR, givens={0: 1, 5: 2}, clues={"diagonals": True})
    second = Puzzle(SUDOKU, FOUR, givens={5: 2, 0: 1}, clues={"diagonals": True}, provenance={"author": "someone"})

    assert first == second
    assert 1 == len({first, second})
    assert first != Puzzle(SUDOKU, FOUR, givens={0: 1, 5: 2})


def test_a_puzzle_is_itself_after_pickling() -> None:
    puzzle = Puzzle(STARS, FOUR, clues={"regions": HOLEY}, givens={2: 1}, provenance={"author": "someone"})

    again = pickle.loads(pickle.dumps(puzzle))

    assert puzzle == again
    assert {"author": "someone"} == again.provenance
    assert STARS is again.genre


def test_a_loosened_killer_has_the_same_solutions_and_keeps_what_is_placed_as_a_candidate_in_its_cage() -> None:
    cages = (((1, 2, 6), 7), ((8, 12), 5))
    killer = Puzzle(SUDOKU, FOUR, clues={"cages": cages})
    loose = killer.loosened(["cage"])

    assert set(killer.solve(limit=500, show=500).solutions) == set(loose.solve(limit=500, show=500).solutions) != set()
    assert killer.count() == loose.count() > 1
    assert {"cage"} == pickle.loads(pickle.dumps(loose)).loose == loose.with_givens({0: 1}).loose
    assert killer != loose == loose.moved("turn-90").moved("turn-270")
    assert killer.text() == loose.text()
    tight, wide = (apply(State.of(p), [Conclusion(1, 2, True)]) for p in (killer, loose))
    assert (0b1011, 0b1111) == (tight.masks[6], wide.masks[6])  # r2c3 sees r1c2 by nothing but the cage
    assert tight.masks[:6] == wide.masks[:6]


def test_a_cage_without_a_total_cannot_be_loosened() -> None:
    cage = Puzzle(SUDOKU, FOUR, clues={"cages": (((1, 2, 6), None),)}, loose=["cage"])

    assert 0b1011 == apply(State.of(cage), [Conclusion(1, 2, True)]).masks[6]


def test_givens_are_no_part_of_the_structure() -> None:
    assert Puzzle(SUDOKU, FOUR, givens={0: 1}).structure is Puzzle(SUDOKU, FOUR).structure


def test_a_given_off_the_board_is_refused() -> None:
    with pytest.raises(PuzzleError, match="there is no variable 16: the board has 16"):
        Puzzle(SUDOKU, FOUR, givens={16: 0})


def test_a_given_that_is_no_value_is_refused() -> None:
    with pytest.raises(PuzzleError, match="r1c1 takes one of 1234, not number 4"):
        Puzzle(SUDOKU, FOUR, givens={0: 4})


def test_a_cell_without_marks_is_refused() -> None:
    with pytest.raises(PuzzleError, match="r1c2 has no candidate left"):
        Puzzle(SUDOKU, FOUR, marks=[15, 0] + [15] * 14)


def test_a_clue_that_the_genre_lacks_is_refused_with_a_suggestion() -> None:
    with pytest.raises(UnknownName, match="did you mean 'diagonals'"):
        Puzzle(SUDOKU, FOUR, clues={"diagonal": True})


def test_givens_narrow_what_marks_leave_open() -> None:
    puzzle = Puzzle(SUDOKU, FOUR, marks=[0b0110] + [15] * 15, givens={0: 1})

    assert (0b0010, 15) == puzzle.start()[:2]


def test_a_board_is_read_back_holes_and_all() -> None:
    puzzle = Puzzle(STARS, FOUR, clues={"regions": HOLEY})
    board = "*#.. ...* *... ...*".replace(" ", "")

    values = puzzle.read_board(board, filled=True)

    assert 15 == len(values)
    assert board == puzzle.board_text(values)


def test_a_dot_is_no_star_on_a_filled_board_and_open_on_another() -> None:
    puzzle = Puzzle(STARS, FOUR, clues={"regions": QUARTERS})

    assert (1, 0, 0) == puzzle.read_board("*.x. .... .... ....", filled=True)[:3]
    assert (1, None, 0) == puzzle.read_board("*.x. .... .... ....")[:3]


@pytest.mark.parametrize(("board", "error"), [("123", "expected a board of 16 cells, found 3"), ("9" * 16, "r1c1: ")])
def test_a_board_that_does_not_fit_is_refused(board: str, error: str) -> None:
    with pytest.raises(PuzzleError, match=error):
        Puzzle(SUDOKU, FOUR).read_board(board)


def test_a_turned_sudoku_of_six_has_boxes_that_stand() -> None:
    lying = Puzzle(SUDOKU, Grid(6, 6), givens={1: 4})

    standing = lying.moved("turn-90")

    assert (3, 2) == standing.clue("boxes")
    assert {11: 4} == standing.givens
    assert lying == standing.moved("turn-270")
    assert lying.clues == lying.moved("mirror-left-right").clues


def test_marks_regions_and_cages_turn_with_the_board() -> None:
    bent = (0, 0, 1, 1, 0, 2, 1, 1, 0, 2, 3, 3, 2, 2, 3, 3)
    cages = (((0, 1), 3), ((2, 6, 7), None))
    puzzle = Puzzle(SUDOKU, FOUR, clues={"regions": bent, "cages": cages}, marks=[*range(1, 16), 15])

    turned = puzzle.moved("turn-90")

    assert (((3, 7), 3), ((10, 11, 14), None)) == turned.clue("cages")
    assert (1, 2, 3, 4) == tuple((turned.marks or ())[cell] for cell in (3, 7, 11, 15))
    assert puzzle == turned.moved("turn-270")


def test_holes_turn_with_the_board() -> None:
    puzzle = Puzzle(STARS, FOUR, clues={"regions": HOLEY}, givens={0: 1})

    turned = puzzle.moved("turn-90")

    assert -1 == turned.clue("regions")[7]
    assert ["r1c4"] == [turned.variables[x].name for x in turned.givens]
    assert puzzle == turned.moved("turn-270")


def test_a_symmetry_that_the_board_lacks_is_refused() -> None:
    with pytest.raises(UnknownName, match="no symmetry of this board 'turn-45'"):
        Puzzle(SUDOKU, FOUR).moved("turn-45")


def test_facts_narrow_a_state() -> None:
    state = State.of(Puzzle(SUDOKU, FOUR)).after("r1c1=3", "r1c2-3", "R2C2≠1")

    assert ((2,), (0, 1, 3), (1, 2, 3)) == (state.candidates(0), state.candidates(1), state.candidates(5))


@pytest.mark.parametrize("fact", ["r1c1", "r1c1=5", "r9c9=1", "=3", ""])
def test_a_fact_that_says_nothing_is_refused(fact: str) -> None:
    with pytest.raises(PuzzleError):
        State.of(Puzzle(SUDOKU, FOUR)).after(fact)


def test_two_solutions_differ_somewhere() -> None:
    assert (1, 2) == differing((0, 1, 2), (0, 2, 1))


def test_a_mask_of_one_value_is_that_value() -> None:
    assert (3, None, None) == (single(0b1000), single(0b1010), single(0))
