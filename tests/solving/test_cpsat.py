"""CP-SAT, the engine that shares no code with ours."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import pytest

from gridwright.genres import genre, parse
from gridwright.kits.places import Places
from gridwright.model import (
    KINDS,
    CellText,
    Constraint,
    Domain,
    Grid,
    Group,
    Limits,
    MissingExtra,
    Partial,
    Puzzle,
    PuzzleError,
    Status,
    Structure,
    Variable,
    numbers,
)
from gridwright.solving import cpsat, fast, simple
from gridwright.testing import check_agreement


def test_one_corner_of_a_latin_square_of_two_decides_it() -> None:
    puzzle = parse("1...", genre="latin")

    answer = cpsat.solve(puzzle)

    assert Status.UNIQUE is answer.status
    assert ["1221"] == [puzzle.board_text(solution) for solution in answer.solutions]
    assert answer.exhausted


def test_an_empty_sudoku_of_four_has_288_solutions() -> None:
    answer = cpsat.solve(parse("." * 16, genre="sudoku"), limit=1000, show=1000)

    assert (288, 288) == (answer.count, len(set(answer.solutions)))
    assert answer.exhausted


@pytest.mark.parametrize("operation", ["", "+", "-", "×", "÷"])
def test_a_cage_that_is_too_long_to_list_is_counted_as_the_kernel_does(operation: str) -> None:
    """Five cells of seven values: 16,807 assignments."""
    target = {"": 12, "+": 12, "-": 0, "×": 60, "÷": 1}[operation]
    cages = (((0, 1, 7, 8, 14), operation, target),)
    givens = {x: v for x, v in enumerate(v for r in range(7) for v in ((r + c) % 7 for c in range(7))) if x > 16}
    puzzle = Puzzle(genre("keen"), Grid(7, 7), clues={"cages": cages}, givens=givens)
    answers = [engine(puzzle, limit=500, show=500) for engine in (fast.solve, cpsat.solve)]

    check_agreement(puzzle, answers)


def test_two_equal_givens_in_a_row_leave_no_solution() -> None:
    assert Status.NONE is cpsat.solve(parse("11" + "." * 14, genre="sudoku")).status


def test_a_given_outside_its_marks_leaves_no_solution() -> None:
    puzzle = Puzzle(genre("sudoku"), Grid(4, 4), marks=[0b0011] + [0b1111] * 15, givens={0: 3})

    assert Status.NONE is cpsat.solve(puzzle).status


def test_counting_stops_at_the_limit() -> None:
    answer = cpsat.solve(parse("." * 16, genre="sudoku"), limit=5, show=3)

    assert (Status.MULTIPLE, 5, 3) == (answer.status, answer.count, len(answer.solutions))


def test_a_deadline_that_has_passed_leaves_the_answer_unknown() -> None:
    assert Status.UNKNOWN is cpsat.solve(parse("." * 81, genre="sudoku"), limits=Limits(seconds=0)).status


def test_without_or_tools_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)

    with pytest.raises(MissingExtra, match="pip install 'gridwright\\[cpsat\\]'"):
        cpsat.solve(parse("1...", genre="latin"))


def line_of(constraint: Constraint, sizes: Sequence[int]) -> Puzzle:
    """A puzzle of one constraint: a line of cells with these numbers of values."""

    def variables(puzzle: Puzzle) -> list[Variable]:
        return [Variable(puzzle.grid.cells[x], numbers(size)) for x, size in enumerate(sizes)]

    space = Places(variables, text=CellText())
    line = replace(genre("template"), space=space, rules=lambda layout: [constraint])
    return Puzzle(line, Grid(1, len(sizes)))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.kind)
def test_both_slow_engines_find_the_same_solutions_of_one_constraint(kind: type[Constraint]) -> None:
    rng = random.Random(f"engines {kind.kind}")
    for _ in range(8):
        puzzle = line_of(*kind.sample(rng))
        ours, theirs = (engine.solve(puzzle, limit=3000, show=3000) for engine in (simple, cpsat))

        assert sorted(ours.solutions) == sorted(theirs.solutions), puzzle.constraints
        assert ours.status is theirs.status


@dataclass(frozen=True)
class Climb(Constraint):
    """x < y for all x before y in scope: a kind that no engine has heard of."""

    kind = "climb"

    def holds(self, values: Sequence[int]) -> bool:
        return all(a < b for a, b in pairwise(values))

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        known = [v for v in values if v is not None]
        return None if self.holds(known) else tuple(i for i, v in enumerate(values) if v is not None)

    def sentence(self, domain: Domain) -> str:
        return f"{self.label} climbs"

    def emit(self, structure: Structure) -> None:
        raise NotImplementedError


def test_a_kind_of_another_package_is_listed_out() -> None:
    puzzle = line_of(Climb(Group("line", (0, 1, 2))), (5, 5, 5))

    assert 10 == cpsat.solve(puzzle, limit=100).count
    assert 10 == simple.solve(puzzle, limit=100).count


def test_a_kind_of_another_package_with_too_many_assignments_is_refused() -> None:
    puzzle = line_of(Climb(Group("line", tuple(range(9)))), (9,) * 9)

    with pytest.raises(PuzzleError, match="kind 'climb', and the line has too many assignments"):
        cpsat.solve(puzzle)


def test_pandas_is_loaded_by_whoever_needs_it() -> None:
    program = (
        "import sys\n"
        "from gridwright.genres import parse\n"
        "from gridwright.solving.cpsat import solve\n"
        "print(solve(parse('1...3..4..2....1', genre='sudoku')).status, 'pandas' in sys.modules)\n"
        "from ortools.sat.python import cp_model\n"
        "import pandas\n"
        "print(*[each.name for each in cp_model.CpModel().new_bool_var_series('x', pandas.Index(['a', 'b']))])\n"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout

    assert "unique False\nx[a] x[b]\n" == told
