"""What a trace says of one fact: the steps that it rests on there, and no others.

    rests_on(trace, "r3c5=7")           their numbers, in order
    excerpt(trace, numbers)             these steps as a trace of their own

Another order may have led there in fewer steps: see `derivation`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..model import GridwrightError, State
from ..model.state import read_fact
from ..model.step import Conclusion, Outcome, Step, Trace
from .deduce import outcome_of
from .ledger import Ledger
from .positions import after


def rests_on(trace: Trace, fact: str | Conclusion) -> tuple[int, ...]:
    """The numbers of the steps that lead to a fact (`r3c5=7`, `r3c5-7`), in order; none where it was so from the start.

    >>> from gridwright.genres import parse
    >>> from gridwright.solving.deduce import deduce
    >>> trace = deduce(parse("1...3..4..2....1", genre="sudoku"), [("hidden-single", None), ("naked-single", None)])
    >>> len(rests_on(trace, trace.steps[2].conclusions[0])) <= 3, rests_on(trace, "r1c1=1")
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


def concludes(trace: Trace, fact: Conclusion) -> bool:
    """Is the fact known where the trace ends?"""
    end = trace.end.masks[fact.variable]
    return end == 1 << fact.value if fact.true else not end >> fact.value & 1


def _first(trace: Trace, fact: Conclusion) -> set[int]:
    """The steps that say the fact themselves."""
    x, value = fact.variable, fact.value
    if not concludes(trace, fact):
        raise GridwrightError(f"{fact.text(trace.puzzle)} was never concluded: the trace ends {trace.outcome}")
    ledger = Ledger.of(trace)
    if not fact.true:
        return _known({ledger.removed(x, value)})
    writer = ledger.placed(x)
    if writer is not None:
        return {writer}
    return _known({ledger.removed(x, other) for other in range(len(trace.puzzle.variables[x].domain))})


def _known(steps: set[int | None]) -> set[int]:
    return {step for step in steps if step is not None}


def excerpt(trace: Trace, numbers: Sequence[int]) -> Trace:
    """These steps of a trace as one of their own; all that they rest on is among them."""
    new = {number: i for i, number in enumerate(numbers)}

    def renumbered(step: Step) -> Step:
        inside = tuple(map(renumbered, step.inside))
        return replace(step, premises=tuple(new[number] for number in step.premises), inside=inside)

    return trace_of(trace.start, [renumbered(trace.steps[number]) for number in numbers])


def trace_of(start: State, steps: Iterable[Step]) -> Trace:
    """The trace of steps from a start; where they do not end it, so many were enough."""
    taken = tuple(steps)
    end = after(start, taken)
    outcome = outcome_of(end)
    return Trace(start.puzzle, start, taken, Outcome.STOPPED if outcome is Outcome.STUCK else outcome, end)
