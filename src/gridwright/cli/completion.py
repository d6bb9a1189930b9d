"""gridwright completion: print what makes a shell complete commands, options, genres and names

Section: This installation
"""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from .command import COMPLETION
from .command import command as make_command
from .output import Report

PROGRAM = "gridwright"
SHELLS = ("bash", "zsh", "fish")


@make_command(
    "completion",
    "Print what makes a shell complete commands, options, genres, formats, scales, voices and techniques.\n\n"
    "Write it to where your shell looks, and open a new one: for bash "
    f"~/.local/share/bash-completion/completions/{PROGRAM}, for zsh a file _{PROGRAM} in a folder of $fpath, for fish "
    f"~/.config/fish/completions/{PROGRAM}.fish. The shell then asks {PROGRAM} itself what fits.",
    tuple(f"{PROGRAM} completion {shell}" for shell in SHELLS),
)
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> int:
    report, asked = Report(), get_completion_class(shell)
    assert asked is not None
    report.line(asked(click.get_current_context().find_root().command, {}, PROGRAM, COMPLETION).source())
    return report.code
