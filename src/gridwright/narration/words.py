"""Things → words: cells, values, groups and numbers of a board as a voice says them.

Cells are named `r3c5` (row 3 from the top, column 5), in German `Z3S5`; or, with `cells="chess"`, as chess does: the
column as a letter and the row as a number counted from the bottom, so that `a1` is the bottom left.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise

from ..model import Group, Place, Puzzle, Sort, UnknownName
from ..model.group import label
from ..model.place import SIDES, named_from
from ..rules.evaluate import TermValue
from ..rules.vocabulary import plural
from .phrase import Phrase, phrase
from .voice import GroupWords, Voice

CELL_NAMES = ("rc", "chess")
SHORTEST_RUN = 4
MOST_LISTED = 4
"""Of more groups than these of one kind, the number is said, where the voice has words for that."""


class Words:
    """The words of a voice for one puzzle."""

    def __init__(self, voice: Voice, puzzle: Puzzle, cells: str = "rc") -> None:
        if cells not in CELL_NAMES:
            raise UnknownName("way to name cells", cells, CELL_NAMES)
        self.voice = voice.in_genre(puzzle.genre)
        self.puzzle = puzzle
        self.structure = puzzle.structure
        self.domain = max((variable.domain for variable in puzzle.variables), key=len)
        self.chess = cells == "chess"

    def say(self, thing: TermValue, form: str = "") -> str:
        """A thing in words."""
        several = sorted(thing.value) if isinstance(thing.value, frozenset) else [thing.value]
        match thing.sort:
            case Sort.CELL | Sort.CELLS:
                return self.cells(several, form)
            case Sort.VALUE | Sort.VALUES:
                return self.values(several, form)
            case Sort.GROUP | Sort.GROUPS:
                return self.groups(several, form)
            case Sort.KIND | Sort.KINDS:
                return self.join([self.kind(kind, form) for kind in several])
            case Sort.NUMBER:
                return str(several[0]) if form == "figures" else self.number(several[0])
        return self.join([str(each) for each in several])

    # Lists

    def join(self, items: Sequence[str], last: str = "and", comma: str = "comma") -> str:
        """`a`, `a and b`, `a, b and c`; nothing is "nothing"."""
        words = self.voice.words
        if not items:
            return words["nothing"]
        *front, end = items
        return words[comma].join(front) + words[last] + end if front else end

    def clauses(self, items: Sequence[str]) -> str:
        """Clauses that may have lists inside."""
        simple = len(items) == 2 and not any(self.voice.words["comma"] in item for item in items)
        return self.join(items, "clauses_two" if simple else "clauses_last", "clauses")

    # Numbers

    def number(self, number: int) -> str:
        """A number, as a word where the voice has one."""
        numbers = self.voice.numbers
        return numbers[number] if 0 <= number < len(numbers) else str(number)

    # Cells

    def cell(self, variable: int) -> str:
        """The name of the place of one variable: a cell, or an edge, a corner or a span by the cells that name it."""
        return self.site(self.puzzle.variables[variable].place)

    def site(self, place: Place) -> str:
        """The name of a place."""
        names = []
        for row, column, side in map(named_from, place.ends):
            names.append(self.place(row, column) + (self.sides[side] if side else ""))
        return ":".join(names)

    @cached_property
    def sides(self) -> dict[str, str]:
        """What the voice calls the sides of a cell, by their English letters."""
        return dict(zip(list(SIDES)[1:], self.voice.words["sides"].split(), strict=True))

    def place(self, row: int, column: int) -> str:
        """The name of the cell at row and column, both from 0."""
        if self.chess:
            return _letters(column) + str(self.puzzle.grid.rows - row)
        return self.voice.words["cell"].format(row=row + 1, column=column + 1)

    def cells(self, variables: Sequence[int], form: str = "") -> str:
        """Cells as a list; the form `or` joins with "or", `count` says "two cells", `cells` "the cells r1c1 and …"."""
        if form == "count":
            return self.voice.words["one_cell" if len(variables) == 1 else "n_cells"].format(
                n=self.number(len(variables))
            )
        if form == "cells":
            noun = self.voice.words["of_cell" if len(variables) == 1 else "of_cells"]
            return f"{noun}{self.cells(variables)}"
        last = "or" if form == "or" else "and_cells"
        sites = [self.puzzle.variables[x].place for x in variables]
        if any(place.kind != "cell" for place in sites):
            return self.join([self.cell(x) for x in variables], last, "comma_cells")
        places = [self.puzzle.grid.position(place.number) for place in sites]
        if self.voice.shortens and not self.chess:
            return self.join(_short(places), last, "comma_cells")
        return self.join(self.runs(places), last, "comma_cells")

    def chain(self, variables: int | tuple[int, ...]) -> str:
        """Cells in the order of a chain, each by its name."""
        several = (variables,) if isinstance(variables, int) else variables
        return self.voice.words["chain"].join(self.cell(x) for x in several)

    def short(self, variables: Sequence[int]) -> str:
        """Cells without spaces, as notations want them: `r1c13,r2c1`."""
        sites = [self.puzzle.variables[x].place for x in variables]
        if self.chess or any(place.kind != "cell" for place in sites):
            return ",".join(map(self.cell, variables))
        return ",".join(_short([self.puzzle.grid.position(place.number) for place in sites]))

    def runs(self, places: Sequence[tuple[int, int]]) -> list[str]:
        """Names in reading order; four or more in a line become "r1c1 to r1c4"."""
        rows = _runs(places)
        columns = [[(row, column) for column, row in run] for run in _runs([(c, r) for r, c in places])]
        pieces = min(rows, columns, key=len)
        said = []
        for run in pieces if len(pieces) < len(places) else [[place] for place in places]:
            first, last = self.place(*run[0]), self.place(*run[-1])
            said.append(first if len(run) == 1 else self.voice.words["run"].format(first=first, last=last))
        return said

    @cached_property
    def _names(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        """Cells and lists of cells, as they stand in a text."""
        words = self.voice.words
        cell = re.escape(words["cell"]).replace(r"\{row\}", r"\d+").replace(r"\{column\}", r"\d+")
        between = [words[key] for key in ("comma_cells", "and_cells", "or", "chain")]
        between.append(words["run"].format(first="", last=""))
        parted = "|".join(map(re.escape, between))
        return re.compile(r"\b[a-z]{1,2}\d+\b" if self.chess else cell), re.compile(f"□(?:(?:{parted})□)+")

    def masked(self, text: str) -> str:
        """A text that no longer says which cells it is about.

        >>> from gridwright.genres import parse
        >>> from gridwright.narration import voice
        >>> Words(voice("teacher"), parse("." * 16, genre="latin")).masked("r1c1, r1c3 and r2c1 to r2c4 lose 2")
        '□ lose 2'
        """
        cell, several = self._names
        return several.sub("□", cell.sub("□", text))

    # Values

    def value(self, value: int, form: str = "") -> str:
        """A value in a form: `7`, "a star"."""
        name = self.domain.name(value)
        text = self.voice.value_form(name, form) or self.voice.value_form(name, "")
        return (text or "{}").format(name)

    def values(self, values: Sequence[int], form: str = "") -> str:
        """Values as a list."""
        if form == "or":
            return self.join([self.value(v) for v in values], "or_values", "comma_values")
        return self.join([self.value(v, form) for v in values], "and_values", "comma_values")

    def value_phrase(self, values: Iterable[int], key: str) -> Phrase | None:
        """The phrase of that key that the voice keeps for a value of its own: a star is not told as a digit is."""
        phrases = [self.voice.value_form(self.domain.name(value), key) for value in values]
        return phrase(phrases[0]) if len(phrases) == 1 and phrases[0] else None

    # Groups

    def groups(self, groups: Sequence[int], form: str = "") -> str:
        """Groups as a list; those of one kind share its word: "rows 2 and 5", "ten cages"."""
        if form == "chains":
            return self.join(self.chains([self.structure.groups[g] for g in groups]))
        said: list[str] = []
        lists = False
        alike: dict[GroupWords | None, list[Group]] = {}
        for group in (self.structure.groups[g] for g in groups):
            alike.setdefault(self.words_for(group), []).append(group)
        for words, several in alike.items():
            if words is not None and words.count and len(several) > MOST_LISTED:
                text = words.count.get(form, words.count[""])
                said.append(text.format(n=self.number(len(several))))
            elif words is None or len(several) == 1 or not words.many:
                said += [self.group(group, words, form) for group in several]
            else:
                said.append(self.listed(words.many.get(form, words.many[""]), several))
                lists = True
        if not lists or len(said) < 2:
            return self.join(said)
        return self.join(said, "and_lists_two" if len(said) == 2 else "and_lists")

    def listed(self, template: str, groups: Sequence[Group]) -> str:
        """Groups that share a word: "rows 2 and 5", "the dots r1c1se and r1c2se"."""
        if "{cell}" in template:
            return template.format(cell=self.join([group.holes(self.named)["cell"] for group in groups]))
        return template.format(n=self.numbers(groups))

    def numbers(self, groups: Sequence[Group]) -> str:
        """The numbers or letters of groups; four or more in a row become "1 to 4"."""
        names, numbers = [group.holes()["n"] for group in groups], [group.number for group in groups]
        first = numbers[0]
        if len(groups) >= SHORTEST_RUN and first is not None and numbers == list(range(first, first + len(groups))):
            return self.voice.words["run"].format(first=names[0], last=names[-1])
        return self.join(names)

    def chains(self, groups: Sequence[Group]) -> list[str]:
        """Groups of two cells in order, as chains: the longest first, until every group is in one."""
        left, told = [group.cells for group in groups], []
        while left:
            ways, longest = left, left[0]
            while ways:
                longest = ways[0]
                ways = [(*way, last) for way in ways for first, last in left if first == way[-1] and last not in way]
            left = [pair for pair in left if pair not in {*pairwise(longest)}]
            told.append(self.voice.words.get("chain_of_signs", " > ").join(map(self.named, longest)))
        return told

    def words_for(self, group: Group) -> GroupWords | None:
        """The entry of the voice for a group; an English voice makes one up for "lane 3"."""
        words = self.voice.group_words(group)
        if words is None and self.voice.language == "en" and {"n"} == group.holes().keys() and not group.way:
            kind = group.kind
            return GroupWords(kind, "", {"": kind + " {n}"}, {"": plural(kind) + " {n}"})
        return words

    def group(self, group: Group, words: GroupWords | None, form: str) -> str:
        """One group; in English where the voice has no words for it."""
        if words is None:
            return label(group, self.named)
        return words.one.get(form, words.one[""]).format(**group.holes(self.named))

    def named(self, name: str) -> str:
        """The place of that name, as the voice calls it."""
        return self.site(self.puzzle.grid.place(name))

    def counted(self, kind: str, count: int) -> str:
        """So many groups of a kind: "29 cages"."""
        one, many = self.voice.kinds.get(kind, (kind, plural(kind)))
        single = self.voice.words.get("one_part", "1 {}").format(one)
        return single if count == 1 else f"{self.number(count)} {many}"

    def kind(self, kind: int, form: str) -> str:
        """A kind of group: "row", in the form `many` "rows"."""
        name = self.structure.kinds[kind]
        one, many = self.voice.kinds.get(name, (name, plural(name)))
        return many if form == "many" else one


def _runs(places: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Places in order, neighbours in a row together where they are four or more."""
    lines: list[list[tuple[int, int]]] = []
    for row, column in sorted(places):
        if lines and lines[-1][-1] == (row, column - 1):
            lines[-1].append((row, column))
        else:
            lines.append([(row, column)])
    return [run for line in lines for run in ([line] if len(line) >= SHORTEST_RUN else [[place] for place in line])]


def _short(places: Sequence[tuple[int, int]]) -> list[str]:
    """`r1c134`, or `r134c1` where that is shorter; only while every number has one digit."""
    if any(max(place) > 8 for place in places):
        return [f"r{row + 1}c{column + 1}" for row, column in places]
    rows: dict[int, list[int]] = {}
    columns: dict[int, list[int]] = {}
    for row, column in places:
        rows.setdefault(row + 1, []).append(column + 1)
        columns.setdefault(column + 1, []).append(row + 1)
    if len(columns) < len(rows):
        return [f"r{_digits(columns[c])}c{c}" for c in sorted(columns)]
    return [f"r{r}c{_digits(rows[r])}" for r in sorted(rows)]


def _digits(numbers: Iterable[int]) -> str:
    return "".join(map(str, numbers))


def _letters(column: int) -> str:
    """a … z, aa, ab …"""
    before, last = divmod(column, 26)
    return ("" if before == 0 else _letters(before - 1)) + chr(ord("a") + last)
