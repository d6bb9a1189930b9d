"""The kernel as an engine: exact, with deadlines, streams and batches."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from ..model import Answer, Backbone, Puzzle, Refutation, Solution, State, Status
from ..native import compile_puzzle, kernel, masks_from, masks_of, start_of

NAME = "fast"

MOST = 2**63
"""No limit, as the kernel takes it."""

_AT_A_TIME = 4096
"""Puzzles a batch hands to the kernel at once: enough for threads to share, little enough to stream."""


def _answer(found: kernel.Found, limit: int, seconds: float) -> Answer:
    return Answer.of(
        count=found.count,
        limit=limit,
        exhausted=found.exhausted,
        solutions=tuple(tuple(solution) for solution in found.solutions),
        nodes=found.nodes,
        seconds=seconds,
        engine=NAME,
    )


def solve(
    puzzle: Puzzle, *, limit: int = 2, show: int = 2, time_limit: float | None = None, node_limit: int | None = None
) -> Answer:
    """Count solutions up to the limit and keep the first `show`; stops at the time or node limit with what it has."""
    began = time.perf_counter()
    problem = compile_puzzle(puzzle)
    left = None if time_limit is None else max(0.0, time_limit - (time.perf_counter() - began))
    found = problem.solve(start_of(puzzle), min(limit, MOST), show, node_limit, left)
    return _answer(found, limit, time.perf_counter() - began)


def solve_many(
    puzzles: Iterable[Puzzle],
    *,
    limit: int = 2,
    show: int = 2,
    time_limit: float | None = None,
    node_limit: int | None = None,
    threads: int = 1,
) -> Iterator[Answer]:
    """The answers of many puzzles, in order, worked out over threads with the GIL released; limits are per puzzle."""
    source = iter(puzzles)
    while batch := list(islice(source, _AT_A_TIME)):
        began = time.perf_counter()
        found = kernel.solve_batch(
            [compile_puzzle(puzzle) for puzzle in batch],
            [start_of(puzzle) for puzzle in batch],
            min(limit, MOST),
            show,
            node_limit,
            time_limit,
            None,
            threads,
        )
        each = (time.perf_counter() - began) / len(batch)
        for i in range(len(batch)):
            yield _answer(found[i], limit, each)


def solutions(puzzle: Puzzle, *, time_limit: float | None = None) -> Iterator[Solution]:
    """Every solution, one after the other, found as they are asked for.

    >>> from gridwright.genres import parse
    >>> len(list(solutions(parse("1" + "." * 15, genre="sudoku"))))
    72
    """
    search = kernel.Search(compile_puzzle(puzzle), start_of(puzzle))
    ends = None if time_limit is None else time.monotonic() + time_limit
    ask = 1
    while True:
        left = None if ends is None else max(0.0, ends - time.monotonic())
        found = search.run(ask, ask, None, left)
        yield from (tuple(solution) for solution in found.solutions)
        if found.stop != "solutions":
            return
        ask = min(2 * ask, 1024)


def backbone(puzzle: Puzzle, *, time_limit: float | None = None, node_limit: int | None = None) -> Backbone:
    """What all solutions share and what some have."""
    data, count, decided, _ = compile_puzzle(puzzle).possible(start_of(puzzle), node_limit, time_limit)
    if decided:
        status = (Status.NONE, Status.UNIQUE)[count] if count < 2 else Status.MULTIPLE
    else:
        status = Status.MULTIPLE if count > 1 else Status.UNKNOWN
    return Backbone(status, masks_from(data), decided)


def has_solution_with(puzzle: Puzzle, variable: int, value: int, *, time_limit: float | None = None) -> bool | None:
    """Is there a solution with this candidate? None where the time limit struck first."""
    assumed = puzzle.blueprint.candidate(variable, value)
    found = compile_puzzle(puzzle).solve(start_of(puzzle), 1, 0, None, time_limit, None, assumed)
    return True if found.count else (False if found.exhausted else None)


def propagate(state: State) -> State | None:
    """The state after all of the kernel's propagation, or None for a contradiction."""
    data = compile_puzzle(state.puzzle).propagate(masks_of(state.masks))
    return None if data is None else replace(state, masks=masks_from(data))


def probe(state: State, variable: int, value: int) -> Refutation:
    """Assume one candidate and follow what it forces: refuted, and by which choices, or not."""
    candidate = state.puzzle.blueprint.candidate(variable, value)
    refuted, _, choices, relations, _ = compile_puzzle(state.puzzle).probe(masks_of(state.masks), candidate)
    return Refutation(refuted, tuple(choices), tuple(relations))
