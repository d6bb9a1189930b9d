"""A recipe: everything that decides which puzzle is made, its seed included.

    Recipe("sudoku", seed="tuesday", tier="Tricky", needs=("x-wing",))
    str(recipe)              a line of text; `Recipe.parse` reads it back

The same recipe gives the same puzzle on every machine. So it carries the versions of what it depends on: the generator
itself and, unless any puzzle with one solution will do, the scale and its techniques. A recipe of another version is
read and printed as it is, for a puzzle outlives the generator that made it, but nothing is made of it (`outdated`).
"""

from __future__ import annotations

import hashlib
import shlex
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from ..genres import genre as genre_named
from ..grading import Scale
from ..grading import scale as scale_named
from ..model import Genre, GridwrightError, Maker, RandomStream, Request, UnknownName
from ..rules.tree import TreeNode

GENERATOR = 3
"""Raised with every change that makes another puzzle of some recipe."""

CHANGES = {
    3: "techniques of the scale solve a puzzle unless the recipe says any=yes, and no region or cage has one cell "
    "unless it asks for single-cells",
}
"""What each version changed, for whoever has a recipe of an earlier one."""

BUDGET = 100_000
"""Attempts, where a recipe does not say."""

SYMMETRIES = {
    "none": (),
    "turn-180": ("turn-180",),
    "turn-90": ("turn-90", "turn-180", "turn-270"),
    "mirror-left-right": ("mirror-left-right",),
    "mirror-up-down": ("mirror-up-down",),
    "mirrors": ("mirror-left-right", "mirror-up-down", "turn-180"),
    "diagonal": ("mirror-falling",),
    "anti-diagonal": ("mirror-rising",),
    "diagonals": ("mirror-falling", "mirror-rising", "turn-180"),
}
"""Name → the moves of the board that map its givens onto givens."""

QUALITIES = {
    "printed": "givens and other clues that the setter prints",
    "rating": "the scale's rating",
    "steps": "steps of the trace",
    "hard-steps": "steps of the puzzle's own tier",
    "open": "steps to choose from where there are fewest: a low number is a bottleneck",
    "share": "the largest share of one number among the givens, in per cent",
    "ones": "the share of ones in the solution, in per cent",
}
"""What may be bounded, `steps=40..60`."""

UNGRADED = ("printed", "share", "ones")
"""Those of them that need no scale."""

LISTS = ("needs", "uses", "without", "variants", "rules")
"""What a recipe may name several of."""

Bounds = tuple[float | None, float | None]
"""From, to; None where that side is open."""


@lru_cache(maxsize=64)
def _judge(
    scale: str, rules: tuple[str, ...], without: tuple[str, ...], asked: tuple[str, ...], changed: tuple[int, ...]
) -> Scale:
    by = scale_named(scale)
    catalogue = by.catalogue
    for file in rules:
        catalogue = catalogue.with_rules(file)
    early = any(catalogue.rung(name)[0] not in by.catalogue for name in asked)
    by = by.extended(catalogue, early=early) if rules else by
    return replace(by, catalogue=by.catalogue.without(*without)) if without else by


def judge(
    scale: str, rules: tuple[str, ...] = (), without: tuple[str, ...] = (), asked: tuple[str, ...] = ()
) -> Scale:  # fmt: skip
    """A scale with a tier for the rules of one's own files, and without some techniques.

    The tier is the last, or the second where one of these rules is asked for.
    """
    return _judge(scale, rules, without, asked, _changed(scale, rules))


def _changed(scale: str, rules: tuple[str, ...]) -> tuple[int, ...]:
    """When the files of one's own were last written: what was read of them holds no longer than that."""
    times = []
    for file in (*rules, *filter(None, [scale_named(scale).file])):
        try:
            times.append(Path(file).stat().st_mtime_ns)
        except OSError as error:
            raise GridwrightError(f"cannot read {file}: {error.strerror}") from None
    return tuple(times)


def catalogue_version(genre: str, scale: str, rules: tuple[str, ...] = ()) -> str:
    """A digest of what a scale's techniques for a genre say; their sentences and their places in files do not count."""
    return _digest(genre, scale, rules, _changed(scale, rules))


@lru_cache(maxsize=64)
def _digest(genre: str, scale: str, rules: tuple[str, ...], changed: tuple[int, ...]) -> str:
    by = judge(scale, rules)
    found = genre_named(genre)
    assert found.maker is not None
    blank = found.scaffold(Request(found.maker.size), RandomStream.of(""))
    said = [_plain(by.catalogue[key].statement) for key in sorted({key for key, _ in by.ladder(blank)})]
    return hashlib.blake2b("\n".join(said).encode(), digest_size=4).hexdigest()


