"""What the commands share: help that leads with examples, and the arguments that name puzzles."""

from __future__ import annotations

import math
import os
import signal
import threading
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..model import Limits
from .config import ARGUMENTS, Setting
from .names import SCALE, VOICE

if TYPE_CHECKING:
    from ..grading import Scale
    from ..techniques import Catalogue

COMPLETION = "_GRIDWRIGHT_COMPLETE"
"""The variable by which a shell asks what fits."""
WIDTH = 100
"""Columns of the help at most."""

LONGEST = 1e9
"""Seconds; a time limit beyond it is none."""

Function = TypeVar("Function", bound=Callable[..., Any])


class ExamplesFirst(click.Command):
    """A command whose help begins with what it does and how that is typed."""

    def __init__(self, *args: Any, examples: Sequence[str] = (), **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.examples = tuple(examples)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[ARGUMENTS] = tuple(args)
        return super().parse_args(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        first, _, rest = (self.help or "").partition("\n\n")
        formatter.write_text(first)
        with formatter.section("Examples"):
            formatter.write("".join(f"  {example}\n" for example in self.examples))
        formatter.write_paragraph()
        self.format_usage(ctx, formatter)
        for paragraph in filter(None, rest.split("\n\n")):
            formatter.write_paragraph()
            formatter.write_text(paragraph)
        self.format_options(ctx, formatter)
        self.format_epilog(ctx, formatter)


def command(name: str, help: str, examples: Sequence[str]) -> Callable[[Callable[..., int]], click.Command]:
    """Make a command of a function that returns the exit code."""
    return click.command(name, cls=ExamplesFirst, help=help, examples=examples)


as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line, in the order of input.")


part_of_input: ContextVar[list[tuple[str | None, int, str]] | None] = ContextVar("part_of_input", default=None)
"""(file, line, text) of the puzzles of a part; None where the command reads its own input."""
in_part: ContextVar[bool] = ContextVar("in_part", default=False)
"""Is this a part of a command, whose sums are for the whole to tell?"""

interrupted = threading.Event()
"""Ctrl-C was pressed while a command with limits was at work: it ends soon, with what it has."""


def _interrupt(*_: Any) -> None:
    if interrupted.is_set():  # nobody listens: end at once
        raise KeyboardInterrupt
    interrupted.set()


def stop_on_interrupt(ctx: click.Context) -> None:
    """Until the command ends, Ctrl-C only sets `interrupted`."""
    if threading.current_thread() is threading.main_thread():
        before = signal.signal(signal.SIGINT, _interrupt)
        ctx.call_on_close(lambda: signal.signal(signal.SIGINT, before))


def _limits(ctx: click.Context, param: click.Parameter, value: float | None) -> Limits:
    if value is not None and (math.isnan(value) or value <= 0):
        raise click.BadParameter(f"expected a number of seconds above 0, found {value:g}", ctx, param)
    if not ctx.resilient_parsing:
        stop_on_interrupt(ctx)
    return Limits(value if value is None or value < LONGEST else None, cancel=interrupted)


def time_limit_of(what: str) -> Callable[[Function], Function]:
    """The option --time-limit; `what` is what may take so long."""
    return click.option(
        "--time-limit", "limits", type=float, metavar="S", callback=_limits,
        help=f"Seconds {what} may take, start-up apart; no limit if left out.",
    )  # fmt: skip


time_limit = time_limit_of("a puzzle")


own_rules = click.option(
    "--rules", type=click.Path(exists=True, dir_okay=False), metavar="FILE",
    help="Techniques of your own, tried after the others.",
)  # fmt: skip


def catalogue_with(rules: str | None) -> Catalogue:
    """The standard catalogue, with a rule file of one's own behind it if there is one."""
    from ..techniques import Catalogue

    known = Catalogue.standard()
    return known if rules is None else known.with_rules(rules)


def scale_with(name: str, rules: str | None) -> Scale:
    """The scale of that name, with a tier for the rules of a file of one's own if there is one."""
    from ..grading import scale as scale_named

    by = scale_named(name)
    return by if rules is None else by.extended(by.catalogue.with_rules(rules))


def _marks(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """The marks themselves, or those of the file of that name."""
    if len(value) < 1000 and "\n" not in value and os.path.isfile(value):
        return Path(value).read_text(encoding="utf-8", errors="replace")
    return value


own_marks = click.option(
    "--marks", default="", metavar="STATE", callback=_marks, help="What is written and crossed out so far."
)


def scale_option(what: str) -> Callable[[Function], Function]:
    """The option --scale; `what` it decides."""
    return click.option(
        "--scale", cls=Setting, setting="scale", default="standard", metavar="NAME", type=SCALE,
        help=f"{what}: a name or a file; standard if left out.",
    )  # fmt: skip


no_uniqueness = click.option(
    "--no-uniqueness", is_flag=True, help="Leave out techniques that assume a unique solution."
)


def tells(function: Function) -> Function:
    """The options of every command that tells steps."""
    for decorate in (
        no_uniqueness,
        click.option("--cells", type=click.Choice(("rc", "chess")), default="rc", help="How cells are named."),
        click.option(
            "--voice",
            cls=Setting,
            setting="voice",
            type=VOICE,
            default="teacher",
            metavar="NAME",
            help="Who tells it: a name or a file; teacher if left out.",
        ),
    ):
        function = decorate(function)
    return function
