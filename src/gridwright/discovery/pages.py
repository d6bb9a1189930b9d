"""A page for each candidate: what it looks like, why it holds, how often it helps, what it is closest to.

write_pages(candidates, folder)      index.md, NAME.md and pictures, drawn like any other step
reason(state, step)                  the sentences of one exclusion
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..drawing import draw_step, svg_of
from ..model import State
from ..model.domain import bits
from ..model.step import Step
from .candidates import CandidateTechnique
from .options import StatementOption
from .shapes import Pattern, Patterns

MOST_LISTED = 6
"""Options that are listed one by one."""


def write_pages(found: Sequence[CandidateTechnique], folder: Path) -> None:
    """The pages of a run, and a list of them."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in found:
        for number, example in enumerate(each.examples, 1):
            picture = draw_step(example.start, example.steps[0], caption=reason(example.start, example.steps[0]))
            (folder / f"{each.name}-{number}.svg").write_text(svg_of(picture), encoding="utf-8")
        (folder / f"{each.name}.md").write_text(page(each), encoding="utf-8")
    rows = [[str(each.number), f"[{each.name}]({each.name}.md)", *row(each)] for each in found]
    (folder / "index.md").write_text("# Candidates\n\n" + table(["", "shape", *HEADINGS], rows), encoding="utf-8")


AUDITED = {
    "proved": "proved on a small board, and nothing wrong in sampled states of the others",
    "sampled": "nothing wrong in sampled states",
    "unfinished": "nothing wrong until its budget ended",
}
"""What is said of a rule that is not refused."""
HEADINGS = ("positions", "unlocks", "size", "nearest technique", "subsumed by", "draft")


def row(each: CandidateTechnique) -> list[str]:
    """What the summary says of a candidate, apart from its number and name."""
    closest = each.nearest.technique if each.nearest else "none"
    numbers = [f"{each.positions:,}", f"{each.unlocked:,}", str(each.family.size)]
    return [*numbers, closest, each.subsumed_by or "", drafted(each)]


def drafted(each: CandidateTechnique) -> str:
    """How much of a candidate its draft is for, and why the rest has no rule."""
    if each.draft is None:
        return f"none: {each.undrafted}"
    count = each.draft.count("technique ")
    rest = "" if each.undrafted is None else f"; the rest: {each.undrafted}"
    return f"{count} rule{'s' * (count != 1)} for {each.draft_share:.0%}{_audited(each)}{rest}"


def _audited(each: CandidateTechnique) -> str:
    """What the audits of its rules found."""
    counted = Counter(each.audits.values())
    words = [word for word in ("proved", "sampled", "unfinished") if counted[word]]
    if not words:
        return ""
    return ", " + (words[0] if len(words) == 1 else ", ".join(f"{counted[word]} {word}" for word in words))


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def about(each: CandidateTechnique) -> list[str]:
    """What it is, how often it helps, and what it is closest to: a paragraph each."""
    genres = ", ".join(f"{genre} {n:,}" for genre, n in each.genres.items())
    helps = (
        f"A step in {each.positions:,} stuck position{'s' * (each.positions != 1)} ({genres}), "
        f"{each.exclusions:,} exclusion{'s' * (each.exclusions != 1)} in all; "
        f"in {each.gain:,} it takes what nothing before it in the list takes. "
        f"It solves {each.unlocked:,} puzzle{'s' * (each.unlocked != 1)} with what was known."
    )
    parts = [f"{_told(each)} {helps}"]
    if each.subsumed_by:
        parts.append(f"Whatever it takes here, {each.subsumed_by} takes too.")
    if each.nearest:
        parts.append(f"Closest technique: **{each.nearest.technique}** ({each.nearest.differs}).")
    if each.reached_by:
        shares = ", ".join(f"{name} {share:.0%}" for name, share in each.reached_by.items())
        parts.append(f"Of its exclusions techniques that were left out would take: {shares}.")
    return parts


def page(each: CandidateTechnique) -> str:
    """The page of a candidate, in Markdown."""
    parts = [f"# {each.name}", *about(each)]
    for number, example in enumerate(each.examples, 1):
        puzzle, (step,) = example.puzzle, example.steps
        facts = " ".join(conclusion.text(puzzle) for conclusion in step.conclusions)
        parts.append(
            f"## {puzzle.genre.key}: {facts}\n\n![{facts}]({each.name}-{number}.svg)\n\n"
            f"{reason(example.start, step)}\n\n`{puzzle}`"
        )
    variants = table(
        ["statements", "graph", "positions"],
        ([universal, f"`{_cell(abstract)}`", f"{n:,}"] for universal, abstract, n in each.shapes),
    )
    kinds = table(["with kinds", "positions"], ([f"`{_cell(typed)}`", f"{n:,}"] for typed, n in each.typed))
    parts += ["## Variants", variants, kinds]
    parts += ["## Draft", drafted(each)]
    if each.audits:
        parts.append(table(["rule", "audit"], ([f"`{key}`", AUDITED[word]] for key, word in each.audits.items())))
    if each.draft:
        parts.append(f"```\n{each.draft.rstrip()}\n```")
    return "\n\n".join(part.rstrip() for part in parts) + "\n"


