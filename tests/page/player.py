"""Somebody who plays: what tests do to a page, and what they look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gridwright

SUDOKU = "1...3..4..2....1"
SUDOKU_SOLUTION = "1432321441232341"
QUEENS = "1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE"


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

    def pad(self, label: str) -> None:
        self.page.locator(".pad").get_by_role("button", name=label, exact=True).click()

    def focus(self) -> None:
        self.page.locator('.board-grid [tabindex="0"]').focus()

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
