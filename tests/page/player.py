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

    def drawn(self, layer: str) -> int:
        """How much there is in a layer of the picture."""
        return self.page.locator(f".layer-{layer} > *").count()

    def wrong(self) -> str:
        """The outline of what breaks a rule."""
        return self.page.evaluate("document.querySelector('.wrong-line')?.getAttribute('d') ?? ''")

    # Where it is on the screen

    def middle(self, place: str) -> tuple[float, float]:
        """The middle of a place on the screen."""
        return tuple(
            self.ask(
                """(() => {
                    const { board, sheet } = play, at = sheet.byName.get(given[0])?.at
                        ?? [board.geometry.stopByName.get(given[0]).x, board.geometry.stopByName.get(given[0]).y];
                    const box = board.picture.getBoundingClientRect();
                    return [box.left + (at[0] - board.box[0]) / board.box[2] * box.width,
                        box.top + (at[1] - board.box[1]) / board.box[3] * box.height];
                })()""",
                place,
            )
        )

    # What hands do

    def click(self, place: str, **options: Any) -> None:
        self.page.mouse.click(*self.middle(place), **options)

    def tap(self, place: str) -> None:
        self.page.touchscreen.tap(*self.middle(place))

    def drag(self, *places: str, button: str = "left", steps: int = 1) -> None:
        first, *others = places
        mouse = self.page.mouse
        mouse.move(*self.middle(first))
        mouse.down(button=button)
        for place in others:
            mouse.move(*self.middle(place), steps=steps)
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
        """Goes to a cell by arrow keys."""
        row, column = (int(part) for part in place[1:].split("c"))
        here = self.ask("play.controls.cursor")
        at_row, at_column = (int(part) for part in here[1:].split("c"))
        self.press(*["ArrowDown" if row > at_row else "ArrowUp"] * abs(row - at_row))
        self.press(*["ArrowRight" if column > at_column else "ArrowLeft"] * abs(column - at_column))

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
    """Arrow keys and digits; nothing else is touched."""
    player.tab_to_board()
    for place, symbol in wanted.items():
        player.stand_on(place)
        player.press(symbol if player.writes() else "1")
    player.wait_solved()


def play_by_strokes(player: Player, wanted: dict[str, str]) -> None:
    """Where values are written, strokes select all places of one and a key of the pad fills them; where they are
    painted, a stroke along each row crosses out all that has no star."""
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
    else:
        player.choose(autoCross=False, completion="guarded")
        for place, symbol in wanted.items():
            player.write(place, symbol)
        before = player.strokes()
        for row in player.rows():
            assert not player.solved()
            player.drag(row[0], row[-1])
        assert before + len(player.rows()) == player.strokes()
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
        alone = player.ask("play.sheet.document.rules.filter(({ places }) => places?.length === 1)[0].places[0]")
        wrong = player.ask("play.sheet.places[given[0]].name", alone)
        symbol = player.ask(
            "play.sheet.valuesOf(play.sheet.byName.get(given[0])).find(({ symbol }) => symbol !== given[1]).symbol",
            wrong,
            wanted[wrong],
        )
    assert "" == player.wrong()
    player.write(wrong, symbol)
    player.page.locator(".notice.is-wrong").wait_for()
    assert player.wrong()
    assert "in conflict" in player.label(wrong)
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
