"""The genres, one a file, and the registry that finds them.

A module in this folder with a `GENRE` is a genre; its key is the file's name with hyphens. Other distributions add
theirs under the entry-point group `gridwright.genres`. Nothing is imported before it is asked for. `template` is the
example to copy: it is always tested, answers to its name and is in no list.
"""

from __future__ import annotations

import pkgutil
import warnings
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING

from ..formats.json_text import genre_in
from ..model import Format, Genre, Puzzle, PuzzleError, TextError, UnknownName, shorten

GROUP = "gridwright.genres"
TEMPLATE = "template"

if TYPE_CHECKING:
    from ..formats.transcript import Transcript

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


def group_kinds() -> frozenset[str]:
    """Return the kinds of group that genres register, by a board that breaks one, a clue that makes it or a noun."""
    registered = genres().values()
    kinds = {board.rule for genre in registered for board in genre.broken}
    kinds |= {kind for genre in registered for clue in genre.clues for kind in clue.kinds}
    return frozenset(kinds | {name.kind for genre in registered for name in genre.called})


def guess(text: str) -> list[tuple[Genre, Format]]:
    """Every genre and format that recognises the text beyond doubt."""
    return [(each, form) for each in genres().values() for form in each.formats if form.recognises(text)]


def parse(text: str | Sequence[object], genre: str | Genre | None = None, format: str | None = None) -> Puzzle:
    """The puzzle of a text, or of rows as lists; genre and format (their keys) are guessed where there is no doubt.

    A text that no format reads as it stands is copied out (`formats.transcript`) and read again; what is wrong in the
    end is one error, that of the reading that came closest.

    >>> parse("1...", genre="latin").givens
    {0: 0}
    >>> parse([[1, 0], [None, 1]], genre="latin").givens
    {0: 0, 3: 0}
    """
    kind = _named(genre) if isinstance(genre, str) else genre
    if not isinstance(text, str):
        from ..formats.transcript import of_rows

        rows = text.tolist() if hasattr(text, "tolist") else text
        return _copied(of_rows(rows), kind, format, TextError("expected a puzzle, found a list without rows"))
    try:
        return _strictly(text, kind, format)
    except PuzzleError as error:
        from ..formats.foreign import foreign  # most texts need neither
        from ..formats.transcript import transcripts

        if (sentence := foreign(text, unclear=isinstance(error, _Unclear))) is not None:
            raise TextError(sentence) from None
        return _copied(transcripts(text), kind, format, error)


def _strictly(text: str, genre: Genre | None, format: str | None) -> Puzzle:
    """The puzzle of a text as it stands."""
    if genre is not None:
        return genre.format(format).read(text, genre) if format is not None else _read(text, genre)
    if (named := genre_in(text)) is not None:
        try:
            return _strictly(text, _named(named), format)
        except UnknownName as error:
            raise TextError(str(error)) from None
    if format is None:
        return _only_reading(text, guess(text) or _resembling(text))
    speakers = [(each, form) for each in genres().values() for form in each.formats if form.key == format]
    if not speakers:
        raise UnknownName("format", format, {form.key for each in genres().values() for form in each.formats})
    return _only_reading(text, [(each, form) for each, form in speakers if form.recognises(text)] or speakers)


class _Unclear(TextError):
    """Nobody knows what the text is."""


def _copied(copies: Iterable[Transcript], genre: Genre | None, format: str | None, error: PuzzleError) -> Puzzle:
    """The puzzle of the first copy that can be read; else the error that helps most.

    That is the error of a copy that was plainly meant so, else of the text itself, else of any copy: the first that
    says more than that nobody knows what it is.
    """
    sure: list[PuzzleError] = []
    others: list[PuzzleError] = [error]
    for copy in copies:
        try:
            if copy.wrong is not None:
                raise copy.wrong
            return _strictly(copy.text, genre, format)
        except PuzzleError as wrong:
            (sure if copy.sure else others).append(wrong if wrong is copy.wrong else copy.error(wrong))
    raise next((each for each in (*sure, *others) if not isinstance(each, _Unclear)), error) from None


def _resembling(text: str) -> list[tuple[Genre, Format]]:
    """What was probably meant, if that is one genre: its error helps more than that nobody knows."""
    meant = [(each, form) for each in genres().values() for form in each.formats if form.resembles(text)]
    return meant if len({each.key for each, _ in meant}) == 1 else []


def _named(name: str) -> Genre:
    return genre(name)


def _read(text: str, named: Genre) -> Puzzle:
    """Try the formats of a genre, those that recognise the text first; if all fail, raise what helps most.

    That is the error of a format that recognised the text or was probably meant; else of the first of its shape, a
    line or a grid.
    """
    if named.formats and (plain := named.formats[0].quick(text, named)) is not None:
        return plain
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
        raise _Unclear(f"{quoted} can be read as puzzles of several genres; name the genre, one of: {', '.join(keys)}")
    raise _Unclear(f"cannot tell what kind of puzzle {quoted} is; name the genre, one of: {', '.join(keys)}")


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
        if not module.ispkg and not module.name.startswith("_")
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
