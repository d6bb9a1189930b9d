"""A trace told in sentences: what was seen, why it matters, what follows.

The evidence of a step (its witness) and the state before it are all that is read. The sentence is the voice's own for
that technique, else the technique's `because`; a step whose technique nobody knows is told from the groups it used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from itertools import groupby, pairwise
from pathlib import Path

from ..arguments import has_keywords
from ..model import Count, Group, Sort, State, View
from ..model.step import Conclusion, Outcome, Step, Trace
from ..rules.evaluate import FUEL, Environment, Evaluator, Thing, Undefined, thing
from ..rules.position import Position, apply
from ..rules.tree import Name, Technique
from ..techniques import Catalogue, contradiction, unnamed
from .phrase import Phrase, Plural, Slot, Term, own, phrase
from .voice import Voice, voice
from .words import Words

MOST_LEFT = 4
"""So many open cells or groups are named when a trace is stuck,"""
LOOSEST = 3
"""cells with at most so many candidates, groups with fewer places than this to spare."""

MOST_PLACES = 3
"""So many groups or cells are named as the place to look at."""
MOST_LINES = 4
"""So many lines of a proof stand in one sentence."""

UNKNOWN = Technique("unknown", (), (), None, (), (), "", "")


def sentences(
    trace: Trace, voice: str | Path | Voice = "teacher", cells: str = "rc", catalogue: Catalogue | None = None
) -> list[str]:
    """A text for each step. `cells` is "rc" (r3c5) or "chess" (e7); `catalogue` is whose sentences are used."""
    return Narrator(trace.start, voice, cells, catalogue).steps(trace.start, trace.steps)


@has_keywords
def tell(
    trace: Trace, voice: str | Path | Voice = "teacher", cells: str = "rc", catalogue: Catalogue | None = None
) -> str:
    """The whole story: an opening, the steps with their numbers, and how it ends."""
    narrator = Narrator(trace.start, voice, cells, catalogue)
    told = narrator.steps(trace.start, trace.steps)
    lines, number = [narrator.opening()], 0
    for key, run in groupby(trace.steps, key=lambda step: step.key):
        steps = list(run)
        texts = told[number : number + len(steps)]
        if len(steps) > 1 and key in narrator.voice.several:
            lines.append(f"{number + 1}-{number + len(steps)}. {narrator.together(key, steps)}")
        else:
            lines += (f"{i}. {text}" for i, text in enumerate(texts, start=number + 1))
        number += len(steps)
    return "\n".join([*lines, narrator.closing(trace)]) + "\n"


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

    # Steps

    def steps(self, state: State, steps: Iterable[Step]) -> list[str]:
        """A text for each step; the phrases of a technique take turns."""
        told: list[str] = []
        turns: dict[str, int] = {}
        for step in steps:
            turn = turns.get(step.key, 0)
            told.append(self.step(state, step, turn))
            turns[step.key] = turn + 1
            state = apply(state, step.conclusions)
        return told

    def step(self, state: State, step: Step, turn: int = 0) -> str:
        """One step."""
        if step.key == unnamed.TECHNIQUE.key:
            return self.unnamed(state, step)
        if step.inside or step.key == contradiction.TECHNIQUE.key:
            return self.refutation(state, step)
        technique = self.catalogue[step.key].statement if step.key in self.catalogue else UNKNOWN
        telling = Telling(self.words, technique, step, state)
        texts = {
            **result(self.conclusions(telling, step.conclusions)),
            "name": self.voice.name(step.technique, step.key),
        }
        for pieces in self.phrases(technique, step, turn):
            try:
                return sentence(telling.say(pieces, texts, first=True))
            except Undefined:  # the witness has no such name, or the term no value: say it differently
                continue
        used = {"G": Thing(Sort.GROUPS, frozenset(self.groups_of(step)))}
        return sentence(telling.with_names(used).say(self.voice.word("unnamed"), texts))

    def together(self, key: str, steps: Sequence[Step]) -> str:
        """Several steps of a technique in one sentence."""
        conclusions = [each for step in steps for each in step.conclusions]
        telling = Telling(self.words, UNKNOWN, None, State.of(self.puzzle))
        names = {"P": Thing(Sort.CELLS, frozenset(each.variable for each in conclusions))}
        texts = result(self.conclusions(telling, conclusions))
        return sentence(telling.with_names(names).say(phrase(self.voice.several[key]), texts, first=True))

    def phrases(self, technique: Technique, step: Step, turn: int) -> Iterable[Phrase]:
        """What can be said of a step, the best first: the voice's own phrase, then the technique's."""
        spoken = self.voice.sentence(step, turn)
        if spoken is not None:
            yield spoken
        if technique.sentence:
            yield (*self.voice.word("own_before"), *own(technique.sentence), *self.voice.word("own_after"))

    def refutation(self, state: State, step: Step) -> str:
        """A step that assumes the opposite of what it concludes, and follows that until it breaks."""
        telling = Telling(self.words, UNKNOWN, step, state)
        wrong = step.conclusions[0]
        supposed = "suppose_not" if wrong.true else "suppose"
        opening = sentence(self.clause(telling, supposed, {wrong.variable}, {wrong.value}))
        state = apply(state, [Conclusion(wrong.variable, wrong.value, not wrong.true)])
        inner = self.steps(state, step.inside)
        for each in step.inside:
            state = apply(state, each.conclusions)
        texts = {**result(self.conclusions(telling, step.conclusions)), "why": self.broken(state)}
        return " ".join([opening, *inner, sentence(telling.say(self.voice.word("absurd"), texts))])

    def broken(self, state: State) -> str:
        """What is plainly impossible in a state, as a clause."""
        telling, position = Telling(self.words, UNKNOWN, None, state), Position(state)
        empty = [x for x, mask in enumerate(state.masks) if not mask]
        if empty:
            return telling.with_names({"p": Thing(Sort.CELL, empty[0])}).say(self.voice.word("broken_cell"), {})
        for (value, group), wanted in sorted(self.structure.exact.items()):
            names = {"v": Thing(Sort.VALUE, value), "g": Thing(Sort.GROUP, group)}
            if sum(position.has(x, value) for x in self.structure.members[group]) < wanted:
                return telling.with_names(names).say(self.voice.word("broken_group"), {})
            if len(position.held(value, group)) > wanted:
                return telling.with_names(names).say(self.voice.word("broken_full"), {})
        for looker in position.broken_among(self.structure.sights):
            return self.miscounts(state, looker)
        for group in position.broken_among(self.structure.fillings):
            return telling.with_names({"g": Thing(Sort.GROUP, group)}).say(self.voice.word("broken_filling"), {})
        return telling.say(self.voice.word("broken"), {})

    def miscounts(self, state: State, looker: int) -> str:
        """What is wrong with an arrow that sees too much, or cannot see enough."""
        view, own = self.structure.relations[self.structure.sights[looker]], state.candidates(looker)
        assert isinstance(view, View)
        seen, most = view.in_sight([state.masks[x] for x in view.scope])
        key = "broken_many" if max(own) < len(seen) else "broken_few" if min(own) > most else "broken_none"
        names = {
            "p": Thing(Sort.CELL, looker), "S": Thing(Sort.VALUES, seen), "n": Thing(Sort.NUMBER, most)
        }  # fmt: skip
        telling = Telling(self.words, UNKNOWN, None, state)
        return telling.with_names(names).say(self.voice.word(key), {})

    # Proofs without a name

    def unnamed(self, state: State, step: Step) -> str:
        """An assumption, what the rulebook says to it line by line, and the statement that cannot hold in the end."""
        telling = Telling(self.words, UNKNOWN, step, state)
        wrong = step.conclusions[0]
        suppose = self.clause(telling, "suppose_not" if wrong.true else "suppose", {wrong.variable}, {wrong.value})
        opposite = Conclusion(wrong.variable, wrong.value, not wrong.true)
        state, lines = apply(state, [self.silenced(state, opposite)]), []
        for line in step.inside[:-1]:
            lines.append(self.statement("line", state, line))
            state = apply(state, line.conclusions)
        texts = {
            **result(self.conclusions(telling, step.conclusions)),
            "suppose": suppose,
            "why": self.statement("broken", state, step.inside[-1]),
            "lines": self.lines(lines),
        }
        return sentence(telling.say(self.voice.word("unnamed_lines" if lines else "unnamed_line"), texts))

    def silenced(self, state: State, assumed: Conclusion) -> Conclusion:
        """Where "not a star" leaves one value, that one is assumed."""
        others = [value for value in state.candidates(assumed.variable) if value != assumed.value]
        return assumed if assumed.true or len(others) != 1 else Conclusion(assumed.variable, others[0], True)

    def lines(self, lines: Sequence[str]) -> str:
        """Lines with "then" between, a few to a sentence."""
        word = self.voice.words
        parts = [lines[i : i + MOST_LINES] for i in range(0, len(lines), MOST_LINES)]
        return word["lines_stop"].join(word["lines_then"].join(part) for part in parts)

    def statement(self, role: str, state: State, line: Step) -> str:
        """One statement of the rulebook in use (`line`) or where it cannot hold (`broken`)."""
        structure = self.structure
        values: set[int] = set()
        if line.relations:
            relation = structure.relations[line.relations[0]]
            group: Group | None = relation.group
            if isinstance(relation, Count):
                values = {relation.value}
        else:
            choice = structure.choices[line.choices[0]]
            group, values = choice.group, {self.structure.pair(candidate)[1] for candidate in choice.candidates}
        if group is None:
            return self.used(f"{role}_cell", state, line, {"p": Thing(Sort.CELL, line.choices[0])})
        return self.of_group(role, state, line, group, values.pop() if len(values) == 1 else None)

    def of_group(self, role: str, state: State, line: Step, group: Group, value: int | None) -> str:
        """A statement about a value in a group, or else a constraint of any kind in its own sentence."""
        at = next((g for g, each in enumerate(self.structure.groups) if each == group), None)
        names = {} if at is None else {"g": Thing(Sort.GROUP, at)}
        if value is not None and at is not None and (value, at) in self.structure.exact:
            names["v"] = Thing(Sort.VALUE, value)
            places = sum(state.masks[x] >> value & 1 for x in self.structure.members[at])
            full = places > self.structure.exact[value, at] or (
                role == "line" and not any(c.true for c in line.conclusions)
            )
            return self.used(f"{role}_full" if full else f"{role}_group", state, line, names)
        for constraint in self.puzzle.constraints:
            if constraint.group == group:
                rule = constraint.sentence(self.words.domain)
                key = f"{role}_{constraint.kind}"
                return self.used(key if key in self.voice.words else f"{role}_own", state, line, names, rule)
        return self.used("broken", state, line, names)

    def used(self, key: str, state: State, line: Step, names: Environment, rule: str = "") -> str:
        """A phrase about a statement; P are the cells where something becomes true."""
        true = [each for each in line.conclusions if each.true]
        names = {**names, "P": Thing(Sort.CELLS, frozenset(each.variable for each in true))}
        if true:
            names.setdefault("v", Thing(Sort.VALUE, true[0].value))
        telling = Telling(self.words, UNKNOWN, None, state)
        own = self.words.value_phrase([each.value for each in true[:1]], key)
        texts = {**result(self.conclusions(telling, line.conclusions)), "rule": rule}
        return telling.with_names(names).say(own or self.voice.word(key), texts)

    def groups_of(self, step: Step) -> Iterable[int]:
        """The groups whose choices, counts, sums … a step used."""
        structure = self.structure
        used = {structure.choices[i].group for i in step.choices} | {
            structure.relations[i].group for i in step.relations
        }
        return (g for g, group in enumerate(self.structure.groups) if group in used)

    # Conclusions

    def conclusions(self, telling: Telling, conclusions: Iterable[Conclusion]) -> str:
        """What follows, as clauses: what is placed by value, what is excluded by cells or by values."""
        placed: dict[int, set[int]] = {}
        dropped: dict[int, set[int]] = {}
        for each in conclusions:
            if each.true:
                placed.setdefault(each.value, set()).add(each.variable)
            else:
                dropped.setdefault(each.variable, set()).add(each.value)
        clauses = [self.clause(telling, "placed", cells, {value}) for value, cells in sorted(placed.items())]
        for number, (cells, values) in enumerate(blocks(dropped)):
            key = "dropped" if len(values) == 1 else "dropped_many"
            if number and "dropped_more" in self.voice.words:
                key = "dropped_more"
            clauses.append(self.clause(telling, key, cells, values))
        return self.words.clauses(clauses)

    def clause(self, telling: Telling, key: str, cells: Iterable[int], values: Iterable[int]) -> str:
        """One clause: the value's own phrase where the voice has one ("r1c1 stays empty")."""
        names = {"P": Thing(Sort.CELLS, frozenset(cells)), "V": Thing(Sort.VALUES, frozenset(values))}
        own_phrase = self.words.value_phrase(values, key)
        return telling.with_names(names).say(own_phrase or self.voice.word(key), {})

    # The story around the steps

    def opening(self) -> str:
        """What kind of puzzle it is."""
        givens = len(self.puzzle.givens)
        return self.line("opening" if givens else "opening_bare", M=self.puzzle.grid.rows, N=givens)

    def closing(self, trace: Trace) -> str:
        """How it ends; where it is stuck, what is left."""
        if trace.outcome is Outcome.SOLVED:
            return self.line("solved", N=len(trace.steps))
        if trace.outcome is Outcome.CONTRADICTION:
            telling = Telling(self.words, UNKNOWN, None, trace.end)
            return sentence(telling.say(self.voice.word("contradiction"), {"why": self.broken(trace.end)}))
        position = Position(trace.end)
        ending = "stuck" if trace.outcome is Outcome.STUCK else "stopped"
        text = self.line(ending, N=len(position.open))
        if trace.outcome is Outcome.STUCK:
            text = f"{text} {self.left(position)}".rstrip()
        if trace.undecided:
            text = f"{text} {self.undecided(trace)}"
        return f"{text}\n{self.beyond(trace)}" if trace.unnamed is not None else text

    def beyond(self, trace: Trace) -> str:
        """What could come next where the techniques end."""
        found = trace.unnamed
        if found is None or found.step is None:
            return self.line("beyond_none")
        opening = self.line("beyond" if found.smallest else "beyond_some")
        return f"{opening} {self.step(trace.end, found.step)}"

    def undecided(self, trace: Trace) -> str:
        """The techniques that ran out of fuel: they might have gone on."""
        names = self.words.join([self.voice.name(technique) for technique in trace.undecided])
        telling = Telling(self.words, UNKNOWN, None, trace.end)
        return sentence(telling.say(self.voice.word("undecided"), {"name": names}))

    def left(self, position: Position) -> str:
        """Where least is left to decide, or nothing where nothing stands out."""
        telling = Telling(self.words, UNKNOWN, None, position.state)
        if self.structure.loud == frozenset(range(self.structure.values)):
            clauses = [self.clause(telling, "left", cells, values) for values, cells in tightest_cells(position)]
        else:
            clauses = [
                telling.with_names(
                    {
                        "G": Thing(Sort.GROUPS, frozenset(groups)),
                        "v": Thing(Sort.VALUE, value),
                        "n": Thing(Sort.NUMBER, need),
                        "m": Thing(Sort.NUMBER, places),
                    }
                ).say(self.voice.word("left_groups"), {})
                for (value, need, places), groups in tightest_groups(position)
            ]
        if not clauses:
            return ""
        return sentence(telling.say(self.voice.word("left_where"), result(self.words.clauses(clauses))))

    def line(self, key: str, **numbers: int) -> str:
        """One of the voice's phrases about the whole, with numbers."""
        names = {name: Thing(Sort.NUMBER, number) for name, number in numbers.items()}
        telling = Telling(self.words, UNKNOWN, None, State.of(self.puzzle)).with_names(names)
        return sentence(telling.say(self.voice.word(key), {"title": self.voice.title(self.puzzle.genre)}))

    # One fact, one hint

    def why(self, trace: Trace, fact: Conclusion) -> str:
        """How many steps a fact takes that a trace leads to."""
        telling = Telling(self.words, UNKNOWN, None, trace.start)
        names = {"N": Thing(Sort.NUMBER, len(trace.steps))}
        texts = result(self.conclusions(telling, [fact]))
        return sentence(
            telling.with_names(names).say(self.voice.word("why_rests" if trace.steps else "why_start"), texts)
        )

    def where(self, step: Step) -> str:
        """Where the evidence of a step lies: the groups whose choices and counts were used, or else the cells."""
        groups = list(self.groups_of(step))[:MOST_PLACES]
        if groups:
            return self.place("where_groups", "G", Sort.GROUPS, groups)
        cells = [i for i in step.choices if i < self.structure.size] or [each.variable for each in step.conclusions]
        return self.place("where_cells", "P", Sort.CELLS, cells[:MOST_PLACES])

    def wrong(self, variables: Iterable[int]) -> str:
        """That these cells are wrong."""
        return self.place("hint_wrong_where", "P", Sort.CELLS, variables)

    def place(self, key: str, name: str, sort: Sort, places: Iterable[int]) -> str:
        """A phrase about some places."""
        telling = Telling(self.words, UNKNOWN, None, State.of(self.puzzle))
        return sentence(telling.with_names({name: Thing(sort, frozenset(places))}).say(self.voice.word(key), {}))


