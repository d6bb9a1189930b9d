"""What a recipe means: techniques solve the puzzle, some are used, others are done without; shapes are as asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from gridwright.documents import from_dict, to_dict
from gridwright.generation import Generated, Progress, Recipe, generate_many
from gridwright.genres import genres, parse
from gridwright.grading import Grade, Verdict, grade, scale
from gridwright.model import GridwrightError, Puzzle

MADE = sorted(key for key, genre in genres().items() if genre.maker is not None)


def make(recipe: Recipe, count: int = 1, **options: object) -> list[Generated]:
    return list(generate_many(recipe, count, check="none", **options))  # type: ignore[arg-type]


@pytest.mark.parametrize("genre", MADE)
def test_techniques_of_the_scale_solve_what_is_made(genre: str) -> None:
    for outcome in make(Recipe(genre, seed="solved"), 5):
        assert outcome.puzzle is not None
        assert outcome.grade is not None
        assert Verdict.SOLVED is outcome.grade.status
        assert Verdict.SOLVED is grade(outcome.puzzle).status


@pytest.mark.slow
@pytest.mark.parametrize("genre", MADE)
def test_techniques_solve_five_hundred_of_each_genre(genre: str) -> None:
    grades = [outcome.grade for outcome in make(Recipe(genre, seed="all solved"), 500)]

    assert [Verdict.SOLVED] * 500 == [each and each.status for each in grades]


@pytest.mark.parametrize("variants", [("jigsaw",), ("killer",), ("x",)])
def test_techniques_solve_variants_too(variants: tuple[str, ...]) -> None:
    for outcome in make(Recipe("sudoku", size=6, seed="solved", variants=variants), 3):
        assert outcome.puzzle is not None
        assert Verdict.SOLVED is grade(outcome.puzzle).status


def test_any_puzzle_with_one_solution_will_do_where_the_recipe_says_so() -> None:
    statuses = {outcome.grade.status for outcome in make(Recipe("unequal", seed="any", any=True), 40) if outcome.grade}

    assert {Verdict.SOLVED, Verdict.STUCK} == statuses


@pytest.mark.parametrize(
    ("genre", "technique"),
    [
        ("sudoku", "x-wing"),
        ("sudoku", "hidden-subset"),
        ("queens", "three-set"),
        ("queens", "domino"),
        ("keen", "innies"),
        ("arrows", "leader-step"),
    ],
)
def test_what_is_used_is_in_the_trace(genre: str, technique: str) -> None:
    (outcome,) = make(Recipe(genre, seed="uses", uses=(technique,)))

    assert outcome.puzzle is not None
    trace = grade(outcome.puzzle).trace
    assert trace is not None
    assert technique in {each for step in trace.steps for each in (step.technique, step.key)}


@pytest.mark.parametrize(
    ("recipe", "gone"),
    [
        (Recipe("sudoku", seed="w", without=("hidden-single",)), {"hidden-single"}),
        (Recipe("sudoku", seed="w", without=("fish", "xy-wing")), {"x-wing", "swordfish", "jellyfish", "xy-wing"}),
        (Recipe("keen", seed="w", tier="Tricky", without=("cage-union",)), {"cage-union"}),
        (Recipe("queens", seed="w", without=("two-set",)), {"two-set"}),
    ],
)
def test_a_trace_does_without_what_the_recipe_does_without(recipe: Recipe, gone: set[str]) -> None:
    for outcome in make(recipe, 10):
        assert outcome.grade is not None
        assert Verdict.SOLVED is outcome.grade.status
        assert not gone & set(outcome.grade.techniques)
        assert recipe.tier in (None, outcome.grade.tier)


def own_rules(folder: Path) -> str:
    source = Path(__file__).parents[2] / "src/gridwright/techniques/hidden-single.rules"
    file = folder / "own.rules"
    file.write_text(source.read_text(encoding="utf-8").replace("hidden-single", "own-single"), encoding="utf-8")
    return str(file)


def test_rules_of_ones_own_come_behind_the_scale(tmp_path: Path) -> None:
    others = tuple(dict.fromkeys(key for key, _ in scale().ladder(parse("." * 16, genre="sudoku"))))
    rules = (own_rules(tmp_path),)
    recipe = Recipe("sudoku", size=4, seed="own", rules=rules, uses=("own-single",), without=others, budget=100)
    (outcome,) = make(recipe)

    assert outcome.grade is not None
    assert {"own-single"} == set(outcome.grade.techniques)
    assert "Own" == outcome.grade.tier
    assert recipe == Recipe.parse(str(recipe)) == from_dict(to_dict(recipe))


def test_a_rule_of_ones_own_that_is_asked_for_is_tried_before_harder_ones(tmp_path: Path) -> None:
    file = tmp_path / "own.rules"
    kite = Path(__file__).parents[2] / "src/gridwright/techniques/two-string-kite.rules"
    file.write_text(kite.read_text().replace("two-string-kite", "own-kite").replace("two-value-kites", "own-kites"))

    recipe = Recipe("sudoku", seed="own", rules=(str(file),), uses=("own-kite",), budget=1000)
    (made,) = make(recipe)

    assert made.puzzle is not None
    assert made.grade is not None
    assert made.grade.techniques["own-kite"] >= 1
    assert "two-string-kite" not in made.grade.techniques
    assert "Own" == recipe.judge.tiers(made.puzzle)[1].name
    assert "Own" == Recipe("sudoku", rules=(str(file),)).judge.tiers(made.puzzle)[-1].name


def test_a_recipe_is_outdated_when_its_rules_have_changed(tmp_path: Path) -> None:
    file = Path(own_rules(tmp_path))
    recipe = Recipe("sudoku", size=4, rules=(str(file),))
    file.write_text(file.read_text(encoding="utf-8").replace("own-single", "other-single"), encoding="utf-8")

    with pytest.raises(GridwrightError, match="its techniques have changed"):
        make(Recipe.parse(str(recipe)))


def test_rectangles_where_the_genre_has_them() -> None:
    recipe = Recipe("arrows", size=4, columns=6, seed="rectangle")
    (outcome,) = make(recipe)

    assert outcome.puzzle is not None
    assert (4, 6) == (outcome.puzzle.grid.rows, outcome.puzzle.grid.columns)
    assert "size=4x6" in str(recipe)
    assert recipe == Recipe.parse(str(recipe)) == from_dict(to_dict(recipe))
    with pytest.raises(GridwrightError, match="as many rows as columns"):
        Recipe("keen", size=5, columns=7)


def test_keens_of_ten_rows() -> None:
    (outcome,) = make(Recipe("keen", size=10, seed="ten"))

    assert outcome.found


def test_no_cage_of_a_killer_has_one_cell_unless_it_is_asked_for() -> None:
    def smallest(*variants: str) -> int:
        outcomes = make(Recipe("sudoku", size=6, seed="cells", variants=("killer", *variants), any=True), 8)
        return min(len(cells) for each in outcomes if each.puzzle for cells, _ in each.puzzle.clue("cages"))

    assert (2, 1) == (smallest(), smallest("single-cells"))


def test_ones_in_arrows_are_bounded() -> None:
    for outcome in make(Recipe("arrows", seed="ones", tier="k=0", quality=(("ones", (None, 20)),)), 3):
        assert outcome.solution is not None
        assert outcome.solution.count(1) <= 0.2 * 36


def test_a_function_has_the_last_word() -> None:
    def few_twos(puzzle: Puzzle, grade: Grade | None) -> bool:
        assert grade is not None
        return list(puzzle.givens.values()).count(1) == 0 and grade.tier == "Gentle"

    (outcome,) = make(Recipe("sudoku", size=6, seed="own"), accept=few_twos)

    assert outcome.puzzle is not None
    assert 1 not in outcome.puzzle.givens.values()
    assert outcome.rejections["not accepted"] > 0


def test_a_seed_goes_on_with_a_later_puzzle() -> None:
    recipe = Recipe("latin", size=4, seed="start")

    assert make(recipe, 6)[3:] == make(recipe, 3, start=4)
    with pytest.raises(GridwrightError, match="puzzle 1 or a later one"):
        make(recipe, start=0)


def test_any_and_techniques_exclude_each_other() -> None:
    with pytest.raises(GridwrightError, match="any puzzle with one solution will do"):
        Recipe("sudoku", any=True, uses=("x-wing",))


def test_an_earlier_generator_is_told_what_has_changed() -> None:
    with pytest.raises(GridwrightError, match="since 3, techniques of the scale solve a puzzle unless"):
        make(Recipe.parse("sudoku size=9 seed=x budget=1 generator=2"))


def test_what_no_technique_of_the_recipe_is_cannot_be_used() -> None:
    with pytest.raises(GridwrightError, match="no puzzle of sudoku uses x-wing"):
        make(Recipe("sudoku", tier="Gentle", uses=("x-wing",)))


def test_progress_names_what_was_not_used() -> None:
    last: list[Progress] = []
    make(Recipe("sudoku", seed="p", uses=("swordfish",)), progress=last.append)

    assert last[-1].rejections["swordfish is not used"] > 0
