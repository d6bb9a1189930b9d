"""Terms of a rule as code: each computed once, in the outermost loop that has its variables."""

from __future__ import annotations

from functools import cached_property

from ..model import Sort
from .board import Shape
from .plan import CannotCompile, Code, Emitter, Label, Passes, Recurse, Register, file_of
from .tree import Binary, Binder, Call, Each, Expr, Let, Name, Number, Pick, Range, SetOf, Size, Technique, walk
from .vocabulary import plural
from .words import WORDS


class Terms(Emitter):
    """What a term of the rule comes to on a board. `depth` is the block in which each name is bound."""

    def __init__(self, technique: Technique, parameter: int | None, board: Shape, passes: Passes) -> None:
        super().__init__()
        self.technique, self.board, self.passes = technique, board, passes
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
        inner: set[str] = set()
        used: set[str] = set()
        for node in walk(expr):
            if isinstance(node, Name) and (node.name in self.bound or node.name in self.all_names):
                used.add(node.name)
            elif isinstance(node, Each):
                inner.update(node.names)
            elif isinstance(node, Pick):
                inner.add(node.name)
        return used - inner

    @cached_property
    def all_names(self) -> set[str]:
        found: set[str] = set()
        for item in self.technique.seen:
            if isinstance(item, Each):
                found.update(item.names)
            elif isinstance(item, Pick | Let):
                found.add(item.name)
        return found

    def depth_of(self, expr: Expr) -> int:
        return max((self.depth[name] for name in self.names_in(expr)), default=0)

    def kind_number(self, word: str) -> int:
        for number, kind in enumerate(self.board.kinds):
            if word in (kind, plural(kind)):
                return number
        raise CannotCompile(f"the board has no {word}")

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
                result = self.result("s", Sort.NUMBER)
                code.append(("v_size" if of.file == "v" else "s_size", result.number, of.number, None, None))
                return result
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
        first = self.board.numbers[0]
        if first is None or list(self.board.numbers) != list(range(first, first + len(self.board.numbers))):
            raise CannotCompile("the values of this board are not numbers in a row, so it has no ranges of them")
        return first

    def moved(self, number: Register, by: int, code: Code) -> Register:
        """A number and so much more."""
        if not by:
            return number
        offset, result = self.load(code, by, Sort.NUMBER), self.result("s", Sort.NUMBER)
        self.instruction(code, "add", result, number, offset)
        return result

    def values_between(self, low: Register, high: Register, code: Code) -> Register:
        """The values of the numbers from low to high, where the board's values are numbers in a row."""
        if not self.first_number:
            result = self.result("v", Sort.VALUES)
            code.append(("v_range", result.number, low.number, high.number, None))
            return result
        offset, ends = self.load(code, self.first_number, Sort.NUMBER), []
        for number in (low, high):
            ends.append(self.result("s", Sort.NUMBER))
            code.append(("subtract", ends[-1].number, number.number, offset.number, None))
        result = self.result("v", Sort.VALUES)
        code.append(("v_range", result.number, ends[0].number, ends[1].number, None))
        return result

    def set_of(self, expr: SetOf, elements: list[Register], code: Code) -> Register:
        file = file_of(expr.sort)
        if file == "v":
            result = self.constant(code, 0, expr.sort)
        else:
            result = self.result("t", expr.sort)
            code.append(("s_none", result.number, None, None, None))
        for element in elements:
            result = self.both("or", result, self.one(code, element, result), code)
        return result

    def binary(self, expr: Binary, left: Register, right: Register, code: Code, fail: Label) -> Register:
        if left.file == "s":
            operation = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide"}[expr.operator]
            result = self.result("s", Sort.NUMBER)
            code.append((operation, result.number, left.number, right.number, fail if expr.operator == "/" else None))
            return result
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
