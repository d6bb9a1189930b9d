"""How hard a puzzle is for people: a trace, judged by a scale.

grade(puzzle).tier               Gentle, Steady, Tricky …
grade_many(puzzles, scale)       the same for thousands, in the kernel over threads, without traces
explain(puzzle)                  the trace that the grade is made from
scale("standard").tiers(puzzle)  what a tier may need
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..model import GridwrightError, Puzzle, State, Status
from ..model.step import Outcome, Trace
from ..rules.board import Board
from ..rules.machine import witnesses
from ..rules.position import apply
from ..rules.tree import Technique
from ..solving import solve
from ..solving.deduce import Ladder, Matcher, Rung, deduce, steps_open
from ..solving.stuck import with_unnamed
from .many import grade_many
from .scale import Scale, Tier, lowest, scale, scales, with_own
from .verdict import Grade, Use, Verdict, hardness, judged

__all__ = [
    "Grade",
    "Scale",
    "Tier",
    "Verdict",
    "explain",
    "grade",
    "grade_many",
    "hardness",
    "scale",
    "scales",
    "with_own",
]


def grade(
    puzzle: Puzzle,
    scale: str | Scale = "standard",
    *,
    uniqueness: bool = True,
    show_open: bool = False,
    techniques: Mapping[str, Technique] | None = None,
    matcher: Matcher = witnesses,
) -> Grade:
    """Judge a puzzle. `show_open` counts the steps that were open on the way, which takes longer.

    Techniques that assume a unique solution are left out where `uniqueness` is off or pencil marks are printed.

    >>> from gridwright.genres import parse
    >>> found = grade(parse("1...3..4..2....1", genre="sudoku"))
    >>> found.status.value, found.tier, found.hardest
    ('solved', 'Gentle', 'hidden-single')
    """
    by = _scale(scale)
    status = solve(puzzle, show=0).status
    if status is not Status.UNIQUE:
        return Grade(Verdict.NONE if status is Status.NONE else Verdict.MULTIPLE, by.key)
    if not (uniqueness and swaps(puzzle)):
        by = by.without_uniqueness(techniques)
    puzzle = by.view(puzzle)
    if by.kind == "ladder":
        tier, trace = _lowest(puzzle, by, techniques, matcher)
        tiers: tuple[Tier, ...] = (tier,)
    else:
        tiers = by.tiers(puzzle)
        trace = deduce(
            puzzle, by.ladder(puzzle), techniques=techniques, matcher=matcher, inside=by.inside(puzzle)
        )  # fmt: skip
    if trace.outcome is Outcome.CONTRADICTION:
        names = ", ".join(dict.fromkeys(step.technique for step in trace.steps))
        raise GridwrightError(f"the puzzle has a solution, but its trace ends in a contradiction: look at {names}")
    return _verdict(trace, by, tiers, show_open, techniques, matcher)


def explain(
    position: Puzzle | State,
    scale: str | Scale = "standard",
    *,
    uniqueness: bool = True,
    limit: int | None = None,
    techniques: Mapping[str, Technique] | None = None,
    matcher: Matcher = witnesses,
) -> Trace:
    """The trace with all techniques of a scale; where they end, the smallest proof of a next fact is sought.

    Those that assume a unique solution are left out where there is not just one, where pencil marks are printed, or
    where `uniqueness` is off.

    >>> from gridwright.genres import parse
    >>> explain(parse("1...3..4..2....1", genre="sudoku")).steps[0].technique
    'hidden-single'
    """
    puzzle = position if isinstance(position, Puzzle) else position.puzzle
    by = _scale(scale)
    if not (uniqueness and swaps(puzzle) and solve(puzzle, show=0).status is Status.UNIQUE):
        by = by.without_uniqueness(techniques)
    seen = by.view(puzzle)
    trace = deduce(
        seen if isinstance(position, Puzzle) else replace(position, puzzle=seen), by.ladder(puzzle), limit=limit,
        techniques=techniques, matcher=matcher, inside=by.inside(puzzle),
    )  # fmt: skip
    return with_unnamed(trace)


def swaps(puzzle: Puzzle) -> bool:
    """Would two solutions that differ by a swap of values both fit what is printed?

    Givens are values of the solution, and the swapped cells have none. Printed pencil marks may hold for one of the two
    alone, so "there would be two solutions" is no argument there.
    """
    return puzzle.marks is None


def _scale(found: str | Scale) -> Scale:
    return scale(found) if isinstance(found, str) else found


def _lowest(
    puzzle: Puzzle, by: Scale, techniques: Mapping[str, Technique] | None, matcher: Matcher
) -> tuple[Tier, Trace]:
    """The lowest tier whose own techniques finish the puzzle, else the highest; with its trace."""
    for tiers in by.climbs(puzzle):
        trace = deduce(puzzle, tiers[-1].ladder, techniques=techniques, matcher=matcher, inside=by.inside(puzzle))
        if trace.outcome is not Outcome.STUCK:
            break
    used = {(step.key, step.parameter) for step in trace.steps}
    return lowest(tiers, used, trace.outcome is not Outcome.STUCK), trace


def _verdict(
    trace: Trace, by: Scale, tiers: tuple[Tier, ...], show_open: bool,
    techniques: Mapping[str, Technique] | None, matcher: Matcher,
) -> Grade:  # fmt: skip
    uses: dict[Rung, Use] = {}
    for step in trace.steps:
        count, largest = uses.get((step.key, step.parameter), (0, 0))
        uses[step.key, step.parameter] = Use(count + 1, max(largest, len(step.choices) + len(step.others)))
    found = judged(trace.puzzle, uses, trace.outcome is Outcome.SOLVED, by, tiers, techniques)
    return replace(
        found, trace=trace, open=_open(trace, by, tiers, techniques, matcher) if show_open else None
    )  # fmt: skip


def _open(
    trace: Trace, by: Scale, tiers: tuple[Tier, ...], techniques: Mapping[str, Technique] | None, matcher: Matcher
) -> tuple[int, ...]:
    board, state = Board.of(trace.puzzle), trace.start
    counts = []
    for step in trace.steps:
        level = hardness(tiers)[step.key, step.parameter].tier
        ladder: Ladder = [each for tier in tiers[: level + 1] for each in tier.ladder]
        inside = by.inside(trace.puzzle)
        counts.append(steps_open(state, ladder, techniques=techniques, matcher=matcher, inside=inside))
        state = apply(board, state, step.conclusions)
    return tuple(counts)
