"""Codecs of values: text, numbers, lists, dictionaries, and values that have a text of their own.

Writing and reading take a context beside the value. It is passed on and never looked at: `documents.names.Names` is
what documents use, for a fact is read by the cells and symbols of its puzzle. A mistake finds its place on the way up:
each list and record that it passes adds its own part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from ..model import GridwrightError
from ..model.errors import DocumentError, unlike

if TYPE_CHECKING:
    from .record import Record


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


def row(*codecs: Codec) -> Codec:
    """A tuple of a fixed length, as a list: an entry for each codec."""

    def read(data: Any, context: Any) -> tuple[Any, ...]:
        if type(data) is not list or len(data) != len(codecs):
            raise unlike(f"a list of {len(codecs)} entries", data)
        values = []
        for number, (codec, each) in enumerate(zip(codecs, data, strict=True)):
            try:
                values.append(codec.read(each, context))
            except DocumentError as error:
                raise error.inside(number) from None
        return tuple(values)

    def write(value: Sequence[Any], context: Any) -> list[Any]:
        return [codec.write(each, context) for codec, each in zip(codecs, value, strict=True)]

    schema = {"type": "array", "prefixItems": [codec.schema for codec in codecs], "minItems": len(codecs),
              "maxItems": len(codecs)}  # fmt: skip
    return Codec(f"list of {', '.join(codec.what for codec in codecs)}", write, read, schema)


def pairs(key: Codec, value: Codec) -> Codec:
    """A dictionary, as a list of pairs: its keys need not be texts."""
    entries = listed(row(key, value))
    return Codec(
        f"list of pairs: {key.what}, {value.what}",
        lambda items, context: entries.write(items.items(), context),
        lambda data, context: dict(entries.read(data, context)),
        entries.schema,
    )


def built(codec: Codec, build: Callable[[Any], Any], parts: Callable[[Any], Any] = lambda value: value) -> Codec:
    """A value that is built of what the codec reads; `parts` takes it apart again."""
    return codec._replace(
        write=lambda value, context: codec.write(parts(value), context),
        read=lambda data, context: build(codec.read(data, context)),
    )
