"""Does a corpus still hold? Its entries, all or a sample, are read strictly, solved and graded again.

    for fault in verify(corpus): …      shard, line, and what no longer holds

Copies are named where all entries are looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import blake2b
from heapq import nsmallest
from typing import TYPE_CHECKING, NamedTuple

from ..canonical_form import form_digest
from ..entry import Entry
from ..grading import Grade, Scale, Verdict, grade, grade_many
from ..grading import scale as scale_named
from ..model import CorpusError, GridwrightError, Limits, Status
from ..solving import solve_many
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


class Line(NamedTuple):
    """An entry with its place."""

    shard: Shard
    number: int
    entry: Entry


def verify(
    corpus: Corpus, *, sample: int | None = None, seed: str = "", threads: int = 1, limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
) -> Iterator[Fault]:  # fmt: skip
    """What no longer holds, line by line; of a sample that size and seed decide, the same on every machine."""
    from .corpus import data_in, entry_in

    chosen = None if sample is None else chosen_lines(corpus, sample, seed)
    seen: dict[str, str] = {}
    batch: list[Line] = []
    for shard in corpus.shards:
        for number, text in shard.lines(corpus.notify):
            if chosen is not None and (shard.path.name, number) not in chosen:
                continue
            if limits is not None and limits.cancel is not None and limits.cancel.is_set():
                return
            try:
                data = data_in(shard, number, text)
                if not corpus.wants(data):
                    continue
                line = Line(shard, number, entry_in(shard, number, data))
            except CorpusError as error:
                yield _fault(shard, number, str(error).partition(f"line {number}: ")[2] or str(error))
                continue
            if chosen is None and (form := line.entry.form) is not None:
                place = f"{shard.path.name}, line {number}"
                if (first := seen.setdefault(form, place)) is not place:
                    yield _fault(shard, number, f"is a copy of {first}")
            batch.append(line)
            if len(batch) == AT_A_TIME:
                yield from _checked(batch, threads, limits)
                if progress is not None:
                    progress(len(batch))
                batch = []
    yield from _checked(batch, threads, limits)
    if progress is not None:
        progress(len(batch))


def chosen_lines(corpus: Corpus, sample: int, seed: str) -> set[tuple[str, int]]:
    """So many lines of a corpus: those whose places have the smallest digests."""

    def rank(place: tuple[str, int]) -> bytes:
        return blake2b(f"{seed} {place[0]} {place[1]}".encode(), digest_size=8).digest()

    places = ((shard.path.name, i) for shard in corpus.shards for i in range(1, shard.count() + 1))
    return set(nsmallest(sample, places, key=rank))


def _checked(lines: Sequence[Line], threads: int, limits: Limits | None) -> Iterator[Fault]:
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
    return (_fault(line.shard, line.number, each) for line, own in zip(lines, faults, strict=True) for each in own)


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


def _fault(shard: Shard, number: int, sentence: str) -> Fault:
    return Fault(str(shard.path), number, sentence)
