"""Exclusions: a candidate, and statements that between them rule it out.

    XY-wing      r4c7≠3     the cells r1c7, r1c2, r4c2: however they are filled, one of them kills the 3 of r4c7

Every joint selection of the statements' options (see `options`), no two in conflict, kills the candidate. An exclusion
is *minimal* where no statement can be spared, and *irreducible* where it is not smaller ones one after the other: what
fewer of its statements exclude among the options of the others is taken away, again and again; it is glued together if
fewer then suffice. The kernel lists them all, ties included (kernel/exclusions.hpp).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..model import Limits, State, Stop, Stopped, begin
from ..native import compile_puzzle, masks_of
from ..native.kernel import kernel

MOST_OPTIONS = (64, 16, 6, 3)
"""How many options a statement may have in an exclusion of one, of two … statements, where nobody says otherwise."""


class Exclusion(NamedTuple):
    """A candidate, by its number, and the statements that exclude it, ascending: choices, then relations."""

    candidate: int
    statements: tuple[int, ...]


def exclusions(
    state: State,
    size: int = 3,
    most_options: Sequence[int] = MOST_OPTIONS,
    *,
    glued: bool = False,
    limits: Limits | None = None,
) -> list[Exclusion]:
    """All minimal and irreducible exclusions of up to so many statements: by size, then candidate, then statements.

    `most_options` are those of a statement in an exclusion of one, of two … statements. Beyond these sizes only
    candidates that nothing excludes so far are looked at, one after the other: each is assumed and followed, and what
    the break does not need is dropped; the smallest sets met that way are minimal, but there may be smaller ones.
    `glued` keeps the glued ones, too. Raises `Stopped` where limits strike first.

    >>> from gridwright.genres import parse
    >>> from gridwright.rules.position import start
    >>> state = start(parse("." * 16, genre="latin")).after("r1c1-3", "r1c1-4", "r1c2-3", "r1c2-4")
    >>> [state.structure.pair(candidate) for candidate, statements in exclusions(state) if statements == (0, 1)]
    [(2, 0), (2, 1), (3, 0), (3, 1)]
    """
    limits = begin(limits)
    [(rows, finished, looked_at)] = kernel.exclusions(
        [compile_puzzle(state.puzzle)],
        [masks_of(state.masks)],
        list(most_options[:size]),
        glued,
        size,
        limits.nodes_left,
        *limits.native,
    )
    limits.spend(looked_at)
    if not finished:
        stop = limits.stop or Stop.NODES
        raise Stopped(stop, limits.sentence(stop))
    return list(_read(rows))


def exclusions_of_many(
    states: Sequence[State],
    size: int = 3,
    most_options: Sequence[int] = MOST_OPTIONS,
    *,
    glued: bool = False,
    limits: Limits | None = None,
    threads: int = 1,
) -> list[list[Exclusion] | None]:
    """The same of many states at once, in order; None where the limits, which are for each, struck first.

    States of one structure that stand together share what the kernel knows of it.
    """
    limits = limits or Limits()
    found = kernel.exclusions(
        [compile_puzzle(state.puzzle) for state in states],
        [masks_of(state.masks) for state in states],
        list(most_options[:size]),
        glued,
        size,
        limits.nodes,
        limits.seconds,
        limits.cancel,
        threads,
    )
    return [list(_read(rows)) if finished else None for rows, finished, _ in found]


def _read(rows: bytes) -> Iterator[Exclusion]:
    numbers, at = array("i", rows), 0
    while at < len(numbers):
        end = at + 2 + numbers[at]
        yield Exclusion(numbers[at + 1], tuple(numbers[at + 2 : end]))
        at = end
