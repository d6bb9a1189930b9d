"""Tents in words: trees among cells, and how many tents stand in each column and row.

sgt     8x8de:abb_c…,1,2,0,…      `_` a tree next, `a`–`y` 1–25 cells and then a tree, `z` 25 cells and none; a last
                                  tree stands behind the board; then the counts of the columns and of the rows
link    p?tents/5/5/2g0h1i1j8…    counts of columns and rows, then trees: `0`–`h` a tree and 0–17 cells behind it,
                                  `i`–`z` 1–18 cells
rows    .T../…|2,.,0,1|1,.,.,2    trees as T, counts of the columns, counts of the rows, givens as facts
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from ...formats.building import build, require_only
from ...formats.codec import SPACES, Cursor, TextCodec
from ...formats.json_text import genre_in, kind, listed, load_object, only, require_genre, whole
from ...formats.number16 import Number16
from ...formats.puzz_link import PuzzLink
from ...formats.sgt_id import Desc, SgtRectangle
from ...model import CannotSay, Format, Genre, Grid, GridwrightError, Puzzle, TextError, shorten
from ...model.state import read_fact

TREE = 1
Counts = tuple[int | None, ...]
_LETTERS = "abcdefghijklmnopqrstuvwxy"
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def clues_of(puzzle: Puzzle) -> tuple[list[int], Counts]:
    """The trees, by cell, and the counts of columns and rows."""
    trees = [cell for cell, tree in enumerate(puzzle.clue("trees") or ()) if tree]
    return trees, puzzle.clue("counts") or (None,) * (puzzle.grid.columns + puzzle.grid.rows)


def clues_from(grid: Grid, trees: Sequence[int], counts: Sequence[int | None]) -> dict[str, Any]:
    """The same as clues."""
    return {"trees": tuple(TREE if cell in set(trees) else None for cell in range(len(grid))), "counts": tuple(counts)}


class SgtTents(SgtRectangle):
    """The collection's own IDs, byte for byte."""

    title = "sgt-puzzles Tents game ID"
    words_for = ("trees", "counts")
    params = re.compile(r"(?:d[et])?")

    def read_desc(self, cursor: Cursor, grid: Grid, rules: str) -> Desc:
        """Trees, then a count for every line."""
        trees: list[int] = []
        at = -1
        while at < len(grid):
            sign, start = cursor.peek(), cursor.at
            if not sign or sign not in f"_z{_LETTERS}":
                raise cursor.expected(f"a tree or a letter, with {len(grid) - 1 - max(at, 0)} cells left")
            cursor.take()
            at += 25 if sign == "z" else 1 + (0 if sign == "_" else _LETTERS.index(sign) + 1)
            if at > len(grid):
                raise cursor.wrong(f"{sign!r} goes beyond the last cell", start)
            if sign != "z" and at < len(grid):
                trees.append(at)
        counts = []
        for n in range(grid.columns + grid.rows):
            cursor.expect(",", f"',' and count {n + 1} of {grid.columns + grid.rows}")
            counts.append(cursor.number(0, max(grid.rows, grid.columns), f"count {n + 1}"))
        return Desc(clues_from(grid, trees, counts))

    def write_desc(self, puzzle: Puzzle) -> str:
        """Trees and counts; each line has one."""
        trees, counts = clues_of(puzzle)
        if None in counts:
            raise CannotSay("an sgt ID of Tents has a count for every row and column")
        text, at = [], -1
        for cell in (*trees, len(puzzle.grid)):
            full = max(0, cell - at - 2) // 25
            rest = cell - at - 1 - 25 * full
            text.append("z" * full + ("_" if rest == 0 else _LETTERS[rest - 1]))
            at = cell
        return ",".join(["".join(text), *map(str, counts)])


class Trees(TextCodec[tuple[int, ...]]):
    """The trees of so many cells, as puzz.link writes them."""

    def __init__(self, length: int) -> None:
        self.length = length

    def read(self, cursor: Cursor) -> tuple[int, ...]:
        """Up to the end."""
        at, trees = 0, []
        while at < self.length and cursor.peek():
            sign = cursor.peek()
            if sign not in _DIGITS:
                raise cursor.expected("a letter or a digit for trees")
            value = _DIGITS.index(cursor.take())
            if value < 18:
                trees.append(at)
                at += value + 1
            else:
                at += value - 17
        return tuple(trees)

    def write(self, value: Sequence[int]) -> str:
        """Runs of at most 17 cells behind a tree, 18 elsewhere."""
        trees, text, at = set(value), [], 0
        while at < self.length:
            tree = at in trees
            end = at + 1
            while end < self.length and end not in trees and end - at < 18:
                end += 1
            text.append(_DIGITS[end - at - 1 + (0 if tree else 18)])
            at = end
        return "".join(text)


class _TentsBody(TextCodec[tuple[Counts, tuple[int, ...]]]):
    def __init__(self, grid: Grid) -> None:
        self.counts, self.trees = Number16(grid.columns + grid.rows), Trees(len(grid))

    def read(self, cursor: Cursor) -> tuple[Counts, tuple[int, ...]]:
        return self.counts.read(cursor), self.trees.read(cursor)

    def write(self, value: tuple[Counts, tuple[int, ...]]) -> str:
        return self.counts.write(value[0]) + self.trees.write(value[1])


