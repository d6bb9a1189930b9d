"""Mistakes are told to a person: what was expected, what was found, and where."""

from __future__ import annotations

import pytest

import gridwright as gw
from gridwright.rules.errors import RuleError
from gridwright.rules.parse import parse_rules, parse_term, template
from gridwright.rules.sorts import check
from gridwright.rules.vocabulary import Vocabulary


def mistake(text: str) -> str:
    """What is said of a rule file."""
    with pytest.raises(RuleError) as told:
        list(map(check, parse_rules(text, "my.rules")))
    return str(told.value)


def test_a_mistake_is_shown_in_its_line() -> None:
    text = """
technique twins
  seen    group g; 2 cells P in open(g); |cand(P)| = 2
  then    exclude(cand(P), common(P))
  because "{P} hold {cand(P)}"
  holds   "two cells use two values up"
"""

    assert mistake(text) == (
        "my.rules, line 4, column 19: expected cells, found values\n"
        "    then    exclude(cand(P), common(P))\n"
        "                    ^^^^^^^"
    )


def test_a_mistake_in_a_sentence_is_shown_in_the_sentence() -> None:
    text = 'technique t\n  seen cell p\n  then exclude(p, all)\n  because "{p} is"\n    "not {cnad(p)}"\n  holds "so"'

    assert mistake(text) == (
        "my.rules, line 5, column 11: nothing is called 'cnad'; did you mean 'cand'?\n"
        '    "not {cnad(p)}"\n'
        "          ^^^^^^^"
    )


def test_a_long_line_is_cut_around_the_mistake() -> None:
    place, line, carets = mistake("technique t seen " + "cell p; " * 50 + "then" + " " * 90 + "x").split("\n")

    assert place.startswith("my.rules, line 1, column 418: expected a binder")
    assert "then" == line[carets.index("^") : carets.rindex("^") + 1]
    assert len(line) <= 104


