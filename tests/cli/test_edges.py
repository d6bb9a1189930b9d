"""Commands take puzzles whose variables are borders, and boards of lines."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.usefixtures("edge_genres")

LOOP = ("--genre", "fences", "3./../22")
BOARD = "+-+ +| |  + +-+|   |+ + +|   |+-+-+"


def test_a_solution_is_a_board_of_lines_that_check_takes(run: Callable[..., Any]) -> None:
    assert [BOARD] == json.loads(run("solve", "--json", *LOOP).out)["solutions"]
    assert 0 == run("check", *LOOP, "--board", BOARD, "--filled").code

    wrong = run("check", "--genre", "fences", "2./../22", "--board", BOARD, "--filled", "--json")

    assert 1 == wrong.code
    assert {"r1c1n", "r1c1w", "r1c1e"} == set(json.loads(wrong.out)["broken"][0]["cells"])


def test_a_loop_is_shown(run: Callable[..., Any]) -> None:
    assert "┏━━━┓" in run("show", *LOOP, "--solution").out
    assert 'data-place="r1c1n"' in run("show", *LOOP, "--solution", "--svg").out


def test_marks_and_hints_speak_of_borders(run: Callable[..., Any]) -> None:
    marks = run("marks", *LOOP, "--marks", "r1c1n=- r2c1e=x").out

    assert "+-+.+" == marks.splitlines()[0]
    assert "Look at the corner r1c1nw.\n" == run("hint", *LOOP, "--marks", "r1c1n=-").out
