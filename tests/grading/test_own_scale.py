"""Scales of one's own: by path, rated by the largest step, with weights that grow with what a step has."""

from __future__ import annotations

from pathlib import Path

import pytest

from gridwright.generation import Recipe
from gridwright.genres import parse
from gridwright.grading import Scale, grade, grade_many, scale
from gridwright.grading.weight import MEASURES, Weight
from gridwright.model import GridwrightError, UnknownName

FOUR = "1...3..4..2....1"
QUEENS = "1:ABBAAAA/AAAACCC/DAACCEF/DACCCEF/DDCEEEF/GGCCEEF/GGGEEFF"
DISCOVERED = "48.6.5...1.......4....9..........63.75.3....9..4..6..7..31...2....42.....9.....8."
HARD = ".43.8.25.6.............1.949....4.7....6.8....1.2....382.5.............5.34.9.71."

SCALE = """
name = "steep"
version = 2
kind = "trace"
rating = "maximum"
beyond = "Beyond"
[[boards]]
[[boards.tiers]]
name = "All"
[boards.tiers.techniques]
last-cell = 1
hidden-single = { base = 1, each = 0.5, by = "statements" }
naked-single = 2
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "steep.toml"
    file.write_text(SCALE, encoding="utf-8")
    return file


def test_a_scale_is_read_from_a_path(path: Path) -> None:
    assert (f"{path}@2", "steep", "maximum") == (scale(path).key, scale(str(path)).name, scale(path).rating)
    assert scale(str(path)) == scale(f"{path}@2")


def test_a_scale_that_has_changed_is_read_again(path: Path) -> None:
    assert 2 == scale(path).version
    path.write_text(SCALE.replace("version = 2", "version = 30"), encoding="utf-8")

    assert 30 == scale(path).version
    with pytest.raises(UnknownName, match="@30"):
        scale(f"{path}@2")


def test_the_rating_may_be_the_largest_weight(path: Path) -> None:
    puzzle = parse(FOUR, genre="sudoku")

    largest = grade(puzzle, path)
    path.write_text(SCALE.replace("maximum", "sum"), encoding="utf-8")
    total = grade(puzzle, path)

    assert {"last-cell": 8, "hidden-single": 3} == {**largest.techniques, **total.techniques}
    assert (1.5, 8 * 1 + 3 * 1.5) == (largest.rating, total.rating)


def test_without_a_word_the_rating_is_the_sum() -> None:
    assert "sum" == Scale.read(SCALE.replace('rating = "maximum"', "")).rating == scale("standard").rating


def test_many_are_graded_alike_whether_counting_is_enough_or_not(path: Path) -> None:
    puzzles = [parse(FOUR, genre="sudoku")]
    plain = Scale.read(SCALE.replace('{ base = 1, each = 0.5, by = "statements" }', "3"))

    for by in (scale(path), plain):
        [graded] = grade_many(puzzles, by)
        assert graded is not None
        assert graded.rating == grade(puzzles[0], by).rating


def test_what_grows_with_the_size_is_a_plain_number() -> None:
    text = SCALE.replace("naked-single = 2", 'naked-subset = { base = 2, each = 1, by = "size" }')
    [tier] = Scale.read(text).boards[0].tiers
    weights = dict(tier.weights)

    assert [Weight(4.0), Weight(5.0), Weight(6.0)] == [weights["naked-subset", size] for size in (2, 3, 4)]


def test_a_contradiction_may_weigh_by_its_lines() -> None:
    text = """
