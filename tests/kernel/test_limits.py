"""Nothing hangs: budgets, deadlines, the cancel flag and Ctrl-C all stop a call that would run for ever."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from gridwright.genres import parse
from gridwright.model import Limits
from gridwright.native import compile_puzzle, kernel, start_of
from gridwright.solving import backbone, solutions, solve

EMPTY = parse("." * 625, genre="sudoku")


def test_a_node_budget_is_kept_to_the_node() -> None:
    found = compile_puzzle(EMPTY).solve(start_of(EMPTY), 10**12, 0, 1000)

    assert (1000, "nodes", False) == (found.nodes, found.stop, found.exhausted)


def test_the_same_budget_gives_the_same_count() -> None:
    problem = compile_puzzle(EMPTY)

    counts = {problem.solve(start_of(EMPTY), 10**12, 0, 3000).count for _ in range(3)}

    assert 1 == len(counts)


def test_a_deadline_stops_with_what_there_is() -> None:
    answer = solve(EMPTY, limit=10**9, show=2, limits=Limits(seconds=0.3))

    assert "unknown" == answer.status.value
    assert answer.count > 2
    assert 2 == len(answer.solutions)


def test_a_deadline_of_nothing_is_an_answer_too() -> None:
    assert "unknown" == solve(EMPTY, limits=Limits(seconds=0)).status.value


def test_another_thread_can_cancel() -> None:
    flag = threading.Event()
    threading.Timer(0.2, flag.set).start()

    found = compile_puzzle(EMPTY).solve(start_of(EMPTY), 10**12, 0, None, None, flag)

    assert "cancelled" == found.stop


def test_another_thread_can_cancel_a_batch() -> None:
    flag = threading.Event()
    threading.Timer(0.2, flag.set).start()
    problem = compile_puzzle(EMPTY)

    found = kernel.solve_batch([problem] * 4, [start_of(EMPTY)] * 4, 10**12, 0, None, None, flag, 2)

    assert ["cancelled"] * 4 == [found[i].stop for i in range(4)]


def test_a_batch_has_its_time_limit_for_each_puzzle() -> None:
    problem = compile_puzzle(EMPTY)

    found = kernel.solve_batch([problem] * 3, [start_of(EMPTY)] * 3, 10**12, 0, None, 0.1, None, 1)

    assert ["seconds"] * 3 == [found[i].stop for i in range(3)]


def test_a_backbone_stops_at_its_deadline_and_says_so() -> None:
    result = backbone(EMPTY, limits=Limits(seconds=0.1))

    assert not result.decided
    assert {} == result.fixed


def test_a_search_goes_on_where_it_stopped() -> None:
    puzzle = parse("." * 16, genre="sudoku")
    whole = [bytes(s) for s in solutions(puzzle)]
    search = kernel.Search(compile_puzzle(puzzle), start_of(puzzle))

    pieces: list[bytes] = []
    while True:
        found = search.run(7, 7, 50)
        pieces += found.solutions
        if found.exhausted:
            break

    assert 288 == len(whole)
    assert whole == pieces


def test_two_threads_cannot_run_one_search_at_once() -> None:
    search = kernel.Search(compile_puzzle(EMPTY), start_of(EMPTY))
    flag = threading.Event()
    running = threading.Thread(target=lambda: search.run(10**12, 0, None, None, flag))
    running.start()
    time.sleep(0.1)
    try:
        with pytest.raises(RuntimeError, match="running already"):
            search.run(1)
    finally:
        flag.set()
        running.join()


INTERRUPTED = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs inherit "ignore"
from gridwright.genres import parse
from gridwright.native import compile_puzzle, kernel, start_of
from gridwright.solving import backbone
empty = parse("." * 625, genre="sudoku")
problem, start = compile_puzzle(empty), start_of(empty)
tiny = parse("." * 16, genre="sudoku")
calls = {
    "solve": lambda: problem.solve(start, 10**12),
    "stream": lambda: kernel.Search(problem, start).run(10**12),
    "backbone": lambda: backbone(empty),
    "threads": lambda: kernel.solve_batch([problem] * 4, [start] * 4, 10**12, threads=2),
    "many small": lambda: kernel.solve_batch(problems, starts, 10**9),
}
call = calls[sys.argv[1]]
if sys.argv[1] == "many small":
    problems, starts = [compile_puzzle(tiny)] * 500_000, [start_of(tiny)] * 500_000
print("ready", flush=True)
try:
    call()
    print("ended by itself")
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("call", ["solve", "stream", "backbone", "threads", "many small"])
def test_ctrl_c_stops_every_call(call: str) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, call], stdout=subprocess.PIPE, text=True, env={**os.environ}
    )
    assert child.stdout is not None
    assert "ready\n" == child.stdout.readline()
    time.sleep(0.4)
    child.send_signal(signal.SIGINT)

    output, _ = child.communicate(timeout=60)

    assert "interrupted\n" == output
