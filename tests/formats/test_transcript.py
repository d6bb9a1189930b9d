"""Copies of what people have: lenient in one place, and every error at its place in the text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gridwright as gw
from gridwright.formats.foreign import PUZZ_LINK, foreign
from gridwright.formats.transcript import of_rows, transcripts
from gridwright.genres import genre, genres
from gridwright.model import TextError

NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [NINE[i : i + 9] for i in range(0, 81, 9)]


def test_rows_are_taken_as_lists() -> None:
    values = [[0 if cell == "." else int(cell) for cell in row] for row in ROWS]
    wanted = gw.parse(NINE)

    assert wanted == gw.parse(values) == gw.parse(ROWS) == gw.parse(tuple(map(tuple, values)))
    assert wanted == gw.parse([[v or None for v in row] for row in values], genre="sudoku")
    assert gw.parse("1" + "." * 254 + "G", genre="sudoku") == gw.parse(
        [[1] + [0] * 15, *[[0] * 16] * 14, [0] * 15 + [16]]
    )


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([], "expected a puzzle, found a list without rows"),
        ([[1, 2], [3]], "line 2: row 2 has 1 cells, expected 2: '3'"),
        ([[1, 2, 3, 4]] * 3 + [[1, 2, 3, "q"]], "line 4, column 4: expected one of 1234 or a blank"),
        ([1, 2, 3], "line 1: expected a row as a list of cells, found 1"),
    ],
)
def test_what_is_wrong_with_rows_is_told_by_row_and_column(rows: list[object], says: str) -> None:
    with pytest.raises(TextError) as caught:
        gw.parse(rows, genre="latin")
    assert str(caught.value).startswith(says)


def test_a_text_that_some_format_reads_is_never_copied() -> None:
    for each in genres().values():
        for example in each.examples:
            puzzle = gw.parse(example.text, genre=each)
            for form in each.formats:
                try:
                    text = form.write(puzzle)
                except gw.CannotSay:
                    continue
                assert puzzle == form.read(text, each) == gw.parse(text, genre=each)


def test_signs_of_a_genre_keep_their_meaning() -> None:
    zero = gw.parse("┃ →0 ←. ┃\n┃ ↑. ↑. ┃", genre="arrows")
    assert {0: 0} == zero.givens
    stars = gw.parse("1:AB/AB:*./x.", genre="queens")
    assert {0: "*", 2: "x"} == {x: "*x"[value == stars.givens[2]] for x, value in stars.givens.items()}
    assert "1:ABX/ABX/ABX" == gw.parse("A,B,X\nA,B,X\nA,B,X", genre="queens").text().replace("C", "X")


def test_irregular_bars_are_not_dropped() -> None:
    with pytest.raises(TextError, match=r"line 2: expected the bars \| under those of the first row"):
        gw.parse("┃ 1 2 ┃ 3 4 ┃\n┃ 3 ┃ 4 1 2 ┃\n┃ 2 1 4 3 ┃\n┃ 4 3 2 1 ┃", genre="sudoku")


def test_errors_name_the_place_in_the_text_that_came_in() -> None:
    table = "\n".join(", ".join(row) for row in ROWS)
    for line, column in ((1, 1), (5, 10), (9, 25)):
        lines = table.split("\n")
        lines[line - 1] = lines[line - 1][: column - 1] + "q" + lines[line - 1][column:]
        with pytest.raises(TextError) as caught:
            gw.parse("\n".join(lines), genre="sudoku")
        assert (line, "expected one of 123456789") == (caught.value.line, caught.value.message[:25])
        assert column - 1 <= (caught.value.column or 0) <= column


def test_nothing_is_copied_that_is_no_grid() -> None:
    for text in ("", "hello", "4:a_6baa_aaba,s1s2s1", '{"size": 3}', "→↓/→", "x" * 50_000):
        assert [] == [copy.text for copy in transcripts(text)]
    assert ["1 2\n3 4", "12\n34"] == [copy.text for copy in of_rows([[1, 2], [3, 4]])]


def test_no_kind_of_puzz_link_that_we_have_is_said_to_be_missing() -> None:
    ours = {form.pid for each in genres().values() for form in each.formats if hasattr(form, "pid")}

    assert ours.isdisjoint(PUZZ_LINK)
    assert len(PUZZ_LINK) > 100
    for pid, name in PUZZ_LINK.items():
        assert f" {name} (a link of puzz.link)" in (foreign(f"https://puzz.link/p?{pid}/5/5/zz") or "")


def test_every_example_of_the_page_of_formats_is_read() -> None:
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    titles = {each.title: each for each in genres().values()}
    shown: dict[str, set[str]] = {}
    for title, section in re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE):
        for key, rest in re.findall(r"^### `([a-z-]+)`(.*?)(?=^### |\Z)", section, re.DOTALL | re.MULTILINE):
            for text in re.findall(r"```\n(.*?)\n```", rest, re.DOTALL):
                puzzle = gw.parse(text, genre=titles[title], format=key)
                assert puzzle == gw.parse(text, genre=titles[title])
                if key.endswith("-json"):
                    shown.setdefault(titles[title].key, set()).update(puzzle.clues)
    assert set(genres()) - {"latin"} == {key for key, clues in shown.items() if clues}
    for key, clues in shown.items():
        assert {kind.key for kind in genre(key).clues} == clues
