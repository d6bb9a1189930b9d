"""gridwright corpus verify"""

from __future__ import annotations

from pathlib import Path

import click

from ...execution import executor_of
from ...model import Limits
from ..command import command as make_command
from ..command import interrupted, time_limit
from ..output import Report, complain
from ..progress import ProgressLine
from ..workers import worker_options
from . import folder as folder_argument
from . import opened, spelled_count


@make_command(
    "verify",
    "Read a corpus strictly, and solve and grade its puzzles again: all, or a sample.\n\n"
    "Prints what no longer holds: a line that is no entry, a solution, a grade, a digest; and copies, where all are "
    "looked at. Exit code: 0 all holds, 1 something does not, 2 misuse.",
    (
        "gridwright corpus verify pool",
        "gridwright corpus verify pool --sample 1000 --seed tuesday --json",
        "gridwright corpus verify pool --workers 2",
    ),
)
@folder_argument
@click.option("--sample", type=click.IntRange(1), metavar="N", help="Only N puzzles, drawn by the seed.")
@click.option("--seed", default="", metavar="S", help="Any word.")
@click.option("--threads", default=1, type=click.IntRange(1, 256), metavar="N", help="Threads; 1 if left out.")
@time_limit
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each thing that does not hold.")
@worker_options()
def command(
    folder: str, sample: int | None, seed: str, threads: int, limits: Limits, as_json: bool, workers: int | None,
    cluster: str | None, parts: str | None,
) -> int:  # fmt: skip
    corpus, report = opened(folder), Report(as_json)
    total = min(len(corpus), sample or len(corpus))
    faults = 0
    executor = executor_of(workers, cluster)
    try:
        with ProgressLine("verifying", total) as progress:
            for fault in corpus.verify(
                sample=sample, seed=seed, threads=threads, limits=limits, progress=progress.advance, executor=executor,
                parts=Path(parts) if parts else None,
            ):  # fmt: skip
                report.no()
                faults += 1
                with progress.cleared():
                    if as_json:
                        report.report("verify", shard=fault.shard, line=fault.line, fault=fault.sentence)
                    else:
                        report.line(str(fault))
    finally:
        executor.close()
    done = "stopped before the end" if interrupted.is_set() else f"{spelled_count(total)} checked"
    complain(f"{done}: {'all holds' if not faults else spelled_count(faults, 'fault')}")
    return report.code
