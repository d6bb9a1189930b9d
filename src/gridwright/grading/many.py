"""Grading by the thousand: search and techniques run in the kernel over threads, and Python sees what was used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from ..model import Puzzle, Status
from ..rules.board import Board
from ..rules.machine import Batch
from ..rules.position import start
from ..rules.tree import Technique
from ..solving.deduce import Ladder, Rung, inner_rungs, refuting, rules_first, rungs_of
from ..solving.fast import solve_many
from .scale import Scale, lowest
from .verdict import Grade, Use, Verdict, judged

AT_A_TIME = 1000


def grade_many(
    puzzles: Iterable[Puzzle],
    scale: Scale,
    *,
    uniqueness: bool = True,
    techniques: Mapping[str, Technique] | None = None,
    threads: int = 1,
) -> Iterator[Grade | None]:
    """The grades of puzzles, in order, without traces.

    None where the kernel alone cannot tell: a ladder goes on with what is no rule, ran out of fuel, or ended in a
    contradiction. `grade` can. None as well where the scale says nothing of the puzzle; `grade` says why.
    """
    source = iter(puzzles)
    while batch := list(islice(source, AT_A_TIME)):
        found: dict[int, Grade | None] = {}
        unique: list[int] = []
        for i, answer in enumerate(solve_many(batch, show=0, threads=threads)):
            if not scale.judges(batch[i]):
                found[i] = None
            elif answer.status is Status.UNIQUE:
                unique.append(i)
            else:
                status = Verdict.NONE if answer.status is Status.NONE else Verdict.MULTIPLE
                found[i] = Grade(status, scale.key)
        by_board: dict[object, list[int]] = {}
        for i in unique:
            alike = (batch[i].genre.key, Board.of(batch[i]).shape, batch[i].marks is None)
            by_board.setdefault(alike, []).append(i)
        for numbers in by_board.values():
            alike_puzzles = [scale.view(batch[i]) for i in numbers]
            by = scale if uniqueness and alike_puzzles[0].marks is None else scale.without_uniqueness(techniques)
            found |= zip(numbers, _graded(alike_puzzles, by, techniques, threads), strict=True)
        yield from (found[i] for i in range(len(batch)))


def _graded(
    puzzles: Sequence[Puzzle], by: Scale, techniques: Mapping[str, Technique] | None, threads: int
) -> list[Grade | None]:
    """Puzzles with one solution each, on boards of one shape."""
    first = puzzles[0]
    if by.kind != "ladder":
        tiers = by.tiers(first)
        return [
            used and judged(puzzle, used.uses, used.solved, by, tiers, techniques)
            for puzzle, used in zip(puzzles, _climbed(puzzles, by, by.ladder(first), techniques, threads), strict=True)
        ]
    found: list[Grade | None] = [None] * len(puzzles)
    left = list(range(len(puzzles)))
    for tiers in by.climbs(first):  # from scratch each time, until the lowest that finishes
        climbed = _climbed([puzzles[i] for i in left], by, tiers[-1].ladder, techniques, threads)
        for i, used in zip(left, climbed, strict=True):
            tier = lowest(tiers, used.uses, used.solved) if used else tiers[-1]
            found[i] = used and judged(puzzles[i], used.uses, used.solved, by, (tier,), techniques)
        left = [i for i, used in zip(left, climbed, strict=True) if used and not used.solved]
        if not left:
            break
    return found


class _Used(NamedTuple):
    """What a trace used, and did it finish?"""

    uses: dict[Rung, Use]
    solved: bool


def _climbed(
    puzzles: Sequence[Puzzle], by: Scale, ladder: Ladder, techniques: Mapping[str, Technique] | None, threads: int
) -> list[_Used | None]:
    rungs = rungs_of(ladder, puzzles[0], techniques)
    rules = rules_first(rungs)
    longest = refuting(rungs, Board.of(puzzles[0]))
    inside = inner_rungs(by.inside(puzzles[0]), puzzles[0], techniques) if longest else []
    known = rungs[: len(rules) + longest]  # what the kernel climbs
    found = Batch(rules, [start(puzzle) for puzzle in puzzles], inside=inside, longest=longest).run(threads=threads)
    climbed: list[_Used | None] = []
    for i in range(len(puzzles)):
        outcome, counts = found.counts(i)
        if outcome == "solved" or (outcome == "stuck" and len(known) == len(rungs) and not found.undecided(i)):
            used = zip(known, counts, found.sizes(i), strict=True)
            uses = {(rule.key, size): Use(count, largest) for (rule, size), count, largest in used if count}
            climbed.append(_Used(uses, outcome == "solved"))
        else:
            climbed.append(None)
    return climbed
