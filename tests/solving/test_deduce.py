"""Deduction: simplest first, always the same, and every step knows what it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from golden_traces import FOLDER, retold
from gridwright.genres import genre, parse
from gridwright.model import Grid, GridwrightError, Puzzle, State, UnknownName
from gridwright.model.step import Outcome
from gridwright.narration import tell
from gridwright.rules.breaks import breaks
from gridwright.rules.evaluate import Match, OutOfFuel, witnesses
from gridwright.rules.machine import Batch
from gridwright.rules.parse import parse_rules
from gridwright.rules.plan import CannotCompile
from gridwright.rules.position import Position, apply, start
from gridwright.rules.rule import Rule
from gridwright.rules.sorts import check
from gridwright.rules.technique import Context, Technique
from gridwright.solving.deduce import deduce, plans_of, steps_open
from gridwright.solving.excerpt import rests_on
from gridwright.techniques import Catalogue
from known import rules, rung, rungs_of, watched
from random_states import states

FOUR = "1...3..4..2....1"
NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
QUEENS = "1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE"
SINGLES = [("last-cell", None), ("hidden-single", None), ("naked-single", None)]


def sudoku(text: str, *facts: str) -> State:
    return start(parse(text, genre="sudoku")).after(*facts)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
def test_the_trace_is_the_known_one(file: Path) -> None:
    assert file.read_text("utf-8") == retold(file)


def test_the_same_puzzle_gives_the_same_trace() -> None:
    puzzle = parse(NINE)

    assert deduce(puzzle, SINGLES) == deduce(puzzle, SINGLES)


@pytest.mark.parametrize("kind", ["sudoku 6", "latin 5", "queens 6", "killer 4", "two-star 8", "jigsaw 6", "sudoku 9"])
def test_the_kernel_and_python_give_the_same_trace(kind: str) -> None:
    """Witness, conclusions, choices and premises of every step, with a finder between the rules and alone."""

    def stepwise(technique: Technique, size: int | None, state: State, context: Context) -> Iterator[Match]:
        return technique.matches(size, state, context)

    slow = (
        "cover-three", "crowd", "finned-fish", "siamese-fish", "aligned-pair-exclusion", "aligned-triple-exclusion",
        "sue-de-coq", "bent-set", "firework-quadruple",
    )  # fmt: skip
    ladder = [(key, None) for key in rules() if key not in slow and "loop" not in key]
    for state in islice(states(kind, Random(f"climb {kind}")), 3):
        for rungs in (ladder, [*ladder[:4], ("contradiction", 1), *ladder[4:], ("contradiction", 4)]):
            expected = deduce(state, rungs, catalogue=watched(stepwise), limit=40)
            assert expected == deduce(state, rungs, limit=40)


def test_the_simplest_technique_that_applies_is_taken() -> None:
    hidden_first = deduce(parse(FOUR, genre="sudoku"), [("hidden-single", None), ("naked-single", None)])
    naked_first = deduce(parse(FOUR, genre="sudoku"), [("naked-single", None), ("hidden-single", None)])

    assert {"hidden-single"} == {step.technique for step in hidden_first.steps}
    assert "naked-single" == naked_first.steps[0].technique
    assert hidden_first.end.masks == naked_first.end.masks


def test_a_size_is_told_by_its_name() -> None:
    state = State.of(parse("." * 16, genre="latin")).after("r1c1-3", "r1c1-4", "r1c2-3", "r1c2-4")

    (step,) = deduce(state, [("naked-subset", 2)], limit=1).steps

    assert ("naked-pair", "naked-subset", 2) == (step.technique, step.key, step.parameter)
    assert "r1c3-1 r1c3-2 r1c4-1 r1c4-2" == " ".join(each.text(state.puzzle) for each in step.conclusions)


def test_a_technique_without_a_size_is_tried_with_each() -> None:
    rungs = rungs_of([("naked-subset", None)], parse(FOUR, genre="sudoku"))

    assert [2, 3, 4] == [size for _, size in rungs]


def test_the_limit_stops_before_the_end() -> None:
    trace = deduce(parse(NINE), SINGLES, limit=3)

    assert (Outcome.STOPPED, 3) == (trace.outcome, len(trace.steps))


def test_the_limit_does_not_hide_that_all_is_done() -> None:
    assert Outcome.SOLVED is deduce(parse(FOUR, genre="sudoku"), SINGLES, limit=11).outcome


def test_nothing_applies_is_stuck() -> None:
    trace = deduce(parse("." * 16, genre="sudoku"), SINGLES)

    assert (Outcome.STUCK, ()) == (trace.outcome, trace.steps)


def test_an_empty_cell_is_a_contradiction() -> None:
    trace = deduce(sudoku(FOUR, "r1c2-2", "r1c2-4"), SINGLES)

    assert (Outcome.CONTRADICTION, ()) == (trace.outcome, trace.steps)
    assert "r1c2 has no candidate left" == next(breaks(trace.end)).reason


def test_a_value_without_a_place_is_a_contradiction() -> None:
    state = State.of(parse("." * 16, genre="latin")).after("r1c1-3", "r1c2-3", "r1c3-3", "r1c4-3")

    assert Outcome.CONTRADICTION is deduce(state, SINGLES).outcome
    assert "row 1 has no place left for 3" == next(breaks(state)).reason


def test_givens_that_clash_are_a_contradiction() -> None:
    assert Outcome.CONTRADICTION is deduce(parse("11..............", genre="latin"), SINGLES).outcome


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ([f"r1c{c}-*" for c in range(1, 8)], "row 1 has too few places left"),
        (["r1c1=*", "r1c3=*", "r1c5=*"], "row 1 has too many"),
    ],
)
def test_a_count_that_cannot_be_met_is_a_contradiction(facts: list[str], sentence: str) -> None:
    two = "2:AABBCCDD/AABBCCDD/ABBBCDDD/ABBBCCDD/ABBBBEEE/FFFGGHEE/FFFGHHHH/FFFGGHHH"
    state = State.of(parse(two, genre="star-battle")).after(*facts)

    assert sentence == next(breaks(state)).reason


def test_a_technique_whose_words_the_board_lacks_is_left_out() -> None:
    boxes = parse_rules("""
        technique box-only
          seen    box b; value v in missing(b); |places(v, b)| = 1
          then    place(the(places(v, b)), v)
          because "{b} needs {v}"
          holds   "a box holds every value"
    """)
    known = Catalogue(Rule(check(each)) for each in boxes)

    assert [] == known.rungs([("box-only", None)], parse("." * 16, genre="latin"))
    assert 1 == len(known.rungs([("box-only", None)], parse("." * 16, genre="sudoku")))


def test_a_technique_that_nobody_knows_is_an_error() -> None:
    with pytest.raises(UnknownName, match="no technique 'hiden-single'; did you mean 'hidden-single'"):
        deduce(parse(FOUR, genre="sudoku"), [("hiden-single", None)])
    with pytest.raises(UnknownName, match="did you mean 'x-wing'"):
        rung("x-wings")


def test_names_and_sizes_of_rungs() -> None:
    assert ("fish", 3) == rung("swordfish") == rung("fish(3)")
    assert "swordfish" == Catalogue.standard().name(("fish", 3))


def test_out_of_fuel_is_told_and_the_next_technique_is_tried() -> None:
    def looks(technique, size, state, context):
        if technique.key == "last-cell":
            raise OutOfFuel("no more")
        return technique.matches(size, state, context)

    trace = deduce(parse(FOUR, genre="sudoku"), SINGLES, catalogue=watched(looks))

    assert (Outcome.SOLVED, ("last-cell",)) == (trace.outcome, trace.undecided)


def test_techniques_of_ones_own_may_take_the_place_of_the_rules() -> None:
    asked: list[str] = []

    def listening(technique, size, state, context) -> Iterator[Match]:
        asked.append(technique.key)
        return technique.matches(size, state, context)

    deduce(parse(FOUR, genre="sudoku"), SINGLES, catalogue=watched(listening), limit=1)

    assert ["last-cell", "hidden-single"] == asked


# Premises


def test_what_the_givens_remove_has_no_owner() -> None:
    first = deduce(parse(NINE), SINGLES).steps[0]

    assert () == first.premises


def test_a_step_rests_on_the_step_that_made_room() -> None:
    trace = deduce(sudoku(FOUR), SINGLES)

    assert [(), (0,), (1,)] == [step.premises for step in trace.steps[:3]]


def test_whoever_relies_on_a_value_rests_on_the_step_that_wrote_it() -> None:
    state = State.of(parse("....", genre="latin")).after("r1c1-2")  # two rows
    trace = deduce(state, [("last-cell", None), ("naked-single", None)])

    # r1c1 had one candidate before it was placed: its step removed nothing there, and is the reason all the same.
    assert ["naked-single", "last-cell"] == [step.technique for step in trace.steps[:2]]
    assert (0,) == trace.steps[1].premises


# Open steps


def test_steps_with_the_same_conclusions_are_one() -> None:
    state = sudoku("12343412214343..")

    assert 2 == steps_open(state, SINGLES)
    assert 0 == steps_open(state, [("naked-subset", 2)])


# Why


def test_the_reasons_of_a_late_fact_are_some_of_the_steps() -> None:
    trace = deduce(parse(NINE), SINGLES)
    late = trace.steps[20].conclusions[0].text(trace.puzzle)

    numbers = trace.rests_on(late)

    assert 20 == numbers[-1]
    assert 1 < len(numbers) < 21
    assert all(set(trace.steps[number].premises) <= set(numbers) for number in numbers)


def test_the_reasons_alone_lead_to_the_fact() -> None:
    trace = deduce(parse(NINE), SINGLES)
    fact = trace.steps[30].conclusions[0]
    state = trace.start
    for number in rests_on(trace, fact)[:-1]:
        assert Position(state).changes(trace.steps[number].conclusions[0])
        state = apply(state, trace.steps[number].conclusions)

    assert any(fact in match.conclusions for key, _ in SINGLES for match in witnesses(rules()[key], None, state))


def test_a_given_needs_no_reason() -> None:
    trace = deduce(parse(NINE), SINGLES)

    assert () == trace.rests_on("r1c1=5") == trace.rests_on("r1c1-7") == trace.rests_on("r1c3-5")


def test_what_a_placement_rules_out_rests_on_it() -> None:
    trace = deduce(parse(FOUR, genre="sudoku"), SINGLES)

    assert "r1c2=4" == trace.steps[0].conclusions[0].text(trace.puzzle)
    assert (0,) == trace.rests_on("r3c2-4") == trace.rests_on("r1c2=4")


def test_an_empty_cell_is_a_fact_too() -> None:
    trace = deduce(parse(QUEENS, genre="queens"), [("hidden-single", None), ("touch-all", None)])

    assert (0,) == trace.rests_on("r1c1=.") == trace.rests_on("r1c1-*")


@pytest.mark.parametrize("fact", ["r1c3=4", "r1c2-4"])
def test_a_fact_that_was_never_concluded_is_an_error(fact: str) -> None:
    trace = deduce(parse(FOUR, genre="sudoku"), SINGLES)

    with pytest.raises(GridwrightError, match=f"{fact} was never concluded"):
        trace.rests_on(fact)


def test_only_what_somebody_brings_along_is_asked_what_it_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = parse("." * 16, genre="sudoku")
    own = Catalogue.standard().with_techniques(Rule(replace(rules()["hidden-single"], key="mine")))
    monkeypatch.setattr("gridwright.rules.cost.REFUSE", 0)

    assert [(own["fish"], n) for n in (2, 3, 4)] == own.rungs([("fish", None)], puzzle)
    with pytest.raises(CannotCompile, match="mine would look at up to 48 combinations on this board"):
        own.rungs([("mine", None)], puzzle)


# Cages, lines of towers and tables that nothing fits


def wrong_sum(operation: str, target: int) -> Puzzle:
    """Two cells of the last row are 3 and 1 by their columns; their cage says something else."""
    square = [1, 2, 3, 2, 3, 1, 0, 0, 2]
    puzzle = Puzzle(genre("keen"), Grid(3, 3), clues={"cages": (((6, 7), operation, target),)})
    return puzzle.with_givens({x: number - 1 for x, number in enumerate(square) if number})


@pytest.mark.parametrize(("target", "outcome"), [(5, "contradiction"), (4, "solved")])
def test_a_full_board_with_a_wrong_cage_is_no_solution(target: int, outcome: str) -> None:
    puzzle = wrong_sum("+", target)
    batch = Batch(plans_of(rungs_of(SINGLES, puzzle), puzzle.structure), [start(puzzle)])

    assert outcome == batch.run().counts(0)[0]
    assert outcome == deduce(puzzle, SINGLES).outcome.value


def test_what_cells_that_differ_leave_no_way_to_fill_is_a_contradiction() -> None:
    """2 and 2 make four, but not in a row: the arithmetic alone would not see it."""
    puzzle = Puzzle(genre("keen"), Grid(3, 3), clues={"cages": (((0, 1), "×", 4),)})

    trace = deduce(puzzle, [("cage-union", None)])

    assert trace.outcome is Outcome.CONTRADICTION
    assert trace.steps == ()
    assert "the 4× cage at r1c1 can no longer come out" in tell(trace, "teacher")
    assert "geht der Käfig bei Z1S1 (4×) nicht mehr auf" in tell(trace, "de")


def test_a_cage_of_one_cell_is_seen_by_the_techniques() -> None:
    trace = deduce(parse("3:_13,a1a2a3a2a3a1a3a1a2", genre="keen"), [*SINGLES, ("cage-union", None)])

    assert trace.outcome is Outcome.SOLVED
