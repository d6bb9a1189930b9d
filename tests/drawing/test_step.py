"""Pictures of steps: what is tinted, outlined, marked, joined and labelled, by what the elements say of themselves."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from narration.told import PUZZLES, trace

from gridwright.drawing import draw, draw_step, svg_of
from gridwright.evidence.link_chain import LinkChain
from gridwright.evidence.things import OneCell
from gridwright.genres import genres, parse
from gridwright.grading import scale
from gridwright.model import Puzzle, State
from gridwright.model.step import Step
from gridwright.reasons import explain
from gridwright.solving.deduce import deduce
from technique_positions import FOLDER, positions

SVG = "{http://www.w3.org/2000/svg}"
SKYSCRAPER = genres()["sudoku"].examples[0].text
Elements = list[ElementTree.Element]


def first(puzzle: Puzzle, technique: str) -> tuple[State, Step]:
    """The first step of a technique, and the position before it."""
    told = explain(puzzle)
    return next((state, step) for state, step in zip(told.positions(), told.steps, strict=False)
                if step.technique == technique)  # fmt: skip


def picture(state: State, step: Step, stage: str = "do") -> ElementTree.Element:
    return ElementTree.fromstring(svg_of(draw_step(state, step, stage)))


def found(root: ElementTree.Element, name: str) -> Elements:
    """The elements of a class."""
    return [each for each in root.iter() if name in each.get("class", "").split()]


def places(elements: Elements) -> set[str]:
    return {name for each in elements for name in each.get("data-place", "").split()}


def candidates(elements: Elements) -> set[str]:
    return {f"{each.get('data-place')}:{each.get('data-value')}" for each in elements if each.get("data-value")}


def test_a_loop_is_closed_by_a_weak_link() -> None:
    state = next(positions(FOLDER / "continuous-loop.txt")).state()
    step = deduce(state, [("continuous-loop", None)], limit=1).steps[0]

    links = draw_step(state, step).links

    assert sum(link.strong for link in links) == sum(not link.strong for link in links) >= 2


def test_a_death_blossom_hangs_on_its_stem() -> None:
    state = next(positions(FOLDER / "death-blossom.txt")).state()
    step = deduce(state, [("death-blossom", None)], limit=1).steps[0]
    stem = OneCell.of(step.witness, "p").number

    weak = [link for link in draw_step(state, step).links if not link.strong]

    assert {state.puzzle.variables[stem].place} == {link.first[0] for link in weak}
    assert len(state.candidates(stem)) == len(weak)


def test_almost_locked_sets_that_lie_side_by_side_are_told_apart() -> None:
    state = next(positions(FOLDER / "als-xy-wing.txt")).state()
    step = deduce(state, [("als-xy-wing", None)], limit=1).steps[0]
    chain = LinkChain.of(step.witness, "C")
    changed = {each.variable for each in step.conclusions}

    shown = {
        (role, tuple(place.number for place in places)) for role, places in draw_step(state, step).highlights
    }  # fmt: skip

    sets = [tuple(sorted({*cells} - changed)) for cells in chain.areas]
    assert sets
    assert {("beside" if number % 2 else "reason", cells) for number, cells in enumerate(sets)} <= shown


def test_a_skyscraper_is_two_strong_links_and_a_weak_one() -> None:
    root = picture(*first(parse(SKYSCRAPER, genre="sudoku"), "skyscraper"))

    assert {"r1c6", "r1c7", "r6c4", "r6c7"} == places(found(root, "reason"))
    assert {"r4c6"} == places(found(root, "focus"))
    assert {"r4c6:6"} == candidates(found(root, "struck"))
    used = [each for each in found(root, "used") if each.tag == f"{SVG}g"]
    assert {"r1c6:6", "r1c7:6", "r6c4:6", "r6c7:6"} == candidates(used)
    assert ["r1c6 r1c7", "r6c4 r6c7"] == [each.get("data-place") for each in found(root, "strong")]
    assert ["r1c7 r6c7"] == [each.get("data-place") for each in found(root, "weak")]
    assert ["column 7", "row 1", "row 6"] == sorted(each.get("data-group", "") for each in found(root, "group"))


def test_a_hint_is_drawn_no_further_than_it_is_told() -> None:
    state, step = first(parse(SKYSCRAPER, genre="sudoku"), "skyscraper")
    where, why = picture(state, step, "where"), picture(state, step, "why")

    def shown(root: ElementTree.Element) -> list[str]:
        return [name for name in ("group", "reason", "link", "focus", "struck") if found(root, name)]

    assert ["group"] == shown(where)
    assert ["group", "reason", "link"] == shown(why)


def test_regions_have_the_letters_of_the_text() -> None:
    root = picture(*first(parse(genres()["star-battle"].examples[0].text, genre="queens"), "touch-all"))
    [letters] = found(root, "regions")

    assert [("A", "r1c1"), ("B", "r1c5"), ("C", "r3c1"), ("D", "r3c2"), ("E", "r4c3")] == [
        (each.text, each.get("data-place")) for each in letters
    ]
    assert ["region A", "region B", "region C", "region D", "region E"] == [each.get("data-group") for each in letters]


def test_rows_and_columns_are_numbered() -> None:
    root = ElementTree.fromstring(svg_of(draw(State.of(parse("1...3..4..2....1", genre="sudoku")))))
    [axis] = found(root, "axis")

    assert ["1", "2", "3", "4"] * 2 == [each.text for each in axis]


def test_boards_with_holes_outline_the_right_cells() -> None:
    told = trace("stars_holes")
    variables = told.puzzle.variables
    for state, step in zip(told.positions(), told.steps, strict=False):
        changed = {variables[each.variable].name for each in step.conclusions}
        assert changed == places(found(picture(state, step), "focus"))


def test_a_chain_is_drawn_in_its_order() -> None:
    board = parse("." * 36, genre="sudoku")
    pairs = ("r2c3", "r1c1", "r3c1", "r3c2")
    state = State.of(board).after(*(f"{cell}-{v}" for cell in pairs for v in (1, 2, 3, 4)))
    [step, *_] = deduce(state, [("remote-chain", None)], limit=1).steps

    drawn = [each.get("data-place") for each in found(picture(state, step), "link")]
    assert ["r2c3 r1c1", "r1c1 r3c1", "r3c1 r3c2"] in (drawn, [" ".join(each.split()[::-1]) for each in drawn[::-1]])


def test_a_contradiction_shows_what_is_supposed_and_where_it_ends() -> None:
    text = "1:ABBAAAA/AAAACCC/DAACCEF/DACCCEF/DDCEEEF/GGCCEEF/GGGEEFF"
    told = deduce(parse(text, genre="star-battle"), [scale().catalogue.rung("contradiction-2")], limit=1)
    [step] = told.steps
    root = picture(told.start, step)

    assert 1 == len(candidates(found(root, "supposed")))
    assert places(found(root, "supposed")) == {told.puzzle.variables[step.conclusions[0].variable].name}
    assert found(root, "wrong")


@pytest.mark.parametrize("name", PUZZLES)
def test_every_step_of_a_story_has_a_picture(name: str) -> None:
    told = trace(name)
    names = {variable.name for variable in told.puzzle.variables}
    for state, step in zip(told.positions(), told.steps, strict=False):
        root = picture(state, step)
        marked = [each for role in ("struck", "placed") for each in found(root, role)]
        concluded = {told.puzzle.variables[each.variable].name for each in step.conclusions}
        assert places(marked) == concluded or step.inside
        assert places(marked) <= names
