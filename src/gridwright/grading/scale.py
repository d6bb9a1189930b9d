"""Scales: named, versioned data that say which techniques come in which order, in which tier, with which weight.

A scale is a TOML file (see `scales/standard.toml`) of one of two kinds:

    trace     one simplest-first trace with all techniques; its hardest step names the tier
    ladder    a list of techniques a tier, each run from scratch; the lowest tier that finishes is the grade

The rating is the sum of the steps' weights, or the largest of them where the scale says `rating = "maximum"`. A weight
is a number, or grows with what a step has (`weight.py`). `scale("./mine.toml")` reads one of your own, and the rule
file beside it that it names (`rules = "mine.rules"`). A scale that is `like` another has all that the other has, and
what it lists itself: behind the techniques of the tiers of that name, and tiers of other names behind all tiers.

Where a tier's list is that of the tier below with more behind it, its run repeats the run below, step by step, to where
that got stuck: what comes behind is looked at only when nothing before it applies. So one run of the longest list tells
what each of them would have come to (`Scale.climbs`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..files.disk_cache import toml
from ..files.user_file import read_toml, user_file
from ..model import GridwrightError, Puzzle, UnknownName
from ..rules.technique import Ladder, Rung
from ..techniques import Catalogue
from .weight import Weight, read_weight

KINDS = ("trace", "ladder")
RATINGS = ("sum", "maximum")

OWN_WEIGHT = 10.0
"""Of a technique that somebody brings along."""


@dataclass(frozen=True)
class Tier:
    """A name that people understand, and what may be needed there: rungs in their order, with their weights."""

    name: str
    weights: tuple[tuple[Rung, Weight], ...]

    @property
    def ladder(self) -> Ladder:
        """The rungs alone."""
        return [rung for rung, _ in self.weights]


def lowest(climb: Sequence[Tier], used: Iterable[Rung], solved: bool) -> Tier:
    """What a run with the last of these lists tells: the lowest tier that has all that was used; the last if stuck."""
    if not solved:
        return climb[-1]
    needed = set(used)
    return next(tier for tier in climb if needed <= set(tier.ladder))


@dataclass(frozen=True)
class Boards:
    """The tiers for some genres; for all that are not named elsewhere where there are none.

    `inside` is what a contradiction may use; if left out, what the tiers list before it. `beyond` is the tier of what
    none of the techniques finishes, where these boards have another name for it than the scale. `without` are kinds of
    clues that the tiers do not know: boards with such a clue are not judged here, but by the next section for their
    genre if there is one. `loose` are kinds of groups that are seen as mere sums (`Puzzle.loosened`). `kits` are the
    kits whose genres are judged here if no section names them.
    """

    genres: tuple[str, ...]
    tiers: tuple[Tier, ...]
    inside: tuple[Rung, ...] | None = None
    beyond: str | None = None
    without: tuple[str, ...] = ()
    loose: tuple[str, ...] = ()
    kits: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scale:
    """A scheme of tiers and weights for the techniques of a catalogue.

    `beyond` is the tier of what none finishes, unless boards say.
    """

    name: str
    version: int
    kind: str
    beyond: str
    boards: tuple[Boards, ...]
    catalogue: Catalogue = field(default_factory=Catalogue.standard, compare=False, repr=False)
    rating: str = "sum"
    """How the weights of the steps become one number."""
    file: str = ""
    """The path of one that the package does not have."""

    def __repr__(self) -> str:
        return f"<scale {self.key}>"

    @property
    def key(self) -> str:
        """`standard@3`, or `./mine.toml@3`: what `scale` finds it by."""
        return f"{self.file or self.name}@{self.version}"

    @classmethod
    def read(cls, text: str, catalogue: Catalogue | None = None) -> Scale:
        """A scale from its text, for the techniques of a catalogue; the standard one if left out."""
        try:
            data = toml(text)
        except ValueError as error:
            raise GridwrightError(f"this is no scale: {error}") from None
        return _scale(data, catalogue or Catalogue.standard())

    def tiers(self, puzzle: Puzzle) -> tuple[Tier, ...]:
        """The tiers that this puzzle is judged by, easiest first."""
        return self._boards(puzzle).tiers

    def inside(self, puzzle: Puzzle) -> Ladder | None:
        """What a contradiction may use, where the scale says so."""
        return self._boards(puzzle).inside

    def judges(self, puzzle: Puzzle) -> bool:
        """Has the scale anything to say of such a puzzle?"""
        try:
            self._boards(puzzle)
        except GridwrightError:
            return False
        return True

    def view(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle as the techniques of its tiers see it."""
        loose = self._boards(puzzle).loose
        return puzzle.loosened(loose) if loose else puzzle

    def top(self, puzzle: Puzzle) -> str:
        """The tier of such a puzzle that none of the techniques finishes."""
        return self._boards(puzzle).beyond or self.beyond

    def _boards(self, puzzle: Puzzle) -> Boards:
        key = puzzle.genre.key
        if key not in self._of_genre:
            named = [section for section in self.boards if key in section.genres]
            of_kit = [section for section in self.boards if puzzle.genre.space.kit in section.kits]
            others = [section for section in self.boards if not section.genres and not section.kits]
            self._of_genre[key] = named or of_kit or others
        unknown: list[str] = []
        for each in self._of_genre[key]:
            unknown = [kind for kind in each.without if puzzle.clue(kind)]
            if not unknown:
                return each
        besides = f" with {unknown[0]}" if unknown else ""
        raise GridwrightError(f"the scale {self.key} says nothing of {puzzle.genre.key}{besides}")

    @cached_property
    def _of_genre(self) -> dict[str, list[Boards]]:
        """The boards that a genre may have, of those that were asked for: lists ask for each puzzle."""
        return {}

    def climbs(self, puzzle: Puzzle) -> tuple[tuple[Tier, ...], ...]:
        """The tiers of a ladder, those together of which each goes on where the list of the one before ends.

        >>> from gridwright.genres import parse
        >>> keen = parse("4:a_6baa_aaba,s1s2s1d4s1_s1", genre="keen")
        >>> [[tier.name for tier in tiers] for tiers in scale("sgt").climbs(keen)]
        [['Easy'], ['Normal', 'Hard', 'Extreme']]
        """
        found: list[tuple[Tier, ...]] = []
        for tier in self.tiers(puzzle):
            below = found[-1] if found else ()
            goes_on = below and tier.ladder[: len(below[-1].weights)] == below[-1].ladder
            found[-1:] = [(*below, tier)] if goes_on else [*found[-1:], (tier,)]
        return tuple(found)

    def ladder(self, puzzle: Puzzle) -> Ladder:
        """Every rung, simplest first; what several tiers list stands where it is first listed."""
        return list(dict.fromkeys(each for tier in self.tiers(puzzle) for each in tier.ladder))

    def ladder_to(self, puzzle: Puzzle, tier: str | int) -> Ladder:
        """The rungs of the tiers up to this one; of a number k, all but contradictions of more than k lines.

        >>> from gridwright.genres import parse
        >>> [key for key, _ in scale("standard").ladder_to(parse("1...3..4..2....1", genre="sudoku"), "Gentle")][:2]
        ['last-cell', 'hidden-single']
        """
        if isinstance(tier, int) or tier.isdecimal():
            most = int(tier)
            return [each for each in self.ladder(puzzle)
                    if not self.catalogue[each[0]].follows_others or (each[1] or 1) <= most]  # fmt: skip
        tiers = self.tiers(puzzle)
        names = [each.name for each in tiers]
        if tier.casefold() not in map(str.casefold, names):
            raise UnknownName("tier", tier, names)
        last = [name.casefold() for name in names].index(tier.casefold())
        return list(dict.fromkeys(rung for each in tiers[: last + 1] for rung in each.ladder))

    def sound_for(self, puzzle: Puzzle, *, unique: bool) -> Scale:
        """The scale, without techniques that assume a unique solution unless it is known to be `unique`.

        Printed pencil marks rule them out as well. Two solutions that differ by a swap of values both fit the givens,
        for swapped cells have none; the marks may hold for one of the two alone.
        """
        return self if unique and puzzle.marks is None else self.without_uniqueness()

    def without_uniqueness(self) -> Scale:
        """The scale without the techniques that assume a unique solution."""

        def sound(rung: Rung) -> bool:
            return self.catalogue[rung[0]].assumes != "unique"

        def less(boards: Boards) -> Boards:
            tiers = (Tier(tier.name, tuple(each for each in tier.weights if sound(each[0]))) for tier in boards.tiers)
            return replace(boards, tiers=tuple(tiers), inside=boards.inside and tuple(filter(sound, boards.inside)))

        return replace(self, boards=tuple(map(less, self.boards)))

    def extended(self, catalogue: Catalogue, *, early: bool = False) -> Scale:
        """The scale for a larger catalogue, with one more tier, Own, for the techniques that its own one lacks.

        It is the last; `early` puts it behind the first, where the scale judges one trace: whoever asks for such a
        technique wants to see it, and harder ones with a name may well take all that it takes.
        """
        ladder = [(key, size) for key in catalogue if key not in self.catalogue for size in catalogue[key].sizes]
        own = Tier("Own", tuple((rung, Weight(OWN_WEIGHT)) for rung in ladder))
        after = 1 if early and self.kind == "trace" else None
        boards = (replace(each, tiers=(*each.tiers[:after], own, *(each.tiers[after:] if after else ())))
                  for each in self.boards)  # fmt: skip
        return replace(self, boards=tuple(boards), catalogue=catalogue)


