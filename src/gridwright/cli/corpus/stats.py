"""gridwright corpus stats"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ...corpus.chart import chart
from ...corpus.statistics import GenreStatistics, NamedCounts
from ..command import command as make_command
from ..command import scale_option
from ..names import GENRE
from ..output import Report, write_file
from . import folder as folder_argument
from . import opened, spelled_count

WIDTH = 30
MOST = 40


@make_command(
    "stats",
    "Count the puzzles of a corpus by size, tier, clues and technique.\n\n"
    "--svg draws the same. Exit code: 0 done, 2 misuse or a corpus that cannot be read.",
    (
        "gridwright corpus stats pool",
        "gridwright corpus stats pool --genre sudoku --scale sgt",
        "gridwright corpus stats pool --svg pool.svg --json",
    ),
)
@folder_argument
@click.option("--genre", type=GENRE, help="Only the puzzles of this genre.")
@scale_option("Whose tiers and techniques are counted")
@click.option("--svg", type=click.Path(dir_okay=False), metavar="FILE", help="Draw it, too.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
def command(folder: str, genre: str | None, scale: str, svg: str | None, as_json: bool) -> int:
    found = opened(folder).statistics(scale=scale, genre=genre)
    report = Report(as_json)
    if svg is not None:
        write_file(Path(svg), chart(found))
    if as_json:
        genres: dict[str, Any] = {each.genre: _plain(each) for each in found.genres}
        report.report("stats", scale=found.scale, puzzles=found.puzzles, genres=genres)
        return report.code
    report.line(spelled_count(found.puzzles))
    for each in found.genres:
        report.line(f"\n{each.genre}: {spelled_count(each.puzzles)}")
        _tell(report, "size", each.sizes)
        _tell(report, f"tier on {found.scale}", each.tiers)
        _tell(report, "clues", each.clues)
        _tell(report, "puzzles that use a technique", each.techniques)
    return report.code


def _plain(genre: GenreStatistics) -> dict[str, Any]:
    return {
        "puzzles": genre.puzzles, "sizes": dict(genre.sizes), "tiers": dict(genre.tiers), "clues": dict(genre.clues),
        "techniques": dict(genre.techniques),
    }  # fmt: skip


def _tell(report: Report, title: str, counts: NamedCounts) -> None:
    if not counts:
        return
    report.line(f"  {title}")
    most = max(count for _, count in counts)
    width = max(len(name) for name, _ in counts[:MOST])
    for name, count in counts[:MOST]:
        report.line(f"    {name:<{width}} {count:>11,}  {'█' * round(WIDTH * count / most)}".rstrip())
    if len(counts) > MOST:
        report.line(f"    and {len(counts) - MOST} more")
