"""What is missing in a corpus, filled in: solutions, digests of forms, grades.

completed(lines, scales)      bytes in, bytes out, the same wherever it runs: what a worker does
complete(shards, scales)      all shards, each replaced in one step when its lines are done; resumable
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, tee
from typing import NamedTuple

from ..conversion.canonical_form import form_digest
from ..documents.entry import Entry
from ..execution import Executor, InProcess, code_digest, in_order
from ..files.disk_cache import key_of
from ..grading import Grade, Scale, Verdict, grade, grade_many
from ..grading import scale as scale_named
from ..model import GridwrightError, Limits, Status
from ..solving import solve_many
from .corpus import data_in, entry_in, line_of
from .shard import Busy, Notify, Rewriting, Shard, silent

AT_A_TIME = 500
"""Lines between two looks at the flag; what is done is kept after each."""


class Completed(NamedTuple):
    """How many entries were looked at, how many got something new, which shards were left to somebody else."""

    entries: int = 0
    changed: int = 0
    busy: tuple[str, ...] = ()
    stopped: bool = False


def complete(
    shards: Sequence[Shard], scales: Sequence[Scale], *, threads: int = 1, limits: Limits | None = None,
    progress: Callable[[int], None] | None = None, notify: Notify = silent, executor: Executor | None = None,
) -> Completed:  # fmt: skip
    """Fill in what is missing in every shard; where the executor's workers are elsewhere, on scales that have names."""
    total = Completed()
    for shard in shards:
        try:
            with shard.locked():
                found = _complete(
                    shard, scales, threads, limits, progress or (lambda _: None), notify, executor or InProcess()
                )
        except Busy:
            notify(f"{shard.path} is being written and left as it is")
            total = total._replace(busy=(*total.busy, shard.name))
            continue
        total = total._replace(entries=total.entries + found.entries, changed=total.changed + found.changed)
        if found.stopped:
            return total._replace(stopped=True)
    return total


def _complete(
    shard: Shard, scales: Sequence[Scale], threads: int, limits: Limits | None, progress: Callable[[int], None],
    notify: Notify, executor: Executor,
) -> Completed:  # fmt: skip
    number, changed = 0, 0
    lines = shard.lines(notify)
    part = Rewriting(shard, key_of(shard.digest(), code_digest(), *map(_said, scales)))
    try:
        for _, line in zip(range(part.done), part.lines(), strict=False):
            changed += next(lines)[1] != line
            number += 1
        progress(number)
        here, sent = tee(iter(lambda: list(islice(lines, AT_A_TIME)), []))
        if isinstance(executor, InProcess):
            work = partial(completed, shard, scales=scales, threads=threads, limits=limits)
        else:
            seconds = None if limits is None else limits.seconds
            work = partial(
                _completed_elsewhere, shard, names=[by.key.partition("@")[0] for by in scales], seconds=seconds
            )
        for chunk, new in zip(here, in_order(executor.run(work, sent)), strict=True):
            if limits is not None and limits.cancel is not None and limits.cancel.is_set():
                return Completed(number, changed, stopped=True)
            part.append(new)
            changed += sum(old != each for (_, old), each in zip(chunk, new, strict=True))
            number += len(chunk)
            progress(len(chunk))
        if changed:
            part.finish()
        else:
            part.discard()
        return Completed(number, changed)
    finally:
        part.close()


def _completed_elsewhere(
    shard: Shard, lines: Sequence[tuple[int, bytes]], *, names: Sequence[str], seconds: float | None
) -> list[bytes]:
    return completed(shard, lines, [scale_named(name) for name in names], limits=Limits(seconds))


def completed(
    shard: Shard, lines: Sequence[tuple[int, bytes]], scales: Sequence[Scale], *, threads: int = 1,
    limits: Limits | None = None,
) -> list[bytes]:  # fmt: skip
    """The lines with what was missing; a line that lacks nothing, or of which nothing can be found out, as it was."""
    entries = [entry_in(shard, number, data_in(shard, number, line)) for number, line in lines]
    known = list(entries)
    for i, entry in enumerate(entries):
        if entry.form is None:
            entries[i] = replace(entry, form=_form(entry))
    for i, solution in _solutions(entries, threads, limits):
        entries[i] = replace(entries[i], solution=solution)
    for by in scales:
        todo = [i for i, each in enumerate(entries) if each.grade(by.key) is None and by.judges(each.puzzle)]
        puzzles = [entries[i].puzzle for i in todo]
        for i, found in zip(todo, grade_many(puzzles, by, threads=threads, limits=limits), strict=True):
            graded = found or _alone(entries[i], by, limits)
            if graded is not None and graded.status is not Verdict.STOPPED:
                entries[i] = entries[i].graded(graded)
    return [
        line if entry is before else line_of(entry)
        for (_, line), before, entry in zip(lines, known, entries, strict=True)
    ]


def _form(entry: Entry) -> str | None:
    try:
        return form_digest(entry.puzzle)
    except GridwrightError:  # two equal givens in a line, or a board that is all but empty
        return None


def _solutions(entries: Sequence[Entry], threads: int, limits: Limits | None) -> Iterator[tuple[int, tuple[int, ...]]]:
    several = (Verdict.NONE, Verdict.MULTIPLE)
    todo = [
        i for i, entry in enumerate(entries)
        if entry.solution is None and not any(grade.status in several for grade in entry.grades)
    ]  # fmt: skip
    answers = solve_many([entries[i].puzzle for i in todo], show=1, threads=threads, limits=limits)
    return ((i, answer.solutions[0]) for i, answer in zip(todo, answers, strict=True) if answer.status is Status.UNIQUE)


def _alone(entry: Entry, by: Scale, limits: Limits | None) -> Grade | None:
    try:
        return grade(entry.puzzle, by, limits=limits)
    except GridwrightError:
        return None


def _said(scale: Scale) -> str:
    return repr((scale.key, scale.kind, scale.beyond, scale.boards, scale.rating, sorted(scale.catalogue.own)))
