"""One phrase told on a position: the names that it may use, and the clauses for what follows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import copy

from ..model import Sort, State
from ..model.evidence import Witness
from ..model.step import Conclusion, Step
from ..rules.evaluate import FUEL, Environment, Evaluator, TermValue, environment
from ..rules.position import position_of
from ..rules.tree import Name, Technique
from .phrase import Phrase, Piece, Plural, Term, TextSlot
from .words import Words

UNKNOWN = Technique("unknown", (), (), None, (), (), "", "")

HIDDEN = "…"
"""What stands for the part of a step that is not to be said yet."""

FEWEST_LOST = 2
"""Of a cell that loses so many values and keeps no more, it is told what it keeps."""
MOST_LOST = 2
"""Of a cell that keeps one value, it is also told what it loses, if that is no more than this."""


class Telling:
    """The names that a phrase may use: a step's witness on the state before it."""

    def __init__(self, words: Words, technique: Technique, step: Step | None, state: State) -> None:
        self.words = words
        self.structure = state.structure
        self.silent = False
        self.hidden: TermValue | None = None
        self.evaluator = Evaluator(technique, step.parameter if step else None, position_of(state), FUEL)
        self.names: Environment = self.evaluator.parameters
        self.witness: Witness = {}
        if step is not None:
            changed = TermValue(Sort.CELLS, frozenset(conclusion.variable for conclusion in step.conclusions))
            self.witness = step.witness
            self.names = {"Then": changed, **self.names, **environment(step.witness)}

    def with_names(self, names: Environment) -> Telling:
        """The same with more names."""
        other = copy(self)
        other.names = {**self.names, **names}
        return other

    def say(self, pieces: Phrase, texts: Mapping[str, str], first: bool = False) -> str:
        """A phrase in words. A sentence (`first`) that would begin with a cell's name says that it is a cell."""
        said = ""
        for piece in pieces:
            begins = first if not said else said.endswith((". ", "? ", "! "))
            text = self.piece(piece, texts, begins)
            said += capital(text) if said and begins else text
        return said

    def piece(self, piece: Piece, texts: Mapping[str, str], begins: bool) -> str:
        """A piece of a phrase in words."""
        match piece:
            case str():
                return piece
            case TextSlot():
                return texts[piece.name]
            case Plural():
                return self.say(piece.chosen(self.count(self.term(piece))), texts, begins)
            case Term(expr=Name(name="Then")) if self.silent:
                return HIDDEN
            case Term(expr=Name(name=name), form=form) if name in self.witness:
                if (text := self.witness[name].say(self, form)) is not None:
                    return text
        value = self.term(piece)
        if self.hides(value):
            return HIDDEN
        text = self.words.say(value, piece.form)
        if begins and value.sort in (Sort.CELL, Sort.CELLS) and text[0].islower():
            noun = "cell_noun" if self.count(value) == 1 else "cells_noun"
            return f"{self.words.voice.words[noun]} {text}"
        return text

    def hiding(self, conclusions: Sequence[Conclusion]) -> Telling:
        """The same without what follows: of a placement, the cell is not said, or where it is seen first, the value."""
        other = copy(self)
        other.silent = True
        if len(conclusions) == 1 and conclusions[0].true:
            cell, value = conclusions[0].variable, conclusions[0].value
            named = any(seen == TermValue(Sort.CELL, cell) for seen in other.names.values())
            other.hidden = (
                TermValue(Sort.VALUES, frozenset({value})) if named else TermValue(Sort.CELLS, frozenset({cell}))
            )
        return other

    def hides(self, value: TermValue) -> bool:
        """Is it the part that is not to be said yet?"""
        if self.hidden is None or value.sort not in (Sort.CELL, Sort.CELLS, Sort.VALUE, Sort.VALUES):
            return False
        about = Sort.CELLS if value.sort in (Sort.CELL, Sort.CELLS) else Sort.VALUES
        several = value.value if isinstance(value.value, frozenset) else frozenset({value.value})
        return self.hidden == TermValue(about, several)

    # As shapes of evidence ask for it (`model.evidence.Teller`)

    @property
    def state(self) -> State:
        """The state before the step."""
        return self.evaluator.position.state

    def word(self, key: str) -> str:
        """Return the voice's plain word of that key."""
        return self.words.voice.words[key]

    def phrase(self, key: str, names: Witness) -> str:
        """Return the voice's phrase of that key, told of the step and of these shapes."""
        return self.with_names(environment(names)).say(self.words.voice.word(key), {})

    def cell(self, cell: int) -> str:
        """Return the name of a cell."""
        return self.words.cell(cell)

    def short(self, cells: Sequence[int]) -> str:
        """Return the names of cells in one word."""
        return self.words.short(cells)

    def value(self, value: int) -> str:
        """Return the name of a value."""
        return self.words.value(value)

    def term(self, piece: Term | Plural) -> TermValue:
        """The value of a piece's term."""
        return self.evaluator.term(piece.expr, self.names)

    def count(self, value: TermValue) -> int:
        """How many: the size of a set, a number itself."""
        if isinstance(value.value, frozenset):
            return len(value.value)
        return value.value if value.sort is Sort.NUMBER else 1

    # What follows

    def follows(self, conclusions: Iterable[Conclusion]) -> dict[str, str]:
        """What follows, for the slots of a phrase."""
        conclusions = list(conclusions)
        then = self.conclusions(conclusions)
        lost = then if len(conclusions) < FEWEST_LOST else self.conclusions(conclusions, keeps=False)
        return {**result(then), "lost": lost, "Lost": capital(lost)}

    def conclusions(self, conclusions: Iterable[Conclusion], keeps: bool = True, brief: bool = False) -> str:
        """What follows, as clauses: what is placed by value, what cells keep, what is excluded by cells or by values.

        What a cell loses is not told where it is placed as well, or keeps no more than it loses (if that `keeps`);
        in `brief` not even where it keeps one value.
        """
        placed: dict[int, int] = {}
        dropped: dict[int, set[int]] = {}
        for each in conclusions:
            if each.true:
                placed[each.variable] = each.value
            else:
                dropped.setdefault(each.variable, set()).add(each.value)
        clauses: dict[tuple[str, tuple[int, ...], tuple[int, ...]], list[int]] = {}
        for cell, values in sorted(dropped.items()):
            left = self.left(cell, values, keeps)
            if left is not None:
                few = len(left) == 1 and len(values) <= MOST_LOST and not brief
                if cell in placed and not few:
                    continue
                placed.pop(cell, None)
                about = ("leaves" if few else "kept", tuple(sorted(values)) if few else (), tuple(sorted(left)))
                clauses.setdefault(about, []).append(cell)
        told = [self.clause("placed", cells, {value}) for value, cells in sorted(by_value(placed).items())]
        kept = {cell for cells in clauses.values() for cell in cells} | placed.keys()
        told += (self.clause(key, cells, values, left) for (key, values, left), cells in clauses.items())
        gone = {cell: values for cell, values in dropped.items() if cell not in kept}
        for number, (cells, several) in enumerate(blocks(gone)):
            key = "dropped" if len(several) == 1 else "dropped_many"
            if number and "dropped_more" in self.words.voice.words:
                key = "dropped_more"
            told.append(self.clause(key, cells, several))
        return self.words.clauses(told)

    def left(self, cell: int, lost: set[int], keeps: bool) -> frozenset[int] | None:
        """What a cell keeps, where that is to be told: its value, or less than it loses."""
        either = self.structure.values == 2 or self.structure.loud != frozenset(range(self.structure.values))
        if either or not {"kept", "leaves"} <= self.words.voice.words.keys():
            return None
        left = self.evaluator.position.cand(cell) - lost
        few = keeps and len(lost) >= FEWEST_LOST and 0 < len(left) <= len(lost)
        return left if few or len(left) == 1 else None

    def clause(self, key: str, cells: Iterable[int], values: Iterable[int], left: Iterable[int] = ()) -> str:
        """One clause: the value's own phrase where the voice has one ("r1c1 stays empty")."""
        names = {
            "P": TermValue(Sort.CELLS, frozenset(cells)),
            "V": TermValue(Sort.VALUES, frozenset(values)),
            "W": TermValue(Sort.VALUES, frozenset(left)),
        }
        own_phrase = self.words.value_phrase(values, key)
        return self.with_names(names).say(own_phrase or self.words.voice.word(key), {})


