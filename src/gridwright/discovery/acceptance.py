"""Where accepted techniques go: a folder of one's own that every command takes, or a checkout of Gridwright itself.

    place = OwnFolder(Path("accepted"))
    place.add("lame-kite", checked, ["sudoku"])    techniques.rules, scale.toml, voice.toml, positions/lame-kite.txt

Then `--scale accepted/scale.toml` is the scale that was mined with, and its techniques in it; `--voice
accepted/voice.toml` tells them.

What is there is added to and never written anew: whoever edits these files keeps what was edited. Adding the same
again does what is missing, so whatever was cut short is simply done again.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ..files.user_file import read_toml
from ..grading import Scale, scale
from ..grading.scale import OWN_WEIGHT, scale_text
from ..model import GridwrightError, UnknownName
from ..rules.rule import Rule
from ..techniques import Catalogue
from .draft_check import CheckedExample, DraftCheck, read_draft
from .positions_file import positions_text

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
HEAD = re.compile(rf"^technique\s+{NAME.pattern}")
"""How a rule begins; behind it come its sizes."""
RULES, SCALE, VOICE, POSITIONS = "techniques.rules", "scale.toml", "voice.toml", "positions"


class Destination(ABC):
    """A place for accepted techniques."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    @abstractmethod
    def techniques(self) -> dict[str, Rule]:
        """The rules that were accepted here, by key."""

    @abstractmethod
    def _positions(self, key: str) -> Path:
        """The positions file of a technique."""

    @abstractmethod
    def _write(self, key: str, rule: Rule, genres: Sequence[str]) -> None:
        """Whatever is missing of a rule, apart from its positions."""

    def refuse(self, name: str, checked: DraftCheck) -> None:
        """GridwrightError where rules cannot be accepted under a name."""
        if not NAME.fullmatch(name):
            raise GridwrightError(f"expected a name such as lame-kite, in small letters and hyphens, found {name!r}")
        known = self.techniques
        if name not in known and is_taken(name):
            raise GridwrightError(f"the catalogue already has a technique {name}")
        there = {body(rule): key for key, rule in known.items()}
        keys = [there.get(body(rule)) for rule in checked.rules]
        own = variants(name, known)
        if others := [key for key in own if key not in keys]:
            raise GridwrightError(f"{self.folder} has another {others[0]}: merge {name}, or take another name")
        if not own and None not in keys:
            raise GridwrightError(f"its rules are those of {keys[0]}: merge {keys[0]}, or discard it")

    def add(self, name: str, checked: DraftCheck, genres: Sequence[str]) -> list[str]:
        """Take rules in under a name; the keys that they have there.

        The first rule of a name has it, others have a number behind it. A rule that is there is not taken in twice, but
        its examples are.
        """
        known = self.techniques
        there = {body(rule): key for key, rule in known.items()}
        own = variants(name, known)
        keys: list[str] = []
        for rule in checked.rules:
            key = there.get(body(rule))
            if key is None:
                own.append(name if not own else f"{name}-{len(own) + 1}")
                key = own[-1]
            renamed = read_draft(renamed_text(rule, key))[0]
            self._write_positions(key, renamed, [each for each in checked.examples if each.rule is rule])
            if key in own:
                self._write(key, renamed, genres)
            keys.append(key)
        return keys

    def _write_positions(self, key: str, rule: Rule, examples: Sequence[CheckedExample]) -> None:
        path = self._positions(key)
        there = path.read_text("utf-8") if path.exists() else ""
        blocks = [block.strip() for text in (there, positions_text(rule, examples)) for block in text.split("\n\n")]
        ordered = sorted(dict.fromkeys(filter(None, blocks)), key=lambda block: block.startswith("silent"))
        write(path, "\n\n".join(ordered) + "\n")


class OwnFolder(Destination):
    """A folder of one's own. Its scale begins as a copy of the one that was mined with."""

    def __init__(self, folder: Path, base: str = "standard") -> None:
        super().__init__(folder)
        self.base = base

    @property
    def techniques(self) -> dict[str, Rule]:
        path = self.folder / RULES
        text = path.read_text("utf-8") if path.exists() else ""
        return {rule.key: rule for rule in read_draft(text)} if text else {}

    def _positions(self, key: str) -> Path:
        return self.folder / POSITIONS / f"{key}.txt"

    def _write(self, key: str, rule: Rule, genres: Sequence[str]) -> None:
        self._begin()
        rules, by, voice = (self.folder / name for name in (RULES, SCALE, VOICE))
        if key not in self.techniques:
            write(rules, f"{rules.read_text('utf-8').rstrip()}\n\n{rule.text}\n".lstrip())
        before = by.read_text("utf-8")
        if (text := with_technique(before, scale(by.resolve()), key, genres)) != before:
            write(by, with_setting(text, "version", str(read_toml(by)["version"] + 1)))
        words = voice.read_text("utf-8")
        words = with_entry(words, "names", key, toml_text(key.replace("-", " ")))
        write(voice, with_entry(words, "techniques", key, toml_text(f"{rule.because} ({{name}}): {{then}}")))

    def _begin(self) -> None:
        """The files that are not there yet; a scale that has rules of its own hands them on."""
        by = scale(self.base)
        if not (self.folder / RULES).exists():
            inherited = read_toml(Path(by.file)).get("rules") if by.file else None
            text = (Path(by.file).parent / inherited).read_text("utf-8") if inherited else ""
            write(self.folder / RULES, text)
        if not (self.folder / SCALE).exists():
            text = with_setting(scale_text(self.base), "name", '"accepted"')
            text = with_setting(with_setting(text, "version", "0"), "rules", f'"{RULES}"')
            write(self.folder / SCALE, text)
        if not (self.folder / VOICE).exists():
            about = "the teacher, with words for techniques that were accepted"
            write(self.folder / VOICE, f'about = "{about}"\nlike = "teacher"\n\n[names]\n\n[techniques]\n')


