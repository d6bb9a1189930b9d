"""sgt-puzzles Towers: `PARAMS:CLUES[,GIVENS]`.

4de:2/1/2/3/2/3/2/1/2/3/1/2/3/2/3/1     4 × 4 clues, nothing for none: above the columns, below them, left of the
                                        rows, right of them; givens as in Solo
"""

from __future__ import annotations

from functools import lru_cache

from ...formats.codec import Cursor
from ...formats.runs import Runs, plain_runs, quick_runs
from ...formats.sgt_id import Desc, Quick, SgtId
from ...model import Grid, Puzzle


class SgtTowers(SgtId):
    """`5de:…`: the collection's own IDs, byte for byte."""

    title = "sgt-puzzles Towers game ID"
    words_for = ("views",)
    difficulties = "ehxu"

    def resembles(self, text: str) -> bool:
        """Never: the longer form's errors help as well here."""
        return False

    def read_desc(self, cursor: Cursor, grid: Grid, rules: str) -> Desc:
        """Clues from above, below, left and right, then givens."""
        n = grid.rows
        views: list[int | None] = []
        for i in range(4 * n):
            if i:
                cursor.expect("/", f"'/' and clue {i + 1} of {4 * n}")
            views.append(None if cursor.peek() in ("", "/", ",") else cursor.number(1, n, f"clue {i + 1} of {4 * n}"))
        givens: dict[int, int] = {}
        if cursor.skip(","):
            numbers = Runs(len(grid), n).read(cursor)
            givens = {cell: number - 1 for cell, number in enumerate(numbers) if number is not None}
        return Desc({"views": tuple(views)}, givens)

    def quick_desc(self, desc: str, size: int, rules: str) -> Quick | None:
        """Clues and givens."""
        clues, comma, runs = desc.partition(",")
        numbers, given = _numbers(size), quick_runs(runs, size * size, size) if comma else b""
        try:
            views = tuple([numbers[each] for each in clues.split("/")])
        except KeyError:
            return None
        if given is None or len(views) != 4 * size:
            return None
        canonical = any(given) == bool(comma) and plain_runs(runs)
        return Quick({"views": views if any(views) else None}, given, canonical, sound=True)

    def write_desc(self, puzzle: Puzzle) -> str:
        """Clues, and givens where there are some."""
        n = puzzle.grid.rows
        views = puzzle.clue("views") or (None,) * (4 * n)
        clues = "/".join("" if each is None else str(each) for each in views)
        if not puzzle.givens:
            return clues
        numbers = [puzzle.givens[cell] + 1 if cell in puzzle.givens else None for cell in range(len(puzzle.grid))]
        return f"{clues},{Runs(len(puzzle.grid), n).write(numbers)}"


@lru_cache(maxsize=16)
def _numbers(size: int) -> dict[str, int | None]:
    """What a clue is written as."""
    return {"": None} | {str(number): number for number in range(1, size + 1)}


_SGT = SgtTowers()


class TowersLine(SgtTowers):
    """`12:…`: as sgt IDs, for boards of up to 16 rows."""

    key = "towers-line"
    title = "a Towers ID for larger boards"
    sizes = (3, 16)
    called = "a line of Towers"

    def recognises(self, text: str) -> bool:
        """A line that is no ID of the collection's own, but fits to the last character."""
        return not _SGT.recognises(text) and super().recognises(text)

    def resembles(self, text: str) -> bool:
        """A size, letters and a colon."""
        return super(SgtTowers, self).resembles(text)
