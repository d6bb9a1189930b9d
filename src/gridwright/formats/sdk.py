"""Grids of one character a cell: `.sdk` (plain lines, with `#` lines about the puzzle) and `.ss` (boxed).

Both read both; they differ in what they write. Bars and rules say the shape of the boxes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from ..model import Format, Genre, Puzzle, TextError, numbers, shorten
from .boxed import Sheet, is_rule, lines_of, unboxed
from .boxes import box_shape
from .building import boxes_drawn, build, has_clue, remark, require_only, require_square
from .symbols import BLANKS, LARGEST_WITHOUT_CASE, NEARLY, expected_symbol, meanings

HEADERS = {
    "A": "author",
    "D": "description",
    "C": "comment",
    "B": "date",
    "S": "source",
    "L": "level",
    "U": "url",
}
"""`#` lines of an `.sdk` file and what they tell, in the order in which they are written."""

_LONGEST = 20_000


class Sdk(Format):
    """n lines of n characters, and `#` lines about the puzzle: `#A` author, and so on (HEADERS).

    The `#` lines are kept as provenance (several of a letter as its lines) and written back; `#` and a space is a
    comment. Spaces between cells do not count.
    """

    key = "sdk"
    title = "a line for each row"
    one_line = False

    def __init__(self, *, claims: bool = False) -> None:
        self.claims = claims

    def recognises(self, text: str) -> bool:
        """A square of 9, 16 or 25 lines, made of values and blanks."""
        if not self.claims or len(text) > _LONGEST or "\n" not in text:
            return False
        try:
            rows = unboxed(text, headers=True).rows
        except TextError:
            return False
        side = len(rows)
        return side in (9, 16, 25) and all(cell.text in meanings(side) for row in rows for cell in row)

    def resembles(self, text: str) -> bool:
        """Nearly that: a row more or less, a few cells too many, too few or wrong."""
        if not self.claims or len(text) > _LONGEST or "\n" not in text:
            return False
        lines = [line for line in lines_of(text) if line.strip() and not line.startswith("#") and not is_rule(line)]
        rows = [line.replace("|", "").replace(" ", "") for line in lines]
        usual = Counter(map(len, rows)).most_common(1)[0][0] if rows else 0
        if usual not in (9, 16, 25) or abs(len(rows) - usual) > 1:
            return False
        wrong = sum(symbol not in meanings(usual) for row in rows for symbol in row)
        return wrong + sum(len(row) != usual for row in rows) <= NEARLY

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of a grid."""
        sheet = unboxed(text, headers=True)
        side = len(sheet.rows)
        if side > LARGEST_WITHOUT_CASE:
            raise TextError(f"expected at most {LARGEST_WITHOUT_CASE} rows, found {side}")
        givens = givens_of(sheet)
        return build(genre, side, side, givens=givens, clues=drawn_boxes(sheet, genre), provenance=_provenance(sheet))

    def write(self, puzzle: Puzzle) -> str:
        """The `#` lines that the puzzle has words for, then the rows."""
        require_only(puzzle, "a plain grid")
        return "\n".join([*_header_lines(puzzle), *map("".join, rows_of(puzzle, "a plain grid"))])


class Ss(Sdk):
    """The same, boxed: `53.|.7.|...` and rules of dashes."""

    key = "ss"
    title = "a line for each row, boxes drawn"

    def recognises(self, text: str) -> bool:
        """Left to the plain grid, which reads it as well."""
        return False

    def resembles(self, text: str) -> bool:
        """Left to the plain grid, too."""
        return False

    def write(self, puzzle: Puzzle) -> str:
        """The rows with bars, and rules between the boxes. The `#` lines have no place here."""
        require_only(puzzle, "a boxed grid", clues=("boxes",))
        rows = rows_of(puzzle, "a boxed grid")
        height, width = boxes_drawn(puzzle)
        lines: list[str] = []
        for r, row in enumerate(rows):
            line = "|".join("".join(row[c : c + width]) for c in range(0, len(row), width))
            if r and r % height == 0:
                lines.append("-" * len(line))
            lines.append(line)
        return "\n".join(lines)


def givens_of(sheet: Sheet) -> dict[int, int]:
    """The values that are printed, by cell."""
    side = len(sheet.rows)
    givens: dict[int, int] = {}
    for r, row in enumerate(sheet.rows):
        for c, cell in enumerate(row):
            if cell.text not in meanings(side):
                raise TextError(
                    f"expected {expected_symbol(side)}, found {shorten(cell.text)}",
                    line=cell.line,
                    column=cell.column,
                )
            value = meanings(side)[cell.text]
            if value is not None:
                givens[r * side + c] = value
    return givens


def drawn_boxes(sheet: Sheet, genre: Genre) -> dict[str, Hashable]:
    """The clue that a drawing's boxes make; none where they are the usual ones of the size."""
    if sheet.box is None or sheet.box == box_shape(len(sheet.rows)):
        return {}
    if not has_clue(genre, "boxes"):
        raise TextError(f"the grid is drawn with boxes, but {genre.key} has none")
    return {"boxes": sheet.box}


def rows_of(puzzle: Puzzle, form: str) -> list[list[str]]:
    """The symbols of each row, blanks where nothing is printed."""
    side = require_square(puzzle, form)
    symbols = numbers(side).symbols
    rows = [[BLANKS[0]] * side for _ in range(side)]
    for variable, value in puzzle.givens.items():
        rows[variable // side][variable % side] = symbols[value]
    return rows


def _provenance(sheet: Sheet) -> dict[str, str]:
    kept: dict[str, list[str]] = {}
    for number, line in sheet.headers:
        letter = line[1:2]
        told = HEADERS["C"] if letter in ("", " ", "\t") else HEADERS.get(letter)
        if told is None:
            known = " ".join("#" + letter for letter in HEADERS)
            raise TextError(f"expected one of {known}, found {shorten(line)}", line=number, column=1)
        kept.setdefault(told, []).append(line[2:].strip())
    return {told: remark("\n".join(parts)) for told, parts in kept.items() if any(parts)}


def _header_lines(puzzle: Puzzle) -> list[str]:
    return [
        f"#{letter}{part}"
        for letter, told in HEADERS.items()
        for part in remark(puzzle.provenance.get(told, "")).split("\n")
        if part.strip()
    ]
