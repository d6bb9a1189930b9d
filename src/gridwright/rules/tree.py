"""The syntax tree of a rule file: what the grammar builds, the sort checker annotates and everything else reads.

    Technique
      seen   Each, Pick, Let and formulas, in the author's order: an existential prefix with tests between
      then   effects
      because, holds   sentence and reason

Terms and formulas are one kind of node, `Expr`; `bool` is a sort. Every node knows where it stands in the file.
Nodes are immutable, so a pass builds new ones. `sort` is None until the checker has been there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields

from ..model import Sort


@dataclass(frozen=True)
class Span:
    """Where a node stands: line and column from 1, and the column behind its last character on that line."""

    line: int
    column: int
    end_column: int


NOWHERE = Span(0, 0, 0)


@dataclass(frozen=True)
class TreeNode:
    """Anything in the tree."""

    span: Span = field(default=NOWHERE, compare=False, kw_only=True)


# Expressions


@dataclass(frozen=True)
class Expr(TreeNode):
    """A term or a formula."""

    sort: Sort | None = field(default=None, compare=False, kw_only=True)


@dataclass(frozen=True)
class Number(Expr):
    """`2`"""

    value: int


@dataclass(frozen=True)
class Name(Expr):
    """A variable, a parameter, or a word without arguments: `p`, `n`, `open`, `all`."""

    name: str


@dataclass(frozen=True)
class Call(Expr):
    """A word of the vocabulary with its arguments: `places(v, g)`; a kind word is one too: `row(p)`."""

    word: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True)
class Size(Expr):
    """`|S|`: how many elements."""

    of: Expr


@dataclass(frozen=True)
class SetOf(Expr):
    """`{p, q}`, `{}`: these elements."""

    elements: tuple[Expr, ...]


@dataclass(frozen=True)
class Range(Expr):
    """`{a .. b}`: the values of these numbers."""

    low: Expr
    high: Expr


@dataclass(frozen=True)
class Binary(Expr):
    """`+ - & * /`: union, difference, intersection of sets; sum, difference, product, whole quotient of numbers."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True)
class Compare(Expr):
    """`= != < <= > >=`, `in`, `not in`, `subset`; `a < b < c` is read as a conjunction."""

    operator: str
    left: Expr
    right: Expr


OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in", "not in": "in"}
"""What a comparison says where it is false."""


@dataclass(frozen=True)
class Not(Expr):
    """`not f`: false as well where f has a term without a value."""

    formula: Expr


@dataclass(frozen=True)
class And(Expr):
    """`f and g`"""

    formulas: tuple[Expr, ...]


@dataclass(frozen=True)
class Or(Expr):
    """`f or g`"""

    formulas: tuple[Expr, ...]


@dataclass(frozen=True)
class Quantified(Expr):
    """`some | every | no` binder `with f`: g"""

    quantifier: str
    binder: Binder
    condition: Expr | None
    formula: Expr


# Binders and items


@dataclass(frozen=True)
class Binder(TreeNode):
    """What introduces variables. `kind` is a sort word (`cell`) or a kind of group (`row`); `range` None: all."""

    kind: str
    range: Expr | None


@dataclass(frozen=True)
class Each(Binder):
    """`cell p`, `cells p, q in S` (pairwise different), `cells p < q in S` (each pair once)."""

    names: tuple[str, ...]
    ordered: bool


@dataclass(frozen=True)
class Pick(Binder):
    """`n cells P in S`: every selection of n elements, as a set; `count` is a number or a parameter."""

    count: Expr
    name: str


@dataclass(frozen=True)
class Let(TreeNode):
    """`let C = term`: a name for a term, for the sentence and the reader."""

    name: str
    term: Expr


Item = Each | Pick | Let | Expr


# Effects


@dataclass(frozen=True)
class Act(TreeNode):
    """`place(p, v)`, `exclude(S, V)`, `only(p, V)`"""

    verb: str
    where: Expr
    what: Expr


@dataclass(frozen=True)
class ForEvery(TreeNode):
    """`every` binder `with f`: effect"""

    binder: Binder
    condition: Expr | None
    effect: Effect


Effect = Act | ForEvery


# Techniques


@dataclass(frozen=True)
class Parameter(TreeNode):
    """`n: 2..4`"""

    name: str
    low: int
    high: int


@dataclass(frozen=True)
class Source:
    """The text that a technique stands in, and its name: a mistake is shown in its line."""

    name: str
    text: str


@dataclass(frozen=True)
class Technique(TreeNode):
    """One technique of a rule file. `called` gives some sizes their own names: {2: "x-wing"}.

    `sentence` is `because` cut into words and terms.
    """

    key: str
    parameters: tuple[Parameter, ...]
    called: tuple[tuple[int, str], ...]
    assumes: str | None
    seen: tuple[Item, ...]
    then: tuple[Effect, ...]
    because: str
    holds: str
    sentence: tuple[str | Expr, ...] = field(default=(), compare=False, kw_only=True)
    source: Source = field(default=Source("rules", ""), compare=False, kw_only=True, repr=False)

    def __hash__(self) -> int:
        """Quick, for techniques are looked up with every step."""
        return hash((self.key, self.because))


def bound_names(node: TreeNode) -> tuple[str, ...]:
    """The variables of a binder, the name of a `let` or a parameter; none of anything else."""
    if isinstance(node, Each):
        return node.names
    return (node.name,) if isinstance(node, Pick | Let | Parameter) else ()


def children(node: TreeNode) -> Iterator[TreeNode]:
    """The nodes directly below one, in the order of the text."""
    for name in FIELDS[type(node).__name__]:
        part = getattr(node, name)
        if isinstance(part, TreeNode):
            yield part
        elif isinstance(part, tuple):
            yield from [item for item in part if isinstance(item, TreeNode)]


FIELDS = {
    kind.__name__: tuple(each.name for each in fields(kind) if each.name not in ("span", "sort", "source"))
    for kind in tuple(globals().values())
    if isinstance(kind, type) and issubclass(kind, TreeNode)
}
"""What a kind of node says, by its name: all but where it stands and of what sort it is."""


def walk(node: TreeNode) -> Iterator[TreeNode]:
    """A node and everything below it, in the order of the text. A short list stays: passes ask again and again."""
    known: list[TreeNode] | None = node.__dict__.get("_walk")
    if known is None:
        known, rest = [], [node]
        while rest:
            known.append(rest.pop())
            rest.extend(reversed(list(children(known[-1]))))
        if len(known) <= SHORT:
            node.__dict__["_walk"] = known
    return iter(known)


SHORT = 100
"""Nodes below one that are listed once: whole rules have a few dozen, hostile ones as many as a file has room for."""
