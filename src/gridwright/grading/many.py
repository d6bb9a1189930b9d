"""Grades and traces by the thousand: search and techniques run in the kernel over threads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from ..arguments import PuzzleLike, has_keywords, puzzle_of
from ..model import Answer, Limits, Puzzle, Status, Stop
from ..model.step import Outcome, Trace
from ..native import compile_puzzle, kernel
from ..rules.machine import KEPT, Batch, shape_of
from ..rules.technique import Ladder, Rung
from ..solving.deduce import deduce, inner_rungs, kernel_rungs, plans_of, refuting, traces_by_plans
from ..solving.fast import solve_many
from .scale import Scale, lowest
from .scale import scale as scale_named
from .verdict import Grade, Use, Verdict, judged, unsolved, uses_of

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

    What our own techniques solve without assuming that there is one solution has just one, so a search is made only for
    the others; for all of them where there are limits, which are those of the search, too.
    """
    by = scale if isinstance(scale, Scale) else scale_named(scale)
    source = map(puzzle_of, puzzles)
    while batch := list(islice(source, AT_A_TIME)):
        yield from _graded_batch(batch, by, uniqueness, threads, limits)


def _graded_batch(
    puzzles: Sequence[Puzzle], by: Scale, uniqueness: bool, threads: int, limits: Limits | None
) -> list[Grade | None]:
    natives = [compile_puzzle(puzzle) for puzzle in puzzles]
    found: list[Grade | None] = [None] * len(puzzles)

    def graded(some: list[int], *, plans_only: bool = False) -> None:
        grades = grade_unique(
            [puzzles[i] for i in some], by, uniqueness=uniqueness, threads=threads, limits=limits,
            structures=[natives[i] for i in some], plans_only=plans_only,
        )  # fmt: skip
        for i, grade in zip(some, grades, strict=True):
            found[i] = grade

    left = [i for i, puzzle in enumerate(puzzles) if by.judges(puzzle)]
    if limits is None or limits.seconds is limits.nodes is limits.fuel is None:
        graded(left, plans_only=True)
        left = [i for i in left if (grade := found[i]) is None or grade.status is not Verdict.SOLVED]
    own = [natives[i] for i in left]
    answers = solve_many([puzzles[i] for i in left], show=0, threads=threads, limits=limits, structures=own)
    unique: list[int] = []
    for i, answer in zip(left, answers, strict=True):
        if answer.status is not Status.UNIQUE:
            found[i] = unsolved(answer, by)
        elif found[i] is None:
            unique.append(i)
    graded(unique)
    return found


def grade_unique(
    puzzles: Sequence[Puzzle], scale: Scale, *, uniqueness: bool = True, threads: int = 1,
    limits: Limits | None = None, structures: Sequence[kernel.Structure] | None = None, plans_only: bool = False,
) -> list[Grade | None]:  # fmt: skip
    """The grades of puzzles of which somebody knows that each has one solution, and that the scale judges them.

    `structures` are the kernel's forms of theirs, for whoever has them. With `plans_only` nobody knows: those are
    graded that the kernel's plans solve, where that proves it, or on which the whole ladder ends; None of the others.
    """
    natives = [compile_puzzle(puzzle) for puzzle in puzzles] if structures is None else structures
    found: list[Grade | None] = [None] * len(puzzles)
    for alike, numbers in _by_board(puzzles, natives).items():
        seen, own = _seen(puzzles, natives, numbers, scale)
        by = scale.sound_for(seen[0], unique=uniqueness)
        if plans_only and not _proves(by, seen[0]):
            continue
        like = _first_like((alike, seen[0].loose), seen[0])
        for i, each in zip(numbers, _graded(seen, own, like, by, threads, limits, plans_only), strict=True):
            found[i] = each
    return found


