"""`gridwright enumerate` as it is typed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from gridwright.cli import main
from gridwright.corpus import Corpus
from gridwright.model import Limits, Stop, Stopped
from gridwright.solving import solve


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], str]:
    code = main(["enumerate", *arguments])
    out, err = capsys.readouterr()
    return code, out.splitlines(), err


def test_counts_are_the_last_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines, _ = run(capsys, "latin", "--size", "3", "--minimal", "--count-only", "--json")
    found = json.loads(lines[-1])

    assert (0, 1) == (code, len(lines))
    assert "gridwright.enumeration/1" == found["schema"]
    assert ({"2": 108, "3": 216}, 324, True) == (found["counts"], found["total"], found["complete"])


def test_a_genre_without_givens_has_a_total_alone(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, "arrows", "--size", "2x2", "--count-only", "--json")[1][-1])

    assert (256, 256) == (found["total"], found["layouts"])
    assert "counts" not in found


def test_puzzles_come_before_the_counts(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines, _ = run(capsys, "sudoku", "--size", "4", "--minimal", "--up-to-symmetry", "--clues", "4..4")

    assert 0 == code
    assert 13 == sum(len(line) == 16 for line in lines)
    assert lines[-1].startswith("13 puzzles with one solution in ")


def test_only_a_tier(capsys: pytest.CaptureFixture[str]) -> None:
    each = [
        json.loads(
            run(capsys, "latin", "--size", "3", "--up-to-symmetry", "--tier", tier, "--count-only", "--json")[1][-1]
        )
        for tier in ("Gentle", "Steady", "Tricky", "Hard", "Fiendish", "Beyond")
    ]

    assert 30 == sum(found["total"] for found in each)


@pytest.mark.parametrize("looks", [1, 50, 700, 5000])
def test_it_goes_on_where_it_was_cut_short(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, looks: int
) -> None:
    left = iter(range(looks))

    def check(self: Limits) -> None:
        if next(left, None) is None:
            raise Stopped(Stop.SECONDS, "stopped after a while")

    typed = ("latin", "--size", "3", "--resume", str(tmp_path / "state.json"))
    whole = run(capsys, *typed[:3])[1]
    with monkeypatch.context() as patched:
        patched.setattr(Limits, "check", check)
        code, first, err = run(capsys, *typed, "--time-limit", "100")
    rest = run(capsys, *typed)[1]

    assert 1 == code
    assert "stopped after a while: these are not all; the same command with --resume" in err
    assert [line for line in whole if len(line) == 9] == [line for line in (*first, *rest) if len(line) == 9]
    assert rest[-1].startswith("5,592 puzzles")


def test_a_state_of_another_command_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    run(capsys, "latin", "--size", "3", "--resume", str(state))
    code, _, err = run(capsys, "latin", "--size", "3", "--minimal", "--resume", str(state))
    state.write_text("[]", "utf-8")

    assert 2 == code
    assert "was left by another command: genre=latin size=3" in err
    assert "is no file that enumerate has left" in run(capsys, "latin", "--size", "3", "--resume", str(state))[2]


def test_what_takes_years_is_not_begun(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines, err = run(capsys, "sudoku", "--size", "9", "--count-only")

    assert (2, []) == (code, lines)
    assert "years" in err
    assert "say --yes to begin" in err


def test_minimal_where_there_are_no_clues_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "arrows", "--size", "2x2", "--minimal", "--count-only")

    assert 0 == code
    assert "--minimal changes nothing" in err


WORKERS = [("--workers", "1"), ("--workers", "2"), ("--workers", "2", "--parts", "parts")]
SPACES = [
    ("latin", "--size", "3"),
    ("arrows", "--size", "2x3", "--json"),
    ("arrows", "--size", "2x3", "--count-only", "--up-to-symmetry"),
    pytest.param(("queens", "--size", "4", "--count-only", "--up-to-symmetry", "--json"), marks=pytest.mark.slow),
    ("sudoku", "--size", "4", "--minimal", "--up-to-symmetry", "--tier", "Gentle"),
]


@pytest.mark.parametrize("typed", SPACES, ids=" ".join)
def test_the_same_comes_out_over_workers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, typed: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    code, whole, _ = run(capsys, *typed)
    found = [run(capsys, *typed, *workers)[:2] for workers in (*WORKERS, WORKERS[-1])]

    assert found.count((code, found[0][1])) == len(found)
    assert whole[:-1] == found[0][1][:-1]
    if "--json" in typed:
        last, timed = json.loads(found[0][1][-1]), json.loads(whole[-1])
        assert timed.pop("seconds") > 0
        assert timed == last
    else:
        assert whole[-1].startswith(found[0][1][-1])


@pytest.mark.slow
def test_the_same_comes_out_of_a_cluster(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed")
    typed = ("keen", "--size", "3", "--count-only", "--json", "--workers", "2")

    assert run(capsys, *typed)[:2] == run(capsys, *typed, "--cluster", "local")[:2]


def test_over_workers_parts_are_how_it_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _, err = run(capsys, "latin", "--size", "3", "--workers", "2", "--resume", str(tmp_path / "state.json"))

    assert 2 == code
    assert "over workers --parts DIR goes on" in err
    assert 2 == run(capsys, "latin", "--size", "3", "--count-only", "--corpus", str(tmp_path / "pool"))[0]


@pytest.mark.parametrize("extra", [(), ("--workers", "2"), ("--resume", "state.json")])
def test_a_corpus_gets_every_puzzle_once_however_often_it_is_cut_short(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, extra: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    typed = ("latin", "--size", "3", "--minimal", "--tier", "Gentle", "--corpus", "pool", *extra)
    for looks in (3, 40, 90):
        left = iter(range(looks))

        def check(self: Limits, left: Iterator[int] = left) -> None:
            if next(left, None) is None:
                raise Stopped(Stop.SECONDS, "stopped after a while")

        with monkeypatch.context() as patched:
            patched.setattr(Limits, "check", check)
            run(capsys, *typed, "--time-limit", "100")
    code, lines, _ = run(capsys, *typed)
    entries = list(Corpus("pool"))

    assert (0, True) == (code, lines[-1].startswith("324 puzzles"))
    assert run(capsys, "latin", "--size", "3", "--minimal")[1][:324] == [str(entry.puzzle) for entry in entries]
    assert {"Gentle"} == {entry.grades[0].tier for entry in entries}
    assert all(solve(entry.puzzle, show=1).solutions[0] == entry.solution for entry in entries[:20])
    assert {"enumerate genre=latin size=3 minimal=True tier=Gentle scale=standard"} == {
        entry.provenance.source for entry in entries
    }
    assert 0 == run(capsys, *typed)[0]
    assert 324 == len(Corpus("pool"))


def test_a_corpus_that_lost_puzzles_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    typed = ("latin", "--size", "3", "--minimal", "--corpus", "pool", "--resume", "state.json")
    run(capsys, *typed)
    shard = Corpus("pool").shards[0].path
    shard.write_bytes(b"".join(shard.read_bytes().splitlines(keepends=True)[:-4]))
    code, _, err = run(capsys, *typed)

    assert 2 == code
    assert "pool has 320 of these puzzles, but 324 were written, says state.json" in err
