"""A rule on every state at once: each condition becomes a logic gate over the candidates of an unknown state.

    unknown = Unknown(gates, structure)                 a state, and a solution that it keeps, as literals
    for asked in Symbolic(technique, 2, unknown).witnesses():
        gates.solve([*asked.seen, asked.wrong])         a state in which this witness concludes what is false

The twin of `evaluate.py`, clause for clause: where that computes a set, this computes for each element the literal "it
is in the set"; a word says its own (`gates`). The variables of the binders run over all that the board has, one witness
at a time; what does not depend on the state folds away, and a witness that no state can have is dropped on the way.

The unknown state is any at all: whatever candidates, as long as a solution is among them, and whatever cells placed, as
long as they have one candidate. It need not be one that reasoning leads to.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, permutations, product
from typing import Any

from ..evidence.things import shape_of
from ..model import Limits, Sort, Structure, begin
from ..model.engines import T
from ..model.evidence import Evidence, Witness
from . import tree
from .evaluate import common_sort, groups_named, whole_range
from .gates import FALSE, TRUE, Gates
from .tree import Binder, Compare, Each, Effect, Expr, ForEvery, Item, Pick, Quantified, Technique
from .words import WORDS
from .words.word import CannotSayInLogic, Word

NUMBERS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip

KEPT = 100_000
"""Terms that are kept while a technique is asked about."""


@dataclass(frozen=True)
class _Stated:
    """Where relations state themselves in clauses over the candidates of a solution."""

    gates: Gates
    structure: Structure
    literals: Sequence[int]
    known: dict[Hashable, Any] = field(default_factory=dict)

    @property
    def sizes(self) -> Sequence[int]:
        return self.structure.sizes

    def literal(self, x: int, value: int) -> int:
        return self.literals[self.structure.candidate(x, value)]

    def fresh(self) -> int:
        return self.gates.fresh()

    def defined(self, key: Hashable, define: Callable[[], T]) -> T:
        if key not in self.known:
            self.known[key] = define()
        found: T = self.known[key]
        return found

    def add(self, literals: Iterable[int]) -> None:
        self.gates.require(*literals)


@dataclass(frozen=True)
class Unknown:
    """A state of a board, and a solution inside it, of which nothing else is known."""

    gates: Gates
    structure: Structure

    @cached_property
    def cand(self) -> tuple[tuple[int, ...], ...]:
        """For each cell and value: it is a candidate."""
        return tuple(tuple(self.gates.fresh() for _ in range(size)) for size in self.structure.sizes)

    @cached_property
    def placed(self) -> tuple[int, ...]:
        """For each cell: its value is written down, so that no other candidate is left."""
        found = tuple(self.gates.fresh() for _ in self.cand)
        for placed, values in zip(found, self.cand, strict=True):
            for a, b in combinations(values, 2):
                self.gates.require(-placed, -a, -b)
        return found

    @cached_property
    def solution(self) -> tuple[tuple[int, ...], ...]:
        """For each cell and value: the solution has it there."""
        gates, structure = self.gates, self.structure
        flat = [gates.fresh() for _ in range(sum(structure.sizes))]
        for candidate, literal in enumerate(flat):
            x, value = self.structure.pair(candidate)
            gates.require(-literal, self.cand[x][value])
            if not structure.masks[x] >> value & 1:
                gates.require(-literal)
        for choice in structure.choices:
            gates.require(*(flat[c] for c in choice.candidates))
        for together in structure.links:
            for a, b in combinations(together, 2):
                gates.require(-flat[a], -flat[b])
        stated = _Stated(gates, structure, flat)
        for relation in structure.relations:
            relation.clauses(TRUE, stated)
        return tuple(tuple(flat[c] for c in structure.candidates(x)) for x in range(structure.size))

    @cached_property
    def decided(self) -> tuple[tuple[int, ...], ...]:
        """For each cell and value: the cell is decided for it."""
        gates, loud = self.gates, self.structure.loud
        return tuple(
            tuple(
                gates.all((own, *(-c for c in values if c != own), placed if v in loud else TRUE))
                for v, own in enumerate(values)
            )
            for placed, values in zip(self.placed, self.cand, strict=True)
        )

    @cached_property
    def open(self) -> tuple[int, ...]:
        """For each cell: it is not decided."""
        return tuple(-self.gates.any(values) for values in self.decided)

    @cached_property
    def at(self) -> tuple[dict[int, int], ...]:
        """For each value: the open cells that still have it."""
        return tuple(
            {x: self.gates.all((self.open[x], values[v])) for x, values in enumerate(self.cand) if v < len(values)}
            for v in range(self.structure.values)
        )

    @cached_property
    def fixed(self) -> tuple[int, ...]:
        """For each cell: it has one candidate left."""
        return tuple(self.gates.count(values).get(1, FALSE) for values in self.cand)

    def has(self, cell: int, value: int) -> int:
        """The value is a candidate of the cell."""
        return self.cand[cell][value] if value < len(self.cand[cell]) else FALSE

    def held(self, value: int, group: int) -> dict[int, int]:
        """The cells of the group that are decided for the value."""
        return {x: self.decided[x][value] for x in self.structure.members[group] if value < len(self.decided[x])}

    def need(self, value: int, group: int) -> dict[int, int] | None:
        """How many more of the value the group must get; None where the rulebook does not say."""
        wanted = self.structure.exact.get((value, group))
        if wanted is None:
            return None
        return self.gates.sum({wanted: TRUE}, self.gates.count(self.held(value, group).values()), -1)

    def needs(self, value: int, group: int) -> int:
        """The group must get more of the value."""
        return self.gates.any(gate for n, gate in (self.need(value, group) or {}).items() if n > 0)

    def misses(self, value: int, group: int) -> int:
        """The group must hold the value once, and has not placed it."""
        if value not in self.structure.once[group]:
            return FALSE
        return -self.gates.any(self.held(value, group).values())


@dataclass(frozen=True)
class SymbolicTerm:
    """What a term may be: for each element the literal that it is in the set, or is the one thing; and `defined`."""

    sort: Sort | None
    items: Mapping[int, int]
    defined: int = TRUE

    @property
    def is_set(self) -> bool:
        """A set; else one thing or a number, of whose literals just one is true."""
        return self.sort is None or self.sort.is_set


SymbolicTerms = Mapping[str, SymbolicTerm]


@dataclass(frozen=True)
class SymbolicMatch:
    """One witness: what the state must be for it to match, and whether it then concludes anything, or what is wrong."""

    bound: SymbolicTerms
    seen: tuple[int, ...]
    fires: int
    wrong: int
    conclusions: tuple[tuple[int, int, bool, int], ...]
    """Cell, value, whether it is placed, and the literal that this is concluded, is news and is false."""


class Symbolic:
    """A technique on an unknown state."""

    def __init__(
        self, technique: Technique, parameter: int | None, unknown: Unknown, limits: Limits | None = None
    ) -> None:
        self.technique, self.unknown, self.limits = technique, unknown, begin(limits)
        self.gates, self.structure = unknown.gates, unknown.structure
        self.looked = 0
        self._said: dict[tuple[str, tuple[int, ...]], SymbolicTerm] = {}
        self._things: dict[tuple[Sort, int], SymbolicTerm] = {}
        self._made: dict[tuple[int, ...], tuple[list[SymbolicTerm], SymbolicTerm]] = {}
        _ = unknown.solution  # from now on there is one
        self.parameters: SymbolicTerms = {}
        if technique.parameters and parameter is not None:
            self.parameters = {technique.parameters[0].name: SymbolicTerm(Sort.NUMBER, {parameter: TRUE})}

    # Items and effects

    def witnesses(self) -> Iterator[SymbolicMatch]:
        """Every witness that some state may have, as far as unit propagation sees."""
        if not self.technique.then:
            raise CannotSayInLogic(f"the condition of {self.technique.key} is code")
        for env, seen in self.matches(self.technique.seen, self.parameters, ()):
            self.looked += 1
            told = [each for effect in self.technique.then for each in self.effect(effect, env)]
            fires = self.gates.any(news for *_, news, _ in told)
            wrong = self.gates.any(wrong for *_, wrong in told)
            if fires != FALSE:
                bound = {name: term for name, term in env.items() if name not in self.parameters}
                conclusions = tuple((x, v, true, bad) for x, v, true, _, bad in told if bad != FALSE)
                yield SymbolicMatch(bound, seen, fires, wrong, conclusions)

    def matches(
        self, items: Sequence[Item], env: SymbolicTerms, seen: tuple[int, ...]
    ) -> Iterator[tuple[SymbolicTerms, tuple[int, ...]]]:
        """Every way to bind the variables, and the literals under which all conditions hold."""
        if not items:
            yield env, seen
            return
        item, rest = items[0], items[1:]
        for extended, guard in self.item(item, env):
            self.limits.spend(1)
            self.limits.check()
            if guard == TRUE:
                yield from self.matches(rest, extended, seen)
            elif guard != FALSE and self.gates.possible((*seen, guard)):
                yield from self.matches(rest, extended, (*seen, guard))

    def item(self, item: Item, env: SymbolicTerms) -> Iterator[tuple[SymbolicTerms, int]]:
        """The environments that one item leads to, each with the literal that it does."""
        if isinstance(item, Each | Pick):
            yield from self.bindings(item, env)
        elif isinstance(item, tree.Let):
            term = self.term(item.term, env)
            yield {**env, item.name: replace(term, defined=TRUE)}, term.defined
        else:
            yield env, self.holds(item, env)

    def bindings(self, binder: Binder, env: SymbolicTerms) -> Iterator[tuple[SymbolicTerms, int]]:
        """Every way to bind the variables of a binder, with the literal that all lie in its range."""
        sort, within, defined = self.range(binder, env)
        elements = sorted(x for x, literal in within.items() if literal != FALSE)
        if isinstance(binder, Pick):
            count = self.term(binder.count, env)
            sizes = [n for n, literal in count.items.items() if literal == TRUE]
            if len(sizes) != 1:
                raise CannotSayInLogic("a pick whose size depends on the state")
            for picked in combinations(elements, sizes[0]):
                guard = self.gates.all((defined, *(within[x] for x in picked)))
                yield {**env, binder.name: SymbolicTerm(sort.several, dict.fromkeys(picked, TRUE))}, guard
        elif isinstance(binder, Each):
            ways = combinations if binder.ordered else permutations
            for chosen in ways(elements, len(binder.names)):
                guard = self.gates.all((defined, *(within[x] for x in chosen)))
                names = zip(binder.names, chosen, strict=True)
                yield {**env, **{name: self.thing(sort, x) for name, x in names}}, guard

    def range(self, binder: Binder, env: SymbolicTerms) -> tuple[Sort, dict[int, int], int]:
        """The sort of a binder's variables, the elements that they may run over, and whether there is a range."""
        sort, within = whole_range(binder, self.structure)
        if binder.range is None:
            return sort, self.known(within), TRUE
        term = self.term(binder.range, env)
        inside = self.set(term, sort)
        return sort, {x: inside.get(x, FALSE) for x in within}, term.defined

    def effect(
        self, effect: Effect, env: SymbolicTerms, guard: int = TRUE
    ) -> Iterator[tuple[int, int, bool, int, int]]:
        """Cell, value, placed or excluded; the literals that this is concluded and is news, and that it is false."""
        if isinstance(effect, ForEvery):
            for extended, inside in self.bindings(effect.binder, env):
                condition = TRUE if effect.condition is None else self.holds(effect.condition, extended)
                yield from self.effect(effect.effect, extended, self.gates.all((guard, inside, condition)))
            return
        where, what = self.term(effect.where, env), self.term(effect.what, env)
        cells, values = self.set(where, Sort.CELL), self.set(what, Sort.VALUE)
        guard = self.gates.all((guard, where.defined, what.defined))
        silent = self.gates.any(literal for v, literal in values.items() if v not in self.structure.loud)
        for x, here in cells.items():
            for v, own in enumerate(self.unknown.cand[x]):
                told = values.get(v, FALSE)
                true = self.unknown.solution[x][v]
                news = self.gates.all((guard, here, own, -self.unknown.placed[x]))
                places = self.gates.all((news, told, -silent)) if effect.verb == "place" else FALSE
                excludes = {"exclude": told, "only": -told, "place": self.gates.all((silent, -told))}[effect.verb]
                excludes = self.gates.all((news, excludes))
                if places != FALSE:
                    yield x, v, True, places, self.gates.all((places, -true))
                if excludes != FALSE:
                    yield x, v, False, excludes, self.gates.all((excludes, true))

    # Conditions

    def holds(self, formula: Expr, env: SymbolicTerms, *, true: bool = True) -> int:
        """The literal that the condition holds, or with true=False, that `not` the condition does."""
        gates = self.gates
        match formula:
            case tree.Not():
                return self.holds(formula.formula, env, true=not true)
            case tree.And() | tree.Or():
                every = isinstance(formula, tree.And) == true
                return (gates.all if every else gates.any)(self.holds(f, env, true=true) for f in formula.formulas)
            case Quantified(quantifier="every") if true:
                found = (gates.any((-guard, self.holds(formula.formula, e))) for e, guard in self.some(formula, env))
                return gates.all((self.range(formula.binder, env)[2], *found))
            case Quantified(quantifier="every"):
                instances = self.some(formula, env)
                return gates.any([gates.all((g, self.holds(formula.formula, e, true=False))) for e, g in instances])
            case Quantified():
                some = gates.any(
                    gates.all((guard, self.holds(formula.formula, e))) for e, guard in self.some(formula, env)
                )
                wanted = formula.quantifier == ("some" if true else "no")
                return gates.all((self.range(formula.binder, env)[2], some if wanted else -some))
        defined, holds = self.atom(formula, env)
        return gates.all((defined, holds if true else -holds))

    def some(self, formula: Quantified, env: SymbolicTerms) -> Iterator[tuple[SymbolicTerms, int]]:
        """What the quantifier may speak of, and the literal that it does."""
        for extended, guard in self.bindings(formula.binder, env):
            if guard != FALSE and formula.condition is not None:
                guard = self.gates.all((guard, self.holds(formula.condition, extended)))
            if guard != FALSE:
                yield extended, guard

    def atom(self, formula: Expr, env: SymbolicTerms) -> tuple[int, int]:
        """The literals that all terms of a comparison have values, and that it then holds."""
        if isinstance(formula, Compare):
            left, right = self.term(formula.left, env), self.term(formula.right, env)
            return self.gates.all((left.defined, right.defined)), self.compare(formula.operator, left, right)
        term = self.term(formula, env)
        return term.defined, term.items.get(1, FALSE)

    def compare(self, sign: str, left: SymbolicTerm, right: SymbolicTerm) -> int:
        """The literal that a comparison holds."""
        gates = self.gates
        if sign in ("in", "not in"):
            within = self.set(right, left.sort)
            found = gates.any(gates.all((literal, within.get(x, FALSE))) for x, literal in left.items.items())
            return found if sign == "in" else -found
        single = not left.is_set and not right.is_set and left.sort is right.sort
        if sign == "subset" or (sign in ("=", "!=") and not single):
            one = common_sort(left.sort, right.sort)
            a, b = self.set(left, one), self.set(right, one)
            below = gates.all(gates.any((-literal, b.get(x, FALSE))) for x, literal in a.items())
            if sign == "subset":
                return below
            equal = gates.all((below, *(gates.any((-literal, a.get(x, FALSE))) for x, literal in b.items())))
            return equal if sign == "=" else -equal
        holds = NUMBERS[sign]
        pairs = product(left.items.items(), right.items.items())
        return gates.any(gates.all((p, q)) for (m, p), (n, q) in pairs if holds(m, n))

    # Terms

    def term(self, expr: Expr, env: SymbolicTerms) -> SymbolicTerm:
        """What a term may be. Of the same parts it is the same again, so that it is made once."""
        if isinstance(expr, tree.Name) and expr.name in env:
            return env[expr.name]
        below = expr.arguments if isinstance(expr, tree.Call) else tree.children(expr)
        parts = [self.term(part, env) for part in below if isinstance(part, Expr)]
        key = (id(expr), *map(id, parts))
        known = self._made.get(key)
        if known is None:
            if len(self._made) == KEPT:
                self._made.clear()
            known = self._made[key] = parts, self.term_of(expr, parts)  # with its parts, whose numbers thus stay theirs
        return known[1]

    def term_of(self, expr: Expr, parts: list[SymbolicTerm]) -> SymbolicTerm:
        """What a term may be whose parts may be these."""
        match expr:
            case tree.Name():
                return self.word(expr.name, ())
            case tree.Call():
                return self.word(expr.word, tuple(parts))
            case tree.Number():
                return self.thing(Sort.NUMBER, expr.value)
            case tree.Size():
                [of] = parts
                return SymbolicTerm(
                    Sort.NUMBER, self.gates.count(self.set(of, common_sort(of.sort)).values()), of.defined
                )
            case tree.SetOf():
                return self.set_of(parts)
            case tree.Range():
                return self.values_between(*parts)
            case tree.Binary():
                return self.binary(expr.operator, *parts)
        raise TypeError(f"{type(expr).__name__} is a condition, not a term")

    def thing(self, sort: Sort, x: int) -> SymbolicTerm:
        """One thing or number, in whatever state."""
        if (sort, x) not in self._things:
            self._things[sort, x] = SymbolicTerm(sort, {x: TRUE})
        return self._things[sort, x]

    def set_of(self, terms: list[SymbolicTerm]) -> SymbolicTerm:
        """`{a, b}`"""
        if not terms:
            return SymbolicTerm(None, {})
        sort = terms[0].sort
        assert sort is not None
        return SymbolicTerm(sort.several, self.union(t.items for t in terms), self.gates.all(t.defined for t in terms))

    def values_between(self, low: SymbolicTerm, high: SymbolicTerm) -> SymbolicTerm:
        """`{a .. b}`"""
        numbers = {v: n for v, n in enumerate(self.structure.numbers) if n is not None}
        items = {v: self.gates.all((
            self.gates.any(p for m, p in low.items.items() if m <= n),
            self.gates.any(q for m, q in high.items.items() if n <= m),
        )) for v, n in numbers.items()}  # fmt: skip
        return SymbolicTerm(Sort.VALUES, items, self.gates.all((low.defined, high.defined)))

    def binary(self, operator: str, left: SymbolicTerm, right: SymbolicTerm) -> SymbolicTerm:
        """Numbers are added, subtracted, multiplied and divided; sets united, subtracted and intersected."""
        gates = self.gates
        defined = gates.all((left.defined, right.defined))
        if left.sort is Sort.NUMBER and right.sort is Sort.NUMBER:
            if operator in "+-":
                return SymbolicTerm(
                    Sort.NUMBER, gates.sum({**left.items}, {**right.items}, 1 if operator == "+" else -1), defined
                )
            ways: dict[int, list[int]] = {}
            for (a, p), (b, q) in product(left.items.items(), right.items.items()):
                if operator == "*" or b:
                    ways.setdefault(a * b if operator == "*" else a // b, []).append(gates.all((p, q)))
            if operator == "/":
                defined = gates.all((defined, -right.items.get(0, FALSE)))
            return SymbolicTerm(Sort.NUMBER, {number: gates.any(each) for number, each in ways.items()}, defined)
        one = common_sort(left.sort, right.sort)
        s, t = self.set(left, one), self.set(right, one)
        sort = one.several if one is not None else None
        if operator == "+":
            return SymbolicTerm(sort, self.union((s, t)), defined)
        sign = 1 if operator == "&" else -1
        items = {x: gates.all((literal, sign * t.get(x, FALSE))) for x, literal in s.items()}
        return SymbolicTerm(sort, {x: literal for x, literal in items.items() if literal != FALSE}, defined)

    def union(self, sets: Iterator[Mapping[int, int]] | Sequence[Mapping[int, int]]) -> dict[int, int]:
        """The elements of any of the sets."""
        found: dict[int, list[int]] = {}
        for each in sets:
            for x, literal in each.items():
                found.setdefault(x, []).append(literal)
        return {x: gate for x, ways in found.items() if (gate := self.gates.any(ways)) != FALSE}

    # Sorts

    def set(self, term: SymbolicTerm, one: Sort | None) -> Mapping[int, int]:
        """A term where a set is wanted, of elements of this sort."""
        if term.is_set or term.sort is one:
            return term.items
        parts = {Sort.GROUP: self.structure.members, Sort.KIND: self.structure.of_kind}
        if (term.sort, one) not in ((Sort.GROUP, Sort.CELL), (Sort.KIND, Sort.GROUP)):
            raise TypeError(f"expected {one}, found {term.sort}")
        assert term.sort is not None
        return self.union([dict.fromkeys(parts[term.sort][x], literal) for x, literal in term.items.items()])

    # Words

    def word(self, name: str, arguments: tuple[SymbolicTerm, ...]) -> SymbolicTerm:
        """What a word says of its arguments."""
        word = WORDS.get(name)
        return self.kind_word(name, arguments) if word is None else word.term(self, arguments)

    def asked(self, word: Word, arguments: tuple[SymbolicTerm, ...]) -> SymbolicTerm:
        """What a word says; of sets where it takes one thing, the union or the sum."""
        defined = self.gates.all(argument.defined for argument in arguments)
        wanted, result = word.form(len(arguments)).arguments, word.gives
        if not arguments or wanted[0].is_set:
            sets = [self.set(a, s.one if s.is_set else s) for a, s in zip(arguments, wanted, strict=True)]
            return self.made(result, word.gates(self, *sets), defined)
        asked = zip(arguments, wanted, strict=True)
        lists = [a.items if a.sort is sort else self.set(a, sort) for a, sort in asked]
        parts = [
            (self.gates.all(literals), self.said(word, tuple([x for x, _ in each])))
            for each in product(*(items.items() for items in lists))
            if FALSE not in (literals := [literal for _, literal in each])
        ]
        if len(parts) == 1 and parts[0][0] == TRUE:
            [(_, part)] = parts
            return SymbolicTerm(result, part.items, self.gates.all((defined, part.defined)))
        defined = self.gates.all((defined, *(self.gates.any((-guard, part.defined)) for guard, part in parts)))
        if result is Sort.NUMBER:
            total: dict[int, int] = {0: TRUE}
            for guard, part in parts:
                counted = {n: self.gates.all((guard, literal)) for n, literal in part.items.items()}
                counted[0] = self.gates.any((-guard, counted.get(0, FALSE)))
                total = self.gates.sum(total, {n: literal for n, literal in counted.items() if literal != FALSE})
            return SymbolicTerm(result, total, defined)
        return SymbolicTerm(result, self.union([
            {x: self.gates.all((guard, literal)) for x, literal in part.items.items()} for guard, part in parts
        ]), defined)  # fmt: skip

    def said(self, word: Word, things: tuple[int, ...]) -> SymbolicTerm:
        """What a word says of one thing each, found out once: the same gates would be the answer again."""
        term = self._said.get((word.name, things))
        if term is None:
            term = self._said[word.name, things] = self.made(word.gives, word.gates(self, *things))
        return term

    def made(self, sort: Sort, found: Mapping[int, int] | SymbolicTerm | None, defined: int = TRUE) -> SymbolicTerm:
        """What a word said, as a term."""
        if isinstance(found, SymbolicTerm):
            return found
        items = {x: literal for x, literal in (found or {}).items() if literal != FALSE}
        return SymbolicTerm(sort, items if defined != FALSE else {}, FALSE if found is None else defined)

    def known(self, elements: Iterable[int]) -> dict[int, int]:
        """Just these elements, in whatever state."""
        return dict.fromkeys(elements, TRUE)

    def only(self, argument: SymbolicTerm) -> SymbolicTerm:
        """The only element of a set."""
        one = common_sort(argument.sort)
        items = self.set(argument, one)
        single = self.gates.count(items.values()).get(1, FALSE)
        return SymbolicTerm(one, items, self.gates.all((argument.defined, single)))

    def kind_word(self, word: str, arguments: tuple[SymbolicTerm, ...]) -> SymbolicTerm:
        """`row`: the kind; `row(p)`: the row that holds p, if there is just one."""
        groups = groups_named(word, self.structure)
        if not arguments:
            return SymbolicTerm(
                Sort.KIND, {self.structure.kind_of[min(groups)]: TRUE} if groups else {}, TRUE if groups else FALSE
            )
        holders = self.word("holders", (SymbolicTerm(Sort.CELLS, self.set(arguments[0], Sort.CELL)),)).items
        found = self.only(SymbolicTerm(Sort.GROUPS, {g: holders.get(g, FALSE) for g in groups}))
        return replace(found, sort=Sort.GROUP, defined=self.gates.all((found.defined, arguments[0].defined)))

    # Back to a state

    def witness_of(self, bound: SymbolicTerms, model: frozenset[int]) -> Witness:
        """The values of the variables and names where these literals are true."""
        found: dict[str, Evidence] = {}
        for name, term in bound.items():
            elements = tuple(sorted(x for x, literal in term.items.items() if is_true(literal, model)))
            found[name] = shape_of(term.sort or Sort.CELLS).from_kernel(elements if term.is_set else elements[0])
        return found


def is_true(literal: int, model: frozenset[int]) -> bool:
    """Is the literal true in a model?"""
    return literal == TRUE or (literal in model if literal > 0 else -literal not in model)


def masks_in(unknown: Unknown, model: frozenset[int]) -> tuple[tuple[int, ...], frozenset[int], tuple[int, ...]]:
    """The masks, the placed cells and the solution of a model."""
    masks = tuple(sum(1 << v for v, literal in enumerate(values) if literal in model) for values in unknown.cand)
    placed = frozenset(x for x, literal in enumerate(unknown.placed) if literal in model)
    solution = tuple(next(v for v, literal in enumerate(values) if literal in model) for values in unknown.solution)
    return masks, placed, solution
