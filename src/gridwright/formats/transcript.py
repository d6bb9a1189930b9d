"""Transcripts: a grid as people have it, copied out so that formats can read it.

    ┃ 5 3 . ┃ . 7 .         5,3,,,7,            [[5, 3, 0, 0, 7, 0],        53  7        16  2  .  11
    ┃ 6 . . ┃ 1 9 5         6,,,1,9,5            [6, 0, 0, 1, 9, 5],        6  195        .  9 10  12

Formats read strictly, and strictly comes first: a text that some format reads means what it says there. Only one that
none reads is copied out here and offered to them again. This is the one place that is lenient about

    drawings      frames and borders of any drawing characters become `|` and rules of dashes
    separators    commas, semicolons, tabs, and the brackets of lists in lists
    blanks        a space where cells stand in columns, an empty field, None, null; a row of dashes that is no rule
    numbers       above 9, in words of their own, become the symbol that formats know: 10 is A

and it decides nothing: which characters are values, marks or blanks is for the format, so that a 0 is a number where a
genre has it. A copy has cells, bars and rules and no more than the text had; bars that are not regular are kept, never
dropped, for they may be regions. Every character remembers where it came from: what is wrong is told at its place in
the text that came in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from typing import NamedTuple

from ..model import PuzzleError, TextError, numbers
from ..model.grid import LARGEST_SIDE
from .boxed import is_rule, lines_of

BLANK = "."
LONGEST = 30_000
"""Characters; what is longer is no grid that somebody drew."""

_UPRIGHT = "│┃║┆┇┊┋╎╏¦▏▕￨"
_FLAT = "─━═┄┅┈┉╌╍╴╸╶╺╼╾―⎯"
_DRAWN = {ord(sign): "|" for sign in _UPRIGHT} | {ord(sign): "-" for sign in _FLAT}
_DRAWN |= {code: "+" for code in range(0x2500, 0x2580) if code not in _DRAWN}
_DRAWN |= {ord(space): " " for space in "\u00a0\u2002\u2003\u2007\u2009\u202f\u3000"}
_DRAWN |= {ord("·"): ".", ord("∧"): "^", ord("∨"): "v", ord("＞"): ">", ord("＜"): "<"}

_PAGE = re.compile(r"\s*https?://\S{1,100}/[a-z]{1,20}(?:\.html)?#(?=[0-9])")
_SAVED = re.compile(r"^([A-Z]{1,8}) *:[0-9]{1,6}:(.*)$", re.MULTILINE)
_LISTED = re.compile(r"\[([^\[\]]*)\]|\(([^()\[\]]*)\)")
_FIELD = re.compile(r"\s*(?:\"([^\"]*)\"|'([^']*)'|([^,;\s\"']*))\s*(?:,|;|\s|$)")
_STACKED = re.compile(r"[^\s/,;|\"'()\[\]]+")
_NOTHING = {"", "none", "null", "nan", "na", "nil", "blank"}
_LETTERS_ONLY = re.compile(r"[A-Za-z#]")
_SEPARATORS = "\t;,"


class Cell(NamedTuple):
    """What stands in a cell, and where."""

    text: str
    line: int
    column: int
    number: int | None = None
    """Written out as a number above 9."""


@dataclass(frozen=True)
class Transcript:
    """A copy of a text, and the line and column that each character of each of its lines comes from."""

    text: str
    places: tuple[tuple[tuple[int, int], ...], ...]
    sure: bool = False
    """Was it plainly meant so? What is wrong with the copy then helps more than what is wrong with the text."""
    wrong: TextError | None = None
    """What is wrong with it before any format has seen it."""

    def error(self, error: PuzzleError) -> PuzzleError:
        """What is wrong with the copy, told at its place in the text."""
        if not isinstance(error, TextError) or (error.line is None and error.column is None):
            return error
        places = self.places[min(error.line or 1, len(self.places)) - 1]
        if not places:
            return TextError(error.message)
        line, column = places[min(error.column or 1, len(places)) - 1]
        return TextError(error.message, line=line, column=column if error.column is not None else None)


def plain(text: str) -> str:
    """The text with drawing characters as `|`, `-` and `+`, a character for a character.

    >>> plain("┃ 5 3 ┃")
    '| 5 3 |'
    """
    return text if text.isascii() else text.translate(_DRAWN)


def transcripts(text: str) -> Iterator[Transcript]:
    """The copies of a text that somebody may have meant, the likeliest first; none where there is nothing to copy."""
    if len(text) > LONGEST or text.lstrip("\ufeff \t\r\n").startswith("{"):
        return
    seen = {text}
    for found in _copies(text.removeprefix("\ufeff")):
        if found.wrong is not None or (found.text not in seen and found.text.strip()):
            seen.add(found.text)
            yield found


def in_columns(lines: Sequence[str]) -> bool:
    """Do cells stand in columns, as many as there are rows, with spaces as blanks?"""
    return next(_columns(lines), None) is not None


def of_rows(rows: Sequence[object]) -> Iterator[Transcript]:
    """The copies of rows that are lists already: numbers, symbols and None; places are rows and columns.

    >>> next(of_rows([[1, None], [0, 2]])).text
    '1 .\\n0 2'
    """
    if not rows:
        return
    if all(isinstance(row, str) for row in rows):
        yield from (replace(copy, sure=True) for copy in _of_lines([str(row) for row in rows]))
        return
    listed: list[list[Cell]] = []
    for r, row in enumerate(rows, start=1):
        cells = row.tolist() if hasattr(row, "tolist") else row
        if not isinstance(cells, Sequence) or isinstance(cells, str):
            raise TextError(f"expected a row as a list of cells, found {cells!r:.40}", line=r)
        listed.append([Cell("" if cell is None else str(cell), r, c) for c, cell in enumerate(cells, start=1)])
    for between in (" ", ""):
        yield replace(_written([_as_row(row) for row in listed], between), sure=True)


Row = list[Cell] | Cell
"""The cells of a row, bars among them; or a line that is none, as it stands."""


def _copies(text: str) -> Iterator[Transcript]:
    if (game := _game_id(text)) is not None:
        yield game
        return
    drawn = plain(text)
    yield from _stacked(drawn)
    if drawn.lstrip().startswith(("[", "(")):
        rows = _listed(drawn)
        if drawn.count("[") != drawn.count("]") or drawn.count("(") != drawn.count(")"):
            yield Transcript(
                drawn, ((),), wrong=TextError("the list is not closed: expected as many ] as ["), sure=True
            )
        elif not any(isinstance(row, list) for row in rows):
            yield Transcript(drawn, ((),), wrong=TextError("expected a list of rows of cells, found none"), sure=True)
        yield from _rendered(rows, sure=True)
        return
    lines = lines_of(drawn)
    if drawn != text:
        yield from (replace(copy, sure=True) for copy in _of_lines(lines))
    lines = _dashes(lines)
    if any(mark in drawn for mark in _SEPARATORS):
        yield from _rendered(_separated(lines), sure=True)
    words = _worded(lines)
    side = sum(isinstance(row, list) for row in words)
    yield from _rendered(words, sure=side > 9 and all(len(row) == side for row in words if isinstance(row, list)))
    yield from _columns(lines)
    yield from _narrow(lines)


def _game_id(text: str) -> Transcript | None:
    """The game ID in a link to sgt-puzzles, or in a game that it saved; what was entered in it is the player's."""
    if page := _PAGE.match(text):
        at, game = page.end(), text[page.end() :].strip()
        return Transcript(game, (tuple((1, at + i + 1) for i in range(len(game))),))
    if not text.startswith("SAVEFILE"):
        return None
    saved = dict(_SAVED.findall(text))
    game = f"{saved.get('PARAMS', '')}:{saved.get('DESC', '')}"
    return Transcript(game, (((1, 1),) * len(game),))


