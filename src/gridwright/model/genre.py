"""A genre: a kind of puzzle, its rulebook declared as data. Everything else in the project reads it from here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .board_text import BoardText, CellText
from .clue import ClueKind
from .compact import Compact
from .constraint import Constraint
from .drawing import Feature
from .enumeration import Enumeration
from .errors import UnknownName
from .format import Format
from .grid import Grid
from .maker import Maker
from .symmetry import Symmetry
from .upper_layers import upper
from .variable import Variable

if TYPE_CHECKING:
    from .puzzle import Puzzle


@dataclass(frozen=True)
class Example:
    """A puzzle as readable text, with the number of solutions it has (at most 20 are counted) and what it shows."""

    text: str
    solutions: int
    shows: str


@dataclass(frozen=True)
class Broken:
    """A filled board that breaks one rule and no other: the rule's group kind, the puzzle and the board."""

    rule: str
    puzzle: str
    board: str


@dataclass(frozen=True, eq=False)
class Genre:
    """A rulebook as data. Two genres are the same only if they are the same object; the registry holds one of each."""

    key: str
    title: str
    rulebook: str
    sizes: str
    """What sizes there are, for people: "4, 6, 9, 12, 16, 25"."""
    variables: Callable[[Puzzle], tuple[Variable, ...]]
    constraints: Callable[[Puzzle], Iterable[Constraint]]
    formats: tuple[Format, ...]
    """The first that has words for a puzzle writes its canonical one-line text."""
    validate: Callable[[Puzzle], None] = lambda puzzle: None
    """Raises PuzzleError where the clues make no board: a region missing, a cage off the grid."""
    normalise: Callable[[Grid, dict[str, Any]], dict[str, Any]] = lambda grid, clues: clues
    """One spelling for clues that say the same, before anything else looks at them."""
    drawing: Callable[[Puzzle], Iterable[Feature]] = lambda puzzle: ()
    """What the board shows besides values: borders of regions, cages, holes."""
    board: BoardText = field(default_factory=CellText)
    """How a (half-)filled board is written."""
    blanks: str = ".0_"
    """How an undecided cell may be written on a board; the first is how we write it."""
    spellings: Mapping[str, str] = field(default_factory=dict)
    """Other ways to write a value on a board: `x` for "no star"."""
    clues: tuple[ClueKind, ...] = ()
    aliases: tuple[str, ...] = ()
    symmetry: Symmetry = field(default_factory=Symmetry)
    examples: tuple[Example, ...] = ()
    broken: tuple[Broken, ...] = ()
    words: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Words for its values, kinds of group and opening, by language ("en") or voice: tables as in a voice's file."""
    maker: Maker | None = None
    """How its puzzles are made; None where they are not."""
    enumeration: Enumeration | None = None
    """How all its puzzles of a size are gone through; where a maker reduces clues, that says enough."""
    compact: Compact | None = None
    """How boards that differ in some constraints are compiled quickly; None where all are compiled from these."""

    def clue_kind(self, key: str) -> ClueKind:
        """The clue kind of that key."""
        for kind in self.clues:
            if kind.key == key:
                return kind
        raise UnknownName(f"clue of {self.key}", key, (kind.key for kind in self.clues))

    def format(self, key: str) -> Format:
        """The format of that key."""
        for form in self.formats:
            if form.key == key:
                return form
        raise UnknownName(f"format of {self.key}", key, (form.key for form in self.formats))

    def __repr__(self) -> str:
        return f"<genre {self.key}>"

    def __reduce__(self) -> tuple[Callable[[str], Genre], tuple[str]]:
        return _registered, (self.key,)


def _registered(key: str) -> Genre:
    """Return the registry's genre of that key: pickles hold keys only."""
    return upper().genre(key)
