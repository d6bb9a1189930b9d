"""Sorts: what fits where, what the checker writes out, and which words a board lacks."""

from __future__ import annotations

import pytest

import gridwright as gw
from gridwright.model import Sort
from gridwright.rules.parse import parse_rules
from gridwright.rules.sorts import check, missing_words
from gridwright.rules.tree import Act, Call, Compare, Each, Expr, Name, Pick, SetOf, Technique, walk
from gridwright.rules.vocabulary import Vocabulary, every, plural

SUDOKU = Vocabulary.of(gw.parse("1...3..4..2....1", genre="sudoku"))
LATIN = Vocabulary.of(gw.parse("1...3..4..2....1", genre="latin"))
QUEENS = Vocabulary.of(gw.parse("AAAAB\nAAAAA\nCDDAA\nCDEEE\nCDDEE", genre="star-battle"))

EVERY = every()

TECHNIQUES = """
technique the-last
  seen    group g; |open(g)| = 1
  then    place(the(open(g)), the(missing(g)))
  because "{g} lacks only {missing(g)}"
  holds   "a full group holds every value"

technique only-place
  seen    group g; value v in missing(g); |places(v, g)| = 1
  then    place(the(places(v, g)), v)
  because "{v} fits only {places(v, g)}"
  holds   "a full group holds every value"

technique leaning
  seen    groups g, h; value v in missing(g); places(v, g) subset h
  then    exclude(h - g, v)
  because "{g} puts {v} where it meets {h}"
  holds   "one of those cells takes it"

technique few-places(n: 2..4)
  seen    group g; n values V in missing(g); let P = places(V, g); |P| = n
  then    exclude(P, all - V)
  because "{V} take up {P}"
  holds   "as many places as values"

technique lines(n: 2..4)
  called  2 cross
  seen    value v; kinds a, b; crosses(a, b); n groups R in lacking(v) & a
          ; let C = meet(places(v, R), b); |C| = n
  then    exclude(cells(C) - cells(R), v)
  because "{R} keep {v} within {C}; {n} of each"
  holds   "as many lines as crossing lines"

technique two-arms
  seen    value v; row r in lacking(v); column c in lacking(v); box b
          ; |places(v, r)| = 2 and |places(v, c)| = 2; places(v, r) & places(v, c) = {}
          ; |places(v, r) & b| = 1; |places(v, c) & b| = 1
  then    exclude(common(places(v, r) + places(v, c) - b), v)
  because "one arm of {r} and {c} lies in {b}"
  holds   "the other end of one of them is true"

technique bent
  seen    values x, y, z; cell p in open; cand(p) = {x, y}
          ; cells q, r in peers(p); cand(q) = {x, z}; cand(r) = {y, z}; q < r
  then    exclude(common({q, r}), z)
  because "{q} or {r} is {z}"
  holds   "whichever {x} or {y} is true"

technique bridge
  seen    cells p < q in open; |cand(p)| = 2; cand(q) = cand(p); value v in cand(p); group g in lacking(v)
          ; p not in g; q not in g; some cell s in places(v, g) & peers(p): places(v, g) - {s} subset peers(q)
  then    exclude(common({p, q}), cand(p) - {v})
  because "{g} needs {v}"
  holds   "not both can be {v}"

technique corners
  assumes unique
  seen    cell p in open; |cand(p)| = 2; cell q in open(row(p)); q != p; cand(q) = cand(p)
          ; cell r in open(column(p)); r != p; let s = the(row(r) & column(q)); s in open
          ; |meet({p, q, r, s}, box)| = 2; distinct({p, q}); cand(s) & loud != {}
  then    exclude(s, cand(p))
  because "{s} saves {p}, {q} and {r}"
  holds   "they could be swapped"

technique full
  seen    group g; value v; need(v, g) = 0; no cell p in open(g) with sees(p, p): v not in cand(p)
  then    exclude(open(g), v); every cell q in g with q in open: exclude(q, v)
  because "{g} has its {|held(v, g)|} {v}"
  holds   "no more"

technique squeezed(n: 1..4)
  seen    value v; kinds a, b in {row, column, region}; n groups R in needy(v) & a
          ; let C = meet(places(v, R), b); |C| <= n; need(v, R) = need(v, C)
  then    exclude(cells(C) - cells(R), v)
  because "{R} put {need(v, R)} into {C}"
  holds   "no room is left"

technique reach
  seen    cage c; cell p in open(c); let k = |open(c)|; not cand(p) subset fitting(c, p)
  then    only(p, {1 .. k * 2 + 1})
  because "{clue(c)} of {c}"
  holds   "sums"
"""
ALL = {technique.key: technique for technique in parse_rules(TECHNIQUES)}


def one(seen: str, then: str = "exclude(open, all)", because: str = "so") -> Technique:
    [technique] = parse_rules(f'technique t(n: 2..3)\n seen {seen}\n then {then}\n because "{because}"\n holds "so"')
    return check(technique)


@pytest.mark.parametrize("key", ALL)
def test_techniques_check_and_every_term_gets_its_sort(key: str) -> None:
    checked = check(ALL[key])

    assert [] == [node for node in walk(checked) if isinstance(node, Expr) and node.sort is None]
    assert check(checked) == checked, "a checked tree is a tree like any other"


