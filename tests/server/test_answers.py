"""What the server answers, over HTTP as a page asks it."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest
from server.conftest import as_described, openapi
from starlette.testclient import TestClient

from gridwright.genres import genres
from gridwright.model import Limits
from gridwright.server.answers import answer
from gridwright.server.answers.asked import Work
from gridwright.server.app import create_app
from gridwright.server.responses import ANSWERS
from gridwright.server.settings import Settings

SUDOKU = {"puzzle": "1...3..4..2....1", "genre": "sudoku"}
QUEENS = {"puzzle": "1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE", "genre": "queens"}


def text(sentence: list[dict[str, Any]]) -> str:
    return "".join(piece["text"] for piece in sentence)


def places(sentence: list[dict[str, Any]]) -> list[str]:
    return [place for piece in sentence for place in piece.get("places", [])]


def test_a_hint_tells_more_with_every_stage(post: Any) -> None:
    hint = post("hint", **SUDOKU)
    nudge, where, why, do = hint["stages"]

    assert "step" == hint["status"]
    assert ([], None) == (places(nudge["sentence"]), nudge["evidence"])
    assert {"r1c1", "r1c2", "r2c1", "r2c2"} == set(places(where["sentence"]))
    assert "" == where["evidence"]["ink"]
    assert "r1c2" not in text(why["sentence"])
    assert ["r1c2=4"] == do["facts"]
    assert "r1c2" in places(do["sentence"])
    assert 'class="placed"' in do["evidence"]["ink"]


def test_what_is_done_is_not_told_again(post: Any) -> None:
    facts: list[str] = []
    told = set()
    for _ in range(11):
        do = post("hint", **SUDOKU, facts=facts)["stages"][-1]
        assert do["facts"][0] not in told
        told.add(do["facts"][0])
        facts += do["facts"]

    assert "solved" == post("hint", **SUDOKU, facts=facts)["status"]
    assert post("check", **SUDOKU, facts=facts)["solved"]


def test_a_hint_looks_first_for_what_is_practised(post: Any) -> None:
    hint = post("hint", **SUDOKU, technique="naked-single")

    assert ("naked-single", None) == (hint["technique"]["key"], hint["missing"])
    assert ["r1c3=3"] == hint["stages"][-1]["facts"]


def test_where_what_is_practised_is_not_there_yet_the_hint_says_so(post: Any) -> None:
    hint = post("hint", **SUDOKU, technique="jellyfish")

    assert {"key": "jellyfish", "name": "a jellyfish"} == hint["missing"]
    assert post("hint", **SUDOKU)["stages"] == hint["stages"]


def test_nobody_practises_what_is_not_known(client: TestClient) -> None:
    answer = client.post("/api/v1/hint", json={**SUDOKU, "technique": "y-wing"})

    assert (422, True) == (answer.status_code, "y-wing" in answer.json()["error"])


def test_a_hint_that_takes_long_leaves_the_quick_lane() -> None:
    hasty = Settings(quick_workers=1, slow_workers=1, making_workers=1, warming=False, quick_seconds=1e-6, grace=60)
    with TestClient(create_app(hasty), base_url="http://127.0.0.1") as client:
        assert "step" == client.post("/api/v1/hint", json=SUDOKU).json()["status"]


def test_a_wrong_entry_comes_first_and_is_named_second(post: Any) -> None:
    hint = post("hint", **SUDOKU, facts=["r1c2=2"])
    verdict, where = hint["stages"]

    assert "wrong" == hint["status"]
    assert [] == places(verdict["sentence"])
    assert ["r1c2"] == places(where["sentence"]) == where["evidence"]["places"]


def test_a_conflict_names_its_rule_and_its_cells(post: Any) -> None:
    found = post("check", **SUDOKU, facts=["r1c4=1"])
    row, column = found["conflicts"]

    assert (0, "Row 1 holds each of 1 to 4 exactly once.") == (row["rule"], text(row["sentence"]))
    assert (["r1c1", "r1c4"], ["r1c4", "r4c4"]) == (row["places"], column["places"])
    assert (False, False) == (found["right"], found["solved"])


def test_right_so_far_says_no_more(post: Any) -> None:
    assert {"right": True, "solved": False} == post("check", **SUDOKU, facts=["r1c2=4"], ask=["right"])
    assert {"right": False, "solved": False} == post("check", **SUDOKU, facts=["r1c2-4"], ask=["right"])
    assert post("check", puzzle="." * 16, genre="sudoku", facts=["r1c2=4"])["right"] is None


def test_stars_alone_solve_a_star_battle(post: Any) -> None:
    solution = post("explain", **QUEENS)["solution"]
    names = [place["name"] for place in post("board", **QUEENS)["places"]]
    stars = [f"{name}=*" for name, symbol in zip(names, solution, strict=True) if symbol == "*"]

    assert post("check", **QUEENS, facts=stars)["solved"]
    assert not post("check", **QUEENS, facts=stars[1:])["solved"]


@pytest.mark.parametrize("asked", [SUDOKU, QUEENS], ids=["numbers", "stars"])
def test_the_changes_of_a_trace_lead_to_the_solution(post: Any, asked: dict[str, str]) -> None:
    trace = post("explain", **asked)
    names = [place["name"] for place in post("board", **asked)["places"]]
    open_values = dict(zip(names, map(set, trace["start"]), strict=True))
    for step in trace["steps"]:
        assert all(premise < step["number"] for premise in step["premises"])
        for change in step["changes"]:
            name, sign, symbol = change[:-2], change[-2], change[-1]
            open_values[name] = {symbol} if sign == "=" else open_values[name] - {symbol}

    assert "solved" == trace["status"]
    assert trace["solution"] == ["".join(each) for each in open_values.values()]


def test_why_is_a_proof_whose_last_step_is_the_fact(post: Any) -> None:
    proof = post("why", **SUDOKU, fact="r4c2=3")

    assert "r4c2=3" in proof["steps"][-1]["facts"]
    assert "r4c2" in places(proof["text"])


def test_a_setter_learns_where_two_solutions_differ(post: Any) -> None:
    found = post("grade", puzzle="1...3..4........", genre="sudoku")

    assert ("several", None) == (found["status"], found["grade"])
    assert found["differ"]
    assert "Gentle" == post("grade", **SUDOKU)["grade"]["tier"]


def test_a_board_from_an_editor_is_a_puzzle(post: Any) -> None:
    board = post("convert", **QUEENS)["board"]

    assert QUEENS["puzzle"] == post("convert", puzzle=board, genre="queens")["puzzle"]["puzzle"]
    assert {"stars"} == set(post("convert", **QUEENS, to="stars")["texts"])


@pytest.mark.parametrize("key", sorted(genres()))
def test_an_editor_begins_with_a_board_and_knows_how_clues_are_drawn(client: TestClient, post: Any, key: str) -> None:
    board = client.get(f"/api/v1/blank?genre={key}").json()["board"]

    assert board == post("convert", puzzle=board, genre=key)["board"]
    assert all(kind.form for kind in genres()[key].clues)


def test_a_generation_streams_and_ends_with_a_puzzle(client: TestClient) -> None:
    asked = {"genre": "sudoku", "size": 4, "seed": "tuesday"}
    lines = client.post("/api/v1/generate", json=asked).text.splitlines()

    made = json.loads(lines[-1])

    assert ("made", ".43...1..1..4...") == (made["event"], made["document"]["puzzle"])


def test_what_there_is(client: TestClient) -> None:
    listed = client.get("/api/v1/genres?voice=de").json()["genres"]
    page = client.get("/api/v1/corpus?genre=sudoku&tier=Tricky&count=3").json()

    assert list(genres()) == [each["key"] for each in listed]
    assert {"Tricky"} == {each["tier"] for each in page["puzzles"]}
    assert page["puzzles"][0] == client.get(f"/api/v1/corpus/{page['puzzles'][0]['id']}").json()
    assert "Knifflig" == next(
        tier["title"] for tier in listed[0]["tiers"] + listed[-1]["tiers"] if tier["name"] == "Tricky"
    )


def test_a_technique_has_a_page_with_what_is_seen_why_it_holds_and_an_example(client: TestClient) -> None:
    page = client.get("/api/v1/techniques/x-wing?genre=sudoku&voice=de").json()

    assert ("fish", "ein X-Wing", "Tricky") == (page["family"], page["name"], page["tier"])
    assert page["seen"].startswith("einige gleich gerichtete Linien")
    assert page["holds"].startswith("n Linien setzen")
    assert ("sudoku", "x-wing") == (page["example"]["genre"], page["example"]["step"]["technique"]["key"])
    assert page["example"]["id"] in page["practise"]


def test_sizes_that_are_called_alike_are_one_technique(client: TestClient) -> None:
    listed = client.get("/api/v1/techniques?genre=star-battle").json()["techniques"]
    [squeeze] = [each for each in listed if each["family"] == "squeeze"]
    page = client.get("/api/v1/techniques/three-set?genre=star-battle").json()

    assert ["confinement", "two-set", "three-set", "four-set", "five-set"] == [each["key"] for each in squeeze["sizes"]]
    assert ("three-set", squeeze["sizes"]) == (page["key"], page["sizes"])
    assert "three-set" == page["example"]["step"]["technique"]["key"]
    assert "a squeeze (3)" == client.get("/api/v1/genres").json()["names"]["three-set"]


def test_the_openapi_document_says_what_every_route_answers() -> None:
    operations = {each["operationId"]: each for path in openapi()["paths"].values() for each in path.values()}

    assert operations.keys() <= ANSWERS.keys()
    assert {"board", "check", "hint", "why", "explain", "grade", "convert", "draw", "generate", "corpus"} <= set(
        operations
    )
    for name, operation in operations.items():
        [content] = operation["responses"]["200"]["content"].values()
        assert f"#/components/schemas/{name}-answer" == content["schema"]["$ref"]


@pytest.mark.parametrize("key", sorted(genres()))
def test_boards_and_hints_are_as_the_openapi_document_says(key: str) -> None:
    for example in genres()[key].examples:
        asked = {"puzzle": example.text, "genre": key}
        for name in ("board", "hint", "convert"):
            as_described(name, answer(name, asked, Work(Limits(20))))


def test_what_is_not_as_described_is_seen() -> None:
    hint = answer("hint", SUDOKU, Work(Limits(20)))

    for broken in ({**hint, "more": 1}, {**hint, "status": "maybe"}, {**hint, "document": {"schema": "other"}}):
        with pytest.raises(jsonschema_rs.ValidationError):
            as_described("hint", broken)
