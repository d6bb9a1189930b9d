"""How hard a puzzle is for people: a trace, judged by a scale.

grade(puzzle).tier               Gentle, Steady, Tricky …
grade_many(puzzles, scale)       the same for thousands, in the kernel over threads, without traces
explain(puzzle)                  the trace that the grade is made from
explain_many(puzzles)            the same for many, over threads
open_steps(position)             every step that the techniques offer there
scale("standard").tiers(puzzle)  what a tier may need
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, takewhile
from pathlib import Path

from ..arguments import PositionLike, has_keywords, position_of, takes_position, takes_puzzle
from ..model import Answer, GridwrightError, Limits, Puzzle, State, Status, Stopped, begin
from ..model.step import Outcome, Step, Trace
from ..rules.technique import Ladder, Rung
from ..solving import solve
from ..solving.deduce import deduce, steps_open
from ..solving.deduce import open_steps as offered
from ..techniques.unnamed import TECHNIQUE as UNNAMED
from .many import explain_by_plans, grade_many, grade_unique
from .scale import Scale, Tier, lowest, scale, scales
from .verdict import Grade, Verdict, hardness, judged, unsolved, uses_of

__all__ = [
    "Grade",
    "Scale",
    "Tier",
    "Verdict",
    "explain",
    "explain_many",
    "grade",
    "grade_many",
    "grade_unique",
    "hardness",
    "open_steps",
    "scale",
    "scales",
]

AT_A_TIME = 64
"""Puzzles that are explained together: threads share them, and who asks does not wait long."""


@takes_puzzle
def grade(
    puzzle: Puzzle,
    scale: str | Path | Scale = "standard",
    *,
    uniqueness: bool = True,
    show_open: bool = False,
    limits: Limits | None = None,
) -> Grade:
    """Judge a puzzle. `show_open` counts the steps that were open on the way, which takes longer.

    Where `limits` strike first, the status is `stopped`, and the steps are those so far.

    Techniques that assume a unique solution are left out where `uniqueness` is off or pencil marks are printed.

    >>> from gridwright.genres import parse
    >>> found = grade(parse("1...3..4..2....1", genre="sudoku"))
    >>> found.status.value, found.tier, found.hardest
    ('solved', 'Gentle', 'hidden-single')
    """
    by, limits = _scale(scale), begin(limits)
    answer = solve(puzzle, show=0, limits=limits)
    if answer.status is not Status.UNIQUE:
        return unsolved(answer, by)
    if not (uniqueness and swaps(puzzle)):
        by = by.without_uniqueness()
    puzzle = by.view(puzzle)
    if by.kind == "ladder":
        tier, trace = _lowest(puzzle, by, limits)
        tiers: tuple[Tier, ...] = (tier,)
    else:
        tiers = by.tiers(puzzle)
        trace = deduce(puzzle, by.ladder(puzzle), catalogue=by.catalogue, inside=by.inside(puzzle), limits=limits)
    if trace.outcome is Outcome.CONTRADICTION:
        names = ", ".join(dict.fromkeys(step.technique for step in trace.steps))
        raise GridwrightError(f"the puzzle has a solution, but its trace ends in a contradiction: look at {names}")
    return _verdict(trace, by, tiers, show_open, limits)


@takes_position
def explain(
    position: Puzzle | State,
    scale: str | Path | Scale = "standard",
    *,
    uniqueness: bool = True,
    up_to: str | int | None = None,
    first: str | None = None,
    limit: int | None = None,
    limits: Limits | None = None,
) -> Trace:
    """The trace with all techniques of a scale, and where they end with proofs that have no name, smallest first.

    So a puzzle with one solution is explained to its last cell, and one without any to what cannot hold; of one with
    several the trace says so (`solutions`) where the techniques end. `up_to` is a tier (or a number of lines, for
    contradictions) beyond which techniques are left out; the technique `first` is looked for before all others, listed
    or not. Those that assume a unique solution are left out where there is not just one, where pencil marks are
    printed, or where `uniqueness` is off. Where `limits` strike first, the trace has the steps so far and says which.

    >>> from gridwright.genres import parse
    >>> explain(parse("1...3..4..2....1", genre="sudoku")).steps[0].technique
    'hidden-single'
    """
    puzzle = position if isinstance(position, Puzzle) else position.puzzle
    limits = begin(limits)
    answer = solve(puzzle, limits=limits.share())
    whole = _scale(scale)
    by = _sound(whole, puzzle, uniqueness, answer)
    ladder = list(by.ladder(puzzle) if up_to is None else by.ladder_to(puzzle, up_to))
    several = answer.status is Status.MULTIPLE
    if not several and (UNNAMED.key, None) not in ladder:
        ladder.append((UNNAMED.key, None))
    inside = by.inside(puzzle)
    if first is not None:
        ladder, inside = _led_by(by, first, ladder, inside, unique=by is whole)
    trace = deduce(
        _viewed(position, by), ladder, limit=limit, catalogue=by.catalogue, inside=inside, limits=limits,
    )  # fmt: skip
    return replace(trace, solutions=answer.solutions) if several and trace.outcome is Outcome.STUCK else trace


def open_steps(
    position: Puzzle | State,
    scale: str | Path | Scale = "standard",
    *,
    uniqueness: bool = True,
    limits: Limits | None = None,
) -> Iterator[Step]:
    """Every step that the techniques of a scale offer in a position, simplest first: `solving.deduce.open_steps`."""
    puzzle = position if isinstance(position, Puzzle) else position.puzzle
    limits = begin(limits)
    by = _sound(_scale(scale), puzzle, uniqueness, solve(puzzle, limits=limits.share()))
    return offered(_viewed(position, by), by.ladder(puzzle), catalogue=by.catalogue, limits=limits)


def _sound(by: Scale, puzzle: Puzzle, uniqueness: bool, answer: Answer) -> Scale:
    """The scale, without techniques that assume a unique solution where there may be another or nobody wants them."""
    unique = uniqueness and swaps(puzzle) and answer.status is Status.UNIQUE
    return by if unique else by.without_uniqueness()


def _viewed(position: Puzzle | State, by: Scale) -> Puzzle | State:
    """A position as the scale looks at its puzzle."""
    if isinstance(position, Puzzle):
        return by.view(position)
    return replace(position, puzzle=by.view(position.puzzle))


def _led_by(
    by: Scale, name: str, ladder: Ladder, inside: Ladder | None, *, unique: bool
) -> tuple[list[Rung], Ladder]:  # fmt: skip
    """A ladder with one technique before all others, and what contradictions use: as if it were where it was.

    One that the scale does not list is put there, too, unless it assumes a `unique` solution and there may be another.
    """
    key, size = by.catalogue.rung(name)
    before = takewhile(lambda rung: not by.catalogue[rung[0]].follows_others, ladder)
    led = sorted(ladder, key=lambda rung: rung[0] != key or size not in (None, rung[1]))
    listed = any(rung[0] == key and size in (None, rung[1]) for rung in ladder)
    if not listed and (unique or by.catalogue[key].assumes is None):
        led.insert(0, (key, size))
    return led, list(before) if inside is None else inside


@has_keywords
def explain_many(
    positions: Iterable[PositionLike],
    scale: str | Path | Scale = "standard",
    *,
    uniqueness: bool = True,
    threads: int = 1,
    limits: Limits | None = None,
) -> Iterator[Trace]:
    """The traces of many puzzles or positions, in order, as `explain` tells each; each has the limits for itself.

    Without limits, puzzles that the kernel's plans solve are climbed there, some at a time over threads; the first
    comes at once. All others are explained when they are asked for.
    """
    by, source, size = _scale(scale), map(position_of, positions), 1
    while batch := list(islice(source, size)):
        size = min(2 * size, AT_A_TIME)
        puzzles = [each for each in batch if isinstance(each, Puzzle) and limits is None]
        climbed = iter(explain_by_plans(puzzles, by, uniqueness=uniqueness, threads=threads))
        for each in batch:
            trace = next(climbed) if isinstance(each, Puzzle) and limits is None else None
            yield explain(each, by, uniqueness=uniqueness, limits=limits) if trace is None else trace


def swaps(puzzle: Puzzle) -> bool:
    """Would two solutions that differ by a swap of values both fit what is printed?

    Givens are values of the solution, and the swapped cells have none. Printed pencil marks may hold for one of the two
    alone, so "there would be two solutions" is no argument there.
    """
    return puzzle.marks is None


def _scale(found: str | Path | Scale) -> Scale:
    return found if isinstance(found, Scale) else scale(found)


def _lowest(puzzle: Puzzle, by: Scale, limits: Limits) -> tuple[Tier, Trace]:
    """The lowest tier whose own techniques finish the puzzle, else the highest; with its trace."""
    for tiers in by.climbs(puzzle):
        trace = deduce(puzzle, tiers[-1].ladder, catalogue=by.catalogue, inside=by.inside(puzzle), limits=limits)
        if trace.outcome is not Outcome.STUCK:
            break
    used = {(step.key, step.parameter) for step in trace.steps}
    return lowest(tiers, used, trace.outcome is not Outcome.STUCK), trace


def _verdict(trace: Trace, by: Scale, tiers: tuple[Tier, ...], show_open: bool, limits: Limits) -> Grade:
    solved = trace.outcome is Outcome.SOLVED
    found = replace(judged(trace.puzzle, uses_of(trace), solved, by, tiers, trace.stop), trace=trace)
    if not show_open or trace.stop is not None:
        return found
    try:
        return replace(found, open=_open(trace, by, tiers, limits))
    except Stopped as stopped:  # all is known but this
        return replace(found, stop=stopped.stop)


def _open(trace: Trace, by: Scale, tiers: tuple[Tier, ...], limits: Limits) -> tuple[int, ...]:
    inside = by.inside(trace.puzzle)
    counts = []
    for state, step in zip(trace.positions(), trace.steps, strict=True):
        level = hardness(tiers)[step.key, step.parameter].tier
        ladder: Ladder = [each for tier in tiers[: level + 1] for each in tier.ladder]
        counts.append(steps_open(state, ladder, catalogue=by.catalogue, inside=inside, limits=limits))
    return tuple(counts)