def scale(name: str | Path = "standard") -> Scale:
    """The scale of that name, or of that file; `standard@3` and `./mine.toml@1` ask for a version.

    >>> scale("standard").key, scale("standard@3").boards[0].tiers[0].name
    ('standard@3', 'Gentle')
    """
    text = str(name)
    before, _, version = text.rpartition("@")
    wanted, version = (before, version) if version.isdecimal() else (text, "")
    path = user_file(wanted)
    if path is None:
        return _shipped(*text.partition("@")[::2])
    try:
        found = _read(path, tuple(each.stat().st_mtime_ns for each in (path, *path.parent.glob("*.rules"))))
    except OSError as error:
        raise GridwrightError(f"cannot read the scale {path}: {error.strerror}") from None
    if version and version != str(found.version):
        raise UnknownName("scale", text, [found.key])
    return replace(found, file=wanted)


@lru_cache(maxsize=16)
def _read(path: Path, changed: tuple[int, ...]) -> Scale:
    """A scale of one's own, read again when the file has changed, or a rule file beside it."""
    tables = read_toml(path)
    rules, catalogue = tables.pop("rules", None), Catalogue.standard()
    try:
        if rules is not None:
            _expect({"rules": rules}, {"rules": str}, "a scale")
            catalogue = catalogue.with_rules(path.parent / rules)
        return _scale(tables, catalogue)
    except GridwrightError as error:
        raise GridwrightError(f"the scale {path}: {error}") from None


