"""What a firing relied on, as code: the second entry of a plan, run once a match is found, on the registers it left.

This is `reads.py` compiled. There sets of elements are at hand; here they are registers, and code finds them. What each
question means (`out`, `into`, `all_of`, `same`, `upper`, `lower`) is said there; both give the same absences and
choices, and a test holds them together. The instructions that read:

    read_absent T V      the candidates of these cells and values, those that are missing
    read_not_at T V      the same for open cells; a cell that holds the value is read as decided
    read_decided T       all that these cells have lost but their value
    read_held V T        the cells of these groups that are decided for one of these values
    read_missing V T     the same, of values that a group holds once, and the choices of those it still misses
    read_cell s          everything that one cell lacks, and its choice
    read_places s s      everywhere that a value cannot go in a group, and its choice
    read_layouts s       everything that the cells of a group lack, their choices, and how it may be filled
    read_standing s      what the decided cells of a line of towers lack, its cells' choices, and the line
    read_chains s s T    everything that cells lack on the chains from a cell that is not a value to these ends
    use_cells T, use V T the choices of cells, of values in groups
    use_clue s           the choices of a group's cells, and how it may be filled
    read_total T         what these groups add up to: all that their cells lack unless it is printed, and the choices
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from ..model import Sort
from . import tree
from .plan import Code, Label, Register, file_of
from .reads import ADDED, OPPOSITE, bound_names, reads_nothing
from .tree import Act, And, Binary, Binder, Call, Compare, Effect, Expr, ForEvery, Let, Name, Not, Or, Quantified

if TYPE_CHECKING:
    from .compiler import Compiler

READING = ("read_", "use")
"""How the names of instructions begin that read."""
EACH = "one of "
"""Begins the names of our own, which no author can write."""


def reading_code(compiler: Compiler) -> Code:
    """The code that reads what the match in the compiler's registers relied on."""
    reader = _Reader(compiler)
    for item in compiler.technique.seen:
        if isinstance(item, Binder):
            reader.binder(item)
        elif not isinstance(item, Let):
            reader.true(item)
    for effect in compiler.technique.then:
        reader.effect(effect)
    return [*reader.prologue, *reader.code, reader.finish]


