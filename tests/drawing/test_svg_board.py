"""Boards as SVG: well-formed, complete and safe. How they look is for people to judge."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from drawing.render_boards import board
from hypothesis import given
from hypothesis import strategies as st

from gridwright.drawing import draw, svg
from gridwright.drawing.drawing import TINTS
from gridwright.drawing.svg_board import CELL
from gridwright.genres import genres, parse
from gridwright.model import Puzzle
from gridwright.model.drawing import Cage, Glyph, Highlight, Holes, Icon, Regions
from gridwright.solving import solve

SVG = "{http://www.w3.org/2000/svg}"
EXAMPLES = [(key, i) for key, each in genres(template=True).items() for i in range(len(each.examples))]
SOLVABLE = [(key, i) for key, i in EXAMPLES if genres(template=True)[key].examples[i].solutions]


def read(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def written(root: ElementTree.Element, layer: str) -> list[str]:
    """The texts of a layer."""
    return [each.text or "" for group in root.iter(f"{SVG}g") if group.get("class") == layer for each in group]


def paths(root: ElementTree.Element, name: str) -> list[str]:
    return [each.get("d", "") for each in root.iter(f"{SVG}path") if each.get("class") == name]


def length(data: str) -> float:
    """How long the strokes of a path are, in cells."""
    total, here, start = 0.0, (0.0, 0.0), (0.0, 0.0)
    for command, numbers in re.findall(r"([MLHVZ])([^MLHVZ]*)", data):
        values = [float(each) for each in numbers.split()]
        there = {"H": (*values, here[1]), "V": (here[0], *values), "Z": start}.get(command, tuple(values))
        if command == "M":
            start = here = (there[0], there[1])
            continue
        total += abs(there[0] - here[0]) + abs(there[1] - here[1])
        here = (there[0], there[1])
    return total / CELL


def test_a_keen_has_thick_cages_with_their_clues() -> None:
    root = read(svg(parse("4:a_6baa_aaba,s1s2s1d4s1m16s1", genre="keen")))
    labels = [each.text for each in root.iter(f"{SVG}text") if each.get("class") == "label"]

    assert ["1-", "2-", "1-", "4÷", "1-", "16×", "1-"] == labels
    assert [] == paths(root, "cage")
    assert 16 + 14 == length("".join(paths(root, "thick")))  # the frame, and the edges between cages


def test_signs_open_towards_the_greater_number() -> None:
    root = read(svg(parse("3:0R,0,0,0,0,0,0U,0,0,", genre="unequal")))
    right, up = (
        [tuple(map(float, point.split())) for point in re.split("[ML]", data)[1:]] for data in paths(root, "sign")
    )

    assert right[1][0] > right[0][0] == right[2][0]  # r1c1 is greater: the tip points right
    assert up[1][1] < up[0][1] == up[2][1]


def test_bars_and_clues_around_the_board_are_drawn() -> None:
    bars = read(svg(parse("3a:0R,0L,0,0,0,0,0,0,0,", genre="unequal")))
    towers = read(svg(parse("3:1//2//3/////2//1", genre="towers")))

    assert 1 == len(paths(bars, "bar"))
    assert ["1", "2", "3", "2", "1"] == written(towers, "outside")
    left, top, width, _ = map(float, (towers.get("viewBox") or "").split())
    assert left < 0 > top
    assert all(left < float(each.get("x", 0)) < left + width for each in towers.iter(f"{SVG}text"))


@pytest.mark.parametrize(("key", "i"), EXAMPLES)
def test_every_example_has_a_picture_with_each_given_once(key: str, i: int) -> None:
    puzzle = parse(genres(template=True)[key].examples[i].text, genre=key)

    root = read(svg(puzzle))

    symbols = Counter(puzzle.variables[x].domain.symbol(value) for x, value in puzzle.givens.items())
    shapes = sum(symbols.pop(icon, 0) for icon in draw(puzzle).icons)
    givens = written(root, "givens")
    assert symbols == Counter(filter(None, givens))
    assert shapes == givens.count("")
    assert [] == written(root, "entered")
    assert puzzle.genre.title == root.findtext(f"{SVG}title")
    assert f"{puzzle.grid.rows} rows, {puzzle.grid.columns} columns" in (root.findtext(f"{SVG}desc") or "")


@pytest.mark.parametrize(("key", "i"), SOLVABLE)
def test_a_solution_fills_every_cell(key: str, i: int) -> None:
    puzzle = parse(genres(template=True)[key].examples[i].text, genre=key)

    root = read(svg(puzzle, solve(puzzle).solutions[0]))

    assert len(puzzle.givens) == len(written(root, "givens"))
    assert len(puzzle.variables) == len(written(root, "givens")) + len(written(root, "entered"))


def test_a_sudoku_has_four_thick_lines_inside_its_frame() -> None:
    root = read(svg(parse("." * 81)))
    (thick,), (thin,) = paths(root, "thick"), paths(root, "thin")

    assert 1 + 4 == thick.count("M")  # each runs from side to side
    assert 36 + 4 * 9 == length(thick)
    assert 12 * 9 == length(thin)


def test_thick_lines_follow_a_jigsaw() -> None:
    (thick,) = paths(read(svg(board(2, 2, Regions(((0, 1, 2), (3,)))))), "thick")

    assert 8 + 2 == length(thick)


@pytest.mark.parametrize(
    ("cells", "expected"),
    [((4,), 4 - 8 * 0.09), ((0, 1, 3), 8 - 8 * 0.09), ((0, 1, 2, 3, 5, 6, 7, 8), 16)],
    ids=["one cell", "an L", "a ring"],
)
def test_a_cage_is_outlined_a_little_inside(cells: tuple[int, ...], expected: float) -> None:
    (cage,) = paths(read(svg(board(3, 3, Cage(cells, "12")))), "cage")

    assert expected == pytest.approx(length(cage), abs=0.01)


def test_each_cage_has_its_label_once() -> None:
    puzzle = parse("2x2k:p,b_a_aaa_a_____aa,c4_1_6b6_5a9d", genre="sudoku")
    root = read(svg(puzzle))

    labels = [each.text for each in root.iter(f"{SVG}text") if each.get("class") == "label"]
    assert ["1", "4", "5", "6", "6", "9"] == sorted(filter(None, labels))
    assert 7 == len(paths(root, "cage"))


def test_the_pieces_of_a_cage_are_joined() -> None:
    assert 1 == len(paths(read(svg(board(3, 3, Cage((0, 1, 8), "9")))), "bridge"))
    assert [] == paths(read(svg(board(3, 3, Cage((0, 1, 2), "9")))), "bridge")


def test_tinted_regions_have_colours_of_their_own() -> None:
    regions = Regions(tuple((2 * i, 2 * i + 1) for i in range(len(TINTS))), tinted=True)
    tints = draw(board(4, 6, regions)).tints

    assert len(TINTS) == len(set(tints.values()))


@given(st.integers(13, 64).flatmap(lambda n: st.lists(st.integers(0, n - 1), min_size=64, max_size=64)))
def test_regions_side_by_side_never_share_a_colour(labels: list[int]) -> None:
    members = tuple(tuple(c for c in range(64) if labels[c] == label) for label in sorted(set(labels)))
    drawing = draw(board(8, 8, Regions(members, tinted=True)))
    small = all(len({labels[q] for q in _around(drawing.grid.beside, group)}) < len(TINTS) for group in members)

    assert set(range(64)) == set(drawing.tints)
    if small:
        assert all(drawing.tints[p] != drawing.tints[q] for p, q in drawing.walls)


def _around(beside, group):  # type: ignore[no-untyped-def]
    return {q for p in group for q in beside(p)}


def test_stars_are_drawn_and_holes_filled() -> None:
    puzzle = board(2, 2, Icon("*", Glyph("M0 -0.3L0.3 0.3L-0.3 0.3Z")), Icon(".", "dot"), Holes((3,)), symbols=".*")
    root = read(svg(puzzle, [1, 0, 1, None]))
    (entered,) = (group for group in root.iter(f"{SVG}g") if group.get("class") == "entered")

    assert ["path", "circle", "path"] == [each.tag.removeprefix(SVG) for each in entered]
    assert [4] == [length(hole) for hole in paths(root, "holes")]


def test_pencil_marks_are_the_open_candidates() -> None:
    root = read(svg(board(1, 2, marks=[0b0110, 0b1000])))

    assert ["2", "3"] == written(root, "pencil")
    assert ["4"] == written(root, "entered")


def test_a_changed_given_is_no_given_any_more() -> None:
    root = read(svg(board(1, 2, givens={0: 0, 1: 1}), [0, 2]))

    assert (["1"], ["3"]) == (written(root, "givens"), written(root, "entered"))


def test_highlights_are_drawn_by_role() -> None:
    root = read(svg(board(2, 2), highlights=[Highlight((0, 1), "wrong"), Highlight((3,))]))

    assert (1, 1, 0) == tuple(len(paths(root, role)) for role in ("wrong", "focus", "reason"))


HOSTILE = "</text><script>alert(1)</script>&amp;\"'"


def test_hostile_words_are_only_words() -> None:
    puzzle = board(1, 3, Cage((0, 1), HOSTILE), title=HOSTILE, symbols="<&\"'", givens={0: 0, 1: 1})
    picture = svg(puzzle, marks=[0b1, 0b10, 0b1100])
    root = read(picture)

    assert "<script" not in picture
    assert HOSTILE == root.findtext(f"{SVG}title") == root.get("aria-label")
    assert (["<", "&"], ['"', "'"]) == (written(root, "givens"), written(root, "pencil"))


@given(st.text(min_size=1, max_size=20), st.text(min_size=2, max_size=2).filter(lambda s: s[0] != s[1]))
def test_any_words_make_a_well_formed_picture(title: str, symbols: str) -> None:
    puzzle = board(1, 2, Cage((0, 1), title), title=title, symbols=symbols, givens={0: 0})

    read(svg(puzzle, [0, 1]).encode().decode())


def test_a_picture_needs_nothing_else() -> None:
    puzzle = parse("AABB\nAABB\nCCDD\nCCDD", genre="star-battle")

    assert re.findall(r"(?:href|src|url|@import|id=)[^ ]*", svg(puzzle)) == []


def test_a_picture_is_the_same_every_time() -> None:
    puzzle: Puzzle = parse("AABB\nAABB\nCCDD\nCCDD", genre="star-battle")

    assert svg(puzzle) == svg(parse(puzzle.text(), genre="star-battle"))
