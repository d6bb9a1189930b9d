"""What it costs to mine a state: all exclusions of up to three statements, where no statement alone says anything.

Sudokus of `top1465` after locked candidates, the community's Queens levels, and keens of six rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from gridwright.discovery.exclusions import exclusions_of_many
from gridwright.model import State
from gridwright.rules.position import start

from .lists import PuzzleList, queens_lists, sgt_list, sudoku_list
from .measure import Figure, Goal, Heading, Remark, TableItem, TimedWork, interleaved

GOALS = {"sudoku": 10, "star-battle": 1, "keen": 25}
"""Milliseconds a state by genre."""


def settled(states: Sequence[State]) -> Iterator[State]:
    """Each state after all that its statements say one by one; those that are solved then are left out."""
    while states:
        going_on = []
        for state, said in zip(states, exclusions_of_many(states, 1, large=True), strict=True):
            if said:
                masks = list(state.masks)
                for candidate, _ in said:
                    x, value = state.structure.pair(candidate)
                    masks[x] &= ~(1 << value)
                going_on.append(replace(state, masks=tuple(masks)))
            elif any(mask & (mask - 1) for mask in state.masks):
                yield state
        states = going_on


def lists() -> list[PuzzleList]:
    """Those that are at hand."""
    found = [sudoku_list("top1465", "top1465.txt.gz"), *queens_lists()[1:], sgt_list("Keen 6×6", "keen", "6")]
    return [each for each in found if each is not None]


def measure(quick: bool) -> Iterator[TableItem]:
    """States a second, by list."""
    most = 60 if quick else 400
    yield Heading("all exclusions of up to three statements", unit="states/s")
    for puzzles in lists():
        states = list(settled([start(puzzle) for puzzle in puzzles.sample(most).puzzles()]))
        if not states:
            continue
        work = TimedWork.of(puzzles.name, len(states), partial(exclusions_of_many, states))
        timing = interleaved([work], 2 if quick else 5)[puzzles.name]
        milliseconds, reach = 1000 / timing.best, 1000 / GOALS[puzzles.genre]
        remark = f"{milliseconds:.2f} ms a state, {len(states)} states"
        yield Figure(puzzles.name, timing.best, timing.median, goal=Goal(timing.best, reach), remark=remark)
    if not lists():
        yield Remark("the lists are not at hand")
