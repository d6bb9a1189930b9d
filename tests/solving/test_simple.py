"""The obviously correct engine."""

from __future__ import annotations

from gridwright.genres import genre, parse
from gridwright.model import Grid, Limits, Puzzle, Status
from gridwright.solving import simple


def test_one_corner_of_a_latin_square_of_two_decides_it() -> None:
    puzzle = parse("1...", genre="latin")

    answer = simple.solve(puzzle)

    assert Status.UNIQUE is answer.status
    assert ["1221"] == [puzzle.board_text(solution) for solution in answer.solutions]
    assert answer.exhausted


def test_an_empty_sudoku_of_four_has_288_solutions() -> None:
    answer = simple.solve(parse("." * 16, genre="sudoku"), limit=1000, show=1000)

    assert 288 == answer.count
    assert 288 == len(set(answer.solutions))
    assert answer.exhausted


def test_there_are_576_latin_squares_of_four() -> None:
    assert 576 == simple.solve(parse("." * 16, genre="latin"), limit=1000).count


def test_two_equal_givens_in_a_row_leave_no_solution() -> None:
    answer = simple.solve(parse("11" + "." * 14, genre="sudoku"))

    assert (Status.NONE, 0, ()) == (answer.status, answer.count, answer.solutions)


def test_counting_stops_at_the_limit() -> None:
    answer = simple.solve(parse("." * 16, genre="sudoku"), limit=5, show=3)

    assert (Status.MULTIPLE, 5, 3) == (answer.status, answer.count, len(answer.solutions))
    assert not answer.exhausted


def test_one_solution_found_and_no_more_looked_for_is_unknown() -> None:
    answer = simple.solve(parse("." * 16, genre="sudoku"), limit=1)

    assert (Status.UNKNOWN, 1) == (answer.status, answer.count)


def test_a_deadline_that_has_passed_leaves_the_answer_unknown() -> None:
    assert Status.UNKNOWN is simple.solve(parse("." * 81, genre="sudoku"), limits=Limits(seconds=0)).status


def test_a_node_budget_leaves_the_answer_unknown() -> None:
    answer = simple.solve(parse("." * 81, genre="sudoku"), limits=Limits(nodes=10))

    assert (Status.UNKNOWN, 10) == (answer.status, answer.nodes)


def test_three_cells_of_a_row_with_two_marks_leave_no_solution() -> None:
    puzzle = Puzzle(genre("sudoku"), Grid(4, 4), marks=[0b0011] * 3 + [0b1111] * 13)

    assert Status.NONE is simple.solve(puzzle).status


def test_a_given_outside_its_marks_leaves_no_solution() -> None:
    puzzle = Puzzle(genre("sudoku"), Grid(4, 4), marks=[0b0011] + [0b1111] * 15, givens={0: 3})

    assert Status.NONE is simple.solve(puzzle).status


def test_a_row_with_fewer_cells_than_stars_leaves_no_solution() -> None:
    regions = (0, -1, -1, -1, 0, 0, 1, 1, 2, 2, 1, 1, 2, 3, 3, 3)
    puzzle = Puzzle(genre("star-battle"), Grid(4, 4), clues={"stars": 2, "regions": regions})

    answer = simple.solve(puzzle)

    assert (Status.NONE, 0) == (answer.status, answer.nodes)
