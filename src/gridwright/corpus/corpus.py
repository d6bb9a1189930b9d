"""A corpus: a folder of entries, read strictly, filtered, added to.

corpus = Corpus("pool")
len(corpus); for entry in corpus: …
corpus.filter(genre="sudoku", tier="Hard").distinct()
corpus.add(puzzles)                      copies are left out and counted
Corpus.shipped("keen")                   what comes with gridwright
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..arguments import PuzzleLike, puzzle_of
from ..conversion.canonical_form import form_digest
from ..documents import from_dict, read, schema, to_dict
from ..documents.entries import entry_of
from ..documents.entry import NOWHERE, Entry, Provenance
from ..grading import Scale
from ..grading import scale as scale_named
from ..model import CorpusError, GridwrightError, Limits, MissingExtra, PuzzleError, shorten
from .copies import Forms
from .shard import Notify, Shard
from .shipped import PREFIX, folder_of, is_shipped
from .writer import Writer, shards_in

if TYPE_CHECKING:
    from ..execution import Executor
    from .grading import Completed
    from .statistics import Statistics
    from .tables import QueryResult
    from .verification import Fault

SCHEMA = schema("entry")
Condition = Callable[[dict[str, Any]], bool]


def warn(sentence: str) -> None:
    """What was repaired or left out, as a warning."""
    warnings.warn(sentence, stacklevel=3)


class Added(NamedTuple):
    """How many puzzles were added, and how many were copies of others."""

    added: int = 0
    copies: int = 0


class Corpus:
    """A folder of puzzles with whatever is known of them: iterable, with a length; a folder that is not there is empty.

    >>> from tempfile import TemporaryDirectory
    >>> from gridwright.genres import parse
    >>> with TemporaryDirectory() as folder:
    ...     corpus = Corpus(folder)
    ...     corpus.add([parse("1...3..4..2....1", genre="sudoku"), parse("4....2..1..3...4", genre="sudoku")])
    ...     [entry.clues for entry in corpus.filter(genre="sudoku")]
    Added(added=1, copies=1)
    [5]
    """

    def __init__(self, path: str | os.PathLike[str], *, notify: Notify = warn) -> None:
        self.is_shipped = is_shipped(os.fspath(path))
        self.path = folder_of(os.fspath(path)) if self.is_shipped else Path(path)
        if self.path.exists() and not self.path.is_dir():
            raise CorpusError(f"expected a folder, but {shorten(str(path), 200)} is a file")
        self.notify = notify
        self._conditions: tuple[Condition, ...] = ()
        self._distinct = False

    @classmethod
    def shipped(cls, genre: str) -> Corpus:
        """The puzzles of a genre that come with gridwright, made, graded and proved to have one solution.

        >>> len(Corpus.shipped("keen")) >= 500
        True
        """
        return cls(PREFIX + genre)

    def __repr__(self) -> str:
        return f"<corpus: {self.path}{', filtered' if self.is_filtered else ''}>"

    @property
    def is_filtered(self) -> bool:
        """Is it a part of what the folder has?"""
        return bool(self._conditions) or self._distinct

    @property
    def shards(self) -> list[Shard]:
        """Its files, in the order of their names."""
        return shards_in(self.path) if self.path.is_dir() else []

    # Reading

    def __len__(self) -> int:
        if not self.is_filtered:
            return sum(shard.count() for shard in self.shards)
        return sum(1 for _ in self.documents())

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Entry]:
        for shard, number, data in self._chosen():
            yield entry_in(shard, number, data)

    def documents(self) -> Iterator[dict[str, Any]]:
        """The entries as plain JSON data: sooner, and only their schema is looked at."""
        return (data for _, _, data in self._chosen())

    def _chosen(self) -> Iterator[tuple[Shard, int, dict[str, Any]]]:
        known = Forms()
        for shard in self.shards:
            for number, line in shard.lines(self.notify):
                data = data_in(shard, number, line)
                if self.wants(data) and not (
                    self._distinct and not known.is_new(data.get("form") or digest_in(shard, number, line))
                ):
                    yield shard, number, data

    def wants(self, data: dict[str, Any]) -> bool:
        """Is an entry, as JSON data, one of those that were filtered for?"""
        return all(condition(data) for condition in self._conditions)

    def filter(
        self, *, genre: str | None = None, size: int | tuple[int, int] | None = None, tier: str | None = None,
        technique: str | None = None, clues: int | tuple[int, int] | None = None, clue_kind: str | None = None,
        source: str | None = None, scale: str | Scale = "standard", where: Condition | None = None,
    ) -> Corpus:  # fmt: skip
        """The part of it that is of a genre, a size, a tier …; `where` is asked with the entry as JSON data.

        `size` is rows, or rows and columns, `clues` a number or the fewest and the most, `technique` one that its
        grade counts; tier and technique are those of the scale.
        """
        from .conditions import conditions

        wanted = conditions(genre, size, tier, technique, clues, clue_kind, source, scale)
        return self._like((*self._conditions, *wanted, *([where] if where is not None else [])), self._distinct)

    def distinct(self) -> Corpus:
        """The same without copies: of those that a symmetry makes of each other, the first."""
        return self._like(self._conditions, True)

    def _like(self, conditions: tuple[Condition, ...], distinct: bool) -> Corpus:
        other = Corpus(self.path, notify=self.notify)
        other.is_shipped, other._conditions, other._distinct = self.is_shipped, conditions, distinct
        return other

    # Writing

    def must_be_writable(self, what: str) -> None:
        """An error where it is only a part of a folder, or comes with gridwright."""
        if self.is_shipped:
            raise CorpusError(f"{what} works on a folder of your own: what is shipped stays as it is")
        if self.is_filtered:
            raise CorpusError(f"{what} works on a whole corpus, not on what was filtered: Corpus({str(self.path)!r})")

    def add(
        self, puzzles: Iterable[PuzzleLike | Entry], *, keep_copies: bool = False, gzip: bool = False,
        source: str | None = None, note: str | None = None,
    ) -> Added:  # fmt: skip
        """Add puzzles: whatever the verbs take, what `generate` made, entries. Copies of what is there are left out.

        With `keep_copies` nobody looks, which is four times as fast.
        """
        with Adding(self, keep_copies=keep_copies, gzip=gzip) as adding:
            for given in puzzles:
                adding.add(entry_from(given, source=source, note=note))
        return adding.count

    def grade(
        self, *scales: str | Scale, threads: int = 1, limits: Limits | None = None,
        progress: Callable[[int], None] | None = None, executor: Executor | None = None,
    ) -> Completed:  # fmt: skip
        """Fill in what is missing: solutions, digests of forms, grades on these scales (`standard` if none is named).

        A run that was stopped goes on where it was.
        """
        from .grading import complete

        self.must_be_writable("grade")
        by = [each if isinstance(each, Scale) else scale_named(each) for each in scales or ("standard",)]
        return complete(self.shards, by, threads=threads, limits=limits, progress=progress, notify=self.notify,
                        executor=executor)  # fmt: skip

    def migrate(self) -> int:
        """Bring lines of an earlier schema, and of other documents about puzzles, up to date; how many there were."""
        from .migration import migrate

        self.must_be_writable("migrate")
        return migrate(self.shards, self.notify)

    # Tables

    def query(self, sql: str, *, scale: str | Scale = "standard") -> QueryResult:
        """What DuckDB answers over the view `puzzles`: docs/corpus.md says what is in it."""
        from .tables import CorpusTables

        with CorpusTables(self, scale) as tables:
            return tables.query(sql)

    def statistics(self, *, scale: str | Scale = "standard", genre: str | None = None) -> Statistics:
        """Sizes, tiers, clues and techniques, counted."""
        from .statistics import statistics

        return statistics(self, scale, genre)

    def verify(self, *, sample: int | None = None, seed: str = "", **options: Any) -> Iterator[Fault]:
        """Solve and grade all entries, or a sample, again: what no longer holds."""
        from .verification import verify

        return verify(self, sample=sample, seed=seed, **options)

    def rows(self, scale: str | Scale = "standard") -> Iterator[dict[str, Any]]:
        """The entries as flat rows, with the grade on one scale."""
        key = (scale if isinstance(scale, Scale) else scale_named(scale)).key
        for data in self.documents():
            grade = grade_in(data, key) or {}
            row = {name: data.get(name) for name in ("puzzle", "genre", "rows", "columns", "clues", "form", "solution")}
            row |= {name: grade.get(name) for name in ("status", "tier", "rating", "hardest", "steps", "techniques")}
            yield row | {name: data.get("provenance", {}).get(name) for name in ("source", "line", "recipe", "note")}

    def to_parquet(self, file: str | os.PathLike[str], *, scale: str | Scale = "standard") -> int:
        """Write the view `puzzles` as a Parquet file; how many rows it has."""
        from .export import to_parquet

        return to_parquet(self, Path(file), scale=scale)

    def to_pandas(self, scale: str | Scale = "standard") -> Any:
        """A DataFrame of pandas, a row an entry."""
        try:
            import pandas
        except ImportError:
            raise MissingExtra("pandas", "pandas") from None
        return pandas.DataFrame.from_records(list(self.rows(scale)))

    def to_polars(self, scale: str | Scale = "standard") -> Any:
        """A DataFrame of polars, a row an entry; how often each technique is used is a list of pairs."""
        try:
            import polars
        except ImportError:
            raise MissingExtra("polars", "polars") from None
        rows = [row | {"techniques": _pairs(row["techniques"])} for row in self.rows(scale)]
        return polars.from_dicts(rows, infer_schema_length=None)


def _pairs(techniques: Mapping[str, int] | None) -> list[dict[str, Any]]:
    return [{"technique": name, "times": times} for name, times in (techniques or {}).items()]


class Adding:
    """Puzzles on their way into a corpus. What `add` has taken is in a file after `flush`."""

    AT_A_TIME = 1000

    def __init__(self, corpus: Corpus, *, keep_copies: bool = False, gzip: bool = False) -> None:
        corpus.must_be_writable("add")
        self.count = Added()
        self._writer = Writer(corpus.path, gzip=gzip, notify=corpus.notify)
        self._forms = None if keep_copies else Forms()
        if self._forms is not None:
            self._forms.read(corpus.shards, digest_in, corpus.notify)
        self._lines: list[bytes] = []

    def __enter__(self) -> Adding:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.flush()
        finally:
            self._writer.close()

    def add(self, entry: Entry) -> bool:
        """Take an entry; False where it is a copy."""
        if self._forms is not None:
            form = entry.form or form_digest(entry.puzzle)
            if not self._forms.is_new(form):
                self.count = self.count._replace(copies=self.count.copies + 1)
                return False
            entry = entry if entry.form is not None else replace(entry, form=form)
        self._lines.append(line_of(entry))
        if len(self._lines) >= self.AT_A_TIME:
            self.flush()
        return True

    def flush(self) -> None:
        """All that was taken is in the file."""
        lines, self._lines = self._lines, []
        if lines:
            self._writer.write(lines)
            self.count = self.count._replace(added=self.count.added + len(lines))


def entry_from(given: PuzzleLike | Entry, *, source: str | None = None, note: str | None = None) -> Entry:
    """The entry of whatever says a puzzle, with where it comes from if that is not known yet."""
    if isinstance(given, Mapping):
        held = read(given)
        if held.puzzle is None:
            raise PuzzleError("expected a puzzle, found a document without one")
        entry = entry_of(held.value, held.puzzle)
    elif isinstance(given, str):
        entry = Entry(puzzle_of(given))
    else:
        entry = entry_of(given, puzzle_of(given))
    if entry.provenance != NOWHERE:
        return entry
    said = note or "; ".join(f"{name}: {text}" for name, text in entry.puzzle.provenance.items()) or None
    return entry if source is said is None else replace(entry, provenance=Provenance(source, note=said))


def line_of(entry: Entry) -> bytes:
    """The line of an entry."""
    return spelled(to_dict(entry))


_encode = json.JSONEncoder(ensure_ascii=False).encode


def spelled(data: dict[str, Any]) -> bytes:
    """Plain data as a line; a lone half of a surrogate pair, which UTF-8 cannot say, is written as its number."""
    try:
        return _encode(data).encode()
    except UnicodeEncodeError:
        return json.dumps(data).encode()


def data_in(shard: Shard, number: int, line: bytes) -> dict[str, Any]:
    """The JSON data of a line; an error that names the place where it is none, or of another schema."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _wrong(shard, number, f"expected JSON: {error}") from None
    told = data.get("schema") if isinstance(data, dict) else None
    if told != SCHEMA:
        raise _wrong(shard, number, f"expected {SCHEMA}, found {shorten(str(told))}; `gridwright corpus migrate "
                     f"{shard.path.parent}` brings lines of other schemas up to date")  # fmt: skip
    found: dict[str, Any] = data
    return found


def entry_in(shard: Shard, number: int, data: dict[str, Any]) -> Entry:
    """The entry of a line, read strictly."""
    try:
        entry: Entry = from_dict(data)
    except GridwrightError as error:
        raise _wrong(shard, number, str(error)) from None
    return entry


def digest_in(shard: Shard, number: int, line: bytes) -> str:
    """The digest of the form of a line that lacks it."""
    entry = entry_in(shard, number, data_in(shard, number, line))
    try:
        return form_digest(entry.puzzle)
    except GridwrightError as error:
        raise _wrong(shard, number, str(error)) from None


def grade_in(data: Mapping[str, Any], key: str) -> dict[str, Any] | None:
    """The grade on the scale of that key, of an entry as JSON data."""
    return next((grade for grade in data.get("grades", ()) if grade["scale"] == key), None)


def _wrong(shard: Shard, number: int, sentence: str) -> CorpusError:
    return CorpusError(f"{shard.path}, line {number}: {sentence}")
