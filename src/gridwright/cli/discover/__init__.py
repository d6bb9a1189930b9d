"""gridwright discover: mine puzzles for techniques that have no name yet

Section: Reasons
"""

from __future__ import annotations

from importlib import import_module

import click

from ..command import ExamplesFirst

PARTS = {
    "run": "mine a corpus; what is done where no other part is named",
    "review": "decide about its candidates",
    "bootstrap": "mine a catalogue from nothing but singles",
}
"""Every part with what it does; its file is loaded when it is called."""


class _Group(ExamplesFirst, click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(PARTS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in PARTS:
            return None
        found: click.Command = import_module(f".{cmd_name}", __name__).command
        return found

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in (*PARTS, "-h", "--help"):
            args = ["run", *args]
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(PARTS.items()), col_max=12)


command = _Group(
    name="discover",
    help="Mine puzzles for techniques that have no name yet.\n\n"
    "Where the techniques of a scale end, every smallest exclusion is listed; those that look alike are counted "
    "together, compared with what has a name, and ranked by what they would unlock. `gridwright discover CORPUS …` is "
    "`gridwright discover run CORPUS …`.",
    examples=(
        "gridwright discover puzzles.txt --out found",
        "gridwright discover puzzles.txt --without x-wing --out found",
        "gridwright discover puzzles.txt --from singles --top 10 --out found",
    ),
    no_args_is_help=True,
)
