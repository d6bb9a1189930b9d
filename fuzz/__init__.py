"""Fuzzers: hostile texts and hostile Problems, for as long as one likes. `make fuzz`, or `python -m fuzz --minutes 10`.

    source.py    bytes → decisions, so that one input works for every engine, can be saved, and replayed
    texts.py     targets: whatever is read is a puzzle that is written and read back, or an error of ours
    specs.py     targets: whatever the kernel is given, it answers rightly or refuses; it never falls over
    worker.py    one target in a process of its own, driven by Hypothesis or by atheris
    __main__.py  shares out the time, notices crashes and hangs, saves the inputs, prints the table

A target is a function of a Source. It raises Finding, or any error that it should not, where something is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

FOUND = Path(__file__).parent / "found"
"""Where inputs that found something are kept."""


class Finding(AssertionError):
    """Something is wrong: a sentence that says what, and for which input."""


def require(true: object, otherwise: str) -> None:
    if not true:
        raise Finding(otherwise)


def targets() -> dict[str, Callable[..., None]]:
    """Every target by name."""
    from . import specs, texts

    return {**texts.TARGETS, **specs.TARGETS}
