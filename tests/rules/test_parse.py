"""Rule text becomes a tree: every clause, every kind of item, every operator."""

from __future__ import annotations

from pathlib import Path

import pytest

from gridwright.rules.errors import RuleError
from gridwright.rules.parse import parse_rules, parse_term, read_rules, template
from gridwright.rules.tree import (
    Act,
    And,
    Binary,
    Call,
    Compare,
    Each,
    ForEvery,
    Let,
    Name,
    Not,
    Number,
    Or,
    Parameter,
    Pick,
    Quantified,
    Range,
    SetOf,
    Size,
    Span,
    Technique,
)

PAIR = """
# Two cells that take the same two values.
technique twins(n: 2..3)
  called  2 pair, 3 three-of-a-kind
  assumes unique
  seen    group g; n cells P in open(g)          # a pick
          ; |cand(P)| = n
  then    exclude(common(P), cand(P))
  because "{P} of {g} hold only {cand(P)},"
          "so nobody else can"
  holds   "n cells use n values up"
"""


def one(seen: str, then: str = "exclude(open, all)") -> Technique:
    [technique] = parse_rules(f'technique t\n seen {seen}\n then {then}\n because "so"\n holds "it does"')
    return technique


def test_a_technique_has_its_clauses() -> None:
    [twins] = parse_rules(PAIR)

    assert "twins" == twins.key
    assert (Parameter("n", 2, 3),) == twins.parameters
    assert ((2, "pair"), (3, "three-of-a-kind")) == twins.called
    assert "unique" == twins.assumes
    assert Each("group", None, ("g",), False) == twins.seen[0]
    assert Pick("cells", Call("open", (Name("g"),)), Name("n"), "P") == twins.seen[1]
    assert Compare("=", Size(Call("cand", (Name("P"),))), Name("n")) == twins.seen[2]
    assert (Act("exclude", Call("common", (Name("P"),)), Call("cand", (Name("P"),))),) == twins.then
    assert "n cells use n values up" == twins.holds


def test_strings_one_below_the_other_are_one_sentence() -> None:
    [twins] = parse_rules(PAIR)

    assert "{P} of {g} hold only {cand(P)}, so nobody else can" == twins.because
    assert (Name("P"), " of ", Name("g"), " hold only ", Call("cand", (Name("P"),)), ",", " ") == twins.sentence[:7]


def test_every_node_knows_its_place() -> None:
    [twins] = parse_rules(PAIR)

    assert Span(3, 11, 16) == twins.span
    assert Span(6, 20, 40) == twins.seen[1].span
    assert [Span(9, 13, 14), Span(9, 20, 21), Span(9, 34, 41)] == [
        piece.span for piece in twins.sentence if not isinstance(piece, str)
    ]


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("cell p", Each("cell", None, ("p",), False)),
        ("cells p, q in open", Each("cells", Name("open"), ("p", "q"), False)),
        ("rows r < s < t", Each("rows", None, ("r", "s", "t"), True)),
        ("2 values V in all", Pick("values", Name("all"), Number(2), "V")),
        ("let C = a & b", Let("C", Binary("&", Name("a"), Name("b")))),
        ("p in g", Compare("in", Name("p"), Name("g"))),
        ("p not in g", Compare("not in", Name("p"), Name("g"))),
        ("A subset B", Compare("subset", Name("A"), Name("B"))),
        ("a < b <= c", And((Compare("<", Name("a"), Name("b")), Compare("<=", Name("b"), Name("c"))))),
        ("not p in g", Not(Compare("in", Name("p"), Name("g")))),
        (
            "sees(p, q) or sees(q, r) and p != r",
            Or(
                (
                    Call("sees", (Name("p"), Name("q"))),
                    And((Call("sees", (Name("q"), Name("r"))), Compare("!=", Name("p"), Name("r")))),
                )
            ),
        ),
        (
            "no cell q in g with q != p: q in A",
            Quantified(
                "no",
                Each("cell", Name("g"), ("q",), False),
                Compare("!=", Name("q"), Name("p")),
                Compare("in", Name("q"), Name("A")),
            ),
        ),
    ],
)
def test_items(text: str, item: object) -> None:
    assert (item,) == one(text).seen


def test_a_quantifier_reaches_to_the_next_and() -> None:
    [both] = one("some cell q in g: q in A and p in B").seen

    assert isinstance(both, And)
    assert isinstance(both.formulas[0], Quantified)
    assert Compare("in", Name("p"), Name("B")) == both.formulas[1]


def test_names_may_begin_with_a_keyword() -> None:
    """`no` begins `not` and `note`, `in` begins `inside`, `then` begins `thence`."""
    [item] = one("cell note in inside").seen

    assert Each("cell", Name("inside"), ("note",), False) == item
    assert Name("thence") == parse_term("thence")
    assert (Quantified("some", Each("cell", None, ("s",), False), None, Name("f")),) == one("some cell s: f").seen


def test_minus_is_no_hyphen_between_names() -> None:
    assert Binary("-", Name("h"), Name("g")) == parse_term("h-g")


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("{}", SetOf(())),
        ("{p, q}", SetOf((Name("p"), Name("q")))),
        ("{1 .. n + 1}", Range(Number(1), Binary("+", Name("n"), Number(1)))),
        ("a + b - c", Binary("-", Binary("+", Name("a"), Name("b")), Name("c"))),
        ("a + b & c", Binary("+", Name("a"), Binary("&", Name("b"), Name("c")))),
        ("(a + b) * 2", Binary("*", Binary("+", Name("a"), Name("b")), Number(2))),
        ("||A| + B|", Size(Binary("+", Size(Name("A")), Name("B")))),
        ("p'", Name("p'")),
    ],
)
def test_terms(text: str, term: object) -> None:
    assert term == parse_term(text)


def test_effects() -> None:
    [effect] = one("cell p", "every cell q in g with q != p: only(q, V)").then

    assert isinstance(effect, ForEvery)
    assert Compare("!=", Name("q"), Name("p")) == effect.condition
    assert Act("only", Name("q"), Name("V")) == effect.effect


def test_braces_inside_a_term_of_a_sentence() -> None:
    assert ("see ", Call("common", (SetOf((Name("p"), Name("q"))),)), "!") == template("see {common({p, q})}!")
    assert (SetOf((Name("p"), Name("q"))),) == template("{{p, q}}")
    assert ("no terms",) == template("no terms")
    assert () == template("")


def test_line_ends_of_other_systems() -> None:
    [twins] = parse_rules("\ufeff" + PAIR.replace("\n", "\r\n"))

    assert parse_rules(PAIR) == (twins,)


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "own.rules"
    path.write_text(PAIR, encoding="utf-8")

    assert ["twins"] == [technique.key for technique in read_rules(path)]
    with pytest.raises(RuleError, match=r"none.rules: cannot be read: No such file"):
        read_rules(tmp_path / "none.rules")
    path.write_bytes(b"technique \xff\xfe")
    with pytest.raises(RuleError, match=r"own.rules: expected text in UTF-8; byte 11 is none"):
        read_rules(path)