@cache
def _shipped(wanted: str, version: str) -> Scale:
    name = f"{wanted}@{version}" if version else wanted
    known = {each.name.removesuffix(".toml"): each for each in _folder().iterdir() if each.name.endswith(".toml")}
    if wanted not in known:
        raise UnknownName("scale", name, sorted(known))
    found = Scale.read(known[wanted].read_text(encoding="utf-8"))
    if version and version != str(found.version):
        raise UnknownName("scale", name, [found.key])
    return found


def scales() -> list[str]:
    """The names of all scales."""
    return sorted(each.name.removesuffix(".toml") for each in _folder().iterdir() if each.name.endswith(".toml"))


def scale_text(name: str | Path) -> str:
    """The file of a scale, as it stands.

    >>> scale_text("standard").splitlines()[8]
    'name = "standard"'
    """
    known = scale(name)
    return (Path(known.file) if known.file else _folder() / f"{known.name}.toml").read_text(encoding="utf-8")


def _folder() -> Any:
    return files(__package__) / "scales"


def _scale(data: dict[str, Any], catalogue: Catalogue) -> Scale:
    if "like" in data:
        _expect(data, {"name": str, "version": int, "like": str, "boards": list}, "a scale like another")
        base = replace(scale(data["like"]), name=data["name"], version=data["version"], catalogue=catalogue, file="")
        return replace(base, boards=_more_boards(base.boards, data["boards"], catalogue, data["like"]))
    data = {"rating": "sum", **data}
    _expect(
        data, {"name": str, "version": int, "kind": str, "rating": str, "beyond": str, "boards": list}, "a scale"
    )  # fmt: skip
    if data["kind"] not in KINDS:
        raise UnknownName("kind of scale", data["kind"], KINDS)
    if data["rating"] not in RATINGS:
        raise UnknownName("way to rate", data["rating"], RATINGS)
    boards = []
    for section in data["boards"]:
        lists = ("genres", "inside", "without", "loose", "kits", "tiers")
        allowed: dict[str, type] = {**dict.fromkeys(lists, list), "beyond": str}
        _expect({**{name: kind() for name, kind in allowed.items() if name != "tiers"}, **section}, allowed,
                "a section of boards")  # fmt: skip
        tiers = tuple(_tier(each, catalogue) for each in section["tiers"])
        inside = tuple(map(catalogue.rung, section["inside"])) if "inside" in section else None
        genres, *rest = (tuple(section.get(name, ())) for name in ("genres", "without", "loose", "kits"))
        boards.append(Boards(genres, tiers, inside, section.get("beyond"), *rest))
    return Scale(data["name"], data["version"], data["kind"], data["beyond"], tuple(boards), catalogue, data["rating"])


