"""A voice: the words of one narrator, read from a file in `voices/`. `voices/README.md` says what stands in it.

Nothing here is code for one language: plural forms, cases and articles are forms that a voice's phrases ask for by
name and that its tables spell out. Nouns of a genre's values and groups come from its declarations: a voice builds the
sentences about a value from the `frames` table of its kind of value. Phrases that fit one kit or one genre alone stand
in the voice's tables `kits` and `genres`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..files.disk_cache import toml
from ..files.user_file import read_toml, user_file
from ..model import Genre, GridwrightError, Group, UnknownName
from ..model.group import wanted
from ..model.step import Step
from .phrase import Phrase, phrase

PARTS = (
    "about", "language", "numbers", "shortens", "words", "titles", "kinds", "groups", "values", "names", "techniques",
    "several", "likewise", "genres", "headings", "rulebooks", "tiers", "seen", "holds", "frames", "articles", "kits",
)  # fmt: skip

OPTIONAL = frozenset(
    {"kept", "leaves", "likewise", "repeated", "chain_of_signs", "opening_kinds", "one_part", "hint_what"}
)
"""Words that a voice need not have: then it says every step for itself, and what goes rather than what stays."""
STATEMENTS = frozenset(f"{role}_{about}" for role in ("line", "broken") for about in ("cell", "group", "full", "own"))
"""Words for statements of the rulebook that it must have; a kind without words of its own is told by the last."""

Tables = Mapping[str, Any]
"""What a voice file holds, or a genre's own words: tables by name."""


@dataclass(frozen=True)
class GroupWords:
    """How groups of a kind (or any) are called that have what the words ask for: one, several that share a word, and
    so many that only their number is said."""

    kind: str
    way: str
    one: Mapping[str, str] = field(hash=False)
    many: Mapping[str, str] = field(hash=False)
    count: Mapping[str, str] = field(default_factory=dict, hash=False)

    @cached_property
    def holes(self) -> frozenset[str]:
        """What the words ask for."""
        return wanted(self.one[""])

    def fit(self, group: Group) -> bool:
        """Are these words for the group?"""
        return self.kind in ("", group.kind) and self.way in ("", group.way) and self.holes <= group.holes().keys()


@dataclass(frozen=True)
class ValueWords:
    """Forms and phrases of the values with these names or symbols; of all values where none are listed."""

    values: frozenset[str]
    forms: Mapping[str, str] = field(hash=False)


