"""Every genre keeps what it promises; every puzzle that we ship has the solutions that its line says."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gridwright.genres import TEMPLATE, genre, genres, guess, parse
from gridwright.model import Broken, Example, Genre, Grid, Puzzle, PuzzleError, TextError, UnknownName
from gridwright.solving import cpsat, fast, simple
from gridwright.testing import check_genre

ALL = genres(template=True)
registry: Any = import_module("gridwright.genres")  # `gridwright.genres` as an attribute is the function
PUZZLES = Path(__file__).parents[2] / "data" / "puzzles"
ENGINES = (simple, fast, cpsat)


@pytest.mark.parametrize("key", ALL)
def test_a_genre_keeps_what_it_promises(key: str) -> None:
    check_genre(ALL[key], engines=(fast.solve, cpsat.solve))


def shipped(key: str) -> list[tuple[str, int, str]]:
    """(puzzle, number of solutions, solution) of each line of a genre's file."""
    lines = (PUZZLES / f"{key}.txt").read_text(encoding="utf-8").splitlines()
    cells = (line.split("\t") for line in lines if not line.startswith("# "))
    return [(text, int(count), solution) for text, count, solution, _ in cells]


@pytest.mark.parametrize("key", ALL)
def test_a_genre_ships_puzzles_with_no_solution_one_and_several(key: str) -> None:
    counts = [count for _, count, _ in shipped(key)]

    assert len(counts) >= 5
    assert {0, 1, 2} == {min(count, 2) for count in counts}


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.__name__.rpartition(".")[2])
@pytest.mark.parametrize("key", ALL)
def test_a_shipped_puzzle_has_the_solutions_of_its_line(key: str, engine: SimpleNamespace) -> None:
    for text, count, solution in shipped(key):
        puzzle = parse(text, genre=key)
        answer = engine.solve(puzzle, limit=1000, show=1)

        assert count == answer.count, text
        assert text == puzzle.text()
        if count == 1:
            assert solution == puzzle.board_text(answer.solutions[0])


# The registry


def test_a_genre_is_found_by_key_and_by_alias() -> None:
    assert genre("star-battle") is genre("queens") is genre("Two-Not-Touch") is genre("star_battle")


def test_a_misspelt_genre_gets_a_suggestion() -> None:
    with pytest.raises(UnknownName, match="no genre 'suduko'; did you mean 'sudoku'"):
        genre("suduko")


def test_the_template_is_in_no_list_but_answers_to_its_name() -> None:
    assert TEMPLATE not in genres()
    assert genre(TEMPLATE) is ALL[TEMPLATE]
    assert all(found.key != TEMPLATE for found, _ in guess("." * 81))


def test_every_key_is_the_name_of_its_file() -> None:
    files = {path.stem.replace("_", "-") for path in Path(registry.__file__).parent.glob("[!_]*.py")}

    assert files <= set(ALL)


def test_no_two_genres_answer_to_the_same_name() -> None:
    names = [name for each in ALL.values() for name in (each.key, *each.aliases)]

    assert sorted(set(names)) == sorted(names)


def entry_points(*points: tuple[str, object]) -> list[SimpleNamespace]:
    def load(value: object) -> object:
        if isinstance(value, Exception):
            raise value
        return value

    return [SimpleNamespace(name=name, load=lambda value=value: load(value)) for name, value in points]


def forget() -> None:
    registry._sources.cache_clear()
    registry._load.cache_clear()


@pytest.fixture
def afresh() -> object:
    """The registry looks again, before the test and after it."""
    forget()
    yield
    forget()


@pytest.mark.usefixtures("afresh")
def test_another_package_adds_a_genre(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = replace(genre("latin"), key="mine", aliases=("my-own",))
    forget()
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: entry_points(("mine", mine)))

    assert mine is genre("mine") is genre("my-own") is genres()["mine"]


