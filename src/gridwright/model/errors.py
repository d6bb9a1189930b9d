"""What can go wrong, as a tree.

    GridwrightError          everything that this package raises on purpose
    ├── PuzzleError          the puzzle itself is malformed (a region is missing, a given clashes in shape)
    │   ├── TextError        … and the text it came from is known: has `line` and `column` where it can
    │   ├── DocumentError    JSON data that is none of our documents; names the place in it
    │   └── TooLarge         larger than what is asked of it can take; names the limit
    ├── CannotSay            a format has no words for this puzzle
    ├── UnknownName          no genre, format, engine … of that name; suggests the nearest
    ├── CorpusError          a corpus, or a line of it, that is not as it should be; names the file and the line
    ├── MissingExtra         an optional dependency is not installed; says the command that installs it
    └── Stopped              a limit struck before there was anything to answer (in `model/limits.py`)

"No solution", "two solutions" and "unknown" are answers, not errors.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Sequence, Set
from typing import Any


class GridwrightError(Exception):
    """Base of all errors raised on purpose; its text is a sentence for a person.

    >>> issubclass(TextError, GridwrightError)
    True
    """


class PuzzleError(GridwrightError):
    """The puzzle is malformed."""


class TextError(PuzzleError):
    """Text that is not a puzzle: what was expected, where, and what was found.

    >>> str(TextError("expected a digit, found 'q'", line=2, column=5))
    "line 2, column 5: expected a digit, found 'q'"
    """

    def __init__(self, message: str, *, line: int | None = None, column: int | None = None) -> None:
        self.message, self.line, self.column = message, line, column
        place = ", ".join(f"{word} {n}" for word, n in (("line", line), ("column", column)) if n is not None)
        super().__init__(f"{place}: {message}" if place else message)


class TooLarge(PuzzleError):
    """The puzzle is right, but larger than what was asked can take; the message names the limit."""


class DocumentError(PuzzleError):
    """Data that is no document of ours: where, what was expected, and what was found.

    >>> str(DocumentError("expected a fact like r3c5=7, found 'x'").inside(0).inside("conclusions"))
    "conclusions[0]: expected a fact like r3c5=7, found 'x'"
    """

    def __init__(self, message: str, place: str = "") -> None:
        self.message, self.place = message, place
        super().__init__(f"{place}: {message}" if place else message)

    def inside(self, part: str | int) -> DocumentError:
        """The same mistake, seen from one level further out: the field or the entry that it is in."""
        own = f"[{part}]" if isinstance(part, int) else part
        dot = "." if self.place and not self.place.startswith("[") else ""
        return DocumentError(self.message, f"{own}{dot}{self.place}")


class CannotSay(GridwrightError):
    """A format has no words for this puzzle; the message says which part."""


class UnknownName(GridwrightError):
    """No such genre, format, engine …; the message suggests the nearest one. Names keep their order, if they have one.

    >>> str(UnknownName("tier", "Eazy", ["Easy", "Hard", "Fiendish"]))
    "no tier 'Eazy'; did you mean 'Easy'? (there are: Easy, Hard, Fiendish)"
    >>> str(UnknownName("voice", "nobody", {"teacher", "coach"}))
    "no voice 'nobody' (there are: coach, teacher)"
    >>> str(UnknownName("candidate", "7", []))
    "no candidate '7': there are none"
    """

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known) if isinstance(known, Set) else list(known)
        near = _nearest(name[:80], names)
        guess = "" if near is None else f"; did you mean {near!r}?"
        there = f" (there are: {', '.join(names)})" if names else ": there are none"
        super().__init__(f"no {what} {shorten(name)}{guess}{there}")


def _nearest(name: str, names: Sequence[str]) -> str | None:
    """The name that was probably meant, whatever its case."""
    same = next((known for known in names if known.lower() == name.lower()), None)
    return same or next(iter(difflib.get_close_matches(name, names, n=1)), None)


class CorpusError(GridwrightError):
    """A corpus, or a line of it, that is not as it should be: the file, the line, and what is wrong."""


class MissingExtra(GridwrightError):
    """An optional dependency is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} is not installed; install it with: pip install 'gridwright[{extra}]'")


def shorten(text: str, width: int = 40) -> str:
    """Text as it should stand in an error: quoted, escaped, never longer than a line.

    >>> shorten("a" * 100, 10)
    "'aaaaaaaaaa…'"
    """
    return repr(text if len(text) <= width else text[:width] + "…")


def counted(number: int, noun: str) -> str:
    """Return the number with its noun: `1 step`, `2 steps`."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def quoted(data: Any) -> str:
    """Return JSON data as an error quotes it."""
    return shorten(data) if isinstance(data, str) else shorten(json.dumps(data, ensure_ascii=False))[1:-1]


def unlike(what: str, data: Any) -> DocumentError:
    """Return the error that something else was expected."""
    return DocumentError(f"expected {what}, found {quoted(data)}")
