"""The processes behind the server: lanes that do not wait for each other, work that can be cancelled and lost."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing

import pytest

from gridwright.server.frames import Refusal
from gridwright.server.pool import Pool
from gridwright.server.settings import Settings

ONE = Settings(quick_workers=1, slow_workers=1, making_workers=1, warming=False, grace=20)
SUDOKU = {"puzzle": "1...3..4..2....1", "genre": "sudoku"}
ENDLESS = {"genre": "sudoku", "needs": ["jellyfish"], "seed": "a"}


def pooled(test: Callable[[Pool], Awaitable[None]], settings: Settings = ONE) -> None:
    async def run() -> None:
        async with Pool(settings) as pool:
            await test(pool)

    with ThreadPoolExecutor(1) as elsewhere:  # this thread may have a loop of its own
        elsewhere.submit(asyncio.run, run()).result()


def test_a_generation_delays_no_hint_and_no_proof() -> None:
    async def test(pool: Pool) -> None:
        async with aclosing(pool.stream("generate", ENDLESS)) as events:
            assert "progress" == json.loads(await anext(events))["event"]
            hint = json.loads(await pool.ask("hint", SUDOKU))
            proof = json.loads(await pool.ask("why", {**SUDOKU, "fact": "r1c2=4"}))
            assert "progress" == json.loads(await anext(events))["event"], "it is still at work"

        assert ("step", 1) == (hint["status"], len(proof["steps"]))

    pooled(test)


def test_whoever_stops_listening_stops_the_work() -> None:
    async def test(pool: Pool) -> None:
        lane = pool.lanes["making"]
        async with aclosing(pool.stream("generate", ENDLESS)) as events:
            await anext(events)
            worker = lane.workers[0]
            assert [] == lane.idle
        assert [0] == lane.idle
        assert worker is lane.workers[0], "it goes on with the next request"
        small = {"genre": "sudoku", "size": 4, "seed": "tuesday"}
        assert "made" == json.loads(await pool.ask("generate", small))["event"]

    pooled(test)


def test_a_worker_that_is_killed_at_work_loses_that_request_alone() -> None:
    async def test(pool: Pool) -> None:
        small = {"genre": "sudoku", "size": 4, "seed": "tuesday"}
        async with aclosing(pool.stream("generate", ENDLESS)) as events:
            await anext(events)
            waiting = [asyncio.create_task(pool.ask("generate", small)) for _ in range(3)]
            worker = pool.lanes["making"].workers[0]
            assert worker is not None
            os.kill(worker.process.pid, signal.SIGKILL)
            with pytest.raises(Refusal, match="lost") as lost:
                async for _ in events:
                    pass
        assert 503 == lost.value.status
        assert ["made"] * 3 == [json.loads(answer)["event"] for answer in await asyncio.gather(*waiting)]

    pooled(test)


def test_a_worker_that_is_killed_while_it_waits_loses_one_request_at_the_most() -> None:
    async def test(pool: Pool) -> None:
        await pool.ask("hint", SUDOKU)
        worker = pool.lanes["quick"].workers[0]
        assert worker is not None
        os.kill(worker.process.pid, signal.SIGKILL)
        asked = [asyncio.create_task(pool.ask("hint", SUDOKU)) for _ in range(4)]
        answers = await asyncio.gather(*asked, return_exceptions=True)

        assert 3 <= sum(isinstance(answer, bytes) for answer in answers)

    pooled(test)


def test_too_many_are_refused() -> None:
    async def test(pool: Pool) -> None:
        asked = [asyncio.create_task(pool.ask("hint", SUDOKU)) for _ in range(6)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        refused = [answer.status for answer in answers if isinstance(answer, Refusal)]

        assert {429} == set(refused)
        assert len(refused) < 6

    pooled(test, Settings(quick_workers=1, slow_workers=1, making_workers=1, warming=False, waiting=2))


def test_a_worker_that_has_grown_is_replaced() -> None:
    async def test(pool: Pool) -> None:
        for _ in range(2):
            assert "step" == json.loads(await pool.ask("hint", SUDOKU))["status"]
            assert pool.lanes["quick"].workers[0] is None, "the next one is on its way"

    pooled(test, Settings(quick_workers=1, slow_workers=1, making_workers=1, warming=False, resident=1))


def test_memory_is_bounded() -> None:
    async def test(pool: Pool) -> None:
        with pytest.raises(Refusal) as refused:
            await pool.ask("board", {"puzzle": "." * 625, "genre": "sudoku"})
        assert refused.value.status in (413, 503)

    pooled(test, Settings(quick_workers=1, slow_workers=1, making_workers=1, warming=False, memory=1 << 20))
