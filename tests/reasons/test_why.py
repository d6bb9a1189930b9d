"""Why a fact holds: the shortest way that is found, from the puzzle or from where somebody stands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from bench.lists import queens_lists, sudoku_list
from gridwright.genres import parse
from gridwright.grading import scale
from gridwright.model import GridwrightError, Limits, Puzzle, Status, Stop, Stopped
from gridwright.model.step import Conclusion, Outcome, Trace
from gridwright.playing.marks import position
from gridwright.reasons import explain, why
from gridwright.solving import solve
from gridwright.solving.replay import replay
from puzzle_sources import puzzles

NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FOUR = "1...3..4..2....1"
SINGLES = ("last-cell", "hidden-single", "naked-single")
CROSSED = "....1.78.5....9..........4..2..........6....3.74.8.........3..2.8..4..1.6..5....."


def told(trace: Trace) -> list[tuple[str, str]]:
    return [(step.technique, " ".join(each.text(trace.puzzle) for each in step.conclusions)) for step in trace.steps]


def test_a_single_of_the_givens_is_one_line() -> None:
    puzzle = parse(NINE)

    assert [("hidden-single", "r7c1=9")] == told(why(puzzle, "r7c1=9"))
    assert 32 == len(explain(puzzle).rests_on("r7c1=9"))


def test_the_way_is_a_trace_from_the_position_to_the_fact() -> None:
    puzzle = parse(NINE)

    trace = why(puzzle, "r1c9=2")

    assert Outcome.STOPPED is trace.outcome
    assert "r1c9=2" == told(trace)[-1][1]
    assert ("2",) == tuple(puzzle.variables[8].domain.symbol(value) for value in trace.end.candidates(8))
    assert [] == replay(trace, puzzle.solve().solutions[0])


def test_what_is_so_already_takes_no_step() -> None:
    assert () == why(parse(FOUR, genre="sudoku"), "r1c1=1").steps == why(parse(FOUR, genre="sudoku"), "r1c2-1").steps


def test_somebody_may_have_come_some_way() -> None:
    puzzle = parse(NINE)
    far = explain(puzzle).steps[:20]
    facts = " ".join(each.text(puzzle) for step in far for each in step.conclusions)

    trace = why(position(puzzle, facts), "r9c3=5")

    assert len(trace.steps) < len(why(puzzle, "r9c3=5").steps)
    assert position(puzzle, facts) == trace.start


def test_an_elimination_and_an_empty_cell_are_facts_too() -> None:
    queens = parse("1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE", genre="queens")

    assert told(why(queens, "r1c1-*")) == told(why(queens, "r1c1=."))
    assert 1 == len(why(queens, "r1c1-*").steps)


def test_what_is_false_is_told() -> None:
    with pytest.raises(GridwrightError, match="r1c2=2 does not follow: the solution has r1c2=4"):
        why(parse(FOUR, genre="sudoku"), "r1c2=2")
    with pytest.raises(GridwrightError, match="does not follow: a solution has"):
        why(parse("1" + "." * 15, genre="sudoku"), "r4c4=1")


def test_whoever_says_too_much_is_not_relied_on() -> None:
    """A cell of an x-wing's line that is written would prove as much, but then there is no x-wing."""
    puzzle = parse(CROSSED, genre="sudoku")

    for fact in ("r5c7=4", "r6c8=2"):
        assert [] == replay(why(puzzle, fact), puzzle.solve().solutions[0])


def test_steps_that_suppose_something_are_taken_from_the_trace() -> None:
    puzzle = next(puzzle for puzzle in puzzles("arrows", Random(5)) if supposes(puzzle))
    trace = explain(puzzle)
    last = next(step for step in reversed(trace.steps) if step.inside).conclusions[0]

    way = why(puzzle, last)

    assert len(way.steps) <= len(trace.rests_on(last))
    assert [] == replay(way, puzzle.solve().solutions[0])


def supposes(puzzle: Puzzle) -> bool:
    if solve(puzzle).status is not Status.UNIQUE:
        return False
    steps = explain(puzzle).steps
    return any(step.inside and step.premises for step in steps)


def test_limits_end_the_search_for_a_shorter_way() -> None:
    puzzle = parse(NINE)

    with pytest.raises(Stopped, match="stopped after 0 s: r9c3=5 was not concluded so far"):
        why(puzzle, "r9c3=5", limits=Limits(seconds=0))


def test_a_limit_that_strikes_later_leaves_the_steps_of_the_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    def strike(_: object) -> int:
        raise Stopped(Stop.SECONDS, "stopped")

    monkeypatch.setattr("gridwright.solving.derivation._Search._look", strike)
    puzzle = parse(NINE)

    trace = why(puzzle, "r7c1=9")

    assert (32, Stop.SECONDS) == (len(trace.steps), trace.stop)
    assert [] == replay(trace, puzzle.solve().solutions[0])


# Many


def placements(puzzle: Puzzle, trace: Trace) -> list[Conclusion]:
    loud = puzzle.structure.loud
    return [each for step in trace.steps for each in step.conclusions if each.true and each.value in loud]


def check(puzzle: Puzzle, most: int | None = None) -> None:
    """Of every placement, or so many, holds what is promised."""
    answer, trace = solve(puzzle), explain(puzzle)
    rungs = scale().catalogue.rungs([(key, None) for key in SINGLES], trace.puzzle)
    at_once = {
        each for technique, size in rungs for match in technique.matches(size, trace.start)
        for each in match.conclusions
    }  # fmt: skip
    facts = placements(puzzle, trace)
    for fact in facts if most is None else Random(str(puzzle)).sample(facts, min(most, len(facts))):
        way = why(puzzle, fact)
        assert len(way.steps) <= (3 if fact in at_once else len(trace.rests_on(fact))), (puzzle, fact)
        assert fact in way.steps[-1].conclusions
        assert [] == replay(way, answer.solutions[0]), (puzzle, fact)


def unique(key: str, seed: str, count: int) -> Iterator[Puzzle]:
    found = (puzzle for puzzle in puzzles(key, Random(f"{seed} {key}")) if solve(puzzle).status is Status.UNIQUE)
    return islice(found, count)


GENRES = ("latin", "sudoku", "star-battle", "keen", "unequal", "towers", "arrows")


@pytest.mark.parametrize("key", GENRES)
def test_ways_are_short_and_hold(key: str) -> None:
    for puzzle in unique(key, "why", 5):
        check(puzzle, 6)


def known() -> Iterator[Puzzle]:
    for name, file in (("17-clue", "17_clue.txt.gz"), ("top1465", "top1465.txt.gz")):
        found = sudoku_list(name, file)
        if found is not None and found.known:
            yield from Random(name).sample(found.sample(700).puzzles(), 30)
    queens = next(iter(queens_lists()), None)
    if queens is not None and queens.known:
        yield from Random("queens").sample(queens.sample(200).puzzles(), 40)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_every_placement_of_two_hundred_puzzles(part: int) -> None:
    some = [puzzle for key in GENRES for puzzle in unique(key, "two hundred", 15)]

    for puzzle in [*known(), *some][part::8]:
        check(puzzle)
