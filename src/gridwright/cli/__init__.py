"""The command line: arguments and printing only. One file a command, found by how it begins.

Exit codes:
    0     done
    1     some answer is no: none, unknown, stuck, broken, not right, not minimal, not found
    2     misuse, or a line that is no puzzle (the others are still answered)
    70    a bug in gridwright; GRIDWRIGHT_DEBUG=1 shows where
    74    the output cannot be written (a full disk)
    130   stopped by Ctrl-C; what was printed stays
    141   the reader of the output went away (`| head`)
"""

from __future__ import annotations

import atexit
import errno
import gc
import os
import re
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from itertools import groupby, islice
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import click

from ..model import GridwrightError, UnknownName, shorten
from .command import COMPLETION, WIDTH, ExamplesFirst, interrupted
from .config import __doc__ as settings
from .output import complain, hint_for, robust_streams

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["commands", "main", "reference"]

SECTIONS = ("Puzzles", "Reasons", "Rulebooks and techniques", "This installation")
"""The order in which the help lists commands; a section of another name comes behind these."""

_COMMAND = re.compile(r'"""gridwright (\w+): (.+)\n\nSection: (.+)\n')
"""How the file of a command begins: its name, what it does in a line, and where the help lists it."""


@cache
def commands() -> dict[str, tuple[str, str]]:
    """Every command with its section and what it does. Its file is read here and loaded only when it is called.

    >>> commands()["solve"]
    ('Puzzles', 'solve puzzles exactly: is there one solution, none, several?')
    """
    found: list[tuple[str, str, str]] = []
    here = Path(__file__).parent
    for path in (*here.glob("[!_]*.py"), *here.glob("*/__init__.py")):
        with path.open(encoding="utf-8") as file:
            opening = _COMMAND.match("".join(islice(file, 3)))
        if opening is not None:
            name, summary, section = opening.groups()
            found.append((section, name, summary))
    found.sort(key=lambda each: (SECTIONS.index(each[0]) if each[0] in SECTIONS else len(SECTIONS), *each))
    return {name: (section, summary) for section, name, summary in found}


def command_named(name: str) -> click.Command:
    """The command of that name, loaded now."""
    found: click.Command = import_module(f".{name}", __name__).command
    return found


MANY_OBJECTS = 100_000
"""How many new objects make Python look for cycles: a list of puzzles makes many, and hardly a cycle among them."""
BUG, NOT_WRITTEN, INTERRUPTED, NO_READER = 70, 74, 130, 141


NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""What goes wrong with outputs; what is read has errors of its own."""


class _Commands(ExamplesFirst, click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(commands())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return command_named(cmd_name) if cmd_name in commands() else None

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands, of which none is loaded for it, and the options."""
        from click.shell_completion import CompletionItem

        fitting = [name for name in commands() if name.startswith(incomplete)]
        named = [CompletionItem(name, help=commands()[name][1]) for name in fitting]
        return [*named, *click.Command.shell_complete(self, ctx, incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if ctx.resilient_parsing:  # a shell asks what fits
            return super().resolve_command(ctx, args)
        if args[0] not in commands() and not args[0].startswith("-"):
            raise UnknownName("command", args[0], commands())
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for section, names in groupby(commands(), key=lambda name: commands()[name][0]):
            with formatter.section(section):
                formatter.write_dl([(name, commands()[name][1]) for name in names], col_max=12)


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        click.echo(f"gridwright {version('gridwright')}")
        ctx.exit()


_VERSION = click.Option(
    ["--version"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version and exit.",
)

_group = _Commands(
    name="gridwright",
    help="A workshop for pencil puzzles.",
    examples=(
        "gridwright solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "gridwright solve --json puzzles.txt",
        "gridwright show --genre queens --solution 1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE",
        "gridwright genres",
    ),
    epilog="Puzzles are an argument, a file or - for standard input. `gridwright COMMAND --help` says more.",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": WIDTH},
    params=[_VERSION],
)


@click.pass_context
def _without_command(ctx: click.Context) -> int:
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
    return 0


_group.callback = _without_command


def main(args: Sequence[str] | None = None) -> int:
    """Run a command line (the process's own if none is given) and return the exit code."""
    if (question := os.environ.get(COMPLETION)) is not None:
        from click.shell_completion import shell_complete

        return shell_complete(_group, {}, "gridwright", COMPLETION, question)
    robust_streams()
    interrupted.clear()
    gc.set_threshold(MANY_OBJECTS)
    atexit.register(gc.freeze)  # a process that ends has no use for a search for cycles among all that was loaded
    try:
        # Not `_group.main`: it has its own mind about readers that went away.
        with _group.make_context("gridwright", list(sys.argv[1:] if args is None else args)) as ctx:
            code: Any = _group.invoke(ctx)
        sys.stdout.flush()
    except click.exceptions.Exit as done:
        return _after(done.exit_code)
    except BrokenPipeError as error:
        return _not_written(error)
    except (KeyboardInterrupt, click.Abort):
        return _after(INTERRUPTED)
    except click.NoSuchOption as error:
        name = error.ctx.command_path if error.ctx else "gridwright"
        if re.fullmatch(r"--?[a-z-]+", error.option_name):
            complain(error.format_message(), f"{name} --help")
        else:
            complain(
                f"no option {shorten(error.option_name)}",
                f"what begins with - and is no option goes behind --: {name} -- …",
            )
        return _after(2)
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "gridwright"
        complain(error.format_message(), f"{path} --help")
        return _after(2)
    except (click.ClickException, GridwrightError) as error:
        complain(error.format_message() if isinstance(error, click.ClickException) else str(error), hint_for(error))
        return _after(2)
    except Exception as error:
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            return _not_written(error)
        if os.environ.get("GRIDWRIGHT_DEBUG"):
            raise
        told = " ".join(str(error).split())[:200]
        complain(f"this is a bug: {type(error).__name__}: {told}", "run it again with GRIDWRIGHT_DEBUG=1 and report it")
        return _after(BUG)
    return INTERRUPTED if interrupted.is_set() else code if isinstance(code, int) else 0


def _after(code: int) -> int:
    """The exit code, once what was printed is out."""
    try:
        sys.stdout.flush()
    except OSError as error:
        return _not_written(error)
    return code


def _not_written(error: OSError) -> int:
    """Its reader went away, or the disk is full. Python flushes once more when it ends: let that go nowhere."""
    gone = isinstance(error, BrokenPipeError)
    if not gone:
        complain(f"cannot write the output: {error.strerror}")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return NO_READER if gone else NOT_WRITTEN


def _parts(command: click.Command, ctx: click.Context) -> dict[str, click.Command]:
    """The commands of a command, if it has any."""
    if not isinstance(command, click.Group):
        return {}
    found = {name: command.get_command(ctx, name) for name in command.list_commands(ctx)}
    return {name: each for name, each in found.items() if each is not None}


def reference() -> str:
    """The text of docs/cli.md: the help of every command."""
    parts = [
        "# The command line\n\nWritten by `gridwright.cli.reference()` from `--help`; a test holds the two together.\n"
    ]
    top = click.Context(_group, info_name="gridwright", terminal_width=WIDTH, **_group.context_settings)
    parts.append(f"```\n{_group.get_help(top).rstrip()}\n```\n")
    for name in commands():
        found = _group.get_command(top, name)
        assert found is not None
        ctx = click.Context(found, parent=top, info_name=name, terminal_width=WIDTH)
        parts.append(f"## gridwright {name}\n\n```\n{found.get_help(ctx).rstrip()}\n```\n")
        for part, inner in _parts(found, ctx).items():
            text = inner.get_help(click.Context(inner, parent=ctx, info_name=part, terminal_width=WIDTH))
            parts.append(f"### gridwright {name} {part}\n\n```\n{text.rstrip()}\n```\n")
    parts.append(f"## Settings\n\n```\n{dedent((settings or '').strip())}\n```\n")
    codes = (__doc__ or "").partition("Exit codes:\n")[2].rstrip()
    parts.append(f"## Exit codes\n\n```\n{codes}\n```\n")
    return "\n".join(parts)