def _more_boards(boards: Sequence[Boards], more: list[Any], catalogue: Catalogue, like: str) -> tuple[Boards, ...]:
    """The sections of the scale that another is like, with what the other one lists."""
    found = list(boards)
    for section in more:
        _expect({"genres": [], **section}, {"genres": list, "tiers": list}, "a section of boards like another's")
        genres = tuple(section.get("genres", ()))
        same = [at for at, each in enumerate(found) if each.genres == genres and (genres or not each.kits)]
        if len(same) != 1:
            known = "; ".join(", ".join(each.genres) or "none" for each in found)
            raise GridwrightError(f"expected genres of one section of {like} ({known}), found {list(genres)}")
        base = found[same[0]]
        tiers = {tier.name: tier for tier in base.tiers}
        for each in section["tiers"]:
            tier = _tier(each, catalogue)
            before = tiers[tier.name].weights if tier.name in tiers else ()
            tiers[tier.name] = Tier(tier.name, before + tier.weights)
        found[same[0]] = replace(base, tiers=tuple(tiers.values()))
    return tuple(found)


def _tier(data: dict[str, Any], catalogue: Catalogue) -> Tier:
    _expect(data, {"name": str, "techniques": dict}, "a tier")
    weights: list[tuple[Rung, Weight]] = []
    for name, weight in data["techniques"].items():
        key, size = catalogue.rung(name)
        every = catalogue[key].sizes if size is None else (size,)
        weights += (((key, each), read_weight(weight, name, each)) for each in every)
    return Tier(data["name"], tuple(weights))


def _expect(data: Any, fields: Mapping[str, type], what: str) -> None:
    """Refuse anything but these fields of these types."""
    if not isinstance(data, dict) or set(data) != set(fields):
        found = ", ".join(sorted(data)) if isinstance(data, dict) else repr(data)
        raise GridwrightError(f"expected {what} with {', '.join(fields)}, found {found}")
    for name, kind in fields.items():
        if not isinstance(data[name], kind):
            raise GridwrightError(f"expected {what} whose {name} is a {kind.__name__}, found {data[name]!r}")
