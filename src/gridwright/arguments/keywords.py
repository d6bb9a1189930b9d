"""Keywords of the verbs: a keyword that a verb does not have is answered with those that it has."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from difflib import get_close_matches
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def has_keywords(function: Callable[P, R]) -> Callable[P, R]:
    """A keyword that the function does not have is told with those that it has."""
    known = keywords_of(function)

    @wraps(function)
    def verb(*arguments: P.args, **keywords: P.kwargs) -> R:
        if not keywords.keys() <= known:
            raise unknown_keyword(function, next(name for name in keywords if name not in known))
        return function(*arguments, **keywords)

    return verb


def keywords_of(function: Callable[..., Any]) -> frozenset[str]:
    """The names of a function's parameters, in their order."""
    return frozenset(inspect.signature(function).parameters)


def unknown_keyword(function: Callable[..., Any], name: str) -> TypeError:
    """What to say of a keyword that is not there."""
    names = [each for each in inspect.signature(function).parameters if each != "genre"]
    near = get_close_matches(name, names, n=1)
    guess = f"; did you mean {near[0]!r}?" if near else ""
    besides = "; gw.parse(text, genre=…) names the genre of a text" if name in ("genre", "format") else ""
    return TypeError(f"{function.__name__} has no keyword {name!r}{guess}{besides} (there are: {', '.join(names)})")
