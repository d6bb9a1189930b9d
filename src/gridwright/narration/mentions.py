"""Where a text names cells and groups, so that whoever reads it can be shown them.

    Mentions(words).pieces("Box 1 still needs a 4, and r1c2 …")     "Box 1" with its places, " still needs a 4, and ", …

Only names as the voice says them are found: `r3c5`, `Z3S5`, "r1c1 to r1c4", "row 3", "rows 2 and 5".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

from ..model import Place
from .voice import Voice
from .words import Words

HOLES = {"n": r"[0-9A-Za-z]+", "clue": r"\S+", "total": r"\d+"}
"""What may stand in the words of a group, besides the names of cells."""


class MentionPiece(NamedTuple):
    """A part of a text, and the names of the places that it names, if any."""

    text: str
    places: tuple[str, ...] = ()


class Mentions:
    """What names mean on one board, as the voice of its words says them.

    >>> from gridwright.genres import parse
    >>> from gridwright.narration import voice
    >>> mentions = Mentions(Words(voice("teacher"), parse("." * 16, genre="latin")))
    >>> pieces = mentions.pieces("Row 1: r1c1 to r1c4 and r2c1 lose 2.")
    >>> [(piece.text, piece.places) for piece in pieces if piece.places][1:]
    [('r1c1 to r1c4', ('r1c1', 'r1c2', 'r1c3', 'r1c4')), ('r2c1', ('r2c1',))]
    """

    def __init__(self, words: Words) -> None:
        self.words, self.puzzle = words, words.puzzle
        self.voice, self.grid = words.voice, self.puzzle.grid
        self.sites: dict[str, Place] = {words.site(place): place for place in self.grid.cells}
        self.sites |= {words.site(each.place): each.place for each in self.puzzle.variables}

    def pieces(self, text: str) -> list[MentionPiece]:
        """A text cut at the names in it; joined, the pieces are the text."""
        found: list[MentionPiece] = []
        end = 0
        for start, name, places in self._found(text):
            if start > end:
                found.append(MentionPiece(text[end:start]))
            found.append(MentionPiece(name, places))
            end = start + len(name)
        return [*found, MentionPiece(text[end:])] if end < len(text) or not found else found

    def _found(self, text: str) -> Iterator[tuple[int, str, tuple[str, ...]]]:
        """Where names begin, the names and their places; what only looks like a group may have cells in it."""
        names, cells = _patterns(self.voice)
        end = 0
        while match := names.search(text, end):
            start, end = match.span()
            name = match[0]
            while not (places := self.places(name)) and (shorter := self._shorter(name)):
                name = shorter
            if places:
                yield start, name, places
                end = start + len(name)  # what follows a list may begin a name of its own
                continue
            for inside in cells.finditer(match[0]):
                if places := self.cells(inside[0]):
                    yield start + inside.start(), inside[0], places

    def _shorter(self, name: str) -> str:
        """A list without its last word, which may belong to the sentence: "columns 3 and 5, the"."""
        ends = [name.rfind(self.voice.words[key]) for key in ("comma", "and")]
        return name[: max(*ends, 0)]

    def places(self, text: str) -> tuple[str, ...]:
        """The places that a name stands for; none where the board has none of that name."""
        return self.cells(text) or self.groups.get(text.lower(), ()) or self.several(text)

    def cells(self, text: str) -> tuple[str, ...]:
        """The cell of that name, or the cells of a run or of a short form."""
        if place := self.sites.get(text):
            return (place.name,)
        first, between, last = text.partition(self.voice.words["run"].format(first="", last=""))
        if between and first in self.sites and last in self.sites:
            (a, b), (c, d) = (self.grid.position(self.sites[end].number) for end in (first, last))
            if a == c or b == d:
                return tuple(self.grid.name(self.grid.cell(row, column)) for row in range(a, c + 1)
                             for column in range(b, d + 1))  # fmt: skip
        if self.voice.shortens and (match := re.fullmatch(r"r(\d+)c(\d+)", text)):
            names = [f"r{row}c{column}" for row in match[1] for column in match[2]]
            return tuple(names) if all(name in self.sites for name in names) else ()
        return ()

    @cached_property
    def groups(self) -> dict[str, tuple[str, ...]]:
        """The places of each group, by every form of its name."""
        found: dict[str, tuple[str, ...]] = {}
        for group in self.words.structure.groups:
            if (words := self.words.words_for(group)) is not None:
                members = tuple(self.puzzle.variables[x].place.name for x in group.members)
                for form in words.one:
                    found.setdefault(self.words.group(group, words, form).lower(), members)
        return found

    def several(self, text: str) -> tuple[str, ...]:
        """The places of groups that share a word: "rows 2 and 5"."""
        for words in self.voice.groups:
            for form, template in words.many.items():
                if match := re.fullmatch(_several(template, self.voice), text, re.IGNORECASE):
                    one = words.one.get(form, words.one[""])
                    members = [
                        self.groups.get(one.replace("{n}", name).replace("{cell}", name).lower(), ())
                        for name in _names(match[1], self.voice)
                    ]
                    if all(members):
                        return tuple(dict.fromkeys(name for some in members for name in some))
        return ()


def _names(listed: str, voice: Voice) -> Iterator[str]:
    """The numbers, letters or cells of a list such as "2, 3 and 5" or "1 to 4"."""
    first, between, last = listed.partition(voice.words["run"].format(first="", last=""))
    if between and first.isdigit() and last.isdigit():
        yield from (str(n) for n in range(int(first), min(int(last), int(first) + 100) + 1))
    else:
        yield from re.split("|".join(re.escape(voice.words[key]) for key in ("comma", "and")), listed)


def _several(template: str, voice: Voice) -> str:
    """The pattern of several groups."""
    between = [re.escape(voice.words[key]) for key in ("comma", "and")]
    between.append(re.escape(voice.words["run"].format(first="", last="")))
    pattern = re.escape(template)
    for hole, inside in (("n", HOLES["n"]), ("cell", _cell(voice))):
        pattern = pattern.replace(rf"\{{{hole}\}}", rf"({inside}(?:(?:{'|'.join(between)}){inside})+)")
    return pattern


@lru_cache(maxsize=64)
def _cell(voice: Voice) -> str:
    """The pattern of a cell's name, or of a place at its side or between it and others."""
    words = voice.words
    sides = "|".join(sorted(words["sides"].split(), key=len, reverse=True))
    cell = re.escape(words["cell"]).replace(r"\{row\}", r"\d+").replace(r"\{column\}", r"\d+") + f"(?:(?:{sides})\\b)?"
    return rf"\b{cell}(?::{cell})*"


@lru_cache(maxsize=64)
def _patterns(voice: Voice) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Every name that the voice could say, the longest kinds first, and those of cells alone."""
    words, cell = voice.words, _cell(voice)
    run = re.escape(words["run"].format(first="", last=""))
    cells = f"{cell}(?:{run}{cell})?"
    templates = [template for each in voice.groups for template in (*each.many.values(), *each.one.values())]
    named = {_several(template, voice) for template in templates} | {_one(template, cell) for template in templates}
    groups = [rf"\b{name}\b" for name in sorted(named, key=lambda name: (-len(name), name))]
    return re.compile("|".join([f"{cell}{run}{cell}", *groups, cell]), re.IGNORECASE), re.compile(cells)


def _one(template: str, cell: str) -> str:
    """The pattern of one group."""
    pattern = re.escape(template)
    for hole, inside in {**HOLES, "cell": cell, "other": cell}.items():
        pattern = pattern.replace(rf"\{{{hole}\}}", inside)
    return pattern
