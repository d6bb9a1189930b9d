"""The puzzles of a command: from arguments, files or standard input, each with its line."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from ..formats.reading import Piece, decoded, split
from ..genres import genre as genre_named
from ..genres import genres, parse
from ..model import Format, Genre, GridwrightError, Puzzle, PuzzleError, State, TextError, UnknownName, shorten
from .command import interrupted, part_of_input

STDIN = "-"
SUFFIXES = (".txt", ".sdm", ".sdk", ".ss", ".json", ".jsonl", ".csv", ".tsv", ".gz", ".zip", ".dat", ".log", ".md")
"""An argument that ends so and is no file was meant as one."""

_LINKS = ("http", "fpuz", "N4Ig")
"""How texts begin that may hold what a player has written."""

_GZIP = b"\x1f\x8b"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


class Item(NamedTuple):
    """One puzzle of the input, or why it is none; `file` where there are several sources.

    A document may hold a position beside its puzzle: whoever works from where one stands begins there.
    """

    line: int
    file: str | None
    puzzle: Puzzle | None
    error: GridwrightError | None = None
    alone: bool = False
    """The whole input was this one argument: its place needs no words."""
    position: State | None = None
    genre: str | None = None
    """The genre that was named."""


class Input:
    """All puzzles of a command, read one after the other."""

    def __init__(self, puzzles: Sequence[str], genre: str | None, form: str | None) -> None:
        self.genre = genre_named(genre) if genre is not None else None
        self.form = form
        self._formats = _formats(self.genre, form)
        self.pieces: list[tuple[str | None, Piece]] = []
        """The text of each puzzle, with its file where there are several."""
        self._alone = False
        if (part := part_of_input.get()) is not None:
            self.pieces = [(file, Piece(line, text)) for file, line, text in part]
            return
        sources = [_classified(each) for each in puzzles] or [_piped()]
        if [name for name, _ in sources].count(STDIN) > 1:
            raise click.UsageError("- stands for standard input and can be given only once")
        several = len({name for name, _ in sources}) > 1
        before = 0
        for name, text in sources:
            found = list(split(_text_of(name) if text is None else text, self._formats))
            if not found:
                raise GridwrightError(f"expected a puzzle, but {_told(name)} is empty")
            shift = before if name is None else 0
            shown = (name or "argument") if several else None
            self.pieces += ((shown, Piece(piece.line + shift, piece.text)) for piece in found)
            before += (text or "").count("\n") + 1 if name is None else 0
        self._alone = len(self.pieces) == 1 and sources[0][0] is None

    def __len__(self) -> int:
        return len(self.pieces)

    def __iter__(self) -> Iterator[Item]:
        for file, piece in self.pieces:
            if interrupted.is_set():
                return
            try:
                puzzle, position = self._read(piece.text)
                yield Item(piece.line, file, puzzle, None, self._alone, position)
            except PuzzleError as error:
                inside = error.line - 1 if isinstance(error, TextError) and error.line else 0
                named = None if self.genre is None else self.genre.key
                yield Item(piece.line + inside, file, None, error, self._alone, genre=named)

    def _read(self, text: str) -> tuple[Puzzle, State | None]:
        """The puzzle of a text in some format, or of one of our documents, which says itself what it is in."""
        if (document := _document(text)) is None:
            puzzle = parse(text, self.genre, self.form)
            return puzzle, _entered(text, puzzle)
        from ..documents import read

        held = read(document)
        if held.puzzle is None:
            raise PuzzleError(f"expected a puzzle, found a document without one{_reason(document)}")
        if self.genre is not None and held.puzzle.genre is not self.genre:
            raise PuzzleError(f"genre: expected {self.genre.key}, found {held.puzzle.genre.key}")
        return held.puzzle, held.position


def _entered(text: str, puzzle: Puzzle) -> State | None:
    """Where a player stands who sends a link with what is written so far; few texts have words for that."""
    if not text.lstrip().startswith(_LINKS):
        return None
    facts = next((facts for form in puzzle.genre.formats if form.recognises(text)
                  and (facts := form.entries(text, puzzle))), ())  # fmt: skip
    if not facts:
        return None
    from ..marks import position  # loaded where there is something to mark

    return position(puzzle, " ".join(facts))


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
    if os.path.isdir(argument):
        raise GridwrightError(f"expected a file, but {shorten(argument, 200)} is a folder")
    if os.path.exists(argument):
        return argument, None
    if _looks_like_a_file(argument):
        raise GridwrightError(f"no such file: {shorten(argument, 200)}")
    return None, argument


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
