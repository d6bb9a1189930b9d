"""The puzzles that benchmarks run on: well-known lists where they are at hand, the shipped ones where not.

Well-known lists lie in the folder that GRIDWRIGHT_ORACLES names, or in `shared/data` beside the repository; they are
other people's work and not shipped. Shipped puzzles (`data/puzzles`) are few, so figures on them have no targets.
"""

from __future__ import annotations

import gzip
import json
import os
from dataclasses import dataclass, replace
from pathlib import Path

from gridwright.genres import genre, parse
from gridwright.model import Grid, Puzzle

ROOT = Path(__file__).resolve().parents[1]
"""The repository, where this file lies in one."""
ARROWS_FILE = ROOT / "data" / "bench" / "arrows.txt.gz"
"""Minimal boards by kind, size and number of directions, made by `make_arrows`."""
STAR_BATTLES_FILE = ROOT / "data" / "bench" / "star-battles.txt.gz"
"""Star battles of two and three stars, made by `make_star_battles`."""
BOARDS_FILE = ROOT / "data" / "bench" / "boards.txt.gz"
"""Large boards of loops, areas and light, made by `make_boards`."""
ARROW_STEPS_FILE = ROOT / "data" / "bench" / "arrow-steps.txt.gz"
"""Boards of nine rows that techniques alone solve, made by `make_arrow_steps`."""


@dataclass(frozen=True)
class PuzzleList:
    """Puzzles of one genre as texts; `known` lists are those that targets were set for."""

    name: str
    genre: str
    texts: tuple[str, ...]
    known: bool

    def puzzles(self) -> list[Puzzle]:
        """Every text, read."""
        return [parse(text, genre=self.genre) for text in self.texts]

    def of_size(self, side: int) -> PuzzleList:
        """Those with so many rows and columns."""
        grid = Grid(side, side)
        return replace(self, texts=tuple(text for text in self.texts if parse(text, genre=self.genre).grid == grid))

    def sample(self, most: int) -> PuzzleList:
        """So many of them, spread evenly over the list; all, where there are no more."""
        count = len(self.texts)
        return self if count <= most else replace(self, texts=tuple(self.texts[i * count // most] for i in range(most)))


def oracles() -> Path | None:
    """The folder of other people's puzzles, or None."""
    named = os.environ.get("GRIDWRIGHT_ORACLES")
    folder = Path(named) if named else ROOT.parent / "shared" / "data"
    return folder if folder.is_dir() else None


def sudoku_list(name: str, file: str) -> PuzzleList | None:
    """A well-known list of sudokus, one a line; None where it is not at hand."""
    path = _at_hand(f"sudoku/{file}")
    if path is None:
        return None
    with gzip.open(path, "rt", encoding="ascii") as lines:
        texts = tuple(line.split()[0] for line in lines if line.strip() and not line.startswith("#"))
    return PuzzleList(name, "sudoku", texts, known=True)


def sgt_list(name: str, genre: str, start: str) -> PuzzleList | None:
    """The boards of sgt-puzzles whose IDs begin so; None where they are not at hand."""
    path = _at_hand(f"sgt/{genre}.tsv.gz")
    if path is None:
        return None
    with gzip.open(path, "rt", encoding="ascii") as lines:
        texts = tuple(line.split("\t")[0] for line in lines if line.startswith(start))
    return PuzzleList(name, genre, texts, known=True)


def graded_list(genre: str, start: str, tier: str) -> PuzzleList | None:
    """The boards of sgt-puzzles whose IDs begin so and that it gives this tier; None where they are not at hand."""
    path = _at_hand(f"sgt/{genre}.tsv.gz")
    if path is None:
        return None
    with gzip.open(path, "rt", encoding="ascii") as lines:
        rows = [line.split("\t") for line in lines]
    texts = tuple(text for text, graded, *_ in rows if text.startswith(start) and graded == tier)
    return PuzzleList(f"{genre} {start} {tier}", genre, texts, known=True)


def queens_lists() -> list[PuzzleList]:
    """The community's Queens levels: all of them, and those with one solution."""
    path = _at_hand("queens/community_levels.jsonl.gz")
    if path is None:
        return []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        levels = [json.loads(line) for line in lines]
    texts = tuple(f"1:{'/'.join(level['rows'])}" for level in levels)
    unique = tuple(text for text, level in zip(texts, levels, strict=True) if level["solutions_count"] == 1)
    return [
        PuzzleList("community Queens", "star-battle", texts, known=True),
        PuzzleList("community Queens, unique ones", "star-battle", unique, known=True),
    ]


def arrows_lists() -> dict[tuple[str, int, int], PuzzleList]:
    """Our own minimal Arrows by kind, side and number of directions; none outside of the repository."""
    if not ARROWS_FILE.is_file():
        return {}
    found: dict[tuple[str, int, int], list[str]] = {}
    with gzip.open(ARROWS_FILE, "rt", encoding="utf-8") as lines:
        for line in map(str.rstrip, lines):
            if line.startswith("# "):
                kind, side, directions = line.split()[1:]
                texts = found[kind, int(side), int(directions)] = []
            else:
                texts.append(line)
    return {
        key: PuzzleList(f"Arrows {key[0]} {key[1]}×{key[1]}, {key[2]} directions", "arrows", tuple(texts), True)
        for key, texts in found.items()
    }


def arrow_steps() -> PuzzleList | None:
    """Our own Arrows of nine rows that techniques alone solve; None outside of the repository."""
    if not ARROW_STEPS_FILE.is_file():
        return None
    with gzip.open(ARROW_STEPS_FILE, "rt", encoding="utf-8") as lines:
        return PuzzleList("Arrows 9×9 that techniques solve", "arrows", tuple(map(str.rstrip, lines)), True)


def board_list(genre: str, side: int) -> PuzzleList | None:
    """Our own large boards of a genre; None outside of the repository."""
    if not BOARDS_FILE.is_file():
        return None
    with gzip.open(BOARDS_FILE, "rt", encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines]
    texts = tuple(text for key, size, text in rows if (key, size) == (genre, str(side)))
    return PuzzleList(f"{genre} {side}×{side}", genre, texts, known=True)


def published_arrows() -> PuzzleList | None:
    """Published Arrows that have one solution; None where they are not at hand."""
    path = _at_hand("arrows/published.jsonl.gz")
    if path is None:
        return None
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        texts = [parse(json.loads(line)["puzzle"], genre="arrows") for line in lines]
    unique = tuple(each.text() for each in texts if each.count(2) == 1)
    return PuzzleList("published Arrows", "arrows", unique, True)


def shipped(key: str) -> PuzzleList:
    """The puzzles of a genre that come with the repository; outside of it, the examples of the genre's own file."""
    path = ROOT / "data" / "puzzles" / f"{key}.txt"
    if path.is_file():
        lines = path.read_text(encoding="utf-8").splitlines()
        texts = tuple(line.split("\t")[0] for line in lines if line and not line.startswith("# "))
    else:
        texts = tuple(example.text for example in genre(key).examples)
    return PuzzleList(f"shipped {key} puzzles", key, texts, known=False)


def _at_hand(file: str) -> Path | None:
    folder = oracles()
    path = folder / file if folder is not None else None
    return path if path is not None and path.is_file() else None
