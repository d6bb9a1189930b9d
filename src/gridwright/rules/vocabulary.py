"""The words that a rule may use, and what a board offers of them.

Some words every board has (`cand(p)`, `open`); the others come from the constraints of a rulebook, which list the
families of words that they offer (`Constraint.vocabulary`). A word says itself which family is its own (`words/`). The
kinds of a board's groups are words as well, in three ways:

    row r        a binder: r is a row            `rows r, s` and `2 rows R` are said, too
    row          a term: the kind of group
    row(p)       a term: the row that p lies in; without a value where p lies in none or in several
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache

from ..model import KINDS, Puzzle
from ..model.upper_layers import upper
from .words import WORDS
from .words.word import CELL, GROUP, KIND, VALUE, Signature

SORT_WORDS = {
    word: sort for sort in (CELL, VALUE, GROUP, KIND) if sort.several for word in (sort.value, sort.several.value)
}
"""cell, cells, value … : the sort of one thing that a binder of this word introduces."""

VERBS = ("place", "exclude", "only")


def plural(kind: str) -> str:
    """The word for several groups of a kind.

    >>> plural("row"), plural("box"), plural("vertex"), plural("diagonal")
    ('rows', 'boxes', 'vertices', 'diagonals')
    """
    if kind.endswith("ex"):
        return kind[:-2] + "ices"
    return kind + ("es" if kind.endswith(("s", "x", "ch", "sh")) else "s")


def kind_named(word: str, kinds: Iterable[str]) -> int | None:
    """The number of the kind of group that a word names, in the singular or the plural; None where there is none."""
    return next((number for number, kind in enumerate(kinds) if word in (kind, plural(kind))), None)


@dataclass(frozen=True)
class Vocabulary:
    """Words with their signatures, and kinds of group. `a | b` has the words of both.

    >>> print(*every().words["places"])
    places(value, group): cells
    """

    words: Mapping[str, tuple[Signature, ...]] = field(hash=False)
    kinds: frozenset[str]

    @classmethod
    def of(cls, puzzle: Puzzle) -> Vocabulary:
        """What this puzzle's board offers. Links between two cells are no groups that people name."""
        offered = {family for constraint in puzzle.constraints for family in constraint.vocabulary}
        kinds = {c.group.kind for c in puzzle.constraints if c.named}
        return _offered(frozenset(offered), frozenset(kinds))

    @classmethod
    def build(cls, families: Iterable[str], kinds: Iterable[str]) -> Vocabulary:
        """The words that are always there, those of these families, and these kinds."""
        offered, kinds = {"always", *families}, frozenset(kinds)
        lines = {
            kind: (Signature(kind, (CELL,), GROUP, False, f"the {kind} of the cell", partial=True),) for kind in kinds
        }
        words = {word.name: word.forms for word in WORDS.values() if word.family in offered}
        return cls(dict(sorted((lines | words).items())), kinds)

    def __or__(self, other: Vocabulary) -> Vocabulary:
        return Vocabulary(dict(sorted({**self.words, **other.words}.items())), self.kinds | other.kinds)

    @cached_property
    def singulars(self) -> dict[str, str]:
        """row and rows → row, cell and cells → cell: the words that a binder may begin with."""
        kinds = {word: kind for kind in sorted(self.kinds) for word in (kind, plural(kind))}
        return kinds | {word: sort.value for word, sort in SORT_WORDS.items()}

    @cached_property
    def reserved(self) -> frozenset[str]:
        """Names that a rule may not give to anything of its own."""
        return frozenset((*self.words, *self.singulars, *VERBS))


_offered = lru_cache(maxsize=64)(Vocabulary.build)


@cache
def every() -> Vocabulary:
    """Return every word that this project knows, and the kinds of group that genres register.

    A word outside is a mistake; a word inside may be missing on a board.
    """
    return Vocabulary.build((family for kind in KINDS for family in kind.vocabulary), upper().group_kinds())
