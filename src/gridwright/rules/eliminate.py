"""Variables that an equality determines: they are computed, not looked for. And what such an equality implies.

    p = the(places(v, g))      p is computed once v and g are known, and |places(v, g)| = 1
    cand(p) = {x, y}           x and y are among cand(p); where they differ, |cand(p)| = 2

Pure questions about the conditions of a rule. `compiler.py` acts on them: a variable whose equality speaks of later
variables is not looped over, wherever the author wrote it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from ..model import Sort
from .plan import file_of
from .shapes import mentions
from .tree import Call, Compare, Each, Expr, Name, Number, SetOf, Size
from .vocabulary import SORT_WORDS


@dataclass(frozen=True)
class Determination:
    """What determines a variable: a term that it is (`exact`), or a set of which it is one of a few named elements."""

    term: Expr
    exact: bool


def sources(name: str, tests: Iterable[Expr]) -> Iterator[Determination]:
    """The terms that determine a variable, by the equalities among the conditions."""
    for one, other in _sides(tests):
        if mentions(other, name):
            continue
        if isinstance(one, Name) and one.name == name and file_of(one.sort) == "s":
            yield Determination(other, exact=True)
        elif isinstance(one, SetOf) and any(isinstance(e, Name) and e.name == name for e in one.elements):
            yield Determination(other, exact=False)


def implied(test: Expr, different: Collection[frozenset[str]]) -> Iterator[Compare]:
    """Conditions on fewer variables that follow from an equality; `different` are pairs of names that differ."""
    for one, other in _sides([test]):
        if isinstance(one, Name) and isinstance(other, Call) and other.word == "the":
            [cells] = other.arguments
            yield Compare("=", _size(cells), Number(1, sort=Sort.NUMBER), sort=Sort.BOOL)
            yield Compare("in", one, cells, sort=Sort.BOOL)
        elif isinstance(one, SetOf) and one.elements and all(isinstance(e, Name) for e in one.elements):
            for element in one.elements:
                yield Compare("in", element, other, sort=Sort.BOOL)
            names = [e.name for e in one.elements if isinstance(e, Name)]
            if all(frozenset(pair) in different for pair in combinations(names, 2)):
                yield Compare("=", _size(other), Number(len(names), sort=Sort.NUMBER), sort=Sort.BOOL)


def apart(binder: Each) -> list[Expr]:
    """What a binder of several variables says of them: in order, or pairwise different."""
    sort = SORT_WORDS.get(binder.kind, Sort.GROUP)
    names = [Name(name, sort=sort) for name in binder.names]
    if binder.ordered:
        return [Compare("<", a, b, sort=Sort.BOOL) for a, b in pairwise(names)]
    return [Compare("!=", a, b, sort=Sort.BOOL) for a, b in combinations(names, 2)]


def different(items: Iterable[object], tests: Sequence[Expr]) -> set[frozenset[str]]:
    """Pairs of names that differ: of one binder, or by a condition."""
    found = {frozenset(pair) for item in items if isinstance(item, Each) for pair in combinations(item.names, 2)}
    for test in tests:
        match test:
            case Compare(operator="!=" | "<" | ">", left=Name(name=one), right=Name(name=other)):
                found.add(frozenset((one, other)))
    return found


def _sides(tests: Iterable[Expr]) -> Iterator[tuple[Expr, Expr]]:
    """Both sides of every equality, either way round."""
    for test in tests:
        if isinstance(test, Compare) and test.operator == "=":
            yield test.left, test.right
            yield test.right, test.left


def _size(of: Expr) -> Expr:
    return Size(of, sort=Sort.NUMBER)
