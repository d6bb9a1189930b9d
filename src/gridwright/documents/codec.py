"""Objects as plain JSON data and back, field by field, with the place of every mistake.

    Codec       how one value is written and read: a fact, a number, a list of something
    Field       one entry of a document: its name, its codec and what it means
    Record      the fields of a type, declared once: they write it, read it strictly, and are its documentation

Writing and reading take a context beside the value: here it is passed on and never looked at (`names.Names` is what
the documents use, for a fact is read by the cells and symbols of its puzzle). A mistake finds its place on the way up:
each list and record that it passes adds its own part.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from enum import Enum
from operator import attrgetter
from typing import Any, NamedTuple

from ..model import GridwrightError, shorten
from ..model.errors import DocumentError, unlike


class Codec(NamedTuple):
    """How a value becomes JSON data and comes back; `what` is said where something else is found, and in the docs."""

    what: str
    write: Callable[[Any, Any], Any]
    read: Callable[[Any, Any], Any]
    schema: Mapping[str, Any] = {}
    """The data as JSON Schema says it; anything where that is empty."""
    inner: Record | None = None
    """The fields of an object that is explained in its place."""


def _as_it_is(what: str, kind: str, *types: type) -> Codec:
    def read(data: Any, _: Any) -> Any:
        if type(data) not in types:  # not isinstance: true and false are no numbers
            raise unlike(what, data)
        return data

    return Codec(what, lambda value, _: value, read, {"type": kind})


TEXT = _as_it_is("text", "string", str)
WHOLE = _as_it_is("a whole number", "integer", int)
NUMBER = _as_it_is("a number", "number", int, float)
FLAG = _as_it_is("true or false", "boolean", bool)


def spelled(what: str, write: Callable[[Any, Any], str], read: Callable[[str, Any], Any]) -> Codec:
    """A value that has a text: `read` raises one of our own errors, or KeyError, where the text says nothing."""

    def read_text(data: Any, context: Any) -> Any:
        if type(data) is not str:
            raise unlike(what, data)
        try:
            return read(data, context)
        except DocumentError:
            raise
        except GridwrightError as error:
            reason = str(error)
            raise DocumentError(reason if reason.startswith("expected") else f"expected {what}: {reason}") from None
        except KeyError:
            raise unlike(what, data) from None

    return Codec(what, write, read_text, TEXT.schema)


def one_of(kind: type[Enum]) -> Codec:
    """A member of an enumeration, by its value."""
    members = {member.value: member for member in kind}
    codec = spelled("one of " + ", ".join(members), lambda value, _: value.value, lambda data, _: members[data])
    return codec._replace(schema={"enum": list(members)})


def optional(codec: Codec) -> Codec:
    """Null where there is none."""
    return Codec(
        f"{codec.what} or null",
        lambda value, context: None if value is None else codec.write(value, context),
        lambda data, context: None if data is None else codec.read(data, context),
        {"anyOf": [codec.schema, {"type": "null"}]},
    )


def listed(codec: Codec, length: Callable[[Any], int] | None = None) -> Codec:
    """A tuple, as a list; `length` says of the context how many there must be."""

    def read(data: Any, context: Any) -> Any:
        if type(data) is not list:
            raise unlike(f"a list of {codec.what}", data)
        if length is not None and len(data) != length(context):
            raise DocumentError(f"expected {length(context)} entries, found {len(data)}")
        values = []
        for number, each in enumerate(data):
            try:
                values.append(codec.read(each, context))
            except DocumentError as error:
                raise error.inside(number) from None
        return tuple(values)

    def write(value: Any, context: Any) -> list[Any]:
        return [codec.write(each, context) for each in value]

    return Codec(f"list: {codec.what}", write, read, {"type": "array", "items": codec.schema})


def by_name(codec: Codec) -> Codec:
    """A dictionary with texts as keys."""

    def read(data: Any, context: Any) -> Any:
        if type(data) is not dict:
            raise unlike("an object", data)
        values = {}
        for name, each in data.items():
            try:
                values[name] = codec.read(each, context)
            except DocumentError as error:
                raise error.inside(name) from None
        return values

    def write(value: Any, context: Any) -> dict[str, Any]:
        return {name: codec.write(each, context) for name, each in value.items()}

    return Codec(
        f"object: name → {codec.what}", write, read, {"type": "object", "additionalProperties": codec.schema}
    )  # fmt: skip


REQUIRED: Any = object()


class Field(NamedTuple):
    """One entry of a record.

    `source` is where its value is found: the attribute of that name, which is also what it is read for, or a function
    of the whole; the field's own name if left out. An entry that equals `default` is left out, and read as it where it
    is missing; the default may be a function of the context. A note is said for people or follows from the rest: it is
    written where somebody hands it over, its type is checked, and nothing is read from it.
    """

    name: str
    codec: Codec
    meaning: str
    source: str | Callable[[Any], Any] = ""
    default: Any = REQUIRED
    note: bool = False

    @property
    def argument(self) -> str:
        """What its value is called where the whole is built."""
        return self.source if isinstance(self.source, str) and self.source else self.name

    @property
    def getter(self) -> Callable[[Any], Any]:
        """Finds its value in the whole."""
        return self.source if callable(self.source) else attrgetter(self.argument)

    def default_in(self, context: Any) -> Any:
        """What goes without saying."""
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
                if field.default is REQUIRED and not field.note:
                    raise DocumentError(f"expected a field {field.name!r} ({field.meaning})")
                if not field.note:
                    values[field.argument] = field.default_in(context)
                continue
            try:
                value = field.codec.read(data[field.name], context)
            except DocumentError as error:
                raise error.inside(field.name) from None
            if not field.note:
                values[field.argument] = value
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
            "properties": {field.name: {**field.codec.schema, "description": field.meaning} for field in self.fields},
            "required": [field.name for field in self.fields if field.default is REQUIRED and not field.note],
            "additionalProperties": False,
        }


def plainly(kind: Callable[..., Any]) -> Callable[..., Any]:
    """How a type is built that needs no context."""
    return lambda _, **values: kind(**values)