@pytest.mark.usefixtures("afresh")
@pytest.mark.parametrize("broken", [ImportError("no module"), "not a genre"])
def test_a_broken_genre_of_another_package_is_left_out_with_a_warning(
    monkeypatch: pytest.MonkeyPatch, broken: object
) -> None:
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: entry_points(("theirs", broken)))

    with pytest.warns(UserWarning, match="the genre 'theirs' of another package does not load"):
        assert "sudoku" in genres()


# Reading without being told


def test_81_characters_are_a_sudoku() -> None:
    assert "sudoku" == parse("." * 81).genre.key


def test_region_letters_are_a_star_battle() -> None:
    assert "star-battle" == parse("AABB\nAABB\nCCDD\nCCDD").genre.key


def test_16_characters_could_be_anything_and_the_error_says_what_to_name() -> None:
    with pytest.raises(TextError, match=r"name the genre, one of: .*latin, .*star-battle, .*sudoku"):
        parse("." * 16)


def test_a_format_of_several_genres_needs_a_genre() -> None:
    with pytest.raises(TextError, match="several genres; name the genre, one of: latin, sudoku"):
        parse("." * 16, format="digits")


def test_a_format_of_one_genre_is_enough() -> None:
    assert "sudoku" == parse("2x2:p", format="sgt").genre.key


def test_an_unknown_format_gets_a_suggestion() -> None:
    with pytest.raises(UnknownName, match="did you mean 'digits'"):
        parse("." * 81, format="digit")
    with pytest.raises(UnknownName, match="no format of latin 'stars'"):
        parse("." * 81, genre="latin", format="stars")


def test_the_error_is_that_of_the_format_that_got_furthest() -> None:
    with pytest.raises(TextError, match="column 16: expected one of 1234 or a blank"):
        parse("." * 15 + "q", genre="latin")


def test_a_recognised_text_that_makes_no_board_says_why() -> None:
    with pytest.raises(PuzzleError, match="expected as many regions as rows: 4, found 3"):
        parse("1:AABB/AABB/CCBB/CCBB")


# What makes no board


@pytest.mark.parametrize(
    ("key", "size", "clues", "error"),
    [
        ("latin", (4, 5), {}, "expected as many rows as columns, found 4 rows and 5 columns"),
        ("latin", (26, 26), {}, "expected a board of 2 to 25 rows, found 26"),
        ("sudoku", (5, 5), {}, "boxes of 1 by 5 are lines"),
        ("sudoku", (6, 6), {"boxes": (2, 2)}, "expected boxes of 6 cells, found 2 by 2"),
        ("sudoku", (2, 2), {"regions": (0, 0, 0, 1)}, r"region A \(with r1c1\): expected 2 cells, found 3 cells"),
        ("sudoku", (2, 2), {"regions": (0, 0)}, "expected a region for each of 4 cells, found 2"),
        ("sudoku", (4, 4), {"cages": (((0, 16), 3),)}, "a cage has cell number 16, but the board has 16 cells"),
        (
            "sudoku",
            (4, 4),
            {"cages": (((0, 1), 3), ((1, 2), 5))},
            "the cage at r1c2 and the cage at r1c1 both hold r1c2",
        ),
        ("sudoku", (4, 4), {"cages": (((0, 1), 8),)}, "the cage at r1c1: 2 different numbers add up to 3 to 7, not 8"),
        ("sudoku", (4, 4), {"cages": (((0, 1, 2, 3, 4), None),)}, "the cage at r1c1 has 5 cells: more than 4"),
        ("sudoku", (4, 4), {"cages": (((), 8),)}, "a cage has no cells"),
        ("star-battle", (4, 4), {}, "has no regions"),
        ("star-battle", (2, 2), {"regions": (0, 0, 0, 0)}, "expected as many regions as rows: 2, found 1"),
        ("star-battle", (2, 2), {"regions": (0, 1, -1)}, "expected a region for each of 4 cells, found 3"),
        ("star-battle", (2, 2), {"regions": (0, 1, 0, 1), "stars": 3}, "expected 1 to 2 stars a row, found 3"),
    ],
)
def test_what_makes_no_board_is_refused_by_name(
    key: str, size: tuple[int, int], clues: dict[str, object], error: str
) -> None:
    with pytest.raises(PuzzleError, match=error):
        Puzzle(genre(key), Grid(*size), clues=clues)


