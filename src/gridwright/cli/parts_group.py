"""A command that has parts, each in a file of its own in the command's folder, loaded when it is called."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from keyword import iskeyword
from typing import Any

import click

from ..model import UnknownName
from .command import ExamplesFirst


class PartsGroup(ExamplesFirst, click.Group):
    """`parts` has every part with what it does, `package` the folder's name; a part `import` is in `import_.py`.

    Where there is a `default`, that part is meant when the first word is none; otherwise such a word is a mistake.
    """

    def __init__(
        self, *, name: str, package: str, parts: Mapping[str, str], default: str | None = None, **options: Any
    ) -> None:
        super().__init__(name=name, no_args_is_help=True, **options)
        self.package, self.parts, self.default = package, parts, default

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.parts)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.parts:
            return None
        found: click.Command = import_module(f".{cmd_name}{'_' * iskeyword(cmd_name)}", self.package).command
        return found

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if self.default and args and args[0] not in (*self.parts, "-h", "--help"):
            args = [self.default, *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.parts and not args[0].startswith("-"):
            raise UnknownName(f"part of {self.name}", args[0], self.parts)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(self.parts.items()), col_max=12)
