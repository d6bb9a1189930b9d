"""What the server answers: a function for each request, from its fields to JSON data.

    ANSWERS["hint"](fields, Work(limits))      {"status": "step", "stages": [...], ...}

They run in the processes of a pool, and nothing of theirs is kept between requests. The export calls them, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from .asked import Work

Fields = Mapping[str, Any]
Answer = Callable[[Fields, Work], dict[str, Any]]

_PARTS = {
    "boards": "board check convert draw blank",
    "reasons": "hint why explain",
    "judging": "grade",
    "making": "generate today",
    "mining": "candidates candidate",
    "lists": "genres voices corpus entry",
    "learning": "techniques technique",
}
"""Which module has each answer."""

_PART_OF = {name: part for part, names in _PARTS.items() for name in names.split()}


def answer(name: str, fields: Fields, work: Work) -> dict[str, Any]:
    """The answer to a request by name."""
    function: Answer = getattr(import_module(f".{_PART_OF[name]}", __name__), name)
    return function(fields, work)


def load() -> None:
    """Import all of them: a process that waits for requests has everything at hand."""
    for part in _PARTS:
        import_module(f".{part}", __name__)
