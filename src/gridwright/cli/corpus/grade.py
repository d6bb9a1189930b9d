"""gridwright corpus grade"""

from __future__ import annotations

import click

from ...execution import executor_of
from ...files.user_file import user_file
from ...grading import scale as scale_named
from ...model import GridwrightError, Limits
from ..command import command as make_command
from ..command import time_limit
from ..names import SCALE
from ..output import Report
from ..progress import ProgressLine
from ..workers import worker_options
from . import folder as folder_argument
from . import opened, spelled_count


@make_command(
    "grade",
    "Fill in what is missing: grades on the scales that are named, solutions, digests of forms.\n\n"
    "What is there stays. Each file is replaced in one step when all of its lines are done; a run that was stopped or "
    "killed goes on where it was. What needs more time than it may take stays as it is. "
    "Exit code: 0 done, 1 stopped, or another process writes some file, 2 misuse or a bad line.",
    ("gridwright corpus grade pool", "gridwright corpus grade pool --scale standard --scale sgt --threads 2"),
)
@folder_argument
@click.option(
    "--scale", "scales", multiple=True, metavar="NAME", type=SCALE, help="A scale, name or file; standard if left out."
)
@click.option("--threads", default=1, type=click.IntRange(1, 256), metavar="N", help="Threads; 1 if left out.")
@time_limit
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
@worker_options(parts=False)
def command(
    folder: str, scales: tuple[str, ...], threads: int, limits: Limits, as_json: bool, workers: int | None,
    cluster: str | None,
) -> int:  # fmt: skip
    if (workers or cluster) and (own := [name for name in scales if user_file(name)]):
        raise GridwrightError(f"workers know scales by name, and {own[0]} is a file of your own")
    by = [scale_named(name) for name in scales or ("standard",)]
    corpus, report = opened(folder), Report(as_json)
    with ProgressLine("grading", len(corpus)) as progress:
        executor = executor_of(workers, cluster)
        try:
            done = corpus.grade(*by, threads=threads, limits=limits, progress=progress.advance, executor=executor)
        finally:
            executor.close()
    if done.stopped or done.busy:
        report.no()
    if as_json:
        report.report("completed", scales=[each.key for each in by], entries=done.entries, changed=done.changed,
                      busy=list(done.busy), stopped=done.stopped)  # fmt: skip
    else:
        news = f"{done.changed:,} with something new" if done.changed else "nothing was missing"
        stopped = "; stopped, the next run goes on from here" if done.stopped else ""
        report.line(f"{spelled_count(done.entries)}, {news}{stopped}")
    return report.code
