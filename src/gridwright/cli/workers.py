"""Commands over worker processes or a cluster: each part is the same command on a part of its input."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable
from contextlib import redirect_stderr, redirect_stdout
from functools import wraps
from itertools import islice
from pathlib import Path
from typing import Any

import click

from ..model import GridwrightError
from .command import in_part, interrupted, part_of_input
from .config import ARGUMENTS
from .output import complain
from .progress import ProgressLine

PART = 1000
"""Puzzles of a part."""
WORTH_TELLING = 0.5
"""Seconds from which on it is told how long all of it took."""

WORKER_OPTIONS = ("--workers", "--cluster", "--parts")

Cut = Callable[[dict[str, Any]], tuple[int, Iterable[dict[str, Any]]]]
"""How many puzzles there are, and the parts: `arguments` that stand for those of the command, or `pieces` of input."""


def worker_options(*, parts: bool = True) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """The options --workers, --cluster and, unless what is done is kept elsewhere, --parts."""
    options = [
        click.option("--cluster", metavar="ADDRESS", help="Work on the Dask cluster there; local starts one."),
        click.option("--workers", type=click.IntRange(1, 1024), metavar="N", help="Worker processes."),
    ]
    if parts:
        options.insert(0, click.option("--parts", type=click.Path(file_okay=False), metavar="DIR",
                       help="Keep parts in DIR as they are done; the same command goes on from there."))  # fmt: skip

    def decorate(function: Callable[..., int]) -> Callable[..., int]:
        for option in options:
            function = option(function)
        return function

    return decorate


def takes_workers(cut: Cut) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """The options --workers, --cluster and --parts for a command that can be cut into parts."""

    def decorate(function: Callable[..., int]) -> Callable[..., int]:
        @wraps(function)
        def command(workers: int | None, cluster: str | None, parts: str | None, **options: Any) -> int:
            if workers is None and cluster is None and parts is None:
                return function(**options)
            return _in_parts(cut, workers, cluster, parts, options)

        return worker_options()(command)

    return decorate


def _in_parts(cut: Cut, workers: int | None, cluster: str | None, parts: str | None, options: dict[str, Any]) -> int:
    from ..execution import executor_of, run_parts

    context = click.get_current_context()
    typed = without_options(context.meta[ARGUMENTS], WORKER_OPTIONS)
    total, cuts = cut(options)
    arguments = ({"command": [str(context.info_name), *each.pop("arguments", typed)], **each} for each in cuts)
    executor, code = executor_of(workers, cluster), 0
    try:
        with ProgressLine(total=total, keeps_lines=True) as progress:
            for result in run_parts(run_part, arguments, executor, Path(parts) if parts else None):
                with progress.cleared():
                    sys.stdout.write(result.output)
                    sys.stdout.flush()
                    sys.stderr.write(result.talk)
                code = max(code, result.code)
                progress.advance(result.output.count("\n"))
    except GridwrightError as error:
        again = f"the same command with --parts {parts} goes on" if parts else "with --parts DIR it could go on"
        raise GridwrightError(f"{error}: {again}") from None
    finally:
        executor.close()
    if (seconds := progress.seconds) > WORTH_TELLING:
        complain(f"{progress.done:,} in {seconds:.1f} s; {progress.done / seconds:,.0f} a second")
    return code


def run_part(argument: dict[str, Any]) -> Any:
    """One part, in whichever process: the command with its own arguments, or with a part of the input."""
    from ..execution import Result
    from . import INTERRUPTED, main

    pieces = argument.get("pieces")
    output, talk = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    tokens = part_of_input.set(None if pieces is None else [tuple(each) for each in pieces]), in_part.set(True)
    try:
        with redirect_stdout(output), redirect_stderr(talk):
            code = main(argument["command"])
    finally:
        part_of_input.reset(tokens[0])
        in_part.reset(tokens[1])
    if interrupted.is_set() or code == INTERRUPTED:
        raise KeyboardInterrupt  # what is cut short is no part that could be kept
    said = [stream.detach().getvalue().decode("utf-8") for stream in (_flushed(output), _flushed(talk))]
    if code > 2:
        raise GridwrightError(f"a part of the work ended with: {said[1].strip() or code}")
    return Result(said[0], said[1], code)


def _flushed(stream: io.TextIOWrapper) -> Any:
    stream.flush()
    return stream


def pieces_of(given: Any) -> tuple[int, Iterable[dict[str, Any]]]:
    """The parts of an input: so many puzzles each."""
    found = iter(given.pieces)

    def parts() -> Iterable[dict[str, Any]]:
        while part := list(islice(found, PART)):
            yield {"pieces": [(file, piece.line, piece.text) for file, piece in part]}

    return len(given), parts()


def without_options(arguments: Iterable[str], options: tuple[str, ...]) -> list[str]:
    """What was typed, without these options and their values."""
    kept: list[str] = []
    each = iter(arguments)
    for argument in each:
        if argument in options:
            next(each, None)
        elif not argument.startswith(tuple(f"{option}=" for option in options)):
            kept.append(argument)
    return kept
