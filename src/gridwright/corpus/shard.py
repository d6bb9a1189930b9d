"""A shard: a file with a document a line. Lines are added at its end by one writer at a time, or all are replaced.

    Shard(path).lines()        the number and the bytes of each whole line
    Shard(path).locked()       nobody else writes it meanwhile; raises Busy where somebody does
    Appender(path)             adds whole lines under that lock
    Rewriting(path, mark)      a new file beside it that takes its place in one step

A line that was cut short stands at the end of a shard and nowhere else: `lines` leaves it out, an Appender cuts it off.
A packed shard (`.gz`) is finished; it is written as a whole and never added to.
"""

from __future__ import annotations

import fcntl
import gzip
import json
import math
import os
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import IO

from ..model import CorpusError

PLAIN, PACKED = ".jsonl", ".jsonl.gz"
_CHUNK = 1 << 20

Notify = Callable[[str], None]
"""Is told, in a sentence, what was repaired or left out."""


class Busy(CorpusError):
    """Another process writes this shard."""


def silent(_: str) -> None:
    """Nobody wants to know."""


class Shard:
    """One file of a corpus."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.packed = path.name.endswith(PACKED)

    def __repr__(self) -> str:
        return f"<shard: {self.path}>"

    @property
    def name(self) -> str:
        """Its name without the folder and without what it ends in."""
        return self.path.name.removesuffix(PACKED if self.packed else PLAIN)

    def open(self) -> IO[bytes] | gzip.GzipFile:
        """The lines as one stream, unpacked; of a plain shard that was packed meanwhile, those of the packed one."""
        try:
            return gzip.open(self.path, "rb") if self.packed else self.path.open("rb")
        except OSError as error:
            if (now := self.path.with_name(f"{self.name}{PACKED}")) != self.path and now.exists():
                return Shard(now).open()
            raise CorpusError(f"cannot read {self.path}: {error.strerror or error}") from None

    def lines(self, notify: Notify = silent) -> Iterator[tuple[int, bytes]]:
        """Every whole line that is there now, with its number from 1. What is torn is left out with a word."""
        with self.open() as file:
            left = (
                math.inf if isinstance(file, gzip.GzipFile) else os.fstat(file.fileno()).st_size
            )  # whoever reads may be adding, too
            try:
                for number, line in enumerate(file, start=1):
                    if left <= 0:
                        return
                    left -= len(line)
                    if not line.endswith(b"\n") and not is_whole(line):
                        if not self.is_busy:  # else it is being written
                            notify(f"{self.path}: line {number} is cut short and left out")
                    else:
                        yield number, line.rstrip(b"\r\n")
            except (EOFError, zlib.error, gzip.BadGzipFile) as error:
                raise CorpusError(f"cannot unpack {self.path}: {error}") from None

    def count(self) -> int:
        """How many whole lines there are."""
        count, tail = 0, b""
        with self.open() as file:
            while chunk := file.read(_CHUNK):
                count += chunk.count(b"\n")
                tail = chunk.rpartition(b"\n")[2] if b"\n" in chunk else tail + chunk
        return count + (bool(tail) and is_whole(tail))

    @property
    def is_torn(self) -> bool:
        """Is its last line cut short, or perhaps still being written?"""
        if self.packed:
            return False
        with self.path.open("rb") as file:
            tail = _tail(file)
        return bool(tail) and not is_whole(tail)

    @property
    def is_busy(self) -> bool:
        """Does somebody write it now?"""
        try:
            with self.locked():
                return False
        except Busy:
            return True
        except (CorpusError, FileNotFoundError):  # a folder that may only be read, or it was packed just now
            return False

    @contextmanager
    def locked(self) -> Iterator[int]:
        """The open file, which nobody else writes meanwhile; the lock goes with the process."""
        while True:
            handle = _opened(self.path, os.O_RDWR)
            try:
                _lock(handle, self.path)
                if _is_at(handle, self.path):
                    yield handle
                    return
            finally:
                os.close(handle)

    def digest(self) -> str:
        """A digest of all its bytes."""
        digest = blake2b(digest_size=8)
        with self.path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
        return digest.hexdigest()


def is_whole(line: bytes) -> bool:
    """Is this JSON to its end? What is cut short of an object is not."""
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


class Appender:
    """Adds whole lines to a plain shard that nobody else writes; what is torn at its end is cut off with a word."""

    def __init__(self, path: Path, *, new: bool = False, notify: Notify = silent) -> None:
        self.path = path
        self._handle = _opened(path, os.O_RDWR | os.O_APPEND | (os.O_CREAT | os.O_EXCL if new else 0))
        try:
            _lock(self._handle, path)
            if not _is_at(self._handle, path):
                raise Busy(f"{path} was replaced just now")
            self.size = self._mended(notify)
        except BaseException:
            os.close(self._handle)
            raise

    def _mended(self, notify: Notify) -> int:
        with os.fdopen(os.dup(self._handle), "rb") as file:
            tail = _tail(file)
            size = file.seek(0, os.SEEK_END)
        if not tail:
            return size
        if is_whole(tail):
            self._write(b"\n", size)
            return size + 1
        os.ftruncate(self._handle, size - len(tail))
        notify(f"{self.path}: a line that was cut short ({len(tail):,} bytes) is taken off its end")
        return size - len(tail)

    def append(self, lines: Iterable[bytes]) -> None:
        """Add lines, all or none of them: where the disk is full, what was there before stays whole."""
        data = b"".join(line + b"\n" for line in lines)
        self._write(data, self.size)
        self.size += len(data)

    def _write(self, data: bytes, size: int) -> None:
        left = memoryview(data)
        try:
            while left:
                left = left[os.write(self._handle, left) :]
        except OSError as error:
            os.ftruncate(self._handle, size)
            told = f"{error.strerror} ({self.path}; what was there before is whole)"
            raise OSError(error.errno, told) from None

    def close(self) -> None:
        """What was added is on the disk, and others may write."""
        if self._handle >= 0:
            os.fsync(self._handle)
            os.close(self._handle)
            self._handle = -1


class Rewriting:
    """New lines for a shard, in a hidden file beside it, which takes its place when all are there.

    `mark` says what is being done to which bytes: a run that finds the file of an earlier one with the same mark goes
    on after its `done` lines; files with another mark are thrown away. Only for whoever has the shard locked.
    """

    def __init__(self, shard: Shard, mark: str) -> None:
        self.shard = shard
        self._part = shard.path.with_name(f".{shard.name}.{mark}.part")
        for other in shard.path.parent.glob(f".{shard.name}.*.part"):
            if other != self._part:
                other.unlink()
        self._appender = Appender(self._part, new=not self._part.exists())
        self.done = Shard(self._part).count()

    def lines(self) -> Iterator[bytes]:
        """What an earlier run has done."""
        return (line for _, line in Shard(self._part).lines())

    def append(self, lines: Iterable[bytes]) -> None:
        """The next lines, whole."""
        self._appender.append(lines)

    def finish(self) -> None:
        """All lines are there: from now on they are the shard."""
        self._appender.close()
        if self.shard.packed:
            packed(self._part, self.shard.path)
            self._part.unlink()
        else:
            os.replace(self._part, self.shard.path)
        _sync_folder(self.shard.path.parent)

    def restart(self) -> None:
        """Forget what an earlier run has done."""
        self.discard()
        self._appender, self.done = Appender(self._part, new=True), 0

    def discard(self) -> None:
        """Nothing is new: the shard stays as it is."""
        self._appender.close()
        self._part.unlink()

    def close(self) -> None:
        """Leave it for a later run."""
        self._appender.close()


def packed(source: Path, target: Path) -> None:
    """Pack the lines of a plain file; the packed one is there as a whole or not at all."""
    part = target.with_name(f".{target.name}.part")
    try:
        with source.open("rb") as lines, part.open("wb") as file:
            with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as stream:
                while chunk := lines.read(_CHUNK):
                    stream.write(chunk)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, target)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _opened(path: Path, flags: int) -> int:
    try:
        return os.open(path, flags, 0o666)
    except (FileExistsError, FileNotFoundError):
        raise
    except OSError as error:
        raise CorpusError(f"cannot write {path}: {error.strerror}") from None


def _lock(handle: int, path: Path) -> None:
    for _ in range(5):  # somebody who only asks has it for a moment
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(0.01)
        else:
            return
    raise Busy(f"another process writes {path}")


def _is_at(handle: int, path: Path) -> bool:
    """Is this file still the one of that name? It may have been replaced before it was locked."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except FileNotFoundError:
        return False


def _tail(file: IO[bytes]) -> bytes:
    """What stands behind the last line end."""
    at = file.seek(0, os.SEEK_END)
    tail = b""
    while at > 0 and b"\n" not in tail:
        step = min(_CHUNK, at)
        at -= step
        file.seek(at)
        tail = file.read(step) + tail
    return tail.rpartition(b"\n")[2]
