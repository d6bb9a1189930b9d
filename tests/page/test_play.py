"""More of what one does on the page: large numbers, held keys, German, rows read aloud, a puzzle that is being set."""

from __future__ import annotations

from collections.abc import Callable

from player import SUDOKU, Player

Visit = Callable[..., Player]
PLAY = f"#play?genre=sudoku&puzzle={SUDOKU}"


def test_two_digits_are_one_number_and_one_undo(visit: Visit) -> None:
    player = visit("#play?genre=latin&puzzle=" + "." * 144)
    player.click("r1c1")
    player.press("1", "2")
    assert 12 == player.ask("play.sheet.value('r1c1', play.game.get('entry', 'r1c1')).number")
    assert 1 == player.strokes()
    player.press("ArrowRight", "Shift+1", "Shift+1")
    assert 11 == player.ask("play.sheet.value('r1c2', play.game.get('corner', 'r1c2')).number")


def test_undo_goes_on_while_it_is_held(visit: Visit) -> None:
    player = visit(PLAY)
    player.click("r1c2")
    player.press("1", "2", "3", "4")
    key = player.page.get_by_role("button", name="Undo (hold to go on)").bounding_box()
    player.page.mouse.move(key["x"] + 10, key["y"] + 10)
    player.page.mouse.down()
    player.wait("play.game.done.length === 0")
    player.page.mouse.up()
    assert 4 == player.ask("play.game.undone.length")


def test_the_page_and_its_reasons_are_told_in_german(visit: Visit) -> None:
    player = visit(PLAY, locale="de-DE")
    player.hint()
    player.hint()
    assert "Tipp" == player.page.locator('[data-action="hint"]').inner_text()
    assert "Block 1" in player.page.locator(".reasons-body").inner_text()
    assert "Z1S1, 1, vorgegeben" == player.label("r1c1")


def test_rows_columns_and_boxes_are_read_aloud(visit: Visit) -> None:
    player = visit(PLAY)
    player.focus()
    player.press("r")
    assert "row 1: 1, empty, empty, empty" == player.said()
    player.press("k")
    assert "column 1: 1, 3, empty, empty" == player.said()
    player.press("b")
    assert "box 1: 1, empty, 3, empty" == player.said()


def test_a_word_lights_what_it_names(visit: Visit) -> None:
    player = visit(PLAY)
    player.hint()
    player.hint()
    player.page.locator(".reasons .name").first.hover()
    assert player.page.locator(".lit-line").get_attribute("d")


def test_a_pause_covers_the_board_and_stops_the_clock(visit: Visit) -> None:
    player = visit(PLAY)
    player.page.get_by_role("button", name="Pause").click()
    assert player.page.locator(".board").is_hidden()
    before = player.ask("play.game.seconds")
    player.page.wait_for_timeout(1200)
    assert before == player.ask("play.game.seconds")
    player.page.get_by_role("button", name="Go on", exact=True).click()
    assert player.page.locator(".board").is_visible()


def test_a_killer_is_set_on_the_bench(visit: Visit) -> None:
    player = visit("#bring?genre=sudoku")
    page = player.page
    page.get_by_label("Puzzle as text, link or JSON").fill("." * 16)
    page.locator('.verdict[data-status="several"]').wait_for()
    boxes = [page.locator(f'[data-stop="{name}"]').bounding_box() for name in ("r1c1", "r1c2")]
    for box, held in zip(boxes, ([], ["Shift"]), strict=True):
        for key in held:
            page.keyboard.down(key)
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for key in held:
            page.keyboard.up(key)
    page.get_by_label("total or clue").fill("5")
    page.get_by_role("button", name="Cage", exact=True).click()
    page.locator(".layer-print .cage").wait_for()
    page.get_by_role("button", name="Play").click()
    player.wait("play.sheet.document.puzzle.genre === 'sudoku'")
    assert 1 == page.locator(".layer-print .cage").count()


def test_the_reason_of_an_empty_cell_is_told_only_when_wanted(visit: Visit) -> None:
    player = visit(PLAY)
    player.click("r1c2")
    player.page.locator('[data-action="why"]').click()
    assert 0 == player.page.locator(".proof").count()
    player.page.get_by_role("button", name="Tell me").click()
    player.page.get_by_text("Why r1c2 is 4").first.wait_for()
    assert {} == player.entries()


def test_a_link_asks_before_it_takes_the_place_of_a_game(visit: Visit) -> None:
    player = visit(PLAY)
    player.click("r1c2")
    player.press("2")
    link = player.page.evaluate(
        """async () => {
            const { pack } = await import("./share.js");
            const { puzzle, genre } = window.gridwright.play.sheet.document.puzzle;
            return "#play?link=" + await pack({ puzzle, genre, layers: { entry: { r1c2: "4" } } });
        }"""
    )
    player.page.wait_for_timeout(300)
    for wanted, key in (("2", "Keep mine"), ("4", "Take the link's")):
        player.page.goto(player.address + "#settings")
        player.page.goto(player.address + link)
        player.page.get_by_role("button", name=key).click()
        player.page.locator(".play").wait_for()
        assert wanted == player.entry("r1c2")
