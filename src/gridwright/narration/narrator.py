"""A trace told in sentences: what was seen, why it matters, what follows.

The evidence of a step (its witness) and the state before it are all that is read. The sentence is the voice's own for
that technique, else the technique's `because`; a step whose technique nobody knows is told from the groups it used.
How several steps become one sentence is `story`'s business.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from ..evidence.things import OneGroup
from ..model import Sort, State
from ..model.step import Conclusion, Outcome, Step, Trace
from ..rules.evaluate import TermValue, Undefined
from ..rules.position import Position
from ..rules.tree import Technique
from ..techniques import Catalogue, contradiction, unnamed
from . import proofs
from .phrase import FOLLOWS, Phrase, own, phrase
from .telling import HIDDEN, UNKNOWN, Telling, result, sentence
from .voice import Voice, voice
from .words import Words

MOST_LEFT = 4
"""So many open cells or groups are named when a trace is stuck,"""
LOOSEST = 3
"""cells with at most so many candidates, groups with fewer places than this to spare."""

MOST_PLACES = 3
"""So many groups or cells are named as the place to look at."""

SINGLE, SEEN_FIRST = "hidden-single", ("box", "region")
"""Where a value has one place left in several groups at once, people see it in a box before they see it in a line."""


def sentences(
    trace: Trace, voice: str | Path | Voice = "teacher", cells: str = "rc", catalogue: Catalogue | None = None
) -> list[str]:
    """A text for each step. `cells` is "rc" (r3c5) or "chess" (e7); `catalogue` is whose sentences are used."""
    return Narrator(trace.start, voice, cells, catalogue).steps(trace)


def step_text(
    state: State,
    step: Step,
    voice: str | Path | Voice = "teacher",
    cells: str = "rc",
    catalogue: Catalogue | None = None,
    turn: int = 0,
) -> str:
    """One step, seen from the state before it. `turn` chooses among the voice's phrases for the technique."""
    return Narrator(state, voice, cells, catalogue).step(state, step, turn)


