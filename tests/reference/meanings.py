"""What each kind of constraint means, in one obvious line.

Kinds answer `holds` by their automaton or by what their clue would print. The harness of all kinds compares those, and
the kernel, with these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby, takewhile
from math import prod
from typing import Any

Values = Sequence[int]


def counts(constraint: Any, values: Values) -> bool:
    """Between `least` and `most` members have a value that counts."""
    return constraint.least <= sum(v == constraint.value for v in values) <= constraint.most


def counts_candidates(constraint: Any, values: Values) -> bool:
    """The same, each member with values of its own."""
    own = zip(constraint.values, values, strict=True)
    return constraint.least <= sum(bool(mask & 1 << v) for mask, v in own) <= constraint.most


def makes(cage: Any, values: Values) -> bool:
    """The numbers make the printed one; the largest stands first in a difference or quotient."""
    numbers = [v + 1 for v in values]
    largest = max(numbers)
    made = {
        "+": sum(numbers) == cage.number,
        "-": largest - (sum(numbers) - largest) == cage.number,
        "×": prod(numbers) == cage.number,
        "÷": largest == cage.number * (prod(numbers) // largest),
    }
    return made[cage.operation] if cage.operation else any(made.values())


def sees(constraint: Any, values: Values) -> bool:
    """Along each ray the cells before the first that stops it are seen."""
    at = dict(zip(constraint.scope, values, strict=True))
    seen = (len(list(takewhile(lambda x: at[x] != constraint.value, ray))) for ray in constraint.rays)
    return sum(seen) + constraint.own == constraint.number


def has_runs(constraint: Any, values: Values) -> bool:
    """The blocks of the value have these lengths, in order."""
    runs = groupby(values, lambda v: v == constraint.value)
    return tuple(len(list(run)) for is_run, run in runs if is_run) == constraint.lengths


MEANINGS: dict[str, Callable[[Any, Values], bool]] = {
    "arithmetic": makes,
    "at-least-one": lambda constraint, values: constraint.value in values,
    "candidate-count": counts_candidates,
    "count": counts,
    "different-lines": lambda _, values: list(values[: len(values) // 2]) != list(values[len(values) // 2 :]),
    "distinct-sum": lambda cage, values: (
        len(set(values)) == len(values) and sum(v + cage.first for v in values) == cage.total
    ),
    "not-alike": lambda _, values: len(set(values)) > 1,
    "not-both": lambda constraint, values: sum(v == constraint.value for v in values) < 2,
    "runs": has_runs,
    "skyline": lambda line, values: (
        sum(all(v > before for before in values[:i]) for i, v in enumerate(values)) == line.seen
    ),
    "table": lambda table, values: tuple(values) in table.tuples,
    "view": lambda _, values: len(set(values[:-1])) == values[-1],
    "visible-cells": sees,
}
"""By kind. Of all other kinds `holds` itself is the obvious statement."""
