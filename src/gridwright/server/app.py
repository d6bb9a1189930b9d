"""The app: routes, errors, the files of the page. It reads no puzzle itself; a pool of processes does.

create_app(Settings())      what uvicorn serves, and what tests ask without a network
"""

from __future__ import annotations

import mimetypes
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Query
from fastapi import Path as InPath
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response, StreamingResponse
from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest  # noqa: TC002 - FastAPI reads annotations

from ..model import shorten
from . import requests
from .frames import SLOW, Refusal
from .guard import HOME, Guard, error_body
from .pool import Pool
from .requests import Date, NameText, RowCount, VoiceName
from .settings import Settings

API = "/api/v1"
PAGE = Path(__file__).parents[1] / "page"
ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"description": "no JSON, or not as one may be sent"},
    403: {"description": "asked by the page of a stranger"},
    404: {"description": "there is no such thing"},
    413: {"description": "too large"},
    421: {"description": "asked for by a name that is not this server's"},
    422: {"description": "it cannot be read or done: the sentence says why"},
    429: {"description": "too many at once"},
    503: {"description": "a worker was lost: ask again"},
}
KEPT = ("genres", "voices", "techniques", "technique", "today")
"""Answers that are the same every time, kept by what was asked; at most so many:"""
MOST_KEPT = 512
STOPPED = b'{"status":"stopped"'
"""How a hint begins for which the time was not enough."""
TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".webmanifest": "application/manifest+json"}


