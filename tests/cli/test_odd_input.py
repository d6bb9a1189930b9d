"""Good but odd inputs, and bad ones: the exact first line of what comes of each. No traceback, and never a bug."""

from __future__ import annotations

import json
from typing import NamedTuple

import pytest

from gridwright.formats.lzstring import compress
from gridwright.genres import genres

NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [NINE[i : i + 9] for i in range(0, 81, 9)]
QUEENS = ["AAAAB", "AAAAA", "CDDAA", "CDEEE", "CDDEE"]
CAGES = ["AABC", "DEBC", "DEFF", "GGFF"]
CLUES = ["A 1-", "B 2-", "C 1-", "D 4÷", "E 1-", "F 16×", "G 1-"]
LARGE = ["1" + "." * 15, *["." * 16] * 14, "." * 15 + "G"]
FRAME = "+-------+-------+-------+"


SEED = (
    " is a random seed of sgt-puzzles: only that program can make the puzzle from it; expected its game ID, with ':' "
    "instead of '#' (Game > Specific in its menu)"
)
NAMES = ", ".join([*genres(), *(alias for genre in genres().values() for alias in genre.aliases)])
FORMATS = ", ".join(sorted({form.key for genre in genres().values() for form in genre.formats}))


class Input(NamedTuple):
    text: str
    says: str
    """The first line of the output: of a good one its puzzle, in the format `to`."""
    options: tuple[str, ...] = ()
    to: str = "digits"


def unclear(quoted):
    return f"cannot tell what kind of puzzle {quoted} is; name the genre, one of: {', '.join(genres())}"


def lines(*rows):
    return "\n".join(rows)


def rows(each, between="\n"):
    return between.join(map(each, ROWS))


def parted(between, blank="."):
    """The rows with this between their cells."""
    return rows(lambda row: between.join(blank if cell == "." else cell for cell in row))


def boxed(row):
    return "|".join(row[i : i + 3] for i in (0, 3, 6))


def framed(frame, bar, blank):
    """Boxes in a frame, with a space around every cell."""
    drawn = [f"| {' | '.join(' '.join(part) for part in boxed(row).split('|'))} |" for row in ROWS]
    drawn = [row.replace("|", bar).replace(".", blank) for row in drawn]
    top, middle, bottom = frame
    return lines(top, *drawn[:3], middle, *drawn[3:6], middle, *drawn[6:], bottom)


def large(between, blank, last):
    """Sixteen rows, with numbers in words."""
    return lines(*(between.join({".": blank, "G": last}.get(cell, cell) for cell in row) for row in LARGE))


def values(blank):
    return [[blank if cell == "." else int(cell) for cell in row] for row in ROWS]


