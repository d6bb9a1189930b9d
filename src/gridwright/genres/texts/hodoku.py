"""HoDoKu's library: a sudoku position in which a technique gives just these conclusions, as one line.

    :0300:7:GRID:DELETED:ELIMINATIONS:PLACEMENTS:LENGTH

    0300            the code of a technique; a fifth digit 1 marks Siamese fish. Behind `-` a variant, or x: it must not
                    fire. 0000 with x for the digits says nothing but the position
    7               the digits that are looked at
    GRID            81 cells, a blank is `.`; `+` stands before a digit that was placed
    DELETED …       candidates, each digit, row and column: 123 is digit 1 in row 2 and column 3
    LENGTH          how long a chain is; may be left out

The givens are the puzzle; what was placed and deleted is a player's: `entries` tells it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...formats.building import build, require_only, require_square
from ...formats.codec import SPACES, tidy
from ...model import CannotSay, Format, Genre, Puzzle, State, TextError, shorten

SIDE = 9
POSITION = "0000"
"""The code, and `NO_DIGITS` the digits, of a line that says a position and no more."""
NO_DIGITS = "x"

Candidate = tuple[int, int]
"""A cell and a value, both from 0."""

_CODE = re.compile(r"([0-9]{4}1?|x{4})(?:-([0-9a-z]{1,9}))?")
_FIELDS = ("code", "digits", "grid", "deleted candidates", "eliminations", "placements", "length")
_LONGEST = 20_000


@dataclass(frozen=True)
class LibraryLine:
    """One line: what is known of the position, and what follows."""

    givens: tuple[Candidate, ...]
    placed: tuple[Candidate, ...] = ()
    deleted: tuple[Candidate, ...] = ()
    code: str = POSITION
    variant: str = ""
    digits: str = NO_DIGITS
    eliminations: tuple[Candidate, ...] = ()
    placements: tuple[Candidate, ...] = ()
    length: int | None = None

    @property
    def must_not_fire(self) -> bool:
        """Is this a position in which the technique is silent?"""
        return self.variant == "x"

    @classmethod
    def read(cls, text: str) -> LibraryLine:
        """A line's text.

        >>> line = LibraryLine.read(":0703:56:" + "+1" + "." * 80 + ":581:681::11")
        >>> line.code, line.placed, line.eliminations, line.length
        ('0703', ((0, 0),), ((63, 5),), 11)
        """
        text = tidy(text)
        if len(text) > _LONGEST:
            raise TextError(f"expected a line of the library, found {len(text):,} characters")
        at = len(text) - len(text.lstrip(SPACES))
        line = text.strip(SPACES)
        if not line.startswith(":"):
            raise TextError(f"expected ':' before the code, found {shorten(line[:1] or 'the end')}", column=at + 1)
        fields: list[tuple[str, int]] = []
        for field in line[1:].split(":"):
            at += 1
            fields.append((field, at))
            at += len(field)
        if not len(_FIELDS) - 1 <= len(fields) <= len(_FIELDS):
            raise TextError(f"expected {', '.join(_FIELDS)} with ':' between them, found {len(fields)} fields")
        code, digits, grid, deleted, eliminations, placements, *length = fields
        match = _CODE.fullmatch(code[0])
        if match is None:
            raise TextError(
                f"expected a code such as 0300, 03111 or 0606-x, found {shorten(code[0])}", column=code[1] + 1
            )
        if digits[0] != NO_DIGITS and not re.fullmatch(r"[1-9]*", digits[0]):
            raise TextError(f"expected digits, found {shorten(digits[0])}", column=digits[1] + 1)
        long = length[0] if length else ("", 0)
        if not re.fullmatch(r"[0-9]{0,4}", long[0]):
            raise TextError(f"expected a length, found {shorten(long[0])}", column=long[1] + 1)
        givens, placed = _grid(*grid)
        return cls(
            givens, placed, tuple(_candidates(*deleted)), match[1], match[2] or "", digits[0],
            tuple(_candidates(*eliminations)), tuple(_candidates(*placements)), int(long[0]) if long[0] else None,
        )  # fmt: skip

    @property
    def text(self) -> str:
        """The line."""
        known = {x: str(value + 1) for x, value in self.givens} | {x: f"+{value + 1}" for x, value in self.placed}
        grid = "".join(known.get(x, ".") for x in range(SIDE * SIDE))
        parts = [
            self.code + f"-{self.variant}" * bool(self.variant), self.digits, grid,
            *(" ".join(map(_name, some)) for some in (self.deleted, self.eliminations, self.placements)),
            "" if self.length is None else str(self.length),
        ]  # fmt: skip
        return ":" + ":".join(parts)

    def facts(self, puzzle: Puzzle) -> tuple[str, ...]:
        """What was placed and deleted."""
        return (
            *(puzzle.fact(x, value) for x, value in self.placed),
            *(puzzle.fact(x, value, "-") for x, value in self.deleted),
        )

    @classmethod
    def of(cls, state: State) -> LibraryLine:
        """The line that says a position: what is deleted is what the digits that stand there leave."""
        puzzle, structure = state.puzzle, state.structure
        _require(puzzle)
        known = {x: value for x, value in enumerate(state.written) if value is not None}
        deleted = [
            (x, value)
            for x, mask in enumerate(state.masks)
            if x not in known
            for value in range(SIDE)
            if not mask >> value & 1 and all(known.get(y) != value for y in structure.peers[x])
        ]
        return cls(
            tuple(sorted(puzzle.givens.items())),
            tuple((x, value) for x, value in sorted(known.items()) if x not in puzzle.givens),
            tuple(deleted),
        )


class Hodoku(Format):
    """A line of HoDoKu's library: the position of it."""

    key = "hodoku"
    title = "HoDoKu library line"
    positions = True

    def recognises(self, text: str) -> bool:
        """A colon, a code, and the fields behind it."""
        line = text[:_LONGEST].strip("\ufeff" + SPACES)
        return line.startswith(":") and _CODE.match(line, 1) is not None and 5 <= line.count(":") <= 7

    def resembles(self, text: str) -> bool:
        """The same with another number of fields."""
        line = text[:100].lstrip("\ufeff" + SPACES)
        return line.startswith(":") and _CODE.match(line, 1) is not None

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The givens."""
        return build(genre, SIDE, SIDE, givens=dict(LibraryLine.read(text).givens))

    def entries(self, text: str, puzzle: Puzzle) -> tuple[str, ...]:
        """What was placed and deleted."""
        return LibraryLine.read(text).facts(puzzle)

    def write(self, puzzle: Puzzle) -> str:
        """The line of a position in which nothing is placed or deleted."""
        _require(puzzle)
        return LibraryLine(tuple(sorted(puzzle.givens.items()))).text

    def write_position(self, state: State) -> str:
        """The line of a position, without any technique."""
        return LibraryLine.of(state).text


def _require(puzzle: Puzzle) -> None:
    """A plain sudoku of nine rows."""
    require_only(puzzle, "a line of HoDoKu's library")
    if require_square(puzzle, "a line of HoDoKu's library") != SIDE:
        raise CannotSay(
            f"a line of HoDoKu's library is for 9 by 9 boards, not {puzzle.grid.rows} by {puzzle.grid.columns}"
        )


def _grid(text: str, at: int) -> tuple[tuple[Candidate, ...], tuple[Candidate, ...]]:
    """The givens of a grid, and what was placed."""
    givens: list[Candidate] = []
    placed: list[Candidate] = []
    plus, x = False, 0
    for i, sign in enumerate(text):
        if sign == "+" and not plus:
            plus = True
            continue
        if sign not in "123456789" and (plus or sign not in ".0"):
            expected = "a digit behind '+'" if plus else "a digit, '+' or '.'"
            raise TextError(f"expected {expected}, found {shorten(sign)}", column=at + i + 1)
        if sign not in ".0":
            (placed if plus else givens).append((x, int(sign) - 1))
        plus, x = False, x + 1
    if x != SIDE * SIDE or plus:
        raise TextError(f"expected a grid of 81 cells, found {x}", column=at + 1)
    return tuple(givens), tuple(placed)


def _candidates(text: str, at: int) -> Iterator[Candidate]:
    for match in re.finditer(r"\S+", text):
        name = match[0]
        if not re.fullmatch(r"[1-9]{3}", name):
            message = f"expected digit, row and column of a candidate, such as 123, found {shorten(name)}"
            raise TextError(message, column=at + match.start() + 1)
        digit, row, column = map(int, name)
        yield SIDE * (row - 1) + column - 1, digit - 1


def _name(candidate: Candidate) -> str:
    x, value = candidate
    return f"{value + 1}{x // SIDE + 1}{x % SIDE + 1}"


def ordered(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Conclusions as the library lists them: by digit, then by cell."""
    return tuple(sorted(candidates, key=lambda each: (each[1], each[0])))
