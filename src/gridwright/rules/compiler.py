"""A checked technique → a plan: a linear nest of loops that the kernel runs.

    compile_rule(technique, parameter, shape)     the Plan with its registers and what to read off a match

The loops stand in the author's order, so a plan finds the matches of the reference evaluator in the same order. What
makes it fast are seven passes, each of which can be switched off (`Passes`):

    eliminate  a variable that an equality determines is computed, wherever it was written (`eliminate.py`)
    minscope   a test runs as soon as its variables are bound, not where it was written
    ranges     `x in T`, `T = {x, …}` and `T subset g` narrow the loop over x or g instead of testing every one
    share      a term is computed once, in the outermost loop that has its variables
    prune      a pick is cut as soon as the union that a test bounds is too large
    anchor     the outermost loops look only at what is new since the rule last found nothing (`locality.py`)
    seek       the kernel looks for what the loops of some rules would come to (`SOUGHT`); all tests stay
    fuse       small instructions become wide ones, and tests at the head of a loop run before it (`fuse.py`)

The code itself is in `plan.py`, terms are in `terms.py`; here are loops, conditions and effects.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..model import Sort
from ..model.structure import Shape
from . import tree
from .eliminate import apart, different, implied, sources
from .fuse import fused
from .grounds.emit import grounds_code
from .locality import anchor, anchored_pair, in_sight
from .needs import bound_by_needs
from .plan import Block, CannotCompile, Code, Compiled, Label, Passes, Register
from .shapes import conjuncts, kept_in, over_union, rebuilt, stand_in
from .terms import Terms
from .tree import (
    Binary,
    Binder,
    Call,
    Compare,
    Each,
    Effect,
    Expr,
    ForEvery,
    Let,
    Name,
    Pick,
    Quantified,
    SetOf,
    Technique,
)
from .vocabulary import SORT_WORDS
from .words import WORDS

MOST_TERMS = 10_000
"""Terms that a name may stand for when the names in it are written out."""
SOUGHT = {
    "tile": ("v", "g", "p", "q"),
    "tiled-rest": ("v", "a", "b", "R", "p", "q"),
    "cover-two": ("v", "p", "g", "h"),
    "cover-three": ("v", "p", "g", "h", "k"),
    "crowd": ("v", "p", "a", "b", "R"),
}
"""Rules whose loops are one native instruction (`seek_tile` … in `kernel/rules/finders/`), and their variables.