GOOD = {
    "dashes": Input(NINE.replace(".", "-"), NINE),
    "zeros": Input(NINE.replace(".", "0"), NINE),
    "small x": Input(NINE.replace(".", "x"), NINE),
    "capital X": Input(NINE.replace(".", "X"), NINE),
    "underscores": Input(NINE.replace(".", "_"), NINE),
    "asterisks": Input(NINE.replace(".", "*"), NINE),
    "question marks": Input(NINE.replace(".", "?"), NINE),
    "spaces on one line": Input(NINE.replace(".", " "), NINE),
    "mixed blanks": Input(NINE.replace(".", "0", 10).replace(".", "-", 10), NINE),
    "rows with spaces between": Input(" ".join(ROWS), NINE),
    "rows with slashes between": Input("/".join(ROWS), NINE),
    "81 numbers with commas": Input(",".join(NINE.replace(".", "0")), NINE),
    "81 words": Input(" ".join(NINE), NINE),
    "rows of spaces": Input(rows(lambda row: row.replace(".", " ")), NINE),
    "rows of spaces, trimmed": Input(rows(lambda row: row.replace(".", " ").rstrip()), NINE),
    "words with spaces as blanks": Input(parted(" ", " "), NINE),
    "boxes drawn with spaces inside": Input(framed([FRAME] * 3, "|", " "), NINE),
    "bars alone": Input(rows(boxed), NINE),
    "rules alone": Input(lines(*ROWS[:3], "-" * 9, *ROWS[3:6], "-" * 9, *ROWS[6:]), NINE),
    "every cell in a frame": Input(
        "\n".join(["+---" * 9 + "+", *("".join(f"| {c} " for c in row) + "|\n" + "+---" * 9 + "+" for row in ROWS)]),
        NINE,
    ),
    "a row of dashes for blanks": Input(
        lines("-" * 9, *(row.replace(".", "-") for row in ROWS[1:])), "." * 9 + NINE[9:]
    ),
    "double lines": Input(
        framed(["╔═══════╦═══════╦═══════╗", "╠═══════╬═══════╬═══════╣", "╚═══════╩═══════╩═══════╝"], "║", "."), NINE
    ),
    "commas": Input(parted(",", "0"), NINE),
    "commas and nothing": Input(parted(",", ""), NINE),
    "a comma behind every row": Input(parted(",").replace("\n", ",\n") + ",", NINE),
    "semicolons": Input(parted(";", ""), NINE),
    "tabs": Input(parted("\t", ""), NINE),
    "quoted fields": Input(parted(",", '""').replace("5", '"5"'), NINE),
    "a JSON list": Input(json.dumps(values(0)), NINE),
    "a JSON list with null": Input(json.dumps(values(None)), NINE),
    "a Python list": Input(str(values(None)), NINE),
    "a list of rows": Input(str(ROWS), NINE),
    "an array as it is printed": Input(
        "[" + rows(lambda row: "[" + " ".join(row.replace(".", "0")) + "]", "\n ") + "]", NINE
    ),
    "a list over several lines": Input(
        json.dumps(values(0)).replace("[[", "[\n  [").replace("], ", "],\n  ").replace("]]", "]\n]"), NINE
    ),
    "sixteen rows of numbers": Input(large(" ", ".", "16"), "".join(LARGE)),
    "sixteen rows with commas": Input(large(",", "0", "16"), "".join(LARGE)),
    "a jigsaw with letters below": Input(
        lines("2...", "....", ".31.", "...4", "", "AABB", "ACBB", "ACDD", "CCDD"), "4j:2h3_1d4,aa_a_bc_cba", to="sgt"
    ),
    "a jigsaw with letters beside": Input(
        lines("2... AABB", ".... ACBB", ".31. ACDD", "...4 CCDD"), "4j:2h3_1d4,aa_a_bc_cba", to="sgt"
    ),
    "a jigsaw of spaced letters": Input(
        lines("2 . . .", ". . . .", ". 3 1 .", ". . . 4", "", "A A B B", "A C B B", "A C D D", "C C D D"),
        "4j:2h3_1d4,aa_a_bc_cba",
        ("--genre", "sudoku"),
        to="sgt",
    ),
    "an address of sgt-puzzles": Input(
        "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/solo.html#2x2x:i4_1d3", "2x2x:i4_1d3", to="sgt"
    ),
    "a saved game": Input(
        lines(
            "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection",
            "VERSION :1:1",
            "GAME    :4:Solo",
            "PARAMS  :4:2x2x",
            "CPARAMS :4:2x2x",
            "DESC    :6:i4_1d3",
            "NSTATES :1:1",
            "STATEPOS:1:1",
            "",
        ),
        "2x2x:i4_1d3",
        to="sgt",
    ),
    "an editor's link": Input("https://puzz.link/p?sudoku_edit/4/4/1h4h2g3l1", "1..4..2.3......1"),
    "letters with spaces": Input(lines(*map(" ".join, QUEENS)), "1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE", to="stars"),
    "letters with commas": Input(lines(*map(",".join, QUEENS)), "1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE", to="stars"),
    "letters in a list": Input(str(QUEENS), "1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE", to="stars"),
    "letters in a drawing": Input(
        lines(
            "┏━━━━━━━━━━━━━━━┳━━━┓",
            "┃ A   A   A   A ┃ B ┃",
            "┃               ┗━━━┫",
            "┃ A   A   A   A   A ┃",
            "┣━━━┳━━━━━━━┓       ┃",
            "┃ C ┃ D   D ┃ A   A ┃",
            "┃   ┃   ┏━━━┻━━━━━━━┫",
            "┃ C ┃ D ┃ E   E   E ┃",
            "┃   ┃   ┗━━━┓       ┃",
            "┃ C ┃ D   D ┃ E   E ┃",
            "┗━━━┻━━━━━━━┻━━━━━━━┛",
        ),
        "1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE",
        to="stars",
    ),
    "cages with spaces": Input(lines(*map(" ".join, CAGES), *CLUES), "4:a_6baa_aaba,s1s2s1d4s1m16s1", to="sgt"),
    "towers in a drawing": Input(
        lines(
            "    1 3   3      ",
            "  ┏━━━━━━━━━━━┓  ",
            "1 ┃ . . . . . ┃ 2",
            "2 ┃ . . . . . ┃  ",
            "3 ┃ . . . . . ┃ 3",
            "2 ┃ . . . . . ┃ 3",
            "  ┃ . . . . . ┃  ",
            "  ┗━━━━━━━━━━━┛  ",
            "    3 2 3 1 3    ",
        ),
        "5:1/3//3//3/2/3/1/3/1/2/3/2//2//3/3/",
        ("--genre", "towers"),
        to="sgt",
    ),
    "towers with commas": Input(
        lines(",1,3,,3,,", "1,,,,,,2", "2,,,,,,", "3,,,,,,3", "2,,,,,,3", ",,,,,,", ",3,2,3,1,3,"),
        "5:1/3//3//3/2/3/1/3/1/2/3/2//2//3/3/",
        ("--genre", "towers"),
        to="sgt",
    ),
    "signs with room around them": Input(
        lines(
            ".   . < . > . > .",
            "            ^   ^",
            ".   .   .   . < .",
            "            ^",
            ". < .   . < .   .",
            "v   v",
            ".   . < .   .   .",
            "        v       ^",
            ".   .   . < . > .",
        ),
        "5:0,0,0RL,0R,0,0,0,0,0U,0UL,0D,0DL,0,0UL,0,0,0,0DL,0,0,0,0,0,0RL,0U,",
        ("--genre", "futoshiki"),
        to="sgt",
    ),
    "arrows in a drawing": Input(
        lines(
            "┏━━━━━━━━━━━━━━━━━━━━┓",
            "┃ →.  →.  ↓.  ↓.  →. ┃",
            "┃ ↓.  ↓.  →.  ↑.  →. ┃",
            "┃ ↓.  ←.  ↓.  ←.  ↓. ┃",
            "┃ ↑1  ↑.  ↓.  ←.  ↓. ┃",
            "┃ →.  ←.  →.  →.  ←2 ┃",
            "┗━━━━━━━━━━━━━━━━━━━━┛",
        ),
        "→→↓↓→/↓↓→↑→/↓←↓←↓/↑1↑↓←↓/→←→→←2",
        to="arrows-line",
    ),
    "a Latin list with zeros": Input(
        "[[4,0,1,0],[1,0,0,0],[0,3,0,0],[0,0,0,0]]", "4.1.1....3......", ("--genre", "latin")
    ),
    "sudoku JSON": Input(json.dumps({"genre": "sudoku", "givens": ROWS}), NINE),
    "a killer in JSON": Input(
        '{"genre": "sudoku", "size": 4, "cages": [{"cells": ["r1c1", "r1c2"], "total": 3}, '
        '{"cells": ["r1c3", "r2c3"], "total": 5}], "givens": {"r4c1": 3}}',
        "2x2k:l3c,a________________a_____,3a5m",
        to="sgt",
    ),
    "towers JSON": Input(
        '{"genre": "towers", "size": 3, "views": {"top": [1, 2, null], "left": [0, 2, 3]}}',
        "3:1/2//////2/3///",
        to="sgt",
    ),
    "futoshiki JSON by its other name": Input(
        '{"genre": "futoshiki", "size": 3, "signs": ["r1c1>r1c2", "r2c2<r3c2"], "givens": {"r1c3": 1}}',
        "3:0R,0,1,0,0,0,0,0U,0,",
        ("--genre", "unequal"),
        to="sgt",
    ),
}

