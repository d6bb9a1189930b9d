"""Drafts: written by program, read by the compiler, firing where they were mined, never had where they are wrong."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, islice
from random import Random

import pytest

from gridwright.discovery import drafts
from gridwright.discovery.drafts import Coverage, DraftExample, audit_of, coverage, draft, drafted, refusal, rule_of
from gridwright.discovery.exclusions import exclusions
from gridwright.discovery.forms import GROUP, KINDS, Form, FormPart, NoForm, form_key, named_form
from gridwright.discovery.growing import Growing
from gridwright.discovery.shapes import Patterns
from gridwright.genres import genre, genres, parse
from gridwright.model import Limits, Puzzle, State, Stop
from gridwright.rules.cost import refuse_absurd
from gridwright.rules.evaluate import OutOfFuel
from gridwright.rules.parse import parse_rules
from gridwright.rules.position import start
from gridwright.rules.rule import Rule
from gridwright.rules.text import text_of
from gridwright.rules.words import fits
from gridwright.solving.audit import Audited, prove
from random_states import states
from same_matches import same_matches

PARTS = [FormPart(far, KINDS.index(kind), value) for far in (False, True) for kind, values in
         (("cell", ("",)), ("place", ("u", "v", "w", "x")), ("group", ("",))) for value in values]  # fmt: skip


def every_form() -> list[Form]:
    """All that an exclusion of up to three statements can have, and a few that it cannot."""
    found = {
        named_form(parts)
        for n in (1, 2, 3)
        for parts in combinations_with_replacement(PARTS, n)
        if sum(not part.far for part in parts) >= min(n, 2) or any(p.kind == GROUP and not p.far for p in parts)
    }
    return sorted(found, key=lambda form: (len(form), form))


def test_every_form_is_a_rule_that_is_read_back_and_costs_no_absurd_time() -> None:
    boards = [parse("." * 81, genre="sudoku").structure, next(states("keen 6", Random(1))).structure]
    keys = set()
    for form in (*every_form(), *Growing):
        rule = draft(form).rule
        for board in boards:
            for size in rule.sizes:
                refuse_absurd(rule.statement, size, board)
        [parsed] = parse_rules(draft(form).text)
        assert (parsed,) == tuple(parse_rules(text_of(parsed)))
        keys.add(rule.key)

    assert {form_key(form) for form in every_form()} | {form.key for form in Growing} == keys
    assert len(keys) == len(every_form()) + len(Growing) >= 100


MINED = ("latin 4", "latin 5", "sudoku 4", "sudoku 6", "killer 4", "queens 5", "queens 6", "two-star 8", "keen 4",
         "keen 5", "unequal 4", "adjacent 4", "towers 4", "arrows 4", "arrow-row 7")  # fmt: skip


@pytest.mark.parametrize("kind", MINED)
def test_what_is_mined_is_what_its_draft_concludes(kind: str) -> None:
    rng, coverage, seen = Random(f"drafts {kind}"), Coverage(), set()
    for state in islice(states(kind, rng), 4):
        patterns = Patterns(state)
        found = []
        mined = exclusions(state)
        for each in rng.sample(mined, min(len(mined), 60)):
            shape = patterns.shape(patterns.pattern(each.candidate, each.statements)).abstract
            try:
                example = drafted(state, each)
            except NoForm as error:
                found.append((shape, False, str(error)))
                continue
            found.append((shape, example.draft.layouts, None))
            if (example.draft.key, example.size) not in seen:
                seen.add((example.draft.key, example.size))
                fires_with_just_that(example)
        coverage.add(found)

    assert seen
    assert list(coverage.rest()) == []
    assert coverage.share(layouts=True) == coverage.share(layouts=False) == 1


def fires_with_just_that(example: DraftExample) -> None:
    """The kernel finds the match with the witness that was mined, and it concludes that and nothing else."""
    matches = [
        match
        for match in example.draft.rule.matches(example.size, example.state)
        if all(match.witness[name] == value for name, value in example.witness.items())
    ]

    assert [(example.conclusion,)] == [match.conclusions for match in matches]


@pytest.mark.parametrize(
    ("kind", "sized"),
    [
        ("latin 5", {"draft-n-cells": {2, 4}, "draft-n-values": {2, 3, 4}, "draft-n-places": {2, 3, 4}}),
        ("queens 6", {"draft-n-places": {2, 3}}),
        ("unequal 5", {"draft-n-groups": {2, 3}, "draft-n-cells": {2}, "draft-n-values": {2, 3}}),
    ],
)
def test_a_family_that_grows_has_one_rule_for_all_its_sizes(kind: str, sized: dict[str, set[int]]) -> None:
    found: dict[str, set[int]] = {}
    for state in islice(states(kind, Random("g")), 6):
        for each in exclusions(state, 4 if "draft-n-groups" not in sized else 3):
            try:
                example = drafted(state, each)
            except NoForm:
                continue
            if example.size is not None:
                assert len(each.statements) == example.size
                found.setdefault(example.draft.key, set()).add(example.size)

    assert sized == {key: found[key] & sizes for key, sizes in sized.items()}
    assert "technique draft-n-cells(n: 2..4)" in draft(Growing.CELLS).text


def test_what_does_not_lie_in_one_group_keeps_its_own_rule() -> None:
    """A naked pair grows; an XY-wing, whose cells do not all see each other, is of three cells and no more."""
    state = start(parse("." * 81, genre="sudoku")).after(
        *(f"r1c1-{v}" for v in "3456789"), *(f"r1c5-{v}" for v in "2456789"), *(f"r5c1-{v}" for v in "1456789")
    )
    found = {drafted(state, each).draft.key for each in exclusions(state, 3) if len(each.statements) == 3}

    assert {"draft-cell-cell-far-cell"} == found


DIGITS, CAGES = ("latin 4", "latin 5", "sudoku 4", "queens 5", "x 4"), ("keen 4", "killer 4", "unequal 4", "towers 4")


@pytest.mark.parametrize(
    ("key", "kinds"),
    [
        ("draft-cell-cell", DIGITS),
        ("draft-place-place", DIGITS),
        ("draft-place-v-place-w", DIGITS),
        ("draft-cell-cell-far-cell", DIGITS),
        ("draft-cell-place-far-place-v", DIGITS),
        ("draft-place-place-place", DIGITS),
        ("draft-group", (*CAGES, "arrows 4", "two-star 8")),
        ("draft-cell-group", CAGES),
        ("draft-place-v-group", CAGES),
        ("draft-group-group", CAGES),
        ("draft-cell-cell-group", CAGES),
        ("draft-n-cells", ("latin 4", "latin 5")),
        ("draft-n-values", ("latin 4", "latin 5")),
        ("draft-n-places", ("latin 5", "queens 5", "x 4")),
        ("draft-n-groups", CAGES),
    ],
)
def test_a_draft_has_the_same_matches_either_way(key: str, kinds: tuple[str, ...]) -> None:
    [rule] = [draft(form).rule for form in (*every_form(), *Growing) if draft(form).key == key]

    tally = same_matches(rule.statement, rule.sizes[0], states=6, firing=1, kinds=kinds)

    assert tally.states >= 6
    assert tally.firing >= 1


# What is wrong is not had


@cache
def sound_examples(key: str, kinds: tuple[str, ...]) -> list[DraftExample]:
    """The same, of a draft that is had."""
    found = examples(key, kinds)
    few = Limits(nodes=3_000) if key in SIZED else None  # all of these is audited below
    assert refusal(found[0].draft.rule, found, GENRES, limits=few) is None
    return found


def examples(key: str, kinds: tuple[str, ...]) -> list[DraftExample]:
    """Two states in which the draft of that key was mined."""
    found: list[DraftExample] = []
    for kind in kinds:
        for state in islice(states(kind, Random(f"{key} {kind}")), 40):
            each = next((e for e in map_drafted(state) if e.draft.key == key), None)
            found += [each] if each is not None else []
            if len(found) == 2:
                return found
    return found


def map_drafted(state: State) -> Iterator[DraftExample]:
    return (drafted(state, each) for each in exclusions(state))


SIZED = {form.key for form in Growing}
GENRES = [genre(name) for name in ("latin", "sudoku", "star-battle", "keen")]

PLANTED = [
    ("draft-place", "A = {}", "places(u, g) & peers(r) != {}"),
    ("draft-n-cells", "|V| < n", "|V| <= n"),
    ("draft-n-cells", "; distinct(g)", ""),
    ("draft-n-cells", " - (at(u) - peers(r))", ""),
    ("draft-n-values", "|P| < n", "|P| <= n"),
    ("draft-n-places", "|C| < n", "|C| <= n"),
    ("draft-n-places", "; P subset cells(C)", ""),  # diagonals leave cells out
    ("draft-place-place", "B subset common(A)", "B & common(A) != {}"),
    ("draft-place-v-place-w", "; B = A", ""),
    ("draft-place-place-place", "every cell a", "some cell a"),
    ("draft-cell-cell-cell", "every value t", "some value t"),
    ("draft-group", "not fits({c}, r, u)", "some value a in cand(r): not fits({c}, r, a)"),
    ("draft-cell-group", "every value a", "some value a"),
    ("draft-n-groups", "not fits(C, r, u)", "some value a in cand(r): not fits(C, r, a)"),
]


@pytest.mark.parametrize(("key", "said", "instead"), PLANTED)
def test_an_unsound_draft_is_refused(key: str, said: str, instead: str) -> None:
    kinds = ("keen 4", "keen 5") if "group" in key else ("latin 5", "sudoku 6", "latin 4", "sudoku 4")
    found = sound_examples(key, kinds)
    sound = found[0].draft
    assert said in sound.text
    unsound = rule_of(sound.text.replace(said, instead))

    assert refusal(unsound, found, GENRES[::-1] if key in SIZED else GENRES) is not None


@pytest.mark.slow
@pytest.mark.parametrize("form", Growing)
def test_the_whole_audit_of_a_form_that_grows_finds_nothing(form: Growing) -> None:
    found = audit_of(draft(form).rule, genres().values())

    assert (None, None) == (found.reason, found.stop)
    assert "proved" == found.word


def test_an_audit_ends_at_the_same_place_every_time_and_says_so() -> None:
    values, groups = draft(Growing.VALUES).rule, draft(Growing.GROUPS).rule

    first, again = (audit_of(values, [genre("latin")], limits=Limits(nodes=2_000)) for _ in range(2))
    whole = audit_of(values, [genre("latin")])

    assert ("unfinished", Stop.NODES) == (first.word, first.stop)
    assert first == again
    assert ("proved", ("latin",)) == (whole.word, whole.proved)
    assert "sampled" == audit_of(groups, [genre("latin")]).word  # nothing is filled there, so nothing is proved


def test_a_rule_that_concludes_something_else_is_refused() -> None:
    found = examples("draft-place-place", ("sudoku 6",))
    other = rule_of(found[0].draft.text.replace("exclude(r, u)", "exclude(A, u)"))

    assert "not r" in str(refusal(other, found, GENRES))


def test_what_share_becomes_rules_is_told_and_why_the_rest_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    positions = [(state, exclusions(state)[:40]) for state in islice(states("keen 4", Random("coverage")), 3)]
    told: list[str] = []

    whole = coverage(positions, [genre("keen")], told.append)
    monkeypatch.setattr(
        drafts, "refusal", lambda rule, examples, genres: "it is wrong" if "group" in rule.key else None
    )
    less = coverage(positions, [genre("keen")])

    assert 1 == whole.share(layouts=True)
    assert [] == list(whole.rest())
    assert "draft-group: had" in told
    assert 0 == less.share(layouts=True)
    assert {"it is wrong"} == {reason for _, _, reason in less.rest()}
    assert sum(count for _, count, _ in less.rest()) == whole.pairs[True].total()


def test_a_draft_that_nobody_can_audit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    found = examples("draft-place-place", ("sudoku 6",))
    rule = found[0].draft.rule

    monkeypatch.setattr(drafts, "SAMPLE_FUEL", 10)
    assert "ran out of fuel in" in str(refusal(rule, found, GENRES))
    monkeypatch.setattr(type(rule), "matches", lambda *_: out_of_fuel())
    assert "ran out of fuel in an example" == refusal(rule, found, GENRES)


def out_of_fuel() -> None:
    raise OutOfFuel("ran out of fuel")


@pytest.mark.parametrize("text", ["kurodoko:5x5:c7a5f2f2a4c", "nurikabe:.5.../..2../...../..1../...3."])
def test_a_proof_goes_through_no_more_ways_to_keep_a_rule_of_the_whole_board_than_of_a_group(text: str) -> None:
    key, _, board = text.partition(":")
    rule = draft((FormPart(False, KINDS.index("group"), ""),)).rule
    counted = Limits(nodes=2_000)

    found = prove(rule, None, parse(board, genre=key).with_givens({}), limits=counted)

    assert ("unfinished", None) == (found.method, found.counterexample)


def test_a_draft_of_layouts_is_audited_where_a_rule_of_the_whole_board_has_few_ways(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: dict[str, set[int]] = {}

    def note(rule: Rule, size: int | None, board: Puzzle, *rest: object) -> Audited:
        looked.setdefault(rule.key, set()).add(len(board.variables))
        return Audited(rule.name(size), rule.key, size, board, "sampled", 1, 1)

    monkeypatch.setattr(drafts, "_sample", note)
    monkeypatch.setattr(drafts, "_proof", note)
    for form in ((FormPart(False, KINDS.index("group"), ""),), (FormPart(False, KINDS.index("cell"), ""),)):
        audit_of(draft(form).rule, [genre("kurodoko"), genre("keen")])

    assert {"draft-group": {3, 4, 9, 16, 36}, "draft-cell": {3, 4, 9, 16, 25, 36}} == looked


def test_layouts_that_a_proof_looks_through_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = draft(Growing.GROUPS).rule
    board = parse("4:2/1/4/3//////1//3/2/2//2", genre="towers")

    few = prove(rule, 2, board, limits=Limits(nodes=100))
    monkeypatch.setattr(fits, "LAYOUTS_A_NODE", 1)
    fewer = prove(rule, 2, board, limits=Limits(nodes=100))

    assert Stop.NODES == few.stop == fewer.stop
    assert fewer.looked < few.looked


def test_a_proof_ends_at_the_same_place_every_time() -> None:
    rule = examples("draft-place-place", ("sudoku 6",))[0].draft.rule
    board = parse("." * 16, genre="latin")

    first, again = (prove(rule, None, board, limits=Limits(nodes=300)) for _ in range(2))

    assert (Stop.NODES, "unfinished") == (first.stop, first.method)
    assert first == again
    assert 0 < first.looked < prove(rule, None, board, limits=Limits(nodes=600)).looked
