"""Terms of a rule as code: each computed once, in the outermost loop that has its variables."""

from __future__ import annotations

from functools import cached_property

from ..model import Sort
from ..model.structure import Shape
from .plan import CannotCompile, Code, Emitter, Label, Passes, Recurse, Register, file_of
from .tree import Binary, Binder, Call, Expr, Name, Number, Range, SetOf, Size, Technique, bound_names, walk
from .vocabulary import kind_named
from .words import WORDS


class Terms(Emitter):
    """What a term of the rule comes to on a board. `depth` is the block in which each name is bound."""

    def __init__(self, technique: Technique, parameter: int | None, shape: Shape, passes: Passes) -> None:
        super().__init__()
        self.technique, self.parameter, self.shape, self.passes = technique, parameter, shape, passes
        self.depth: dict[str, int] = {}
        self.empty: dict[str, Register] = {}
        if technique.parameters and parameter is not None:
            name = technique.parameters[0].name  # no part of the witness: the step says its size
            self.bound[name], self.depth[name] = self.load(self.blocks[0].code, parameter, Sort.NUMBER), 0

    # Names

    def bind(self, name: str, register: Register, depth: int) -> None:
        self.bound[name], self.depth[name] = register, depth
        self.named.append(name)

    def names_in(self, expr: Expr | Binder) -> set[str]:
        """The names of the rule's own that an expression uses and does not bind itself."""
        nodes = list(walk(expr))
        used = {node.name for node in nodes if isinstance(node, Name)} & (self.bound.keys() | self.all_names)
        return used - {name for node in nodes if isinstance(node, Binder) for name in bound_names(node)}

    @cached_property
    def all_names(self) -> set[str]:
        return {name for item in self.technique.seen for name in bound_names(item)}

    def depth_of(self, expr: Expr) -> int:
        return max((self.depth[name] for name in self.names_in(expr)), default=0)

    def kind_number(self, word: str) -> int:
        number = kind_named(word, self.shape.kinds)
        if number is None:
            raise CannotCompile(f"the board has no {word}")
        return number

    # Terms

    def term(self, expr: Expr, depth: int) -> Register:
        """A term of the rule's own conditions: computed once, in the outermost block that has its names."""
        if isinstance(expr, SetOf) and not expr.elements:  # `{}` of cells and of values look the same
            return self.nothing(expr)
        if self.passes.share:
            depth = self.depth_of(expr)
            for block in self.blocks[: depth + 1]:
                if expr in block.known:
                    return block.known[expr]
        block = self.blocks[depth]
        result = self.compute(expr, block.code, block.again, lambda part: self.term(part, depth))
        if self.passes.share:
            block.known[expr] = result
        return result

    def nothing(self, expr: SetOf) -> Register:
        """The empty set of this kind."""
        file = file_of(expr.sort)
        if file not in self.empty:
            self.empty[file] = self.set_of(expr, [], self.blocks[0].code)
        return self.empty[file]

    def local_term(self, expr: Expr, code: Code, fail: Label) -> Register:
        """A term where it stands: inside a quantifier, an alternative or an effect."""
        return self.compute(expr, code, fail, lambda part: self.local_term(part, code, fail))

    def compute(self, expr: Expr, code: Code, fail: Label, sub: Recurse) -> Register:
        match expr:
            case Number():
                return self.load(code, expr.value, Sort.NUMBER)
            case Name():
                return self.name(expr, code)
            case Size():
                of = sub(expr.of)
                return self.computed(code, "v_size" if of.file == "v" else "s_size", "s", Sort.NUMBER, of)
            case Range():
                return self.values_between(sub(expr.low), sub(expr.high), code)
            case SetOf():
                return self.set_of(expr, [sub(element) for element in expr.elements], code)
            case Binary():
                return self.binary(expr, sub(expr.left), sub(expr.right), code, fail)
            case Call():
                return self.call(expr, [sub(argument) for argument in expr.arguments], code, fail)
        raise CannotCompile(f"{type(expr).__name__} has no plan")

    def name(self, expr: Name, code: Code) -> Register:
        if expr.name in self.bound:
            return self.bound[expr.name]
        if expr.name in WORDS:
            return self.call(Call(expr.name, (), sort=expr.sort), [], code, self.end)
        return self.load(code, self.kind_number(expr.name), Sort.KIND)

    @property
    def first_number(self) -> int:
        """The number of the first value, where the board's values are numbers in a row."""
        first = self.shape.numbers[0]
        if first is None or list(self.shape.numbers) != list(range(first, first + len(self.shape.numbers))):
            raise CannotCompile("the values of this board are not numbers in a row, so it has no ranges of them")
        return first

    def moved(self, number: Register, by: int, code: Code) -> Register:
        """A number and so much more."""
        if not by:
            return number
        return self.computed(code, "add", "s", Sort.NUMBER, number, self.load(code, by, Sort.NUMBER))

    def values_between(self, low: Register, high: Register, code: Code) -> Register:
        """The values of the numbers from low to high, where the board's values are numbers in a row."""
        ends = [low, high]
        if self.first_number:
            offset = self.load(code, self.first_number, Sort.NUMBER)
            ends = [self.computed(code, "subtract", "s", Sort.NUMBER, end, offset) for end in ends]
        return self.computed(code, "v_range", "v", Sort.VALUES, *ends)

    def everything(self, several: Sort | None, code: Code) -> Register:
        """All cells, values, groups or kinds."""
        if several in (Sort.VALUES, Sort.KINDS):
            count = self.shape.values if several is Sort.VALUES else len(self.shape.kinds)
            return self.constant(code, (1 << count) - 1, several)
        return self.computed(code, "every_group" if several is Sort.GROUPS else "every_cell", "t", several)

    def set_of(self, expr: SetOf, elements: list[Register], code: Code) -> Register:
        file = file_of(expr.sort)
        result = self.constant(code, 0, expr.sort) if file == "v" else self.computed(code, "s_none", "t", expr.sort)
        for element in elements:
            result = self.both("or", result, self.one(code, element, result), code)
        return result

    def binary(self, expr: Binary, left: Register, right: Register, code: Code, fail: Label) -> Register:
        if left.file == "s":
            operation = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide"}[expr.operator]
            failing = fail if expr.operator == "/" else None
            return self.computed(code, operation, "s", Sort.NUMBER, left, right, fail=failing)
        return self.both({"+": "or", "-": "without", "&": "and"}[expr.operator], left, right, code)

    def call(self, expr: Call, arguments: list[Register], code: Code, fail: Label) -> Register:
        word = WORDS.get(expr.word)
        if word is not None:
            return word.code(self, expr, arguments, code, fail)
        result = self.result_of(expr.sort)
        kind = self.kind_number(expr.word)
        cells = self.as_set(arguments[0], code)
        self.instruction(code, "group_at", result, cells, self.load(code, kind, Sort.KIND), fail=fail)
        return result
