"""Boards as text: what a puzzler sees in a terminal."""

from __future__ import annotations

import re
import unicodedata
from textwrap import dedent

import pytest
from drawing.render_boards import board

from gridwright.drawing import text
from gridwright.drawing.text_board import CROSSINGS
from gridwright.genres import genres, parse
from gridwright.model import PuzzleError
from gridwright.model.drawing import Cage, CentreLine, Highlight, Holes, PrintedNumber, Regions
from gridwright.solving import solve

EXAMPLES = [(key, i) for key, each in genres(template=True).items() for i in range(len(each.examples))]


def picture(drawn: str) -> str:
    return dedent(drawn).strip("\n")


def test_a_sudoku_shows_its_boxes_and_no_other_line() -> None:
    puzzle = parse("..|1.\n4.|..\n-----\n.2|..\n..|.2", genre="sudoku")

    expected = """
    ┏━━━━━┳━━━━━┓
    ┃ . . ┃ 1 . ┃
    ┃ 4 . ┃ . . ┃
    ┣━━━━━╋━━━━━┫
    ┃ . 2 ┃ . . ┃
    ┃ . . ┃ . 2 ┃
    ┗━━━━━┻━━━━━┛
    """
    assert picture(expected) == text(puzzle)


def test_a_solution_fills_the_board() -> None:
    puzzle = parse("..|1.\n4.|..\n-----\n.2|..\n..|.2", genre="sudoku")

    expected = """
    +-----+-----+
    | 2 3 | 1 4 |
    | 4 1 | 2 3 |
    +-----+-----+
    | 1 2 | 3 . |
    | 3 4 | . 2 |
    +-----+-----+
    """
    half = puzzle.read_board("2314 4123 123. 34.2")
    assert picture(expected) == text(puzzle, half, ascii=True)


def test_a_keen_shows_its_cages_and_their_clues() -> None:
    expected = """
    ┏1-━━━━━┳2-━━┳1-━┓
    ┃ .   . ┃ .  ┃ . ┃
    ┣4÷━┳1-━┫    ┃   ┃
    ┃ . ┃ . ┃ .  ┃ . ┃
    ┃   ┃   ┣16×━┻━━━┫
    ┃ . ┃ . ┃ .    . ┃
    ┣1-━┻━━━┫        ┃
    ┃ .   . ┃ .    . ┃
    ┗━━━━━━━┻━━━━━━━━┛
    """
    assert picture(expected) == text(parse("4:a_6baa_aaba,s1s2s1d4s1m16s1", genre="keen"))


def test_signs_stand_between_the_cells() -> None:
    puzzle = parse("3:0,0,0D,0UD,0U,0,0,0UL,0U,", genre="unequal")
    expected = """
    ┏━━━━━━━━━━━┓
    ┃ 2   1   3 ┃
    ┃ ∧   ∧   ∨ ┃
    ┃ 3   2   1 ┃
    ┃ ∨   ∧   ∧ ┃
    ┃ 1 < 3   2 ┃
    ┗━━━━━━━━━━━┛
    """
    assert picture(expected) == text(puzzle, puzzle.solve().solutions[0])


def test_bars_stand_between_the_cells() -> None:
    expected = """
    +-----------+
    | .   3 | . |
    |     =   = |
    | . | . | 1 |
    | =   =     |
    | . | .   . |
    +-----------+
    """
    puzzle = parse("3a:0,3RD,0DL,0RD,0URDL,1UL,0UR,0UL,0,", genre="unequal")
    assert picture(expected) == text(puzzle, ascii=True)


def test_clues_stand_around_the_board() -> None:
    expected = """
        1 3 . 3
      ┏━━━━━━━━━┓
      ┃ . . . . ┃ 2
    2 ┃ . . . . ┃
      ┃ . 4 . . ┃
    1 ┃ . . . . ┃ 3
      ┗━━━━━━━━━┛
          2
    """.replace("3 . 3", "3   3")
    puzzle = parse("4:1/3//3//2////2//1/2///3,i4f", genre="towers")
    assert picture(expected) == "\n".join(line.rstrip() for line in text(puzzle).splitlines())