class Checkout(Destination):
    """A checkout of Gridwright: what CONTRIBUTING asks of a technique, for a person to look at and commit."""

    def __init__(self, folder: Path, base: str = "standard") -> None:
        super().__init__(folder)
        self._rules = folder / "src" / "gridwright" / "techniques"
        self._scale = folder / "src" / "gridwright" / "grading" / "scales" / f"{scale(base).name}.toml"
        for path in (self._rules, self._scale, folder / "tests" / "techniques" / "positions", folder / "CHANGELOG.md"):
            if not path.exists():
                raise GridwrightError(f"expected a checkout of Gridwright: {folder} has no {path.relative_to(folder)}")

    @property
    def techniques(self) -> dict[str, Rule]:
        files = sorted(self._rules.glob("*.rules"))
        return {rule.key: rule for path in files for rule in read_draft(path.read_text("utf-8"))}

    def _positions(self, key: str) -> Path:
        return self.folder / "tests" / "techniques" / "positions" / f"{key}.txt"

    def _write(self, key: str, rule: Rule, genres: Sequence[str]) -> None:
        known = Catalogue(self.techniques.values())
        if key not in known:
            write(self._rules / f"{key}.rules", rule.text + "\n")
            known = Catalogue([*known.values(), rule])
        finders = [each for each in Catalogue.standard().values() if each.key not in known]
        by = self._scale.read_text("utf-8")
        write(self._scale, with_technique(by, Scale.read(by, Catalogue([*known.values(), *finders])), key, genres))
        changes = self.folder / "CHANGELOG.md"
        line = f"- Technique `{key}`, discovered in {', '.join(genres)}.\n"
        head, mark, rest = changes.read_text("utf-8").partition("\n## ")
        title, _, entries = rest.partition("\n")
        if line not in entries:
            write(changes, f"{head}{mark}{title}\n{line}{entries}")


def is_taken(name: str) -> bool:
    """Has the catalogue a technique of that name?"""
    try:
        Catalogue.standard().rung(name)
    except UnknownName:
        return False
    return True


def body(rule: Rule) -> str:
    """What a rule says, apart from its name; spaces do not count."""
    return " ".join(HEAD.sub("", rule.text).split())


def variants(name: str, known: Iterable[str]) -> list[str]:
    """The keys of a name: `lame-kite`, `lame-kite-2` …"""
    return [key for key in known if key == name or re.fullmatch(re.escape(name) + r"-\d+", key)]


def renamed_text(rule: Rule, key: str) -> str:
    """A rule's text under another name."""
    return HEAD.sub(f"technique {key}", rule.text) + "\n"


# Lines in files that people edit, too


def write(path: Path, text: str) -> None:
    """The file as a whole, or as it was before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def toml_text(text: str) -> str:
    """A text as TOML has it."""
    import tomlkit  # only who accepts a technique edits files, and every start would pay for it

    return tomlkit.string(text).as_string()


def with_setting(text: str, key: str, value: str) -> str:
    """A scale's file with a setting of the whole scale, in its place or behind the others; `value` is TOML."""
    import tomlkit

    document = tomlkit.parse(text)
    if key in document:
        document[key] = tomlkit.value(value)
    else:
        last = [name for name, setting in document.items() if not isinstance(setting, dict | list)][-1]
        document._insert_after(last, key, tomlkit.value(value))  # there is no public way to say where
    return tomlkit.dumps(document)


def with_entry(text: str, table: str, key: str, value: str) -> str:
    """A file with an entry at the end of one of its tables, unless the table has that key; `value` is TOML."""
    import tomlkit

    document = tomlkit.parse(text)
    if key not in document[table]:
        document[table][key] = tomlkit.value(value)
    return tomlkit.dumps(document)


def with_technique(text: str, by: Scale, key: str, genres: Iterable[str]) -> str:
    """A scale's file with a line for a technique in the sections that judge these genres.

    It stands behind all that has a shape and before whatever supposes something, where it was mined, with the weight of
    the line before it; where it is listed already, nothing changes.
    """
    import tomlkit

    if by.kind != "trace":
        raise GridwrightError(f"the scale {by.name} runs every tier by itself: list {key} where you want it")
    document = tomlkit.parse(text)
    tables: Any = document["boards"]
    named = {genre for table in tables for genre in table.get("genres", ())}
    for table in tables:
        judged = set(table["genres"]) if table.get("genres") else set(genres) - named
        if judged & set(genres):
            _list_technique(table, by.catalogue, key)
    return tomlkit.dumps(document)


def _list_technique(table: Any, known: Catalogue, key: str) -> None:
    """Add the line of a technique to a section of a scale's document."""
    import tomlkit

    tiers = [tier["techniques"] for tier in table["tiers"]]
    listed = {name: weight for tier in tiers for name, weight in tier.items()}
    if key in listed:
        return
    techniques = {name: known[known.rung(name)[0]] for name in listed}
    last = [
        name
        for name, technique in techniques.items()
        if not technique.follows_others and not technique.proves_itself and technique.assumes is None
    ][-1]
    weight = listed[last] if isinstance(listed[last], int | float) else OWN_WEIGHT
    tier = next(tier for tier in tiers if last in tier)
    tier.value._insert_after(last, key, tomlkit.value(f"{weight:g}"))
