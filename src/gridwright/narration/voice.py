"""A voice: the words of one narrator, read from a file in `voices/`. `voices/README.md` says what stands in it.

Nothing here is code for one language: plural forms, cases and articles are forms that a voice's phrases ask for by
name and that its tables spell out.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from ..model import Genre, UnknownName
from ..model.step import Step
from .phrase import Phrase, phrase

HOLES = {
    "n": r"(?P<n>\d+)", "cell": r"(?P<cell>r\d+c\d+)", "other": r"(?P<other>r\d+c\d+)", "total": r"(?P<total>\d+)",
    "clue": r"(?P<clue>\d+[-+×÷]?)",
}  # fmt: skip
"""What `{n}`, `{cell}`, a second cell `{other}`, `{total}` and `{clue}` stand for in the label of a group."""


@dataclass(frozen=True)
class GroupWords:
    """How groups with labels of one pattern are called: one of them, and several where they share a word."""

    match: str
    one: Mapping[str, str] = field(hash=False)
    many: Mapping[str, str] = field(hash=False)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The regular expression of the labels."""
        parts = re.split(r"\{(\w+)\}", self.match)
        return re.compile("".join(HOLES[part] if i % 2 else re.escape(part) for i, part in enumerate(parts)))


@dataclass(frozen=True)
class ValueWords:
    """Forms and phrases of the values with these symbols; of all values where `symbols` is empty."""

    symbols: str
    forms: Mapping[str, str] = field(hash=False)


@dataclass(frozen=True)
class Voice:
    """The words of one narrator."""

    key: str
    about: str
    language: str
    words: Mapping[str, str] = field(hash=False, repr=False)
    numbers: tuple[str, ...] = field(repr=False)
    shortens: bool = field(repr=False)
    """Are cells of one row written together, r1c134?"""
    groups: tuple[GroupWords, ...] = field(repr=False)
    kinds: Mapping[str, tuple[str, str]] = field(hash=False, repr=False)
    values: tuple[ValueWords, ...] = field(repr=False)
    names: Mapping[str, str] = field(hash=False, repr=False)
    techniques: Mapping[str, tuple[str, ...]] = field(hash=False, repr=False)
    several: Mapping[str, str] = field(default_factory=dict, hash=False, repr=False)
    """What is said of several steps of a technique in a row, where that makes a better story."""
    titles: Mapping[str, str] = field(default_factory=dict, hash=False, repr=False)
    """What genres are called, by key, where they are not called as they call themselves."""

    def title(self, genre: Genre) -> str:
        """What a kind of puzzle is called.

        >>> from gridwright.genres import genre
        >>> voice("teacher").title(genre("latin")), voice("de").title(genre("latin"))
        ('Latin Square', 'dieses lateinische Quadrat')
        """
        return self.titles.get(genre.key) or self.words["title"].format(genre.title)

    def name(self, technique: str, key: str = "") -> str:
        """What a technique is called, by its name or else by its key in the catalogue."""
        return self.names.get(technique) or self.names.get(key) or technique.replace("-", " ")

    def sentence(self, step: Step, turn: int) -> Phrase | None:
        """The voice's own phrase for a step; where it has several, they take turns. None: it has none."""
        variants = self.techniques.get(step.technique) or self.techniques.get(step.key)
        return phrase(variants[turn % len(variants)]) if variants else None

    def word(self, key: str) -> Phrase:
        """One of the phrases that every voice has."""
        return phrase(self.words[key])

    def value_form(self, symbol: str, form: str) -> str | None:
        """The words of a value in a form; None where the voice has no such form for it."""
        for words in self.values:
            if form in words.forms and (not words.symbols or symbol in words.symbols):
                return words.forms[form]
        return None

    def gaps(self, keys: Iterable[str]) -> list[str]:
        """Those of the techniques that the voice has no phrase for: they are told in their own English words.

        >>> voice("teacher").gaps(["fish", "somebody's-own"])
        ["somebody's-own"]
        """
        return [key for key in keys if key not in self.techniques]


@cache
def voices() -> dict[str, Voice]:
    """Every voice, by key.

    >>> sorted(voices())
    ['de', 'friendly', 'teacher', 'terse']
    """
    folder = files(__package__) / "voices"
    keys = sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    return {key: _voice(key, _read(key)) for key in keys}


def voice(name: str) -> Voice:
    """The voice of a key.

    >>> voice("teecher")
    Traceback (most recent call last):
    gridwright.model.errors.UnknownName: no voice 'teecher'; did you mean 'teacher'? (there are: ...
    """
    found = voices().get(name)
    if found is None:
        raise UnknownName("voice", name, voices())
    return found


def _read(key: str) -> dict[str, Any]:
    """The tables of a voice's file, over those of the voice that it says it is `like`."""
    data = tomllib.loads((files(__package__) / "voices" / f"{key}.toml").read_text("utf-8"))
    return _over(_read(data.pop("like")), data) if "like" in data else data


def _over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Tables entry by entry; of lists, the entries above are found first."""
    merged = dict(below)
    for key, value in above.items():
        if isinstance(value, dict) and key in merged:
            merged[key] = merged[key] | value
        elif isinstance(value, list) and key in ("groups", "values"):
            merged[key] = value + merged.get(key, [])
        else:
            merged[key] = value
    return merged


def _voice(key: str, data: dict[str, Any]) -> Voice:
    return Voice(
        key=key,
        about=data["about"],
        language=data["language"],
        words=data["words"],
        numbers=tuple(data.get("numbers", ())),
        shortens=data.get("shortens", False),
        groups=tuple(GroupWords(g["match"], _forms(g["one"]), _forms(g.get("many", {}))) for g in data["groups"]),
        kinds={kind: (one, many) for kind, (one, many) in data.get("kinds", {}).items()},
        values=tuple(
            ValueWords(v.get("symbols", ""), {form: text for form, text in v.items() if form != "symbols"})
            for v in data["values"]
        ),
        names=data["names"],
        techniques={
            technique: (texts,) if isinstance(texts, str) else tuple(texts)
            for technique, texts in data["techniques"].items()
        },
        several=data.get("several", {}),
        titles=data.get("titles", {}),
    )


def _forms(entry: str | dict[str, str]) -> dict[str, str]:
    """A text alone is the plain form."""
    return {"": entry} if isinstance(entry, str) else entry
