"""Where a catalogue ends: positions in which none of its techniques applies.

    ladder = ladder_for(scale("standard"), puzzle, Origin.CATALOGUE)
    for stuck in stuck_positions(puzzle, ladder, catalogue, mine):
        stuck.state, stuck.exclusions

The first one of a puzzle is where the ladder ends. Whatever is mined there of the smallest size is taken as a step, the
ladder goes on from there, and where it ends again is the next one: at most three a puzzle. What supposes something and
follows it is in no ladder here, for it has no shape; nor is what takes it for granted that there is one solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from ..grading import Scale
from ..model import GridwrightError, Limits, Puzzle, State
from ..model.step import Conclusion, Outcome, Trace
from ..rules.position import apply, start
from ..rules.technique import Ladder
from ..solving.deduce import deduce
from ..techniques import Catalogue
from .exclusions import Exclusion

MOST_POSITIONS = 3
"""Of a puzzle."""

SINGLES = ("last-cell", "hidden-single", "naked-single", "box-single", "region-single", "count-full", "count-forced")
"""What places a value, or the last ones of a count, and sees one statement alone."""

Mine = Callable[[State], Sequence[Exclusion]]


class Origin(str, Enum):
    """What is known before anything is mined."""

    SINGLES = "singles"
    PATTERNS = "patterns"
    """All that has a name and a form: what follows links as far as they lead is left out."""
    CATALOGUE = "catalogue"

    def __str__(self) -> str:
        return self.value


class Stuck(NamedTuple):
    """A trace that ends stuck, and what is mined where it does."""

    trace: Trace
    exclusions: Sequence[Exclusion]
    first: bool
    """Did techniques alone lead here?"""

    @property
    def state(self) -> State:
        """Where it is stuck."""
        return self.trace.end


def named_ladder(by: Scale, puzzle: Puzzle) -> list[tuple[str, int | None]]:
    """The techniques of a scale that have a shape, in their order."""
    known = by.without_uniqueness()
    return [
        rung
        for rung in known.ladder(puzzle)
        if not known.catalogue[rung[0]].follows_others and not known.catalogue[rung[0]].proves_itself
    ]


def pattern_ladder(by: Scale, puzzle: Puzzle) -> list[tuple[str, int | None]]:
    """Those of them that see a pattern of a fixed form: with chains of any length hardly anything else is needed."""
    return [rung for rung in named_ladder(by, puzzle) if not by.catalogue[rung[0]].follows_links]


def ladder_for(by: Scale, puzzle: Puzzle, origin: Origin) -> Ladder:
    """What is known: all that the scale has a name for, its patterns, or singles alone."""
    if origin is Origin.SINGLES:
        return [rung for rung in named_ladder(by, puzzle) if rung[0] in SINGLES]
    return named_ladder(by, puzzle) if origin is Origin.CATALOGUE else pattern_ladder(by, puzzle)


def compared_ladder(by: Scale, puzzle: Puzzle, origin: Origin) -> Ladder:
    """The techniques beside which what is mined is held: a chain of any length is like nothing, unless it is known."""
    return named_ladder(by, puzzle) if origin is Origin.CATALOGUE else pattern_ladder(by, puzzle)


def stuck_positions(
    puzzle: Puzzle, ladder: Ladder, catalogue: Catalogue, mine: Mine, *, most: int = MOST_POSITIONS,
    limits: Limits | None = None,
) -> Iterator[Stuck]:  # fmt: skip
    """Where the ladder ends, and again after what was mined there; nothing of a puzzle that it solves."""
    state = start(puzzle)
    for number in range(most):
        trace = deduce(state, ladder, catalogue=catalogue, limits=limits)
        if trace.outcome is Outcome.CONTRADICTION:
            raise GridwrightError("no solution")
        if trace.outcome is not Outcome.STUCK:
            return
        found = mine(trace.end)
        yield Stuck(trace, found, number == 0)
        if not found:
            return
        state = after(trace.end, smallest(found))


def smallest(found: Sequence[Exclusion]) -> list[Exclusion]:
    """Those of as few statements as any."""
    least = min(len(each.statements) for each in found)
    return [each for each in found if len(each.statements) == least]


def after(state: State, found: Iterable[Exclusion]) -> State:
    """The state without what is excluded."""
    pairs = dict.fromkeys(state.structure.pair(each.candidate) for each in found)
    return apply(state, [Conclusion(x, value, False) for x, value in pairs])
