"""Proofs without a name: each line holds by itself, the last statement breaks, and no proof is smaller."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from gridwright.documents import from_dict, to_dict
from gridwright.genres import genre, genres, parse
from gridwright.grading import Scale, Verdict, grade, scale
from gridwright.model import Limits, State, Stop
from gridwright.model.step import Outcome, Step, Trace
from gridwright.narration import tell, voices
from gridwright.playing.marks import position
from gridwright.reasons import HintStatus, explain, hint
from gridwright.rules.position import apply
from gridwright.solving import probe, solutions
from gridwright.solving.deduce import deduce, step_of
from gridwright.solving.ledger import Ledger
from gridwright.solving.replay import Entailment, replay
from gridwright.techniques.unnamed import TECHNIQUE, find
from plain_proofs import fewest_lines
from random_states import holds_in_every_solution, states

KINDS = ("sudoku 4", "latin 5", "killer 4", "x 4", "queens 6", "two-star 8", "sudoku 6", "killer 6", "keen 4",
         "unequal 4", "adjacent 4", "towers 4", "arrows 4")  # fmt: skip
SMALL = ("latin 4", "sudoku 4", "killer 4", "loose 4", "x 4", "queens 5", "two-star 8", "keen 5", "unequal 4",
         "adjacent 4", "towers 5", "arrows 4")  # fmt: skip

SIMPLE = [(key, None) for key in ("hidden-single", "naked-single", "count-full", "count-forced")]
ONLY = [("unnamed", None)]

ESCARGOT = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"


@cache
def escargot() -> Trace:
    """The trace of a sudoku that no single assumption finishes: several tests look at it."""
    return explain(parse(ESCARGOT, genre="sudoku"))


def stuck_states(kind: str, rounds: int) -> Iterator[State]:
    """Random states, each as it is and wherever the simplest techniques and proofs of one line end."""
    rng = Random(f"unnamed {kind}")
    for _ in range(rounds):
        state = next(states(kind, rng))
        yield state
        while (trace := deduce(state, SIMPLE)).outcome is Outcome.STUCK:
            proof = find(trace.end)
            if proof is None or len(proof.lines) > 1:
                yield trace.end
            if proof is None:
                break
            state = apply(trace.end, proof.conclusions)


def steps(kind: str, rounds: int) -> Iterator[tuple[State, Step]]:
    """Such states with the proof that was found there, if one was."""
    for state in stuck_states(kind, rounds):
        for step in deduce(state, ONLY, limit=1).steps:
            yield state, step


@pytest.mark.parametrize("kind", KINDS)
def test_every_line_follows_from_its_one_statement_and_the_last_one_breaks(kind: str) -> None:
    """Asked of a SAT solver, which knows the rulebook and nothing of how the proof was found."""
    met = 0
    for state, step in steps(kind, rounds=25):
        proof = Entailment(state.structure)
        met += 1
        assert proof.refutes(state, step), step
        for each in step.conclusions:
            assert proof.follows(state, step, each)
            assert holds_in_every_solution(state, each)
        proof.close()
    assert met >= 15


def refutations(step: Step) -> Iterator[Step]:
    """The proof, and those inside it."""
    yield step
    for line in step.inside:
        if line.inside:
            yield from refutations(line)


def lines_of(step: Step) -> int:
    """Uses of statements, in all of a proof."""
    return sum(lines_of(line) if line.inside else 1 for line in step.inside) or 1


def depth_of(step: Step) -> int:
    """Assumptions inside each other."""
    return max((1 + depth_of(line) if line.inside else 1 for line in step.inside), default=0)


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


@pytest.mark.parametrize("kind", SMALL)
def test_no_proof_has_fewer_lines(kind: str) -> None:
    """Every way to use the statements is tried in plain Python."""
    sizes = set()
    for state in stuck_states(kind, 25):
        try:
            fewest = fewest_lines(state, most=600)
        except TimeoutError:
            continue
        found = find(state)
        if fewest is None:  # no single assumption breaks
            if found is not None and not found.lines:  # a cell with one candidate left supposes nothing
                step, entailment = (
                    step_of(TECHNIQUE, None, found, state, Ledger(state.structure)),
                    Entailment(state.structure),
                )
                assert all(entailment.follows(state, step, each) for each in step.conclusions)
            else:
                assert found is None or any(line.inside for line in found.lines)
            continue
        assert found is not None
        assert (fewest, True) == (len(found.lines) or 1, found.smallest)
        sizes.add(fewest)

    assert sizes


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


def test_a_stuck_sudoku_goes_on_to_the_end_and_the_checker_reads_it(oracles: Path) -> None:
    with gzip.open(oracles / "sudoku" / "top1465.txt.gz", "rt") as file:
        listed = [parse(line.strip()[:81], genre="sudoku") for line in islice(file, 40)]
    puzzles = [puzzle for puzzle in listed if grade(puzzle).status is Verdict.STUCK][:3]
    traces = [trace for trace in map(explain, puzzles) if any(step.key == TECHNIQUE.key for step in trace.steps)]

    assert len(traces) >= 2
    for trace in traces:
        solution = trace.puzzle.solve().solutions[0]
        assert Outcome.SOLVED is trace.outcome
        assert [] == replay(trace, solution)
        at, step = next((at, step) for at, step in enumerate(trace.steps) if len(step.inside) > 1)
        broken = replace(step, inside=step.inside[1:])
        assert replay(replace(trace, steps=(*trace.steps[:at], broken, *trace.steps[at + 1 :])), solution)


def test_where_no_single_assumption_breaks_assumptions_are_nested_and_told_as_a_tree() -> None:
    trace = escargot()
    solution = trace.puzzle.solve().solutions[0]
    at, step = next((at, step) for at, step in enumerate(trace.steps) if depth_of(step) == 2)
    state = list(trace.positions())[at]

    assert Outcome.SOLVED is trace.outcome
    assert {0, 1, 2} == {depth_of(step) for step in trace.steps}
    assert [] == replay(trace, solution)
    assert not [proof for proof in _single(state) if proof]
    for voice in voices():
        told = tell(trace, voice).split(f"\n{at + 1}. ")[1].split(f"\n{at + 2}. ")[0].splitlines()
        inner = sum(bool(line.inside) for line in step.inside)
        assert len(told) >= inner + 3
        assert all(line.startswith("    ") for line in told[1:])
    inside = next(line for line in step.inside if line.inside)
    for wrong in (replace(inside, inside=inside.inside[1:]), replace(inside, inside=())):
        lines = tuple(wrong if line is inside else line for line in step.inside)
        steps_so = (*trace.steps[:at], replace(step, inside=lines), *trace.steps[at + 1 :])
        assert replay(replace(trace, steps=steps_so), solution)


def test_a_hint_is_a_proof_without_a_name_where_no_technique_applies() -> None:
    trace = escargot()
    at = next(at for at, step in enumerate(trace.steps) if step.key == TECHNIQUE.key)
    found = hint(list(trace.positions())[at])

    assert (HintStatus.UNNAMED, trace.steps[at].conclusions) == (found.status, found.step and found.step.conclusions)
    assert position(trace.puzzle).puzzle == found.state.puzzle


def test_nested_assumptions_are_read_back_from_their_document() -> None:
    trace = escargot()

    assert any(line.inside for step in trace.steps for line in step.inside)
    assert trace == from_dict(json.loads(json.dumps(to_dict(trace))))


def _single(state: State) -> Iterator[bool]:
    """Of each candidate whether it breaks by itself, everything followed."""
    for x, mask in enumerate(state.masks):
        if mask & (mask - 1):
            yield from (probe(state, x, value).refuted for value in state.candidates(x))


def test_a_named_technique_comes_before_any_assumption() -> None:
    trace = escargot()
    ladder = [each for each in scale("standard").ladder(trace.puzzle) if each[0] != TECHNIQUE.key]

    for state, step in islice(zip(trace.positions(), trace.steps, strict=True), 20):
        if step.key == TECHNIQUE.key:
            assert () == deduce(state, ladder, limit=1).steps


@pytest.mark.parametrize("key", genres())
def test_with_no_technique_at_all_every_example_is_explained_to_its_end(key: str) -> None:
    for example in genre(key).examples:
        puzzle = parse(example.text, genre=key)
        if len(puzzle.variables) > 81 or example.solutions != 1:
            continue
        trace = deduce(puzzle, ONLY, limits=Limits(seconds=20))
        if trace.outcome is Outcome.STOPPED:
            continue
        assert Outcome.SOLVED is trace.outcome
        assert [] == replay(trace, puzzle.solve().solutions[0])


# Several solutions, or none


def test_a_puzzle_with_several_solutions_is_said_to_have_them() -> None:
    puzzle = parse("12..34..........", genre="latin")
    trace = explain(puzzle)

    assert (Outcome.STUCK, 2) == (trace.outcome, len(set(trace.solutions)))
    assert {*trace.solutions} <= {*solutions(puzzle)}
    told = tell(trace).splitlines()
    assert "The puzzle has more than one solution" in told[-3]
    assert list(map(puzzle.board_text, trace.solutions)) == told[-2:]
    assert HintStatus.SEVERAL is hint(trace.end).status


def test_a_puzzle_without_a_solution_ends_with_what_cannot_hold() -> None:
    trace = explain(parse("18" + ESCARGOT[2:], genre="sudoku"))

    assert (Outcome.CONTRADICTION, ()) == (trace.outcome, trace.solutions)
    assert tell(trace).endswith("so the puzzle has no solution.\n")


# Limits


def test_limits_end_the_search_for_a_proof_soon() -> None:
    puzzle = parse(ESCARGOT, genre="sudoku")
    began = time.monotonic()
    trace = explain(puzzle, limits=Limits(seconds=0.3))

    assert (Outcome.STOPPED, Stop.SECONDS) == (trace.outcome, trace.stop)
    assert time.monotonic() - began < 30
    assert (Outcome.STOPPED, Stop.NODES) == ((few := explain(puzzle, limits=Limits(nodes=3000))).outcome, few.stop)
    assert few.steps == explain(puzzle, limits=Limits(nodes=3000)).steps


# Weaker solvers


def test_up_to_a_tier_no_harder_technique_is_used() -> None:
    fish = "6.9.....8...7.1...4............6...4.2.....3..3....5...1.5...7.8...9..........2.."
    puzzle = parse(fish, genre="sudoku")
    gentle = {key for key, _ in scale("standard").tiers(puzzle)[0].ladder} | {"unnamed"}
    trace = explain(puzzle, up_to="Gentle")

    assert Outcome.SOLVED is trace.outcome
    assert {step.key for step in trace.steps} <= gentle
    assert {step.key for step in explain(puzzle).steps} - gentle


def test_up_to_a_number_of_lines_no_longer_contradiction_is_used() -> None:
    standard = scale("standard")
    puzzle = parse(next(each.text for each in genre("arrows").examples if each.solutions == 1), genre="arrows")
    sizes = [size for key, size in standard.ladder_to(puzzle, 1) if key == "contradiction"]

    assert [1] == sizes
    assert [] == [size for key, size in standard.ladder_to(puzzle, "0") if key == "contradiction"]


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
        assert (after.masks, after.placed) != (state.masks, state.placed)
