"""The puzzles of every genre at its smallest sizes: by `enumerate`, and by brute force from the rulebooks."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

import brute_force_clues as brute
from brute_force import keen_images, latin_squares, orbits, unique_keens, unique_queens
from brute_force_clues import Text
from gridwright import parse
from gridwright.cli import main
from gridwright.corpus import Corpus
from gridwright.enumeration import PuzzleSpace, estimate
from gridwright.genres import genres
from gridwright.model import Limits, PuzzleError, Stop, Stopped
from gridwright.solving import solve


@dataclass(frozen=True)
class Printed:
    """A genre whose puzzles have an entry for each cell, and perhaps for each line."""

    genre: str
    puzzles: Callable[[int, int], Iterator[Text]]
    blank: dict[Any, Any] = field(default_factory=dict)
    """What is left of an entry that goes; what is not here is part of the board and stays."""
    signs: dict[Any, str] = field(default_factory=dict)
    """How entries are written, besides numbers."""
    variants: tuple[str, ...] = ()

    def text(self, puzzle: Text, rows: int, columns: int) -> str:
        """Return the puzzle as people type it."""
        written = ["." if entry is None else self.signs.get(entry, str(entry)) for entry in puzzle]
        lines = ["".join(written[r * columns : (r + 1) * columns]) for r in range(rows)]
        counts = written[rows * columns :]
        sides = [",".join(counts[:columns]), ",".join(counts[columns:])] if counts else []
        return "|".join(["\n".join(lines), *sides])

    def space(self, rows: int, columns: int, **options: Any) -> PuzzleSpace:
        return PuzzleSpace(self.genre, rows, columns, variants=self.variants, **options)


AKARI = Printed("akari", brute.akari, {"numbers": "#"})
HITORI = Printed("hitori", brute.hitori)
KURODOKO = Printed("kurodoko", brute.kurodoko, {"numbers": None, "?": None})
MASYU = Printed("masyu", brute.masyu, {"white": None, "black": None}, {"white": "o", "black": "@"})
NURIKABE = Printed("nurikabe", brute.nurikabe, {"numbers": "?"})
SLITHERLINK = Printed("slitherlink", brute.slitherlink, {"numbers": None})
TENTS = Printed("tents", partial(brute.tents, few_counts=False))
FEW_COUNTS = Printed("tents", partial(brute.tents, few_counts=True), {"numbers": None}, variants=("few-counts",))

TINY = [
    *((kind, *size) for kind in (AKARI, KURODOKO, NURIKABE) for size in ((1, 1), (1, 2), (2, 2), (3, 2))),
    *((HITORI, *size) for size in ((1, 1), (1, 2), (2, 2), (2, 3))),
    *((MASYU, *size) for size in ((1, 2), (2, 2), (2, 3), (3, 3), (3, 4))),
    *((SLITHERLINK, *size) for size in ((1, 1), (2, 1), (2, 2), (2, 3))),
    *((kind, *size) for kind in (TENTS, FEW_COUNTS) for size in ((1, 2), (2, 2), (2, 3))),
]
SECOND = [
    *((kind, 3, 3) for kind in (AKARI, HITORI, KURODOKO, NURIKABE, SLITHERLINK, TENTS, FEW_COUNTS)),
    (MASYU, 4, 4), (NURIKABE, 3, 4),
]  # fmt: skip
LARGER = [(AKARI, 3, 4), (MASYU, 4, 5), (KURODOKO, 3, 4), (NURIKABE, 4, 4), (SLITHERLINK, 3, 4), (FEW_COUNTS, 3, 4)]


def name(value: Any) -> str:
    return f"{value.genre}{'-'.join(['', *value.variants])}" if isinstance(value, Printed) else str(value)


GENRES = {name(kind): kind for kind in (AKARI, HITORI, KURODOKO, MASYU, NURIKABE, SLITHERLINK, TENTS, FEW_COUNTS)}


@cache
def expected(printed: str, rows: int, columns: int) -> set[Text]:
    return brute.printed_once(GENRES[printed].puzzles(rows, columns))


def counts_of(printed: Printed, puzzles: set[Text]) -> Counter[int]:
    return Counter(brute.number_of_clues(puzzle, printed.blank) for puzzle in puzzles)


@pytest.mark.parametrize(("printed", "rows", "columns"), TINY, ids=name)
def test_every_puzzle_is_printed_and_read_back(printed: Printed, rows: int, columns: int) -> None:
    puzzles = list(printed.space(rows, columns).puzzles())
    texts = {printed.text(text, rows, columns) for text in expected(name(printed), rows, columns)}

    assert {parse(text, genre=printed.genre) for text in texts} == set(puzzles)
    assert len(texts) == len(puzzles)
    assert [parse(str(puzzle), genre=printed.genre) for puzzle in puzzles] == puzzles
    assert all(solve(puzzle).count == 1 for puzzle in puzzles[:100])


@pytest.mark.parametrize(("printed", "rows", "columns"), TINY + SECOND, ids=name)
def test_counts_by_brute_force(printed: Printed, rows: int, columns: int) -> None:
    puzzles = expected(name(printed), rows, columns)

    assert counts_of(printed, puzzles) == printed.space(rows, columns).counts()
    if printed.blank:
        fewest = counts_of(printed, brute.minimal(puzzles, printed.blank))
        assert fewest == printed.space(rows, columns, minimal=True).counts()


@pytest.mark.slow
@pytest.mark.parametrize(("printed", "rows", "columns"), LARGER, ids=name)
def test_larger_counts_by_brute_force(printed: Printed, rows: int, columns: int) -> None:
    test_counts_by_brute_force(printed, rows, columns)


@pytest.mark.parametrize(
    ("printed", "rows", "columns"),
    [
        *((kind, 2, 2) for kind in (AKARI, HITORI, KURODOKO, NURIKABE, SLITHERLINK, TENTS, FEW_COUNTS)),
        *((kind, 2, 3) for kind in (AKARI, KURODOKO, NURIKABE, SLITHERLINK, TENTS, FEW_COUNTS)),
        *((kind, 3, 3) for kind in (HITORI, MASYU, NURIKABE, TENTS, FEW_COUNTS)),
        (MASYU, 4, 4),
        *(pytest.param(kind, 3, 3, marks=pytest.mark.slow) for kind in (AKARI, KURODOKO, SLITHERLINK)),
        *(pytest.param(kind, 3, 4, marks=pytest.mark.slow) for kind in (MASYU, NURIKABE)),
    ],
    ids=name,
)
def test_copies_by_brute_force(printed: Printed, rows: int, columns: int) -> None:
    images = brute.images_of_cells(rows, columns)
    puzzles = expected(name(printed), rows, columns)
    for minimal in (False, True) if printed.blank else (False,):
        chosen = brute.minimal(puzzles, printed.blank) if minimal else puzzles
        space = printed.space(rows, columns, minimal=minimal, up_to_symmetry=True)
        one_of_each = list(space.puzzles())
        assert orbits(chosen, images) == space.counts().total() == len(set(one_of_each)) == len(one_of_each)


# Values in all cells


@pytest.mark.parametrize(
    ("rows", "columns", "variants"),
    [(2, 2, ()), (2, 4, ()), (4, 4, ()), (2, 2, ("distinct",)), (4, 4, ("distinct",))],
)
def test_takuzu_by_brute_force(rows: int, columns: int, variants: tuple[str, ...]) -> None:
    boards = list(brute.takuzu_boards(rows, columns, distinct=bool(variants)))

    for minimal in (False, True) if boards else ():
        space = PuzzleSpace("takuzu", rows, columns, variants=variants, minimal=minimal)
        assert brute.counts_by_printed(boards, minimal=minimal) == space.counts()


@pytest.mark.parametrize("minimal", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("genre", ["towers", "unequal"])
def test_clues_beside_givens_by_brute_force(genre: str, minimal: bool) -> None:
    found = brute.counts_by_printed(brute.square_boards(3, genre), minimal=minimal)

    assert found == PuzzleSpace(genre, 3, minimal=minimal).counts()


def test_bars_between_neighbours_by_brute_force() -> None:
    squares = latin_squares(3)
    for minimal in (False, True):
        found = brute.counts_by_printed(squares, [brute.bars(square, 3) for square in squares], minimal=minimal)
        assert found == PuzzleSpace("unequal", 3, variants=["adjacent"], minimal=minimal).counts()


def test_sudokus_with_diagonals_by_brute_force() -> None:
    boards = brute.square_boards(4, "sudoku")
    for minimal in (False, True):
        found = brute.counts_by_printed(boards, minimal=minimal)
        assert found == PuzzleSpace("sudoku", 4, variants=["x"], minimal=minimal).counts()


def test_latin_squares_of_two_rows_by_brute_force() -> None:
    assert brute.counts_by_printed(latin_squares(2)) == PuzzleSpace("latin", 2).counts()


@pytest.mark.slow
def test_products_alone_by_brute_force() -> None:
    puzzles = set(unique_keens(3, multiply=True))
    space, one_of_each = (
        PuzzleSpace("keen", 3, variants=["multiply"], up_to_symmetry=up_to) for up_to in (False, True)
    )

    assert len(puzzles) == space.counts().total()
    assert orbits(puzzles, keen_images(3)) == one_of_each.counts().total()


@pytest.mark.parametrize(("rows", "puzzles"), [(1, 1), (2, 0), (3, 0)])
def test_queens_on_few_rows(rows: int, puzzles: int) -> None:
    assert puzzles == sum(1 for _ in unique_queens(rows)) == PuzzleSpace("queens", rows).counts().total()


# As it is typed


SMALLEST = {
    "akari": "2", "arrows": "2", "hitori": "2", "keen": "3", "kurodoko": "2", "latin": "2", "masyu": "3",
    "nurikabe": "2", "slitherlink": "2", "star-battle": "3", "sudoku": "4", "takuzu": "2", "tents": "2", "towers": "3",
    "unequal": "3",
}  # fmt: skip


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], str]:
    code = main(["enumerate", *arguments])
    out, err = capsys.readouterr()
    return code, out.splitlines(), err


def test_every_genre_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(genres()) == set(SMALLEST)
    for genre, size in SMALLEST.items():
        code, lines, _ = run(capsys, genre, "--size", size, "--count-only", "--json")
        assert (0, True) == (code, json.loads(lines[-1])["complete"])


def test_sizes_without_a_board_are_refused() -> None:
    for genre, size in (("latin", 1), ("masyu", 1), ("tents", 1), ("takuzu", 3), ("arrows", 17), ("keen", 2)):
        with pytest.raises(PuzzleError, match="expected"):
            PuzzleSpace(genre, size)


@pytest.mark.parametrize("genre", ["akari", "nurikabe", "arrows", "slitherlink"])
def test_what_is_far_too_much_is_said_at_once(genre: str) -> None:
    assert "years" in estimate(PuzzleSpace(genre, 16)).sentence()


@pytest.mark.parametrize(("genre", "size"), [("akari", 6), ("arrows", 5), ("hitori", 5), ("slitherlink", 6)])
def test_limits_end_large_spaces(genre: str, size: int) -> None:
    with pytest.raises(Stopped):
        PuzzleSpace(genre, size).counts(limits=Limits(0.1))


@pytest.mark.parametrize("printed", [AKARI, HITORI, KURODOKO, NURIKABE, SLITHERLINK, TENTS, FEW_COUNTS], ids=name)
def test_it_goes_on_where_it_was_cut_short(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, printed: Printed
) -> None:
    left = iter(range(60))

    def check(self: Limits) -> None:
        if next(left, None) is None:
            raise Stopped(Stop.SECONDS, "stopped after a while")

    monkeypatch.chdir(tmp_path)
    variants = [text for variant in printed.variants for text in ("--variant", variant)]
    typed = [printed.genre, "--size", "2x3", *variants]
    whole = run(capsys, *typed)[1][: len(expected(name(printed), 2, 3))]
    with monkeypatch.context() as patched:
        patched.setattr(Limits, "check", check)
        code, first, _ = run(capsys, *typed, "--resume", "state.json", "--time-limit", "100")
    rest = run(capsys, *typed, "--resume", "state.json")[1]

    assert 1 == code
    assert whole == [line for line in (*first, *rest) if line in whole]
    assert 0 == run(capsys, *typed, "--corpus", "pool", "--workers", "2")[0]
    assert whole == [str(entry.puzzle) for entry in Corpus("pool")]
