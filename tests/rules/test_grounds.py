"""What a firing says it relied on: by hand for some, and by two oracles for all of the catalogue."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from entailment import entails, restored
from gridwright.evidence.things import OneGroup
from gridwright.genres import genre, parse
from gridwright.model import Count, Grid, Puzzle, State
from gridwright.model.grounds import Grounds
from gridwright.model.step import Conclusion
from gridwright.rules import machine
from gridwright.rules.evaluate import recheck, witnesses
from gridwright.rules.grounds.run import grounds
from gridwright.rules.parse import parse_rules
from gridwright.rules.position import start
from gridwright.rules.sorts import check, missing_words
from gridwright.rules.tree import Technique
from gridwright.rules.vocabulary import Vocabulary
from known import rules
from random_states import sizes, states, unique_states


def latin(*facts: str) -> State:
    return State.of(Puzzle(genre("latin"), Grid(4, 4))).after(*facts)


def read(key: str, state: State, parameter: int | None = None) -> Grounds:
    """What the first match of a technique reads."""
    technique = rules()[key]
    match = next(witnesses(technique, parameter, state))
    return grounds(technique, parameter, match, state)


def missing(found: Grounds, state: State) -> set[str]:
    return {state.puzzle.fact(x, value, "-") for x, value in found.absences}


def used(found: Grounds, state: State) -> set[str]:
    """The choices by name: `r1c1` for a cell's own, `row 1: 2` for a value of a group."""
    structure, names = state.structure, set()
    for i in found.choices:
        choice = structure.choices[i]
        x, value = structure.pair(choice.candidates[0])
        variable = state.puzzle.variables[x]
        names.add(f"{choice.group.label}: {variable.domain.symbol(value)}" if choice.group else variable.name)
    return names


def test_a_naked_pair_reads_what_its_cells_lack() -> None:
    state = latin("r1c1-3", "r1c1-4", "r1c2-3", "r1c2-4", "r3c3-1")
    found = read("naked-subset", state, 2)

    assert {"r1c1-3", "r1c1-4", "r1c2-3", "r1c2-4"} == missing(found, state)
    assert {"r1c1", "r1c2"} == used(found, state)


def test_a_triple_does_not_need_its_cells_to_lack_a_value_of_the_triple() -> None:
    state = latin("r1c1-4", "r1c1-3", "r1c2-4", "r1c2-1", "r1c3-4", "r1c3-2")
    found = read("naked-subset", state, 3)

    assert {"r1c1-4", "r1c2-4", "r1c3-4"} == missing(found, state)


def test_a_hidden_single_reads_the_places_that_are_gone() -> None:
    state = latin("r1c1-2", "r1c2-2", "r1c3-2", "r2c4-1")
    found = read("hidden-single", state)

    assert {"r1c1-2", "r1c2-2", "r1c3-2"} == missing(found, state)
    assert {"row 1: 2"} == used(found, state)


def test_the_last_cell_reads_what_is_placed() -> None:
    state = start(parse("123............."[:16], genre="latin"))
    found = read("last-cell", state)

    assert {f"r1c{c}-{v}" for c in (1, 2, 3) for v in (1, 2, 3, 4) if v != c} == missing(found, state)
    assert {"row 1: 4"} == used(found, state)


def test_a_conclusion_reads_too() -> None:
    state = State.of(parse("1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE", genre="queens")).after("r3c1-*")
    technique, structure = rules()["touch-all"], state.structure
    for match in witnesses(technique, None, state):
        if structure.groups[OneGroup.of(match.witness, "g").number].label == "region C":
            assert {"r3c1-*"} == missing(grounds(technique, None, match, state), state)
            return
    raise AssertionError("region C rules something out")


def test_an_x_wing_is_two_choices() -> None:
    state = latin(*(f"r{r}c{c}-1" for r in (1, 2) for c in (3, 4)))

    assert {"row 1: 1", "row 2: 1"} == used(read("fish", state, 2), state)


def test_that_a_group_is_full_is_a_link_and_no_choice() -> None:
    state = State.of(parse("1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE", genre="queens")).after("r1c5=*")
    found = read("count-full", state)

    assert set() == found.choices
    assert {"r1c5-."} == missing(found, state)


@pytest.mark.parametrize(
    "condition",
    [
        "not 2 < |cand(p)|",
        "|cand(p)| != 3 and |cand(p)| != 4",
        "no value v in cand(p): v in {3 .. 4}",
        "every value v with v in {3 .. 4}: v not in cand(p)",
        "some value v in {1 .. 2}: cand(p) - {v} subset {1 .. 2}",
        "cand(p) & {3 .. 4} = {} or |cand(p)| > 4",
        "not (cand(p) & {3 .. 4} != {})",
        "|all - cand(p)| >= 2",
        "{3 .. 4} subset all - cand(p)",
        "not {3 .. 3} subset cand(p); not {4 .. 4} subset cand(p)",
        "let n = |cand(p)|; n + 1 < 4",
        "let S = cand(p) + {}; S = {1 .. 2}",
    ],
)
def test_many_ways_to_say_that_a_cell_has_two_values(condition: str) -> None:
    state = latin("r1c1-3", "r1c1-4", "r4c4-1")
    rule = f'technique sample seen cell p; {condition} then exclude(peers(p), all) because "so" holds "so"'
    [technique] = map(check, parse_rules(rule))
    match = next(witnesses(technique, None, state))

    assert {"r1c1-3", "r1c1-4"} == missing(grounds(technique, None, match, state), state)
    assert [({"r1c1-3", "r1c1-4"}, match)] == [
        (missing(found, state), again)
        for again, found in islice(machine.witnesses_with_grounds(technique, None, state), 1)
    ]


