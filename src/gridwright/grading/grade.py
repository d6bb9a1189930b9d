"""How hard one puzzle is: a search for its solutions, a trace, and what a scale says of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ..arguments import takes_puzzle
from ..model import Answer, GridwrightError, Limits, Puzzle, Status, Stopped, begin
from ..model.step import Outcome, Trace
from ..rules.technique import Ladder
from ..solving import solve
from ..solving.deduce import deduce, steps_open
from .scale import Scale, Tier, lowest
from .scale import scale as scale_named
from .verdict import Grade, hardness, judged, unsolved, uses_of


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
    by, limits = scale if isinstance(scale, Scale) else scale_named(scale), begin(limits)
    answer = solve(puzzle, show=0, limits=limits)
    return graded(puzzle, answer, by, uniqueness=uniqueness, show_open=show_open, limits=limits)


def graded(
    puzzle: Puzzle, answer: Answer, scale: Scale, *, uniqueness: bool = True, show_open: bool = False,
    limits: Limits, climbed: Callable[[], Trace] | None = None,
) -> Grade:  # fmt: skip
    """Judge a puzzle of which it is known how many solutions it has.

    `climbed` returns the trace that all techniques of the scale lead to, for whoever has it.
    """
    if answer.status is not Status.UNIQUE:
        return unsolved(answer, scale)
    by = scale.sound_for(puzzle, unique=uniqueness)
    puzzle = by.view(puzzle)
    if by.kind == "ladder":
        tier, trace = _lowest(puzzle, by, limits)
        tiers: tuple[Tier, ...] = (tier,)
    else:
        tiers, trace = by.tiers(puzzle), climbed() if climbed is not None else _climbed(puzzle, by, limits)
    if trace.outcome is Outcome.CONTRADICTION:
        names = ", ".join(dict.fromkeys(step.technique for step in trace.steps))
        raise GridwrightError(f"the puzzle has a solution, but its trace ends in a contradiction: look at {names}")
    return _verdict(trace, by, tiers, show_open, limits)


def _climbed(puzzle: Puzzle, by: Scale, limits: Limits) -> Trace:
    return deduce(puzzle, by.ladder(puzzle), catalogue=by.catalogue, inside=by.inside(puzzle), limits=limits)


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
