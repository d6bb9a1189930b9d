"""Lines into a corpus: into its last shard if nobody writes that, and into a new one when it is full.

    with Writer(folder) as writer:
        writer.write([line, …])          they are in the file when this returns

Packing (`gzip=True`) is done when a shard is full and at the end: what is being written is plain, so that whatever
happens its whole lines can be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from ..model import CorpusError
from .shard import PACKED, PLAIN, Appender, Busy, Notify, Shard, packed, silent

FULL = 32 << 20
"""Bytes beyond which a shard is added to no more."""

_NUMBERED = re.compile(r"puzzles-(\d+)\.jsonl(?:\.gz)?")


def shards_in(folder: Path) -> list[Shard]:
    """The shards of a folder in the order of their names; where one was being packed, the packed one."""
    try:
        found = [path for path in folder.iterdir() if path.name.endswith((PLAIN, PACKED)) and path.name[0] != "."]
    except OSError as error:
        raise CorpusError(f"cannot read {folder}: {error.strerror}") from None
    names = {path.name for path in found}
    return [Shard(path) for path in sorted(found) if f"{path.name}.gz" not in names]


class Writer:
    """The one who adds lines to a corpus in this process."""

    def __init__(self, folder: Path, *, gzip: bool = False, notify: Notify = silent) -> None:
        self.folder, self._gzip, self._notify = folder, gzip, notify
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CorpusError(f"cannot make the folder {folder}: {error.strerror}") from None
        self._appender: Appender | None = None

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def write(self, lines: Iterable[bytes]) -> None:
        """Add lines: they are in the file when this returns."""
        if self._appender is None:
            self._appender = self._last() or self._new()
        self._appender.append(lines)
        if self._appender.size >= FULL:
            self.close()

    def close(self) -> None:
        """Others may write the shard; it is packed if that was asked for."""
        appender, self._appender = self._appender, None
        if appender is None:
            return
        appender.close()
        if self._gzip:
            path = appender.path
            with suppress(Busy, FileNotFoundError), Shard(path).locked():  # else it is somebody else's by now
                packed(path, path.with_name(path.name + ".gz"))
                path.unlink()

    def _last(self) -> Appender | None:
        """The last shard of ours, if it is plain, has room, and nobody writes it."""
        ours = [shard for shard in shards_in(self.folder) if _NUMBERED.fullmatch(shard.path.name) and not shard.packed]
        for shard in reversed(ours):
            try:
                if shard.path.stat().st_size < FULL:
                    return Appender(shard.path, notify=self._notify)
            except (Busy, FileNotFoundError):
                continue
        return None

    def _new(self) -> Appender:
        numbers = [int(match[1]) for path in self.folder.iterdir() if (match := _NUMBERED.fullmatch(path.name))]
        number = max(numbers, default=0) + 1
        while True:
            try:
                return Appender(self.folder / f"puzzles-{number:05d}{PLAIN}", new=True, notify=self._notify)
            except (FileExistsError, Busy):
                number += 1