name = "lines"
version = 1
kind = "trace"
rating = "maximum"
beyond = "Beyond"
[[boards]]
inside = ["hidden-single"]
[[boards.tiers]]
name = "All"
[boards.tiers.techniques]
hidden-single = 1
contradiction = { base = 10, each = 1, by = "lines" }
"""
    found = grade(parse(QUEENS, genre="star-battle"), Scale.read(text))
    assert found.trace is not None
    inside = [len(step.inside) for step in found.trace.steps if step.inside]

    assert inside
    assert 10 + max(inside) == found.rating


def test_a_chain_may_weigh_by_its_length() -> None:
    trace = grade(parse(HARD)).trace
    assert trace is not None
    lengths = {step.technique: MEASURES["length"](step) for step in trace.steps}

    assert 0 == lengths["hidden-single"]
    assert Weight(6.0, 0.5, "length", (4, 6, 8)).at(7) == 7.0


@pytest.mark.parametrize(
    ("weight", "sentence"),
    [
        ("-1", "expected a weight for naked-single, found -1; a weight is a number"),
        ("{ base = 1 }", "expected a weight for naked-single"),
        ('{ base = 1, each = 1, by = "girth" }', "no measure of a step 'girth'"),
        ('{ base = "1", each = 1, by = "lines" }', "whose base and each are numbers"),
        ('{ base = 1, each = 1, by = "lines", over = [1.5] }', "whose over are whole numbers"),
    ],
)
def test_a_bad_weight_is_refused_with_its_technique(weight: str, sentence: str) -> None:
    with pytest.raises(GridwrightError, match=sentence):
        Scale.read(SCALE.replace("naked-single = 2", f"naked-single = {weight}"))


def test_what_cannot_be_read_names_the_file(path: Path) -> None:
    with pytest.raises(GridwrightError, match=r"cannot read the scale .*nowhere\.toml"):
        scale("./nowhere.toml")
    path.write_text("name = ", encoding="utf-8")
    with pytest.raises(GridwrightError, match=r"steep\.toml: Invalid value"):
        scale(path)
    path.write_text(SCALE.replace("maximum", "median"), encoding="utf-8")
    with pytest.raises(GridwrightError, match=r"steep\.toml: no way to rate 'median'"):
        scale(path)


def test_a_recipe_keeps_the_path_of_its_scale(path: Path) -> None:
    recipe = Recipe("sudoku", size=4, scale=str(path), tier="All")

    assert f"{path}@2" == recipe.scale
    assert recipe == Recipe.parse(str(recipe))


LIKE = """
name = "more"
version = 3
like = "standard"
[[boards]]
genres = ["keen"]
[[boards.tiers]]
name = "Fiendish"
[boards.tiers.techniques]
als-chain = 12
[[boards]]
[[boards.tiers]]
name = "Vast"
[boards.tiers.techniques]
death-blossom = 13
"""


def test_a_scale_like_another_goes_on_where_that_ends() -> None:
    more, standard = Scale.read(LIKE), scale("standard")
    sudoku, keen = parse(HARD, genre="sudoku"), parse("4:a_6baa_aaba,s1s2s1d4s1_s1", genre="keen")

    assert (more.key, more.kind, more.beyond) == ("more@3", standard.kind, standard.beyond)
    assert more.tiers(sudoku)[:-1] == standard.tiers(sudoku)
    assert (more.tiers(sudoku)[-1].name, more.ladder(sudoku)[-1]) == ("Vast", ("death-blossom", None))
    assert [tier.name for tier in more.tiers(keen)] == [tier.name for tier in standard.tiers(keen)]
    last = standard.ladder(keen).index(("contradiction", 1))
    assert more.ladder(keen) == [*standard.ladder(keen)[:last], ("als-chain", None), *standard.ladder(keen)[last:]]
    assert more.boards[0] == standard.boards[0]


@pytest.mark.parametrize(
    ("before", "after", "error"),
    [
        ('like = "standard"', 'like = "standart"', "no scale"),
        ('genres = ["keen"]', 'genres = ["keen", "towers"]', "expected genres of one section of standard"),
        ("version = 3", 'version = 3\nkind = "trace"', "expected a scale like another with name, version, like"),
        ('genres = ["keen"]', 'genres = ["keen"]\ninside = []', "a section of boards like another's"),
    ],
)
def test_a_scale_like_another_is_refused_with_what_is_wrong(before: str, after: str, error: str) -> None:
    assert before in LIKE
    with pytest.raises(GridwrightError, match=error):
        Scale.read(LIKE.replace(before, after))


def test_standard_has_what_was_mined_and_named() -> None:
    """A sudoku with a step that was mined before it had a name; without these and chains nothing finishes it."""
    found = grade(parse(DISCOVERED, genre="sudoku"))

    assert ("solved", "Extreme") == (found.status, found.tier)
    assert {"m-wing", "s-wing", "h-wing", "l-wing"} & set(found.techniques)
