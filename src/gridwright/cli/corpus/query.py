"""gridwright corpus query"""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from ...corpus.tables import QueryResult
from ..command import command as make_command
from ..command import scale_option
from ..output import Report
from . import folder as folder_argument
from . import opened

WIDEST = 60
"""Characters of a column on a terminal; elsewhere columns are as wide as they are."""


@make_command(
    "query",
    "Ask a corpus with SQL: DuckDB in memory, over the files where they lie.\n\n"
    "The view is called puzzles: puzzle, genre, rows, columns, clues, clue_kinds, form, solution, grades, provenance, "
    "shard, and of one scale grade, tier, rating, hardest, steps and techniques. Nested fields have dots: "
    "provenance.source, grade.proof_size; techniques['x-wing'] is how often it is used. "
    "Exit code: 0 done, 2 misuse or no answer.",
    (
        "gridwright corpus query pool 'select genre, tier, count(*) from puzzles group by all order by all'",
        "gridwright corpus query pool \"select puzzle from puzzles where techniques['x-wing'] = 2\"",
        "gridwright corpus query pool 'select provenance.source, avg(rating) from puzzles group by 1' --json",
    ),
)
@folder_argument
@click.argument("sql", metavar="SQL")
@scale_option("Whose grades are grade, tier, rating and hardest")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a row.")
def command(folder: str, sql: str, scale: str, as_json: bool) -> int:
    table = opened(folder).query(sql, scale=scale)
    report = Report(as_json)
    if as_json:
        for row in table.rows:
            report.report("query", row=_plain(dict(zip(table.columns, row, strict=True))))
    else:
        for line in _lines(table):
            report.line(line)
    return report.code


def _plain(value: Any) -> Any:
    """What JSON can say of a value of DuckDB."""
    return json.loads(json.dumps(value, default=str))


def _lines(table: QueryResult) -> list[str]:
    texts = [[_text(value) for value in row] for row in table.rows]
    widths = [max(map(len, column)) for column in zip(table.columns, *texts, strict=True)]
    if sys.stdout.isatty():
        widths = [min(width, WIDEST) for width in widths]
    right = [all(row[i] is None or isinstance(row[i], int | float) for row in table.rows) for i in range(len(widths))]
    return [
        "  ".join(
            f"{cell[:width]:{'>' if to_right else '<'}{width}}"
            for cell, width, to_right in zip(cells, widths, right, strict=True)
        ).rstrip()
        for cells in (table.columns, *texts)
    ]  # fmt: skip


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    return json.dumps(value, ensure_ascii=False, default=str) if isinstance(value, list | dict) else str(value)
