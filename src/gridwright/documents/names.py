"""What the words of a document mean on its puzzle: cells, values, groups, choices and relations by their names."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from ..json_codec import Codec, spelled
from ..model import Genre, Puzzle, State, Structure
from ..model.errors import DocumentError
from ..model.state import read_fact

if TYPE_CHECKING:
    from ..model.step import Conclusion


class StructureNames:
    """The names of a structure, by number: puzzles that differ only in givens and marks share them."""

    def __init__(self, structure: Structure) -> None:
        self.structure, self.symbols = structure, structure.symbols
        self._numbers: dict[str, dict[str, int]] = {}

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The name of each variable."""
        return tuple(variable.name for variable in self.structure.variables)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The name of each kind of group."""
        return self.structure.kinds

    @cached_property
    def groups(self) -> tuple[str, ...]:
        """The name of each group."""
        return _unlike_each_other(group.label for group in self.structure.groups)

    @cached_property
    def choices(self) -> tuple[str, ...]:
        """The name of each choice: a cell, or a value's place in a group (`4 in row 1`)."""
        return _unlike_each_other(
            self.cells[i] if choice.group is None else f"{self._values(choice.candidates)} in {choice.group.label}"
            for i, choice in enumerate(self.structure.choices)
        )

    def _values(self, candidates: tuple[int, ...]) -> str:
        return "".join(dict.fromkeys(self.symbols[self.structure.pair(candidate)[1]] for candidate in candidates))

    @cached_property
    def relations(self) -> tuple[str, ...]:
        """The name of each count, sum, table … of the rulebook: that of its group."""
        return _unlike_each_other(relation.label for relation in self.structure.relations)

    def number(self, table: str, name: str) -> int:
        """The number of a name in one of the tables above; KeyError where it is none of them."""
        if table not in self._numbers:
            self._numbers[table] = {each: number for number, each in enumerate(getattr(self, table))}
        return self._numbers[table][name]


class Names:
    """The context in which a document is written and read. Of a genre alone where there is no puzzle."""

    def __init__(self, genre: Genre | None = None, puzzle: Puzzle | None = None) -> None:
        self.genre = genre
        self.known = puzzle

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that the document is about."""
        if self.known is None:
            raise DocumentError("expected a puzzle to read this by")
        return self.known

    @cached_property
    def words(self) -> StructureNames:
        """The names of everything on its board."""
        return self.puzzle.structure.derived(StructureNames)

    @cached_property
    def start(self) -> State:
        """The position before the first step."""
        from ..rules.position import start

        return start(self.puzzle)


def _unlike_each_other(labels: Iterable[str]) -> tuple[str, ...]:
    """The labels, a second one of the same text with its number."""
    seen: dict[str, int] = {}
    names = []
    for label in labels:
        seen[label] = seen.get(label, 0) + 1
        names.append(label if seen[label] == 1 else f"{label} #{seen[label]}")
    return tuple(names)


def _write_fact(fact: Conclusion, names: Names) -> str:
    return fact.text(names.puzzle)


def _read_fact(text: str, names: Names) -> Conclusion:
    from ..model.step import Conclusion

    return Conclusion(*read_fact(names.puzzle, text))


FACT = spelled("a fact like r3c5=7", _write_fact, lambda text, names: _read_fact(text, names))


def named(what: str, table: str) -> Codec:
    """A number by its name in one of the tables above."""
    return spelled(
        what,
        lambda number, names: getattr(names.words, table)[number],
        lambda name, names: names.words.number(table, name),
    )


CELL = named("a cell like r3c5", "cells")
CHOICE = named("a choice like r3c5 or '4 in row 1'", "choices")
RELATION = named("a group of the rulebook", "relations")
SOLUTION = spelled(
    "a filled board",
    lambda solution, names: names.puzzle.board_text(solution),
    lambda text, names: _complete(names.puzzle, text),
)


def _complete(puzzle: Puzzle, text: str) -> tuple[int | None, ...]:
    values = puzzle.read_board(text, filled=True)
    if None in values:
        raise DocumentError(f"{puzzle.variables[values.index(None)].name} has no value")
    return values
