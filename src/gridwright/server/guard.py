"""What stands before every request: who may ask, how much may be sent, and the headers of every answer.

Plain ASGI, so that nothing is read before it is known to be small, text and shallow.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from .frames import Refusal
from .settings import Settings

AsgiScope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
AsgiApp = Callable[[AsgiScope, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
HOME = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""What this machine calls itself."""

_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_BRACKETS = re.compile(rb"[\[\]{}]")


class Guard:
    """An app behind bounds; `hosts` are the names that it answers to, any where that is None."""

    def __init__(self, app: AsgiApp, settings: Settings, hosts: frozenset[str] | None = HOME) -> None:
        self.app, self.settings, self.hosts = app, settings, hosts

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        answered = False

        async def send_with_headers(message: Message) -> None:
            nonlocal answered
            answered |= message["type"] == "http.response.body" and not message.get("more_body")
            if message["type"] == "http.response.start":
                there = {name for name, _ in message["headers"]}
                own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message["headers"], *(each for each in own if each[0] not in there)]
            await send(message)

        try:
            headers = dict(scope["headers"])
            self.admit(scope, headers)
            body = await self.body(headers, receive)
        except Refusal as refused:
            await refuse(send_with_headers, refused.status, str(refused))
            return
        read, left = False, asyncio.Event()

        async def receive_body() -> Message:
            nonlocal read
            if read:
                await left.wait()
                return {"type": "http.disconnect"}
            read = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def watch() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            left.set()

        answer = asyncio.ensure_future(self.app(scope, receive_body, send_with_headers))
        watcher = asyncio.ensure_future(watch())
        try:
            await asyncio.wait((answer, watcher), return_when=asyncio.FIRST_COMPLETED)
            if not answer.done() and not answered:
                answer.cancel()  # nobody waits for it any more: its work stops, and others get the worker
            await asyncio.wait((answer,))
        finally:
            watcher.cancel()
            answer.cancel()
        if not answer.cancelled():
            answer.result()

    def admit(self, scope: AsgiScope, headers: dict[bytes, bytes]) -> None:
        """Is it asked for by a name that is ours, and not by the page of a stranger?"""
        host = re.sub(r":\d+$", "", headers.get(b"host", b"").decode("latin-1").lower())
        if self.hosts is not None and host not in self.hosts:
            raise Refusal(421, f"this server is not called {host[:80]!r}")
        if scope["method"] not in ("GET", "HEAD") and headers.get(b"sec-fetch-site", b"").lower() == b"cross-site":
            raise Refusal(403, "only the page of this server may ask this")

    async def body(self, headers: dict[bytes, bytes], receive: Receive) -> bytes:
        """What is sent, no more than may be."""
        length = headers.get(b"content-length", b"")
        if length.isdigit() and int(length) > self.settings.body:
            raise Refusal(413, f"a request may have {self.settings.body:,} bytes, this one has {int(length):,}")
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Refusal(400, "the request ended before it was complete")
            body += message.get("body", b"")
            if len(body) > self.settings.body:
                raise Refusal(413, f"a request may have {self.settings.body:,} bytes, this one has more")
            if not message.get("more_body"):
                break
        if body:
            check_json(bytes(body), self.settings.nesting)
        return bytes(body)


def check_json(body: bytes, nesting: int) -> None:
    """Is it text, and not nested so deeply that reading it would be work?"""
    try:
        body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refusal(400, f"expected JSON in UTF-8, found byte {body[error.start]:#x} at {error.start}") from None
    depth = 0
    for bracket in _BRACKETS.findall(_STRINGS.sub(b"", body)):
        depth += 1 if bracket in b"[{" else -1
        if depth > nesting:
            raise Refusal(400, f"expected JSON of at most {nesting} levels")


async def refuse(send: Send, status: int, sentence: str) -> None:
    """An error as an answer."""
    body = error_body(sentence)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def error_body(sentence: str) -> bytes:
    """The document of an error."""
    return json.dumps({"schema": "gridwright.error/1", "error": sentence}, ensure_ascii=False).encode(
        "utf-8", "replace"
    )
