"""How work is timed, and how a figure is printed.

CPU time of this process, not the clock on the wall, so that other programs on the machine disturb little. Works that
are compared run in turn, round after round, so that a slow minute hits them all; of the rounds the best counts and the
median stands beside it. Work that is too short to time is repeated until it is not.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class TimedWork:
    """A call that deals with so many puzzles. `prepare` makes the call, anew for each timing, and is not timed."""

    name: str
    puzzles: int
    prepare: Callable[[], Callable[[], object]]

    @classmethod
    def of(cls, name: str, puzzles: int, call: Callable[[], object]) -> TimedWork:
        """A call that needs no preparation."""
        return cls(name, puzzles, lambda: call)

    def seconds(self, repeats: int) -> float:
        """The CPU time that the calls take."""
        return sum(cpu_seconds(self.prepare()) for _ in range(repeats))


@dataclass(frozen=True)
class Timing:
    """Puzzles per second, best and median of the rounds."""

    best: float
    median: float


@dataclass(frozen=True)
class Goal:
    """What a value was to reach at least, in words: "0.97 of the batch"."""

    value: float
    reach: float
    words: str = ""

    @property
    def reached(self) -> bool:
        return self.value >= self.reach

    def __str__(self) -> str:
        reach = f"{self.reach:,.0f}" if self.reach >= 100 else f"{self.reach:g}"
        words = f"{self.value:.2f} {self.words}, " if self.words else ""
        return f"{words}target {reach}: {'reached' if self.reached else 'short'}"


@dataclass(frozen=True)
class Heading:
    """The title of a table, and what its last column compares with."""

    title: str
    unit: str = "per second"
    median: str = "median"
    ratio: str = ""


@dataclass(frozen=True)
class Figure:
    """A line of a table."""

    work: str
    best: float
    median: float | None = None
    ratio: float | None = None
    """How many times as fast the first line of the table is."""
    goal: Goal | None = None
    remark: str = ""
    unit: str = ""
    """Only where it is not the table's."""


@dataclass(frozen=True)
class Remark:
    """A sentence between tables."""

    text: str


TableItem = Heading | Figure | Remark


LEAST = 0.05
"""CPU seconds that a timing lasts at least, unless told."""


def interleaved(works: Sequence[TimedWork], rounds: int, least: float | None = None) -> dict[str, Timing]:
    """Time every work once a round; each timing lasts at least `least` CPU seconds."""
    least = LEAST if least is None else least
    repeats: dict[str, int] = {}
    rates: dict[str, list[float]] = {work.name: [] for work in works}
    for work in works:  # the first round finds out how often to repeat each
        repeats[work.name], seconds = _repeats(work, least)
        rates[work.name].append(work.puzzles * repeats[work.name] / seconds)
    for _ in range(rounds - 1):
        for work in works:
            gc.collect()
            seconds = work.seconds(repeats[work.name])
            rates[work.name].append(work.puzzles * repeats[work.name] / seconds)
    return {name: Timing(max(values), statistics.median(values)) for name, values in rates.items()}


def cpu_seconds(call: Callable[[], object]) -> float:
    """The CPU time that a call takes."""
    began = time.process_time()
    call()
    return max(time.process_time() - began, 1e-9)


def wall_and_cpu_seconds(call: Callable[[], object]) -> tuple[float, float]:
    """What a call takes by the clock on the wall, and in CPU time over all threads."""
    gc.collect()
    wall, cpu = time.perf_counter(), time.process_time()
    call()
    return time.perf_counter() - wall, time.process_time() - cpu


def _repeats(work: TimedWork, least: float) -> tuple[int, float]:
    """How often to repeat the work so that it can be timed, and the CPU time that this takes."""
    repeats = 1
    while (seconds := work.seconds(repeats)) < least:
        repeats = max(2 * repeats, int(1.2 * repeats * least / max(seconds, 1e-6)))
    return repeats, seconds


@dataclass
class Printer:
    """Items to lines, as they come."""

    heading: Heading = field(default_factory=lambda: Heading(""))

    def lines(self, item: TableItem) -> list[str]:
        if isinstance(item, Remark):
            return [f"  {item.text}"]
        if isinstance(item, Heading):
            self.heading = item
            return ["", item.title, f"  {'':<34}{item.unit:>14}{item.median:>14}{item.ratio:>14}".rstrip()]
        median = "" if item.median is None else _number(item.median)
        ratio = "" if item.ratio is None else f"{_number(item.ratio)} ×"
        said = "; ".join(str(part) for part in (item.goal, item.remark) if part)
        value = f"{_number(item.best)} {item.unit}".rstrip()
        return [f"  {item.work:<34}{value:>14}{median:>14}{ratio:>14}  {said}".rstrip()]

    def record(self, item: TableItem) -> dict[str, Any] | None:
        """A figure as JSON would have it; None for what is no figure."""
        if isinstance(item, Heading):
            self.heading = item
        if not isinstance(item, Figure):
            return None
        row: dict[str, Any] = {
            "table": self.heading.title, "work": item.work, "unit": item.unit or self.heading.unit, "best": item.best,
            "median": item.median, "ratio": item.ratio,
        }  # fmt: skip
        if item.goal:
            row |= {"target": item.goal.reach, "value": item.goal.value, "reached": item.goal.reached}
        return {key: value for key, value in row.items() if value is not None}


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