def test_a_group_stands_for_its_cells_and_a_kind_for_its_groups() -> None:
    checked = one("group g; kind k; cell p in g; g in k; |g| = 2; |k + row| = 3; g = open(g)")

    assert Each("cell", Call("members", (Name("g"),)), ("p",), False) == checked.seen[2]
    assert Compare("in", Name("g"), Call("groups_of", (Name("k"),))) == checked.seen[3]
    words = [node.word for node in walk(checked) if isinstance(node, Call)]
    assert ["members", "groups_of", "members", "groups_of", "groups_of", "members", "open", "members"] == words


def test_groups_and_kinds_are_compared_as_themselves() -> None:
    same, kinds = one("groups g, h; g != h; kind_of(g) = kind_of(h)").seen[1:]

    assert Compare("!=", Name("g"), Name("h")) == same
    assert isinstance(kinds, Compare)
    assert Sort.KIND is kinds.left.sort


def test_effects_take_sets() -> None:
    checked = one("cell p; value v; group g", "exclude(p, v); exclude(g, all); only(p, v); place(p, v)")

    p, v = Name("p"), Name("v")
    assert Act("exclude", SetOf((p,)), SetOf((v,))) == checked.then[0]
    assert Act("exclude", Call("members", (Name("g"),)), Name("all")) == checked.then[1]
    assert Act("only", p, SetOf((v,))) == checked.then[2]
    assert Act("place", p, v) == checked.then[3]


def test_the_empty_set_takes_its_sort_from_its_place() -> None:
    checked = one("cell p; peers(p) != {}; {} = cand(p); cand(p) + {} subset all", "exclude(p, {})")

    sorts = [node.sort for node in walk(checked) if node == SetOf(())]
    assert [Sort.CELLS, Sort.VALUES, Sort.VALUES, Sort.VALUES] == sorts


def test_binders_say_their_word_in_the_singular() -> None:
    checked = one("rows r, s; n boxes B; cells p, q")

    assert ["row", "box", "cell"] == [item.kind for item in checked.seen if isinstance(item, Each | Pick)]


@pytest.mark.parametrize(
    ("term", "sort", "lifted"),
    [
        ("cand(p)", Sort.VALUES, ()),
        ("cand(P)", Sort.VALUES, (0,)),
        ("cand(g)", Sort.VALUES, (0,)),
        ("places(v, g)", Sort.CELLS, ()),
        ("places(V, R)", Sort.CELLS, (0, 1)),
        ("places(v, row)", Sort.CELLS, (1,)),
        ("need(v, R)", Sort.NUMBER, (1,)),
        ("common(P)", Sort.CELLS, ()),
        ("open(g)", Sort.CELLS, ()),
        ("the(g)", Sort.CELL, ()),
        ("the(R)", Sort.GROUP, ()),
        ("row(p)", Sort.GROUP, ()),
    ],
)
def test_lifting(term: str, sort: Sort, lifted: tuple[int, ...]) -> None:
    checked = one("cell p; value v; group g; 2 cells P; 2 values V; 2 groups R", because="{" + term + "}")

    [call] = checked.sentence
    assert isinstance(call, Call)
    assert sort is call.sort
    forms = [form.arguments for form in EVERY.words[call.word] if len(form.arguments) == len(call.arguments)]
    assert lifted == tuple(
        i for i, each in enumerate(call.arguments) if all(each.sort is not form[i] for form in forms)
    )


@pytest.mark.parametrize(
    ("key", "vocabulary", "missing"),
    [
        ("two-arms", SUDOKU, set()),
        ("two-arms", LATIN, {"box"}),
        ("two-arms", QUEENS, {"box"}),
        ("only-place", QUEENS, set()),
        ("squeezed", QUEENS, set()),
        ("squeezed", SUDOKU, {"region"}),
        ("reach", SUDOKU, {"cage", "clue", "fitting"}),
    ],
)
def test_a_board_may_lack_words(key: str, vocabulary: Vocabulary, missing: set[str]) -> None:
    assert missing == missing_words(ALL[key], vocabulary)
    assert missing == missing_words(check(ALL[key]), vocabulary)


def test_what_lacks_no_word_checks_on_the_board() -> None:
    for vocabulary in (SUDOKU, LATIN, QUEENS):
        offered = [technique for technique in ALL.values() if not missing_words(technique, vocabulary)]
        assert offered
        for technique in offered:
            assert check(technique, vocabulary) == check(technique)


def test_a_genre_of_ones_own_brings_its_words() -> None:
    [technique] = parse_rules('technique t seen vertices x < y then exclude(x, all) because "so" holds "so"')
    loops = Vocabulary.build((), {"vertex"})

    assert {"vertices"} == missing_words(technique, EVERY)
    assert "vertex" == check(technique, EVERY | loops).seen[0].kind
    assert set() == missing_words(technique, loops)


def test_every_kind_of_group_has_its_plural() -> None:
    assert {plural(kind) for kind in EVERY.kinds} <= set(EVERY.singulars)
    assert len({plural(kind) for kind in EVERY.kinds} | EVERY.kinds) == 2 * len(EVERY.kinds)
