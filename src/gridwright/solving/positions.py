"""The positions between the steps of a trace: a trace keeps the first, and the others follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..model import State
from ..model.step import Step, Trace
from ..rules.position import apply


def positions(trace: Trace) -> Iterator[State]:
    """The position before each step, in order.

    >>> from gridwright.genres import parse
    >>> from gridwright.solving.deduce import deduce
    >>> trace = deduce(parse("1...3..4..2....1", genre="sudoku"), [("hidden-single", None)])
    >>> [len(state.placed) for state in positions(trace)][:4]
    [5, 6, 7, 8]
    """
    state = trace.start
    for step in trace.steps:
        yield state
        state = apply(state, step.conclusions)


def after(state: State, steps: Iterable[Step]) -> State:
    """The position that steps lead to."""
    for step in steps:
        state = apply(state, step.conclusions)
    return state