def sudoku(n: int, **clues: object) -> Puzzle:
    return Puzzle(genre("sudoku"), Grid(n, n), clues=clues)


def test_clues_that_say_the_same_are_the_same() -> None:
    quarters = (7, 7, 3, 3, 7, 7, 3, 3, 0, 0, 1, 1, 0, 0, 1, 1)

    assert sudoku(4) == sudoku(4, boxes=(2, 2)) == sudoku(4, regions=quarters) == sudoku(4, diagonals=False)
    assert sudoku(6, boxes=(3, 2)) != sudoku(6) == sudoku(6, boxes=(2, 3))
    assert sudoku(4, cages=(((5, 1), 3), ((0,), 1))) == sudoku(4, cages=(((0,), 1), ((1, 5), 3), ((9,), None)))


def test_a_jigsaw_of_rows_stays_a_jigsaw() -> None:
    assert (0, 0, 1, 1) == sudoku(2, regions=(5, 5, 4, 4)).clue("regions")


@pytest.mark.parametrize(
    ("n", "box"), [(4, (2, 2)), (6, (2, 3)), (8, (2, 4)), (10, (2, 5)), (12, (3, 4)), (15, (3, 5)), (20, (4, 5))]
)
def test_usual_boxes_are_as_square_as_can_be(n: int, box: tuple[int, int]) -> None:
    assert sudoku(n) == sudoku(n, boxes=box)


def test_groups_are_called_what_people_call_them() -> None:
    bent = (0, 0, 1, 1, 0, 2, 1, 1, 0, 2, 3, 3, 2, 2, 3, 3)
    cages = (((0, 1), 3), ((5, 6), None))
    labels = [c.label for c in sudoku(4, diagonals=True, regions=bent, cages=cages).constraints]

    assert ["row 1", "column 4", "region D"] == [labels[0], labels[7], labels[11]]
    assert ["the falling diagonal", "the rising diagonal", "the 3 cage at r1c1", "the cage at r2c2"] == labels[12:]
    assert "box 3" in [c.label for c in sudoku(4).constraints]


def test_stars_do_not_touch_across_a_hole() -> None:
    holey = (0, -1, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3)
    puzzle = Puzzle(genre("star-battle"), Grid(4, 4), clues={"regions": holey})
    touching = {c.label for c in puzzle.constraints if c.group.kind == "touch"}

    assert "r1c3 and r1c4" in touching
    assert not any("r1c2" in label for label in touching)
    assert 42 - 5 == len(touching)


# The checks themselves


def changed(found: Genre, **fields: object) -> Genre:
    return replace(found, **fields)  # type: ignore[arg-type]


@pytest.mark.usefixtures("afresh")
@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"rulebook": ""}, "has no rulebook"),
        ({"examples": ()}, "has 0 examples"),
        ({"aliases": ("Two Words",)}, "lower case with hyphens"),
        ({"broken": ()}, "no broken boards"),
        ({"broken": ALL["latin"].broken[:1]}, "no broken board for the rule of a column"),
        ({"broken": (Broken("row", "." * 16, "1234 2143 3412 4321"),)}, "for 'row' breaks nothing"),
        ({"examples": (Example("1...", 2, "wrong"),) * 3}, "should have 2 solutions, simple counts 1"),
    ],
)
def test_check_genre_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, fields: dict[str, object], error: str
) -> None:
    mine = changed(genre("latin"), key="mine", **{"aliases": (), **fields})
    forget()
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: entry_points(("mine", mine)))

    with pytest.raises(AssertionError, match=error):
        check_genre(mine)


def test_check_genre_wants_a_genre_of_the_registry() -> None:
    with pytest.raises(AssertionError, match="entry-point group"):
        check_genre(changed(genre("latin"), key="not-registered"))
