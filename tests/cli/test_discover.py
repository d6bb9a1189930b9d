"""`gridwright discover` as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

HARD = ".8..5.....76....4.....39..2.......2779............398...........5.24.3.86.4..12.."


def test_the_table_and_the_pages(run, tmp_path: Path) -> None:
    found = run("discover", HARD, "--from", "singles", "--max-size", "2", "--out", str(tmp_path / "out"))

    assert 0 == found.code, found.err
    assert found.out.startswith("1 puzzle, 0 of them solved")
    assert "nearest technique" in found.out
    assert (tmp_path / "out" / "candidates.jsonl").exists()
    assert (tmp_path / "out" / "pages" / "index.md").exists()


def test_json_is_one_object(run, tmp_path: Path) -> None:
    [found] = run(
        "discover", "run", HARD, "--from", "singles", "--max-size", "2", "--json", "--out", str(tmp_path)
    ).objects

    assert "gridwright.discovery/1" == found["schema"]
    assert {"sudoku": 1} == found["puzzles"]
    assert found["candidates"][0]["positions"] <= found["positions"]
    assert json.loads((tmp_path / "run.json").read_text())["settings"] == found["settings"]


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
