"""The puzzles of a command: from arguments, files or standard input, each with its line."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ..formats.reading import Piece, decoded, may_hold_entries, split
from ..genres import genre as genre_named
from ..genres import genres, parse
from ..model import Format, Genre, GridwrightError, Puzzle, PuzzleError, State, TextError, UnknownName, shorten
from .command import interrupted, part_of_input

if TYPE_CHECKING:
    from ..corpus import Shard

STDIN = "-"
SUFFIXES = (".txt", ".sdm", ".sdk", ".ss", ".json", ".jsonl", ".csv", ".tsv", ".gz", ".zip", ".dat", ".log", ".md")
"""An argument that ends so and is no file was meant as one."""

SUMMARY = '{"schema": "gridwright.enumeration/'
"""How the last line of `enumerate` begins, which says how many puzzles there were: no puzzle, and no mistake."""

_GZIP = b"\x1f\x8b"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


class Item(NamedTuple):
    """One puzzle of the input, or why it is none; `file` where there are several sources.

    A document may hold a position beside its puzzle: whoever works from where one stands begins there.
    """

    line: int
    file: str | None
    parsed: Puzzle | None
    error: GridwrightError | None = None
    """What is wrong with a line that is no puzzle."""
    alone: bool = False
    """The whole input was this one argument: its place needs no words."""
    position: State | None = None
    genre: str | None = None
    """The genre that was named."""
    value: Any = None
    """What a document holds besides."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of a line that has no error."""
        assert self.parsed is not None
        return self.parsed


class _Corpus:
    """The lines of a shard, read as they are asked for: a corpus may be larger than memory."""

    def __init__(self, shard: Shard, genre: Genre | None) -> None:
        self._shard = shard
        self._wanted = None if genre is None else re.compile(rf'"genre": ?"{re.escape(genre.key)}"')

    def __len__(self) -> int:
        return self._shard.count()

    def __iter__(self) -> Iterator[Piece]:
        from .output import complain  # which knows what an item is

        for number, line in self._shard.lines(complain):
            text = line.decode("utf-8", "replace")
            if self._wanted is None or self._wanted.search(text):
                yield Piece(number, text)


class _Piped:
    """Standard input: documents as they arrive, a line each; anything else when all of it is there."""

    def __init__(self, formats: Sequence[Format]) -> None:
        self._formats = formats

    def __len__(self) -> int:
        return 0  # nobody knows

    def __iter__(self) -> Iterator[Piece]:
        first = sys.stdin.buffer.readline()
        if not first.lstrip().startswith(b"{"):
            yield from split(_decoded(first + sys.stdin.buffer.read(), STDIN), self._formats)
            return
        for number, line in enumerate(chain([first], sys.stdin.buffer), start=1):
            if line.strip():
                yield Piece(number, decoded(line).rstrip("\r\n"))


class Input:
    """All puzzles of a command, read one after the other; `streamed` ones from a pipe as soon as they are there."""

    def __init__(self, puzzles: Sequence[str], genre: str | None, form: str | None, *, streamed: bool = False) -> None:
        self.genre = genre_named(genre) if genre is not None else None
        self.form = form
        self._formats = _formats(self.genre, form)
        self._last = self.genre if form is None and self._formats else None
        self._sources: list[tuple[str | None, Sequence[Piece] | _Corpus | _Piped]] = []
        self._alone = False
        if (part := part_of_input.get()) is not None:
            self._sources = [(file, [Piece(line, text)]) for file, line, text in part]
            return
        sources = [_classified(each) for each in puzzles] or [_piped()]
        if [name for name, _ in sources].count(STDIN) > 1:
            raise click.UsageError("- stands for standard input and can be given only once")
        several = len({name for name, _ in sources}) > 1
        before = 0
        for name, text in sources:
            if name is not None and os.path.isdir(name):
                self._sources += ((str(shard.path), _Corpus(shard, self.genre)) for shard in _shards(name))
                continue
            if streamed and name == STDIN:
                self._sources.append((STDIN if several else None, _Piped(self._formats)))
                continue
            found = list(split(_text_of(name) if text is None else text, self._formats))
            if not found:
                raise GridwrightError(f"expected a puzzle, but {_told(name)} is empty")
            shift = before if name is None else 0
            shown = (name or "argument") if several else None
            self._sources.append((shown, [Piece(piece.line + shift, piece.text) for piece in found]))
            before += (text or "").count("\n") + 1 if name is None else 0
        self._alone = sources[0][0] is None and len(self) == 1

    def __len__(self) -> int:
        return sum(len(pieces) for _, pieces in self._sources)

    @property
    def pieces(self) -> Iterator[tuple[str | None, Piece]]:
        """The text of each puzzle, with its file where there are several."""
        return ((file, piece) for file, pieces in self._sources for piece in pieces)

    def __iter__(self) -> Iterator[Item]:
        for file, piece in self.pieces:
            if interrupted.is_set():
                return
            if piece.text.startswith(SUMMARY):
                continue
            try:
                puzzle, position, value = self._read(piece.text)
                yield Item(piece.line, file, puzzle, None, self._alone, position, value=value)
            except PuzzleError as error:
                inside = error.line - 1 if isinstance(error, TextError) and error.line else 0
                named = None if self.genre is None else self.genre.key
                yield Item(piece.line + inside, file, None, error, self._alone, genre=named)

    def _read(self, text: str) -> tuple[Puzzle, State | None, Any]:
        """The puzzle of a text in some format, or of one of our documents, which says itself what it is in."""
        if (document := _document(text)) is None:
            if self._last is not None and (plain := self._last.formats[0].quick(text, self._last)) is not None:
                return plain, None, None  # beyond doubt, and of the genre that was named or of the line before
            puzzle = parse(text, self.genre, self.form)
            self._last = puzzle.genre if self.form is None else None
            return puzzle, _entered(text, puzzle), None
        from ..documents import read

        held = read(document)
        if held.puzzle is None:
            raise PuzzleError(f"expected a puzzle, found a document without one{_reason(document)}")
        if self.genre is not None and held.puzzle.genre is not self.genre:
            raise PuzzleError(f"genre: expected {self.genre.key}, found {held.puzzle.genre.key}")
        return held.puzzle, held.position, held.value


