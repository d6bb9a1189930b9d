"""Every command keeps its limits: `--time-limit` and Ctrl-C end it soon, it keeps what it has and says so.

Each case is the hardest board that we have for its command. How soon is measured by the slow test, in the processor's
time: what a command took beyond its start-up and its second.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time

import psutil
import pytest

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

EMPTY = "." * 625
"""A 25 × 25 sudoku without givens: solutions without end."""
EMPTY_16 = "." * 256
"""The same with 16 rows, for engines that only read a larger one."""
COLUMNS = "1:" + "/".join(LETTERS[:33] for _ in range(33))
"""A star battle of 33 rows whose regions are its columns: no technique applies, and there is much to look at."""
BOXES = "6:" + "/".join("".join(LETTERS[r // 5 * 5 + c // 5] for c in range(25)) for r in range(25))
"""Six stars in each row, column and box of 25: a search meets no solution in minutes."""

BACKBONE = """
import sys
import gridwright as gw
from gridwright.cli.command import interrupted, time_limit
import click
@click.command()
@time_limit
def main(limits):
    result = gw.parse(sys.stdin.read(), genre="sudoku").backbone(limits=limits)
    print(f"{limits.sentence(result.stop)}: {sum(mask.bit_count() for mask in result.possible)} candidates so far")
    return 130 if interrupted.is_set() else 1
sys.exit(main(standalone_mode=False))
"""

CASES = {
    "solve fast": (("solve", "--limit", "1000000000", "--genre", "sudoku", EMPTY), "unknown: stopped {}: "),
    "solve simple": (
        ("solve", "--engine", "simple", "--limit", "1000000000", "--genre", "sudoku", EMPTY_16), "unknown: stopped {}: "
    ),
    "solve cpsat": (("solve", "--engine", "cpsat", "--genre", "star-battle", BOXES), "unknown: stopped {}: "),
    "explain": (("explain", "--genre", "star-battle", COLUMNS), "stopped {}: 0 steps so far"),
    "grade": (("grade", "--genre", "star-battle", BOXES), "stopped {}: 0 steps so far"),
    "hint": (("hint", "--genre", "star-battle", COLUMNS), "stopped {}"),
    "audit": (("audit", "alike-gap", "--firings", "1000000", "--states", "1000000"), "stopped {}: 0 of "),
    "generate": (
        ("generate", "sudoku", "--quality", "steps=400..500", "--budget", "1000000000", "--seed", "limits"), "{}: "
    ),
    "check": (("check", "--solution", "--genre", "star-battle", BOXES), "stopped {}"),
    "backbone": ((), "stopped {}: "),
}  # fmt: skip
"""What is typed, and what it says when it is cut short."""

AFTER_TIME = {name: "out of time" if name == "generate" else "after 1 s" for name in CASES}
AFTER_CTRL_C = {name: "interrupted" if name == "generate" else "on request" for name in CASES}


def start(name: str, *options: str) -> subprocess.Popen[str]:
    """The command in a process of its own, which says when it is loaded: a signal may come from then on."""
    heed = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)"  # a shell's jobs may ignore it
    )
    main = "from gridwright.cli import main; print('ready', file=sys.stderr, flush=True); sys.exit(main())"
    typed = CASES[name][0]
    code = f"{heed}; print('ready', file=sys.stderr, flush=True)\n{BACKBONE}" if not typed else f"{heed}; {main}"
    child = subprocess.Popen(
        [sys.executable, "-c", code, *typed[:1], *options, *typed[1:]],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ},
    )  # fmt: skip
    assert child.stderr is not None
    assert "ready\n" == child.stderr.readline()
    return child


def work_for(seconds: float, child: subprocess.Popen[str]) -> None:
    """Let it be until it has had so much of the processor's time, whatever else the machine does."""
    process = psutil.Process(child.pid)
    begun = sum(process.cpu_times()[:2])
    while child.poll() is None and sum(process.cpu_times()[:2]) < begun + seconds:
        time.sleep(0.02)


@pytest.mark.parametrize("name", CASES)
def test_a_second_ends_it_with_what_it_has(name: str) -> None:
    with start(name, "--time-limit", "1") as child:
        out, talk = child.communicate(EMPTY, timeout=60)

    assert 1 == child.returncode
    assert CASES[name][1].format(AFTER_TIME[name]) in out + talk
    assert "Traceback" not in talk


@pytest.mark.parametrize("name", CASES)
def test_ctrl_c_ends_it_with_what_it_has(name: str) -> None:
    with start(name) as child:
        assert child.stdin is not None
        child.stdin.write(EMPTY)
        child.stdin.close()
        child.stdin = None
        work_for(1, child)
        child.send_signal(signal.SIGINT)
        out, talk = child.communicate(timeout=60)

    assert 130 == child.returncode
    assert CASES[name][1].format(AFTER_CTRL_C[name]) in out + talk
    assert "Traceback" not in talk


def processor_seconds(name: str, *options: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with start(name, *options) as child:
        child.communicate(EMPTY, timeout=60)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_it_ends_within_a_fifth_of_a_second(name: str) -> None:
    """CP-SAT within half a second. Start-up is what the same call takes with hardly any time."""
    start_up = min(processor_seconds(name, "--time-limit", "0.001") for _ in range(2))
    over = processor_seconds(name, "--time-limit", "1") - start_up - 1
    print(f"{name}: start-up {start_up:.2f} s, then {over:+.2f} s beyond its second")

    assert over < (0.5 if name == "solve cpsat" else 0.2)
