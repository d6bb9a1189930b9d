"""The genres, one a file, and the registry that finds them.

A module in this folder with a `GENRE` is a genre; its key is the file's name with hyphens. Other distributions add
theirs under the entry-point group `gridwright.genres`. Nothing is imported before it is asked for. `template` is the
example to copy: it is always tested, answers to its name and is in no list.
"""

from __future__ import annotations

import pkgutil
import warnings
from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib import import_module

from ..model import Format, Genre, Puzzle, PuzzleError, TextError, UnknownName, shorten

GROUP = "gridwright.genres"
TEMPLATE = "template"

__all__ = ["GROUP", "TEMPLATE", "genre", "genres", "guess", "parse"]


def genre(name: str) -> Genre:
    """The genre of a key or an alias.

    >>> genre("two-not-touch").title
    'Star Battle'
    """
    wanted = name.strip().lower().replace("_", "-")
    if wanted in _own() and (found := _load(wanted)) is not None and found.key == wanted:
        return found
    listed = genres()
    for candidate in listed.values():
        if wanted == candidate.key or wanted in candidate.aliases:
            return candidate
    raise UnknownName("genre", name, [*listed, *(alias for each in listed.values() for alias in each.aliases)])


def genres(*, template: bool = False) -> dict[str, Genre]:
    """Every genre by key, in alphabetical order; the template only when asked."""
    found = {each.key: each for name in _sources() if (each := _load(name)) is not None}
    return {key: found[key] for key in sorted(found) if template or key != TEMPLATE}


def guess(text: str) -> list[tuple[Genre, Format]]:
    """Every genre and format that recognises the text beyond doubt."""
    return [(each, form) for each in genres().values() for form in each.formats if form.recognises(text)]


def parse(text: str, genre: str | Genre | None = None, format: str | None = None) -> Puzzle:
    """The puzzle of a text; genre and format (their keys) are guessed where the text leaves no doubt.

    >>> parse("1...", genre="latin").givens
    {0: 0}
    """
    if genre is not None:
        named = genre if isinstance(genre, Genre) else _named(genre)
        return named.format(format).read(text, named) if format is not None else _read(text, named)
    if format is None:
        return _only_reading(text, guess(text))
    speakers = [(each, form) for each in genres().values() for form in each.formats if form.key == format]
    if not speakers:
        raise UnknownName("format", format, {form.key for each in genres().values() for form in each.formats})
    return _only_reading(text, [(each, form) for each, form in speakers if form.recognises(text)] or speakers)


def _named(name: str) -> Genre:
    return genre(name)


def _read(text: str, named: Genre) -> Puzzle:
    """Try the formats of a genre, those that recognise the text first; if all fail, raise what helps most.

    That is the error of a format that recognised the text or was probably meant; else of the first of its shape, a
    line or a grid.
    """
    recognised = [form for form in named.formats if form.recognises(text)]
    errors: dict[Format, PuzzleError] = {}
    for form in (*recognised, *(form for form in named.formats if form not in recognised)):
        try:
            return form.read(text, named)
        except PuzzleError as error:
            errors[form] = error
    one_line = "\n" not in text.strip()
    meant = [form for form in named.formats if form.resembles(text)]
    shaped = [form for form in named.formats if form.one_line == one_line]
    raise errors[(recognised or meant or shaped or list(errors))[0]]


def _only_reading(text: str, guesses: Sequence[tuple[Genre, Format]]) -> Puzzle:
    """The puzzle that the guesses agree on; where there is none, an error that says what to name."""
    readings: dict[Puzzle, Format] = {}
    errors: dict[str, list[PuzzleError]] = {}
    for each, form in guesses:
        try:
            readings.setdefault(form.read(text, each), form)
        except PuzzleError as error:
            errors.setdefault(each.key, []).append(error)
    if len(readings) == 1:
        return next(iter(readings))
    if not readings and len(errors) == 1:
        raise _furthest(*errors.values())
    quoted = shorten(text.strip())
    keys = sorted({puzzle.genre.key for puzzle in readings} or errors or genres())
    if len(keys) == 1:
        forms = ", ".join(form.key for form in readings.values())
        raise TextError(f"{quoted} can be read as several {keys[0]} puzzles; name the format, one of: {forms}")
    if readings:
        raise TextError(f"{quoted} can be read as puzzles of several genres; name the genre, one of: {', '.join(keys)}")
    raise TextError(f"cannot tell what kind of puzzle {quoted} is; name the genre, one of: {', '.join(keys)}")


def _furthest(errors: Sequence[PuzzleError]) -> PuzzleError:
    """The error of the format that got furthest; an error about the whole text beats one at its first character."""

    def reach(error: PuzzleError) -> tuple[int, int]:
        if isinstance(error, TextError) and (error.line or error.column):
            return error.line or 1, error.column or 1
        return 1, 2

    return max(errors, key=reach)  # the first of equals, and formats stand in order of importance


@cache
def _own() -> dict[str, Callable[[], object]]:
    """How to load each genre of this folder, by name."""
    return {
        module.name.replace("_", "-"): partial(import_module, f"{__name__}.{module.name}")
        for module in pkgutil.iter_modules(__path__)
        if not module.name.startswith("_")
    }


@cache
def _sources() -> dict[str, Callable[[], object]]:
    """How to load every genre, by name; our own files win over an entry point of the same name."""
    from importlib.metadata import entry_points  # 20 ms that most calls can do without

    return {point.name: point.load for point in entry_points(group=GROUP)} | _own()


@cache
def _load(name: str) -> Genre | None:
    """The genre of a source; a third party's that does not load is left out with a warning."""
    source = _own().get(name) or _sources()[name]
    try:
        loaded = source()
        found = getattr(loaded, "GENRE", loaded)
        if not isinstance(found, Genre):
            raise TypeError(f"expected a Genre, or a module with one as GENRE, found {type(found).__name__}")
    except Exception as error:
        if isinstance(source, partial):
            raise
        warnings.warn(f"the genre {name!r} of another package does not load: {error}", stacklevel=2)
        return None
    return found