@dataclass(frozen=True, eq=False)
class Voice:
    """The words of one narrator."""

    key: str
    about: str = ""
    language: str = ""
    words: Mapping[str, str] = field(default_factory=dict, repr=False)
    numbers: tuple[str, ...] = field(default=(), repr=False)
    shortens: bool = field(default=False, repr=False)
    """Are cells of one row written together, r1c134?"""
    groups: tuple[GroupWords, ...] = field(default=(), repr=False)
    kinds: Mapping[str, tuple[str, str]] = field(default_factory=dict, repr=False)
    values: tuple[ValueWords, ...] = field(default=(), repr=False)
    names: Mapping[str, str] = field(default_factory=dict, repr=False)
    techniques: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    several: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What is said of several steps of a technique in a row, where that makes a better story."""
    likewise: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What is said of a step that follows another of its technique: no more than differs."""
    titles: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What genres are called, by key, where they are not called as they call themselves."""
    headings: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What they are called where the name stands alone."""
    rulebooks: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Their rules, by key, where the genre's own English ones will not do."""
    tiers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What tiers are called, where they are not called as their scale calls them."""
    seen: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What is seen of a technique, in general, by its name or key."""
    holds: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Why a technique is true, where its own English sentence will not do."""
    genres: Mapping[str, tuple[Tables, ...]] = field(default_factory=dict, repr=False)
    """Tables for one genre alone, by key, in the order in which they are laid over the voice."""
    kits: Mapping[str, tuple[Tables, ...]] = field(default_factory=dict, repr=False)
    """Tables for the genres of one kit, by key, likewise."""
    frames: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict, repr=False)
    """Forms of values that are declared with a noun, by frame, then for the value `present` and `absent`. `<noun>` and
    the like stand for parts of the declaration, `<der>` and the like for an article."""
    articles: Mapping[str, Mapping[str, str]] = field(default_factory=dict, repr=False)
    """The articles of each gender."""
    line: tuple[str, ...] = field(default=(), repr=False)
    """The keys of the voices that this one is like, the first of all in front, and its own."""

    def with_tables(self, tables: Tables) -> Voice:
        """The same with other tables laid over: of dictionaries entry by entry; of lists, the new are found first.

        Whoever tells a technique in other words has other words for several such steps, too, or none.
        """

        def table(key: str) -> dict[str, Any]:
            return {**getattr(self, key), **tables.get(key, {})}

        def of_several(key: str) -> dict[str, str]:
            kept = {name: text for name, text in getattr(self, key).items() if name not in tables.get("techniques", {})}
            return {**kept, **tables.get(key, {})}

        return replace(
            self,
            about=tables.get("about", self.about),
            language=tables.get("language", self.language),
            words=table("words"),
            numbers=tuple(tables.get("numbers", self.numbers)),
            shortens=tables.get("shortens", self.shortens),
            groups=(*map(_group_words, tables.get("groups", ())), *self.groups),
            kinds={kind: (one, many) for kind, (one, many) in table("kinds").items()},
            values=(*map(_value_words, tables.get("values", ())), *self.values),
            names=table("names"),
            techniques={
                technique: (texts,) if isinstance(texts, str) else tuple(texts)
                for technique, texts in table("techniques").items()
            },
            several=of_several("several"),
            likewise=of_several("likewise"),
            titles=table("titles"),
            headings=table("headings"),
            rulebooks=table("rulebooks"),
            tiers=table("tiers"),
            seen=table("seen"),
            holds=table("holds"),
            genres=_stacked(self.genres, tables.get("genres", {})),
            kits=_stacked(self.kits, tables.get("kits", {})),
            frames=_overlaid(self.frames, tables.get("frames", {})),
            articles=table("articles"),
        )

    def in_genre(self, genre: Genre) -> Voice:
        """Return the voice with the nouns that a genre declares, and the voice's tables for its kit and for itself.

        >>> from gridwright.genres import genre
        >>> voice("teacher").in_genre(genre("latin")) is voice("teacher")
        True
        """
        return _in_genre(self, genre)

    def title(self, genre: Genre) -> str:
        """What a kind of puzzle is called.

        >>> from gridwright.genres import genre
        >>> voice("teacher").title(genre("latin")), voice("de").title(genre("latin"))
        ('Latin square', 'dieses lateinische Quadrat')
        """
        return self.titles.get(genre.key) or self.words["title"].format(genre.title)

    def heading(self, genre: Genre) -> str:
        """What a kind of puzzle is called where its name stands alone.

        >>> from gridwright.genres import genre
        >>> voice("de").heading(genre("latin"))
        'Lateinisches Quadrat'
        """
        return self.headings.get(genre.key, genre.title)

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

    def value_form(self, value: str, form: str) -> str | None:
        """The words of a value, given by its name or symbol, in a form; None where there is no such form for it."""
        for words in self.values:
            if form in words.forms and (not words.values or value in words.values):
                return words.forms[form]
        return None

    def group_words(self, group: Group) -> GroupWords | None:
        """The entry for a group: the first of its kind whose words ask only for what the group has."""
        return next((words for words in self.groups if words.fit(group)), None)

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
    return {key: voice(key) for key in _keys()}


@cache
def _keys() -> tuple[str, ...]:
    names = (file.name for file in (files(__package__) / "voices").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def voice(name: str | Path | Voice) -> Voice:
    """The voice of a key, or of a file of one's own.

    >>> voice("teecher")
    Traceback (most recent call last):
    gridwright.model.errors.UnknownName: no voice 'teecher'; did you mean 'teacher'? (there are: ...
    """
    if isinstance(name, Voice):
        return name
    path = user_file(name)
    if path is not None:
        return _own(path)
    if str(name) not in _keys():
        raise UnknownName("voice", str(name), _keys())
    return _read(str(name))


@cache
def _read(key: str) -> Voice:
    """The voice of a file, over the voice that it says it is `like`."""
    tables = toml((files(__package__) / "voices" / f"{key}.toml").read_text("utf-8"))
    return _made(key, tables, _read(tables["like"]) if "like" in tables else Voice(""))


def _made(key: str, tables: Tables, below: Voice) -> Voice:
    return replace(below.with_tables(tables), key=key, line=(*below.line, key))


def _own(path: Path, above: tuple[Path, ...] = ()) -> Voice:
    """The voice of a file that the package does not have; `like` is a voice's key or a file beside it."""
    if path.resolve() in above:
        raise GridwrightError(f"{path}: the voice is like itself")
    tables = read_toml(path)
    for key in tables:
        if key not in ("like", *PARTS):
            raise UnknownName(f"part of a voice ({path})", key, ("like", *PARTS))
    like = tables.get("like")
    file = user_file(like) if isinstance(like, str) else None
    if file is not None:
        below = _own(path.parent / file, (*above, path.resolve()))
    else:
        below = Voice("") if like is None else voice(like)
    try:
        found = _made(path.stem, tables, below)
        for texts in (*found.techniques.values(), found.several.values(), found.likewise.values()):
            for text in texts:
                phrase(text)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise GridwrightError(f"{path}: this is no voice: {error!r}") from None
    except GridwrightError as error:
        raise GridwrightError(f"{path}: {error}") from None
    lacking = [word for word in sorted(voice("teacher").words.keys() - found.words.keys()) if not _optional(word)]
    if lacking:
        raise GridwrightError(f'{path}: the voice has no words for {", ".join(lacking)}; say like = "teacher"')
    return found


def _optional(word: str) -> bool:
    return word in OPTIONAL or (word.startswith(("line_", "broken_", "rule_")) and word not in STATEMENTS)


@lru_cache(maxsize=64)
def _in_genre(voice: Voice, genre: Genre) -> Voice:
    brought = [genre.words.get(key) for key in (voice.language, *voice.line)]
    layers = [
        *voice.kits.get(genre.space.kit, ()), _nouns(voice, genre), *brought, *voice.genres.get(genre.key, ()),
    ]  # fmt: skip
    for tables in filter(None, layers):
        voice = voice.with_tables(tables)
    return voice


def _nouns(voice: Voice, genre: Genre) -> Tables:
    """Return tables with the nouns that a genre declares for its values and groups, in the voice's language."""
    values: list[Mapping[str, Any]] = []
    for value in genre.space.values:
        parts = dict(value.nouns.get(voice.language, {}))
        parts |= voice.articles.get(parts.get("gender", ""), {})
        for state, name in zip(("absent", "present"), value.names, strict=True):
            forms = voice.frames.get(value.frame, {}).get(state, {})
            values.insert(0, {"names": [name], **{form: _filled(text, parts) for form, text in forms.items()}})
    groups = [entries[voice.language] for name in genre.called if voice.language in (entries := name.entries())]
    return {"values": values, "groups": groups} if values or groups else {}


def _filled(text: str, parts: Mapping[str, str]) -> str:
    """Return a frame's text with the parts of a declaration for `<noun>` and the like."""
    for name, part in parts.items():
        text = text.replace(f"<{name}>", part)
    return text


def _stacked(below: Mapping[str, tuple[Tables, ...]], above: Mapping[str, Tables]) -> dict[str, tuple[Tables, ...]]:
    return {**below, **{key: (*below.get(key, ()), tables) for key, tables in above.items()}}


def _overlaid(
    below: Mapping[str, Mapping[str, Mapping[str, str]]], above: Mapping[str, Mapping[str, Mapping[str, str]]]
) -> dict[str, dict[str, dict[str, str]]]:
    """Lay frames over each other, form by form."""
    overlaid = {frame: {state: dict(forms) for state, forms in states.items()} for frame, states in below.items()}
    for frame, states in above.items():
        for state, forms in states.items():
            overlaid.setdefault(frame, {}).setdefault(state, {}).update(forms)
    return overlaid


def _group_words(entry: Mapping[str, Any]) -> GroupWords:
    several = (_forms(entry.get(key, {})) for key in ("many", "count"))
    return GroupWords(entry.get("kind", ""), entry.get("way", ""), _forms(entry["one"]), *several)


def _value_words(entry: Mapping[str, Any]) -> ValueWords:
    forms = {form: text for form, text in entry.items() if form not in ("symbols", "names")}
    return ValueWords(frozenset(entry.get("symbols", "")) | frozenset(entry.get("names", ())), forms)


def _forms(entry: str | dict[str, str]) -> dict[str, str]:
    """A text alone is the plain form."""
    return {"": entry} if isinstance(entry, str) else entry
