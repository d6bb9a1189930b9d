"""The commands of a corpus, and corpora as input of the others."""

from __future__ import annotations

import gzip
import json
import os
import resource
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import click
import pytest

from gridwright.cli.corpus import PARTS, command
from gridwright.corpus import Corpus
from gridwright.genres import parse

PROGRAM = (sys.executable, "-c", "import sys; from gridwright.cli import main; sys.exit(main())")
FOUR = "1...3..4..2....1"
QUEENS = "1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE"


@pytest.fixture
def pool(run, tmp_path: Path) -> str:
    """Three small sudokus with grades and a Queens level without."""
    folder = str(tmp_path / "pool")
    made = run("generate", "sudoku", "--size", "4", "--count", "3", "--seed", "x", "--distinct", "--json").out
    assert f"3 puzzles added to {folder}\n" == run("corpus", "add", folder, "-", stdin=made).out
    assert 0 == run("corpus", "add", folder, "--genre", "queens", QUEENS).code
    return folder


def test_help_lists_the_parts(run) -> None:
    text = run("corpus", "--help").out

    assert all(f"\n  {part} " in text for part in ("add", "import", "grade", "query", "stats", "export", "verify"))
    assert "did you mean 'query'?" in run("corpus", "quary").err
    assert 2 == run("corpus", "quary").code


def part(name: str) -> Any:
    return command.get_command(click.Context(command), name)