class _Reader:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.lets = {item.name: item.term for item in compiler.technique.seen if isinstance(item, Let)}
        self.prologue: Code = []
        self.code: Code = []
        self.finish = Label()
        self.constants: dict[object, Register] = {}
        self.said: set[tuple[str, Expr]] = set()
        """What is read already on every way through the code."""
        self.inside = 0
        """How many loops and branches the code at hand stands in."""
        self.trying = False
        self.names = 0

    # Code

    def emit(self, operation: str, a: int | None = None, b: int | None = None, c: int | None = None) -> None:
        self.code.append((operation, a, b, c, None))

    def test(self, operation: str, a: int, b: int | None, fail: Label) -> None:
        self.code.append((operation, a, b, None, fail))

    def go(self, label: Label) -> None:
        self.code.append(("jump", None, None, None, label))

    @contextmanager
    def branch(self) -> Iterator[Label]:
        """Code that may be left out; the label is behind it. What reads nothing is left out for good."""
        behind, first = Label(), len(self.code)
        self.inside += 1
        yield behind
        self.inside -= 1
        if any(isinstance(entry, tuple) and entry[0].startswith(READING) for entry in self.code[first:]):
            self.code.append(behind)
        else:
            del self.code[first:]

    @contextmanager
    def each(self, elements: Register) -> Iterator[tuple[Register, Label]]:
        """A loop over the elements of a set: the element, and where to go for the next."""
        iterator, again, behind = self.compiler.fresh("i"), Label(), Label()
        one = elements.sort.one if elements.sort is not None else None
        element = self.compiler.result("s", one)
        start, step = ("v_start", "v_next") if elements.file == "v" else ("s_start", "s_next")
        self.emit(start, iterator, elements.number)
        self.code += [again, (step, element.number, iterator, None, behind)]
        self.inside += 1
        yield element, again
        self.inside -= 1
        self.go(again)
        self.code.append(behind)

    def unless_empty(self, elements: Register, behind: Label) -> None:
        """Go on only where there is an element."""
        none = self.none(elements)
        self.test("v_not_subset" if elements.file == "v" else "s_not_subset", elements.number, none.number, behind)

    def constant(self, key: object, make: Callable[[], Register]) -> Register:
        """Computed once, before everything else."""
        if key not in self.constants:
            code, self.code = self.code, self.prologue
            self.constants[key] = make()
            self.code = code
        return self.constants[key]

    def none(self, like: Register) -> Register:
        """The empty set of the same kind."""

        def make() -> Register:
            if like.file == "v":
                return self.compiler.constant(self.code, 0, like.sort)
            result = self.compiler.result("t", like.sort)
            self.emit("s_none", result.number)
            return result

        return self.constant(("none", like.file, like.sort), make)

    def universe(self, several: Sort | None) -> Register:
        """Everything of a sort."""

        def make() -> Register:
            board = self.compiler.board
            if several in (Sort.VALUES, Sort.KINDS):
                count = board.values if several is Sort.VALUES else len(board.kinds)
                return self.compiler.constant(self.code, (1 << count) - 1, several)
            result = self.compiler.result("t", several)
            self.emit("every_group" if several is Sort.GROUPS else "every_cell", result.number)
            return result

        return self.constant(("universe", several), make)

    def both(self, what: str, left: Register, right: Register) -> Register:
        return self.compiler.both(what, left, right, self.code)

    def unary(self, operation: str, of: Register, file: str, sort: Sort | None) -> Register:
        result = self.compiler.result(file, sort)
        self.emit(operation, result.number, of.number)
        return result

    def lowest(self, elements: Register) -> Register:
        """The set of the lowest element alone."""
        operation = "v_lowest" if elements.file == "v" else "s_lowest"
        return self.unary(operation, elements, elements.file, elements.sort)

    def gather(self, file: str, sort: Sort | None) -> Register:
        """An empty set to add to."""
        result = self.compiler.result(file, sort)
        self.emit(*(("load", result.number, 0) if file == "v" else ("s_none", result.number)))
        return result

    def add(self, elements: Register, more: Register) -> None:
        self.code.append(("v_or" if elements.file == "v" else "s_or", elements.number, elements.number, more.number,
                          None))  # fmt: skip

    # Values

    def value(self, expr: Expr) -> Register:
        """The value of a term under the match: where the conditions left it, or computed again."""
        if isinstance(expr, tree.SetOf) and not expr.elements and expr.sort is None:
            expr = replace(expr, sort=Sort.CELLS)
        for block in self.compiler.blocks:
            if expr in block.known:
                return block.known[expr]
        return self.compiler.compute(expr, self.code, self.finish, self.value)

    def set(self, expr: Expr) -> Register:
        """The value as a set."""
        return self.as_set(self.value(expr))

    def as_set(self, found: Register) -> Register:
        return self.compiler.one(self.code, found, None) if found.file == "s" else found

    def single(self, expr: Expr) -> bool:
        """Is the term one thing or a number, not a set?"""
        return file_of(expr.sort) == "s" and not (isinstance(expr, tree.SetOf) or expr.sort is None)

    def own(self, register: Register, sort: Sort) -> Name:
        """A name for a register of ours."""
        self.names += 1
        name = f"{EACH}{self.names}"
        self.compiler.bound[name] = register
        return Name(name, sort=sort)

    def static(self, term: Expr) -> bool:
        """Does the term read nothing of the state?"""
        return reads_nothing(term, self.lets)

    def once(self, what: str, term: Expr) -> bool:
        """Has this to be said still? In a loop or a branch, always: whether it was depends on the way there."""
        if (what, term) in self.said and not self.trying:
            return False
        if not self.inside:
            self.said.add((what, term))
        return True

    # Items, conditions, effects

    def binder(self, binder: Binder) -> None:
        """The bound elements stay in the range."""
        if binder.range is None or self.static(binder.range):
            return
        for name in bound_names(binder):
            self.into(binder.range, self.as_set(self.compiler.bound[name]))

    def bounded(self, binder: Binder) -> None:
        """No other element comes into the range."""
        if binder.range is not None:
            self.all_of(binder.range)

    def holds(self, formula: Expr, fail: Label, *, true: bool = True) -> None:
        """Go on where a condition is true (or false), else to `fail`."""
        self.compiler.condition(formula, self.code, fail, 0, main=False, true=true)

    def true(self, formula: Expr) -> None:
        """What keeps a condition true."""
        match formula:
            case Not():
                self.false(formula.formula)
            case And():
                for part in formula.formulas:
                    self.true(part)
            case Or():
                self.first_of(formula.formulas, true=True)
            case Quantified(quantifier="some"):
                self.instance(formula, holds=True)
            case Quantified(quantifier="every"):
                self.instances(formula, holds=True)
            case Quantified():
                self.instances(formula, holds=False)
            case Compare():
                self.compare(formula)
            case Call(word="distinct"):
                self.all_of(formula.arguments[0])
            case Call():
                for argument in formula.arguments:
                    self.same(argument)

    def false(self, formula: Expr) -> None:
        """What keeps a condition false."""
        match formula:
            case Not():
                self.true(formula.formula)
            case And():
                self.first_of(formula.formulas, true=False)
            case Or():
                for part in formula.formulas:
                    self.false(part)
            case Quantified(quantifier="some"):
                self.instances(formula, holds=False)
            case Quantified(quantifier="every"):
                self.instance(formula, holds=False)
            case Quantified():
                self.instance(formula, holds=True)
            case Compare(operator="subset"):
                if self.static(formula):
                    return
                lone = self.lowest(self.both("without", self.set(formula.left), self.set(formula.right)))
                self.into(formula.left, lone)
                self.out(formula.right, lone)
            case Compare():
                self.compare(replace(formula, operator=OPPOSITE[formula.operator]))
            case Call(word="distinct"):
                self.into(formula.arguments[0], self.set(formula.arguments[0]))
            case Call():
                for argument in formula.arguments:
                    self.same(argument)

    def first_of(self, formulas: tuple[Expr, ...], *, true: bool) -> None:
        """The first part that is true (or false) stays so."""
        if all(map(self.static, formulas)):
            return
        with self.branch() as behind:
            for part in formulas:
                other = Label()
                self.holds(part, other, true=true)
                (self.true if true else self.false)(part)
                self.go(behind)
                self.code.append(other)

    def instance(self, formula: Quantified, holds: bool) -> None:
        """The first element for which the formula is true (or false) stays one."""
        if self.static_all(formula):
            return
        with self.branch() as behind:
            again = self.compiler.local_loop(formula.binder, self.code, behind, behind)
            if formula.condition is not None:
                self.holds(formula.condition, again)
            self.holds(formula.formula, again, true=holds)
            self.binder(formula.binder)
            if formula.condition is not None:
                self.true(formula.condition)
            (self.true if holds else self.false)(formula.formula)
            self.compiler.forget(formula.binder)

    def instances(self, formula: Quantified, holds: bool) -> None:
        """The formula stays true (or is not true) for every element, and no others come."""
        self.bounded(formula.binder)
        if self.static_all(formula):
            return
        with self.branch() as behind:
            again = self.compiler.local_loop(formula.binder, self.code, behind, behind)
            if formula.condition is not None:
                left_out, stays = Label(), Label()
                self.holds(formula.condition, left_out)
                self.go(stays)
                self.code.append(left_out)
                self.not_true(formula.condition)
                self.go(again)
                self.code.append(stays)
            (self.true if holds else self.not_true)(formula.formula)
            self.go(again)
            self.compiler.forget(formula.binder)

    def static_all(self, formula: Quantified) -> bool:
        """Does a quantified formula read nothing of the state?"""
        parts = [formula.formula, *([formula.condition] if formula.condition else []),
                 *([formula.binder.range] if formula.binder.range else [])]  # fmt: skip
        return all(map(self.static, parts))

    def not_true(self, formula: Expr) -> None:
        """What keeps a condition from becoming true; where a term has no value, everything that is missing."""
        if self.static(formula):
            return
        with self.branch() as behind:
            undefined = Label()
            self.holds(formula, undefined, true=False)
            self.false(formula)
            self.go(behind)
            self.code.append(undefined)
            cells, values = self.universe(Sort.CELLS), self.universe(Sort.VALUES)
            self.emit("read_absent", cells.number, values.number)

    def effect(self, effect: Effect) -> None:
        """What keeps the conclusions of an effect."""
        if isinstance(effect, ForEvery):
            with self.branch() as behind:
                again = self.compiler.local_loop(effect.binder, self.code, behind, behind)
                if effect.condition is not None:
                    self.holds(effect.condition, again)
                if isinstance(effect.effect, Act):
                    self.told(effect.effect, again)
                self.binder(effect.binder)
                if effect.condition is not None:
                    self.true(effect.condition)
                self.effect(effect.effect)
                self.go(again)
                self.compiler.forget(effect.binder)
            return
        if self.static(effect.where) and self.static(effect.what):
            return
        with self.branch() as behind:
            cells, values = self.told(effect, behind)
            self.into(effect.where, cells)
            (self.out if effect.verb == "only" else self.into)(effect.what, values)

    def told(self, effect: Act, nothing: Label) -> tuple[Register, Register]:
        """The cells and the values of what an effect concludes that is new; else to `nothing`."""
        where, what = self.set_or(effect.where, nothing), self.set_or(effect.what, nothing)
        gone = what
        if effect.verb != "exclude":
            others = self.both("without", self.universe(Sort.VALUES), what)
            if effect.verb == "only":
                gone = others
            else:  # to place a silent value is to exclude the others
                gone = self.compiler.result("v", Sort.VALUES)
                board = self.compiler.board
                loud = self.constant("loud", lambda: self.compiler.constant(
                    self.code, sum(1 << v for v in board.loud), Sort.VALUES))  # fmt: skip
                placed, silent = Label(), Label()
                self.emit("v_or", gone.number, what.number, what.number)
                self.test("v_subset", what.number, loud.number, silent)
                self.go(placed)
                self.code.append(silent)
                self.emit("v_or", gone.number, others.number, others.number)
                self.code.append(placed)
        cells, values = self.compiler.result("t", Sort.CELLS), self.compiler.result("v", Sort.VALUES)
        self.code.append(("told_cells", cells.number, where.number, gone.number, nothing))
        self.emit("told_values", values.number, where.number, gone.number)
        return cells, values

    def set_or(self, expr: Expr, fail: Label) -> Register:
        """The value as a set; where there is none, to `fail`."""
        finish, self.finish = self.finish, fail
        found = self.set(expr)
        self.finish = finish
        return found

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
        empty = isinstance(right, tree.SetOf) and not right.elements
        a = self.set(left)
        b = self.none(a) if empty else self.set(right)
        lone = self.lowest(self.both("or", self.both("without", a, b), self.both("without", b, a)))
        with self.branch() as behind:
            in_right = Label()
            self.test("v_subset" if a.file == "v" else "s_subset", lone.number, a.number, in_right)
            self.into(left, lone)
            self.out(right, lone)
            self.go(behind)
            self.code.append(in_right)
            self.into(right, lone)
            self.out(left, lone)

    def compare_numbers(self, operator: str, left: Expr, right: Expr) -> None:
        if operator == "!=":
            a, b = self.value(left), self.value(right)
            with self.branch() as behind:
                above = Label()
                self.test("less", a.number, b.number, above)
                self.compare_numbers("<", left, right)
                self.go(behind)
                self.code.append(above)
                self.compare_numbers(">", left, right)
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
        within = self.free(formula.right, a, b)
        kept = self.both("or", a, within)
        self.into(formula.right, kept)
        if not self.static(formula.left):
            self.out(formula.left, self.both("without", self.universe(a.sort), kept))

    def free(self, term: Expr, a: Register, b: Register) -> Register:
        """The elements of b but not of a that stay in the term's set without anything being missing."""
        more = self.both("without", b, a)
        if self.costs_nothing(term):
            return more
        free = self.gather(b.file, b.sort)
        with self.each(more) as (element, again):
            one = self.compiler.one(self.code, element, b)
            self.emit("try_start")
            self.trying = True
            self.into(term, one)
            self.trying = False
            self.code.append(("try_end", None, None, None, again))
            self.add(free, one)
        return free

    def costs_nothing(self, term: Expr) -> bool:
        """Do elements stay in the term's set whatever comes back?"""
        if self.static(term):
            return True
        match term:
            case Name():
                return self.costs_nothing(self.lets[term.name]) if term.name in self.lets else True
            case Binary(operator="+" | "&"):
                return self.costs_nothing(term.left) and self.costs_nothing(term.right)
            case Call(word="cells" | "meet" | "open" | "cand" | "at" | "places" | "missing" | "lacking" | "needy"):
                return not self.single(term) and all(map(self.costs_nothing, term.arguments))
            case Call(word="fitting"):
                return all(map(self.static, term.arguments))
        return False

    # Numbers

    def bound(self, term: Expr, *, above: bool) -> None:
        """What keeps a number from growing, or from shrinking."""
        match term:
            case Name() if term.name in self.lets:
                self.bound(self.lets[term.name], above=above)
            case tree.Size():
                if above:
                    self.all_of(term.of)
                elif not self.static(term.of):
                    self.into(term.of, self.set(term.of))
            case Binary():
                self.bound(term.left, above=above)
                self.bound(term.right, above=above if term.operator in "+*" else not above)
            case Call(word="need"):
                for argument in term.arguments:
                    if above:
                        self.all_of(argument)
                    elif not self.static(argument):
                        self.into(argument, self.set(argument))
                values, groups = map(self.set, term.arguments)
                self.emit("use_full" if above else "use_needed", values.number, groups.number)
                if above:
                    self.emit("read_held", values.number, groups.number)
            case Call():
                self.same(term)

    # Terms

    def all_of(self, term: Expr) -> None:
        """Nothing else comes into the term's set."""
        if self.static(term) or not self.once("all of", term):
            return
        if isinstance(term, Name) and term.name in self.lets:
            self.all_of(self.lets[term.name])
        elif self.single(term):
            self.same(term)
        elif isinstance(term, Call) and term.word == "cand" and self.static_single(term.arguments[0]):
            self.emit("read_cell", self.value(term.arguments[0]).number)
        elif isinstance(term, Call) and term.word == "places" and all(map(self.static_single, term.arguments)):
            value, group = map(self.value, term.arguments)
            self.emit("read_places", value.number, group.number)
        else:
            found = self.set(term)
            self.out(term, self.both("without", self.universe(found.sort), found))

    def static_single(self, term: Expr) -> bool:
        return self.static(term) and self.single(term)

    def same(self, term: Expr) -> None:
        """What keeps one thing the same."""
        if self.static(term) or not self.once("same", term):
            return
        match term:
            case Name():
                self.same(self.lets[term.name])
            case Call(word="the"):
                self.all_of(term.arguments[0])
                self.into(term.arguments[0], self.set(term.arguments[0]))
            case Call(word="val"):
                self.same(term.arguments[0])
                self.emit("read_decided", self.set(term.arguments[0]).number)
            case Binary() | tree.Size() if self.single(term):
                self.bound(term, above=True)
                self.bound(term, above=False)
            case Call(word="clue"):
                self.same(term.arguments[0])
                self.emit("use_clue", self.value(term.arguments[0]).number)
            case Call(word="total" | "total_parity" | "parity"):
                self.just(term.arguments[0])
                of = self.set(term.arguments[0])
                if term.word in ADDED:
                    self.emit("read_total", of.number)
                else:
                    self.whole(of)
            case Call():
                for argument in term.arguments:
                    self.same(argument)
            case _:
                self.all_of(term)
                self.into(term, self.set(term))

    def just(self, term: Expr) -> None:
        """What keeps a set, or one thing, as it is."""
        if self.single(term):
            self.same(term)
        else:
            self.all_of(term)
            if not self.static(term):
                self.into(term, self.set(term))

    def whole(self, cells: Register) -> None:
        """Each of these cells takes one of its candidates."""
        self.emit("read_absent", cells.number, self.universe(Sort.VALUES).number)
        self.emit("use_cells", cells.number)

    def summing(self, term: Call) -> None:
        """The same cells add up to the same number."""
        cells, number, cell = term.arguments
        self.just(cells)
        self.same(number)
        self.same(cell)

    def out(self, term: Expr, kept: Register) -> None:
        """What keeps these elements out of the term's set."""
        if self.static(term):
            return
        match term:
            case Name() if term.name in self.lets:
                self.out(self.lets[term.name], kept)
            case Name():
                self.emit("read_decided", kept.number)  # open
            case Binary(operator="+"):
                self.out(term.left, kept)
                self.out(term.right, kept)
            case Binary():
                self.out_of_both(term, kept)
            case tree.SetOf():
                for element in term.elements:
                    self.same(element)
            case tree.Range():
                self.bound(term.high, above=True)
                self.bound(term.low, above=False)
            case Call():
                if self.single(term):
                    self.same(term)
                else:
                    self.out_of_word(term, kept)

    def out_of_both(self, term: Binary, kept: Register) -> None:
        """Out of A & B or A - B: each element for one of the two reasons, what never changes first."""
        a, b = self.set(term.left), self.set(term.right)
        by_right = self.both("without" if term.operator == "&" else "and", kept, b)
        by_left = self.both("without", kept, a)
        if not self.static(term.left) and self.static(term.right):
            by_left = self.both("without", by_left, by_right)
        else:
            by_right = self.both("without", by_right, by_left)
        if not self.static(term.left):
            with self.branch() as behind:
                self.unless_empty(by_left, behind)
                self.out(term.left, by_left)
        if not self.static(term.right):
            with self.branch() as behind:
                self.unless_empty(by_right, behind)
                (self.out if term.operator == "&" else self.into)(term.right, by_right)

    def out_of_word(self, term: Call, kept: Register) -> None:
        arguments = term.arguments
        match term.word:
            case "cells":
                self.out(arguments[0], self.unary("touched", kept, "t", Sort.GROUPS))
            case "holders":
                cells = self.set(arguments[0])
                with self.each(kept) as (group, _):
                    members = self.unary("members", group, "t", Sort.CELLS)
                    self.into(arguments[0], self.lowest(self.both("without", cells, members)))
            case "meet":
                self.same(arguments[1])
                of_kind = self.unary("groups_of", self.value(arguments[1]), "t", Sort.GROUPS)
                touched = self.unary("cells", self.both("and", kept, of_kind), "t", Sort.CELLS)
                self.out(arguments[0], touched)
            case "common":
                self.out_of_common(arguments[0], kept)
            case "open":
                cells = self.set(arguments[0])
                outside = self.both("without", kept, cells)
                if not self.static(arguments[0]):
                    still = self.compiler.result("t", Sort.CELLS)
                    self.emit("open", still.number)
                    outside = self.both("and", outside, still)
                    self.out(arguments[0], outside)
                self.emit("read_decided", self.both("without", kept, outside).number)
            case "first":
                for argument in arguments:
                    self.same(argument)
            case "fitting":
                for argument in arguments:
                    self.same(argument)
                self.emit("read_layouts", self.value(arguments[0]).number)
            case "forced":
                self.same(arguments[0])
                self.all_of(arguments[1])
            case "alike":
                self.same(arguments[0])
            case "summed" | "tied":  # what has several sums keeps them
                self.all_of(arguments[0])
                self.same(arguments[1])
            case "summing":
                self.summing(term)
                own = self.compiler.one(self.code, self.value(arguments[2]), None)
                self.whole(self.both("without", self.set(arguments[0]), own))
            case "implied" | "early" | "outdone":  # what comes back can close one way and open another
                for argument in arguments:
                    self.same(argument)
                self.emit("read_absent", self.universe(Sort.CELLS).number, self.universe(Sort.VALUES).number)
            case _:
                for argument in arguments:
                    self.all_of(argument)
                self.out_of_state(term, kept)

    def out_of_common(self, cells: Expr, kept: Register) -> None:
        """Some cell of the set does not see the element, and stays; or there is none, and none comes."""
        own = self.set(cells)
        with self.branch() as behind:
            empty = Label()
            self.unless_empty(own, empty)
            with self.each(kept) as (cell, _):
                peers = self.unary("peers", cell, "t", Sort.CELLS)
                self.into(cells, self.lowest(self.both("without", own, peers)))
            self.go(behind)
            self.code.append(empty)
            self.all_of(cells)

    def out_of_state(self, term: Call, kept: Register) -> None:
        """Out of a word of the state, for each of the things that it is asked about."""
        sets = [self.set(argument).number for argument in term.arguments]
        match term.word:
            case "cand":
                self.emit("read_absent", sets[0], kept.number)
                self.emit("use_cells", sets[0])
            case "at":
                self.emit("read_not_at", kept.number, sets[0])
            case "places":
                cells = self.compiler.result("t", Sort.CELLS)
                self.emit("cells", cells.number, sets[1])
                self.emit("read_not_at", self.both("and", kept, cells).number, sets[0])
                self.emit("use", sets[0], sets[1])
            case "missing":
                self.emit("read_missing", kept.number, sets[0])
            case "lacking" | "needy":
                self.emit("read_held", sets[0], kept.number)

    def into(self, term: Expr, kept: Register) -> None:
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
                with self.branch() as behind:
                    self.unless_empty(kept, behind)
                    (self.into if term.operator == "&" else self.out)(term.right, kept)
            case tree.SetOf():
                with self.branch() as behind:
                    self.unless_empty(kept, behind)
                    for element in term.elements:
                        self.same(element)
            case tree.Range():
                with self.branch() as behind:
                    self.unless_empty(kept, behind)
                    self.bound(term.high, above=False)
                    self.bound(term.low, above=True)
            case Call():
                with self.branch() as behind:
                    self.unless_empty(kept, behind)
                    if self.single(term):
                        self.same(term)
                    else:
                        self.into_word(term, kept)

    def into_word(self, term: Call, kept: Register) -> None:
        arguments = term.arguments
        match term.word:
            case "cells":
                groups, chosen = self.set(arguments[0]), self.gather("t", Sort.GROUPS)
                with self.each(kept) as (cell, _):
                    around = self.unary("touched", self.compiler.one(self.code, cell, None), "t", Sort.GROUPS)
                    self.add(chosen, self.lowest(self.both("and", groups, around)))
                self.into(arguments[0], chosen)
            case "holders":
                within = self.unary("shared", kept, "t", Sort.CELLS)
                self.out(arguments[0], self.both("without", self.universe(Sort.CELLS), within))
            case "meet":
                self.same(arguments[1])
                cells, chosen = self.set(arguments[0]), self.gather("t", Sort.CELLS)
                with self.each(kept) as (group, _):
                    members = self.unary("members", group, "t", Sort.CELLS)
                    self.add(chosen, self.lowest(self.both("and", cells, members)))
                self.into(arguments[0], chosen)
            case "common":
                seen = self.unary("common", kept, "t", Sort.CELLS)
                self.out(arguments[0], self.both("without", self.universe(Sort.CELLS), seen))
            case "open":
                self.into(arguments[0], kept)
            case "fitting" | "first":
                for argument in arguments:
                    self.same(argument)
            case "forced":
                self.same(arguments[0])
                self.into(arguments[1], self.set(arguments[1]))
                self.emit("read_layouts", self.value(arguments[0]).number)
            case "alike":
                self.same(arguments[0])
            case "summed" | "tied":
                if not self.static(arguments[0]):
                    self.into(arguments[0], self.unary("cells", kept, "t", Sort.CELLS))
                self.same(arguments[1])
                self.emit("read_total", kept.number)
            case "summing":
                self.summing(term)
            case "early" | "outdone":
                for argument in arguments:
                    self.same(argument)
                self.emit("read_standing", self.value(arguments[0]).number)
            case "implied":
                for argument in arguments:
                    self.same(argument)
                cell, value = map(self.value, arguments)
                self.emit("read_chains", cell.number, value.number, kept.number)
            case _:
                if not all(map(self.static, arguments)):
                    self.into_each(term, kept)
                if term.word == "held":
                    self.emit("read_decided", kept.number)

    def into_each(self, term: Call, kept: Register) -> None:
        """A lifted word: each element comes from the first of the arguments that give it, and these stay."""
        for argument in term.arguments:
            if self.single(argument):
                self.same(argument)
        with self.each(kept) as (element, next_element):
            names: list[Expr] = []
            lifted: list[tuple[Expr, Register]] = []
            behind = next_element
            for argument in term.arguments:
                found = self.value(argument)
                if found.file == "s":
                    names.append(argument)
                    continue
                iterator, again = self.compiler.fresh("i"), Label()
                one = self.compiler.result("s", found.sort.one if found.sort else None)
                start, step = ("v_start", "v_next") if found.file == "v" else ("s_start", "s_next")
                self.emit(start, iterator, found.number)
                self.code += [again, (step, one.number, iterator, None, behind)]
                behind = again
                assert one.sort is not None
                names.append(self.own(one, one.sort))
                lifted.append((argument, one))
            part = self.compiler.local_term(replace(term, arguments=tuple(names)), self.code, behind)
            if part.file == "s":
                self.test("equal", element.number, part.number, behind)
            else:
                self.test("v_in" if part.file == "v" else "s_in", element.number, part.number, behind)
            for argument, one in lifted:
                self.into(argument, self.compiler.one(self.code, one, None))
