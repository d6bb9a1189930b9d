"""The reference evaluator: what each piece of a rule means, on boards small enough to count by hand."""

from __future__ import annotations

import pytest

from gridwright.evidence.things import CellSet, OneCell, OneGroup, OneValue
from gridwright.genres import genre, parse
from gridwright.model import Grid, Puzzle, State
from gridwright.model.step import Conclusion
from gridwright.rules import tree
from gridwright.rules.evaluate import Match, OutOfFuel, recheck, witnesses
from gridwright.rules.parse import parse_rules
from gridwright.rules.position import Position, apply, start
from gridwright.rules.sorts import check

QUEENS = "1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE"


def latin(side: int = 4, *facts: str) -> State:
    return State.of(Puzzle(genre("latin"), Grid(side, side))).after(*facts)


def queens(*facts: str) -> State:
    return State.of(parse(QUEENS, genre="queens")).after(*facts)


def fire(seen: str, then: str, state: State, parameter: int | None = None, fuel: int = 1_000_000) -> list[Match]:
    head = "technique sample" + ("(n: 1..9)" if parameter is not None else "")
    [technique] = parse_rules(f'{head} seen {seen} then {then} because "so" holds "so"')
    unchecked = list(witnesses(technique, parameter, state, fuel))
    checked = list(witnesses(check(technique), parameter, state, fuel))

    assert unchecked == checked, "the checker only writes down what the evaluator does anyway"
    return checked


def told(matches: list[Match], state: State) -> list[str]:
    return [" ".join(conclusion.text(state.puzzle) for conclusion in match.conclusions) for match in matches]


# Boards


def test_a_board_knows_its_groups_and_what_they_hold() -> None:
    structure = parse("2x2k:p,b_a_aaa_a_____aa,9b4_1_6b6_5a9d", genre="sudoku").structure

    assert ("row", "column", "box", "cage") == structure.kinds
    assert 1 == structure.exact[0, 0]
    assert not any((0, g) in structure.exact for g in structure.of_kind[3]), "a cage need not hold every value"
    assert {0, 1, 2, 3} == structure.loud


def test_only_partitions_that_meet_in_one_cell_cross() -> None:
    structure = parse("2x2x:p", genre="sudoku").structure
    kind = structure.kinds.index

    assert (kind("row"), kind("column")) in structure.crossing
    assert (kind("row"), kind("box")) not in structure.crossing
    assert (kind("row"), kind("diagonal")) not in structure.crossing, "most of a row lies on no diagonal"


def test_no_star_is_silent_and_touching_is_no_group() -> None:
    structure = parse(QUEENS, genre="queens").structure

    assert {1} == structure.loud
    assert ("row", "column", "region") == structure.kinds
    assert 6 in structure.peers[0]
    assert structure.distinct([0])
    assert not structure.distinct([0, 1]), "both may be without a star"


def test_two_stars_in_a_row_do_not_see_each_other() -> None:
    puzzle = parse(next(e.text for e in genre("star-battle").examples if "two stars" in e.shows), genre="star-battle")
    structure = puzzle.structure

    assert {1, 8, 9} == structure.peers[0]
    assert 2 == structure.exact[1, 0]
    assert {} == structure.choice_of
    assert 0 == structure.count_of[1, 0]


# Positions


def test_a_given_is_placed_and_a_lone_candidate_is_not() -> None:
    puzzle = parse("1...", genre="latin")
    state = start(puzzle)

    assert {0} == state.placed
    assert (0b01, 0b10, 0b10, 0b11) == state.masks
    assert {1, 2, 3} == Position(state).open


def test_placing_removes_what_is_linked() -> None:
    state = queens()
    after = apply(state, [Conclusion(0, 1, True)])

    left = [x for x, mask in enumerate(after.masks) if mask & 0b10 and x != 0]
    assert [11, 12, 16, 17, 18, 19, 21, 22, 23, 24] == left
    assert {0} == after.placed


def test_a_cell_with_nothing_but_silence_left_is_decided() -> None:
    state = queens("r1c1-*")

    assert 0 not in Position(state).open


