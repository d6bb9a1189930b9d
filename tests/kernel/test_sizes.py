"""Large boards work: 64 values, 25×25, and Queens beyond what pairings handle."""

from __future__ import annotations

from random import Random

import pytest

from gridwright.drawing import svg
from gridwright.genres import genre, parse
from gridwright.model import AllDifferent, Count, DistinctSum, Grid, Group, Limits, Puzzle, Structure, TooLarge
from gridwright.native import kernel_structure
from gridwright.rules.position import start
from gridwright.solving.deduce import deduce


def test_variables_with_64_values() -> None:
    structure = Structure(sizes=(64, 64, 64))
    AllDifferent(Group("group", (0, 1, 2))).emit(structure)

    assert 64 * 63 * 62 == kernel_structure(structure).solve(None, 10**6).count


def test_a_count_over_64_values() -> None:
    structure = Structure(sizes=(64,) * 3)
    Count(Group("group", (0, 1, 2)), 63, 2, 2).emit(structure)

    assert 3 * 63 == kernel_structure(structure).solve(None, 10**6).count


@pytest.mark.parametrize(("values", "cells", "total"), [(9, 4, 20), (16, 5, 40), (25, 6, 78), (40, 3, 60), (64, 3, 96)])
def test_cages_of_any_size_count_as_listed_by_hand(values: int, cells: int, total: int) -> None:
    structure = Structure(sizes=(values,) * cells)
    DistinctSum(Group("cage", tuple(range(cells))), total, largest=values).emit(structure)

    ways = {(0, 0): 1}  # (numbers chosen, their sum) → sets
    for number in range(1, values + 1):
        for (chosen, so_far), count in sorted(ways.items(), reverse=True):
            if chosen < cells:
                key = chosen + 1, so_far + number
                ways[key] = ways.get(key, 0) + count
    orders = 1
    for i in range(2, cells + 1):
        orders *= i

    assert ways[cells, total] * orders == kernel_structure(structure).solve(None, 10**8).count


def test_a_25_by_25_sudoku_with_a_solution_left_half_open() -> None:
    n, box = 25, 5
    full = [(r % box * box + r // box + c) % n for r in range(n) for c in range(n)]
    rng = Random(3)
    givens = {x: v for x, v in enumerate(full) if rng.random() < 0.6}
    answer = Puzzle(genre("sudoku"), Grid(n, n), givens=givens).solve(limit=1000)

    assert tuple(full) in answer.solutions or answer.count > 2
    assert "unknown" != answer.status.value


@pytest.mark.parametrize("n", [20, 24, 30])
def test_queens_on_large_boards(n: int) -> None:
    """Columns are the regions, so any non-touching permutation solves it; with its queens given just one does."""
    queens = [(2 * r) % n + (r >= (n + 1) // 2) if n % 2 == 0 else (2 * r) % n for r in range(n)]
    rows = "/".join(
        "".join("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[c] for c in range(n)) for _ in range(n)
    )
    bare = parse(f"1:{rows}", genre="star-battle")
    givens = {r * n + queens[r]: 1 for r in range(n)}

    assert "multiple" == bare.solve(limits=Limits(seconds=20)).status.value
    assert "unique" == bare.with_givens(givens).solve().status.value


def columns(side: int) -> Puzzle:
    """A star battle whose regions are its columns."""
    regions = tuple(c for _ in range(side) for c in range(side))
    return Puzzle(genre("star-battle"), Grid(side, side), clues={"stars": 1, "regions": regions})


def test_a_search_takes_16_384_variables() -> None:
    structure = Structure(sizes=(2,) * 16_384)

    found = kernel_structure(structure).solve(None, limit=1, show=1)

    assert (1, 16_384) == (found.count, len(found.solutions[0]))


def test_more_candidates_than_a_search_takes_are_refused_with_the_limit() -> None:
    with pytest.raises(TooLarge, match="at most 1048576 candidates, not 1048640"):
        kernel_structure(Structure(sizes=(64,) * 16_385))


def test_techniques_and_pictures_take_a_board_of_64_rows() -> None:
    puzzle = columns(64)
    state = start(puzzle).after(*(f"r1c{c}-*" for c in range(2, 65)))

    trace = deduce(state, [("hidden-single", None)], limit=1)

    assert ["r1c1=*"] == [each.text(puzzle) for each in trace.steps[0].conclusions]
    assert "</svg>" in svg(puzzle)
