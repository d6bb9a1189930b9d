"""The documents of what is made: a recipe, and what came of it. The latter is a line of a corpus."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..generation import Generated, Miss, Recipe
from ..genres import parse
from ..json_codec import NUMBER, TEXT, WHOLE, Codec, Field, Record, built, by_name, listed, optional, spelled
from ..model import CannotSay, Solution
from ..model.errors import DocumentError
from .grades import GRADE, grade_fields
from .names import SOLUTION, Names

# A recipe

BOUNDS = Codec(
    "[from, to], null where that side is open",
    lambda bounds, _: list(bounds),
    lambda data, context: listed(optional(NUMBER), lambda _: 2).read(data, context),
    listed(optional(NUMBER)).schema,
)
QUALITY = built(by_name(BOUNDS), lambda bounds: tuple(bounds.items()), dict)
RECIPE = Record.of(
    Recipe,
    Field("genre", meaning="the key of a genre"),
    Field("size", meaning="rows of the board"),
    Field("columns", meaning="its columns, where there are not as many as rows", default=0),
    Field("seed", meaning="any word"),
    Field("scale", meaning="the scale that names tiers, with its version"),
    Field("tier", meaning="a tier of the scale", default=None),
    Field("needs", meaning="techniques without which the puzzle gets stuck", default=()),
    Field("uses", meaning="techniques that occur in the trace", default=()),
    Field("without", meaning="techniques that it does without", default=()),
    Field("any", meaning="one solution is enough: no techniques need solve it", default=False),
    Field("rules", meaning="files with techniques of one's own", default=()),
    Field("variants", meaning="variants of the genre", default=()),
    Field("symmetry", meaning="how givens lie", default="none"),
    Field("clues", meaning="no fewer clues than this", default=None),
    Field("quality", QUALITY, "bounds of what can be counted", default=()),
    Field("catalogue", meaning="a digest of the techniques, where it asks for any", default=None),
    Field("budget", meaning="attempts at the most"),
    Field("generator", meaning="the generator's version"),
)

# What came of it

MISS = Record(
    lambda _, attempt, puzzle, lacks: Miss(attempt, puzzle, lacks),
    Field("attempt", WHOLE, "which attempt it was"),
    Field("puzzle", spelled("the text of a puzzle", lambda puzzle, _: str(puzzle),
                            lambda text, names: parse(text, names.genre)), "its puzzle"),
    Field("lacks", TEXT, "what it lacked"),
)  # fmt: skip
PROVENANCE = Record(
    lambda _, **values: values,
    Field("recipe", spelled("a recipe", lambda recipe, _: str(recipe), lambda text, _: Recipe.parse(text)),
          "the recipe as a line of text, for `generate --recipe`"),
    Field("attempt", optional(WHOLE), "the attempt that succeeded"),
    Field("rejections", by_name(WHOLE), "how many attempts before it were rejected, by reason"),
    Field("verified", optional(TEXT),
          "what proved the solution to be the only one: sat, sat+cpsat, cpsat, simple or trace"),
    Field("miss", MISS.codec(), "where there is no puzzle: the attempt that came closest", default=None),
)  # fmt: skip
NO_PUZZLE = "no puzzle: "


def _why_not(text: str, _: Names) -> str:
    if not text.startswith(NO_PUZZLE):
        raise KeyError(text)
    return text.removeprefix(NO_PUZZLE)


def _generated(names: Names, solution: Solution | None, provenance: dict[str, Any], **values: Any) -> Generated:
    if (names.known is None) is not (solution is None):
        raise DocumentError("expected both puzzle and solution, or neither", "solution")
    return Generated(puzzle=names.known, solution=solution, **provenance, **values)


GENERATED = Record(
    _generated,
    Field("solution", optional(SOLUTION), "its one solution"),
    Field("grade", optional(GRADE.codec("a grade")), "its grade; null where nobody asked, or no scale judges it"),
    Field("provenance", PROVENANCE.codec(), "how it was made", lambda outcome: outcome),
    Field("error", spelled("why there is no puzzle", lambda ended, _: NO_PUZZLE + ended, _why_not),
          "why there is no puzzle: the budget, the time, an interrupt or copies", "ended", default=None),
)  # fmt: skip


def generated_line(made: Generated, quote: Callable[[str], str]) -> str | None:
    """The JSON text of the document of a puzzle with an ordinary grade, sooner. None of any other, or where text fails.

    Thousands of lines come out here; `to_dict` says the same of everything that is made (tests compare them).
    """
    puzzle, solution = made.puzzle, made.solution
    grade = None if made.grade is None else grade_fields(made.grade, quote)
    if puzzle is None or solution is None or grade is None or made.miss is not None or puzzle.loose:
        return None
    try:
        text = puzzle.text()
    except CannotSay:
        return None
    rejections = ", ".join([f"{quote(reason)}: {count}" for reason, count in made.rejections.items()])
    return (
        f'{{"schema": "gridwright.generated/1", "puzzle": {quote(text)}, "genre": "{puzzle.genre.key}", '
        f'"solution": {quote(puzzle.board_text(solution))}, "grade": {{{grade}}}, '
        f'"provenance": {{"recipe": {quote(str(made.recipe))}, '
        f'"attempt": {"null" if made.attempt is None else made.attempt}, "rejections": {{{rejections}}}, '
        f'"verified": {"null" if made.verified is None else quote(made.verified)}}}}}'
    )
