"""The board document: for every genre, whole and true."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.genres import genres
from gridwright.narration import voice
from gridwright.server.board import board_of
from gridwright.server.settings import Settings
from gridwright.solving import check

BROKEN = [(key, each) for key, genre in genres().items() for each in genre.broken]
BY_ITSELF = ("all-different", "count", "not-both")


def document(text: str, genre: str, key: str = "teacher") -> dict[str, Any]:
    board = board_of(gw.parse(text, genre=genre), voice(key))
    read: dict[str, Any] = json.loads(json.dumps(board))
    return read


def breaks(rule: dict[str, Any], symbols: list[str | None]) -> bool:
    """Does a board break a rule, as a page sees it?"""
    if rule["kind"] == "not-both":
        return any(symbols[p] == rule["value"] == symbols[q] for p, q in rule["pairs"])
    there = [symbols[place] for place in rule["places"]]
    if rule["kind"] == "count":
        return not rule["least"] <= there.count(rule["value"]) <= rule["most"]
    if rule["kind"] == "all-different" or rule.get("differ"):
        return any(a == b for a, b in combinations(there, 2))
    return False


@pytest.mark.parametrize("key", sorted(genres()))
def test_every_example_has_a_board_for_whoever_plays(key: str) -> None:
    for example in genres()[key].examples:
        puzzle = gw.parse(example.text, genre=key)
        board = document(example.text, key)

        assert [each.name for each in puzzle.variables] == [place["name"] for place in board["places"]]
        assert {puzzle.fact(*given) for given in puzzle.givens.items()} == {
            f"{place['name']}={place['given']}" for place in board["places"] if "given" in place
        }
        assert board["rules"], "a board has rules"


@pytest.mark.parametrize(("key", "broken"), BROKEN, ids=lambda each: getattr(each, "rule", each))
def test_a_page_sees_what_is_broken_or_has_to_ask(key: str, broken: Any) -> None:
    puzzle = gw.parse(broken.puzzle, genre=key)
    values = puzzle.read_board(broken.board, filled=True)
    symbols = [None if v is None else each.domain.symbol(v) for each, v in zip(puzzle.variables, values, strict=True)]
    board = document(broken.puzzle, key)

    seen = {rule["sentence"] for rule in board["rules"] if breaks(rule, symbols)}
    asked = {rule["sentence"] for rule in board["rules"] if rule["kind"] == "other"}
    kinds = {each.constraint.group.kind for each in check(puzzle, values)}

    assert kinds == {broken.rule}
    assert seen or asked


def test_numbers_are_selected_and_stars_are_painted() -> None:
    sudoku, stars = document("1...3..4..2....1", "sudoku"), document("AABB/AABB/CCDD/CCDD", "queens")

    assert ("select", ["corner", "centre", "colour"]) == (sudoku["input"]["stroke"], sudoku["input"]["marks"])
    assert {
        "stroke": "paint", "cycle": ["", ".", "*"], "paints": ["."], "first": "*", "second": ".",
        "auto": {"value": "*", "writes": "."}, "marks": ["colour"],
    } == stars["input"]  # fmt: skip


def test_lines_are_drawn_and_crossed(edge_genres: None) -> None:
    board = document("33/..", "fences")

    assert ("draw", ["", "-", "x"], "-", "x") == tuple(
        board["input"][key] for key in ("stroke", "cycle", "first", "second")
    )
    assert {"name": "r1c1n", "at": [25, 5], "line": [5, 5, 45, 5], "row": 0.5, "column": 1} == {
        key: board["places"][0][key] for key in ("name", "at", "line", "row", "column")
    }
    assert ["3", "3", "", ""] == [cell["printed"] for cell in board["cells"]]


def test_german_names_and_rules() -> None:
    board = document("1...3..4..2....1", "sudoku", "de")

    assert ("Z1S1", "Zeile 1") == (board["places"][0]["said"], board["groups"][0]["name"])
    assert "in Zeile 1 steht jede Zahl von 1 bis 4 genau einmal" == board["rules"][0]["sentence"]
    assert board["rules_text"].startswith("Fülle das Brett")


def test_the_docs_list_every_field() -> None:
    page = (Path(__file__).parents[2] / "docs/page.md").read_text("utf-8")
    _, _, section = page.partition("## The board document")
    table = section.partition("\n\n`surface` is")[0]
    named = {
        name
        for row in table.splitlines()
        if row.startswith("| `")
        for name in re.findall(r"`(\w+)`", row.split("|")[1])
    }

    assert set(document("1...3..4..2....1", "sudoku")) - {"schema"} == named


def test_the_docs_list_every_limit() -> None:
    page = (Path(__file__).parents[2] / "docs/page.md").read_text("utf-8")
    section = page.partition("### Limits")[2].partition("\n## ")[0]
    named = [name for row in section.splitlines() if row.startswith("| `") for name in re.findall(r"`(\w+)`", row)]

    assert sorted(each.name for each in fields(Settings)) == sorted(named)
