"""Stars: a region map on one line, `STARS:row/row/…`, and what is given after a second colon.

1:AABB/ACCB/DCCB/DDDB           one star a row
1:AABB/ACCB/DCCB/DDDB:..*./..../x.../....     a star given in r1c3, a cross in r3c1
"""

from __future__ import annotations

from collections.abc import Sequence

from ...formats.building import build, require_only
from ...formats.codec import Cursor
from ...formats.region_rows import HOLE, read_rows, write_rows
from ...model import Format, Genre, Puzzle, PuzzleError, TextError, shorten
from ...model.grid import LARGEST_SIDE, square
from ...model.group import LETTERS

STAR, CROSS, BLANKS = "*", "x", ".?"
_LONGEST = 10_000
_LETTERS = frozenset(LETTERS)
_NUMBERS = frozenset("123456789")
_IN_ORDER = bytes.maketrans(LETTERS.encode(), bytes(range(len(LETTERS))))


class Stars(Format):
    """Letters in order of first appearance, A–Z, a–z, 0–9; `#` a hole; givens only where there are some."""

    key = "stars"
    title = "stars and region letters, on one line"

    def recognises(self, text: str) -> bool:
        """A number, and a square of letters."""
        number, _, rest = text[:_LONGEST].strip().partition(":")
        rows = rest.partition(":")[0].split("/")
        named = 1 <= len(number) <= 2 and all(c in "0123456789" for c in number)
        square = len(rows) > 1 and all(len(row) == len(rows) for row in rows)
        return named and square and all(c in LETTERS or c == HOLE for row in rows for c in row)

    def resembles(self, text: str) -> bool:
        """A number and a colon."""
        number, colon, _ = text[:40].strip()[:3].partition(":")
        return colon == ":" and number != "" and all(c in "0123456789" for c in number)

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of a line."""
        cursor = Cursor(text)
        stars = cursor.number(1, LARGEST_SIDE, "a number of stars")
        cursor.expect(":", "':' after the number of stars")
        rows, places = _rows(cursor)
        grid, regions = read_rows(rows, places)
        clues = {"stars": stars, "regions": regions}
        if not cursor.skip(":"):
            cursor.finish()
            return build(genre, grid.rows, grid.columns, clues=clues)
        start = cursor.at
        board, places = _rows(cursor)
        cursor.finish()
        if len(board) != grid.rows:
            raise cursor.wrong(f"expected givens for {grid.rows} rows, found {len(board)}", start)
        givens: dict[int, str] = {}
        for r, (row, (_, column)) in enumerate(zip(board, places, strict=True)):
            if len(row) != grid.columns:
                message = f"row {r + 1} of the givens has {len(row)} cells, expected {grid.columns}: {shorten(row)}"
                raise TextError(message, column=column)
            for c, sign in enumerate(row):
                hole = regions[grid.cell(r, c)] < 0
                if (sign == HOLE) != hole or sign not in STAR + CROSS + BLANKS + HOLE:
                    expected = f"'{HOLE}'" if hole else f"one of {STAR} {CROSS} {BLANKS[0]}"
                    raise TextError(
                        f"{grid.name(grid.cell(r, c))}: expected {expected}, found {sign!r}", column=column + c
                    )
                if sign in STAR + CROSS:
                    givens[grid.cell(r, c)] = sign
        bare = build(genre, grid.rows, grid.columns, clues=clues)
        values = {
            x: _value(variable.domain.index(STAR), givens[variable.place.number])
            for x, variable in enumerate(bare.variables)
            if variable.place.number in givens
        }
        return build(genre, grid.rows, grid.columns, clues=clues, givens=values)

    def quick(self, text: str, genre: Genre) -> Puzzle | None:
        """A line without givens and holes."""
        number, _, rest = text.partition(":")
        rows = rest.split("/")
        n, letters = len(rows), "".join(rows)
        names = dict.fromkeys(letters)
        if not (number in _NUMBERS and 1 < n == len(names) and set(map(len, rows)) == {n} and names.keys() <= _LETTERS):
            return None
        in_order = "".join(names) == LETTERS[:n]
        numbers = _IN_ORDER if in_order else bytes.maketrans("".join(names).encode(), bytes(range(n)))
        clues = {"stars": int(number), "regions": tuple(letters.encode().translate(numbers))}
        try:
            puzzle = Puzzle.plain(genre, square(n), clues, {}, sound=int(number) <= n)
        except PuzzleError:
            return None
        return puzzle.written_as(text) if in_order else puzzle

    def write(self, puzzle: Puzzle) -> str:
        """The line."""
        require_only(puzzle, "a line of stars", clues=("stars", "regions"))
        text = f"{puzzle.clue('stars')}:{'/'.join(write_rows(puzzle))}"
        if not puzzle.givens:
            return text
        board = [HOLE] * len(puzzle.grid)
        for x, variable in enumerate(puzzle.variables):
            value = puzzle.givens.get(x)
            board[variable.place.number] = BLANKS[0] if value is None else _sign(variable.domain.index(STAR), value)
        return text + ":" + "/".join("".join(board[cell] for cell in line) for line in puzzle.grid.row_lines)


def _rows(cursor: Cursor) -> tuple[list[str], Sequence[tuple[int | None, int]]]:
    """Rows between slashes, up to a colon or the end, and where each begins."""
    rows: list[str] = []
    places: list[tuple[int | None, int]] = []
    while not rows or cursor.skip("/"):
        start = cursor.at
        while cursor.peek() not in ("", "/", ":"):
            cursor.take()
        rows.append(cursor.text[start : cursor.at])
        places.append((None, start + 1))
        if len(rows) > LARGEST_SIDE:
            raise cursor.wrong(f"expected at most {LARGEST_SIDE} rows", start)
    return rows, places


def _value(star: int, sign: str) -> int:
    """The value of a sign on a board of two values."""
    return star if sign == STAR else 1 - star


def _sign(star: int, value: int) -> str:
    return STAR if value == star else CROSS
