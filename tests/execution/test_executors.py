"""Whatever happens to workers, what comes out is what one process makes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from execution_functions import always_killed, noted, squared, squared_by_survivors
from gridwright.cli import main
from gridwright.corpus import Corpus
from gridwright.corpus.corpus import line_of
from gridwright.execution import InProcess, ProcessPool, executor_of, run_parts
from gridwright.generation import Recipe, generate_many
from gridwright.model import GridwrightError

EXPECTED = "".join(f"{number * number}\n" for number in range(20))
GENERATE = ("generate", "latin", "--size", "4", "--count", "1200", "--no-grade", "--seed", "w", "--json")


@pytest.fixture(autouse=True)
def modules_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers import the functions of the tests, too."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))


@pytest.mark.parametrize("workers", [1, 3])
def test_results_come_in_order(workers: int) -> None:
    executor = executor_of(workers)
    try:
        assert EXPECTED == "".join(each.output for each in run_parts(squared, range(20), executor))
    finally:
        executor.close()


def test_a_killed_worker_is_replaced_and_its_part_done_again(tmp_path: Path) -> None:
    executor = ProcessPool(2)
    arguments = [(number, str(tmp_path)) for number in range(20)]
    try:
        found = "".join(each.output for each in run_parts(squared_by_survivors, arguments, executor))
    finally:
        executor.close()

    assert EXPECTED == found
    assert 7 == len(list(tmp_path.glob("killed-*")))


def test_a_cluster_makes_the_same(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    executor = executor_of(2, "local")
    arguments = [(number, str(tmp_path)) for number in range(8)]
    try:
        found = [each.output for each in run_parts(squared_by_survivors, arguments, executor)]
    finally:
        executor.close()

    assert EXPECTED.splitlines(keepends=True)[:8] == found
    assert 3 == len(list(tmp_path.glob("killed-*")))


def test_no_cluster_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("gridwright.execution.executor.CONNECT", 0.5)
    with pytest.raises(GridwrightError, match="no cluster at tcp:"):
        executor_of(None, "tcp://127.0.0.1:9")


def test_workers_that_always_die_end_it_with_a_sentence() -> None:
    executor = ProcessPool(1)
    with pytest.raises(GridwrightError, match="workers died 6 times"):
        list(run_parts(always_killed, [1], executor))
    executor.close()


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    arguments = [(number, str(tmp_path)) for number in range(20)]
    parts = tmp_path / "parts"
    first = run_parts(noted, arguments, InProcess(), parts)
    for _ in range(8):
        next(first)
    (parts / "part-00003.out").write_text("torn", "utf-8")
    (parts / "part-00005.done").write_text("{}", "utf-8")
    found = "".join(each.output for each in run_parts(noted, arguments, InProcess(), parts))
    calls = [int(line) for line in (tmp_path / "calls").read_text().split()]

    assert EXPECTED == found
    assert [2, 2, 4, 4] == sorted(call for call in calls if calls.count(call) > 1)


def test_another_argument_is_another_part(tmp_path: Path) -> None:
    assert ["1\n"] == [each.output for each in run_parts(squared, [1], InProcess(), tmp_path)]
    assert ["4\n"] == [each.output for each in run_parts(squared, [2], InProcess(), tmp_path)]


def test_a_command_prints_the_same_over_workers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    outputs = []
    for extra in ((), ("--workers", "2"), ("--workers", "2", "--parts", str(tmp_path))):
        assert 0 == main([*GENERATE, *extra])
        outputs.append([without_seconds(line) for line in capsys.readouterr().out.splitlines()])

    assert 1200 == len(outputs[0])
    assert outputs[0] == outputs[1] == outputs[2]


def test_grades_are_the_same_bytes_over_workers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    main(["generate", "latin", "--size", "4", "--count", "1500", "--seed", "g", "--no-grade"])
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text(capsys.readouterr().out.replace("\n", "\nnonsense\n", 1), "utf-8")
    found = []
    for workers in ("1", "2"):
        code = main(["grade", "--json", "--genre", "latin", str(puzzles), "--workers", workers])
        found.append((code, *capsys.readouterr()))

    assert found[0][:2] == found[1][:2]
    assert (2, 1501) == (found[0][0], len(found[0][1].splitlines()))
    assert 2 == json.loads(found[0][1].splitlines()[1])["line"]


@pytest.fixture
def pool(tmp_path: Path) -> Corpus:
    """1,600 small sudokus, ungraded but for two: one with another's grade, one with another's solution; and a copy."""
    found = Corpus(tmp_path / "pool")
    found.add(generate_many(Recipe("sudoku", size=4, seed="p", any=True), 1600, check="none"), keep_copies=True)
    entries = list(found)
    entries[700] = replace(entries[700], solution=entries[701].solution)
    entries[1500] = entries[1500].graded(replace(entries[1500].grades[0], steps=1))
    found.shards[0].path.write_bytes(b"".join(line_of(entry) + b"\n" for entry in entries) + b"nonsense\n")
    return found


def test_a_corpus_is_graded_and_verified_over_workers_as_by_one_process(
    capsys: pytest.CaptureFixture[str], pool: Corpus, tmp_path: Path
) -> None:
    graded, verified = [], []
    for extra in (("--workers", "1"), ("--workers", "2")):
        graded.append((main(["grade", "--json", str(pool.path), *extra]), capsys.readouterr().out))
    parts = ("--parts", str(tmp_path / "parts"))
    for extra in ((), ("--workers", "2"), ("--workers", "2", *parts), parts):
        verified.append((main(["corpus", "verify", str(pool.path), "--json", *extra]), *capsys.readouterr()))
    faults = [json.loads(line) for line in verified[0][1].splitlines()]

    assert graded[0] == graded[1]
    assert 1601 == len(graded[0][1].splitlines())
    assert verified.count(verified[0]) == len(verified)
    assert [701, 1501, 1601] == [each["line"] for each in faults if "is a copy" not in each["fault"]]
    assert [each["line"] for each in faults] == sorted(each["line"] for each in faults)
    assert 4 == len(list((tmp_path / "parts").glob("*.done")))


def test_misuse_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == main(["generate", "latin", "--tier", "Nonsense", "--count", "2000", "--seed", "w", "--workers", "2"])
    found = capsys.readouterr()

    assert "" == found.out
    assert 1 == found.err.count("Nonsense")


def test_a_part_that_ctrl_c_cuts_short_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = tmp_path / "parts"
    flag = Event()
    monkeypatch.setattr("gridwright.cli.workers.interrupted", flag)
    flag.set()

    assert 130 == main([*GENERATE, "--parts", str(parts)])
    assert [] == list(parts.glob("*.done"))


def without_seconds(line: str) -> dict[str, object]:
    return {name: value for name, value in json.loads(line).items() if name != "seconds"}


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are not killed like this here")
def test_a_run_that_was_killed_goes_on(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-c",
        "import sys; from gridwright.cli import main; sys.exit(main())",
        *GENERATE,
        "--parts",
        str(tmp_path / "parts"),
    ]
    whole = subprocess.run(command[:-2], capture_output=True, check=True).stdout
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    while child.poll() is None and not (tmp_path / "parts" / "part-00001.done").exists():
        time.sleep(0.01)
    os.killpg(child.pid, signal.SIGKILL) if child.poll() is None else None
    child.wait()
    again = subprocess.run(command, capture_output=True, check=True).stdout

    assert [without_seconds(line) for line in whole.decode().splitlines()] == [
        without_seconds(line) for line in again.decode().splitlines()
    ]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are not killed like this here")
def test_workers_end_with_the_run_that_was_killed(tmp_path: Path) -> None:
    program = (
        "if __name__ == '__main__':\n"
        "    from gridwright.execution import ProcessPool\n"
        "    from execution_functions import told_and_slow\n"
        f"    list(ProcessPool(2).run(told_and_slow, [{str(tmp_path)!r}] * 2))\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    )
    while child.poll() is None and len(list(tmp_path.glob("worker-*"))) < 2:
        time.sleep(0.01)
    child.kill()
    child.wait()
    workers = [int(path.name.removeprefix("worker-")) for path in tmp_path.glob("worker-*")]

    assert 2 == len(workers)
    assert any(not any(map(running, workers)) or time.sleep(0.05) for _ in range(600))


def running(process: int) -> bool:
    """Is there such a process, and not only what is left of it until somebody asks?"""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_what_cannot_be_cut_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == main([*GENERATE, "--distinct", "--workers", "2"])
    assert "--distinct compares each puzzle with all before it" in capsys.readouterr().err
