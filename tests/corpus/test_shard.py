"""Whole lines whatever happens: writers that are killed, that meet each other, or that find no room."""

from __future__ import annotations

import gzip
import os
import resource
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from gridwright.corpus.shard import Appender, Busy, Rewriting, Shard
from gridwright.corpus.writer import Writer, shards_in
from gridwright.model import CorpusError

LINE = b'{"number": %d, "text": "%s"}'


def line(number: int, length: int = 20) -> bytes:
    return LINE % (number, b"x" * length)


def numbers(folder: Path) -> list[int]:
    """The numbers of all whole lines, which are as they were written."""
    found = []
    for shard in shards_in(folder):
        for _, text in shard.lines():
            number = int(text.partition(b":")[2].partition(b",")[0])
            assert text.startswith(b'{"number": ')
            assert text.endswith(b'"}')
            found.append(number)
    return found


def test_lines_are_there_when_write_returns_and_the_next_writer_goes_on(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    writer.write([line(1), line(2)])
    assert [1, 2] == numbers(tmp_path)
    writer.close()
    with Writer(tmp_path) as writer:
        writer.write([line(3)])

    assert [1, 2, 3] == numbers(tmp_path)
    assert ["puzzles-00001.jsonl"] == [shard.path.name for shard in shards_in(tmp_path)]


def test_wherever_a_line_is_cut_all_others_stay(tmp_path: Path) -> None:
    whole = b"".join(line(i) + b"\n" for i in range(3))
    for cut in range(len(whole)):
        path = tmp_path / "puzzles-00001.jsonl"
        path.write_bytes(whole[:cut])
        before = whole[:cut].split(b"\n")
        kept = len(before) - 1 + (before[-1].endswith(b"}"))  # one that lacks only its end is whole
        told: list[str] = []

        assert list(range(kept)) == numbers(tmp_path)
        assert kept == shards_in(tmp_path)[0].count()
        with Writer(tmp_path, notify=told.append) as writer:
            writer.write([line(9)])
        assert [*range(kept), 9] == numbers(tmp_path)
        assert bool(told) == (before[-1] != b"" and not before[-1].endswith(b"}"))


def test_a_torn_line_is_left_out_with_a_word(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(line(1) + b"\n" + line(2)[:9])
    told: list[str] = []

    assert [1] == [number for number, _ in Shard(path).lines(told.append)]
    assert [f"{path}: line 2 is cut short and left out"] == told
    with Writer(tmp_path) as writer:  # not its shard
        writer.write([line(3)])
    assert Shard(path).is_torn


def test_a_line_that_is_being_written_is_left_out_without_a_word(tmp_path: Path) -> None:
    appender = Appender(tmp_path / "a.jsonl", new=True)
    appender.append([line(1)])
    with (tmp_path / "a.jsonl").open("ab") as file:
        file.write(line(2)[:9])
    told: list[str] = []

    assert [1] == [number for number, _ in Shard(appender.path).lines(told.append)]
    assert [] == told
    assert Shard(appender.path).is_busy
    appender.close()
    assert not Shard(appender.path).is_busy


def test_a_second_writer_takes_another_shard(tmp_path: Path) -> None:
    first, second = Writer(tmp_path), Writer(tmp_path)
    for i in range(10):
        first.write([line(i)])
        second.write([line(100 + i)])
    first.close()
    second.close()

    assert 2 == len(shards_in(tmp_path))
    assert [*range(10), *range(100, 110)] == numbers(tmp_path)
    with pytest.raises(Busy, match="another process writes"), Shard(tmp_path / "puzzles-00001.jsonl").locked():
        Appender(tmp_path / "puzzles-00001.jsonl")


def test_a_full_shard_is_followed_by_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridwright.corpus.writer.FULL", 1000)
    with Writer(tmp_path) as writer:
        writer.write([line(1, 1000)])
        writer.write([line(2)])

    assert [1, 1] == [shard.count() for shard in shards_in(tmp_path)]


def test_shards_are_packed_when_they_are_done(tmp_path: Path) -> None:
    with Writer(tmp_path, gzip=True) as writer:
        writer.write([line(1), line(2)])
    with Writer(tmp_path, gzip=True) as writer:
        writer.write([line(3)])
    assert [line(1), line(2)] == [text for _, text in Shard(tmp_path / "puzzles-00001.jsonl").lines()]  # found before
    (tmp_path / "puzzles-00001.jsonl").write_bytes(line(1))  # killed before it was taken away

    assert ["puzzles-00001.jsonl.gz", "puzzles-00002.jsonl.gz"] == [each.path.name for each in shards_in(tmp_path)]
    assert [1, 2, 3] == numbers(tmp_path)
    cut = gzip.compress(b"".join(line(i, 500) for i in range(50)))[:200]
    (tmp_path / "cut.jsonl.gz").write_bytes(cut)
    with pytest.raises(CorpusError, match=r"cannot unpack .*cut.jsonl.gz: .*ended before"):
        numbers(tmp_path)


def test_a_shard_is_replaced_in_one_step_and_a_killed_run_goes_on(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl.gz"):
        path = tmp_path / name
        data = b"".join(line(i) + b"\n" for i in range(4))
        path.write_bytes(gzip.compress(data) if name.endswith("gz") else data)
        shard = Shard(path)
        with shard.locked():
            part = Rewriting(shard, "one")
            part.append([line(10), line(11)])
            part.close()
            assert [0, 1, 2, 3] == [int(text[11:12]) for _, text in shard.lines()]
            part = Rewriting(shard, "one")
            assert (2, [line(10), line(11)]) == (part.done, list(part.lines()))
            part.append([line(12)])
            part.finish()
        assert [line(10), line(11), line(12)] == [text for _, text in shard.lines()]
        part = Rewriting(shard, "one")
        part.close()
        assert 0 == Rewriting(shard, "two").done
        assert [f".{shard.name}.two.part"] == [each.name for each in tmp_path.glob(f".{shard.name}*")]


# Writers that are killed


@contextmanager
def child(work: Callable[[int], None]) -> Iterator[tuple[int, int]]:
    """A process of its own that works and tells through a pipe what it has done; killed at the end."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            work(writer)
        finally:
            os._exit(1)
    os.close(writer)
    try:
        yield pid, reader
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(reader)


def told(reader: int) -> list[int]:
    """The numbers that a child says it has written."""
    data = b""
    while chunk := os.read(reader, 1 << 16):
        data += chunk
    return [int(text) for text in data.split(b"\n")[:-1]]


def killed(folder: Path, first: int, seconds: float) -> int:
    """Write lines from a number on in another process that is killed after so long; the last that it was sure of."""

    def write(to: int) -> None:
        number = first
        with Writer(folder) as writer:
            while True:
                writer.write([line(number, 1 << 15), line(number + 1, 1 << 10)])
                number += 2
                os.write(to, b"%d\n" % number)

    with child(write) as (pid, reader):
        time.sleep(seconds)
        os.kill(pid, signal.SIGKILL)
        return max(told(reader), default=first)


@pytest.mark.parametrize("times", [20, pytest.param(200, marks=pytest.mark.slow)])
def test_no_line_is_lost_when_writers_are_killed(tmp_path: Path, times: int) -> None:
    """Each goes on in the shard of the one before it."""
    rng, last = Random("killed"), 0
    for i in range(times):
        folder = tmp_path / str(i // 20)
        sure = killed(folder, last, rng.random() * 0.01)
        found = [] if not folder.exists() else numbers(folder)
        start = found[0] if found else last
        assert [*range(start, start + len(found))] == found
        last = found[-1] + 1 if found else last
        assert last >= sure


def test_nothing_is_lost_between_two_writers_at_once(tmp_path: Path) -> None:
    def write(first: int) -> Callable[[int], None]:
        def work(to: int) -> None:
            for i in range(100):
                with Writer(tmp_path) as writer:
                    writer.write([line(first + i)])
            os.write(to, b"100\n")

        return work

    with child(write(0)) as (_, one), child(write(1000)) as (_, two):
        assert [100] == told(one) == told(two)
    assert [*range(100), *range(1000, 1100)] == sorted(numbers(tmp_path))


def test_without_room_what_was_there_stays_whole(tmp_path: Path) -> None:
    def work(to: int) -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
        writer = Writer(tmp_path)
        for i in range(1000):
            try:
                writer.write([line(i, 300)])
            except OSError as error:
                if "File too large" in str(error) and "what was there before is whole" in str(error):
                    os.write(to, b"%d\n" % i)
                return

    with child(work) as (_, reader):
        done = told(reader)
    assert 0 < done[0] < 20
    assert [*range(done[0])] == numbers(tmp_path)
    assert not shards_in(tmp_path)[0].is_torn