# Binders


def test_binders_run_in_order_and_effects_that_change_nothing_are_no_match() -> None:
    state = latin(2, "r1c1-1")
    matches = fire("cell p; value v in cand(p); v = the({1 .. 1})", "exclude({p}, v)", state)

    assert ["r1c2-1", "r2c1-1", "r2c2-1"] == told(matches, state)
    assert {"p": OneCell(1), "v": OneValue(0)} == matches[0].witness


@pytest.mark.parametrize(
    ("binder", "count"),
    [
        ("cells p, q in row(r)", 12),
        ("cells p < q in row(r)", 6),
        ("2 cells P in row(r)", 6),
        ("n cells P in row(r)", 4),
        ("rows p, q", 12),
        ("groups p < q", 28),
        ("2 kinds P", 1),
        ("values p < q < s", 4),
    ],
)
def test_how_often_a_binder_binds(binder: str, count: int) -> None:
    state = latin(4)
    matches = fire(f"cell r; r in row(r) & column(r); {binder}", "exclude({r}, all)", state, parameter=3)

    assert 16 * count == len(matches)


@pytest.mark.parametrize("binder", ["cells p, q in row(r)", "cells p < q in row(r)", "values p < q", "rows p, q"])
def test_a_witness_holds_again_where_the_binder_binds_it_and_nowhere_else(binder: str) -> None:
    state = latin(4)
    seen = f"cell r in cells(row); {binder}"
    [technique] = parse_rules(f'technique sample seen {seen} then exclude(r, all) because "so" holds "so"')
    found = [match.witness for match in witnesses(check(technique), None, state)]
    first = found[0]
    things = [shape(n) for shape in (type(first["p"]), OneGroup, OneValue) for n in range(20)]
    tried = [{**first, "p": p, "q": q} for p in things for q in things]

    assert [each in found for each in tried] == [
        recheck(check(technique), None, state, each) != () for each in tried
    ]  # fmt: skip


@pytest.mark.parametrize("picked", [(0, 1), (1, 3), (0,), (0, 1, 2), (0, 4), ()])
def test_a_pick_holds_again_where_it_could_be_made(picked: tuple[int, ...]) -> None:
    state = latin(4)
    seen = "cell r; 2 cells P in row(r)"
    [technique] = parse_rules(f'technique sample seen {seen} then exclude(r, all) because "so" holds "so"')
    witness = {"r": OneCell(0), "P": CellSet(picked)}
    found = [match.witness for match in witnesses(check(technique), None, state)]

    assert (witness in found) == (recheck(check(technique), None, state, witness) != ())


def test_kinds_that_a_board_lacks_bind_nothing() -> None:
    assert [] == fire("box b", "exclude(b, all)", latin(4))


# Terms


@pytest.mark.parametrize(
    "condition",
    [
        "cand(p) = all - {1 .. 2}",
        "|cand(row(p))| = 4",  # lifting: the union over the row
        "need(all, row(p)) = 4",  # and the sum over the values
        "need(all, row(p) ) * 2 / 3 = 2",
        "lacking(the({1 .. 1})) & row = groups_of(row)",
        "|cells(holders({p}))| = 7",
        "holders({p}) = {row(p), column(p)}",
        "meet(row(p), column) = groups_of(column)",
        "kind_of(row(p)) = row",
        "crosses(row, column) and not crosses(row, row)",
        "common({p}) = peers(p) and p not in peers(p)",
        "common({}) = {}",
        "distinct(row(p)) and not distinct(row(p) + column(p))",
        "places(cand(p), row(p)) = open(row(p))",
        "missing(row(p)) = all and held(cand(p), row(p)) = {}",
        "row(p) & column(p) = {p}",
        "some cell q in row(p): (q != p and sees(p, q))",
        "every cell q in row(p) with q != p: |cand(q)| = 4",
        "no cell q in column(p): |cand(q)| < 2",
        "at(the({3 .. 3})) = open",
    ],
)
def test_what_is_true_of_a_corner(condition: str) -> None:
    state = latin(4, "r1c1-1", "r1c1-2")
    matches = fire(f"cell p; |cand(p)| = 2; {condition}", "exclude({p}, all)", state)

    assert ["r1c1-3 r1c1-4"] == told(matches, state)


