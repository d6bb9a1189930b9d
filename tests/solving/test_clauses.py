"""The clause solver: statements mean what they say, boards do not disturb each other, wrong claims are caught."""

from __future__ import annotations

import random
from itertools import product

import pytest

from gridwright.generation import Recipe, generate_many
from gridwright.generation.verify import Verifier
from gridwright.genres import genres, parse
from gridwright.model import KINDS, Constraint, GridwrightError, Limits, Puzzle, Solution, Status
from gridwright.solving.clauses import ClauseSolver, ClauseSolvers

INSTANCES = 30


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.kind)
def test_the_clauses_of_a_kind_say_what_holds(kind: type[Constraint]) -> None:
    rng = random.Random(f"clauses {kind.kind}")
    for _ in range(INSTANCES):
        constraint, sizes = kind.sample(rng)
        solver = ClauseSolver(sizes)
        switch = solver.fresh()
        constraint.clauses(switch, solver)
        for values in product(*(range(sizes[x]) for x in constraint.scope)):
            literals = [solver.literal(x, value) for x, value in zip(constraint.scope, values, strict=True)]
            assert constraint.holds(values) == solver.solve([switch, *literals]), (constraint, values)
            assert solver.solve([-switch, *literals]), (constraint, values)


def examples() -> list[tuple[Puzzle, int]]:
    return [
        (parse(each.text, genre=genre), each.solutions) for genre in genres().values() for each in genre.examples
        if each.solutions > 0
    ]  # fmt: skip


def test_one_solver_tells_of_every_example_whether_a_solution_is_the_only_one() -> None:
    solvers = ClauseSolvers()
    for puzzle, solutions in examples() * 2:
        first = tuple(puzzle.solve(limit=1).solutions[0])
        assert (solutions == 1) == solvers.only(puzzle, first), str(puzzle)


@pytest.mark.parametrize("genre", ["sudoku", "keen", "queens", "arrows", "unequal", "towers", "latin"])
def test_boards_after_each_other_do_not_disturb_each_other(genre: str) -> None:
    """Every other board has lost a clue; what the solver says of it is what the kernel says."""
    solvers = ClauseSolvers()
    rng = random.Random(genre)
    told = set()
    for made in generate_many(Recipe(genre, seed="clauses", any=True), 24, check="none", with_grade=False):
        assert made.puzzle is not None
        assert made.solution is not None
        assert solvers.only(made.puzzle, made.solution)
        fewer = _with_one_clue_less(made.puzzle, made.solution, rng)
        unique = fewer.solve().status is Status.UNIQUE
        assert unique == solvers.only(fewer, made.solution)
        told.add(unique)
    assert False in told


def _with_one_clue_less(puzzle: Puzzle, solution: Solution, rng: random.Random) -> Puzzle:
    clues, givens = dict(puzzle.clues), dict(puzzle.givens)
    if givens:
        del givens[rng.choice(list(givens))]
    elif "cages" in clues:
        cages = list(clues["cages"])  # type: ignore[call-overload]
        cages.remove(rng.choice(cages))
        clues["cages"] = tuple(cages)
    elif "regions" in clues:
        regions = list(clues["regions"])  # type: ignore[call-overload]
        empty = [cell for cell, value in enumerate(solution) if not value]
        regions[rng.choice(empty)] = rng.randrange(puzzle.grid.rows)
        clues["regions"] = tuple(regions)
    return Puzzle(puzzle.genre, puzzle.grid, givens=givens, clues=clues)


def test_a_solution_that_is_none_is_not_the_only_one() -> None:
    puzzle = parse("1...3..4..2....1", genre="sudoku")
    right = tuple(puzzle.solve().solutions[0])
    solvers = ClauseSolvers()

    assert solvers.only(puzzle, right)
    assert not solvers.only(puzzle, tuple(3 - value for value in right))
    assert not solvers.only(puzzle, (0,) * 16)


def test_no_time_is_no_answer() -> None:
    puzzle = parse("1...3..4..2....1", genre="sudoku")

    assert ClauseSolvers().only(puzzle, tuple(puzzle.solve().solutions[0]), limits=Limits(seconds=0)) is None


def test_a_board_that_states_nothing_new_is_held_against_its_constraints(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    solve = ClauseSolver.solve
    monkeypatch.setattr(ClauseSolver, "solve", lambda self, *rest: (calls.append(len(rest[0])), solve(self, *rest))[1])
    puzzle = parse("1...3..4..2....1", genre="sudoku")
    right = tuple(puzzle.solve().solutions[0])
    exchanged = tuple({0: 1, 1: 0}.get(value, value) for value in right)
    solvers = ClauseSolvers()
    for _ in range(6):
        assert solvers.only(puzzle, right)
    before = len(calls)

    assert solvers.only(puzzle, right)
    assert not solvers.only(puzzle, exchanged)  # a solution of the empty board,
    assert not solvers.only(puzzle, (0,) * 16)  # and of none

    assert 1 == len(calls) - before


@pytest.mark.parametrize("genre", ["sudoku", "keen", "queens", "arrows"])
def test_a_wrong_claim_among_right_ones_is_caught(genre: str) -> None:
    """A puzzle with two solutions, planted among those that were generated."""
    rng = random.Random("planted")
    verifier = Verifier("sat")
    planted = 0
    for made in generate_many(Recipe(genre, seed="planted", any=True), 12, check="none", with_grade=False):
        assert made.puzzle is not None
        assert made.solution is not None
        assert "sat" == verifier.verify(made.puzzle, made.solution)
        wrong = _with_one_clue_less(made.puzzle, made.solution, rng)
        if wrong.solve().status is Status.MULTIPLE:
            with pytest.raises(GridwrightError, match="not the only one") as error:
                verifier.verify(wrong, made.solution)
            assert str(wrong) in str(error.value)
            planted += 1
    assert planted > 0


def test_what_boards_of_a_size_share_is_assumed_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assumed: list[int] = []
    solve = ClauseSolver.solve
    monkeypatch.setattr(
        ClauseSolver, "solve", lambda self, literals, limits: (assumed.append(len(literals)), solve(self, literals))[1]
    )
    solvers = ClauseSolvers()
    for made in generate_many(Recipe("queens", seed="together", any=True), 8, check="none", with_grade=False):
        assert made.puzzle is not None
        assert made.solution is not None
        assert solvers.only(made.puzzle, made.solution)

    assert assumed[1] == 1  # the first board states all for itself,
    assert assumed[7] > 200  # what the third shares with both before it is kept, each behind its switch,
    assert assumed[-1] == 2  # and a literal of its own turns all of them on
