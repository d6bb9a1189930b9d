"""Grading by the thousand: search and techniques run in the kernel over threads, and Python sees what was used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from ..arguments import PuzzleLike, has_keywords, puzzle_of
from ..model import Limits, Puzzle, Status, Stop
from ..model.step import Outcome
from ..native import compile_puzzle, kernel
from ..rules.machine import KEPT, Batch, shape_of
from ..rules.technique import Ladder, Rung
from ..solving.deduce import deduce, inner_rungs, kernel_rungs, plans_of, refuting
from ..solving.fast import solve_many
from .scale import Scale, lowest
from .scale import scale as scale_named
from .verdict import Grade, Use, judged, unsolved, uses_of

AT_A_TIME = 256


@has_keywords
def grade_many(
    puzzles: Iterable[PuzzleLike],
    scale: str | Path | Scale = "standard",
    *,
    uniqueness: bool = True,
    threads: int = 1,
    limits: Limits | None = None,
) -> Iterator[Grade | None]:
    """The grades of puzzles, in order, without traces; each search and each climb has the limits for itself.

    A puzzle for which the kernel's rungs are not enough, or that uses one whose weight grows with what the steps have,
    is climbed by `deduce`, it alone. None where the scale says nothing of the puzzle, or its trace ends in a
    contradiction; `grade` says why.
    """
    by = scale if isinstance(scale, Scale) else scale_named(scale)
    source = map(puzzle_of, puzzles)
    while batch := list(islice(source, AT_A_TIME)):
        found: dict[int, Grade | None] = {}
        unique: list[int] = []
        natives = [compile_puzzle(puzzle) for puzzle in batch]
        answers = solve_many(batch, show=0, threads=threads, limits=limits, structures=natives)
        for i, answer in enumerate(answers):
            if not by.judges(batch[i]):
                found[i] = None
            elif answer.status is Status.UNIQUE:
                unique.append(i)
            else:
                found[i] = unsolved(answer, by)
        grades = grade_unique(
            [batch[i] for i in unique], by, uniqueness=uniqueness, threads=threads, limits=limits,
            structures=[natives[i] for i in unique],
        )  # fmt: skip
        found |= zip(unique, grades, strict=True)
        yield from (found[i] for i in range(len(batch)))


def grade_unique(
    puzzles: Sequence[Puzzle], scale: Scale, *, uniqueness: bool = True, threads: int = 1,
    limits: Limits | None = None, structures: Sequence[kernel.Structure] | None = None,
) -> list[Grade | None]:  # fmt: skip
    """The grades of puzzles of which somebody knows that each has one solution, and that the scale judges them.

    `structures` are the kernel's forms of theirs, for whoever has them.
    """
    natives = [compile_puzzle(puzzle) for puzzle in puzzles] if structures is None else structures
    found: list[Grade | None] = [None] * len(puzzles)
    by_board: dict[object, list[int]] = {}
    for i, puzzle in enumerate(puzzles):
        native = natives[i]
        board = (puzzle.genre.key, shape_of(puzzle, native), native.relation_kinds, puzzle.marks is None)
        by_board.setdefault(board, []).append(i)
    for alike, numbers in by_board.items():
        seen = [scale.view(puzzles[i]) for i in numbers]
        own = [
            natives[i] if view is puzzles[i] else compile_puzzle(view) for i, view in zip(numbers, seen, strict=True)
        ]
        by = scale if uniqueness and seen[0].marks is None else scale.without_uniqueness()
        like = _first_like((alike, seen[0].loose), seen[0])
        for i, each in zip(numbers, _graded(seen, own, like, by, threads, limits), strict=True):
            found[i] = each
    return found


_firsts: dict[object, Puzzle] = {}
"""A puzzle of each kind of board that was graded: its structure says which techniques speak of such a board, and what
their plans are, and to make another one for every batch of a list would take longer than to grade it."""


def _first_like(alike: object, puzzle: Puzzle) -> Puzzle:
    """The first puzzle of such a board, which this one may be."""
    if alike not in _firsts:
        while len(_firsts) >= KEPT:
            _firsts.pop(next(iter(_firsts)))
        _firsts[alike] = puzzle
    return _firsts[alike]


def _graded(
    puzzles: Sequence[Puzzle], natives: Sequence[kernel.Structure], like: Puzzle, by: Scale, threads: int,
    limits: Limits | None,
) -> list[Grade | None]:  # fmt: skip
    """Puzzles with one solution each, on boards as that of `like`."""
    first = puzzles[0]
    if by.kind != "ladder":
        tiers = by.tiers(first)
        climbed = _climbed(puzzles, natives, like, by, by.ladder(first), threads, limits)
        return [
            used and judged(puzzle, used.uses, used.solved, by, tiers, used.stop)
            for puzzle, used in zip(puzzles, climbed, strict=True)
        ]
    found: list[Grade | None] = [None] * len(puzzles)
    left = list(range(len(puzzles)))
    climbs = by.climbs(first)
    for tiers in climbs:  # from scratch each time, until the lowest that finishes
        alone = {tier.name: (tier,) for tier in tiers}
        some, own = [puzzles[i] for i in left], [natives[i] for i in left]
        results = zip(left, _climbed(some, own, like, by, tiers[-1].ladder, threads, limits), strict=True)
        left = []
        for i, used in results:
            if used is None:
                continue
            if used.solved or used.stop or tiers is climbs[-1]:
                tier = lowest(tiers, used.uses, used.solved)
                found[i] = judged(puzzles[i], used.uses, used.solved, by, alone[tier.name], used.stop)
            else:
                left.append(i)
        if not left:
            break
    return found


class _Used(NamedTuple):
    """What a trace used, and did it finish?"""

    uses: dict[Rung, Use]
    solved: bool
    stop: Stop | None = None


def _climbed(
    puzzles: Sequence[Puzzle], natives: Sequence[kernel.Structure], like: Puzzle, by: Scale, ladder: Ladder,
    threads: int, limits: Limits | None,
) -> list[_Used | None]:  # fmt: skip
    """What each puzzle uses of a ladder: the kernel climbs as far as it has plans, `deduce` climbs the others."""
    structure, catalogue, listed = like.structure, by.catalogue, by.inside(puzzles[0])
    rungs = catalogue.rungs(ladder, like)
    inside = inner_rungs(catalogue, ladder, listed, like)
    first, longest = kernel_rungs(rungs), refuting(rungs) if len(kernel_rungs(inside)) == len(inside) else 0
    known = rungs[: len(first) + longest]  # what the kernel climbs
    plans, inner = plans_of(first, structure), plans_of(inside, structure)
    batch = Batch.of_puzzles(plans, puzzles, natives, inner, longest)
    found = batch.run(threads=threads, limits=limits)
    growing = {rung for tier in by.tiers(puzzles[0]) for rung, weight in tier.weights if weight.by}
    names = [(rule.key, size) for rule, size in known]
    climbed: list[_Used | None] = []
    for i, puzzle in enumerate(puzzles):
        outcome, used = found.uses(i)
        uses = {names[rung]: Use(count, largest) for rung, count, largest in used}
        finished = outcome == "solved" and growing.isdisjoint(uses)
        if finished or (outcome == "stuck" and len(known) == len(rungs) and not found.undecided(i)):
            climbed.append(_Used(uses, finished))
        elif outcome == "contradiction":
            climbed.append(None)
        else:
            trace = deduce(puzzle, ladder, catalogue=catalogue, inside=listed, limits=limits)
            solved = trace.outcome is Outcome.SOLVED
            contradicts = trace.outcome is Outcome.CONTRADICTION
            climbed.append(None if contradicts else _Used(uses_of(trace), solved, trace.stop))
    return climbed
