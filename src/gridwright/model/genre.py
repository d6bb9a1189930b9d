"""A genre: a kind of puzzle, declared as data. Everything else in the project reads it from here.

    Genre(
        title, rulebook, key, sizes …
        space      what the variables are: values in cells, lines of a loop …         model.space, kits
        clues      what a setter prints besides givens                               model.clue, kits
        rules      layout → constraints, and clues in the place of their entries'
        maker      sizes and taste for generated puzzles                             model.maker
    )

What follows from these declarations is here: variables, constraints, validation, normal form, drawing, the clues of a
solution, enumeration and the compact form that is compiled quickly.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from .answer import Solution
from .board_text import BoardText
from .clue import Clue, Slot, Statement, given_slots
from .constraint import Constraint
from .errors import PuzzleError, UnknownName
from .format import Format
from .grid import Grid
from .maker import Maker, Request
from .naming import Name
from .random_stream import RandomStream
from .space import Item, Layout, PerPuzzle, Space
from .symmetry import Symmetry
from .upper_layers import upper

if TYPE_CHECKING:
    from .drawing import Feature
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


@dataclass(frozen=True, eq=False, repr=False)
class Genre:
    """A rulebook as data. Two genres are the same only if they are the same object; the registry holds one of each."""

    title: str
    rulebook: str
    """A module's docstring."""
    _: KW_ONLY
    space: Space
    rules: Callable[[Any], Iterable[Item]]
    sizes: str
    """The sizes of its boards, for people: "4, 6, 9, 12, 16, 25"."""
    formats: tuple[Format, ...]
    """The first that can write a puzzle writes its canonical one-line text."""
    clues: tuple[Clue, ...] = ()
    key: str = ""
    """Lower case with hyphens; the title's if left out."""
    aliases: tuple[str, ...] = ()
    called: tuple[Name, ...] = ()
    """Nouns of its kinds of group."""
    words: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Voice tables by language or voice, for a genre of another package; ours stand in the voices' own files."""
    maker: Maker | None = None
    """Sizes and taste of generated puzzles; None if none are generated."""
    symmetry: Symmetry = Symmetry()  # noqa: RUF009  a value
    checks: Callable[[Puzzle], None] | None = None
    """Raises PuzzleError for boards that no clue and not the space refuses: too large, two kinds of clue at once."""
    examples: tuple[Example, ...] = ()
    broken: tuple[Broken, ...] = ()

    def __post_init__(self) -> None:
        if not self.key:
            object.__setattr__(self, "key", self.title.lower().replace(" ", "-"))

    @property
    def board(self) -> BoardText:
        """The text form of a (half-)filled board."""
        return self.space.text

    @property
    def blanks(self) -> str:
        """Characters of an undecided variable on a board. The first one is written, all are read."""
        return self.space.blanks

    @property
    def spellings(self) -> Mapping[str, str]:
        """Other ways to write a value on a board: `x` for "no star"."""
        return self.space.spellings

    def clue_kind(self, key: str) -> Clue:
        """Return the clue of that key. Raise UnknownName if there is none."""
        for clue in self.clues:
            if clue.key == key:
                return clue
        raise UnknownName(f"clue of {self.key}", key, (clue.key for clue in self.clues))

    def format(self, key: str) -> Format:
        """Return the format of that key. Raise UnknownName if there is none."""
        for form in self.formats:
            if form.key == key:
                return form
        raise UnknownName(f"format of {self.key}", key, (form.key for form in self.formats))

    # A puzzle

    def constraints(self, puzzle: Puzzle) -> list[Constraint]:
        """Return the rulebook made exact. Its items are kept with the layout."""
        layout: Layout = puzzle.layout
        if (items := layout.memo.get(self.rules)) is None:  # genres on one space may have different rules
            items = layout.memo[self.rules] = _joined(self.rules(layout))
        constraints: list[Constraint] = []
        for item in items:
            constraints += item if type(item) is tuple else item(layout, puzzle)
        return constraints

    def normalise(self, grid: Grid, clues: dict[str, Any]) -> dict[str, Any]:
        """Return the clues in their normal form, before anything else looks at them."""
        for normalise in self._normalisers:
            normalise(grid, clues)
        return clues

    def validate(self, puzzle: Puzzle) -> None:
        """Raise PuzzleError if the clues make no board: a region missing, a cage off the grid."""
        clues = puzzle.clues
        for key, check in self._validators:
            if key is None or key in clues:
                check(puzzle)

    @cached_property
    def _normalisers(self) -> list[Callable[[Grid, dict[str, Any]], None]]:
        return [clue.normalise for clue in self.clues if type(clue).normalise is not Clue.normalise]

    @cached_property
    def _validators(self) -> list[tuple[str | None, Callable[[Puzzle], None]]]:
        """The checks in their order, each with the key of the clue without which it checks nothing.

        Methods that check nothing are left out: thousands of puzzles a second are read.
        """
        space = self.space
        validators: list[tuple[str | None, Callable[[Puzzle], None]]] = []
        if type(space).check_shape is not Space.check_shape:
            validators.append((None, space.check_shape))
        for clue in self.clues:
            if type(clue).validate is not Clue.validate:
                validators += [(None if clue.is_always_checked else clue.key, clue.validate)]
        if self.checks is not None:
            validators.append((None, self.checks))
        if type(space).check_layout is not Space.check_layout:
            validators.append((None, space.check_layout))
        return validators

    def drawing(self, puzzle: Puzzle) -> Iterator[Feature]:
        """Yield what the board shows besides values: borders of regions, cages, holes; then the values' pictures."""
        yield from self.space.below()
        for clue in self.clues:
            yield from clue.drawing(puzzle)
        yield from self.space.icons()

    # Generation

    @cached_property
    def removable(self) -> Clue | None:
        """The clue whose entries are read off a solution, and removed one by one by the generator."""
        return next((clue for clue in self.clues if clue.is_measured and not clue.replaces_givens), None)

    @property
    def reduces_entries(self) -> bool:
        """True if generated puzzles print no values, so that the kernel removes printed entries one by one."""
        steps = None if self.maker is None else self.maker.steps
        return steps is not None and steps.reduces and self.removable is not None and not self.space.gives_values

    def scaffold(self, request: Request, stream: RandomStream) -> Puzzle:
        """Return a board without a solution: empty, or with regions, trees or arrows drawn at random."""
        assert self.maker is not None
        clues = {
            clue.key: clue.begin(request, stream) for clue in self.clues
            if clue.is_printed_in(request) and (self.maker.layout is None or not clue.is_layout)
        }  # fmt: skip
        if self.maker.layout is not None:
            clues |= self.maker.layout(request, stream)
        return _puzzle(self, request.grid, clues)

    def derive(self, puzzle: Puzzle, solution: Solution, stream: RandomStream, request: Request) -> Puzzle | None:
        """Return the puzzle with every entry and every given that a solution allows; None if the attempt failed."""
        assert self.maker is not None
        if self.maker.steps is not None and self.maker.steps.derive is not None:
            return self.maker.steps.derive(puzzle, solution, stream, request)
        layout = puzzle.layout
        entries = {
            clue.key: clue.measured(layout, puzzle, solution) for clue in self.clues
            if clue.is_measured and clue.is_printed_in(request)
        }  # fmt: skip
        givens = dict(enumerate(solution)) if self.space.gives_values else None
        return _puzzle(self, puzzle.grid, {**puzzle.clues, **entries}, givens)

    # Enumeration

    def draws_layouts_in(self, request: Request) -> bool:
        """Return True if the requested size has several layouts."""
        return any(clue.is_layout and clue.is_printed_in(request) for clue in self.clues)

    def prints_solutions_in(self, request: Request) -> bool:
        """Return True if something of a solution is printed on the layouts of the requested variants."""
        return self.space.gives_values or any(clue.prints_solutions for clue in self._clues_in(request))

    def leaves_out_in(self, request: Request) -> bool:
        """Return True if a part of what a solution would print may be left out."""
        clues = self._clues_in(request)
        optional = any(clue.prints_solutions and not clue.stays(request) for clue in clues)
        return optional or self._prints_givens(clues)

    def _clues_in(self, request: Request) -> list[Clue]:
        return [clue for clue in self.clues if clue.is_printed_in(request)]

    def layouts(self, request: Request) -> Iterator[Puzzle]:
        """Yield every layout of the requested size as a puzzle without entries and givens."""
        for clues in _layouts_together(self._clues_in(request), request):
            try:
                yield _puzzle(self, request.grid, clues)
            except PuzzleError:
                continue  # not a board: nothing is left to decide

    def number_of_layouts(self, request: Request, stream: RandomStream) -> float:
        """Return the number of layouts, boards without a variable included: exact, or right on average."""
        number = 1.0
        for clue in self._clues_in(request):
            number *= clue.number_of_layouts(request, stream)
        return number

    def slots(self, blank: Puzzle, request: Request) -> list[Slot]:
        """Return a slot for each place of a layout where something of a solution is, or may be, printed."""
        layout = blank.layout
        clues = self._clues_in(request)
        slots = given_slots(len(layout.variables)) if self._prints_givens(clues) else []
        for clue in clues:
            slots += clue.slots(layout, blank, request)
        return slots

    def printed(self, blank: Puzzle, solution: Solution, ways: Sequence[int | None], request: Request) -> Puzzle:
        """Return the layout whose slots print the solution in these ways: a reading's number each, None for nothing."""
        layout, values, at = blank.layout, dict(blank.clues), 0
        clues = self._clues_in(request)
        givens: dict[int, int] = {}
        if self._prints_givens(clues):
            at = len(layout.variables)
            givens = {x: solution[x] for x in range(at) if ways[x] is not None}
        for clue in clues:
            number = len(clue.slots(layout, blank, request))
            if number:
                values[clue.key] = clue.with_ways(layout, blank, solution, ways[at : at + number], request)
                at += number
        return _puzzle(self, blank.grid, values, givens)

    def _prints_givens(self, clues: Iterable[Clue]) -> bool:
        return self.space.gives_values and not any(clue.replaces_givens for clue in clues)

    # Boards of a size differ in few constraints: the rest is compiled once

    @cached_property
    def compact_clue(self) -> Clue | None:
        """The clue whose constraints are added to what boards of a size share; None if boards share too little."""
        return next((clue for clue in self.clues if clue.is_compiled_last), None)

    def shared_key(self, puzzle: Puzzle) -> Hashable | None:
        """Return what besides the size decides the constraints that boards share; None if they share none."""
        if self.space.has_holes(puzzle):
            return None  # hardly any two boards are alike
        clues = puzzle.clues
        for key in self._constraining_clues:
            if key in clues:
                return None
        stating = self._stating_clues
        return tuple([clues[key] for key in stating if key in clues]) if stating else ()

    @cached_property
    def _constraining_clues(self) -> list[str]:
        """The keys of clues besides the compact one that make constraints."""
        return [clue.key for clue in self.clues if not clue.is_compiled_last and clue.kinds]

    @cached_property
    def _stating_clues(self) -> list[str]:
        """The keys of clues that make no constraints of their own: the number of stars."""
        return [clue.key for clue in self.clues if not clue.is_compiled_last and not clue.kinds]

    def statements(self, puzzle: Puzzle, first_kind: int) -> list[Statement]:
        """Return the constraints of the compact clue in the kernel's form."""
        assert self.compact_clue is not None
        return self.compact_clue.statements(puzzle, first_kind)

    def __repr__(self) -> str:
        return f"<genre {self.key}>"

    def __reduce__(self) -> tuple[Callable[[str], Genre], tuple[str]]:
        return _registered, (self.key,)


