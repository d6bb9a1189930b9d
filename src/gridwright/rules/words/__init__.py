"""The words of the rule language, an object each, a file for those that belong together. Found by folder."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from ..tree import Call
from .word import Word

WORDS: dict[str, Word] = {}
"""Every word by its name, in the order of files and of classes in them."""

for _module in sorted(module.name for module in iter_modules(__path__)):
    for _class in vars(import_module(f"{__name__}.{_module}")).values():
        if isinstance(_class, type) and issubclass(_class, Word) and hasattr(_class, "takes"):
            WORDS.setdefault(_class.name, _class())


def word_of(call: Call) -> Word | None:
    """The word of a call; None where it is a kind of group: `row(p)`."""
    return WORDS.get(call.word)
