"""One form for all copies of a puzzle: whatever symmetry disguises it, and as the reference says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from disguises import RECIPES, disguised, made
from gridwright.conversion.canonical_form import canonical, canonical_text
from gridwright.genres import genres, parse
from gridwright.model import GridwrightError, Limits, Puzzle, PuzzleError, Stopped, Symmetry
from gridwright.model.symmetry import FALLING, canonical_key, images, orders


@pytest.mark.parametrize(("genre", "size", "variants"), RECIPES)
def test_a_hundred_disguises_of_a_puzzle_have_one_form(genre: str, size: int, variants: tuple[str, ...]) -> None:
    rng = Random(f"{genre} {variants}")
    for puzzle in made(genre, size, variants, 2):
        form = canonical(puzzle)

        assert {form} == {canonical(disguised(puzzle, rng)) for _ in range(100)}
        assert form == canonical(form)


@pytest.mark.parametrize("key", sorted(genres(template=True)))
def test_every_example_has_a_form_that_its_disguises_share(key: str) -> None:
    rng = Random(key)
    for example in genres(template=True)[key].examples:
        puzzle = parse(example.text, genre=genres(template=True)[key])

        assert {canonical_text(puzzle)} == {canonical_text(disguised(puzzle, rng)) for _ in range(10)}


@pytest.mark.parametrize(
    ("genre", "text", "count"),
    [
        ("sudoku", "." * 16, 200),
        ("sudoku", "2x2x:p", 100),
        ("sudoku", "." * 36, 4),
        ("sudoku", "2x3x:zj", 4),
        ("latin", "." * 9, 100),
        ("latin", "." * 16, 8),
    ],
)
def test_the_kernel_finds_the_smallest_of_all_images(genre: str, text: str, count: int) -> None:
    blank, rng = parse(text, genre=genre), Random(text + genre)
    for _ in range(count):
        puzzle = some_givens(blank, rng)

        assert min(images(puzzle), key=canonical_key) == canonical(puzzle)


def some_givens(blank: Puzzle, rng: Random) -> Puzzle:
    """Some numbers, none twice in a line; most often of a solution, and of any number of cells."""
    n, givens = blank.grid.rows, dict[int, int]()
    for cell in rng.sample(range(n * n), rng.randint(0, n * n)):
        row, column = divmod(cell, n)
        near = {value for x, value in givens.items() if x // n == row or x % n == column}
        if free := sorted(set(range(n)) - near):
            givens[cell] = rng.choice(free)
    return blank.with_givens(givens)


def test_all_puzzles_of_four_rows_with_four_givens_fall_into_their_classes() -> None:
    """Of one solved board: every set of four givens, by the kernel and by trying everything."""
    solution = [0, 1, 2, 3, 2, 3, 0, 1, 1, 0, 3, 2, 3, 2, 1, 0]
    blank = parse("." * 16, genre="sudoku")
    puzzles = [blank.with_givens({x: solution[x] for x in cells}) for cells in combinations(range(16), 4)]
    fast = {puzzle: canonical(puzzle) for puzzle in puzzles}
    slow = {form: min(images(form), key=canonical_key) for form in set(fast.values())}

    assert all(form == smallest for form, smallest in slow.items())
    assert len(slow) < 200


SEVENTEEN = {
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000": (
        "000000001000000020000003000000040500006000300007810000010020004030000070950000000"
    ),
    "000000010400000000020000000000050604008000300001090000300400200050100000000807000": (
        "000000001000000020000003000000040500006000300007180000010020004030000070950000000"
    ),
    "000000012000035000000600070700000300000400800100000000000120000080000040050000600": (
        "000000000000000012000034000000005306007000000021080000050100800400000000600700000"
    ),
}  # fmt: skip
"""Sudokus of 17 givens and their forms, found by trying every order of the columns."""


def by_columns(text: str) -> str:
    """The form of nine rows by another way: every order of columns, rows smallest first, all ties followed."""
    boards = [text, "".join(text[9 * r + c] for c in range(9) for r in range(9))]
    best = "A"
    for board in boards:
        rows = [board[9 * r : 9 * r + 9] for r in range(9)]
        for columns in orders(9, 3):
            best = min(best, smallest_rows(["".join(row[c] for c in columns) for row in rows], best))
    return best


def smallest_rows(rows: list[str], best: str) -> str:
    partial: list[tuple[tuple[int, ...], dict[str, str]]] = [((), {"0": "0"})]
    board = ""
    for _ in range(9):
        found = []
        for chosen, names in partial:
            for r in next_rows(chosen):
                own = dict(names)
                line = "".join(own.setdefault(symbol, str(len(own))) for symbol in rows[r])
                found.append((line, ((*chosen, r), own)))
        line = min(line for line, _ in found)
        board += line
        if board > best[: len(board)]:
            return board
        partial = [way for each, way in found if each == line]
    return board


def next_rows(chosen: tuple[int, ...]) -> Iterator[int]:
    open_band = chosen[-1] // 3 if len(chosen) % 3 else None
    for r in range(9):
        fits = r // 3 == open_band if open_band is not None else r // 3 not in {each // 3 for each in chosen}
        if fits and r not in chosen:
            yield r


@pytest.mark.parametrize("text", SEVENTEEN)
def test_seventeen_givens_have_the_form_that_forums_print(text: str) -> None:
    puzzle, rng = parse(text, genre="sudoku"), Random(text)

    assert SEVENTEEN[text] == canonical_text(puzzle)
    assert SEVENTEEN[text] == canonical_text(disguised(puzzle, rng))
    assert SEVENTEEN[text] == by_columns(text)


def test_made_sudokus_have_the_form_that_every_order_of_columns_leads_to() -> None:
    for puzzle in made("sudoku", 9, (), 5):
        assert by_columns(str(puzzle).replace(".", "0")) == canonical_text(puzzle)


def test_renamed_digits_are_a_copy_where_only_places_matter() -> None:
    first = parse("12......3.......", genre="sudoku").canonical()

    assert first == parse("31......4.......", genre="sudoku").canonical()
    assert first != parse("12........1.....", genre="sudoku").canonical()


def test_one_other_given_is_another_puzzle() -> None:
    rng = Random("one clue")
    for puzzle in made("sudoku", 9, (), 20):
        answer = puzzle.solve().solutions[0]
        x, y = rng.choice(list(puzzle.givens)), rng.choice([x for x in range(81) if x not in puzzle.givens])
        other = {z: value for z, value in puzzle.givens.items() if z != x} | {y: answer[y]}

        assert len(puzzle.givens) == len(other)
        assert canonical(puzzle) != canonical(puzzle.with_givens(other))


def test_boxes_of_two_by_three_and_of_three_by_two_are_one() -> None:
    for puzzle in made("sudoku", 6, (), 3):
        assert puzzle.moved(FALLING).structure_key != puzzle.structure_key
        assert canonical(puzzle) == canonical(puzzle.moved(FALLING))
        assert canonical(puzzle).structure_key == puzzle.structure_key


def test_where_a_puzzle_comes_from_is_no_part_of_its_form() -> None:
    plain, graded = (parse(f"2x2x{letters}:i4_1d3", genre="sudoku") for letters in ("", "dt"))

    assert str(plain) != str(graded)
    assert canonical_text(plain) == canonical_text(graded)


def test_a_clash_is_named() -> None:
    with pytest.raises(PuzzleError, match="r1c1=1 and r1c3=1 stand in one line"):
        canonical(parse("1.1.............", genre="sudoku"))


def test_a_board_with_far_too_many_equal_orders_is_refused() -> None:
    full = "".join("123456789ABCDEFG"[(r + c) % 16] for r in range(16) for c in range(16))
    with pytest.raises(GridwrightError, match="too many orders"):
        canonical(parse(full, genre="latin"))


def test_a_genre_says_which_symmetries_count() -> None:
    assert Symmetry().describe() == ("Turns and mirrors of the board.",)
    assert "boxes" in genres()["sudoku"].symmetry.describe()[1]
    assert "but not with regions or cages" in genres()["sudoku"].symmetry.describe()[1]


def test_a_limit_ends_the_search_for_a_form() -> None:
    puzzle = parse("".join("12345678"[(r + c) % 8] for r in range(8) for c in range(8)), genre="latin")
    with pytest.raises(Stopped):
        puzzle.canonical(limits=Limits(seconds=0))
