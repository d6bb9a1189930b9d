"""gridwright play, as it is typed: it says where it serves, and Ctrl-C ends it and its processes at once."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import click
import pytest

from gridwright.cli import _group, command_named, main

HEED = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
HEADERS = {"content-type": "application/json"}
CODE = f"{HEED}; from gridwright.cli import main; main()"


def children(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are listed in /proc")
def test_play_serves_until_it_is_stopped() -> None:
    typed = ["play", "--port", "0", "--no-browser", "--genre", "sudoku", "1...3..4..2....1"]
    with subprocess.Popen([sys.executable, "-c", CODE, *typed], stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdout is not None
        address, _, fragment = playing.stdout.readline().strip().partition("#")
        sudoku = json.dumps({"puzzle": "1...3..4..2....1", "genre": "sudoku"}).encode()
        with urlopen(Request(f"{address}api/v1/hint", sudoku, HEADERS)) as answer:
            status = json.load(answer)["status"]
        with urlopen(address) as page:
            assert b"<title>" in page.read()
        endless = {"genre": "sudoku", "needs": ["jellyfish"], "seed": "a"}
        with urlopen(Request(f"{address}api/v1/generate", json.dumps(endless).encode(), HEADERS)) as making:
            making.readline()
            workers = children(playing.pid)
            playing.send_signal(signal.SIGINT)
            code = playing.wait(60)

    assert ("play?puzzle=1...3..4..2....1&genre=sudoku", "step") == (fragment, status)
    assert code in (0, 130)
    assert workers
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def test_every_example_of_the_help_is_an_invocation_that_parses() -> None:
    command, top = command_named("play"), click.Context(_group, **_group.context_settings)
    for example in command.examples:  # type: ignore[attr-defined]
        command.make_context("play", example.split()[2:], parent=top)


def test_a_bad_puzzle_is_told_before_anything_is_served(capfd: pytest.CaptureFixture[str]) -> None:
    assert 2 == main(["play", "--genre", "sudoku", "1.."])
    assert "81 for 9 rows" in capfd.readouterr().err