class Telling:
    """The names that a phrase may use: a step's witness on the state before it."""

    def __init__(self, words: Words, technique: Technique, step: Step | None, state: State) -> None:
        self.words = words
        self.evaluator = Evaluator(technique, step.parameter if step else None, Position(state), FUEL)
        self.names: Environment = self.evaluator.parameters
        self.chains: dict[str, int | tuple[int, ...]] = {}
        if step is not None:
            changed = Thing(Sort.CELLS, frozenset(conclusion.variable for conclusion in step.conclusions))
            self.chains = {name: seen.value for name, seen in step.witness.items() if seen.sort is Sort.CHAIN}
            witness = {name: thing(seen) for name, seen in step.witness.items() if name not in self.chains}
            self.names = {"Then": changed, **self.names, **witness}

    def with_names(self, names: Environment) -> Telling:
        """The same with more names."""
        other = copy(self)
        other.names = {**self.names, **names}
        return other

    def say(self, pieces: Phrase, texts: Mapping[str, str], first: bool = False) -> str:
        """A phrase in words. A sentence (`first`) that would begin with a cell's name says that it is a cell."""
        said = []
        for piece in pieces:
            match piece:
                case str():
                    said.append(piece)
                case Slot():
                    said.append(texts[piece.name])
                case Plural():
                    chosen = piece.one if self.count(self.value(piece)) == 1 else piece.many
                    said.append(self.say(chosen, texts, first and not said))
                case Term(expr=Name(name=name), form="links") if name in self.chains:
                    said.append(self.links(self.chains[name]))
                case Term(expr=Name(name=name)) if name in self.chains:
                    said.append(self.words.chain(self.chains[name]))
                case Term():
                    value = self.value(piece)
                    said.append(self.words.say(value, piece.form))
                    if first and len(said) == 1 and value.sort in (Sort.CELL, Sort.CELLS) and said[0][0].islower():
                        noun = "cell_noun" if self.count(value) == 1 else "cells_noun"
                        said.insert(0, self.words.voice.words[noun] + " ")
        return "".join(said)

    def links(self, chain: int | tuple[int, ...]) -> str:
        """A chain of cells with two candidates each, and what each is: it loses what the one before it takes.

        Inside a refutation the board that is told may not show that they have two: then the cells alone.
        """
        cells = (chain,) if isinstance(chain, int) else chain
        position, words = self.evaluator.position, self.words.voice.words
        # From the end, which takes what the chain is about and leaves its other candidate to the one before.
        about = self.names["v"].value
        assert isinstance(about, int)
        taken = {cells[-1]: about}
        for before, after in reversed(list(pairwise(cells))):
            left = position.cand(after) - {taken[after]}
            if len(left) != 1:
                return self.words.chain(cells)
            [taken[before]] = left
        said = [words["link"].format(cell=self.words.cell(x), value=self.words.value(taken[x])) for x in cells]
        return words["links"].join(said)

    def value(self, piece: Term | Plural) -> Thing:
        """The value of a piece's term."""
        return self.evaluator.term(piece.expr, self.names)

    def count(self, value: Thing) -> int:
        """How many: the size of a set, a number itself."""
        if isinstance(value.value, frozenset):
            return len(value.value)
        return value.value if value.sort is Sort.NUMBER else 1


