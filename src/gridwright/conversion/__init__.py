"""Puzzles in another form: another text, or the canonical form that all copies share."""

from .convert import convert

__all__ = ["convert"]
