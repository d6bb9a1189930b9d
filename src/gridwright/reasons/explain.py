"""The trace of a puzzle: every step that people take, with its evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from ..arguments import PositionLike, has_keywords, position_of, takes_position
from ..grading import Scale
from ..grading import scale as scale_named
from ..grading.many import explain_by_plans
from ..model import Limits, Puzzle, State
from ..model.step import Trace
from .analysis import Analysis

AT_A_TIME = 64
"""Puzzles that are explained together: threads share them, and who asks does not wait long."""


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
    analysis = Analysis(position, scale, uniqueness=uniqueness, up_to=up_to, first=first, limits=limits)
    return analysis.explained(limit)


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
    by, source, size = scale if isinstance(scale, Scale) else scale_named(scale), map(position_of, positions), 1
    while batch := list(islice(source, size)):
        size = min(2 * size, AT_A_TIME)
        puzzles = [each for each in batch if isinstance(each, Puzzle) and limits is None]
        climbed = iter(explain_by_plans(puzzles, by, uniqueness=uniqueness, threads=threads))
        for position in batch:
            analysis = Analysis(position, by, uniqueness=uniqueness, limits=limits)
            trace = None
            if isinstance(position, Puzzle) and limits is None:
                analysis.answer, trace = next(climbed)
            yield analysis.trace if trace is None else trace
