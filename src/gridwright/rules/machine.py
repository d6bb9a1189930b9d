"""Rules on the kernel: Tables for each structure, a Plan for each rule and size, the reference's matches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import fields
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple

from ..evidence.things import THINGS
from ..files.disk_cache import key_of, memo
from ..model import Limits, Puzzle, State, Stop, Structure, begin, bits
from ..model.grounds import Grounds
from ..model.step import Conclusion
from ..model.structure import Shape
from ..native import kernel, kernel_structure, masks_of, shared_structure, within_size
from .evaluate import FUEL, Match, OutOfFuel
from .parsed import UNREADABLE
from .plan import Compiled, Passes, Register
from .position import start
from .tree import Technique

GroundLists = tuple[list[tuple[int, int]], list[int], list[int]]
"""What a match relied on, as the kernel tells it: absent candidates, choices, relations."""

CompiledPlan = tuple[Compiled, kernel.Plan]
"""A rule compiled for boards of a shape, and the kernel's verified form of it."""

ALL = Passes()
MOST = 100_000
"""Matches that one call gives at the most."""
FILES = {"s": 0, "v": 1, "t": 2, "l": 3}
"""How the kernel numbers what a register holds."""
KEPT = 32
"""Shapes of boards whose plans are kept."""


@cache
def _operations() -> dict[str, int]:
    return {name: number for number, (name, _) in enumerate(kernel.operations())}


def tables_of(structure: Structure) -> kernel.Structure:
    """The kernel's form of a structure, with what rules read of it laid out; kept with the structure."""
    return structure.derived(_laid_out)


@within_size()
def _laid_out(structure: Structure) -> kernel.Structure:
    native = structure.derived(kernel_structure)
    native.lay_out_tables()
    return native


def matches(
    key: str, plan: CompiledPlan, state: State, fuel: int = FUEL, *, grounds: bool = False,
    limits: Limits | None = None,
) -> Iterator[tuple[Match, GroundLists]]:  # fmt: skip
    """Every match that changes something, with what it relied on if `grounds`; raises `Stopped` where limits strike.

    The first is looked for alone, for most callers want no more; then all others at once.
    """
    limits = begin(limits)
    compiled, native = plan
    placed = placed_of(state)
    seen = 0
    for limit in (1, MOST):
        found, decided = tables_of(state.structure).matches(
            native, masks_of(state.masks), placed, limit, limits.fuel or fuel, grounds, *limits.native
        )
        for values, conclusions, used in found[seen:]:
            yield _match(compiled, values, conclusions), used
        if not decided:
            limits.check()
            raise OutOfFuel(f"{key} ran out of fuel")
        if len(found) < limit:
            return
        seen = len(found)


def kept_plan(digest: str, parameter: int | None, shape: Shape, technique: Callable[[], Technique]) -> CompiledPlan:
    """The plan of a rule of that digest, which an earlier process may have compiled."""
    known = memo(f"plans-{key_of(shape.values, shape.numbers, sorted(shape.loud), shape.kinds)}")
    key = f"{digest} {parameter}"
    with suppress(*UNREADABLE, RuntimeError):
        compiled = _read(known.get(key))
        return compiled, native_plan(compiled)
    compiled, native = plan_of(technique(), parameter, shape)
    outputs = [(name, register.file, register.number, shape.key)
               for (name, register), shape in zip(compiled.outputs, compiled.shapes, strict=True)]  # fmt: skip
    known.put(key, [*(getattr(compiled, name) for name in COUNTS), compiled.code, compiled.masks, outputs])
    return compiled, native


COUNTS = tuple(each.name for each in fields(Compiled) if each.name not in ("code", "masks", "outputs", "shapes"))
"""The numbers of a plan, and its key."""


_SHAPES = {shape.key: shape for shape in THINGS}


def _read(data: Any) -> Compiled:
    """A plan as it was kept."""
    *counts, code, masks, outputs = data
    shapes = tuple(_SHAPES[key] for *_, key in outputs)
    shown = zip(outputs, shapes, strict=True)
    registers = tuple((name, Register(file, number, shape.sort)) for (name, file, number, _), shape in shown)
    return Compiled(
        code=tuple((op, a, b, c, d) for op, a, b, c, d in code), masks=tuple(masks), outputs=registers, shapes=shapes,
        **dict(zip(COUNTS, counts, strict=True)),
    )  # fmt: skip


@lru_cache(maxsize=KEPT * 32)
def plan_of(technique: Technique, parameter: int | None, shape: Shape, passes: Passes = ALL) -> CompiledPlan:
    """A rule compiled for boards of a shape, and the kernel's verified form of it."""
    from .compiler import compile_rule  # loaded where nothing was kept

    compiled = compile_rule(technique, parameter, shape, passes)
    return compiled, native_plan(compiled)


