"""Every genre is played to its end: by keyboard alone, by strokes of the mouse, by single taps; with errors, hints,
undo, a reload and a link to somebody else. Two of them on every run, the others among the slow tests."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest

from gridwright.corpus.shipped import shipped_genres
from gridwright.genres import genres
from player import (
    Player,
    make_an_error,
    opened,
    play_by_keyboard,
    play_by_strokes,
    play_by_taps,
    take_a_hint,
    undo_all,
)  # fmt: skip

Visit = Callable[..., Player]
QUICK = ("star-battle", "sudoku")
GENRES = [pytest.param(key, marks=() if key in QUICK else pytest.mark.slow) for key in shipped_genres()]


@pytest.mark.parametrize("genre", GENRES)
def test_a_puzzle_is_played_to_the_end_by_keyboard_alone(visit: Visit, genre: str) -> None:
    play_by_keyboard(*opened(visit, genre))


@pytest.mark.parametrize("genre", GENRES)
def test_a_puzzle_is_played_to_the_end_by_strokes_of_the_mouse(visit: Visit, genre: str) -> None:
    play_by_strokes(*opened(visit, genre))


@pytest.mark.parametrize("genre", GENRES)
def test_a_puzzle_is_played_to_the_end_by_single_taps(visit: Visit, genre: str) -> None:
    play_by_taps(*opened(visit, genre, viewport={"width": 390, "height": 780}, has_touch=True))


@pytest.mark.parametrize("genre", GENRES)
def test_an_error_is_seen_a_hint_taken_and_the_game_found_again_and_sent(visit: Visit, genre: str) -> None:
    player, wanted = opened(visit, genre)
    take_a_hint(player)
    make_an_error(player, wanted)
    before, strokes = player.fingerprint(), player.strokes()
    player.page.reload()
    player.wait("true")
    assert (before, strokes) == (player.fingerprint(), player.strokes())
    friend = visit(player.share())
    friend.wait("true")
    assert before == friend.fingerprint()
    undo_all(player)


@pytest.mark.slow
@pytest.mark.parametrize("genre", sorted(genres()))
def test_every_value_of_every_genre_is_drawn_as_it_is_declared(visit: Visit, genre: str) -> None:
    puzzle = quote(genres()[genre].examples[0].text)
    player = visit(f"#play?genre={genre}&puzzle={puzzle}", wait=".play .board-picture")
    for value in player.ask("play.sheet.document.values[0]"):
        place = player.ask("play.sheet.places.find((place) => !place.given && place.values === 0).name")
        player.ask("play.controls.do(() => play.game.set('entry', given[0], given[1]))", place, value["symbol"])
        if value["shape"] == "text":
            assert value["symbol"] in player.page.locator(".layer-texts .value").all_text_contents()
        else:
            assert player.page.locator(f".layer-shapes .shape-{value['shape']}").get_attribute("d")
