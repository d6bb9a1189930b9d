"""A format: a two-way text form of puzzles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from .errors import CannotSay

if TYPE_CHECKING:
    from .genre import Genre
    from .puzzle import Puzzle
    from .state import State


class Format(ABC):
    """Reads strictly, writes canonically. Formats know clue keys, never a genre: the genre is handed in.

    `key` is what `--format` takes; several formats of a genre have different keys.
    `one_line` says whether a written puzzle is a single line.
    """

    key: str
    title: str
    one_line: bool = True
    positions: bool = False
    """Can it also say what a player has written into a puzzle, for `write_position`?"""

    @abstractmethod
    def recognises(self, text: str) -> bool:
        """Is the text of this form beyond doubt, so that genre and format need not be named? Cheap; never raises."""

    def resembles(self, text: str) -> bool:
        """Was this form probably meant, if with a slip? Its error is then the one that helps. Cheap; never raises."""
        return self.recognises(text)

    @abstractmethod
    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of a text; raises TextError with the place."""

    def entries(self, text: str, puzzle: Puzzle) -> tuple[str, ...]:
        """What a player has written into the puzzle of a text, as facts; most forms have no words for that."""
        return ()

    def quick(self, text: str, genre: Genre) -> Puzzle | None:
        """What `read` makes of a text that is plainly of this form, sooner; None where there is any doubt.

        Thousands of lines come through here: whatever is unusual, right or wrong, is left to `read`. It never raises,
        and what it reads, `recognises` recognises.
        """
        return None

    @abstractmethod
    def write(self, puzzle: Puzzle) -> str:
        """The text of a puzzle; raises CannotSay where the form has no words for some part of it."""

    def write_position(self, state: State) -> str:
        """The text of a puzzle with what a player has written into it; most forms have no words for that."""
        raise CannotSay(f"{self.title}: no words for what is written into a puzzle")
