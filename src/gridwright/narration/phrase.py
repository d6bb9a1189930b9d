"""The sentences of a voice, cut into pieces. They are the sentences of the rule language with three additions:

    {term}               any term over the technique's variables, as in its own `because`
    {term:form}          the same in another form that the voice has: {v:a} "an 8", {P:or} "r1c1 or r1c2",
                         {n:figures} "10"; {Way:links} "r1c1 is 2, so r1c4 is 5" of a chain of cells with two candidates
                         {C:ends} "from r1c1 to r5c4" of any long chain
                         {C:eureka} "(5)r1c2=r1c8-(5=3)r4c8" of a chain of strong and weak links
    {slot}               text that the narrator fills in: then (what follows), result (the same with a capital),
                         lost and Lost (the same where the phrase itself has said what is left),
                         name (of the technique), title (of the genre), why (what is broken), rule (a constraint's
                         own sentence), suppose and lines (of a proof without a name), parts (of a puzzle: cages,
                         signs …)
    [term: one|many]     words that depend on how many there are, or on the number: [P: is|are]
    [term: one|two|many] the same where two have words of their own: [P: it|both|all]

`Then` is a name that every step has: the cells that it changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from ..model import PuzzleError, shorten
from ..rules.parsed import term as parse_term
from ..rules.tree import Expr

FOLLOWS = frozenset({"then", "result", "lost", "Lost"})
"""The slots that say what follows."""
SLOTS = FOLLOWS | frozenset({"why", "name", "title", "rule", "suppose", "lines", "parts"})

_FORM = re.compile(r"(.*):\s*(\w+)", re.DOTALL)


@dataclass(frozen=True)
class TextSlot:
    """`{then}`: text that is put in."""

    name: str


@dataclass(frozen=True)
class Term:
    """`{places(v, g):or}`: a term and the form in which its value is said."""

    expr: Expr
    form: str = ""


@dataclass(frozen=True)
class Plural:
    """`[P: is|are]`, `[P: it|both|all]`: words for one, for two where they have their own, for none or several."""

    expr: Expr
    choices: tuple[Phrase, ...]

    def chosen(self, count: int) -> Phrase:
        """The words for so many.

        >>> [phrase("[P: it|both|all]")[0].chosen(n) for n in range(4)]
        [('all',), ('it',), ('both',), ('all',)]
        """
        return self.choices[count - 1 if 1 <= count < len(self.choices) else -1]


Piece = str | TextSlot | Term | Plural
Phrase = tuple[Piece, ...]


@lru_cache(maxsize=2048)
def phrase(text: str) -> Phrase:
    """The pieces of a sentence.

    >>> [type(piece).__name__ for piece in phrase("{P} [P: is|are] {V:or}, so {then}")]
    ['Term', 'str', 'Plural', 'str', 'Term', 'str', 'TextSlot']
    """
    pieces: list[Piece] = []
    rest = 0
    while match := re.compile(r"[{\[]").search(text, rest):
        start, end = match.start(), _closing(text, match.start())
        if start > rest:
            pieces.append(text[rest:start])
        inner = text[start + 1 : end]
        pieces.append(_term(inner) if text[start] == "{" else _plural(inner))
        rest = end + 1
    if rest < len(text):
        pieces.append(text[rest:])
    return tuple(pieces)


def own(sentence: Iterable[str | Expr]) -> Phrase:
    """The pieces of a technique's own sentence."""
    return tuple(piece if isinstance(piece, str) else Term(piece) for piece in sentence)


def slots(pieces: Phrase) -> set[str]:
    """The slots that a phrase has."""
    inner = (slots(choice) for piece in pieces if isinstance(piece, Plural) for choice in piece.choices)
    return {piece.name for piece in pieces if isinstance(piece, TextSlot)}.union(*inner)


def _term(inner: str) -> TextSlot | Term:
    if inner in SLOTS:
        return TextSlot(inner)
    match = _FORM.fullmatch(inner)
    return Term(parse_term(match[1]), match[2]) if match else Term(parse_term(inner))


def _plural(inner: str) -> Plural:
    term, colon, words = inner.partition(":")
    choices = _choices(words)
    if not colon or len(choices) not in (2, 3):
        raise PuzzleError(f"expected [term: one|many] or [term: one|two|many], found {shorten('[' + inner + ']')}")
    return Plural(parse_term(term), (phrase(choices[0].lstrip()), *map(phrase, choices[1:])))


def _closing(text: str, start: int) -> int:
    """Where the bracket that opens at `start` is closed."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] in "{[") - (text[i] in "}]")
        if depth == 0:
            return i
    raise PuzzleError(f"expected a closing bracket in {shorten(text)}")


def _choices(words: str) -> list[str]:
    """What stands between the `|` that are outside of all brackets."""
    depth, choices = 0, [""]
    for sign in words:
        depth += (sign in "{[") - (sign in "}]")
        if sign == "|" and depth == 0:
            choices.append("")
        else:
            choices[-1] += sign
    return choices
