"""What comes after the last technique: a stuck trace, and the smallest proof of a next fact beside it."""

from __future__ import annotations

from dataclasses import replace

from ..model import Limits, Stopped
from ..model.step import Outcome, Trace, Unnamed
from ..techniques.unnamed import TECHNIQUE, find
from .deduce import step_of
from .ledger import Ledger


def unnamed(trace: Trace, *, limits: Limits | None = None) -> Unnamed | None:
    """What could come next where a trace is stuck; None where it is not. Raises `Stopped` at its limits.

    >>> from gridwright.genres import parse
    >>> from gridwright.solving.deduce import deduce
    >>> found = unnamed(deduce(parse("1...3..4..2....1", genre="sudoku"), []))
    >>> found.step.conclusions[0].text(parse("." * 16, genre="sudoku")), len(found.step.inside), found.smallest
    ('r1c2-2', 1, True)
    """
    if trace.outcome is not Outcome.STUCK:
        return None
    proof = find(trace.end, limits=limits)
    if proof is None:
        return Unnamed(None)
    return Unnamed(step_of(TECHNIQUE, None, proof, trace.end, Ledger.of(trace)), proof.smallest)


def with_unnamed(trace: Trace, *, limits: Limits | None = None) -> Trace:
    """The trace, which says what could come next where it is stuck, or that there was no time to look."""
    try:
        return replace(trace, unnamed=unnamed(trace, limits=limits))
    except Stopped as stopped:
        return replace(trace, stop=stopped.stop)