def native_plan(compiled: Compiled) -> kernel.Plan:
    """The kernel's form of a plan; it verifies whatever it is given."""
    numbers = _operations()
    code = [(numbers[op], a, b, c, d) for op, a, b, c, d in compiled.code]
    return kernel.Plan(
        code=code,
        masks=compiled.masks,
        shown=[(FILES[register.file], register.number) for _, register in compiled.outputs],
        **{name: getattr(compiled, name) for name in COUNTS},
    )


def witnesses(
    technique: Technique, parameter: int | None, state: State, fuel: int = FUEL, *, passes: Passes = ALL,
    limits: Limits | None = None,
) -> Iterator[Match]:  # fmt: skip
    """Every match that changes something, in the order of the reference evaluator, run by the kernel."""
    plan = plan_of(technique, parameter, state.structure.shape, passes)
    return (match for match, _ in matches(technique.key, plan, state, fuel, limits=limits))


def witnesses_with_grounds(
    technique: Technique, parameter: int | None, state: State, fuel: int = FUEL
) -> Iterator[tuple[Match, Grounds]]:
    """Every match that changes something, and what it relied on, as `grounds.run` would say."""
    plan = plan_of(technique, parameter, state.structure.shape)
    for match, used in matches(technique.key, plan, state, fuel, grounds=True):
        yield match, grounds_of(used)


class Refuted(NamedTuple):
    """A candidate that single matches refute: (number of the rule, match, what it relied on) each, and the break."""

    cell: int
    value: int
    lines: list[tuple[int, Match, Grounds]]
    broken: int | None
    last: Grounds


def refuted(
    plans: Sequence[CompiledPlan], state: State, most: int, limit: int, fuel: int = FUEL, *,
    limits: Limits | None = None,
) -> tuple[list[Refuted], bool]:  # fmt: skip
    """Candidates that at most so many single matches of the plans refute, one after the other, and was all decided?

    Raises `Stopped` where limits strike before the first.
    """
    limits = begin(limits)
    found, decided = tables_of(state.structure).refute(
        [plan for _, plan in plans], masks_of(state.masks), placed_of(state), most, limit, limits.fuel or fuel,
        *limits.native,
    )  # fmt: skip
    if not found and not decided:
        limits.check()
    told = []
    for cell, value, lines, broken, last in found:
        inside = [(rule, _match(plans[rule][0], seen, said), grounds_of(used)) for rule, (seen, said, used) in lines]
        told.append(Refuted(cell, value, inside, broken if broken >= 0 else None, grounds_of(last)))
    return told, decided


Proofs = list[tuple[int, Callable[[], Refuted]]]
"""Refutations that are told when they are asked for: how many lines each has, the shortest first."""


def followed(
    plans: Sequence[CompiledPlan], state: State, candidates: Sequence[tuple[int, int]], layers: int, most: int,
    fuel: int = FUEL, *, limits: Limits | None = None,
) -> tuple[list[tuple[bool, Proofs]], bool]:  # fmt: skip
    """Suppose candidates, (cell, value) each, and follow them breadth first for so many layers.

    Of each: is there no more to follow, and its refutations. And was all decided?

    The first with a refutation of at most `most` lines is the last. Raises `Stopped` where limits strike before the
    first.
    """
    limits = begin(limits)
    found, decided = tables_of(state.structure).follow(
        [plan for _, plan in plans], masks_of(state.masks), placed_of(state), candidates, layers, most,
        limits.fuel or fuel, *limits.native,
    )  # fmt: skip
    if not found and not decided:
        limits.check()

    def told(candidate: tuple[int, int], lines: Iterable[Any], last: GroundLists) -> Refuted:
        inside = [(rule, _match(plans[rule][0], seen, said), grounds_of(used)) for rule, (seen, said, used) in lines]
        return Refuted(*candidate, inside, None, grounds_of(last))

    return [
        (ended, [(len(lines), partial(told, candidate, lines, last)) for lines, last in proofs])
        for candidate, (ended, proofs) in zip(candidates, found, strict=False)
    ], decided


def placed_of(state: State) -> bytes:
    """Which cells are written down, as the kernel wants it."""
    return bytes(x in state.placed for x in range(len(state.masks)))


def _match(compiled: Compiled, values: Sequence[int | list[int]], said: Sequence[tuple[int, int, bool]]) -> Match:
    """A match as the kernel tells it."""
    witness = {
        name: shape.from_kernel(value)
        for (name, _), shape, value in zip(compiled.outputs, compiled.shapes, values, strict=True)
    }
    return Match(witness, tuple(Conclusion(cell, value, true) for cell, value, true in said))


def grounds_of(used: GroundLists) -> Grounds:
    """What a match relied on, as the kernel tells it."""
    absences, choices, relations = used
    return Grounds(set(absences), set(choices), set(relations))


Past = tuple[list[str], bytes, bytes]
"""The keys of all steps' techniques, who of them removed each candidate, and who wrote each cell: -1 for nobody."""


class Climbed(NamedTuple):
    """One step of a climb: the number of its rung, what matched, and what it rests on."""

    rung: int
    match: Match
    premises: tuple[int, ...]
    choices: tuple[int, ...]
    relations: tuple[int, ...]


