"""gridwright bench: measure speed on this machine

Section: This installation
"""

from __future__ import annotations

import sys

import click

from .clone import clone_module
from .command import command as make_command
from .output import Report, complain


@make_command(
    "bench",
    "Measure speed on this machine: puzzles per second, with other solvers beside where they are installed.",
    ("gridwright bench --quick", "gridwright bench"),
)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--quick", is_flag=True, help="A few seconds instead of minutes; the figures are rougher.")
def command(names: tuple[str, ...], quick: bool) -> int:
    bench = clone_module("bench")
    if bench is None:
        complain("the benchmarks are in no wheel: clone the repository, and run `make setup` and `make bench` there")
        return 2
    report = Report()
    for line in bench.run(list(names), quick):
        report.line(line)
        sys.stdout.flush()
    return report.code
