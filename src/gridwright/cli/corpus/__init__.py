"""gridwright corpus: keep puzzles: add, import, grade, query, count, export and verify them

Section: Puzzles
"""

from __future__ import annotations

from pathlib import Path

import click

from ...corpus import Corpus
from ...model import CorpusError, shorten
from ..names import PUZZLE
from ..output import complain
from ..parts_group import PartsGroup

PARTS = {
    "add": "add puzzles, such as those that generate makes",
    "import": "add the puzzles of other people's files, and where they come from",
    "grade": "fill in what is missing: grades, solutions, digests of forms",
    "query": "ask with SQL",
    "stats": "count sizes, tiers, clues and techniques",
    "export": "write puzzles in other forms: Parquet, lines of a format, JSON",
    "verify": "solve and grade again: what no longer holds?",
    "migrate": "bring lines of an earlier schema up to date",
}

command = PartsGroup(
    name="corpus",
    package=__name__,
    parts=PARTS,
    help="Keep puzzles in a folder, find them again, count and compare them.\n\n"
    "A corpus is a folder of *.jsonl files (or *.jsonl.gz), one document a line. Every command that takes puzzles "
    "takes such a folder; with --genre only the puzzles of that genre.",
    examples=(
        "gridwright generate sudoku --tier Hard --count 10 --json | gridwright corpus add pool -",
        "gridwright corpus import pool list.sdm --note 'from a friend'",
        "gridwright corpus grade pool --scale standard --scale sgt",
        "gridwright corpus query pool 'select genre, tier, count(*) from puzzles group by all'",
        "gridwright solve pool --genre sudoku",
    ),
)

folder = click.argument("folder", metavar="FOLDER", type=PUZZLE)


def opened(path: str) -> Corpus:
    """The corpus of a folder that is there and has something in it."""
    corpus = Corpus(path, notify=complain)
    if not corpus.shards:
        what = f"{shorten(path, 200)} has no *.jsonl files" if Path(path).is_dir() else f"no such folder: {path}"
        raise CorpusError(what if what.startswith("no") else f"expected a corpus, but {what}")
    return corpus


def spelled_count(number: int, noun: str = "puzzle") -> str:
    """`1 puzzle`, `1,200 puzzles`."""
    return f"{number:,} {noun}{'s' * (number != 1)}"
