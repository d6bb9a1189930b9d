"""Candidates: the families of a run that are offered for a name, with all that helps to judge them.

    found = candidates(findings, top=20)       ranked
    write(found, folder); read(folder)         candidates.jsonl, a document a line

An example is the trace of one step: its puzzle, its position, what is excluded and the statements that exclude it.
"""

from __future__ import annotations

import json
from array import array
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from ..documents import from_dict, schema, to_dict
from ..genres import parse
from ..grading import scale
from ..json_codec import TEXT, WHOLE, Codec, Field, Record, Versioned, listed
from ..model import GridwrightError, Puzzle
from ..model.errors import DocumentError
from ..model.step import Conclusion, Outcome, Step, Trace
from ..rules.position import apply
from .drafts import Audits, Coverage, examples_in
from .families import Family, family
from .ranking import SHIFT, Findings, Ranked, RankedExample, rank_families
from .shapes import PatternShape
from .survey import SurveySettings

FILE = "candidates.jsonl"
MOST_TYPED = 10
"""Typed shapes that are listed of a candidate."""
MOST_RULES = 12
"""Rules of a draft, those first that are found in most positions."""


class Nearest(NamedTuple):
    """The technique with a name that a candidate is closest to, and how the two differ."""

    technique: str
    differs: str


@dataclass(frozen=True)
class CandidateTechnique:
    """A family that may deserve a name."""

    number: int
    name: str
    family: Family
    positions: int
    """Stuck positions to which it gives a step,"""
    gain: int
    """and those of them where it takes what none before it takes."""
    exclusions: int
    unlocked: int
    """Puzzles that are solved with what is known once its exclusions are taken."""
    cost: float
    genres: dict[str, int]
    """Positions by genre."""
    shapes: tuple[tuple[str, str, int], ...]
    """(universal, abstract, positions) of its variants, the most frequent first."""
    typed: tuple[tuple[str, int], ...]
    new: bool
    """Are most of its typed shapes, by positions, those of no technique with a name?"""
    nearest: Nearest | None
    reached_by: dict[str, float]
    """Of its exclusions, where somebody looked, the share that techniques take that were left out."""
    subsumed_by: str | None
    examples: tuple[Trace, ...]
    draft: str | None = None
    """Rules for it, in the rule language: one for each form that it has,"""
    draft_examples: tuple[Trace, ...] = ()
    """an example of each that the others are none of,"""
    draft_share: float = 0.0
    """what share of it they are for, by shapes and positions,"""
    undrafted: str | None = None
    """and why the rest has none, for the most part."""
    audits: Mapping[str, str] = field(default_factory=dict)
    """What is said of each rule in a word: `proved`, `sampled`, `unfinished`; nothing where nobody audited them."""

    @property
    def score(self) -> float:
        """What it is worth."""
        return self.gain / self.cost


def _candidate_of(_: None, form: str, size: int, kinds: str, **values: Any) -> CandidateTechnique:
    return CandidateTechnique(family=Family(form, size, kinds), **values)


TRACE = Codec("a document of a trace", lambda trace, _: to_dict(trace), lambda data, _: from_dict(data))
CANDIDATE = Versioned(
    schema("candidate"),
    Record.of(
        CandidateTechnique,
        Field("number"),
        Field("name"),
        Field("form", TEXT, source=lambda found: found.family.form),
        Field("size", WHOLE, source=lambda found: found.family.size),
        Field("kinds", TEXT, source=lambda found: found.family.kinds),
        Field("positions"),
        Field("gain"),
        Field("exclusions"),
        Field("unlocked"),
        Field("cost"),
        Field("genres"),
        Field("shapes"),
        Field("typed"),
        Field("new"),
        Field("nearest"),
        Field("reached_by"),
        Field("subsumed_by"),
        Field("examples", listed(TRACE)),
        Field("draft"),
        Field("draft_examples", listed(TRACE)),
        Field("draft_share"),
        Field("undrafted"),
        Field("audits", older={}),
        build=_candidate_of,
    ),
)
"""A line of `candidates.jsonl`."""


def coverage_of(findings: Findings) -> Coverage:
    """What share of all that was mined has a draft, and why the rest has none; nothing is audited for it."""
    found = Coverage()
    every: dict[tuple[str, bool], tuple[int, int]] = {}
    for shape in findings.items:
        layouts = bool({*family(shape).kinds.split()} - {"cell", "place"})
        where, (key, reason, _) = findings.where(shape), findings.drafts[shape]
        total, drafted = every.get((shape.abstract, layouts), (0, 0))
        every[shape.abstract, layouts] = total | where, drafted | (where if key is not None else 0)
        if reason is not None:
            found.reasons[shape.abstract][reason] += where.bit_count()
    for (abstract, layouts), (total, drafted) in every.items():
        found.pairs[layouts][abstract] = total.bit_count()
        found.drafted[layouts][abstract] = drafted.bit_count()
    return found


