"""A user's settings: what an option is where it is left out.

    # ~/.config/gridwright/config.toml, or the file that GRIDWRIGHT_CONFIG names; none if that is empty
    voice = "terse"          # who tells: explain, hint
    scale = "sgt"            # whose tiers and techniques: explain, grade, hint
    format = "sdk"           # what generate prints, of genres that have it

They are for people: with --json nothing is read, so that programs get the same everywhere; and they never change a
recipe, so that a seed means the same puzzle to everybody.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import click

from ..model import GridwrightError, UnknownName

SETTINGS = ("voice", "scale", "format")
VARIABLE = "GRIDWRIGHT_CONFIG"
ARGUMENTS = "gridwright.arguments"


class Setting(click.Option):
    """An option that has its default from the settings, if there is one."""

    def __init__(self, *args: Any, setting: str, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.setting = setting

    def get_default(self, ctx: click.Context, call: bool = True) -> Any:
        """The setting; the option's own default where there is none, or where a program asks."""
        if call and "--json" not in ctx.meta.get(ARGUMENTS, ("--json",)) and self.setting in (own := settings(_path())):
            return own[self.setting]
        return super().get_default(ctx, call)


def _path() -> Path | None:
    """The file of settings, if there is one; one that is named has to be there."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named).expanduser() if named else None
    try:
        folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    except RuntimeError:  # nobody's home
        return None
    path = folder / "gridwright" / "config.toml"
    return path if path.is_file() else None


@cache
def settings(path: Path | None) -> dict[str, str]:
    """The settings of a file, read strictly."""
    if path is None:
        return {}
    from ..files.user_file import read_toml  # few have settings, and every start would pay for the parser

    found = read_toml(path)
    for key, value in found.items():
        if key not in SETTINGS:
            raise UnknownName(f"setting of {path}", key, SETTINGS)
        if not isinstance(value, str) or not value:
            raise GridwrightError(f"setting {key} of {path}: expected a name in quotes, found {value!r}")
    return found
