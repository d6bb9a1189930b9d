"""Records: the fields of a type, declared once. They write it, read it strictly, and are its documentation."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from enum import Enum
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from ..model import GridwrightError, shorten
from ..model.errors import DocumentError, quoted, unlike
from .codec import (
    FLAG,
    NUMBER,
    TEXT,
    WHOLE,
    Codec,
    built,
    by_name,
    listed,
    one_of,
    optional,
    pairs,
    row,
)  # fmt: skip

REQUIRED: Any = object()
DERIVED: Any = object()
"""A codec that follows from an annotation."""


class Field(NamedTuple):
    """One entry of a record.

    The codec follows from the annotation of the attribute if it is left out (`Record.of`). `source` is where its value
    is found: the attribute of that name, which is also what it is read for, or a function of the whole; the field's own
    name if left out. An entry that equals `default` is left out, and read as it where it is missing; the default may be
    a function of the context. A note is said for people or follows from the rest: it is written where somebody hands it
    over, its type is checked, and nothing is read from it.
    """

    name: str
    codec: Codec = DERIVED
    meaning: str = ""
    source: str | Callable[[Any], Any] = ""
    default: Any = REQUIRED
    note: bool = False
    older: Any = REQUIRED
    """What it is read as where an earlier version did not write it."""

    @property
    def argument(self) -> str:
        """What its value is called where the whole is built."""
        return self.source if isinstance(self.source, str) and self.source else self.name

    @property
    def schema(self) -> dict[str, Any]:
        """The field as JSON Schema says it."""
        return {**self.codec.schema, "description": self.meaning} if self.meaning else {**self.codec.schema}

    @property
    def getter(self) -> Callable[[Any], Any]:
        """Finds its value in the whole."""
        return self.source if callable(self.source) else attrgetter(self.argument)

    def missing(self, context: Any) -> Any:
        """Return the value of a field that is not there: what goes without saying. Raise DocumentError if none does."""
        if self.older is not REQUIRED:
            return self.older
        if self.default is REQUIRED:
            about = f" ({self.meaning})" if self.meaning else ""
            raise DocumentError(f"expected a field {self.name!r}{about}")
        return self.default(context) if callable(self.default) else self.default


class Record:
    """The fields of a type; `build` makes it of the context and of what was read, by name."""

    def __init__(self, build: Callable[..., Any], *fields: Field) -> None:
        self.build = build
        self.fields = fields
        self._by_name = {field.name: field for field in fields}
        self._written = [
            (field.name, field.codec.write, field.getter, field.default) for field in fields if not field.note
        ]
        self._notes = {field.name: field.codec.write for field in fields if field.note}
        self._order = {field.name: number for number, field in enumerate(fields)}

    @classmethod
    def of(cls, kind: type, *fields: Field, build: Callable[..., Any] | None = None) -> Record:
        """Return the record of a dataclass or named tuple; without fields, of all that it has.

        An entry that is left out where it is None is never null. Without `build` the type needs no context.

        >>> from typing import NamedTuple
        >>> class Point(NamedTuple):
        ...     x: int
        ...     name: str | None = None
        >>> Record.of(Point).write(Point(3), None)
        {'x': 3, 'name': None}
        >>> Record.of(Point).read({"x": 3, "name": 4}, None)
        Traceback (most recent call last):
        gridwright.model.errors.DocumentError: name: expected text, found 4
        """
        annotations = get_type_hints(kind)

        def derived(field: Field) -> Field:
            if field.codec is not DERIVED:
                return field
            annotation = annotations[field.argument]
            return field._replace(codec=codec_of(_some(annotation) if field.default is None else annotation))

        return cls(build or plainly(kind), *map(derived, fields or map(Field, annotations)))

    def write(self, value: Any, context: Any, notes: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The fields of a value in the order in which they are declared, and the notes that are handed over."""
        data: dict[str, Any] = {}
        for name, write, getter, default in self._written:
            own = getter(value)
            if default is REQUIRED or own != (default(context) if callable(default) else default):
                data[name] = write(own, context)
        if notes:
            if unknown := notes.keys() - self._notes.keys():
                raise TypeError(f"no note {sorted(unknown)}")
            data |= {name: self._notes[name](note, context) for name, note in notes.items()}
            data = dict(sorted(data.items(), key=lambda entry: self._order[entry[0]]))
        return data

    def read(self, data: Any, context: Any) -> Any:
        """What is written so; anything else is a DocumentError with its place."""
        if type(data) is not dict:
            raise unlike("an object", data)
        for name in data:
            if name not in self._by_name:
                near = difflib.get_close_matches(str(name)[:80], self._by_name, n=1)
                raise DocumentError(f"unknown field {shorten(name)}" + (f"; did you mean {near[0]!r}?" if near else ""))
        values: dict[str, Any] = {}
        for field in self.fields:
            if field.name not in data:
                continue
            try:
                value = field.codec.read(data[field.name], context)
            except DocumentError as error:
                raise error.inside(field.name) from None
            if not field.note:
                values[field.argument] = value
        for field in self.fields:
            if field.name not in data and not field.note:
                values[field.argument] = field.missing(context)
        try:
            return self.build(context, **values)
        except DocumentError:
            raise
        except GridwrightError as error:
            raise DocumentError(str(error)) from None

    def codec(self, what: str = "") -> Codec:
        """The record as a value inside another one: `what`, which is explained elsewhere, or an object with fields."""
        return Codec(what or "object", self.write, self.read, self.schema, None if what else self)

    @property
    def schema(self) -> dict[str, Any]:
        """Its fields as JSON Schema says them: no others, and all but notes and what goes without saying are there."""
        return {
            "type": "object",
            "properties": {field.name: field.schema for field in self.fields},
            "required": [field.name for field in self.fields if field.default is REQUIRED and not field.note],
            "additionalProperties": False,
        }