class Narrator:
    """Tells the steps of one puzzle in one voice."""

    def __init__(
        self, state: State, name: str | Path | Voice, cells: str = "rc", catalogue: Catalogue | None = None
    ) -> None:
        self.puzzle = state.puzzle
        self.structure = state.structure
        self.words = Words(voice(name), state.puzzle, cells)
        self.voice = self.words.voice
        self.catalogue = catalogue or Catalogue.standard()

    def telling(self, state: State, step: Step | None = None, technique: Technique = UNKNOWN) -> Telling:
        """What phrases about a step on a state may name."""
        return Telling(self.words, technique, step, state)

    # Steps

    def steps(self, trace: Trace) -> list[str]:
        """A text for each step; the phrases of a technique take turns."""
        told: list[str] = []
        turns: Counter[str] = Counter()
        for state, step in zip(trace.positions(), trace.steps, strict=True):
            told.append(self.step(state, step, turns[step.key]))
            turns[step.key] += 1
        return told

    def step(self, state: State, step: Step, turn: int = 0, *, hides: bool = False) -> str:
        """One step; where it `hides`, all but what follows."""
        if step.key == unnamed.TECHNIQUE.key:
            return proofs.unnamed(self, state, step, hides)
        if step.inside or step.key == contradiction.TECHNIQUE.key:
            return proofs.refutation(self, state, step, hides)
        telling = self.telling(state, step, self.technique(step))
        texts = self.texts(telling, step, hides)
        telling = telling.hiding(step.conclusions) if hides else telling
        for pieces in self.phrases(step, turn):
            try:
                return sentence(telling.say(pieces, texts, first=True))
            except Undefined:  # the witness has no such name, or the term no value: say it differently
                continue
        used = {"G": TermValue(Sort.GROUPS, frozenset(self.groups_of(step)))}
        return sentence(telling.with_names(used).say(self.voice.word("unnamed"), texts))

    def texts(self, telling: Telling, step: Step, hides: bool = False) -> dict[str, str]:
        """What the slots of a phrase about a step say."""
        follows = dict.fromkeys(FOLLOWS, HIDDEN) if hides else telling.follows(step.conclusions)
        return {**follows, "name": self.voice.name(step.technique, step.key)}

    def technique(self, step: Step) -> Technique:
        """The statement of a step's technique."""
        return self.catalogue[step.key].statement if step.key in self.catalogue else UNKNOWN

    def phrases(self, step: Step, turn: int) -> Iterable[Phrase]:
        """What can be said of a step, the best first: the voice's own phrase, then the technique's."""
        spoken = self.voice.sentence(step, turn)
        if spoken is not None:
            yield spoken
        technique = self.technique(step)
        if technique.sentence:
            yield (*self.voice.word("own_before"), *own(technique.sentence), *self.voice.word("own_after"))

    def clause(self, state: State, step: Step, text: str) -> str | None:
        """A short phrase about a step, or None where its evidence has no such names."""
        telling = self.telling(state, step, self.technique(step))
        try:
            return telling.say(phrase(text), self.texts(telling, step))
        except Undefined:
            return None

    def as_seen(self, state: State, step: Step) -> Step:
        """A step as people see it: a value that has one place left in a box is found there, not in the row."""
        if step.key != SINGLE:
            return step
        [placed] = step.conclusions
        cell, value = placed.variable, placed.value
        for g, group in enumerate(self.structure.groups):
            if group.kind not in SEEN_FIRST or cell not in group.members or value not in self.structure.once[g]:
                continue
            if not any(state.masks[x] >> value & 1 for x in group.members if x != cell):
                used = [i for i, choice in enumerate(self.structure.choices) if choice.group == group]
                place = tuple(i for i in used if value in self.values_of(i))
                return replace(step, witness={**step.witness, "g": OneGroup(g)}, choices=place)
        return step

    def values_of(self, choice: int) -> set[int]:
        """The values that a choice is about."""
        return {self.structure.pair(candidate)[1] for candidate in self.structure.choices[choice].candidates}

    def groups_of(self, step: Step) -> Iterable[int]:
        """The groups whose choices, counts, sums … a step used."""
        structure = self.structure
        used = {structure.choices[i].group for i in step.choices} | {
            structure.relations[i].group for i in step.relations
        }
        return (g for g, group in enumerate(self.structure.groups) if group in used)

    # The story around the steps

    def opening(self) -> str:
        """What kind of puzzle it is, and what is printed in it."""
        givens = len(self.puzzle.givens)
        telling = self.telling(State.of(self.puzzle)).with_names(
            {
                "M": TermValue(Sort.NUMBER, self.puzzle.grid.rows),
                "L": TermValue(Sort.NUMBER, self.puzzle.grid.columns),
                "N": TermValue(Sort.NUMBER, givens),
            }
        )
        texts = {"title": self.voice.title(self.puzzle.genre), "parts": self.parts()}
        clued = any(self.puzzle.clue(kind.key) for kind in self.puzzle.genre.clues if kind.form == "numbers")
        key = "opening" if givens else "opening_clued" if clued else "opening_bare"
        return sentence(telling.say(self.voice.word(key), texts))

    def parts(self) -> str:
        """What is printed besides givens, as ", 29 cages"."""
        kinds = [group.kind for group in self.structure.groups]
        listed = (kind for kind in self.voice.words.get("opening_kinds", "").split() if kind in kinds)
        return "".join(self.voice.words["comma"] + self.words.counted(kind, kinds.count(kind)) for kind in listed)

    def closing(self, trace: Trace) -> str:
        """How it ends; where it is stuck, what is left."""
        if trace.outcome is Outcome.SOLVED:
            return self.line("solved", N=len(trace.steps))
        if trace.outcome is Outcome.CONTRADICTION:
            telling = self.telling(trace.end)
            return sentence(telling.say(self.voice.word("contradiction"), {"why": proofs.broken(self, trace.end)}))
        position = Position(trace.end)
        ending = "stuck" if trace.outcome is Outcome.STUCK else "stopped"
        text = self.line(ending, N=len(position.open))
        if trace.outcome is Outcome.STUCK:
            text = f"{text} {self.left(position)}".rstrip()
        if trace.undecided:
            text = f"{text} {self.undecided(trace)}"
        return f"{text} {self.several(trace)}" if trace.solutions else text

    def several(self, trace: Trace) -> str:
        """That there is more than one solution, where two of them differ, and the two."""
        first, second = trace.solutions
        differ = [x for x, (one, other) in enumerate(zip(first, second, strict=True)) if one != other]
        telling = self.telling(trace.start)
        clauses = [telling.clause("left", {x}, {first[x], second[x]}) for x in differ[:MOST_LEFT]]
        names = {"N": TermValue(Sort.NUMBER, len(differ))}
        text = telling.with_names(names).say(self.voice.word("several"), result(self.words.clauses(clauses)))
        return "\n".join([sentence(text), *map(self.puzzle.board_text, trace.solutions)])

    def undecided(self, trace: Trace) -> str:
        """The techniques that ran out of fuel: they might have gone on."""
        names = self.words.join([self.voice.name(technique) for technique in trace.undecided])
        telling = self.telling(trace.end)
        return sentence(telling.say(self.voice.word("undecided"), {"name": names}))

    def left(self, position: Position) -> str:
        """Where least is left to decide, or nothing where nothing stands out."""
        telling = self.telling(position.state)
        if self.structure.loud == frozenset(range(self.structure.values)):
            clauses = [telling.clause("left", cells, values) for values, cells in tightest_cells(position)]
        else:
            clauses = [
                telling.with_names(
                    {
                        "G": TermValue(Sort.GROUPS, frozenset(groups)),
                        "v": TermValue(Sort.VALUE, value),
                        "n": TermValue(Sort.NUMBER, need),
                        "m": TermValue(Sort.NUMBER, places),
                    }
                ).say(self.voice.word("left_groups"), {})
                for (value, need, places), groups in tightest_groups(position)
            ]
        if not clauses:
            return ""
        return sentence(telling.say(self.voice.word("left_where"), result(self.words.clauses(clauses))))

    def line(self, key: str, **numbers: int) -> str:
        """One of the voice's phrases about the whole, with numbers."""
        names = {name: TermValue(Sort.NUMBER, number) for name, number in numbers.items()}
        telling = self.telling(State.of(self.puzzle)).with_names(names)
        return sentence(telling.say(self.voice.word(key), {"title": self.voice.title(self.puzzle.genre)}))

    # One fact, one hint

    def why(self, trace: Trace, fact: Conclusion) -> str:
        """How many steps a fact takes that a trace leads to."""
        telling = self.telling(trace.start)
        names = {"N": TermValue(Sort.NUMBER, len(trace.steps))}
        texts = result(telling.clause("placed" if fact.true else "dropped", {fact.variable}, {fact.value}))
        key = "why_rests" if trace.steps else "why_start"
        return sentence(telling.with_names(names).say(self.voice.word(key), texts))

    def where(self, step: Step) -> str:
        """Where the evidence of a step lies: the groups whose choices and counts were used, or else the cells."""
        groups = list(self.groups_of(step))[:MOST_PLACES]
        if groups:
            return self.place("where_groups", "G", Sort.GROUPS, groups)
        cells = [i for i in step.choices if i < self.structure.size] or [each.variable for each in step.conclusions]
        return self.place("where_cells", "P", Sort.CELLS, cells[:MOST_PLACES])

    def what(self, step: Step) -> str:
        """What to look for: a technique by its name."""
        telling = self.telling(State.of(self.puzzle))
        texts = {"name": self.voice.name(step.technique, step.key)}
        return sentence(telling.say(phrase(self.voice.words.get("hint_what", "{name}")), texts))

    def wrong(self, variables: Iterable[int]) -> str:
        """That these cells are wrong."""
        return self.place("hint_wrong_where", "P", Sort.CELLS, variables)

    def place(self, key: str, name: str, sort: Sort, places: Iterable[int]) -> str:
        """A phrase about some places."""
        telling = self.telling(State.of(self.puzzle))
        return sentence(telling.with_names({name: TermValue(sort, frozenset(places))}).say(self.voice.word(key), {}))


def tightest_cells(position: Position) -> list[tuple[frozenset[int], list[int]]]:
    """The open cells with the fewest candidates, together where they have the same ones."""
    tight = [x for x in sorted(position.open) if len(position.cand(x)) <= LOOSEST]
    found: dict[frozenset[int], list[int]] = {}
    for cell in sorted(tight, key=lambda x: len(position.cand(x)))[:MOST_LEFT]:
        found.setdefault(position.cand(cell), []).append(cell)
    return list(found.items())


def tightest_groups(position: Position) -> list[tuple[tuple[int, int, int], list[int]]]:
    """Groups with hardly more places for a value than they need: (value, need, places) and those that share them."""
    found: dict[tuple[int, int, int], list[int]] = {}
    for value in sorted(position.structure.loud):
        for group in range(len(position.structure.groups)):
            need, places = position.need(value, group) or 0, len(position.places(value, group) or ())
            if need > 0 and places - need < LOOSEST:
                found.setdefault((value, need, places), []).append(group)
    return sorted(found.items(), key=lambda each: each[0][2] - each[0][1])[:1]