def _joined(items: Iterable[Item]) -> tuple[Any, ...]:
    """Return the items of a rulebook in the form that is expanded fastest.

    Constraints that follow each other become one tuple; a clue, or a function of the puzzle, becomes a function of
    layout and puzzle.
    """
    joined: list[Any] = []
    run: list[Constraint] = []
    for item in items:
        kind: Any = type(item)
        if kind is list or kind is tuple:
            run += item  # type: ignore[arg-type]
        elif _is_constraint(kind):
            run.append(item)  # type: ignore[arg-type]
        else:
            late = item.constraints if isinstance(item, Clue) else _late(item)  # type: ignore[arg-type]
            joined += [tuple(run), late] if run else [late]
            run = []
    return (*joined, tuple(run)) if run else tuple(joined)


def _late(stated: PerPuzzle) -> Callable[[Layout, Puzzle], Sequence[Constraint]]:
    def constraints(layout: Layout, puzzle: Puzzle) -> Sequence[Constraint]:
        made = stated(puzzle)
        return made if isinstance(made, list | tuple) else (made,)

    return constraints


@cache
def _is_constraint(kind: type) -> bool:
    """Return True for a class of constraints. Abstract classes answer slowly, and boards have many constraints."""
    return issubclass(kind, Constraint)


def _layouts_together(clues: Sequence[Clue], request: Request) -> Iterator[dict[str, Any]]:
    """Yield every combination of the clues' layouts, the last clue's first. None is kept: there may be billions."""
    if not clues:
        yield {}
        return
    for value in clues[0].layouts(request):
        for others in _layouts_together(clues[1:], request):
            yield value | others


def _puzzle(genre: Genre, grid: Grid, clues: Mapping[str, Any], givens: Mapping[int, int] | None = None) -> Puzzle:
    from .puzzle import Puzzle  # a puzzle refers to its genre

    return Puzzle(genre, grid, clues=clues, givens=givens)


def _registered(key: str) -> Genre:
    """Return the registry's genre of that key: pickles hold keys only."""
    return upper().genre(key)
