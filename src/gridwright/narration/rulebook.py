"""The rulebook in a voice's words: of a genre as a text, of a board rule by rule.

rulebook(voice("de"), genre)                  what a player reads before the first move
RuleWords(words).sentence(constraint)         "row 3 holds each of 1 to 9 exactly once"
"""

from __future__ import annotations

import re

from ..model import Constraint, Count, Genre, NotBoth, Permutation, Puzzle, Sort
from ..rules.evaluate import TermValue, Undefined
from ..rules.position import start
from .phrase import phrase
from .telling import UNKNOWN, Telling
from .voice import Voice
from .words import Words


def rulebook(voice: Voice, genre: Genre) -> str:
    """The rules of a genre, a paragraph each; in English where the voice has no words for them.

    >>> from gridwright.genres import genre
    >>> from gridwright.narration import voice
    >>> rulebook(voice("teacher"), genre("latin"))
    'Fill the board so that every row and every column holds each number from 1 to n exactly once.'
    """
    if genre.key in voice.rulebooks:
        return voice.rulebooks[genre.key]
    _, _, text = genre.rulebook.partition("Rulebook: ")
    paragraphs = re.split(r"\n(?=[A-Z][\w ]*: )", text.strip())
    kept = [" ".join(each.split()) for each in paragraphs if not each.startswith("Also called: ")]
    return "\n".join(each[:1].upper() + each[1:] for each in kept)


class RuleWords:
    """The rules of one board in the words of a voice."""

    def __init__(self, words: Words) -> None:
        self.words, self.voice = words, words.voice
        self.telling = Telling(words, UNKNOWN, None, start(_bare(words.puzzle)))
        self.numbers = {group: g for g, group in enumerate(words.structure.groups)}

    def sentence(self, constraint: Constraint) -> str:
        """A rule without a full stop, for its name may come first; in its own English where the voice has no words."""
        key = next((key for key in self.keys(constraint) if key in self.voice.words), None)
        if key is None:
            return constraint.sentence(self.words.domain)
        names: dict[str, TermValue] = {}
        if (g := self.numbers.get(constraint.group)) is not None:
            names["g"] = TermValue(Sort.GROUP, g)
        if isinstance(constraint, Permutation):
            names |= {"v": TermValue(Sort.VALUE, 0), "w": TermValue(Sort.VALUE, len(constraint.scope) - 1)}
        if isinstance(constraint, Count):
            names["n"] = TermValue(Sort.NUMBER, constraint.most if constraint.least <= 0 else constraint.least)
        if isinstance(constraint, Count | NotBoth):
            names["v"] = TermValue(Sort.VALUE, constraint.value)
        try:
            return self.telling.with_names(names).say(phrase(self.voice.words[key]), {})
        except Undefined:  # its group has no name
            return constraint.sentence(self.words.domain)

    def keys(self, constraint: Constraint) -> tuple[str, ...]:
        """The words for a rule, by its kind or its group's."""
        kind = constraint.kind
        if isinstance(constraint, Count):
            if constraint.least == constraint.most:
                kind = "exactly"
            elif constraint.least <= 0:
                kind = "at-most"
            elif constraint.most >= len(constraint.scope):
                kind = "at-least"
        return f"rule_{kind}", f"rule_{constraint.group.kind}"


def _bare(puzzle: Puzzle) -> Puzzle:
    """The board alone: rules do not depend on what is given."""
    return puzzle.with_givens({}) if puzzle.givens or puzzle.marks else puzzle
