"""gridwright corpus: keep puzzles: add, import, grade, query, count, export and verify them

Section: Puzzles
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import click

from ...corpus import Corpus
from ...model import CorpusError, UnknownName, shorten
from ..command import ExamplesFirst
from ..output import complain

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
"""Every part with what it does; its file is loaded when it is called."""


class _Group(ExamplesFirst, click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(PARTS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in PARTS:
            return None
        found: click.Command = import_module(f".{cmd_name.replace('import', 'import_')}", __name__).command
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in PARTS and not args[0].startswith("-"):
            raise UnknownName("part of corpus", args[0], PARTS)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(PARTS.items()), col_max=12)


command = _Group(
    name="corpus",
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
    no_args_is_help=True,
)

folder = click.argument("folder", metavar="FOLDER")


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
