"""The kernel as an engine: exact, with deadlines, streams and batches.

A plain search answers what it can; where it has looked in vain for long, one that learns from conflicts takes what is
left (`Answer.search`). Each conflict of that one is a node, too.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from ..arguments import PuzzleLike, has_keywords, puzzle_of, takes_puzzle
from ..model import Answer, Backbone, Limits, Puzzle, Refutation, Solution, State, Status, Stop, Stopped, begin
from ..native import compile_puzzle, kernel, masks_from, masks_of, start_of

NAME = "fast"

MOST = 2**63
"""No limit, as the kernel takes it."""

_AT_A_TIME = 4096
"""Puzzles a batch hands to the kernel at once: enough for threads to share, little enough to stream."""


_STOPS = {stop.value: stop for stop in Stop}
"""The limits by the kernel's names for why a search ended; the other names are no limits."""


def _answer(puzzle: Puzzle, found: kernel.Found, limit: int, seconds: float) -> Answer:
    return Answer.of(
        count=found.count,
        limit=limit,
        exhausted=found.exhausted,
        solutions=tuple(map(tuple, found.solutions)),
        nodes=found.nodes,
        seconds=seconds,
        engine=NAME,
        stop=_STOPS.get(found.stop),
        search=found.search,
        puzzle=puzzle,
    )


def solve(puzzle: Puzzle, *, limit: int = 2, show: int = 2, limits: Limits | None = None) -> Answer:
    """Count solutions up to the limit and keep the first `show`."""
    began, limits = time.perf_counter(), begin(limits)
    problem = compile_puzzle(puzzle)
    found = problem.solve(start_of(puzzle), min(limit, MOST), show, limits.nodes_left, *limits.native)
    limits.spend(found.nodes)
    return _answer(puzzle, found, limit, time.perf_counter() - began)


@has_keywords
def solve_many(
    puzzles: Iterable[PuzzleLike],
    *,
    limit: int = 2,
    show: int = 2,
    limits: Limits | None = None,
    threads: int = 1,
    structures: Iterable[kernel.Structure] | None = None,
) -> Iterator[Answer]:
    """The answers of many puzzles, in order, worked out over threads with the GIL released; limits are per puzzle.

    `structures` are the kernel's forms of theirs, for whoever has them.
    """
    source, each_limits = map(puzzle_of, puzzles), limits or Limits()
    natives = None if structures is None else iter(structures)
    while batch := list(islice(source, _AT_A_TIME)):
        began = time.perf_counter()
        found = kernel.solve_batch(
            list(islice(natives, len(batch))) if natives is not None else [compile_puzzle(puzzle) for puzzle in batch],
            [start_of(puzzle) for puzzle in batch],
            min(limit, MOST),
            show,
            each_limits.nodes,
            each_limits.seconds,
            each_limits.cancel,
            threads,
        )
        each = (time.perf_counter() - began) / len(batch)
        for i, puzzle in enumerate(batch):
            yield _answer(puzzle, found[i], limit, each)


@takes_puzzle
def solutions(puzzle: Puzzle, *, limits: Limits | None = None) -> Iterator[Solution]:
    """Every solution, one after the other, found as they are asked for.

    >>> from gridwright.genres import parse
    >>> len(list(solutions(parse("1" + "." * 15, genre="sudoku"))))
    72
    """
    limits = begin(limits)
    search = kernel.Search(compile_puzzle(puzzle), start_of(puzzle))
    ask = 1
    while True:
        found = search.run(ask, ask, limits.nodes_left, *limits.native)
        limits.spend(found.nodes)
        yield from (tuple(solution) for solution in found.solutions)
        if found.stop != "solutions":
            return
        ask = min(2 * ask, 1024)


@takes_puzzle
def backbone(puzzle: Puzzle, *, limits: Limits | None = None) -> Backbone:
    """What all solutions share and what some have."""
    limits = begin(limits)
    problem = compile_puzzle(puzzle)
    data, count, stop, nodes = problem.possible(start_of(puzzle), limits.nodes_left, *limits.native)
    limits.spend(nodes)
    decided = stop == "exhausted"
    if decided:
        status = (Status.NONE, Status.UNIQUE)[count] if count < 2 else Status.MULTIPLE
    else:
        status = Status.MULTIPLE if count > 1 else Status.UNKNOWN
    return Backbone(status, masks_from(data), decided, _STOPS.get(stop))


@takes_puzzle
def has_solution_with(puzzle: Puzzle, variable: int, value: int, *, limits: Limits | None = None) -> bool | None:
    """Is there a solution with this candidate? None where a limit struck first."""
    limits = begin(limits)
    assumed = puzzle.structure.candidate(variable, value)
    problem = compile_puzzle(puzzle)
    found = problem.solve(start_of(puzzle), 1, 0, limits.nodes_left, *limits.native, assumed)
    limits.spend(found.nodes)
    return True if found.count else (False if found.exhausted else None)


def propagate(state: State) -> State | None:
    """The state after all of the kernel's propagation, or None for a contradiction."""
    data = compile_puzzle(state.puzzle).propagate(masks_of(state.masks))
    return None if data is None else replace(state, masks=masks_from(data))


def probe(state: State, variable: int, value: int, *, limits: Limits | None = None) -> Refutation:
    """Assume one candidate and follow what it forces: refuted, and by which choices, or not.

    Raises `Stopped` where limits strike before that is known; a round of all constraints is a node.
    """
    limits = begin(limits)
    candidate = state.puzzle.structure.candidate(variable, value)
    problem, start = compile_puzzle(state.puzzle), masks_of(state.masks)
    refuted, finished, choices, relations, _ = problem.probe(start, candidate, limits.nodes_left, *limits.native)
    if not finished:
        stop = limits.stop or Stop.NODES
        raise Stopped(stop, limits.sentence(stop))
    return Refutation(refuted, tuple(choices), tuple(relations))