It goes through the places where the rule may match, in the order of the loops.
"""
FEWEST_FIRST = (Sort.KIND, Sort.VALUE, Sort.GROUP, Sort.CELL)


def compile_rule(technique: Technique, parameter: int | None, shape: Shape, passes: Passes = Passes()) -> Compiled:  # noqa: B008
    """The plan of a checked technique, for one size, on boards of one shape."""
    refuse_endless_names(technique)
    plan = Compiler(technique, parameter, shape, passes).compiled()
    return fused(plan) if passes.fuse else plan


def refuse_endless_names(technique: Technique) -> None:
    """Refuse names that mean sums of names that mean sums of names: written out, they double at every step."""
    sizes: dict[str, int] = {}
    for item in technique.seen:
        if isinstance(item, Let):
            sizes[item.name] = sum(
                sizes.get(node.name, 1) if isinstance(node, Name) else 1 for node in tree.walk(item.term)
            )
            if sizes[item.name] > MOST_TERMS:
                raise CannotCompile(
                    f"{technique.key}: {item.name} comes to {sizes[item.name]:,} terms when its names are written "
                    f"out; {MOST_TERMS:,} are the most"
                )


class Compiler(Terms):
    def compiled(self) -> Compiled:
        items = self.technique.seen
        everything = [test for item in items if isinstance(item, Expr) for test in conjuncts(item)]
        self.different = different(items, everything)
        self.drawn: dict[Expr, Block] = {}  # what was concluded from an equality, and where it is tested
        sought = self.sought() if self.passes.seek else {}
        tests = everything if self.passes.minscope else []  # not yet placed
        for item in items:
            if isinstance(item, Each | Pick) and sought:
                for name in tree.bound_names(item):
                    self.bind(name, sought[name], 1)
            elif isinstance(item, Each | Pick):
                self.loop(item, tests if self.passes.minscope else [*tests, *self.following(item)])
            elif isinstance(item, Let):
                self.let(item)
            elif not self.passes.minscope:
                tests = [*tests, *conjuncts(item)]
            tests = self.place_tests(tests)
        assert not tests
        innermost = self.blocks[-1]
        for effect in self.technique.then:
            self.effect(effect, innermost.code)
        innermost.code.append(("emit", None, None, None, innermost.again))
        return self.laid_out(grounds_code(self), self.technique.key)

    def sought(self) -> dict[str, Register]:
        """The variables of the rule, where the kernel looks for them: one loop over what it has found."""
        binders = {
            name: item for item in self.technique.seen if isinstance(item, Binder) for name in tree.bound_names(item)
        }
        if SOUGHT.get(self.technique.key) != tuple(binders):
            return {}
        again, groups = Label(), self.result("t", Sort.GROUPS)
        found = {
            name: groups if isinstance(binder, Pick) else self.result("s", self.sort_of(binder))
            for name, binder in binders.items()
        }
        first = next(register.number for register in found.values() if register.file == "s")
        seek = "seek_" + self.technique.key.replace("-", "_")
        head: Code = [again, (seek, first, groups.number, self.parameter or 0, self.end)]
        self.blocks.append(Block(again, head))
        return found

    def let(self, item: Let) -> None:
        depth = self.depth_of(item.term) if self.passes.minscope else len(self.blocks) - 1
        self.bind(item.name, self.term(item.term, depth), depth)

    def following(self, binder: Binder) -> list[Expr]:
        """The conditions of the items behind a binder."""
        return [test for item in self.behind(binder) if isinstance(item, Expr) for test in conjuncts(item)]

    def behind(self, binder: Binder) -> tuple[tree.Item, ...]:
        items = self.technique.seen
        return items[next(i for i, item in enumerate(items) if item is binder) + 1 :]

    def place_tests(self, tests: Sequence[Expr]) -> list[Expr]:
        """Emit every test whose names are bound; the others wait, but for what follows from them already."""
        waiting = []
        for test in tests:
            if self.computable(test):
                self.place(test)
                continue
            waiting.append(test)
            if self.passes.eliminate and self.passes.minscope:
                for each in implied(test, self.different):
                    self.place_implied(each)
        return waiting

    def place_implied(self, test: Compare) -> None:
        """Emit what follows from an equality, once, and not where the loop over a variable says it already."""
        if not self.computable(test):
            return
        block = self.blocks[self.depth_of(test)]
        looped = test.operator == "in" and self.depth_of(test.left) >= self.depth_of(test.right)
        if not looped and self.drawn.get(test) is not block:
            self.drawn[test] = block
            self.place(test)

    def place(self, test: Expr) -> None:
        depth = self.depth_of(test) if self.passes.minscope else len(self.blocks) - 1
        block = self.blocks[depth]
        self.condition(test, block.code, block.again, depth, main=True)

    def computable(self, expr: Expr) -> bool:
        """Is every name bound?"""
        return all(name in self.bound for name in self.names_in(expr))

    # Loops

    def loop(self, binder: Binder, tests: Sequence[Expr]) -> None:
        """Open the loops of a binder, a block each."""
        if isinstance(binder, Pick):
            self.open_pick(binder, tests)
            return
        assert isinstance(binder, Each)
        base = self.range(binder, len(self.blocks) - 1, self.blocks[-1].code, self.blocks[-1].again, main=True)
        previous: list[Register] = []
        for name in binder.names:
            within, code = base, self.blocks[-1].code
            for before in previous:
                within = self.narrowed(code, within, before, above=binder.ordered and before is previous[-1])
            if self.passes.eliminate and self.determined_later(name, tests):
                within = self.both("and", within, self.collected(name, binder, tests), code)
            new = self.only_new(binder) if name == binder.names[0] and self.passes.anchor else None
            previous.append(self.open_one(name, within, self.sort_of(binder), tests, new))

    def only_new(self, binder: Binder) -> str | None:
        """Where a loop looks only at what is new: of the anchor, or of the value and the group that is the anchor."""
        items = self.technique.seen
        if binder is items[0]:
            return "new" if anchor(self.technique) is not None else "sight" if in_sight(self.technique) else None
        pair = anchored_pair(self.technique)
        looped = pair is not None and self.depth[pair] == 1
        return "at" if looped and binder is items[1] else None

    def open_one(
        self, name: str, within: Register, sort: Sort, tests: Sequence[Expr], new: str | None = None
    ) -> Register:
        """Bind one variable: to the term that it must be, or in a loop over what is left of its range."""
        outer, depth = self.blocks[-1], len(self.blocks) - 1
        code = outer.code
        if self.passes.eliminate:
            for source in sources(name, tests):
                if source.exact and self.computable(source.term):
                    element = self.term(source.term, depth)
                    code.append(
                        ("v_in" if within.file == "v" else "s_in", element.number, within.number, None, outer.again)
                    )
                    self.bind(name, element, depth)
                    return element
        for extra in self.memberships(name, tests):
            within = self.both("and", within, extra, code)
        by = int(sort is Sort.GROUP) if within.file == "t" else None
        if new == "sight":
            new, by = "new", 2
        elif new == "at":
            by = self.bound[anchored_pair(self.technique) or ""].number
        head: Code = []
        element, again = self.loop_over(head, within, sort, outer.again, f"_{new}" if new else "", by)
        self.blocks.append(Block(again, head))
        self.bind(name, element, len(self.blocks) - 1)
        return element

    def memberships(self, name: str, tests: Sequence[Expr]) -> Iterator[Register]:
        """Sets that tests behind the binder keep the variable in, as far as they can be computed before it."""
        found: list[Expr] = []
        if self.passes.eliminate or self.passes.ranges:
            found += [source.term for source in sources(name, tests) if not source.exact]
        if self.passes.ranges:
            found += [within for test in tests if (within := kept_in(name, test)) is not None]
        for within in dict.fromkeys(found):
            if self.computable(within):
                yield self.term(within, len(self.blocks) - 1)

    # Variables that are determined by later ones

    def determined_later(self, name: str, tests: Sequence[Expr]) -> bool:
        """Does an equality give the variable, but only once others are known?"""
        known = [self.computable(source.term) for source in sources(name, tests)]
        return bool(known) and not any(known)

    def collected(self, name: str, binder: Each, tests: Sequence[Expr]) -> Register:
        """The values of a variable that lead to a match at all, found with the loops in the order that suits.

        So the variable itself is computed, not looped over; and because the loop over these values then stands where
        the author wrote it, the matches still come in the author's order.
        """
        outer = self.blocks[-1]
        kept = dict(self.bound), dict(self.depth), list(self.named), len(self.blocks)
        sort = self.sort_of(binder).several
        found = self.set_of(SetOf((), sort=sort), [], outer.code)
        done = Label()
        self.blocks.append(Block(done))
        self.nest(name, binder, tests)
        inner = self.blocks[-1]
        one = self.one(inner.code, self.bound[name], found)
        operation = "v_or" if found.file == "v" else "s_or"
        inner.code += [
            (operation, found.number, found.number, one.number, None),
            ("jump", None, None, None, inner.again),
        ]
        self.bound, self.depth, self.named, size = kept
        for block in self.blocks[size:]:
            outer.code += [*block.head, *block.code]
        outer.code.append(done)
        del self.blocks[size:]
        return found

    def nest(self, name: str, binder: Each, tests: Sequence[Expr]) -> None:
        """Loops over a variable and all later ones, determined ones as soon as they are; all conditions hold inside."""
        behind = self.behind(binder)
        pool: list[tuple[str, Binder]] = [(other, binder) for other in binder.names if other not in self.bound]
        pool += [(other, item) for item in behind if isinstance(item, Binder) for other in tree.bound_names(item)]
        own = [test for item in (binder, *behind) if isinstance(item, Each) for test in apart(item)]
        tests = [*(test for test in own if not self.computable(test)), *tests]
        lets = [item for item in self.technique.seen if isinstance(item, Let)]
        while True:
            for let in lets:
                if let.name not in self.bound and self.computable(let.term):
                    self.let(let)
            if self.passes.minscope or not pool:
                tests = self.place_tests(tests)
            if not pool:
                break
            chosen = self.chosen(pool, tests)
            pool.remove(chosen)
            self.open_chosen(*chosen, tests)
        assert not tests

    def chosen(self, pool: Sequence[tuple[str, Binder]], tests: Sequence[Expr]) -> tuple[str, Binder]:
        """The variable to bind next: one that is determined now, else the narrowest that will not be later."""
        ready = [(name, binder) for name, binder in pool if binder.range is None or self.computable(binder.range)]
        each = [(name, binder) for name, binder in ready if isinstance(binder, Each)]
        now = [one for one in each if any(self.computable(source.term) for source in sources(one[0], tests))]
        free = [one for one in ready if one not in each or not self.determined_later(one[0], tests)]
        return now[0] if now else min(free or ready, key=lambda one: self.breadth(one[0], one[1], tests))

    def breadth(self, name: str, binder: Binder, tests: Sequence[Expr]) -> tuple[bool, int]:
        """How much a loop looks at: what has a range that can be computed comes first, then what there is less of."""
        ranges = [within for test in tests if (within := kept_in(name, test)) is not None]
        wide = binder.range is None and not any(self.computable(within) for within in ranges)
        return wide, FEWEST_FIRST.index(self.sort_of(binder))

    def open_chosen(self, name: str, binder: Binder, tests: Sequence[Expr]) -> None:
        if isinstance(binder, Pick):
            self.open_pick(binder, tests)
            return
        within = self.range(binder, len(self.blocks) - 1, self.blocks[-1].code, self.blocks[-1].again, main=True)
        self.open_one(name, within, self.sort_of(binder), tests)

    def narrowed(self, code: Code, within: Register, before: Register, *, above: bool) -> Register:
        """A range without what an earlier variable of the binder took, or only what lies above it."""
        if above:
            return self.both("above", within, before, code)
        return self.both("without", within, self.one(code, before, within), code)

    def open_pick(self, binder: Pick, tests: Sequence[Expr]) -> None:
        outer = self.blocks[-1]
        within = self.range(binder, len(self.blocks) - 1, outer.code, outer.again, main=True)
        size = self.term(binder.count, len(self.blocks) - 1)
        head: Code = []
        bounded = self.bounded(binder, tests) if self.passes.prune else None
        result, again = self.pick_loop(head, within, binder, size, bounded, outer, outer.again)
        self.blocks.append(Block(again, head))
        self.bind(binder.name, result, len(self.blocks) - 1)

    def pick_loop(
        self, code: Code, within: Register, binder: Pick, size: Register, bounded: tuple[Expr, Expr, int] | None,
        outer: Block, leave: Label,
    ) -> tuple[Register, Label]:  # fmt: skip
        """Collect the elements of a pick, each with what it adds to the bounded union, and go through the selections.

        Returns the selection, and where to go for the next.
        """
        pick, result, go = self.fresh("k"), self.result(within.file, self.sort_of(binder).several), Label()
        code.append(("pick_start", pick, None, None, None))
        element, head = self.loop_over(code, within, self.sort_of(binder), go)
        bound = size
        if bounded is None:
            code.append(("pick_plain", pick, element.number, None, None))
        else:
            union, limit, less = bounded
            self.bound["one of " + binder.name] = element
            mask = self.local_term(stand_in(union, binder.name, element), code, head)
            del self.bound["one of " + binder.name]
            operation = "pick_values" if mask.file == "v" else "pick_cells"
            code.append((operation, pick, element.number, mask.number, None))
            bound = self.local_term(limit, outer.code, outer.again)
            if less:
                taken = self.load(outer.code, less, Sort.NUMBER)
                bound = self.computed(outer.code, "subtract", "s", Sort.NUMBER, bound, taken)
        again, step = Label(), "pick_v_next" if within.file == "v" else "pick_s_next"
        code += [("jump", None, None, None, head), go, ("pick_go", pick, size.number, bound.number, None)]
        code += [again, (step, result.number, pick, None, leave)]
        return result, again

    def bounded(self, binder: Pick, tests: Sequence[Expr]) -> tuple[Expr, Expr, int] | None:
        """A test that bounds the size of a union over the pick: (the union, the bound, what to take off it)."""
        for test in tests:
            if not isinstance(test, Compare):
                continue
            needs = bound_by_needs(test, binder)
            if needs is not None:
                counted, limit = needs
            elif isinstance(test.left, tree.Size) and test.operator in ("=", "<=", "<"):
                counted, limit = test.left.of, test.right
            else:
                continue
            union = self.without_lets(counted)
            outside = self.names_in(limit) | (self.names_in(union) - {binder.name})
            if all(name in self.bound for name in outside) and over_union(union, binder.name):
                return union, limit, int(test.operator == "<")
        return None

    def without_lets(self, expr: Expr) -> Expr:
        """The expression with names of terms that are not bound yet replaced by the terms."""
        lets = {item.name: item.term for item in self.technique.seen if isinstance(item, Let)}
        if isinstance(expr, Name) and expr.name in lets and expr.name not in self.bound:
            return self.without_lets(lets[expr.name])
        return rebuilt(expr, self.without_lets)

    def range(self, binder: Binder, depth: int, code: Code, fail: Label, *, main: bool) -> Register:
        """What a binder runs over."""
        base: Register | None = None
        if binder.kind not in SORT_WORDS:
            kind = self.load(code, self.kind_number(binder.kind), Sort.KIND)
            base = self.computed(code, "groups_of", "t", Sort.GROUPS, kind)
        if binder.range is not None:
            given = self.term(binder.range, depth) if main else self.local_term(binder.range, code, fail)
            given = self.as_set(given, code)
            return given if base is None else self.both("and", base, given, code)
        if base is not None:
            return base
        return self.everything(SORT_WORDS[binder.kind].several, code)

    def sort_of(self, binder: Binder) -> Sort:
        return SORT_WORDS.get(binder.kind, Sort.GROUP)

    # Conditions

    def condition(self, f: Expr, code: Code, fail: Label, depth: int, *, main: bool, true: bool = True) -> None:
        """Code that goes on where f (or, with true=False, `not f`) holds, and to `fail` where it does not."""
        match f:
            case tree.Not():
                self.condition(f.formula, code, fail, depth, main=main, true=not true)
            case tree.And() | tree.Or():
                if isinstance(f, tree.And) == true:
                    for part in f.formulas:
                        self.condition(part, code, fail, depth, main=main and true, true=true)
                    return
                done = Label()
                for part in f.formulas[:-1]:
                    other = Label()
                    self.condition(part, code, other, depth, main=False, true=true)
                    code += [("jump", None, None, None, done), other]
                self.condition(f.formulas[-1], code, fail, depth, main=False, true=true)
                code.append(done)
            case Quantified():
                self.quantified(f, code, fail, depth, true)
            case Compare():
                self.compare(f, code, fail, depth, main, true)
            case Call() if f.word in WORDS:
                arguments = [self.operand(a, code, fail, depth, main) for a in f.arguments]
                WORDS[f.word].test(self, arguments, code, fail, true=true)
            case _:
                raise CannotCompile(f"{type(f).__name__} is no condition")

    def quantified(self, f: Quantified, code: Code, fail: Label, depth: int, true: bool) -> None:
        looks_for, found = {
            ("some", True): (True, True), ("no", True): (True, False), ("every", True): (False, False),
            ("some", False): (True, False), ("no", False): (True, True), ("every", False): (False, True),
        }[f.quantifier, true]  # fmt: skip
        # Look for an instance whose body is true (or false); `found` says whether to find one is what is wanted.
        done = Label()
        nothing = fail if found else done
        again = self.local_loop(f.binder, code, nothing, fail)
        if f.condition is not None:
            self.condition(f.condition, code, again, depth, main=False)
        if not looks_for and not found:  # every: a body that is not true, for whatever reason, is wrong
            self.condition(f.formula, code, fail, depth, main=False)
            code.append(("jump", None, None, None, again))
        else:
            self.condition(f.formula, code, again, depth, main=False, true=looks_for)
            code.append(("jump", None, None, None, done if found else fail))
        code.append(done)
        self.forget(f.binder)

    def local_loop(self, binder: Binder, code: Code, nothing: Label, fail: Label) -> Label:
        """Loops inside a condition or an effect; returns where to go for the next instance."""
        within = self.range(binder, 0, code, fail, main=False)
        sort, leave = self.sort_of(binder), nothing
        if isinstance(binder, Pick):
            size = self.local_term(binder.count, code, fail)
            self.bound[binder.name], again = self.pick_loop(code, within, binder, size, None, self.blocks[-1], leave)
            return again
        assert isinstance(binder, Each)
        previous: list[Register] = []
        again = Label()
        for name in binder.names:
            own = within
            for before in previous:
                own = self.narrowed(code, own, before, above=binder.ordered and before is previous[-1])
            self.bound[name], again = self.loop_over(code, own, sort, leave)
            previous.append(self.bound[name])
            leave = again
        return again

    def forget(self, binder: Binder) -> None:
        for name in tree.bound_names(binder):
            self.bound.pop(name, None)

    def compare(self, f: Compare, code: Code, fail: Label, depth: int, main: bool, true: bool) -> None:
        operator = f.operator if true else tree.OPPOSITE.get(f.operator, "not subset")
        left, right = (self.operand(side, code, fail, depth, main, other) for side, other in
                       ((f.left, f.right), (f.right, f.left)))  # fmt: skip
        a, b = left.number, right.number
        if operator in ("in", "not in", "subset", "not subset"):
            name = ("v_" if right.file == "v" else "s_") + operator.replace(" ", "_")
        elif operator in ("=", "!="):
            name = {"=": "equal", "!=": "unequal"}[operator]
            name = f"s_{name}" if right.file == "t" else name
        else:
            if operator in (">", ">="):
                a, b = b, a
            name = "less" if operator in ("<", ">") else "at_most"
        code.append((name, a, b, None, fail))

    def operand(
        self, expr: Expr, code: Code, fail: Label, depth: int, main: bool, beside: Expr | None = None
    ) -> Register:
        if isinstance(expr, SetOf) and not expr.elements and beside is not None:
            expr = replace(expr, sort=beside.sort)
        return self.term(expr, depth) if main else self.local_term(expr, code, fail)

    # Effects

    def effect(self, effect: Effect, code: Code) -> None:
        """What a match concludes; a term without a value leaves its effect out."""
        skip = Label()
        if isinstance(effect, ForEvery):
            again = self.local_loop(effect.binder, code, skip, skip)
            if effect.condition is not None:
                self.condition(effect.condition, code, again, 0, main=False)
            self.effect(effect.effect, code)
            code.append(("jump", None, None, None, again))
            self.forget(effect.binder)
        else:
            self.act(effect, code, skip)
        code.append(skip)

    def act(self, act: tree.Act, code: Code, skip: Label) -> None:
        seeing = any(isinstance(node, Call) and node.word == "common" for node in tree.walk(act.where))
        where = (self.target if seeing and self.passes.share else self.local_term)(act.where, code, skip)
        what = self.local_term(act.what, code, skip)
        where, what = self.as_set(where, code), self.as_set(what, code)
        code.append((act.verb, where.number, what.number, None, None))

    def target(self, expr: Expr, code: Code, skip: Label) -> Register:
        """Where an effect takes place that asks for cells which see all of some: they come first, for mostly there are
        none. What the rule's own conditions have computed is not computed again."""
        for block in self.blocks:
            if expr in block.known:
                return block.known[expr]
        if not isinstance(expr, Binary) or expr.operator not in ("&", "-"):
            return self.local_term(expr, code, skip)
        if expr.operator == "&" and isinstance(expr.right, Call) and expr.right.word == "common":
            right = self.target(expr.right, code, skip)
            code.append(("s_unequal", right.number, self.nothing(SetOf((), sort=Sort.CELLS)).number, None, skip))
            left = self.target(expr.left, code, skip)
        else:
            left, right = self.target(expr.left, code, skip), self.target(expr.right, code, skip)
        return self.binary(expr, left, right, code, skip)
