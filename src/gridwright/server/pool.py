"""The processes that do the work, in lanes that do not wait for each other.

    async with Pool(settings) as pool:
        await pool.ask("hint", fields)                    the answer as JSON bytes
        async for line in pool.stream("generate", fields):    events and the answer, a line each

A worker has one request at a time. One that is lost (ended from outside, out of memory, out of time) loses that request
and is replaced; nobody else notices.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import asdict
from itertools import chain, repeat
from typing import Any
from zlib import crc32

from .frames import EVENT, HEAD, MAKING, QUICK, REFUSAL, REQUEST, SLOW, Refusal
from .sentences import said
from .settings import Settings

LANES = {
    **dict.fromkeys(("candidates", "candidate", "grade", "why", "explain", "today"), SLOW), "generate": MAKING,
}  # fmt: skip
"""Which lane does what; everything else is quick."""
LARGEST_ANSWER = 64 << 20
"""Bytes of a frame: more is no answer but a mistake."""


class Lost(Exception):
    """The process of a worker ended before it answered."""


class WorkerProcess:
    """One process, seen from the server."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.busy = False
        """Is there a request that it has not answered?"""

    @classmethod
    async def start(cls, settings: Settings, lane: str) -> WorkerProcess:
        """A process that has said that it is ready."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "gridwright.server.worker", json.dumps(asdict(settings)), lane,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        worker = cls(process)
        try:
            await worker.frame()
        except (Lost, asyncio.CancelledError):
            await worker.end()
            raise
        return worker

    @property
    def alive(self) -> bool:
        """Has it not ended?"""
        return self.process.returncode is None

    @property
    def resident(self) -> int:
        """Bytes of memory that it holds; 0 where nobody can tell."""
        try:
            with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        except OSError:
            return 0

    async def send(self, content: bytes) -> None:
        """A request."""
        assert self.process.stdin is not None
        self.busy = True
        try:
            self.process.stdin.write(HEAD.pack(REQUEST, len(content)) + content)
            await self.process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            raise Lost from None

    async def frame(self) -> tuple[bytes, bytes]:
        """What it says next: a kind and its content."""
        assert self.process.stdout is not None
        try:
            kind, size = HEAD.unpack(await self.process.stdout.readexactly(HEAD.size))
            if size > LARGEST_ANSWER:
                raise Lost
            content = await self.process.stdout.readexactly(size)
            self.busy = kind == EVENT
            return kind, content
        except asyncio.IncompleteReadError:
            raise Lost from None

    def interrupt(self) -> None:
        """Tell it to stop what it does."""
        with suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGINT)

    async def end(self) -> None:
        """End it, whatever it does."""
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class Lane:
    """Workers of one priority, and who waits for them."""

    def __init__(self, name: str, size: int, seconds: float, settings: Settings) -> None:
        self.name, self.size, self.seconds, self.settings = name, size, seconds, settings
        self.workers: dict[int, WorkerProcess | None] = dict.fromkeys(range(size))
        """By number; None where there is none yet."""
        self.unused = list(range(size))[::-1]
        """Numbers whose worker nobody needed so far."""
        self.idle: list[int] = []
        self.turn = asyncio.Condition()
        self.waiting = 0
        self.tasks: set[asyncio.Task[None]] = set()
        self.closed = False

    def start_one(self) -> None:
        """Start a worker that was not needed so far, if there is one."""
        if self.unused:
            self._later(self.unused.pop())

    def _later(self, number: int) -> None:
        task = asyncio.create_task(self._start(number))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _start(self, number: int) -> None:
        """A worker for a number that has none; one that cannot begin is tried again, less and less often."""
        for pause in chain((0, 1, 5), repeat(30)):
            await asyncio.sleep(pause)
            with suppress(Lost):
                self.workers[number] = await WorkerProcess.start(self.settings, self.name)
                break
        async with self.turn:
            self.idle.append(number)
            self.turn.notify()

    @asynccontextmanager
    async def worker(self, key: str, voice: str | None = None) -> AsyncIterator[WorkerProcess]:
        """A worker for one request; one that is not left as it was found is replaced.

        Requests with the same key go to the same worker if it is free: it knows the board already.
        """
        if self.waiting >= self.settings.waiting:
            raise Refusal(429, said("busy", voice))
        self.waiting += 1
        try:
            if not self.idle:
                self.start_one()
            patience = self.seconds + self.settings.grace + self.settings.starting * (not any(self.workers.values()))
            async with asyncio.timeout(patience), self.turn:
                await self.turn.wait_for(lambda: self.idle or self.closed)
                if self.closed:
                    raise Refusal(503, said("lost", voice))
                liked = crc32(key.encode("utf-8", "replace")) % self.size
                number = liked if liked in self.idle else self.idle[0]
                self.idle.remove(number)
        except TimeoutError:
            raise Refusal(429, said("busy", voice)) from None
        finally:
            self.waiting -= 1
        worker = self.workers[number]
        assert worker is not None
        try:
            yield worker
        finally:
            if worker.alive and not worker.busy and worker.resident <= self.settings.resident:
                self.idle.append(number)
                await asyncio.shield(self._notify())
            elif not self.closed:
                self.workers[number] = None
                self._later(number)
                await asyncio.shield(worker.end())

    async def _notify(self) -> None:
        async with self.turn:
            self.turn.notify()

    async def close(self) -> None:
        """End all processes."""
        self.closed = True
        async with self.turn:
            self.turn.notify_all()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for worker in self.workers.values():
            if worker is not None:
                await worker.end()


class Pool:
    """All lanes."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.lanes = {
            QUICK: Lane(QUICK, settings.quick_workers, settings.quick_seconds, settings),
            SLOW: Lane(SLOW, settings.slow_workers, settings.slow_seconds, settings),
            MAKING: Lane(MAKING, settings.making_workers, settings.making_seconds, settings),
        }

    async def __aenter__(self) -> Pool:
        """The workers of the quick lane are on their way; others are started when somebody needs them."""
        for _ in range(self.settings.quick_workers):
            self.lanes[QUICK].start_one()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End all processes; whoever waits for one of them is told that it was lost."""
        for lane in self.lanes.values():
            await lane.close()

    async def ask(self, name: str, fields: Mapping[str, Any], lane: str | None = None) -> bytes:
        """The answer to a request, from another lane than its own if one is named; a refusal where there is none."""
        frames = [content async for _, content in self._frames(name, fields, lane)]
        return frames[-1]

    async def stream(self, name: str, fields: Mapping[str, Any]) -> AsyncGenerator[bytes, None]:
        """Events and the answer, a line of JSON each. Whoever stops listening stops the work."""
        async with aclosing(self._frames(name, fields)) as frames:
            async for _, content in frames:
                yield content + b"\n"

    async def _frames(
        self, name: str, fields: Mapping[str, Any], other: str | None = None
    ) -> AsyncGenerator[tuple[bytes, bytes], None]:
        """The frames of one request, the answer last."""
        lane = self.lanes[other or LANES.get(name, QUICK)]
        seconds = lane.seconds
        request = json.dumps({"name": name, "fields": fields, "seconds": seconds}).encode()
        loop, voice = asyncio.get_running_loop(), fields.get("voice")
        async with lane.worker(str(fields.get("puzzle", "")), voice) as worker:
            ends = loop.time() + seconds + self.settings.grace
            try:
                await worker.send(request)
                while True:
                    async with asyncio.timeout_at(ends):
                        kind, content = await worker.frame()
                    if kind != EVENT:
                        break
                    yield kind, content
            except TimeoutError:
                await worker.end()
                raise Refusal(422, said("slow", voice, seconds=seconds)) from None
            except Lost:
                raise Refusal(503, said("lost", voice)) from None
            except (GeneratorExit, asyncio.CancelledError):
                await asyncio.shield(_stopped(worker, self.settings.grace))
                raise
        if kind == REFUSAL:
            refused = json.loads(content)
            raise Refusal(refused["status"], refused["error"])
        yield kind, content


async def _stopped(worker: WorkerProcess, grace: float) -> None:
    """Nobody waits for the answer any more: the work stops, or its process ends."""
    worker.interrupt()
    try:
        async with asyncio.timeout(grace):
            while (await worker.frame())[0] == EVENT:
                pass
    except (TimeoutError, Lost):
        await worker.end()
