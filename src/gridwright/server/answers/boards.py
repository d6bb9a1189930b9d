"""Answers about a board as it stands: the board document, what is broken, its texts, its picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...documents import to_dict
from ...documents.puzzles import BOARD
from ...drawing import draw as drawn
from ...genres import genre as genre_named
from ...genres import parse
from ...model import Grid, Puzzle, PuzzleError, RandomStream, Request, Status, UnknownName
from ...narration.rulebook import RuleWords
from ...narration.telling import sentence
from ...playing.input import input_of
from ...solving import check as broken_rules
from ...solving import solve
from ..board import board_of, rule_numbers, texts_of
from .asked import Asked, Work, too_large


def board(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """The board document."""
    asked = Asked(fields, work.settings)
    return board_of(asked.puzzle, asked.voice)


def check(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """The rules that are broken; whether all is right so far, which says no more; whether it is solved."""
    asked = Asked(fields, work.settings)
    wanted = fields.get("ask") or ("conflicts", "right")
    answer: dict[str, Any] = {}
    if "conflicts" in wanted:
        answer["conflicts"] = _conflicts(asked)
    if "right" in wanted:
        answer["right"] = _right(asked, work)
    return answer | {"solved": _solved(asked)}


def _conflicts(asked: Asked) -> list[dict[str, Any]]:
    puzzle, words = asked.puzzle, RuleWords(asked.words)
    conflicts: list[dict[str, Any]] = []
    for x, given in puzzle.givens.items():
        if asked.written[x] != given:
            told = asked.narrator.wrong([x])
            conflicts.append({"rule": None, "sentence": asked.sentence(told), "places": [asked.name(x)]})
    numbers = dict(zip(map(id, puzzle.constraints), rule_numbers(puzzle.constraints), strict=True))
    for found in broken_rules(puzzle, asked.written):
        told = sentence(words.sentence(found.constraint))
        conflicts.append({
            "rule": numbers[id(found.constraint)],
            "sentence": asked.sentence(told),
            "places": [asked.name(x) for x in found.variables],
        })  # fmt: skip
    return conflicts


def _right(asked: Asked, work: Work) -> bool | None:
    answer = solve(asked.puzzle, show=1, limits=work.limits)
    if answer.status is not Status.UNIQUE:
        return None
    [solution] = answer.solutions
    return all((solution[x] == value) is true for x, value, true in asked.read)


def _solved(asked: Asked) -> bool:
    """Does everything hold? What is left empty counts as "not there" where there is such a value."""
    puzzle = asked.puzzle
    values = filled(puzzle, asked.written)
    if values is None or any(values[x] != given for x, given in puzzle.givens.items()):
        return False
    return all(each.holds([values[x] for x in each.scope]) for each in puzzle.constraints)


def filled(puzzle: Puzzle, written: list[int | None]) -> list[int] | None:
    """The board with "not there" wherever nothing is written; None where that cannot be."""
    second = input_of(puzzle).second
    values: list[int] = []
    for variable, value in zip(puzzle.variables, written, strict=True):
        if value is None and (second is None or second not in variable.domain.symbols):
            return None
        values.append(variable.domain.index(second or "") if value is None else value)
    return values


def convert(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """The puzzle as a document, as a board for an editor, and in the formats that have words for it."""
    puzzle = Asked(fields, work.settings).puzzle
    to = fields.get("to")
    if to is not None and to not in (keys := [form.key for form in puzzle.genre.formats]):
        raise UnknownName(f"format of {puzzle.genre.key}", to, keys)
    texts = texts_of(puzzle) if to is None else {to: puzzle.text(to)}
    return {"puzzle": to_dict(puzzle), "board": BOARD.write(puzzle, None), "texts": texts}


def blank(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """An empty board to edit: what the genre's maker begins with; an example where nothing is no board.

    Where clues are printed one by one, a maker may begin with more than nothing: black cells, trees.
    """
    genre = genre_named(fields["genre"])
    maker = genre.maker
    rows = fields.get("rows") or (maker.size if maker is not None else 6)
    columns = fields.get("columns") or rows
    if rows * columns > work.settings.cells:
        raise too_large(rows * columns, work.settings)
    if maker is None or genre.reduces_entries:
        try:
            return {"board": BOARD.write(Puzzle(genre, Grid(rows, columns)), None)}
        except PuzzleError:
            if maker is None and fields.get("rows"):
                raise
    if maker is None:
        begun = parse(genre.examples[0].text, genre=genre)
    else:
        begun = genre.scaffold(Request(rows, columns=columns), RandomStream.of("")).with_givens({})
    return {"board": BOARD.write(begun, None)}


def draw(fields: Mapping[str, Any], work: Work) -> dict[str, Any]:
    """A standalone picture of the puzzle, with what is entered, or with its solution."""
    asked = Asked(fields, work.settings)
    values = asked.written
    if fields.get("solution"):
        answer = solve(asked.puzzle, show=1, limits=work.limits)
        values = list(answer.solutions[0]) if answer.solutions else values
    return {"svg": drawn(asked.puzzle, values).svg()}
