"""Grounds as code: the second entry of a plan, run once a match is found, on the registers that it left.

Branches and loops are labels and jumps; sets are registers, and code finds them. What is said already on every way
through the code is not said again, and a branch that reads nothing is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from ...model import Sort
from .. import tree
from ..plan import Code, Label, Register, file_of
from ..tree import Act, Call, Expr, ForEvery, Name, Quantified
from ..words import WORDS
from .traversal import Do, Traversal

if TYPE_CHECKING:
    from ..compiler import Compiler

READING = ("read_", "use")
"""How the names of instructions begin that read."""
EACH = "one of "
"""Begins the names of our own, which no author can write."""


def grounds_code(compiler: Compiler) -> Code:
    """The code that reads what the match in the compiler's registers relied on."""
    emitting = Emitting(compiler)
    emitting.walk()
    return [*emitting.prologue, *emitting.code, emitting.finish]


class Emitting(Traversal[Register]):
    """Values are registers."""

    def __init__(self, compiler: Compiler) -> None:
        super().__init__(compiler.technique)
        self.compiler = compiler
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

    def emit(self, operation: str, *operands: int, fail: Label | None = None) -> None:
        a, b, c = (*operands, None, None, None)[:3]
        self.code.append((operation, a, b, c, fail))

    def go(self, label: Label) -> None:
        self.emit("jump", fail=label)

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

    def either(self, test: Callable[[Label], None], do: Do, otherwise: Do) -> None:
        """One thing where a test goes on, another where it goes to the label."""
        with self.branch() as behind:
            other = Label()
            test(other)
            do()
            self.go(behind)
            self.code.append(other)
            otherwise()

    def loop(self, elements: Register, behind: Label) -> tuple[Register, Label]:
        """The head of a loop over a set: the element, and where to go for the next."""
        one = elements.sort.one if elements.sort is not None else None
        return self.compiler.loop_over(self.code, elements, one, behind)

    @contextmanager
    def looping(self, elements: Register) -> Iterator[tuple[Register, Label]]:
        """A whole loop around what is emitted meanwhile."""
        behind = Label()
        element, again = self.loop(elements, behind)
        self.inside += 1
        yield element, again
        self.inside -= 1
        self.go(again)
        self.code.append(behind)

    def constant(self, key: object, make: Callable[[], Register]) -> Register:
        """Computed once, before everything else."""
        if key not in self.constants:
            code, self.code = self.code, self.prologue
            self.constants[key] = make()
            self.code = code
        return self.constants[key]

    def empty(self, file: str, sort: Sort | None) -> Register:
        """An empty set to add to."""
        result = self.compiler.result(file, sort)
        self.emit(*(("load", result.number, 0) if file == "v" else ("s_none", result.number)))
        return result

    def add(self, elements: Register, more: Register) -> None:
        self.emit("v_or" if elements.file == "v" else "s_or", elements.number, elements.number, more.number)

    def unless_empty(self, elements: Register, behind: Label) -> None:
        """Go on only where there is an element."""
        none = self.none(elements)
        operation = "v_not_subset" if elements.file == "v" else "s_not_subset"
        self.emit(operation, elements.number, none.number, fail=behind)

    def holds(self, formula: Expr, fail: Label, *, true: bool = True) -> None:
        """Go on where a condition is true (or false), else to `fail`."""
        self.compiler.condition(formula, self.code, fail, 0, main=False, true=true)

    # Values

    def value(self, expr: Expr) -> Register:
        """The value of a term under the match: where the conditions left it, or computed again."""
        if isinstance(expr, tree.SetOf) and not expr.elements and expr.sort is None:
            expr = replace(expr, sort=Sort.CELLS)
        for block in self.compiler.blocks:
            if expr in block.known:
                return block.known[expr]
        return self.compiler.compute(expr, self.code, self.finish, self.value)

    def named(self, name: str) -> Register | None:
        return self.compiler.bound.get(name)

    def as_set(self, value: Register) -> Register:
        return self.compiler.one(self.code, value, None) if value.file == "s" else value

    def call(self, operation: str, sort: Sort, *arguments: Register) -> Register:
        call = Call(operation, (), sort=sort)
        return WORDS[operation].code(self.compiler, call, [*arguments], self.code, self.finish)

    def sort_of(self, value: Register) -> Sort | None:
        return value.sort

    def none(self, like: Register) -> Register:
        def make() -> Register:
            if like.file == "v":
                return self.compiler.constant(self.code, 0, like.sort)
            return self.empty("t", like.sort)

        return self.constant(("none", like.file, like.sort), make)

    def universe(self, several: Sort | None) -> Register:
        return self.constant(("universe", several), lambda: self.compiler.everything(several, self.code))

    def both(self, what: str, left: Register, right: Register) -> Register:
        return self.compiler.both(what, left, right, self.code)

    def lowest(self, elements: Register) -> Register:
        result = self.compiler.result(elements.file, elements.sort)
        self.emit("v_lowest" if elements.file == "v" else "s_lowest", result.number, elements.number)
        return result

    # Reading, branches, loops

    def read(self, instruction: Callable[..., None], *arguments: Register) -> None:
        self.emit(instruction.__name__, *(argument.number for argument in arguments))

    def once(self, what: str, term: Expr) -> bool:
        """In a loop or a branch, always: whether it was said depends on the way there."""
        if (what, term) in self.said and not self.trying:
            return False
        if not self.inside:
            self.said.add((what, term))
        return True

    def each(self, elements: Register, do: Callable[[Register], None]) -> None:
        with self.looping(elements) as (element, _):
            do(element)

    def union(self, elements: Register, sort: Sort, part: Callable[[Register], Register]) -> Register:
        result = self.empty(file_of(sort), sort)
        with self.looping(elements) as (element, _):
            self.add(result, part(element))
        return result

    def some(self, elements: Register, do: Do, otherwise: Do | None = None) -> None:
        if otherwise is not None:
            self.either(lambda other: self.unless_empty(elements, other), do, otherwise)
            return
        with self.branch() as behind:
            self.unless_empty(elements, behind)
            do()

    def compared(self, operator: str, left: Register, right: Register, do: Do, otherwise: Do) -> None:
        if operator == "subset":
            operator = "v_subset" if left.file == "v" else "s_subset"
        self.either(lambda other: self.emit(operator, left.number, right.number, fail=other), do, otherwise)

    def first_of(self, formulas: Iterable[Expr], true: bool, do: Callable[[Expr], None]) -> None:
        with self.branch() as behind:
            for part in formulas:
                other = Label()
                self.holds(part, other, true=true)
                do(part)
                self.go(behind)
                self.code.append(other)

    def instance(self, formula: Quantified, holds: bool, do: Do) -> None:
        with self.branch() as behind:
            again = self.compiler.local_loop(formula.binder, self.code, behind, behind)
            if formula.condition is not None:
                self.holds(formula.condition, again)
            self.holds(formula.formula, again, true=holds)
            do()
            self.compiler.forget(formula.binder)

    def instances(self, formula: Quantified, do: Do, left_out: Do) -> None:
        with self.branch() as behind:
            again = self.compiler.local_loop(formula.binder, self.code, behind, behind)
            if formula.condition is not None:
                outside, stays = Label(), Label()
                self.holds(formula.condition, outside)
                self.go(stays)
                self.code.append(outside)
                left_out()
                self.go(again)
                self.code.append(stays)
            do()
            self.go(again)
            self.compiler.forget(formula.binder)

    def unless_undefined(self, formula: Expr, do: Do, otherwise: Do) -> None:
        self.either(lambda other: self.holds(formula, other, true=False), do, otherwise)

    def for_every(self, effect: ForEvery, do: Do) -> None:
        with self.branch() as behind:
            again = self.compiler.local_loop(effect.binder, self.code, behind, behind)
            if effect.condition is not None:
                self.holds(effect.condition, again)
            if isinstance(effect.effect, Act):
                self.news(effect.effect, again)
            do()
            self.go(again)
            self.compiler.forget(effect.binder)

    def concluded(self, act: Act, do: Callable[[Register, Register], None]) -> None:
        with self.branch() as behind:
            do(*self.news(act, behind))

    def news(self, act: Act, nothing: Label) -> tuple[Register, Register]:
        """The cells and the values of what an effect concludes that is new; else to `nothing`."""
        finish, self.finish = self.finish, nothing  # where a term has no value
        where, what = self.set(act.where), self.set(act.what)
        self.finish = finish
        gone = what
        if act.verb != "exclude":
            others = self.both("without", self.universe(Sort.VALUES), what)
            if act.verb == "only":
                gone = others
            else:  # to place a silent value is to exclude the others
                gone = self.compiler.result("v", Sort.VALUES)
                shape = self.compiler.shape
                loud = self.constant("loud", lambda: self.compiler.constant(
                    self.code, sum(1 << v for v in shape.loud), Sort.VALUES))  # fmt: skip
                placed, silent = Label(), Label()
                self.emit("v_or", gone.number, what.number, what.number)
                self.emit("v_subset", what.number, loud.number, fail=silent)
                self.go(placed)
                self.code.append(silent)
                self.emit("v_or", gone.number, others.number, others.number)
                self.code.append(placed)
        cells, values = self.compiler.result("t", Sort.CELLS), self.compiler.result("v", Sort.VALUES)
        self.emit("new_cells", cells.number, where.number, gone.number, fail=nothing)
        self.emit("new_values", values.number, where.number, gone.number)
        return cells, values

    def free(self, elements: Register, attempt: Callable[[Register], None]) -> Register:
        free = self.empty(elements.file, elements.sort)
        with self.looping(elements) as (element, again):
            one = self.compiler.one(self.code, element, elements)
            self.emit("try_start")
            self.trying = True
            attempt(one)
            self.trying = False
            self.emit("try_end", fail=again)
            self.add(free, one)
        return free

    def into_each(self, call: Call, kept: Register) -> None:
        for argument in call.arguments:
            if self.single(argument):
                self.same(argument)
        with self.looping(kept) as (element, behind):
            names: list[Expr] = []
            lifted: list[tuple[Expr, Register]] = []
            for argument in call.arguments:
                found = self.value(argument)
                if found.file == "s":
                    names.append(argument)
                    continue
                one, behind = self.loop(found, behind)
                names.append(self.own(one))
                lifted.append((argument, one))
            part = self.compiler.local_term(replace(call, arguments=tuple(names)), self.code, behind)
            test = {"s": "equal", "v": "v_in", "t": "s_in"}[part.file]
            self.emit(test, element.number, part.number, fail=behind)
            for argument, one in lifted:
                self.into(argument, self.compiler.one(self.code, one, None))

    def own(self, register: Register) -> Name:
        """A name for a register of ours."""
        self.names += 1
        name = f"{EACH}{self.names}"
        self.compiler.bound[name] = register
        return Name(name, sort=register.sort)
