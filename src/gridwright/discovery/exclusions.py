"""Exclusions: a candidate, and statements that between them rule it out.

    XY-wing      r4c7≠3     the cells r1c7, r1c2, r4c2: however they are filled, one of them kills the 3 of r4c7

Every joint selection of the statements' options (see `options`), no two in conflict, kills the candidate. An exclusion
is *minimal* where no statement can be spared, and *irreducible* where it is not smaller ones one after the other: what
fewer of its statements exclude among the options of the others is taken away, again and again; it is glued together if
fewer then suffice. The kernel lists them all, ties included (kernel/discovery/exclusions.hpp).
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
    large: bool = False,
    limits: Limits | None = None,
) -> list[Exclusion]:
    """All minimal and irreducible exclusions of up to so many statements: by size, then candidate, then statements.

    `most_options` are those of a statement in an exclusion of one, of two … statements. Beyond these sizes candidates
    are looked at one by one that no two statements exclude: the smallest exclusions of up to five statements are proved
    to be so where that does not take long, and larger ones found by following the candidate and dropping what the break
    does not need. `glued` keeps the glued ones, too. `large` lets statements with more options take part, which are
    asked what fits: where there are any, the smallest exclusions are proved whatever the size. Raises `Stopped` where
    limits strike.

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
        large,
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
    large: bool = False,
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
        large,
        size,
        limits.nodes,
        limits.seconds,
        limits.cancel,
        threads,
    )
    return [list(_read(rows)) if finished else None for rows, finished, _ in found]


def smallest_exclusions(
    state: State, candidate: int, size: int = 5, *, limits: Limits | None = None
) -> tuple[list[Exclusion], bool]:
    """The exclusions of a candidate with the fewest statements, of at most so many, and whether that is proved.

    By implicit hitting sets (kernel/discovery/smallest_exclusions.hpp), with as many options as the candidate leaves:
    slower than `exclusions`, for what a person will see. It is proved unless limits struck.

    >>> from gridwright.genres import parse
    >>> from gridwright.rules.position import start
    >>> state = start(parse("." * 16, genre="latin")).after("r1c1-3", "r1c1-4", "r1c2-3", "r1c2-4")
    >>> smallest_exclusions(state, 8)[0][0], smallest_exclusions(state, 10)
    (Exclusion(candidate=8, statements=(0, 1)), ([], True))
    """
    limits = begin(limits)
    found, provable, looked_at = kernel.smallest_exclusions(
        compile_puzzle(state.puzzle), masks_of(state.masks), candidate, size, limits.nodes_left, *limits.native
    )
    limits.spend(looked_at)
    return [Exclusion(candidate, tuple(statements)) for statements in found], provable


def _read(rows: bytes) -> Iterator[Exclusion]:
    numbers, at = array("i", rows), 0
    while at < len(numbers):
        end = at + 2 + numbers[at]
        yield Exclusion(numbers[at + 1], tuple(numbers[at + 2 : end]))
        at = end
