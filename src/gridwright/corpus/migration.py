"""Lines of an earlier schema, brought up to date.

When the fields of an entry change, its version goes up in `documents`, and the step from the version before is added
here: a function of the JSON data of a line. Another canonical form, or another digest of it, is such a change, too.
Documents of other kinds that are about a puzzle (what `generate --json`
prints, a grade, an answer) become entries, too. Shards are replaced in one step each; what no step leads from is an
error that names its line, and the shard stays as it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from ..documents import is_document
from ..model import CorpusError, GridwrightError
from .corpus import SCHEMA, data_in, entry_from, entry_in, line_of, spelled
from .shard import Notify, Rewriting, Shard, silent

Migration = Callable[[dict[str, Any]], dict[str, Any]]

STEPS: dict[str, Migration] = {}
"""From each earlier schema of an entry to a later one."""


def migrate(shards: Sequence[Shard], notify: Notify = silent) -> int:
    """Bring every line up to date; how many there were to change."""
    return sum(_migrate(shard, notify) for shard in shards)


def _migrate(shard: Shard, notify: Notify) -> int:
    with shard.locked():
        lines = [line for _, line in shard.lines(notify)]
        new = [migrated(shard, number, line) for number, line in enumerate(lines, start=1)]
        changed = sum(old != each for old, each in zip(lines, new, strict=True))
        if changed:
            part = Rewriting(shard, "migrated")
            part.restart()
            part.append(new)
            part.finish()
        return changed


def migrated(shard: Shard, number: int, line: bytes) -> bytes:
    """A line as this version writes it; one that is up to date stays as it is."""
    place = f"{shard.path}, line {number}"
    try:
        data = json.loads(line)
        if not is_document(data):
            raise CorpusError(f"{place}: expected a document of gridwright")
        if data["schema"] == SCHEMA:
            return line
        while data["schema"] in STEPS:
            data = STEPS[data["schema"]](data)
        if data["schema"] == SCHEMA:
            moved = spelled(data)
            entry_in(shard, number, data_in(shard, number, moved))
            return moved
        return line_of(entry_from(data))
    except (ValueError, RecursionError) as error:
        raise CorpusError(f"{place}: expected JSON: {error}") from None
    except CorpusError:
        raise
    except GridwrightError as error:
        raise CorpusError(f"{place}: {error}") from None