def test_a_count_alone_entails_nothing_of_an_empty_board() -> None:
    state = State.of(parse("1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE", genre="queens"))
    for i, relation in enumerate(state.structure.relations):
        for value in range(2) if isinstance(relation, Count) else ():
            assert not entails(state, Grounds(relations={i}), [Conclusion(relation.scope[0], value, True)])


BOARDS = (
    "sudoku 4", "latin 4", "killer 4", "x 4", "x-jigsaw 5", "queens 5", "two-star 8", "sudoku 6",
    "keen 4", "unequal 4", "adjacent 4", "towers 4", "arrows 4", "eight 3", "arrow-row 5",
)  # fmt: skip


@pytest.mark.parametrize("kind", BOARDS)
def test_what_was_not_read_may_come_back_and_what_was_used_is_enough(kind: str) -> None:
    check_reads(kind, Random(f"reads {kind}"), rounds=2)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*BOARDS, "queens 6", "latin 5", "jigsaw 6", "sudoku 9"])
def test_what_was_not_read_may_come_back_on_many_boards(kind: str) -> None:
    check_reads(kind, Random(f"more reads {kind}"), rounds=12)


WORDS = """
technique words
  seen    {}
  then    exclude(common(at(v)) + cells(needy(v)), v); every cell c in open with |cand(c)| < 4: only(c, cand(c) - {{v}})
  because "so"
  holds   "it need not"
"""


@pytest.mark.parametrize(
    "condition",
    [
        "value v in loud; group g in needy(v); some cell p in places(v, g): (|cand(p)| <= 2 or |peers(p) & open| < 4)",
        "value v in loud; every group g in lacking(v): |places(v, g)| > 1",
        "value v in loud; no group g with |open(g)| < 2: v in missing(g)",
        "value v in loud; cell p; v = val(p); held(v, holders({p})) = {p}",
        "value v in loud; cell p in open; not every value w in cand(p): |at(w)| > |at(v)|",
        "value v in loud; kind k; meet(at(v), k) != groups_of(k); missing(groups_of(k) & lacking(v)) != all",
        "value v in loud; cell p in at(v); holders({p}) subset needy(v); need(v, holders({p})) >= 2",
        "value v in loud; 2 cells P in at(v); not distinct(P); cand(P) - cand(common(P)) subset cand(open - P)",
        "value v in loud; 2 cells P in at(v); distinct(P); not (cand(P) subset cand(common(P) & open))",
        "value v; cell p in at(v); let s = the(at(v) - peers(p) - {p}); at(v) - {p, s} subset peers(p) + peers(s)",
        "value v in loud; cells p < q in open; cand(p) != cand(q); kind_of(the(holders({p, q}))) = row",
    ],
)
def test_the_kernel_reads_what_the_reference_reads_whatever_is_said(condition: str) -> None:
    [rule] = parse_rules(WORDS.format(condition))
    compared = 0
    for kind in ("sudoku 4", "latin 4", "queens 5", "two-star 8"):
        for state in islice(states(kind, Random(f"{kind} {condition}")), 8):
            compared += compare_reads(check(rule), None, state, most=5)

    assert compared > 3


@pytest.mark.parametrize("kind", [*BOARDS, "jigsaw 6", "sudoku 9", "queens 7"])
def test_the_kernel_reads_what_the_reference_reads(kind: str) -> None:
    for state in islice(states(kind, Random(f"kernel reads {kind}")), 5):
        words = Vocabulary.of(state.puzzle)
        for technique in rules().values():
            for size in sizes(technique, state) if not missing_words(technique, words) else ():
                compare_reads(technique, size, state, most=3)


def compare_reads(technique: Technique, size: int | None, state: State, most: int) -> int:
    """How many matches were compared. Only what is really missing counts: the reference may name more."""
    compared = 0
    for match, found in islice(machine.witnesses_with_grounds(technique, size, state), most):
        expected = grounds(technique, size, match, state)
        expected.absences = {(x, value) for x, value in expected.absences if not state.masks[x] >> value & 1}

        assert expected == found, f"{technique.key} {size} {match} in {state}"
        compared += 1
    return compared


def check_reads(kind: str, rng: Random, rounds: int) -> None:
    """At most three matches of each technique in each state."""
    unique = (state for state, _ in unique_states(kind, rng)) if "9" not in kind and "star" not in kind else iter(())
    for state in (*islice(states(kind, rng), rounds), *islice(unique, rounds // 2)):
        for technique in rules().values():
            for parameter in sizes(technique, state):
                for match in islice(witnesses(technique, parameter, state), 3):
                    found = grounds(technique, parameter, match, state)
                    before = restored(state, found)
                    again = recheck(technique, parameter, before, match.witness)
                    what = f"{technique.key} {parameter} {match} in {state}"

                    assert set(match.conclusions) <= set(again), f"reads too little: {what}"
                    assert technique.assumes or entails(before, found, match.conclusions), f"choices: {what}"
