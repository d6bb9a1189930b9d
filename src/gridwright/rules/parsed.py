"""Rule text as syntax trees, parsed by whoever came first: an earlier process may have kept them (`model.kept`).

    statements(text, "fish.rules")      the checked statements of a rule file, each built when it is asked for
    term("cand(p)"), sentence("…")      a term, and a sentence cut into words and terms
    encoded(node), decoded(data)        a syntax tree as plain data, and back

The parser itself is loaded only where something is new.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from ..files.disk_cache import key_of, memo
from ..model import Sort
from . import tree
from .tree import Expr, Parameter, Source

UNREADABLE = (KeyError, TypeError, ValueError, IndexError, RecursionError, AttributeError)
"""What comes of data that is no tree."""


@dataclass(frozen=True)
class CheckedRule:
    """A checked statement of a rule file: its head, a digest that no other statement has, and the tree on demand."""

    key: str
    parameters: tuple[Parameter, ...]
    called: tuple[tuple[int, str], ...]
    assumes: str | None
    because: str
    holds: str
    digest: str
    build: Callable[[], tree.Technique]


def statements(text: str, name: str) -> tuple[CheckedRule, ...]:
    """The statements of a rule file, sorts checked.

    >>> [one] = statements('''technique naked-single
    ...   seen    cell p in open; |cand(p)| = 1
    ...   then    place(p, the(cand(p)))
    ...   because "{p} can only be {cand(p)}"
    ...   holds   "every cell has a value"
    ... ''', "mine.rules")
    >>> one.key, len(one.build().seen)
    ('naked-single', 2)
    """
    key, known = key_of(name, text), memo("rules")
    try:
        return tuple(_kept(data, name, text) for data in known.get(key))
    except UNREADABLE:
        found = _checked(text, name)
        known.put(key, [_to_keep(technique) for technique in found])
        return tuple(
            CheckedRule(
                each.key, each.parameters, each.called, each.assumes, each.because, each.holds,
                key_of(each.key, key), partial(_same, each),
            )
            for each in found
        )  # fmt: skip


def _same(technique: tree.Technique) -> tree.Technique:
    return technique


def _checked(text: str, name: str) -> list[tree.Technique]:
    from .parse import parse_rules
    from .sorts import check

    return [check(technique) for technique in parse_rules(text, name)]


def _kept(data: Any, name: str, text: str) -> CheckedRule:
    """A statement from what was kept; its tree is built when somebody wants it, and parsed if that fails."""
    key, parameters, called, assumes, because, holds, whole = data

    def build() -> tree.Technique:
        try:
            found = decoded(json.loads(whole), source=Source(name, text))
            assert isinstance(found, tree.Technique)
        except (AssertionError, *UNREADABLE):
            found = next(each for each in _checked(text, name) if each.key == key)
        return found

    digest = key_of(key, key_of(name, text))
    return CheckedRule(key, decoded(parameters), decoded(called), assumes, because, holds, digest, build)


def _to_keep(part: tree.Technique) -> list[Any]:
    """The head of a statement, and all of it as a text that is read on demand."""
    head = (part.key, part.parameters, part.called, part.assumes, part.because, part.holds)
    return [*map(encoded, head), json.dumps(encoded(part), separators=(",", ":"))]


@cache
def term(text: str) -> Expr:
    """One term."""
    known = memo("terms")
    try:
        found: Expr = decoded(known.get(text))
        assert isinstance(found, Expr)
    except (AssertionError, *UNREADABLE):
        from .parse import parse_term

        found = parse_term(text)
        known.put(text, encoded(found))
    return found


def sentence(text: str) -> tuple[str | Expr, ...]:
    """A sentence cut into its words and the terms in its braces."""
    key, known = f'"{text}"', memo("terms")
    try:
        found: tuple[str | Expr, ...] = decoded(known.get(key))
        assert isinstance(found, tuple)
    except (AssertionError, *UNREADABLE):
        from .parse import template

        found = template(text)
        known.put(key, encoded(found))
    return found


# Trees as data

_SORTS = {sort.value: sort for sort in Sort}
_NODES: dict[str, type[tree.TreeNode]] = {
    kind.__name__: kind for kind in vars(tree).values() if isinstance(kind, type) and issubclass(kind, tree.TreeNode)
}


def encoded(part: Any) -> Any:
    """A tree, or a part of one, as plain data: a node is {"": [its type, line, column, end, sort, fields …]}."""
    if isinstance(part, tuple):
        return [encoded(each) for each in part]
    if not isinstance(part, tree.TreeNode):
        return part
    span, sort = part.span, getattr(part, "sort", None)
    own = (encoded(getattr(part, name)) for name in tree.FIELDS[type(part).__name__])
    kind = type(part).__name__
    return {"": [kind, span.line, span.column, span.end_column, sort and sort.value, *own]}


def decoded(data: Any, **more: Any) -> Any:
    """The inverse of `encoded`, `more` being fields that were left out; what is no such data raises."""
    if isinstance(data, list):
        return tuple([decoded(each) for each in data])
    if not isinstance(data, dict):
        return data
    name, line, column, end, sort, *own = data[""]
    kind = _NODES[name]
    parts = dict(zip(tree.FIELDS[name], map(decoded, own), strict=True))
    if sort is not None:
        parts["sort"] = _SORTS[sort]
    return kind(**parts, **more, span=tree.Span(line, column, end))
