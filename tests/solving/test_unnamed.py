"""Proofs without a name: each line holds by itself, the last statement breaks, and no proof is smaller."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from gridwright.genres import parse
from gridwright.grading import Scale, explain, grade
from gridwright.model import State
from gridwright.model.step import Outcome, Step, Unnamed
from gridwright.narration import tell, voices
from gridwright.rules.position import Position, apply, start
from gridwright.solving.deduce import deduce, step_of
from gridwright.solving.ledger import Ledger
from gridwright.solving.replay import Entailment, replay
from gridwright.solving.stuck import unnamed, with_unnamed
from gridwright.techniques.unnamed import TECHNIQUE, find
from random_states import holds_in_every_solution, states

KINDS = ("sudoku 4", "latin 5", "killer 4", "x 4", "queens 6", "two-star 8", "sudoku 6", "killer 6")


SIMPLE = [(key, None) for key in ("hidden-single", "naked-single", "count-full", "count-forced")]


def stuck_states(kind: str, rounds: int) -> Iterator[State]:
    """Random states, each as it is and where the simplest techniques and proofs of one line end."""
    rng = Random(f"unnamed {kind}")
    for _ in range(rounds):
        state = next(states(kind, rng))
        yield state
        while (trace := deduce(state, SIMPLE)).outcome is Outcome.STUCK:
            proof = find(trace.end)
            if proof is None or len(proof.lines) > 1:
                yield trace.end
                break
            state = apply(trace.end, proof.conclusions)


def steps(kind: str, rounds: int) -> Iterator[tuple[State, Step]]:
    """Such states with the proof that was found there, if one was."""
    for state in stuck_states(kind, rounds):
        found = unnamed(deduce(state, []))
        if found is not None and found.step is not None:
            yield state, found.step


@pytest.mark.parametrize("kind", KINDS)
def test_every_line_follows_from_its_one_statement_and_the_last_one_breaks(kind: str) -> None:
    """Asked of a SAT solver, which knows the rulebook and nothing of how the proof was found."""
    met = 0
    for state, step in steps(kind, rounds=25):
        proof = Entailment(state.structure)
        met += 1
        assert proof.refutes(state, step), step
        assert proof.follows(state, step, step.conclusions[0])
        assert holds_in_every_solution(state, step.conclusions[0])
        proof.close()
    assert met >= 15


@pytest.mark.parametrize("kind", ["sudoku 4", "queens 7", "killer 4"])
def test_a_proof_with_a_line_missing_is_found_out(kind: str) -> None:
    longer = [(state, step) for state, step in steps(kind, rounds=40) if len(step.inside) > 1]
    assert longer
    for state, step in longer:
        proof = Entailment(state.structure)
        for i in range(len(step.inside)):
            rest = step.inside[:i] + step.inside[i + 1 :]
            assert not proof.refutes(state, replace(step, inside=rest)), (step, i)
        proof.close()


def shortest(state: State) -> int | None:
    """The fewest lines, by trying everything: on boards that have choices alone."""
    structure = state.structure
    choices = [[structure.pair(c) for c in choice.candidates] for choice in structure.choices]

    def left(masks: tuple[int, ...], choice: list[tuple[int, int]]) -> list[tuple[int, int]]:
        return [(x, v) for x, v in choice if masks[x] >> v & 1]

    def place(masks: tuple[int, ...], x: int, value: int) -> tuple[int, ...]:
        gone = {structure.pair(c) for c in structure.linked[structure.candidate(x, value)]}
        return tuple(
            sum(1 << v for v in range(4) if mask >> v & 1 and (y, v) not in gone) for y, mask in enumerate(masks)
        )

    front = {place(state.masks, x, v) for x in Position(state).open for v in state.candidates(x)}
    for size in range(1, 20):
        if any(not left(masks, choice) for masks in front for choice in choices):
            return size
        front = {
            after
            for masks in front for choice in choices
            if len(only := left(masks, choice)) == 1 and (after := place(masks, *only[0])) != masks
        }  # fmt: skip
    return None


@pytest.mark.parametrize("kind", ["latin 4", "sudoku 4"])
def test_no_proof_has_fewer_lines(kind: str) -> None:
    sizes = set()
    for state in stuck_states(kind, 30):
        if not Position(state).open:
            continue
        found = find(state)
        assert shortest(state) == (None if found is None else len(found.lines))
        assert found is None or found.smallest
        sizes.add(found and len(found.lines))

    assert len(sizes) > 2


def test_without_time_to_look_for_the_smallest_there_is_still_one_without_a_line_to_spare() -> None:
    met = 0
    for state in stuck_states("sudoku 6", 25):
        best, found = find(state), find(state, nodes=0)
        assert (best is None) == (found is None)
        if found is not None and best is not None and not found.smallest:
            met += 1
            assert len(found.lines) >= len(best.lines)
            assert Entailment(state.structure).refutes(
                state, step_of(TECHNIQUE, None, found, state, Ledger(state.structure))
            )
    assert met


# Traces


def test_a_stuck_trace_says_what_could_come_next_and_the_checker_reads_it(oracles: Path) -> None:
    with gzip.open(oracles / "sudoku" / "top1465.txt.gz", "rt") as file:
        puzzles = [parse(line.strip()[:81], genre="sudoku") for line in islice(file, 12)]
    stuck = [trace for trace in map(explain, puzzles) if trace.outcome is Outcome.STUCK]

    assert len(stuck) >= 2
    for trace in stuck:
        assert trace.unnamed is not None
        assert trace.unnamed.step is not None
        assert [] == replay(trace, trace.puzzle.solve().solutions[0])
        broken = replace(trace.unnamed.step, inside=trace.unnamed.step.inside[1:])
        assert replay(replace(trace, unnamed=Unnamed(broken)), trace.puzzle.solve().solutions[0])


def test_where_no_single_assumption_breaks_that_is_said(oracles: Path) -> None:
    with gzip.open(oracles / "sudoku" / "hardest_11plus.txt.gz", "rt") as file:
        trace = explain(parse(next(file).strip()[:81], genre="sudoku"))

    assert Unnamed(None) == trace.unnamed
    assert "No single value can be refuted" in tell(trace)


def test_nothing_is_offered_where_the_trace_is_not_stuck() -> None:
    assert explain(parse("1...3..4..2....1", genre="sudoku")).unnamed is None


def test_it_is_told_as_an_assumption_that_breaks() -> None:
    state = start(parse("." * 16, genre="latin")).after("r1c2-1", "r1c2-2", "r1c3-1", "r1c3-2")
    trace = with_unnamed(deduce(state, []))

    told = {voice: tell(trace, voice).splitlines()[-1] for voice in sorted(voices())}

    assert {
        "de": "Der kürzeste Weg weiter hat keinen Namen. Angenommen, Z1S1 wäre eine 3: Dann muss Z1S2 eine 4 sein, "
        "doch dann bleibt für Z1S3 nichts übrig. Also gilt: In Z1S1 entfällt die 3.",
        "friendly": "Here's the shortest way on, and nobody has given it a name. Let's pretend for a moment that r1c1 "
        "were 3: then you'd need a 4 in r1c2. And oh dear, now nothing is left for r1c3. So you can cross 3 off in "
        "r1c1.",
        "teacher": "The shortest way on has no name. Suppose r1c1 were 3: then r1c2 has to be 4, but then nothing is "
        "left for r1c3. So r1c1 cannot be 3.",
        "terse": "Unnamed, smallest. Assume r1c1=3 → r1c2=4 → r1c3 empty → r1c1≠3.",
    } == told


# Grades

SCALE = """
name = "bare"
version = 1
kind = "trace"
beyond = "Beyond"
[[boards]]
[[boards.tiers]]
name = "One"
[boards.tiers.techniques]
naked-single = 1
"""


def test_a_grade_counts_it_only_if_the_scale_lists_it() -> None:
    puzzle = parse(".2..5.3........1..2....6........5.31", genre="sudoku")
    without, listed = Scale.read(SCALE), Scale.read(SCALE + "unnamed = 5\n")

    assert ("stuck", False) == ((bare := grade(puzzle, without)).status.value, "unnamed" in bare.techniques)
    found = grade(puzzle, listed)
    assert ("solved", "unnamed") == (found.status.value, found.hardest)
    assert found.trace is not None
    assert [] == replay(found.trace, puzzle.solve().solutions[0])


def test_a_state_after_the_step_has_lost_what_was_refuted() -> None:
    for state, step in steps("two-star 8", rounds=12):
        after = apply(state, step.conclusions)
        assert after.masks != state.masks
