"""Positions files: small boards on which a technique fires, with its exact conclusions, or is silent.

    fires 2 latin ................        a size where the technique has one, the genre, the puzzle's one-line text
    given r1c1-3 r1c1-4                   what is known: = places, - excludes
    then r1c3-1 r1c3-2                    the conclusions of one match, all of them

    silent 2 latin ................
    given r1c1-3

    fires loose sudoku 2x2k:…             cages as mere sums (`Puzzle.loosened`)

A file has the technique's key as its name; blocks are parted by blank lines, and `#` begins a comment line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gridwright.genres import parse
from gridwright.model import State
from gridwright.model.state import read_fact
from gridwright.model.step import Conclusion
from gridwright.rules.position import apply, start

FOLDER = Path(__file__).parent / "techniques" / "positions"


@dataclass(frozen=True)
class Known:
    """One position of a technique; `then` is None where it must be silent."""

    key: str
    parameter: int | None
    genre: str
    text: str
    given: tuple[str, ...]
    then: tuple[str, ...] | None
    loose: bool = False

    def state(self) -> State:
        puzzle = parse(self.text, genre=self.genre).loosened(["cage"] if self.loose else ())
        facts = [Conclusion(*read_fact(puzzle, fact)) for fact in self.given]
        return apply(start(puzzle), facts)

    def __str__(self) -> str:
        size = "" if self.parameter is None else f"-{self.parameter}"
        return f"{self.key}{size} {'silent' if self.then is None else 'fires'}"


def positions(path: Path) -> Iterator[Known]:
    """The positions of a file, which has the technique's key as its name."""
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = [line.split() for line in block.splitlines() if line.strip() and not line.startswith("#")]
        if lines:
            verdict, *more, genre, text = lines[0]
            size = [word for word in more if word != "loose"]
            facts = {word: [f for line in lines[1:] if line[0] == word for f in line[1:]] for word in ("given", "then")}
            yield Known(
                path.stem,
                int(size[0]) if size else None,
                genre,
                text,
                tuple(facts["given"]),
                tuple(facts["then"]) if verdict == "fires" else None,
                "loose" in more,
            )


def all_positions() -> list[Known]:
    return [known for path in sorted(FOLDER.glob("*.txt")) for known in positions(path)]
