"""Texts from the wild, whose meaning is known from elsewhere."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import gridwright as gw
from gridwright.formats.digits import Digits
from gridwright.formats.marks import Marks, MarksLine
from gridwright.formats.sdk import Sdk, Ss
from gridwright.genres import parse
from gridwright.genres.texts.f_puzzles import FPuzzles
from gridwright.genres.texts.letters import Letters
from gridwright.genres.texts.puzz_links import StarBattleLink, SudokuLink
from gridwright.genres.texts.queens_json import QueensJson
from gridwright.genres.texts.sgt_solo import SgtSolo
from gridwright.genres.texts.stars import Stars
from gridwright.model import GridwrightError, TextError

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_blanks_and_lower_case_are_read(sudoku) -> None:
    for blank in "0.X*_x":
        assert Digits().write(Digits().read(WIKIPEDIA.replace(".", blank) + "\r\n", sudoku)) == WIKIPEDIA
    assert Digits().read("g" + "." * 255, sudoku) == Digits().read("G" + "." * 255, sudoku)


def test_which_lines_of_digits_are_claimed() -> None:
    assert Digits(claims=True).recognises(WIKIPEDIA)
    assert Digits(claims=True).recognises("G" * 256)
    assert not Digits().recognises(WIKIPEDIA)
    assert not Digits(claims=True).recognises("." * 16)
    assert not Digits(claims=True).recognises(WIKIPEDIA[:-1] + "q")


def test_an_sdk_file_keeps_what_it_tells(sudoku) -> None:
    text = "#AA. Setter\n#CFirst line\n#Cand second\n#LHard\n" + "\n".join(
        WIKIPEDIA[i : i + 9] for i in range(0, 81, 9)
    )
    puzzle = Sdk().read(text.replace("\n", "\r\n"), sudoku)
    assert puzzle.provenance == {"author": "A. Setter", "comment": "First line\nand second", "level": "Hard"}
    assert text == Sdk().write(puzzle)
    assert Digits().write(puzzle) == WIKIPEDIA


def test_a_boxed_grid_with_and_without_a_frame(sudoku) -> None:
    plain = "53.|.7.|...\n6..|195|...\n.98|...|.6.\n-----------\n8..|.6.|..3\n4..|8.3|..1\n7..|.2.|..6\n-----------\n"
    plain += ".6.|...|28.\n...|419|..5\n...|.8.|.79"
    framed = (
        "*-----------*\n|" + plain.replace("\n", "|\n|").replace("|-----------|", "|---+---+---|") + "|\n*-----------*"
    )
    assert WIKIPEDIA == Digits().write(Ss().read(plain, sudoku)) == Digits().write(Ss().read(framed, sudoku))
    assert plain == Ss().write(Ss().read(framed, sudoku))


def test_bars_say_the_shape_of_the_boxes(sudoku) -> None:
    puzzle = Sdk().read("12|3.|..\n..|..|..\n..|..|..\n--------\n..|..|..\n..|..|..\n..|..|.6", sudoku)
    assert puzzle.clue("boxes") == (3, 2)


def test_a_forum_mark_grid_is_read_and_written(sudoku) -> None:
    text = """
    .---------.---------.
    | 1   23  | 4   23  |
    | 234 24  | 13  123 |
    :---------+---------:
    | 24  134 | 123 34  |
    | 234 1   | 2   4   |
    '---------'---------'
    """
    puzzle = Marks().read(text, sudoku)
    assert puzzle.givens == {}
    assert puzzle.marks[:2] == (0b0001, 0b0110)
    written = Marks().write(puzzle)
    assert "\n".join(written.split("\n")[:2]) == "+---------+---------+\n| 1   23  | 4   23  |"
    assert MarksLine().write(puzzle)[:16] == "1....23....4.23."


# f-puzzles: links from other projects' tests; the text inside was checked with lz-string itself.

EMPTY = "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR3PgIm9hk0UM6zR4rssW0iQA="
TWO_GIVENS = (
    "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1kANwEMAbAK5x4ARlRoI3GADsEAFwzCmK1kQ5tVmug216VGrUbWG1"
    "ZyjwHCEAJglTZCpTAO7j+nZw/7atIkA="
)
KILLER = (
    "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR3PgIm9hk0UM6zR4rssX0QAawgAbLTAwBjAIZo48Q"
    "iH0wdYfCABKARgDCDkKjsAmFyDUA3Q1oArqYgiCAUFlZaNmb2zh5ucU4AzImeTgnuXqnuyRk+qP5BIcmpRGqG+gAuEL4wTgD2AHZgVRiGEE1"
    "VMXggANLauhgABE7GcLREQA="
)
NONCONSECUTIVE = (
    "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR3PgIm9hk0UM6zR4rssX0QAOwD26gMbawMHQFcALh"
    "ABuceCYxGYqbBABmTmBhi6rhEDpgAbPzB8EAAlAFYAYTCQVHCIgBYQNXMAQz87BBAAZhAiNXUYNBSzS2CMYohNJNRysyr4b18AoIbQyIB2"
    "GLaIgA5qkFT0q2zc0h9/QOC4xC64vuS0jPgQACZc2iIgA="
)


@pytest.mark.parametrize(
    "prefix",
    [
        "https://f-puzzles.com/?load=",
        "https://www.f-puzzles.com/?load=",
        "https://sudokupad.app/fpuzzles",
        "https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles",
        "fpuzzles",
        "",
    ],
)
def test_f_puzzles_links_and_ids(sudoku, prefix) -> None:
    assert FPuzzles().recognises(prefix + TWO_GIVENS)
    assert FPuzzles().read(prefix + TWO_GIVENS, sudoku).givens == {20: 0, 60: 1}
    assert FPuzzles().read(prefix + TWO_GIVENS.replace("+", "%2B").replace("=", "%3D"), sudoku).givens == {20: 0, 60: 1}


def test_f_puzzles_are_written_as_f_puzzles_writes_them(sudoku) -> None:
    for link in (EMPTY, TWO_GIVENS):
        assert "https://f-puzzles.com/?load=" + link == FPuzzles().write(FPuzzles().read(link, sudoku))


def test_an_f_puzzles_killer(sudoku) -> None:
    assert FPuzzles().read(KILLER, sudoku).clue("cages") == (((0, 9), 9), ((1, 2, 10, 11, 19), 33))


def test_an_f_puzzles_constraint_that_is_not_ours_is_named(sudoku) -> None:
    with pytest.raises(Exception, match="'nonconsecutive', which is not supported"):
        FPuzzles().read(NONCONSECUTIVE, sudoku)


# puzz.link: the sudoku is pzprjs's own test; the first star battle is cspuz's, with its borders written out there.


def test_a_puzz_link_sudoku(sudoku) -> None:
    puzzle = SudokuLink().read("http://pzv.jp/p.html?sudoku/4/4/g1k23k3g", sudoku)
    assert Digits().write(puzzle) == ".1.....23.....3."
    assert SudokuLink().write(puzzle) == "https://puzz.link/p?sudoku/4/4/g1k23k3g"


@pytest.mark.parametrize(
    ("link", "letters"),
    [
        ("https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk", "1:AAAABB/ACDABB/CCDDDB/CBBBBB/CEEBEF/CCEEEF"),
        (
            "https://puzz.link/p?starbattle/10/10/2/5g252c2qkgbakk98igse7g88cp3730so000u",
            "2:AAABBCDDDD/BBBBBCCCCD/BBEEEECCCD/BEEEEEECCD/BFFEEFFCCC/BFFFFFFGGH/BFFIIFFGGH/JJJIIGGGGH/JJJIIGGGGH/JJJIIHHHHH",
        ),
        (
            "https://puzz.link/p?starbattle/15/15/3/31g94h1gk30glmiuum28c52kl8mh0i10o51gh4i1go2h84a4802gt5hah8la6046hc9aign1ga18424a42h8",
            None,
        ),
    ],
)
def test_puzz_link_star_battles(star_battle, link, letters) -> None:
    puzzle = StarBattleLink().read(link, star_battle)
    assert StarBattleLink().recognises(link)
    assert link == StarBattleLink().write(puzzle)
    assert letters is None or letters == Stars().write(puzzle)


def test_the_known_answer_of_a_star_battle_fits_its_regions(star_battle) -> None:
    puzzle = StarBattleLink().read("p?starbattle/6/6/1/2u9gn9c9jpmk", star_battle)
    stars = [row * 6 + column for row, column in enumerate((1, 4, 2, 0, 5, 3))]
    assert sorted(puzzle.clue("regions")[cell] for cell in stars) == [0, 1, 2, 3, 4, 5]


def test_star_battle_forms_say_the_same(star_battle) -> None:
    line = Stars().read("2:aab/a#b/ccb", star_battle)
    assert Stars().write(line) == "2:AAB/A#B/CCB"
    assert Letters().write(line) == "stars: 2\nAAB\nA#B\nCCB"
    assert QueensJson().write(line) == '{"size": 3, "rows": ["AAB", "A#B", "CCB"], "stars": 2}'
    for form in (Stars(), Letters(), QueensJson()):
        assert line == form.read(form.write(line), star_battle)


def test_given_stars_and_crosses(star_battle) -> None:
    puzzle = Stars().read("1:AAB/A#B/CCB:..*/x#./...", star_battle)
    assert puzzle.givens == {2: 1, 3: 0}
    assert Stars().write(puzzle) == "1:AAB/A#B/CCB:..*/x#./..."


def test_a_community_level_keeps_who_made_it(star_battle) -> None:
    level = '{"size": 2, "rows": ["BA", "BA"], "solutions_count": 0, "created_by": "me", "name": null, "id": "level3"}'
    puzzle = QueensJson().read(level, star_battle)
    assert puzzle.provenance == {"author": "me", "id": "level3", "solutions_count": "0"}
    assert QueensJson().write(puzzle) == '{"size": 2, "rows": ["AB", "AB"], "created_by": "me", "id": "level3"}'


# sgt-puzzles Solo: IDs made by the collection itself

SOLO = [
    "2x3da:d5a6b2d2b1_1b4d4b3a3d",
    "2x3:b2_3_6b4b5d1a2_2a4d6b2b2_5_4b",
    "2x3kadb:zj,_a_a_a_aa_a__b_aaab____a_____aaa__a__aaa,7_7a9_9b11b8c13b10_5a7c4b9a11_9a7c",
    "3x3:a6_4_9_1f9b7a6_5_8d3e1a9d9_8e3_1d7a6e5d7_7_4a8b2f2_9_1_5a",
    "3x3du:b6d1d3_1c9_1c9a6a7b9_1_2a4e4a5e8a7_9_5b9a5a6c8_6c4_3d3d1b",
    "3x3x:j6a4a7_1c5_1b8d2d7_4_5a4_8c6_2a7_9_5d8d1b5_6c7_5a6a9j",
    "3x3xda:d9_1i7e6a2a9_3_3a4b7_5c2e6c7_1b2a4_7_5a4a8e6i7_3d",
    (
        "3x3kadb:zzzc,aba_b_a__a___ab_a__a_a___aa__a______a___a__aaaab___aa___a_a__a_a__a__a___aaa___a__b_a__"
        "_a___a_a__aa_,9a20b17a9_10_11b6_9d16a6a19_8a11a12d6_12_10a12a13a8b14b18a11a17a4a15_5b14_9b10b8b11_8b"
        "13a5c19b"
    ),
    (
        "3x3kadi:zzzc,_aaaa__aaa____a_____a__a_aaa_baa_a_a___a_a___aaca_aaaaaaaa__a_a___aa___a___________a___"
        "__a__a__a__a_,16_7a9a9a11b12_4_15a6a14a8b8a8a11_12a16_13a11a17e11c7a9_12_23b9a5c13a3_9a10_11_4_8_23b"
        "13g15a13b"
    ),
    (
        "3x3xkadb:zzzc,aaaa____ba_______a______a__a_a_a___aa___aa__aaaaaba__a__a_a___aa__aaa_a__a_a___a_a___a"
        "a_a_a___ba__a_,7a10a9a17a11_13_13_5_10_14h13_6_15_12_9_9a14_8e12c12a6_7a16a7a8_11a12b11a9b6a17_11a18"
        "a3a22b7c15d"
    ),
    (
        "9j:a9c6a8_1a1f6_6a8d5_3d9_1a2d7a5d7a1_2d3_5d2a4_9f4a2_6a3c7a,cfbba__cabacc_a__ddc___aaiacbdb____a__a"
        "bcaa_a__ab__a_b_a__ad_"
    ),
    "9jda:7a5f5_8b2d1b3j5c3g9c9j1b5d3b1_4f6a8,eb_b_c_____b__a__b___b_aacacaaaeddcbcb_b__e_cbb_cac_da_cbb",
    (
        "9jkadb:zzzc,acdb_baa_bc_b_ad__a_ab_cbad_ccgaa____cbbcbda___acbcaacab,b_a______a_____a____aa_________"
        "_a______a____b___a__b_a__aaba_a_aba_ac__b_____aa__aa_baa_ba___ba__b,18b6_12a9_14_13_9_3_15a4g15a6_12"
        "_10_7_22_11a7f14_3_15_12_17_5_7h7a9_16_15a12_17b30e10_10e13e"
    ),
    ("9jxdb:c6d7_2f8e8g5a9a6a7c6c5a6a2a3g3e3f2_5d1c,aaea_e__daacaa__baaba_ab_deeccca_a_f____e_a_ababbaab_abc"),
]


@pytest.mark.parametrize("game", SOLO, ids=lambda game: game.partition(":")[0])
def test_solo_ids_come_back_byte_for_byte(sudoku, game) -> None:
    assert SgtSolo().recognises(game)
    assert game == SgtSolo().write(SgtSolo().read(game, sudoku))


def test_all_solo_ids_come_back_byte_for_byte(sudoku, oracles) -> None:
    count = 0
    with gzip.open(oracles / "sgt" / "solo.tsv.gz", "rt") as lines:
        for line in lines:
            if not line.startswith("#"):
                game = line.split("\t")[0]
                assert game == SgtSolo().write(SgtSolo().read(game, sudoku))
                count += 1
    assert count == 1237


def test_solo_solutions_agree_with_givens_and_cages(sudoku, oracles) -> None:
    """The walls and totals mean what we think: the collection's solutions fit them."""
    with gzip.open(oracles / "sgt" / "solo.tsv.gz", "rt") as lines:
        rows = [line.split("\t") for line in lines if not line.startswith("#")]
    for game, _, solution, _ in rows[::7]:
        puzzle = SgtSolo().read(game, sudoku)
        values = [int(c) for c in solution]
        assert all(values[x] == value + 1 for x, value in puzzle.givens.items())
        for cells, total in puzzle.clue("cages"):
            assert total == sum(values[c] for c in cells)
            assert len(cells) == len({values[c] for c in cells})
        for region in set(puzzle.clue("regions") or ()):
            cells = [c for c, r in enumerate(puzzle.clue("regions")) if r == region]
            assert puzzle.grid.rows == len({values[c] for c in cells})


