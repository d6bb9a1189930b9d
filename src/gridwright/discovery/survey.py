"""What a part of a corpus holds: its stuck positions, what is mined there, and what techniques with a name do there.

    found = survey(puzzles, Settings())     a Survey, plain data that goes to JSON and back
    found.positions[0].exclusions           shape → the candidates that exclusions of it take

A survey depends on its puzzles and settings alone, so that parts may be made anywhere and again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..conversion.canonical_form import form_digest
from ..grading import Scale
from ..grading import scale as scale_named
from ..json_codec import Field, Record, built, listed, row_of
from ..model import GridwrightError, Limits, Puzzle, State
from ..rules.evaluate import OutOfFuel
from ..rules.machine import Batch
from ..rules.technique import Sized
from ..solving.deduce import deduce, kernel_rungs, plans_of, step_of
from ..solving.ledger import Ledger
from ..techniques import Catalogue
from .certificate import Certificate
from .drafts import drafted
from .exclusions import MOST_OPTIONS, Exclusion, exclusions
from .families import Family, family
from .forms import NoForm
from .known import exclusions_of
from .options import is_whole_board
from .shapes import Patterns, PatternShape, TooManyWays, exchanges
from .stuck import SINGLES, Origin, Stuck, after, compared_ladder, ladder_for, stuck_positions

EXAMPLES = 3
"""Examples that are kept of a family in a part, from different puzzles."""
NAMING, REACHING = 20, 5
"""Puzzles of a part whose steps, and stuck ones whose positions, are looked at for all that has a name."""
NAMED = 8
"""Matches of a technique in a position whose shapes are looked at."""
FEW = 3
"""Where no more rungs than this are left out, they are looked for in every position."""
LARGEST = 8
"""Statements of an exclusion at most."""
NODES = 20_000_000
"""What mining one position may take; beyond it the position is left out, and counted."""


@dataclass(frozen=True)
class SurveySettings:
    """What is known at the outset, and how far is looked."""

    scale: str = "standard"
    origin: Origin = Origin.CATALOGUE
    without: tuple[str, ...] = ()
    size: int = 3
    most_options: tuple[int, ...] = MOST_OPTIONS
    """Of a statement in an exclusion of one, of two … statements."""
    check: bool = False
    """Is every exclusion to be proved once more, by a clause solver that knows nothing of options?"""
    large: bool = False
    """Do statements take part that have more options than are listed of one alone?"""


SETTINGS = Record.of(SurveySettings)
"""The settings as a run and its parts keep them."""


class MinedExample(NamedTuple):
    """An exclusion in its position; puzzles are numbered as in their survey."""

    puzzle: int
    masks: tuple[int, ...]
    placed: tuple[int, ...]
    candidate: int
    statements: tuple[int, ...]

    def state(self, puzzle: Puzzle) -> State:
        """The position."""
        return State(puzzle, self.masks, frozenset(self.placed))


class ShapeDraft(NamedTuple):
    """The draft of a shape, by its key, and an example of it; or why it has none."""

    key: str | None
    reason: str | None
    example: MinedExample | None


@dataclass
class StuckPosition:
    """A stuck position: by shape the candidates that are excluded, and by family what solves the puzzle at once."""

    puzzle: int
    first: bool
    exclusions: dict[int, list[int]] = field(default_factory=dict)
    unlocked_by: list[int] = field(default_factory=list)
    reached: dict[int, list[int]] | None = None
    """By technique (a number in `Survey.techniques`) what it would exclude; None where nobody looked."""


@dataclass
class Survey:
    """Everything found in a part. Shapes, families and techniques are numbered as they come."""

    puzzles: list[tuple[str, str, str]] = field(default_factory=list)
    """Text, genre and digest of the form of each puzzle that is stuck somewhere."""
    read: Counter[str] = field(default_factory=Counter)
    """Puzzles by genre: all of them,"""
    solved: Counter[str] = field(default_factory=Counter)
    """those that what is known solves,"""
    refused: Counter[str] = field(default_factory=Counter)
    """and why some were left out."""
    shapes: list[PatternShape] = field(default_factory=list)
    families: list[Family] = field(default_factory=list)
    techniques: list[str] = field(default_factory=list)
    positions: list[StuckPosition] = field(default_factory=list)
    examples: dict[int, list[MinedExample]] = field(default_factory=dict)
    """By family."""
    drafts: dict[int, ShapeDraft] = field(default_factory=dict)
    """By shape."""
    named: dict[int, Counter[int]] = field(default_factory=dict)
    """By technique how often it had each shape."""
    checked: int = 0
    """Exclusions that a clause solver proved."""


SURVEY = Record.of(
    Survey,
    Field("puzzles"),
    Field("read"),
    Field("solved"),
    Field("refused"),
    Field("shapes"),
    Field("families"),
    Field("techniques"),
    Field("positions", built(listed(row_of(StuckPosition)), list)),
    Field("examples"),
    Field("drafts"),
    Field("named"),
    Field("checked"),
)
"""What a part found, as it is kept and sent."""


def _example(number: int, state: State, each: Exclusion) -> MinedExample:
    return MinedExample(number, state.masks, tuple(sorted(state.placed)), each.candidate, each.statements)


class _Numbers(dict[Any, int]):
    """The number of each thing in a list, which grows with whatever is new."""

    def __init__(self, known: list[Any]) -> None:
        super().__init__()
        self._known = known

    def __missing__(self, key: Any) -> int:
        self._known.append(key)
        self[key] = len(self)
        return self[key]


def survey(puzzles: Iterable[Puzzle], settings: SurveySettings, limits: Limits | None = None) -> Survey:
    """What is mined in the stuck positions of some puzzles."""
    run = _Run(settings, limits or Limits())
    for puzzle in puzzles:
        run.look_at(puzzle)
    return run.found


class _Run:
    def __init__(self, settings: SurveySettings, limits: Limits) -> None:
        self.settings, self.limits = settings, limits
        self.by: Scale = scale_named(settings.scale).without_uniqueness()
        self.catalogue: Catalogue = self.by.catalogue.without(*settings.without)
        self.found = Survey()
        self.shapes, self.families = _Numbers(self.found.shapes), _Numbers(self.found.families)
        self.techniques = _Numbers(self.found.techniques)
        self.family_of: dict[int, int] = {}
        """By shape."""

    def look_at(self, puzzle: Puzzle) -> None:
        genre = puzzle.genre.key
        self.found.read[genre] += 1
        try:
            exchanges(puzzle)
            if self.found.read.total() <= NAMING:
                self._name_steps(puzzle)
            ladder = ladder_for(self.by, puzzle, self.settings.origin)
            looked = list(stuck_positions(puzzle, ladder, self.catalogue, self.mine, limits=self.limits))
        except GridwrightError as error:
            self.found.refused[f"{genre}: {error}"] += 1
            return
        if not looked:
            self.found.solved[genre] += 1
            return
        number = len(self.found.puzzles)
        self.found.puzzles.append((str(puzzle), genre, form_digest(puzzle)))
        beyond = self._beyond(puzzle)
        sampled = number < REACHING
        for stuck in looked:
            self._note(number, stuck, beyond if sampled or len(beyond) <= FEW else [])

    def mine(self, state: State) -> Sequence[Exclusion]:
        """The exclusions of a state, but for those that rest on a rule of the whole board: their shape is the board."""
        limits = Limits(nodes=NODES, cancel=self.limits.cancel)
        found = exclusions(
            state, self.settings.size, self.settings.most_options, large=self.settings.large, limits=limits
        )
        if not any(relation.whole_board for relation in state.structure.relations):
            return found
        return [each for each in found if not any(is_whole_board(state.structure, n) for n in each.statements)]

    def _beyond(self, puzzle: Puzzle) -> list[Sized]:
        """What has a name and is left out."""
        known = {(technique.key, size) for technique, size in self.catalogue.rungs(
            ladder_for(self.by, puzzle, self.settings.origin), puzzle)}  # fmt: skip
        every = self.by.catalogue.rungs(compared_ladder(self.by, puzzle, self.settings.origin), puzzle)
        return [(technique, size) for technique, size in every if (technique.key, size) not in known]

    # What is mined

    def _note(self, number: int, stuck: Stuck, beyond: Sequence[Sized]) -> None:
        if self.settings.check:
            self._check(stuck)
        patterns = Patterns(stuck.state)
        position = StuckPosition(number, stuck.first)
        self.found.positions.append(position)
        by_family: dict[int, list[Exclusion]] = {}
        for each in stuck.exclusions:
            try:
                shape = self._shape(patterns, each)
            except TooManyWays as error:
                self.found.refused[f"{stuck.state.puzzle.genre.key}: the shape of an exclusion, for {error}"] += 1
                continue
            if shape not in self.found.drafts:
                self.found.drafts[shape] = self._draft(number, stuck.state, each)
            position.exclusions.setdefault(shape, []).append(each.candidate)
            by_family.setdefault(self.family_of[shape], []).append(each)
        for kin, members in by_family.items():
            self._keep_example(kin, number, stuck.state, members)
        if stuck.first:
            position.unlocked_by = self._unlocking(stuck.state, by_family)
        if beyond:
            position.reached = self._reached(patterns, beyond)

    def _check(self, stuck: Stuck) -> None:
        certificate = Certificate(stuck.state)
        for each in stuck.exclusions:
            if not certificate.refuted(each):
                x, value = stuck.state.structure.pair(each.candidate)
                raise GridwrightError(f"not proved: {stuck.state.puzzle.fact(x, value, '-')} in {stuck.state.puzzle}")
        self.found.checked += len(stuck.exclusions)

    def _shape(self, patterns: Patterns, each: Exclusion) -> int:
        shape = patterns.shape(patterns.pattern(each.candidate, each.statements))
        number = self.shapes[shape]
        if number not in self.family_of:
            self.family_of[number] = self.families[family(shape)]
        return number

    def _keep_example(self, kin: int, number: int, state: State, members: Sequence[Exclusion]) -> None:
        kept = self.found.examples.setdefault(kin, [])
        if len(kept) < EXAMPLES and all(each.puzzle != number for each in kept):
            kept.append(_example(number, state, members[0]))

    def _draft(self, number: int, state: State, each: Exclusion) -> ShapeDraft:
        """Exclusions of one shape nearly always have one form, so one of them is asked."""
        try:
            return ShapeDraft(drafted(state, each).draft.key, None, _example(number, state, each))
        except NoForm as error:
            return ShapeDraft(None, str(error), None)

    def _unlocking(self, state: State, by_family: dict[int, list[Exclusion]]) -> list[int]:
        """The families after whose exclusions here what is known solves the puzzle."""
        puzzle = state.puzzle
        rungs = kernel_rungs(self.catalogue.rungs(ladder_for(self.by, puzzle, self.settings.origin), puzzle))
        states = [after(state, members) for members in by_family.values()]
        results = Batch(plans_of(rungs, state.structure), states).run(reasons=False)
        return [kin for i, kin in enumerate(by_family) if results.uses(i)[0] == "solved"]

    # What has a name

    def _reached(self, patterns: Patterns, beyond: Sequence[Sized]) -> dict[int, list[int]]:
        """What techniques that are left out exclude here; their shapes are noted."""
        state, structure = patterns.state, patterns.structure
        reached: dict[int, list[int]] = {}
        for technique, size in beyond:
            number = self.techniques[technique.name(size)]
            gone: dict[int, None] = {}
            try:
                for count, match in enumerate(technique.matches(size, state)):
                    gone |= dict.fromkeys(structure.candidate(each.variable, each.value) for each in match.conclusions
                                          if not each.true)  # fmt: skip
                    if count < NAMED:
                        step = step_of(technique, size, match, state, Ledger(structure))
                        self._name(number, patterns, exclusions_of(step, patterns, whole=True))
            except OutOfFuel:
                pass
            if gone:
                reached[number] = list(gone)
        return reached

    def _name_steps(self, puzzle: Puzzle) -> None:
        """The shapes of the steps that all techniques with a name take."""
        ladder = compared_ladder(self.by, puzzle, self.settings.origin)
        trace = deduce(puzzle, ladder, catalogue=self.by.catalogue, limits=self.limits)
        for state, step in zip(trace.positions(), trace.steps, strict=True):
            if step.key not in SINGLES:
                patterns = Patterns(state)
                named = exclusions_of(step, patterns, whole=True)
                self._name(self.techniques[step.technique], patterns, named)

    def _name(self, technique: int, patterns: Patterns, found: Iterable[Exclusion]) -> None:
        shapes = self.found.named.setdefault(technique, Counter())
        for each in found:
            shapes[self._shape(patterns, each)] += 1
