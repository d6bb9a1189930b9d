"""Every kind of bad text gets a TextError that names the place."""

from __future__ import annotations

import json

import pytest

from gridwright.formats.cage_grid import CageGrid
from gridwright.formats.digits import Digits
from gridwright.formats.lzstring import compress
from gridwright.formats.marks import Marks
from gridwright.formats.sdk import Sdk
from gridwright.formats.sign_grid import SignGrid
from gridwright.genres import genre, parse
from gridwright.genres.texts.f_puzzles import FPuzzles
from gridwright.genres.texts.letters import Letters
from gridwright.genres.texts.puzz_links import StarBattleLink, SudokuLink
from gridwright.genres.texts.queens_json import QueensJson
from gridwright.genres.texts.sgt_keen import KeenLine, SgtKeen
from gridwright.genres.texts.sgt_solo import SgtSolo
from gridwright.genres.texts.sgt_towers import SgtTowers
from gridwright.genres.texts.sgt_unequal import SgtUnequal
from gridwright.genres.texts.stars import Stars
from gridwright.genres.texts.tower_grid import TowerGrid
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
    (Digits(), LINE, "80 characters, a sudoku of 9 rows has 81: "),
    (Digits(), "", "found 0"),
    (
        Digits(),
        LINE[:40] + "q" + LINE[40:],
        "column 41: expected one of 123456789 or a blank (. 0 X * _ - ?), found 'q'",
    ),
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
    (SgtSolo(), "4j:p,x", "region A (with r1c1): expected 4 cells, found 16 cells"),
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


