"""gridwright enumerate: every puzzle of a size that has one solution, or how many there are

Section: Puzzles
"""

from __future__ import annotations

import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from ..enumeration import PuzzleSpace, estimate
from ..execution import executor_of
from ..genres import genre as genre_named
from ..model import GridwrightError, Limits, Stopped
from .command import as_json, scale_option, time_limit_of
from .command import command as make_command
from .enumeration import CorpusOutput, EnumerationArguments, EnumerationState, SpelledSpace, run_over_parts
from .names import GENRE, VARIANT
from .output import Report, complain
from .progress import ProgressLine
from .workers import worker_options

TOO_LONG = 3600.0
"""Seconds; what takes longer is not begun without --yes."""


@make_command(
    "enumerate",
    "Go through every puzzle of a size that has one solution.\n\n"
    "Prints the puzzles in a fixed order, or with --count-only how many there are; the last line has the counts by "
    "number of clues. What takes long says how long beforehand and wants --yes; Ctrl-C, or a limit, ends it with what "
    "it has, and --resume FILE goes on from there (over workers --parts DIR; --corpus DIR needs neither to go on, only "
    "to be sooner there). Exit code: 0 done, 1 cut short, 2 misuse.",
    (
        "gridwright enumerate sudoku --size 4 --minimal --count-only",
        "gridwright enumerate sudoku --size 4 --minimal --up-to-symmetry",
        "gridwright enumerate queens --size 4 --count-only --json",
        "gridwright enumerate latin --size 3 --clues 2..3",
        "gridwright enumerate latin --size 3 --workers 2 --corpus pool",
    ),
)
@click.argument("genre", type=GENRE)
@click.option("--size", required=True, metavar="N|NxM", help="Rows of the board, or rows x columns.")
@click.option(
    "--variant", "variants", multiple=True, metavar="V", type=VARIANT, help="A variant of the genre, such as eight."
)
@click.option("--minimal", is_flag=True, help="Only puzzles of which no clue can be taken away.")
@click.option("--up-to-symmetry", is_flag=True, help="One of each that are turned, mirrored, renamed copies.")
@click.option("--count-only", is_flag=True, help="Print the counts alone: much faster.")
@click.option("--clues", metavar="A..B", help="Only puzzles with so many clues.")
@click.option("--tier", metavar="NAME", help="Only puzzles of this tier of the scale.")
@scale_option("Which scale names tiers")
@click.option("--resume", type=click.Path(dir_okay=False), metavar="FILE", help="Keep in FILE how far it is; go on.")
@click.option(
    "--corpus",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Keep the puzzles in a corpus, with their solutions, behind those that it has.",
)
@click.option("--yes", is_flag=True, help="Begin even if it takes days.")
@time_limit_of("it all")
@as_json
@worker_options()
def command(
    genre: str, size: str, variants: tuple[str, ...], minimal: bool, up_to_symmetry: bool, count_only: bool,
    clues: str | None, tier: str | None, scale: str, resume: str | None, corpus: str | None, yes: bool, limits: Limits,
    as_json: bool, workers: int | None, cluster: str | None, parts: str | None,
) -> int:  # fmt: skip
    in_parts = workers is not None or cluster is not None or parts is not None
    if in_parts and resume is not None:
        raise click.UsageError("over workers --parts DIR goes on, not --resume", click.get_current_context())
    if count_only and corpus is not None:
        raise click.UsageError("--count-only has no puzzles for a corpus", click.get_current_context())
    asked: EnumerationArguments = {
        "genre": genre_named(genre).key, "size": size, "variants": sorted(variants), "minimal": minimal,
        "up_to_symmetry": up_to_symmetry, "count_only": count_only, "clues": clues, "tier": tier,
        "scale": scale if tier else None,
    }  # fmt: skip
    spelling = "entry" if corpus is not None else "document" if as_json else "text"
    work = SpelledSpace(asked, spelling)
    space, ahead = work.space, None
    if minimal and not space.has_clues:
        complain(f"a {space.genre.key} has no clues that could be taken away: --minimal changes nothing")
    if not yes and limits.seconds is None:
        ahead = estimate(space)
        if ahead.seconds > TOO_LONG:
            raise click.UsageError(f"{ahead.sentence()}: say --yes to begin", click.get_current_context())
    state = EnumerationState(resume, asked)
    if corpus is not None:
        state.output = CorpusOutput(corpus, asked, state)
    report, limits, began = Report(as_json), limits.begin(), time.perf_counter()
    executor = executor_of(workers, cluster) if in_parts else None
    stopped: Stopped | None = None
    before = state.counts.total()

    def so_far() -> str:
        done, seconds, layouts = state.counts.total(), progress.seconds, space.layouts_seen
        told = [f"{done:,} puzzles", f"{(done - before) / seconds:,.0f} a second"]
        if ahead is not None and ahead.layouts > layouts > 1:
            told.append(f"about {seconds * (ahead.layouts / layouts - 1):,.0f} s left")
        return "; ".join(told)

    progress = ProgressLine(describe=so_far, keeps_lines=in_parts)
    prints_here = sys.stdout.isatty() and corpus is None and not count_only
    try:
        with nullcontext() if prints_here else progress:
            if executor is not None:
                folder, space.layouts_seen = Path(parts) if parts is not None else None, 0
                for layouts in run_over_parts(asked, spelling, executor, folder, state, limits):
                    space.layouts_seen += layouts
            else:
                for unit in space.units(one_of_each=work.one_of_each, after=state.after, limits=limits):
                    work.go_through(unit, state, state.output.put, limits)
                    state.finish(unit)
    except Stopped as stop:
        stopped = stop
    except GridwrightError as error:
        if executor is None:
            raise
        raise GridwrightError(f"{error}: {_again(resume, parts, in_parts)}") from None
    finally:
        state.output.close()
        if executor is not None:
            executor.close()
    state.write(done=stopped is None)
    seconds = None if in_parts else time.perf_counter() - began
    counts = dict(sorted(state.counts.items()))
    if as_json:
        fields: dict[str, Any] = {"counts": {str(k): n for k, n in counts.items()}} if space.has_clues else {}
        fields |= {"total": state.counts.total(), "layouts": space.layouts_seen, "complete": stopped is None}
        fields |= {} if seconds is None else {"seconds": round(seconds, 3)}
        report.report("enumeration", **asked, **fields)
    else:
        _tell(report, space, counts, seconds)
    if stopped is not None:
        report.cut_short(f"{stopped}: these are not all; {_again(resume, parts, in_parts)}")
    return report.code


def _again(resume: str | None, parts: str | None, in_parts: bool) -> str:
    """How it could go on."""
    option, value = ("--parts", parts) if in_parts else ("--resume", resume)
    if value is not None:
        return f"the same command with {option} {value} goes on"
    return f"with {option} {'DIR' if in_parts else 'FILE'} it could go on"


def _tell(report: Report, space: PuzzleSpace, counts: dict[int, int], seconds: float | None) -> None:
    total = sum(counts.values())
    if space.has_clues:
        for clues, number in counts.items():
            report.line(f"{clues:3} clue{'s' * (clues != 1)}: {number:,}")
    timed = f" in {seconds:.1f} s, {total / seconds:,.0f} a second" if seconds else ""
    report.line(f"{total:,} puzzle{'s' * (total != 1)} with one solution{timed}")