def _of_lines(lines: Sequence[str]) -> Iterator[Transcript]:
    """The lines as they are."""
    places = tuple(tuple((number, i + 1) for i in range(len(line))) for number, line in enumerate(lines, start=1))
    yield Transcript("\n".join(lines), places)


def _stacked(text: str) -> Iterator[Transcript]:
    """Rows that stand on one line, or in one list: as many words of as many characters."""
    if "\n" in text.strip() and not text.lstrip().startswith(("[", "(")):
        return
    words = list(_STACKED.finditer(text))
    if len(words) > 2 and all(len(match[0]) == len(words) for match in words):
        ends = [i for i, sign in enumerate(text) if sign == "\n"]
        lines = [sum(end < match.start() for end in ends) for match in words]
        starts = [ends[line - 1] + 1 if line else 0 for line in lines]
        places = [
            tuple((line + 1, match.start() - start + i + 1) for i in range(len(words)))
            for match, line, start in zip(words, lines, starts, strict=True)
        ]
        yield Transcript("\n".join(match[0] for match in words), tuple(places))


def _listed(text: str) -> list[Row]:
    """The innermost lists of a text, in JSON or as Python prints them."""
    starts = [0, *(i + 1 for i, sign in enumerate(text) if sign == "\n")]
    rows: list[Row] = []
    for match in _LISTED.finditer(text):
        group = 1 if match[1] is not None else 2
        line = sum(start <= match.start() for start in starts)
        cells: list[Cell] = []
        for field in _FIELD.finditer(text, match.start(group), match.end(group)):
            if field.start() == match.end(group) and cells and not text[: match.end(group)].rstrip().endswith(","):
                break
            written = next((part for part in field.groups() if part is not None), "")
            cells.append(Cell(written, line, field.start() - starts[line - 1] + 1))
        rows.append(_as_row(cells))
    return rows