def _entered(text: str, puzzle: Puzzle) -> State | None:
    """Where a player stands who sends a text with what is written so far."""
    if not may_hold_entries(text):
        return None
    from ..playing.marks import entered  # loaded where there is something to mark

    return entered(text, puzzle)


def _document(text: str) -> dict[str, Any] | None:
    """The document of a text that is one; what is no JSON, or somebody else's, is for the formats."""
    if not (text.lstrip().startswith("{") and '"schema"' in text):
        return None
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        if '"gridwright.' in text:
            raise TextError(f"a document that is no JSON: {error.msg}", line=error.lineno, column=error.colno) from None
        return None
    except RecursionError:
        return None
    from ..documents import is_document  # loaded where there is one

    return data if is_document(data) else None


def _reason(document: dict[str, Any]) -> str:
    return f": {document['error']}" if isinstance(document.get("error"), str) else ""


def _formats(genre: Genre | None, form: str | None) -> tuple[Format, ...]:
    """What the text may be in; a name that no genre has is misuse, whatever the text."""
    if genre is not None:
        return genre.formats if form is None else (genre.format(form),)
    if form is None:
        return ()
    return formats_named(form)


def formats_named(key: str) -> tuple[Format, ...]:
    """The formats of that key, of all genres."""
    every = [form for each in genres().values() for form in each.formats]
    if not (found := tuple(form for form in every if form.key == key)):
        raise UnknownName("format", key, {form.key for form in every})
    return found


def _classified(argument: str) -> tuple[str | None, str | None]:
    """(name, None) of a file or standard input, (None, text) of a text."""
    if argument == STDIN:
        return STDIN, None
    if os.path.exists(argument):
        return argument, None
    if argument.startswith("shipped:"):
        from ..corpus import Corpus  # loaded where there is one

        return str(Corpus(argument).path), None
    if _looks_like_a_file(argument):
        raise GridwrightError(f"no such file: {shorten(argument, 200)}")
    return None, argument


def _shards(folder: str) -> list[Shard]:
    from ..corpus import Corpus  # loaded where there is one

    if not (found := Corpus(folder).shards):
        raise GridwrightError(
            f"expected a file or a corpus, but {shorten(folder, 200)} is a folder without *.jsonl files"
        )
    return found


def _looks_like_a_file(argument: str) -> bool:
    if len(argument) > 4096 or "\n" in argument or "://" in argument:
        return False
    return argument.startswith(("/", "./", "../", "~")) or argument.lower().endswith(SUFFIXES)


def _piped() -> tuple[str | None, str | None]:
    if sys.stdin is None or sys.stdin.isatty():
        raise click.UsageError(
            "expected a puzzle as argument, a file or - for standard input", click.get_current_context()
        )
    return STDIN, None


def _told(name: str | None) -> str:
    return {None: "the argument", STDIN: "standard input"}.get(name) or shorten(str(name), 200)


def _text_of(name: str | None) -> str:
    try:
        data = sys.stdin.buffer.read() if name == STDIN else Path(str(name)).read_bytes()
    except OSError as error:
        raise GridwrightError(f"cannot read {_told(name)}: {error.strerror}") from None
    return _decoded(data, name)


def _decoded(data: bytes, name: str | None) -> str:
    """Bytes as text, unpacked where they are packed."""
    if data.startswith(_GZIP):
        import gzip  # most input is not packed, and every start would pay for it
        import zlib

        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            raise GridwrightError(f"cannot unpack {_told(name)}: {error}") from None
    if b"\0" in data and not data.startswith(_UTF16):
        try:
            data.decode("utf-8")  # text with a NUL in some line: that line is bad, not all
        except UnicodeDecodeError as error:
            raise GridwrightError(
                f"expected text, but {_told(name)} is a binary file (see byte {error.start + 1})"
            ) from None
    return decoded(data)
