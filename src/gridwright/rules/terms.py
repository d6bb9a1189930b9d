"""Terms of a rule as code: each computed once, in the outermost loop that has its variables."""

from __future__ import annotations

from functools import cached_property

from ..model import Sort
from .board import Shape
from .plan import CannotCompile, Code, Emitter, Label, Passes, Recurse, Register, file_of
from .tree import Binary, Binder, Call, Each, Expr, Let, Name, Number, Pick, Range, SetOf, Size, Technique, walk
from .words import plural


class Terms(Emitter):
    """What a term of the rule comes to on a board. `depth` is the block in which each name is bound."""

    def __init__(self, technique: Technique, parameter: int | None, board: Shape, passes: Passes) -> None:
        super().__init__()
        self.technique, self.board, self.passes = technique, board, passes
        self.depth: dict[str, int] = {}
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
        if expr.name in ("open", "all", "loud"):
            return self.call(Call(expr.name, (), sort=expr.sort), [], code, self.end)
        return self.load(code, self.kind_number(expr.name), Sort.KIND)

    def values_between(self, low: Register, high: Register, code: Code) -> Register:
        """The values of the numbers from low to high, where the board's values are numbers in a row."""
        first = self.board.numbers[0]
        if first is None or list(self.board.numbers) != list(range(first, first + len(self.board.numbers))):
            raise CannotCompile("the values of this board are not numbers in a row, so it has no ranges of them")
        offset, ends = self.load(code, first, Sort.NUMBER), []
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
        word, result = expr.word, self.result(file_of(expr.sort), expr.sort)
        numbers = [argument.number for argument in arguments]
        lifted = any(argument.file != "s" for argument in arguments)
        match word:
            case "open" if arguments:
                everything = self.result("t", Sort.CELLS)
                code.append(("open", everything.number, None, None, None))
                return self.both("and", everything, arguments[0], code)
            case "open":
                code.append(("open", result.number, None, None, None))
            case "all":
                return self.constant(code, (1 << self.board.values) - 1, Sort.VALUES)
            case "loud":
                return self.constant(code, sum(1 << v for v in self.board.loud), Sort.VALUES)
            case "the":
                code.append(("v_the" if arguments[0].file == "v" else "s_the", result.number, numbers[0], None, fail))
            case "val":
                code.append(("val", result.number, numbers[0], None, fail))
            case "cand" | "at" | "missing" | "lacking":
                code.append((f"{word}_of" if lifted else word, result.number, numbers[0], None, None))
            case "places" | "need" | "held":
                partial = None if word == "held" else fail
                if lifted:
                    values, groups = arguments
                    values = values if values.file == "v" else self.one(code, values, None)
                    groups = groups if groups.file == "t" else self.one(code, groups, None)
                    code.append((f"{word}_of", result.number, values.number, groups.number, partial))
                else:
                    code.append((word, result.number, numbers[0], numbers[1], partial))
            case "members" | "cells" | "holders" | "peers" | "common" | "kind_of" | "groups_of" | "needy":
                code.append((word, result.number, numbers[0], None, None))
            case "overdrawn" | "most_needed":  # said by no rule: bounds of picks (`needs.py`)
                code.append((word, result.number, numbers[0], None, None))
            case "clue":
                code.append((word, result.number, numbers[0], None, fail))
            case "outdone":
                code.append((word, result.number, numbers[0], None, None))
            case "total" | "total_parity" | "parity":
                several = arguments[0] if arguments[0].file == "t" else self.one(code, arguments[0], None)
                code.append((word, result.number, several.number, None, fail))
            case "alike":
                code.append((word, result.number, numbers[0], None, None))
            case "summed" | "tied":
                code.append((word, result.number, numbers[0], numbers[1], None))
            case "summing":
                code.append((word, result.number, numbers[0], numbers[1], numbers[2]))
            case "fitting" if len(arguments) == 1:
                code.append(("fitting_all", result.number, numbers[0], None, None))
            case "meet" | "fitting" | "forced" | "implied" | "first" | "early":
                code.append((word, result.number, numbers[0], numbers[1], None))
            case _ if word in self.board.kinds and len(arguments) == 1:
                cells = arguments[0] if arguments[0].file == "t" else self.one(code, arguments[0], None)
                kind = self.load(code, self.kind_number(word), Sort.KIND)
                code.append(("group_at", result.number, cells.number, kind.number, fail))
            case _:
                raise CannotCompile(f"no plan for the word {word}")
        return result
