"""Benchmarks: tables of puzzles per second, with targets and rivals beside them.

    bench.run(names, quick)      the lines of the tables, as they are measured
    python -m bench --quick      the same from a shell; `make bench` also installs the rivals

A benchmark is a module with `measure(quick)`, which yields headings, figures and notes (`measure.py`), and a name in
BENCHMARKS. How to read the tables: docs/bench.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any

from gridwright.model import UnknownName
from gridwright.native import kernel

from .measure import Printer, TableItem

BENCHMARKS = {
    "solve-sudoku": "solve_sudoku",
    "solve-queens": "solve_queens",
    "solve-latin": "solve_latin",
    "solve-arrows": "solve_arrows",
    "solve-loops-and-light": "solve_loops_and_light",
    "learning": "learning",
    "threads": "threads",
    "count": "count",
    "memory": "memory",
    "deduction": "deduction",
    "grade-keen": "grade_keen",
    "grade-arrows": "grade_arrows",
    "generate": "generate",
    "ablation": "ablation",
    "from-text": "from_text",
    "step-by-step": "step_rivals",
    "play": "play",
    "hard-sudokus": "hard_sudokus",
    "discovery-cost": "discovery_cost",
    "discovered-share": "discovered_share",
    "discovery": "discovery",
    "discoveries": "discoveries",
}
"""Name → module; loaded when it is run."""

__all__ = ["BENCHMARKS", "machine", "main", "records", "run"]


def machine() -> dict[str, Any]:
    """What the figures were measured on, in general terms."""
    return {
        "cores": os.cpu_count(), "processor": _processor(), "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(), "path": kernel.path_name(),
    }  # fmt: skip


def run(names: Sequence[str] = (), quick: bool = False) -> Iterable[str]:
    """The lines of the named benchmarks' tables (all, if none is named), each as soon as it is known."""
    wanted = _named(names)
    yield "{processor}, {cores} cores, {system}, Python {python}; kernel path: {path}".format(**machine())
    rounds = "a few rounds over a part of each list: rough" if quick else "best and median of the rounds"
    yield f"CPU time, one thread unless said, solve and prove that there is no second solution; {rounds}"
    printer = Printer()
    for _, item in _items(wanted, quick):
        yield from printer.lines(item)


def records(names: Sequence[str] = (), quick: bool = False) -> Iterator[dict[str, Any]]:
    """The figures as JSON objects, for later comparison."""
    yield {"machine": machine(), "quick": quick}
    printer = Printer()
    for name, item in _items(_named(names), quick):
        row = printer.record(item)
        if row is not None:
            yield {"benchmark": name, **row}


def main(argv: Sequence[str] | None = None) -> int:
    """The command `python -m bench`."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Puzzles per second, with rivals.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which benchmarks: {', '.join(BENCHMARKS)} (all)")
    parser.add_argument("--quick", action="store_true", help="a rough answer in less than 20 seconds")
    parser.add_argument("--json", action="store_true", help="one JSON object a line instead of tables")
    options = parser.parse_args(argv)
    try:
        lines: Iterable[str] = run(options.names, options.quick)
        if options.json:
            lines = (json.dumps(record, ensure_ascii=False) for record in records(options.names, options.quick))
        for line in lines:
            print(line, flush=True)
    except UnknownName as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def _named(names: Sequence[str]) -> list[str]:
    for name in names:
        if name not in BENCHMARKS:
            raise UnknownName("benchmark", name, BENCHMARKS)
    return list(names or BENCHMARKS)


def _items(names: Iterable[str], quick: bool) -> Iterator[tuple[str, TableItem]]:
    for name in names:
        measure: Callable[[bool], Iterator[TableItem]] = import_module(f".{BENCHMARKS[name]}", __name__).measure
        for item in measure(quick):
            yield name, item


def _processor() -> str:
    """The processor's name as Linux tells it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or "an unnamed processor"