def by_value(placed: Mapping[int, int]) -> dict[int, list[int]]:
    """Value → the cells that take it."""
    cells: dict[int, list[int]] = {}
    for cell, value in sorted(placed.items()):
        cells.setdefault(value, []).append(cell)
    return cells


def blocks(dropped: Mapping[int, set[int]]) -> list[tuple[list[int], list[int]]]:
    """(cells, values) that are lost together: grouped by what cells lose or by where values go, whichever is shorter.

    >>> blocks({1: {7}, 4: {7}, 5: {2, 3}})
    [([1, 4], [7]), ([5], [2, 3])]
    """
    by_cell: dict[tuple[int, ...], list[int]] = {}
    places: dict[int, list[int]] = {}
    for cell, values in sorted(dropped.items()):
        by_cell.setdefault(tuple(sorted(values)), []).append(cell)
        for value in values:
            places.setdefault(value, []).append(cell)
    by_value: dict[tuple[int, ...], list[int]] = {}
    for value, cells in sorted(places.items()):
        by_value.setdefault(tuple(cells), []).append(value)
    if len(by_cell) <= len(by_value):
        return [(cells, list(values)) for values, cells in by_cell.items()]
    return [(list(cells), values) for cells, values in by_value.items()]


def result(text: str) -> dict[str, str]:
    """What follows, for the slots of a phrase: inside a sentence and behind a colon that wants a capital."""
    return {"then": text, "result": capital(text)}


def capital(text: str) -> str:
    """A capital letter in front, unless a cell's name stands there.

    >>> capital("row 3 is full"), capital("c3 stays empty")
    ('Row 3 is full', 'c3 stays empty')
    """
    return text if re.match(r"[a-z]+\d", text) else text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """A capital letter in front, one full stop behind.

    >>> sentence("row 3 is full")
    'Row 3 is full.'
    """
    text = capital(text.strip())
    return text if text.endswith((".", "!", "?", HIDDEN)) else text + "."
