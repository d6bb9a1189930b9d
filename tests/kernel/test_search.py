"""The kernel against brute force over all assignments, on random small Problems of every kind of constraint."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from gridwright.model import Arithmetic, Count, DistinctSum, Group, Relation, Skyline, Structure, Table, View, bits
from gridwright.native import kernel, kernel_structure, masks_from, masks_of


def random_structure(rng: Random) -> Structure:
    """A few variables, and a handful of choices, sets, counts, sums, tables, cages, skylines and views over them."""
    sizes = tuple(rng.randint(1, 4) for _ in range(rng.randint(1, 6)))
    structure = Structure(sizes)
    everything = [structure.candidate(x, v) for x, size in enumerate(sizes) for v in range(size)]

    def group() -> Group:
        members = tuple(rng.sample(range(len(sizes)), rng.randint(1, min(4, len(sizes)))))
        return Group("group", members)

    for _ in range(rng.randint(0, 5)):
        kind, some = rng.randrange(8), group()
        if kind == 0:
            fewest = 0 if rng.random() < 0.05 else 1
            structure.choice(rng.sample(everything, rng.randint(fewest, len(everything))), some)
        elif kind == 1:
            structure.at_most_one(rng.sample(everything, rng.randint(1, len(everything))), some)
        elif kind == 2:
            least = rng.randint(0, len(some.members))
            Count(some, rng.randrange(4), least, rng.randint(least, len(some.members))).emit(structure)
        elif kind == 3:
            structure.relate(DistinctSum(some, rng.randint(0, 12), 4, rng.randint(0, 2)))
        elif kind == 4:
            rows = {tuple(rng.randrange(sizes[x]) for x in some.members) for _ in range(rng.randint(0, 12))}
            Table(some, frozenset(rows), "a table").emit(structure)
        elif kind == 5:
            operation = rng.choice(("", "+", "-", "×", "÷"))
            Arithmetic(some, operation, rng.randint(0, 16), 4).emit(structure)
        elif kind == 6:
            Skyline(some, rng.randint(0, 4), 4).emit(structure)
        else:
            looker, *seen = some.members
            View(Group("view", tuple(seen)), looker, "it counts").emit(structure)
    return structure


def brute_force(structure: Structure, masks: list[int]) -> set[tuple[int, ...]]:
    """Every assignment that all parts of the Structure allow, each part read as its docstring says."""
    found = set()
    for values in product(*(range(size) for size in structure.sizes)):
        true = {structure.candidate(x, v) for x, v in enumerate(values)}
        if (
            all((masks[x] & structure.masks[x]) >> v & 1 for x, v in enumerate(values))
            and all(sum(c in true for c in choice.candidates) == 1 for choice in structure.choices)
            and all(sum(c in true for c in group.candidates) <= 1 for group in structure.at_most_ones)
            and all(relation.holds([values[x] for x in relation.scope]) for relation in structure.relations)
        ):
            found.add(values)
    return found


def random_masks(rng: Random, structure: Structure) -> list[int]:
    return [rng.getrandbits(size) | 1 << rng.randrange(size) for size in structure.sizes]


@pytest.mark.parametrize("first", range(0, 400, 40))
def test_every_question_is_answered_as_brute_force_does(first: int) -> None:
    for seed in range(first, first + 40):
        answers_are_right(Random(seed))


def answers_are_right(rng: Random) -> None:
    structure = random_structure(rng)
    masks = random_masks(rng, structure)
    truth = brute_force(structure, masks)
    problem, start = kernel_structure(structure), masks_of(masks)

    found = problem.solve(start, 10**6, 10**6)
    assert truth == {tuple(s) for s in found.solutions}
    assert (len(truth), True) == (found.count, found.exhausted)

    sparse = kernel_structure(structure, dense=False).solve(start, 10**6, 10**6)
    assert (found.solutions, found.nodes) == (sparse.solutions, sparse.nodes)

    some, _, decided, _ = problem.possible(start)
    assert decided
    expected = [sum(1 << v for v in {s[x] for s in truth}) for x in range(len(structure.sizes))]
    assert tuple(expected) == masks_from(some)

    left = problem.propagate(start)
    if left is None:
        assert not truth
    else:
        assert all(m >> s[x] & 1 for s in truth for x, m in enumerate(masks_from(left)))

    for x, size in enumerate(structure.sizes):
        for v in range(size):
            one = problem.solve(start, 1, 0, None, None, None, structure.candidate(x, v))
            assert (1 if any(s[x] == v for s in truth) else 0) == one.count


@pytest.mark.parametrize("first", range(0, 400, 40))
def test_a_refutation_is_a_proof_from_the_parts_it_names(first: int) -> None:
    for seed in range(first, first + 40):
        refutations_are_proofs(Random(10_000 + seed))


def refutations_are_proofs(rng: Random) -> None:
    """Keep only the choices and constraints that a probe names, with all links: still no solution has the candidate."""
    structure = random_structure(rng)
    masks = [m & n or n for m, n in zip(random_masks(rng, structure), structure.masks, strict=True)]
    problem = kernel_structure(structure)
    for x, mask in enumerate(masks):
        for v in bits(mask):
            candidate = structure.candidate(x, v)
            refuted, finished, choices, used, _ = problem.probe(masks_of(masks), candidate)
            assert finished
            if not refuted:
                continue
            kept = [structure.relations[i] for i in used]
            assert not satisfiable(structure, masks, candidate, choices, kept)


def satisfiable(
    structure: Structure, masks: list[int], candidate: int, choices: list[int], relations: list[Relation]
) -> bool:
    """Is there a set of true candidates with this one that obeys all links, the given choices and the given relations?

    A choice that is not named may have no true member, so a variable may be without a value; links always hold.
    """
    links = [c.candidates for c in structure.choices] + [a.candidates for a in structure.at_most_ones]
    decided = {x for relation in relations for x in relation.scope}  # a relation speaks of decided members
    needed = [structure.choices[i].candidates for i in {*choices, *decided}]
    alive = [[structure.candidate(x, v) for v in bits(m & structure.masks[x])] for x, m in enumerate(masks)]
    for picks in product(*([None, *own] for own in alive)):
        true = {c for c in picks if c is not None}
        if candidate not in true or any(sum(c in true for c in link) > 1 for link in links):
            continue
        if not all(any(c in true for c in choice) for choice in needed):
            continue
        if all(_holds(structure, relation, picks) for relation in relations):
            return True
    return False


def _holds(structure: Structure, relation: Relation, picks: tuple[int | None, ...]) -> bool:
    return relation.holds([pick - structure.candidate(x, 0) for x in relation.scope if (pick := picks[x]) is not None])


def test_a_batch_gives_what_single_calls_give_on_any_number_of_threads() -> None:
    rng = Random(5)
    structures = [random_structure(rng) for _ in range(200)]
    problems = [kernel_structure(each) for each in structures]
    starts = [masks_of(random_masks(rng, each)) for each in structures]
    alone = [p.solve(s, 50, 3) for p, s in zip(problems, starts, strict=True)]

    for threads in (1, 2, 5):
        batch = kernel.solve_batch(problems, starts, 50, 3, threads=threads)

        assert len(alone) == len(batch)
        for i, one in enumerate(alone):
            got = batch[i]
            assert (one.count, one.nodes, one.stop, one.solutions) == (got.count, got.nodes, got.stop, got.solutions)
