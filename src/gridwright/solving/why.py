"""Why a fact holds: the steps that it rests on, and no others."""

from __future__ import annotations

from ..model import GridwrightError
from ..model.state import read_fact
from ..model.step import Conclusion, Trace
from .ledger import Ledger


def why(trace: Trace, fact: str | Conclusion) -> tuple[int, ...]:
    """The numbers of the steps that lead to a fact (`r3c5=7`, `r3c5-7`), in order; none where it was so from the start.

    >>> from gridwright.genres import parse
    >>> from gridwright.solving.deduce import deduce
    >>> trace = deduce(parse("1...3..4..2....1", genre="sudoku"), [("hidden-single", None), ("naked-single", None)])
    >>> len(why(trace, trace.steps[2].conclusions[0])) <= 3, why(trace, "r1c1=1")
    (True, ())
    """
    if isinstance(fact, str):
        fact = Conclusion(*read_fact(trace.puzzle, fact))
    reasons: set[int] = set()
    rest = _first(trace, fact)
    while rest:
        number = rest.pop()
        if number not in reasons:
            reasons.add(number)
            rest |= set(trace.steps[number].premises)
    return tuple(sorted(reasons))


def _first(trace: Trace, fact: Conclusion) -> set[int]:
    """The steps that say the fact themselves."""
    x, value = fact.variable, fact.value
    ledger, end = Ledger.of(trace), trace.end.masks[x]
    possible = bool(end >> value & 1)
    if not fact.true and not possible:
        return _known({ledger.removed(x, value)})
    if fact.true and end == 1 << value:
        writer = ledger.placed(x)
        if writer is not None:
            return {writer}
        return _known({ledger.removed(x, other) for other in range(len(trace.puzzle.variables[x].domain))})
    raise GridwrightError(f"{fact.text(trace.puzzle)} was never concluded: the trace ends {trace.outcome}")


def _known(steps: set[int | None]) -> set[int]:
    return {step for step in steps if step is not None}