def explain_by_plans(
    puzzles: Sequence[Puzzle], scale: Scale, *, uniqueness: bool = True, threads: int = 1
) -> list[tuple[Answer, Trace | None]]:
    """How many solutions each puzzle has, and the traces of those that have one and that the kernel's plans solve."""
    found: list[Trace | None] = [None] * len(puzzles)
    natives = [compile_puzzle(puzzle) for puzzle in puzzles]
    answers = list(solve_many(puzzles, threads=threads, structures=natives))
    for numbers in _by_board(puzzles, natives).values():
        some = [i for i in numbers if answers[i].status is Status.UNIQUE and scale.judges(puzzles[i])]
        if not some:
            continue
        seen, own = _seen(puzzles, natives, some, scale)
        by = scale.sound_for(seen[0], unique=uniqueness)
        traces = traces_by_plans(seen, own, by.ladder(puzzles[some[0]]), catalogue=by.catalogue, threads=threads)
        for i, trace in zip(some, traces, strict=True):
            found[i] = trace
    return list(zip(answers, found, strict=True))


def _by_board(puzzles: Sequence[Puzzle], natives: Sequence[kernel.Structure]) -> dict[object, list[int]]:
    """The positions of puzzles whose boards are alike: the same techniques and plans speak of them."""
    found: dict[object, list[int]] = {}
    for i, (puzzle, native) in enumerate(zip(puzzles, natives, strict=True)):
        board = (puzzle.genre.key, shape_of(puzzle, native), native.relation_kinds, puzzle.marks is None)
        found.setdefault(board, []).append(i)
    return found


def _seen(
    puzzles: Sequence[Puzzle], natives: Sequence[kernel.Structure], numbers: Sequence[int], scale: Scale
) -> tuple[list[Puzzle], list[kernel.Structure]]:
    """Some of the puzzles as the techniques of a scale see them, and the kernel's forms of these."""
    seen = [scale.view(puzzles[i]) for i in numbers]
    own = [natives[i] if view is puzzles[i] else compile_puzzle(view) for i, view in zip(numbers, seen, strict=True)]
    return seen, own


def _proves(by: Scale, puzzle: Puzzle) -> bool:
    """Is a puzzle unique that the techniques of a scale solve? Not if one of them assumes it, or is somebody's own."""
    ladder = (*by.ladder(puzzle), *(by.inside(puzzle) or ()))
    return not by.catalogue.own and all(by.catalogue[key].assumes is None for key, _ in ladder)


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
    limits: Limits | None, plans_only: bool,
) -> list[Grade | None]:  # fmt: skip
    """Puzzles with one solution each, on boards as that of `like`; with `plans_only`, those that plans decide."""
    first = puzzles[0]
    if by.kind != "ladder":
        tiers = by.tiers(first)
        climbed = _climbed(puzzles, natives, like, by, by.ladder(first), threads, limits, plans_only)
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
        climbed = _climbed(some, own, like, by, tiers[-1].ladder, threads, limits, plans_only)
        results = zip(left, climbed, strict=True)
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
    threads: int, limits: Limits | None, plans_only: bool,
) -> list[_Used | None]:  # fmt: skip
    """What each puzzle uses of a ladder: the kernel climbs as far as it has plans, `deduce` climbs the others.

    None of one that is seen to have no solution, and with `plans_only` of those others.
    """
    structure, catalogue, listed = like.structure, by.catalogue, by.inside(puzzles[0])
    rungs = catalogue.rungs(ladder, like)
    inside = inner_rungs(catalogue, ladder, listed, like)
    refutes = not plans_only and len(kernel_rungs(inside)) == len(inside)
    first, longest = kernel_rungs(rungs), refuting(rungs) if refutes else 0
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
        elif plans_only or outcome == "contradiction":
            climbed.append(None)
        else:
            trace = deduce(puzzle, ladder, catalogue=catalogue, inside=listed, limits=limits)
            solved = trace.outcome is Outcome.SOLVED
            contradicts = trace.outcome is Outcome.CONTRADICTION
            climbed.append(None if contradicts else _Used(uses_of(trace), solved, trace.stop))
    return climbed
