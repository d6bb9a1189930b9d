"""JSON from strangers: every way in which it can fail is a TextError."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any, NoReturn

from ..model import Genre, Grid, GridwrightError, TextError, shorten
from .codec import SPACES, tidy

_LONGEST_NUMBER = 18
_GENRE = re.compile(r'"genre"\s*:\s*"([a-z-]{1,40})"')


def load_object(text: str) -> dict[str, Any]:
    """The JSON object of a text."""
    try:
        loaded = json.loads(
            tidy(text), object_pairs_hook=_no_key_twice, parse_constant=_no_constant, parse_int=_no_endless_number
        )
    except json.JSONDecodeError as error:
        raise TextError(f"not JSON: {error.msg}", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise TextError("not a puzzle: the JSON is nested too deeply") from None
    if not isinstance(loaded, dict):
        raise TextError(f"expected a JSON object, found {kind(loaded)}")
    return loaded


def whole(value: object, least: int, most: int, what: str) -> int:
    """A whole number inside its bounds; true and false are none."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TextError(f"{what}: expected a whole number, found {kind(value)}")
    if not least <= value <= most:
        raise TextError(f"{what}: expected {least} to {most}, found {value}")
    return value


def listed(value: object, what: str, length: int | None = None) -> list[Any]:
    """A list, of that length if one is given."""
    if not isinstance(value, list):
        raise TextError(f"{what}: expected a list, found {kind(value)}")
    if length is not None and len(value) != length:
        raise TextError(f"{what}: expected {length} entries, found {len(value)}")
    return value


def kind(value: object) -> str:
    """A JSON value as it should stand in an error."""
    if isinstance(value, str):
        return shorten(value)
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    return "a number"


def cell_named(grid: Grid, name: object, what: str) -> int:
    """Return the cell of that name. Raise TextError, which begins with `what`, if there is none."""
    if not isinstance(name, str):
        raise TextError(f"{what}: expected a cell such as r1c1, found {kind(name)}")
    try:
        return grid.find(name)
    except GridwrightError as error:
        raise TextError(f"{what}: {error}") from None


def only(found: dict[str, Any], known: tuple[str, ...], what: str) -> None:
    """Refuse a key that is not known: whoever wrote it meant something by it."""
    for key in found:
        if key not in known:
            raise TextError(f"{what} has an unknown key {shorten(key)}; expected {', '.join(known)}")


def genre_in(text: str) -> str | None:
    """The genre that a JSON object names, without reading all of it.

    >>> genre_in('{"genre": "sudoku", "size": 9}')
    'sudoku'
    """
    head = text[:100_000].lstrip("\ufeff" + SPACES)
    match = _GENRE.search(head) if head.startswith("{") else None
    return match[1] if match else None


def require_genre(found: dict[str, Any], genre: Genre) -> None:
    """An object that names a genre means that one."""
    named = found.get("genre", genre.key)
    if named not in (genre.key, *genre.aliases):
        raise TextError(f"genre: expected {genre.key}, found {kind(named)}")


def _no_constant(name: str) -> NoReturn:
    raise TextError(f"not JSON: {name} is no number")


def _no_endless_number(digits: str) -> int:
    if len(digits) > _LONGEST_NUMBER:
        raise TextError(f"not a puzzle: a number of {len(digits)} digits")
    return int(digits)


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise TextError(f"the key {shorten(twice)} stands twice in one object")
    return found