def _separated(lines: Sequence[str]) -> list[Row]:
    """The fields between commas, semicolons or tabs; one behind the last of every line is none."""
    text = "\n".join(lines)
    mark = next(mark for mark in _SEPARATORS if mark in text)
    parted = [line for line in lines if mark in line]
    spare = len(parted) > 1 and all(line.rstrip(" ").endswith(mark) for line in parted)
    widths = {line.count(mark) for line in parted}
    spare = spare and widths != {len(parted) - 1}
    rows: list[Row] = []
    for number, line in enumerate(lines, start=1):
        if mark not in line:
            rows.append(Cell(line, number, 1))
            continue
        cells, column = [], 1
        for field in line.split(mark):
            cells.append(Cell(field.strip(" \"'"), number, column))
            column += len(field) + 1
        rows.append(_as_row(cells[:-1] if spare else cells))
    return rows


def _worded(lines: Sequence[str]) -> list[Row]:
    """What stands between spaces and bars."""
    rows: list[Row] = []
    for number, line in enumerate(lines, start=1):
        cells = [Cell(match[0], number, match.start() + 1) for match in re.finditer(r"\||[^\s|]+", line)]
        row = Cell(line, number, 1) if is_rule(line) else _as_row(cells)
        rows.append(Cell(line, number, 1) if isinstance(row, Cell) else row)
    return rows


def _as_row(cells: list[Cell]) -> Row:
    """The row with a symbol a cell; as it stands where some cell is more than that, or there are hardly any."""
    symbols = numbers(LARGEST_SIDE).symbols
    row: list[Cell] = []
    for cell in cells:
        word = cell.text.strip()
        if word.lower() in _NOTHING:
            word = BLANK
        elif word.endswith(".0") and word[:-2].isdecimal():  # as tables write whole numbers
            word = word[:-2]
        if len(word) > 1 and word.isascii() and word.isdecimal() and 0 < int(word) <= len(symbols):
            cell = cell._replace(number=int(word))
            word = symbols[int(word) - 1]
        row.append(cell._replace(text=word))
    if sum(cell.text != "|" for cell in row) < 2 or any(len(cell.text) > 1 for cell in row):
        written = " ".join(cell.text for cell in cells)
        return Cell(written, cells[0].line if cells else 1, cells[0].column if cells else 1)
    return row


def _rendered(rows: Sequence[Row], *, sure: bool = False) -> Iterator[Transcript]:
    """The rows with spaces between cells; and without, where no bar is lost that might be a border."""
    cells = [row for row in rows if isinstance(row, list)]
    if len(cells) < 3 and not (len(rows) == 1 and cells):
        return
    side = len(cells)
    for cell in (cell for row in cells for cell in row if len(row) == side > 1):
        if cell.number is not None and cell.number > side:
            message = f"expected a number from 1 to {side} or a blank, found {cell.number}"
            wrong = TextError(message, line=cell.line, column=cell.column)
            yield replace(_written(rows, " "), sure=sure, wrong=wrong)
            return
    yield replace(_written(rows, " "), sure=sure)
    inner = any(cell.text == "|" for row in cells for cell in row[1:-1])
    if not inner or all(_LETTERS_ONLY.fullmatch(cell.text) for row in cells for cell in row if cell.text != "|"):
        bare: list[Row] = [[c for c in row if c.text != "|"] if isinstance(row, list) else row for row in rows]
        yield replace(
            _written([row for row in bare if isinstance(row, list) or not _is_frame(row.text)], ""), sure=sure
        )


def _written(rows: Sequence[Row], between: str) -> Transcript:
    lines, places = [], []
    for row in rows:
        cells = row if isinstance(row, list) else [row]
        lines.append(between.join(cell.text for cell in cells))
        places.append(tuple(_places(cells, len(between))))
    return Transcript("\n".join(lines), tuple(places))


