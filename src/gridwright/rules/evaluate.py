"""The meaning of the rule language: loops over everything, in the author's order. The truth for whatever is faster.

    for match in witnesses(technique, 2, state):
        match.witness, match.conclusions

A term is evaluated to a Thing, a number or a set of numbers with its sort; where it has no value, Undefined is raised
and makes the condition around it false. A condition is asked whether it is true or whether it is false, and one with a
term without a value answers no to both: that is what `not` asks. A quantifier counts only what is true.
"""

from __future__ import annotations

import operator as operators
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

from ..evidence.things import shape_of
from ..model import GridwrightError, Sort, State, Structure
from ..model.evidence import Evidence, Witness
from ..model.step import Conclusion
from . import tree
from .position import Position, position_of
from .tree import Act, Binder, Compare, Each, Effect, Expr, ForEvery, Item, Let, Name, Pick, Quantified, Technique
from .vocabulary import SORT_WORDS, kind_named
from .words import WORDS
from .words.word import Word

FUEL = 50_000_000
"""Nodes that one call of `witnesses` evaluates before it gives up, unless told otherwise."""


COMPARISONS = {
    "=": operators.eq, "!=": operators.ne, "<": operators.lt, "<=": operators.le, ">": operators.gt, ">=": operators.ge,
}  # fmt: skip
ARITHMETIC = {"+": operators.add, "-": operators.sub, "*": operators.mul, "/": operators.floordiv}
ALGEBRA = {"+": operators.or_, "-": operators.sub, "&": operators.and_}


class OutOfFuel(GridwrightError):
    """The rule was not decided: it would have taken more evaluations than it was given."""


class Undefined(Exception):
    """A term has no value here."""


class TermValue(NamedTuple):
    """What a term is: its sort, and a number or a set of numbers. The sort of `{}` is None."""

    sort: Sort | None
    value: int | frozenset[int]


@cache
def one_thing(sort: Sort, value: int) -> TermValue:
    """A thing that is no set, made once: loops bind the same few again and again."""
    return TermValue(sort, value)


Environment = Mapping[str, TermValue]


@dataclass(frozen=True)
class Match:
    """One way in which a technique applies: the values of its variables and names, and what follows that is new."""

    witness: Witness = field(hash=False)
    conclusions: tuple[Conclusion, ...]


def witnesses(technique: Technique, parameter: int | None, state: State, fuel: int = FUEL) -> Iterator[Match]:
    """Every match that changes something, in the order of the loops."""
    evaluator = Evaluator(technique, parameter, position_of(state), fuel)
    for env in evaluator.matches(technique.seen, evaluator.parameters):
        conclusions = evaluator.conclusions(env)
        if conclusions:
            bound = {name: shown(thing) for name, thing in env.items() if name not in evaluator.parameters}
            yield Match(bound, conclusions)


def recheck(technique: Technique, parameter: int | None, state: State, witness: Witness) -> tuple[Conclusion, ...]:
    """What follows in this state from the same variables, names evaluated anew; nothing where they do not match."""
    evaluator = Evaluator(technique, parameter, position_of(state), FUEL)
    env = evaluator.again(witness)
    return () if env is None else evaluator.conclusions(env)


def shown(thing: TermValue) -> Evidence:
    """Return a thing as evidence."""
    shape = shape_of(thing.sort or Sort.CELLS)
    return shape.from_kernel(thing.value if isinstance(thing.value, int) else sorted(thing.value))


def environment(witness: Witness) -> Environment:
    """Return the things of a witness; what no rule can speak of is left out."""
    return {name: TermValue(*term) for name, shape in witness.items() if (term := shape.term) is not None}


@cache
def common_sort(*sorts: Sort | None) -> Sort | None:
    """The sort of the elements when things of these sorts are read as sets: a group is cells, a kind is groups."""
    known = {sort for sort in sorts if sort is not None}
    if known & {Sort.CELLS, Sort.CELL, Sort.GROUP}:
        return Sort.CELL
    if known & {Sort.GROUPS, Sort.KIND}:
        return Sort.GROUP
    if known & {Sort.VALUES, Sort.VALUE}:
        return Sort.VALUE
    return Sort.KIND if known else None


def whole_range(binder: Binder, structure: Structure) -> tuple[Sort, frozenset[int]]:
    """The sort of a binder's variables, and all that they run over where it names no range."""
    if binder.kind in SORT_WORDS:
        sort = SORT_WORDS[binder.kind]
        return sort, structure.everything(sort)
    return Sort.GROUP, groups_named(binder.kind, structure)


def groups_named(word: str, structure: Structure) -> frozenset[int]:
    """The groups of the kind that a binder or a term names."""
    kind = kind_named(word, structure.kinds)
    return frozenset() if kind is None else structure.of_kind[kind]


