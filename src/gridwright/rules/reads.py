"""What a firing relied on: the candidates that it found missing, and the choices that it used.

A state in which candidates come back (and cells are no longer placed) makes `cand`, `places`, `open`, `missing` grow
and `held` shrink. So a condition that keeps a set small reads what is missing from it; one that asks for an element
reads nothing. Both are asked of every kind of term:

    out(term, X)    what keeps the elements X out of the term's set
    into(term, X)   what keeps the elements X inside
    upper, lower    what keeps a number from growing, from shrinking
    same            what keeps a single thing the same

Conclusions are read as well: `common(S)` shrinks when S grows. The choices used are those of the terms that are kept
small: cells of `cand`, value and group of `places`. A group that is only full ("at most one") is a link, not a choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import product

from ..model import Sort, State
from ..model.step import Conclusion
from . import tree
from .board import Board
from .evaluate import FUEL, WORDS, Environment, Evaluator, Match, Thing, thing
from .position import Position
from .tree import And, Binary, Binder, Call, Compare, Effect, Expr, Let, Name, Not, Or, Quantified, Technique

STATE_WORDS = frozenset({
    "open", "cand", "val", "at", "missing", "lacking", "places", "need", "needy", "held", "fitting", "forced",
    "implied", "early", "outdone", "clue", "total", "total_parity", "parity", "summed", "tied", "summing",
})  # fmt: skip
"""A clue never changes, nor does a printed total, but whoever reads it uses what it says."""
ADDED = ("total", "total_parity")
OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in", "not in": "in"}

Elements = frozenset[int]


@dataclass
class Reads:
    """Absent candidates (variable, value), and positions in the Blueprint's choices and in its other entries."""

    absences: set[tuple[int, int]] = field(default_factory=set)
    choices: set[int] = field(default_factory=set)
    others: set[int] = field(default_factory=set)


def reads(technique: Technique, parameter: int | None, match: Match, board: Board, state: State) -> Reads:
    """What this match relied on."""
    evaluator = Evaluator(technique, parameter, Position(board, state), FUEL)
    env = {**evaluator.parameters, **{name: thing(value) for name, value in match.witness.items()}}
    reader = Reader(evaluator, {item.name: item.term for item in technique.seen if isinstance(item, Let)})
    for item in technique.seen:
        if isinstance(item, Binder):
            reader.binder(item, env)
        elif not isinstance(item, Let):
            reader.true(item, env)
    for effect in technique.then:
        reader.effect(effect, env, frozenset(match.conclusions))
    return reader.found


