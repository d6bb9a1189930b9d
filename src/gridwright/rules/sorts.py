"""The sort checker: a tree in which every name is bound and every term fits its place, or a `RuleError`.

`check` returns the tree with the sort of every term and with nothing left unsaid:

    a group where cells are wanted       members(g)
    a kind where groups are wanted       groups_of(k)
    one thing that an effect is given    {p}: `exclude` takes cells and values, `only` a cell and values
    the word of a binder                 in the singular: cell, row

Lifting is not written out: an argument that is a set where the word takes one thing is seen from its sort.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache

from ..model import Sort
from . import tree
from .errors import RuleError, guess
from .tree import Binder, Effect, Expr, Item, Technique, TreeNode
from .vocabulary import SORT_WORDS, Vocabulary, every
from .words.word import Signature

LARGEST_PICK = 12


def check(technique: Technique, vocabulary: Vocabulary | None = None) -> Technique:
    """The technique with its sorts; every word must be one of the vocabulary.

    Check once against every word there is, then ask `missing_words` for a board at hand.
    """
    return Checker(technique, every() if vocabulary is None else vocabulary).technique()


@lru_cache(maxsize=4096)
def missing_words(technique: Technique, vocabulary: Vocabulary) -> frozenset[str]:
    """The words and kinds of group that the technique needs and the board does not have: `box` on a Latin square."""
    singulars = vocabulary.singulars
    bound: set[str] = set()
    used: set[str] = set()
    for node in tree.walk(technique):
        bound.update(tree.bound_names(node))
        match node:
            case tree.Name(name=word) | tree.Call(word=word):
                used.add(word)
            case tree.Binder(kind=kind):
                used.add(singulars.get(kind, kind))
    return frozenset(used - bound - set(vocabulary.words) - vocabulary.kinds - set(SORT_WORDS))


class Checker:
    """One walk over one technique. `scope` has the names that are bound so far, with their sorts."""

    def __init__(self, technique: Technique, vocabulary: Vocabulary) -> None:
        self.root = technique
        self.vocabulary = vocabulary
        self.known = every() if vocabulary is every() else every() | vocabulary
        self.scope: dict[str, Sort] = {}
        self.closed: set[str] = set()
        """Names of quantifiers that have ended."""

    def error(self, message: str, node: TreeNode) -> RuleError:
        return RuleError(message, self.root.source, node.span)

    def technique(self) -> Technique:
        for parameter in self.root.parameters:
            self.bind(parameter.name, Sort.NUMBER, parameter)
        seen = tuple(self.item(item) for item in self.root.seen)
        then = tuple(self.effect(effect) for effect in self.root.then)
        sentence = tuple(
            piece if isinstance(piece, str) else self.with_sort(self.term(piece)) for piece in self.root.sentence
        )
        return replace(self.root, seen=seen, then=then, sentence=sentence)

    # Names

    def bind(self, name: str, sort: Sort, node: TreeNode) -> None:
        """A new name: no other thing has it, and its case tells one thing from a set."""
        if name in self.scope:
            raise self.error(f"{name!r} already is a name", node)
        if name in self.known.reserved:
            raise self.error(f"{name!r} is a word of the language; choose another name", node)
        if name[0].isupper() != sort.is_set:
            what = "a set" if sort.is_set else "one thing"
            raise self.error(f"{name!r} is {what}: sets have upper-case names, single things lower-case ones", node)
        self.scope[name] = sort

    @contextmanager
    def inner_scope(self) -> Iterator[None]:
        """Names bound inside are gone afterwards."""
        outside = dict(self.scope)
        yield
        self.closed |= self.scope.keys() - outside.keys()
        self.scope = outside

    def unknown(self, word: str, node: TreeNode) -> RuleError:
        """A word or name that means nothing here."""
        if word in self.known.words:
            return self.error(f"this board has no {word!r}", node)
        if word in self.known.reserved:
            return self.error(f"expected a term, found the word {word!r}", node)
        if word == self.root.key:
            return self.error(f"{word!r} is a technique: a rule cannot use another", node)
        if word in self.closed:
            return self.error(f"{word!r} is known only inside its quantifier, which has ended: use parentheses", node)
        near = guess(word, self.scope.keys() | self.known.reserved)
        return self.error(f"nothing is called {word!r}{near}", node)

    # Items and effects

    def item(self, item: Item) -> Item:
        if isinstance(item, Binder):
            return self.binder(item)
        if isinstance(item, tree.Let):
            term = self.with_sort(self.term(item.term))
            assert term.sort is not None
            self.bind(item.name, term.sort, item)
            return replace(item, term=term)
        return self.formula(item)

    def binder(self, binder: Binder) -> tree.Each | tree.Pick:
        """Bind the names of a binder, whose range is looked at first."""
        kind = self.vocabulary.singulars.get(binder.kind)
        if kind is None:
            if binder.kind in self.known.singulars:
                raise self.error(f"this board has no {binder.kind!r}", binder)
            words = f"a word such as 'cell', 'value', 'group' or 'row', found {binder.kind!r}"
            raise self.error(f"expected {words}{guess(binder.kind, self.known.singulars)}", binder)
        one = SORT_WORDS.get(kind, Sort.GROUP)
        several = one.several
        assert several is not None
        within = None if binder.range is None else self.fit(self.term(binder.range), several)
        if isinstance(binder, tree.Pick):
            count = self.count(binder.count)
            self.bind(binder.name, several, binder)
            return replace(binder, kind=kind, range=within, count=count)
        assert isinstance(binder, tree.Each)
        for name in binder.names:
            self.bind(name, one, binder)
        return replace(binder, kind=kind, range=within)

    def count(self, count: Expr) -> Expr:
        """How many a pick takes: a number, or a parameter, which binders cannot be."""
        if isinstance(count, tree.Number):
            low = high = count.value
        else:
            assert isinstance(count, tree.Name)
            found = [parameter for parameter in self.root.parameters if parameter.name == count.name]
            if not found:
                raise self.error(f"expected a number or a parameter, found {count.name!r}", count)
            low, high = found[0].low, found[0].high
        if not 1 <= low <= high <= LARGEST_PICK:
            raise self.error(f"a pick takes 1 to {LARGEST_PICK} elements, not {low if low < 1 else high}", count)
        return replace(count, sort=Sort.NUMBER)

    def effect(self, effect: Effect) -> Effect:
        if isinstance(effect, tree.ForEvery):
            with self.inner_scope():
                binder = self.binder(effect.binder)
                condition = None if effect.condition is None else self.formula(effect.condition)
                return replace(effect, binder=binder, condition=condition, effect=self.effect(effect.effect))
        where, what = self.term(effect.where), self.term(effect.what)
        match effect.verb:
            case "place":
                return replace(effect, where=self.fit(where, Sort.CELL), what=self.fit(what, Sort.VALUE))
            case "only":
                return replace(effect, where=self.fit(where, Sort.CELL), what=self.one_or_more(what, Sort.VALUES))
        return replace(effect, where=self.one_or_more(where, Sort.CELLS), what=self.one_or_more(what, Sort.VALUES))

    def one_or_more(self, term: Expr, wanted: Sort) -> Expr:
        """A set; one thing becomes the set of it."""
        if term.sort is not None and term.sort.several is wanted:
            return tree.SetOf((term,), sort=wanted, span=term.span)
        return self.fit(term, wanted)

    # Expressions in a place

    def formula(self, expr: Expr) -> Expr:
        """An expression where a condition is wanted."""
        return self.fit(self.expr(expr), Sort.BOOL)

    def term(self, expr: Expr) -> Expr:
        """An expression where no condition is wanted."""
        found = self.expr(expr)
        if found.sort is Sort.BOOL:
            raise self.error("expected a term, found a condition", expr)
        return found

    def fit(self, expr: Expr, wanted: Sort) -> Expr:
        """The expression as one of the wanted sort."""
        fitted = coerced(expr, wanted)
        if fitted is None:
            raise self.mismatch(expr, (wanted,))
        return fitted

    def mismatch(self, expr: Expr, wanted: tuple[Sort, ...]) -> RuleError:
        """expected cells, found values"""
        *most, last = (sort.phrase for sort in wanted)
        names = f"{', '.join(most)} or {last}" if most else last
        return self.error(f"expected {names}, found {phrase(expr)}{hint(expr, wanted)}", expr)

    def with_sort(self, expr: Expr) -> Expr:
        """A term whose sort is known: not `{}`, which takes it from its place."""
        if expr.sort is None:
            raise self.error("nothing tells what {} is a set of", expr)
        return expr

    def as_set(self, expr: Expr) -> Expr:
        """A group as its cells, a kind as its groups; a set as it is."""
        if expr.sort is Sort.GROUP:
            return self.fit(expr, Sort.CELLS)
        if expr.sort is Sort.KIND:
            return self.fit(expr, Sort.GROUPS)
        return expr

    def alike(self, left: Expr, right: Expr) -> tuple[Expr, Expr]:
        """Two expressions of one sort."""
        if left.sort is None and right.sort is not None:
            return self.fit(left, right.sort), right
        left = self.with_sort(left)
        assert left.sort is not None
        fitted = None if right.sort is None else coerced(left, right.sort)
        return (left, self.fit(right, left.sort)) if fitted is None else (fitted, right)

    # Expressions

    def expr(self, expr: Expr) -> Expr:
        """The expression with its sort, which only `{}` does not have."""
        match expr:
            case tree.Number():
                return replace(expr, sort=Sort.NUMBER)
            case tree.Name():
                return replace(expr, sort=self.name(expr))
            case tree.Call():
                return self.call(expr)
            case tree.Size():
                return self.size(expr)
            case tree.SetOf():
                return self.set_of(expr)
            case tree.Range():
                low, high = (self.fit(self.term(end), Sort.NUMBER) for end in (expr.low, expr.high))
                return replace(expr, low=low, high=high, sort=Sort.VALUES)
            case tree.Binary():
                return self.binary(expr)
            case tree.Compare():
                return self.compare(expr)
            case tree.Not():
                return replace(expr, formula=self.formula(expr.formula), sort=Sort.BOOL)
            case tree.And() | tree.Or():
                return replace(expr, formulas=tuple(map(self.formula, expr.formulas)), sort=Sort.BOOL)
            case tree.Quantified():
                with self.inner_scope():
                    binder = self.binder(expr.binder)
                    condition = None if expr.condition is None else self.formula(expr.condition)
                    formula = self.formula(expr.formula)
                return replace(expr, binder=binder, condition=condition, formula=formula, sort=Sort.BOOL)
        raise TypeError(f"{type(expr).__name__} is no expression")

    def name(self, expr: tree.Name) -> Sort:
        """A variable or parameter, a kind of group, or a word without arguments."""
        if expr.name in self.scope:
            return self.scope[expr.name]
        if expr.name in self.vocabulary.kinds:
            return Sort.KIND
        if expr.name not in self.vocabulary.words:
            raise self.unknown(expr.name, expr)
        forms = self.vocabulary.words[expr.name]
        for form in forms:
            if not form.arguments:
                return form.result
        raise self.error(f"expected {spelled(forms)}, found {expr.name!r} alone", expr)

    def call(self, expr: tree.Call) -> Expr:
        if expr.word in self.scope:
            raise self.error(f"{expr.word!r} is a name and takes no arguments", expr)
        if expr.word not in self.vocabulary.words:
            raise self.unknown(expr.word, expr)
        forms = self.vocabulary.words[expr.word]
        arguments = tuple(map(self.term, expr.arguments))
        fitting = [form for form in forms if len(form.arguments) == len(arguments)]
        if not fitting:
            raise self.error(
                f"expected {spelled(forms)}, found {len(arguments)} argument{'s' * (len(arguments) > 1)}", expr
            )
        for form in fitting:
            fitted = [argument_of(form, i, argument) for i, argument in enumerate(arguments)]
            found = tuple(argument for argument in fitted if argument is not None)
            if len(found) == len(fitted):
                return replace(expr, arguments=found, sort=form.result)
        # With several forms (`the`) there is one argument: all their sorts would have done.
        wrong = fitted.index(None)
        raise self.mismatch(arguments[wrong], tuple(form.arguments[wrong] for form in fitting))

    def size(self, expr: tree.Size) -> Expr:
        of = self.as_set(self.with_sort(self.term(expr.of)))
        if of.sort is not None and not of.sort.is_set:
            raise self.error(f"expected a set, found {phrase(of)}", of)
        return replace(expr, of=of, sort=Sort.NUMBER)

    def set_of(self, expr: tree.SetOf) -> Expr:
        """Elements of one sort; `{}` gets its sort from its place."""
        elements = tuple(map(self.term, expr.elements))
        if not elements:
            return expr
        sort = elements[0].sort
        if sort is None or sort.several is None:
            raise self.error(f"expected a cell, a value, a group or a kind, found {phrase(elements[0])}", elements[0])
        return replace(expr, elements=tuple(self.fit(element, sort) for element in elements), sort=sort.several)

    def binary(self, expr: tree.Binary) -> Expr:
        """Arithmetic on two numbers, or sets of one sort put together."""
        left, right = self.term(expr.left), self.term(expr.right)
        if expr.operator in "*/" or Sort.NUMBER in (left.sort, right.sort):
            if expr.operator == "&":
                raise self.error(f"expected sets on both sides of '&', found {phrase(left)} and {phrase(right)}", expr)
            left, right = self.fit(left, Sort.NUMBER), self.fit(right, Sort.NUMBER)
            return replace(expr, left=left, right=right, sort=Sort.NUMBER)
        left, right = self.set_operands(left, right)
        return replace(expr, left=left, right=right, sort=left.sort)

    def set_operands(self, left: Expr, right: Expr) -> tuple[Expr, Expr]:
        """Two sets of one sort."""
        left, right = self.as_set(left), self.as_set(right)
        for side in (left, right):
            if side.sort is not None and not side.sort.is_set:
                raise self.error(f"expected a set, found {phrase(side)}{one_of(side)}", side)
        return self.alike(left, right)

    def compare(self, expr: tree.Compare) -> Expr:
        left, right = self.term(expr.left), self.term(expr.right)
        match expr.operator:
            case "in" | "not in":
                if left.sort is None or left.sort.several is None:
                    raise self.error(
                        f"expected one thing before '{expr.operator}', found {phrase(left)}; sets: 'subset'", left
                    )
                right = self.fit(right, left.sort.several)
            case "subset":
                left, right = self.set_operands(left, right)
            case "=" | "!=":
                left, right = self.alike(left, right)
            case _:
                left, right = self.alike(left, right)
                if left.sort is not None and left.sort.is_set:
                    raise self.error(
                        f"'{expr.operator}' compares numbers, or single things by their order; sets: 'subset'", expr
                    )
        return replace(expr, left=left, right=right, sort=Sort.BOOL)


def coerced(expr: Expr, wanted: Sort) -> Expr | None:
    """The expression as one of the wanted sort, or None where it cannot be."""
    if expr.sort is wanted:
        return expr
    if expr.sort is None and wanted.is_set:
        return replace(expr, sort=wanted)
    if (expr.sort, wanted) == (Sort.GROUP, Sort.CELLS):
        return tree.Call("members", (expr,), sort=wanted, span=expr.span)
    if (expr.sort, wanted) == (Sort.KIND, Sort.GROUPS):
        return tree.Call("groups_of", (expr,), sort=wanted, span=expr.span)
    return None


def argument_of(form: Signature, position: int, argument: Expr) -> Expr | None:
    """The argument as the word takes it: one thing, or a set of such where the word lifts."""
    wanted = form.arguments[position]
    fitted = coerced(argument, wanted)
    if fitted is None and form.lifts_at(position) and wanted.several is not None:
        return coerced(argument, wanted.several)
    return fitted


def phrase(expr: Expr) -> str:
    """What an expression is, in an error."""
    return "{}" if expr.sort is None else expr.sort.phrase


def one_of(expr: Expr) -> str:
    """How to make a set of one thing."""
    return f"; a set of it is {{{expr.name}}}" if isinstance(expr, tree.Name) and expr.sort is not Sort.NUMBER else ""


def hint(expr: Expr, wanted: tuple[Sort, ...]) -> str:
    """How to get from what was found to what was wanted, where there is a way."""
    sort = expr.sort
    if sort is Sort.GROUPS and Sort.CELLS in wanted:
        return "; cells(…) has the cells of groups"
    if sort is not None and sort.several in wanted:
        return one_of(expr)
    if sort is not None and sort.is_set and sort.one in wanted:
        return "; the(…) is the only one of a set"
    return ""


def spelled(forms: tuple[Signature, ...]) -> str:
    """The ways in which a word is used: `open or open(cells)`."""
    return " or ".join(
        form.name + (f"({', '.join(sort.value for sort in form.arguments)})" if form.arguments else "")
        for form in forms
    )