EXAMPLES = [example for each in (command, *map(part, PARTS)) for example in each.examples]


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_help_run(run, pool: str, example: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Corpus("another-pool").add([parse(FOUR, "sudoku")])
    nine = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
    for name in ("list.sdm", "puzzles.txt"):
        Path(name).write_text(nine)
    Path("list.sdm.gz").write_bytes(gzip.compress(nine.encode()))
    out = ""
    for each in example.split(" | "):
        line, _, file = each.partition(" > ")
        done = run(*shlex.split(line)[1:], stdin=out)
        out = done.out
        assert done.code in (0, 1), done.err
        if file:
            Path(file).write_text(out)


def test_copies_are_left_out_and_counted(run, pool: str) -> None:
    turned = run("convert", "--canonical", "--genre", "queens", QUEENS).out.strip()
    done = run("corpus", "add", pool, "--genre", "queens", turned, "--json")

    assert {"added": 0, "copies": 1, "bad": 0, "stopped": False, "schema": "gridwright.added/1"} == done.objects[0]
    assert "1 puzzle added" in run("corpus", "add", pool, "--genre", "queens", turned, "--keep-copies").out


def test_all_that_is_enumerated_up_to_symmetry_is_new(run, tmp_path: Path) -> None:
    every = run("enumerate", "sudoku", "--size", "4", "--minimal", "--up-to-symmetry", "--json").out
    done = run("corpus", "add", str(tmp_path), "-", "--source", "enumerate", stdin=every)

    assert (0, f"36 puzzles added to {tmp_path}\n") == (done.code, done.out)
    assert {"enumerate"} == {entry.provenance.source for entry in Corpus(tmp_path)}


def test_import_remembers_file_and_line(run, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text(f"# mine\n{FOUR}\nnonsense\n{FOUR[::-1]}\n.2..............\n")
    done = run("corpus", "import", str(tmp_path / "pool"), str(file), "--genre", "sudoku", "--note", "CC0")
    entries = list(Corpus(tmp_path / "pool"))

    assert (2, "2 puzzles added", "line 3") == (done.code, done.out[:15], done.err[:6])
    assert "1 is a copy, 1 bad" in done.out
    assert [("list.txt", 2, "CC0"), ("list.txt", 5, "CC0")] == [
        (each.provenance.source, each.provenance.line, each.provenance.note) for each in entries
    ]


def test_any_format_is_imported(run, tmp_path: Path) -> None:
    links = run("convert", "--to", "puzz-link", "--genre", "queens", QUEENS).out
    grid = "1 . | . .\n3 . | . 4\n----+----\n. . | 2 .\n. . | . 1\n"
    pool = str(tmp_path / "pool")

    assert 0 == run("corpus", "import", pool, "-", stdin=links, encoding="utf-8").code
    assert 0 == run("corpus", "import", pool, "-", "--genre", "sudoku", "--source", "a blog", stdin=grid).code
    assert [QUEENS, FOUR] == [str(entry.puzzle) for entry in Corpus(pool)]
    assert ["standard input", "a blog"] == [entry.provenance.source for entry in Corpus(pool)]


def test_a_list_of_several_genres_is_read_line_by_line(run, tmp_path: Path) -> None:
    nine = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    link = run("convert", "--to", "puzz-link", "--genre", "queens", QUEENS).out
    texts = f"{nine}\n{nine}\n{link}{nine[::-1]}\n{nine[1:]}\n"
    done = run("solve", "--json", "-", stdin=texts)

    assert ["sudoku", "sudoku", "star-battle", "sudoku", None] == [each.get("genre") for each in done.objects]
    assert "80 characters" in done.objects[-1]["error"]


def test_every_command_takes_a_corpus(run, pool: str) -> None:
    for name in ("solve", "grade", "explain", "hint", "check", "show", "marks", "convert"):
        options = ("--canonical",) if name == "convert" else ()
        done = run(name, *options, "--json", pool)
        assert (name, 0, 4) == (name, done.code, len(done.objects)), done.err
    assert 1 == len(run("solve", "--json", "--genre", "queens", pool).objects)
    assert 3 == len(run("grade", "--json", "--genre", "sudoku", pool).objects)


def test_what_is_shipped_has_a_name_wherever_there_is_a_folder(run) -> None:
    queens = Corpus.shipped("queens")

    assert f"{len(queens):,} puzzles\n" in run("corpus", "stats", "shipped:queens").out
    assert len(queens) == len(run("solve", "shipped:queens", "--json").objects)
    assert "shipped:keen" in run("genres", "keen").out
    assert "shipped:keen" == run("genres", "keen", "--json").objects[0]["shipped"]
    assert 2 == run("corpus", "stats", "shipped:nonsense").code
    assert "a folder of your own" in run("corpus", "add", "shipped:keen", "--genre", "sudoku", FOUR).err


def test_grade_query_stats_export_verify(run, pool: str, tmp_path: Path) -> None:
    assert "4 puzzles, 1 with something new\n" == run("corpus", "grade", pool).out
    assert "4 puzzles, nothing was missing\n" == run("corpus", "grade", pool).out
    assert ["sgt@1"] == run("corpus", "grade", pool, "--scale", "sgt", "--json").objects[0]["scales"]
    table = run("corpus", "query", pool, "select genre, count(*) as puzzles from puzzles group by all order by all")
    assert "genre        puzzles\nstar-battle        1\nsudoku             3\n" == table.out
    rows = run("corpus", "query", pool, "select tier, techniques from puzzles where genre = 'sudoku' limit 1", "--json")
    assert ("Gentle", True) == (rows.objects[0]["row"]["tier"], "last-cell" in rows.objects[0]["row"]["techniques"])
    svg = tmp_path / "pool.svg"
    stats = run("corpus", "stats", pool, "--svg", str(svg)).out
    assert "sudoku: 3 puzzles" in stats
    assert svg.read_text().startswith("<svg ")
    assert {"Gentle": 3} == run("corpus", "stats", pool, "--json").objects[0]["genres"]["sudoku"]["tiers"]
    exported = run("corpus", "export", pool, "--to", "sdm", "--genre", "sudoku", "--limit", "2")
    assert [str(entry.puzzle) for entry in Corpus(pool)][:2] == exported.out.split()
    assert (1, 3) == ((done := run("corpus", "export", pool, "--to", "sgt")).code, len(done.out.split()))
    assert "1 puzzle left out: no format of star-battle 'sgt'" in done.err
    parquet = tmp_path / "pool.parquet"
    assert 0 == run("corpus", "export", pool, "--to", "parquet", "--out", str(parquet)).code
    assert b"PAR1" == parquet.read_bytes()[:4]
    whole = run("corpus", "verify", pool)
    assert (0, "", "4 puzzles checked: all holds\n") == (whole.code, whole.out, whole.err)
    assert 0 == run("corpus", "verify", pool, "--sample", "2").code


def test_what_is_wrong_is_told(run, pool: str, tmp_path: Path) -> None:
    assert "cannot make the folder" in run("corpus", "add", "/proc/nowhere/pool", "--genre", "sudoku", FOUR).err
    assert "is a file" in run("corpus", "add", str(next(Path(pool).iterdir())), "--genre", "sudoku", FOUR).err
    assert "no such folder" in run("corpus", "stats", str(tmp_path / "nowhere")).err
    assert "has no *.jsonl files" in run("corpus", "query", str(tmp_path), "select 1").err
    assert "DuckDB says" in run("corpus", "query", pool, "selct 1").err
    assert "names the columns" in run("corpus", "query", pool, "selct 1").err
    assert "no format 'nosuch'" in run("corpus", "export", pool, "--to", "nosuch").err
    file = next(Path(pool).iterdir())
    file.write_bytes(file.read_bytes().replace(b'"rows": 4', b'"rows": 7', 1) + b'{"schema": "gri')
    done = run("corpus", "verify", pool)
    assert (1, f"{file}, line 1: rows: the puzzle has 4, found 7\n") == (done.code, done.out)
    assert f"{file}: line 5 is cut short and left out" in done.err
    assert 2 == run("corpus", "grade", pool).code
    added = run("corpus", "add", pool, "--genre", "sudoku", FOUR, "--keep-copies")
    assert "a line that was cut short (15 bytes) is taken off its end" in added.err
    assert 5 == len(Corpus(pool))


def test_lines_that_were_generated_are_brought_up_to_date(run, tmp_path: Path) -> None:
    made = run("generate", "keen", "--size", "4", "--count", "2", "--seed", "m", "--json").out
    (tmp_path / "keen.jsonl").write_text(made)

    assert "corpus migrate" in run("corpus", "query", str(tmp_path), "select 1").err
    assert "2 lines brought up to date\n" == run("corpus", "migrate", str(tmp_path)).out
    assert [json.loads(line)["puzzle"] for line in made.splitlines()] == [str(each.puzzle) for each in Corpus(tmp_path)]


def started(*args: str, **settings) -> subprocess.Popen[bytes]:
    return subprocess.Popen([*PROGRAM, *args], **settings)


def seventeen(oracles: Path) -> list[str]:
    return gzip.decompress((oracles / "sudoku" / "17_clue.txt.gz").read_bytes()).decode().split()


def test_a_stream_is_added_as_it_arrives_and_ctrl_c_keeps_it(run, tmp_path: Path) -> None:
    line = run("generate", "sudoku", "--size", "4", "--seed", "x", "--json").out.encode()
    adding = started("corpus", "add", str(tmp_path), "-", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert adding.stdin is not None
    adding.stdin.write(line)
    adding.stdin.flush()
    for _ in range(600):
        if len(Corpus(tmp_path)) == 1:
            break
        time.sleep(0.05)
    assert 1 == len(list(Corpus(tmp_path)))
    adding.send_signal(signal.SIGINT)
    out, _ = adding.communicate()

    assert 130 == adding.returncode
    assert f"1 puzzle added to {tmp_path} (stopped)\n" == out.decode()


@pytest.mark.slow
def test_imports_that_are_killed_at_any_moment_lose_nothing(oracles: Path, tmp_path: Path) -> None:
    """Two hundred times; each run goes on with what is not there yet."""
    texts = seventeen(oracles)[:20_000]
    file, rng, before = tmp_path / "list.txt", Random("imports"), 0
    file.write_text("\n".join(texts) + "\n")
    for _ in range(200):
        importing = started("corpus", "import", str(tmp_path / "pool"), str(file), "--genre", "sudoku")
        time.sleep(0.5 + rng.random())
        os.kill(importing.pid, signal.SIGKILL)
        importing.wait()
        found = len(Corpus(tmp_path / "pool")) if (tmp_path / "pool").exists() else 0
        assert found >= before
        before = found
    assert 0 == started("corpus", "import", str(tmp_path / "pool"), str(file), "--genre", "sudoku").wait()
    kept = [str(entry.puzzle) for entry in Corpus(tmp_path / "pool")]
    assert len(kept) == len(set(kept))
    assert len(texts) == len(kept)


@pytest.mark.slow
def test_without_room_the_import_says_so_and_what_is_there_stays(oracles: Path, tmp_path: Path) -> None:
    file, texts, most = tmp_path / "list.txt", seventeen(oracles)[:5000], (500_000, 500_000)
    file.write_text("\n".join(texts))
    done = subprocess.run(
        [*PROGRAM, "corpus", "import", str(tmp_path / "pool"), str(file), "--genre", "sudoku"],
        capture_output=True, text=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, most),
    )  # fmt: skip

    assert 74 == done.returncode
    assert "cannot write the output: File too large" in done.stderr
    assert "what was there before is whole" in done.stderr
    kept = [entry.puzzle.text().replace(".", "0") for entry in Corpus(tmp_path / "pool")]
    assert texts[:1000] == kept  # a thousand are written at a time
