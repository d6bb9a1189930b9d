"""The exclusions that a catalogue's own steps are: which shapes have a name already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..model.domain import bits
from ..model.step import Step
from .exclusions import Exclusion
from .shapes import Patterns

MOST_STATEMENTS, MOST_OPTIONS = 16, 64
"""A step that rests on more statements, or on one with more options, is no shape to compare with."""


def exclusions_of(step: Step, patterns: Patterns, *, whole: bool = False) -> Iterator[Exclusion]:
    """All that a step excludes, with no more of its statements than it takes.

    `patterns` are those of the state before it. A value that is placed is no exclusion. With `whole` only what takes
    all relations of the step, or all choices where it has no relation: a swordfish of which two rows suffice is none.
    """
    structure = patterns.structure
    statements = [*step.choices, *(len(structure.choices) + i for i in step.relations)]
    if len(statements) > MOST_STATEMENTS or step.inside:
        return
    essential = set(statements[len(step.choices) :] or statements)
    statements = [number for number in statements if patterns.lists(number, MOST_OPTIONS)]
    for each in step.conclusions:
        if each.true or not patterns.state.masks[each.variable] >> each.value & 1:
            continue
        candidate = structure.candidate(each.variable, each.value)
        needed = smallest_part(patterns, candidate, statements)
        if needed is not None and (not whole or essential <= {*needed}):
            yield Exclusion(candidate, needed)


def smallest_part(patterns: Patterns, candidate: int, statements: Sequence[int]) -> tuple[int, ...] | None:
    """Statements of which none can be spared, the last of them first; None where all together exclude nothing."""
    if not excludes(patterns, candidate, statements):
        return None
    needed = list(statements)
    for number in reversed(statements):
        fewer = [each for each in needed if each != number]
        if excludes(patterns, candidate, fewer):
            needed = fewer
    return tuple(sorted(needed))


def excludes(patterns: Patterns, candidate: int, statements: Sequence[int]) -> bool:
    """Does every joint selection of the options of these statements kill the candidate?"""
    target = 1 << candidate
    alive = [
        sum(1 << a for a, option in enumerate(patterns.options(number)) if not option.kills & target)
        for number in statements
    ]
    return not _selection(patterns, list(statements), alive)


def _selection(patterns: Patterns, statements: list[int], alive: list[int]) -> bool:
    """Is there a joint selection of what is alive? The statement with the fewest options is tried first."""
    if not statements:
        return True
    at = min(range(len(alive)), key=lambda i: alive[i].bit_count())
    number = statements[at]
    others = [i for i in range(len(statements)) if i != at]
    rows = [(patterns.rows(number, statements[i]), alive[i]) for i in others]
    rest = [statements[i] for i in others]
    return any(_selection(patterns, rest, [mask & ~row[a] for row, mask in rows]) for a in bits(alive[at]))