def _places(cells: Sequence[Cell], between: int) -> Iterator[tuple[int, int]]:
    for i, cell in enumerate(cells):
        if i:
            yield from [(cell.line, cell.column)] * between
        yield from ((cell.line, cell.column + k) for k in range(len(cell.text)))


def _is_frame(line: str) -> bool:
    """Nothing but drawing?"""
    return not line.strip("|+-= \t") and bool(line.strip())


def _dashes(lines: list[str]) -> list[str]:
    """Rows of dashes that stand for blanks become dots, where the grid is a square only with them."""
    counts = [len(line) - line.count(" ") - line.count("|") for line in lines]
    rows = [n for line, n in zip(lines, counts, strict=True) if line.strip() and not is_rule(line)]
    usual = max(set(rows), key=rows.count) if rows else 0
    empty = [i for i, line in enumerate(lines) if not line.strip("-| ") and line.count("-") == usual > 1]
    if not empty or len(rows) + len(empty) != usual:
        return lines
    return [line.replace("-", BLANK) if i in empty else line for i, line in enumerate(lines)]


def _columns(lines: Sequence[str]) -> Iterator[Transcript]:
    """A space is a blank where cells stand in columns: as many of them, at equal distances, as there are rows."""
    if len([line for line in lines if line.strip()]) == 1:
        (line,) = [line for line in lines if line.strip()]
        if " " in line and "  " in line.strip() and len(line) in (16, 36, 64, 81, 144, 256, 625):
            yield from _of_lines([line.replace(" ", BLANK)])
        return
    rows = [(number, line) for number, line in enumerate(lines, start=1) if not _is_frame(line)]
    while rows and not rows[-1][1].strip() and not rows[-1][1]:
        rows.pop()
    while rows and not rows[0][1]:
        rows.pop(0)
    side = len(rows)
    width = max((len(line) for _, line in rows), default=0)
    if not 3 <= side <= LARGEST_SIDE or width > 6 * LARGEST_SIDE or all(" " not in line for _, line in rows):
        return
    padded = [line.ljust(width) for _, line in rows]
    columns = ["".join(column) for column in zip(*padded, strict=True)]
    bars = {i for i, column in enumerate(columns) if "|" in column and not column.strip("| ")}
    used = {i for i, column in enumerate(columns) if column.strip()} - bars
    for step, start in ((step, start) for step in (1, 2, 3, 4) for start in range(min(used, default=0) + 1)):
        chosen = list(islice((i for i in count(start, step) if i not in bars), side))
        if used.issubset(chosen) and used:
            break
    else:
        return
    inner = {chosen.index(after) for bar in bars if (after := next((i for i in chosen if i > bar), -1)) > chosen[0]}
    copied: list[Row] = []
    for (number, _), line in zip(rows, padded, strict=True):
        row: list[Cell] = []
        for k, i in enumerate(chosen):
            row += [Cell("|", number, i + 1)] if k in inner else []
            row.append(Cell(BLANK if i >= width or line[i] == " " else line[i], number, i + 1))
        copied.append(row)
    yield from _rendered(_with_rules(copied, lines))


def _with_rules(rows: Sequence[Row], lines: Sequence[str]) -> list[Row]:
    """The rows with the rules that stand between them."""
    by_line = {row[0].line: row for row in rows if isinstance(row, list)}
    return [
        by_line.get(number) or Cell(line, number, 1)
        for number, line in enumerate(lines, start=1)
        if number in by_line or is_rule(line)
    ]


def _narrow(lines: Sequence[str]) -> Iterator[Transcript]:
    """A drawing without its frame, and without every second column where those are empty."""
    kept = [(number, line) for number, line in enumerate(lines, start=1) if line.strip() and not is_rule(line)]
    if len(kept) < 3:
        return
    rows = [(number, [Cell(sign, number, i + 1) for i, sign in enumerate(line)]) for number, line in kept]
    if all(line.startswith("|") and line.rstrip().endswith("|") for _, line in kept):
        rows = [(number, row[1 : len(line.rstrip()) - 1]) for (number, row), (_, line) in zip(rows, kept, strict=True)]
    least = min(len(line) - len(line.lstrip()) for line in ("".join(c.text for c in row) for _, row in rows))
    cut = [row[least:] for _, row in rows]
    while any(len(row) > 1 for row in cut) and all(cell.text == " " for row in cut for cell in row[1::2]):
        cut = [row[::2] for row in cut]
    yield _written([_stripped(row) for row in cut if row], "")


def _stripped(row: list[Cell]) -> list[Cell]:
    while row and row[-1].text == " ":
        row = row[:-1]
    return row
