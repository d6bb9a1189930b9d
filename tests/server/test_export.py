"""The exported folder: every file that the page asks for, and in it what the server would answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gridwright.model import GridwrightError
from gridwright.server.answers import answer
from gridwright.server.export import _puzzles, _work, _write, export


def read(folder: Path, name: str) -> Any:
    return json.loads((folder / "data" / name).read_text("utf-8"))


def test_a_puzzle_comes_with_its_board_its_trace_and_its_grade(tmp_path: Path) -> None:
    puzzle = {"id": "sudoku/7", "puzzle": "1...3..4..2....1", "genre": "sudoku"}
    for job in _puzzles([puzzle]):
        _write(tmp_path, job)

    english, german = read(tmp_path, "puzzles/sudoku/7.json"), read(tmp_path, "puzzles/sudoku/7.de.json")

    assert {"board", "explain", "grade"} == set(english)
    assert english["explain"]["solution"] == german["explain"]["solution"]
    assert json.loads(json.dumps(answer("board", puzzle, _work()))) == english["board"]
    assert "Zeile 1" == german["board"]["groups"][0]["name"]


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")

    with pytest.raises(GridwrightError, match="a new folder"):
        export(tmp_path, tell=print)


@pytest.mark.slow
def test_a_folder_has_all_that_its_lists_name(tmp_path: Path) -> None:
    count = export(tmp_path, each=1, genre="latin", tell=print)

    listed = read(tmp_path, "corpus/latin.json")["puzzles"]
    names = {path.relative_to(tmp_path / "data").as_posix() for path in (tmp_path / "data").rglob("*.json")}
    techniques = read(tmp_path, "techniques.json")["techniques"]

    assert count == len(listed) > 5
    assert ["latin"] == [each["key"] for each in read(tmp_path, "genres.de.json")["genres"]]
    assert {f"puzzles/{each['id']}{end}.json" for each in listed for end in ("", ".de")} <= names
    for key in [size["key"] for technique in techniques for size in technique["sizes"]]:
        page = read(tmp_path, f"techniques/{key}.json")
        shown = {page["example"]["id"]} if page["example"] else set()
        assert shown | set(page["practise"]) <= {each["id"] for each in listed}
    assert '<meta name="gridwright" content="data">' in (tmp_path / "index.html").read_text("utf-8")
    assert count == export(tmp_path, each=1, genre="latin", tell=print), "an export is written over"
