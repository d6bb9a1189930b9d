"""The board document: everything that a page needs to let somebody play a puzzle, derived from what its genre declares.

    board_of(puzzle, voice("teacher"))     {"schema": "gridwright.board/2", "places": [...], "rules": [...], ...}

docs/page.md says what each field holds. Inside it a place is the number of its variable.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..documents import to_dict
from ..drawing import draw
from ..drawing.layers import layers
from ..drawing.paths import CELL, at, middle, stroke
from ..model import (
    AllDifferent,
    CannotSay,
    Constraint,
    Count,
    Domain,
    NotBoth,
    Permutation,
    Place,
    Puzzle,
    Relation,
    State,
)
from ..model.domain import NUMERALS
from ..model.drawing import Arrow, Feature, Glyph, Icon, PrintedNumber
from ..narration import Voice
from ..narration.rulebook import RuleWords, rulebook
from ..narration.words import Words
from ..playing.input import PointerInput, input_of

SCHEMA = "gridwright.board/2"


def board_of(puzzle: Puzzle, voice: Voice) -> dict[str, Any]:
    """The board document of a puzzle, in the words of a voice."""
    words = Words(voice, puzzle)
    drawing = draw(State.of(puzzle))
    picture = layers(drawing)
    features = list(puzzle.genre.drawing(puzzle))
    domains = list(dict.fromkeys(variable.domain for variable in puzzle.variables))
    x, y, size = picture.value
    left, top, room, across = picture.marks
    return {
        "schema": SCHEMA,
        "genre": puzzle.genre.key,
        "title": voice.heading(puzzle.genre),
        "puzzle": to_dict(puzzle),
        "rules_text": rulebook(voice, puzzle.genre),
        "rows": puzzle.grid.rows,
        "columns": puzzle.grid.columns,
        "holes": [puzzle.grid.name(cell) for cell in sorted(drawing.holes)],
        "svg": {
            "view_box": picture.box, "bare": picture.bare, "cell": CELL,
            "surface": picture.surface, "print": picture.print,
        },
        "places": _places(puzzle, words, domains),
        "cells": _cells(puzzle, words, features),
        "values": [_values(domain, words, features) for domain in domains],
        "input": _input(input_of(puzzle)),
        "layout": {
            "value": {"x": x, "y": y, "size": size},
            "marks": {"x": left, "y": top, "room": round(room, 4), "across": across},
        },
        "groups": [
            {"kind": group.kind, "name": words.group(group, words.words_for(group), ""), "places": group.members}
            for group in words.structure.groups
        ],
        "rules": _rules(puzzle, RuleWords(words)),
        "texts": texts_of(puzzle),
    }  # fmt: skip


def texts_of(puzzle: Puzzle) -> dict[str, str]:
    """The puzzle in every format that has words for it."""
    found = {}
    for form in puzzle.genre.formats:
        try:
            found[form.key] = form.write(puzzle)
        except CannotSay:
            continue
    return found


def rule_numbers(constraints: Sequence[Constraint]) -> list[int]:
    """The number of each constraint's rule in the document: pairs of one kind that exclude each other are one rule."""
    numbers: list[int] = []
    pairs: dict[tuple[str, int], int] = {}
    count = 0
    for constraint in constraints:
        kind = (constraint.group.kind, constraint.value) if isinstance(constraint, NotBoth) else None
        number = count if kind is None else pairs.setdefault(kind, count)
        count += number == count
        numbers.append(number)
    return numbers


def _rules(puzzle: Puzzle, words: RuleWords) -> list[dict[str, Any]]:
    rules: list[dict[str, Any]] = []
    for number, constraint in zip(rule_numbers(puzzle.constraints), puzzle.constraints, strict=True):
        if number < len(rules):
            rules[number]["pairs"].append(constraint.scope)
            continue
        named = words.words.words_for(constraint.group)
        name = words.words.group(constraint.group, named, "")
        rule: dict[str, Any] = {"kind": "other", "name": name, "sentence": words.sentence(constraint)}
        if isinstance(constraint, NotBoth):
            symbol = puzzle.variables[constraint.scope[0]].domain.symbol(constraint.value)
            rule |= {"kind": "not-both", "name": rule["sentence"], "value": symbol, "pairs": [constraint.scope]}
        else:
            rule["places"] = constraint.scope
        if isinstance(constraint, Permutation | AllDifferent):
            rule["kind"] = "all-different"
        elif isinstance(constraint, Count) and constraint.scope:
            symbol = puzzle.variables[constraint.scope[0]].domain.symbol(constraint.value)
            rule |= {"kind": "count", "value": symbol, "least": constraint.least, "most": constraint.most}
        elif isinstance(constraint, Relation) and constraint.differ:
            rule["differ"] = True
        rules.append(rule)
    return rules


def _places(puzzle: Puzzle, words: Words, domains: list[Domain]) -> list[dict[str, Any]]:
    places = []
    for x, variable in enumerate(puzzle.variables):
        place = variable.place
        row, column = middle(place)
        shown: dict[str, Any] = {
            "name": place.name,
            "said": words.site(place),
            "kind": place.kind,
            "at": at((row, column)),
            "row": (row + 1) / 2,
            "column": (column + 1) / 2,
            "values": domains.index(variable.domain),
        }
        if place.kind in ("border", "step", "span"):
            shown["line"] = _line(place)
        if x in puzzle.givens:
            shown["given"] = variable.domain.symbol(puzzle.givens[x])
        places.append(shown)
    return places


def _line(place: Place) -> list[float]:
    """The two ends of what is drawn at a place."""
    points = stroke(place)
    return [each for x, y in (points[0], points[-1]) for each in at((2 * y, 2 * x))]


def _cells(puzzle: Puzzle, words: Words, features: list[Feature]) -> list[dict[str, Any]]:
    printed: dict[int, str] = {each.cell: each.label for each in features if isinstance(each, PrintedNumber)}
    printed |= {each.cell: each.direction for each in features if isinstance(each, Arrow)}
    return [
        {"name": place.name, "said": words.site(place), "printed": printed.get(place.number, "")}
        for place in puzzle.grid.cells
    ]


def _values(domain: Domain, words: Words, features: list[Feature]) -> list[dict[str, Any]]:
    shapes = {icon.symbol: icon.shape for icon in features if isinstance(icon, Icon)}
    first = 1 if domain.symbols == NUMERALS[: len(domain)] else 0
    numeric = first == 1 or domain.symbols == "0" + NUMERALS[: len(domain) - 1]
    values = []
    for value, symbol in enumerate(domain.symbols):
        shape = shapes.get(symbol, "text")
        shown: dict[str, Any] = {"symbol": symbol, "shape": "glyph" if isinstance(shape, Glyph) else shape}
        shown["name"] = words.value(value) if domain.names else symbol
        if numeric and symbol not in shapes:
            shown |= {"number": value + first, "name": str(value + first)}
        if isinstance(shape, Glyph):
            shown["glyph"] = shape.path
        values.append(shown)
    return values


def _input(input: PointerInput) -> dict[str, Any]:
    return {
        "stroke": input.stroke,
        "cycle": input.cycle,
        "paints": input.paints,
        "first": input.first,
        "second": input.second,
        "auto": None if input.fills is None else {"value": input.fills, "writes": input.second},
        "marks": ["corner", "centre", "colour"] if input.stroke == "select" else ["colour"],
    }
