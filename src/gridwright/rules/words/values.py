"""Values as such, and as numbers: all, loud, lo, hi, higher, lower, the."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ..tree import Call
from .word import CELL, CELLS, GROUP, GROUPS, NUMBER, VALUE, VALUES, Elements, OnStructure, Value, Word

if TYPE_CHECKING:
    from ...model import Structure
    from ..evaluate import Evaluator, TermValue
    from ..grounds.traversal import Traversal
    from ..plan import Code, Label, Register
    from ..symbolic import Symbolic, SymbolicTerm
    from ..terms import Terms


class All(Word):
    """every value"""

    takes, gives, reads_state = (), VALUES, False

    def value(self, on: OnStructure) -> Value:
        return frozenset(range(on.structure.values))

    def code(self, to: Terms, call: Call, arguments: list[Register], code: Code, fail: Label) -> Register:
        return to.constant(code, (1 << to.shape.values) - 1, VALUES)


class Loud(Word):
    """the values of which the rulebook speaks"""

    takes, gives, reads_state = (), VALUES, False

    def value(self, on: OnStructure) -> Value:
        return on.structure.loud

    def code(self, to: Terms, call: Call, arguments: list[Register], code: Code, fail: Label) -> Register:
        return to.constant(code, sum(1 << v for v in to.shape.loud), VALUES)


class _End(Word):
    """The lowest or the highest of some values, as a number: no number where one of the values is none."""

    def choose(self, numbers: Iterable[int]) -> int:
        return max(numbers) if self.name == "hi" else min(numbers)

    def value(self, on: OnStructure, values: Elements) -> Value:
        numbers = [on.structure.numbers[v] for v in values]
        known = [n for n in numbers if n is not None]
        return self.choose(known) if known and len(known) == len(numbers) else None

    def code(self, to: Terms, call: Call, arguments: list[Register], code: Code, fail: Label) -> Register:
        found = to.result("s", NUMBER)
        to.instruction(code, f"v_{self.name}", found, *arguments, fail=fail)
        return to.moved(found, to.first_number, code)

    def term(self, logic: Symbolic, arguments: tuple[SymbolicTerm, ...]) -> SymbolicTerm:
        items = logic.set(arguments[0], VALUE)
        numbers = {v: n for v in items if (n := logic.structure.numbers[v]) is not None}
        strange = [literal for v, literal in items.items() if v not in numbers]
        found = {
            n: logic.gates.all((items[v], *(-items[w] for w, m in numbers.items() if self.choose((m, n)) != n)))
            for v, n in numbers.items()
        }
        some = logic.gates.any(found.values())
        return logic.made(
            NUMBER, found, logic.gates.all((arguments[0].defined, some, *(-literal for literal in strange)))
        )

    def same(self, to: Traversal[Any], call: Call) -> None:
        to.bound(call, above=True)
        to.bound(call, above=False)

    def bound(self, to: Traversal[Any], call: Call, *, above: bool) -> None:
        if to.static(call):
            return
        own = to.set(call.arguments[0])
        end = to.call(f"v_{self.name}", VALUE, own)
        if above != (self.name == "hi"):
            to.into(call.arguments[0], to.as_set(end))
            return
        every = to.universe(VALUES)
        higher = to.call("v_above", VALUES, every, end)
        beyond = higher if above else to.both("without", every, higher)
        to.out(call.arguments[0], to.both("without", beyond, own))


class Lo(_End):
    """the lowest of the values, as a number"""

    takes, gives, reads_state, partial = (VALUES,), NUMBER, False, True


class Hi(_End):
    """the highest of the values, as a number"""

    takes, gives, reads_state, partial = (VALUES,), NUMBER, False, True


class VLo(Word):
    """the lowest of some values"""

    takes, gives, family, reads_state, partial = (VALUES,), VALUE, "internal", False, True

    def value(self, on: OnStructure, values: Elements) -> Value:
        return min(values, default=None)


class VHi(Word):
    """the highest of some values"""

    takes, gives, family, reads_state, partial = (VALUES,), VALUE, "internal", False, True

    def value(self, on: OnStructure, values: Elements) -> Value:
        return max(values, default=None)


class VAbove(Word):
    """those of the values that come behind one"""

    takes, gives, family, reads_state, lifts = (VALUES, VALUE), VALUES, "internal", False, False

    def value(self, on: OnStructure, values: Elements, value: int) -> Value:
        return frozenset(v for v in values if v > value)


def moved(structure: Structure, values: Elements, by: int) -> Elements:
    """The values whose numbers are by so much higher."""
    wanted = {n + by for v in values if (n := structure.numbers[v]) is not None}
    return frozenset(v for v, n in enumerate(structure.numbers) if n in wanted)


class _Moved(Word):
    """Values whose numbers are by so much higher, or lower, than one of these."""

    sign: int
    back: str

    def value(self, on: OnStructure, values: Elements, number: int) -> Value:
        return moved(on.structure, values, self.sign * number)

    def gates(self, logic: Symbolic, *arguments: Any) -> Mapping[int, int]:
        values, numbers = arguments
        return logic.union([
            dict.fromkeys(moved(logic.structure, frozenset({v}), self.sign * n), logic.gates.all((literal, by)))
            for v, literal in values.items() for n, by in numbers.items()
        ])  # fmt: skip

    def code(self, to: Terms, call: Call, arguments: list[Register], code: Code, fail: Label) -> Register:
        values, by = arguments
        result = to.result_of(VALUES)
        if self.sign < 0:
            less = to.result("s", NUMBER)
            to.instruction(code, "subtract", less, to.load(code, 0, NUMBER), by)
            by = less
        to.instruction(code, "v_shift", result, values, by)
        return result

    def out(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        to.same(call.arguments[1])
        to.out(call.arguments[0], to.call(self.back, VALUES, kept, to.value(call.arguments[1])))

    def into(self, to: Traversal[Any], call: Call, kept: Any) -> None:
        to.same(call.arguments[1])
        to.into(call.arguments[0], to.call(self.back, VALUES, kept, to.value(call.arguments[1])))


class Higher(_Moved):
    """the values that are so much higher than one of these"""

    takes, gives, reads_state, grows = (VALUES, NUMBER), VALUES, False, True
    sign, back = 1, "lower"


class Lower(_Moved):
    """the values that are so much lower than one of these"""

    takes, gives, reads_state, grows = (VALUES, NUMBER), VALUES, False, True
    sign, back = -1, "higher"


class The(Word):
    """the only one of the cells"""

    takes, gives, reads_state, partial = (CELLS,), CELL, False, True
    also = (((VALUES,), VALUE, "the only one of the values"), ((GROUPS,), GROUP, "the only one of the groups"))
    in_cells = 0

    def evaluate(self, evaluator: Evaluator, arguments: tuple[TermValue, ...]) -> TermValue:
        return evaluator.only(arguments[0])

    def code(self, to: Terms, call: Call, arguments: list[Register], code: Code, fail: Label) -> Register:
        result = to.result_of(call.sort)
        to.instruction(code, "v_the" if arguments[0].file == "v" else "s_the", result, *arguments, fail=fail)
        return result

    def term(self, logic: Symbolic, arguments: tuple[SymbolicTerm, ...]) -> SymbolicTerm:
        return logic.only(arguments[0])

    def same(self, to: Traversal[Any], call: Call) -> None:
        to.all_of(call.arguments[0])
        to.into(call.arguments[0], to.set(call.arguments[0]))
