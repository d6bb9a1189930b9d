"""gridwright corpus export"""

from __future__ import annotations

import os
import sys
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import IO

import click

from ...corpus.export import ALSO, JSON, PARQUET, lines
from ...generation import read_size
from ...model import GridwrightError
from ..command import command as make_command
from ..command import interrupted, scale_option, stop_on_interrupt
from ..input import formats_named
from ..names import FORMAT, GENRE
from ..output import Report, complain
from . import folder as folder_argument
from . import opened, spelled_count


@make_command(
    "export",
    "Write the puzzles of a corpus, or some of them, in another form.\n\n"
    "--to is parquet (all fields; DuckDB writes it), json (a document a line), sdm, or any format: sgt, puzz-link, "
    "f-puzzles … Puzzles that a format has no words for are left out and counted. "
    "Exit code: 0 done, 1 some were left out, 2 misuse.",
    (
        "gridwright corpus export pool --to parquet --out pool.parquet",
        "gridwright corpus export pool --to sdm --genre sudoku --size 9 > list.sdm",
        "gridwright corpus export pool --to sgt --genre keen --tier Hard --distinct --limit 10",
        "gridwright corpus export pool --to json --technique x-wing --out x-wings.jsonl",
    ),
)
@folder_argument
@click.option("--to", required=True, type=FORMAT, help="parquet, json, sdm or the key of a format.")
@click.option("--out", type=click.Path(dir_okay=False), metavar="FILE", help="Where to; standard output if left out.")
@click.option("--genre", type=GENRE, help="Only the puzzles of this genre.")
@click.option("--size", metavar="N|NxM", help="Only boards of this size.")
@click.option("--tier", metavar="NAME", help="Only this tier of the scale.")
@click.option("--technique", metavar="T", help="Only those that use this technique.")
@scale_option("Whose tiers and techniques are meant")
@click.option("--distinct", is_flag=True, help="Of copies only the first.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="No more than N; not with parquet.")
def command(
    folder: str, to: str, out: str | None, genre: str | None, size: str | None, tier: str | None,
    technique: str | None, scale: str, distinct: bool, limit: int | None,
) -> int:  # fmt: skip
    corpus, report = opened(folder), Report()
    if to not in (PARQUET, JSON):
        formats_named(ALSO.get(to, to))
    if any(each is not None for each in (genre, size, tier, technique)):
        rows, columns = read_size(size) if size is not None else (None, 0)
        board = None if rows is None else (rows, columns or rows)
        corpus = corpus.filter(genre=genre, size=board, tier=tier, technique=technique, scale=scale)
    corpus = corpus.distinct() if distinct else corpus
    if to == PARQUET:
        if out is None:
            raise click.UsageError("expected --out FILE: Parquet is no text", click.get_current_context())
        complain(f"{spelled_count(corpus.to_parquet(out, scale=scale))} written to {out}")
        return report.code
    stop_on_interrupt(click.get_current_context())
    missing: Counter[str] = Counter()
    written = 0
    part = None if out is None else Path(f"{out}.part")
    try:
        with _opened(part) as file:
            texts = (text for text, reason in lines(corpus, to) if text is not None or missing.update([reason]))
            for text in islice(texts, limit):
                if interrupted.is_set():
                    break
                file.write(f"{text}\n")
                written += 1
        if part is not None and out is not None:
            os.replace(part, out)
            complain(f"{spelled_count(written)} written to {out}")
    finally:
        if part is not None:
            part.unlink(missing_ok=True)
    for reason, count in missing.most_common(3):
        report.no()
        complain(f"{spelled_count(count)} left out: {reason}")
    return report.code


class _Kept:
    """Standard output, which stays open."""

    def __enter__(self) -> IO[str]:
        return sys.stdout

    def __exit__(self, *_: object) -> None:
        sys.stdout.flush()


def _opened(path: Path | None) -> IO[str] | _Kept:
    if path is None:
        return _Kept()
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise GridwrightError(f"cannot write {path}: {error.strerror}") from None
