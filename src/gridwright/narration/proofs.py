"""Assumptions told: what is supposed, what follows line by line, and what cannot be in the end.

A contradiction uses techniques inside, which are told as a story is. A proof without a name uses statements of the
rulebook, each told by the voice's words for its kind (`line_sign`, `broken_arithmetic`), else by its own English ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ..model import Count, Group, Sort, State, View
from ..model.step import Conclusion, Step
from ..rules.evaluate import Environment, TermValue
from ..rules.position import Position, apply
from ..solving.positions import along
from .telling import HIDDEN, Telling, capital, result, sentence

if TYPE_CHECKING:
    from .narrator import Narrator

MOST_LINES = 4
"""So many lines of a proof stand in one sentence."""


def refutation(narrator: Narrator, state: State, step: Step, hides: bool = False) -> str:
    """A step that assumes the opposite of what it concludes, and follows that until it breaks."""
    from .story import paragraphs  # which tells steps by way of this module

    telling = narrator.telling(state, step)
    wrong = step.conclusions[0]
    assumed = Conclusion(wrong.variable, wrong.value, not wrong.true)
    opening = sentence(telling.clause("suppose_not" if wrong.true else "suppose", {wrong.variable}, {wrong.value}))
    states = along(apply(state, [assumed]), step.inside)
    inner = [paragraph.text for paragraph in paragraphs(narrator, states, step.inside)]
    facts = [assumed, *(fact for line in step.inside for fact in line.conclusions)]
    then = HIDDEN if hides else telling.conclusions(step.conclusions)
    texts = {**result(then), "why": broken(narrator, states[-1], facts)}
    return " ".join([opening, *inner, sentence(telling.say(narrator.voice.word("absurd"), texts))])


def broken(narrator: Narrator, state: State, facts: Sequence[Conclusion] = ()) -> str:
    """What is plainly impossible in a state, as a clause. `facts` are what led there."""
    structure, voice = narrator.structure, narrator.voice
    telling, position = narrator.telling(state), Position(state)
    empty = [x for x, mask in enumerate(state.masks) if not mask]
    if empty:
        return clash(narrator, state, empty[0], facts) or empty_cell(narrator, state, empty[0])
    for (value, group), wanted in sorted(structure.exact.items()):
        names = {"v": TermValue(Sort.VALUE, value), "g": TermValue(Sort.GROUP, group)}
        if sum(position.has(x, value) for x in structure.members[group]) < wanted:
            return telling.with_names(names).say(voice.word("broken_group"), {})
        if len(position.held(value, group)) > wanted:
            return telling.with_names(names).say(voice.word("broken_full"), {})
    for looker in position.broken_among(structure.sights):
        return miscounts(narrator, state, looker)
    for g in position.broken_among(structure.fillings):
        return of_group(narrator, "broken", state, (), structure.groups[g], None)
    return telling.say(voice.word("broken"), {})


def empty_cell(narrator: Narrator, state: State, cell: int) -> str:
    """That nothing is left for a cell."""
    telling = narrator.telling(state).with_names({"p": TermValue(Sort.CELL, cell)})
    return telling.say(narrator.voice.word("broken_cell"), {})


def clash(narrator: Narrator, state: State, cell: int, facts: Iterable[Conclusion]) -> str | None:
    """Two facts that exclude each other, where a cell is empty because it should take what another has taken.

    None where one by one its candidates have gone, or the voice has no words for it.
    """
    structure, words = narrator.structure, narrator.voice.words
    true = [fact for fact in facts if fact.true]
    for fact in (fact for fact in true if fact.variable == cell):
        linked = {structure.pair(other) for other in structure.linked[structure.candidate(cell, fact.value)]}
        for other in true:
            if (other.variable, other.value) not in linked or other.value != fact.value:
                continue
            pair = {cell, other.variable}
            about = [each.group for each in narrator.puzzle.constraints if pair <= set(each.group.members)]
            names = {"P": TermValue(Sort.CELLS, frozenset(pair)), "v": TermValue(Sort.VALUE, fact.value)}
            at = next((g for g, group in enumerate(structure.groups) if group in about), None)
            if at is not None and "broken_twice" in words:
                names["g"] = TermValue(Sort.GROUP, at)
                return narrator.telling(state).with_names(names).say(narrator.voice.word("broken_twice"), {})
            for key in (f"broken_{group.kind}" for group in about):
                if key in words:
                    return narrator.telling(state).with_names(names).say(narrator.voice.word(key), {})
    return None


def miscounts(narrator: Narrator, state: State, looker: int) -> str:
    """What is wrong with an arrow that sees too much, or cannot see enough."""
    structure, own = narrator.structure, state.candidates(looker)
    view = structure.relations[structure.sights[looker]]
    assert isinstance(view, View)
    seen, most = view.in_sight([state.masks[x] for x in view.scope])
    key = "broken_many" if max(own) < len(seen) else "broken_few" if min(own) > most else "broken_none"
    names = {"p": TermValue(Sort.CELL, looker), "S": TermValue(Sort.VALUES, seen), "n": TermValue(Sort.NUMBER, most)}
    return narrator.telling(state).with_names(names).say(narrator.voice.word(key), {})


# Proofs without a name


def unnamed(narrator: Narrator, state: State, step: Step, hides: bool = False, depth: int = 0) -> str:
    """An assumption, what the rulebook says to it line by line, and the statement that cannot hold in the end.

    Where another assumption stands among the lines, each has a line of its own: a small tree. A statement that says
    something by itself supposes nothing.
    """
    telling, voice = narrator.telling(state, step), narrator.voice
    follows = result(HIDDEN if hides else telling.conclusions(step.conclusions))
    if not step.inside:
        texts = {**follows, "lines": statement(narrator, "line", state, step, (), hides)}
        return sentence(telling.say(voice.word("unnamed_alone"), texts))
    wrong = step.conclusions[0]
    suppose = telling.clause("suppose_not" if wrong.true else "suppose", {wrong.variable}, {wrong.value})
    assumed = silenced(state, Conclusion(wrong.variable, wrong.value, not wrong.true))
    state, facts = apply(state, [assumed]), [assumed]
    parts: list[list[str] | str] = []
    for line in step.inside[:-1]:
        if line.inside:
            parts.append(unnamed(narrator, state, line, depth=depth + 1))
        elif parts and isinstance(lines_so_far := parts[-1], list):
            lines_so_far.append(statement(narrator, "line", state, line, facts))
        else:
            parts.append([statement(narrator, "line", state, line, facts)])
        state = apply(state, line.conclusions)
        facts += line.conclusions
    texts = {**follows, "suppose": suppose, "why": statement(narrator, "broken", state, step.inside[-1], facts)}
    if any(line.inside for line in step.inside):
        return tree(narrator, telling, texts, parts, depth)
    lines = joined(narrator, parts[0]) if parts and isinstance(parts[0], list) else ""
    return sentence(telling.say(voice.word("unnamed_lines" if lines else "unnamed_line"), {**texts, "lines": lines}))


def tree(
    narrator: Narrator, telling: Telling, texts: Mapping[str, str], parts: Sequence[list[str] | str], depth: int
) -> str:
    """A proof with others inside it, a line for each part."""
    told = [f"{capital(texts['suppose'])}:"]
    for part in parts:
        if isinstance(part, str):
            told.append(part)
        else:
            own = {**texts, "lines": joined(narrator, part)}
            told.append(sentence(telling.say(narrator.voice.word("tree_lines"), own)))
    told += (sentence(telling.say(narrator.voice.word(key), texts)) for key in ("tree_broken", "tree_so"))
    return ("\n" + "    " * (depth + 1)).join(told)


def silenced(state: State, assumed: Conclusion) -> Conclusion:
    """Where "not a star" leaves one value, that one is assumed."""
    others = [value for value in state.candidates(assumed.variable) if value != assumed.value]
    return assumed if assumed.true or len(others) != 1 else Conclusion(assumed.variable, others[0], True)


def joined(narrator: Narrator, lines: Sequence[str]) -> str:
    """Lines with "then" between, a few to a sentence."""
    word = narrator.voice.words
    parts = [lines[i : i + MOST_LINES] for i in range(0, len(lines), MOST_LINES)]
    return word["lines_stop"].join(word["lines_then"].join(part) for part in parts)


def statement(
    narrator: Narrator, role: str, state: State, line: Step, facts: Iterable[Conclusion], hides: bool = False
) -> str:
    """One statement of the rulebook in use (`line`) or where it cannot hold (`broken`)."""
    structure = narrator.structure
    values: set[int] = set()
    if line.relations:
        relation = structure.relations[line.relations[0]]
        group: Group | None = relation.group
        if isinstance(relation, Count):
            values = {relation.value}
    else:
        group, values = structure.choices[line.choices[0]].group, narrator.values_of(line.choices[0])
    if group is not None:
        value = values.pop() if len(values) == 1 else None
        return of_group(narrator, role, state, line.conclusions, group, value, hides)
    cell = line.choices[0]
    clashing = clash(narrator, state, cell, facts) if role == "broken" and not state.masks[cell] else None
    names: Environment = {"p": TermValue(Sort.CELL, cell)}
    return clashing or used(narrator, f"{role}_cell", state, line.conclusions, names, hides=hides)


def of_group(
    narrator: Narrator, role: str, state: State, conclusions: Sequence[Conclusion], group: Group, value: int | None,
    hides: bool = False,
) -> str:  # fmt: skip
    """A statement about a value in a group, or else a constraint of any kind: by its kind, its group's or in its own
    sentence."""
    structure, words = narrator.structure, narrator.voice.words
    at = next((g for g, each in enumerate(structure.groups) if each == group), None)
    names = {} if at is None else {"g": TermValue(Sort.GROUP, at)}
    if value is not None and at is not None and (value, at) in structure.exact:
        names["v"] = TermValue(Sort.VALUE, value)
        places = sum(state.masks[x] >> value & 1 for x in structure.members[at])
        full = places > structure.exact[value, at] or (role == "line" and not any(c.true for c in conclusions))
        return used(narrator, f"{role}_full" if full else f"{role}_group", state, conclusions, names, hides=hides)
    for constraint in narrator.puzzle.constraints:
        if constraint.group == group:
            rule = constraint.sentence(narrator.words.domain)
            keys = (f"{role}_{constraint.kind}", f"{role}_{group.kind}", f"{role}_own")
            key = next(key for key in keys if key in words)
            about = getattr(constraint, "value", None)
            if about is not None:
                names["v"] = TermValue(Sort.VALUE, about)
            return used(narrator, key, state, conclusions, names, rule, hides)
    return used(narrator, "broken", state, conclusions, names, hides=hides)


def used(
    narrator: Narrator, key: str, state: State, conclusions: Sequence[Conclusion], names: Environment, rule: str = "",
    hides: bool = False,
) -> str:  # fmt: skip
    """A phrase about a statement; P are the cells where something becomes true. Where it `hides`, all but that."""
    true = [each for each in conclusions if each.true]
    names = {**names, "P": TermValue(Sort.CELLS, frozenset(each.variable for each in true))}
    if true:
        names.setdefault("v", TermValue(Sort.VALUE, true[0].value))
    telling = narrator.telling(state).with_names(names)
    own = None if hides else narrator.words.value_phrase([each.value for each in true[:1]], key)
    texts = {**result(HIDDEN if hides else telling.conclusions(conclusions, brief=True)), "rule": rule}
    if hides:
        telling = telling.hiding(true)
        telling.hidden = names["P"] if len(true) > 1 else telling.hidden
    return telling.say(own or narrator.voice.word(key), texts)
