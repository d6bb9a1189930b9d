"""The document of an entry: a line of a corpus."""

from __future__ import annotations

from typing import Any

from ..generation import Generated
from ..grading import Grade, Verdict
from ..json_codec import TEXT, WHOLE, Codec, Field, Record, listed, optional, spelled
from ..model import Answer, Puzzle, Solution, Status
from ..model.errors import DocumentError
from .entry import NOWHERE, Entry, Provenance
from .grades import GRADE
from .names import SOLUTION, Names

PROVENANCE = Record.of(
    Provenance,
    Field("source", meaning="the file, list or program that it comes from", default=None),
    Field("line", meaning="its line there", default=None),
    Field("recipe", meaning="the recipe that made it, for `generate --recipe`", default=None),
    Field("attempt", meaning="the attempt of the recipe that succeeded", default=None),
    Field("verified", meaning="what proved the solution to be the only one", default=None),
    Field("note", meaning="what somebody says of it: an author, a licence", default=None),
)


def _grades(grades: tuple[Grade, ...], names: Names) -> list[dict[str, Any]]:
    return [GRADE.write(grade, names) for grade in grades]


def _read_grades(data: Any, names: Names) -> tuple[Grade, ...]:
    grades: tuple[Grade, ...] = listed(GRADE.codec("a grade")).read(data, names)
    for number, grade in enumerate(grades):
        if grade.scale in [each.scale for each in grades[:number]]:
            raise DocumentError(f"expected one grade a scale, found a second on {grade.scale}").inside(number)
    return grades


def _form(text: str, _: Names) -> str:
    if len(text) != 24 or not set(text) <= set("0123456789abcdef"):
        raise KeyError(text)
    return text


def _entry(
    names: Names, rows: int, columns: int, clues: int, clue_kinds: tuple[str, ...], solution: Solution | None,
    **values: Any,
) -> Entry:  # fmt: skip
    entry = Entry(names.puzzle, solution, **values)
    told = {"rows": rows, "columns": columns, "clues": clues, "clue_kinds": clue_kinds}
    for name, value in told.items():
        if value != (own := getattr(entry, name)):
            raise DocumentError(f"the puzzle has {own}, found {value}", name)
    return entry


ENTRY = Record(
    _entry,
    Field("rows", WHOLE, "rows of the board"),
    Field("columns", WHOLE, "columns of the board"),
    Field("clues", WHOLE, "how many givens, cages, signs and views are printed"),
    Field("clue_kinds", listed(TEXT), "what is printed besides givens: cages, regions, diagonals …", default=()),
    Field("form", spelled("24 hexadecimal digits", lambda form, _: form, _form),
          "a digest that all copies share, whatever symmetry of the genre disguises them", default=None),
    Field("solution", optional(SOLUTION), "its one solution", default=None),
    Field("grades", Codec("list: grades", _grades, _read_grades, listed(GRADE.codec()).schema),
          "its grades, one a scale", default=()),
    Field("provenance", PROVENANCE.codec(), "where it comes from", default=NOWHERE),
)  # fmt: skip


def entry_of(value: Any, puzzle: Puzzle) -> Entry:
    """What a corpus keeps of anything that is about a puzzle."""
    if isinstance(value, Entry):
        return value
    puzzle = puzzle.loosened(()) if puzzle.loose else puzzle
    if isinstance(value, Generated):
        given = Provenance(recipe=str(value.recipe), attempt=value.attempt, verified=value.verified)
        return Entry(puzzle, value.solution, (value.grade,) if value.grade is not None else (), provenance=given)
    if isinstance(value, Grade) and value.status is not Verdict.STOPPED:
        return Entry(puzzle, grades=(value,))
    if isinstance(value, Answer) and value.status is Status.UNIQUE and value.solutions:
        return Entry(puzzle, value.solutions[0])
    return Entry(puzzle)