def write(found: Iterable[CandidateTechnique], folder: Path) -> None:
    """The file of all candidates."""
    text = "".join(json.dumps(CANDIDATE.write(each), ensure_ascii=False) + "\n" for each in found)
    (folder / FILE).write_text(text, encoding="utf-8")


def read(folder: Path) -> list[CandidateTechnique]:
    """Return the candidates of a run."""
    path = folder / FILE
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise GridwrightError(f"cannot read {path}: {error.strerror}") from None
    found = []
    for number, line in enumerate(lines, 1):
        try:
            found.append(CANDIDATE.read(json.loads(line)))
        except (ValueError, DocumentError) as error:
            raise GridwrightError(f"{path}, line {number}: {error}") from None
    return found


def candidates(
    findings: Findings, settings: SurveySettings, top: int | None = None, *, without: Collection[Family] = (),
    audits: Audits | None = None,
) -> list[CandidateTechnique]:  # fmt: skip
    """The families of a run, worth most first; those that another subsumes stand behind all others.

    Those that are left out (`without`) are as if nobody had found them: what they take, others may. With `audits` each
    rule of a draft is audited, and those that are refused are not in it.
    """
    known = known_shapes(findings, settings)
    items = findings.grouped(family)
    shapes: dict[Family, list[PatternShape]] = {}
    for shape in findings.items:
        shapes.setdefault(family(shape), []).append(shape)
    ranked = rank_families(findings, without)
    reached = {name: set(found) for name, found in findings.reached.items()}
    return [
        _candidate(number, each, findings, items[each.key], shapes[each.key], reached, known, audits)
        for number, each in enumerate(ranked[:top], 1)
    ]


def known_shapes(findings: Findings, settings: SurveySettings) -> set[str]:
    """The typed shapes of all techniques with a name, those that were to be found again apart."""
    catalogue = scale(settings.scale).catalogue
    left_out = {catalogue.rung(name) for name in settings.without}
    known = [shapes for technique, shapes in findings.named.items()
             if not {catalogue.rung(technique), (catalogue.rung(technique)[0], None)} & left_out]  # fmt: skip
    return {shape.typed for shapes in known for shape in shapes}


def _candidate(
    number: int, ranked: Ranked[Family], findings: Findings, items: array[int], shapes: list[PatternShape],
    reached: Mapping[str, set[int]], known: set[str], audits: Audits | None,
) -> CandidateTechnique:  # fmt: skip
    where = {shape: findings.where(shape) for shape in shapes}
    counted = {shape: positions.bit_count() for shape, positions in where.items()}
    variants: dict[tuple[str, str], int] = {}
    for shape, positions in where.items():
        keys = shape.universal, shape.abstract
        variants[keys] = variants.get(keys, 0) | positions
    by_key = {keys: positions.bit_count() for keys, positions in variants.items()}
    typed = sorted(counted.items(), key=lambda each: (-each[1], each[0].typed))
    familiar = sum(count for shape, count in counted.items() if shape.typed in known)
    places = Counter(
        findings.genres[findings.genre_of[position]] for position, _ in groupby(item >> SHIFT for item in items)
    )
    looked = [item for item in items if item >> SHIFT in findings.looked]
    shares = {name: round(sum(item in taken for item in looked) / len(looked), 4)
              for name, taken in sorted(reached.items()) if looked}  # fmt: skip
    name = name_of(ranked.key)
    examples = tuple(example(name, each) for each in findings.examples.get(ranked.key, ()))
    rules, others = _draft(name, ranked.key, findings, counted, examples)
    refused = {} if audits is None else _audited(rules, (*examples, *others), audits)
    drafted = sum(n for shape, n in counted.items() if findings.drafts[shape].key in rules)
    reasons = Counter[str]()
    for shape, n in counted.items():
        key, reason, _ = findings.drafts[shape]
        if key not in rules:
            reasons[refused.get(key or "", reason or f"a draft has at most {MOST_RULES} rules")] += n
    return CandidateTechnique(
        number, name, ranked.key, ranked.positions, ranked.gain, len(items), findings.unlocked[ranked.key],
        ranked.cost, dict(sorted(places.items())),
        tuple((*keys, n) for keys, n in sorted(by_key.items(), key=lambda each: (-each[1], each[0]))),
        tuple((shape.typed, n) for shape, n in typed[:MOST_TYPED]), 2 * familiar < sum(counted.values()),
        nearest(ranked.key, counted, findings.named), {name: share for name, share in shares.items() if share},
        None if ranked.subsumed_by is None else name_of(ranked.subsumed_by),
        examples, "\n".join(rules.values()) or None, others, round(drafted / sum(counted.values()), 4),
        min(reasons, key=lambda each: (-reasons[each], each), default=None),
        {} if audits is None else {key: audits[key].word for key in rules},
    )  # fmt: skip


