"""Evidence: the shapes of what a step shows, one file a shape (`things` has those that rules speak of).

    a cell, cells, a value, values, a group, groups …     `things`: one number, or a set of them
    cells in an order                                     `cell_path`
    what two cells are together, one after the other      `cell_ties`
    nodes with strong and weak links in turn              `link_chain`

A shape says itself, marks itself in a picture, writes and reads its document and knows its length
(`model/evidence.py` is the interface). A file that is added here is found by the documents; a finder names its class in
`shows`, and nothing else needs to know it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files

from ..model.evidence import Evidence

__all__ = ["shapes"]


@cache
def shapes() -> Mapping[str, type[Evidence]]:
    """Return every shape by its key: those that rules speak of first, then file by file."""
    names = sorted(file.name.removesuffix(".py") for file in files(__name__).iterdir() if file.name.endswith(".py"))
    others = (name for name in names if name not in ("__init__", "things"))
    return {shape.key: shape for name in ("things", *others) for shape in _shapes_of(name)}


def _shapes_of(file: str) -> Iterator[type[Evidence]]:
    module = import_module(f"{__name__}.{file}")
    for shape in vars(module).values():
        defined_here = isinstance(shape, type) and shape.__module__ == module.__name__
        if defined_here and issubclass(shape, Evidence) and "key" in vars(shape):
            yield shape
