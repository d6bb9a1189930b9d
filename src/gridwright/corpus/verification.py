"""Does a corpus still hold? Its entries, all or a sample, are read strictly, solved and graded again.

    for fault in verify(corpus): …      shard, line, and what no longer holds

Copies are named where all entries are looked at.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from hashlib import blake2b
from heapq import nsmallest
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..conversion.canonical_form import form_digest
from ..documents.entry import Entry
from ..execution import Executor, InProcess, Result, run_parts
from ..grading import Grade, Scale, Verdict, grade, grade_many
from ..grading import scale as scale_named
from ..json_codec import listed, row_of
from ..model import CorpusError, GridwrightError, Limits, Status, Stop, Stopped
from ..solving import solve_many
from .copies import form_in
from .shard import Shard

if TYPE_CHECKING:
    from .corpus import Corpus

AT_A_TIME = 500
COMPARED = ("status", "tier", "rating", "hardest", "steps", "techniques", "proof_size")


class Fault(NamedTuple):
    """What no longer holds of one line."""

    shard: str
    line: int
    sentence: str

    def __str__(self) -> str:
        return f"{self.shard}, line {self.line}: {self.sentence}"


EntryLine = tuple[str, int, str]
"""The shard, the number and the text of a line; plain data, so that it can be sent anywhere."""


FAULTS = listed(row_of(Fault))
"""Faults as a part sends them."""


class ReadEntry(NamedTuple):
    """An entry with the place of its line."""

    line: EntryLine
    entry: Entry


def verify(
    corpus: Corpus, *, sample: int | None = None, seed: str = "", threads: int = 1, limits: Limits | None = None,
    progress: Callable[[int], None] | None = None, executor: Executor | None = None, parts: Path | None = None,
) -> Iterator[Fault]:  # fmt: skip
    """What no longer holds, line by line; of a sample that size and seed decide, the same on every machine.

    Workers elsewhere are given the seconds of the limits. With `parts` what is done is kept in that folder, and the
    same call goes on from there.
    """
    executor = executor or InProcess()
    work = partial(_verified, threads=threads, seconds=None if limits is None else limits.seconds)
    if isinstance(executor, InProcess):
        work = partial(_verified, threads=threads, limits=limits)
    copies: deque[list[Fault]] = deque()
    sizes: deque[int] = deque()
    seen: dict[bytes, str] | None = {} if sample is None else None
    lines = _lines(corpus, None if sample is None else chosen_lines(corpus, sample, seed))

    def batches() -> Iterator[list[EntryLine]]:
        while batch := list(islice(lines, AT_A_TIME)):
            copies.append([] if seen is None else list(_copies(batch, seen)))
            sizes.append(len(batch))
            yield batch

    try:
        for result in run_parts(work, batches(), executor, parts):
            found = FAULTS.read(json.loads(result.output), None)
            yield from sorted([*copies.popleft(), *found], key=lambda fault: (fault.shard, fault.line))
            size = sizes.popleft()
            if progress is not None:
                progress(size)
    except Stopped:
        return


def _lines(corpus: Corpus, chosen: set[tuple[str, int]] | None) -> Iterator[EntryLine]:
    """The lines that are looked at; those of which nobody can tell whether they are wanted, too."""
    from .corpus import data_in

    for shard in corpus.shards:
        for number, text in shard.lines(corpus.notify):
            if chosen is not None and (shard.path.name, number) not in chosen:
                continue
            if corpus.is_filtered:
                with suppress(CorpusError):
                    if not corpus.wants(data_in(shard, number, text)):
                        continue
            yield str(shard.path), number, text.decode("utf-8", "surrogateescape")


def _copies(lines: Iterable[EntryLine], seen: dict[bytes, str]) -> Iterator[Fault]:
    """Those whose digest stood in an earlier line."""
    for path, number, text in lines:
        if (form := form_in(text.encode("utf-8", "surrogateescape"))) is not None:
            place = f"{Path(path).name}, line {number}"
            if (first := seen.setdefault(form, place)) is not place:
                yield Fault(path, number, f"is a copy of {first}")


def chosen_lines(corpus: Corpus, sample: int, seed: str) -> set[tuple[str, int]]:
    """So many lines of a corpus: those whose places have the smallest digests."""

    def rank(place: tuple[str, int]) -> bytes:
        return blake2b(f"{seed} {place[0]} {place[1]}".encode(), digest_size=8).digest()

    places = ((shard.path.name, i) for shard in corpus.shards for i in range(1, shard.count() + 1))
    return set(nsmallest(sample, places, key=rank))


def _verified(
    lines: Sequence[EntryLine], *, threads: int, limits: Limits | None = None, seconds: float | None = None
) -> Result:
    """What no longer holds of some lines: what a worker does."""
    from .corpus import data_in, entry_in

    limits = limits or Limits(seconds)
    entries, faults = [], []
    for path, number, text in lines:
        shard = Shard(Path(path))
        try:
            data = data_in(shard, number, text.encode("utf-8", "surrogateescape"))
            entries.append(ReadEntry((path, number, text), entry_in(shard, number, data)))
        except CorpusError as error:
            faults.append(Fault(path, number, str(error).partition(f"line {number}: ")[2] or str(error)))
    faults += _checked(entries, threads, limits)
    if limits.cancel is not None and limits.cancel.is_set():
        raise Stopped(Stop.CANCELLED, "stopped")  # what is cut short is not done
    return Result(json.dumps(FAULTS.write(faults, None)))


def _checked(lines: Sequence[ReadEntry], threads: int, limits: Limits | None) -> Iterator[Fault]:
    """The faults of some lines, in their order."""
    faults: list[list[str]] = [[] for _ in lines]
    puzzles = [line.entry.puzzle for line in lines]
    for line, own in zip(lines, faults, strict=True):
        if line.entry.form is not None:
            try:
                form = form_digest(line.entry.puzzle)
            except GridwrightError as error:
                own.append(f"form: {error}")
                continue
            if form != line.entry.form:
                own.append(f"form: expected {form}, found {line.entry.form}")
    answers = solve_many(puzzles, show=1, threads=threads, limits=limits)
    for line, own, answer in zip(lines, faults, answers, strict=True):
        if line.entry.solution is None or answer.stop is not None:
            continue
        if answer.status is not Status.UNIQUE:
            own.append(f"solution: expected one, found {'none' if answer.status is Status.NONE else 'several'}")
        elif answer.solutions[0] != line.entry.solution:
            puzzle = line.entry.puzzle
            own.append(f"solution: it is {puzzle.board_text(answer.solutions[0])}, "
                       f"found {puzzle.board_text(line.entry.solution)}")  # fmt: skip
    for key in dict.fromkeys(each.scale for line in lines for each in line.entry.grades):
        graded = [i for i, line in enumerate(lines) if line.entry.grade(key) is not None]
        by = _scale(key)
        if isinstance(by, str):
            faults[graded[0]].append(f"grade on {key}: {by}")
            continue
        again = grade_many([puzzles[i] for i in graded], by, threads=threads, limits=limits)
        for i, found in zip(graded, again, strict=True):
            faults[i] += _differences(lines[i].entry, found, by, limits)
    return (Fault(*line.line[:2], each) for line, own in zip(lines, faults, strict=True) for each in own)


def _differences(entry: Entry, found: Grade | None, by: Scale, limits: Limits | None) -> Iterator[str]:
    told = entry.grade(by.key)
    assert told is not None
    try:
        now = found or grade(entry.puzzle, by, limits=limits)
    except GridwrightError as error:
        yield f"grade on {by.key}: {error}"
        return
    if now.status is Verdict.STOPPED:
        return
    for name in COMPARED:
        if getattr(told, name) != getattr(now, name):
            yield f"grade on {by.key}: {name} is {getattr(now, name)}, found {getattr(told, name)}"
            return


@cache
def _scale(key: str) -> Scale | str:
    """The scale of a grade; a sentence where it is not here, or in another version."""
    name = key.partition("@")[0]
    try:
        by = scale_named(name)
    except GridwrightError as error:
        return str(error)
    return by if by.key == key else f"the scale is {by.key} now"
