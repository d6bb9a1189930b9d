"""Errands of somebody new: what is practised, set, played on a phone and sent to a friend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gridwright.corpus import Corpus
from gridwright.genres import parse
from player import SUDOKU, Player, opened

Visit = Callable[..., Player]
NEWSPAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def reasons(player: Player) -> str:
    return str(player.page.locator(".reasons").inner_text())


def test_what_is_practised_stays_in_the_game_until_it_is_switched_off(visit: Visit) -> None:
    player = visit("#technique/x-wing?genre=sudoku", wait=".example-board .board-picture")
    player.page.get_by_role("link", name="Practise this").click()
    player.page.wait_for_selector(".practice button")
    player.hint()
    assert "Look for this: an X-wing." in reasons(player)

    player.page.reload()
    player.page.wait_for_selector(".practice button")
    assert "Practising: X-wing" in player.page.locator(".practice").inner_text()

    player.page.get_by_role("button", name="Stop practising").click()
    player.hint()
    assert "X-wing" not in reasons(player)


def test_where_what_is_practised_is_not_there_yet_that_is_said(visit: Visit) -> None:
    player = visit(f"#play?puzzle={SUDOKU}&genre=sudoku&practise=jellyfish", wait=".practice button")
    player.hint()
    assert "Not here yet: a jellyfish." in reasons(player)
    assert "Look for this: a hidden single." in reasons(player)


def test_puzzles_that_use_a_technique_are_opened_to_practise_it(visit: Visit) -> None:
    player = visit("#genre/sudoku?technique=x-wing", wait=".card a")
    assert "Practising: X-wing" == player.page.locator("h2").inner_text()
    assert player.page.locator(".card a").first.get_attribute("href").endswith("&practise=x-wing")


def test_a_newspaper_sudoku_is_typed_and_finished_with_two_hints(visit: Visit) -> None:
    player = visit("#bring")
    player.page.get_by_role("button", name="An empty board").click()
    player.page.wait_for_selector(".bench-board [data-stop=r9c9]")
    player.page.locator(".bench-board [data-stop=r1c1]").focus()
    for number, symbol in enumerate(NEWSPAPER, start=1):
        player.press(*[symbol] * (symbol != "."), *(["ArrowRight"] if number % 9 else ["Home", "ArrowDown"]))
    player.page.locator(".verdict[data-status=unique]").wait_for()
    player.page.get_by_role("button", name="Play", exact=True).click()
    player.page.wait_for_selector(".play .board")
    for _ in range(2):
        for _ in range(4):
            player.hint()
    assert 2 == player.strokes() == len(player.entries())
    for place, symbol in player.solution().items():
        if place in player.open_places() and not player.entry(place):
            player.click(place)
            player.press(symbol)
    player.wait_solved()
    assert "hints: 2" in player.page.locator(".notice").inner_text()


def test_a_killer_is_set_from_an_empty_board_and_judged(visit: Visit) -> None:
    player = visit("#bring?genre=sudoku")
    player.page.get_by_role("button", name="An empty board").click()
    player.page.locator(".verdict[data-status=several]").wait_for()
    mouse = player.page.mouse
    for place, act in (("r1c1", mouse.down), ("r1c2", mouse.up)):
        box = player.page.locator(f".bench-board [data-stop={place}]").bounding_box()
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        act()
    player.page.get_by_role("textbox", name="total or clue").fill("3")
    player.page.get_by_role("button", name="Cage", exact=True).click()
    player.page.locator(".bench-board .label", has_text="3").wait_for()


@pytest.mark.slow
def test_a_killer_is_set_to_one_solution_corrected_and_played(visit: Visit) -> None:
    killer = killer_of_the_usual_size()
    player = visit("#bring?genre=sudoku")
    page, clue = player.page, player.page.get_by_role("textbox", name="total or clue")
    page.get_by_role("button", name="An empty board").click()
    page.locator(".verdict[data-status=several]").wait_for()
    for number, (cells, total) in enumerate(killer, start=1):
        for cell in cells:
            where = page.locator(f".bench-board [data-stop=r{cell // 9 + 1}c{cell % 9 + 1}]")
            where.scroll_into_view_if_needed()
            box = where.bounding_box()
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            page.keyboard.down("Control")
        page.keyboard.up("Control")
        clue.fill(str(total))
        clue.press("Enter")
        page.wait_for_function(f"() => document.querySelectorAll('.bench-board .label').length === {number}")
    page.locator(".verdict[data-status=unique]").wait_for()
    page.get_by_role("button", name="Cage", exact=True).click()  # the same cells once more: no cage any more
    page.locator(".verdict:not([data-status=unique])").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator(".verdict[data-status=unique]").wait_for()
    assert len(killer) == page.locator(".bench-board .label").count()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".play .board")
    assert len(killer) == page.locator(".layer-print .label").count()


def killer_of_the_usual_size() -> list[tuple[tuple[int, ...], int]]:
    """The cages of a shipped killer that has no givens."""
    for entry in Corpus.shipped("sudoku").documents():
        puzzle = parse(entry["puzzle"], genre="sudoku")
        if puzzle.grid.rows == 9 and puzzle.clue("cages") and not puzzle.givens:
            return list(puzzle.clue("cages"))
    raise AssertionError("no killer of 9 rows without givens is shipped")


@pytest.mark.slow
def test_todays_queens_are_played_to_the_end_on_a_phone(visit: Visit) -> None:
    player = visit("#today", wait=".calendar", **PHONE)
    page = player.page
    page.locator("select").first.select_option("star-battle")
    page.wait_for_url("**genre=star-battle**")
    page.get_by_role("button", name="Play", exact=True).tap()
    player.wait("play.sheet.document.genre === 'star-battle'")
    page.locator(".pad-modes .key").nth(1).tap()
    for place, symbol in player.solution().items():
        if symbol == "*" and player.entry(place) != "*":
            player.tap(place)
    player.wait_solved()
    page.get_by_role("link", name="Another").tap()
    page.locator(".day.done").wait_for()


@pytest.mark.slow
def test_x_wings_are_practised_until_one_is_found_and_the_next_puzzle_is_another(visit: Visit) -> None:
    player = visit("#technique/x-wing?genre=sudoku", wait=".example-board .board-picture")
    page = player.page
    page.get_by_role("link", name="Practise this").click()
    player.wait("play.sheet.document.genre === 'sudoku'")
    first = player.ask("play.request.id")
    for _ in range(4):
        player.hint()
    assert player.entries("centre")
    for place, symbol in player.solution().items():
        if place in player.open_places():
            player.click(place)
            player.press(symbol)
    player.wait_solved()
    page.get_by_role("link", name="Another").click()
    page.get_by_role("link", name="Practise this").click()
    player.wait(f"play.request.id !== {first!r}")


@pytest.mark.slow
def test_half_done_arrows_are_sent_to_a_friend_who_finishes_them(visit: Visit) -> None:
    player, wanted = opened(visit, "arrows", **PHONE)
    half = dict(list(wanted.items())[: len(wanted) // 2])
    for place, symbol in half.items():
        player.tap(place)
        player.page.locator(f'.value-key[data-symbol="{symbol}"]').tap()
    friend = visit(player.share(), wait=".play .board")
    assert half == friend.entries()
    for place, symbol in wanted.items():
        if place not in half:
            friend.write(place, symbol)
    friend.wait_solved()


@pytest.mark.parametrize("name", ["queens", "two not touch"])
def test_a_genre_is_found_by_what_people_call_it(visit: Visit, name: str) -> None:
    player = visit("#today", wait=".calendar", **PHONE)
    option = player.page.locator("option", has_text=name)
    player.page.locator("select").first.select_option(option.get_attribute("value"))
    player.page.wait_for_url("**genre=star-battle**")


def test_every_genre_shows_its_board_at_the_start(visit: Visit) -> None:
    player = visit("", wait=".card svg")
    cards: Any = player.page.locator(".cards .card")
    assert cards.count() == player.page.locator(".card svg .paper").count()
