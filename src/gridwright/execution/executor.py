"""Where work is done: one protocol, three ways."""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context, parent_process
from typing import Any, Protocol, TypeVar

from ..model import GridwrightError, MissingExtra

Argument = TypeVar("Argument")
Result = TypeVar("Result")

AHEAD = 3
"""Arguments that are handed out for each worker before the first of them is done."""
CONNECT = 10
"""Seconds until a scheduler that does not answer is none."""
DEATHS = 5
"""Times in a row that workers may die before anything is done."""


class Executor(Protocol):
    """Does work of one kind on many arguments."""

    def run(
        self, function: Callable[[Argument], Result], arguments: Iterable[Argument]
    ) -> Iterator[tuple[int, Result]]:
        """The number of each argument, from 0, and what the function makes of it, as they are done."""

    def close(self) -> None:
        """Let go of whatever works; nothing more is asked."""


class InProcess:
    """One after the other, here."""

    def run(
        self, function: Callable[[Argument], Result], arguments: Iterable[Argument]
    ) -> Iterator[tuple[int, Result]]:
        """One after the other."""
        return ((number, function(argument)) for number, argument in enumerate(arguments))

    def close(self) -> None:
        """Nothing to let go of."""


class ProcessPool:
    """Over processes of this machine. One that dies is replaced, and what it was at is done again."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool = self._new()

    def _new(self) -> ProcessPoolExecutor:
        # Workers begin afresh: a copy of this process would share its threads' locks but not its threads.
        return ProcessPoolExecutor(self.workers, get_context("spawn"), _begin_worker)

    def run(
        self, function: Callable[[Argument], Result], arguments: Iterable[Argument]
    ) -> Iterator[tuple[int, Result]]:
        """Several at a time."""
        source, deaths = enumerate(arguments), 0
        at_work: dict[Future[Result], tuple[int, Argument]] = {}
        again: list[tuple[int, Argument]] = []
        while True:
            try:
                while len(at_work) < AHEAD * self.workers:
                    each = again.pop() if again else next(source, None)
                    if each is None:
                        break
                    try:
                        at_work[self._pool.submit(function, each[1])] = each
                    except BrokenProcessPool:
                        again.append(each)
                        raise
                if not at_work:
                    return
                for future in wait(at_work, return_when=FIRST_COMPLETED).done:
                    result = future.result()
                    number, _ = at_work.pop(future)
                    deaths = 0
                    yield number, result
            except BrokenProcessPool:
                deaths += 1
                if deaths > DEATHS:
                    raise GridwrightError(
                        f"workers died {deaths} times before anything was done: too little memory?"
                    ) from None
                again += at_work.values()
                at_work.clear()
                self.close()
                self._pool = self._new()

    def close(self) -> None:
        """End the workers."""
        for process in (getattr(self._pool, "_processes", None) or {}).values():
            process.terminate()
        self._pool.shutdown(wait=True, cancel_futures=True)


def _begin_worker() -> None:
    """Ctrl-C is for whoever hands out the work; where that one is killed, nobody waits for what is done here."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class Cluster:
    """On a Dask cluster: the address of its scheduler, or `local` for one that is started here to try."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        try:
            from distributed import Client, LocalCluster
        except ImportError:
            raise MissingExtra("a cluster", "cluster") from None
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what is wrong is said in one sentence
        self.address = address
        self._own: Any = None
        try:
            if address == "local":
                self._own = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
            self._client = Client(self._own or address, timeout=CONNECT, set_as_default=False)
        except (OSError, ValueError) as error:
            raise GridwrightError(f"no cluster at {address}: {error}") from None

    def run(
        self, function: Callable[[Argument], Result], arguments: Iterable[Argument]
    ) -> Iterator[tuple[int, Result]]:
        """Several at a time; the scheduler gives what a lost worker was at to another."""
        from distributed import as_completed
        from distributed.client import FutureCancelledError
        from distributed.comm import CommClosedError

        source = enumerate(arguments)
        numbers: dict[str, int] = {}

        def submitted(number: int, argument: Argument) -> Any:
            future = self._client.submit(function, argument, pure=False, retries=DEATHS)
            numbers[future.key] = number
            return future

        width = AHEAD * max(1, sum(self._client.nthreads().values()))
        done = as_completed([submitted(*each) for each in islice(source, width)], loop=self._client.loop)
        try:
            for future in done:
                result: Result = future.result()
                if (each := next(source, None)) is not None:
                    done.add(submitted(*each))
                yield numbers.pop(future.key), result
        except (CommClosedError, FutureCancelledError, OSError, TimeoutError):
            raise GridwrightError(f"the cluster at {self.address} went away") from None
        if numbers:  # a scheduler that is gone cancels what it had
            raise GridwrightError(f"the cluster at {self.address} went away")

    def close(self) -> None:
        """Leave the cluster; end it if it was started here."""
        self._client.close(timeout=5)
        if self._own is not None:
            self._own.close(timeout=5)


def in_order(results: Iterable[tuple[int, Result]]) -> Iterator[Result]:
    """What an executor gives, in the order of the arguments."""
    waiting: dict[int, Result] = {}
    following = 0
    for number, result in results:
        waiting[number] = result
        while following in waiting:
            yield waiting.pop(following)
            following += 1


def executor_of(workers: int | None = None, cluster: str | None = None) -> Executor:
    """The executor that is asked for: a cluster, so many processes, or this one."""
    if cluster is not None:
        return Cluster(cluster, workers)
    return ProcessPool(workers) if workers is not None and workers > 1 else InProcess()