def plainly(kind: Callable[..., Any]) -> Callable[..., Any]:
    """How a type is built that needs no context."""
    return lambda _, **values: kind(**values)


class Versioned(NamedTuple):
    """A record that stands alone: it begins with the name of its schema, which ends in a version."""

    schema: str
    record: Record

    def write(self, value: Any, context: Any = None) -> dict[str, Any]:
        """Return the schema and the fields of a value."""
        return {"schema": self.schema, **self.record.write(value, context)}

    def read(self, data: Any, context: Any = None) -> Any:
        """Return what is written so. Raise DocumentError for anything else, another schema first of all."""
        if type(data) is not dict:
            raise unlike(f"an object {self.schema}", data)
        if data.get("schema") != self.schema:
            raise DocumentError(f"expected {self.schema}, found {quoted(data.get('schema'))}", "schema")
        return self.record.read({name: value for name, value in data.items() if name != "schema"}, context)


PLAIN: dict[Any, Codec] = {str: TEXT, int: WHOLE, float: NUMBER, bool: FLAG}


def codec_of(annotation: Any) -> Codec:
    """Return the codec of a type: plain values, enumerations, what may be None, tuples, lists, dictionaries, records.

    A named tuple is a list of its attributes, a dataclass an object, a dictionary whose keys are no texts a list of
    pairs.

    >>> codec_of(dict[int, tuple[str, bool]]).write({3: ("a", True)}, None)
    [[3, ['a', True]]]
    """
    if annotation in PLAIN:
        return PLAIN[annotation]
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in (Union, UnionType):
        return optional(codec_of(_some(annotation)))
    if origin is tuple and arguments[-1] is not Ellipsis:
        return row(*map(codec_of, arguments))
    if origin is tuple:
        return listed(codec_of(arguments[0]))
    if origin is list:
        return built(listed(codec_of(arguments[0])), list)
    if origin is Counter:
        return built(_dictionary(arguments[0], WHOLE), Counter)
    if origin in (dict, Mapping):
        return _dictionary(arguments[0], codec_of(arguments[1]))
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return one_of(annotation)
    if isinstance(annotation, type) and issubclass(annotation, tuple):
        return row_of(annotation)
    if isinstance(annotation, type) and is_dataclass(annotation):
        return Record.of(annotation).codec()
    raise TypeError(f"no codec follows from {annotation}")


def row_of(kind: type, *codecs: Codec) -> Codec:
    """Return the codec of a dataclass or named tuple as a list of its attributes, without their names."""
    annotations = get_type_hints(kind)
    entries = row(*(codecs or map(codec_of, annotations.values())))
    return built(entries, lambda values: kind(*values), attrgetter(*annotations))


def _some(annotation: Any) -> Any:
    """Return what a value is that is not None."""
    if get_origin(annotation) not in (Union, UnionType):
        return annotation
    (some,) = (each for each in get_args(annotation) if each is not NoneType)
    return some


def _dictionary(key: Any, value: Codec) -> Codec:
    return by_name(value) if key is str else pairs(codec_of(key), value)
