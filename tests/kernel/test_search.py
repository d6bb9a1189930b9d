"""The kernel against brute force over all assignments, on random small Problems of every kind of constraint."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from gridwright.model import Arithmetic, Blueprint, Group, Skyline, View, bits
from gridwright.model.blueprint import CageOf, CountOf, Other, Read, SkylineOf, SumOf, TableOf
from gridwright.native import kernel, masks_from, masks_of, problem_of


def random_blueprint(rng: Random) -> Blueprint:
    """A few variables, and a handful of choices, sets, counts, sums, tables, cages, skylines and views over them."""
    sizes = tuple(rng.randint(1, 4) for _ in range(rng.randint(1, 6)))
    blueprint = Blueprint(sizes)
    everything = [blueprint.candidate(x, v) for x, size in enumerate(sizes) for v in range(size)]

    def group() -> Group:
        members = tuple(rng.sample(range(len(sizes)), rng.randint(1, min(4, len(sizes)))))
        return Group("group", members)

    for _ in range(rng.randint(0, 5)):
        kind, some = rng.randrange(8), group()
        if kind == 0:
            fewest = 0 if rng.random() < 0.05 else 1
            blueprint.choice(rng.sample(everything, rng.randint(fewest, len(everything))), some)
        elif kind == 1:
            blueprint.at_most_one(rng.sample(everything, rng.randint(1, len(everything))), some)
        elif kind == 2:
            least = rng.randint(0, len(some.members))
            masks = [rng.getrandbits(sizes[x]) for x in some.members]
            blueprint.count(some, masks, least, rng.randint(least, len(some.members)))
        elif kind == 3:
            blueprint.sum(some, rng.randint(0, 12), rng.randint(0, 2))
        elif kind == 4:
            rows = [tuple(rng.randrange(sizes[x]) for x in some.members) for _ in range(rng.randint(0, 12))]
            blueprint.table(some, rows)
        elif kind == 5:
            blueprint.cage(some, rng.choice(("", "+", "-", "×", "÷")), rng.randint(0, 16))
        elif kind == 6:
            blueprint.skyline(some, rng.randint(0, 4))
        else:
            looker, *seen = some.members
            blueprint.view(Group("view", tuple(seen)), looker)
    return blueprint


def brute_force(blueprint: Blueprint, masks: list[int]) -> set[tuple[int, ...]]:
    """Every assignment that all parts of the Blueprint allow, each part read as its docstring says."""
    found = set()
    for values in product(*(range(size) for size in blueprint.sizes)):
        true = {blueprint.candidate(x, v) for x, v in enumerate(values)}
        if (
            all((masks[x] & blueprint.masks[x]) >> v & 1 for x, v in enumerate(values))
            and all(sum(c in true for c in choice.candidates) == 1 for choice in blueprint.choices)
            and all(sum(c in true for c in group.candidates) <= 1 for group in blueprint.at_most_ones)
            and all(
                c.least <= sum(m >> values[x] & 1 for x, m in zip(c.group.members, c.masks, strict=True)) <= c.most
                for c in blueprint.counts
            )
            and all(
                len({values[x] for x in s.group.members}) == len(s.group.members)
                and sum(values[x] + s.first for x in s.group.members) == s.total
                for s in blueprint.sums
            )
            and all(tuple(values[x] for x in t.group.members) in t.tuples for t in blueprint.tables)
            and all(read_right(line, [values[x] for x in line.scope]) for line in blueprint.read)
        ):
            found.add(values)
    return found


def read_right(line: Read, values: list[int]) -> bool:
    if isinstance(line, CageOf):
        return Arithmetic(line.group, line.operation, line.target, 4).holds(values)
    if isinstance(line, SkylineOf):
        return Skyline(line.group, line.seen, 4).holds(values)
    return View(line.group, line.looker, "it counts").holds(values)


def random_masks(rng: Random, blueprint: Blueprint) -> list[int]:
    return [rng.getrandbits(size) | 1 << rng.randrange(size) for size in blueprint.sizes]


@pytest.mark.parametrize("first", range(0, 400, 40))
def test_every_question_is_answered_as_brute_force_does(first: int) -> None:
    for seed in range(first, first + 40):
        answers_are_right(Random(seed))


def answers_are_right(rng: Random) -> None:
    blueprint = random_blueprint(rng)
    masks = random_masks(rng, blueprint)
    truth = brute_force(blueprint, masks)
    problem, start = problem_of(blueprint), masks_of(masks)

    found = problem.solve(start, 10**6, 10**6)
    assert truth == {tuple(s) for s in found.solutions}
    assert (len(truth), True) == (found.count, found.exhausted)

    sparse = problem_of(blueprint, dense=False).solve(start, 10**6, 10**6)
    assert (found.solutions, found.nodes) == (sparse.solutions, sparse.nodes)

    some, _, decided, _ = problem.possible(start)
    assert decided
    expected = [sum(1 << v for v in {s[x] for s in truth}) for x in range(len(blueprint.sizes))]
    assert tuple(expected) == masks_from(some)

    left = problem.propagate(start)
    if left is None:
        assert not truth
    else:
        assert all(m >> s[x] & 1 for s in truth for x, m in enumerate(masks_from(left)))

    for x, size in enumerate(blueprint.sizes):
        for v in range(size):
            one = problem.solve(start, 1, 0, None, None, None, blueprint.candidate(x, v))
            assert (1 if any(s[x] == v for s in truth) else 0) == one.count


@pytest.mark.parametrize("first", range(0, 400, 40))
def test_a_refutation_is_a_proof_from_the_parts_it_names(first: int) -> None:
    for seed in range(first, first + 40):
        refutations_are_proofs(Random(10_000 + seed))


def refutations_are_proofs(rng: Random) -> None:
    """Keep only the choices and constraints that a probe names, with all links: still no solution has the candidate."""
    blueprint = random_blueprint(rng)
    masks = [m & n or n for m, n in zip(random_masks(rng, blueprint), blueprint.masks, strict=True)]
    problem = problem_of(blueprint)
    others = blueprint.others
    for x, mask in enumerate(masks):
        for v in bits(mask):
            candidate = blueprint.candidate(x, v)
            refuted, finished, choices, used, _ = problem.probe(masks_of(masks), candidate)
            assert finished
            if not refuted:
                continue
            kept = [others[i] for i in used]
            assert not satisfiable(blueprint, masks, candidate, choices, kept)


def satisfiable(
    blueprint: Blueprint, masks: list[int], candidate: int, choices: list[int], others: list[Other]
) -> bool:
    """Is there a set of true candidates with this one that obeys all links, the given choices and the given others?

    A choice that is not named may have no true member, so a variable may be without a value; links always hold.
    """
    links = [c.candidates for c in blueprint.choices] + [a.candidates for a in blueprint.at_most_ones]
    decided = {x for other in others for x in other.scope}  # a count, sum or table speaks of decided members
    needed = [blueprint.choices[i].candidates for i in {*choices, *decided}]
    alive = [[blueprint.candidate(x, v) for v in bits(m & blueprint.masks[x])] for x, m in enumerate(masks)]
    for picks in product(*([None, *own] for own in alive)):
        true = {c for c in picks if c is not None}
        if candidate not in true or any(sum(c in true for c in link) > 1 for link in links):
            continue
        if not all(any(c in true for c in choice) for choice in needed):
            continue
        if all(_holds(blueprint, other, picks) for other in others):
            return True
    return False


def _holds(blueprint: Blueprint, other: Other, picks: tuple[int | None, ...]) -> bool:
    values = [pick - blueprint.candidate(x, 0) for x in other.scope if (pick := picks[x]) is not None]
    if isinstance(other, CountOf):
        return other.least <= sum(m >> v & 1 for m, v in zip(other.masks, values, strict=True)) <= other.most
    if isinstance(other, SumOf):
        return len(set(values)) == len(values) and sum(v + other.first for v in values) == other.total
    if isinstance(other, TableOf):
        return tuple(values) in other.tuples
    return read_right(other, values)


def test_a_batch_gives_what_single_calls_give_on_any_number_of_threads() -> None:
    rng = Random(5)
    blueprints = [random_blueprint(rng) for _ in range(200)]
    problems = [problem_of(b) for b in blueprints]
    starts = [masks_of(random_masks(rng, b)) for b in blueprints]
    alone = [p.solve(s, 50, 3) for p, s in zip(problems, starts, strict=True)]

    for threads in (1, 2, 5):
        batch = kernel.solve_batch(problems, starts, 50, 3, threads=threads)

        assert len(alone) == len(batch)
        for i, one in enumerate(alone):
            got = batch[i]
            assert (one.count, one.nodes, one.stop, one.solutions) == (got.count, got.nodes, got.stop, got.solutions)
