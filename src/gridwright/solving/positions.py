"""The positions that steps lead through: a trace keeps the first, and the others follow."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

from ..model import State
from ..model.step import Step, Trace
from ..rules.position import apply


def positions(trace: Trace) -> tuple[State, ...]:
    """The position before each step, in order. `trace.positions()` works them out once and keeps them.

    >>> from gridwright.genres import parse
    >>> from gridwright.solving.deduce import deduce
    >>> trace = deduce(parse("1...3..4..2....1", genre="sudoku"), [("hidden-single", None)])
    >>> [len(state.placed) for state in trace.positions()][:4]
    [5, 6, 7, 8]
    """
    return along(trace.start, trace.steps[:-1]) if trace.steps else ()


def along(start: State, steps: Iterable[Step]) -> tuple[State, ...]:
    """The position at the start, and the one after each step."""
    return tuple(accumulate(steps, lambda state, step: apply(state, step.conclusions), initial=start))


def after(state: State, steps: Iterable[Step]) -> State:
    """The position that steps lead to."""
    for step in steps:
        state = apply(state, step.conclusions)
    return state