def test_a_condition_with_a_term_without_a_value_is_false_under_not_too() -> None:
    state = latin(2, "r1c1=1")

    assert 1 == len(fire("cell p; val(p) = the({1 .. 1}); cell q in peers(p) & row(p)", "exclude({q}, val(p))", state))
    assert [] == fire("cell p in open; val(p) = val(p)", "exclude({p}, all)", state)
    assert [] == fire("cell p in open; not val(p) = the({1 .. 1})", "exclude({p}, all)", state)
    assert [] == fire("cell p in open; not (val(p) = val(p) or val(p) != val(p))", "exclude({p}, all)", state)
    assert [] == fire("cell p in open; let v = val(p)", "exclude({p}, all)", state)
    assert [] == fire("cell p in open", "exclude({p}, val(p))", state)


def test_a_quantifier_counts_only_what_is_true() -> None:
    state = latin(2, "r1c1=1")

    assert 1 == len(fire("row g; no cell q in g: val(q) = val(q)", "exclude(g, the({1 .. 1}))", state))
    assert 1 == len(fire("row g; not some cell q in g: val(q) = val(q)", "exclude(g, the({1 .. 1}))", state))


def test_places_of_what_is_not_missing_have_no_value() -> None:
    state = start(parse("1...", genre="latin"))

    assert [] == fire("row g; value v; not v in missing(g); places(v, g) = {}", "exclude(g, all)", state)


# Effects


def test_effects_in_the_order_of_the_text_each_conclusion_once() -> None:
    state = latin(2)
    [match, *_] = fire(
        "cell p; cell q in row(p); q != p",
        "place(p, the({1 .. 1})); exclude({q}, the({1 .. 1})); every cell r in {p, q} with r != p: only(r, {2 .. 2})",
        state,
    )

    assert ["r1c1=1 r1c2-1"] == told([match], state)


def test_a_silent_value_is_not_placed() -> None:
    state = queens()
    [match, *_] = fire("cell p; value v; v not in loud", "place(p, v)", state)

    assert ["r1c1-*"] == told([match], state)


def test_groups_need_so_many() -> None:
    state = queens("r1c5=*")

    full = fire("group g; value v in loud; need(v, g) = 0", "exclude(open, v)", state)
    assert ["row 1", "column 5", "region B"] == [
        state.structure.groups[g].label for match in full for g in [OneGroup.of(match.witness, "g").number]
    ]
    assert 12 == len(fire("value v in loud; group g in needy(v)", "exclude(g, v)", state))


# Limits


def test_out_of_fuel_is_said() -> None:
    with pytest.raises(OutOfFuel, match="sample"):
        fire("cells p, q, r, s", "exclude({p}, all)", latin(4), fuel=1000)


def test_a_witness_is_checked_again_in_another_state() -> None:
    [technique] = parse_rules(
        'technique sample seen cell p; let V = cand(p); |V| = 1 then exclude(common({p}), V) because "so" holds "so"'
    )
    state = latin(2, "r1c1-1")
    [match] = witnesses(technique, None, state)

    assert match.conclusions == recheck(technique, None, state, match.witness)
    assert () == recheck(technique, None, latin(2), match.witness)


def test_trees_built_by_hand_need_no_sorts() -> None:
    cand = tree.Call("cand", (tree.Name("p"),))
    technique = tree.Technique(
        key="naked-single", parameters=(), called=(), assumes=None,
        seen=(tree.Each("cell", tree.Name("open"), ("p",), False), tree.Compare("=", tree.Size(cand), tree.Number(1))),
        then=(tree.Act("place", tree.Name("p"), tree.Call("the", (cand,))),),
        because="", holds="",
    )  # fmt: skip
    state = latin(2, "r1c1-1")

    assert ["r1c1=2"] == told(list(witnesses(technique, None, state)), state)
