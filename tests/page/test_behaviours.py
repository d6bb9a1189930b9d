"""What players expect of a good puzzle page, each as a test: the 25 behaviours, in their order."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from player import QUEENS, SUDOKU, SUDOKU_SOLUTION, Player

Visit = Callable[..., Player]
PLAY = f"#play?genre=sudoku&puzzle={SUDOKU}"
STARS = f"#play?genre=star-battle&puzzle={QUEENS}"
PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True}
RARER = (
    "#genre/sudoku", STARS, "#today", "#make", "#bring", "#learn", "#technique/x-wing?genre=sudoku",
    "#candidates", "#settings",
)  # fmt: skip
NINE = "#play?genre=sudoku&puzzle=" + "." * 81


def test_01_a_stroke_is_one_undo(visit: Visit) -> None:
    player = visit(STARS)
    player.click("r1c1")
    before = player.fingerprint()
    strokes = player.strokes()
    player.drag("r5c1", "r5c5")
    assert strokes + 1 == player.strokes()
    player.press("Control+z")
    assert before == player.fingerprint()
    player.press("Control+y")
    assert 5 == sum(name.startswith("r5") for name in player.entries())


def test_01_a_stroke_goes_on_while_the_game_is_kept_and_keys_are_pressed(visit: Visit) -> None:
    player = visit(STARS)
    mouse = player.page.mouse
    player.click("r1c1")
    before = player.fingerprint()
    mouse.move(*player.middle("r5c1"))
    mouse.down()
    mouse.move(*player.middle("r5c3"))
    player.page.wait_for_timeout(400)  # what was clicked is kept by now
    player.press("Control+z", "t", "2")
    mouse.move(*player.middle("r5c5"))
    mouse.up()
    assert 5 == sum(name.startswith("r5") for name in player.entries())
    assert 2 == player.strokes()
    player.press("Control+z")
    assert before == player.fingerprint()


def test_01_filled_marks_and_a_followed_hint_are_one_undo_each(visit: Visit) -> None:
    player = visit(PLAY)
    empty = player.fingerprint()
    player.pad("Write all candidates")
    filled = player.fingerprint()
    assert "24" == player.entry("r1c2", "centre")
    for _ in range(4):
        player.hint()
    assert filled != player.fingerprint()
    player.focus()
    player.press("Control+z")
    assert filled == player.fingerprint()
    player.press("Control+z")
    assert empty == player.fingerprint()


def test_02_a_reload_restores_board_marks_undo_and_time(visit: Visit) -> None:
    player = visit(PLAY)
    player.click("r1c2")
    player.press("4", "ArrowDown", "Shift+2", "Shift+1", "Control+1")
    player.wait("play.game.seconds >= 1")
    before, strokes = player.fingerprint(), player.strokes()
    player.page.reload()
    player.wait("true")
    assert (before, strokes) == (player.fingerprint(), player.strokes())
    assert player.ask("play.game.seconds") >= 1
    player.focus()
    player.press("Control+z")
    assert before != player.fingerprint()


def test_03_a_fast_drag_skips_nothing(visit: Visit) -> None:
    player = visit("#play?genre=star-battle&puzzle=" + ten_rows())
    player.drag("r3c1", "r3c6", "r3c10")
    assert {f"r3c{n}": "." for n in range(1, 11)} == player.entries()


def ten_rows() -> str:
    return "1:" + "/".join(letter * 10 for letter in "ABCDEFGHIJ")


def test_04_the_first_cell_decides_and_stars_survive(visit: Visit) -> None:
    player = visit(STARS)
    player.choose(autoCross=False)
    for _ in range(2):
        player.click("r3c3")
    player.click("r3c4")
    player.drag("r3c1", "r3c5")
    assert {"r3c1": ".", "r3c2": ".", "r3c3": "*", "r3c4": ".", "r3c5": "."} == player.entries()
    player.drag("r3c2", "r3c5")
    assert {"r3c1": ".", "r3c3": "*"} == player.entries()


def test_05_two_fingers_leave_the_board_alone(visit: Visit) -> None:
    player = visit(STARS, **PHONE)
    before = player.fingerprint()
    touch = player.page.context.new_cdp_session(player.page)
    (x, y), (u, v) = player.middle("r2c2"), player.middle("r4c4")
    one, two = {"x": x, "y": y, "id": 1}, {"x": u, "y": v, "id": 2}
    for kind, points in (
        ("touchStart", [one]), ("touchMove", [one | {"x": x + 60}]), ("touchStart", [one | {"x": x + 60}, two]),
        ("touchMove", [one, two | {"x": u + 40, "y": v + 40}]), ("touchEnd", []),
    ):  # fmt: skip
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert before == player.fingerprint()
    assert 0 == player.strokes()
    assert player.ask("play.board.zoom.scale") > 1


def test_05_a_second_finger_on_undo_takes_the_stroke_back_and_ends_it(visit: Visit) -> None:
    player = visit(STARS, **PHONE)
    player.tap("r1c1")
    before = player.fingerprint()
    touch = player.page.context.new_cdp_session(player.page)
    (x, y), (u, v) = player.middle("r5c1"), player.middle("r5c3")
    key = player.page.get_by_role("button", name="Undo (hold to go on)").bounding_box()
    two = {"x": key["x"] + key["width"] / 2, "y": key["y"] + key["height"] / 2, "id": 2}
    one, on = {"x": x, "y": y, "id": 1}, {"x": u, "y": v, "id": 1}
    for kind, points in (("touchStart", [one]), ("touchMove", [on]), ("touchStart", [on, two])):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    player.wait("!play.game.stroke")
    assert before == player.fingerprint() or player.strokes() == 0  # held a little longer it goes on
    for kind, points in (("touchMove", [one, two]), ("touchEnd", [])):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert player.strokes() <= 1
    player.drag("r5c1", "r5c5")
    assert 5 == sum(name.startswith("r5") for name in player.entries())


@pytest.mark.slow  # test_genres has it on every run
def test_06_sudoku_by_keyboard_alone(visit: Visit) -> None:
    player = visit(PLAY)
    player.tab_to_board()
    for number, symbol in enumerate(SUDOKU_SOLUTION):
        player.stand_on(f"r{number // 4 + 1}c{number % 4 + 1}")
        player.press(symbol)
    player.wait_solved()


@pytest.mark.slow  # test_genres has it on every run
def test_07_sudoku_by_single_taps(visit: Visit) -> None:
    player = visit(PLAY, **PHONE)
    for place in player.open_places():
        player.tap(place)
        row, column = int(place[1]), int(place[3])
        player.page.locator(f'.value-key[data-symbol="{SUDOKU_SOLUTION[4 * row + column - 5]}"]').tap()
    player.wait_solved()


def test_08_a_mark_that_some_lack_goes_to_all(visit: Visit) -> None:
    player = visit(PLAY)
    player.click("r1c2")
    player.press("Shift+2")
    player.drag("r1c2", "r1c4")
    player.press("Shift+2")
    assert {"r1c2": "2", "r1c3": "2", "r1c4": "2"} == player.entries("corner")
    player.press("Shift+2")
    assert {} == player.entries("corner")


def test_09_delete_takes_one_layer_off_at_a_time(visit: Visit) -> None:
    player = visit(PLAY)
    player.choose(tidyMarks=False)
    player.drag("r1c1", "r1c2")
    player.press("Shift+2", "Control+3", "v", "4", "z", "2")
    layers = ["entry", "centre", "colour"]
    assert [1, 1, 2] == [len(player.entries(layer)) for layer in layers]
    seen = []
    for _ in range(4):
        player.press("Delete")
        seen.append([len(player.entries(layer)) for layer in layers])
    assert [[0, 1, 2], [0, 0, 2], [0, 0, 0], [0, 0, 0]] == seen
    assert "1" in player.label("r1c1")


def test_10_digits_are_read_by_the_place_of_the_key(visit: Visit) -> None:
    player = visit(PLAY)
    send = """([key, code, modifiers]) => document.activeElement.dispatchEvent(
        new KeyboardEvent("keydown", {key, code, bubbles: true, cancelable: true, ...modifiers}))"""
    for place, layout, key, code in (
        ("r1c2", "US", "!", "Digit1"), ("r1c3", "AZERTY", "1", "Digit1"),
        ("r1c4", "QWERTZ", "!", "Digit1"), ("r2c2", "number pad", "End", "Numpad1"),
    ):  # fmt: skip
        player.click(place)
        player.page.evaluate(send, [key, code, {"shiftKey": True}])
        player.page.evaluate(send, ["1", code, {"ctrlKey": True}])
        assert ("1", "1") == (player.entry(place, "corner"), player.entry(place, "centre")), layout


def test_11_a_hint_comes_in_stages(visit: Visit) -> None:
    player = visit(PLAY)
    page, before = player.page, player.fingerprint()
    names = page.locator(".reasons .name")
    drawn = "document.querySelector('.layer-%s').childElementCount"
    player.hint()
    assert (0, 0, 0) == (names.count(), page.evaluate(drawn % "evidence"), page.evaluate(drawn % "ink"))
    assert not re.search(r"r\dc\d", page.locator(".reasons-body").inner_text())
    player.hint()
    assert names.count() >= 1
    assert page.evaluate(drawn % "evidence") >= 1
    assert 0 == page.evaluate("document.querySelectorAll('.layer-ink .placed').length")
    player.hint()
    assert page.evaluate(drawn % "ink") >= 1
    assert before == player.fingerprint()
    player.hint()
    assert before != player.fingerprint()
    assert 1 == player.strokes()


def test_12_a_wrong_entry_is_named_first(visit: Visit) -> None:
    player = visit(PLAY)
    player.click("r4c3")
    player.press("3")
    player.hint()
    assert 0 == player.page.locator(".reasons .name").count()
    player.hint()
    assert "r4c3" in player.page.locator(".reasons-body").inner_text()


def test_13_a_hint_repeats_nothing_that_was_done(visit: Visit) -> None:
    player = visit(PLAY)
    told = set()
    for _ in range(4):
        player.hint()
        facts = player.ask("JSON.stringify(play.reasons.hint.stages.at(-1).facts)")
        assert facts not in told
        told.add(facts)
        for _ in range(3):
            player.hint()


def test_14_a_conflict_is_a_shape_and_goes_when_either_cell_is_mended(visit: Visit) -> None:
    player = visit(PLAY)
    for mended in ("r4c1", "r4c2"):
        player.click("r4c1")
        player.press("2")
        player.click("r4c2")
        player.press("2")
        assert player.wrong()
        assert player.page.evaluate("getComputedStyle(document.querySelector('.wrong-line')).strokeDasharray") != "none"
        assert "row 4" in player.page.locator(".notice").inner_text().lower()
        player.click(mended)
        player.press("Delete")
        assert not player.wrong()
        player.drag("r4c1", "r4c2")
        player.press("Delete")


def test_15_removing_a_queen_keeps_crosses_that_are_needed_or_made_by_hand(visit: Visit) -> None:
    player = visit(STARS)
    player.click("r1c2")  # a cross by hand, in the row of the first queen
    for queen in ("r1c5", "r3c2"):
        player.click(queen)
        player.click(queen)
    player.click("r1c5")
    crosses = player.entries()
    assert "." == crosses["r1c2"]
    assert "r1c1" not in crosses
    assert "." == crosses["r3c5"]  # in the row of the second queen
    player.click("r3c2")
    assert {"r1c2": "."} == player.entries()


def test_16_solved_is_never_noticed_in_a_trial_or_guarded_with_open_cells(visit: Visit) -> None:
    player = visit(STARS)
    solution = player.solution()
    stars = [place for place, symbol in solution.items() if symbol == "*"]
    player.choose(autoCross=False, completion="guarded", crossFirst=False)
    for star in stars:
        player.click(star)
    assert not player.solved()  # cells are undecided
    player.press("Control+z")
    player.choose(completion="always")
    player.pad("Try something")
    player.click(stars[-1])
    player.page.wait_for_timeout(200)
    assert not player.solved()
    player.page.get_by_role("button", name="Keep").click()
    player.wait_solved()


def test_16_solved_is_noticed_when_the_last_stroke_ends_not_before(visit: Visit) -> None:
    player = visit(STARS)
    player.choose(autoCross=False, completion="guarded")
    mouse, solution = player.page.mouse, player.solution()
    for place, symbol in solution.items():
        if symbol == "*":
            player.write(place, symbol)
    *rows, last = player.rows()
    for row in rows:
        player.drag(row[0], row[-1])
    mouse.move(*player.middle(last[0]))
    mouse.down()
    mouse.move(*player.middle(last[-1]))
    assert solution == player.entries()
    player.page.wait_for_timeout(400)
    assert not player.solved()
    assert "Solved" not in player.page.locator(".notice").inner_text()
    mouse.up()
    player.wait_solved()


def test_17_a_link_holds_the_same_game(visit: Visit) -> None:
    player = visit(PLAY)
    player.click("r1c2")
    player.press("4", "ArrowRight", "Shift+3", "Control+2", "v", "5")
    link = player.share()
    other = visit(link)
    other.wait("true")
    assert player.fingerprint() == other.fingerprint()
    for bad in ("#play?link=AAAA", "#play?link=%3Cscript%3E", "#play?link=" + link.split("link=")[1][:30]):
        other.page.goto(other.address + "#settings")
        other.page.get_by_role("heading", name="Settings").wait_for()
        other.page.goto(other.address + bad)
        assert "link" in other.page.locator("[role=alert]").inner_text()


@pytest.mark.parametrize(("width", "height"), [(320, 568), (844, 390)])
def test_18_board_and_pad_are_both_seen_on_small_screens(visit: Visit, width: int, height: int) -> None:
    player = visit(NINE, viewport={"width": width, "height": height}, has_touch=True)
    page = player.page
    fits = "({scrollWidth, scrollHeight}) => scrollWidth <= innerWidth && scrollHeight <= innerHeight"
    assert page.evaluate(f"({fits})(document.documentElement)")
    boxes = page.evaluate(
        """[...document.querySelectorAll(".board-stage, .pad button, .actions button")]
            .filter((element) => element.offsetParent).map((element) => element.getBoundingClientRect())
            .map((box) => [box.left, box.top, box.right, box.bottom])"""
    )
    for left, top, right, bottom in boxes:
        assert left >= -0.5
        assert top >= -0.5
        assert right <= width + 0.5
        assert bottom <= height + 0.5
    assert all(right - left >= 44 and bottom - top >= 44 for left, top, right, bottom in boxes[1:])
    assert boxes[0][2] - boxes[0][0] >= 200


@pytest.mark.slow
def test_19_a_board_of_30_rows_stays_light_and_quick(visit: Visit) -> None:
    regions = [cell // 30 for cell in range(900)]
    board = json.dumps({"rows": 30, "columns": 30, "clues": {"stars": 1, "regions": regions}})
    player = visit("#play?" + f"genre=star-battle&board={board}", viewport={"width": 900, "height": 700})
    page = player.page
    player.drag("r5c1", "r5c30")
    assert 30 == len(player.entries())
    assert page.evaluate("document.querySelectorAll('*').length") < 2500
    page.evaluate("""() => {
        window.painted = [];
        const { root } = window.gridwright.play.board;
        const painted = (event) => setTimeout(() => window.painted.push(performance.now() - event.timeStamp));
        for (const kind of ["pointermove", "pointerup"]) {
            root.addEventListener(kind, (event) => requestAnimationFrame(() => painted(event)));
        }
    }""")
    for row in range(6, 16):
        player.drag(f"r{row}c1", f"r{row}c30", steps=3)
    page.wait_for_function("() => window.painted.length >= 30")
    painted = sorted(page.evaluate("window.painted"))
    middle, most = painted[len(painted) // 2], painted[-1]
    print(f"from pointer to paint on 30 rows: {middle:.0f} ms, at most {most:.0f} ms")
    page.keyboard.down("Control")
    page.mouse.move(*player.middle("r15c15"))
    page.mouse.wheel(0, -400)
    page.keyboard.up("Control")
    player.wait("play.board.zoom.scale > 1")
    box = page.locator('[data-stop="r15c15"]').bounding_box()
    assert min(box["width"], box["height"]) >= 24
    strokes, (x, y) = player.strokes(), player.middle("r15c15")
    zoom = player.ask("play.board.zoom")
    page.mouse.wheel(60, 40)
    player.wait(f"play.board.zoom.y !== {zoom['y']}")
    assert pytest.approx((x - 60, y - 40), abs=1) == player.middle("r15c15")
    player.pad("Move the board")
    aim = player.middle("r16c17")
    player.drag("r15c15", "r16c17")
    assert pytest.approx(aim, abs=1) == player.middle("r15c15")
    assert strokes == player.strokes()


def test_20_a_grid_with_one_tab_stop_and_labels_that_follow(visit: Visit) -> None:
    player = visit(PLAY)
    page = player.page
    assert 1 == page.locator("[role=grid] [tabindex='0']").count()
    assert (4, 16) == (page.locator("[role=row]").count(), page.locator("[role=gridcell]").count())
    assert "r1c1, 1, given" == player.label("r1c1")
    player.focus()
    player.press("ArrowRight", "4")
    assert "r1c2, 4" == player.label("r1c2")
    assert "r1c2" == page.locator("[role=grid] [tabindex='0']").get_attribute("data-stop")
    assert page.evaluate("document.querySelector('.selection').getAttribute('d')")  # the cursor stands in it
    assert contrast(page, ".selection", "stroke", ".paper", "fill") >= 3
    player.press("Escape")
    assert page.evaluate("document.querySelector('.cursor').getAttribute('d')")
    assert contrast(page, ".cursor", "stroke", ".paper", "fill") >= 3


def contrast(page: Any, one: str, one_property: str, other: str, other_property: str) -> float:
    """The contrast of two colours of the page."""
    return page.evaluate(
        """([one, oneProperty, other, otherProperty]) => {
            const light = (selector, property) => {
                const linear = (value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
                const colour = getComputedStyle(document.querySelector(selector))[property];
                const [r, g, b] = colour.match(/[\\d.]+/g).map((value) => linear(Number(value) / 255));
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const [low, high] = [light(one, oneProperty), light(other, otherProperty)].sort((a, b) => a - b);
            return (high + 0.05) / (low + 0.05);
        }""",
        [one, one_property, other, other_property],
    )


def test_21_entries_conflicts_hints_and_the_end_are_said_once_each(visit: Visit) -> None:
    player = visit(PLAY)
    player.page.evaluate("""() => {
        window.said = [];
        new MutationObserver(() => window.said.push(document.querySelector("#live").textContent))
            .observe(document.querySelector("#live"), {childList: true, characterData: true, subtree: true});
    }""")
    player.click("r1c2")
    player.press("4")
    player.click("r1c3")
    player.press("4")
    player.press("Delete")
    player.hint()
    said = [text for text in player.page.evaluate("window.said") if text]
    assert "r1c2 4" == said[0]
    assert re.fullmatch("r1c3 4, conflicts with .*r1c2.*", said[1])
    assert "r1c3 empty" == said[2]
    assert 4 == len(said)
    for place, symbol in player.solution().items():
        if place in player.open_places():
            player.click(place)
            if player.entry(place) != symbol:
                player.press(symbol)
    player.wait_solved()
    assert 1 == player.page.evaluate("window.said").count("Solved!")


def test_22_letters_do_nothing_outside_the_board(visit: Visit) -> None:
    player = visit(PLAY)
    player.page.locator(".menu summary").focus()
    player.press("h", "v", "t", "4")
    assert ("value", 0, True) == (
        player.ask("play.controls.mode"),
        player.strokes(),
        player.page.locator(".reasons").is_hidden(),
    )
    player.page.locator(".menu summary").click()
    player.page.get_by_role("button", name="Share").click()
    player.page.get_by_label("Link", exact=True).focus()
    player.press("h", "t", "1")
    assert (0, 0) == (player.strokes(), player.ask("play.game.trials.length"))


def test_23_trials_within_trials(visit: Visit) -> None:
    player = visit(PLAY)
    player.click("r1c2")
    player.press("4")
    outer = player.fingerprint()
    player.press("t", "ArrowDown", "2", "t")
    inner = player.fingerprint()
    player.press("ArrowRight", "Shift+1", "Shift+3")
    player.page.get_by_role("button", name="Reject").click()
    assert inner == player.fingerprint()
    player.focus()
    player.press("ArrowDown", "1", "ArrowUp", "ArrowUp", "3")
    strokes = player.strokes()
    player.page.get_by_role("button", name="Keep").click()
    assert player.strokes() < strokes
    assert 0 == player.ask("play.game.trials.length")
    player.focus()
    player.press("Control+z")
    assert outer == player.fingerprint()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_24_contrast_in_both_palettes_and_no_motion_where_none_is_wanted(visit: Visit, scheme: str) -> None:
    player = visit(PLAY, color_scheme=scheme, reduced_motion="reduce")
    page = player.page
    player.click("r1c2")
    player.press("4", "ArrowRight", "Shift+2")
    assert contrast(page, ".layer-texts .value", "fill", ".paper", "fill") >= 4.5
    assert contrast(page, ".layer-print .givens", "fill", ".paper", "fill") >= 4.5
    assert contrast(page, ".layer-marks text", "fill", ".paper", "fill") >= 4.5
    assert contrast(page, ".selection", "stroke", ".paper", "fill") >= 3
    assert contrast(page, ".key", "color", ".key", "backgroundColor") >= 4.5
    assert contrast(page, ".actions .primary", "color", ".actions .primary", "backgroundColor") >= 4.5
    page.evaluate("document.querySelector('.play').dataset.solved = 'now'")
    assert "none" == page.evaluate("getComputedStyle(document.querySelector('.board-stage')).animationName")


def test_24_forced_colours_leave_a_board_to_see(visit: Visit) -> None:
    player = visit(PLAY, forced_colors="active")
    assert contrast(player.page, ".layer-print .givens", "fill", ".paper", "fill") >= 4.5


def test_25_a_second_visit_works_when_the_server_is_gone(visit: Visit) -> None:
    player = visit(PLAY, service_workers="allow", leaves=True)
    page = player.page
    page.evaluate("() => window.gridwright.play.explained().then(() => true)")  # fetched in the background anyway
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    player.click("r1c2")
    player.press("4")
    before = player.fingerprint()
    page.wait_for_timeout(400)
    page.context.set_offline(True)
    page.reload()
    player.wait("true")
    assert before == player.fingerprint()
    for _ in range(3):
        player.hint()
    assert page.evaluate("document.querySelector('.layer-ink').childElementCount") >= 1
    page.locator('[data-action="check"]').click()
    page.locator(".reasons").get_by_text("All right so far.").wait_for()
    page.goto(player.address + "#make")
    page.locator("[role=alert], .large").first.wait_for()


@pytest.mark.parametrize(
    ("scheme", "fragment"),
    [
        ("light", ""), ("light", PLAY), ("dark", PLAY),
        *(pytest.param("light", view, marks=pytest.mark.slow) for view in RARER),
        *(pytest.param("dark", view, marks=pytest.mark.slow) for view in ("", *RARER)),
    ],
)  # fmt: skip
def test_25_axe_finds_nothing_serious(visit: Visit, scheme: str, fragment: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not here").Axe()
    player = visit(fragment, reduced_motion="reduce", color_scheme=scheme)
    options = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
    found = axe.run(player.page, options=options).response["violations"]
    assert [] == [
        (each["id"], each["nodes"][0]["html"][:200]) for each in found if each["impact"] in ("serious", "critical")
    ]
