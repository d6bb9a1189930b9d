"""gridwright grade: how hard puzzles are for people, by the techniques that they need

Section: Reasons
"""

from __future__ import annotations

import sys
import time
from itertools import islice

import click

from ..grading import Grade, Verdict, grade, grade_many
from ..model import GridwrightError, Limits, Stop
from .command import command as make_command
from .command import in_part, no_uniqueness, own_rules, scale_option, scale_with, takes_puzzles, time_limit
from .input import Input, Item
from .output import ProgressLine, Report
from .workers import pieces_of, takes_workers

SOON = 0.5
"""Seconds in which a chunk ought to be done, so that there is progress to see;"""
LONGEST_CHUNK = 1000
"""and how long it may become."""
PLAIN = {Verdict.NONE: "none: there is no solution", Verdict.MULTIPLE: "multiple: there are several solutions"}


@make_command(
    "grade",
    "Say how hard puzzles are for people.\n\n"
    "Prints the tier, the rating (the sum over all steps), the hardest technique and how often each was used. "
    "Exit code: 0 done, 1 some puzzle is stuck, has not just one solution or needs more time, 2 misuse or a bad line.",
    (
        "gridwright grade 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "gridwright grade --genre queens 1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE",
        "gridwright grade --json --open --genre sudoku 1...3..4..2....1",
    ),
)
@takes_puzzles
@scale_option("Which scale judges")
@click.option("--open", "show_open", is_flag=True, help="Count the steps that were open at each step.")
@click.option("--threads", default=1, type=click.IntRange(1, 256), metavar="N", help="Threads; 1 if left out.")
@time_limit
@no_uniqueness
@own_rules
@takes_workers(lambda options: pieces_of(Input(options["puzzles"], options["genre"], options["form"])))
def command(
    puzzles: tuple[str, ...], genre: str | None, form: str | None, as_json: bool, scale: str, show_open: bool,
    threads: int, limits: Limits, no_uniqueness: bool, rules: str | None,
) -> int:  # fmt: skip
    by = scale_with(scale, rules)
    given = Input(puzzles, genre, form)
    alone = len(given) == 1
    report = Report(as_json, form)
    with ProgressLine("grading", len(given)) as progress:
        items = iter(given)
        size = 1
        while chunk := list(islice(items, size)):
            began = time.perf_counter()
            todo = [item.puzzle for item in chunk if item.puzzle is not None]
            one_by_one = show_open or limits.seconds is not None  # each puzzle has its own time
            together = [] if one_by_one else list(
                grade_many(todo, by, uniqueness=not no_uniqueness, threads=threads, limits=limits)
            )  # fmt: skip
            quick, mean = iter(together), (time.perf_counter() - began) / max(len(todo), 1)
            for item in chunk:
                if item.puzzle is None:
                    report.bad(item)
                    continue
                started = time.perf_counter()
                try:
                    found = next(quick, None)
                    seconds = mean
                    if found is None:
                        found = grade(
                            item.puzzle, by, uniqueness=not no_uniqueness, show_open=show_open, limits=limits
                        )  # fmt: skip
                        seconds = time.perf_counter() - started
                except GridwrightError as error:
                    report.bad(item, error)
                    continue
                if found.stop is Stop.CANCELLED and not alone:
                    break  # what was done is printed
                _print(report, item, found, limits, seconds, alone=alone)
            progress.advance(len(chunk))
            sys.stdout.flush()
            size = min(2 * size, LONGEST_CHUNK) if time.perf_counter() - began < SOON else max(size // 2, threads)
    return report.code


def _print(report: Report, item: Item, found: Grade, limits: Limits, seconds: float, *, alone: bool) -> None:
    assert item.puzzle is not None
    if found.stop is not None and found.status is not Verdict.STOPPED:
        report.cut_short(f"{limits.sentence(found.stop)}: steps that were open are not counted", item)
    if found.status is not Verdict.SOLVED:
        report.no()
    if report.as_json:
        report.grade(found, item.puzzle, None if in_part.get() else round(seconds, 6))
    else:
        report.line(("" if alone else f"line {item.line}: ") + _told(found, limits))


def _told(found: Grade, limits: Limits) -> str:
    """A grade in a line."""
    if found.status in PLAIN:
        return PLAIN[found.status]
    used = ", ".join(f"{name} {count}" for name, count in found.techniques.items())
    steps = f"{found.steps} step{'s' * (found.steps != 1)}" + (f" ({used})" if used else "")
    if found.status is Verdict.STOPPED and found.stop is not None:
        return f"{limits.sentence(found.stop)}: {steps} so far"
    if found.status is Verdict.STUCK:
        return f"{found.tier}: stuck after {steps}"
    parts = [f"{found.tier}: rating {found.rating:g}", f"hardest {found.hardest or 'nothing'}", steps]
    if found.open is not None:
        parts.append(f"open {' '.join(map(str, found.open))}")
    return ", ".join(parts)
