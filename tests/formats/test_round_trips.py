"""What a format writes, it reads back as the same puzzle; and what it writes again is the same text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwright.formats import (
    Digits,
    FPuzzles,
    Letters,
    Marks,
    MarksLine,
    QueensJson,
    Sdk,
    SgtSolo,
    Ss,
    StarBattleLink,
    Stars,
    SudokuLink,
)
from gridwright.genres import guess
from gridwright.model import CannotSay, Format, Grid, Puzzle
from random_boards import (
    LATIN,
    STARS,
    SUDOKU,
    boxed_sudokus,
    marked,
    plain_sudokus,
    random_givens,
    seeds,
    star_battles,
    variant_sudokus,
)

few = settings(max_examples=40, deadline=None)


def comes_back(form: Format, puzzle: Puzzle) -> None:
    text = form.write(puzzle)
    back = form.read(text, puzzle.genre)
    assert puzzle == back
    assert text == form.write(back)
    assert form.one_line == ("\n" not in text)


@few
@given(plain_sudokus(), st.sampled_from([Digits(), Sdk(), Ss(), SgtSolo(), FPuzzles(), SudokuLink()]))
def test_plain_sudokus_come_back_in_every_form(puzzle: Puzzle, form: Format) -> None:
    comes_back(form, puzzle)


@few
@given(boxed_sudokus(), st.sampled_from([Ss(), SgtSolo(), FPuzzles()]))
def test_odd_boxes_come_back(puzzle: Puzzle, form: Format) -> None:
    comes_back(form, puzzle)


@few
@given(variant_sudokus())
def test_variants_come_back_as_sgt_ids(puzzle: Puzzle) -> None:
    comes_back(SgtSolo(), puzzle)


@few
@given(variant_sudokus(marks=True))
def test_variants_come_back_as_f_puzzles(puzzle: Puzzle) -> None:
    comes_back(FPuzzles(), puzzle)


@few
@given(marked())
def test_pencil_marks_come_back_as_a_grid(puzzle: Puzzle) -> None:
    comes_back(Marks(), puzzle)


@few
@given(marked(boxes=False))
def test_pencil_marks_come_back_as_a_line(puzzle: Puzzle) -> None:
    comes_back(MarksLine(), puzzle)


@few
@given(st.integers(2, 25), seeds)
def test_latin_squares_of_every_size_come_back(side, rng) -> None:
    puzzle = Puzzle(LATIN, Grid(side, side), givens=random_givens(rng, side * side, side))
    comes_back(Digits(), puzzle)
    comes_back(Sdk(), puzzle)


@few
@given(star_battles(givens=True))
def test_star_battles_with_givens_come_back_on_one_line(puzzle: Puzzle) -> None:
    comes_back(Stars(), puzzle)


@few
@given(star_battles(), st.sampled_from([Stars(), Letters(), QueensJson()]))
def test_star_battles_with_holes_come_back(puzzle: Puzzle, form: Format) -> None:
    comes_back(form, puzzle)


@few
@given(star_battles(holes=False))
def test_star_battles_come_back_as_links(puzzle: Puzzle) -> None:
    comes_back(StarBattleLink(), puzzle)


@pytest.mark.parametrize("form", [Digits(), Sdk(), Ss(), SudokuLink(), MarksLine()])
@pytest.mark.parametrize(
    ("clue", "value"),
    [("diagonals", True), ("cages", (((0, 1), 3),)), ("regions", (0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3))],
)
def test_a_form_without_words_for_a_clue_names_it(form: Format, clue: str, value: object) -> None:
    marks = [15] * 16 if form.key.startswith("marks") else None
    with pytest.raises(CannotSay, match=clue):
        form.write(Puzzle(SUDOKU, Grid(4, 4), clues={clue: value}, marks=marks))


@pytest.mark.parametrize(
    ("form", "reason"),
    [(Digits(), "pencil marks"), (Sdk(), "pencil marks"), (SgtSolo(), "pencil marks"), (SudokuLink(), "pencil marks")],
)
def test_a_form_without_words_for_marks_says_so(form: Format, reason: str) -> None:
    with pytest.raises(CannotSay, match=reason):
        form.write(Puzzle(SUDOKU, Grid(4, 4), marks=[15] * 16))


@pytest.mark.parametrize("form", [Letters(), QueensJson(), StarBattleLink()])
def test_only_the_line_of_stars_has_words_for_given_stars(form: Format) -> None:
    with pytest.raises(CannotSay, match="givens"):
        form.write(Stars().read("1:AB/AB:*./..", STARS))


def test_links_have_no_words_for_holes_and_for_regions_in_pieces() -> None:
    with pytest.raises(CannotSay, match="holes"):
        StarBattleLink().write(Stars().read("1:AB/A#", STARS))
    with pytest.raises(CannotSay, match=r"two pieces, as the one of r2c1"):
        StarBattleLink().write(Stars().read("1:AB/BA", STARS))


def test_a_mark_grid_has_no_words_for_givens() -> None:
    with pytest.raises(CannotSay, match="givens"):
        Marks().write(Puzzle(SUDOKU, Grid(4, 4), givens={0: 0}, marks=[15] * 16))
    with pytest.raises(CannotSay, match="has none"):
        Marks().write(Puzzle(SUDOKU, Grid(4, 4)))


@few
@given(plain_sudokus() | variant_sudokus(marks=True) | marked() | star_battles(givens=True) | star_battles(holes=False))
def test_no_text_is_claimed_by_two_genres(puzzle: Puzzle) -> None:
    for form in puzzle.genre.formats:
        try:
            text = form.write(puzzle)
        except CannotSay:
            continue
        guesses = guess(text)
        assert len({genre.key for genre, _ in guesses}) <= 1
        if puzzle.genre is not LATIN:
            assert all(puzzle == other.read(text, genre) for genre, other in guesses)
