"""Second solutions that one can see: exchanges of lines and numbers that no cage notices."""

from __future__ import annotations

from itertools import islice
from random import Random

from gridwright.genres import genre
from gridwright.model import Grid, Puzzle, Status
from gridwright.solving import solve
from puzzle_sources import puzzles, random_square
from reference.cages import second_solution
from reference.latin_trades import trades


def test_an_exchange_makes_another_latin_square() -> None:
    for n in (2, 3, 4, 6, 7):
        square = random_square(n, Random(f"trades {n}"))
        latin = Puzzle(genre("latin"), Grid(n, n))
        found = 0
        for changes in trades(square, n):
            other = [changes.get(cell, value) for cell, value in enumerate(square)]
            assert tuple(other) != square
            assert solve(latin.with_givens(dict(enumerate(other)))).status is Status.UNIQUE
            found += 1
        assert found >= 3 * n * (n - 1) // 2


def test_what_cages_do_not_notice_is_a_second_solution() -> None:
    several = seen = 0
    for puzzle in islice(puzzles("keen", Random("twofold")), 400):
        answer = solve(puzzle)
        if puzzle.givens or not answer.solutions or any(made is None or not op for _, op, made in puzzle.clue("cages")):
            continue
        found = second_solution(puzzle, answer.solutions[0])
        assert not found or answer.status is Status.MULTIPLE, puzzle
        several += answer.status is Status.MULTIPLE
        seen += found

    assert 10 < seen < several
