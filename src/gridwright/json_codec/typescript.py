"""TypeScript types of JSON data, from JSON Schema as codecs say it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

WIDTH = 120
"""Characters of a line, at the most."""


def declarations(named: Mapping[str, Mapping[str, Any]], documents: Mapping[str, str]) -> str:
    """Return a declaration for each schema. Where one stands inside another, its name stands for it.

    `documents` are names for what `$ref` points at.

    >>> text = {"type": "string"}
    >>> name = {"type": "object", "properties": {"key": text, "size": {"type": "integer"}}, "required": ["key"]}
    >>> print(declarations({"Name": name, "Names": {"type": "array", "items": name}}, {}), end="")
    type Name = {key: string, size?: number};
    type Names = Name[];
    """
    types = _Types({name: _bare(schema) for name, schema in named.items()}, documents)
    return "".join(_wrapped(f"type {name} = {types.whole(name)};") for name in types.named)


class _Types:
    def __init__(self, named: Mapping[str, Any], documents: Mapping[str, str]) -> None:
        self.named, self.documents = named, documents

    def whole(self, name: str) -> str:
        return self.type(self.named[name], name)

    def type(self, schema: Mapping[str, Any], within: str = "") -> str:
        """The type of a schema; `within` is the declaration that it is the whole of."""
        for name, other in self.named.items():
            if other == schema and name != within:
                return name
        if "$ref" in schema:
            return self.documents[schema["$ref"].rpartition("/")[2]]
        if "enum" in schema or "const" in schema:
            return " | ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
        if "anyOf" in schema:
            return " | ".join(dict.fromkeys(self.type(each) for each in schema["anyOf"]))
        match schema.get("type"):
            case "array" if "prefixItems" in schema:
                return f"[{', '.join(map(self.type, schema['prefixItems']))}]"
            case "array":
                entry = self.type(schema["items"])
                return f"({entry})[]" if " | " in entry and entry[0] not in "{[" else f"{entry}[]"
            case "object" if "properties" in schema:
                required = schema.get("required", ())
                fields = (
                    f"{_key(name)}{'' if name in required else '?'}: {self.type(each)}"
                    for name, each in schema["properties"].items()
                )
                return f"{{{', '.join(fields)}}}"
            case "object":
                return f"Record<string, {self.type(schema.get('additionalProperties', {}))}>"
            case "integer" | "number":
                return "number"
            case "string" | "boolean" | "null" as kind:
                return str(kind)
        return "unknown"


def _bare(schema: Any) -> Any:
    """The schema without descriptions, which are no part of a type."""
    if isinstance(schema, Mapping):
        return {
            name: _bare(value)
            for name, value in schema.items()
            if name != "description" or not isinstance(value, str)  # a property may have that name, too
        }
    return [_bare(each) for each in schema] if isinstance(schema, list) else schema


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else json.dumps(name)


def _wrapped(line: str) -> str:
    """The declaration in lines that are not too long: they are broken behind commas."""
    lines = [""]
    for word in re.split(r"(?<=,) ", line):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append(f"  {word}")
        else:
            lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    return "\n".join(lines) + "\n"
