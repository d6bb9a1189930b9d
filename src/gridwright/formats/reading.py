"""From the text of an argument, a file or a pipe to the texts of single puzzles.

One puzzle a line, or one a block: blocks are parted by blank lines. Several lines that follow each other are a block
where a format of more lines was chosen, where they open a JSON object or list that goes on, where they are drawn (rules
in any drawing characters, `#A` lines) or where they make a square of characters, words, fields or columns, or nearly: a
slip in a grid is one error, not nine. A square of region letters belongs to the square of numbers before it.

Comments: a line that begins with `#` and a space; outside of blocks every line that begins with `#`. Inside a block `#`
may be a hole of a board or a line about the puzzle, and is the format's business.

Nothing here judges a text: what is no puzzle is passed on, and whoever reads it reports the place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import isqrt
from typing import NamedTuple

from ..model import Format
from ..model.grid import LARGEST_SIDE
from .boxed import is_rule, lines_of
from .region_rows import is_region_map
from .symbols import meanings

LARGEST_BLOCK = 3 * LARGEST_SIDE
"""No grid has more lines, its rules and comments included."""

_CLUE = re.compile(r"\s*[A-Za-z0-9]\s*[:=]?\s+[0-9]+\s*[-+−×xX*÷/:]?\s*$")
_HEADING = re.compile(r"bars|[a-z]{3,20}[ \t]*:(?!//)", re.IGNORECASE)
"""What a drawing may begin with: `bars`, or a word with a number for the whole board, as in `stars: 2`."""
_HELD = ("http", "fpuz", "N4Ig", "S9B", ":")
"""How texts begin that may hold what a player has written."""
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


class Piece(NamedTuple):
    """The text of one puzzle and the number of its first line."""

    line: int
    text: str


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, or UTF-16 if it is marked so; what is neither becomes signs that no format reads."""
    if data.startswith(_UTF16):
        return data.decode("utf-16", "replace")
    return data.decode("utf-8-sig", "replace")


def may_hold_entries(text: str) -> bool:
    """Could the text say what a player has written into its puzzle? Few texts have words for that."""
    return text.lstrip().startswith(_HELD)


def split(text: str, formats: Sequence[Format] = ()) -> Iterator[Piece]:
    """The puzzles of a text; `formats` are those it may be in: one chosen, all of a genre, or none if nothing is known.

    >>> [piece.line for piece in split("1..4\\n# two more\\n.2.3\\n\\n4321\\n")]
    [1, 3, 5]
    """
    for first, block in _with_regions(_blocks(lines_of(text.removeprefix("\ufeff")))):
        said = [(first + i, line) for i, line in enumerate(block) if not _is_comment(line)]
        if len(said) > 1 and _is_grid([line for _, line in said], formats):
            start = said[0][0]
            yield Piece(start, "\n".join("" if _is_comment(line) else line for line in block[start - first :]))
        else:
            yield from (Piece(number, line) for number, line in said if line.strip() and not line.startswith("#"))


def _blocks(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Runs of lines that are not blank, and the number of the first of each."""
    block: list[str] = []
    for number, line in enumerate(lines, start=1):
        if line.strip() or (
            block and len(line) > 3 and len(line) == len(block[-1])
        ):  # a row of spaces is one of blanks
            block.append(line)
        elif block:
            yield number - len(block), block
            block = []
    if block:
        yield len(lines) + 1 - len(block), block


def _with_regions(blocks: Iterator[tuple[int, list[str]]]) -> Iterator[tuple[int, list[str]]]:
    """The blocks, a map of regions joined to the numbers that it belongs to."""
    before: tuple[int, list[str]] | None = None
    for first, block in blocks:
        if (
            before is not None
            and len(before[1]) == len(block)
            and is_region_map(block)
            and not is_region_map(before[1])
        ):
            start, numbers = before
            before = (start, [*numbers, *([""] * (first - start - len(numbers))), *block])
            continue
        if before is not None:
            yield before
        before = (first, block)
    if before is not None:
        yield before


def _is_comment(line: str) -> bool:
    return line.startswith(("# ", "#\t")) or line.strip() == "#"


def _is_grid(lines: list[str], formats: Sequence[Format]) -> bool:
    """Are these lines one puzzle together?"""
    from .jigsaw import Jigsaw  # a list of one-line puzzles does without either
    from .transcript import in_columns, plain

    lines = [plain(line) for line in lines]
    opening = lines[0].strip()
    if opening.startswith(("[", "(")):
        return not (opening.startswith("[[") and opening.endswith("]]"))
    if opening.startswith("SAVEFILE"):
        return True
    if opening.startswith("{"):
        return not opening.endswith("}") and not any(line.startswith("{") for line in lines[1:])  # a torn line is one
    if len({form.one_line for form in formats}) == 1:
        return not formats[0].one_line
    if len(lines) > LARGEST_BLOCK:
        return False
    if any(is_rule(line) for line in lines) or _HEADING.match(opening):
        return True
    text = "\n".join(lines)
    if any(not form.one_line and form.recognises(text) for form in formats) or Jigsaw().resembles(text):
        return True
    if _has_clues(lines):
        return True
    if any(sign in line for line in lines for sign in "<>"):  # signs between cells
        return True
    rows = [line for line in lines if not line.startswith("#")]
    if rows and any(form.one_line and form.recognises(rows[0]) for form in formats):
        return False
    return _is_square(rows) or _is_square(lines) or _is_table(rows) or in_columns(lines)


def _has_clues(lines: list[str]) -> bool:
    """Letters first, and lines of a letter with its clue later: `A 24×`."""
    return lines[0].strip().isalpha() and any(_CLUE.match(line) for line in lines[1:])


def _is_square(rows: list[str]) -> bool:
    """As many rows as most of them have cells, give or take one; and not a list of small boards."""
    if len(rows) < 2:
        return False
    characters = sorted(len(row) - row.count(" ") - row.count("|") for row in rows)
    words = sorted(len(row.replace("|", " ").split()) for row in rows)
    usual, usual_words = characters[len(rows) // 2], words[len(rows) // 2]
    if abs(usual_words - len(rows)) <= 1 and usual_words > 2 < len(rows):
        return True
    return usual <= LARGEST_SIDE and abs(usual - len(rows)) <= 1 and not _is_list_of_boards(rows, usual)


def _is_table(rows: list[str]) -> bool:
    """As many rows as most of them have fields between commas, semicolons or tabs; IDs have colons or slashes."""
    if len(rows) < 3 or any(sign in row for row in rows for sign in ":/"):
        return False
    fields = sorted(max(map(row.count, ",;\t")) + 1 for row in rows)
    usual = fields[len(rows) // 2]
    return usual > 2 and -1 <= usual - len(rows) <= 2


def _is_list_of_boards(rows: list[str], usual: int) -> bool:
    """Are most rows boards of their own? 16 characters that only know the values 1–4 are no row of a 16 × 16 board."""
    side = isqrt(usual)
    if side < 4 or side * side != usual:
        return False
    boards = sum(len(row) == usual and meanings(side).keys() >= set(row) for row in rows)
    return 2 * boards > len(rows)