SYNTAX = {
    "": ("expected 'technique', found the end", ""),
    "technique t seen cell p; then place(p, v)": ("expected a binder, 'let' or a condition, found 'then'", "then"),
    "technique t seen |cand(p)| = then": ("expected a term, found 'then'", "then"),
    "technique t seen p = q; not then": ("expected a condition, found 'then'", "then"),
    "technique t seen cells p, q r then": ("expected ',', ';', 'in' or 'then', found 'r'", "r"),
    "technique t seen |P| = 1 |Q| = 1 then": ("expected an operator, ';', 'and', 'or' or 'then', found '|'", "|"),
    "technique t seen p = q then place(p)": ("expected an operator or ',', found ')'", ")"),
    "technique t seen p = q then": ("expected an effect, found the end", ""),
    'technique t seen p = q then place(p, q) says "so"': ("expected ';' or 'because', found 'says'", "says"),
    'technique t seen p = q then place(p, q) because "so"': ("expected 'holds', found the end", ""),
    "technique t seen p = q then place(p, q) because so": ("expected a sentence in quotes, found 'so'", "so"),
    'technique t seen p = q then place(p, q) because "so\n': ("this sentence has no closing quote on its line", '"'),
    "technique Twins seen": ("expected a name in lower case (naked-pair), found 'Twins'", "Twins"),
    "technique seen cell p": ("expected a name in lower case (naked-pair), found 'seen'", "seen"),
    "technique t looks cell p": ("expected '(', 'assumes', 'called' or 'seen', found 'looks'", "looks"),
    "technique t seen every p: p = q then": ("expected a name, found ':'", ":"),
    "technique t seen p = q @ then": ("expected an operator, ';', 'and', 'or' or 'then', found '@'", "@"),
    "technique t(n: 2) seen": ("expected '..', found ')'", ")"),
    "technique t seen p = q then place(p, q) because \"{cand(p}\" holds \"x\"": (
        "expected an operator, ')' or ',', found the end", "}"
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", SYNTAX)
def test_syntax(text: str) -> None:
    assert SYNTAX[text] == said(mistake(text))


def said(error: str) -> tuple[str, str]:
    """The message of an error, and what is marked in the line below it."""
    place, *excerpt = error.split("\n")
    message = place.split(": ", 1)[1]
    if not excerpt:
        return message, ""
    line, carets = excerpt
    return message, line[carets.index("^") : carets.rindex("^") + 1]


SORTS = {
    "value v; cand(v) = all": ("expected a cell, found a value", "v"),
    "cell p; value v; {p, v} = {}": ("expected a cell, found a value", "v"),
    "cell p; cand(p)": ("expected a condition, found values", "cand(p)"),
    "cell p; |(p = p)| = 2": ("expected a term, found a condition", "p = p"),
    "cell p; |p| = 2": ("expected a set, found a cell", "p"),
    "cell p; |{}| = 2": ("nothing tells what {} is a set of", "{}"),
    "let A = {}": ("nothing tells what {} is a set of", "{}"),
    "cells p, q; peers(p) & q = {}": ("expected a set, found a cell; a set of it is {q}", "q"),
    "cell p; common(p) = {}": ("expected cells, found a cell; a set of it is {p}", "p"),
    "2 cells P; peers(P) = {}": ("expected a cell, found cells; the(…) is the only one of a set", "P"),
    "2 rows R; open(R) = {}": ("expected cells, found groups; cells(…) has the cells of groups", "R"),
    "cell p; cand(p) + 1 = 2": ("expected a number, found values", "cand(p)"),
    "2 cells P; P * P = 4": ("expected a number, found cells", "P"),
    "cell p; 1 & 2 = 2": ("expected sets on both sides of '&', found a number and a number", "1 & 2"),
    "cell p; val(p) = 3": ("expected a value, found a number", "3"),
    "cell p; p = cand(p)": ("expected a cell, found values", "cand(p)"),
    "2 cells P; P in open": ("expected one thing before 'in', found cells; sets: 'subset'", "P"),
    "cell p; p subset open": ("expected a set, found a cell; a set of it is {p}", "p"),
    "2 cells P; P < open": (
        "'<' compares numbers, or single things by their order; sets: 'subset'", "P < open"
    ),
    "cell p; the(1) = 2": ("expected cells, values or groups, found a number", "1"),
    "cell p; places(p) = {}": ("expected places(value, group), found 1 argument", "places(p)"),
    "cell p in cand": ("expected cand(cell), found 'cand' alone", "cand"),
    "cell p in cells": ("expected cells(groups), found 'cells' alone", "cells"),
    "cell p in values": ("expected a term, found the word 'values'", "values"),
    "cell p; p(p) = p": ("'p' is a name and takes no arguments", "p(p)"),
    "cell p in opne": ("nothing is called 'opne'; did you mean 'open'?", "opne"),
    "cell p in twin": ("'twin' is a technique: a rule cannot use another", "twin"),
    "twin(1) = 2": ("'twin' is a technique: a rule cannot use another", "twin(1)"),
    "q = p; cell p": ("nothing is called 'q'", "q"),
    "cell p; cell p": ("'p' already is a name", "cell p"),
    "cell p; some value p: p = p": ("'p' already is a name", "value p"),
    "cells p, p": ("'p' already is a name", "cells p, p"),
    "cell row": ("'row' is a word of the language; choose another name", "cell row"),
    "cell n": ("'n' already is a name", "cell n"),
    "cell P": ("'P' is one thing: sets have upper-case names, single things lower-case ones", "cell P"),
    "2 cells p": ("'p' is a set: sets have upper-case names, single things lower-case ones", "2 cells p"),
    "let a = all": ("'a' is a set: sets have upper-case names, single things lower-case ones", "let a = all"),
    "cel p": ("expected a word such as 'cell', 'value', 'group' or 'row', found 'cel'; did you mean 'cell'?", "cel p"),
    "cell p in all": ("expected cells, found values", "all"),
    "cell p; p cells Q": ("expected a number or a parameter, found 'p'", "p"),
    "13 cells Q": ("a pick takes 1 to 12 elements, not 13", "13"),
    "0 cells Q": ("a pick takes 1 to 12 elements, not 0", "0"),
    "cell p; every cell q in open: q != p and q in open": (
        "'q' is known only inside its quantifier, which has ended: use parentheses", "q"
    ),
}  # fmt: skip


@pytest.mark.parametrize("seen", SORTS)
def test_sorts(seen: str) -> None:
    text = f'technique twin(n: 2..3)\n seen {seen}\n then exclude(open, all)\n because "so"\n holds "so"'

    assert SORTS[seen] == said(mistake(text))


EFFECTS = {
    "place(open, v)": ("expected a cell, found cells; the(…) is the only one of a set", "open"),
    "place(p, all)": ("expected a value, found values; the(…) is the only one of a set", "all"),
    "place(p, 1)": ("expected a value, found a number", "1"),
    "exclude(v, p)": ("expected cells, found a value", "v"),
    "only(g, v)": ("expected a cell, found a group", "g"),
    "remove(p, v)": ("expected 'place', 'exclude' or 'only', found 'remove'", "remove(p, v)"),
    "exlude(p, v)": (
        "expected 'place', 'exclude' or 'only', found 'exlude'; did you mean 'exclude'?", "exlude(p, v)"
    ),
    "some cell q in g: place(q, v)": ("expected an effect or 'every', found 'some'", "some"),
    "every cell q in g with q: place(q, v)": ("expected a condition, found a cell", "q"),
    "every cell q in g: place(q, v); place(q, v)": (
        "'q' is known only inside its quantifier, which has ended: use parentheses", "q"
    ),
}  # fmt: skip


@pytest.mark.parametrize("then", EFFECTS)
def test_effects(then: str) -> None:
    text = f'technique t\n seen cell p; value v; group g\n then {then}\n because "so"\n holds "so"'

    assert EFFECTS[then] == said(mistake(text))


HEADS = {
    "technique t(n: 4..2)": ("expected sizes from low to high, up to 64, found 4..2", "n: 4..2"),
    "technique t(n: 1..64)": ("a parameter has at most 16 sizes; 1..64 has 64", "n: 1..64"),
    "technique t(n: 1..2, n: 1..2)": ("'n' already is a name", "n: 1..2"),
    "technique t(open: 1..2)": ("'open' is a word of the language; choose another name", "open: 1..2"),
    "technique t(n: 2..3)\n called 4 four": ("4 has a name, but n goes from 2 to 3", "t"),
    "technique t(n: 2..3)\n called 2 a, 2 b": ("2 has two names", "t"),
    "technique t(n: 2..3)\n called 2 a, 3 a": ("there already is a technique 'a'", "a"),
    "technique t\n called 2 a": ("'called' names the sizes of one parameter", "t"),
    "technique t\n assumes nothing": ("expected 'unique', found 'nothing'", "nothing"),
}


@pytest.mark.parametrize("head", HEADS)
def test_heads(head: str) -> None:
    assert HEADS[head] == said(mistake(f'{head}\n seen cell p\n then exclude(p, all)\n because "so"\n holds "so"'))


def test_a_key_is_used_once() -> None:
    text = 'technique t\n seen cell p\n then exclude(p, all)\n because "so"\n holds "so"\n'

    assert ("there already is a technique 't'", "t") == said(mistake(text + text))


@pytest.mark.parametrize(
    ("because", "told"),
    [
        ("{p", ("expected '}' behind the term", "{")),
        ("p}", ("found '}' without a '{' before it", "}")),
        ("{}", ("expected a term, found the end", "}")),
        ("{{}}", ("nothing tells what {} is a set of", "{}")),
        ("{(p = p)}", ("expected a term, found a condition", "p = p")),
        ("", ("expected a sentence of 1 to 1,000 characters, found 0", '""')),
    ],
)
def test_sentences(because: str, told: tuple[str, str]) -> None:
    assert told == said(mistake(f'technique t\n seen cell p\n then exclude(p, all)\n because "{because}"\n holds "so"'))


def test_a_word_that_another_board_has_is_no_misspelling() -> None:
    [technique] = parse_rules('technique t seen box b then exclude(b, all) because "so" holds "so"')
    latin = Vocabulary.of(gw.parse("1...3..4..2....1", genre="latin"))

    with pytest.raises(RuleError, match="this board has no 'box'"):
        check(technique, latin)


def test_terms_on_their_own() -> None:
    with pytest.raises(RuleError, match=r"term, line 1, column 6: expected a term, found '\)'"):
        parse_term("cand()")
    with pytest.raises(RuleError, match=r"sentence, line 1, column 13: expected a term, found the end"):
        template("so {cand(p +}")
