"""The puzzles that come with gridwright: a corpus for each genre, of all its tiers and common sizes.

Corpus.shipped("keen")                               in Python
gridwright corpus stats shipped:keen                 wherever a command takes a folder
python -m gridwright.corpus.shipped                  makes them anew: the same files on every machine
"""

from __future__ import annotations

from pathlib import Path

from ...genres import genre as genre_named
from ...model import CorpusError

PREFIX = "shipped:"
"""What a name begins with that is no folder of one's own."""
ROOT = Path(__file__).parent


def is_shipped(name: str) -> bool:
    """Is it the name of a corpus that is shipped, `shipped:keen`?"""
    return name.startswith(PREFIX)


def shipped_genres() -> list[str]:
    """The genres of which puzzles are shipped."""
    return sorted(path.name for path in ROOT.iterdir() if (path / "boards.toml").exists())


def shipped_corpus(genre: str) -> str | None:
    """Return the name of the corpus that is shipped for the genre of that key; None if there is none."""
    return f"{PREFIX}{genre}" if genre in shipped_genres() else None


def folder_of(name: str) -> Path:
    """The folder of a corpus that is shipped."""
    key = genre_named(name.removeprefix(PREFIX)).key
    if key not in (found := shipped_genres()):
        raise CorpusError(f"no puzzles of {key} are shipped; there are some of {', '.join(found)}")
    return ROOT / key