class App(FastAPI):
    """Says in its OpenAPI document what is answered, too."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            from .responses import described  # whoever only serves need not load it

            self.openapi_schema = described(super().openapi())
        return self.openapi_schema


def create_app(
    settings: Settings | None = None, *, hosts: frozenset[str] | None = HOME, page: Path = PAGE,
    pool: Pool | None = None,
) -> Guard:  # fmt: skip
    """The whole server; `hosts` are the names that it answers to (any, where None), `pool` does the work."""
    settings = settings or Settings()
    pool = pool or Pool(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with pool:
            yield

    app = App(
        title="Gridwright",
        version=version("gridwright"),
        description="Pencil puzzles: boards, hints, reasons, grades and new ones. docs/page.md describes the answers.",
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        generate_unique_id_function=lambda route: route.name,
    )
    kept: dict[tuple[Any, ...], bytes] = {}

    async def ask(name: str, **fields: Any) -> Response:
        key = (name, *sorted(fields.items())) if name in KEPT else None
        if key is not None and key in kept:
            return Response(kept[key], media_type="application/json")
        content = await pool.ask(name, fields)
        if key is not None:
            kept[key] = content
            if len(kept) > MOST_KEPT:
                del kept[next(iter(kept))]
        return Response(content, media_type="application/json")

    _routes_about_puzzles(app, pool, ask)
    _routes_of_lists(app, ask)
    _errors(app)
    _files(app, page)
    return Guard(app, settings, hosts)


Ask = Callable[..., Awaitable[Response]]


def _routes_about_puzzles(app: FastAPI, pool: Pool, ask: Ask) -> None:
    """What is asked about one puzzle, and what makes one."""

    def route(path: str, summary: str) -> Callable[..., Any]:
        return app.post(f"{API}/{path}", summary=summary, responses=ERRORS, response_class=Response, tags=["puzzles"])

    @route("board", "Everything that it takes to play a puzzle")
    async def board(asked: requests.About) -> Response:
        return await ask("board", **asked.model_dump())

    @route("check", "Which rules are broken, and whether all is right so far")
    async def check(asked: requests.Check) -> Response:
        return await ask("check", **asked.model_dump())

    @route("hint", "The next step, in stages")
    async def hint(asked: requests.Hint) -> Response:
        fields = asked.model_dump()
        content = await pool.ask("hint", fields)
        if content.startswith(STOPPED):  # a hard board: whoever has an easy one does not wait for it
            content = await pool.ask("hint", fields, SLOW)
        return Response(content, media_type="application/json")

    @route("why", "The proof of one fact")
    async def why(asked: requests.Why) -> Response:
        return await ask("why", **asked.model_dump())

    @route("explain", "Every step to the solution")
    async def explain(asked: requests.Position) -> Response:
        return await ask("explain", **asked.model_dump())

    @route("grade", "How many solutions there are, and how hard it is")
    async def grade(asked: requests.About) -> Response:
        return await ask("grade", **asked.model_dump())

    @route("convert", "The puzzle in other formats")
    async def convert(asked: requests.Convert) -> Response:
        return await ask("convert", **asked.model_dump())

    @route("draw", "A standalone picture")
    async def draw(asked: requests.Draw) -> Response:
        return await ask("draw", **asked.model_dump())

    @app.post(
        f"{API}/generate", summary="A new puzzle: a line of JSON for each event, the last is the puzzle",
        responses=ERRORS | {200: {"content": {"application/x-ndjson": {}}, "description": "events, a line each"}},
        response_class=Response, tags=["puzzles"],
    )  # fmt: skip
    async def generate(asked: requests.Generate) -> Response:
        lines = pool.stream("generate", asked.model_dump())
        first = await anext(lines)  # a refusal is an answer of its own, as long as nothing was said

        async def all_lines() -> AsyncIterator[bytes]:
            yield first
            try:
                async for line in lines:
                    yield line
            except Refusal as refusal:
                yield error_body(str(refusal)).replace(b"{", b'{"event": "none", ', 1) + b"\n"
            finally:
                await lines.aclose()

        return StreamingResponse(all_lines(), media_type="application/x-ndjson")


def _routes_of_lists(app: FastAPI, ask: Ask) -> None:
    """What there is."""

    def route(path: str, summary: str) -> Callable[..., Any]:
        return app.get(f"{API}/{path}", summary=summary, responses=ERRORS, response_class=Response, tags=["lists"])

    @route("genres", "The kinds of puzzle")
    async def genres(voice: VoiceName = "teacher") -> Response:
        return await ask("genres", voice=voice)

    @route("voices", "Who can tell")
    async def voices() -> Response:
        return await ask("voices")

    @route("techniques", "What people see, the easiest first")
    async def techniques(genre: NameText | None = None, voice: VoiceName = "teacher") -> Response:
        return await ask("techniques", genre=genre, voice=voice)

    @route("techniques/{key}", "One technique, with an example")
    async def technique(key: NameText, genre: NameText | None = None, voice: VoiceName = "teacher") -> Response:
        return await ask("technique", key=key, genre=genre, voice=voice)

    @route("corpus", "Puzzles that are shipped, the easiest first")
    async def corpus(
        genre: NameText | None = None,
        tier: NameText | None = None,
        technique: NameText | None = None,
        rows: RowCount | None = None,
        first: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
        count: Annotated[int, Query(ge=1, le=200)] = 50,
    ) -> Response:
        return await ask(
            "corpus", genre=genre, tier=tier, technique=technique, rows=rows, first=first, count=count
        )  # fmt: skip

    @route("candidates", "What was mined, with what was decided")
    async def candidates() -> Response:
        return await ask("candidates")

    @route("candidates/{number}", "One candidate, with its examples")
    async def candidate(number: Annotated[int, InPath(ge=1, le=100_000)], voice: VoiceName = "teacher") -> Response:
        return await ask("candidate", number=number, voice=voice)

    @app.post(
        f"{API}/candidates/{{number}}", summary="Decide about a candidate",
        responses=ERRORS, response_class=Response, tags=["lists"],
    )  # fmt: skip
    async def decide(number: Annotated[int, InPath(ge=1, le=100_000)], decision: requests.Decision) -> Response:
        return await ask("candidate", number=number, **decision.model_dump())

    @route("blank", "An empty board to edit")
    async def blank(genre: NameText, rows: RowCount | None = None, columns: RowCount | None = None) -> Response:
        return await ask("blank", genre=genre, rows=rows, columns=columns)

    @route("today", "The puzzle of a date, the same everywhere")
    async def today(date: Date, genre: NameText, tier: NameText) -> Response:
        return await ask("today", date=date, genre=genre, tier=tier)

    @route("corpus/{genre}/{number}", "One of them")
    async def entry(genre: NameText, number: int) -> Response:
        return await ask("entry", genre=genre, number=number)


def _errors(app: FastAPI) -> None:
    """Whatever goes wrong is told in a sentence."""

    def told(status: int, sentence: str) -> Response:
        return Response(error_body(sentence), status, media_type="application/json")

    @app.exception_handler(Refusal)
    async def refused(_: HttpRequest, refusal: Refusal) -> Response:
        return told(refusal.status, str(refusal))

    @app.exception_handler(HTTPException)
    async def not_there(_: HttpRequest, error: HTTPException) -> Response:
        return told(error.status_code, "there is nothing at this address" if error.status_code == 404 else error.detail)

    @app.exception_handler(RequestValidationError)
    async def unlike(_: HttpRequest, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
        pattern = first.get("ctx", {}).get("pattern")
        said = f"expected {requests.EXPECTED[pattern]}, found {shorten(first['input'])}" if pattern else first["msg"]
        return told(400 if first["type"] == "json_invalid" else 422, f"{place}: {said}".removeprefix(": "))


def _files(app: FastAPI, page: Path) -> None:
    """The files of the page, by the names that were there at the start: an address is looked up, never joined."""
    names = {path.relative_to(page).as_posix(): path for path in page.rglob("*") if path.is_file()}

    @app.get("/{name:path}", include_in_schema=False)
    async def file(name: str, request: HttpRequest) -> Response:
        path = names.get(name or "index.html")
        if path is None:
            raise HTTPException(404)
        found = path.stat()
        tag = f'"{found.st_mtime_ns:x}-{found.st_size:x}"'
        headers = {"etag": tag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return Response(path.read_bytes(), media_type=kind, headers=headers)
