"""Lines on borders and shaded cells, over the server: the same answers as for cells with numbers."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
from served_genres import GENRES, with_genres
from server.conftest import SMALL, Client
from shading_genre import TALLY

from gridwright.server.app import create_app
from gridwright.testing import check_genre

LOOP = {"puzzle": "3./../22", "genre": "fences"}
SHADES = {"puzzle": "302|212", "genre": "tally"}


@pytest.fixture(scope="module")
def post(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = with_genres(tmp_path_factory.mktemp("genres"))
    try:
        with Client(create_app(SMALL), base_url="http://127.0.0.1") as client:

            def ask(name: str, **fields: Any) -> Any:
                response = client.post(f"/api/v1/{name}", json=fields) if fields else client.get(f"/api/v1/{name}")
                assert 200 == response.status_code, response.text
                return response.json()

            yield ask
    finally:
        os.environ.pop("PYTHONPATH")
        if before is not None:
            os.environ["PYTHONPATH"] = before


def test_they_are_listed(post: Any) -> None:
    assert set(GENRES) <= {each["key"] for each in post("genres")["genres"]}


def test_a_loop_is_solved_by_its_lines_alone(post: Any) -> None:
    trace, board = post("explain", **LOOP), post("board", **LOOP)
    names = [place["name"] for place in board["places"]]
    lines = [f"{name}=-" for name, symbol in zip(names, trace["solution"], strict=True) if symbol == "-"]

    assert {"conflicts": [], "right": True, "solved": True} == post("check", **LOOP, facts=lines)
    assert {"conflicts": [], "right": True, "solved": False} == post("check", **LOOP, facts=lines[1:])


def test_a_hint_about_a_border_names_and_draws_it(post: Any) -> None:
    hint = post("hint", **LOOP)
    do = hint["stages"][-1]
    place = do["facts"][0].partition("=")[0]

    assert "step" == hint["status"]
    assert place in {name for piece in do["sentence"] for name in piece.get("places", [])}
    assert f'data-place="{place}"' in do["evidence"]["ink"]


def test_a_proof_of_one_line_keeps_what_follows_for_the_last_stage(post: Any) -> None:
    for voice in ("teacher", "friendly", "terse", "de"):
        *_, why, do = ("".join(piece["text"] for piece in stage["sentence"]) for stage in
                       post("hint", **SHADES, voice=voice)["stages"])  # fmt: skip
        assert ("…" in why, "…" in do) == (True, False)
        assert not re.search(r"r\dc\d|Z\dS\d", why)


def test_shades_are_painted_whichever_comes_first(post: Any) -> None:
    board = post("board", **SHADES)

    assert ("paint", ["#", "."], "#", ".", None) == tuple(
        board["input"][key] for key in ("stroke", "paints", "first", "second", "auto")
    )
    assert ["dot", "shade"] == [value["shape"] for value in board["values"][0]]
    assert ["2", "1", "2", "3", "0", "2"] == [
        clue.partition("<")[0] for clue in board["svg"]["print"].partition('class="outside"')[2].split(">")[2:14:2]
    ]


def test_a_row_with_too_many_shades_is_named(post: Any) -> None:
    [conflict] = post("check", **SHADES, facts=["r2c1=#"])["conflicts"]

    assert ["r2c1"] == conflict["places"]
    assert "Row 2" == conflict["sentence"][0]["text"]


def test_the_genre_of_shades_is_one(edge_genres: None) -> None:
    check_genre(TALLY)
