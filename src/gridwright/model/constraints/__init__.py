"""The constraint kinds, one a file; a file that is here is found."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from inspect import isabstract

from ..constraint import Constraint


def _kinds() -> tuple[type[Constraint], ...]:
    """Every kind that a file of this folder defines, in the order of the files."""
    modules = [import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]
    return tuple(
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Constraint) and not isabstract(kind)
        if kind.__module__ == module.__name__
    )


KINDS = _kinds()
"""All of them."""
