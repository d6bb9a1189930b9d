"""One puzzle a line, or one a block."""

from __future__ import annotations

import time

import pytest

from gridwright.formats import decoded, split
from gridwright.formats.digits import Digits
from gridwright.formats.sdk import Sdk
from gridwright.genres import genre, parse
from gridwright.genres.texts.letters import Letters
from gridwright.genres.texts.queens_json import QueensJson
from gridwright.genres.texts.stars import Stars
from gridwright.model import TextError

NINE = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79"
LINE = NINE.replace("\n", "")


def places(text: str, *formats) -> list[int]:
    return [piece.line for piece in split(text, formats)]


def test_one_puzzle_a_line() -> None:
    assert places(f"{LINE}\n{LINE}\n{LINE}\n") == [1, 2, 3]
    assert [piece.text for piece in split(f"{LINE}\r\n{LINE}\r\n")] == [LINE, LINE]


def test_comments_and_blank_lines_are_left_out() -> None:
    assert places(f"# a list\n#C of two\n{LINE}\n\n#game_id\n{LINE}\n") == [3, 6]


def test_a_grid_is_one_puzzle() -> None:
    assert list(split(NINE)) == [(1, NINE)]
    assert places(f"{NINE}\n\n{NINE}\n") == [1, 11]


def test_lines_before_a_grid_belong_to_it(sudoku) -> None:
    (piece,) = split(f"\n# from a book\n#ANobody\n{NINE}")
    assert piece.line == 3
    assert Sdk().read(piece.text, sudoku).provenance == {"author": "Nobody"}


def test_a_slip_in_a_grid_is_one_error_with_its_line(sudoku) -> None:
    (piece,) = split(NINE.replace("4..8.3..1", "4..8.3.1"))
    with pytest.raises(TextError, match="line 5: row 5 has 8 cells, expected 9"):
        Sdk().read(piece.text, sudoku)
    assert places(NINE[:-10]) == [1]


def test_drawn_grids_are_one_puzzle() -> None:
    assert places("12|34\n34|12\n-----\n21|43\n43|21") == [1]
    assert places("+--+\n| 12 3 |\n| 3 12 |\n+--+") == [1]
    assert places("123 4 5\n4 5 12\n1 2 3") == [1]


@pytest.mark.parametrize("key", ["keen", "unequal", "towers"])
def test_grids_of_the_latin_family_are_one_puzzle_each_and_lists_are_many(key: str) -> None:
    found = genre(key)
    grids = [parse(example.text, genre=key) for example in found.examples]
    form = next(each for each in found.formats if not each.one_line)
    drawn = [form.write(grid) for grid in grids]
    ids = [grid.text() for grid in grids]

    for formats in ((), found.formats):
        assert ids == [piece.text for piece in split("\n".join(ids), formats)]
        bars = [text for text in drawn if formats or "|" not in text]  # bars might be a sudoku's
        assert bars == [piece.text for piece in split("\n\n".join(bars), formats)]


def test_a_list_of_small_boards_is_not_a_large_board() -> None:
    boards = "\n".join(["1.3..2..4...3..1"] * 16)
    assert list(range(1, 17)) == places(boards)
    assert places(boards.replace("3", "G")) == [1]
    assert list(range(1, 17)) == places(boards.replace("3", "G"), Digits())


def test_a_chosen_format_decides() -> None:
    assert places("AB\nCD\nEF\nGH", Letters()) == [1]
    assert places("AB\nAB", Stars()) == [1, 2]


def test_holes_are_no_comments() -> None:
    board = "##AAB\n#CAAB\n#CDDB\nCCDEE\nCCDEE"
    assert [(1, board)] == list(split(board))
    assert genre("star-battle") is Letters().read(board, genre("star-battle")).genre
    assert [piece.text for piece in split("stars: 2\n#AA\nABB\nCCC")] == ["stars: 2\n#AA\nABB\nCCC"]


def test_json_on_one_line_or_over_several() -> None:
    level = '{"size": 2, "rows": ["AB", "AB"]}'
    assert places(f"{level}\n{level}") == [1, 2]
    assert places(level.replace(", ", ",\n"), QueensJson()) == [1]


def test_a_bad_line_does_not_stop_the_others() -> None:
    assert [piece.text for piece in split(f"rubbish\n{LINE}\n")] == ["rubbish", LINE]


def test_only_line_feeds_and_returns_end_lines() -> None:
    assert len(list(split("a\x0bb\x0cc\x85d\u2028e"))) == 1
    assert places(f"\ufeff{LINE}\r{LINE}") == [1, 2]


def test_files_are_decoded_whatever_they_hold() -> None:
    assert decoded(b"\xef\xbb\xbf\nab") == "\nab"
    assert decoded("ab".encode("utf-16")) == "ab"
    assert decoded(b"a\xff\0") == "a\ufffd\0"


def test_large_input_is_split_soon() -> None:
    before = time.perf_counter()
    assert len(list(split(f"{LINE}\n" * 100_000, genre("sudoku").formats))) == 100_000
    assert len(list(split("x" * 10_000_000 + "\n" + "-" * 10_000_000 + "!"))) == 2
    assert time.perf_counter() - before < 10


def test_lists_of_arrows_are_many_puzzles_and_a_grid_of_them_is_one() -> None:
    found = genre("arrows")
    boards = [parse(example.text, genre="arrows") for example in found.examples]
    for key in ("arrows-line", "arrows-line-ascii"):
        lines = [found.format(key).write(board) for board in boards]
        assert lines == [piece.text for piece in split("\n".join(lines), found.formats)]
    grid = found.format("arrows").write(boards[0])
    assert [grid] == [piece.text for piece in split(grid, found.formats)]
