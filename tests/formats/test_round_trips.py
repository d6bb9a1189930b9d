"""What a format writes, it reads back as the same puzzle; and what it writes again is the same text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwright.formats.arrow_grid import ArrowGrid, CompassGrid
from gridwright.formats.arrow_json import ArrowJson
from gridwright.formats.arrow_line import ArrowLine, CompassLine
from gridwright.formats.cage_grid import CageGrid
from gridwright.formats.digits import Digits
from gridwright.formats.jigsaw import Jigsaw
from gridwright.formats.marks import Marks, MarksLine
from gridwright.formats.sdk import Sdk, Ss
from gridwright.formats.sign_grid import SignGrid
from gridwright.genres import genre, guess, parse
from gridwright.genres.texts.f_puzzles import FPuzzles
from gridwright.genres.texts.letters import Letters
from gridwright.genres.texts.puzz_links import StarBattleLink, SudokuLink
from gridwright.genres.texts.queens_json import QueensJson
from gridwright.genres.texts.sgt_keen import KeenLine, SgtKeen
from gridwright.genres.texts.sgt_solo import SgtSolo
from gridwright.genres.texts.sgt_towers import SgtTowers, TowersLine
from gridwright.genres.texts.sgt_unequal import SgtUnequal
from gridwright.genres.texts.stars import Stars
from gridwright.genres.texts.tower_grid import TowerGrid
from gridwright.model import CannotSay, Format, Grid, Puzzle
from puzzle_sources import SOURCES
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
@given(
    plain_sudokus(),
    st.sampled_from(
        [Digits(), Sdk(), Ss(), SgtSolo(), FPuzzles(), SudokuLink(), genre("sudoku").format("sudoku-json")]
    ),
)
def test_plain_sudokus_come_back_in_every_form(puzzle: Puzzle, form: Format) -> None:
    comes_back(form, puzzle)


@few
@given(boxed_sudokus(), st.sampled_from([Ss(), SgtSolo(), FPuzzles(), genre("sudoku").format("sudoku-json")]))
def test_odd_boxes_come_back(puzzle: Puzzle, form: Format) -> None:
    comes_back(form, puzzle)


@few
@given(variant_sudokus())
def test_variants_come_back_as_sgt_ids(puzzle: Puzzle) -> None:
    comes_back(SgtSolo(), puzzle)


@few
@given(variant_sudokus(marks=True))
def test_variants_come_back_as_f_puzzles_and_as_json(puzzle: Puzzle) -> None:
    comes_back(FPuzzles(), puzzle)
    comes_back(genre("sudoku").format("sudoku-json"), puzzle)


@few
@given(variant_sudokus())
def test_jigsaws_come_back_as_numbers_and_letters(puzzle: Puzzle) -> None:
    if set(puzzle.clues) == {"regions"}:
        comes_back(Jigsaw(), puzzle)


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
    comes_back(genre("latin").format("latin-json"), puzzle)


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


def made(key: str) -> st.SearchStrategy[Puzzle]:
    """Random puzzles of the Latin family."""
    return seeds.map(lambda rng: SOURCES[key](rng)).filter(lambda puzzle: puzzle is not None)


@few
@given(made("arrows"), st.sampled_from([ArrowLine(), CompassLine(), ArrowGrid(), CompassGrid(), ArrowJson()]))
def test_arrows_come_back(puzzle: Puzzle, form: Format) -> None:
    comes_back(form, puzzle)


@few
@given(made("keen"), st.sampled_from([KeenLine(), CageGrid(), genre("keen").format("keen-json")]))
def test_keens_with_all_options_come_back(puzzle: Puzzle, form: Format) -> None:
    comes_back(form, puzzle)


@few
@given(made("unequal"), st.sampled_from([SgtUnequal(), SignGrid(), genre("unequal").format("unequal-json")]))
def test_signs_and_bars_come_back(puzzle: Puzzle, form: Format) -> None:
    comes_back(form, puzzle)


@few
@given(made("towers"), st.sampled_from([SgtTowers(), TowersLine(), TowerGrid(), genre("towers").format("towers-json")]))
def test_towers_come_back(puzzle: Puzzle, form: Format) -> None:
    comes_back(form, puzzle)


@few
@given(made("keen"))
def test_where_sgt_has_words_for_a_keen_both_lines_say_the_same(puzzle: Puzzle) -> None:
    try:
        text = SgtKeen().write(puzzle)
    except CannotSay:
        plain = all(op in "+×" or len(cells) == 2 for cells, op, _ in puzzle.clue("cages") if op)
        clues = all(op and target is not None for _, op, target in puzzle.clue("cages"))
        caged = sum(len(cells) for cells, _, _ in puzzle.clue("cages")) == len(puzzle.grid)
        assert not (plain and clues and caged and not puzzle.givens)
        return
    assert text == KeenLine().write(puzzle)
    assert puzzle == parse(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("3:a_b_a__a,m2m3D1m4", "an sgt ID has ÷ for cages of two cells only, and the cage at r2c1 has 3"),
        ("3:a_b_a__a,m2m3a4_4", "no words for the cage at r2c2, whose clue has no operation"),
        ("3:a_b_a__a,m2m3a4_", "no words for the cage at r2c2, which has no clue"),
        ("3:__a_ab_a,_m36m3a4", "no words for a cell in no cage, as r1c1 is"),
        ("3:__a_ab_a,m1m36m3a4,1h", "no words for givens"),
        ("12:_265," + "a1" * 144, "for boards of 3 to 9 rows, not 12"),
    ],
)
def test_what_an_sgt_id_cannot_say_is_refused_with_the_reason(text: str, reason: str) -> None:
    puzzle = parse(text, genre="keen")

    assert text == puzzle.text()
    with pytest.raises(CannotSay, match=reason):
        puzzle.text("sgt")


def test_towers_of_ten_rows_have_a_line_of_their_own() -> None:
    text = "10:10" + "/" * 39
    puzzle = parse(text)

    assert text == puzzle.text() == puzzle.text("towers-line")
    with pytest.raises(CannotSay, match="an sgt ID is for boards of 3 to 9 rows, not 10"):
        puzzle.text("sgt")


def test_a_cage_in_two_pieces_is_said_in_letters_and_json_alone() -> None:
    puzzle = parse("ABA\nABA\nCCC\nA 20×", genre="keen")

    assert (0, 2, 3, 5) == puzzle.clue("cages")[0][0]
    with pytest.raises(CannotSay, match="cage in two pieces, as the one of r1c3"):
        KeenLine().write(puzzle)
    comes_back(CageGrid(), puzzle)
    comes_back(genre("keen").format("keen-json"), puzzle)
    assert puzzle == parse(puzzle.text(), genre="keen")


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
@given(
    plain_sudokus()
    | variant_sudokus(marks=True)
    | marked()
    | star_battles(givens=True)
    | star_battles(holes=False)
    | made("keen")
    | made("unequal")
    | made("towers")
    | made("arrows")
)
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
