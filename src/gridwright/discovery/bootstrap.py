"""A catalogue that is mined: from singles alone, round after round, and what it solves of puzzles that it never saw.

    found = bootstrap(puzzles, rounds=4)
    found.table, found.rounds[-1].solved          beside what the catalogue that people wrote solves
    found.write(folder)                           mined.rules and mined.toml, which every command takes; a table, a plot

The puzzles are split in two by a hash of their text. A round climbs the ladder so far on the one half, mines where it
ends, and takes into the ladder the drafts that give most of these positions a step, few statements before many, if
nothing speaks against them (`drafts.refusal`). Four statements are looked at only where three give nothing new. Then
the other half is solved.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from ..documents import puzzle_text
from ..grading import Scale, scale
from ..model import Genre, GridwrightError, Limits, Puzzle, State, Stopped
from ..model.step import Outcome
from ..rules.technique import Rung
from ..solving.deduce import deduce
from ..techniques import Catalogue
from .drafts import EXAMPLES, Draft, DraftExample, drafted, is_affordable, refusal
from .exclusions import exclusions
from .forms import NoForm
from .plot import plot
from .stuck import Origin, ladder_for
from .survey import NODES

ROUNDS, A_ROUND = 6, 8
"""Rounds, and drafts that one takes at most."""
SIZES = (3, 4)
"""Statements of what is mined: more only where fewer give nothing new."""
PUZZLE = Limits(fuel=5_000_000)
"""What one look of a rule at a puzzle may take: the same on every machine."""


@dataclass(frozen=True)
class Round:
    """What a round took, and what is solved then: shares of the half that was mined and of the other."""

    taken: tuple[Draft, ...]
    trained: float
    solved: float


@dataclass(frozen=True)
class Mined:
    """Rounds of mining, and the share of the other half that the catalogue that people wrote solves: all of it that
    supposes nothing, and its patterns, which follow no links either."""

    genre: Genre
    singles: tuple[Rung, ...]
    rounds: tuple[Round, ...]
    by_hand: float
    by_patterns: float
    puzzles: tuple[int, int]
    """How many were mined, and how many others there are."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Drafts that were not taken, and why."""

    @property
    def drafts(self) -> list[Draft]:
        """What was taken, few statements before many."""
        return in_order(draft for each in self.rounds for draft in each.taken)

    @property
    def rules(self) -> str:
        """The rule file."""
        head = f"# Mined from {self.puzzles[0]} puzzles of {self.genre.key}, by rounds: see rounds.md.\n"
        return "\n".join((head, *(draft.text for draft in self.drafts)))

    @property
    def scale(self) -> str:
        """The scale file: singles, then the drafts by the number of their statements."""
        lines = ['name = "mined"', "version = 1", 'kind = "trace"', 'beyond = "Beyond"']
        lines += ['rules = "mined.rules"'] * bool(self.drafts)
        lines += ["", "[[boards]]", f'genres = ["{self.genre.key}"]']
        known = Catalogue.standard()
        tiers = [("Singles", [(known.name(rung), 1 + i / 10) for i, rung in enumerate(self.singles)])]
        for n, name in ((1, "One statement"), (2, "Two statements"), (3, "Three statements"),
                        (4, "Four statements")):  # fmt: skip
            rungs = [rung for statements, rung in sized(self.drafts) if statements == n]
            names = (f'"{key}({size})"' if size else key for key, size in rungs)
            tiers.append((name, [(key, 2 * n + i / 100) for i, key in enumerate(names)]))
        for name, weights in tiers:
            if weights:
                lines += ["", "[[boards.tiers]]", f'name = "{name}"', "[boards.tiers.techniques]"]
                lines += [f"{key} = {weight:g}" for key, weight in weights]
        return "\n".join(lines) + "\n"

    @property
    def table(self) -> str:
        """What is solved, round by round, as a table in Markdown."""
        lines = ["| round | drafts taken | solved of the mined half | of the other half |", "| --- | --- | --- | --- |"]
        for n, each in enumerate(self.rounds):
            names = ", ".join(draft.key.removeprefix("draft-") for draft in each.taken) or "singles"
            lines.append(f"| {n} | {names} | {each.trained:.1%} | {each.solved:.1%} |")
        lines.append(f"| | what people wrote, without suppositions | | {self.by_hand:.1%} |")
        lines.append(f"| | and without chains | | {self.by_patterns:.1%} |")
        return "\n".join(lines) + "\n"

    @property
    def plot(self) -> str:
        """The share of the other half by round, drawn."""
        return plot([each.solved for each in self.rounds], self.by_hand, f"{self.genre.key}: solved of other puzzles")

    def write(self, folder: Path) -> None:
        """The rule file, the scale file, the table and the plot."""
        folder.mkdir(parents=True, exist_ok=True)
        texts = {"mined.rules": self.rules, "mined.toml": self.scale, "rounds.md": self.table, "rounds.svg": self.plot}
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")


def halves(puzzles: Iterable[Puzzle], seed: str = "") -> tuple[list[Puzzle], list[Puzzle]]:
    """Two halves, by a hash of each puzzle's text; another seed gives another split."""
    split: tuple[list[Puzzle], list[Puzzle]] = ([], [])
    for puzzle in puzzles:
        split[sha256(f"{seed}{puzzle_text(puzzle)}".encode()).digest()[0] & 1].append(puzzle)
    return split


def in_order(drafts: Iterable[Draft]) -> list[Draft]:
    """Few statements before many, choices before layouts."""
    return sorted(drafts, key=lambda draft: (draft.statements, draft.layouts, draft.key))


