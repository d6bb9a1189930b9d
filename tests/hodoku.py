"""HoDoKu's regression library: sudoku positions in which one technique is known to give just these conclusions.

    :0300:7:GRID:DELETED:ELIMINATIONS:PLACEMENTS:LENGTH

In the grid `+` marks a digit that was placed; a candidate is digit, row, column. `python tests/hodoku.py` prints how
the catalogue does, code by code: *right* if one of all matches of the technique has exactly the stated conclusions,
*missed* if none has, *wrong* if any match at all contradicts the solution.
"""

from __future__ import annotations

import csv
import gzip
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from gridwright.genres import parse
from gridwright.model import Puzzle, State
from gridwright.model.step import Conclusion
from gridwright.rules.evaluate import Match
from gridwright.rules.position import apply, start
from gridwright.techniques import Catalogue
from known import rung

LIBRARY = "sudoku/technique_positions_a.txt.gz"
NAMES = "sudoku/hodoku_techniques.csv"

Conclusions = frozenset[Conclusion]


# Reading


@dataclass(frozen=True)
class Line:
    """One line of the library."""

    code: str
    variant: str
    digits: str
    grid: str
    deleted: tuple[Conclusion, ...]
    expected: Conclusions
    must_not_fire: bool
    length: int | None

    @classmethod
    def read(cls, text: str) -> Line:
        """A line's text.

        >>> line = Line.read(":0703:56:" + "+1" + "." * 80 + ":581:681::11")
        >>> line.code, line.expected, line.length
        ('0703', frozenset({Conclusion(variable=63, value=5, true=False)}), 11)
        """
        empty, name, digits, grid, deleted, eliminations, placements, *length = text.rstrip("\n").split(":")
        code, _, variant = name.partition("-")
        if empty or len(grid.replace("+", "")) != 81:
            raise ValueError(f"not a line of the library: {text!r}")
        expected = {*_candidates(eliminations, False), *_candidates(placements, True)}
        must_not_fire = variant == "x"
        return cls(
            code, "" if must_not_fire else variant, digits, grid, tuple(_candidates(deleted, False)),
            frozenset(expected), must_not_fire, int(length[0]) if any(length) else None,
        )  # fmt: skip

    @property
    def puzzle(self) -> Puzzle:
        """What was given."""
        givens = "".join(" " if before == "+" else sign for before, sign in self._signs)
        return parse(givens.replace(" ", "."), genre="sudoku")

    @property
    def state(self) -> State:
        """The position: givens and placed digits, with what they see gone, and the deleted candidates."""
        puzzle = self.puzzle
        placed = [
            Conclusion(x, int(sign) - 1, True)
            for x, (before, sign) in enumerate(self._signs)
            if before == "+" and sign != "."
        ]
        return apply(start(puzzle), [*placed, *self.deleted])

    @property
    def solution(self) -> tuple[int, ...]:
        """The values of the position's only solution."""
        answer = parse(self.grid.replace("+", ""), genre="sudoku").solve()
        if len(answer.solutions) != 1:
            raise ValueError(f"the position has {len(answer.solutions)} solutions or more")
        return tuple(answer.solutions[0])

    @property
    def _signs(self) -> list[tuple[str, str]]:
        """Each cell's sign, with the `+` before it."""
        plain = f".{self.grid}"
        return [(plain[i], sign) for i, sign in enumerate(self.grid) if sign != "+"]


def _candidates(text: str, true: bool) -> Iterator[Conclusion]:
    for each in text.split():
        digit, row, column = map(int, each)
        yield Conclusion(9 * (row - 1) + column - 1, digit - 1, true)


def library(folder: Path) -> list[Line]:
    """Every line of our half."""
    with gzip.open(folder / LIBRARY, "rt", encoding="ascii") as lines:
        return [Line.read(text) for text in lines if text.startswith(":")]


def names(folder: Path) -> dict[str, str]:
    """Code → HoDoKu's name."""
    with open(folder / NAMES, encoding="utf-8", newline="") as rows:
        return {row["libcode"]: row["name"] for row in csv.DictReader(rows)}


# What a code is with us


@dataclass(frozen=True)
class Ours:
    """The techniques that are a code, told as we tell them.

    `kinds`: a group of the witness must be of that kind.
    """

    techniques: tuple[str, ...]
    kinds: dict[str, str] = field(default_factory=dict, hash=False)

    def conclusions(self, state: State) -> set[Conclusions]:
        """Those of every instance in the position."""
        structure = state.structure
        return {
            frozenset(match.conclusions)
            for name in self.techniques
            for match in _matches(name, state)
            if all(structure.groups[_number(match, g)].kind == kind for g, kind in self.kinds.items())
        }


def _matches(name: str, state: State) -> Iterator[Match]:
    key, size = rung(name)
    technique = Catalogue.standard()[key]
    for each in technique.sizes if size is None else (size,):
        yield from technique.matches(each, state)


def _number(match: Match, name: str) -> int:
    value = match.witness[name].value
    assert isinstance(value, int)
    return value