def test_a_jigsaw_shows_its_regions() -> None:
    puzzle = parse("4j:2h3_1d4,aa_a_bc_cba", genre="sudoku")

    expected = """
    ┏━━━━━━━┳━━━━━━━┓
    ┃ 2   . ┃ .   . ┃
    ┃   ┏━━━┫       ┃
    ┃ . ┃ . ┃ .   . ┃
    ┃   ┃   ┣━━━━━━━┫
    ┃ . ┃ 3 ┃ 1   . ┃
    ┣━━━┛   ┃       ┃
    ┃ .   . ┃ .   4 ┃
    ┗━━━━━━━┻━━━━━━━┛
    """
    assert picture(expected) == text(puzzle)


def test_a_killer_has_dashed_cages_with_their_totals_above_the_first_cell() -> None:
    puzzle = parse("2x2k:p,b_a_aaa_a_____aa,9b4_1_6b6_5a9d", genre="sudoku")

    expected = """
    ┏9━━━━━━┳━━━┯4━━┓
    ┃ .   . ┃ . ╎ . ┃
    ┠1╌╌┬6╌╌╂╌╌╌┤   ┃
    ┃ . ╎ . ┃ . ╎ . ┃
    ┣6━━┿5━━╋━━━┿9━━┫
    ┃ . ╎ . ┃ . ╎ . ┃
    ┃   └╌╌╌╂╌╌╌┘   ┃
    ┃ .   . ┃ .   . ┃
    ┗━━━━━━━┻━━━━━━━┛
    """
    assert picture(expected) == text(puzzle)


def test_a_killer_in_ascii() -> None:
    puzzle = board(2, 2, Cage((0, 1), "9"), Cage((2,), "4"), Cage((3,)))

    expected = """
    +9------+
    | .   . |
    +4..+...+
    | . : . |
    +---+---+
    """
    assert picture(expected) == text(puzzle, ascii=True)


def test_long_labels_widen_their_column() -> None:
    assert ["┏1234━━━━━┓", "┃ .     . ┃", "┗━━━━━━━━━┛"] == text(board(1, 2, Cage((0, 1), "1234"))).splitlines()


def test_queens_have_letters_for_regions_until_stars_come() -> None:
    puzzle = parse("AABB\nAABB\nCCDD\nCCDD", genre="star-battle")

    expected = """
    ┏━━━━━┳━━━━━┓
    ┃ A A ┃ B B ┃
    ┃ A A ┃ B B ┃
    ┣━━━━━╋━━━━━┫
    ┃ C C ┃ D D ┃
    ┃ C C ┃ D D ┃
    ┗━━━━━┻━━━━━┛
    """
    assert picture(expected) == text(puzzle)
    assert "┃ . * ┃ . . ┃" == text(puzzle, puzzle.read_board(".*.. ...* *... ..*.", filled=True)).splitlines()[1]


def test_holes_are_filled_and_the_frame_stays() -> None:
    puzzle = board(2, 3, Regions(((0, 1, 3), (4,))), Holes((2, 5)))

    expected = """
    ┏━━━━━━━┳━━━┓
    ┃ .   . ┃▒▒▒┃
    ┃   ┏━━━┫▒▒▒┃
    ┃ . ┃ . ┃▒▒▒┃
    ┗━━━┻━━━┻━━━┛
    """
    assert picture(expected) == text(puzzle)


def test_diagonals_show_in_empty_cells() -> None:
    puzzle = board(3, 3, CentreLine((0, 4, 8)), CentreLine((6, 4, 2)), givens={0: 0})

    assert ["┃ 1 . ╱ ┃", "┃ . ╳ . ┃", "┃ ╱ . ╲ ┃"] == text(puzzle).splitlines()[1:-1]
    assert ["| 1 . / |", "| . x . |", "| / . \\ |"] == text(puzzle, ascii=True).splitlines()[1:-1]


def test_pencil_marks_stand_in_columns() -> None:
    puzzle = board(2, 2, marks=[0b0011, 0b0100, 0b1000, 0b1111])

    assert ["┃ 12  3    ┃", "┃ 4   1234 ┃"] == _inside(text(puzzle))


def _inside(drawn: str) -> list[str]:
    return drawn.splitlines()[1:-1]


def test_marks_of_a_state_leave_givens_alone() -> None:
    puzzle = board(1, 2, givens={0: 2})

    assert ["┃ 3  24 ┃"] == _inside(text(puzzle, marks=[0b1111, 0b1010]))


