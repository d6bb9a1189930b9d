"""SudokuWiki: the strings by which sudokuwiki.org hands over a board, bare or in an address behind `?bd=`.

    https://www.sudokuwiki.org/sudoku.htm?bd=53007…      81 digits, 0 for a blank: a puzzle
    S9B015y2e685w…                                       and two characters of base 36 a cell: a position

      1 –   9     a clue
     10 –  18     a digit that was placed: 9 more than it
     19 – 529     candidates: 18 more than the sum of 1 for 1, 2 for 2, 4 for 3, … 256 for 9

What is placed, and what candidates leave out, is a player's and no part of the puzzle: `entries` tells it. Without a
clue the candidates are the puzzle, as in a grid of pencil marks. A puzzle is written with the candidates that its clues
leave. The older string of 162 characters without `S9B` is not read: where it is met, clues are marked in two ways.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...formats.building import build, require_only, require_square
from ...formats.codec import SPACES, tidy
from ...model import CannotSay, Format, Genre, Puzzle, State, TextError, bits, shorten

HEAD = "S9B"
SIDE, CELLS = 9, 81
PLACED, MARKED = SIDE, 2 * SIDE
EVERY = (1 << SIDE) - 1

_ADDRESS = re.compile(r"(?:https?://)?(?:www\.)?sudokuwiki\.org/[^\s?#]{0,100}\?(?:[^\s#]{0,100}&)?bd=", re.IGNORECASE)
_OLDER = re.compile(r"[0-9a-vA-V]{162}")
_FIGURES = "0123456789abcdefghijklmnopqrstuvwxyz"


class SudokuWiki(Format):
    """`S9B` and 162 characters, or an address with these or with 81 digits."""

    key = "sudokuwiki"
    title = "SudokuWiki string, with candidates"
    positions = True

    def recognises(self, text: str) -> bool:
        """An address of that site with a board, or `S9B` and as many characters."""
        line = text[:1000].lstrip("\ufeff" + SPACES)
        return _ADDRESS.match(line) is not None or (line[:3].upper() == HEAD and len(line.rstrip(SPACES)) == 165)

    def resembles(self, text: str) -> bool:
        """`S9B` and anything."""
        return self.recognises(text) or text[:20].lstrip("\ufeff" + SPACES)[:3].upper() == HEAD

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The clues; where there are none, the candidates."""
        if (digits := _digits(text)) is not None:
            return build(
                genre, SIDE, SIDE, givens={x: int(each) - 1 for x, each in enumerate(digits) if each in _GIVEN}
            )
        cells = list(_cells(text))
        givens = {x: number - 1 for x, number in enumerate(cells) if number <= SIDE}
        if not givens:
            masks = [_mask(number) for number in cells]
            return build(genre, SIDE, SIDE, marks=None if set(masks) == {EVERY} else masks)
        return build(genre, SIDE, SIDE, givens=givens)

    def entries(self, text: str, puzzle: Puzzle) -> tuple[str, ...]:
        """Digits that were placed, and what candidates leave out."""
        if _digits(text) is not None or puzzle.marks is not None:
            return ()
        facts: list[str] = []
        for x, number in enumerate(_cells(text)):
            if SIDE < number <= MARKED:
                facts.append(puzzle.fact(x, number - PLACED - 1))
            elif number > MARKED:
                facts += (puzzle.fact(x, value, "-") for value in bits(EVERY ^ _mask(number)))
        return tuple(facts)

    def write(self, puzzle: Puzzle) -> str:
        """Clues, and the candidates that they leave."""
        state = State.of(puzzle)
        masks = list(state.masks)
        for x, value in puzzle.givens.items():
            for y in puzzle.structure.peers[x] - puzzle.givens.keys():
                masks[y] &= ~(1 << value)
        return self.write_position(State(puzzle, tuple(masks), state.placed))

    def write_position(self, state: State) -> str:
        """Clues, what is placed, and the candidates of the other cells."""
        puzzle = state.puzzle
        require_only(puzzle, "a SudokuWiki string", marks=True)
        if require_square(puzzle, "a SudokuWiki string") != SIDE:
            raise CannotSay(
                f"a SudokuWiki string is for 9 by 9 boards, not {puzzle.grid.rows} by {puzzle.grid.columns}"
            )
        numbers = []
        for x, (mask, value) in enumerate(zip(state.masks, state.written, strict=True)):
            if not mask:
                raise CannotSay(
                    f"a SudokuWiki string has no words for a cell without a candidate, and {_name(x)} has none"
                )
            clue = x in puzzle.givens
            numbers.append(MARKED + mask if value is None else value + 1 + (0 if clue else PLACED))
        return HEAD + "".join(_FIGURES[number // 36] + _FIGURES[number % 36] for number in numbers)


_GIVEN = "123456789"


def _name(x: int) -> str:
    return f"r{x // SIDE + 1}c{x % SIDE + 1}"


def _mask(number: int) -> int:
    """The candidates of an open or placed cell."""
    return number - MARKED if number > MARKED else 1 << (number - PLACED - 1)


def _body(text: str) -> tuple[str, int]:
    """What stands behind the address, and where."""
    line = tidy(text)
    at = len(line) - len(line.lstrip(SPACES))
    head = _ADDRESS.match(line, at)
    start = head.end() if head else at
    body = re.match(r"[^\s&#]*", line[start:])
    return body[0] if body else "", start


def _digits(text: str) -> str | None:
    """The 81 digits of an address that has these."""
    body, start = _body(text)
    if body[:3].upper() == HEAD:
        return None
    if _OLDER.fullmatch(body):
        raise TextError(
            "this is the older string of SudokuWiki, in which clues are marked in two ways; expected one that begins "
            f"with {HEAD}",
            column=start + 1,
        )
    if len(body) != CELLS:
        raise TextError(f"expected {HEAD} and 162 characters, or 81 digits, found {shorten(body)}", column=start + 1)
    for i, sign in enumerate(body):
        if sign not in _GIVEN and sign not in "0.":
            raise TextError(f"expected a digit, found {shorten(sign)}", column=start + i + 1)
    return body


def _cells(text: str) -> Iterator[int]:
    """The number of each cell."""
    body, start = _body(text)
    body = body[len(HEAD) :].lower()
    start += len(HEAD)
    if len(body) != 2 * CELLS:
        raise TextError(f"expected 162 characters behind {HEAD}, found {len(body)}", column=start + 1)
    for x in range(CELLS):
        pair = body[2 * x : 2 * x + 2]
        if not set(pair) <= set(_FIGURES) or not 0 < int(pair, 36) <= MARKED + EVERY:
            message = f"expected 01 to ep for {_name(x)} (a clue, a digit or candidates), found {shorten(pair)}"
            raise TextError(message, column=start + 2 * x + 1)
        yield int(pair, 36)