def _cell(text: str) -> str:
    """Text in a cell of a table."""
    return text.replace("|", "\\|")


_FORMS = {
    "one": "One statement: each of its options kills the candidate.",
    "pair": "Two statements: what the candidate leaves of one is in conflict with what it leaves of the other.",
    "chain": "A chain of {n} statements: what the candidate leaves of the first excludes all but one option of the "
    "next, and so on, until the last one has nothing left.",
    "set": "{n} statements for what only {fewer} of them can have once the candidate is true.",
}


def _told(each: CandidateTechnique) -> str:
    told = _FORMS.get(each.family.form, "{n} statements of which no selection is left once the candidate is true.")
    return told.format(n=each.family.size, fewer=each.family.size - 1)


def reason(state: State, step: Step) -> str:
    """Why an exclusion holds: what follows from the candidate, statement by statement, until one has nothing left.

    Where nothing is forced, what the candidate would leave of each statement, of which no selection goes together.
    """
    structure = state.structure
    candidate = structure.candidate(step.conclusions[0].variable, step.conclusions[0].value)
    statements = (*step.choices, *(len(structure.choices) + i for i in step.relations))
    pattern = Patterns(state).pattern(candidate, statements)
    names = [_statement(state, number) for number in statements]
    wrong = state.puzzle.fact(*structure.pair(candidate))
    if len(statements) == 1 and not pattern.survivors[0]:
        return f"Whatever {names[0]} is ({_listed(state, statements[0], pattern.fins[0])}), {wrong} is impossible."
    forced, empty, alive = _followed(pattern)
    told = [f"{names[i]} must be {_listed(state, statements[i], pattern.survivors[i][a])}" for i, a in forced]
    if empty is None:
        told += (
            f"{names[i]} {'must be' if pattern.fins[i] else 'is'} "
            f"{_listed(state, statements[i], [option for a in sorted(left) for option in pattern.survivors[i][a]])}"
            for i, left in enumerate(alive)
            if i not in {n for n, _ in forced}
        )
        return f"Suppose {wrong}: {'; '.join(told)}. No selection of these goes together, so {wrong} is impossible."
    return f"Suppose {wrong}: {'; '.join([*told, f'nothing is left for {names[empty]}'])}. So {wrong} is impossible."


def _followed(pattern: Pattern) -> tuple[list[tuple[int, int]], int | None, list[set[int]]]:
    """(statement, class) of what is forced, one after the other; the statement that has nothing left; what is left."""
    alive = [set(range(len(classes))) for classes in pattern.survivors]
    near: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for i, a, j, b in pattern.conflicts:
        near.setdefault((i, a), []).append((j, b))
        near.setdefault((j, b), []).append((i, a))
    forced: list[tuple[int, int]] = []
    singles = [i for i, left in enumerate(alive) if len(left) == 1]
    for i in singles:  # which grows: first those that the candidate forces, then those that these force
        (a,) = alive[i]
        forced.append((i, a))
        for j, b in near.get((i, a), ()):
            alive[j].discard(b)
            if not alive[j]:
                return [each for each in forced if each[0] != j], j, alive
            if len(alive[j]) == 1 and j not in singles:
                singles.append(j)
    return forced, None, alive


def _statement(state: State, number: int) -> str:
    structure = state.structure
    if number >= len(structure.choices):
        return structure.relations[number - len(structure.choices)].label
    choice = structure.choices[number]
    if choice.group is None:
        return state.puzzle.variables[number].name
    symbols = {structure.pair(c) for c in choice.candidates}
    values = "".join(dict.fromkeys(state.puzzle.variables[x].domain.name(value) for x, value in sorted(symbols)))
    return f"the {values} of {choice.group.label}"


def _listed(state: State, number: int, options: Sequence[StatementOption]) -> str:
    """Options of a statement: values of a cell, cells that a value can be in, or all that is true of a layout."""
    puzzle, structure = state.puzzle, state.structure
    pairs = [[structure.pair(c) for c in bits(option.true)] for option in options]
    if number >= len(structure.choices):
        told = [" and ".join(puzzle.fact(*pair) for pair in each) for each in pairs]
    elif structure.choices[number].group is None:
        told = [puzzle.variables[x].domain.name(value) for ((x, value),) in pairs]
    else:
        told = [f"in {puzzle.variables[x].name}" for ((x, _),) in pairs]
    if len(told) > MOST_LISTED:
        return f"one of {len(told)}, such as {told[0]}"
    return " or ".join(told)
