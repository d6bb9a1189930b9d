"""Every kind of bad input gets a sentence that names the place, exit 2 and no traceback."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import dataclass

import pytest

from gridwright.formats.lzstring import compress

NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [NINE[i : i + 9] for i in range(0, 81, 9)]
SQUARES = "1:AABB/AABB/CCDD/CCDD"


@dataclass(frozen=True)
class Bad:
    args: tuple[str, ...]
    says: str
    stdin: bytes = b""


def sudoku(text: str, says: str, *options: str) -> Bad:
    return Bad(("solve", "--genre", "sudoku", *options, text), says)


def queens(text: str, says: str, *options: str) -> Bad:
    return Bad(("solve", "--genre", "queens", *options, text), says)


def piped(data: bytes | str, says: str, *options: str) -> Bad:
    return Bad(("solve", *options, "-"), says, data.encode() if isinstance(data, str) else data)


def grid(*changed: tuple[int, str]) -> str:
    rows = list(ROWS)
    for number, row in changed:
        rows[number - 1] = row
    return "\n".join(rows)


def fpuzzle(**changes: object) -> str:
    board = {"size": 4, "grid": [[{}] * 4] * 4} | changes
    return "https://f-puzzles.com/?load=" + compress(json.dumps(board))


def cage(cells: list[str], value: str) -> dict[str, object]:
    return {"cells": cells, "value": value}


SDK = ("--genre", "sudoku", "--format", "sdk")
LINK = fpuzzle()

KINDS = {
    # rows and characters
    "short row": piped(grid((5, "4..8.3..")), "line 5: row 5 has 8 cells, expected 9", *SDK),
    "long row": piped(grid((3, ".98....6..")), "line 3: row 3 has 10 cells, expected 9", *SDK),
    "a row missing": piped("\n".join(ROWS[:8]), "expected 9 rows of 9 cells, found 8 rows", *SDK),
    "bad character in a grid": piped(grid((4, "8...!...3")), "line 4, column 5: expected one of 123456789", *SDK),
    "bad character in a line": sudoku(NINE[:40] + "q" + NINE[41:], "column 41: expected one of", "--format", "digits"),
    "81 characters less one": sudoku(NINE[:80], "80 characters, a sudoku of 9 rows has 81: ", "--format", "digits"),
    "a value too large for the size": sudoku("5" + "." * 15, "column 1: expected one of 1234", "--format", "digits"),
    "Arabic digits": sudoku("٣" * 81, "column 1: expected one of", "--format", "digits"),
    "full-width digits": sudoku("１" * 81, "column 1: expected one of", "--format", "digits"),
    "a lone surrogate": sudoku("\udcff" * 81, "column 1: expected one of", "--format", "digits"),
    "invalid UTF-8": piped(b"\xff" * 81, "column 1: expected one of", "--genre", "sudoku", "--format", "digits"),
    "a NUL": piped("." * 40 + "\0" + "." * 40, "column 41: expected one of", "--genre", "sudoku", "--format", "digits"),
    "ten megabytes in a line": piped("1" * 10_000_000, "line 1: ", "--genre", "sudoku"),
    "ten megabytes of unknown text": piped("x" * 10_000_000, "cannot tell what kind of puzzle"),
    "not square": sudoku("p?sudoku/9/6/zzt", "expected as many rows as columns"),
    "size 1": sudoku("1", "lines", "--format", "digits"),
    "ambiguous text": Bad(("solve", "1..."), "cannot tell what kind of puzzle '1...' is; name the genre"),
    "marks with an empty cell": sudoku("1234" * 15 + "....", "column 61: r4c4 has no candidate", "--format", "marks"),
    "a mark twice": piped("1 2 3 4\n1 22 3 4\n1 2 3 4\n1 2 3 4", "line 2, column 4: candidate 2 stands twice",
                          "--genre", "sudoku", "--format", "marks"),
    # givens that clash
    "clash in a row": sudoku("55" + "." * 79, "row 1 holds each of 1 to 9 exactly once; look at r1c1, r1c2"),
    "clash in a column": sudoku("5" + "." * 35 + "5" + "." * 44, "column 1 holds each of 1 to 9"),
    "clash in a box": sudoku("5" + "." * 9 + "5" + "." * 70, "box 1 holds each of 1 to 9 exactly once"),
    "clash in a region": sudoku("4j:a1b1k,aa_a_bc_cba", "region A holds each of 1 to 4 exactly once"),
    "clash in a cage": sudoku(fpuzzle(
        grid=[[{"value": 1, "given": True}, {"value": 2, "given": True}, {}, {}], *[[{}] * 4] * 3],
        killercage=[cage(["R1C1", "R1C2"], "7")]), "adds up to 7"),
    "clash of stars": queens(SQUARES + ":*.../.*../..../....", "the givens clash: "),
    # regions, cages, stars
    "a region missing": queens("1:AAB/ABB/AAA", "expected as many regions as rows: 3, found 2"),
    "a region too large": sudoku("4j:p,x", "region A (with r1c1): expected 4 cells, found 16 cells"),
    "stars 0": queens("0:AB/AB", "column 1: expected a number of stars from 1 to 64, found '0'"),
    "too many stars": queens("9:AABB/AABB/CCDD/CCDD", "expected 1 to 4 stars a row, found 9"),
    "holes everywhere": queens("1:##/##", "expected as many regions as rows: 2, found 0"),
    "a cage off the board": sudoku(fpuzzle(killercage=[cage(["R1C9"], "3")]), "R1C9 is not on a board of 4 rows"),
    "overlapping cages": sudoku(fpuzzle(killercage=[cage(["R1C1", "R1C2"], "3"), cage(["R1C2", "R1C3"], "3")]),
                                "both hold r1c2"),
    "an impossible total": sudoku(fpuzzle(killercage=[cage(["R1C1", "R1C2"], "99")]), "add up to 3 to 7, not 99"),
    # links and JSON
    "a truncated link": sudoku(LINK[:-12], "breaks off"),
    "an overlong link": sudoku("p?sudoku/9/9/zzzzh", "column 18: 'h' skips 2 cells, but only 1 are left"),
    "bad base64": sudoku("https://f-puzzles.com/?load=N4Ig!!", "base64), found '!'"),
    "a link to another page's store": sudoku("https://f-puzzles.com/?id=yab123cd", "kept elsewhere"),
    "a link of another genre": sudoku("https://puzz.link/p?heyawake/9/9/zz", "this is a Heyawake (a link of"),
    "an unsupported constraint": sudoku(fpuzzle(thermometer=[{"lines": [["R1C1"]]}]), "'thermometer', which is not"),
    "deep JSON": piped('{"size":' * 100_000, "line 1: ", "--genre", "queens", "--format", "queens-json"),
    "JSON with an unknown key": queens('{"size": 2, "rows": ["AB", "AB"], "colour": 1}', "unknown key 'colour'"),
    "JSON cut short": queens('{"size": 2', "not JSON"),
    "an sgt board of too few cells": sudoku("2x2:o", "cell 16 of 16, found the end", "--format", "sgt"),
    "an sgt board of too many": sudoku("2x2:q", "column 5: 'q' skips 17 cells", "--format", "sgt"),
    "an sgt clue out of place": sudoku("2x2:a_1n", "column 6: expected a number or a letter", "--format", "sgt"),
    # names and options
    "unknown genre": Bad(("solve", "--genre", "suduko", NINE), "no genre 'suduko'; did you mean 'sudoku'?"),
    "unknown format": Bad(("solve", "--format", "digit", NINE), "no format 'digit'; did you mean 'digits'?"),
    "a format of another genre": Bad(("solve", "--genre", "latin", "--format", "sgt", "x"), "no format of latin 'sgt'"),
    "unknown engine": sudoku(NINE, "no engine 'fats'; did you mean 'fast'?", "--engine", "fats"),
    "unknown option": Bad(("solve", "--jsn", NINE), "Did you mean '--json'?"),
    "unknown command": Bad(("slove", NINE), "no command 'slove'; did you mean 'solve'?"),
    "unknown target format": Bad(("convert", "--to", "pdf", NINE), "no format 'pdf'"),
    "a target format of another genre": Bad(("convert", "--to", "letters", NINE), "no format of sudoku 'letters'"),
    "a format without the words": Bad(("convert", "--to", "digits", "--genre", "sudoku", "2x2x:p"), "digits"),
    "convert to nothing": Bad(("convert", NINE), "--to"),
    "negative limit": sudoku(NINE, "expected 2 or more, found -5", "--limit", "-5"),
    "limit 1": sudoku(NINE, "one solution cannot tell unique from multiple", "--limit", "1"),
    "a limit that is no number": sudoku(NINE, "--limit", "--limit", "many"),
    "negative show": sudoku(NINE, "--show", "--show", "-1"),
    "no time": sudoku(NINE, "expected a number of seconds above 0, found 0", "--time-limit", "0"),
    "time that is no number": sudoku(NINE, "expected a number of seconds above 0, found nan", "--time-limit", "nan"),
    "no threads": sudoku(NINE, "--threads", "--threads", "0"),
    "threads of another engine": sudoku(NINE, "only the fast engine", "--threads", "2", "--engine", "simple"),
    # files
    "empty argument": Bad(("solve", ""), "expected a puzzle, but the argument is empty"),
    "empty input": piped(b"", "expected a puzzle, but standard input is empty"),
    "only comments": piped("# nothing\n", "standard input is empty"),
    "missing file": Bad(("solve", "nowhere.txt"), "no such file: 'nowhere.txt'"),
    "missing path": Bad(("solve", "./nowhere"), "no such file: './nowhere'"),
    "a folder": Bad(("solve", "/"), "expected a file or a corpus, but '/' is a folder without *.jsonl files"),
    "a binary file": piped(random.Random(1).randbytes(5000) + b"\0\xff", "standard input is a binary file"),
    "a compressed file": piped(b"\x1f\x8b\x08\0rest", "cannot unpack standard input"),
    "standard input twice": Bad(("solve", "-", "-"), "can be given only once"),
    # boards
    "a board of the wrong size": Bad(("check", NINE, "--board", "123"), "expected a board of 81 cells, found 3"),
    "a board with a bad character": Bad(("check", NINE, "--board", "q" + "." * 80), "r1c1: expected one of"),
    "--filled without a board": Bad(("check", "--filled", NINE), "--filled speaks of --board"),
    "a board for two puzzles": Bad(("check", NINE, NINE, "--board", NINE), "--board is for one puzzle, found 2"),
    "pictures without a place": Bad(("show", "--svg", NINE, NINE), "several SVG pictures need --out"),
    "a place that cannot be": Bad(("show", "--svg", "--out", "/proc/none/b.svg", NINE), "cannot write"),
}  # fmt: skip


def test_there_are_at_least_forty_kinds() -> None:
    assert len(KINDS) >= 40


@pytest.mark.parametrize("kind", KINDS)
def test_bad_input_is_told_in_a_sentence(run, kind, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    bad = KINDS[kind]
    done = run(*bad.args, stdin=bad.stdin)
    assert (done.code, done.out) == (2, ""), done.err
    assert "Traceback" not in done.err
    assert bad.says in done.err
    assert done.err.count("hint: ") == 1
    assert len(done.err) < 1000


@pytest.mark.parametrize("kind", ["clash in a row", "bad base64", "a region missing", "short row", "invalid UTF-8"])
def test_with_json_the_sentence_stands_in_its_place(run, kind) -> None:
    bad = KINDS[kind]
    done = run(*bad.args, "--json", stdin=bad.stdin)
    (told,) = done.objects
    assert done.code == 2
    assert set(told) == {"schema", "error", "line"}
    assert bad.says.rpartition(f"line {told['line']}: ")[2] in told["error"]


@pytest.mark.parametrize("kind", ["a lone surrogate", "a binary file", "unknown command", "missing file", "limit 1"])
def test_a_real_process_ends_the_same_way(kind) -> None:
    bad = KINDS[kind]
    code = "import sys; from gridwright.cli import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", code, *bad.args], input=bad.stdin, capture_output=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Traceback" not in done.stderr
    assert bad.says in done.stderr.decode()
