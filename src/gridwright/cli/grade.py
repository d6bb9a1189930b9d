"""gridwright grade: how hard puzzles are for people, by the techniques that they need

Section: Reasons
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import zip_longest

import click

from ..grading import Grade, Verdict, grade, grade_many
from ..model import GridwrightError, Limits, Stop
from .command import command as make_command
from .command import in_part, no_uniqueness, own_rules, scale_option, scale_with, time_limit
from .input import Item
from .loop import BatchSize, PuzzleLoop, attempt, takes_puzzles
from .output import Report
from .workers import pieces_of, takes_workers

QUICK = 0.5
"""Seconds in which a batch ought to be done, so that there is progress to see."""
LONGEST_BATCH = 1000
"""Puzzles of a batch at the most."""
Timed = tuple[Grade, float]
"""A grade, and the seconds that it took."""
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
@takes_workers(lambda options: pieces_of(options["loop"].input))
def command(
    loop: PuzzleLoop, scale: str, show_open: bool, threads: int, limits: Limits, no_uniqueness: bool,
    rules: str | None,
) -> int:  # fmt: skip
    by, alone = scale_with(scale, rules), loop.is_alone
    one_by_one = show_open or limits.seconds is not None  # each puzzle has its own time

    def answers(items: list[Item]) -> Iterator[Timed | GridwrightError]:
        began = time.perf_counter()
        puzzles = [] if one_by_one else [item.puzzle for item in items]
        together = list(grade_many(puzzles, by, uniqueness=not no_uniqueness, threads=threads, limits=limits))
        mean = (time.perf_counter() - began) / max(len(items), 1)
        for item, found in zip_longest(items, together):
            yield attempt(answer, item) if found is None else (found, mean)

    def answer(item: Item) -> Timed:
        began = time.perf_counter()
        found = grade(item.puzzle, by, uniqueness=not no_uniqueness, show_open=show_open, limits=limits)
        return found, time.perf_counter() - began

    def tell(item: Item, timed: Timed) -> None:
        found, seconds = timed
        if found.stop is not Stop.CANCELLED or alone:  # what was done is printed
            _print(loop.report, item, found, limits, seconds, alone=alone)

    return loop.in_batches(answers, tell, "grading", BatchSize(LONGEST_BATCH, QUICK, threads))


def _print(report: Report, item: Item, found: Grade, limits: Limits, seconds: float, *, alone: bool) -> None:
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
