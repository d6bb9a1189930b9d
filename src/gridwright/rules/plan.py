"""A plan: a rule as a linear nest of loops that the kernel runs, and the code that one is made of.

Labels are objects until the code is laid out; an instruction's last operand is where to go on when it fails.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ..evidence.things import One, Several, shape_of
from ..model import GridwrightError, Sort
from ..model.evidence import Evidence
from .tree import Expr


class CannotCompile(GridwrightError):
    """The plan language has no words for a part of this rule."""


@dataclass(frozen=True)
class Passes:
    """Which passes of the optimiser run."""

    eliminate: bool = True
    minscope: bool = True
    ranges: bool = True
    share: bool = True
    prune: bool = True
    anchor: bool = True
    seek: bool = True
    fuse: bool = True


@dataclass(eq=False)
class Label:
    """A place in the code, known when it is laid out."""

    at: int = -1


@dataclass(frozen=True)
class Register:
    """`s` one thing or a number, `v` a mask of values or kinds (both are scalars), `t` a set of cells or groups.

    `l` is a list, in its order and with repeats, for what is only shown.
    """

    file: str
    number: int
    sort: Sort | None


Recurse = Callable[[Expr], Register]
Operand = int | Label | None
Code = list[tuple[str, Operand, Operand, Operand, Operand] | Label]


@dataclass
class Block:
    """What runs once the variables of the loops so far are bound; `again` is the head of the innermost one."""

    again: Label
    head: Code = field(default_factory=list)
    code: Code = field(default_factory=list)
    known: dict[Expr, Register] = field(default_factory=dict)


@dataclass(frozen=True)
class Compiled:
    """A plan as data: instructions with operation names, constants, how many registers, and what a match shows."""

    code: tuple[tuple[str, int, int, int, int], ...]
    masks: tuple[int, ...]
    scalars: int
    sets: int
    iterators: int
    picks: int
    outputs: tuple[tuple[str, Register], ...]
    shapes: tuple[type[Evidence], ...]
    """The shape of evidence of each output."""
    grounds: int
    """Where the code begins that reads what a match relied on."""
    key: str
    """Of the technique."""
    lists: int = 0


def file_of(sort: Sort | None) -> str:
    """The kind of register that a term of this sort lives in."""
    if sort in (Sort.CELLS, Sort.GROUPS):
        return "t"
    return "v" if sort in (Sort.VALUES, Sort.KINDS) else "s"


class Emitter:
    """Hands out registers and lays the blocks out as code."""

    def __init__(self) -> None:
        self.counts = {"s": 0, "t": 0, "i": 0, "k": 0}
        self.masks: list[int] = []
        self.end = Label()
        self.blocks = [Block(self.end)]
        self.bound: dict[str, Register] = {}
        self.named: list[str] = []

    def fresh(self, file: str) -> int:
        self.counts[file] += 1
        return self.counts[file] - 1

    def result(self, file: str, sort: Sort | None) -> Register:
        return Register(file, self.fresh("t" if file == "t" else "s"), sort)

    def result_of(self, sort: Sort | None) -> Register:
        """A register for a term of a sort."""
        return self.result(file_of(sort), sort)

    def instruction(
        self, code: Code, operation: str, result: Register, *operands: Register, fail: Label | None = None
    ) -> None:
        """An instruction that computes a result from registers; `fail` is where to go on where it has none."""
        numbers = [result.number, *(operand.number for operand in operands), None, None, None]
        last = fail if len(operands) < 3 else numbers[3]
        code.append((operation, numbers[0], numbers[1], numbers[2], last))

    def computed(
        self, code: Code, operation: str, file: str, sort: Sort | None, *operands: Register, fail: Label | None = None
    ) -> Register:
        """The result of such an instruction, in a register of its own."""
        result = self.result(file, sort)
        self.instruction(code, operation, result, *operands, fail=fail)
        return result

    def load(self, code: Code, number: int, sort: Sort) -> Register:
        result = self.result("s", sort)
        code.append(("load", result.number, number, None, None))
        return result

    def constant(self, code: Code, mask: int, sort: Sort | None) -> Register:
        result = self.result("v", sort)
        self.masks.append(mask)
        code.append(("mask", result.number, len(self.masks) - 1, None, None))
        return result

    def loop_over(
        self, code: Code, within: Register, sort: Sort | None, leave: Label, new: str = "", by: int | None = None
    ) -> tuple[Register, Label]:
        """The head of a loop over a set: the element, and where to go for the next. Behind the last it goes to `leave`.

        `new` and `by` say what a loop looks at that does not look at everything.
        """
        iterator, element, again = self.fresh("i"), self.result("s", sort), Label()
        kind = "v" if within.file == "v" else "s"
        code += [(f"{kind}_start{new}", iterator, within.number, by, None), again]
        code.append((f"{kind}_next", element.number, iterator, None, leave))
        return element, again

    def laid_out(self, grounds: Code, key: str) -> Compiled:
        """The blocks one behind the other, then the code that reads what a match relied on."""
        code: Code = []
        for block in self.blocks:
            code += [*block.head, *block.code]
        second = Label()
        code += [self.end, ("end", None, None, None, None), second, *grounds, ("end", None, None, None, None)]
        at = 0
        for entry in code:
            if isinstance(entry, Label):
                entry.at = at
            else:
                at += 1

        def place(operand: Operand) -> int:
            return operand.at if isinstance(operand, Label) else operand or 0

        lines = tuple(
            (entry[0], place(entry[1]), place(entry[2]), place(entry[3]), place(entry[4]))
            for entry in code
            if not isinstance(entry, Label)
        )
        outputs = tuple((name, self.bound[name]) for name in self.named)
        shapes = tuple(shape_of(register.sort) for _, register in outputs)
        counts = self.counts
        return Compiled(
            lines, tuple(self.masks), counts["s"], counts["t"], counts["i"], counts["k"], outputs, shapes, second.at,
            key,
        )  # fmt: skip

    def one(self, code: Code, element: Register, like: Register | None) -> Register:
        """{element}, as the kind of set that `like` is, or that suits its sort."""
        several = element.sort.several if element.sort is not None else None
        file = like.file if like is not None else file_of(several)
        return self.computed(code, "v_one" if file == "v" else "s_one", file, several, element)

    def as_set(self, value: Register, code: Code) -> Register:
        """The value, or the set of it where it is one thing."""
        return self.one(code, value, None) if value.file == "s" else value

    def both(self, what: str, left: Register, right: Register, code: Code) -> Register:
        return self.computed(code, ("v_" if left.file == "v" else "s_") + what, left.file, left.sort, left, right)


def assembled(key: str, text: str, shows: Sequence[tuple[str, type[Evidence]]]) -> Compiled:
    """A plan from its instructions, a line each: `s_next s.h i.lines else end`.

    An operand is a number or a register: its file (s, t, i, k, l) and a name; what a match shows has the registers of
    these names, a list if there is one. Behind `else` stands where to go on where the instruction fails. A line `end:`
    is a place to go to, and behind `grounds:` stands what reads what a match relied on.
    """
    labels: dict[str, int] = {}
    lines: list[list[str]] = []
    for words in filter(None, map(str.split, text.splitlines())):
        if words[0].endswith(":"):
            labels[words[0][:-1]] = len(lines)
        else:
            lines.append(words)
    registers: dict[str, dict[str, int]] = {file: {} for file in "stikl"}

    def number(word: str) -> int:
        file, _, name = word.partition(".")
        return registers[file].setdefault(name, len(registers[file])) if name else int(word)

    code = []
    for operation, *words in lines:
        operands = [number(word) for word in words if word != "else" and word not in labels]
        a, b, c, d = [*operands, 0, 0, 0, 0][:4]
        code.append((operation, a, b, c, labels[words[-1]] if "else" in words else d))
    files = (
        (name, file_of(shape.sort) if issubclass(shape, One | Several) and name not in registers["l"] else "l")
        for name, shape in shows
    )
    outputs = tuple((name, Register(file, number(f"{file}.{name}"), None)) for name, file in files)
    shapes = tuple(shape for _, shape in shows)
    s, t, i, k, lists = (len(registers[file]) for file in "stikl")
    return Compiled(tuple(code), (), s, t, i, k, outputs, shapes, labels["grounds"], key, lists)
