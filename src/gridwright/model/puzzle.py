"""A puzzle: one instance of a genre. Immutable, hashable, prints to text and back.

    Puzzle(genre, Grid(9, 9), givens={0: 4, 8: 2}, clues={"diagonals": True})

`givens` fix values (variable → value number); `clues` are everything else the setter printed, by clue key; `marks` are
printed candidates (a mask of values for each variable), for puzzles that come as pencil marks. The structure, that is
the puzzle without givens and marks, is what the constraints compile to.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .answer import Answer, Backbone, Solution
from .constraint import Constraint
from .domain import bits
from .errors import CannotSay, PuzzleError
from .genre import Genre
from .grid import Grid
from .limits import Limits
from .structure import Structure, kept
from .upper_layers import NotebookDisplay, upper
from .variable import Variable, Variables

if TYPE_CHECKING:
    from .step import Trace


class Puzzle(NotebookDisplay):
    """One instance of a genre: size, clues and givens; equal to any other that says the same.

    `provenance` (a source format's parameters, an author) is printed back where a format has words for it and is
    no part of equality. `loose` are kinds of group that are seen as mere sums: see `loosened`.
    """

    __slots__ = (
        "__dict__", "clues", "genre", "grid", "loose", "marks", "provenance", "structure_key",
    )  # fmt: skip

    def __init__(
        self,
        genre: Genre,
        grid: Grid,
        *,
        givens: Mapping[int, int] | None = None,
        clues: Mapping[str, Hashable] | None = None,
        marks: Sequence[int] | None = None,
        provenance: Mapping[str, str] | None = None,
        loose: Iterable[str] = (),
    ) -> None:
        self.genre = genre
        self.grid = grid
        for key in clues or ():
            genre.clue_kind(key)
        printed = genre.normalise(grid, dict(clues or {}))
        self.clues = _printed(genre, printed)
        self.__dict__["givens"] = dict(sorted((givens or {}).items()))
        self.marks = tuple(marks) if marks is not None else None
        self.provenance: dict[str, str] = dict(provenance or {})
        self.loose = frozenset(loose)
        genre.validate(self)
        self._check_values()
        self.structure_key: tuple[Hashable, ...] = (genre.key, grid, tuple(self.clues.items()), self.loose)
        """What two puzzles share when they differ only in givens and marks."""

    @classmethod
    def plain(
        cls, genre: Genre, grid: Grid, clues: Mapping[str, Hashable], provenance: dict[str, str], *,
        sound: bool = False,
    ) -> Puzzle:  # fmt: skip
        """A puzzle without givens whose clues are in their normal form already: what `normalise` leaves as it is.

        `sound` are clues that `validate` would find nothing wrong with.
        """
        puzzle = cls.__new__(cls)
        puzzle.genre, puzzle.grid, puzzle.provenance = genre, grid, provenance
        puzzle.clues = _printed(genre, clues)
        puzzle.marks, puzzle.loose = None, frozenset()
        puzzle.__dict__["givens"] = {}
        if not sound:
            genre.validate(puzzle)
        puzzle.structure_key = (genre.key, grid, tuple(puzzle.clues.items()), puzzle.loose)
        return puzzle

    def given(self, start: bytes) -> Puzzle:
        """The same board with the givens of a start: a byte a variable, 0 open, k + 1 value k."""
        puzzle = Puzzle.__new__(Puzzle)
        puzzle.genre, puzzle.grid, puzzle.clues, puzzle.provenance = self.genre, self.grid, self.clues, self.provenance
        puzzle.marks, puzzle.loose, puzzle.structure_key = self.marks, self.loose, self.structure_key
        puzzle.__dict__["layout"] = self.layout
        variables = puzzle.__dict__["variables"] = self.variables
        puzzle.__dict__["given_bytes"] = start
        if "constraints" in self.__dict__:
            puzzle.__dict__["constraints"] = self.constraints
        if len(start) != len(variables):
            raise PuzzleError(f"expected a byte for each of {len(variables)} variables, found {len(start)}")
        if not isinstance(variables, Variables) or max(start) > variables.smallest_domain:
            puzzle._check_values()
        return puzzle

    def written_as(self, text: str) -> Puzzle:
        """The same puzzle, which knows its canonical text: whoever has just read it need not write it again."""
        self.__dict__["_canonical_text"] = text
        return self

    @cached_property
    def givens(self) -> dict[int, int]:
        """The values that are fixed from the start, by variable."""
        return {x: value - 1 for x, value in enumerate(self.given_bytes) if value}

    @property
    def has_no_givens(self) -> bool:
        """Is nothing given? Asked before the givens are counted."""
        return "givens" in self.__dict__ and not self.givens

    @cached_property
    def given_bytes(self) -> bytes:
        """The same as a byte a variable, 0 open, k + 1 value k."""
        start = bytearray(len(self.variables))
        for x, value in self.givens.items():
            start[x] = value + 1
        return bytes(start)

    @cached_property
    def _key(self) -> tuple[Hashable, ...]:
        return self.structure_key, tuple(self.givens.items()), self.marks

    def _check_values(self) -> None:
        variables = self.variables
        for x, value in self.givens.items():
            if not 0 <= x < len(variables):
                raise PuzzleError(f"there is no variable {x}: the board has {len(variables)}")
            if not 0 <= value < len(variables[x].domain):
                raise PuzzleError(f"{variables[x].name} takes one of {variables[x].domain.symbols}, not number {value}")
        if self.marks is not None:
            if len(self.marks) != len(variables):
                raise PuzzleError(f"expected marks for {len(variables)} cells, found {len(self.marks)}")
            for variable, mask in zip(variables, self.marks, strict=True):
                if mask <= 0 or mask & ~variable.domain.all:
                    raise PuzzleError(f"{variable.name} has no candidate left")

    def clue(self, key: str) -> Any:
        """What the setter printed of that clue kind, or its default."""
        return self.clues[key] if key in self.clues else self.genre.clue_kind(key).default

    # What follows from the rulebook

    @cached_property
    def layout(self) -> Any:
        """The layout of its space: variables, and the geometry that rules need. Many puzzles share one."""
        return self.genre.space.layout(self)

    @cached_property
    def variables(self) -> tuple[Variable, ...]:
        """What is to be decided, in order."""
        layout = self.__dict__["layout"] = self.genre.space.layout(self)  # one cached property is read faster than two
        variables: tuple[Variable, ...] = layout.variables
        return variables

    @cached_property
    def variable_at(self) -> dict[str, int]:
        """The variable that sits at each place, by the place's name."""
        return {variable.place.name: x for x, variable in enumerate(self.variables)}

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """The rulebook made exact for this board."""
        return tuple(self.genre.constraints(self))

    @property
    def structure(self) -> Structure:
        """What the constraints compile to, for as long as it is kept: puzzles of one `structure_key` share it."""
        return kept(self.structure_key, lambda: self._compiled)

    @cached_property
    def _compiled(self) -> Structure:
        structure = Structure(tuple(len(v.domain) for v in self.variables), self.variables)
        for constraint in self.constraints:
            structure.add(constraint)
        structure.loosen(self.loose)
        return structure

    def start(self) -> tuple[int, ...]:
        """The values that are open to each variable before any reasoning: a mask each."""
        masks = list(self.marks) if self.marks is not None else [v.domain.all for v in self.variables]
        for x, value in self.givens.items():
            masks[x] &= 1 << value
        return tuple(masks)

    def with_givens(self, givens: Mapping[int, int]) -> Puzzle:
        """The same board with other givens and no marks."""
        return Puzzle(
            self.genre, self.grid, givens=givens, clues=self.clues, provenance=self.provenance, loose=self.loose
        )

    def loosened(self, kinds: Iterable[str]) -> Puzzle:
        """The same puzzle for somebody who does not see at once that the cells of such groups differ.

        Where a sum says so as well, only the sum does: a value that is placed stays a candidate in the rest of its
        cage until a technique takes it away. The solutions are the same.
        """
        return Puzzle(
            self.genre, self.grid, givens=self.givens, clues=self.clues, marks=self.marks, provenance=self.provenance,
            loose=kinds,
        )  # fmt: skip

    def moved(self, symmetry: str) -> Puzzle:
        """The puzzle turned or mirrored: `symmetry` is one of `grid.SYMMETRIES`, also where the board then lies."""
        motion = self.grid.motion(symmetry)
        # Defaults move too: boxes that are the size's usual 2×3 become 3×2, which is not.
        clues = {kind.key: kind.move(self.clue(kind.key), motion) for kind in self.genre.clues}
        bare = Puzzle(self.genre, motion.target, clues=clues)
        to, cells, at = motion.cells, motion.target.cells, bare.variable_at
        places = [variable.place for variable in self.variables]
        new = [at[(cells[to[p.number]] if p.number >= 0 else motion(p)).name] for p in places]
        marks = None
        if self.marks is not None:
            order = sorted(range(len(new)), key=new.__getitem__)
            marks = tuple(self.marks[x] for x in order)
        return Puzzle(genre=self.genre, grid=motion.target, clues=clues, marks=marks, loose=self.loose,
                      givens={new[x]: value for x, value in self.givens.items()})  # fmt: skip

    # Text

    def text(self, format: str | None = None) -> str:
        """The canonical one-line text, or the puzzle in the format of that key."""
        if format is not None:
            return self.genre.format(format).write(self)
        if "_canonical_text" in self.__dict__:
            known: str = self.__dict__["_canonical_text"]
            return known
        reasons = []
        for form in self.genre.formats:
            if form.one_line:
                try:
                    return form.write(self)
                except CannotSay as reason:
                    reasons.append(f"{form.key}: {reason}")
        raise CannotSay("no one-line text for this puzzle: " + "; ".join(reasons))

    def board_text(self, values: Sequence[int | None]) -> str:
        """A (half-)filled board, flat, as the genre writes it."""
        return self.genre.board.write(self, values)

    def read_board(self, text: str, *, filled: bool = False) -> tuple[int | None, ...]:
        """A board from its text.

        Where a blank is also a value's symbol (`.` for "no star"), `filled` says that it is meant as the value.
        """
        return self.genre.board.read(self, text, filled=filled)

    def fact(self, variable: int, value: int, sign: str = "=") -> str:
        """A conclusion as text: `r3c5=7`."""
        return f"{self.variables[variable].name}{sign}{self.variables[variable].domain.symbol(value)}"

    # The verbs; each is a function of an upper layer and documented there

    def solve(
        self, *, engine: str = "fast", limit: int = 2, show: int = 2, limits: Limits | None = None
    ) -> Answer:  # fmt: skip
        """Exact answer: see `gridwright.solve`."""
        return upper().solve(self, engine=engine, limit=limit, show=show, limits=limits)

    def count(self, limit: int = 1_000_000, *, limits: Limits | None = None) -> int:
        """How many solutions, up to the limit: see `gridwright.count`."""
        return upper().count(self, limit, limits=limits)

    def backbone(self, *, limits: Limits | None = None) -> Backbone:
        """What all solutions share and what some have: see `gridwright.backbone`."""
        return upper().backbone(self, limits=limits)

    def explain(
        self, scale: Any = "standard", *, uniqueness: bool = True, up_to: str | int | None = None,
        limit: int | None = None, limits: Limits | None = None,
    ) -> Trace:  # fmt: skip
        """Steps with their reasons: see `gridwright.explain`."""
        return upper().explain(self, scale, uniqueness=uniqueness, up_to=up_to, limit=limit, limits=limits)

    def why(
        self, fact: str, scale: Any = "standard", *, uniqueness: bool = True, limits: Limits | None = None
    ) -> Trace:
        """The shortest proof of a fact: see `gridwright.why`."""
        return upper().why(self, fact, scale, uniqueness=uniqueness, limits=limits)

    def grade(
        self, scale: Any = "standard", *, uniqueness: bool = True, show_open: bool = False,
        limits: Limits | None = None,
    ) -> Any:  # fmt: skip
        """Tier, rating and what it took: see `gridwright.grade`."""
        return upper().grade(self, scale, uniqueness=uniqueness, show_open=show_open, limits=limits)

    def canonical(self, *, limits: Limits | None = None) -> Puzzle:
        """What all copies under the genre's symmetries share: see `gridwright.conversion.canonical_form`."""
        return upper().canonical(self, limits=limits)

    # Equality

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and self._key == other._key and self.genre is other.genre

    def __hash__(self) -> int:
        return hash(self._key)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        try:
            return f"parse({self.text()!r}, genre={self.genre.key!r})"
        except CannotSay:
            return f"<{self.genre.key} of {self.grid.rows} × {self.grid.columns}>"

    def __reduce__(self) -> tuple[Callable[..., Puzzle], tuple[Any, ...]]:
        return _rebuilt, (self.genre, self.grid, self.givens, self.clues, self.marks, self.provenance, self.loose)


def _printed(genre: Genre, clues: Mapping[str, Hashable]) -> dict[str, Hashable]:
    """The clues in the order of the genre's, without those that go without saying."""
    return {kind.key: clues[kind.key] for kind in genre.clues if kind.key in clues and clues[kind.key] != kind.default}


def _rebuilt(
    genre: Genre, grid: Grid, givens: dict[int, int], clues: dict[str, Hashable],
    marks: tuple[int, ...] | None, provenance: dict[str, str], loose: frozenset[str],
) -> Puzzle:  # fmt: skip
    return Puzzle(genre, grid, givens=givens, clues=clues, marks=marks, provenance=provenance, loose=loose)


def differing(first: Solution, second: Solution) -> tuple[int, ...]:
    """The variables in which two solutions differ."""
    return tuple(x for x, (a, b) in enumerate(zip(first, second, strict=True)) if a != b)


def single(mask: int) -> int | None:
    """The value of a mask with one, else None."""
    return next(bits(mask)) if mask and not mask & (mask - 1) else None
