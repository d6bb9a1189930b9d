"""Everything that the project says, as documents: plain JSON data that is read back as it was.

    to_dict(trace)                     {"schema": "gridwright.trace/2", "puzzle": "53..7…", "genre": "sudoku", …}
    from_dict(document) == trace       True; what is no such document is a DocumentError that names its place
    read(document)                     the same with the puzzle that it is about, and the position if it has one

What an object does not know of itself is handed over: `to_dict(answer, puzzle)`, and so for a grade and a step.
Notes are said for people (`text` of a step) or follow from the rest: they are checked and not kept. Reports (`check`,
`cages` …) have no type of their own; of them only the puzzle is read. The fields of each kind are declared in the file
named here and nowhere else; docs/documents.md is written from them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from ..json_codec import Record
from ..model import Puzzle, State
from ..model.errors import DocumentError, quoted
from .names import Names
from .puzzles import ABOUT, POSITION, puzzle_text, write_puzzle

__all__ = [
    "KINDS",
    "REPORTS",
    "Document",
    "DocumentError",
    "DocumentKind",
    "from_dict",
    "is_document",
    "json_schema",
    "puzzle_text",
    "read",
    "record_of",
    "report",
    "schema",
    "to_dict",
]

PREFIX = "gridwright."


class DocumentKind(NamedTuple):
    """A kind of document: its version, the type that it holds, where its fields are declared, and what it is."""

    version: int
    type: str
    file: str
    meaning: str


KINDS = {
    "puzzle": DocumentKind(1, "Puzzle", "puzzles", "a puzzle"),
    "position": DocumentKind(1, "State", "puzzles", "what is still possible, and what is written down"),
    "answer": DocumentKind(1, "Answer", "puzzles", "what `solve` says"),
    "step": DocumentKind(1, "Step", "traces", "one thought"),
    "trace": DocumentKind(2, "Trace", "traces", "what `explain` says: the steps to the end"),
    "grade": DocumentKind(1, "Grade", "grades", "what `grade` says"),
    "hint": DocumentKind(1, "Hint", "hints", "what `hint` says"),
    "recipe": DocumentKind(1, "Recipe", "generated", "what decides which puzzle is made"),
    "generated": DocumentKind(1, "Generated", "generated", "what `generate` says: a puzzle with how it was made"),
    "entry": DocumentKind(1, "Entry", "entries", "a line of a corpus: a puzzle with whatever is known of it"),
}
"""The documents that are read back, by the word in their schema."""

REPORTS = {
    "error": 1, "why": 1, "check": 1, "cages": 1, "show": 1, "genres": 1, "techniques": 1, "audit": 2, "doctor": 1,
    "enumeration": 1, "added": 1, "completed": 1, "query": 1, "stats": 1, "verify": 1,
    "candidate": 1, "decision": 1, "discovery": 1, "bootstrap": 1,
}  # fmt: skip
"""What else commands print, with its version: no type holds it, and of it only the puzzle is read."""

_OF_TYPE = {kind.type: key for key, kind in KINDS.items()}


class Document(NamedTuple):
    """What a document holds. Some are about a puzzle, and some begin at a position of it.

    Both are as printed, whatever the scale sees in it (`Puzzle.loosened`): they are for whoever goes on from here.
    """

    kind: str
    value: Any
    puzzle: Puzzle | None
    position: State | None = None


@cache
def schema(kind: str) -> str:
    """The schema of a kind: `gridwright.trace/2`."""
    return f"{PREFIX}{kind}/{KINDS[kind].version if kind in KINDS else REPORTS[kind]}"


_OF_SCHEMA = {schema(kind): kind for kind in (*KINDS, *REPORTS)}


@cache
def record_of(kind: str) -> Record:
    """The fields of a kind, apart from what all documents about a puzzle begin with. Loaded when it is needed."""
    record: Record = getattr(import_module(f".{KINDS[kind].file}", __name__), kind.upper())
    return record


def json_schema(kind: str) -> dict[str, Any]:
    """The documents of a kind as JSON Schema says them, for other programs.

    >>> json_schema("puzzle")["properties"]["schema"]
    {'const': 'gridwright.puzzle/1'}
    """
    about = () if kind == "recipe" else ABOUT.fields
    fields = Record(dict, *about, *record_of(kind).fields).schema
    return {
        **fields,
        "properties": {"schema": {"const": schema(kind)}, **fields["properties"]},
        "required": ["schema", *fields["required"]],
    }


def to_dict(
    value: Any, puzzle: Puzzle | None = None, *, form: str | None = None, texts: Iterable[str] | None = None,
    positions: bool = False, **notes: Any,
) -> dict[str, Any]:  # fmt: skip
    """The document of an object.

    `puzzle` is what an answer, a grade or a step is about, `form` the format of its text. Of a trace, `texts` are its
    sentences, and `positions` asks for the position before each step.

    >>> from gridwright.genres import parse
    >>> to_dict(parse("1...3..4..2....1", genre="sudoku"))
    {'schema': 'gridwright.puzzle/1', 'puzzle': '1...3..4..2....1', 'genre': 'sudoku'}
    """
    kind = _OF_TYPE[type(value).__name__]
    about = value if isinstance(value, Puzzle) else getattr(value, "puzzle", None) or puzzle
    document: dict[str, Any] = {"schema": schema(kind)}
    genre = None
    if kind == "hint":
        about = value.state.puzzle
    if about is not None:
        genre = about.genre
        document |= write_puzzle(about, form)
    elif kind == "generated":
        genre = value.recipe.kind
        document |= {"puzzle": None, "genre": genre.key}
    elif kind != "recipe":
        raise TypeError(f"a document of a {kind} names its puzzle: to_dict({kind}, puzzle)")
    names = Names(genre, about)
    document |= record_of(kind).write(value, names, notes)
    if kind == "hint" and document["steps"]:
        document["steps"][0]["text"] = value.do
    if kind == "trace":
        for text, step in zip(texts or (), document["steps"], strict=False):
            step["text"] = text
        if positions:
            for before, step in zip(value.positions(), document["steps"], strict=True):
                step["before"] = POSITION.write(before, names)
    return document


def from_dict(document: Any) -> Any:
    """The object of a document, equal to the one that it was written from.

    >>> from gridwright.genres import parse
    >>> puzzle = parse("1...3..4..2....1", genre="sudoku")
    >>> from_dict(to_dict(puzzle)) == puzzle
    True
    """
    found = read(document)
    if found.kind in REPORTS:
        raise DocumentError(f"a report of this kind is printed and not read back: {found.kind}", "schema")
    return found.value


def is_document(data: Any) -> bool:
    """Does it say that it is one of ours?"""
    return isinstance(data, dict) and str(data.get("schema", "")).startswith(PREFIX)


def read(document: Any) -> Document:
    """A document with what it is about, read strictly; an error report is raised as what it says."""
    try:
        return _read(document, _kind(document))
    except RecursionError:
        raise DocumentError("expected fewer levels inside each other") from None


def _read(document: dict[str, Any], kind: str) -> Document:
    rest = {name: data for name, data in document.items() if name != "schema"}
    if kind == "error":
        raise DocumentError(f"an earlier command says: {rest.get('error')}")
    about = None
    if kind != "recipe" and (kind in KINDS or "puzzle" in rest):
        known = [field.name for field in ABOUT.fields]
        about = ABOUT.read({name: rest.pop(name) for name in known if name in rest}, None)
        if about.puzzle is None and kind != "generated":
            raise DocumentError("expected the text of a puzzle, found null", "puzzle")
    puzzle = about and about.puzzle
    printed = puzzle.loosened(()) if puzzle is not None and puzzle.loose else puzzle
    if kind in REPORTS:
        return Document(kind, None, printed)
    value = record_of(kind).read(rest, Names(about and about.genre, puzzle))
    position = value if isinstance(value, State) else getattr(value, "start" if kind == "trace" else "state", None)
    if position is not None and printed is not None and position.puzzle.loose:
        position = replace(position, puzzle=printed)
    return Document(kind, value, printed, position)


def _kind(document: Any) -> str:
    if not isinstance(document, dict):
        raise DocumentError(f"expected an object with a schema, found {quoted(document)}")
    told = document.get("schema")
    if isinstance(told, str) and told in _OF_SCHEMA:
        return _OF_SCHEMA[told]
    kind = str(told).removeprefix(PREFIX).partition("/")[0]
    expected = schema(kind) if kind in KINDS or kind in REPORTS else f"one of {', '.join(_OF_SCHEMA)}"
    raise DocumentError(f"expected {expected}, found {quoted(told)}", "schema")


def report(kind: str, puzzle: Puzzle | None = None, form: str | None = None, **fields: Any) -> dict[str, Any]:
    """What else a command prints: a schema, the puzzle that it is about, and its own fields."""
    about = {} if puzzle is None else write_puzzle(puzzle, form)
    return {"schema": schema(kind), **about, **fields}