CODES = {
    "0000": Ours(("last-cell",)),
    "0002": Ours(("hidden-single",)),
    "0003": Ours(("naked-single",)),
    "0100": Ours(("locked-candidates",), kinds={"g": "box"}),
    "0101": Ours(("locked-candidates",), kinds={"h": "box"}),
    "0110": Ours(("naked-pair",)),
    "0111": Ours(("naked-triple",)),
    "0200": Ours(("naked-pair",)),
    "0201": Ours(("naked-triple",)),
    "0202": Ours(("naked-quad",)),
    "0210": Ours(("hidden-pair",)),
    "0211": Ours(("hidden-triple",)),
    "0212": Ours(("hidden-quad",)),
    "0300": Ours(("x-wing",)),
    "0301": Ours(("swordfish",)),
    "0302": Ours(("jellyfish",)),
    "0310": Ours(("finned-x-wing",)),
    "0311": Ours(("finned-swordfish",)),
    "03111": Ours(("siamese-swordfish",)),
    "0312": Ours(("finned-jellyfish",)),
    "03121": Ours(("siamese-jellyfish",)),
    "0320": Ours(("finned-x-wing",)),
    "0321": Ours(("finned-swordfish",)),
    "03211": Ours(("siamese-swordfish",)),
    "0322": Ours(("finned-jellyfish",)),
    "03221": Ours(("siamese-jellyfish",)),
    "0340": Ours(("finned-franken-x-wing",)),
    "0341": Ours(("finned-franken-swordfish",)),
    "03411": Ours(("siamese-franken-swordfish",)),
    "0342": Ours(("finned-franken-jellyfish",)),
    "03421": Ours(("siamese-franken-jellyfish",)),
    "0362": Ours(("finned-mutant-jellyfish",)),
    "03621": Ours(("siamese-mutant-jellyfish",)),
    "0400": Ours(("skyscraper",)),
    "0401": Ours(("two-string-kite",)),
    "0402": Ours(("empty-rectangle",)),
    "0403": Ours(("turbot-fish",)),
    "0404": Ours(("dual-two-string-kite",)),
    "0405": Ours(("dual-empty-rectangle",)),
    "0500": Ours(("simple-colouring",)),
    "0501": Ours(("colour-wrap",)),
    "0502": Ours(("multi-colouring",)),
    "0503": Ours(("multi-colouring",)),
    "0600": Ours(("unique-rectangle-1",)),
    "0601": Ours(("unique-rectangle-2",)),
    "0602": Ours(("unique-rectangle-3",)),
    "0603": Ours(("unique-rectangle-4",)),
    "0604": Ours(("unique-rectangle-5",)),
    "0605": Ours(("unique-rectangle-6",)),
    "0606": Ours(("hidden-rectangle",)),
    "0607": Ours(("avoidable-rectangle-1",)),
    "0608": Ours(("avoidable-rectangle-2",)),
    "0610": Ours(("bug-plus-one",)),
    "0701": Ours(("x-chain",)),
    "0702": Ours(("xy-chain",)),
    "0703": Ours(("remote-pair", "long-remote-pair")),
    "0706": Ours(("continuous-loop",)),
    "0707": Ours(("discontinuous-loop",)),
    "0708": Ours(("aic",)),
    "0709": Ours(("grouped-continuous-loop",)),
    "0710": Ours(("grouped-discontinuous-loop",)),
    "0711": Ours(("grouped-aic",)),
    "0800": Ours(("xy-wing",)),
    "0801": Ours(("xyz-wing",)),
    "0803": Ours(("w-wing",)),
    "0901": Ours(("als-xz", "doubly-linked-als")),
    "0902": Ours(("als-xy-wing",)),
    "0903": Ours(("als-chain",)),
    "0904": Ours(("death-blossom",)),
    "1101": Ours(("sue-de-coq",)),
}


# Measuring


@dataclass
class Tally:
    """How the lines of one code went."""

    lines: int = 0
    right: int = 0
    missed: list[Line] = field(default_factory=list)
    wrong: list[Line] = field(default_factory=list)

    def add(self, line: Line) -> None:
        found, solution = CODES[line.code].conclusions(line.state), line.solution
        self.lines += 1
        if not found if line.must_not_fire else line.expected in found:
            self.right += 1
        else:
            self.missed.append(line)
        if any(each.true != (solution[each.variable] == each.value) for one in found for each in one):
            self.wrong.append(line)


@cache
def tallies(folder: Path) -> dict[str, Tally]:
    """Every supported code of the library."""
    found: dict[str, Tally] = {}
    for line in library(folder):
        if line.code in CODES:
            found.setdefault(line.code, Tally()).add(line)
    return dict(sorted(found.items()))


def table(folder: Path) -> str:
    """The figures as a table of Markdown, and what is not supported."""
    said, counts = names(folder), tallies(folder)
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
    from gridwright.bench.lists import oracles

    folder = oracles()
    if folder is None:
        raise SystemExit("the library is not here: set GRIDWRIGHT_ORACLES or put it at ../shared/data")
    print(table(folder))
