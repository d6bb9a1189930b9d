"""Boards whose values are no numbers in cells, played with genres that only tests have: loops, tours, bridges and
shading. The board document is made here and handed to the page in place of the server's."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import edge_genres
import pytest
from shading_genre import TALLY

import gridwright
from gridwright.model import Genre
from gridwright.narration import voice
from gridwright.server.board import board_of
from player import Player

Visit = Callable[..., Player]


@pytest.fixture
def opened(visit: Visit) -> Callable[..., Player]:
    """Opens a puzzle of a test genre."""

    def opened(genre: Genre, text: str, **options: Any) -> Player:
        puzzle = genre.formats[0].read(text, genre)
        solution = gridwright.solve(puzzle, show=1).solutions
        board = json.dumps(board_of(puzzle, voice("teacher")))
        player = visit("#settings", **options)
        page = player.page
        page.route("**/api/v1/board", lambda route: route.fulfill(body=board, content_type="application/json"))
        symbols = [v.domain.symbol(x) for v, x in zip(puzzle.variables, solution[0], strict=True)] if solution else None
        told = {"status": "solved", "text": "", "start": [], "placed": [], "steps": [], "solution": symbols}
        page.route("**/api/v1/explain", lambda route: route.fulfill(json=told))
        page.route("**/api/v1/check", lambda route: route.fulfill(json={"conflicts": [], "solved": False}))
        page.evaluate("(text) => { location.hash = `#play?puzzle=${encodeURIComponent(text)}&genre=test`; }", text)
        player.wait("true")
        page.evaluate("() => window.gridwright.play.explained().then(() => true)")
        return player

    return opened


def lines(player: Player) -> list[str]:
    """The places that have a line in the solution."""
    return player.ask(
        "play.sheet.places.filter((_, i) => play.explanation.solution[i] === play.sheet.input.first).map((p) => p.name)"
    )


FENCES = edge_genres.FENCES.examples[0].text
TOUR = ".../.../.../..."


def test_06_a_loop_by_keyboard_alone(opened: Callable[..., Player]) -> None:
    player = opened(edge_genres.FENCES, FENCES)
    arrows = {"n": "ArrowUp", "s": "ArrowDown", "w": "ArrowLeft", "e": "ArrowRight"}
    player.focus()
    for line in lines(player):
        player.stand_on(line[:-1])
        player.press(f"Control+{arrows[line[-1]]}")
    player.wait_solved()


def test_07_a_loop_by_single_taps(opened: Callable[..., Player]) -> None:
    player = opened(edge_genres.FENCES, FENCES, viewport={"width": 390, "height": 780}, has_touch=True)
    for line in lines(player):
        player.tap(line)
    player.wait_solved()


def test_lines_are_drawn_from_dot_to_dot_and_wiped_the_same_way(opened: Callable[..., Player]) -> None:
    player = opened(edge_genres.FENCES, FENCES)
    (x, y), cell = player.middle("r1c1"), player.ask("play.board.pixels")
    mouse = player.page.mouse
    path = [(x - cell / 2, y - cell / 2), (x + cell / 2, y - cell / 2), (x + cell / 2, y + cell / 2)]
    for expected in ({"r1c1n": "-", "r1c1e": "-"}, {}):
        mouse.move(*path[0])
        mouse.down()
        for point in path[1:]:
            mouse.move(*point)
        mouse.up()
        assert expected == {name.replace("r1c2w", "r1c1e"): value for name, value in player.entries().items()}
    assert 2 == player.strokes()
    player.click("r1c1n", button="right")
    assert {"r1c1n": "x"} == player.entries()


def test_lines_from_cell_to_cell(opened: Callable[..., Player]) -> None:
    player = opened(edge_genres.TOUR, TOUR)
    player.drag("r1c1", "r1c3", "r2c3")
    assert 3 == len(player.entries())
    player.press("Control+z")
    player.focus()
    player.stand_on("r1c1")
    player.press("Enter", "ArrowRight", "ArrowDown", "Enter")
    assert 2 == len(player.entries())
    assert "r2c2" == player.ask("play.controls.cursor")


def test_bridges_are_drawn_from_island_to_island(opened: Callable[..., Player]) -> None:
    player = opened(edge_genres.BRIDGES, edge_genres.BRIDGES.examples[0].text)
    one, two = player.ask("play.sheet.places[0].name").split(":")
    player.drag(one, two)
    assert 1 == len(player.entries())


def test_04_the_first_cell_fixes_what_shading_paints(opened: Callable[..., Player]) -> None:
    player = opened(TALLY, "222|21111")
    player.drag("r1c1", "r1c3")
    assert {"r1c1": "#", "r1c2": "#", "r1c3": "#"} == player.entries()
    player.drag("r1c3", "r1c5")
    assert {"r1c1": "#", "r1c2": "#", "r1c3": ".", "r1c4": ".", "r1c5": "."} == player.entries()
    player.drag("r1c4", "r1c1")
    assert {"r1c1": "#", "r1c2": "#", "r1c5": "."} == player.entries()
    player.drag("r2c1", "r2c2", button="right")
    assert {"r2c1": ".", "r2c2": "."} == {name: value for name, value in player.entries().items() if name[1] == "2"}


POSTS = "22/22 r1c1nw=O"


def posts(player: Player) -> list[str]:
    """The corners that have a post in the solution and none yet."""
    return [name for name in lines(player) if not player.ask("play.sheet.isGiven(given[0])", name)]


def test_corners_are_played_by_keyboard_alone(opened: Callable[..., Player]) -> None:
    player = opened(edge_genres.POSTS, POSTS)
    spot = "(({ row, column }) => [row, column])(play.board.geometry.stopByName.get(given[0] ?? play.controls.cursor))"
    player.focus()
    for post in posts(player):
        (row, column), (at_row, at_column) = player.ask(spot, post), player.ask(spot)
        player.press(*["ArrowDown" if row > at_row else "ArrowUp"] * round(abs(row - at_row)))
        player.press(*["ArrowRight" if column > at_column else "ArrowLeft"] * round(abs(column - at_column)), "1")
        assert "O" == player.entry(post)
        assert f"{post}, post" == player.label(post)
    player.wait_solved()


@pytest.mark.slow
def test_corners_are_played_by_taps_and_crossed_out_by_strokes(opened: Callable[..., Player]) -> None:
    player = opened(edge_genres.POSTS, POSTS, viewport={"width": 390, "height": 780}, has_touch=True)
    player.choose(autoCross=False)
    player.drag("r1c1ne", "r1c2ne")
    assert {"r1c1ne": "x", "r1c2ne": "x"} == player.entries()
    player.press("Control+z")
    player.choose(crossFirst=False)
    for post in posts(player):
        player.tap(post)
    player.wait_solved()


@pytest.mark.slow
def test_lines_are_coloured_by_strokes_and_by_keys(opened: Callable[..., Player]) -> None:
    player = opened(edge_genres.FENCES, FENCES)
    player.focus()
    player.press("v", "3", "Control+ArrowUp")
    assert {"r1c1n": "3"} == player.entries("colour")
    player.click("r1c1s")
    assert {"r1c1n": "3", "r1c1s": "3"} == player.entries("colour")
    assert {} == player.entries()
    assert ["C", "C"] == player.page.locator(".layer-marks .colour-letter").all_text_contents()
    assert player.page.locator(".layer-colours .pattern").get_attribute("d")