def blocks(dropped: Mapping[int, set[int]]) -> list[tuple[list[int], list[int]]]:
    """(cells, values) that are lost together: grouped by what cells lose or by where values go, whichever is shorter.

    >>> blocks({1: {7}, 4: {7}, 5: {2, 3}})
    [([1, 4], [7]), ([5], [2, 3])]
    """
    by_cell: dict[tuple[int, ...], list[int]] = {}
    places: dict[int, list[int]] = {}
    for cell, values in sorted(dropped.items()):
        by_cell.setdefault(tuple(sorted(values)), []).append(cell)
        for value in values:
            places.setdefault(value, []).append(cell)
    by_value: dict[tuple[int, ...], list[int]] = {}
    for value, cells in sorted(places.items()):
        by_value.setdefault(tuple(cells), []).append(value)
    if len(by_cell) <= len(by_value):
        return [(cells, list(values)) for values, cells in by_cell.items()]
    return [(list(cells), values) for cells, values in by_value.items()]


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


def result(text: str) -> dict[str, str]:
    """What follows, for the slots of a phrase: inside a sentence and behind a colon that wants a capital."""
    return {"then": text, "result": capital(text)}


def capital(text: str) -> str:
    """A capital letter in front, unless a cell's name stands there.

    >>> capital("row 3 is full"), capital("c3 stays empty")
    ('Row 3 is full', 'c3 stays empty')
    """
    return text if re.match(r"[a-z]+\d", text) else text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """A capital letter in front, one full stop behind.

    >>> sentence("row 3 is full")
    'Row 3 is full.'
    """
    text = capital(text.strip())
    return text if text.endswith((".", "!", "?")) else text + "."
