"""Whatever is sent, there is a sentence; nothing hangs, nothing runs, nobody else waits."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient

from gridwright.narration import voices
from gridwright.server.app import create_app
from gridwright.server.guard import Guard
from gridwright.server.sentences import ENGLISH, OTHERS
from gridwright.server.settings import Settings

SUDOKU = {"puzzle": "1...3..4..2....1", "genre": "sudoku"}


def refused(response: Any, *statuses: int) -> str:
    assert response.status_code in statuses, response.text
    assert "gridwright.error/1" == response.json()["schema"]
    sentence: str = response.json()["error"]
    assert len(sentence) > 8
    return sentence


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"[" * 100_000, 400),
        (b'{"puzzle": ' + b"[" * 60 + b"]" * 60 + b"}", 400),
        (b'{"puzzle": "\xff\xfe"}', 400),
        (b'{"puzzle": ', 400),
        (b"nothing", 400),
        (b"{}", 422),
        (b'{"puzzle": 7}', 422),
        (b'{"puzzle": "1...", "genre": "../../etc/passwd"}', 422),
        (b'{"puzzle": "1...", "genre": "nonsense"}', 422),
        (b'{"puzzle": "1...3..4..2....1", "genre": "sudoku", "voice": "./mine.toml"}', 422),
        (b'{"puzzle": "1...3..4..2....1", "genre": "sudoku", "voice": "nobody"}', 422),
        (b'{"puzzle": "\\ud800", "genre": "sudoku"}', 422),
        (b'{"puzzle": "' + b"." * 10_000 + b'", "genre": "latin"}', 422),
        (b'{"puzzle": {"rows": 64, "columns": 64}, "genre": "latin"}', 413),
        (b'{"puzzle": {"rows": 1000000000, "columns": 1}, "genre": "latin"}', 422),
        (b'{"puzzle": {"rows": 4, "columns": 4, "clues": {"regions": {"a": 1}}}, "genre": "sudoku"}', 422),
        (b'{"puzzle": {"rows": 4, "columns": 4, "clues": {"cages": [[[99], 3]]}}, "genre": "sudoku"}', 422),
        (b"x" * 300_000, 413),
    ],
    ids=lambda each: each[:40].decode("latin-1") if isinstance(each, bytes) else str(each),
)  # fmt: skip
def test_a_bad_body_gets_a_sentence(client: TestClient, body: bytes, status: int) -> None:
    for name in ("board", "hint"):
        response = client.post(f"/api/v1/{name}", content=body, headers={"content-type": "application/json"})

        refused(response, status)


@pytest.mark.parametrize("facts", [["r9c9=1"], ["r1c2=9"], ["r1c2"], ["=1"], ["r1c2=4; ls"], ["x" * 100]])
def test_facts_that_are_none(client: TestClient, facts: list[str]) -> None:
    refused(client.post("/api/v1/hint", json={**SUDOKU, "facts": facts}), 422)


@pytest.mark.parametrize(
    "path",
    ["/../pyproject.toml", "/%2e%2e/app.py", "/..%2fserver/app.py", "//etc/passwd", "/index.html/x", "/api/v1/none"],
)
def test_nothing_but_the_page_is_served(client: TestClient, path: str) -> None:
    refused(client.get(path), 404)


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("today?date=2026-02-30&genre=latin&tier=Gentle", 422, "expected a date"),
        ("today?date=0001-01-01&genre=latin&tier=Gentle", 422, "from 2026-01-01 on"),
        ("today?date=2026-11-16%0A&genre=latin&tier=Gentle", 422, "date: expected a date such as"),
        ("today?date=2026-11-16&genre=latin&tier=<script>", 422, "tier: expected a name of letters"),
        ("today?date=2026-11-16&genre=latin&tier=Impossible", 422, "no tier of latin 'Impossible'"),
        ("candidates/99999999", 422, "number:"),
        ("candidates/1", 404, "there are none"),
        ("candidates/..%2f..%2fetc%2fpasswd", 404, "nothing at this address"),
        ("candidates/1?voice=./mine.toml", 422, "voice: expected a name"),
        ("techniques/x-wing?genre=arrows", 404, "no technique of arrows 'x-wing'"),
        ("techniques/x-wing%00", 422, "key: expected a name"),
        ("corpus/sudoku/99999999999999999999999999", 404, "sudoku/1 to sudoku/"),
        ("corpus/sudoku/1%0d%0aSet-Cookie:x=1", 422, "number:"),
        ("corpus?count=1000000", 422, "count:"),
        ("blank?genre=sudoku&rows=64&columns=64", 413, "1,024 cells"),
        ("genres?voice=%ff%fe", 422, "voice: expected a name"),
    ],
)
def test_a_bad_address_gets_a_sentence(client: TestClient, path: str, status: int, words: str) -> None:
    assert words in refused(client.get(f"/api/v1/{path}"), status)


def test_errors_are_told_in_the_language_that_was_asked_for(client: TestClient) -> None:
    for voice, begins in (("teacher", "expected"), ("de", "so lässt es sich nicht lesen")):
        asked = {"puzzle": "1..", "genre": "sudoku", "voice": voice}
        sentence = refused(client.post("/api/v1/board", json=asked), 422)
        assert "81 for 9 rows" in sentence
        assert sentence.startswith(begins)
    assert all(table.keys() == ENGLISH.keys() for table in OTHERS.values())
    assert {voice.language for voice in voices().values()} == {"en", *(voices()[key].language for key in OTHERS)}


def test_a_script_in_a_title_stays_text(client: TestClient) -> None:
    title = "<script>alert(1)</script>"
    response = client.post("/api/v1/board", json={"puzzle": title, "genre": "sudoku"})

    refused(response, 422)
    assert "application/json" == response.headers["content-type"]


def test_every_answer_forbids_what_is_not_ours(client: TestClient) -> None:
    for path in ("/", "/api/v1/voices", "/none"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "nosniff" == headers["x-content-type-options"]
        assert "set-cookie" not in headers


def test_a_stranger_is_not_answered(client: TestClient) -> None:
    refused(client.get("/api/v1/voices", headers={"host": "evil.example"}), 421)
    refused(client.post("/api/v1/hint", json=SUDOKU, headers={"sec-fetch-site": "cross-site"}), 403)


@pytest.fixture
def impatient() -> Any:
    settings = Settings(
        quick_workers=1, slow_workers=1, making_workers=1, warming=False, making_seconds=0.3, grace=0.5, waiting=2
    )
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as asking:
        yield asking


def test_an_endless_generation_ends(impatient: TestClient) -> None:
    asked = {"genre": "sudoku", "needs": ["jellyfish"], "seed": "a", "voice": "de"}

    last = impatient.post("/api/v1/generate", json=asked).text.splitlines()[-1]
    assert "kein Rätsel gefunden" in last or "das dauert länger" in last
    assert 200 == impatient.post("/api/v1/grade", json=SUDOKU).status_code


def test_whoever_leaves_before_the_answer_stops_the_work() -> None:
    stopped: list[str] = []

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            stopped.append(scope["path"])
            raise

    async def leave() -> None:
        messages = iter(({"type": "http.request", "body": b"{}", "more_body": False}, {"type": "http.disconnect"}))

        async def receive() -> Any:
            return next(messages)

        async def send(message: Any) -> None:
            raise AssertionError(f"nobody is there for {message}")

        scope = {"type": "http", "method": "POST", "path": "/slow", "headers": [(b"host", b"localhost")]}
        await asyncio.wait_for(Guard(slow, Settings())(scope, receive, send), 5)

    with ThreadPoolExecutor(1) as elsewhere:  # this thread may have a loop of its own
        elsewhere.submit(asyncio.run, leave()).result()

    assert stopped == ["/slow"]
