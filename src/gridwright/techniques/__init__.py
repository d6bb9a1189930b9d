"""The core catalogue: techniques as rule files, an idea a file. `catalogue()` has them all, by key."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from ..rules.parse import parse_rules
from ..rules.sorts import check
from ..rules.tree import Technique

__all__ = ["catalogue"]


@cache
def catalogue() -> Mapping[str, Technique]:
    """Every technique of this folder's rule files, its sorts checked, in alphabetical order.

    >>> catalogue()["fish"].called[0]
    (2, 'x-wing')
    """
    found: dict[str, Technique] = {}
    for file in files(__name__).iterdir():
        if file.name.endswith(".rules"):
            for technique in parse_rules(file.read_text(encoding="utf-8"), file.name):
                if technique.key in found:
                    raise ValueError(f"two techniques are called {technique.key!r}")
                found[technique.key] = check(technique)
    return MappingProxyType({key: found[key] for key in sorted(found)})
