"""Techniques: an idea a file, rule files and Python files for what the rule language cannot say.

Catalogue.standard()                 every technique of this folder, by its key
catalogue.with_rules("mine.rules")   the same with rules of one's own behind them
catalogue.without("x-wing")          the same, but nobody tries these
catalogue.rung("x-wing")             ("fish", 2), and `name` the other way
catalogue.rungs(ladder, puzzle)      the techniques of a ladder that speak of such a board
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path

from ..model import GridwrightError, Puzzle, UnknownName
from ..rules.cost import refuse_absurd
from ..rules.parsed import statements
from ..rules.rule import Rule
from ..rules.technique import Ladder, Rung, Sized, Technique
from ..rules.vocabulary import Vocabulary

__all__ = ["Catalogue"]


class Catalogue(Mapping[str, Technique]):
    """Techniques by key. It never changes: `with_…` and `without` give another one.

    >>> Catalogue.standard()["fish"].name(2)
    'x-wing'
    """

    def __init__(self, techniques: Iterable[Technique], own: Iterable[str] = (), left_out: Iterable[Rung] = ()) -> None:
        self._techniques: dict[str, Technique] = {}
        for technique in techniques:
            if technique.key in self._techniques:
                raise ValueError(f"two techniques are called {technique.key!r}")
            self._techniques[technique.key] = technique
        self._rungs = {name: (each.key, n) for each in self._techniques.values() for n, name in each.called}
        self._names: dict[Rung, str] = {}
        self.own = frozenset(own)
        """The keys of those that somebody brought along: what nobody could wait for is refused."""
        self.left_out = frozenset(left_out)
        """Rungs that nobody tries."""

    @staticmethod
    @cache
    def standard() -> Catalogue:
        """Every technique of this folder, in alphabetical order; sorts are checked."""
        found: list[Technique] = []
        for file in sorted(files(__name__).iterdir(), key=lambda file: file.name):
            if file.name.endswith(".rules"):
                found += map(Rule, statements(file.read_text(encoding="utf-8"), file.name))
            elif file.name.endswith(".py") and not file.name.startswith("_"):
                module = import_module(f"{__name__}.{file.name.removesuffix('.py')}")
                found += getattr(module, "TECHNIQUES", None) or (module.TECHNIQUE,)
        return Catalogue(sorted(found, key=lambda technique: technique.key))

    def with_techniques(self, *techniques: Technique) -> Catalogue:
        """The catalogue, and behind it techniques of one's own."""
        names = {*self, *self._rungs}
        for technique in techniques:
            if clash := names & {technique.key, *(name for _, name in technique.called)}:
                raise GridwrightError(f"the catalogue already has {', '.join(sorted(clash))}")
        own = {*self.own, *(technique.key for technique in techniques)}
        return Catalogue([*self.values(), *techniques], own, self.left_out)

    def with_rules(self, path: Path | str) -> Catalogue:
        """The catalogue, and behind it the rules of a file."""
        from ..rules.parse import read_rules
        from ..rules.sorts import check

        try:
            return self.with_techniques(*(Rule(check(statement)) for statement in read_rules(path)))
        except GridwrightError as error:
            if "already has" not in str(error):
                raise
            raise GridwrightError(f"{Path(path).name}: {error}") from None

    def without(self, *names: str) -> Catalogue:
        """The catalogue, but nobody tries these; a technique that has sizes goes with all of them.

        >>> from gridwright.genres import parse
        >>> fish = Catalogue.standard().without("x-wing").rungs([("fish", None)], parse("." * 81))
        >>> [size for _, size in fish]
        [3, 4]
        """
        return Catalogue(self.values(), self.own, {*self.left_out, *map(self.rung, names)})

    def rung(self, name: str) -> Rung:
        """The rung that a name means: a key (`fish`), a key and a size (`fish(2)`) or what a size is called (`x-wing`).

        >>> catalogue = Catalogue.standard()
        >>> catalogue.rung("x-wing"), catalogue.rung("fish(2)"), catalogue.rung("naked-single")
        (('fish', 2), ('fish', 2), ('naked-single', None))
        """
        key, _, size = name.removesuffix(")").partition("(")
        if key in self and (not size or size.isdecimal()):
            return key, int(size) if size else None
        if name not in self._rungs:
            raise UnknownName("technique", name, {*self, *self._rungs})
        return self._rungs[name]

    def name(self, rung: Rung) -> str:
        """What people call a rung: `x-wing`."""
        if rung not in self._names:
            self._names[rung] = self[rung[0]].name(rung[1])
        return self._names[rung]

    def rungs(self, ladder: Ladder, puzzle: Puzzle) -> list[Sized]:
        """The techniques of a ladder for which the board has all words, with their sizes.

        One of somebody's own that nobody could wait for on this board is refused with its estimate.
        """
        offered, structure = Vocabulary.of(puzzle), puzzle.structure
        rungs: list[Sized] = []
        for key, size in ladder:
            if key not in self:
                raise UnknownName("technique", key, self)
            technique = self[key]
            if technique.missing(offered):
                continue
            for each in technique.sizes if size is None else (size,):
                if {(key, each), (key, None)} & self.left_out:
                    continue
                if key in self.own:
                    refuse_absurd(technique.statement, each, structure)
                rungs.append((technique, each))
        return rungs

    def __repr__(self) -> str:
        return f"<catalogue of {len(self)} techniques>"

    def __getitem__(self, key: str) -> Technique:
        return self._techniques[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._techniques)

    def __len__(self) -> int:
        return len(self._techniques)