class Reader:
    """Collects reads over terms and conditions, given an environment in which they hold."""

    def __init__(self, evaluator: Evaluator, lets: Mapping[str, Expr]) -> None:
        self.evaluator = evaluator
        self.position = evaluator.position
        self.board = evaluator.board
        self.lets = lets
        self.found = Reads()

    # Items, conditions, effects

    def binder(self, binder: Binder, env: Environment) -> None:
        """The bound elements stay in the range."""
        if binder.range is not None:
            names = bound_names(binder)
            self.into(binder.range, frozenset().union(*(elements(env[name]) for name in names)), env)

    def bounded(self, binder: Binder, env: Environment) -> None:
        """No other element comes into the range."""
        if binder.range is not None:
            self.all_of(binder.range, env)

    def true(self, formula: Expr, env: Environment) -> None:
        """What keeps a condition true."""
        match formula:
            case Not():
                self.false(formula.formula, env)
            case And():
                for part in formula.formulas:
                    self.true(part, env)
            case Or():
                self.true(next(part for part in formula.formulas if self.evaluator.true(part, env)), env)
            case Quantified(quantifier="some"):
                self.instance(formula, env, holds=True)
            case Quantified(quantifier="every"):
                self.instances(formula, env, holds=True)
            case Quantified():
                self.instances(formula, env, holds=False)
            case Compare():
                self.compare(formula, env)
            case Call(word="distinct"):
                self.all_of(formula.arguments[0], env)
            case Call():
                for argument in formula.arguments:
                    self.same(argument, env)

    def false(self, formula: Expr, env: Environment) -> None:
        """What keeps a condition false."""
        match formula:
            case Not():
                self.true(formula.formula, env)
            case And():
                self.false(next(part for part in formula.formulas if self.evaluator.false(part, env)), env)
            case Or():
                for part in formula.formulas:
                    self.false(part, env)
            case Quantified(quantifier="some"):
                self.instances(formula, env, holds=False)
            case Quantified(quantifier="every"):
                self.instance(formula, env, holds=False)
            case Quantified():
                self.instance(formula, env, holds=True)
            case Compare(operator="subset"):
                left, right = self.sets(formula, env)
                lone = frozenset({min(left - right)})
                self.into(formula.left, lone, env)
                self.out(formula.right, lone, env)
            case Compare():
                self.compare(replace(formula, operator=OPPOSITE[formula.operator]), env)
            case Call(word="distinct"):
                self.into(formula.arguments[0], self.value(formula.arguments[0], env, Sort.CELL), env)
            case Call():
                for argument in formula.arguments:
                    self.same(argument, env)

    def instance(self, formula: Quantified, env: Environment, holds: bool) -> None:
        """The first element for which the formula is true (or false) stays one."""
        asked = self.evaluator.true if holds else self.evaluator.false
        found = next(e for e in self.evaluator.instances(formula, env) if asked(formula.formula, e))
        self.binder(formula.binder, found)
        if formula.condition is not None:
            self.true(formula.condition, found)
        (self.true if holds else self.false)(formula.formula, found)

    def instances(self, formula: Quantified, env: Environment, holds: bool) -> None:
        """The formula stays true (or is not true) for every element, and no others come."""
        self.bounded(formula.binder, env)
        for each in self.evaluator.bindings(formula.binder, env):
            if formula.condition is not None and not self.evaluator.true(formula.condition, each):
                self.not_true(formula.condition, each)
            elif holds:
                self.true(formula.formula, each)
            else:
                self.not_true(formula.formula, each)

    def not_true(self, formula: Expr, env: Environment) -> None:
        """What keeps a condition from becoming true; where a term has no value, everything around it."""
        if self.evaluator.false(formula, env):
            self.false(formula, env)
        else:
            for node in tree.walk(formula):
                if isinstance(node, Call) and node.word in STATE_WORDS:
                    self.everything(node, env)

    def everything(self, call: Call, env: Environment) -> None:
        """All that is missing around the cells of a word without a value: more than enough, and rare."""
        for x, size in enumerate(self.board.blueprint.sizes):
            self.found.absences.update((x, value) for value in range(size) if not self.position.has(x, value))

    def effect(self, effect: Effect, env: Environment, concluded: frozenset[Conclusion]) -> None:
        """What keeps the conclusions of an effect."""
        if isinstance(effect, tree.ForEvery):
            for each in self.evaluator.bindings(effect.binder, env):
                if effect.condition is not None and not self.evaluator.true(effect.condition, each):
                    continue
                if concluded.isdisjoint(self.evaluator.effect(effect.effect, each)):
                    continue
                self.binder(effect.binder, each)
                if effect.condition is not None:
                    self.true(effect.condition, each)
                self.effect(effect.effect, each, concluded)
            return
        told = concluded.intersection(self.evaluator.effect(effect, env))
        if told:
            values = frozenset(conclusion.value for conclusion in told)
            self.into(effect.where, frozenset(conclusion.variable for conclusion in told), env)
            (self.out if effect.verb == "only" else self.into)(effect.what, values, env)

    # Comparisons

    def sets(self, formula: Compare, env: Environment) -> tuple[Elements, Elements]:
        left, right = self.evaluator.term(formula.left, env), self.evaluator.term(formula.right, env)
        one = self.evaluator.common_sort(left, right)
        return self.evaluator.set(left, one), self.evaluator.set(right, one)

    def compare(self, formula: Compare, env: Environment) -> None:
        """What keeps a comparison true."""
        operator, left, right = formula.operator, formula.left, formula.right
        first, second = self.evaluator.term(left, env), self.evaluator.term(right, env)
        if operator in ("in", "not in"):
            self.same(left, env)
            (self.into if operator == "in" else self.out)(right, elements(first), env)
        elif operator == "subset":
            self.subset(formula, env)
        elif first.sort is Sort.NUMBER:
            self.compare_numbers(operator, left, right, env)
        elif self.evaluator.both_single(first, second):
            self.same(left, env)
            self.same(right, env)
        elif operator == "=":
            for side, value in zip((left, right), self.sets(formula, env), strict=True):
                self.all_of(side, env)
                self.into(side, value, env)
        else:
            a, b = self.sets(formula, env)
            x = frozenset({min(a ^ b)})
            self.into(left if x <= a else right, x, env)
            self.out(right if x <= a else left, x, env)

    def compare_numbers(self, operator: str, left: Expr, right: Expr, env: Environment) -> None:
        if operator == "!=":
            operator = "<" if self.evaluator.number(left, env) < self.evaluator.number(right, env) else ">"
        if operator in ("<", "<=", "="):
            self.upper(left, env)
            self.lower(right, env)
        if operator in (">", ">=", "="):
            self.lower(left, env)
            self.upper(right, env)

    def subset(self, formula: Compare, env: Environment) -> None:
        """Elements of the right side stay there where that costs nothing; the others stay out of the left."""
        a, b = self.sets(formula, env)
        one = self.evaluator.common_sort(
            self.evaluator.term(formula.left, env), self.evaluator.term(formula.right, env)
        )
        within = frozenset(x for x in b - a if self.free(formula.right, frozenset({x}), env))
        self.into(formula.right, a | within, env)
        self.out(formula.left, self.universe(one) - a - within, env)

    def free(self, term: Expr, kept: Elements, env: Environment) -> bool:
        """Do these elements stay in the term's set without anything being missing?"""
        trial = Reader(self.evaluator, self.lets)
        trial.into(term, kept, env)
        return not trial.found.absences

    # Numbers

    def upper(self, term: Expr, env: Environment) -> None:
        """What keeps a number from growing."""
        self.bound(term, env, above=True)

    def lower(self, term: Expr, env: Environment) -> None:
        """What keeps a number from shrinking."""
        self.bound(term, env, above=False)

    def bound(self, term: Expr, env: Environment, above: bool) -> None:
        match term:
            case Name() if term.name in self.lets:
                self.bound(self.lets[term.name], env, above)
            case tree.Size():
                if above:
                    self.all_of(term.of, env)
                else:
                    self.into(term.of, self.value(term.of, env), env)
            case Binary():
                self.bound(term.left, env, above)
                self.bound(term.right, env, above if term.operator in "+*" else not above)
            case Call(word="need"):
                for argument in term.arguments:
                    if above:
                        self.all_of(argument, env)
                    else:
                        self.into(argument, self.value(argument, env), env)
                for value, group in self.combinations(term, env):
                    if above or self.position.need(value, group):  # that nothing is needed needs no reason
                        self.use(value, group, at_most=above)
                    if above:
                        self.decided(self.position.held(value, group))
            case Call():
                self.same(term, env)

    # Terms

    def static(self, term: Expr) -> bool:
        """Does the term read nothing of the state?"""
        return reads_nothing(term, self.lets)

    def universe(self, one: Sort | None) -> Elements:
        return frozenset() if one is None else self.evaluator.universe(one)

    def value(self, term: Expr, env: Environment, one: Sort | None = None) -> Elements:
        """The elements of a term."""
        found = self.evaluator.term(term, env)
        if one is None and isinstance(found.value, int) and found.sort is not Sort.GROUP:
            return frozenset({found.value})
        return self.evaluator.set(found, one or self.evaluator.common_sort(found))

    def all_of(self, term: Expr, env: Environment) -> None:
        """Nothing else comes into the term's set."""
        found = self.evaluator.term(term, env)
        if isinstance(found.value, int):
            self.same(term, env)
        else:
            self.out(term, self.universe(found.sort.one if found.sort else None) - found.value, env)

    def same(self, term: Expr, env: Environment) -> None:
        """What keeps one thing the same."""
        if self.static(term):
            return
        match term:
            case Name():
                self.same(self.lets[term.name], env)
            case Call(word="the"):
                self.all_of(term.arguments[0], env)
                self.into(term.arguments[0], self.value(term.arguments[0], env), env)
            case Call(word="val"):
                self.same(term.arguments[0], env)
                self.decided(self.value(term.arguments[0], env))
            case Binary() | tree.Size() if isinstance(self.evaluator.term(term, env).value, int):
                self.upper(term, env)
                self.lower(term, env)
            case Call(word="clue"):
                self.same(term.arguments[0], env)
                self.printed(self.evaluator.term(term.arguments[0], env))
            case Call(word="total" | "total_parity" | "parity"):
                self.just(term.arguments[0], env)
                for (each,) in self.combinations(term, env):
                    self.added(each) if term.word in ADDED else self.whole([each])
            case Call():
                for argument in term.arguments:
                    self.same(argument, env)
            case _:
                self.all_of(term, env)
                self.into(term, self.value(term, env), env)

    def just(self, term: Expr, env: Environment) -> None:
        """What keeps a set, or one thing, as it is."""
        if isinstance(self.evaluator.term(term, env).value, int):
            self.same(term, env)
        else:
            self.all_of(term, env)
            self.into(term, self.value(term, env), env)

    def out(self, term: Expr, kept: Elements, env: Environment) -> None:
        """What keeps these elements out of the term's set."""
        if self.static(term):
            return
        match term:
            case Name() if term.name in self.lets:
                self.out(self.lets[term.name], kept, env)
            case Name():
                self.decided(kept)  # open
            case Binary(operator="+"):
                self.out(term.left, kept, env)
                self.out(term.right, kept, env)
            case Binary():
                self.out_of_both(term, kept, env)
            case tree.SetOf():
                for element in term.elements:
                    self.same(element, env)
            case tree.Range():
                self.upper(term.high, env)
                self.lower(term.low, env)
            case Call():
                if isinstance(self.evaluator.term(term, env).value, int):
                    self.same(term, env)
                else:
                    self.out_of_word(term, kept, env)

    def out_of_both(self, term: Binary, kept: Elements, env: Environment) -> None:
        """Out of A & B or A - B: each element for one of the two reasons, what never changes first."""
        one = self.evaluator.common_sort(self.evaluator.term(term, env))
        a, b = self.value(term.left, env, one), self.value(term.right, env, one)
        by_right = kept - b if term.operator == "&" else kept & b
        by_left = kept - a
        if self.static(term.left):
            by_right -= by_left
        elif self.static(term.right):
            by_left -= by_right
        else:
            by_right -= by_left
        if by_left:
            self.out(term.left, by_left, env)
        if by_right:
            (self.out if term.operator == "&" else self.into)(term.right, by_right, env)

    def out_of_word(self, term: Call, kept: Elements, env: Environment) -> None:
        board, position, arguments = self.board, self.position, term.arguments
        match term.word:
            case "cells":
                holding = frozenset(g for g, members in enumerate(board.members) if members & kept)
                self.out(arguments[0], holding, env)
                return
            case "holders":
                cells = self.value(arguments[0], env, Sort.CELL)
                for group in kept:
                    self.into(arguments[0], frozenset({min(cells - board.members[group])}), env)
                return
            case "meet":
                self.same(arguments[1], env)
                (kind,) = self.value(arguments[1], env, Sort.KIND)
                touched = frozenset().union(*(board.members[g] for g in kept & board.of_kind[kind]))
                self.out(arguments[0], touched, env)
                return
            case "common":
                cells = self.value(arguments[0], env, Sort.CELL)
                if not cells:
                    self.all_of(arguments[0], env)
                for cell in kept if cells else ():
                    blind = min(c for c in cells if cell not in board.peers[c])
                    self.into(arguments[0], frozenset({blind}), env)
                return
            case "open":
                cells = self.value(arguments[0], env, Sort.CELL)
                outside = kept - cells if self.static(arguments[0]) else kept - cells - (kept - position.open)
                self.out(arguments[0], outside, env)
                self.decided(kept - outside)
                return
            case "first":
                for argument in arguments:
                    self.same(argument, env)
                return
            case "fitting":
                for argument in arguments:
                    self.same(argument, env)
                self.layouts(self.evaluator.term(arguments[0], env))
                return
            case "forced":
                self.same(arguments[0], env)
                self.all_of(arguments[1], env)
                return
            case "alike":
                self.same(arguments[0], env)
                return
            case "summed" | "tied":  # what has several sums keeps them
                self.all_of(arguments[0], env)
                self.same(arguments[1], env)
                return
            case "summing":
                self.summing(term, env)
                cells, (cell,) = self.value(arguments[0], env, Sort.CELL), self.value(arguments[2], env)
                self.whole(cells - {cell})
                return
            case "implied" | "early" | "outdone":  # what comes back can close one way and open another
                for argument in arguments:
                    self.same(argument, env)
                self.everything(term, env)
                return
        for argument in arguments:
            self.all_of(argument, env)
        for each in self.combinations(term, env):
            match (term.word, *each):
                case ("cand", int(cell)):
                    self.absent((cell, value) for value in kept)
                    self.found.choices.add(cell)
                case ("at", int(value)):
                    self.not_at(kept, value)
                case ("places", int(value), int(group)):
                    self.not_at(kept & board.members[group], value)
                    self.use(value, group)
                case ("missing", int(group)):
                    for value in kept & board.once[group]:
                        self.decided(position.held(value, group))
                    for value in position.missing(group):
                        self.use(value, group)
                case ("lacking" | "needy", int(value)):
                    for group in kept:
                        self.decided(position.held(value, group))

    def into(self, term: Expr, kept: Elements, env: Environment) -> None:
        """What keeps these elements in the term's set."""
        if not kept or self.static(term):
            return
        match term:
            case Name() if term.name in self.lets:
                self.into(self.lets[term.name], kept, env)
            case Binary(operator="+"):
                one = self.evaluator.common_sort(self.evaluator.term(term, env))
                a, b = self.value(term.left, env, one), self.value(term.right, env, one)
                left = kept & a if self.static(term.left) or not self.static(term.right) else kept - b
                self.into(term.left, left, env)
                self.into(term.right, kept - left, env)
            case Binary():
                self.into(term.left, kept, env)
                (self.into if term.operator == "&" else self.out)(term.right, kept, env)
            case tree.SetOf():
                for element in term.elements:
                    self.same(element, env)
            case tree.Range():
                self.lower(term.high, env)
                self.upper(term.low, env)
            case Call():
                if isinstance(self.evaluator.term(term, env).value, int):
                    self.same(term, env)
                else:
                    self.into_word(term, kept, env)

    def into_word(self, term: Call, kept: Elements, env: Environment) -> None:
        board, arguments = self.board, term.arguments
        match term.word:
            case "cells":
                groups = self.value(arguments[0], env, Sort.GROUP)
                chosen = frozenset(min(g for g in groups if cell in board.members[g]) for cell in kept)
                self.into(arguments[0], chosen, env)
            case "holders":
                outside = self.universe(Sort.CELL) - frozenset.intersection(*(board.members[g] for g in kept))
                self.out(arguments[0], outside, env)
            case "meet":
                self.same(arguments[1], env)
                cells = self.value(arguments[0], env, Sort.CELL)
                self.into(arguments[0], frozenset(min(cells & board.members[g]) for g in kept), env)
            case "common":
                blind = frozenset(c for c in self.universe(Sort.CELL) if not kept <= board.peers[c])
                self.out(arguments[0], blind, env)
            case "open":
                self.into(arguments[0], kept, env)
            case "fitting" | "first":
                for argument in arguments:
                    self.same(argument, env)
            case "forced":
                self.same(arguments[0], env)
                self.into(arguments[1], self.value(arguments[1], env, Sort.CELL), env)
                self.layouts(self.evaluator.term(arguments[0], env))
            case "alike":
                self.same(arguments[0], env)
            case "summed" | "tied":
                self.into(arguments[0], frozenset().union(*(board.members[g] for g in kept)), env)
                self.same(arguments[1], env)
                for group in kept:
                    self.added(group)
            case "summing":
                self.summing(term, env)
            case "early" | "outdone":
                for argument in arguments:
                    self.same(argument, env)
                self.standing(self.evaluator.term(arguments[0], env))
            case "implied":
                for argument in arguments:
                    self.same(argument, env)
                (cell,), (value,) = (self.value(argument, env) for argument in arguments)
                chains = self.position.implied(cell, value)
                for end in kept:
                    self.whole(chains[end])
            case _:
                self.into_each(term, kept, env)

    def into_each(self, term: Call, kept: Elements, env: Environment) -> None:
        """A lifted word: each element comes from some of the arguments, which stay; `held` reads what is placed."""
        for element in kept:
            source = next(each for each in self.combinations(term, env) if element in self.part(term.word, each))
            for argument, value in zip(term.arguments, source, strict=True):
                if isinstance(self.evaluator.term(argument, env).value, int):
                    self.same(argument, env)
                else:
                    self.into(argument, frozenset({value}), env)
        if term.word == "held":
            self.decided(kept)

    def summing(self, term: Call, env: Environment) -> None:
        """The same cells add up to the same number."""
        cells, number, cell = term.arguments
        self.just(cells, env)
        self.same(number, env)
        self.same(cell, env)

    def part(self, word: str, arguments: tuple[int, ...]) -> Elements:
        found = self.evaluator.apply(word, *arguments)
        return found if isinstance(found, frozenset) else frozenset({found})

    def combinations(self, term: Call, env: Environment) -> list[tuple[int, ...]]:
        """The single things that a word is asked about in turn."""
        wanted = WORDS[term.word][0]
        lists = [
            self.evaluator.argument(self.evaluator.term(argument, env), sort)
            for argument, sort in zip(term.arguments, wanted, strict=True)
        ]
        return [tuple(x for x in each if isinstance(x, int)) for each in product(*lists)]

    # Reads

    def absent(self, candidates: Iterable[tuple[int, int]]) -> None:
        """These candidates are missing. A value that a cell never had is not."""
        sizes = self.board.blueprint.sizes
        self.found.absences.update((x, value) for x, value in candidates if value < sizes[x])

    def whole(self, cells: Iterable[int]) -> None:
        """Each of these cells takes one of its candidates."""
        for cell in cells:
            lost = (v for v in range(self.board.values) if not self.position.has(cell, v))
            self.absent((cell, value) for value in lost)
            self.found.choices.add(cell)

    def layouts(self, group: Thing) -> None:
        """The group is filled in one of the ways that its cells still allow."""
        assert isinstance(group.value, int)
        if group.value in self.board.fillings:
            self.whole(self.board.groups[group.value].members)
            self.found.others.add(self.board.fillings[group.value])

    def added(self, group: int) -> None:
        """The cells of the group add up to what they do: it is printed, or all ways to fill it do."""
        board = self.board
        if group in board.totals:
            self.found.choices.update(board.members[group])
        else:
            self.whole(board.groups[group].members)
        said = board.fillings.get(group, board.sums.get(group))
        if said is not None:
            self.found.others.add(said)

    def printed(self, group: Thing) -> None:
        """What a clue says of the cells of its group."""
        assert isinstance(group.value, int)
        self.found.choices.update(self.board.groups[group.value].members)
        self.found.others.add(self.board.fillings[group.value])

    def standing(self, group: Thing) -> None:
        """What is placed in a line of towers is where it is, and the line is filled somehow."""
        assert isinstance(group.value, int)
        self.decided(self.board.members[group.value] - self.position.open)
        self.printed(group)

    def decided(self, cells: Elements) -> None:
        """These cells have lost every candidate but their value."""
        for cell in cells:
            own = self.position.values[cell]
            self.absent((cell, value) for value in range(self.board.values) if value != own)

    def not_at(self, cells: Elements, value: int) -> None:
        """These cells lack the value, or hold it already."""
        for cell in cells:
            if self.position.has(cell, value):
                self.decided(frozenset({cell}))
            else:
                self.absent([(cell, value)])

    def use(self, value: int, group: int, at_most: bool = False) -> None:
        """The group must hold the value. That it holds no more than one is a link and uses no choice."""
        if (value, group) in self.board.others:
            self.found.others.add(self.board.others[value, group])
        elif (value, group) in self.board.choices and not at_most:
            self.found.choices.add(self.board.choices[value, group])
        elif (value, group) not in self.board.choices and self.board.exact[value, group]:
            self.found.choices.update(self.board.members[group])  # as many as cells: the Blueprint says it of each cell


def reads_nothing(term: Expr, lets: Mapping[str, Expr]) -> bool:
    """Does the term, with what its names mean, read nothing of the state?"""
    for node in tree.walk(term):
        if isinstance(node, Name) and node.name in lets and not reads_nothing(lets[node.name], lets):
            return False
        word = node.word if isinstance(node, Call) else node.name if isinstance(node, Name) else ""
        if word in STATE_WORDS:
            return False
    return True


def bound_names(binder: Binder) -> tuple[str, ...]:
    """The variables of a binder."""
    if isinstance(binder, tree.Each):
        return binder.names
    return (binder.name,) if isinstance(binder, tree.Pick) else ()


def elements(thing: Thing) -> Elements:
    """The elements of a set, or the one thing."""
    return thing.value if isinstance(thing.value, frozenset) else frozenset({thing.value})
