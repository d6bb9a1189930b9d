"""Each command keeps its contract: what it prints, in which order, and its exit code."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gridwright.cli import _group, commands, reference

NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
FOUR = "1...3..4..2....1"
QUEENS = "1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE"
SQUARES = "1:AABB/AABB/CCDD/CCDD"
DOCS = Path(__file__).resolve().parents[2] / "docs" / "cli.md"


KEEN = "4:a_6baa_aaba,s1s2s1d4s1m16s1"


def test_cages_lists_the_sets_of_each_cage(run) -> None:
    told = run("cages", "--genre", "keen", KEEN)

    assert 0 == told.code
    assert "the 4÷ cage at r2c1   14" in told.out.splitlines()
    assert "the 16× cage at r3c3  1144 1224" in told.out.splitlines()


def test_cages_starts_from_what_is_written_and_crossed_out(run) -> None:
    told = run("cages", "--json", "--genre", "keen", "--marks", "r3c1=1 r1c1-2", KEEN)
    (answer,) = told.objects

    assert {"cage": "the 16× cage at r3c3", "cells": ["r3c3", "r3c4", "r4c3", "r4c4"], "sets": ["1224"],
            "complete": True} == answer["cages"][5]  # fmt: skip
    assert ["23", "34"] == answer["cages"][0]["sets"]


def test_cages_of_a_killer_and_of_a_board_without_any(run) -> None:
    killer = run("cages", "--genre", "sudoku", "2x2k:p,b_a_aaa_a_____aa,9b4_1_6b6_5a9d")
    assert "the 9 cage at r1c1  234" in killer.out.splitlines()

    plain = run("cages", "--genre", "sudoku", FOUR)
    assert 2 == plain.code
    assert "this Sudoku has no cage with a clue" in plain.err


def test_cages_says_no_where_a_cage_can_hold_nothing(run) -> None:
    told = run("cages", "--genre", "keen", KEEN.replace("m16", "m15"))

    assert 1 == told.code
    assert "the 15× cage at r3c3  nothing" in told.out.splitlines()


def process(*args: str, **settings) -> subprocess.CompletedProcess[str]:
    code = "import sys; from gridwright.cli import main; sys.exit(main())"
    return subprocess.run(
        [sys.executable, "-c", code, *args],
        capture_output=True,
        text=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
        **settings,
    )


# solve


def test_solve_prints_one_object_with_the_promised_keys(run) -> None:
    done = run("solve", "--json", NINE)
    (answer,) = done.objects
    assert done.code == 0
    promised = ["schema", "puzzle", "genre", "status", "count", "solutions", "nodes", "seconds"]
    assert list(answer) == [*promised, "exhausted", "engine", "search"]
    assert (answer["schema"], answer["puzzle"], answer["genre"]) == ("gridwright.answer/1", NINE, "sudoku")
    assert (answer["status"], answer["count"], answer["solutions"]) == ("unique", 1, [SOLVED])


def test_several_solutions_are_no_failure_and_say_where_they_differ(run) -> None:
    done = run("solve", "--json", "--genre", "queens", SQUARES)
    (answer,) = done.objects
    assert done.code == 0
    assert (answer["status"], answer["count"]) == ("multiple", 2)
    assert len(answer["differ"]) == 8
    assert set(answer["differ"]) <= {f"r{r}c{c}" for r in range(1, 5) for c in range(1, 5)}


def test_show_bounds_the_solutions_and_limit_the_count(run) -> None:
    (answer,) = run("solve", "--json", "--genre", "sudoku", "--limit", "300", "--show", "3", "." * 16).objects
    assert (answer["count"], len(answer["solutions"])) == (288, 3)
    (answer,) = run("solve", "--json", "--genre", "sudoku", "--show", "0", "." * 16).objects
    assert (answer["count"], answer["solutions"]) == (2, [])
    assert answer["differ"]


def test_no_solution_is_exit_1(run) -> None:
    done = run("solve", "--genre", "latin", "12.....3...4....")
    assert (done.code, done.out) == (1, "none: there is no solution\n")
    assert run("solve", "--genre", "star-battle", "--json", "1:AAA/BBB/CCC").code == 1


def test_a_bad_line_is_told_in_its_place_and_the_run_goes_on(run) -> None:
    done = run("solve", "--json", "-", stdin=f"{NINE}\nrubbish\n\n{NINE}\n")
    first, bad, last = done.objects
    assert done.code == 2
    assert first["status"] == last["status"] == "unique"
    assert set(bad) == {"schema", "error", "line"}
    assert (bad["schema"], bad["line"]) == ("gridwright.error/1", 2)

    plain = run("solve", stdin=f"{NINE}\nrubbish\nrubble\n{NINE}\n")
    assert plain.out == f"unique   {SOLVED}\n" * 2
    assert plain.err.splitlines()[0].startswith("line 2: cannot tell what kind of puzzle 'rubbish' is")
    assert plain.err.count("hint:") == 1
    assert plain.code == 2


def test_many_puzzles_keep_their_order(run) -> None:
    lines = [FOUR if i % 3 else "1" * 16 if i % 2 else "x" for i in range(500)]
    done = run("solve", "--genre", "sudoku", "--format", "digits", "--json", "--threads", "2", stdin="\n".join(lines))
    assert [("error" in o) for o in done.objects] == [i % 3 == 0 for i in range(500)]
    assert [o["line"] for o in done.objects if "error" in o] == list(range(1, 501, 3))


@pytest.mark.parametrize("engine", ["fast", "simple", "cpsat"])
def test_the_engines_answer_alike(run, engine) -> None:
    done = run("solve", "--json", "--engine", engine, "--genre", "queens", QUEENS, SQUARES)
    assert [(o["status"], o["count"]) for o in done.objects] == [("unique", 1), ("multiple", 2)]


def test_the_puzzle_comes_back_in_the_chosen_format(run) -> None:
    (answer,) = run("solve", "--json", "--genre", "sudoku", "--format", "sgt", "2x2x:i4_1d3").objects
    assert answer["puzzle"] == "2x2x:i4_1d3"


def test_the_time_limit_ends_a_search_with_what_it_has(run) -> None:
    done = run("solve", "--json", "--limit", "1000000000", "--time-limit", "1", "." * 256)
    (answer,) = done.objects
    assert (done.code, answer["status"], len(answer["solutions"])) == (1, "unknown", 2)
    assert answer["count"] > 2
    plain = run("solve", "--limit", "1000000000", "--time-limit", "0.3", "." * 256)
    assert plain.out.startswith("unknown: stopped after ")


def test_one_puzzle_is_drawn(run) -> None:
    done = run("solve", NINE)
    assert done.out.startswith("unique: exactly one solution\n\n")
    assert "5 3 4" in done.out


# where puzzles come from


def test_puzzles_come_from_files_arguments_and_pipes(run, tmp_path) -> None:
    file = tmp_path / "list"
    file.write_text(f"# two\n{NINE}\n\n{NINE}\n")
    assert len(run("solve", "--json", str(file)).objects) == 2
    assert len(run("solve", "--json", NINE, str(file)).objects) == 3
    assert len(run("solve", "--json", stdin=NINE).objects) == 1
    assert len(run("solve", "--json", "-", NINE, stdin=NINE).objects) == 2


def test_a_grid_in_a_file_is_one_puzzle_and_its_slip_has_the_file_s_line(run, tmp_path) -> None:
    file = tmp_path / "grid.txt"
    rows = [NINE[i : i + 9] for i in range(0, 81, 9)]
    file.write_text("\n" + "\n".join(rows) + "\n")
    assert run("solve", "--json", "--genre", "sudoku", str(file)).objects[0]["status"] == "unique"
    rows[4] = rows[4][:-1]
    file.write_text("\n" + "\n".join(rows) + "\n")
    done = run("solve", "--json", "--genre", "sudoku", "--format", "sdk", str(file))
    assert done.objects[0]["line"] == 6
    assert "row 5 has 8 cells, expected 9" in done.objects[0]["error"]


def test_several_sources_are_told_apart(run, tmp_path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text("rubbish\n")
    done = run("solve", NINE, str(file))
    assert f"{file}, line 1: " in done.err
    assert run("solve", "--json", NINE, str(file)).objects[1]["file"] == str(file)


def test_arguments_are_numbered(run) -> None:
    assert [o.get("line") for o in run("solve", "--json", NINE, "rubbish").objects] == [None, 2]


# check


def test_check_names_the_broken_rule_and_its_cells(run) -> None:
    done = run("check", "--json", "--genre", "sudoku", "11..............")
    (verdict,) = done.objects
    assert (done.code, verdict["ok"], verdict["complete"]) == (1, False, False)
    row = verdict["broken"][0]
    assert set(row) == {"constraint", "kind", "sentence", "cells"}
    assert (row["constraint"], row["kind"], row["cells"]) == ("row 1", "row", ["r1c1", "r1c2"])
    assert "row 1 holds each of 1 to 4 exactly once" in row["sentence"]
    assert "broken: row 1 holds" in run("check", "--genre", "sudoku", "11..............").out


def test_check_a_complete_board(run) -> None:
    done = run("check", "--json", SOLVED)
    assert (done.code, done.objects[0]["ok"], done.objects[0]["complete"]) == (0, True, True)


def test_check_a_board_on_top_of_the_puzzle(run) -> None:
    right = run("check", "--json", "--solution", NINE, "--board", SOLVED)
    assert (right.code, right.objects[0]["right"], right.objects[0]["complete"]) == (0, True, True)
    assert SOLVED not in right.out
    wrong = run("check", "--json", "--solution", NINE, "--board", NINE[:2] + "1" + NINE[3:])
    assert (wrong.code, wrong.objects[0]["ok"], wrong.objects[0]["right"]) == (1, True, False)
    given = run("check", "--json", NINE, "--board", "4" + "." * 80)
    assert given.objects[0]["broken"][0]["kind"] == "given"
    assert "r1c1=5 is given" in given.objects[0]["broken"][0]["sentence"]


def test_check_stars_undecided_or_filled(run) -> None:
    board = ".*.....**.....*."
    half = run("check", "--json", "--genre", "queens", SQUARES, "--board", board).objects[0]
    assert (half["ok"], half["complete"]) == (True, False)
    full = run("check", "--json", "--genre", "queens", SQUARES, "--board", board, "--filled").objects[0]
    assert (full["ok"], full["complete"]) == (True, True)
    touch = run("check", "--json", "--genre", "queens", SQUARES, "--board", "*....*..........")
    assert {each["kind"] for each in touch.objects[0]["broken"]} == {"region", "touch"}


def test_check_says_why_it_cannot_tell(run) -> None:
    done = run("check", "--json", "--solution", "--genre", "queens", SQUARES)
    assert (done.code, done.objects[0]["right"]) == (1, None)
    assert done.objects[0]["reason"] == "the puzzle has several solutions"


def test_check_minimal(run) -> None:
    full = run("check", "--json", "--minimal", "--genre", "sudoku", "1234341221434321")
    assert (full.code, full.objects[0]["minimal"], len(full.objects[0]["redundant"])) == (1, False, 16)
    few = run("check", "--json", "--minimal", "--genre", "sudoku", "..1.4....2.....2")
    assert (few.code, few.objects[0]["minimal"], few.objects[0]["redundant"]) == (0, True, [])


# convert, show, genres, doctor, bench


def test_convert_there_and_back(run) -> None:
    there = run("convert", "--to", "f-puzzles", NINE).out.strip()
    assert there.startswith("https://f-puzzles.com/?load=")
    assert run("convert", "--to", "digits", there).out == f"{NINE}\n"
    (told,) = run("convert", "--json", "--to", "sgt", "--genre", "sudoku", FOUR).objects
    assert set(told) == {"schema", "puzzle", "genre", "format", "text"}


def test_grids_are_parted_by_a_blank_line(run) -> None:
    done = run("convert", "--genre", "queens", "--to", "letters", SQUARES, SQUARES)
    assert done.out.count("\n\n") == 1
    again = run("convert", "--genre", "queens", "--to", "stars", stdin=done.out)
    assert again.out == f"{SQUARES}\n" * 2


def test_copies_are_shown_alike_in_the_form_of_forums(run) -> None:
    shown = [
        run("show", "--minlex", "--genre", "sudoku", text).out for text in ("1...3..4..2....1", "3...1..2..4....3")
    ]

    assert shown[0] == shown[1]
    assert "0000001201034000" == shown[0].splitlines()[0]
    assert 2 == run("show", "--minlex", "--marks", "r1c2=4", "--genre", "sudoku", "1...3..4..2....1").code


def test_show_draws_text_and_svg(run, tmp_path) -> None:
    assert "5 3" in run("show", NINE).out
    assert run("show", "--solution", "--genre", "queens", QUEENS).code == 0
    assert run("show", "--solution", "--genre", "queens", SQUARES).code == 1
    assert run("show", "--svg", NINE).out.startswith("<")
    assert "\x1b" not in run("show", NINE).out
    assert run("show", "--svg", "--out", str(tmp_path / "b.svg"), NINE).code == 0
    assert run("show", "--svg", "--out", str(tmp_path), NINE, NINE).code == 0
    assert run("show", "--svg", "--out", str(tmp_path / "c.svg"), NINE, NINE).code == 0
    assert run("show", "--out", str(tmp_path / "t.txt"), NINE, NINE).code == 0
    assert {p.name for p in tmp_path.iterdir()} == {"b.svg", "1.svg", "2.svg", "c-1.svg", "c-2.svg", "t.txt"}
    assert "svg" in run("show", "--json", "--svg", NINE).objects[0]


def test_genres_lists_and_explains(run) -> None:
    assert {"sudoku", "latin", "star-battle"} <= {o["key"] for o in run("genres", "--json").objects}
    assert "two-not-touch" in run("genres").out
    page = run("genres", "queens").out
    assert "Rulebook:" in page
    assert "queens-json" in page


def test_doctor_tells_what_is_here(run) -> None:
    done = run("doctor", "--json")
    (found,) = done.objects
    assert (done.code, found["ok"]) == (0, True)
    assert found["kernel"]["path"]
    assert found["extras"]["cpsat"]["install"] == "pip install 'gridwright[cpsat]'"
    assert "kernel" in run("doctor").out


def test_doctor_explains_a_kernel_that_does_not_load(tmp_path) -> None:
    done = process("doctor", env={**os.environ, "GRIDWRIGHT_KERNEL_DIR": str(tmp_path)})
    assert done.returncode == 1
    assert "does not work: GRIDWRIGHT_KERNEL_DIR" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_command_that_needs_the_kernel_says_why_it_cannot_run(tmp_path) -> None:
    done = process("solve", NINE, env={**os.environ, "GRIDWRIGHT_KERNEL_DIR": str(tmp_path)})
    assert done.returncode == 2
    assert "holds no _kernel extension" in done.stderr
    assert "Traceback" not in done.stderr


# the frame


def test_help_leads_with_examples_and_lists_every_command() -> None:
    text = process("--help").stdout
    assert text.index("Examples:") < text.index("Usage:")
    assert all(f"\n  {name} " in text for name in commands())


def test_help_loads_nothing_heavy() -> None:
    code = "import sys; from gridwright.cli import main; main(['--help']); print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1]
    assert not any(f"'{name}'" in loaded for name in ("ortools", "rich", "numpy", "pandas"))


def test_solve_loads_no_reasons() -> None:
    code = f"import sys; from gridwright.cli import main; main(['solve', '{NINE}']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[1] for name in done.stdout.splitlines()[-1].split() if name.startswith("gridwright.")}
    assert {"drawing", "solving"} <= loaded
    assert set() == loaded & {"rules", "techniques", "grading", "narration", "generation"}


def test_no_arguments_show_the_help(run) -> None:
    done = run()
    assert (done.code, "Puzzles:" in done.out) == (0, True)
    assert run("--version").out.startswith("gridwright ")


def test_the_reference_is_what_help_says() -> None:
    assert DOCS.read_text(encoding="utf-8") == reference(), (
        "write it anew: python -c 'from gridwright.cli import reference; print(reference(), end=\"\")' > docs/cli.md"
    )


LONG = ("gridwright enumerate queens --size 4 --count-only --json",)
EXAMPLES = [
    pytest.param(example, marks=pytest.mark.slow) if example in LONG else example
    for name in (None, *commands())
    if name
    not in ("bench", "audit", "corpus", "play")  # two take minutes; test_corpus.py and test_play.py have the rest
    for example in (_group if name is None else _group.get_command(None, name)).examples  # type: ignore[arg-type]
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_help_run(run, example, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("puzzles.txt").write_text(f"{NINE}\n{NINE}\n")
    done = run(*shlex.split(example)[1:])
    assert done.code in (0, 1), done.err
    assert re.fullmatch(r"([\d,]+ of [\d,]+; [^\n]+\n)*([\d,]+ puzzles, checked: [^\n]+\n)?", done.err)


def test_a_reader_that_leaves_is_no_error(tmp_path) -> None:
    file = tmp_path / "many.txt"
    file.write_text(f"{NINE}\n" * 3000)
    code = "import sys; from gridwright.cli import main; sys.exit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", code, "solve", str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        child.stdout.readline()
        child.stdout.close()
        assert child.stderr.read() == ""
        assert child.wait(60) == 141


def test_ctrl_c_keeps_what_was_printed() -> None:
    heed = "signal.signal(signal.SIGINT, signal.default_int_handler)"  # a shell's background jobs inherit "ignore"
    code = f"import signal, sys; {heed}; from gridwright.cli import main; sys.exit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", code, "solve", "--json", "--limit", "1000000000", NINE, "." * 625],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as child:  # fmt: skip
        first = child.stdout.readline()
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        rest, talk = child.communicate(timeout=30)
    assert json.loads(first)["status"] == "unique"
    assert ("unknown", "cancelled") == (json.loads(rest)["status"], json.loads(rest)["stopped"])
    assert (child.returncode, talk) == (130, "")


def test_progress_shows_on_the_terminal_and_results_stay_on_stdout() -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    code = "import sys; from gridwright.cli import main; sys.exit(main())"
    slow = ("--limit", "1000000000", "--time-limit", "0.9", "." * 625)
    child = subprocess.Popen(
        [sys.executable, "-c", code, "solve", "--json", *slow, NINE, NINE], stdout=subprocess.PIPE, stderr=theirs,
        env=os.environ | {"TERM": "xterm"},
    )  # fmt: skip
    os.close(theirs)
    seen = b""
    try:
        while part := os.read(ours, 4096):
            seen += part
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(ours)
    out, _ = child.communicate(timeout=60)
    assert [json.loads(line)["status"] for line in out.splitlines()] == ["unknown", "unique", "unique"]
    assert b"solving" in seen
    assert b"schema" not in seen


def test_an_ascii_terminal_gets_numbers_for_signs_it_lacks(run) -> None:
    done = run("solve", "--json", "--genre", "sudoku", "--format", "digits", "." * 70, encoding="ascii")
    assert "n × n" in done.objects[0]["error"]
    plain = run("solve", NINE, encoding="ascii")
    assert plain.code == 0
    assert (
        process("genres", env=os.environ | {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}).returncode
        == 0
    )


def test_a_bug_is_one_line(run, monkeypatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr("gridwright.cli.genres.genres", fails)
    done = run("genres")
    assert (done.code, done.err.splitlines()[0]) == (70, "this is a bug: RuntimeError: boom")
    monkeypatch.setenv("GRIDWRIGHT_DEBUG", "1")
    with pytest.raises(RuntimeError):
        run("genres")
