"""`gridwright discover` as it is typed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from gridwright.cli.discover import review
from gridwright.discovery.run import discover
from gridwright.genres import parse
from known import WITHOUT_CHAINS

HARD = ".8..5.....76....4.....39..2.......2779............398...........5.24.3.86.4..12.."


def test_the_table_and_the_pages(run, tmp_path: Path) -> None:
    found = run(
        "discover",
        HARD,
        "--from",
        "singles",
        "--max-size",
        "2",
        "--audit",
        "100",
        "--top",
        "2",
        "--out",
        str(tmp_path / "out"),
    )

    assert 0 == found.code, found.err
    assert found.out.startswith("1 puzzle, 0 of them solved")
    assert "nearest technique" in found.out
    assert "rules of drafts audited: " in found.out
    assert (tmp_path / "out" / "candidates.jsonl").exists()
    assert (tmp_path / "out" / "pages" / "index.md").exists()


def test_json_is_one_object(run, tmp_path: Path) -> None:
    [found] = run(
        "discover",
        "run",
        HARD,
        "--from",
        "singles",
        "--max-size",
        "2",
        "--json",
        "--audit",
        "0",
        "--out",
        str(tmp_path),
    ).objects

    assert "gridwright.discovery/1" == found["schema"]
    assert {"sudoku": 1} == found["puzzles"]
    assert found["candidates"][0]["positions"] <= found["positions"]
    assert ({"choices": 1, "layouts": 1}, []) == (found["drafted"], found["undrafted"])
    assert json.loads((tmp_path / "run.json").read_text())["settings"] == found["settings"]


def test_shapes_without_a_draft_are_told_with_the_reason(run, tmp_path: Path) -> None:
    found = run(
        "discover", HARD, "--from", "singles", "--max-size", "5", "--top", "3", "--audit", "0", "--out", str(tmp_path)
    )
    about = json.loads((tmp_path / "run.json").read_text())

    assert "shapes with a draft, by positions: " in found.out
    assert about["undrafted"]
    assert "5 statements are more than 4" in found.err
    assert f"nor of {len(about['undrafted']) - 5:,} other shapes" in found.err


def test_what_is_left_out_is_known_by_its_name(run, tmp_path: Path) -> None:
    found = run("discover", HARD, "--without", "x-wingg", "--out", str(tmp_path))

    assert 2 == found.code
    assert "x-wing" in found.err


def test_a_bad_line_is_told_and_the_rest_is_mined(run, tmp_path: Path) -> None:
    found = run("discover", "-", "--genre", "sudoku", "--out", str(tmp_path), stdin=f"{HARD}\nnonsense\n")

    assert 2 == found.code
    assert "line 2" in found.err
    assert found.out.startswith("1 puzzle, 1 of them solved")


def test_help_names_the_parts(run) -> None:
    found = run("discover", "--help")

    assert 0 == found.code
    assert "run" in found.out
    assert "--max-size" in run("discover", "run", "--help").out


def test_a_catalogue_is_mined_from_singles_and_grades(run, tmp_path: Path) -> None:
    [found] = run(
        "discover", "bootstrap", "queens", "--puzzles", "6", "--rounds", "1", "--a-round", "1", "--json",
        "--out", str(tmp_path),
    ).objects  # fmt: skip

    assert "gridwright.bootstrap/1" == found["schema"]
    assert 6 == sum(found["puzzles"])
    assert [] == found["rounds"][0]["taken"]
    level = "1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE"
    assert 0 == run("grade", "--genre", "queens", "--scale", str(tmp_path / "mined.toml"), level).code


def test_one_puzzle_is_too_few_to_mine_a_catalogue(run, tmp_path: Path) -> None:
    found = run("discover", "bootstrap", "sudoku", HARD, "--out", str(tmp_path))

    assert 2 == found.code
    assert "expected puzzles in both halves" in found.err


# Review

SECOND = "7....8..1..1.......2...65.........5.1..2.3..98..5.7...5.9....7...283........6.3.2"


@pytest.fixture(scope="module")
def mined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mined")
    discover([parse(SECOND, genre="sudoku")], folder, WITHOUT_CHAINS, nodes=0)
    return folder


@pytest.fixture
def found(mined: Path, tmp_path: Path) -> str:
    return str(shutil.copytree(mined, tmp_path / "found"))


def test_answers_decide_one_candidate_after_the_other(run, found: str) -> None:
    told = run("discover", "review", found, "--nodes", "200", stdin="name kite\nothers\ncheck\naccept\nd\nq\n")

    assert 0 == told.code, told.err
    assert "[1246]" in told.out
    assert "Closest technique" in told.out
    assert "is to be kite" in told.out
    assert "accepted as kite into" in told.out
    assert (Path(found) / "accepted" / "scale.toml").exists()
    listed = run("discover", "review", found, "--list").out.splitlines()
    assert ["accept", "discard"] == [line.split()[2] for line in listed[:2]]
    again = run("discover", "review", found, stdin="")
    assert listed[0].split()[1] not in again.out


def test_decisions_come_from_a_file_too(run, found: str, tmp_path: Path) -> None:
    lines = "# mine\n1 accept kite\n\n2 edit wrong.rules\n2 perhaps\n9 skip\n2 discard not seen by anyone\n"
    (tmp_path / "decisions.txt").write_text(lines)
    (tmp_path / "wrong.rules").write_text("technique wrong\n")

    told = run(
        "discover", "review", found, "--json", "--nodes", "200", "--into", str(tmp_path / "mine"), "--decide",
        str(tmp_path / "decisions.txt"),
    )  # fmt: skip

    assert 2 == told.code
    assert ["accept", "discard"] == [each["decision"] for each in told.objects]
    assert "not seen by anyone" == told.objects[1]["note"]
    assert "line 4: cannot read wrong.rules" in told.err
    assert "line 5: expected one of name NAME" in told.err
    assert "line 6: no candidate '9'" in told.err
    assert (tmp_path / "mine" / "positions" / "kite.txt").exists()


def test_what_is_refused_counts(run, found: str, tmp_path: Path) -> None:
    (tmp_path / "wrong.rules").write_text("technique wrong\n")

    told = run("discover", "review", found, stdin=f"edit {tmp_path / 'wrong.rules'}\naccept kite\nedit\n")

    assert 2 == told.code
    assert "refused: " in told.out
    assert "is refused" in told.err
    assert "no terminal" in told.err


def test_interrupted_it_keeps_what_was_decided(run, found: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["discard\n"])

    def read() -> str:
        try:
            return next(answers)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(review, "read_answer", read)

    assert 130 == run("discover", "review", found).code
    assert "discard" in run("discover", "review", found, "--list").out


def test_the_editor_gets_the_draft_and_what_comes_back_is_checked(
    run, found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\nsed -i 's/|P| <= 5/|P| <= 4/' \"$1\"\n")
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setattr(review, "is_terminal", lambda: True)

    told = run("discover", "review", found, "--nodes", "200", stdin="edit\nquit\n")

    assert "certified" in told.out
    assert "|P| <= 4" in run("discover", "review", found, stdin="q\n").out
