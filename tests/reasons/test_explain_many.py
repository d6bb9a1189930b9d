"""Traces of many: those of each, in order and soon, whoever climbs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from gridwright.genres import genres, parse
from gridwright.model import Limits, Puzzle
from gridwright.reasons import explain, explain_many
from gridwright.rules.position import start
from puzzle_sources import puzzles

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("key", sorted(genres()))
def test_traces_of_many_are_those_of_each(key: str, threads: int) -> None:
    boards = list(islice(puzzles(key, Random(f"explained {key}")), 6))

    assert [explain(each) for each in boards] == list(explain_many(boards, threads=threads))


def test_what_plans_solve_is_not_explained_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("gridwright.reasons.analysis.Analysis.trace")

    assert ["solved"] * 5 == [str(trace.outcome) for trace in explain_many([EASY] * 5, threads=2)]


def test_texts_positions_and_limits_are_taken() -> None:
    puzzle = parse(EASY, genre="sudoku")
    several = parse("1" + "." * 15, genre="sudoku")
    given = [EASY, start(puzzle), several, puzzle]

    traces = list(explain_many(given))

    assert [explain(each) for each in given] == traces
    assert len(traces[2].solutions) == 2
    assert traces == list(explain_many(given, limits=Limits(seconds=60)))
    with pytest.raises(TypeError, match="did you mean 'threads'"):
        explain_many([puzzle], thread=2)  # type: ignore[call-arg]


def test_the_first_comes_before_all_are_read() -> None:
    read: list[int] = []

    def endless() -> Iterator[Puzzle]:
        while True:
            read.append(1)
            yield parse(EASY, genre="sudoku")

    traces = explain_many(endless())
    next(traces)
    assert len(read) == 1
    assert len(list(islice(traces, 9))) == 9
    assert len(read) < 20
