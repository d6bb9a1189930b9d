"""What the grammar finds → nodes of the syntax tree. One method for each rule of `grammar.lark`, of the same name."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from lark import Token, v_args
from lark.visitors import Transformer_NonRecursive

from . import tree
from .errors import RuleError
from .tree import Expr, Source, Span, TreeNode

if TYPE_CHECKING:
    from lark.tree import Meta

LARGEST_NUMBER = 1_000_000


def _node(kind: Callable[..., TreeNode]) -> Callable[[Builder, Meta, list[Any]], TreeNode]:
    """A method that builds a node of what it is given, in the same order."""

    def build(builder: Builder, meta: Meta, parts: list[Any]) -> TreeNode:
        plain = [str(part) if isinstance(part, Token) else part for part in parts]
        return kind(*plain, span=builder.span(meta))

    return build


def _node_of_several(kind: Callable[..., TreeNode]) -> Callable[[Builder, Meta, list[Any]], TreeNode]:
    """The same of all parts together."""
    return lambda builder, meta, parts: kind(tuple(part for part in parts if part is not None), span=builder.span(meta))


@v_args(meta=True)
class Builder(Transformer_NonRecursive[Token, Any]):
    """Builds nodes from the leaves up, without recursion: text may nest as deep as it likes.

    `origin` is the line and column at which the text begins in its source: a term of a sentence begins inside a line.
    """

    def __init__(self, source: Source, origin: tuple[int, int]) -> None:
        super().__init__()
        self.source = source
        self.line, self.column = origin

    @cached_property
    def lines(self) -> list[str]:
        return self.source.text.split("\n")

    def span(self, place: Meta | Token) -> Span:
        """Where it stands in the source; of what goes over several lines, the part on the first."""
        line, column, end = place.line or 1, place.column or 1, place.end_column or 1
        if place.end_line != line:
            end = len(self.lines[line - 1]) + 1
        shift = self.column - 1 if line == 1 else 0
        return Span(line + self.line - 1, column + shift, end + shift)

    def whole_number(self, token: Token) -> int:
        """The number of a token, which hostile text may make of a million digits."""
        if len(token) > len(str(LARGEST_NUMBER)) or int(token) > LARGEST_NUMBER:
            raise RuleError(f"numbers go up to {LARGEST_NUMBER:,}", self.source, self.span(token))
        return int(token)

    # Techniques

    def several(self, _: Meta, parts: list[Any]) -> tuple[Any, ...]:
        """What stands one behind the other; nothing where all of it was left out."""
        return tuple(part for part in parts if part is not None)

    file = parameters = called = strings = items = effects = several

    def technique(self, meta: Meta, parts: list[Any]) -> dict[str, Any]:
        """The clauses by name; the sentence is cut into its terms by `parse`."""
        names = ("key", "parameters", "called", "assumes", "seen", "then", "because", "holds")
        return {**dict(zip(names, parts, strict=True)), "span": self.span(parts[0])}

    def parameter(self, meta: Meta, parts: list[Token]) -> tree.Parameter:
        name, low, high = parts
        return tree.Parameter(str(name), self.whole_number(low), self.whole_number(high), span=self.span(meta))

    def size(self, _: Meta, parts: list[Token]) -> tuple[int, Token]:
        return self.whole_number(parts[0]), parts[1]

    def assumes(self, _: Meta, found: list[Token | None]) -> Token | None:
        return found[0]

    # Items and effects

    def each(self, meta: Meta, parts: list[Any]) -> tree.Each:
        kind, (names, ordered), within = parts
        return tree.Each(str(kind), within, names, ordered, span=self.span(meta))

    def distinct(self, _: Meta, names: list[Token]) -> tuple[tuple[str, ...], bool]:
        return tuple(map(str, names)), False

    def ordered(self, _: Meta, names: list[Token]) -> tuple[tuple[str, ...], bool]:
        return tuple(map(str, names)), True

    def pick(self, meta: Meta, parts: list[Any]) -> tree.Pick:
        count, kind, name, within = parts
        size = self.number(count, [count]) if count.type == "INT" else self.name(count, [count])
        return tree.Pick(str(kind), within, size, str(name), span=self.span(meta))

    let, act = _node(tree.Let), _node(tree.Act)

    def for_every(self, meta: Meta, parts: list[Any]) -> tree.ForEvery:
        quantifier, binder, condition, effect = parts
        if quantifier != "every":
            raise RuleError(f"expected an effect or 'every', found '{quantifier}'", self.source, self.span(quantifier))
        return tree.ForEvery(binder, condition, effect, span=self.span(meta))

    # Formulas

    disjunction, conjunction, set_of = map(_node_of_several, (tree.Or, tree.And, tree.SetOf))
    negation, quantified = _node(tree.Not), _node(tree.Quantified)

    def chain(self, meta: Meta, parts: list[Any]) -> Expr:
        """a < b < c: a conjunction of its comparisons."""
        span = self.span(meta)
        pairs = [tree.Compare(parts[i], parts[i - 1], parts[i + 1], span=span) for i in range(1, len(parts), 2)]
        return pairs[0] if len(pairs) == 1 else tree.And(tuple(pairs), span=span)

    def comparer(self, _: Meta, parts: list[Token]) -> str:
        return str(parts[0])

    member = _node(partial(tree.Compare, "in"))
    not_member = _node(partial(tree.Compare, "not in"))
    subset = _node(partial(tree.Compare, "subset"))

    # Terms

    size_of, range = _node(tree.Size), _node(tree.Range)

    def binary(self, meta: Meta, parts: list[Any]) -> tree.Binary:
        left, operator, right = parts
        return tree.Binary(str(operator), left, right, span=self.span(meta))

    def number(self, place: Meta | Token, parts: list[Token]) -> tree.Number:
        return tree.Number(self.whole_number(parts[0]), span=self.span(place))

    def name(self, place: Meta | Token, parts: list[Token]) -> tree.Name:
        return tree.Name(str(parts[0]), span=self.span(place))

    def call(self, meta: Meta, parts: list[Any]) -> tree.Call:
        word, *arguments = parts
        return tree.Call(str(word), tuple(arguments), span=self.span(meta))
