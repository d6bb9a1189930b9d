"""Every kind of bad text gets a TextError that names the place."""

from __future__ import annotations

import json

import pytest

from gridwright.formats import (
    Digits,
    FPuzzles,
    Letters,
    Marks,
    QueensJson,
    Sdk,
    SgtSolo,
    StarBattleLink,
    Stars,
    SudokuLink,
)
from gridwright.formats.lzstring import compress
from gridwright.genres import genre
from gridwright.model import TextError

LINE = "." * 80


def rows(*changed: tuple[int, str]) -> str:
    lines = ["." * 9] * 9
    for number, line in changed:
        lines[number - 1] = line
    return "\n".join(lines)


def board(**changes: object) -> str:
    """An f-puzzles text of an empty 4 × 4 board with these changes."""
    return compress(json.dumps({"size": 4, "grid": [[{}] * 4] * 4} | changes))


SUDOKU = [
    (Digits(), LINE, "found 80"),
    (Digits(), "", "found 0"),
    (Digits(), LINE[:40] + "q" + LINE[40:], "column 41: expected one of 123456789 or a blank (. 0 X * _), found 'q'"),
    (Digits(), "  " + LINE + "٣", "column 83: expected one of"),
    (Digits(), "5" + "." * 15, "column 1: expected one of 1234 or"),
    (Sdk(), rows((3, "........")), "line 3: row 3 has 8 cells, expected 9"),
    (Sdk(), "\n".join(["." * 9] * 8), "line 8: expected 9 rows of 9 cells, found 8 rows"),
    (Sdk(), rows((4, "....!....")), "line 4, column 5: expected one of 123456789"),
    (Sdk(), "#Zwho\n" + rows(), "line 1, column 1: expected one of #A #D #C #B #S #L #U, found '#Zwho'"),
    (Sdk(), "12|34\n3|412\n21|43\n43|21", "line 2: expected the bars | under those of the first row"),
    (Sdk(), "1|234\n3|412\n2|143\n4|321", "at equal distances"),
    (Sdk(), "#Anobody", "expected a grid, found no rows"),
    (Marks(), "1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3 45", "line 4, column 8: expected candidates out of 1234, found '5'"),
    (Marks(), "1 2 3 4\n1 22 3 4\n1 2 3 4\n1 2 3 4", "line 2, column 4: candidate 2 stands twice"),
    (Marks(), "1 2 3 4\n1 2 3\n1 2 3 4\n1 2 3 4", "line 2: row 2 has 3 cells, expected 4"),
    (Marks(), "1234" * 15 + "1243", "column 63: expected '3' or '.', found '4'"),
    (Marks(), "1234" * 15 + "....", "column 61: r4c4 has no candidate"),
    (SgtSolo(), "abc", "column 1: expected a size such as 3x3 or 9j, found 'a'"),
    (SgtSolo(), "p", "column 1: expected a size"),
    (SgtSolo(), "2x2", "column 4: expected ':' and the description of the board, found the end"),
    (SgtSolo(), "9y:", "column 2: expected 'x' or 'j' after the first number, found 'y'"),
    (SgtSolo(), "99x9:a", "column 1: expected a size such as 3x3 or 9j from 1 to 64, found '99'"),
    (SgtSolo(), "30x30:a", "column 1: expected a board of at most 64 rows, found 900"),
    (SgtSolo(), "2x2dq:p", "column 5: expected a difficulty, one of t b i a e u, found 'q'"),
    (SgtSolo(), "2x2xx:p", "column 5: expected a parameter"),
    (SgtSolo(), "2x2:q", "column 5: 'q' skips 17 cells, but only 16 are left"),
    (SgtSolo(), "2x2:a5n", "column 6: expected a number from 1 to 4, found '5'"),
    (SgtSolo(), "2x2:1__2m", "column 7: expected a number, found '_'"),
    (SgtSolo(), "2x2:a_1n", "column 6: expected a number or a letter for cell 2 of 16, found '_'"),
    (SgtSolo(), "2x2:o", "column 6: expected a number or a letter for cell 16 of 16, found the end"),
    (SgtSolo(), "2x2:pa", "column 6: expected the end, found 'a'"),
    (SgtSolo(), "2x2:a" + "1" * 5000, "column 6: expected a number from 1 to 4"),
    (SgtSolo(), "4j:p", "column 5: expected ',', found the end"),
    (SgtSolo(), "4j:p,a!", "column 7: expected a wall ('_' or a letter) after 2 of 24 places, found '!'"),
    (SgtSolo(), "4j:p,z", "column 6: the walls run past the last of 24 places"),
    (SgtSolo(), "4j:p,_w", "column 6: the wall between r1c1 and r1c2 ends inside a region"),
    (SgtSolo(), "4j:p,x", "region 1 (with r1c1): expected 4 cells, found 16 cells"),
    (SgtSolo(), "2x2k:p," + "_" * 25 + ",11o", "column 34: expected a number from 1 to 10, found '11'"),
    (SudokuLink(), "https://puzz.link/p?slither/9/9/zz", "column 21: this is a link of 'slither', expected 'sudoku'"),
    (SudokuLink(), "sudoku", "column 1: expected a link such as p?sudoku/9/9/…"),
    (SudokuLink(), "p?sudoku/v:/9/9/zzzzg", "column 10: expected a number of columns, found 'v'"),
    (SudokuLink(), "p?sudoku/9/99/zzzzg", "column 12: expected a number of rows from 1 to 64, found '99'"),
    (SudokuLink(), "p?sudoku/9/9/zzzz", "column 18: expected a number or a letter for cell 81 of 81, found the end"),
    (SudokuLink(), "p?sudoku/9/9/zzzzh", "column 18: 'h' skips 2 cells, but only 1 are left"),
    (SudokuLink(), "p?sudoku/9/9/zzzz-1", "column 18: expected 2 digits from 0 to f after '-'"),
    (SudokuLink(), "p?sudoku/9/9/zzzza", "r9c9: expected a number from 1 to 9, found 10"),
    (SudokuLink(), "p?sudoku/9/9/zzzz.", "r9c9 has a clue without a number"),
    (SudokuLink(), "p?sudoku/9/6/zzt", "expected as many rows as columns"),
    (FPuzzles(), "https://f-puzzles.com/?id=yab123cd", "only names a puzzle that is kept elsewhere"),
    (FPuzzles(), "ctcN4IgzglgXgpiBcBOANCA", "SudokuPad's own form (ctc…)"),
    (FPuzzles(), "https://f-puzzles.com/?load=N4Ig!!", "base64), found '!'"),
    (FPuzzles(), "N4Ig", "base64), found 4 characters"),
    (FPuzzles(), "N4IgzglgXgpiBcBO", "breaks off"),
    (FPuzzles(), compress("hello, world"), "line 1, column 1: not JSON: Expecting value"),
    (FPuzzles(), compress("[1, 2]"), "expected a JSON object, found a list"),
    (FPuzzles(), compress('{"size": 4, "size": 4}'), "the key 'size' stands twice"),
    (FPuzzles(), compress('{"size": NaN}'), "NaN is no number"),
    (FPuzzles(), compress('{"size": ' + "9" * 5000 + "}"), "a number of 5000 digits"),
    (FPuzzles(), board(size=True), "size: expected a whole number, found true"),
    (FPuzzles(), board(size=400), "size: expected 1 to 25, found 400"),
    (FPuzzles(), board(grid=[[{}] * 4] * 3), "grid: expected 4 entries, found 3"),
    (FPuzzles(), board(grid=[[{}] * 4] * 3 + [[{}] * 3]), "grid, row 4: expected 4 entries, found 3"),
    (FPuzzles(), board(grid=[[{}] * 4] * 3 + [[{}, {}, {}, 7]]), "r4c4: expected an object, found a number"),
    (FPuzzles(), board(grid=[[{"value": 5, "given": True}] * 4] * 4), "r1c1, value: expected 1 to 4, found 5"),
    (FPuzzles(), board(grid=[[{"region": None}] * 4] * 4), "r1c1 is in no region"),
    (FPuzzles(), board(thermometer=[{"lines": [["R1C1", "R1C2"]]}]), "'thermometer', which is not supported"),
    (FPuzzles(), board(**{"diagonal+": True}), "'diagonal+' alone"),
    (FPuzzles(), board(killercage=[{"cells": ["R1C9"]}]), "cage 1: R1C9 is not on a board of 4 rows"),
    (FPuzzles(), board(killercage=[{"cells": []}]), "cage 1: expected 1 to 16 cells, found 0"),
    (FPuzzles(), board(killercage=[{"cells": ["R1C1"], "value": "<9"}]), "cage 1, value: expected a whole number"),
    (FPuzzles(), board(killercage=[{"cells": ["R1C1"], "value": "٣"}]), "cage 1, value: expected a whole number"),
]

