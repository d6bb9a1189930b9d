"""Somebody who plays: what tests do to a page, and what they look at."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

import gridwright

SUDOKU = "1...3..4..2....1"
SUDOKU_SOLUTION = "1432321441232341"
QUEENS = "1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE"


def served(*options: str) -> Iterator[str]:
    """Where a server is that was started with these options."""
    pytest.importorskip("uvicorn", reason="the page is served by uvicorn, which is not here")
    code = "from gridwright.cli import main; main()"
    command = [sys.executable, "-c", code, "play", "--no-browser", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.terminate()


@dataclass
class Player:
    """A page, by what a player does on it."""

    page: Any
    address: str

    def ask(self, script: str, *given: Any) -> Any:
        """What a function of the game that is played gives."""
        return self.page.evaluate(f"(given) => {{ const play = window.gridwright.play; return {script}; }}", given)

    # What is there

    def entry(self, place: str, layer: str = "entry") -> str:
        return self.ask("play.game.get(given[0], given[1])", layer, place)

    def entries(self, layer: str = "entry") -> dict[str, str]:
        return self.ask("({...play.game.layers[given[0]]})", layer)

    def fingerprint(self) -> str:
        return self.ask("play.game.fingerprint()")

    def strokes(self) -> int:
        return self.ask("play.game.done.length")

    def solved(self) -> bool:
        return self.ask("play.game.solved")

    def wait_solved(self) -> None:
        self.wait("play.game.solved")

    def said(self) -> str:
        return self.page.locator("#live").text_content()

    def label(self, place: str) -> str:
        return self.page.locator(f'[data-stop="{place}"]').get_attribute("aria-label")

    def solution(self) -> dict[str, str]:
        """The value of each place."""
        puzzle = gridwright.from_dict(self.ask("play.sheet.document.puzzle"))
        [solution] = gridwright.solve(puzzle).solutions
        return {
            variable.name: variable.domain.symbol(value)
            for variable, value in zip(puzzle.variables, solution, strict=True)
        }

    def open_places(self) -> list[str]:
        return self.ask("play.sheet.places.filter((place) => place.given === undefined).map((place) => place.name)")

    def rows(self) -> list[list[str]]:
        """The places of each row, from left to right."""
        found: dict[str, list[str]] = {}
        for place in self.ask("play.sheet.places.map((place) => place.name)"):
            found.setdefault(place.partition("c")[0], []).append(place)
        return list(found.values())

    def writes(self) -> bool:
        """Are values written into what is selected? Otherwise strokes paint them."""
        return self.ask("play.sheet.input.stroke") == "select"

    def draws(self) -> bool:
        """Are values lines that strokes draw?"""
        return self.ask("play.sheet.input.stroke") == "draw"

    def drawn(self, layer: str) -> int:
        """How much there is in a layer of the picture."""
        return self.page.locator(f".layer-{layer} > *").count()

    def wrong(self) -> str:
        """The outline of what breaks a rule."""
        return self.page.evaluate("document.querySelector('.wrong-line')?.getAttribute('d') ?? ''")

    # Where it is on the screen

    def middle(self, place: str) -> tuple[float, float]:
        """The middle of a place on the screen."""
        x, y = self.ask(
            """(({ sheet, board }) => {
                const { x, y } = board.geometry.stopByName.get(given[0]) ?? {};
                return sheet.byName.get(given[0])?.at ?? [x, y];
            })(play)""",
            place,
        )
        return self.on_screen(x, y)

    def on_screen(self, x: float, y: float) -> tuple[float, float]:
        """A point of the picture on the screen."""
        return tuple(
            self.ask(
                """(({ board }) => {
                    const box = board.picture.getBoundingClientRect();
                    return [box.left + (given[0] - board.box[0]) / board.box[2] * box.width,
                        box.top + (given[1] - board.box[1]) / board.box[3] * box.height];
                })(play)""",
                x,
                y,
            )
        )

    # What hands do

    def click(self, place: str, **options: Any) -> None:
        self.page.mouse.click(*self.middle(place), **options)

    def tap(self, place: str) -> None:
        self.page.touchscreen.tap(*self.middle(place))

    def drag(self, *places: str, button: str = "left", steps: int = 1) -> None:
        self.drag_along([self.middle(place) for place in places], button, steps)

    def drag_along(self, points: list[tuple[float, float]], button: str = "left", steps: int = 1) -> None:
        """A stroke through points of the screen."""
        mouse = self.page.mouse
        mouse.move(*points[0])
        mouse.down(button=button)
        for point in points[1:]:
            mouse.move(*point, steps=steps)
        mouse.up(button=button)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def select(self, places: Iterable[str]) -> None:
        """Selects places by the mouse: a stroke through neighbours, and others with Ctrl held."""
        for number, stroke in enumerate(strokes_through(places)):
            if number:
                self.page.keyboard.down("Control")
            self.drag(*stroke)
        self.page.keyboard.up("Control")

    def write(self, place: str, symbol: str) -> None:
        """Enters a value by the mouse, and the keyboard where values are written."""
        if self.writes():
            self.click(place)
            self.press(symbol)
        for _ in range(self.ask("play.sheet.input.cycle.length")):
            if self.entry(place) != symbol:
                self.click(place)
        assert symbol == self.entry(place)

    def choose(self, **settings: Any) -> None:
        """As if it had been chosen among the settings."""
        self.page.evaluate("(chosen) => Object.assign(window.gridwright.play.settings, chosen)", settings)

    def pad(self, label: str) -> None:
        self.page.locator(".pad").get_by_role("button", name=label, exact=True).click()

    def focus(self) -> None:
        self.page.locator('.board-grid [tabindex="0"]').focus()

    def tab_to_board(self) -> None:
        """Goes from the top of the page to the board by the tab key."""
        self.press("Tab")
        while not self.page.evaluate("document.activeElement.matches('[role=gridcell]')"):
            self.press("Tab")

    def stand_on(self, place: str) -> None:
        """Goes to a cell by arrow keys, around what is none."""
        keys = self.ask(
            """(({ board: { geometry }, controls }) => {
                const ways = new Map([[controls.cursor, []]]);
                for (const [name, keys] of ways) for (const key of ["Down", "Up", "Right", "Left"]) {
                    const next = geometry.neighbour(geometry.stopByName.get(name), key.toLowerCase()).name;
                    if (!ways.has(next)) ways.set(next, [...keys, `Arrow${key}`]);
                }
                return ways.get(given[0]);
            })(play)""",
            place,
        )
        self.press(*keys)
        assert place == self.ask("play.controls.cursor")

    def beside(self, line: str) -> tuple[str, str]:
        """A cell beside a line, and the arrow key that leads from there to it."""
        return self.ask(
            """(({ geometry }) => {
                for (const stop of geometry.stops) for (const key of ["Up", "Left", "Down", "Right"]) {
                    const line = geometry.lineTowards(stop, key.toLowerCase());
                    if (line?.name === given[0]) return [stop.name, `Arrow${key}`];
                }
            })(play.board)""",
            line,
        )

    def draw_by_keys(self, line: str) -> None:
        """Goes to a cell beside a line and draws it by Ctrl and an arrow key."""
        cell, key = self.beside(line)
        self.stand_on(cell)
        self.press(f"Control+{key}")

    def lines_in_order(self, lines: Iterable[str]) -> list[tuple[float, float]]:
        """The points that a loop of lines runs through, and its first again."""
        left = [tuple(self.ask("play.sheet.byName.get(given[0]).line", line)) for line in lines]
        points = [left[0][:2], left.pop(0)[2:]]
        while left:
            line = next(line for line in left if points[-1] in (line[:2], line[2:]))
            left.remove(line)
            points.append(line[2:] if points[-1] == line[:2] else line[:2])
        return points

    def hint(self) -> None:
        """The next stage of a hint."""
        stage = "JSON.stringify([play.reasons.hint && play.reasons.stage, play.game.done.length])"
        before = self.ask(stage)
        self.page.locator('[data-action="hint"]').dispatch_event("click")
        self.wait(f"{stage} !== {before!r}")

    def wait(self, script: str) -> None:
        """Until something holds of the game that is played."""
        self.page.wait_for_function(f"() => {{ const play = window.gridwright?.play; return play && ({script}); }}")

    def replay(self) -> int:
        """Opens the replay of the solution; how many steps it has."""
        self.page.locator(".menu summary").click()
        self.page.get_by_role("button", name="Replay the solution").click()
        self.wait("play.reasons.replaying")
        return self.ask("play.reasons.replaying.explanation.steps.length")

    def share(self) -> str:
        """The fragment of a link with all that is done."""
        page = self.page
        page.locator(".menu summary").click()
        page.get_by_role("button", name="Share").click()
        link = page.get_by_label("Link", exact=True)
        page.wait_for_function("() => document.querySelector('dialog input').value")
        bare = link.input_value()
        page.get_by_label("with what I have done").check()
        page.wait_for_function("(bare) => document.querySelector('dialog input').value !== bare", arg=bare)
        shared = link.input_value().removeprefix(self.address)
        page.keyboard.press("Escape")
        return shared


def strokes_through(places: Iterable[str]) -> list[list[str]]:
    """Places in strokes: each goes on to a neighbour, across corners too, as long as there is one."""
    left, strokes = list(places), []
    while left:
        stroke = [left.pop(0)]
        while beside := [
            place for place in left if all(abs(a - b) <= 1 for a, b in zip(at(stroke[-1]), at(place), strict=True))
        ]:
            stroke.append(beside[0])
            left.remove(beside[0])
        strokes.append(stroke)
    return strokes


def at(place: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", place)))


# A puzzle to its end


def opened(visit: Callable[..., Player], genre: str, **options: Any) -> tuple[Player, dict[str, str]]:
    """The easiest small shipped puzzle of a genre, and what belongs into it."""
    player = visit(f"#genre/{genre}", **options)
    found = player.page.evaluate(
        "async (genre) => (await (await import('./api.js')).corpus({ genre, count: 200 })).puzzles", genre
    )
    smallest = min(found, key=lambda each: (each["rows"] * each["columns"], each["rating"] or 0))
    player.page.goto(f"{player.address}#play?id={smallest['id']}")
    player.wait("play.sheet.document.genre === '" + genre + "'")
    solution = player.solution()
    second = player.ask("play.sheet.input.second")
    return player, {place: solution[place] for place in player.open_places() if solution[place] != second}


def play_by_keyboard(player: Player, wanted: dict[str, str]) -> None:
    """Arrow keys and digits, or arrow keys alone where lines are drawn; nothing else is touched."""
    player.tab_to_board()
    for place, symbol in wanted.items():
        if player.draws():
            player.draw_by_keys(place)
        else:
            player.stand_on(place)
            player.press(symbol if player.writes() else "1")
    player.wait_solved()


def play_by_strokes(player: Player, wanted: dict[str, str]) -> None:
    """Where values are written, strokes select all places of one and a key of the pad fills them; where lines are drawn
    one stroke is the loop; where both values are painted each button paints one; else a stroke along each row crosses
    out all that has no star."""
    first, second, paints = player.ask("(({ first, second, paints }) => [first, second, paints])(play.sheet.input)")
    if player.writes():
        row = player.rows()[0]
        player.drag(row[0], row[-1])
        assert row == player.ask("[...play.controls.selection]")
        symbols = sorted(set(wanted.values()))
        for symbol in symbols:
            places = [place for place in wanted if wanted[place] == symbol]
            player.select(places)
            assert set(places) == set(player.ask("[...play.controls.selection]"))
            player.pad(symbol)
        assert len(symbols) == player.strokes()
    elif player.draws():
        player.drag_along([player.on_screen(*point) for point in player.lines_in_order(wanted)])
        assert (1, wanted) == (player.strokes(), player.entries())
    elif first in paints:
        player.choose(completion="guarded")
        rest = [place for place in player.open_places() if place not in wanted]
        for places, button in ((list(wanted), "left"), (rest, "right")):
            assert not player.solved()
            for stroke in strokes_through(places):
                player.drag(*stroke, button=button)
        assert wanted | dict.fromkeys(rest, second) == player.entries()
    else:
        player.choose(autoCross=False, completion="guarded")
        for place, symbol in wanted.items():
            player.write(place, symbol)
        before = player.strokes()
        rows = [row for row in player.rows() if not set(row) <= set(wanted)]
        for row in rows:
            assert not player.solved()
            if len(row) > 1:
                player.drag(row[0], row[-1])
            else:
                player.click(row[0], button="right")
        assert before + len(rows) == player.strokes()
        assert player.solution() == player.entries()
    player.wait_solved()


def play_by_taps(player: Player, wanted: dict[str, str]) -> None:
    """Single taps on board and pad."""
    first = player.ask("play.sheet.input.first")
    if not player.writes():
        player.page.locator(".pad-modes .key").nth(1).tap()
    for place, symbol in wanted.items():
        if player.entry(place) in (symbol, first):
            continue
        player.tap(place)
        if player.writes():
            player.page.locator(f'.value-key[data-symbol="{symbol}"]').tap()
    player.wait_solved()


def take_a_hint(player: Player) -> None:
    """A hint through its stages: no cell, where, why, done; then it is undone."""
    start, strokes = player.fingerprint(), player.strokes()
    names = player.page.locator(".reasons .name")
    player.hint()
    assert (0, 0, 0) == (names.count(), player.drawn("evidence"), player.drawn("ink"))
    player.hint()
    assert names.count() >= 1
    assert 0 == player.drawn("ink")
    player.hint()
    assert player.drawn("evidence") + player.drawn("ink") >= 1
    assert (start, strokes) == (player.fingerprint(), player.strokes())
    player.hint()
    assert strokes + 1 == player.strokes()
    player.focus()
    player.press("Control+z")
    assert start == player.fingerprint()


def broken_rule(player: Player) -> tuple[list[str], str, str]:
    """Places of a rule, of a count if there is one, that come out right, one more of it, and a value that breaks it."""
    names, free, solution = player.ask("play.sheet.names"), set(player.open_places()), player.solution()
    rules = [rule for rule in player.ask("play.sheet.document.rules") if rule.get("places")]
    for rule in sorted(rules, key=lambda rule: (rule["kind"] != "count", len(rule["places"]))):
        places = [names[place] for place in rule["places"]]
        has = [place for place in places if solution[place] == rule.get("value")]
        others = [place for place in places if place not in has]
        if not set(places) <= free:
            continue
        if rule["kind"] == "count" and len(has) == rule["most"] and others:
            return has, others[0], rule["value"]
        if rule["kind"] != "count" or (len(has) == rule["least"] and has):
            right, wrong = (others, has[0]) if has else (places[1:], places[0])
            symbols = player.ask("play.sheet.symbolsOf(given[0])", wrong)
            return right, wrong, next(symbol for symbol in symbols if symbol != solution[wrong])
    raise AssertionError("no rule can be broken")


def make_an_error(player: Player, wanted: dict[str, str]) -> None:
    """Two equal values that may not be, or one that nothing leaves room for; both are seen at once, and named."""
    place, symbol = next(iter(wanted.items()))
    against = player.ask(
        """[...play.sheet.seenFrom(given[0]), ...[...play.sheet.partners.get(given[1])
            ?.[play.sheet.numbers.get(given[0])] ?? []].map((number) => play.sheet.places[number].name)]""",
        place,
        symbol,
    )
    if against:
        player.write(place, symbol)
        wrong = next(other for other in player.open_places() if other in against)
    else:
        right, wrong, symbol = broken_rule(player)
        solution = player.solution()
        for place in right:
            player.write(place, solution[place])
    assert "" == player.wrong()
    player.write(wrong, symbol)
    player.page.locator(".notice.is-wrong").wait_for()
    assert player.wrong()
    assert "in conflict" in player.label(player.beside(wrong)[0] if player.draws() else wrong)
    player.page.locator('[data-action="check"]').click()
    player.page.locator(".reasons").get_by_text("Something is not right.").wait_for()
    player.page.get_by_role("button", name="Show what").click()
    player.wait("play.reasons.hint")
    player.hint()
    assert (
        player.ask("play.sheet.byName.get(given[0]).said", wrong) in player.page.locator(".reasons-body").inner_text()
    )


def undo_all(player: Player) -> None:
    """Back to the beginning, stroke by stroke."""
    player.focus()
    player.press(*["Control+z"] * player.strokes())
    assert (0, "") == (player.strokes(), player.wrong())
    assert {} == player.entries()
