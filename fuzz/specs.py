"""Problems from strangers. `hostile`: anything at all, which the kernel may refuse but must survive. `counts`: small
and valid, so that every answer can be compared with a list of all assignments.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from math import prod
from threading import Event
from typing import Any

from gridwright.native import kernel, masks_from, masks_of

from . import require
from .source import Source

REFUSALS = (ValueError, TypeError, IndexError, OverflowError)
"""How the kernel may say no."""
EXTREMES = (
    0,
    1,
    -1,
    2,
    7,
    63,
    64,
    65,
    127,
    255,
    2**15,
    2**20,
    2**31 - 1,
    -(2**31),
    2**31,
    2**63 - 1,
    2**63,
    2**64,
    -(2**63),
)
MANY = 2**63


@dataclass
class Spec:
    """The arguments of a Problem."""

    sizes: list[Any]
    masks: list[Any]
    choices: list[Any]
    at_most_ones: list[Any] = field(default_factory=list)
    counts: list[Any] = field(default_factory=list)
    sums: list[Any] = field(default_factory=list)
    tables: list[Any] = field(default_factory=list)
    cages: list[Any] = field(default_factory=list)
    skylines: list[Any] = field(default_factory=list)
    views: list[Any] = field(default_factory=list)

    relations: list[Any] = field(default_factory=list)
    """(kind, scope, parameters) as they are, beside those above."""

    def problem(self) -> Any:
        relations = [
            *(("count", scope, (value, least, most)) for scope, value, least, most in self.counts),
            *(("distinct-sum", scope, (total, first)) for scope, total, first in self.sums),
            *(("table", scope, tuple(rows)) for scope, rows in self.tables),
            *(("arithmetic", scope, (operation, target)) for scope, operation, target in self.cages),
            *(("skyline", scope, (seen,)) for scope, seen in self.skylines),
            *(("view", (*scope, looker), ()) for scope, looker in self.views),
            *self.relations,
        ]
        return kernel.Structure(self.sizes, self.masks, self.choices, self.at_most_ones, relations)


# Small and valid


def small(source: Source) -> Spec:
    """Up to five variables of up to four values, some of two alone, and a few constraints of each kind."""
    two = source.chance(3)
    sizes = [2 if two else source.number(1, 4) for _ in range(source.number(1, 5))]
    first = [sum(sizes[:x]) for x in range(len(sizes) + 1)]
    candidates, variables = list(range(first[-1])), list(range(len(sizes)))
    spec = Spec(
        sizes=sizes,
        masks=[source.number(0, 15) if source.chance(6) else (1 << size) - 1 for size in sizes],
        choices=[list(range(first[x], first[x + 1])) for x in variables],
    )
    if source.chance(2):  # a group with one place for each value, as in a row
        cells = source.some(variables, 4)
        for value in range(min((sizes[x] for x in cells), default=0)):
            spec.choices.append([first[x] + value for x in cells])
    spec.choices += source.many(lambda: source.some(candidates, 5), 2)
    spec.at_most_ones = source.many(lambda: source.some(candidates, 4), 3)
    if source.chance(2):
        for _ in range(source.number(1, 2)):
            scope = source.some(variables, 5)
            spec.counts.append((scope, source.number(0, 4), source.number(-1, 4), source.number(-1, 5)))
    if source.chance(2):
        for _ in range(source.number(1, 2)):
            spec.sums.append((source.some(variables, 4), source.number(-3, 14), source.number(-1, 2)))
    if source.chance(2):
        scope = source.some(variables, 3) or [0]
        rows = source.many(lambda: bytes(source.number(0, sizes[x] - 1) for x in scope), 12)
        spec.tables.append((scope, b"".join(rows)))
    if source.chance(2):
        spec.cages.append((source.some(variables, 5) or [0], source.number(0, 4), source.number(0, 24)))
        spec.skylines.append((source.some(variables, 5) or [0], source.number(0, 5)))
    if source.chance(2):
        looker, *seen = source.some(variables, 5) or [0]
        spec.views.append((seen, looker))
    return spec


def makes(operation: int, target: int, numbers: list[int]) -> bool:
    """Do the numbers make the target: any way, by +, -, × or ÷?"""
    most, rest = max(numbers), sorted(numbers)[:-1]
    ways = (sum(numbers) == target, most - sum(rest) == target, prod(numbers) == target, most == target * prod(rest))
    return any(ways) if operation == 0 else ways[operation - 1]


def brute(spec: Spec, start: list[int]) -> set[bytes]:
    """Every assignment that keeps all constraints, by trying all of them."""
    first = [sum(spec.sizes[:x]) for x in range(len(spec.sizes))]
    found = set()
    for values in product(*map(range, spec.sizes)):
        true = {f + v for f, v in zip(first, values, strict=True)}
        if (
            all(m >> v & 1 and s >> v & 1 for m, s, v in zip(spec.masks, start, values, strict=True))
            and all(len(true.intersection(choice)) == 1 for choice in spec.choices)
            and all(len(true.intersection(group)) <= 1 for group in spec.at_most_ones)
            and all(
                least <= sum(values[x] == value for x in scope) <= most for scope, value, least, most in spec.counts
            )
            and all(
                len({values[x] for x in scope}) == len(scope) and sum(values[x] + add for x in scope) == total
                for scope, total, add in spec.sums
            )
            and all(
                bytes(values[x] for x in scope) in {rows[i : i + len(scope)] for i in range(0, len(rows), len(scope))}
                for scope, rows in spec.tables
            )
            and all(makes(way, target, [values[x] + 1 for x in scope]) for scope, way, target in spec.cages)
            and all(
                sum(all(values[x] > values[y] for y in scope[:i]) for i, x in enumerate(scope)) == seen
                for scope, seen in spec.skylines
            )
            and all(len({values[x] for x in scope}) == values[looker] for scope, looker in spec.views)
        ):
            found.add(bytes(values))
    return found


def counts(source: Source) -> None:
    """Every call on a small Problem against the list of all assignments."""
    spec = small(source)
    problem = spec.problem()
    n = len(spec.sizes)
    start = [source.number(0, 15) if source.chance(4) else (1 << size) - 1 for size in spec.sizes]
    given = masks_of(start)
    truth = brute(spec, start)
    about = f"{spec}, start {start}"

    found = problem.solve(given, MANY, MANY)
    require(set(found.solutions) == truth, f"solve finds {len(set(found.solutions))} of {len(truth)}: {about}")
    require(found.count == len(truth) == len(found.solutions), f"solve counts {found.count} of {len(truth)}: {about}")
    require(found.exhausted and found.stop == "exhausted", f"solve stops at {found.stop}: {about}")
    limit = source.number(0, 5)
    some = problem.solve(given, limit)
    require(some.count == min(limit, len(truth)), f"limit {limit} counts {some.count} of {len(truth)}: {about}")
    require(not some.exhausted or some.count == len(truth), f"limit {limit} claims to be exhausted: {about}")

    search, parts = kernel.Search(problem, given), []
    while True:
        part = search.run(source.number(1, 3), MANY, source.number(1, 4))
        parts += part.solutions
        if part.exhausted:
            break
    require(parts == found.solutions, f"a search in parts finds other solutions: {about}")

    union = [0] * n
    for values in truth:
        union = [mask | 1 << value for mask, value in zip(union, values, strict=True)]
    masks, met, decided, _ = problem.possible(given)
    require(decided, f"possible does not decide: {about}")
    require(list(masks_from(masks)) == union, f"possible says {masks_from(masks)}, it is {union}: {about}")
    require(min(2, len(truth)) <= met <= len(truth), f"possible met {met} solutions of {len(truth)}: {about}")

    left = problem.propagate(given)
    if left is None:
        require(not truth, f"propagate sees a contradiction, but there is {next(iter(truth), b'')!r}: {about}")
    else:
        kept = masks_from(left)
        lost = [x for x in range(n) if union[x] & ~kept[x]]
        more = [x for x in range(n) if kept[x] & ~start[x]]
        require(not lost, f"propagate loses values of {lost}: {kept}: {about}")
        require(not more, f"propagate gives back values of {more}: {kept}: {about}")

    assumed = source.number(0, sum(spec.sizes) - 1)
    x = next(x for x in range(n) if sum(spec.sizes[: x + 1]) > assumed)
    value = assumed - sum(spec.sizes[:x])
    with_it = {values for values in truth if values[x] == value}
    placed = problem.solve(given, MANY, MANY, assumed=assumed)
    require(set(placed.solutions) == with_it, f"solve with {assumed} assumed finds {placed.count}: {about}")
    refuted, finished, used, _, forced = problem.probe(given, assumed)
    require(finished, f"probe {assumed} does not finish: {about}")
    require(not (refuted and with_it), f"probe refutes {assumed}, but {next(iter(with_it), b'')!r} has it: {about}")
    require(all(0 <= choice < len(spec.choices) for choice in used), f"probe {assumed} uses choices {used}: {about}")
    for values in with_it:
        true = {sum(spec.sizes[:y]) + v for y, v in enumerate(values)}
        require(true.issuperset(forced), f"probe {assumed} forces {forced}, but {values!r} is a solution: {about}")

    givens = bytes(source.number(0, size) if source.chance(3) else 0 for size in spec.sizes)
    fixed = [1 << value - 1 if value else (1 << size) - 1 for value, size in zip(givens, spec.sizes, strict=True)]
    batch = kernel.solve_batch([problem] * 3, [given, givens, None], MANY, MANY, threads=source.number(0, 3))
    require(batch[0].solutions == found.solutions, f"a batch finds other solutions: {about}")
    require(set(batch[1].solutions) == brute(spec, fixed), f"givens {givens!r}: {batch[1].count} solutions: {spec}")
    everything = [(1 << size) - 1 for size in spec.sizes]
    require(set(batch[2].solutions) == brute(spec, everything), f"no start: {batch[2].count} solutions: {spec}")


# Anything at all


def hostile(source: Source) -> None:
    """Any arguments: the kernel refuses with an error that Python has a name for, or answers within its limits."""
    spec = large(source) if source.chance(4) else small(source)
    for _ in range(source.number(0, 3)):
        spoil(source, spec)
    try:
        problem = spec.problem()
    except REFUSALS as refusal:
        require(str(refusal), f"refused without a word: {spec}")
        return
    for _ in range(source.number(1, 5)):
        try:
            call(source, problem)
        except REFUSALS:
            continue


def large(source: Source) -> Spec:
    """Many variables and wide domains, random sets: valid more often than not, and rarely solvable."""
    size, variables = source.pick((2, 9, 16, 25, 63, 64)), source.number(1, 120)
    sizes = [source.number(1, size) if source.chance(3) else size for _ in range(variables)]
    first = [sum(sizes[:x]) for x in range(variables + 1)]
    everything = list(range(first[-1]))
    spec = Spec(sizes, [2**64 - 1] * variables, [list(range(first[x], first[x + 1])) for x in range(variables)])
    spec.choices += source.many(lambda: source.some(everything, 40), 20)
    spec.at_most_ones = source.many(lambda: source.some(everything, 40), 20)
    for _ in range(source.number(0, 3)):
        scope = source.some(list(range(variables)), 70)
        least = source.number(0, 10)
        spec.counts.append((scope, source.number(-1, 70), least, least + source.number(0, 5)))
        scope = source.some(list(range(variables)), 70)
        spec.sums.append((scope, source.number(0, 4000), source.number(0, 2)))
        scope = source.some(list(range(variables)), 40) or [0]
        rows = [bytes(source.number(0, sizes[x] - 1) for x in scope) for _ in range(source.number(0, 6))]
        spec.tables.append((scope, b"".join(rows)))
        scope = source.some(list(range(variables)), 30) or [0]
        spec.cages.append((scope, source.number(0, 4), source.number(0, 10**15)))
        spec.skylines.append((source.some(list(range(variables)), 70) or [0], source.number(0, 63)))
        looker, *seen = source.some(list(range(variables)), 70) or [0]
        spec.views.append((seen, looker))
    return spec


def extreme(source: Source) -> Any:
    return source.pick(EXTREMES)


def spoil(source: Source, spec: Spec) -> None:
    """Make one thing wrong, or at least odd."""
    part: list[Any] = source.pick([spec.sizes, spec.masks, spec.choices, spec.at_most_ones])
    match source.number(0, 14):
        case 0 if part:
            part.pop(source.number(0, len(part) - 1))
        case 1 if part:
            part.append(part[source.number(0, len(part) - 1)])
        case 2:
            spec.choices.append([])
        case 3 if spec.sizes:
            spec.sizes[source.number(0, len(spec.sizes) - 1)] = extreme(source)
        case 4 if spec.masks:
            spec.masks[source.number(0, len(spec.masks) - 1)] = extreme(source)
        case 5:
            spec.choices.append(source.many(lambda: extreme(source), 6))
        case 6:
            spec.at_most_ones.append(source.many(lambda: source.number(-2, 30), 6))
        case 7:
            scope = source.many(lambda: source.number(-1, 6), 4)
            spec.counts.append((scope, extreme(source), extreme(source), extreme(source)))
        case 8:
            spec.sums.append((source.many(lambda: source.number(0, 5), 4), extreme(source), extreme(source)))
        case 9:
            scope = source.many(lambda: source.number(0, 5), 4)
            spec.tables.append((scope, source.pick((b"", b"\0", b"\0" * 12, bytes(range(256)), "text", None))))
        case 10:
            spec.cages.append((source.many(lambda: source.number(-1, 6), 4), extreme(source), extreme(source)))
        case 11:
            spec.skylines.append((source.many(lambda: source.number(-1, 6), 4), extreme(source)))
        case 12:
            spec.views.append((source.many(lambda: source.number(-1, 6), 4), extreme(source)))
        case 13:
            part.append(source.pick((None, "x", -1, 1.5, [None], ((),), b"")))
        case _:
            spec.sizes, spec.masks, spec.choices = [], [], []


def any_start(source: Source, variables: int) -> Any:
    match source.number(0, 5):
        case 0:
            return None
        case 1:
            return bytes(source.number(0, 5) if source.chance(3) else 0 for _ in range(variables))
        case 2:
            return b"".join(source.number(0, 2**64 - 1).to_bytes(8, "little") for _ in range(variables))
        case 3:
            return b"\xff" * (8 * variables)
        case 4:
            return bytes(source.byte() for _ in range(variables))
        case _:
            return source.pick((b"", b"\0", b"x" * (variables + 1), "text", 7, [1, 2], bytearray(variables)))


def call(source: Source, problem: Any) -> None:
    """One call with odd arguments; every one is bounded by nodes or by time."""
    start = any_start(source, problem.variables)
    limit = source.pick((2, 0, 1, 5, 1000, 2**64 - 1, 2**64, -1))
    show = source.pick((0, 1, 2, 50, -1, None))
    nodes = source.pick((20, 0, 1, 3, 300))
    seconds = source.pick((None, 0.0, -1.0, 0.01, 1e9, 1e300, float("inf"), float("-inf"), float("nan"), "soon"))
    assumed = source.pick((-1, 0, 1, problem.candidates - 1, problem.candidates, -2, 2**31 - 1, 2**31))
    cancel = Event() if source.chance(3) else source.pick((None, None, None, 7))
    if isinstance(cancel, Event) and source.chance(2):
        cancel.set()
    match source.number(0, 5):
        case 0:
            found = problem.solve(start, limit, show, nodes, seconds, cancel, assumed)
            well_formed(found, problem, limit, show)
        case 1:
            masks, _, _, _ = problem.possible(start, nodes, seconds, cancel)
            require(len(masks) == 8 * problem.variables, "possible returns masks of another length")
        case 2:
            problem.propagate(start)
        case 3:
            problem.probe(start, assumed, nodes, seconds, cancel)
        case 4:
            search = kernel.Search(problem, start)
            for _ in range(source.number(1, 4)):
                well_formed(search.run(limit, show, nodes, seconds, cancel), problem, limit, show)
        case _:
            jobs = source.number(0, 5)
            starts = [any_start(source, problem.variables) for _ in range(jobs)]
            problems: list[Any] = [problem] * (jobs + source.number(0, 1) * source.chance(4))
            if problems and source.chance(6):
                problems[0] = source.pick((None, 1, "problem"))
            threads = source.pick((1, 0, 2, 3, 300, 2**32 - 1, -1))
            batch = kernel.solve_batch(problems, starts, limit, show, nodes, seconds, cancel, threads)
            require(len(batch) == jobs, f"{jobs} jobs have {len(batch)} answers")
            for i in range(-jobs, jobs):
                well_formed(batch[i], problem, limit, show)
            batch[source.pick((jobs, -jobs - 1, 2**62))]


def well_formed(found: Any, problem: Any, limit: int, show: int) -> None:
    require(found.count <= limit, f"{found.count} solutions, limit {limit}")
    require(len(found.solutions) <= min(show, found.count), "more solutions shown than asked for")
    require(all(len(each) == problem.variables for each in found.solutions), "a solution of another length")
    require(found.stop in ("exhausted", "solutions", "nodes", "seconds", "cancelled"), f"stop is {found.stop!r}")


TARGETS = {"counts": counts, "hostile": hostile}
