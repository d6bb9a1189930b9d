"""What was parsed and compiled is kept on disk, so that the next process need not do it again.

    memo("rules").get(key)              plain data that an earlier process has kept, or None
    memo("rules").put(key, data)        kept for the next one; written when this process ends, or by write_all()
    toml(text)                          the tables of a TOML text, read once

A memo is a JSON file in the user's cache directory ($XDG_CACHE_HOME/gridwright, or ~/.cache/gridwright). Keys are
digests of what was parsed or compiled, and the file's name has the digest of the sources that did it, so nothing stale
is ever found. What cannot be read, or written, or is not what was expected, is made anew. A file holds data only:
syntax trees are built from a fixed list of node types (`rules.parsed`), and the kernel verifies every plan as if it
came from a stranger.
GRIDWRIGHT_CACHE names another directory; where it is empty, nothing is kept.
"""

from __future__ import annotations

import atexit
import json
import os
import re
import tempfile
import time
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

MOST_ENTRIES = 4_000
"""A memo with more begins anew."""
LARGEST = 16_000_000
"""Bytes of a file that is read."""
OLDEST = 30 * 24 * 3600
"""Seconds since a file was written after which it goes: that of an earlier version, or one that is soon made anew."""
_OURS = re.compile(r"[a-z]+(-[0-9a-f]{24})?-[0-9a-f]{16}\.json")


class Memo:
    """Plain data by key, from a file and for it."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.entries: dict[str, Any] = {}
        self.changed = False
        if path is not None:
            with suppress(OSError, ValueError, RecursionError):
                if path.stat().st_size <= LARGEST:
                    found = json.loads(path.read_bytes())
                    self.entries = found if isinstance(found, dict) else {}

    def get(self, key: str) -> Any:
        """What is kept under the key; None where nothing is."""
        return self.entries.get(key)

    def put(self, key: str, data: Any) -> None:
        """Keep plain data for later processes; what JSON has no words for is not kept."""
        try:
            data = json.loads(json.dumps(data))
        except (TypeError, ValueError):
            return
        if len(self.entries) >= MOST_ENTRIES:
            self.entries.clear()
        self.entries[key] = data
        if not self.changed and self.path is not None:
            self.changed = True
            atexit.register(self.write)

    def write(self) -> None:
        """All or nothing: another process sees the old file or the new one; without a place, nothing is kept."""
        if self.path is None:
            return
        with suppress(OSError):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=self.path.name)
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    json.dump(self.entries, file, separators=(",", ":"))
                os.replace(name, self.path)
            except OSError:
                os.unlink(name)
                raise
            for path in self.path.parent.iterdir():
                if _OURS.fullmatch(path.name) and path.stat().st_mtime < time.time() - OLDEST:
                    path.unlink()


@cache
def memo(name: str) -> Memo:
    """The memo of that name, for these sources."""
    folder = _folder()
    found = _open[name] = Memo(None if folder is None else folder / f"{name}-{sources()}.json")
    return found


_open: dict[str, Memo] = {}


def write_all() -> None:
    """Write what was put so far: for a process that may be ended from outside."""
    for each in _open.values():
        if each.changed:
            each.write()


def _folder() -> Path | None:
    own = os.environ.get("GRIDWRIGHT_CACHE")
    if own is not None:
        return Path(own) if own else None
    base = os.environ.get("XDG_CACHE_HOME")
    with suppress(RuntimeError):  # nobody's home
        return Path(base) / "gridwright" if base else Path.home() / ".cache" / "gridwright"
    return None


@cache
def sources() -> str:
    """A digest of all that has a part in parsing and compiling: the rule language and what it is about."""
    package = Path(__file__).parent.parent
    digest = blake2b(digest_size=8)
    with suppress(OSError):
        for folder in (package / "files", package / "model", package / "rules"):
            for path in sorted(folder.rglob("*")):
                if path.suffix in (".py", ".lark"):
                    digest.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def key_of(*parts: object) -> str:
    """A short key for what parts say."""
    return blake2b(repr(parts).encode(), digest_size=12).hexdigest()


def toml(text: str) -> dict[str, Any]:
    """The tables of a TOML text; a TOMLDecodeError where it is none.

    >>> toml("name = 'standard'")
    {'name': 'standard'}
    """
    key, known = key_of("toml", text), memo("toml")
    with suppress(TypeError, ValueError):
        found = json.loads(known.get(key))
        if isinstance(found, dict):
            return found
    import tomllib

    found = tomllib.loads(text)
    with suppress(TypeError):  # a date
        known.put(key, json.dumps(found))
    return found
