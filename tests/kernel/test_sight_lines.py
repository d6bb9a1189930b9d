"""Sight lines against a list of all ways to fill them, and whole boards against the plain search."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from gridwright.generation import Recipe, generate_many
from gridwright.genres import genre
from gridwright.model import Count, Grid, Group, Limits, Puzzle, Status, Structure, View, mask_of
from gridwright.model.direction import ARROWS, STRAIGHT, ahead
from gridwright.native import kernel, kernel_structure, masks_from, masks_of, start_of
from gridwright.solving import cpsat, fast, simple


def line(sizes: tuple[int, ...], lookers: set[int], order: list[int]) -> Structure:
    """Cells from the edge on, in this order of variables; the lookers among them count all before them."""
    structure = Structure(sizes)
    for i in sorted(lookers, reverse=True):
        View(Group("view", tuple(reversed(order[:i]))), order[i], "it counts").emit(structure)
    return structure


def fillings(lookers: set[int], domains: list[list[int]]) -> list[tuple[int, ...]]:
    """Every way to fill the cells, from the edge on."""
    return [v for v in product(*domains) if all(len(set(v[:i])) == v[i] for i in lookers)]


def consistent(lookers: set[int], domains: list[list[int]], so_far: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """The same for longer lines, cell by cell."""
    i = len(so_far)
    if i == len(domains):
        yield so_far
        return
    for value in domains[i]:
        if i not in lookers or value == len(set(so_far)):
            yield from consistent(lookers, domains, (*so_far, value))


def random_line(rng: Random, values: int, cells: int) -> None:
    """One line and a few random States of it: what is kept is just what stands in some filling."""
    order = rng.sample(range(cells), cells)
    lookers = {i for i in range(cells) if rng.random() < rng.choice((0.3, 0.6, 1))}
    problem = kernel_structure(line((values,) * cells, lookers, order))
    for _ in range(6):
        keep = rng.random()
        masks = [mask_of(v for v in range(values) if rng.random() < keep) or 1 << rng.randrange(values)] * cells
        if rng.random() < 0.8:
            masks = [
                mask_of(v for v in range(values) if rng.random() < keep) or 1 << rng.randrange(values) for _ in order
            ]
        domains = [[v for v in range(values) if masks[order[i]] >> v & 1] for i in range(cells)]
        right = fillings(lookers, domains)
        left = problem.propagate(masks_of(masks))

        assert (left is not None) == bool(right)
        if left is not None:
            expected = {order[i]: mask_of({filling[i] for filling in right}) for i in range(cells)}
            assert tuple(expected[x] for x in range(cells)) == masks_from(left)


@pytest.mark.parametrize("part", range(8))
def test_a_line_keeps_just_the_values_that_some_filling_has(part: int) -> None:
    for k in range(100):
        rng = Random(f"line {part} {k}")
        cells = rng.randint(1, 6)
        random_line(rng, rng.randint(1, (0, 12, 12, 12, 7, 6, 5)[cells]), cells)


@pytest.mark.parametrize("values", range(6, 13))
def test_a_line_is_exact_for_every_number_of_words_that_its_sets_take(values: int) -> None:
    """Values 7 to 12 that are open need 2 to 64 words."""
    for k in range(12):
        random_line(Random(f"wide {values} {k}"), values, 4)


def test_beyond_twelve_open_values_a_line_loses_nothing_and_checks_what_is_decided() -> None:
    for k in range(30):
        rng = Random(f"too wide {k}")
        values, cells = rng.randint(13, 16), 4
        lookers = {rng.randint(1, 3), 3}
        problem = kernel_structure(line((values,) * cells, lookers, list(range(cells))))
        masks = [(1 << values) - 1] * cells
        left = problem.propagate(masks_of(masks))
        right = fillings(lookers, [list(range(values))] * cells)

        assert left is not None
        assert all(mask >> v & 1 for f in right for v, mask in zip(f, masks_from(left), strict=True))
        assert len(right) == problem.solve(None, 1_000_000).count


@pytest.mark.parametrize("values", [13, 14, 16])
def test_bounds_of_long_lines_lose_no_value_and_search_finds_every_filling(values: int) -> None:
    """Cells of few values each, more than twelve between them: no sets are walked while they are open."""
    broken = bounded = 0
    for k in range(60):
        rng = Random(f"long {values} {k}")
        cells = rng.randint(7, 9)
        lookers = {cells - 1, rng.randint(2, cells - 2)}
        problem = kernel_structure(line((values,) * cells, lookers, list(range(cells))))
        dealt = rng.sample(range(values), values) + rng.sample(range(values), values)
        domains = [sorted({dealt.pop() for _ in range(rng.choice((2, 3)))}) for _ in range(cells)]
        for i in lookers:
            domains[i] = sorted({rng.randint(1, i) for _ in range(rng.choice((1, 2)))})
        right = list(consistent(lookers, domains))
        bounded += len({v for domain in domains if len(domain) > 1 for v in domain}) > 12
        broken += not right
        start = masks_of([mask_of(domain) for domain in domains])
        left = problem.propagate(start)

        if left is not None:
            assert all(mask >> v & 1 for f in right for v, mask in zip(f, masks_from(left), strict=True))
        assert left is not None or not right
        assert len(right) == problem.solve(start, 1_000_000).count
        for filling in rng.sample(right, min(5, len(right))):
            decided = masks_of([1 << v for v in filling])
            assert decided == problem.propagate(decided)
            wrong = list(filling)
            x = rng.choice(sorted(lookers))
            wrong[x] = (wrong[x] + 1) % values
            assert problem.propagate(masks_of([1 << v for v in wrong])) is None
    assert bounded > 5
    assert 5 < broken < 55


def test_views_that_are_no_part_of_each_other_are_lines_of_their_own() -> None:
    structure = Structure((3, 3, 3, 3))
    View(Group("view", (1, 2)), 0, "it counts").emit(structure)
    View(Group("view", (2, 1)), 3, "it counts").emit(structure)
    View(Group("view", ()), 1, "it counts").emit(structure)
    solutions = [tuple(s) for s in kernel_structure(structure).solve(None, 100, 100).solutions]

    assert sorted(v for v in product(range(3), repeat=4) if v[1] == 0 and v[0] == v[3] == len({v[1], v[2]})) == sorted(
        solutions
    )


@pytest.mark.parametrize("view", [((0, 1), 1), ((1, 1), 0), ((9,), 0), ((1,), -1)])
def test_a_view_of_what_there_is_not_is_refused(view: tuple[tuple[int, ...], int]) -> None:
    problem = kernel_structure(Structure((2, 2)))

    with pytest.raises(ValueError, match="a relation of kind view names variable"):
        problem.with_relations([("view", (*view[0], view[1]), ())])


def test_a_view_of_more_cells_than_can_be_counted_is_refused() -> None:
    structure = Structure((2,) * 70)
    View(Group("view", tuple(range(1, 65))), 0, "it counts").emit(structure)

    with pytest.raises(ValueError, match="a view has at most 63 cells and one that looks, not 65 in all"):
        kernel_structure(structure)


# Boards


def board(rows: int, columns: int, arrows: str, rng: Random, givens: int = 0) -> Puzzle:
    """Random arrows, most of them on the board."""
    grid = Grid(rows, columns)
    drawn = [rng.choice(arrows) for _ in range(len(grid))]
    for cell, arrow in enumerate(drawn):
        inward = [each for each in arrows if ahead(grid, cell, each)]
        if arrow not in inward and inward and rng.random() < 0.7:
            drawn[cell] = rng.choice(inward)
    bare = Puzzle(genre("arrows"), grid, clues={"arrows": "".join(drawn)})
    largest = max(rows, columns) - 1
    return bare.with_givens({rng.randrange(len(grid)): rng.randint(0, largest) for _ in range(givens)})


@pytest.mark.parametrize("arrows", [STRAIGHT, ARROWS], ids=["four", "eight"])
@pytest.mark.parametrize("part", range(4))
def test_boards_have_as_many_solutions_as_the_plain_search_counts(arrows: str, part: int) -> None:
    counts = set()
    for k in range(60):
        rng = Random(f"board {len(arrows)} {part} {k}")
        puzzle = board(rng.randint(1, 5), rng.randint(1, 5), arrows, rng, rng.choice((0, 0, 1, 2)))
        plain, quick = simple.solve(puzzle, limit=300, show=300), fast.solve(puzzle, limit=300, show=300)

        assert plain.count == quick.count, puzzle
        if plain.count < 300:
            assert set(plain.solutions) == set(quick.solutions)
        counts.add(min(plain.count, 2))
    assert {0, 1, 2} == counts


def test_neither_dense_masks_nor_threads_change_what_a_search_does() -> None:
    rng = Random("ways")
    puzzles = [board(rng.randint(4, 7), rng.randint(4, 7), rng.choice((STRAIGHT, ARROWS)), rng) for _ in range(40)]
    problems = [kernel_structure(puzzle.structure) for puzzle in puzzles]
    walked = [kernel_structure(puzzle.structure, dense=False) for puzzle in puzzles]
    starts = [bytes(problem.variables) for problem in problems]
    said = [(f.count, f.nodes, f.solutions) for f in (p.solve(s, 5, 5) for p, s in zip(problems, starts, strict=True))]

    assert said == [(f.count, f.nodes, f.solutions) for f in (p.solve(None, 5, 5) for p in walked)]
    for threads in (1, 3):
        batch = kernel.solve_batch(problems, starts, 5, 5, threads=threads)
        assert said == [(f.count, f.nodes, f.solutions) for f in (batch[i] for i in range(len(said)))]


def test_lines_on_their_own_do_what_they_do_beside_another_constraint() -> None:
    """A Problem of nothing but sight lines has a fixpoint of its own, on bare domains. A count that says nothing makes
    it an ordinary Problem."""
    rng = Random("beside")
    branched = 0
    nothing = Count(Group("one", (0,)), 0, 0, 1)
    for k in range(60):
        arrows = rng.choice((STRAIGHT, ARROWS))
        puzzle = board(rng.randint(5, 16), rng.randint(5, 16), arrows, rng, rng.choice((0, 1, 4)))
        beside = Structure(puzzle.structure.sizes)
        for relation in (*puzzle.structure.relations, nothing):
            beside.relate(relation)
        alone, ordinary = kernel_structure(puzzle.structure), kernel_structure(beside)
        start = start_of(puzzle)

        assert alone.propagate(start) == ordinary.propagate(start), k
        found, expected = alone.solve(start, 5, 5, nodes=200), ordinary.solve(start, 5, 5, nodes=200)
        assert (expected.count, expected.nodes, expected.solutions) == (found.count, found.nodes, found.solutions), k
        branched += found.nodes > 1
    assert branched > 20


@pytest.mark.parametrize("side", [1, 2, 7, 9, 11])
def test_below_twelve_rows_every_answer_is_known_and_cpsat_gives_the_same(side: int) -> None:
    said = set()
    for k, arrows in product(range(3), (STRAIGHT, ARROWS)):
        puzzle = board(side, side, arrows, Random(f"side {side} {k}"))
        answer = fast.solve(puzzle, limits=Limits(nodes=100_000))
        said.add(answer.status)

        assert answer.status is not Status.UNKNOWN
        for solution in answer.solutions:
            assert all(c.holds([solution[x] for x in c.scope]) for c in puzzle.constraints)
        if side <= 7:
            assert cpsat.solve(puzzle).status is answer.status
    if side >= 7:
        assert {Status.NONE, Status.MULTIPLE} <= said


@pytest.mark.parametrize("side", [12, 14, 16])
def test_large_boards_are_solved_as_their_techniques_solve_them(side: int) -> None:
    """Such a board is made and proved by techniques, which know nothing of sight lines."""
    for variants in ((), ("eight",)):
        (outcome,) = generate_many(
            Recipe("arrows", size=side, seed="sight", tier="k=0", variants=variants), check="none"
        )
        puzzle, solution = outcome.puzzle, outcome.solution
        assert puzzle is not None
        assert solution is not None
        answer = fast.solve(puzzle, limits=Limits(nodes=100_000))

        assert answer.status is Status.UNIQUE
        assert (solution,) == answer.solutions
        wrong = next(x for x in puzzle.givens if solution[x] > 1)
        spoilt = puzzle.with_givens({**puzzle.givens, wrong: solution[wrong] - 1})
        spoilt_answer = fast.solve(spoilt, limits=Limits(nodes=100_000))
        assert solution not in spoilt_answer.solutions
        for other in spoilt_answer.solutions:
            assert all(c.holds([other[x] for x in c.scope]) for c in puzzle.constraints)


@pytest.mark.parametrize("side", [12, 16])
def test_an_answer_is_unknown_only_where_a_limit_struck(side: int) -> None:
    for arrows in (STRAIGHT, ARROWS):
        puzzle = board(side, side, arrows, Random(f"side {side}"))
        for nodes in (1, 50, 2_000):
            answer = fast.solve(puzzle, limits=Limits(nodes=nodes))

            assert (answer.status is Status.UNKNOWN) == (answer.nodes == nodes and answer.count < 2)
            for solution in answer.solutions:
                assert all(c.holds([solution[x] for x in c.scope]) for c in puzzle.constraints)


@pytest.mark.parametrize("columns", [2, 7, 12, 16])
def test_a_single_row_is_counted_as_the_plain_search_counts_it(columns: int) -> None:
    for k in range(5 if columns < 16 else 2):  # the plain search takes a second for each of the longest
        puzzle = board(1, columns, STRAIGHT, Random(f"row {columns} {k}"))

        assert simple.solve(puzzle, limit=50).count == fast.solve(puzzle, limit=50).count
