"""gridwright enumerate: every puzzle of a size that has one solution, or how many there are

Section: Puzzles
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import click

from ..enumeration import PuzzleSpace, Unit, estimate
from ..generation import read_bounds, read_size
from ..model import GridwrightError, Limits, Puzzle, Stopped, UnknownName
from .command import as_json, scale_option, time_limit_of
from .command import command as make_command
from .output import Report, complain

TOO_LONG = 3600.0
"""Seconds; what takes longer is not begun without --yes."""
CHUNK = 500
"""Puzzles that are graded together."""
OFTEN = 2.0
"""Seconds between two notes of how far it is."""


@make_command(
    "enumerate",
    "Go through every puzzle of a size that has one solution.\n\n"
    "Prints the puzzles in a fixed order, or with --count-only how many there are; the last line has the counts by "
    "number of clues. What takes long says how long beforehand and wants --yes; Ctrl-C, or a limit, ends it with what "
    "it has, and --resume FILE goes on from there. Exit code: 0 done, 1 cut short, 2 misuse.",
    (
        "gridwright enumerate sudoku --size 4 --minimal --count-only",
        "gridwright enumerate sudoku --size 4 --minimal --up-to-symmetry",
        "gridwright enumerate queens --size 4 --count-only --json",
        "gridwright enumerate latin --size 3 --clues 2..3",
    ),
)
@click.argument("genre")
@click.option("--size", required=True, metavar="N|NxM", help="Rows of the board, or rows x columns.")
@click.option("--variant", "variants", multiple=True, metavar="V", help="A variant of the genre, such as eight.")
@click.option("--minimal", is_flag=True, help="Only puzzles of which no clue can be taken away.")
@click.option("--up-to-symmetry", is_flag=True, help="One of each that are turned, mirrored, renamed copies.")
@click.option("--count-only", is_flag=True, help="Print the counts alone: much faster.")
@click.option("--clues", metavar="A..B", help="Only puzzles with so many clues.")
@click.option("--tier", metavar="NAME", help="Only puzzles of this tier of the scale.")
@scale_option("Which scale names tiers")
@click.option("--resume", type=click.Path(dir_okay=False), metavar="FILE", help="Keep in FILE how far it is; go on.")
@click.option("--yes", is_flag=True, help="Begin even if it takes days.")
@time_limit_of("it all")
@as_json
def command(
    genre: str, size: str, variants: tuple[str, ...], minimal: bool, up_to_symmetry: bool, count_only: bool,
    clues: str | None, tier: str | None, scale: str, resume: str | None, yes: bool, limits: Limits, as_json: bool,
) -> int:  # fmt: skip
    least, most = _bounds(clues)
    space = PuzzleSpace(
        genre, *read_size(size), variants=variants, minimal=minimal, up_to_symmetry=up_to_symmetry, clues=(least, most)
    )
    if minimal and not space.has_clues:
        complain(f"a {space.genre.key} has no clues that could be taken away: --minimal changes nothing")
    if not yes and limits.seconds is None:
        ahead = estimate(space)
        if ahead.seconds > TOO_LONG:
            raise click.UsageError(f"{ahead.sentence()}: say --yes to begin", click.get_current_context())
    asked: dict[str, Any] = {
        "genre": space.genre.key, "size": size, "variants": sorted(variants), "minimal": minimal,
        "up_to_symmetry": up_to_symmetry, "count_only": count_only, "clues": clues, "tier": tier,
        "scale": scale if tier else None,
    }  # fmt: skip
    state = _State(resume, asked)
    report, limits, began = Report(as_json), limits.begin(), time.perf_counter()
    stopped: Stopped | None = None
    try:
        _go_through(space, state, report, limits, None if tier is None else (tier, scale), count_only)
    except Stopped as stop:
        stopped = stop
    state.write(done=stopped is None)
    seconds = time.perf_counter() - began
    counts = dict(sorted(state.counts.items()))
    if as_json:
        fields: dict[str, Any] = {"counts": {str(k): n for k, n in counts.items()}} if space.has_clues else {}
        report.report("enumeration", **asked, **fields, total=state.counts.total(), layouts=space.layouts_seen,
                      complete=stopped is None, seconds=round(seconds, 3))  # fmt: skip
    else:
        _tell(report, space, counts, seconds)
    if stopped is not None:
        hint = f"the same command with --resume {resume} goes on" if resume else "with --resume FILE it could go on"
        report.cut_short(f"{stopped}: these are not all; {hint}")
    return report.code


def _bounds(text: str | None) -> tuple[int, int | None]:
    if text is None:
        return 0, None
    low, high = read_bounds(text)
    return int(low or 0), None if high is None else int(high)


def _go_through(
    space: PuzzleSpace, state: _State, report: Report, limits: Limits, tier: tuple[str, str] | None, count_only: bool
) -> None:
    """Count, or print, what comes after the place where the state is."""
    one_of_each = count_only and tier is None
    for unit in space.units(one_of_each=one_of_each, after=state.after, limits=limits):
        if one_of_each:
            state.counts += space.counts_of(unit, limits)
        else:
            for clues, puzzle in _of_tier(islice(space.puzzles_of(unit, limits), state.within, None), tier):
                limits.check()
                if puzzle is not None:
                    state.counts[clues] += 1
                    if not count_only:
                        report.document(puzzle) if report.as_json else report.line(str(puzzle))
                state.within += 1
        state.finish(unit)


def _of_tier(found: Iterator[tuple[int, Puzzle]], tier: tuple[str, str] | None) -> Iterator[tuple[int, Puzzle | None]]:
    """Puzzles with their numbers of clues; None in place of those that are of another tier."""
    if tier is None:
        yield from found
        return
    from ..grading import grade_many
    from ..grading import scale as scale_named

    name, by = tier[0], scale_named(tier[1])
    while chunk := list(islice(found, CHUNK)):
        known = [*(each.name for each in by.tiers(chunk[0][1])), by.top(chunk[0][1])]
        if name not in known:
            raise UnknownName(f"tier of {chunk[0][1].genre.key} on {by.key}", name, known)
        for (clues, puzzle), grade in zip(chunk, grade_many([each for _, each in chunk], by), strict=True):
            yield clues, puzzle if grade is not None and grade.tier == name else None


def _tell(report: Report, space: PuzzleSpace, counts: dict[int, int], seconds: float) -> None:
    total = sum(counts.values())
    if space.has_clues:
        for clues, number in counts.items():
            report.line(f"{clues:3} clue{'s' * (clues != 1)}: {number:,}")
    rate = f"{total / seconds:,.0f} a second" if seconds > 0 else ""
    report.line(
        f"{total:,} puzzle{'s' * (total != 1)} with one solution in {seconds:.1f} s" + (f", {rate}" * bool(rate))
    )


class _State:
    """How far it is: what was asked, the last unit that is done, puzzles of the next that are, and the counts."""

    def __init__(self, path: str | None, asked: dict[str, Any]) -> None:
        self._path, self._asked = Path(path) if path else None, asked
        self.after, self.within = (0, -1), 0
        self.counts: Counter[int] = Counter()
        self._noted = time.monotonic()
        if self._path is None or not self._path.exists():
            return
        try:
            found = json.loads(self._path.read_text("utf-8"))
            if found["asked"] != asked:
                raise GridwrightError(f"{path} was left by another command: {_spelled(found['asked'])}")
            self.after, self.within = tuple(found["after"]), found["within"]
            self.counts = Counter({int(clues): number for clues, number in found["counts"].items()})
        except (ValueError, KeyError, TypeError, AttributeError):
            raise GridwrightError(f"{path} is no file that enumerate has left") from None

    def finish(self, unit: Unit) -> None:
        """This unit is done."""
        self.after, self.within = unit.number, 0
        if time.monotonic() - self._noted > OFTEN:
            self._noted = time.monotonic()
            self.write(done=False)
            if sys.stderr.isatty():
                complain(f"layout {unit.number[0] + 1:,}, {self.counts.total():,} puzzles so far")

    def write(self, *, done: bool) -> None:
        """Keep it, whole or not at all."""
        if self._path is None:
            return
        sys.stdout.flush()
        found = {
            "asked": self._asked, "after": self.after, "within": self.within, "done": done,
            "counts": self.counts,
        }  # fmt: skip
        new = self._path.with_name(self._path.name + ".new")
        new.write_text(json.dumps(found) + "\n", "utf-8")
        os.replace(new, self._path)


def _spelled(asked: dict[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in asked.items() if value not in (None, False, []))
