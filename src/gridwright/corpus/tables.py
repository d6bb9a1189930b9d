"""A corpus as a table: DuckDB in memory over the files where they lie.

    with Tables(corpus) as tables:
        tables.query("select genre, count(*) from puzzles group by genre").rows

The view `puzzles` has the fields of an entry, `shard`, and the grade on one scale. What is torn, or being written now,
is read from a copy of its whole lines, so that no query sees half a line.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any, NamedTuple

from ..grading import Scale
from ..grading import scale as scale_named
from ..model import GridwrightError, MissingExtra
from .shard import Shard

if TYPE_CHECKING:
    from .corpus import Corpus

GRADE = (
    "STRUCT(status VARCHAR, scale VARCHAR, tier VARCHAR, rating DOUBLE, hardest VARCHAR, steps INTEGER, "
    "techniques JSON, proof_size INTEGER, open INTEGER[], stopped VARCHAR)"
)
PROVENANCE = "STRUCT(source VARCHAR, line BIGINT, recipe VARCHAR, attempt BIGINT, verified VARCHAR, note VARCHAR)"
COLUMNS = {
    "puzzle": "VARCHAR", "genre": "VARCHAR", "rows": "INTEGER", "columns": "INTEGER", "clues": "INTEGER",
    "clue_kinds": "VARCHAR[]", "form": "VARCHAR", "solution": "VARCHAR", "grades": f"{GRADE}[]",
    "provenance": PROVENANCE,
}  # fmt: skip
"""The fields of an entry as DuckDB has them; a test compares them with the documents. What a grade says of techniques
is decoded where somebody asks for it: as a map at once it would take three times as long to read a grade."""
MEMORY = "700MB"
LARGEST_LINE = 16 << 20


class QueryResult(NamedTuple):
    """The answer to a query."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]


class CorpusTables:
    """The tables of a corpus, for as long as they are open."""

    def __init__(self, corpus: Corpus, scale: str | Scale = "standard") -> None:
        try:
            import duckdb
        except ImportError:
            raise MissingExtra("DuckDB, which answers queries,", "corpus") from None
        self._errors = duckdb.Error
        self._folder = Path(mkdtemp(prefix="gridwright-"))  # for copies, and for what memory has no room for
        self._connection = duckdb.connect()
        try:
            self._connection.execute(f"set memory_limit = '{MEMORY}'; set preserve_insertion_order = false")
            self._connection.execute(f"set temp_directory = {_text(str(self._folder))}")
            self._connection.execute(self._view(corpus, scale if isinstance(scale, Scale) else scale_named(scale)))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> CorpusTables:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Nothing of it stays."""
        self._connection.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def query(self, sql: str, values: list[Any] | None = None) -> QueryResult:
        """What a statement gives; DuckDB's own words where there is something wrong with it."""
        try:
            done = self._connection.execute(sql, values) if values else self._connection.execute(sql)
            return QueryResult(tuple(each[0] for each in done.description or ()), done.fetchall())
        except self._errors as error:
            raise GridwrightError(f"DuckDB says: {str(error).strip()}") from None

    def _view(self, corpus: Corpus, scale: Scale) -> str:
        from .corpus import SCHEMA, data_in

        schema_bytes = f'"schema": "{SCHEMA}"'.encode()
        paths = []
        for shard in [] if corpus.is_filtered else corpus.shards:
            path = self._read_from(shard, corpus)
            for number, line in first_and_last(Shard(path)):
                if schema_bytes not in line:
                    data_in(shard, number or shard.count(), line)
                paths.append(str(path))
        if corpus.is_filtered:
            chosen = [json.dumps(data) + "\n" for data in corpus.documents()]
            paths = [str(self._copied("filtered.jsonl", map(str.encode, chosen)))] if chosen else []
        if not paths:
            nothing = ", ".join(f'null::{kind} as "{name}"' for name, kind in COLUMNS.items())
            lines = f"select {nothing}, null::VARCHAR as shard where false"
        else:
            files = ", ".join(map(_text, dict.fromkeys(paths)))
            fields = ", ".join(f'"{name}": {_text(kind)}' for name, kind in COLUMNS.items())
            lines = (
                f"select * exclude (filename), parse_filename(filename) as shard from read_json([{files}], "
                f"filename = true, format = 'newline_delimited', maximum_object_size = {LARGEST_LINE}, "
                f"columns = {{{fields}}})"
            )
        return (
            "create view puzzles as select *, grade.tier as tier, grade.rating as rating, grade.hardest as hardest, "
            "grade.steps as steps, grade.techniques::MAP(VARCHAR, INTEGER) as techniques "
            f"from (select *, list_filter(grades, lambda each: each.scale = {_text(scale.key)})[1] as grade "
            f"from ({lines}))"
        )

    def _read_from(self, shard: Shard, corpus: Corpus) -> Path:
        """The shard itself, or a copy of its whole lines."""
        if shard.packed or not (shard.is_torn or shard.is_busy):
            return shard.path
        return self._copied(shard.path.name, (line + b"\n" for _, line in shard.lines(corpus.notify)))

    def _copied(self, name: str, lines: Iterable[bytes]) -> Path:
        copy = self._folder / name
        with copy.open("wb") as file:
            file.writelines(lines)
        return copy


def first_and_last(shard: Shard) -> Iterator[tuple[int | None, bytes]]:
    """Lines are only ever added: if these two are of one schema, all are. Of a packed shard, the first."""
    with shard.open() as file:
        if not (first := file.readline()):
            return
        yield 1, first
        if not shard.packed:
            size, step, end = shard.path.stat().st_size, 1 << 12, b""
            while not end and step < 16 * size:
                file.seek(max(0, size - step))
                _, end, last = file.read().rstrip(b"\n").rpartition(b"\n")
                step *= 16
            yield None, last


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"
