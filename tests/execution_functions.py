"""Functions that workers run in tests: they have to be found by their name in another process."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from gridwright.execution import Result


def squared(number: int) -> Result:
    return Result(f"{number * number}\n")


def squared_by_survivors(argument: tuple[int, str]) -> Result:
    """The first worker at each third number is killed in the middle of it."""
    number, folder = argument
    marker = Path(folder) / f"killed-{number}"
    if number % 3 == 0 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.01)
    return squared(number)


def always_killed(number: int) -> Result:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def noted(argument: tuple[int, str]) -> Result:
    """Leaves a line for each time that it is called."""
    number, folder = argument
    with (Path(folder) / "calls").open("a") as file:
        file.write(f"{number}\n")
    return squared(number)


def told_and_slow(folder: str) -> Result:
    """Says which process it is in and stays there for a minute."""
    (Path(folder) / f"worker-{os.getpid()}").touch()
    time.sleep(60)
    return Result("")
