"""The last pass over a plan: small instructions become wide ones, what nobody reads is left out.

    fused(plan)     the same matches in the same order, in fewer instructions

Nothing changes while a rule looks, so a test at the head of a loop may as well run over all elements before it: `next
cell; cand; size; equal` becomes a `keep` behind the start of the loop, which leaves the cells with two candidates in
it. Such a test must fail to the loop's own head, read nothing that the loop computes but its element, and come before
anything that leaves the loop another way. Filling a pick is one instruction, too.

    keep    a test on the element of a loop, before the loop
    fill    the loop that collects the elements of a pick
    same    a union with the empty set, a meet with everything: no instruction
    open    `open & T` in one
    fit     the loop that leaves the open cells of a group what fits

An instruction goes only if nobody else reads what it writes: later code, what a match shows and the code that tells
what it relied on are all looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from ..model import Sort
from ..native import kernel
from .plan import Compiled
from .words import WORDS

Cell = tuple[str, int]
"""A register: `s` or `t` and its number."""

STARTS = {"s_start", "s_start_new", "v_start", "v_start_new", "v_start_at"}
TESTS = {
    "equal", "unequal", "less", "at_most", "v_in", "v_not_in", "v_subset", "v_not_subset", "s_in", "s_not_in",
    "s_subset", "s_not_subset", "s_equal", "s_unequal",
    *(f"{no}{word.name}" for word in WORDS.values() if word.gives is Sort.BOOL for no in ("", "not_")),
}  # fmt: skip
ACTS = {"place", "exclude", "only"}
GROUPS, CELLS = (
    {whole, *(f"{word.operation}{of}" for word in WORDS.values() if word.gives is sort for of in ("", "_of"))}
    for whole, sort in (("every_group", Sort.GROUPS), ("every_cell", Sort.CELLS))
)
"""Operations whose result is groups of the board and nothing else, and cells of it."""


@cache
def _shapes() -> dict[str, str]:
    return dict(zip(kernel.operations(), kernel.operation_shapes(), strict=True))


@cache
def _written(op: str) -> str | None:
    """The kind of register that the first operand names, if the operation writes it."""
    first = _shapes()[op][0]
    reading = op in TESTS or op in ACTS or op.startswith(("read_", "use"))
    return first if first in "st" and not reading else None


@dataclass(eq=False)
class _Line:
    """An instruction. `target` is where it goes when it fails."""

    op: str
    operands: list[int]
    target: _Line | None = None
    gone: bool = False

    @property
    def writes(self) -> Cell | None:
        kind = _written(self.op)
        return (kind, self.operands[0]) if kind is not None else None

    @property
    def reads(self) -> list[Cell]:
        cells = [(kind, number) for kind, number in zip(_shapes()[self.op], self.operands, strict=True) if kind in "st"]
        return cells[1:] if self.writes is not None else cells


def fused(plan: Compiled) -> Compiled:
    """The plan with its instructions fused; what it finds, shows and reads is the same."""
    return _Fusing(plan).plan()


class _Fusing:
    def __init__(self, plan: Compiled) -> None:
        self.before = plan
        shapes = _shapes()
        self.lines = [_Line(op, [a, b, c, d]) for op, a, b, c, d in plan.code]
        for line in self.lines:
            if shapes[line.op][3] == "j":
                line.target, line.operands[3] = self.lines[line.operands[3]], 0
        self.grounds = self.lines[plan.grounds]
        self.shown = {("t" if register.file == "t" else "s", register.number) for _, register in plan.outputs}

    def plan(self) -> Compiled:
        for change in (
            self.same,
            self.fills,
            self.keeps,
            self.opens,
            self.fits,
            self.clears,
            self.picks,
            self.looks_ahead,
        ):
            change()
            self.tidy()
        at, lines = 0, {}
        for line in self.lines:
            lines[line] = at  # an instruction that is gone stands for the next
            at += not line.gone
        code = tuple(
            (line.op, a, b, c, lines[line.target] if line.target is not None else d)
            for line in self.lines
            if not line.gone
            for a, b, c, d in [line.operands]
        )
        return replace(self.before, code=code, grounds=lines[self.grounds])

    # Who reads and writes

    def tidy(self) -> None:
        """Take out what is gone, and what computes something that nobody reads."""
        while True:
            read = {cell for line in self.living() for cell in line.reads} | self.shown
            idle = [line for line in self.living() if line.target is None and line.writes not in read | {None}
                    and not line.op.endswith("_next")]  # fmt: skip
            for line in idle:
                line.gone = True
            if not idle:
                return

    def living(self) -> Iterator[_Line]:
        return (line for line in self.lines if not line.gone)

    def main(self) -> list[_Line]:
        """The code that looks for matches."""
        end = self.lines.index(self.grounds)
        return [line for line in self.lines[:end] if not line.gone]

    def writer(self, cell: Cell) -> _Line | None:
        """The one instruction that writes a register; None if there are several."""
        writers = [line for line in self.living() if line.operands[0] == cell[1] and line.writes == cell]
        return writers[0] if len(writers) == 1 else None

    def only_read_by(self, cell: Cell | None, readers: list[_Line]) -> bool:
        return cell not in self.shown and all(
            line in readers
            for line in self.living()
            if cell is not None and cell[1] in line.operands and cell in line.reads
        )

    # No instruction at all

    def same(self) -> None:
        """Where one side of a union is always empty, or one of a meet always everything, the result is the other."""
        for line in self.main():
            if line.op not in ("v_or", "s_or", "s_and"):
                continue
            into, kind = line.operands[0], "t" if line.op[0] == "s" else "s"
            for one, other in (line.operands[1:3], line.operands[2:0:-1]):
                source = self.writer((kind, other))
                if source is None or not self.neutral(line.op, (kind, one), source):
                    continue
                if (kind, into) in self.shown or self.writer((kind, into)) is not line:
                    continue
                start, end = self.lines.index(source), self.lines.index(line)
                if start < end and not any((kind, into) in each.reads for each in self.lines[start:end]):
                    self.rename((kind, into), other)
                    line.gone = True
                    break

    def neutral(self, op: str, cell: Cell, beside: _Line) -> bool:
        line = self.writer(cell)
        if line is None:
            return False
        if op == "s_and":
            return (line.op == "every_group" and beside.op in GROUPS) or (
                line.op == "every_cell" and beside.op in CELLS
            )
        return line.op == "s_none" or (line.op == "mask" and self.before.masks[line.operands[1]] == 0)

    def rename(self, cell: Cell, number: int) -> None:
        for line in self.living():
            kinds = _shapes()[line.op]
            for i in range(1 if line.writes is not None else 0, 4):
                if (kinds[i], line.operands[i]) == cell:
                    line.operands[i] = number

    # Picks

    def fills(self) -> None:
        """The loop that collects the elements of a pick."""
        code = self.main()
        for i, line in enumerate(code):
            if line.op == "pick_start":
                filled = self.fill(line, code[i + 1 : i + 9])
                if filled is not None:
                    number, op, operands = filled
                    loop = code[i : i + number]
                    inside = {each.writes for each in loop} - {None}
                    if all(self.only_read_by(cell, loop) for cell in inside):
                        line.op, line.operands = op, operands
                        for each in loop[1:]:
                            each.gone = True

    def fill(self, start: _Line, code: list[_Line]) -> tuple[int, str, list[int]] | None:
        """(instructions, the one that does their work, its operands)"""
        words = [line.op for line in code]
        if len(code) < 4 or words[0] not in ("s_start", "v_start") or words[1] != words[0][0] + "_next":
            return None
        pick, within, element, head = start.operands[0], code[0].operands[1], code[1].operands[0], code[1]
        sets = words[0] == "s_start"
        if words[2:4] == ["pick_plain", "jump"] and code[3].target is head:
            return 5, "pick_fill" if sets else "pick_fill_values", [pick, within, 0, 0]
        if sets and words[2:5] == ["cand", "pick_values", "jump"] and code[4].target is head:
            mask, of = code[2].operands[:2]
            if of == element and code[3].operands[:3] == [pick, element, mask]:
                return 6, "pick_fill_cand", [pick, within, 0, 0]
        if not sets and words[2:5] == ["places", "pick_cells", "jump"] and code[4].target is head is code[2].target:
            mask, value, group = code[2].operands[:3]
            if value == element != group and code[3].operands[:3] == [pick, element, mask]:
                return 6, "pick_fill_places", [pick, within, group, 0]
        if sets and words[2:6] == ["places", "meet", "pick_cells", "jump"] and code[5].target is head is code[2].target:
            mask, value, group = code[2].operands[:3]
            met, cells, kind = code[3].operands[:3]
            if group == element not in (value, kind) and cells == mask and code[4].operands[:3] == [pick, element, met]:
                return 7, "pick_fill_meet", [pick, within, value, kind]
        needy = ["places", "meet", "needy", "s_and", "pick_cells", "jump"]
        if sets and words[2:8] == needy and code[7].target is head is code[2].target:
            mask, value, group = code[2].operands[:3]
            met, cells, kind = code[3].operands[:3]
            need, of = code[4].operands[:2]
            both, *of_both = code[5].operands[:3]
            inside = cells == mask and of == value and of_both == [met, need]
            if inside and group == element not in (value, kind) and code[6].operands[:3] == [pick, element, both]:
                return 9, "pick_fill_needy", [pick, within, value, kind]
        return None

    # Tests before loops

    def keeps(self) -> None:
        """Tests at the head of a loop run before it."""
        targets = {line.target for line in self.living()}
        code = self.main()
        for i, start in enumerate(code):
            if start.op not in STARTS or code[i + 1].op not in ("s_next", "v_next"):
                continue
            head = code[i + 1]
            if head.operands[1] != start.operands[0]:
                continue
            outside = set(code[:i])
            for line in code[i + 2 :]:
                if line in targets or (line.target is not None and line.target is not head):
                    break
                if line.writes is None and line.op not in TESTS:
                    break
                if line.op.endswith("_next"):
                    break
                keep = self.keep(line, start, head, outside) if not line.gone else None
                if keep is not None:
                    self.lines.insert(self.lines.index(head), keep[0])
                    self.drop(keep[1])

    def drop(self, lines: list[_Line]) -> None:
        """The test goes, and what it alone has read."""
        for line in lines:
            if line.writes is None or self.only_read_by(line.writes, []):
                line.gone = True

    def keep(self, test: _Line, start: _Line, head: _Line, outside: set[_Line]) -> tuple[_Line, list[_Line]] | None:
        """The instruction that does what a test does, and what it stands for, the test first."""
        iterator, element = start.operands[0], head.operands[0]
        values = head.op == "v_next"

        def before(number: int) -> bool:
            return self.writer(("s", number)) in outside

        def made(op: str, *operands: int) -> _Line:
            return _Line(op, [iterator, *operands, *[0] * (3 - len(operands))])

        def by(cell: Cell, op: str) -> _Line | None:
            line = self.writer(cell)
            inside = line is not None and line not in outside and line.op == op
            return line if inside and line is not None and line.target in (None, head) else None

        a, b = test.operands[:2]
        if test.op in ("equal", "unequal"):
            for one, other in ((a, b), (b, a)):
                if not before(other):
                    continue
                if one == element:
                    return (made(f"{head.op[0]}_keep_not", other), [test]) if test.op == "unequal" else None
                found = self.equal(by, one, other, element, values, before) if test.op == "equal" else None
                if found is not None:
                    return made(found[0], *found[1]), [test, *found[2]]
                kind = by(("s", one), "kind_of")
                if test.op == "unequal" and kind is not None and kind.operands[1] == element:
                    return made("s_keep_not_kind", other), [test, kind]
        elif test.op == "less" and values and before(a):  # 0 < need(v, g)
            need, zero = by(("s", b), "need"), self.writer(("s", a))
            of_pair = need is not None and need.operands[1] == element and before(need.operands[2])
            if need is not None and of_pair and zero is not None and zero.op == "load" and zero.operands[1] == 0:
                return made("v_keep_needed", need.operands[2]), [test, need]
        elif test.op == "distinct":
            members = by(("t", a), "members")
            if members is not None and members.operands[1] == element:
                return made("s_keep_distinct"), [test, members]
        elif test.op in ("s_in", "s_not_in") and before(a):
            members = by(("t", b), "members")
            if members is not None and members.operands[1] == element:
                return made("s_keep_at" if test.op == "s_in" else "s_keep_not_at", a), [test, members]
        elif test.op in ("sees", "not_sees") and b == element != a and before(a):
            return made("s_keep_seen" if test.op == "sees" else "s_keep_unseen", a), [test]
        elif test.op == "crosses" and b == element != a and before(a):
            return made("v_keep_crossing", a), [test]
        return None

    def equal(
        self, by: Callable[[Cell, str], _Line | None], one: int, other: int, element: int, values: bool,
        before: Callable[[int], bool],
    ) -> tuple[str, list[int], list[_Line]] | None:  # fmt: skip
        """`cand(p) = V`, `|cand(p)| = n`, `|places(v, g)| = n`."""
        cand = by(("s", one), "cand")
        if cand is not None and cand.operands[1] == element and not values:
            return "s_keep_cand_is", [other], [cand]
        size = by(("s", one), "v_size")
        if size is not None:
            cand = by(("s", size.operands[1]), "cand")
            if cand is not None and cand.operands[1] == element and not values:
                return "s_keep_cand", [other], [size, cand]
        size = by(("s", one), "s_size")
        places = by(("t", size.operands[1]), "places") if size is not None else None
        if size is not None and places is not None:
            value, group = places.operands[1:3]
            if values and value == element != group and before(group):
                return "v_keep_places", [group, other], [size, places]
            if not values and group == element != value and before(value):
                return "s_keep_places", [value, other], [size, places]
        return None

    # open & T

    def opens(self) -> None:
        for line in self.main():
            if line.op != "s_and":
                continue
            for one, other in (line.operands[1:3], line.operands[2:0:-1]):
                source = self.writer(("t", one))
                if source is not None and source.op == "open":
                    line.op, line.operands = "open_of", [line.operands[0], other, 0, 0]
                    break

    # What fits a group

    def fits(self) -> None:
        """`every cell p in open(g): only(p, fitting(g, p))`, or what fits some cell of it."""
        code = self.main()
        for i, start in enumerate(code):
            if start.op != "s_start":
                continue
            loop = code[i : i + 6]
            fitting = [line.op for line in loop][2:3]
            if [line.op for line in loop] != ["s_start", "s_next", *fitting, "s_one", "only", "jump"]:
                continue
            _, head, fit, one, only, jump = loop
            opened = self.writer(("t", start.operands[1]))
            members = self.writer(("t", opened.operands[1])) if opened is not None and opened.op == "open_of" else None
            cell, group = head.operands[0], fit.operands[1]
            if (
                fit.op in ("fitting", "fitting_all")
                and (fit.op == "fitting_all" or fit.operands[2] == cell)
                and members is not None
                and members.op == "members"
                and members.operands[1] == group != cell
                and head.operands[1] == start.operands[0]
                and one.operands[1] == cell
                and only.operands[:2] == [one.operands[0], fit.operands[0]]
                and jump.target is head
                and head.target is code[i + 6]
                and all(self.only_read_by(line.writes, loop) for line in (head, fit, one))
            ):
                start.op, start.operands = f"only_{fit.op}", [group, 0, 0, 0]
                for line in loop[1:]:
                    line.gone = True

    # What a cage puts into a line

    def clears(self) -> None:
        """Leave out groups in which what a cage is sure to hold there has nothing to clear."""
        words = [
            "members", "s_and", "forced", "v_start", "v_next", "members", "members", "s_without", "v_one", "exclude",
            "emit",
        ]  # fmt: skip
        code = self.main()
        for i, head in enumerate(code):
            if head.op != "s_next" or [line.op for line in code[i + 1 : i + 12]] != words:
                continue
            line, both, forced, start, value, rest_of, rest_by, rest, one, exclude, emit = code[i + 1 : i + 12]
            other, group = head.operands[0], forced.operands[1]
            cage = self.writer(("t", both.operands[1]))
            if (
                line.operands[1] == rest_of.operands[1] == other != group == rest_by.operands[1]
                and cage is not None
                and cage.op == "members"
                and cage.operands[1] == group
                and both.operands[2] == line.operands[0]
                and forced.operands[2] == both.operands[0]
                and start.operands[1] == forced.operands[0]
                and value.operands[1] == start.operands[0]
                and rest.operands[1:3] == [rest_of.operands[0], rest_by.operands[0]]
                and one.operands[1] == value.operands[0]
                and exclude.operands[:2] == [rest.operands[0], one.operands[0]]
                and value.target is head
                and emit.target is value
            ):
                self.lines.insert(self.lines.index(head), _Line("s_keep_clearing", [head.operands[1], group, 0, 0]))

    # Picks that cannot be made

    def picks(self) -> None:
        """Leave out groups in which fewer cells or values than a pick takes are within its bound."""
        wanted = {
            "s_keep_narrow": ["members", "open_of", "pick_fill_cand", "pick_go", "pick_s_next"],
            "s_keep_few": ["missing", "pick_fill_places", "pick_go", "pick_v_next"],
        }
        for head in self.main():
            if head.op != "s_next":
                continue
            code = self.main()
            i = code.index(head)
            outside = code[:i]
            for keep, words in wanted.items():
                body = code[i + 1 : i + 1 + len(words)]
                if [line.op for line in body] != words:
                    continue
                of, *opened, fill, go, pick = body
                source = [of.operands[0], *(line.operands[0] for line in opened)][-1]
                if (
                    of.operands[1] == head.operands[0]
                    and all(line.operands[1] == of.operands[0] for line in opened)
                    and fill.operands[1] == source
                    and (keep == "s_keep_narrow" or fill.operands[2] == head.operands[0])
                    and fill.operands[0] == go.operands[0] == pick.operands[1]
                    and pick.target is head
                    and all(self.writer(("s", number)) in outside for number in go.operands[1:3])
                ):
                    operands = [head.operands[1], *go.operands[1:3], 0]
                    self.lines.insert(self.lines.index(head), _Line(keep, operands))

    # Loops that are empty for most elements of the loop around them

    def looks_ahead(self) -> None:
        """Leave out elements for which the next loop, or the conclusion, is seen to be empty: inner loops first."""
        for start in reversed(self.main()):
            if start.op not in ("s_start_new", "v_start_at"):
                continue
            code = self.main()
            i = code.index(start)
            at = next(j for j in range(i + 1, len(code)) if "_keep_" not in code[j].op)
            head, body = code[at], code[at + 1 : at + 6]
            found = self.ahead(start, head, body) if head.op in ("s_next", "v_next") and len(body) == 5 else None
            if found is not None:
                op, operand = found
                self.lines.insert(self.lines.index(head), _Line(op, [start.operands[0], operand, 0, 0]))

    def ahead(self, start: _Line, head: _Line, body: list[_Line]) -> tuple[str, int] | None:
        """What to keep, and its operand, by the instructions that follow the head of a loop."""
        words = [line.op for line in body]
        element, of_start = head.operands[0], start.operands[2]
        first, second, third, fourth, fifth = (line.operands for line in body)
        if start.op == "s_start_new":  # missing(g); its values that are new; with so many places
            if (
                words[:2] == ["missing", "v_start_at"]
                and words[2] in ("v_keep_places", "v_keep_locked")
                and words[3] == "v_next"
                and body[3].target is head
                and first[1] == second[2] == third[1] == element
                and first[0] == second[1]
                and second[0] == third[0] == fourth[1]
            ):
                return ("s_skip_missing", third[2]) if words[2] == "v_keep_places" else ("s_skip_locked", 0)
            if (
                words[:4] == ["v_start_at", "v_keep_needed", "v_keep_touching", "v_next"]
                and body[3].target is head
                and first[2] == second[1] == third[1] == element
                and first[0] == second[0] == third[0] == fourth[1]
                and self.writer(("s", first[1])) in self.lines[: self.lines.index(start)]
            ):
                return "s_skip_touching", first[1]
            return None
        if words[0] != "places" or first[1] != element or first[2] != of_start or second[1] != first[0]:
            return None
        if (
            words[1:] == ["holders", "s_start", "s_keep_not", "s_next"]
            and body[0].target is head is body[4].target
            and third[1] == second[0]
            and third[0] == fourth[0] == fifth[1]
            and fourth[1] == of_start
        ):
            return "v_keep_locked", of_start
        if (
            words[1:] == ["common", "v_one", "exclude", "emit"]
            and body[4].target is head
            and body[0].target is body[4]
            and third[1] == element
            and fourth[:2] == [second[0], third[0]]
        ):
            return "v_keep_touching", of_start
        return None
