"""Contradictions on boards with arrows: the kernel's search against an obvious one, and what published puzzles need."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from gridwright.genres import genre, parse
from gridwright.grading import grade, grade_many, scale
from gridwright.model import Puzzle, State, Status, begin
from gridwright.model.step import Conclusion, Outcome
from gridwright.narration import step_text
from gridwright.reasons import explain
from gridwright.rules import evaluate
from gridwright.rules.machine import Batch
from gridwright.rules.position import Position, apply, start
from gridwright.solving import solve
from gridwright.solving.deduce import deduce, inner_rungs, kernel_rungs, plans_of, refuting
from gridwright.solving.random_states import random_states
from gridwright.solving.replay import replay
from gridwright.techniques import Catalogue
from gridwright.techniques.contradiction import Inner, ShortestFirst
from known import rungs_of
from random_states import board

SCALE = scale("standard")
SEVERAL = {"2026-02-14": 7, "2026-03-09": 2, "2026-03-31": 2}
"""Published puzzles that have several solutions."""


def published(folder: Path) -> list[tuple[dict[str, str], Puzzle, str]]:
    with gzip.open(folder / "arrows" / "published.jsonl.gz", "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    return [
        ({"id": each["id"], **each["meta"]}, parse(each["puzzle"], genre="arrows"), each["solution"])
        for each in records
    ]


def inside_of(puzzle: Puzzle) -> Inner:
    return tuple(inner_rungs(Catalogue.standard(), SCALE.ladder(puzzle), SCALE.inside(puzzle), puzzle))


# The obvious search


def broken(state: State) -> bool:
    """A cell is empty, or an arrow has no candidate between what it sees and what it could see."""
    position = Position(state)
    for p, ahead in enumerate(state.structure.ahead):
        if not position.cand(p):
            return True
        if ahead is not None:
            fixed = position.fixed & set(ahead)
            seen = {v for x in fixed for v in position.cand(x)}
            counts = range(max(len(seen), bool(ahead)), len(seen) + len(ahead) - len(fixed) + 1)
            if position.cand(p).isdisjoint(counts):
                return True
    return False


def breaks_within(state: State, inner: Inner, left: int) -> bool:
    """Do at most so many matches, one after the other, lead to something broken?"""
    if broken(state):
        return True
    return left > 0 and any(
        breaks_within(apply(state, match.conclusions), inner, left - 1)
        for technique, size in inner
        for match in evaluate.witnesses(technique.statement, size, state)
    )


def refuted_plainly(state: State, inner: Inner, k: int) -> list[tuple[int, int]]:
    cells = sorted(Position(state).open, key=lambda x: (len(state.candidates(x)), x))
    return [
        (x, v)
        for x in cells
        for v in state.candidates(x)
        if breaks_within(apply(state, [Conclusion(x, v, True)]), inner, k)
    ]


SIMPLE = ("seen-floor", "seen-plus-free", "quota-reached", "sure-newcomer", "leader-step", "follower-check")


def small_states(rng: Random) -> Iterator[State]:
    while True:
        puzzle = board(rng.choice(("arrows 3", "eight 3", "arrow-row 4")), rng)
        yield from (state for state, _ in islice(random_states(puzzle, rng), 2))


@pytest.mark.parametrize(("k", "states"), [(0, 30), (1, 20), (2, 5)])
def test_the_kernel_refutes_what_the_obvious_search_refutes(k: int, states: int) -> None:
    found = 0
    for state in islice(small_states(Random(f"refuted {k}")), states):
        inner = tuple(rungs_of([(name, None) for name in SIMPLE], state.puzzle))
        refuted = list(ShortestFirst(state, inner).refutations(k, begin(None)))
        assert refuted_plainly(state, inner, k) == [
            (each.conclusions[0].variable, each.conclusions[0].value) for each in refuted
        ]
        assert all(len(each.lines) <= k for each in refuted)
        found += len(refuted)
    assert found > 5


@cache
def stuck_puzzles() -> list[Puzzle]:
    """Small boards on which techniques alone end too soon; no clue is needed."""
    rng = Random("stuck arrows")
    found: list[Puzzle] = []
    while len(found) < 8:
        puzzle = board(rng.choice(("arrows 5", "eight 5", "arrows 6")), rng)
        if solve(puzzle, limit=2).status is Status.UNIQUE:
            (graded,) = grade_many([puzzle], SCALE)
            if graded is not None and graded.tier != "k=0":
                found.append(puzzle)
    return found


def test_a_batch_takes_the_steps_of_a_trace_that_is_checked() -> None:
    used: Counter[str] = Counter()
    for puzzle in stuck_puzzles():
        rungs = rungs_of(SCALE.ladder(puzzle), puzzle)
        known = puzzle.structure
        rules, longest = plans_of(kernel_rungs(rungs), known), refuting(rungs)
        batch = Batch(rules, [start(puzzle)], plans_of(inside_of(puzzle), known), longest)
        outcome, steps, *_ = batch.run()[0]
        trace = deduce(puzzle, SCALE.ladder(puzzle), inside=SCALE.inside(puzzle))
        assert 3 == longest
        assert (outcome, len(steps)) == (trace.outcome.value, len(trace.steps))
        for (rung, conclusions, _, premises, choices, relations), step in zip(steps, trace.steps, strict=True):
            assert (rungs[rung][0].key, rungs[rung][1]) == (step.key, step.parameter)
            assert [Conclusion(*each) for each in conclusions] == list(step.conclusions)
            assert (tuple(premises), tuple(choices), tuple(relations)) == (step.premises, step.choices, step.relations)
            used[step.technique] += 1
        (solution,) = solve(puzzle).solutions
        assert [] == replay(trace, solution)
    assert used["contradiction-1"]


def test_a_contradiction_is_told_line_by_line() -> None:
    for puzzle in stuck_puzzles():
        trace = explain(puzzle)
        state = trace.start
        for step in trace.steps:
            if step.key == "contradiction" and step.inside:
                told = step_text(state, step)
                assert told.startswith("Suppose ")
                assert "But then " in told
                assert len(step.inside) <= (step.parameter or 0)
                return
            state = apply(state, step.conclusions)
    pytest.fail("no contradiction was needed")


# Published puzzles


def test_published_puzzles_need_what_their_label_says(oracles: Path) -> None:
    lines = published(oracles)
    grades = list(grade_many([puzzle for _, puzzle, _ in lines], SCALE))
    most = {"Easy": "k=0", "Normal": "k=0", "Hard": "k=1", "Devious": "k=3"}
    for (meta, puzzle, solution), found in zip(lines, grades, strict=True):
        assert found is not None
        if meta["id"] in SEVERAL:
            assert SEVERAL[meta["id"]] == puzzle.count(10)
            assert "multiple" == found.status.value
            continue
        assert found.tier is not None
        assert found.tier <= most[meta["difficulty"]], meta
        assert "solved" == found.status.value
        (only,) = solve(puzzle).solutions
        assert parse(solution, genre="arrows").givens == dict(enumerate(only))


def test_traces_of_published_puzzles_hold(oracles: Path) -> None:
    for meta, puzzle, _ in published(oracles)[::4]:
        trace = explain(puzzle)
        solution = None if meta["id"] in SEVERAL else solve(puzzle).solutions[0]
        assert [] == replay(trace, solution)
        if meta["id"] not in SEVERAL:
            assert trace.outcome is Outcome.SOLVED


def test_one_puzzle_is_graded_as_many_are() -> None:
    for puzzle in stuck_puzzles()[:6]:
        (many,) = grade_many([puzzle], SCALE)
        one = grade(puzzle)
        assert many is not None
        assert (one.tier, one.rating, one.hardest) == (many.tier, many.rating, many.hardest)


def test_the_tiers_of_arrows_are_the_lines_that_a_contradiction_has() -> None:
    tiers = SCALE.tiers(parse(genre("arrows").examples[0].text, genre="arrows"))

    assert ["k=0", "k=1", "k=2", "k=3"] == [tier.name for tier in tiers]
    assert [[("contradiction", k)] for k in (1, 2, 3)] == [tier.ladder for tier in tiers[1:]]