KEEN = genre("keen").format("keen-json")
GOOD = "3:__a_ab_a,m1m36m3a4"
LATIN_FAMILY = [
    ("keen", SgtKeen(), "x", "column 1: expected a size such as 6, found 'x'"),
    ("keen", SgtKeen(), "2:_4,", "column 1: expected a size such as 6 from 3 to 9, found '2'"),
    ("keen", SgtKeen(), "10:_4,", "column 1: expected a size such as 6 from 3 to 9, found '10'"),
    ("keen", SgtKeen(), "03:_4,", "column 1: expected a size such as 6 without leading zeros"),
    ("keen", SgtKeen(), "3dq:", "column 3: expected a difficulty, one of e n h x u, found 'q'"),
    ("keen", SgtKeen(), "3dede:", "column 4: expected a parameter (m) or ':', found 'd'"),
    ("keen", SgtKeen(), "3", "column 2: expected ':' and the description of the board, found the end"),
    ("keen", SgtKeen(), "3:", "column 3: expected a wall ('_' or a letter) after 0 of 12 places, found the end"),
    ("keen", SgtKeen(), "3:__a_ab_", "column 10: expected a wall ('_' or a letter) after 11 of 12 places"),
    ("keen", SgtKeen(), "3:__a_abz", "column 9: the walls run past the last of 12 places"),
    ("keen", SgtKeen(), "3:_14,", "column 4: expected a repeat count from 1 to 13, found '14'"),
    ("keen", SgtKeen(), "3:c4,", "column 3: the walls run past the last of 12 places"),
    ("keen", SgtKeen(), "3:_0k,a1", "column 4: expected a repeat count from 1 to 13, found '0'"),
    ("keen", SgtKeen(), "3:_k,a1", "column 3: the wall between r1c1 and r1c2 ends inside a cage"),
    ("keen", SgtKeen(), "3:__a_ab_a", "column 11: expected ',' and the clues, found the end"),
    ("keen", SgtKeen(), "3:__a_ab_a,m1m36m3", "column 19: expected a clue (a s m d and a number) for cage 4 of 4"),
    ("keen", SgtKeen(), GOOD + "a1", "column 21: expected the end, found 'a'"),
    ("keen", SgtKeen(), "3:__a_ab_a,s1m36m3a4", "column 12: 's' is for cages of two cells, and cage 1 of 4 has 1"),
    ("keen", SgtKeen(), "3:__a_ab_a,m1d36m3a4", "column 14: 'd' is for cages of two cells, and cage 2 of 4 has 4"),
    ("keen", KeenLine(), "3:__a_ab_a,m1s36m3a4", "column 14: 's' is for cages of two cells, and cage 2 of 4 has 4"),
    ("keen", SgtKeen(), "3:__a_ab_a,mm36m3a4", "column 13: expected a number for cage 1 of 4, found 'm'"),
    ("keen", SgtKeen(), "3:__a_ab_a,m01m36m3a4", "column 13: expected a number for cage 1 of 4 without leading zeros"),
    ("keen", SgtKeen(), "3:__a_ab_a,m1m36m3_4", "column 19: expected a clue (a s m d and a number) for cage 4 of 4"),
    ("keen", SgtKeen(), GOOD + ",1h", "column 21: expected the end, found ','"),
    ("keen", KeenLine(), "17:_", "column 1: expected a size such as 6 from 3 to 16, found '17'"),
    ("keen", KeenLine(), "3:__a_ab_a,S1m36m3a4", "column 12: 'S' is for cages of three cells or more, and cage 1 of 4"),
    ("keen", KeenLine(), GOOD + ",4h", "column 22: expected a number from 1 to 3, found '4'"),
    ("keen", KeenLine(), GOOD + ",i,", "column 23: expected the end, found ','"),
    ("keen", CageGrid(), "ABC\nABC\nAB\nA 3+", "line 3: row 3 has 2 cells, expected 3: 'AB'"),
    ("keen", CageGrid(), "ABC\nA?C\nABC\nA 3+", "line 2, column 2: expected a cage letter (A–Z, a–z, 0–9) or ."),
    ("keen", CageGrid(), "ABC\nABC\nABC\nD 3+", "line 4: there is no cage D in the grid"),
    ("keen", CageGrid(), "ABC\nABC\nABC\nA 3+\nA 4+", "line 5: cage A has a clue already"),
    ("keen", CageGrid(), "ABC\nABC\nABC\nA three", "line 4, column 3: expected a clue such as 24× 3- 7+ 2÷ or 7"),
    ("keen", CageGrid(), "ABC\nABC\nABC\nA 3+\nABC", "line 5: expected a clue such as A 24×, found 'ABC'"),
    ("keen", CageGrid(), "ABC\nABC\nABC\nr4c1=1", "line 4: r4c1 is not on a board of 3 rows"),
    ("keen", CageGrid(), "ABC\nABC\nABC\nr1c1=4", "line 4: expected one of 123, found '4'"),
    ("keen", CageGrid(), "ABC\nABC\nABC\nr1c1=1\nr1c1=1", "line 5: r1c1 is given twice"),
    ("keen", CageGrid(), "AB\nAB\nA 3+", "expected a board of 3 to 16 rows, found 2"),
    ("keen", CageGrid(), "# nothing", "expected rows of cage letters, found none"),
    ("keen", KEEN, '{"size": 3}', "cages: expected a list, found null"),
    ("keen", KEEN, '{"size": 3, "cages": [1]}', "cage 1: expected an object, found a number"),
    ("keen", KEEN, '{"size": 3, "cages": [{"cells": ["r9c1"]}]}', "cage 1: r9c1 is not on a board of 3 rows"),
    ("keen", KEEN, '{"size": 3, "cages": [{"cells": ["r1c1", "R1C1"]}]}', "cage 1 names a cell twice"),
    ("keen", KEEN, '{"size": 3, "cages": [{"cells": [], "clue": "3+"}]}', "a cage has no cells"),
    ("keen", KEEN, '{"size": 3, "cages": [{"cells": ["r1c1"], "clue": 3}]}', "cage 1, clue: expected text"),
    ("keen", KEEN, '{"size": 3, "cages": [{"cells": ["r1c1"], "clue": "3?"}]}', "cage 1: expected a clue"),
    ("keen", KEEN, '{"size": 3, "cages": [{"cells": ["r1c1"], "clue": "3-"}]}', "has one cell, and - needs two"),
    ("keen", KEEN, '{"size": 3, "cages": [], "rows": 1}', "the puzzle has an unknown key 'rows'"),
    ("keen", KEEN, '{"size": 3, "cages": [], "givens": {"r1c1": 4}}', "givens, 'r1c1': expected 1 to 3, found 4"),
    ("keen", KEEN, '{"size": 3, "cages": [], "marks": [[1]]}', "marks: expected 9 entries, found 1"),
    ("keen", KEEN, '{"size": 3, "cages": [], "marks": [[],[],[],[],[],[],[],[],[]]}', "r1c1 has no candidate"),
    ("unequal", SgtUnequal(), "3at:", "column 3: expected a parameter (d) or ':', found 't'"),
    ("unequal", SgtUnequal(), "3:0,0,0,", "column 9: expected a number for r2c1, found the end"),
    ("unequal", SgtUnequal(), "3:4,", "column 3: expected a number for r1c1 from 0 to 3, found '4'"),
    ("unequal", SgtUnequal(), "3:0U,", "column 4: 'U' points off the board from r1c1"),
    ("unequal", SgtUnequal(), "3:0RR,", "column 5: r1c1 names r1c2 twice"),
    ("unequal", SgtUnequal(), "3:0R,0L,0,0,0,0,0,0,0,", "column 7: of r1c1 and r1c2 each is greater than the other"),
    ("unequal", SgtUnequal(), "3a:0R,0,0,0,0,0,0,0,0,", "column 5: r1c1 names r1c2, but not the other way round"),
    ("unequal", SgtUnequal(), "3:0X,", "column 4: expected a letter (U R D L) or ',' after r1c1, found 'X'"),
    ("unequal", SgtUnequal(), "3:" + "0," * 9 + "0", "column 21: expected the end, found '0'"),
    ("unequal", SignGrid(), ".>.\n. .\n. .", "line 1: row 1 has 2 cells, expected 3"),
    ("unequal", SignGrid(), ".>. .\n. . .\n. . 4", "line 3, column 5: expected one of 123 or a blank"),
    ("unequal", SignGrid(), ".>. .\n v\n. . .\n. . .", "line 2, column 2: the sign 'v' stands between no two cells"),
    ("unequal", SignGrid(), ".>. .\nv\nv\n. . .\n. . .", "line 3: expected a row of cells, found a second line"),
    ("unequal", SignGrid(), "v\n.>. .\n. . .\n. . .", "line 1: expected a row of cells, found a line of signs"),
    ("unequal", SignGrid(), ".>. .\n. . .\n. . .\nv", "line 4, column 1: the sign 'v' stands between no two cells"),
    ("unequal", SignGrid(), ".>.|.\n. . .\n. . .", "expected signs or bars, found both"),
    ("unequal", SignGrid(), ".=. .\n. . .\n. . .", "line 1, column 2: expected > < | or a space between two cells"),
    ("towers", SgtTowers(), "3:1/2/3", "column 8: expected '/' and clue 4 of 12, found the end"),
    ("towers", SgtTowers(), "3:1/4/", "column 5: expected clue 2 of 12 from 1 to 3, found '4'"),
    ("towers", SgtTowers(), "3:0/", "column 3: expected clue 1 of 12 from 1 to 3, found '0'"),
    ("towers", SgtTowers(), "3:////////////", "column 14: expected the end, found '/'"),
    ("towers", SgtTowers(), "3:///////////,h", "column 16: expected a number or a letter for cell 9 of 9"),
    ("towers", SgtTowers(), "3dn:", "column 3: expected a difficulty, one of e h x u, found 'n'"),
    ("towers", TowerGrid(), "1", "expected clues, 1 to 64 rows and clues again, found 1 lines"),
    ("towers", TowerGrid(), "1 . .\n. . . . .\n. . . .\n. . . . .\n. . .", "line 3: expected 3 cells between two"),
    ("towers", TowerGrid(), "1 .\n. . . . .\n. . . . .\n. . . . .\n. . .", "line 1: expected 3 clues, found 2 words"),
    ("towers", TowerGrid(), "1 . 4\n. . . . .\n. . . . .\n. . . . .\n. . .", "line 1, column 5: expected one of 123"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "form", "text", "message"), LATIN_FAMILY)
def test_bad_text_of_the_latin_family_is_told_with_its_place(key, form, text, message) -> None:
    with pytest.raises(TextError) as caught:
        form.read(text, genre(key))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("key", "text", "message"),
    [
        ("keen", "3:__a_ab_a,m1s36m3a4", "column 14: 's' is for cages of two cells, and cage 2 of 4 has 4"),
        ("keen", "3:__a_ab_a,m1m36m3", "column 19: expected a clue"),
        ("unequal", "3:0U,", "column 4: 'U' points off the board"),
        ("towers", "3:1/4/", "column 5: expected clue 2 of 12 from 1 to 3"),
    ],
)
def test_a_slip_in_an_id_is_told_without_naming_the_format(key: str, text: str, message: str) -> None:
    with pytest.raises(TextError) as caught:
        parse(text, genre=key)
    assert message in str(caught.value)


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
