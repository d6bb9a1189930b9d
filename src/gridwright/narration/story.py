"""The story of a trace: paragraphs, each telling one step or several.

    for paragraph in story(trace, "teacher").paragraphs: print(paragraph.steps, paragraph.text)

The trace stays as it is; only what is said of it changes. Each step is told once, in one of these ways:

    a cell that is left with one value      is placed in the same breath, wherever its placement comes in the trace
    steps of a technique in a row           become one sentence where the voice has one for several of them (`several`);
                                            signs become chains
                                            or the first is told, and of the others no more than differs (`likewise`)
    a sentence that would only repeat       says so: "Likewise, …"
    the one before it with other cells
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from pathlib import Path

from ..arguments import has_keywords
from ..evidence.things import OneGroup
from ..model import Sort, State
from ..model.step import Step, Trace
from ..rules.evaluate import TermValue
from ..rules.position import apply
from ..techniques import Catalogue
from .narrator import Narrator
from .phrase import FOLLOWS, Plural, Term, phrase, slots
from .telling import capital, sentence
from .voice import Voice

MOST_ALIKE = 4
"""So many steps are told by "likewise" before one is told in full again."""
MOST_MERGED = 10
"""So many where no more is said of them than what follows."""
MOST_CHAINED = 12
"""So many steps of signs stand in one sentence."""
CHAINS = "chains"
"""The form of groups of two cells in order, in a sentence for several steps: r1c1 > r1c2 > r2c2."""


@dataclass(frozen=True)
class Paragraph:
    """What is said of some steps of a trace, which are counted from 0. Every step is told in one paragraph."""

    steps: tuple[int, ...]
    text: str

    def __str__(self) -> str:
        return f"{self.numbers}. {self.text}"

    @property
    def numbers(self) -> str:
        """Its steps as they are printed, from 1.

        >>> Paragraph((0, 1, 2, 5), "").numbers
        '1-3, 6'
        """
        runs = [[step for _, step in run] for _, run in groupby(enumerate(self.steps), key=lambda at: at[1] - at[0])]
        return ", ".join(f"{run[0] + 1}-{run[-1] + 1}" if len(run) > 1 else f"{run[0] + 1}" for run in runs)


@dataclass(frozen=True)
class Story:
    """A whole trace told: what puzzle it is, its steps, and how it ends."""

    opening: str
    paragraphs: tuple[Paragraph, ...]
    closing: str

    def __str__(self) -> str:
        return "\n".join([self.opening, *map(str, self.paragraphs), self.closing]) + "\n"


def story(
    trace: Trace, voice: str | Path | Voice = "teacher", cells: str = "rc", catalogue: Catalogue | None = None
) -> Story:
    """A trace told in a voice. `cells` is "rc" (r3c5) or "chess" (e7); `catalogue` is whose sentences are used."""
    return story_of(Narrator(trace.start, voice, cells, catalogue), trace)


def story_of(narrator: Narrator, trace: Trace) -> Story:
    """A trace told by a narrator."""
    told = paragraphs(narrator, (*trace.positions(), trace.end), trace.steps)
    return Story(narrator.opening(), tuple(told), narrator.closing(trace))


@has_keywords
def tell(
    trace: Trace, voice: str | Path | Voice = "teacher", cells: str = "rc", catalogue: Catalogue | None = None
) -> str:
    """The whole story as text: an opening, the steps with their numbers, and how it ends."""
    return str(story(trace, voice, cells, catalogue))


def paragraphs(narrator: Narrator, states: Sequence[State], steps: Sequence[Step]) -> list[Paragraph]:
    """Steps, told; `states` are the one before the first step and the one after each."""
    return _Paragraphs(narrator).of(states, steps)


@dataclass(frozen=True)
class _Unit:
    """A step as it is told: on the state before it, with placements among its conclusions that it makes plain."""

    steps: tuple[int, ...]
    state: State
    step: Step


class _Paragraphs:
    """Tells steps in the words of one narrator, and keeps count of whose turn it is among a technique's phrases."""

    def __init__(self, narrator: Narrator) -> None:
        self.narrator, self.voice = narrator, narrator.voice
        self.turns: dict[str, int] = {}

    def of(self, states: Sequence[State], steps: Sequence[Step]) -> list[Paragraph]:
        """The paragraphs of some steps."""
        told: list[Paragraph] = []
        for _, run in groupby(self.units(states, steps), key=lambda unit: (unit.step.key, unit.step.technique)):
            for paragraph in self.run(list(run)):
                if told and self.repeats(told[-1].text, paragraph.text):
                    before = told.pop()
                    text = self.again("repeated", paragraph.text)
                    both = sorted((*before.steps, *paragraph.steps))
                    paragraph = Paragraph(tuple(both), f"{before.text} {text}")
                told.append(paragraph)
        return told

    def units(self, states: Sequence[State], steps: Sequence[Step]) -> Iterator[_Unit]:
        """Steps, each with the placements of cells that it leaves with one value."""
        placing = {cell: number for number, step in enumerate(steps) if (cell := _placed(step)) is not None}
        told: set[int] = set()
        for number, (step, (before, state)) in enumerate(zip(steps, pairwise(states), strict=True)):
            if number in told:
                continue
            changed = {each.variable for each in step.conclusions if not each.true and self.says_what_follows(step)}
            settled = [x for x in changed if state.masks[x].bit_count() == 1 and placing.get(x, -1) > number]
            later = sorted(placing[x] for x in settled)
            told.update(later)
            lead = self.narrator.as_seen(before, step)
            placed = (each for i in later for each in steps[i].conclusions)
            yield _Unit((number, *later), before, replace(lead, conclusions=(*lead.conclusions, *placed)))

    def says_what_follows(self, step: Step) -> bool:
        """Is what follows a clause of its own in whatever is said of a step?"""
        texts = self.voice.techniques.get(step.technique) or self.voice.techniques.get(step.key) or ()
        return all(FOLLOWS & slots(phrase(text)) for text in texts)

    def chains(self, step: Step) -> bool:
        """Does the sentence for several such steps speak of chains?"""
        pieces = phrase(self.voice.several[step.key])
        return any(isinstance(piece, Term) and piece.form == CHAINS for piece in pieces)

    # Runs of one technique

    def run(self, units: Sequence[_Unit]) -> Iterator[Paragraph]:
        """Steps of one technique, one after the other."""
        key = units[0].step.key
        if len(units) > 1 and key in self.voice.several:
            yield self.several(units)
            return
        table = self.voice.likewise if "likewise" in self.voice.words else {}
        clause = table.get(units[0].step.technique) or table.get(key)
        while units:
            most = 0 if clause is None else MOST_ALIKE if _speaks(clause) else MOST_MERGED
            count = 1 + most
            yield self.alike(units[:count], clause)
            units = units[count:]

    def alike(self, units: Sequence[_Unit], clause: str | None) -> Paragraph:
        """The first in full, of the others what differs."""
        first, *others = units
        texts = [self.full(first)]
        if others and clause is not None:
            texts.append(self.likewise(others, clause))
        return Paragraph(_numbers(units), " ".join(texts))

    def full(self, unit: _Unit) -> str:
        """A step in a sentence of its own; the phrases of a technique take turns."""
        turn = self.turns.get(unit.step.key, 0)
        self.turns[unit.step.key] = turn + 1
        return self.narrator.step(unit.state, unit.step, turn)

    def likewise(self, units: Sequence[_Unit], clause: str) -> str:
        """What differs from the step before, for each; as one where that is no more than what follows."""
        if not _speaks(clause):
            return self.again("likewise", self.merged(units))
        follows = bool(FOLLOWS & slots(phrase(clause)))
        clauses = []
        for unit in units:
            text = self.narrator.clause(unit.state, unit.step, clause)
            if text is not None and len(unit.steps) > 1 and not follows:
                placed = [each for each in unit.step.conclusions if each.true]
                text = self.narrator.words.clauses([text, self.narrator.telling(unit.state).conclusions(placed)])
            clauses.append(text if text is not None else self.full(unit).rstrip("."))
        return self.again("likewise", self.narrator.words.clauses(clauses))

    def merged(self, units: Sequence[_Unit]) -> str:
        """What follows from several steps, together."""
        conclusions = [each for unit in units for each in unit.step.conclusions]
        return self.narrator.telling(units[0].state).conclusions(conclusions)

    def again(self, key: str, text: str) -> str:
        """A sentence that says that it is as before: clauses (`likewise`) or a whole sentence (`repeated`)."""
        lower = text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text
        telling = self.narrator.telling(State.of(self.narrator.puzzle))
        return sentence(telling.say(self.voice.word(key), {"then": lower, "result": capital(text)}))

    def repeats(self, before: str, text: str) -> bool:
        """Would a sentence differ from the last one before it in nothing but cells?"""
        if "repeated" not in self.voice.words:
            return False
        last, this = (self.narrator.words.masked(each).lower() for each in (before, text))
        return last.endswith(this)

    # Several steps as one sentence

    def several(self, units: Sequence[_Unit]) -> Paragraph:
        """Several steps in a sentence that the voice has for them; where it speaks of chains, in a few."""
        texts: list[str] = []
        for part, state in self.chained(units) if self.chains(units[0].step) else [(units, units[0].state)]:
            text = self.full(replace(part[0], state=state)) if len(part) == 1 else self.together(part, state)
            texts.append(self.again("repeated", text) if texts and self.repeats(texts[-1], text) else text)
        return Paragraph(_numbers(units), " ".join(texts))

    def together(self, units: Sequence[_Unit], state: State) -> str:
        """One sentence about steps of a technique."""
        conclusions = [each for unit in units for each in unit.step.conclusions]
        groups = {_group(unit.step) for unit in units}
        names = {
            "P": TermValue(Sort.CELLS, frozenset(each.variable for each in conclusions)),
            "G": TermValue(Sort.GROUPS, frozenset(g for g in groups if g is not None)),
        }
        step = replace(units[0].step, conclusions=tuple(conclusions))
        telling, pieces = self.narrator.telling(state), phrase(self.voice.several[step.key])
        return sentence(telling.with_names(names).say(pieces, self.narrator.texts(telling, step), first=True))

    def chained(self, units: Sequence[_Unit]) -> Iterator[tuple[list[_Unit], State]]:
        """Units whose groups hang together, a few at a time and in their order, with the state before them.

        What does not hang together does not rest on each other, as long as nothing is placed between.
        """
        groups = self.narrator.structure.groups
        for _, run in groupby(enumerate(units), key=lambda at: at[1].steps[0] - at[0]):
            parts: list[tuple[set[int], list[_Unit]]] = []
            for _, unit in run:
                at = _group(unit.step)
                cells = set(groups[at].members) if at is not None else {each.variable for each in unit.step.conclusions}
                touching = [part for part in parts if part[0] & cells]
                merged = cells.union(*(part[0] for part in touching))
                parts = [part for part in parts if part not in touching]
                parts.append((merged, [*(unit for part in touching for unit in part[1]), unit]))
            alone = [part[0] for _, part in parts if len(part) == 1]
            slices = _slices([*(part for _, part in parts if len(part) > 1), alone])
            state = slices[0][0].state
            for part in slices:
                yield part, state
                excluded = (each for unit in part for each in unit.step.conclusions if not each.true)
                state = apply(state, excluded)


def _slices(parts: Iterable[Sequence[_Unit]]) -> list[list[_Unit]]:
    """Parts in the order of their first steps, each a few units at a time."""
    slices = []
    for part in parts:
        ordered = sorted(part, key=_first)
        slices += [ordered[i : i + MOST_CHAINED] for i in range(0, len(ordered), MOST_CHAINED)]
    return sorted(slices, key=lambda part: _first(part[0]))


def _first(unit: _Unit) -> int:
    return unit.steps[0]


def _numbers(units: Iterable[_Unit]) -> tuple[int, ...]:
    """The steps that units tell."""
    return tuple(sorted(number for unit in units for number in unit.steps))


def _speaks(clause: str) -> bool:
    """Does a phrase say more than what follows?"""
    return any(isinstance(piece, Term | Plural) for piece in phrase(clause))


def _placed(step: Step) -> int | None:
    """The cell that a step places and nothing else."""
    return step.conclusions[0].variable if len(step.conclusions) == 1 and step.conclusions[0].true else None


def _group(step: Step) -> int | None:
    """The group that a step is about, if it is about one."""
    shape = step.witness.get("g")
    return shape.number if isinstance(shape, OneGroup) else None
