"""Files of one's own, wherever a name is accepted: `--voice ./calm.toml`, `scale("mine/steep.toml@2")`."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

from .errors import GridwrightError


def own_file(name: str | Path) -> Path | None:
    """The file that is meant where a name is a path: it ends in `.toml` or has a folder in front.

    >>> own_file("teacher"), own_file("./calm.toml").name
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