def test_other_games_ids_are_not_taken_for_solo(oracles) -> None:
    for game in ("slant", "loopy", "unruly", "filling", "range", "keen", "unequal", "towers"):
        with gzip.open(oracles / "sgt" / f"{game}.tsv.gz", "rt") as lines:
            for line in list(lines)[1:200]:
                assert not SgtSolo().recognises(line.split("\t")[0])
                assert not Stars().recognises(line.split("\t")[0])


def test_solo_parameters_are_only_kept_while_they_fit(sudoku) -> None:
    game = "2x3xdb:5_6c1f3b4_2b4_2b3f4c6_5"
    puzzle = SgtSolo().read(game, sudoku)
    assert puzzle.provenance == {"params": "2x3xdb"}
    clues = {key: value for key, value in puzzle.clues.items() if key != "diagonals"}
    plain = type(puzzle)(sudoku, puzzle.grid, givens=puzzle.givens, clues=clues, provenance=puzzle.provenance)
    assert SgtSolo().write(plain) == "2x3:5_6c1f3b4_2b4_2b3f4c6_5"


@pytest.mark.parametrize(
    ("clues", "params"),
    [
        ({}, "2x2"),
        ({"diagonals": True}, "2x2x"),
        ({"cages": (((0, 1), 3),)}, "2x2k"),
        (
            {"regions": (0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3), "diagonals": True, "cages": (((0, 1), 3),)},
            "4jxk",
        ),
    ],
)
def test_solo_parameters_without_a_source_are_the_shortest(sudoku, clues, params) -> None:
    puzzle = SgtSolo().read("2x2:p", sudoku)
    assert params == SgtSolo().write(type(puzzle)(sudoku, puzzle.grid, clues=clues)).partition(":")[0]


