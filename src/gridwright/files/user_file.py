"""TOML files of users, wherever a name is accepted: `--voice ./calm.toml`, `scale("mine/steep.toml@2")`."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

from ..model.errors import GridwrightError


def user_file(name: str | Path) -> Path | None:
    """Return the path if `name` is one (it ends in `.toml` or contains a separator), else None.

    >>> user_file("teacher"), user_file("./calm.toml").name
    (None, 'calm.toml')
    """
    text = os.fspath(name)
    return Path(text) if text.endswith(".toml") or "/" in text or os.sep in text else None


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a file; an error names the file and the place."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise GridwrightError(f"cannot read {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise GridwrightError(f"{path} is no text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise GridwrightError(f"{path}: {error}") from None
