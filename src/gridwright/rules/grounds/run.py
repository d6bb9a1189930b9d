"""Grounds of a match, read off the position at once: the truth for the code that the kernel runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import product

from ...model import Sort, State
from ...model.grounds import Grounds
from ..evaluate import FUEL, Environment, Evaluator, Match, TermValue, environment
from ..position import Position, position_of
from ..tree import Act, Call, Expr, ForEvery, Quantified, Technique
from ..words import WORDS
from .collect import Collector
from .traversal import Do, Traversal


def grounds(technique: Technique, size: int | None, match: Match, state: State) -> Grounds:
    """What this match of a rule relied on."""
    if any(isinstance(item, Expr) and item.sort is None for item in technique.seen):
        raise TypeError(f"expected a technique whose sorts are checked, found {technique.key}")
    running = Running(technique, size, match, position_of(state))
    running.walk()
    return running.collector.found


class Running(Traversal[TermValue]):
    """Values are things; `env` holds those of the variables and names that are bound."""

    def __init__(self, technique: Technique, size: int | None, match: Match, position: Position) -> None:
        super().__init__(technique)
        self.evaluator = Evaluator(technique, size, position, FUEL)
        self.position, self.structure = position, position.structure
        self.collector = Collector(position)
        self.conclusions = frozenset(match.conclusions)
        seen = environment(match.witness)
        self.env: Environment = {**self.evaluator.parameters, **seen}

    def within(self, env: Environment, do: Do) -> None:
        """Do something where more is bound."""
        outside, self.env = self.env, env
        do()
        self.env = outside

    # Values

    def value(self, expr: Expr) -> TermValue:
        return self.evaluator.term(expr, self.env)

    def named(self, name: str) -> TermValue | None:
        return self.env.get(name)

    def as_set(self, value: TermValue) -> TermValue:
        if isinstance(value.value, frozenset):
            return value
        return TermValue(value.sort.several if value.sort is not None else None, frozenset({value.value}))

    def call(self, operation: str, sort: Sort, *arguments: TermValue) -> TermValue:
        return WORDS[operation].evaluate(self.evaluator, arguments)

    def sort_of(self, value: TermValue) -> Sort | None:
        return value.sort

    def none(self, like: TermValue) -> TermValue:
        return TermValue(like.sort, frozenset())

    def universe(self, several: Sort | None) -> TermValue:
        one = several.one if several is not None else None
        return TermValue(several, frozenset() if one is None else self.structure.everything(one))

    def both(self, what: str, left: TermValue, right: TermValue) -> TermValue:
        a, b = elements(left), elements(right)
        return TermValue(left.sort or right.sort, a & b if what == "and" else a | b if what == "or" else a - b)

    def lowest(self, elements_: TermValue) -> TermValue:
        return TermValue(elements_.sort, frozenset(sorted(elements(elements_))[:1]))

    # Reading, branches, loops

    def read(self, instruction: Callable[..., None], *arguments: TermValue) -> None:
        instruction(self.collector, *(argument.value for argument in arguments))

    def each(self, elements_: TermValue, do: Callable[[TermValue], None]) -> None:
        for element in sorted(elements(elements_)):
            do(TermValue(elements_.sort.one if elements_.sort is not None else None, element))

    def union(self, elements_: TermValue, sort: Sort, part: Callable[[TermValue], TermValue]) -> TermValue:
        found: set[int] = set()
        self.each(elements_, lambda element: found.update(elements(part(element))))
        return TermValue(sort, frozenset(found))

    def some(self, elements_: TermValue, do: Do, otherwise: Do | None = None) -> None:
        if elements(elements_):
            do()
        elif otherwise is not None:
            otherwise()

    def compared(self, operator: str, left: TermValue, right: TermValue, do: Do, otherwise: Do) -> None:
        a, b = elements(left), elements(right)
        holds = a <= b if operator == "subset" else min(a) < min(b)
        (do if holds else otherwise)()

    def first_of(self, formulas: Iterable[Expr], true: bool, do: Callable[[Expr], None]) -> None:
        do(next(formula for formula in formulas if self.evaluator.holds(formula, self.env, true=true)))

    def instance(self, formula: Quantified, holds: bool, do: Do) -> None:
        holding = partial(self.evaluator.holds, formula.formula, true=holds)
        self.within(next(filter(holding, self.evaluator.instances(formula, self.env))), do)

    def instances(self, formula: Quantified, do: Do, left_out: Do) -> None:
        for env in self.evaluator.bindings(formula.binder, self.env):
            stays = formula.condition is None or self.evaluator.holds(formula.condition, env)
            self.within(env, do if stays else left_out)

    def unless_undefined(self, formula: Expr, do: Do, otherwise: Do) -> None:
        (do if self.evaluator.holds(formula, self.env, true=False) else otherwise)()

    def for_every(self, effect: ForEvery, do: Do) -> None:
        for env in self.evaluator.bindings(effect.binder, self.env):
            if effect.condition is not None and not self.evaluator.holds(effect.condition, env):
                continue
            if not self.conclusions.isdisjoint(self.evaluator.effect(effect.effect, env)):
                self.within(env, do)

    def concluded(self, act: Act, do: Callable[[TermValue, TermValue], None]) -> None:
        new = self.conclusions.intersection(self.evaluator.effect(act, self.env))
        if new:
            do(TermValue(Sort.CELLS, frozenset(conclusion.variable for conclusion in new)),
               TermValue(Sort.VALUES, frozenset(conclusion.value for conclusion in new)))  # fmt: skip

    def free(self, elements_: TermValue, attempt: Callable[[TermValue], None]) -> TermValue:
        collector, free = self.collector, set()
        for element in elements(elements_):
            self.collector = Collector(self.position)
            attempt(TermValue(elements_.sort, frozenset({element})))
            if not self.collector.found.absences:
                free.add(element)
        self.collector = collector
        return TermValue(elements_.sort, frozenset(free))

    def into_each(self, call: Call, kept: TermValue) -> None:
        word, values = WORDS[call.word], [self.value(argument) for argument in call.arguments]
        takes = word.form(len(values)).arguments
        sources = [*product(*map(self.evaluator.argument, values, takes))]
        for argument in call.arguments:
            if self.single(argument):
                self.same(argument)
        for element in elements(kept):
            given = ((each, TermValue(None, self.evaluator.apply(word, *each))) for each in sources)
            source = next(each for each, found in given if element in elements(found))
            for argument, value, one in zip(call.arguments, values, source, strict=True):
                if isinstance(value.value, frozenset) and isinstance(one, int):
                    self.into(argument, TermValue(value.sort, frozenset({one})))


def elements(thing: TermValue) -> frozenset[int]:
    """The elements of a set, or the one thing."""
    return thing.value if isinstance(thing.value, frozenset) else frozenset({thing.value})