def test_highlighted_cells_stand_in_brackets_by_role() -> None:
    puzzle = board(1, 4, givens={0: 0, 1: 1, 2: 2, 3: 3})
    lit = [Highlight((0,)), Highlight((1,), "reason"), Highlight((2,), "wrong")]

    assert ["[1]", "(2)", "<3>", "4"] == _inside(text(puzzle, highlights=lit))[0].strip("┃ ").split()


def test_a_region_in_pieces_is_named_below_the_board() -> None:
    puzzle = board(1, 3, Regions(((0, 2), (1,)), tinted=True))

    assert "region A lies in 2 pieces: r1c1 and r1c3" == text(puzzle).splitlines()[-1]


@pytest.mark.parametrize(("key", "i"), EXAMPLES)
@pytest.mark.parametrize("solved", [False, True])
def test_every_example_has_a_text_board(key: str, i: int, solved: bool) -> None:
    puzzle = parse(genres(template=True)[key].examples[i].text, genre=key)
    found = solve(puzzle).solutions
    solution = found[0] if solved and found else None

    plain, simple, coloured = (text(puzzle, solution, **how) for how in ({}, {"ascii": True}, {"colour": True}))

    assert simple.isascii()
    assert plain == re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    lines = [line for line in plain.splitlines() if "pieces" not in line]
    assert 1 == len({len(line) for line in lines})
    assert len(lines) == len(simple.splitlines()) - (len(plain.splitlines()) - len(lines))
    if solution is not None and {each.place.kind for each in puzzle.variables} == {"cell"}:
        cells = (line for line in lines if "┃" in line and not set("━╌┣┫") & set(line))  # no label, no clue outside
        inside = "".join(line[line.index("┃") : line.rindex("┃")] for line in cells)
        printed = {each.cell: each.label for each in puzzle.genre.drawing(puzzle) if isinstance(each, PrintedNumber)}
        values = {x.place.number: x.domain.symbols[v] for x, v in zip(puzzle.variables, solution, strict=True)}
        assert "".join((printed | values).get(cell, "") for cell in range(len(puzzle.grid))) == re.sub(
            r"[^0-9A-Za-z.*#♣]", "", inside
        )


def test_colours_come_only_when_asked() -> None:
    puzzle = parse("AABB\nAABB\nCCDD\nCCDD", genre="star-battle")

    assert "\x1b" not in text(puzzle)
    assert 4 == len(set(re.findall(r"48;2;[0-9;]+", text(puzzle, colour=True))))


def test_symbols_cannot_move_the_cursor() -> None:
    drawn = text(board(1, 2, Cage((0, 1), "a\x1b[2J"), symbols="\x1b\n", givens={0: 0, 1: 1}))

    assert "\x1b" not in drawn
    assert 3 == len(drawn.splitlines())


def test_values_of_another_board_are_refused() -> None:
    with pytest.raises(PuzzleError, match="expected values for 4 cells, found 3"):
        text(board(2, 2), [0, 1, 2])
    with pytest.raises(PuzzleError, match="r1c2 takes one of 1234, not number 4"):
        text(board(2, 2), [0, 4, None, None])
    with pytest.raises(PuzzleError, match="cannot highlight cell number 4: the board has 4 cells"):
        text(board(2, 2), highlights=[Highlight((4,))])


def test_each_crossing_has_the_arms_that_its_name_says() -> None:
    for arms, character in enumerate(CROSSINGS):
        up, right, down, left = arms // 27, arms // 9 % 3, arms // 3 % 3, arms % 3
        if arms == 0:
            assert " " == character
            continue
        name = unicodedata.name(character).removeprefix("BOX DRAWINGS ")
        overall = name.split()[0] if name.split()[0] in ("LIGHT", "HEAVY") else None
        said = dict.fromkeys(("UP", "RIGHT", "DOWN", "LEFT"), 0)
        for part in name.split(" AND "):
            weight = next((word for word in part.split() if word in ("LIGHT", "HEAVY")), overall)
            for word in part.split():
                for side in {"VERTICAL": ("UP", "DOWN"), "HORIZONTAL": ("LEFT", "RIGHT")}.get(word, (word,)):
                    if side in said:
                        said[side] = 1 if weight == "LIGHT" else 2

        assert {"UP": up, "RIGHT": right, "DOWN": down, "LEFT": left} == said, character
