"""Functions of upper layers that lower layers call: `puzzle.solve()`, a genre by its key, the HTML of a trace.

`gridwright/__init__.py` binds them. Python runs that file before any module of the package, in worker processes too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from .answer import Answer, Backbone
    from .genre import Genre
    from .puzzle import Puzzle
    from .state import State
    from .step import Trace


class UpperLayers(Protocol):
    """The functions by name. Their own modules document their parameters."""

    @property
    def solve(self) -> Callable[..., Answer]: ...

    @property
    def count(self) -> Callable[..., int]: ...

    @property
    def backbone(self) -> Callable[..., Backbone]: ...

    @property
    def explain(self) -> Callable[..., Trace]: ...

    @property
    def why(self) -> Callable[..., Trace]: ...

    @property
    def grade(self) -> Callable[..., Any]: ...

    @property
    def canonical(self) -> Callable[..., Puzzle]: ...

    @property
    def positions(self) -> Callable[[Trace], tuple[State, ...]]: ...

    @property
    def rests_on(self) -> Callable[[Trace, str], tuple[int, ...]]: ...

    @property
    def genre(self) -> Callable[[str], Genre]: ...

    @property
    def group_kinds(self) -> Callable[[], frozenset[str]]: ...

    @property
    def entered(self) -> Callable[[str, Puzzle], State | None]: ...

    @property
    def read_document(self) -> Callable[[Any], Any]: ...

    @property
    def html(self) -> Callable[[object], str]: ...


_bound: UpperLayers


def bind(functions: UpperLayers) -> None:
    """Let `upper` return these functions."""
    global _bound
    _bound = functions


def upper() -> UpperLayers:
    """Return the functions of upper layers."""
    return _bound


class NotebookDisplay:
    """A base of everything that a notebook displays as a picture or a table."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return upper().html(self)
