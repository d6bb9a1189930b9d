"""What the words of a document mean on its puzzle: cells, values, groups, choices and relations by their names."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..model import Genre, Puzzle, Sort, State
from ..model.state import read_fact
from .codec import Codec, DocumentError, spelled, unlike

if TYPE_CHECKING:
    from ..model.step import Conclusion, Seen
    from ..rules.board import Board


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
    def board(self) -> Board:
        """What the rulebook says of it. The rule language is loaded for those documents only that speak of groups."""
        from ..rules.board import Board

        return Board.of(self.puzzle)

    @cached_property
    def start(self) -> State:
        """The position before the first step."""
        from ..rules.position import start

        return start(self.puzzle)

    @cached_property
    def symbols(self) -> str:
        """The symbol of each value, by its number."""
        return max((variable.domain.symbols for variable in self.puzzle.variables), key=len)

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The name of each variable."""
        return tuple(variable.name for variable in self.puzzle.variables)

    @cached_property
    def groups(self) -> tuple[str, ...]:
        """The name of each group."""
        return _unlike_each_other(group.label for group in self.board.groups)

    @cached_property
    def choices(self) -> tuple[str, ...]:
        """The name of each choice: a cell, or a value's place in a group (`4 in row 1`)."""
        return _unlike_each_other(
            self.cells[i] if choice.group is None else f"{self._values(choice.candidates)} in {choice.group.label}"
            for i, choice in enumerate(self.board.blueprint.choices)
        )

    def _values(self, candidates: tuple[int, ...]) -> str:
        return "".join(dict.fromkeys(self.symbols[self.board.pair(candidate)[1]] for candidate in candidates))

    @cached_property
    def relations(self) -> tuple[str, ...]:
        """The name of each count, sum, table … of the rulebook: that of its group."""
        return _unlike_each_other(relation.label for relation in self.board.blueprint.relations)

    def of(self, sort: Sort) -> tuple[str, ...] | str | None:
        """The names of a sort's elements by number; None where they are numbers themselves."""
        one = Sort.CELL if sort is Sort.CHAIN else sort.one or sort
        match one:
            case Sort.CELL:
                return self.cells
            case Sort.VALUE:
                return self.symbols
            case Sort.GROUP:
                return self.groups
            case Sort.KIND:
                return self.board.kinds
        return None

    @cached_property
    def _numbers(self) -> dict[tuple[str, ...] | str, dict[str, int]]:
        return {}

    def number(self, names: tuple[str, ...] | str, name: str) -> int:
        """The number of a name among such names; KeyError where it is none of them."""
        if names not in self._numbers:
            self._numbers[names] = {each: number for number, each in enumerate(names)}
        return self._numbers[names][name]


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
        lambda number, names: getattr(names, table)[number],
        lambda name, names: names.number(getattr(names, table), name),
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


def write_seen(seen: Seen, names: Names) -> Any:
    """A value of a witness: cells, values and groups by their names, a set as a list."""
    table = names.of(seen.sort)
    if isinstance(seen.value, tuple):
        return [number if table is None else table[number] for number in seen.value]
    return seen.value if table is None else table[seen.value]


def read_seen(sort: Sort, data: Any, names: Names) -> Seen:
    """The same, read by its sort."""
    from ..model.step import Seen

    table = names.of(sort)

    def element(data: Any) -> int:
        if table is None:
            if type(data) is not int:
                raise unlike("a whole number", data)
            return data
        try:
            return names.number(table, data if isinstance(data, str) else "")
        except KeyError:
            raise unlike((sort.one or sort).phrase if sort is not Sort.CHAIN else Sort.CELL.phrase, data) from None

    if not isinstance(data, list):
        return Seen(sort, element(data))
    values = []
    for number, each in enumerate(data):
        try:
            values.append(element(each))
        except DocumentError as error:
            raise error.inside(number) from None
    return Seen(sort, tuple(values))
