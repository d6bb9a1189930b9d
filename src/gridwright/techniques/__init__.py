"""The core catalogue: techniques as rule files, an idea a file, and finders for what the rule language cannot say.

`catalogue()` has the rules by key, `finders()` the finders.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from types import MappingProxyType

from ..rules.finder import Finder
from ..rules.parse import parse_rules
from ..rules.sorts import check
from ..rules.tree import Technique

__all__ = ["catalogue", "finders"]


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


@cache
def finders() -> Mapping[str, Finder]:
    """The finder of every Python file of this folder, in alphabetical order.

    >>> sorted(finders())
    ['cage-repeat', 'line-census', 'remote-chain', 'sum-bounds', 'sum-sets', 'sum-single']
    """
    names = sorted(file.name.removesuffix(".py") for file in files(__name__).iterdir() if file.name.endswith(".py"))
    found = [import_module(f"{__name__}.{name}").FINDER for name in names if not name.startswith("_")]
    return MappingProxyType({finder.key: finder for finder in sorted(found, key=lambda finder: finder.key)})
