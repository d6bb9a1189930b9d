"""What keeps a match as it is: one walk over conditions and conclusions, in terms of what a back end can do.

A state in which candidates come back (and cells are no longer placed) makes `cand`, `places`, `open`, `missing` grow
and `held` shrink. So a condition that keeps a set small reads what is missing from it; one that asks for an element
reads nothing. Both are asked of every kind of term:

    out(term, X)    what keeps the elements X out of the term's set
    into(term, X)   what keeps the elements X inside
    bound           what keeps a number from growing, from shrinking
    same            what keeps a single thing the same

Conclusions are read as well: `common(S)` shrinks when S grows. The choices used are those of the terms that are kept
small: cells of `cand`, value and group of `places`. A group that is only full ("at most one") is a link, not a choice.

`Traversal` is this walk. What its values are (`T`: things, or registers that will hold them) and how it branches and
loops is the back end's: `BackEnd` below. Branches and loops take what to do as functions, for a back end
that writes code must do all of it, and one that runs just what applies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Protocol, TypeVar

from ...model import Sort
from .. import tree
from ..plan import file_of
from ..tree import Act, And, Binary, Binder, Call, Compare, Effect, Expr, Let, Name, Not, Or, Quantified, Technique
from ..words import WORDS, word_of
from ..words.sight import use_view, use_views
from .collect import read_absent, use_cells

T = TypeVar("T")
Do = Callable[[], None]


class BackEnd(Protocol[T]):
    """What the walk needs of whoever runs it, or writes it down as code."""

    def read(self, instruction: Callable[..., None], *arguments: T) -> None:
        """One of the instructions that read."""

    def value(self, expr: Expr) -> T:
        """The value of a term under the match."""

    def named(self, name: str) -> T | None:
        """What a variable is; None where it has no value outside a quantifier."""

    def as_set(self, value: T) -> T:
        """The value as a set."""

    def call(self, operation: str, sort: Sort, *arguments: T) -> T:
        """The value of a word, or of one that no rule says, for values."""

    def universe(self, several: Sort | None) -> T:
        """Everything of a sort."""

    def none(self, like: T) -> T:
        """The empty set of the same kind."""

    def sort_of(self, value: T) -> Sort | None:
        """The sort of a value."""

    def both(self, what: str, left: T, right: T) -> T:
        """Two sets: `and`, `or`, `without`."""

    def lowest(self, elements: T) -> T:
        """The set of the lowest element alone."""

    def each(self, elements: T, do: Callable[[T], None]) -> None:
        """Do something for each element of a set."""

    def union(self, elements: T, sort: Sort, part: Callable[[T], T]) -> T:
        """The union of a part for each element."""

    def some(self, elements: T, do: Do, otherwise: Do | None = None) -> None:
        """Do something if there is an element, else something else."""

    def compared(self, operator: str, left: T, right: T, do: Do, otherwise: Do) -> None:
        """Do something if the left is a `subset` of the right, or `less`; else something else."""

    def first_of(self, formulas: Iterable[Expr], true: bool, do: Callable[[Expr], None]) -> None:
        """Do something for the first formula that is true, or false."""

    def instance(self, formula: Quantified, holds: bool, do: Do) -> None:
        """Do something for the first element of which the formula is true, or false."""

    def instances(self, formula: Quantified, do: Do, left_out: Do) -> None:
        """Do something for every element, and something else for those that the `with` leaves out."""

    def unless_undefined(self, formula: Expr, do: Do, otherwise: Do) -> None:
        """Do something if a formula that is not true is false; something else if it has a term without a value."""

    def for_every(self, effect: tree.ForEvery, do: Do) -> None:
        """Do something for every instance of an effect that concludes something new."""

    def concluded(self, act: Act, do: Callable[[T, T], None]) -> None:
        """Do something with the cells and the values of what an effect concludes that is new, if anything is."""

    def free(self, elements: T, attempt: Callable[[T], None]) -> T:
        """Those of the elements for which an attempt finds nothing missing."""

    def into_each(self, call: Call, kept: T) -> None:
        """A lifted word: each element comes from the first of the arguments that give it, and these stay."""


class Traversal(BackEnd[T]):
    """The walk over a technique; `lets` are the terms that its names stand for."""

    def __init__(self, technique: Technique) -> None:
        self.technique = technique
        self.lets = {item.name: item.term for item in technique.seen if isinstance(item, Let)}

    def once(self, what: str, term: Expr) -> bool:
        """Has this to be said still?"""
        return True

    # Items, conditions, effects

    def walk(self) -> None:
        """All that the technique says."""
        for item in self.technique.seen:
            if isinstance(item, Binder):
                self.binder(item)
            elif not isinstance(item, Let):
                self.stay(item)
        for effect in self.technique.then:
            self.effect(effect)
        self.used_views()

    def used_views(self) -> None:
        """What the cells see of which the rule speaks counts; where such a cell has a name only inside, all views."""
        parts = (*self.technique.seen, *self.technique.then)
        calls = [node for part in parts for node in tree.walk(part) if isinstance(node, Call) and node.word in WORDS]
        for cell in dict.fromkeys(cell for call in calls for cell in call.arguments[: WORDS[call.word].views]):
            names = [node.name for node in tree.walk(cell) if isinstance(node, Name)]
            if any(self.named(name) is None for name in names):
                self.read(use_views)
            else:
                self.read(use_view, self.value(cell))

    def binder(self, binder: Binder) -> None:
        """The bound elements stay in the range."""
        if binder.range is None or self.static(binder.range):
            return
        for name in tree.bound_names(binder):
            bound = self.named(name)
            assert bound is not None
            self.into(binder.range, self.as_set(bound))

    def stay(self, formula: Expr, *, true: bool = True) -> None:
        """What keeps a condition true, or false."""
        match formula:
            case Not():
                self.stay(formula.formula, true=not true)
            case And() | Or():
                if isinstance(formula, And) == true:
                    for part in formula.formulas:
                        self.stay(part, true=true)
                else:
                    self.one_of(formula.formulas, true=true)
            case Quantified():
                if (formula.quantifier == "some") == true:
                    self.stays_one(formula, holds=formula.quantifier != "every")
                else:
                    self.stay_all(formula, holds=formula.quantifier == "every")
            case Compare(operator="subset") if not true:
                if not self.static(formula):
                    lone = self.lowest(self.both("without", self.set(formula.left), self.set(formula.right)))
                    self.into(formula.left, lone)
                    self.out(formula.right, lone)
            case Compare():
                self.compare(formula if true else replace(formula, operator=tree.OPPOSITE[formula.operator]))
            case Call():
                word = WORDS[formula.word]
                (word.true if true else word.false)(self, formula)

    def one_of(self, formulas: tuple[Expr, ...], *, true: bool) -> None:
        """The first part that is true (or false) stays so."""
        if not all(map(self.static, formulas)):
            self.first_of(formulas, true, lambda part: self.stay(part, true=true))

    def stays_one(self, formula: Quantified, *, holds: bool) -> None:
        """The first element for which the formula is true (or false) stays one."""

        def stays() -> None:
            self.binder(formula.binder)
            if formula.condition is not None:
                self.stay(formula.condition)
            self.stay(formula.formula, true=holds)

        if not self.static(formula):
            self.instance(formula, holds, stays)

    def stay_all(self, formula: Quantified, *, holds: bool) -> None:
        """The formula stays true (or is not true) for every element, and no others come."""

        def stays() -> None:
            (self.stay if holds else self.not_true)(formula.formula)

        def stays_out() -> None:
            assert formula.condition is not None
            self.not_true(formula.condition)

        if formula.binder.range is not None:
            self.all_of(formula.binder.range)
        if not self.static(formula):
            self.instances(formula, stays, stays_out)

    def not_true(self, formula: Expr) -> None:
        """What keeps a condition from becoming true; where a term has no value, everything that is missing."""
        if not self.static(formula):
            self.unless_undefined(formula, lambda: self.stay(formula, true=False), self.everything)

    def everything(self) -> None:
        """All that is missing: more than enough, and rare."""
        self.read(read_absent, self.universe(Sort.CELLS), self.universe(Sort.VALUES))

    def effect(self, effect: Effect) -> None:
        """What keeps the conclusions of an effect."""
        if isinstance(effect, tree.ForEvery):

            def instance() -> None:
                self.binder(effect.binder)
                if effect.condition is not None:
                    self.stay(effect.condition)
                self.effect(effect.effect)

            self.for_every(effect, instance)
            return

        def conclusion(cells: T, values: T) -> None:
            self.into(effect.where, cells)
            (self.out if effect.verb == "only" else self.into)(effect.what, values)

        if not (self.static(effect.where) and self.static(effect.what)):
            self.concluded(effect, conclusion)

    # Comparisons

    def compare(self, formula: Compare) -> None:
        """What keeps a comparison true."""
        operator, left, right = formula.operator, formula.left, formula.right
        if self.static(left) and self.static(right):
            return
        if operator in ("in", "not in"):
            self.same(left)
            if not self.static(right):
                (self.into if operator == "in" else self.out)(right, self.set(left))
        elif operator == "subset":
            self.subset(formula)
        elif left.sort is Sort.NUMBER:
            self.compare_numbers(operator, left, right)
        elif self.single(left) and self.single(right):
            self.same(left)
            self.same(right)
        elif operator == "=":
            for side in (left, right):
                self.all_of(side)
                if not self.static(side):
                    self.into(side, self.set(side))
        else:
            self.different(left, right)

    def different(self, left: Expr, right: Expr) -> None:
        """The lowest element that only one of the two sets has stays there and out of the other."""
        a = self.set(left)
        b = self.none(a) if isinstance(right, tree.SetOf) and not right.elements else self.set(right)
        lone = self.lowest(self.both("or", self.both("without", a, b), self.both("without", b, a)))

        def keeps(one: Expr, other: Expr) -> None:
            self.into(one, lone)
            self.out(other, lone)

        self.compared("subset", lone, a, lambda: keeps(left, right), lambda: keeps(right, left))

    def compare_numbers(self, operator: str, left: Expr, right: Expr) -> None:
        if operator == "!=":
            a, b = self.value(left), self.value(right)
            self.compared("less", a, b, lambda: self.compare_numbers("<", left, right),
                          lambda: self.compare_numbers(">", left, right))  # fmt: skip
            return
        if operator in ("<", "<=", "="):
            self.bound(left, above=True)
            self.bound(right, above=False)
        if operator in (">", ">=", "="):
            self.bound(left, above=False)
            self.bound(right, above=True)

    def subset(self, formula: Compare) -> None:
        """Elements of the right side stay there where that costs nothing; the others stay out of the left."""
        a, b = self.set(formula.left), self.set(formula.right)
        within = self.both("without", b, a)
        if not self.costs_nothing(formula.right):
            within = self.free(within, lambda one: self.into(formula.right, one))
        kept = self.both("or", a, within)
        self.into(formula.right, kept)
        if not self.static(formula.left):
            self.out(formula.left, self.both("without", self.universe(self.sort_of(a)), kept))

    def costs_nothing(self, term: Expr) -> bool:
        """Do elements stay in the term's set whatever comes back?"""
        if self.static(term):
            return True
        match term:
            case Name():
                return self.costs_nothing(self.lets[term.name]) if term.name in self.lets else True
            case Binary(operator="+" | "&"):
                return self.costs_nothing(term.left) and self.costs_nothing(term.right)
            case Call():
                word = word_of(term)
                return word is not None and word.costs_nothing(self, term)
        return False

    # Numbers

    def bound(self, term: Expr, *, above: bool) -> None:
        """What keeps a number from growing, or from shrinking."""
        match term:
            case Name() if term.name in self.lets:
                self.bound(self.lets[term.name], above=above)
            case tree.Size():
                self.all_of(term.of) if above else self.stays(term.of)
            case Binary():
                self.bound(term.left, above=above)
                self.bound(term.right, above=above if term.operator in "+*" else not above)
            case Call() if (word := word_of(term)) is not None:
                word.bound(self, term, above=above)

    # Terms

    def static(self, term: tree.TreeNode) -> bool:
        """Does the term, with what its names mean, rest on nothing of the state?"""
        return rests_on_nothing(term, self.lets)

    def single(self, expr: Expr) -> bool:
        """Is the term one thing or a number, not a set?"""
        return file_of(expr.sort) == "s" and not (isinstance(expr, tree.SetOf) or expr.sort is None)

    def static_single(self, term: Expr) -> bool:
        return self.static(term) and self.single(term)

    def set(self, expr: Expr) -> T:
        """The value as a set."""
        return self.as_set(self.value(expr))

    def sets(self, call: Call) -> list[T]:
        """The arguments of a word as sets."""
        return [self.set(argument) for argument in call.arguments]

    def all_of(self, term: Expr) -> None:
        """Nothing else comes into the term's set."""
        if self.static(term) or not self.once("all of", term):
            return
        if isinstance(term, Name) and term.name in self.lets:
            self.all_of(self.lets[term.name])
        elif self.single(term):
            self.same(term)
        elif not (isinstance(term, Call) and (word := word_of(term)) is not None and word.all_of(self, term)):
            found = self.set(term)
            self.out(term, self.both("without", self.universe(self.sort_of(found)), found))

    def stays(self, term: Expr) -> None:
        """What is in the term's set stays there."""
        if not self.static(term):
            self.into(term, self.set(term))

    def same(self, term: Expr) -> None:
        """What keeps one thing the same."""
        if self.static(term) or not self.once("same", term):
            return
        match term:
            case Name():
                self.same(self.lets[term.name])
            case Binary() | tree.Size() if self.single(term):
                self.bound(term, above=True)
                self.bound(term, above=False)
            case Call():
                word = word_of(term)
                if word is not None:
                    word.same(self, term)
                else:  # row(p)
                    self.same_arguments(term)
            case _:
                self.all_of(term)
                self.into(term, self.set(term))

    def same_arguments(self, call: Call) -> None:
        """What keeps the arguments of a word the same."""
        for argument in call.arguments:
            self.same(argument)

    def just(self, term: Expr) -> None:
        """What keeps a set, or one thing, as it is."""
        if self.single(term):
            self.same(term)
        else:
            self.all_of(term)
            self.stays(term)

    def whole(self, cells: T) -> None:
        """Each of these cells takes one of its candidates."""
        self.read(read_absent, cells, self.universe(Sort.VALUES))
        self.read(use_cells, cells)

    def out(self, term: Expr, kept: T) -> None:
        """What keeps these elements out of the term's set."""
        if self.static(term):
            return
        match term:
            case Name() if term.name in self.lets:
                self.out(self.lets[term.name], kept)
            case Name():
                WORDS[term.name].out(self, Call(term.name, (), sort=term.sort), kept)
            case Binary(operator="+"):
                self.out(term.left, kept)
                self.out(term.right, kept)
            case Binary():
                self.out_of_both(term, kept)
            case _:
                self.keep(term, kept, inside=False)

    def out_of_both(self, term: Binary, kept: T) -> None:
        """Out of A & B or A - B: each element for one of the two reasons, what never changes first."""
        a, b = self.set(term.left), self.set(term.right)
        by_right = self.both("without" if term.operator == "&" else "and", kept, b)
        by_left = self.both("without", kept, a)
        if not self.static(term.left) and self.static(term.right):
            by_left = self.both("without", by_left, by_right)
        else:
            by_right = self.both("without", by_right, by_left)
        if not self.static(term.left):
            self.some(by_left, lambda: self.out(term.left, by_left))
        if not self.static(term.right):
            keeps = self.out if term.operator == "&" else self.into
            self.some(by_right, lambda: keeps(term.right, by_right))

    def into(self, term: Expr, kept: T) -> None:
        """What keeps these elements in the term's set."""
        if self.costs_nothing(term):
            return
        match term:
            case Name() if term.name in self.lets:
                self.into(self.lets[term.name], kept)
            case Binary(operator="+"):
                if self.static(term.left) or not self.static(term.right):
                    left = self.both("and", kept, self.set(term.left))
                else:
                    left = self.both("without", kept, self.set(term.right))
                self.into(term.left, left)
                self.into(term.right, self.both("without", kept, left))
            case Binary():
                self.into(term.left, kept)
                keeps = self.into if term.operator == "&" else self.out
                self.some(kept, lambda: keeps(term.right, kept))
            case _:
                self.some(kept, lambda: self.keep(term, kept, inside=True))

    def keep(self, term: Expr, kept: T, *, inside: bool) -> None:
        """What keeps elements inside a set that is listed or that a word says, or out of it."""
        match term:
            case tree.SetOf():
                for element in term.elements:
                    self.same(element)
            case tree.Range():
                self.bound(term.high, above=not inside)
                self.bound(term.low, above=inside)
            case Call() if self.single(term):
                self.same(term)
            case Call():
                (WORDS[term.word].into if inside else WORDS[term.word].out)(self, term, kept)


def rests_on_nothing(term: tree.TreeNode, lets: Mapping[str, Expr]) -> bool:
    """Does the term, with what its names mean, read nothing of the state, and use nothing that is printed?"""
    for node in tree.walk(term):
        if isinstance(node, Name) and node.name in lets and not rests_on_nothing(lets[node.name], lets):
            return False
        word = node.word if isinstance(node, Call) else node.name if isinstance(node, Name) else ""
        if word in WORDS and WORDS[word].has_grounds:
            return False
    return True