class Evaluator:
    """A technique on a position; `env` holds the values of the variables that are bound so far."""

    def __init__(self, technique: Technique, parameter: int | None, position: Position, fuel: int) -> None:
        self.technique = technique
        self.position = position
        self.structure = position.structure
        self.fuel = fuel
        self.said: dict[tuple[str, tuple[TermValue, ...]], tuple[TermValue | None, int]] = position.said
        self.ranges: dict[str, tuple[Sort, frozenset[int], list[int]]] = {}
        self.parameters: Environment = {}
        if technique.parameters and parameter is not None:
            self.parameters = {technique.parameters[0].name: TermValue(Sort.NUMBER, parameter)}

    def burn(self, evaluations: int = 1) -> None:
        """Count evaluations."""
        self.fuel -= evaluations
        if self.fuel < 0:
            raise OutOfFuel(f"{self.technique.key} ran out of fuel")

    # Items and effects

    def matches(self, items: tuple[Item, ...], env: Environment, begin: int = 0) -> Iterator[Environment]:
        """Every way to bind the variables of the items, from the one to begin with, so that all conditions hold."""
        for i in range(begin, len(items)):
            item = items[i]
            if isinstance(item, (Each, Pick)):
                for extended in self.bindings(item, env):
                    yield from self.matches(items, extended, i + 1)
                return
            if isinstance(item, Let):
                try:
                    env = {**env, item.name: self.term(item.term, env)}
                except Undefined:
                    return
            elif not self.holds(item, env):
                return
        yield env

    def again(self, witness: Witness) -> Environment | None:
        """The environment of a known witness, if all of it holds here."""
        env, things = self.parameters, environment(witness)
        for item in self.technique.seen:
            if isinstance(item, (Each, Pick)):
                bound = {name: things[name] for name in tree.bound_names(item) if name in things}
                if len(bound) < len(tree.bound_names(item)) or not self.may_bind(item, bound, env):
                    return None
                env = {**env, **bound}
            else:
                behind = next(self.matches((item,), env), None)
                if behind is None:
                    return None
                env = behind
        return env

    def bindings(self, binder: Binder, env: Environment) -> Iterator[Environment]:
        """Every way to bind the variables of a binder: elements in order, selections in lexicographic order."""
        try:
            sort, elements = self.range(binder, env)
            size = self.number(binder.count, env) if isinstance(binder, Pick) else 0
        except Undefined:
            return
        if isinstance(binder, Pick):
            for picked in combinations(elements, size):
                self.burn()
                yield {**env, binder.name: TermValue(sort.several, frozenset(picked))}
        elif isinstance(binder, Each) and len(binder.names) == 1:
            [name] = binder.names
            for x in elements:
                self.burn()
                yield {**env, name: one_thing(sort, x)}
        elif isinstance(binder, Each):
            ways = combinations if binder.ordered else permutations
            for chosen in ways(elements, len(binder.names)):
                self.burn()
                yield {**env, **{name: one_thing(sort, x) for name, x in zip(binder.names, chosen, strict=True)}}

    def may_bind(self, binder: Each | Pick, bound: Environment, env: Environment) -> bool:
        """Is this one of the ways to bind the variables of a binder?"""
        self.burn()
        try:
            sort, elements = self.range(binder, env)
            size = self.number(binder.count, env) if isinstance(binder, Pick) else 0
        except Undefined:
            return False
        if isinstance(binder, Pick):
            of, picked = bound[binder.name]
            if of is not sort.several or not isinstance(picked, frozenset):
                return False
            return picked <= {*elements} and len(picked) == size
        chosen = [x for each, x in (bound[name] for name in binder.names) if each is sort and x in elements]
        return len({*chosen}) == len(binder.names) and (not binder.ordered or chosen == sorted(chosen))

    def range(self, binder: Binder, env: Environment) -> tuple[Sort, list[int]]:
        """The sort of a binder's variables and the elements that they run over, in order."""
        known = self.ranges.get(binder.kind)
        if known is None:
            sort, within = whole_range(binder, self.structure)
            known = self.ranges[binder.kind] = sort, within, sorted(within)
        sort, within, elements = known
        return sort, elements if binder.range is None else sorted(within & self.set(self.term(binder.range, env), sort))

    def conclusions(self, env: Environment) -> tuple[Conclusion, ...]:
        """What the effects say that is new, each once, in the order of the text."""
        found = [c for effect in self.technique.then for c in self.effect(effect, env)]
        return tuple(dict.fromkeys(c for c in found if self.position.changes(c)))

    def effect(self, effect: Effect, env: Environment) -> Iterator[Conclusion]:
        """What an effect says, new or not; nothing where it has a term without a value."""
        if isinstance(effect, ForEvery):
            for extended in self.bindings(effect.binder, env):
                if effect.condition is None or self.holds(effect.condition, extended):
                    yield from self.effect(effect.effect, extended)
            return
        try:
            cells = sorted(self.set(self.term(effect.where, env), Sort.CELL))
            values = self.set(self.term(effect.what, env), Sort.VALUE)
        except Undefined:
            return
        for cell in cells:
            yield from self.act(effect, cell, values)

    def act(self, act: Act, cell: int, values: frozenset[int]) -> Iterator[Conclusion]:
        """What a verb says of one cell. To place a silent value is to exclude the others."""
        if act.verb == "place" and values <= self.structure.loud:
            yield from (Conclusion(cell, value, True) for value in sorted(values))
            return
        excluded = values if act.verb == "exclude" else self.position.cand(cell) - values
        yield from (Conclusion(cell, value, False) for value in sorted(excluded))

    # Conditions

    def holds(self, formula: Expr, env: Environment, *, true: bool = True) -> bool:
        """Does the condition hold, or with true=False, does `not` the condition?"""
        self.burn()
        if isinstance(formula, Compare):
            try:
                return true is self.compare(
                    formula.operator, self.term(formula.left, env), self.term(formula.right, env)
                )
            except Undefined:
                return False
        match formula:
            case tree.Not():
                return self.holds(formula.formula, env, true=not true)
            case tree.And() | tree.Or():
                every = isinstance(formula, tree.And) == true
                return (all if every else any)(self.holds(f, env, true=true) for f in formula.formulas)
            case Quantified(quantifier="every") if true:
                return self.has_range(formula, env) and all(
                    self.holds(formula.formula, e) for e in self.instances(formula, env)
                )
            case Quantified(quantifier="every"):
                return any(self.holds(formula.formula, e, true=False) for e in self.instances(formula, env))
            case Quantified():
                some = any(self.holds(formula.formula, e) for e in self.instances(formula, env))
                return self.has_range(formula, env) and some == (formula.quantifier == ("some" if true else "no"))
        try:
            return (self.term(formula, env).value == 1) is true
        except Undefined:
            return False

    def has_range(self, formula: Quantified, env: Environment) -> bool:
        """Has the set that the quantifier runs over a value?"""
        try:
            self.range(formula.binder, env)
        except Undefined:
            return False
        return True

    def instances(self, formula: Quantified, env: Environment) -> Iterator[Environment]:
        """What the quantifier speaks of: where its `with` is true."""
        for extended in self.bindings(formula.binder, env):
            if formula.condition is None or self.holds(formula.condition, extended):
                yield extended

    def compare(self, operator: str, left: TermValue, right: TermValue) -> bool:
        """What a comparison of two things says."""
        if operator in ("in", "not in"):
            if left.sort is None or isinstance(left.value, frozenset):
                raise TypeError(f"expected one thing before `{operator}`")
            return (left.value in self.set(right, left.sort)) == (operator == "in")
        single = isinstance(left.value, int) and isinstance(right.value, int) and left.sort is right.sort
        if operator == "subset" or (operator in ("=", "!=") and not single):
            one = common_sort(left.sort, right.sort)
            a, b = self.set(left, one), self.set(right, one)
            return a <= b if operator == "subset" else (a == b) == (operator == "=")
        if not isinstance(left.value, int) or not isinstance(right.value, int):
            raise TypeError(f"expected numbers around `{operator}`")
        return bool(COMPARISONS[operator](left.value, right.value))

    # Terms

    def term(self, expr: Expr, env: Environment) -> TermValue:
        """The value of a term; Undefined where it has none."""
        self.fuel -= 1  # `burn`, written out: most of the time goes here
        if self.fuel < 0:
            self.burn()
        if isinstance(expr, Name):
            return env.get(expr.name) or self.word(expr.name, ())
        if isinstance(expr, tree.Call):
            arguments = []
            for argument in expr.arguments:
                bound = env.get(argument.name) if isinstance(argument, Name) else None
                if bound is None:
                    bound = self.term(argument, env)
                else:
                    self.fuel -= 1  # as `term` would; looked at with the word
                arguments.append(bound)
            return self.word(expr.word, tuple(arguments))
        if isinstance(expr, tree.Number):
            return one_thing(Sort.NUMBER, expr.value)
        if isinstance(expr, tree.Size):
            of = self.term(expr.of, env)
            return one_thing(Sort.NUMBER, len(self.set(of, common_sort(of.sort))))
        if isinstance(expr, tree.SetOf):
            return self.set_of([self.term(element, env) for element in expr.elements])
        if isinstance(expr, tree.Range):
            low, high = self.number(expr.low, env), self.number(expr.high, env)
            numbers = enumerate(self.structure.numbers)
            return TermValue(Sort.VALUES, frozenset(v for v, n in numbers if n is not None and low <= n <= high))
        if isinstance(expr, tree.Binary):
            return self.binary(expr.operator, self.term(expr.left, env), self.term(expr.right, env))
        raise TypeError(f"{type(expr).__name__} is a condition, not a term")

    def set_of(self, things: list[TermValue]) -> TermValue:
        """`{a, b}`"""
        if not things:
            return TermValue(None, frozenset())
        sort = things[0].sort
        if sort is None or sort.several is None:
            raise TypeError("expected cells, values, groups or kinds inside { }")
        return TermValue(sort.several, frozenset(t.value for t in things if isinstance(t.value, int)))

    def binary(self, operator: str, left: TermValue, right: TermValue) -> TermValue:
        """Numbers are added, subtracted, multiplied and divided; sets united, subtracted and intersected."""
        if isinstance(left.value, int) and left.sort is Sort.NUMBER and isinstance(right.value, int):
            a, b = left.value, right.value
            if operator == "/" and b == 0:
                raise Undefined
            return TermValue(Sort.NUMBER, ARITHMETIC[operator](a, b))
        one = common_sort(left.sort, right.sort)
        s, t = self.set(left, one), self.set(right, one)
        return TermValue(one.several if one is not None else None, ALGEBRA[operator](s, t))

    def number(self, expr: Expr, env: Environment) -> int:
        """The value of a term that is a number."""
        value = self.term(expr, env).value
        if not isinstance(value, int):
            raise TypeError("expected a number")
        return value

    # Sorts

    def set(self, thing: TermValue, one: Sort | None) -> frozenset[int]:
        """A thing where a set is wanted, of elements of this sort."""
        value = thing.value
        if isinstance(value, frozenset):
            if thing.sort is None or (one is not None and thing.sort is one.several):
                return value
            raise TypeError(f"expected a set of {one}, found {thing.sort}")
        if thing.sort is one:
            return frozenset({value})
        if thing.sort is Sort.GROUP and one is Sort.CELL:
            return self.structure.members[value]
        if thing.sort is Sort.KIND and one is Sort.GROUP:
            return self.structure.of_kind[value]
        raise TypeError(f"expected {one}, found {thing.sort}")

    # Words

    def word(self, name: str, arguments: tuple[TermValue, ...]) -> TermValue:
        """What a word says of its arguments: found out once, for the position stays, but counted every time."""
        known = self.said.get((name, arguments))
        if known is None:
            word, fuel = WORDS.get(name), self.fuel
            thing: TermValue | None
            try:
                thing = self.kind_word(name, arguments) if word is None else word.evaluate(self, arguments)
            except Undefined:
                thing = None
            self.said[name, arguments] = thing, fuel - self.fuel
        else:
            thing, evaluations = known
            self.burn(evaluations)
        if thing is None:
            raise Undefined
        return thing

    def together(self, result: Sort, values: list[int | frozenset[int]]) -> TermValue:
        """What a word says of several things: the union of sets, the sum of numbers."""
        if result is Sort.NUMBER:
            return TermValue(result, sum(v for v in values if isinstance(v, int)))
        if result.is_set and len(values) != 1:
            return TermValue(result, frozenset().union(*(v for v in values if isinstance(v, frozenset))))
        (only,) = values
        return TermValue(result, only)

    def argument(self, argument: TermValue, sort: Sort) -> list[int | frozenset[int]]:
        """The values that a word takes in turn: the elements of a set where it wants one thing."""
        self.burn()
        if sort.is_set:
            return [self.set(argument, sort.one)]
        if argument.sort is sort:
            return [argument.value]
        return [*sorted(self.set(argument, sort))]

    def only(self, argument: TermValue) -> TermValue:
        """The only element of a set."""
        one = common_sort(argument.sort)
        elements = self.set(argument, one)
        if len(elements) != 1:
            raise Undefined
        return TermValue(one, next(iter(elements)))

    def kind_word(self, word: str, arguments: tuple[TermValue, ...]) -> TermValue:
        """`row`: the kind; `row(p)`: the row that holds p, if there is just one."""
        groups = groups_named(word, self.structure)
        if not groups:
            raise Undefined
        if not arguments:
            return TermValue(Sort.KIND, self.structure.kind_of[min(groups)])
        holding = [g for g in groups if self.set(arguments[0], Sort.CELL) <= self.structure.members[g]]
        if len(holding) != 1:
            raise Undefined
        return TermValue(Sort.GROUP, holding[0])

    def apply(self, word: Word, *arguments: int | frozenset[int]) -> int | frozenset[int]:
        """What a word says of arguments of just the sorts that it takes."""
        self.burn()
        value = word.value(self.position, *arguments)
        if value is None:
            raise Undefined
        return value