def test_community_levels_come_back(star_battle, oracles) -> None:
    with gzip.open(oracles / "queens" / "community_levels.jsonl.gz", "rt") as lines:
        for line in lines:
            assert QueensJson().recognises(line)
            puzzle = QueensJson().read(line, star_battle)
            for form in (QueensJson(), Stars(), Letters()):
                assert form.recognises(form.write(puzzle))
                assert puzzle == form.read(form.write(puzzle), star_battle)


# Descriptions of the collection without their parameters


@pytest.mark.parametrize("game", ["keen", "unequal", "towers"])
def test_a_bare_description_says_its_size_where_the_genre_is_named(game: str, oracles: Path) -> None:
    with gzip.open(oracles / f"sgt/{game}.tsv.gz", "rt") as file:
        ids = [line.split("\t")[0] for line in file if not line.startswith("#") and line.strip()][::97]
    for text in ids:
        params, desc = text.split(":")
        if "a" in params.partition("d")[0]:
            continue  # Adjacent mode is a rule, and only the parameters say it
        assert parse(text, genre=game) == parse(desc, genre=game) == parse(desc, genre=game, format="sgt")


@pytest.mark.parametrize("desc", ["__a_5aca3_a_,a7m3s1s2d2a9m4m5", "__a_5aca3_a", ""])
def test_a_bare_description_that_fits_no_size_is_missing_one(desc: str) -> None:
    with pytest.raises(TextError, match="expected a size such as 6"):
        parse(desc, genre="keen", format="sgt")


