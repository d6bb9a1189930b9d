"""Words for layouts, chains, views, areas and rays in odd ways: reference and kernel find and read the same."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from gridwright.genres import parse
from gridwright.model import State
from gridwright.rules import machine
from gridwright.rules.evaluate import witnesses
from gridwright.rules.grounds.run import grounds
from gridwright.rules.parse import parse_rules
from gridwright.rules.position import Position, start
from gridwright.rules.sorts import check
from gridwright.rules.words import WORDS
from gridwright.rules.words.links import chains
from random_states import states

RULE = 'technique sample seen {} then exclude(at(v), v) because "so" holds "it need not"'
SUMMED = ("keen 4", "keen 5", "killer 4")
KEEN, TOWERS, UNEQUAL, LATIN = ("keen 4", "keen 5"), ("towers 4", "towers 5"), ("unequal 4", "adjacent 4"), ("latin 4",)
STARS, TWO_STAR, ARROWS = ("queens 5",), ("two-star 8",), ("arrows 4", "arrow-row 7")
AREAS, ISLANDS, RAYS = ("hitori 4", "kurodoko 4", "nurikabe 4"), ("nurikabe 4",), ("kurodoko 4",)


THREE = "cage g; cells p < q < r in open; value v in cand(p); fits({g}, p, v, q, v, r, v)"
SAID = [
    (KEEN, "cage g; value v in fitting(g); v not in forced(g, members(g))"),
    (KEEN, "cage g; cell p in open(g); fitting(g, p) != cand(p); value v in all - fitting(g)"),
    (KEEN, "cage g; clue(g) > 4; value v in forced(g, open(g))"),
    (KEEN, "cage g; every cell p in g: |fitting(g, p)| <= 2; value v in fitting(g)"),
    (KEEN, "cage g; row h; forced(g, g & h) = {}; value v in loud; v not in forced(g, open(g) & h)"),
    (KEEN, "row g; cell p in g; fitting(g, p) = all; value v in cand(p)"),
    (SUMMED, "row g; let C = summed(g, cage); C != {}; total(g) - total(C) < 6; value v in loud"),
    (SUMMED, "cage g; total(g) > 4; cell p in open(g); value v in cand(p) & alike(total(g))"),
    (SUMMED, "cage g; total_parity(g) = 1; value v in alike(1)"),
    (SUMMED, "cells p < q in open; sees(p, q); parity({p, q}) = 1; value v in cand(p)"),
    (SUMMED, "cells p < q in open; let T = {p, q}; value v in cand(p) - summing(T, 5, p); v in summing(T, 6, q)"),
    (SUMMED, "row g; let S = open(g); |S| <= 3; cell p in S; value v in cand(p) - summing(S, |S| + 4, p)"),
    (SUMMED, "row g; cage c; c not in tied(open(g), cage); c & g != {}; value v in all"),
    (SUMMED, "column g; summed(open(g), cage) = tied(open(g), cage); value v in missing(g)"),
    (SUMMED, "cage g; not total(g) = 5; not total_parity(g) = 0; value v in all"),
    (TOWERS, "view g; value v in outdone(g)"),
    (TOWERS, "view g; value v; |early(g, v)| > 1; clue(g) + 1 > 2"),
    (TOWERS, "view g; value v; early(g, v) subset first(g, clue(g) - 1); first(g, 1) & open = {}"),
    (TOWERS, "view g; cell p in first(g, 2) & open; value v in cand(p) - fitting(g, p)"),
    (UNEQUAL, "group g; |g| = 2; cell p in open(g); value v in cand(p) - fitting(g, p)"),
    (LATIN, "cell p in open; value v in cand(p); |implied(p, v)| >= 2"),
    (LATIN, "cell p in open; value v in cand(p); value w in loud; killed(p, w, v) subset open"),
    (STARS, "cell p in open; value v in loud; value w; |killed(p, v, w) & open| > 1; p not in killed(p, v, v)"),
    (KEEN, "cage g; cell p in open; value v in cand(p); not fits({g}, p, v)"),
    (
        KEEN,
        "cage g; cell p in g; cell q in peers(p); value v in all; no value w in cand(p): fits({g}, p, w, q, v)",
    ),
    (KEEN, "cages g < h; cell p in open(g); value v in cand(p); not fits({g, h}, p, v)"),
    (KEEN[:1], THREE),
    (
        TOWERS,
        "view g; cell p in open; value v in cand(p); cell q in g; no value w in cand(q): fits({g}, p, v, q, w)",
    ),
    (UNEQUAL, "groups g < h; |g| = 2; |h| = 2; cell p in open(g); value v in cand(p); not fits({g, h}, p, v)"),
    (ARROWS, "cell p in open; view g in fillings(fixed({p}) + behind(p)); value v in cand(p)"),
    (KEEN, "value v; cage g in fillings(at(v)); cage h; h not in fillings(at(v))"),
    (TWO_STAR, "cell p in open; value v in loud; row g in fillings({p} + (killed(p, v, v) & at(v)))"),
    (ARROWS, "view g; cell p in open; value v in cand(p); not fits({g}, p, v)"),
    (ARROWS, "views g < h; cell p in open; value v in cand(p); not fits({g, h}, p, v)"),
    (TWO_STAR, "value v in loud; cell p in at(v); group g in needy(v); p not in g; not fits({g}, p, v)"),
    (TWO_STAR, "value v in loud; cell p in at(v); rows g < h; not fits({g, h}, p, v)"),
    (
        LATIN,
        "cell p in open; value v in cand(p); cell s in implied(p, v); no cell q in peers(s): q in implied(p, v)",
    ),
    (AREAS, "area g; cell p in open(g); stranded(g, p) != {}; value v in {colour(g)}"),
    (AREAS, "area g; cell p in open; |room(g, p)| < 5; value v in cand(p)"),
    (AREAS, "area g; cell p in g; cell q in beside(p); q not in joined(g, p); value v in cand(q)"),
    (AREAS, "area g; cell p; let C = joined(g, p); |C| > 1; |beside(C) - C| < 4; value v in {colour(g)}"),
    (ISLANDS, "islands g; cell p in numbered(g); |joined(g, p)| < number(g, p); value v in all - {colour(g)}"),
    (ISLANDS, "islands g; cell p in open(g); p not in reach(g); value v in cand(p)"),
    (RAYS, "sight g; |sighted(g)| > visible(g) - 3; cell p in ends(g); value v in {stop(g)}"),
    (RAYS, "sight g; cell p in ends(g); |beyond(g, p)| > 1; value v in cand(p)"),
    (RAYS, "sight g; cell p in open(g); |within(g, p)| <= visible(g); value v in cand(p)"),
]
FITS = [(kinds, condition) for kinds, condition in SAID if "fits(" in condition]
"""The reference goes through thousands of suppositions in a state."""


@pytest.mark.parametrize(("kinds", "condition"), SAID)
def test_reference_and_kernel_say_and_read_the_same(kinds: tuple[str, ...], condition: str) -> None:
    compare(kinds, condition, 3 if (kinds, condition) in FITS else 12)


@pytest.mark.slow
@pytest.mark.parametrize(("kinds", "condition"), [*FITS, (KEEN[1:], THREE)])
def test_reference_and_kernel_suppose_the_same_in_more_states(kinds: tuple[str, ...], condition: str) -> None:
    compare(kinds, condition, 24)


def compare(kinds: tuple[str, ...], condition: str, rounds: int) -> None:
    [rule] = map(check, parse_rules(RULE.replace("{}", condition)))
    compared = 0
    for kind in kinds:
        for state in islice(states(kind, Random(f"{kind} {condition}")), rounds):
            expected = list(witnesses(rule, None, state))
            assert expected == list(machine.witnesses(rule, None, state)), f"{condition} in {state}"
            for match, found in islice(machine.witnesses_with_grounds(rule, None, state), 5):
                told = grounds(rule, None, match, state)
                told.absences = {(x, value) for x, value in told.absences if not state.masks[x] >> value & 1}
                assert told == found, f"{condition}: {match} in {state}"
                compared += 1

    assert compared > 3


# By hand


def position(text: str, genre: str, *facts: str) -> tuple[Position, State]:
    state = start(parse(text, genre=genre)).after(*facts)
    return Position(state), state


def test_a_cage_of_a_quotient_has_the_values_of_its_pairs() -> None:
    found, _ = position("4:a_6baa_aaba,s1s2s1d4s1m16s1", "keen")  # r2c1 and r3c1 make 4÷
    group = next(g for g, each in enumerate(found.structure.groups) if each.label.startswith("the 4÷ cage"))

    assert {0, 3} == WORDS["fitting"].value(found, group)
    assert {0, 3} == WORDS["forced"].value(found, group, found.structure.members[group])
    assert 4 == WORDS["clue"].value(found, group)


def test_a_chain_is_entered_once_and_leads_back_to_the_value() -> None:
    facts = [f"r1c1-{v}" for v in "34"] + [f"r1c2-{v}" for v in "14"] + [f"r2c2-{v}" for v in "24"]
    found, state = position("." * 16, "latin", *facts)
    r1c1, r2c2 = 0, 5

    assert {r2c2: (0, 1, 5)} == chains(found, r1c1, 0)  # not 1, so 2; then 3; then 1
    assert {} == chains(found, r1c1, 2)
    assert 2 == state.masks[0].bit_count()


def test_with_four_to_be_seen_of_four_each_stands_where_it_must() -> None:
    found, _ = position("4:4///////////////", "towers")
    group = len(found.structure.groups) - 1
    column = [0, 4, 8, 12]

    assert [set(column[:v]) for v in range(4)] == [WORDS["early"].value(found, group, v) for v in range(4)]


def test_with_one_to_be_seen_nothing_but_the_highest_stands_first() -> None:
    found, _ = position("4:1///////////////", "towers")

    assert {0, 1, 2} == WORDS["outdone"].value(found, len(found.structure.groups) - 1)


@pytest.mark.parametrize("empty", [5, 9])
def test_where_a_cell_is_empty_there_is_no_case_and_no_search_for_one(empty: int) -> None:
    """Ten cells in sight, all candidates open but those of one: too many ways to go through, and none to find."""
    rule = "seen cell p then every cell q in ahead(p): only(q, cases(p, q))"
    [technique] = map(check, parse_rules(f'technique sample {rule} because "so" holds "so"'))
    puzzle = parse("→" * 10, genre="arrows")
    state = State(puzzle, tuple(0 if x == empty else 1023 for x in range(10)), frozenset())
    found = list(witnesses(technique, None, state))

    assert found == list(machine.witnesses(technique, None, state))
    assert found


def test_a_cell_that_closes_a_wall_strands_the_smaller_side() -> None:
    found, _ = position("4x4:p", "kurodoko", "r1c3=#", "r3c1=#", "r1c2=.", "r2c3=.")
    group = next(g for g, each in enumerate(found.structure.groups) if each.kind == "area")
    corner, r2c2 = {0, 1, 4}, 5

    assert corner == WORDS["stranded"].value(found, group, r2c2)
    assert set() == WORDS["stranded"].value(found, group, 10)  # the rest stays whole without r3c3


def test_an_island_grows_to_no_cell_beside_another_one() -> None:
    found, _ = position("3.2/.../...", "nurikabe")
    group = next(g for g, each in enumerate(found.structure.groups) if each.kind == "islands")

    assert {0, 2, 3, 4, 5, 6} == WORDS["reach"].value(found, group)  # r1c2 lies between them


def test_what_is_seen_for_certain_ends_where_something_may_stop_it() -> None:
    found, _ = position("5x1:3d", "kurodoko", "r1c1=.", "r1c2=.", "r1c4=.")
    group = next(g for g, each in enumerate(found.structure.groups) if each.kind == "sight")

    assert ({1}, {2}) == tuple(WORDS[word].value(found, group) for word in ("sighted", "ends"))
    assert {2, 3} == WORDS["beyond"].value(found, group, 2)
    assert {1} == WORDS["within"].value(found, group, 2)
    assert 2 == WORDS["visible"].value(found, group)
