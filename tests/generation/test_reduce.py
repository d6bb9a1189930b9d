"""Taking clues away: the kernel's few searches come to what one search an item comes to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gridwright.generation import Recipe
from gridwright.generation.attempts import StepAttempts, orbits
from gridwright.genres import genre, parse
from gridwright.model import Puzzle, RandomStream, Request, Status
from gridwright.native import compile_puzzle, givens_of, kernel
from gridwright.solving import check


def complete(puzzle: Puzzle, seed: int) -> bytes:
    found = kernel.complete(compile_puzzle(puzzle), kernel.RandomStream(seed))
    assert found is not None
    return found


def one_by_one(puzzle: Puzzle, solution: bytes, items: list[list[int]], order: list[int], floor: int) -> list[int]:
    """The meaning: an item goes if the rest still has one solution, and enough clues are left."""
    problem, there = compile_puzzle(puzzle), set(range(len(items)))
    for item in order:
        left = [x for each in there - {item} for x in items[each]]
        if len(left) >= floor and problem.solve(givens_of(len(solution), ((x, solution[x]) for x in left))).count == 1:
            there.remove(item)
    return sorted(there)


@pytest.mark.parametrize("size", [4, 6, 9])
@pytest.mark.parametrize("symmetry", ["none", "turn-180", "turn-90", "mirrors", "diagonal", "diagonals"])
@pytest.mark.parametrize("floor", [0, 8, 30])
def test_the_kernel_takes_away_what_one_search_an_item_would(size: int, symmetry: str, floor: int) -> None:
    blank = genre("sudoku").scaffold(Request(size), RandomStream(0))
    items = orbits(blank, symmetry)
    for seed in range(12):
        solution, order = complete(blank, seed), list(range(len(items)))
        RandomStream(seed).shuffle(order)

        kept, *_ = kernel.reduce(compile_puzzle(blank), solution, items, list(range(len(items))), order, floor)

        assert one_by_one(blank, solution, items, order, floor) == kept


VARIANTS = [("sudoku", 9, ("x",)), ("sudoku", 6, ("jigsaw",)), ("sudoku", 6, ("killer",)), ("latin", 6, ())]


def boards(
    name: str, size: int, variants: tuple[str, ...], number: int
) -> Iterator[tuple[Puzzle, bytes, RandomStream]]:
    """Boards without givens, a solution of each, and its stream; regions drawn at random may have none."""
    kind, request = genre(name), Request(size, frozenset(variants))
    for stream in map(RandomStream, range(number)):
        blank = kind.scaffold(request, stream.child("scaffold"))
        solution = kernel.complete(compile_puzzle(blank), kernel.RandomStream(stream.key))
        if solution is None:
            continue
        full = kind.derive(blank, tuple(solution), stream.child("clues"), request)
        if full is None:  # a cell is left alone
            continue
        yield full.with_givens({}), solution, stream


@pytest.mark.parametrize(("name", "size", "variants"), VARIANTS)
def test_variants_lose_what_one_search_an_item_would_take(name: str, size: int, variants: tuple[str, ...]) -> None:
    items, order = [[x] for x in range(size**2)], [*range(size**2)]
    for board, solution, stream in boards(name, size, variants, 8):
        stream.shuffle(order)

        kept, *_ = kernel.reduce(compile_puzzle(board), solution, items, order, order)

        assert one_by_one(board, solution, items, order, 0) == kept


@pytest.mark.parametrize(("name", "size"), [("unequal", 4), ("unequal", 5), ("towers", 4), ("towers", 5)])
def test_signs_and_views_go_as_one_search_an_item_says(name: str, size: int) -> None:
    recipe = Recipe(name, size=size)
    removable = recipe.kind.removable
    assert removable is not None
    for board, solution, stream in boards(name, size, (), 4):
        full, cells = board.with_givens(dict(enumerate(solution))), range(size**2)
        order = [*range(len(solution) + len(removable.printed_entries(full)))]
        stream.child("order").shuffle(order)
        there = set(order)
        for clue in sorted(order, key=lambda clue: clue >= len(solution)):
            left = there - {clue}
            given = full.with_givens({x: solution[x] for x in cells if x in left})
            if (
                removable.keep(given, {x - len(solution) for x in left if x not in cells}).solve().status
                is Status.UNIQUE
            ):
                there = left
        given = full.with_givens({x: solution[x] for x in cells if x in there})

        expected = removable.keep(given, {x - len(solution) for x in there if x not in cells})

        assert expected == StepAttempts(recipe).reduced(full, tuple(solution), stream.child("order"))


@pytest.mark.parametrize(("name", "size", "variants"), [*VARIANTS, ("sudoku", 9, ()), ("sudoku", 16, ())])
def test_two_values_that_change_places_are_another_solution(name: str, size: int, variants: tuple[str, ...]) -> None:
    for board, solution, _ in boards(name, size, variants, 4):
        found = kernel.unavoidable_sets(compile_puzzle(board), solution)

        assert ("killer" not in variants) == bool(found)  # cages would notice
        for cells in found:
            a, b = {solution[x] for x in cells}
            assert not check(board, [a + b - value if x in cells else value for x, value in enumerate(solution)])


def test_a_minimal_sudoku_takes_fewer_searches_than_it_has_givens() -> None:
    blank, items = parse("." * 81, genre="sudoku"), [[x] for x in range(81)]
    searches = 0
    for seed in range(50):
        kept, tests, *_ = kernel.reduce(
            compile_puzzle(blank),
            complete(blank, seed),
            items,
            [*range(81)],
            kernel.RandomStream(seed).shuffled([*range(81)]),
        )
        searches += tests
        assert tests < len(kept) + 10

    assert searches < 50 * 20


def test_orders_may_leave_items_out_and_begin_with_some_gone() -> None:
    blank = parse("." * 81, genre="sudoku")
    items = [[x] for x in range(81)]
    for seed in range(20):
        solution, order = complete(blank, seed), list(range(81))
        RandomStream(seed).shuffle(order)
        there, *_ = kernel.reduce(compile_puzzle(blank), solution, items, list(range(81)), order[:40])
        assert set(order[40:]) <= set(there)

        kept, *_ = kernel.reduce(compile_puzzle(blank), solution, items, there, order)

        assert one_by_one(blank, solution, items, order, 0) == kept


def test_a_random_solution_is_a_solution() -> None:
    for text in ("." * 16, "." * 81, "." * 256):
        blank = parse(text, genre="sudoku")
        found = {complete(blank, seed) for seed in range(20)}

        assert len(found) > 15
        assert all(compile_puzzle(blank).solve(givens_of(len(each), enumerate(each))).count == 1 for each in found)


def test_every_solution_of_a_small_board_comes_up() -> None:
    blank = parse("." * 16, genre="sudoku")

    assert 288 == len({complete(blank, seed) for seed in range(6000)})


def test_orbits_divide_the_board() -> None:
    blank = parse("." * 81, genre="sudoku")
    sizes = {"none": 81, "turn-180": 41, "turn-90": 21, "mirrors": 25, "diagonal": 45, "diagonals": 25}
    for symmetry, number in sizes.items():
        found = orbits(blank, symmetry)

        assert number == len(found)
        assert list(range(81)) == sorted(cell for orbit in found for cell in orbit)


def test_clues_out_of_range_are_refused() -> None:
    problem = compile_puzzle(parse("." * 16, genre="sudoku"))
    with pytest.raises(ValueError):
        kernel.reduce(problem, bytes(16), [[16]], [0], [0])
    with pytest.raises(ValueError):
        kernel.reduce(problem, bytes(16), [[1], [1]], [0], [0])
    with pytest.raises(IndexError):
        kernel.reduce(problem, bytes(16), [[1]], [0], [1])
    with pytest.raises(ValueError):
        kernel.reduce(problem, bytes(3), [[1]], [0], [0])
    with pytest.raises(ValueError):
        kernel.reduce(problem, bytes([4] * 16), [[1]], [0], [0])