def test_a_bare_description_with_no_genre_is_an_error() -> None:
    with pytest.raises(GridwrightError):
        parse("__a_5aca3_a_,a7m3s1s2d2a9m4")


@pytest.mark.parametrize(
    ("key", "link", "board"),
    [
        ("akari", "p?lightup/6/6/nekcakbl", "..L....L.L....L..L....L.L........L.."),
        ("slitherlink", "p?slither/5/5/cbcbcddad", None),
        ("hitori", "p?hitori/4/4/1114142333214213", "#.#.....#.#....#"),
        ("tents", "p?tents/5/5/2g0h1i1j82323", ".T.......TT........TT...."),
        ("masyu", "p?mashu/6/6/1063000i3000", None),
        ("nurikabe", "p?nurikabe/5/5/g5k2o1k3g", "..###.#..#.####.#.#.###.."),
        ("kurodoko", "p?kurodoko/5/5/i7g5l2l2g4i", ".#.....#...#..#..#..#...#"),
    ],
)
def test_links_that_puzz_link_wrote_are_read_solved_and_written_again(key: str, link: str, board: str | None) -> None:
    puzzle = gw.parse(link)
    answer = gw.solve(puzzle)

    assert puzzle.genre.key == key
    assert puzzle.text("puzz-link").partition("?")[2].partition("/")[2] == link.partition("/")[2]
    assert answer.status == "unique"
    if board is not None:
        assert puzzle.board_text(answer.solutions[0]) == board
