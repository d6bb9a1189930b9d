"""Cages and skylines in the kernel: every question against a list of all layouts, and shapes too large to list."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import permutations, product
from random import Random

import pytest

from gridwright.genres import parse
from gridwright.model import Arithmetic, Grid, Group, Permutation, Skyline, State, Structure, bits, mask_of
from gridwright.model.step import Conclusion, Step
from gridwright.native import kernel_structure, masks_from, masks_of, relation_tuple, start_of
from gridwright.solving.replay import Entailment

OPERATIONS = ("", "+", "-", "×", "÷")


def caged(n: int, cells: tuple[int, ...], operation: str, target: int) -> Structure:
    """A Latin square with one cage."""
    grid = Grid(n, n)
    structure = Structure(sizes=(n,) * len(grid))
    for line in (*grid.row_lines, *grid.column_lines):
        Permutation(Group("line", line)).emit(structure)
    Arithmetic(Group("cage", cells), operation, target, n).emit(structure)
    return structure


def layouts(n: int, cells: tuple[int, ...], operation: str, target: int, masks: list[int]) -> Iterator[tuple[int, ...]]:
    """Every layout, from the rulebook: no repeat in a row or column, and the target is made."""
    cage = Arithmetic(Group("cage", cells), operation, target, n)
    for values in product(*map(bits, masks)):
        places = [divmod(cell, n) for cell in cells]
        clash = any(
            v == w and (p[0] == q[0] or p[1] == q[1])
            for i, (v, p) in enumerate(zip(values, places, strict=True))
            for w, q in zip(values[:i], places[:i], strict=True)
        )
        if not clash and cage.holds(values):
            yield values


def random_cage(rng: Random) -> tuple[int, tuple[int, ...], str, int]:
    n = rng.randint(3, 6)
    size = rng.randint(2, 5 if n < 6 else 4)
    grid, cells = Grid(n, n), [rng.randrange(n * n)]
    while len(cells) < size:
        cells.append(rng.choice(sorted({d for c in cells for d in grid.beside(c)} - set(cells))))
    return n, tuple(sorted(cells)), rng.choice(OPERATIONS), rng.choice((rng.randint(0, 12), rng.randint(0, 60)))


@pytest.mark.parametrize("seed", range(60))
def test_a_cage_answers_every_question_as_a_list_of_its_layouts_does(seed: int) -> None:
    rng = Random(f"cage {seed}")
    n, cells, operation, target = random_cage(rng)
    problem = kernel_structure(caged(n, cells, operation, target))
    for _ in range(5):
        masks = [rng.getrandbits(n) | rng.getrandbits(n) | 1 << rng.randrange(n) for _ in cells]
        living = list(layouts(n, cells, operation, target, masks))
        some = sorted(rng.sample(range(len(cells)), rng.randint(1, len(cells))))

        union = [mask_of({values[i] for values in living}) for i in range(len(cells))]
        always = set.intersection(*({values[i] for i in some} for values in living)) if living else set()
        found, complete = problem.combinations(0, masks)

        assert (union if living else None) == problem.fitting(0, masks)
        assert {tuple(sorted(values)) for values in living} == {tuple(each) for each in found}
        assert complete
        assert len(found) == len(set(found))
        if living:
            assert mask_of(always) == problem.forced(0, masks, some)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_cage_that_is_too_large_to_list_loses_no_layout_and_is_exact_when_little_is_open(operation: str) -> None:
    """Eight cells of nine values in two rows: millions of layouts."""
    rng = Random(f"large {operation}")
    n, cells = 9, (0, 1, 2, 3, 9, 10, 11, 12)
    target = {"": 40, "+": 40, "-": 0, "×": 120960, "÷": 1}[operation]
    problem = kernel_structure(caged(n, cells, operation, target))
    for keep in (1, 2, 2, 3, 3):
        while True:
            masks = [mask_of(rng.sample(range(n), rng.randint(1, keep))) for _ in cells]
            living = list(layouts(n, cells, operation, target, masks))
            if living or keep == 1 or operation in "-÷":
                break
        union = [mask_of({values[i] for values in living}) for i in range(len(cells))]

        assert (union if living else None) == problem.fitting(0, masks)
    everything = problem.fitting(0, [511] * 8)
    if operation in ("", "+", "×"):
        assert everything is not None
        assert all(everything)


@pytest.mark.parametrize(
    ("operation", "target"), [("+", 45), ("×", 362880), ("+", 9), ("×", 1), ("", 45), ("", 9), ("÷", 1)]
)
def test_a_huge_cage_is_answered_at_once(operation: str, target: int) -> None:
    """Nine cells of nine values that all may repeat: 387 million ways to fill them."""
    structure = Structure(sizes=(9,) * 9)
    Arithmetic(Group("cage", tuple(range(9))), operation, target, 9).emit(structure)
    began = time.process_time()
    problem = kernel_structure(structure)
    answer = problem.solve(None, limit=5, show=5, seconds=5)

    assert {("+", 9): 1, ("×", 1): 1}.get((operation, target), 5) == answer.count
    assert all(
        Arithmetic(Group("cage", tuple(range(9))), operation, target, 9).holds(list(s)) for s in answer.solutions
    )
    assert time.process_time() - began < 2


def test_what_arithmetic_alone_says_of_a_large_cage() -> None:
    """Twelve cells of sixteen values add up to 13: all are 1 but one, which is 2."""
    structure = Structure(sizes=(16,) * 12)
    Arithmetic(Group("cage", tuple(range(12))), "+", 13, 16).emit(structure)
    left = kernel_structure(structure).propagate(masks_of([0xFFFF] * 12))

    assert left is not None
    assert {0b11} == set(masks_from(left))


def test_what_a_cage_must_hold_in_a_line_stands_nowhere_else_in_it() -> None:
    """r1c1 and r1c2 make 3: they are 1 and 2, so r1c3 and r1c4 are neither."""
    left = kernel_structure(caged(4, (0, 1), "+", 3)).propagate(masks_of([15] * 16))

    assert left is not None
    assert (0b0011, 0b0011, 0b1100, 0b1100) == masks_from(left)[:4]
    assert (15, 15, 15, 15) == masks_from(left)[4:8]


def test_a_bent_cage_clears_only_what_every_layout_puts_into_the_line() -> None:
    """r1c1, r1c2 and r2c1 are 1 2 2 or 4 1 1: row 1 and column 1 have their 1 inside, but nothing says where 2 is."""
    left = kernel_structure(caged(4, (0, 1, 4), "×", 4)).propagate(masks_of([15] * 16))

    assert left is not None
    masks = masks_from(left)
    assert [(0, 1, 1), (3, 0, 0)] == list(layouts(4, (0, 1, 4), "×", 4, [15] * 3))
    assert (0b1001, 0b0011, 0b1110, 0b1110) == masks[:4]
    assert [0b0011, 0b1110, 0b1110] == [masks[cell] for cell in (4, 8, 12)]
    assert {15} == {masks[cell] for cell in (5, 6, 7, 9, 10, 11, 13, 14, 15)}


def test_a_problem_with_other_cages_is_the_problem_built_anew() -> None:
    rng = Random("recaged")
    n, cells, operation, target = 4, (0, 1, 4), "+", 6
    problem = kernel_structure(caged(n, cells, operation, target))
    for _ in range(20):
        cells = tuple(rng.sample(range(16), rng.randint(2, 4)))
        operation, target = rng.choice(OPERATIONS), rng.randint(1, 12)
        masks = [rng.getrandbits(4) | rng.getrandbits(4) | 1 for _ in range(16)]
        anew = kernel_structure(caged(n, cells, operation, target)).solve(masks_of(masks), 1000, 1000)
        cage = relation_tuple(Arithmetic(Group("cage", cells), operation, target, n))
        changed = problem.with_relations([cage])
        narrowed = problem.with_relations([cage], masks)

        again = changed.solve(masks_of(masks), 1000, 1000)
        assert (anew.count, anew.nodes, anew.solutions) == (again.count, again.nodes, again.solutions)
        assert anew.count == narrowed.solve(None, 1000).count
    assert problem.with_relations([]).solve(None, 1000).count == 576


# Skylines


def line(n: int, seen: int, *, apart: bool) -> Structure:
    structure = Structure(sizes=(n,) * n)
    group = Group("row", tuple(range(n)), number=1)
    if apart:
        Permutation(group).emit(structure)
    Skyline(group, seen, n).emit(structure)
    return structure


@pytest.mark.parametrize("apart", [True, False])
@pytest.mark.parametrize("seed", range(20))
def test_a_skyline_keeps_just_the_heights_that_some_line_has(seed: int, apart: bool) -> None:
    rng = Random(f"line {seed}")
    n = rng.randint(2, 7 if apart else 5)
    seen = rng.randint(1, n)
    problem = kernel_structure(line(n, seen, apart=apart))
    skyline = Skyline(Group("row", tuple(range(n)), number=1), seen, n)
    lines = permutations(range(n)) if apart else product(range(n), repeat=n)
    right = [values for values in lines if skyline.holds(values)]
    for _ in range(8):
        masks = [rng.getrandbits(n) | rng.getrandbits(n) | 1 << rng.randrange(n) for _ in range(n)]
        living = [values for values in right if all(m >> v & 1 for m, v in zip(masks, values, strict=True))]
        left = problem.propagate(masks_of(masks))

        assert (left is not None) == bool(living)
        if left is not None:
            assert tuple(mask_of({values[i] for values in living}) for i in range(n)) == masks_from(left)


@pytest.mark.parametrize(
    ("n", "seen", "lines"), [(8, 1, 5040), (8, 3, 13132), (9, 4, 67284), (11, 10, 55), (12, 11, 66)]
)
def test_lines_of_every_length_are_as_many_as_stirling_says(n: int, seen: int, lines: int) -> None:
    """Stirling numbers of the first kind count the permutations with so many records."""
    assert lines == kernel_structure(line(n, seen, apart=True)).solve(None, 100_000).count


def test_what_a_probe_of_cages_rests_on_is_a_proof() -> None:
    """A cage may empty a cell beside it in its line: then what else that cell has lost belongs to the proof."""
    text = "6dh:a__a_3a_4a_5aa_a3_aa_ba_aa_3a_3a__,d2d2m6s3d2a6m12m6m6s2a8a9a7d3s2d2s1m6"
    puzzle = parse(text, genre="keen")
    structure, problem = puzzle.structure, kernel_structure(puzzle.structure)
    start = problem.propagate(start_of(puzzle))
    assert start is not None
    state, entailment = State(puzzle, masks_from(start)), Entailment(puzzle.structure)
    refuted = 0
    for x, mask in enumerate(state.masks):
        for value in bits(mask):
            wrong, _, choices, relations, _ = problem.probe(start, structure.candidate(x, value))
            if wrong:
                refuted += 1
                fact = Conclusion(x, value, False)
                step = Step("probe", "probe", None, {}, (fact,), tuple(choices), tuple(relations), ())
                assert entailment.follows(state, step, fact), fact
    assert refuted >= 30
