"""What every check ends in."""

from __future__ import annotations


def require(true: object, otherwise: str) -> None:
    if not true:
        raise AssertionError(otherwise)
