"""Every genre is played to its end: by keyboard alone, by the mouse, by single taps. Two of them on every run, the
others among the slow tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gridwright.corpus.shipped import shipped_genres
from player import Player

Visit = Callable[..., Player]
QUICK = ("star-battle", "sudoku")
GENRES = [pytest.param(key, marks=() if key in QUICK else pytest.mark.slow) for key in shipped_genres()]


def opened(visit: Visit, genre: str, **options: object) -> tuple[Player, dict[str, str]]:
    """The easiest small shipped puzzle of a genre, and what belongs into it."""
    player = visit(f"#genre/{genre}", **options)
    found = player.page.evaluate(
        "async (genre) => (await (await fetch(`api/v1/corpus?genre=${genre}&count=200`)).json()).puzzles", genre
    )
    smallest = min(found, key=lambda each: (each["rows"] * each["columns"], each["rating"] or 0))
    player.page.goto(f"{player.address}#play?id={smallest['id']}")
    player.wait("play.sheet.document.genre === '" + genre + "'")
    solution = player.solution()
    second = player.ask("play.sheet.input.second")
    return player, {place: solution[place] for place in player.open_places() if solution[place] != second}


def writes(player: Player) -> bool:
    return player.ask("play.sheet.input.stroke") == "select"


@pytest.mark.parametrize("genre", GENRES)
def test_a_puzzle_is_played_to_the_end_by_keyboard_alone(visit: Visit, genre: str) -> None:
    player, wanted = opened(visit, genre)
    player.focus()
    for place, symbol in wanted.items():
        player.stand_on(place)
        player.press(symbol if writes(player) else "1")
    player.wait_solved()


@pytest.mark.parametrize("genre", GENRES)
def test_a_puzzle_is_played_to_the_end_by_the_mouse(visit: Visit, genre: str) -> None:
    player, wanted = opened(visit, genre)
    if not writes(player):
        player.page.evaluate("() => { window.gridwright.play.settings.crossFirst = false; }")
    for symbol in sorted(set(wanted.values())):
        places = [place for place in wanted if wanted[place] == symbol]
        for place in places:
            player.click(place)
            if writes(player):
                player.pad(symbol)
    player.wait_solved()


@pytest.mark.parametrize("genre", GENRES)
def test_a_puzzle_is_played_to_the_end_by_single_taps(visit: Visit, genre: str) -> None:
    player, wanted = opened(visit, genre, viewport={"width": 390, "height": 780}, has_touch=True)
    first = player.ask("play.sheet.input.first")
    if not writes(player):
        player.page.locator(".pad-modes .key").nth(1).tap()
    for place, symbol in wanted.items():
        if player.entry(place) in (symbol, first):
            continue
        player.tap(place)
        if writes(player):
            player.page.locator(f'.value-key[data-symbol="{symbol}"]').tap()
    player.wait_solved()


@pytest.mark.parametrize("genre", GENRES)
def test_an_error_is_seen_a_hint_taken_and_the_game_found_again(visit: Visit, genre: str) -> None:
    player, wanted = opened(visit, genre)
    place, symbol = next(iter(wanted.items()))
    start = player.fingerprint()
    for _ in range(4):
        player.hint()
    assert 1 == player.strokes()
    player.focus()
    player.press("Control+z")
    assert start == player.fingerprint()
    wrong = player.ask(
        "play.sheet.valuesOf(play.sheet.byName.get(given[0])).find((value) => value.symbol !== given[1]).symbol",
        place,
        symbol,
    )
    player.ask("play.controls.do(() => play.game.set('entry', given[0], given[1]))", place, wrong)
    player.page.locator('[data-action="check"]').click()
    player.page.locator(".reasons").get_by_text("Something is not right.").wait_for()
    before = player.fingerprint()
    player.page.wait_for_timeout(300)
    player.page.reload()
    player.wait("true")
    assert before == player.fingerprint()