BAD = {
    "80 characters": Input(
        NINE[:-1], "80 characters, a sudoku of 9 rows has 81: '53..7....6..195....98....6.8...6...34..8…'"
    ),
    "82 characters": Input(
        NINE + ".", "82 characters, a sudoku of 9 rows has 81: '53..7....6..195....98....6.8...6...34..8…'"
    ),
    "79 characters, genre named": Input(
        NINE[:-2],
        "79 characters, a sudoku of 9 rows has 81: '53..7....6..195....98....6.8...6...34..8…'",
        ("--genre", "sudoku"),
    ),
    "255 characters": Input(
        "." * 255, "255 characters, a sudoku of 16 rows has 256: '........................................…'"
    ),
    "a letter among 81": Input(
        NINE[:40] + "q" + NINE[41:], "column 41: expected one of 123456789 or a blank (. 0 X * _ - ?), found 'q'"
    ),
    "8 rows": Input(lines(*ROWS[:8]), "line 8: expected 9 rows of 9 cells, found 8 rows"),
    "a short row": Input(
        lines(*ROWS[:4], ROWS[4][:8], *ROWS[5:]), "line 5: row 5 has 8 cells, expected 9: '4 . . 8 . 3 . .'"
    ),
    "a long row": Input(
        lines(*ROWS[:2], ROWS[2] + ".", *ROWS[3:]), "line 3: row 3 has 10 cells, expected 9: '. 9 8 . . . . 6 . .'"
    ),
    "a wrong sign in a grid": Input(
        lines(*ROWS[:3], "8...!...3", *ROWS[4:]),
        "line 4, column 5: expected one of 123456789 or a blank (. 0 X * _ - ?), found '!'",
    ),
    "a field too many": Input(
        parted(",").replace("4,.,.,8", "4,.,.,.,8"), "line 5: row 5 has 10 cells, expected 9: '4 . . . 8 . 3 . . 1'"
    ),
    "a field too few": Input(
        parted(",").replace("4,.,.,8", "4,.,8"),
        "line 5: row 5 has 8 cells, expected 9: '4 . 8 . 3 . . 1'",
        ("--genre", "sudoku"),
    ),
    "a wrong field": Input(
        parted(",").replace("4,.,.,8", "4,.,?!,8"), "line 5: row 5 has 10 cells, expected 9: '4 . ? ! 8 . 3 . . 1'"
    ),
    "a ten in nine rows": Input(
        parted(",").replace("4,.,.,8", "4,.,.,10"),
        "line 5, column 7: expected a number from 1 to 9 or a blank, found 10",
        ("--genre", "sudoku"),
    ),
    "a wrong number in a list": Input(
        str(values(0)).replace("[4, 0", "[4, 12"),
        "line 1, column 121: expected a number from 1 to 9 or a blank, found 12",
        ("--genre", "sudoku"),
    ),
    "a short list": Input(
        "[[1,2,3,4],[0,0,0],[0,0,0,0],[0,0,0,0]]",
        "line 1: row 2 has 3 cells, expected 4: '0 0 0'",
        ("--genre", "sudoku"),
    ),
    "an open list": Input(
        "[[1,2,3,4],[0,0,0,0],[0,0,0,0", "the list is not closed: expected as many ] as [", ("--genre", "sudoku")
    ),
    "an empty list": Input("[]", "expected a list of rows of cells, found none", ("--genre", "sudoku")),
    "a drawing with a wrong sign": Input(
        lines("┏━━━━━━━━━┓", "┃ 4 . 1 . ┃", "┃ 1 . 7 . ┃", "┃ . 3 . . ┃", "┃ . . . . ┃", "┗━━━━━━━━━┛"),
        "line 3, column 7: expected one of 1234 or a blank (. 0 X * _ - ?), found '7'",
        ("--genre", "latin"),
    ),
    "irregular bars": Input(
        lines("12|34", "3|412", "-----", "21|43", "43|21"),
        "line 2: expected the bars | under those of the first row",
        ("--genre", "sudoku"),
    ),
    "17 in sixteen rows": Input(
        large(" ", ".", "17"),
        "line 16, column 31: expected a number from 1 to 16 or a blank, found 17",
        ("--genre", "sudoku"),
    ),
    "region letters of the wrong size": Input(
        lines("2...", "....", ".31.", "...4", "AABB", "AABB", "ACDD", "CCDD"),
        "region A (with r1c1): expected 4 cells, found 5 cells",
        ("--genre", "sudoku"),
    ),
    "regions in a row too few": Input(
        lines("2...", "....", ".31.", "...4", "AABB", "ACBB", "ACDD"),
        "expected rows of numbers, and as many rows of region letters below or beside them",
        ("--genre", "sudoku", "--format", "jigsaw"),
    ),
    "two 5s in a row": Input(
        "55" + "." * 79, "the givens clash: row 1 holds each of 1 to 9 exactly once; look at r1c1, r1c2"
    ),
    "a yajilin": Input(
        "https://puzz.link/p?yajilin/10/10/g2a", "this is a Yajilin (a link of puzz.link); that genre is not here yet"
    ),
    "a heyawake, genre named": Input(
        "https://puzz.link/p?heyawake/9/9/zz",
        "this is a Heyawake (a link of puzz.link); that genre is not here yet",
        ("--genre", "sudoku"),
    ),
    "an aqre": Input("p?aqre/7/7/zz", "this is an Aqre (a link of puzz.link); that genre is not here yet"),
    "skyscrapers of puzz.link": Input(
        "https://puzz.link/p?skyscrapers/4/4/g1",
        "this is a link of 'skyscrapers' (Towers), a form that is not read yet",
    ),
    "an unknown kind of puzz.link": Input(
        "https://puzz.link/p?frobnicate/4/4/g1",
        "this is a link of puzz.link to a puzzle of the kind 'frobnicate', which is not here",
    ),
    "a star battle as a sudoku": Input(
        "https://puzz.link/p?starbattle/5/5/1/22ma1s74",
        "column 21: this is a link of 'starbattle', expected 'sudoku'",
        ("--genre", "sudoku"),
    ),
    "a link cut short": Input(
        "https://puzz.link/p?sudoku/9/9/g1g79i3h68k54",
        "column 45: expected a number or a letter for cell 21 of 81, found the end",
    ),
    "a link of penpa": Input(
        "https://swaroopg92.github.io/penpa-edit/#m=solve&p=7VRNb9pA",
        "this is a link of penpa-edit, whose puzzles are drawings without rules; it is not read",
    ),
    "a short link of SudokuPad": Input(
        "https://sudokupad.app/abc123def",
        "this link only names a puzzle that is kept at sudokupad.app; expected the puzzle itself",
    ),
    "SudokuPad's own form": Input(
        "https://sudokupad.app/scl3Tk5SUlpaWlpa",
        "this is a puzzle in SudokuPad's own form (scl…), which is not read; f-puzzles is",
    ),
    "a short link of f-puzzles": Input(
        "https://f-puzzles.com/?id=yab123cd",
        "this link only names a puzzle that is kept elsewhere; expected one with ?load= and the puzzle",
    ),
    "a seed": Input("3x3#123", "'3x3#123'" + SEED),
    "a seed with parameters": Input("6dx#487234987", "'6dx#487234987'" + SEED),
    "a solution of sgt-puzzles": Input(
        "S5,3,4,6,7,8,9,1,2,6,7,2,1,9,5,3,4,8",
        "this is a solution as sgt-puzzles writes it (S and the numbers), not a puzzle; check takes it as --board",
    ),
    "a solution without commas": Input(
        "S123412342341",
        "this is a solution as sgt-puzzles writes it (S and the numbers), not a puzzle; check takes it as --board",
        ("--genre", "keen"),
    ),
    "an ID of too few cells": Input(
        "3x3:a1a7_9c3b6",
        "column 15: expected a number or a letter for cell 13 of 81, found the end",
        ("--genre", "sudoku"),
    ),
    "an ID with a slip": Input(
        "4:a_6baa_aaba,s1s2s1d4s1m16",
        "column 28: expected a clue (a s m d S D _ and a number) for cage 7 of 7, found the end",
        ("--genre", "keen"),
    ),
    "an ID without a colon": Input(
        "5", "column 2: expected ':' and the description of the board, found the end", ("--genre", "towers")
    ),
    "signs that do not fit": Input(
        lines(".>.", ". .", ". ."), "line 1: row 1 has 2 cells, expected 3: '.>.'", ("--genre", "unequal")
    ),
    "a clue of towers too large": Input(
        lines("  1 9 .", "1 . . . .", ". . . . .", ". . . . .", "  . . ."),
        "line 1, column 5: expected one of 123 or a blank (. 0 X * _ - ?), found '9'",
        ("--genre", "towers"),
    ),
    "two regions of three": Input(
        lines("AAB", "ABB", "AAA"), "expected as many regions as rows: 3, found 2", ("--genre", "queens")
    ),
    "a region letter missing": Input(
        lines("AAAAB", "AAAA", "CDDAA", "CDEEE", "CDDEE"),
        "line 2, column 1: row 2 has 4 cells, expected 5: 'AAAA'",
        ("--genre", "queens"),
    ),
    "stars in words": Input(lines("stars: two", "AB", "AB"), "line 1, column 8: expected a number of stars, found 't'"),
    "a cage without a clue line of its own": Input(
        lines(*CAGES, "Z 3+"), "line 5: there is no cage Z in the grid", ("--genre", "keen")
    ),
    "an arrow that is none": Input("→↓/q↑", "column 4: expected an arrow, found 'q'", ("--genre", "arrows")),
    "arrows of uneven rows": Input("→↓←/→↑", "column 6: row 2 has 2 cells, expected 3"),
    "JSON of nothing": Input("{}", unclear("'{}'")),
    "JSON cut short": Input(
        '{"size": 9, "givens": [', "line 1, column 24: not JSON: Expecting value", ("--genre", "sudoku")
    ),
    "JSON with an unknown key": Input(
        '{"genre": "sudoku", "size": 4, "colour": 1}',
        "the puzzle has an unknown key 'colour'; expected genre, size, boxes, regions, diagonals, cages, givens, marks",
    ),
    "JSON of an unknown genre": Input('{"genre": "yajilin", "size": 4}', f"no genre 'yajilin' (there are: {NAMES})"),
    "JSON of another genre": Input(
        '{"genre": "sudoku", "size": 4}', "genre: expected latin, found 'sudoku'", ("--genre", "latin")
    ),
    "JSON without a size": Input('{"genre": "sudoku"}', "size: expected a whole number, found null"),
    "JSON with a wrong given": Input(
        '{"genre": "sudoku", "size": 4, "givens": {"r1c1": 7}}', "givens, 'r1c1': expected 1 to 4, found 7"
    ),
    "JSON with a short row": Input(
        '{"genre": "sudoku", "givens": ["1...", "..", "....", "...."]}', "givens, row 2 has 2 cells, expected 4"
    ),
    "JSON with a wrong sign": Input(
        '{"genre": "unequal", "size": 3, "signs": ["r1c1=r1c2"]}',
        "signs: expected a pair such as r1c1>r1c2, found 'r1c1=r1c2'",
    ),
    "JSON with a sign off the board": Input(
        '{"genre": "unequal", "size": 3, "signs": ["r1c3>r1c4"]}',
        "signs: r1c4 is not on a board of 3 rows and 3 columns",
    ),
    "JSON with too few views": Input(
        '{"genre": "towers", "size": 3, "views": {"top": [1]}}', "views, top: expected 3 entries, found 1"
    ),
    "JSON with an unknown side": Input(
        '{"genre": "towers", "size": 3, "views": {"north": [1, 2, 3]}}',
        "views has an unknown key 'north'; expected top, bottom, left, right",
    ),
    "JSON with a cage off the board": Input(
        '{"genre": "sudoku", "size": 4, "cages": [{"cells": ["r5c1"], "total": 3}]}',
        "cage 1: r5c1 is not on a board of 4 rows and 4 columns",
    ),
    "JSON with diagonals as a word": Input(
        '{"genre": "sudoku", "size": 4, "diagonals": "yes"}', "diagonals: expected true or false, found 'yes'"
    ),
    "an option that is a puzzle": Input("-53.7", "no option '-5'"),
    "a word": Input("hello", unclear("'hello'")),
    "a sentence": Input("please solve my sudoku", unclear("'please solve my sudoku'")),
    "16 characters without a genre": Input("1...3..4..2....1", unclear("'1...3..4..2....1'")),
    "nothing": Input("", "expected a puzzle, but the argument is empty"),
    "spaces": Input("   ", "expected a puzzle, but the argument is empty"),
    "a file that is not there": Input("puzzles.txt", "no such file: 'puzzles.txt'"),
    "a misspelt genre": Input(
        NINE, f"no genre 'suduko'; did you mean 'sudoku'? (there are: {NAMES})", ("--genre", "suduko")
    ),
    "a misspelt format": Input(
        NINE, f"no format 'digit'; did you mean 'digits'? (there are: {FORMATS})", ("--format", "digit")
    ),
    "a format of another genre": Input(
        "x",
        "no format of keen 'letters' (there are: sgt, keen, cages, keen-json, marks-line, marks)",
        ("--genre", "keen", "--format", "letters"),
    ),
    "full-width digits": Input(
        "１" * 81, "column 1: expected one of 123456789 or a blank (. 0 X * _ - ?), found '１'", ("--genre", "sudoku")
    ),
    "an emoji": Input(
        "🧩" * 81, unclear("'🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩🧩…'")
    ),
}


