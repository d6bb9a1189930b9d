"""The server of `gridwright play`: how soon it is there, how long players wait for a hint, what memory it holds.

The server is a process of its own with its workers, the players are here, all on the same cores. A player asks for a
hint somewhere on the way through a shipped 9×9 sudoku, and again a second after the answer. Waiting is measured by the
clock on the wall, for that is what a player has; anything else that runs on the machine shows.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from gridwright.corpus import Corpus
from gridwright.genres import parse
from gridwright.playing.marks import facts
from gridwright.reasons import explain

from .measure import Figure, Heading, Remark, TableItem

PLAYERS = 20
PAUSE = 1.0
"""Seconds between an answer and the next question of a player."""
WAIT, WAIT_BESIDE = 50, 150
"""Milliseconds that 95 of 100 hints take at the most: alone, and beside two generations."""
REQUESTS = 10_000
HARD = {"genre": "sudoku", "tier": "Hard", "needs": ["xy-wing"]}
"""A recipe that keeps a worker busy."""


def measure(quick: bool) -> Iterator[TableItem]:
    """Waiting times and memory."""
    return iter(asyncio.run(_measured(quick)))


async def _measured(quick: bool) -> list[TableItem]:
    positions = _positions(12 if quick else 60)
    began = time.perf_counter()
    async with _server() as (server, port):
        items: list[TableItem] = [Heading("start, from the command on", unit="ms", median="")]
        items += [Figure(name, 1000 * (each - began)) for name, each in await _first_answers(port)]
        items.append(Heading(f"hints for {PLAYERS} players", unit="ms, 95 of 100", median="median"))
        seconds = 4 if quick else 20
        await _asked(port, positions, len(positions), 4)
        items.append(_figure("alone", await _players(port, positions, seconds), WAIT))
        async with _generations(port, 2):
            items.append(_figure("beside two generations", await _players(port, positions, seconds), WAIT_BESIDE))
        items.append(Heading("memory of the server and its workers", unit="megabytes", median=""))
        count = REQUESTS // 20 if quick else REQUESTS
        items.append(Figure("before", _megabytes(server.pid)))
        for done in (count // 10, count - count // 10):
            began = time.perf_counter()
            await _asked(port, positions, done, 4)
            rate = done / (time.perf_counter() - began)
            items.append(Figure(f"after {done:,} more hints", _megabytes(server.pid), remark=f"{rate:,.0f} a second"))
    items.append(Remark(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"))
    return items


def _figure(name: str, waits: Sequence[float], most: int) -> Figure:
    """The 95th percentile and the median, in milliseconds."""
    ordered = sorted(waits)
    high, median = (1000 * ordered[int(share * (len(ordered) - 1))] for share in (0.95, 0.5))
    verdict = "kept" if high <= most else "exceeded"
    return Figure(name, high, median, remark=f"at most {most}: {verdict}; {len(ordered)} hints")


def _positions(puzzles: int) -> list[bytes]:
    """Requests for hints: each sudoku at the start, and a third and two thirds of the way through it."""
    rng = random.Random("players")
    entries = Corpus.shipped("sudoku").filter(size=9).documents()
    texts = [entry["puzzle"] for entry in entries if not entry.get("clue_kinds")]
    requests = []
    for text in rng.sample(texts, min(puzzles, len(texts))):
        trace = explain(parse(text, genre="sudoku"))
        states = list(trace.positions())
        for share in (0, 1 / 3, 2 / 3):
            known = facts(states[int(share * len(states))]).split()
            requests.append(json.dumps({"puzzle": text, "genre": "sudoku", "facts": known}).encode())
    return requests


@asynccontextmanager
async def _server() -> AsyncIterator[tuple[subprocess.Popen[str], int]]:
    code = "from gridwright.cli import main; main()"
    typed = [sys.executable, "-c", code, "play", "--port", "0", "--no-browser"]
    with subprocess.Popen(typed, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = await asyncio.to_thread(server.stdout.readline)
            yield server, int(address.rstrip("/\n").rsplit(":", 1)[1])
        finally:
            server.terminate()


class Connection:
    """A browser's connection: one question after the other."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def __aenter__(self) -> Connection:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()

    async def post(self, name: str, body: bytes) -> tuple[int, bytes]:
        """The status and the content of an answer."""
        return await self.ask("POST", f"/api/v1/{name}", body)

    async def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """The same of any request."""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        self.writer.write(head.encode() + body)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).lower().split(b"\r\n")
        length = next((int(line[15:]) for line in lines if line.startswith(b"content-length:")), None)
        content = await self.reader.readexactly(length) if length is not None else await self._chunks()
        return int(lines[0].split()[1]), content

    async def _chunks(self) -> bytes:
        content = b""
        while size := int(await self.reader.readline(), 16):
            content += (await self.reader.readexactly(size + 2))[:-2]
        await self.reader.readline()
        return content


async def _first_answers(port: int) -> list[tuple[str, float]]:
    """When the first answers of their kinds came, one after the other."""
    asked = {
        "the page": "/", "the genres": "/api/v1/genres", "a technique": "/api/v1/techniques/x-wing?genre=sudoku",
        "another": "/api/v1/techniques/swordfish?genre=sudoku",
    }  # fmt: skip
    times = []
    async with Connection(port) as connection:
        for name, path in asked.items():
            status, content = await connection.ask("GET", path)
            assert status == 200, content
            times.append((name, time.perf_counter()))
    return times


async def _players(port: int, positions: Sequence[bytes], seconds: float) -> list[float]:
    """How long each hint took, for players who come one after the other within a second."""
    ends = time.monotonic() + seconds

    async def play(number: int) -> list[float]:
        rng, waits = random.Random(number), []
        await asyncio.sleep(PAUSE * number / PLAYERS)
        async with Connection(port) as connection:
            while time.monotonic() < ends:
                began = time.perf_counter()
                status, content = await connection.post("hint", rng.choice(positions))
                waits.append(time.perf_counter() - began)
                assert status == 200, content
                await asyncio.sleep(PAUSE)
        return waits

    return [wait for waits in await asyncio.gather(*map(play, range(PLAYERS))) for wait in waits]


async def _asked(port: int, positions: Sequence[bytes], count: int, together: int) -> None:
    """So many hints, so many at a time, without a pause."""
    left = iter(range(count))

    async def ask() -> None:
        async with Connection(port) as connection:
            for number in left:
                status, content = await connection.post("hint", positions[number % len(positions)])
                assert status == 200, content

    await asyncio.gather(*(ask() for _ in range(together)))


@asynccontextmanager
async def _generations(port: int, count: int) -> AsyncIterator[None]:
    """So many generations, one after the other in each of them, for as long as this lasts."""

    async def make(number: int) -> None:
        for seed in range(1_000_000):
            recipe: dict[str, Any] = {**HARD, "seed": f"{number} {seed}"}
            async with Connection(port) as connection:
                await connection.post("generate", json.dumps(recipe).encode())

    making = [asyncio.create_task(make(number)) for number in range(count)]
    await asyncio.sleep(1)
    try:
        yield
    finally:
        for task in making:
            task.cancel()
        await asyncio.gather(*making, return_exceptions=True)


def _megabytes(pid: int) -> float:
    """What a process and its children hold."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    pages = (int(Path(f"/proc/{each}/statm").read_text().split()[1]) for each in (pid, *children))
    return sum(pages) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