class ClimbEnd(NamedTuple):
    """Where a climb led to. `undecided` are rungs that ran out of fuel; `stop` is the limit that struck."""

    steps: list[Climbed]
    state: State
    past: Past
    undecided: list[int]
    stop: Stop | None = None


def climb(
    rungs: Sequence[CompiledPlan], state: State, past: Past, *, most: int | None = None, fuel: int = FUEL,
    limits: Limits | None = None,
) -> ClimbEnd:  # fmt: skip
    """The first match of the first rung that changes something, again and again, by the kernel, with reasons."""
    plans = [plan for _, plan in rungs]
    limits = begin(limits)
    (outcome, steps, masks, placed, undecided), after = tables_of(state.structure).deduce(
        plans, masks_of(state.masks), placed_of(state), limits.fuel or fuel, most, past, *limits.native
    )
    stop = limits.stop if outcome == "stopped" and (most is None or len(steps) < most) else None
    return ClimbEnd(climbed(rungs, steps), state_of(state.puzzle, masks, placed), after, undecided, stop)


def climbed(rungs: Sequence[CompiledPlan], steps: Iterable[Any]) -> list[Climbed]:
    """Steps as the kernel tells them."""
    return [
        Climbed(rung, _match(rungs[rung][0], seen, conclusions), tuple(premises), tuple(choices), tuple(relations))
        for rung, conclusions, seen, premises, choices, relations in steps
    ]


def state_of(puzzle: Puzzle, masks: bytes, placed: bytes) -> State:
    """A state as the kernel tells it."""
    return State(puzzle, tuple(memoryview(masks).cast("Q")), frozenset(x for x, is_ in enumerate(placed) if is_))


def shape_of(puzzle: Puzzle, native: kernel.Structure) -> Shape:
    """The shape of a puzzle's structure, of which the kernel has its form: told without it where it can be."""
    clue = None if puzzle.loose else puzzle.genre.compact_clue
    shared = None if clue is None else shared_structure(puzzle)
    if clue is None or shared is None:
        return puzzle.structure.shape
    structure = shared[0]
    known, key = structure.derived(_shapes), (native.loud, native.kinds)
    if key not in known:
        own = structure.kinds if native.kinds == len(structure.kinds) else (*structure.kinds, *clue.kinds)
        told = Shape(structure.values, structure.numbers, frozenset(bits(native.loud)), own)
        known[key] = told if native.kinds == len(own) else puzzle.structure.shape
    return known[key]


def _shapes(shared: Structure) -> dict[tuple[int, int], Shape]:
    """The shapes of boards that share this, by the values that they speak of and how many kinds of group they have."""
    return {}


class Batch:
    """Many positions on boards of one shape and a ladder of plans for that shape, made ready for the kernel.

    Behind the ladder come contradictions of up to `longest` lines that use the techniques `inside`; they are the rungs
    behind those of the ladder.
    """

    def __init__(
        self, plans: Sequence[CompiledPlan], states: Sequence[State], inside: Sequence[CompiledPlan] = (),
        longest: int = 0,
    ) -> None:  # fmt: skip
        structures = [state.structure for state in states]
        if len({each.shape for each in structures}) > 1:
            raise ValueError("boards of different shapes have different plans")
        self.plans = [plan for _, plan in plans]
        self.inside = [plan for _, plan in inside]
        self.longest = longest
        self.structures = [tables_of(each) for each in structures]
        self.masks = [masks_of(state.masks) for state in states]
        self.placed = [placed_of(state) for state in states]

    @classmethod
    def of_puzzles(
        cls, plans: Sequence[CompiledPlan], puzzles: Sequence[Puzzle], structures: Sequence[kernel.Structure],
        inside: Sequence[CompiledPlan] = (), longest: int = 0,
    ) -> Batch:  # fmt: skip
        """The same from where puzzles of one shape start; `structures` are the kernel's forms of theirs."""
        batch = cls(plans, (), inside, longest)
        for puzzle, native in zip(puzzles, structures, strict=True):
            begun = native.start(puzzle.given_bytes) if puzzle.marks is None else None
            if begun is None:
                state = start(puzzle)
                begun = masks_of(state.masks), placed_of(state)
            batch.structures.append(native)
            batch.masks.append(begun[0])
            batch.placed.append(begun[1])
        return batch

    def run(
        self, *, fuel: int = FUEL, limits: Limits | None = None, threads: int = 1, reasons: bool = True
    ) -> kernel.Deductions:
        """Each position to its end or its limits, over threads: compact traces.

        An item is (outcome, steps as (rung, conclusions, seen, premises, choices, relations), masks, placed, rungs that
        ran out of fuel). `counts(i)` says only how often each rung was used, `uses(i)` of those that were also how much
        of the rulebook the largest step took. Without `reasons` a step is its rung and its conclusions. Every step is
        the first match of the first rung that changes something.
        """
        return kernel.deduce_batch(
            self.structures, self.plans, self.masks, self.placed, fuel, *(limits or Limits()).native, threads,
            reasons, self.inside, self.longest,
        )  # fmt: skip