def _draft(
    name: str, kin: Family, findings: Findings, counted: Mapping[PatternShape, int], examples: Sequence[Trace]
) -> tuple[dict[str, str], tuple[Trace, ...]]:  # fmt: skip
    """The rules of a family by key, those of its examples first, and examples of the others."""
    rules = {each.draft.key: each.draft.text for each in examples_in(examples)}
    worth = Counter[str]()
    for shape, n in counted.items():
        if (key := findings.drafts[shape].key) is not None and key not in rules:
            worth[key] += n
    others = []
    for key in sorted(worth, key=lambda key: (-worth[key], key))[: max(MOST_RULES - len(rules), 0)]:
        trace = example(name, findings.draft_examples[kin, key])
        rules |= {each.draft.key: each.draft.text for each in examples_in([trace])}
        others.append(trace)
    return rules, tuple(others)


def _audited(rules: dict[str, str], traces: Iterable[Trace], audits: Audits) -> dict[str, str]:
    """Audits the rules of a draft, and takes those from it that are refused: their keys, and why."""
    refused = {}
    shown = examples_in(traces)
    for key in list(rules):
        found = audits.of([each for each in shown if each.draft.key == key])
        if found.reason is not None:
            del rules[key]
            refused[key] = f"{key} is refused: {found.reason}"
    return refused


def name_of(kin: Family) -> str:
    """A name from its form: `chain-2-cells-1-place`; a graph without a name has a few digits of its key.

    >>> name_of(Family("chain", 3, "cell cell place")), name_of(Family("one", 1, "place"))
    ('chain-2-cells-1-place', 'one-place')
    """
    counted = Counter(kin.kinds.split(" "))
    if kin.form == "one":
        return f"one-{kin.kinds}"
    words = [f"{n}-{kind}{'s' * (n > 1 and not kind.endswith('s'))}" for kind, n in sorted(counted.items())]
    if kin.form in ("pair", "chain", "set"):
        return "-".join([kin.form, *words])
    return "-".join(["net", *words, blake2b(kin.form.encode(), digest_size=2).hexdigest()])


def nearest(
    kin: Family, counted: Mapping[PatternShape, int], named: Mapping[str, Counter[PatternShape]]
) -> Nearest | None:
    """The technique whose steps look most like a family, of whose shapes it is known in how many positions each occurs.

    What counts is how much they have in common: typed shapes, graph and kinds, the family, the graph, the form; kinds
    of statements, where that is all. Among techniques that have as much in common the one wins whose steps are mostly
    of the family, and much of it.
    """
    keys = [{_key(level, shape) for shape in counted} for level in range(len(_DIFFERS))]
    best: tuple[tuple[int, int, float], str, PatternShape] | None = None
    for technique, steps in sorted(named.items()):
        level = max((level for level, known in enumerate(keys) if any(_key(level, each) in known for each in steps)),
                    default=0)  # fmt: skip
        alike = {shape: n for shape, n in steps.items() if _key(level, shape) in keys[level]}
        if not alike:
            continue
        own = {_key(level, shape) for shape in alike}
        share = sum(n for shape, n in counted.items() if _key(level, shape) in own) / sum(counted.values())
        shape = max(alike, key=lambda each: (alike[each], each))
        common = Counter(family(shape).kinds.split()) & Counter(kin.kinds.split())
        order = level, common.total() if level < 3 else 0, share * sum(alike.values()) / steps.total()
        if best is None or order > best[0]:
            best = order, technique, shape
    if best is None:
        return None
    (level, _, _), technique, shape = best
    return Nearest(technique, _DIFFERS[level].format(there=family(shape), here=kin))


def _key(level: int, shape: PatternShape) -> Hashable:
    """What two shapes have in common at a level."""
    kin = family(shape)
    return (
        "", kin.form, shape.abstract, kin, (shape.universal, shape.abstract), shape.typed,
    )[level]  # fmt: skip


_DIFFERS = (
    "another graph: {there} there, {here} here",
    "another length or other kinds: {there} there, {here} here",
    "the same graph of other kinds: {there} there, {here} here",
    "the same but for fins, and for conflicts that the proof can do without",
    "the same graph of the same kinds, in other groups",
    "the same pattern, where the conditions of the technique are narrower",
)
"""How a candidate differs from the nearest technique, by how much the two are alike."""


def example(name: str, found: RankedExample) -> Trace:
    """An exclusion as a trace of one step, in its position."""
    puzzle: Puzzle = parse(found.puzzle, genre=found.genre)
    state, given = found.example.state(puzzle), len(puzzle.structure.choices)
    conclusion = Conclusion(*puzzle.structure.pair(found.example.candidate), False)
    statements = found.example.statements
    step = Step(
        name, name, None, {}, (conclusion,), tuple(n for n in statements if n < given),
        tuple(n - given for n in statements if n >= given), (),
    )  # fmt: skip
    return Trace(puzzle, state, (step,), Outcome.STOPPED, apply(state, step.conclusions))
