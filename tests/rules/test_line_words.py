"""Words for layouts on rules about lines, rays and pairs: reference and kernel find the same and read the same."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from line_genre import BOARD, line_states

from gridwright.narration import voice
from gridwright.narration.rulebook import RuleWords
from gridwright.narration.words import Words
from gridwright.native import compile_puzzle, masks_of
from gridwright.rules import machine
from gridwright.rules.breaks import breaks
from gridwright.rules.evaluate import witnesses
from gridwright.rules.grounds.run import grounds
from gridwright.rules.machine import placed_of
from gridwright.rules.parse import parse_rules
from gridwright.rules.sorts import check
from gridwright.rules.vocabulary import Vocabulary

RULE = 'technique sample seen {} then exclude(at(v), v) because "so" holds "it need not"'
SAID = [
    "triple g; cell p in open(g); value v in cand(p) - fitting(g, p)",
    "column g; cell p in open(g); value v in cand(p) - fitting(g, p)",
    "group g; clue(g) = 3; cell p in open(g); value v in cand(p) - fitting(g, p)",
    "pair g; row r; r subset g; |open(r)| = |open(g)|; cell p in open(r); value v in cand(p); not fits({r, g}, p, v)",
    "triples g < h; |open(g)| = 2; cell p in open(g); value v in cand(p); not fits({g, h}, p, v)",
]


@pytest.mark.parametrize("condition", SAID)
def test_reference_and_kernel_say_and_read_the_same(condition: str) -> None:
    rule = check(parse_rules(RULE.replace("{}", condition))[0], Vocabulary.of(BOARD))
    compared = 0
    for state in islice(line_states(Random(condition)), 12):
        assert list(witnesses(rule, None, state)) == list(machine.witnesses(rule, None, state)), str(state)
        for match, found in islice(machine.witnesses_with_grounds(rule, None, state), 4):
            told = grounds(rule, None, match, state)
            told.absences = {(x, value) for x, value in told.absences if not state.masks[x] >> value & 1}
            assert told == found, f"{match} in {state}"
            compared += 1

    assert compared > 3


def test_the_kernel_calls_a_state_broken_where_something_is() -> None:
    seen = {True: 0, False: 0}
    for state in islice(line_states(Random("broken")), 60):
        broken = next(breaks(state), None) is not None
        outcome = compile_puzzle(BOARD).outcome(masks_of(state.masks), placed_of(state))
        assert broken == (outcome == "contradiction"), str(state)
        seen[broken] += 1

    assert all(seen.values())


def test_all_engines_find_the_same_solutions() -> None:
    board = BOARD.with_givens({6: 0, 16: 0})
    fast, simple, cpsat = (board.solve(limit=9, show=9, engine=engine) for engine in ("fast", "simple", "cpsat"))

    assert 2 == fast.count
    assert sorted(fast.solutions) == sorted(simple.solutions) == sorted(cpsat.solutions)


@pytest.mark.parametrize(
    ("kind", "english", "german"),
    [
        ("not-alike", "r1c1 to r1c3 are not all alike", "in Z1S1 bis Z1S3 steht nicht überall das Gleiche"),
        ("different-lines", "rows 1 and 2 are not the same", "die Zeilen 1 und 2 sind nicht gleich"),
    ],
)
def test_a_rule_about_lines_in_two_languages(kind: str, english: str, german: str) -> None:
    rule = next(each for each in BOARD.constraints if each.kind == kind)

    assert [english, german] == [RuleWords(Words(voice(key), BOARD)).sentence(rule) for key in ("teacher", "de")]