def test_there_are_enough() -> None:
    assert len(GOOD) >= 40
    assert len(BAD) >= 60


@pytest.mark.parametrize("name", GOOD)
def test_what_is_odd_is_read(run, name: str) -> None:
    text, says, options, to = GOOD[name]
    done = run("convert", "--to", to, *options, "-", stdin=text)
    assert (0, says, "") == (done.code, done.out.split("\n")[0], done.err)


@pytest.mark.parametrize("name", BAD)
def test_what_is_bad_is_told(run, tmp_path, monkeypatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    text, says, options, _ = BAD[name]
    done = run("solve", *options, text)
    assert (2, "", says) == (done.code, done.out, done.err.split("\n")[0])
    assert "hint: " in done.err.split("\n")[1]
    assert "bug" not in done.err


def test_what_a_player_has_written_into_a_link_is_where_hints_begin(run) -> None:
    def link(**first) -> str:
        cells = [[{} for _ in range(4)] for _ in range(4)]
        for r, c, value in ((0, 0, 1), (1, 0, 3), (1, 3, 4), (2, 2, 2), (3, 3, 1)):
            cells[r][c] = {"value": value, "given": True}
        cells[0][1] = first
        return "https://f-puzzles.com/?load=" + compress(json.dumps({"size": 4, "grid": cells}))

    puzzle = "1...3..4..2....1"
    assert puzzle == run("convert", "--to", "digits", link(value=4)).out.strip()
    for facts, written in (("r1c2=4", {"value": 4}), ("r1c2-1 r1c2-3", {"centerPencilMarks": [2, 4]})):
        told = run("hint", "--stage", "do", link(**written))
        assert told.out == run("hint", "--stage", "do", "--genre", "sudoku", "--marks", facts, puzzle).out
    assert "r1c2" in run("hint", "--reveal", link(value=2)).out


def test_a_solution_of_sgt_puzzles_is_a_board(run) -> None:
    puzzle = ("check", "--genre", "sudoku", "1...3..4..2....1")
    for board in ("S1,4,3,2,3,2,1,4,4,1,2,3,2,3,4,1", "S1432321441232341", "[[1,4,3,2],[3,2,1,4],[4,1,2,3],[2,3,4,1]]"):
        done = run(*puzzle, "--board", board)
        assert (0, "ok: no rule is broken, and the board is complete\n") == (done.code, done.out)
