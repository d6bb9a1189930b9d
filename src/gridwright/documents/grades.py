"""The document of a grade."""

from __future__ import annotations

from collections.abc import Callable

from ..grading import Grade
from ..json_codec import NUMBER, WHOLE, Field, Record, listed, one_of, optional
from ..model import CannotSay, Puzzle, Stop


def grade_fields(grade: Grade, quote: Callable[[str], str]) -> str | None:
    """The JSON text of the fields of an ordinary grade, solved or stuck, without the braces; None of any other."""
    if grade.tier is None or grade.open is not None or grade.stop is not None:
        return None
    hardest = "null" if grade.hardest is None else quote(grade.hardest)
    techniques = ", ".join([f"{quote(name)}: {count}" for name, count in grade.techniques.items()])
    return (
        f'"status": "{grade.status.value}", "scale": {quote(grade.scale)}, "tier": {quote(grade.tier)}, '
        f'"rating": {"null" if grade.rating is None else repr(grade.rating)}, "hardest": {hardest}, '
        f'"steps": {grade.steps}, "techniques": {{{techniques}}}, "proof_size": {grade.proof_size}'
    )


def grade_line(grade: Grade, puzzle: Puzzle, seconds: float | None, quote: Callable[[str], str]) -> str | None:
    """The JSON text of an ordinary grade's document, sooner. None of any other, or where text fails.

    Thousands of lines come out here; `to_dict` says the same of every grade (tests compare them).
    """
    fields = None if puzzle.loose else grade_fields(grade, quote)
    if fields is None:
        return None
    try:
        text = puzzle.text()
    except CannotSay:
        return None
    return f'{{"schema": "gridwright.grade/1", "puzzle": {quote(text)}, "genre": "{puzzle.genre.key}", {fields}' + (
        "}" if seconds is None else f', "seconds": {seconds!r}}}'
    )


GRADE = Record.of(
    Grade,
    Field("status", meaning="what came of grading"),
    Field("scale", meaning="the scale and its version"),
    Field("tier", meaning="the tier; null where there is not just one solution"),
    Field("rating", meaning="the sum of the steps' weights; null where it is stuck"),
    Field("hardest", meaning="the hardest technique that was needed"),
    Field("steps", meaning="how many steps there are"),
    Field("techniques", meaning="how often each technique was used, the easiest first"),
    Field("proof_size", meaning="choices and relations that the largest step of the hardest technique used"),
    Field("open", optional(listed(WHOLE)), "on demand: how many steps there were to choose from, before each step",
          default=None),
    Field("stopped", optional(one_of(Stop)), "the limit that struck before the end", "stop", default=None),
    Field("seconds", NUMBER, "the time that it took; of puzzles that were graded together, the mean", note=True),
)  # fmt: skip