class TentsLink(PuzzLink):
    """`p?tents/5/5/…`: counts, then trees."""

    pid = "tents"

    def body(self, grid: Grid) -> TextCodec[Any]:
        """Counts of columns and rows, then trees."""
        return _TentsBody(grid)

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of a link."""
        grid, _, (counts, trees) = self.open(text)
        return build(genre, grid.rows, grid.columns, clues=clues_from(grid, trees, counts))

    def write(self, puzzle: Puzzle) -> str:
        """The link; givens have no words there."""
        require_only(puzzle, "puzz.link", clues=("trees", "counts"), givens=False)
        trees, counts = clues_of(puzzle)
        return self.link(puzzle.grid, (counts, trees))


class TentRows(Format):
    """Rows of dots and trees, counts of the columns, counts of the rows, givens as facts."""

    key = "rows"
    title = "rows of trees, counts of columns and rows, and givens as facts"

    def recognises(self, text: str) -> bool:
        """Rows and two lists of counts."""
        return _ROWS.fullmatch(text.strip()[:4000]) is not None

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of rows."""
        words = text.split()
        facts = [word for word in words if "=" in word]
        parts = "/".join(word for word in words if "=" not in word).split("|")
        if len(parts) != 3:
            raise TextError(f"expected rows | counts of columns | counts of rows, found {shorten(text)}")
        rows = [row for row in parts[0].split("/") if row]
        columns, lines = (_counts(part.strip("/")) for part in parts[1:])
        return _built(genre, rows, columns, lines, facts)

    def write(self, puzzle: Puzzle) -> str:
        """Rows, counts, givens."""
        require_only(puzzle, "rows of trees", clues=("trees", "counts"))
        rows, columns, lines = _parts(puzzle)
        counts = (",".join("." if n is None else str(n) for n in each) for each in (columns, lines))
        facts = (puzzle.fact(x, value) for x, value in puzzle.givens.items())
        return " ".join(["|".join(["/".join(rows), *counts]), *facts])


class TentJson(Format):
    """`trees` as rows of dots and T, `columns` and `rows` with counts or null, `givens` by place."""

    title = "trees, counts and givens (JSON)"

    def __init__(self, named: str) -> None:
        self.named, self.key = named, f"{named}-json"

    def recognises(self, text: str) -> bool:
        """An object that names the genre."""
        return genre_in(text) == self.named

    def resembles(self, text: str) -> bool:
        """The beginning of an object."""
        return text[:100].lstrip("\ufeff" + SPACES).startswith("{")

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of an object."""
        board = load_object(text)
        only(board, ("genre", "trees", "columns", "rows", "givens"), "the puzzle")
        require_genre(board, genre)
        rows, givens = listed(board.get("trees"), "trees"), board.get("givens", {})
        if not rows or not all(isinstance(row, str) for row in rows):
            raise TextError("trees: expected rows of text")
        if not isinstance(givens, dict) or not all(isinstance(symbol, str) for symbol in givens.values()):
            raise TextError(f"givens: expected an object of symbols by place, found {kind(givens)}")
        columns, lines = (
            [None if n is None else whole(n, 0, 999, key) for n in listed(board.get(key, [None] * size), key, size)]
            for key, size in (("columns", len(rows[0])), ("rows", len(rows)))
        )
        return _built(genre, rows, columns, lines, [f"{name}={symbol}" for name, symbol in givens.items()])

    def write(self, puzzle: Puzzle) -> str:
        """The object, on one line."""
        require_only(puzzle, "Tents JSON", clues=("trees", "counts"))
        rows, columns, lines = _parts(puzzle)
        board: dict[str, Any] = {"genre": puzzle.genre.key, "trees": rows, "columns": columns, "rows": lines}
        if puzzle.givens:
            each = puzzle.givens.items()
            board["givens"] = {puzzle.variables[x].name: puzzle.variables[x].domain.symbols[v] for x, v in each}
        return json.dumps(board, ensure_ascii=False)


_ROWS = re.compile(r"[.T/\s]+\|[0-9.,\s]*\|[0-9.,\s]*(?:\s+\S+=\S)*")


def _counts(text: str) -> list[int | None]:
    found: list[int | None] = []
    for each in filter(None, text.split(",")):
        if each != "." and not (each.isascii() and each.isdigit() and len(each) < 4):
            raise TextError(f"expected counts such as 2,.,1, found {shorten(text)}")
        found.append(None if each == "." else int(each))
    return found


def _parts(puzzle: Puzzle) -> tuple[list[str], list[int | None], list[int | None]]:
    """Rows of trees, counts of columns, counts of rows."""
    trees, counts = clues_of(puzzle)
    rows = ["".join("T" if cell in trees else "." for cell in line) for line in puzzle.grid.row_lines]
    return rows, list(counts[: puzzle.grid.columns]), list(counts[puzzle.grid.columns :])


def _built(
    genre: Genre, rows: list[str], columns: Sequence[int | None], lines: Sequence[int | None], facts: list[str]
) -> Puzzle:
    if not rows or any(len(row) != len(rows[0]) or set(row) - set(".T") for row in rows):
        raise TextError("expected rows of one length, with T for a tree and . for none")
    if (len(columns), len(lines)) != (len(rows[0]), len(rows)):
        raise TextError(f"expected {len(rows[0])} and {len(rows)} counts, found {len(columns)} and {len(lines)}")
    grid = Grid(len(rows), len(rows[0]))
    trees = [cell for cell, sign in enumerate("".join(rows)) if sign == "T"]
    bare = build(genre, grid.rows, grid.columns, clues=clues_from(grid, trees, [*columns, *lines]))
    try:
        read = [read_fact(bare, fact) for fact in facts]
    except GridwrightError as error:
        raise TextError(str(error)) from None
    if len({x for x, _, _ in read}) != len(read) or not all(true for _, _, true in read):
        raise TextError(f"expected one given for a place and no more, found {shorten(' '.join(facts))}")
    return bare.with_givens({x: value for x, value, _ in read})
