"""How hard a puzzle is for people: a trace, judged by a scale.

grade(puzzle).tier               Gentle, Steady, Tricky …
explain(puzzle)                  the trace that the grade is made from
scale("standard").tiers(puzzle)  what a tier may need
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from ..model import GridwrightError, Puzzle, State, Status
from ..model.step import Outcome, Step, Trace
from ..rules.board import Board
from ..rules.machine import witnesses
from ..rules.position import apply
from ..rules.tree import Technique
from ..solve import solve
from ..solve.deduce import Ladder, Matcher, Rung, deduce, steps_open
from ..solve.stuck import with_unnamed
from .scale import Scale, Tier, scale, scales, with_own

__all__ = ["Grade", "Scale", "Tier", "Verdict", "explain", "grade", "scale", "scales", "with_own"]


class Verdict(str, Enum):
    """What came of grading: `none` and `multiple` are about solutions and no matter of techniques."""

    SOLVED = "solved"
    STUCK = "stuck"
    NONE = "none"
    MULTIPLE = "multiple"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Grade:
    """The verdict of a scale.

    `rating` is the sum of the steps' weights, `hardest` the hardest technique that was needed, `proof_size` the number
    of choices and other statements that its largest step used. What is stuck has the tier beyond all others and no
    rating; its steps are those that were possible.
    """

    status: Verdict
    scale: str
    tier: str | None = None
    rating: float | None = None
    hardest: str | None = None
    steps: int = 0
    techniques: dict[str, int] = field(default_factory=dict, hash=False)
    proof_size: int = 0
    open: tuple[int, ...] | None = None
    """How many different steps of the step's tier or easier ones were there to choose from, before each step."""
    trace: Trace | None = field(default=None, compare=False, repr=False)

    def as_dict(self) -> dict[str, Any]:
        """The grade as plain data; `open` only where it was asked for."""
        found = {
            "status": self.status.value,
            "scale": self.scale,
            "tier": self.tier,
            "rating": self.rating,
            "hardest": self.hardest,
            "steps": self.steps,
            "techniques": dict(self.techniques),
            "proof_size": self.proof_size,
        }
        return found if self.open is None else {**found, "open": list(self.open)}


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
    trace = deduce(
        position, by.ladder(puzzle), limit=limit, techniques=techniques, matcher=matcher, inside=by.inside(puzzle)
    )
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
    for tier in by.tiers(puzzle):
        trace = deduce(puzzle, tier.ladder, techniques=techniques, matcher=matcher, inside=by.inside(puzzle))
        if trace.outcome is not Outcome.STUCK:
            break
    return tier, trace


def _verdict(
    trace: Trace, by: Scale, tiers: tuple[Tier, ...], show_open: bool,
    techniques: Mapping[str, Technique] | None, matcher: Matcher,
) -> Grade:  # fmt: skip
    # (tier, place in the ladder) is how hard a rung is.
    places = [(rung, weight, level) for level, tier in enumerate(tiers) for rung, weight in tier.weights]
    how_hard: dict[Rung, tuple[int, int]] = {}
    weights: dict[Rung, float] = {}
    for place, (rung, weight, level) in enumerate(places):
        how_hard.setdefault(rung, (level, place))
        weights.setdefault(rung, weight)

    def hardness(step: Step) -> tuple[int, int, int]:
        return *how_hard[step.key, step.parameter], len(step.choices) + len(step.others)

    hardest = max(trace.steps, key=hardness, default=None)
    solved = trace.outcome is Outcome.SOLVED
    reached = tiers[how_hard[hardest.key, hardest.parameter][0] if hardest else 0].name
    counts = Counter(step.technique for step in sorted(trace.steps, key=hardness))
    return Grade(
        status=Verdict.SOLVED if solved else Verdict.STUCK,
        scale=by.key,
        tier=reached if solved else by.top(trace.puzzle),
        rating=round(sum(weights[step.key, step.parameter] for step in trace.steps), 1) if solved else None,
        hardest=hardest.technique if hardest else None,
        steps=len(trace.steps),
        techniques=dict(counts),
        proof_size=hardness(hardest)[2] if hardest else 0,
        open=_open(trace, by, tiers, how_hard, techniques, matcher) if show_open else None,
        trace=trace,
    )


def _open(
    trace: Trace, by: Scale, tiers: tuple[Tier, ...], how_hard: Mapping[Rung, tuple[int, int]],
    techniques: Mapping[str, Technique] | None, matcher: Matcher,
) -> tuple[int, ...]:  # fmt: skip
    board, state = Board.of(trace.puzzle), trace.start
    counts = []
    for step in trace.steps:
        level = how_hard[step.key, step.parameter][0]
        ladder: Ladder = [each for tier in tiers[: level + 1] for each in tier.ladder]
        inside = by.inside(trace.puzzle)
        counts.append(steps_open(state, ladder, techniques=techniques, matcher=matcher, inside=inside))
        state = apply(board, state, step.conclusions)
    return tuple(counts)
