"""Contradictions: suppose, follow, break; the sub-proof is kept and holds line by line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from gridwright.documents import to_dict
from gridwright.genres import parse
from gridwright.grading import Scale, grade, scale
from gridwright.model import Limits, State, UnknownName
from gridwright.model.step import Conclusion, Outcome, Step
from gridwright.rules.breaks import breaks
from gridwright.rules.evaluate import OutOfFuel
from gridwright.rules.machine import Batch
from gridwright.rules.position import Position, apply, start
from gridwright.rules.technique import Context, Sized, Supposition
from gridwright.solving.deduce import deduce, kernel_rungs, plans_of, refuting, steps_open
from gridwright.solving.replay import replay
from gridwright.techniques.contradiction import FEWEST, BreadthFirst, ContradictionSearch
from gridwright.techniques.contradiction import TECHNIQUE as CONTRADICTION
from known import rung, rungs_of, watched
from random_states import states

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
QUEENS = "1:ABCDEFG/CFAGBDE/BDEACGA/CGCBFED/DEFAGCB/GCBEFAF/EAGFDBC"
TWO_STARS = "2:AABBCCDD/AABBCCDD/ABBBCDDD/ABBBCCDD/ABBBBEEE/FFFGGHEE/FFFGHHHH/FFFGGHHH"
NO_OPERATIONS = "4:a_6baa_aaba,_1_2_1_4_1_16_1"
NAKED = [rung("naked-single")]
SINGLES = [rung(name) for name in ("naked-single", "hidden-single", "count-full", "count-forced")]


INSIDE = [rung(name) for name in ("last-cell", "naked-single", "hidden-single", "locked-candidates")]
INSIDE_STARS = [rung(name) for name in ("hidden-single", "count-full", "count-forced", "touch-all", "two-set")]


def refutations(state: State, k: int, inside: list[tuple[str, int | None]]) -> Iterator[Supposition]:
    """Every refutation of at most k lines."""
    inner = tuple(rungs_of(inside, state.puzzle))
    for match in CONTRADICTION.matches(k, state, Context(inside=inner)):
        assert isinstance(match, Supposition)
        yield match


def latin(*facts: str) -> State:
    """An empty board with 1 and 2 alone in r2c1 and r3c1."""
    return start(parse("." * 16, genre="latin")).after("r2c1-3", "r2c1-4", "r3c1-3", "r3c1-4", *facts)


def first(state: State, k: int, *names: str) -> Step:
    (step,) = deduce(state, [("contradiction", k)], limit=1, inside=[rung(name) for name in names]).steps
    return step


def test_what_is_supposed_is_followed_until_a_cell_is_empty() -> None:
    state = latin()
    step = first(state, 1, "naked-single")

    assert ("contradiction-1", "contradiction", 1) == (step.technique, step.key, step.parameter)
    assert ["r1c1-1"] == [each.text(state.puzzle) for each in step.conclusions]
    assert [["r2c1=2"]] == [[fact.text(state.puzzle) for fact in each.conclusions] for each in step.inside]


def test_no_more_steps_than_allowed() -> None:
    puzzle = parse(HARD)
    state = start(puzzle)
    found = next(refutations(state, 12, INSIDE))

    assert next(refutations(state, len(found.lines) - 1, INSIDE), None) != found
    assert all(len(each.lines) <= 9 for each in refutations(state, 9, INSIDE))


def test_the_smallest_size_that_finds_something_is_taken() -> None:
    trace = deduce(parse(QUEENS, genre="queens"), [("contradiction", None)], limit=3, inside=INSIDE_STARS)

    assert all(len(step.inside) == step.parameter for step in trace.steps)


def test_the_same_state_gives_the_same_refutation() -> None:
    puzzle = parse(HARD)
    runs = [next(refutations(start(puzzle), 12, INSIDE)) for _ in range(2)]

    assert runs[0] == runs[1]


@pytest.mark.parametrize(("text", "genre"), [(HARD, "sudoku"), (QUEENS, "queens"), (TWO_STARS, "star-battle")])
def test_the_sub_proof_holds_line_by_line_and_says_all_that_it_used(text: str, genre: str) -> None:
    inside = INSIDE if genre == "sudoku" else INSIDE_STARS
    trace = deduce(parse(text, genre=genre), [*SINGLES, ("contradiction", None)], inside=inside)

    assert any(step.inside for step in trace.steps)
    assert [] == replay(trace)


@pytest.mark.parametrize(("text", "genre"), [(HARD, "sudoku"), (QUEENS, "queens"), (TWO_STARS, "star-battle")])
def test_short_ones_have_the_fewest_lines_and_hold_too(text: str, genre: str) -> None:
    inside = INSIDE if genre == "sudoku" else INSIDE_STARS
    ladder = [*SINGLES, *(("contradiction", k) for k in range(1, FEWEST + 1))]
    trace = deduce(parse(text, genre=genre), ladder, inside=inside)

    assert [] == replay(trace)
    assert all(
        len(step.inside) == step.parameter for step in trace.steps if step.key == "contradiction" and step.inside
    )


def breaks_within(state: State, inner: list[Sized], left: int) -> bool:
    """Do at most so many matches, one after the other, lead to something broken? By trying all."""
    if next(breaks(state), None) is not None:
        return True
    return left > 0 and any(
        breaks_within(apply(state, match.conclusions), inner, left - 1)
        for technique, size in inner
        for match in technique.matches(size, state)
    )


@pytest.mark.parametrize("kind", ["latin 4", "sudoku 4", "queens 5", "two-star 8"])
def test_the_kernel_refutes_what_the_obvious_search_refutes(kind: str) -> None:
    inside = INSIDE_STARS if kind in ("queens 5", "two-star 8") else INSIDE
    refuted = 0
    for state in islice(states(kind, Random(f"refuted {kind}")), 4):
        structure, inner = state.structure, rungs_of(inside, state.puzzle)
        for x in sorted(Position(state).open):  # to the kernel, only what is written down can be too many
            if len(state.candidates(x)) == 1:
                state = apply(state, [Conclusion(x, *state.candidates(x), True)])
        if next(breaks(state), None) is not None:
            continue
        expected = {
            (x, v)
            for x in Position(state).open
            for v in state.candidates(x)
            if v in structure.loud and breaks_within(apply(state, [Conclusion(x, v, True)]), inner, 1)
        }
        found = list(refutations(state, 1, inside))
        assert expected == {(each.conclusions[0].variable, each.conclusions[0].value) for each in found}
        refuted += len(found)
    assert refuted


def test_premises_and_choices_of_the_steps_inside_are_among_those_of_the_whole() -> None:
    trace = deduce(
        parse(QUEENS, genre="queens"), [("hidden-single", None), ("contradiction", None)], inside=INSIDE_STARS
    )
    outer = [step for step in trace.steps if step.inside]

    assert Outcome.SOLVED is trace.outcome
    assert any(each.premises for step in outer for each in step.inside)
    for step in outer:
        for each in step.inside:
            assert set(each.premises) <= set(step.premises)
            assert set(each.choices) <= set(step.choices)


def test_a_changed_line_of_the_sub_proof_is_noticed() -> None:
    trace = deduce(latin(), [("contradiction", 1)], limit=1, inside=NAKED)
    (step,) = trace.steps
    wrong = replace(step.inside[0], conclusions=(Conclusion(3, 3, True),))
    end = apply(trace.start, step.conclusions)

    for inside in ((wrong,), ()):
        changed = replace(trace, steps=(replace(step, inside=inside),), end=end)

        assert ["step 1, contradiction-1: r1c1-1 does not follow from its premises alone"] == replay(changed)


def test_what_breaks_is_what_is_impossible() -> None:
    state = latin("r2c1-1", "r2c1-2")

    assert {4} in [each.grounds.choices for each in breaks(state)]
    assert [] == list(breaks(latin()))


def test_two_in_a_row_that_takes_two_are_not_too_many() -> None:
    state = start(parse(TWO_STARS, genre="star-battle"))

    assert [] == list(breaks(state.after("r1c1=*", "r1c3=*")))
    assert [] != list(breaks(state.after("r1c1=*", "r1c3=*", "r1c5=*")))


def test_it_is_off_unless_a_scale_has_it() -> None:
    assert "contradiction" not in {key for key, _ in scale().ladder(parse(HARD))}
    assert {"Extreme"} == {
        tier.name for tier in scale().tiers(parse(QUEENS, genre="queens")) if ("contradiction", 1) in tier.ladder
    }
    assert "Extreme" == grade(parse(QUEENS, genre="queens")).tier


def test_a_scale_says_what_may_be_used_inside() -> None:
    text = """
        name = "toy"
        version = 1
        kind = "trace"
        beyond = "Beyond"
        [[boards]]
        inside = ["naked-single", "x-wing"]
        [[boards.tiers]]
        name = "Only"
        [boards.tiers.techniques]
        contradiction-2 = 5
    """
    toy = Scale.read(text)
    puzzle = latin().puzzle

    assert [("naked-single", None), ("fish", 2)] == list(toy.inside(puzzle) or ())
    assert [("contradiction", 2)] == toy.ladder(puzzle)
    with pytest.raises(UnknownName, match="did you mean 'x-wing'"):
        Scale.read(text.replace("x-wing", "x-wings"))


def test_open_steps_are_counted_too() -> None:
    found = list(refutations(latin(), 1, NAKED))

    assert len(found) == steps_open(latin(), [("contradiction", 1)], inside=NAKED) > 1


def test_out_of_fuel_inside_is_told() -> None:
    def looks(technique, size, state, context):
        if technique.key == "naked-single":
            raise OutOfFuel("no more")
        return technique.matches(size, state, context)

    trace = deduce(latin(), [("contradiction", 1)], catalogue=watched(looks), inside=NAKED)

    assert (Outcome.STUCK, ("contradiction-1",)) == (trace.outcome, trace.undecided)


def test_the_steps_inside_are_plain_data_as_well() -> None:
    step = first(latin(), 1, "naked-single")
    told = to_dict(step, latin().puzzle)

    assert {"p": "r1c1", "v": "1"} == told["evidence"]
    assert ["naked-single"] == [each["technique"] for each in told["inside"]]


def test_the_finder_has_the_record_of_a_technique() -> None:
    assert CONTRADICTION.because
    assert CONTRADICTION.holds
    assert ("contradiction", 3) == rung("contradiction-3")


@pytest.mark.parametrize(
    ("text", "inside", "k"),
    [
        (TWO_STARS, [*INSIDE_STARS, rung("tile")], 5),
        (QUEENS, INSIDE_STARS, 6),
        (NO_OPERATIONS, [rung(name) for name in ("hidden-single", "naked-single", "cage-cell", "naked-pair")], 4),
    ],
    ids=["two stars", "queens", "keen"],
)
def test_the_kernel_follows_as_it_is_spelt_out(text: str, inside: list[tuple[str, int | None]], k: int) -> None:
    """Breadth first, both find the same refutations with the same lines, which rest on the same."""
    state = start(parse(text, genre="keen" if text is NO_OPERATIONS else "star-battle"))
    inner = tuple(rungs_of(inside, state.puzzle))

    found = list(BreadthFirst(state, inner).refutations(k, Limits()))

    assert found
    assert list(ContradictionSearch(state, inner).refutations(k, Limits())) == found


@pytest.mark.parametrize(
    ("text", "longest"),
    [
        ("1:ABCDEBB/DFGBAEC/AABEAEC/GGAFEEE/DFGDDGG/CBGACCD/FDFCFFB", 3),  # some proofs cannot be read line by line
        ("1:ABCDCCB/DACDEFG/CGDDBFG/EFECFDA/FDBGAFB/GEBAFAB/CEEGGEA", 5),
        ("6:a__b_3a_3a_a__a_3aa_3a_3ba_b_3a_a3_,_2_1_30_2_6_4_8_2_3_1_12_2_8_7_6_12_4", 11),  # stuck
        ("6:ba_aa__aa_10aa_ba_aa__a_3a_3aa_b,_72_7_6_10_3_3_2_5_2_1_6_3_48_3_15_1", 6),
    ],
)
def test_a_batch_with_long_ones_takes_the_steps_of_a_trace(text: str, longest: int) -> None:
    puzzle, by = parse(text, genre="star-battle" if "/" in text else "keen"), scale()
    rungs = rungs_of(by.ladder(puzzle), puzzle)
    inside, known = by.inside(puzzle), puzzle.structure
    rules, inner = plans_of(kernel_rungs(rungs), known), plans_of(rungs_of(inside or (), puzzle), known)
    outcome, steps, _, _, undecided = Batch(rules, [start(puzzle)], inner, refuting(rungs)).run()[0]
    trace = deduce(puzzle, by.ladder(puzzle), inside=inside)

    assert (trace.outcome.value, []) == (outcome, undecided)
    assert longest == max(step.parameter or 0 for step in trace.steps if step.key == "contradiction")
    for (rung_, conclusions, _, premises, choices, relations), step in zip(steps, trace.steps, strict=True):
        assert (step.key, step.parameter) == (rungs[rung_][0].key, rungs[rung_][1])
        assert list(step.conclusions) == [Conclusion(*each) for each in conclusions]
        assert (step.premises, step.choices, step.relations) == (tuple(premises), tuple(choices), tuple(relations))