def sized(drafts: Iterable[Draft]) -> list[tuple[int, Rung]]:
    """The rungs of drafts, those that grow by size, each with the number of its statements: few before many."""
    every = [(size or draft.statements, draft.layouts, (draft.key, size)) for draft in drafts
             for size in draft.rule.sizes]  # fmt: skip
    return [(statements, rung) for statements, _, rung in sorted(every)]


def bootstrap(
    puzzles: Iterable[Puzzle], *, rounds: int = ROUNDS, a_round: int = A_ROUND, seed: str = "", by: Scale | None = None,
    progress: Callable[[str], None] = lambda told: None,
) -> Mined:  # fmt: skip
    """Mine one half of the puzzles, which are of one genre, in rounds, and solve the other half after each."""
    mined, others = halves(puzzles, seed)
    if not mined or not others:
        raise GridwrightError(f"expected puzzles in both halves, found {len(mined)} and {len(others)}: give more")
    genre, by = mined[0].genre, by or scale("standard")
    singles = tuple(ladder_for(by, mined[0], Origin.SINGLES))
    taken: list[Draft] = []
    refused: dict[str, str] = {}
    found: list[Round] = []
    new: tuple[Draft, ...] = ()
    for number in range(rounds + 1):
        taken = in_order((*taken, *new))
        stuck = [state for puzzle in mined if (state := end(puzzle, singles, taken)) is not None]
        trained = 1 - len(stuck) / len(mined)
        solved = share(others, singles, taken)
        found.append(Round(new, trained, solved))
        progress(f"round {number}: {len(taken)} drafts solve {solved:.1%} of the other half")
        if number == rounds or not stuck:
            break
        new = best(stuck, taken, refused, a_round, progress)
        if not new:
            break
    by_hand, by_patterns = (share_of_scale(others, by, origin) for origin in (Origin.CATALOGUE, Origin.PATTERNS))
    return Mined(genre, singles, tuple(found), by_hand, by_patterns, (len(mined), len(others)), refused)


def best(
    stuck: Sequence[State], taken: Sequence[Draft], refused: dict[str, str], most: int,
    progress: Callable[[str], None] = lambda told: None,
) -> tuple[Draft, ...]:  # fmt: skip
    """The drafts that give most of these positions a step, by number of statements squared; each counts once.

    What is refused goes to `refused` with its reason, and the next best is looked at.
    """
    for size in SIZES:
        chosen = _cover(len(stuck), mine(stuck, {draft.key for draft in taken}, size), refused, most, progress)
        if chosen:
            return chosen
    return ()


def _cover(
    positions: int, examples: dict[str, dict[int, DraftExample]], refused: dict[str, str], most: int,
    progress: Callable[[str], None],
) -> tuple[Draft, ...]:  # fmt: skip
    drafts = {key: next(iter(at.values())).draft for key, at in examples.items()}
    left, chosen = set(range(positions)), list[Draft]()
    while left and len(chosen) < most:
        worth = {
            key: len(left & at.keys()) / drafts[key].statements ** 2
            for key, at in examples.items()
            if left & at.keys() and key not in refused
        }
        if not worth:
            break
        key = min(worth, key=lambda key: (-worth[key], drafts[key].statements, key))
        at = examples.pop(key)
        reason = refusal(drafts[key].rule, list(at.values())[:EXAMPLES])
        if reason is not None:
            refused[key] = reason
            progress(f"{key} is refused: {reason}")
            continue
        chosen.append(drafts[key])
        left -= at.keys()
    return tuple(chosen)


def mine(stuck: Sequence[State], known: set[str], size: int) -> dict[str, dict[int, DraftExample]]:
    """For each draft that is not known, by its key, the positions that have it, with an example each."""
    found: dict[str, dict[int, DraftExample]] = defaultdict(dict)
    for number, state in enumerate(stuck):
        try:
            mined = exclusions(state, size, limits=Limits(nodes=NODES))
        except Stopped:
            continue
        for exclusion in mined:
            try:
                example = drafted(state, exclusion)
            except NoForm:
                continue
            if example.draft.key not in known:
                found[example.draft.key].setdefault(number, example)
    return dict(found)


def end(puzzle: Puzzle, singles: Sequence[Rung], drafts: Sequence[Draft]) -> State | None:
    """Where singles and drafts end; None where they solve the puzzle. Drafts too costly on its board are left out."""
    known = Catalogue.standard().with_techniques(*(draft.rule for draft in drafts))
    rungs = [rung for _, rung in sized(drafts) if is_affordable(known[rung[0]], rung[1], puzzle)]
    ladder = [*singles, *rungs]
    trace = deduce(puzzle, ladder, catalogue=known, limits=PUZZLE)
    return None if trace.outcome is Outcome.SOLVED else trace.end


def share(puzzles: Sequence[Puzzle], singles: Sequence[Rung], drafts: Sequence[Draft]) -> float:
    """The share of the puzzles that singles and drafts solve."""
    return sum(end(puzzle, singles, drafts) is None for puzzle in puzzles) / len(puzzles)


def share_of_scale(puzzles: Sequence[Puzzle], by: Scale, origin: Origin) -> float:
    """The share that the techniques of a scale solve without suppositions and without leaning on uniqueness."""
    traces = (deduce(each, ladder_for(by, each, origin), catalogue=by.catalogue, limits=PUZZLE) for each in puzzles)
    return sum(trace.outcome is Outcome.SOLVED for trace in traces) / len(puzzles)
