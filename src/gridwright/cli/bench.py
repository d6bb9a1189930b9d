"""gridwright bench: measure speed on this machine

Section: This installation
"""

from __future__ import annotations

import sys
from importlib import import_module

import click

from ..model import GridwrightError
from .command import command as make_command
from .output import Report


@make_command(
    "bench",
    "Measure speed on this machine: puzzles per second, with other solvers beside where they are installed.",
    ("gridwright bench --quick", "gridwright bench"),
)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--quick", is_flag=True, help="A few seconds instead of minutes; the figures are rougher.")
def command(names: tuple[str, ...], quick: bool) -> int:
    try:
        bench = import_module("gridwright.bench")
    except ModuleNotFoundError as error:
        raise GridwrightError(f"the benchmarks are not installed ({error})") from None
    report = Report()
    for line in bench.run(list(names), quick):
        report.line(line)
        sys.stdout.flush()
    return report.code
