"""All views, one after the other: what they ask for and what the browser says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

from player import QUEENS, SUDOKU, Player

Visit = Callable[..., Player]


@contextmanager
def watched(player: Player, *expected: str) -> Iterator[None]:
    """Nothing may be asked for elsewhere, nothing said in the console; what is expected has to be asked for."""
    asked, said = [], []
    player.page.context.on("request", lambda request: asked.append(request.url))
    player.page.context.on("console", lambda message: said.append((message.type, message.text)))
    player.page.reload()
    yield
    assert set(expected) <= {urlsplit(url).path.removeprefix("/api/v1/") for url in asked}
    assert [] == [url for url in asked if not url.startswith(player.address)]
    assert [] == said


def show(player: Player, view: str, rest: str = "") -> None:
    player.page.goto(f"{player.address}#{view}{rest}")
    player.page.wait_for_function(
        "(view) => document.documentElement.dataset.view === view && document.querySelector('#view h1')", arg=view
    )


@pytest.mark.slow  # on every run each test of the page is watched like this
def test_no_view_asks_elsewhere_and_none_is_complained_of(visit: Visit) -> None:
    player = visit(service_workers="allow")
    page = player.page
    with watched(player, "genres", "corpus", "convert", "grade", "board", "hint", "check", "explain", "why"):
        for view, rest in (
            ("genre", "/sudoku"),
            ("today", ""),
            ("make", ""),
            ("settings", ""),
            ("bring", "?genre=sudoku"),
        ):
            show(player, view, rest)
        page.get_by_label("Puzzle as text, link or JSON").fill(SUDOKU)
        page.locator('.verdict[data-status="unique"]').wait_for()
        for genre, puzzle in (("star-battle", QUEENS), ("sudoku", SUDOKU)):
            show(player, "play", f"?genre={genre}&puzzle={puzzle}")
            player.wait(f"play.sheet.document.genre === '{genre}'")
            for _ in range(4):
                player.hint()
            page.locator('[data-action="check"]').click()
            page.locator(".reasons").get_by_text("All right so far.").wait_for()
            player.replay()
            page.get_by_label("Close").first.click()
            player.share()
        player.click(player.ask("Object.keys(play.game.layers.entry)[0]"))
        page.locator('[data-action="why"]').click()
        page.locator(".proof").wait_for()


@pytest.mark.slow
def test_no_view_of_techniques_or_of_a_puzzle_that_is_made_asks_elsewhere(visit: Visit) -> None:
    player = visit(service_workers="allow")
    with watched(player, "techniques", "techniques/naked-single", "today", "generate"):
        show(player, "learn", "?genre=latin")
        player.page.locator(".small-cards a").first.wait_for()
        show(player, "technique", "/naked-single?genre=latin")
        player.page.locator(".board-picture").wait_for()
        show(player, "today", "?genre=latin")
        player.page.get_by_role("button", name="Play").click()
        player.wait("play.sheet.document.genre === 'latin'")
        show(player, "make", "?genre=latin")
        player.page.get_by_role("button", name="Make a puzzle").click()
        player.page.locator(".play").wait_for()
