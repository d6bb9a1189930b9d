"""The last pass over a plan: small instructions become wide ones, what nobody reads is left out.

    fused(plan)     the same matches in the same order, in fewer instructions

Nothing changes while a rule looks, so a test at the head of a loop may as well run over all elements before it: `next
cell; cand; size; equal` becomes a `keep` behind the start of the loop, which leaves the cells with two candidates in
it. Such a test must fail to the loop's own head, read nothing that the loop computes but its element, and come before
anything that leaves the loop another way. Filling a pick is one instruction, too.

    keep    a test on the element of a loop, before the loop
    fill    the loop that collects the elements of a pick
    pair    the two loops over every two elements of a set
    bound   a loop over sets that must lie in one known before it does not begin where that one is empty
    same    a union with the empty set, a meet with everything: no instruction
    open    `open & T` in one
    fit     the loop that leaves the open cells of a group what fits

An instruction goes only if nobody else reads what it writes: later code, what a match shows and the code that tells
what it relied on are all looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from ..model import Sort
from ..native import kernel
from .patterns import AHEAD, FILLS, FITS, KEEPS, PAIRS, PICKS
from .plan import Compiled
from .words import WORDS

Cell = tuple[str, int]
"""A register: `s` or `t` and its number."""

STARTS = {"s_start", "s_start_new", "v_start", "v_start_new", "v_start_at"}
TESTS = {
    "equal", "unequal", "less", "at_most", "v_in", "v_not_in", "v_subset", "v_not_subset", "s_in", "s_not_in",
    "s_subset", "s_not_subset", "s_equal", "s_unequal", "disjoint", "linked",
    *(f"{no}{word.name}" for word in WORDS.values() if word.gives is Sort.BOOL for no in ("", "not_")),
}  # fmt: skip
EITHER_WAY = {"equal", "unequal", "s_equal", "s_unequal"}
ACTS = {"place", "exclude", "only"}
GROUPS, CELLS = (
    {whole, *(f"{word.operation}{of}" for word in WORDS.values() if word.gives is sort for of in ("", "_of"))}
    for whole, sort in (("every_group", Sort.GROUPS), ("every_cell", Sort.CELLS))
)
"""Operations whose result is groups of the board and nothing else, and cells of it."""


@cache
def _shapes() -> dict[str, str]:
    return dict(kernel.operations())


@cache
def _written(op: str) -> str | None:
    """The kind of register that the first operand names, if the operation writes it."""
    first = _shapes()[op][0]
    reading = op in TESTS or op in ACTS or op.startswith(("read_", "use"))
    return first if first in "st" and not reading else None


@cache
def _read(op: str) -> tuple[tuple[int, str], ...]:
    """The operands that name a register which the operation reads, and its kind."""
    registers = [(i, kind) for i, kind in enumerate(_shapes()[op]) if kind in "st"]
    return tuple(registers if _written(op) is None else registers[1:])


@dataclass(eq=False, slots=True)
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
        return [(kind, self.operands[i]) for i, kind in _read(self.op)]


@cache
def _pattern(text: str) -> tuple[tuple[str, str, tuple[str, ...], str], ...]:
    """Instructions as (label, operation, names of its operands, label that it fails to)."""
    found = []
    for line in text.split("; "):
        label, _, rest = line.rpartition(": ")
        said, _, target = rest.partition(" > ")
        op, *names = said.split()
        found.append((label, op, tuple(names), target))
    return tuple(found)


def _matched(code: list[_Line], text: str) -> dict[str, int] | None:
    """What the names of a pattern stand for, if the code begins with it.

    A name is the same register everywhere, `_` any; `x`, the element of a loop, is no register of another name.
    """
    pattern = _pattern(text)
    if len(code) < len(pattern) or any(line.op != op for line, (_, op, _, _) in zip(code, pattern, strict=False)):
        return None
    known: dict[str, Cell] = {}
    labels: dict[str, _Line | None] = {}
    for line, (label, op, names, target) in zip(code, pattern, strict=False):
        for name, kind, number in zip(names, _shapes()[op], line.operands, strict=False):
            if name != "_" and known.setdefault(name, (kind, number)) != (kind, number):
                return None
        if (label and labels.setdefault(label, line) is not line) or (
            target and labels.setdefault(target, line.target) is not line.target
        ):
            return None
    if any(cell == known["x"] for name, cell in known.items() if name != "x"):
        return None
    return {name: number for name, (_, number) in known.items()}


def _made(text: str, known: dict[str, int]) -> _Line:
    """The instruction of such a text, for the registers that its names stand for."""
    op, *names = text.split()
    return _Line(op, [*(known[name] for name in names), 0, 0, 0, 0][:4])


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
        changes = (
            self.same, self.fills, self.pairs, self.bounds, self.keeps, self.opens, self.fits, self.picks,
            self.looks_ahead,
        )  # fmt: skip
        self.tidy()
        for change in changes:
            before = [(line.op, line.gone) for line in self.lines]
            change()
            if before != [(line.op, line.gone) for line in self.lines]:
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
        living = [line for line in self.lines if not line.gone]
        readers = Counter(cell for line in living for cell in line.reads)
        readers.update(self.shown)
        quiet = [(line, cell) for line in living if line.target is None and (cell := line.writes) is not None
                 and not line.op.endswith("_next")]  # fmt: skip
        while idle := [line for line, cell in quiet if not readers[cell] and not line.gone]:
            for line in idle:
                line.gone = True
                readers.subtract(line.reads)

    def living(self) -> Iterator[_Line]:
        return (line for line in self.lines if not line.gone)

    def main(self) -> list[_Line]:
        """The code that looks for matches."""
        end = self.lines.index(self.grounds)
        return [line for line in self.lines[:end] if not line.gone]

    def writer(self, cell: Cell) -> _Line | None:
        """The one instruction that writes a register; None if there are several."""
        writers = [each for each in self.lines if each.operands[0] == cell[1] and each.writes == cell and not each.gone]
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
            if cell[1] not in line.operands:
                continue
            kinds = _shapes()[line.op]
            for i in range(1 if line.writes is not None else 0, 4):
                if (kinds[i], line.operands[i]) == cell:
                    line.operands[i] = number

    # Picks

    def fills(self) -> None:
        """The loop that collects the elements of a pick."""
        for start, loop, line, _ in self.found(FILLS):
            if self.nobody_else_reads(loop):
                self.replace(start, loop, line)

    def found(self, patterns: dict[str, str]) -> Iterator[tuple[_Line, list[_Line], _Line, dict[str, int]]]:
        """Where code looks like a pattern: its first instruction, all of them, the new one and the names."""
        code = self.main()
        first = {_pattern(text)[0][1] for text in patterns.values()}
        for i, start in enumerate(code):
            for made, text in patterns.items() if start.op in first else ():
                pattern = _pattern(text)
                known = _matched(code[i : i + len(pattern)], text) if start.op == pattern[0][1] else None
                if known is not None:
                    yield start, code[i : i + len(pattern)], _made(made, known), known

    def replace(self, start: _Line, loop: list[_Line], by: _Line) -> None:
        """One instruction in place of several."""
        start.op, start.operands = by.op, by.operands
        for line in loop[1:]:
            line.gone = True

    # Every two elements

    def pairs(self) -> None:
        """A test of every two elements of a set."""
        code = self.main()
        for start, loop, line, _ in self.found(PAIRS):
            if self.ends_behind(loop, code) and self.nobody_else_reads(loop):
                start.target = loop[-2].target
                self.replace(start, loop, line)

    def bounds(self) -> None:
        """A set that is not empty lies in none that is: where it must lie in one known before the loop, none begins."""
        code = self.main()
        for at, line in enumerate(code):
            start = self.start_of(line.target, code[:at]) if line.op == "s_subset" else None
            if start is None or line.target is None:
                continue
            inside, outside = line.operands[:2]
            empty, bound = self.empty_in(code[at - 1], inside, line.target), self.writer(("t", outside))
            if empty is None or bound is None or bound.target is not None:
                continue
            if {empty, bound} <= {*code[: code.index(start)]}:
                test = _Line("s_unequal", [outside, empty.operands[0], 0, 0], line.target.target)
                self.lines.insert(self.lines.index(start), test)

    def start_of(self, head: _Line | None, code: list[_Line]) -> _Line | None:
        """The start of a loop over cells or groups, right before its head, which is in the code."""
        at = code.index(head) if head is not None and head in code else 0
        start = code[at - 1]
        is_loop = at > 0 and (code[at].op, start.op, code[at].operands[1]) == ("s_next", "s_start", start.operands[0])
        return start if is_loop else None

    def ends_behind(self, loop: list[_Line], code: list[_Line]) -> bool:
        """Does a loop go on behind its last instruction? What is gone stands for the next."""
        target, behind = loop[1].target, self.lines.index(code[code.index(loop[-1]) + 1])
        return target is not None and all(line.gone for line in self.lines[self.lines.index(target) : behind])

    def empty_in(self, test: _Line, cells: int, out: _Line | None) -> _Line | None:
        """What makes the empty set from which a test tells these cells apart, and goes there where it cannot."""
        others = {*test.operands[:2]} - {cells}
        if test.op != "s_unequal" or test.target is not out or len(others) != 1:
            return None
        empty = self.writer(("t", others.pop()))
        return empty if empty is not None and empty.op == "s_none" else None

    def nobody_else_reads(self, loop: list[_Line]) -> bool:
        """Is what a loop computes read by nobody but the loop?"""
        return all(self.only_read_by(each.writes, loop) for each in loop if each.writes is not None)

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
        for made, text in KEEPS.items():
            (_, op, names, _), *sources = _pattern(text)
            if op != test.op or made[0] != head.op[0]:
                continue
            a, b, c, _ = test.operands
            for operands in ((a, b), (b, a)) if op in EITHER_WAY else ((a, b, c),):
                known = {"i": start.operands[0], "x": head.operands[0]}
                lines = [test]
                named = (each for each in zip(names, operands, strict=False) if each[0] != "_")
                fits = all(known.setdefault(*each) == each[1] for each in named)
                for _, source, (result, *own), _ in sources:
                    line = self.writer((_written(source) or "", known[result]))
                    if line is None or line in outside or line.op != source or line.target not in (None, head):
                        fits = False
                        break
                    lines.append(line)
                    read = zip(own, line.operands[1:], strict=False)
                    fits = fits and all(known.setdefault(*each) == each[1] for each in read)
                inside = {"i", "x", *(result for _, _, (result, *_), _ in sources)}
                kinds = dict(zip(made.split()[1:], _shapes()[made.split()[0]], strict=False)) | {"none": "t"}
                if fits and all(
                    self.is_before(name, (kinds.get(name, "s"), known[name]), outside) for name in known.keys() - inside
                ):
                    return _made(made, known), lines
        return None

    def is_before(self, name: str, cell: Cell, outside: set[_Line]) -> bool:
        """Is a number, a thing or a set known before the loop, what is called zero 0, and what is called none empty?"""
        line = self.writer(cell)
        return (
            line in outside
            and (name != "zero" or (line.op, line.operands[1]) == ("load", 0))
            and (name != "none" or line.op == "s_none")
        )

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
        for start, loop, line, known in self.found(FITS):
            opened = self.writer(("t", known["O"]))
            if (
                opened is not None
                and opened.op == "open_of"
                and self.is_members(opened.operands[1], known["g"])
                and self.ends_behind(loop, code)
                and all(self.only_read_by(each.writes, loop) for each in loop[1:4])
            ):
                self.replace(start, loop, line)

    def is_members(self, cells: int, group: int) -> bool:
        """Is this set the cells of that group?"""
        line = self.writer(("t", cells))
        return line is not None and line.op == "members" and line.operands[1] == group

    # Picks that cannot be made

    def picks(self) -> None:
        """Leave out groups in which fewer cells or values than a pick takes are within its bound."""
        for head, _, line, known in self.found(PICKS):
            at = self.lines.index(head)
            if all(self.writer(("s", known[name])) in self.lines[:at] for name in ("n", "most")):
                self.lines.insert(at, line)

    # Loops that are empty for most elements of the loop around them

    def looks_ahead(self) -> None:
        """Leave out elements for which the next loop, or the conclusion, is seen to be empty: inner loops first."""
        for start in reversed(self.main()):
            if start.op not in ("s_start_new", "v_start_at"):
                continue
            code = self.main()
            i = code.index(start)
            at = next(j for j in range(i + 1, len(code)) if "_keep_" not in code[j].op)
            for made, text in AHEAD.items():
                known = _matched([start, *code[at : at + 6]], text)
                before = self.lines[: self.lines.index(start)]
                if known is not None and ("W" not in known or self.writer(("s", known["W"])) in before):
                    self.lines.insert(self.lines.index(code[at]), _made(made, known))
                    break