def _plain(part: Any) -> str:
    """A syntax tree without its places."""
    if isinstance(part, tuple):
        return f"({' '.join(map(_plain, part))})"
    if not isinstance(part, TreeNode):
        return repr(part)
    left_out = ("span", "sort", "sentence", "source", "because", "holds")
    names = [each.name for each in fields(part) if each.name not in left_out]
    return f"{type(part).__name__}({' '.join(_plain(getattr(part, name)) for name in names)})"


@dataclass(frozen=True)
class Recipe:
    """What is to be made.

    >>> recipe = Recipe("sudoku", seed="tuesday", tier="Tricky", needs=("x-wing",))
    >>> str(recipe).split()[:5]
    ['sudoku', 'size=9', 'seed=tuesday', 'scale=standard@3', 'tier=Tricky']
    >>> Recipe.parse(str(recipe)) == recipe
    True
    """

    genre: str
    size: int = 0
    """Rows."""
    columns: int = 0
    """As many as rows where it is 0; others where the genre has rectangles."""
    seed: str = "0"
    scale: str = "standard"
    tier: str | None = None
    needs: tuple[str, ...] = ()
    """Techniques without which one gets stuck."""
    uses: tuple[str, ...] = ()
    """Techniques that occur in the trace."""
    without: tuple[str, ...] = ()
    """Techniques that nobody tries."""
    any: bool = False
    """Will any puzzle with one solution do? Else the techniques of the scale solve it."""
    rules: tuple[str, ...] = ()
    """Files with techniques of one's own, behind those of the scale."""
    variants: tuple[str, ...] = ()
    symmetry: str = "none"
    clues: int | None = None
    """No fewer clues than this are left; as few as possible where it is None."""
    quality: tuple[tuple[str, Bounds], ...] = ()
    budget: int = BUDGET
    generator: int = GENERATOR
    catalogue: str | None = field(default=None)

    outdated: str | None = field(default=None, init=False, compare=False, repr=False)
    """Why nothing can be made of it here: it is of another version."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "outdated", self._other_version())
        if self.outdated is not None:
            return
        found = genre_named(self.genre)
        maker = found.maker
        if maker is None:
            raise GridwrightError(f"puzzles of {found.key} are not made here")
        put(self, "genre", found.key)
        put(self, "size", self.size or maker.size)
        put(self, "columns", 0 if self.columns == self.size else self.columns)
        for rows_or_columns in (self.size, self.columns or self.size):
            if rows_or_columns not in maker.sizes:
                sizes = ", ".join(map(str, maker.sizes))
                raise GridwrightError(f"{found.key} is made with {sizes} rows, not {rows_or_columns}")
        if self.columns and not maker.rectangles:
            raise GridwrightError(
                f"{found.key} is made with as many rows as columns, not {self.size} rows and {self.columns} columns"
            )
        for each in self.variants:
            if each not in maker.variants:
                raise UnknownName(f"variant of {found.key}", each, maker.variants)
        put(self, "variants", tuple(sorted(set(self.variants))))
        if self.symmetry not in SYMMETRIES:
            raise UnknownName("symmetry", self.symmetry, SYMMETRIES)
        if self.symmetry != "none" and not maker.symmetric:
            raise GridwrightError(f"clues of {found.key} are not taken away by symmetry")
        if self.clues is not None and not maker.reduces:
            raise GridwrightError(f"{found.key} has no clues to take away, so no number of them can be asked for")
        put(self, "scale", scale_named(self.scale).key)
        put(self, "rules", tuple(dict.fromkeys(self.rules)))
        for name in ("needs", "uses", "without"):
            put(self, name, self._names(getattr(self, name)))
        if self.any and (asked := [name for name in ("tier", *LISTS[:3]) if getattr(self, name)]):
            raise GridwrightError(f"any puzzle with one solution will do, or techniques decide ({', '.join(asked)})")
        for name, _ in self.quality:
            if name not in QUALITIES:
                raise UnknownName("quality", name, QUALITIES)
        put(self, "quality", tuple(sorted(self.quality)))
        if self.budget < 1:
            raise GridwrightError(f"expected a budget of one attempt or more, found {self.budget}")
        put(self, "catalogue", catalogue_version(self.genre, self.scale, self.rules) if self.graded else None)

    def _names(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Techniques as people call them, each once."""
        if not names:
            return ()
        known = judge(self.scale, self.rules).catalogue
        return tuple(dict.fromkeys(known.name(rung) for rung in map(known.rung, names)))

    def _other_version(self) -> str | None:
        if self.generator != GENERATOR:
            since = "; ".join(f"since {at}, {what}" for at, what in CHANGES.items() if at > self.generator)
            return (
                f"the recipe is for generator {self.generator}, and this is {GENERATOR}{': ' if since else ''}{since}"
            )
        if self.catalogue is None:
            return None
        try:
            now = catalogue_version(genre_named(self.genre).key, scale_named(self.scale).key, self.rules)
        except (UnknownName, GridwrightError) as error:
            return str(error)
        if self.catalogue == now:
            return None
        return f"the recipe is for the catalogue {self.catalogue}, and this is {now}: its techniques have changed"

    @property
    def graded(self) -> bool:
        """Does it ask for anything that a scale decides?"""
        return not self.any or any(name not in UNGRADED for name, _ in self.quality)

    @property
    def judge(self) -> Scale:
        """The scale that decides, with the recipe's own rules and without what it does without."""
        return judge(self.scale, self.rules, self.without, (*self.uses, *self.needs))

    @property
    def kind(self) -> Genre:
        """The genre itself."""
        return genre_named(self.genre)

    @property
    def maker(self) -> Maker:
        """How the genre's puzzles are made."""
        maker = self.kind.maker
        assert maker is not None
        return maker

    @property
    def request(self) -> Request:
        """What is asked of the genre."""
        most_ones = next((high for name, (_, high) in self.quality if name == "ones"), None)
        return Request(
            self.size, frozenset(self.variants), self.columns, most_ones=most_ones, symmetry=SYMMETRIES[self.symmetry]
        )

    def stream(self) -> RandomStream:
        """The stream of which each attempt has a child."""
        return RandomStream.of(self.seed).child("attempt")

    def numbered(self, number: int) -> Recipe:
        """The recipe of the puzzle with this number, from 1 on, of several that are asked for with one seed."""
        if number == 1:
            return self
        other = object.__new__(Recipe)  # all but the seed was checked
        other.__dict__.update(self.__dict__, seed=f"{self.seed}/{number}", _around_seed=self._around_seed)
        return other

    def __repr__(self) -> str:
        return f"Recipe.parse({str(self)!r})"

    def __str__(self) -> str:
        before, behind = self._around_seed
        return f"{before} {shlex.quote(f'seed={self.seed}')} {behind}"

    @cached_property
    def _around_seed(self) -> tuple[str, str]:
        """What is said before the seed and behind it: the same of all numbers."""
        graded = self.graded or self.scale != scale_named().key
        size = f"{self.size}x{self.columns}" if self.columns else self.size
        parts: dict[str, Any] = {"scale": self.scale if graded else None, "any": "yes" if self.any else None}
        parts |= {name: getattr(self, name) for name in ("tier", "clues", "catalogue")}
        parts |= {name: ",".join(getattr(self, name)) or None for name in LISTS}
        parts["symmetry"] = self.symmetry if self.symmetry != "none" else None
        parts |= {"budget": self.budget, "generator": self.generator}
        parts |= {name: _spelled(bounds) for name, bounds in self.quality}
        said = (shlex.quote(f"{name}={value}") for name, value in parts.items() if value is not None)
        return f"{self.genre} size={size}", " ".join(said)

    @classmethod
    def parse(cls, text: str) -> Recipe:
        """The recipe of a line of text."""
        try:
            genre, *parts = shlex.split(text)
        except ValueError as problem:
            raise GridwrightError(f"expected a recipe that begins with a genre: {problem}") from None
        data: dict[str, Any] = {}
        known = {each.name for each in fields(cls) if each.init} - {"genre", "columns", "quality"}
        for part in parts:
            name, equals, value = part.partition("=")
            if not equals:
                raise GridwrightError(f"expected name=value in a recipe, found {part!r}")
            if name in QUALITIES:
                data["quality"] = (*data.get("quality", ()), (name, read_bounds(value)))
            elif name not in known:
                raise UnknownName("part of a recipe", name, known)
            elif name in LISTS:
                data[name] = tuple(value.split(","))
            elif name == "size":
                data["size"], data["columns"] = read_size(value)
            elif name in ("clues", "budget", "generator"):
                data[name] = _whole(name, value)
            elif name == "any":
                data[name] = _yes(value)
            else:
                data[name] = value
        return cls(genre, **data)


def read_size(text: str) -> tuple[int, int]:
    """Rows and columns; 0 columns where it is one number.

    >>> read_size("9"), read_size("5x7")
    ((9, 0), (5, 7))
    """
    rows, cross, columns = text.partition("x")
    return _whole("size", rows), _whole("size", columns) if cross else 0


def _yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise GridwrightError(f"expected any=yes or any=no, found {text!r}")
    return text == "yes"


def _whole(name: str, text: str) -> int:
    if not text.isdecimal():
        raise GridwrightError(f"expected a whole number for {name}, found {text!r}")
    return int(text)


def read_bounds(text: str) -> Bounds:
    """`20..30`, `20..`, `..30` or `25`.

    >>> read_bounds("20.."), read_bounds("7")
    ((20.0, None), (7.0, 7.0))
    """
    low, dots, high = text.partition("..")
    try:
        if not dots:
            return float(low), float(low)
        return (float(low) if low else None), (float(high) if high else None)
    except ValueError:
        raise GridwrightError(f"expected bounds such as 20..30, found {text!r}") from None


def _spelled(bounds: Bounds) -> str:
    low, high = (("" if each is None else f"{each:g}") for each in bounds)
    return f"{low}..{high}"