STARS = [
    (Stars(), "AAB/ABB/CCC", "column 1: expected a number of stars, found 'A'"),
    (Stars(), "1;AAB", "column 2: expected ':' after the number of stars, found ';'"),
    (Stars(), "0:AB/AB", "column 1: expected a number of stars from 1 to 64, found '0'"),
    (Stars(), "01:AB/AB", "column 1: expected a number of stars without leading zeros, found '01'"),
    (Stars(), "1:AAB/AB/CCC", "column 7: row 2 has 2 cells, expected 3: 'AB'"),
    (Stars(), "1:AAB/A!B/CCC", "column 8: expected a region letter (A–Z, a–z, 0–9) or #, found '!'"),
    (Stars(), "1:", "column 3: row 1 has 0 cells"),
    (Stars(), "1:AAB/ABB/AAA", "expected as many regions as rows: 3, found 2"),
    (Stars(), "1:AB/AB:*.", "column 9: expected givens for 2 rows, found 1"),
    (Stars(), "1:AB/AB:*./.", "column 12: row 2 of the givens has 1 cells, expected 2"),
    (Stars(), "1:AB/AB:*./.5", "column 13: r2c2: expected one of * x ., found '5'"),
    (Stars(), "1:AB/A#:*./..", "column 13: r2c2: expected '#', found '.'"),
    (Stars(), "1:AB/AB:../..:", "column 14: expected the end, found ':'"),
    (Letters(), "stars: two\nAB\nAB", "line 1, column 8: expected a number of stars, found 't'"),
    (Letters(), "AB\nA", "line 2, column 1: row 2 has 1 cells, expected 2"),
    (Letters(), "AB\nA-", "line 2, column 2: expected a region letter"),
    (Letters(), "# only a comment", "expected rows of region letters, found none"),
    (QueensJson(), "{", "line 1, column 2: not JSON"),
    (QueensJson(), "[]", "expected a JSON object, found a list"),
    (QueensJson(), '{"rows": []}', "size: expected a whole number, found null"),
    (QueensJson(), '{"size": 2, "rows": ["AB"]}', "rows: expected 2 entries, found 1"),
    (QueensJson(), '{"size": 2, "rows": ["AB", 5]}', "row 2: expected text, found a number"),
    (QueensJson(), '{"size": 2, "rows": ["AB", "ABC"]}', "row 2 has 3 cells, expected 2"),
    (QueensJson(), '{"size": 2, "rows": ["AB", "A?"]}', "row 2, cell 2: expected a region letter"),
    (QueensJson(), '{"size": 2, "rows": ["AB", "AB"], "colour": 1}', "unknown key 'colour'"),
    (QueensJson(), '{"size": 2, "rows": ["AB", "AB"], "stars": 1.5}', "stars: expected a whole number"),
    (QueensJson(), '{"size": 2, "rows": ["AB", "AB"], "name": ["x"]}', "name: expected text or a number, found a list"),
    (StarBattleLink(), "p?starbattle/2/2/x/00", "column 18: expected a number of stars, found 'x'"),
    (StarBattleLink(), "p?starbattle/2/2/1/o", "column 21: expected a border character (0–9, a–v), found the end"),
    (StarBattleLink(), "p?starbattle/2/2/1/w0", "column 20: expected a border character (0–9, a–v), found 'w'"),
    (StarBattleLink(), "p?starbattle/2/2/1/v0", "column 20: 'v' sets a border that the board does not have"),
    (StarBattleLink(), "p?starbattle/2/2/1/g0", "column 20: the border between r1c1 and r1c2 ends inside a region"),
    (StarBattleLink(), "p?starbattle/2/2/1/o00", "column 22: expected the end, found '0'"),
]


@pytest.mark.parametrize(("form", "text", "message"), SUDOKU)
def test_bad_sudoku_text_is_told_with_its_place(form, text, message) -> None:
    with pytest.raises(TextError) as caught:
        form.read(text, genre("sudoku"))
    assert message in str(caught.value)


@pytest.mark.parametrize(("form", "text", "message"), STARS)
def test_bad_star_battle_text_is_told_with_its_place(form, text, message) -> None:
    with pytest.raises(TextError) as caught:
        form.read(text, genre("star-battle"))
    assert message in str(caught.value)


def test_a_total_stands_only_in_the_first_cell_of_its_cage() -> None:
    form, sudoku = SgtSolo(), genre("sudoku")
    text = form.write(form.read("2x2k:p," + "_" * 25 + ",1_2_3_4l", sudoku))
    assert text == "2x2k:p," + "_" * 25 + ",1_2_3_4l"
    pair = "2x2k:p,a" + "_" * 23  # r1c1 and r1c2 share a cage
    assert form.read(pair + ",3o", sudoku).clue("cages")[0] == ((0, 1), 3)
    with pytest.raises(TextError, match=r"column 33: a total stands in r1c2, which is not the first cell of its cage"):
        form.read(pair + ",a3n", sudoku)
