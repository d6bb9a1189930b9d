"""Shapes of known techniques, and that they depend on nothing but the pattern."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice, permutations, product
from random import Random

import pytest
from plain_exclusions import smallest
from random_graphs import random_graph

from disguises import RECIPES, disguised, made
from gridwright.discovery import shapes
from gridwright.discovery.exclusions import Exclusion, exclusions
from gridwright.discovery.known import exclusions_of
from gridwright.discovery.shapes import PatternGraph, Patterns, PatternShape, canonical, exchanges, shape_of
from gridwright.genres import parse
from gridwright.model import GridwrightError, Puzzle, State
from gridwright.rules.position import start
from gridwright.solving.deduce import step_of
from gridwright.solving.ledger import Ledger
from gridwright.techniques import Catalogue
from random_states import states
from technique_positions import FOLDER, positions

TWO = "A*1 B*1 | A1-B1"
WING = "A2 B*1 C*1 | A1-B1 A2-C1"


def shapes_of(name: str, state: State) -> set[PatternShape]:
    """The shapes of all that a technique excludes in a state."""
    catalogue, found = Catalogue.standard(), set()
    key, size = catalogue.rung(name)
    technique, patterns = catalogue[key], Patterns(state)
    for match, grounds in technique.supported(size, state):
        step = step_of(technique, size, match, state, Ledger(state.structure), grounds)
        found |= {patterns.shape(patterns.pattern(*each)) for each in exclusions_of(step, patterns)}
    return found


def in_positions(name: str) -> set[PatternShape]:
    """The shapes of a technique in its positions file."""
    key, size = Catalogue.standard().rung(name)
    states = [each.state() for each in positions(FOLDER / f"{key}.txt") if each.then and each.parameter in (size, None)]
    return {shape for state in states for shape in shapes_of(name, state)}


def sudoku(digit: int, **rows: str) -> State:
    """An empty board, but in these rows a digit has only these columns."""
    state = start(parse("." * 81, genre="sudoku"))
    for row, columns in rows.items():
        state = state.after(*(f"{row}c{c}-{digit}" for c in range(1, 10) if str(c) not in columns))
    return state


@pytest.mark.parametrize(
    ("name", "abstract"),
    [
        ("locked-candidates", {"A*0"}),
        ("naked-pair", {TWO}),
        ("hidden-pair", {TWO}),
        ("x-wing", {TWO}),
        ("two-string-kite", {TWO}),
        ("two-set", {TWO}),
        ("xy-wing", {WING}),
        ("w-wing", {WING}),
        ("xyz-wing", {"A*1 B*1 C*2 | A1-C1 B1-C2"}),
        ("naked-triple", {"A*2 B*2 C*2 | A1-B1 A1-C1 A2-B2 A2-C2 B1-C1 B2-C2"}),
        ("cage-cell", {"A*0"}),
        ("view-cell", {"A*0"}),
    ],
)
def test_known_techniques_have_the_shapes_that_people_draw(name: str, abstract: set[str]) -> None:
    assert abstract == {shape.abstract for shape in in_positions(name)}


def test_fish_skyscraper_and_finned_fish_differ_in_kinds_alone() -> None:
    fish = shapes_of("x-wing", sudoku(1, r2="15", r8="15"))
    tower = shapes_of("skyscraper", sudoku(1, r2="14", r8="15"))
    finned = shapes_of("finned-x-wing", sudoku(1, r2="15", r9="1567"))

    assert {TWO} == {shape.abstract for shape in fish | tower | finned}
    assert {"2 place*"} == {shape.universal for shape in fish | tower | finned}
    assert "A column* row 1, B column* row 1 | A1-B1 row" in {shape.typed for shape in fish}
    assert not {shape.typed for shape in fish} & {shape.typed for shape in tower}


def test_rows_and_columns_are_one_kind_where_a_mirror_exchanges_them() -> None:
    rows = sudoku(1, r2="15", r8="15")
    columns = start(parse("." * 81, genre="sudoku")).after(
        *(f"r{r}c{c}-1" for c in (2, 8) for r in range(1, 10) if r not in (1, 5))
    )

    assert shapes_of("x-wing", rows) == shapes_of("x-wing", columns)
    assert ((), (("column", "row"), ("row", "column"))) == exchanges(rows.puzzle)


def test_a_kind_that_a_mirror_tears_apart_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    state = start(parse("." * 16, genre="latin"))
    rows = [group for group in state.structure.groups if group.kind == "row"]
    odd = [group._replace(kind="column") if group in rows[:2] else group for group in state.structure.groups]
    monkeypatch.setitem(state.structure.__dict__, "groups", tuple(odd))
    monkeypatch.setitem(state.structure.__dict__, "kinds", ("column", "row", "torn"))

    with pytest.raises(GridwrightError, match="latin cannot be mined"):
        exchanges(state.puzzle)


def test_survivors_with_the_same_conflicts_are_one_and_fins_are_a_mark() -> None:
    box = [f"r{r}c{c}-1" for r in (4, 5, 6) for c in (4, 5, 6) if (r, c) not in ((4, 4), (6, 4), (5, 5))]
    state = sudoku(1, r2="14").after(*box)
    choice = {state.structure.groups[g].label: i for (v, g), i in state.structure.choice_of.items() if v == 0}

    pattern = Patterns(state).pattern(state.structure.candidate(36, 0), (choice["row 2"], choice["box 5"]))

    assert [[1], [2]] == [[len(options) for options in classes] for classes in pattern.survivors]
    assert [1, 1] == [len(fins) for fins in pattern.fins]
    assert ((0, 0, 1, 0),) == pattern.conflicts


@pytest.mark.parametrize(("genre", "size", "variants"), [each for each in RECIPES if each[1] < 8])
def test_disguised_puzzles_have_the_same_shapes(genre: str, size: int, variants: tuple[str, ...]) -> None:
    rng = Random(f"{genre} {size} {variants}")
    [puzzle] = made(genre, size, variants, 1)

    assert all_shapes(puzzle) == all_shapes(disguised(puzzle, rng))


def all_shapes(puzzle: Puzzle) -> Counter[PatternShape]:
    state = start(puzzle)
    patterns = Patterns(state)
    found = smallest(state, 2, (12, 3))
    return Counter(patterns.shape(patterns.pattern(candidate, numbers)) for candidate, numbers in sorted(found))


def images(graph: PatternGraph) -> set[PatternGraph]:
    """The graph with its statements and survivors in every order."""
    found = set()
    for order in permutations(range(len(graph.statements))):
        for inner in product(*(permutations(range(len(graph.survivors[i]))) for i in order)):
            at = {(i, a): (n, inner[n].index(a)) for n, i in enumerate(order) for a in range(len(graph.survivors[i]))}
            conflicts = [(*sorted((at[i, a], at[j, b])), label) for i, a, j, b, label in graph.conflicts]
            found.add(
                PatternGraph(
                    tuple(graph.statements[i] for i in order),
                    tuple(tuple(graph.survivors[i][a] for a in each) for i, each in zip(order, inner, strict=True)),
                    tuple(sorted((i, a, j, b, label) for (i, a), (j, b), label in conflicts)),
                )
            )
    return found


def test_the_canonical_form_is_that_of_all_images_and_of_no_other_graph() -> None:
    rng = Random(15)
    by_text: dict[str, PatternGraph] = {}
    by_image: dict[PatternGraph, str] = {}
    for _ in range(150):
        graph = random_graph(rng)
        same = images(graph)
        text = canonical(graph)
        assert {text} == {canonical(each) for each in rng.sample(sorted(same), min(4, len(same)))}
        smallest_image = min(same)
        assert smallest_image == by_text.setdefault(text, smallest_image)
        assert text == by_image.setdefault(smallest_image, text)


def test_one_exclusion_alone() -> None:
    state = start(parse("." * 16, genre="latin")).after("r1c1-3", "r1c1-4", "r1c2-3", "r1c2-4")

    shape = shape_of(state, state.structure.candidate(2, 0), (0, 1))

    assert PatternShape("2 cell*", TWO, "A cell* column 1, B cell* column 1 | A1-B1 column") == shape


# Many options, many symmetries


@pytest.mark.parametrize("kind", ["keen 4", "keen 5", "towers 4", "unequal 4", "two-star 8", "arrows 4", "killer 4"])
def test_only_what_an_exclusion_tells_apart_matters(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(f"many options {kind}")
    for state in islice(states(kind, rng), 3):
        mined = exclusions(state)
        mined = rng.sample(mined, min(len(mined), 30))
        listed = shapes_in(state, mined)

        monkeypatch.setattr(shapes, "MOST_LISTED", 9)
        assert listed == shapes_in(state, mined)
        monkeypatch.undo()


def shapes_in(state: State, mined: Sequence[Exclusion]) -> list[PatternShape]:
    patterns = Patterns(state)
    return [patterns.shape(patterns.pattern(*each)) for each in mined]


def test_a_view_with_thousands_of_layouts_has_a_shape() -> None:
    state = start(parse("\n".join(("→. " * 8,) * 8), genre="arrows"))
    views = exclusions(state, 1, large=True)

    assert not Patterns(state).lists(views[0].statements[0], 10_000)
    assert {"1 layouts*"} == {shape.universal for shape in shapes_in(state, views)}


def test_a_graph_full_of_symmetries_has_a_canonical_text_soon() -> None:
    def pairs(order: Sequence[int]) -> PatternGraph:
        """Two statements with eight survivors each, of which each conflicts with one of the other."""
        return PatternGraph(("", ""), (("",) * 8,) * 2, tuple(sorted((0, a, 1, b, "") for a, b in enumerate(order))))

    assert canonical(pairs(range(8))) == canonical(pairs(Random(1).sample(range(8), 8)))
