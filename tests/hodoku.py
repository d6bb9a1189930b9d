"""HoDoKu's regression library: sudoku positions in which one technique is known to give just these conclusions.

`gridwright.genres.texts.hodoku` reads the lines and `gridwright.narration.hodoku` says which technique a code is.
`python tests/hodoku.py` prints how the catalogue does, code by code: *right* if one of all matches of the technique has
exactly the stated conclusions, *missed* if none has, *wrong* if any match at all contradicts the solution. `python
tests/hodoku.py N` does the same with N copies of every line: digits renamed, lines in another order, turned over.
"""

from __future__ import annotations

import csv
import gzip
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random

from disguises import order
from gridwright.genres import parse
from gridwright.genres.texts.hodoku import Candidate, LibraryLine
from gridwright.model import State
from gridwright.model.step import Conclusion
from gridwright.narration.hodoku import CODES
from gridwright.playing.marks import position
from gridwright.rules.evaluate import Match
from gridwright.techniques import Catalogue
from known import rung

LIBRARY = "sudoku/technique_positions_a.txt.gz"
NAMES = "sudoku/hodoku_techniques.csv"

Conclusions = frozenset[Conclusion]


# Reading


def library(folder: Path) -> list[LibraryLine]:
    """Every line of our half."""
    with gzip.open(folder / LIBRARY, "rt", encoding="ascii") as lines:
        return [LibraryLine.read(text) for text in lines if text.startswith(":")]


def names(folder: Path) -> dict[str, str]:
    """Code → HoDoKu's name."""
    with open(folder / NAMES, encoding="utf-8", newline="") as rows:
        return {row["libcode"]: row["name"] for row in csv.DictReader(rows)}


def state_of(line: LibraryLine) -> State:
    """The position: givens and placed digits, with what they see gone, and the deleted candidates."""
    puzzle = parse(line.text, genre="sudoku", format="hodoku")
    return position(puzzle, " ".join(line.facts(puzzle)))


def expected(line: LibraryLine) -> Conclusions:
    """What the library says follows."""
    gone = (Conclusion(x, value, False) for x, value in line.eliminations)
    return frozenset([*gone, *(Conclusion(x, value, True) for x, value in line.placements)])


def solution_of(line: LibraryLine) -> Sequence[int]:
    """The values of the position's only solution."""
    board = "".join(str(dict(line.givens + line.placed).get(x, -1) + 1) for x in range(81))
    answer = parse(board, genre="sudoku").solve()
    if len(answer.solutions) != 1:
        raise ValueError(f"the position has {len(answer.solutions)} solutions or more")
    return answer.solutions[0]


def disguised(line: LibraryLine, rng: Random) -> LibraryLine:
    """The line with digits renamed, rows and columns in another order, turned over or not."""
    digits = rng.sample(range(9), 9)
    rows, columns, over = order(9, 3, rng), order(9, 3, rng), rng.random() < 0.5

    def moved(some: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
        places = ((rows[x // 9], columns[x % 9], digits[value]) for x, value in some)
        return tuple(sorted((9 * c + r if over else 9 * r + c, value) for r, c, value in places))

    return replace(
        line, givens=moved(line.givens), placed=moved(line.placed), deleted=moved(line.deleted), digits="",
        eliminations=moved(line.eliminations), placements=moved(line.placements),
    )  # fmt: skip


def found_in(code: str, state: State) -> set[Conclusions]:
    """The conclusions of every instance of a code's techniques in the position."""
    each = CODES[code]
    matches = (match for name in each.techniques for match in _matches(name, state))
    return {frozenset(match.conclusions) for match in matches if each.covers(state, match.witness)}


def _matches(name: str, state: State) -> Iterator[Match]:
    key, size = rung(name)
    technique = Catalogue.standard()[key]
    for each in technique.sizes if size is None else (size,):
        yield from technique.matches(each, state)


# Measuring


@dataclass
class Tally:
    """How the lines of one code went."""

    lines: int = 0
    right: int = 0
    missed: list[LibraryLine] = field(default_factory=list)
    wrong: list[LibraryLine] = field(default_factory=list)

    def add(self, line: LibraryLine) -> None:
        found, solution = found_in(line.code, state_of(line)), solution_of(line)
        self.lines += 1
        if not found if line.must_not_fire else expected(line) in found:
            self.right += 1
        else:
            self.missed.append(line)
        if any(each.true != (solution[each.variable] == each.value) for one in found for each in one):
            self.wrong.append(line)


@cache
def tallies(folder: Path) -> dict[str, Tally]:
    """Every supported code of the library."""
    return tallied(library(folder))


def tallied(lines: list[LibraryLine], report: Callable[[str], object] = str) -> dict[str, Tally]:
    """Every supported code of these lines; what is not right is reported at once."""
    found: dict[str, Tally] = {}
    for line in lines:
        if line.code in CODES:
            tally = found.setdefault(line.code, Tally())
            right = tally.right
            tally.add(line)
            if tally.right == right:
                report(line.text)
    return dict(sorted(found.items()))


def table(folder: Path, counts: dict[str, Tally] | None = None) -> str:
    """The figures as a table of Markdown, and what is not supported."""
    said, counts = names(folder), counts or tallies(folder)
    rows = [
        "| code | HoDoKu's name | with us | lines | right | missed | wrong |",
        "| --- | --- | --- | --: | --: | --: | --: |",
    ]
    for code, tally in counts.items():
        name = f"Siamese {said[code[:4]]}" if len(code) == 5 else said[code]
        ours = ", ".join(f"`{each}`" for each in CODES[code].techniques)
        rows.append(
            f"| {code} | {name} | {ours} | {tally.lines} | {tally.right} | {len(tally.missed)} | {len(tally.wrong)} |"
        )
    lines, right = (sum(getattr(tally, each) for tally in counts.values()) for each in ("lines", "right"))
    missed, wrong = (sum(len(getattr(tally, each)) for tally in counts.values()) for each in ("missed", "wrong"))
    rows.append(f"| all | | | {lines} | {right} ({right / lines:.1%}) | {missed} | {wrong} |")
    others = sorted({line.code for line in library(folder)} - set(CODES))
    named = ", ".join(f"{code} {'Siamese ' * (len(code) == 5)}{said[code[:4]]}" for code in others)
    return "\n".join([*rows, "", f"Not supported: {named}."])


if __name__ == "__main__":
    from bench.lists import oracles

    folder = oracles()
    if folder is None:
        raise SystemExit("the library is not here: set GRIDWRIGHT_ORACLES or put it at ../shared/data")
    if len(sys.argv) == 1:
        print(table(folder))
    else:
        rng = Random("copies")
        copies = [disguised(line, rng) for line in library(folder) for _ in range(int(sys.argv[1]))]
        print(table(folder, tallied(copies, print)))
