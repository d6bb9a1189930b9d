"""What accepting mined families is worth: the solved share of `top1465` with the best 1, 2, 5, 10 and 20 of them.

    python -m bench discovered-share                                   the table
    python -m bench.discovered_share plot.svg                          and the plot

One half of the list, by a hash of each puzzle, is mined where the patterns of the standard catalogue end (what follows
links or supposes something, and what takes one solution for granted, apart), up to four statements. The drafts of the
best families are checked as a review checks them, and those that pass stand behind the catalogue. What is solved then
of the other half, which nobody mined, is the figure. Beside it, with `--exclusions`: what is solved where all
exclusions of these families are taken as they are mined, without any draft.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gridwright.discovery.bootstrap import halves
from gridwright.discovery.candidates import CandidateTechnique, candidates
from gridwright.discovery.draft_check import NODES, check_draft
from gridwright.discovery.exclusions import Exclusion, exclusions
from gridwright.discovery.families import Family, family
from gridwright.discovery.plot import plot
from gridwright.discovery.run import survey_all
from gridwright.discovery.shapes import Patterns
from gridwright.discovery.stuck import Origin, after, pattern_ladder
from gridwright.discovery.survey import SurveySettings
from gridwright.execution import InProcess
from gridwright.grading import Scale, Tier, Verdict, grade_many, scale
from gridwright.grading.scale import Boards
from gridwright.grading.weight import Weight
from gridwright.model import GridwrightError, Puzzle
from gridwright.model.step import Outcome
from gridwright.rules.position import start
from gridwright.rules.rule import Rule
from gridwright.rules.technique import Ladder
from gridwright.solving.deduce import deduce

from .lists import sudoku_list
from .measure import Figure, Heading, Remark, TableItem

TOPS = (0, 1, 2, 5, 10, 20)
"""Families that are accepted, the best first."""
SIZE = 4
"""Statements of an exclusion at most."""
FEW, FEW_NODES = 16, 2_000
"""Puzzles of the list that a rough answer looks at, and its nodes for the audit of a rule."""


@dataclass(frozen=True)
class Share:
    """What is solved with so many families, of the half that was mined and of the other."""

    families: int
    rules: int
    mined: float
    unseen: float
    of: int
    """How many puzzles nobody mined."""
    by_exclusions: float | None = None
    """Of these, with the exclusions of the families themselves instead of drafts."""


def shares(
    puzzles: Sequence[Puzzle], tops: Sequence[int] = TOPS, *, seed: str = "", nodes: int = NODES,
    by_exclusions: bool = False, progress: Callable[[str], None] = lambda told: None,
) -> Iterator[Share]:  # fmt: skip
    """Mine a half, and solve both with more and more families; where there are fewer, all there are come last."""
    mined, unseen = halves(puzzles, seed)
    known, settings = pattern_ladder(scale("standard"), mined[0]), SurveySettings(origin=Origin.PATTERNS, size=SIZE)
    found = candidates(survey_all(mined, settings, None, InProcess()), settings, max(tops))
    progress(f"{len(mined)} puzzles were mined: {len(found)} families")
    left, stuck = (list(mined), list(unseen)), list(unseen)
    rules: dict[str, Rule] = {}
    taken = 0
    for top in dict.fromkeys(min(top, len(found)) for top in tops):
        for candidate in found[taken:top]:
            rules.update(sound_rules(candidate, nodes, progress))
        taken = top
        drafts = sorted(rules.values(), key=lambda each: len(each.text))
        by = scale_with([*known, *((rule.key, None) for rule in drafts)], *drafts)
        left = (unsolved(left[0], by), unsolved(left[1], by))
        direct = None
        if by_exclusions:
            families = {candidate.family for candidate in found[:top]}
            stuck = [puzzle for puzzle in stuck if not is_solved_by(families, puzzle)]
            direct = 1 - len(stuck) / len(unseen)
        solved = 1 - len(left[0]) / len(mined), 1 - len(left[1]) / len(unseen)
        yield Share(top, len(rules), *solved, len(unseen), direct)


def is_solved_by(families: Collection[Family], puzzle: Puzzle) -> bool:
    """Is a puzzle solved where what is known ends if all exclusions of these families are taken, again and again?"""
    by = scale("standard")
    state, ladder = start(puzzle), pattern_ladder(by, puzzle)
    while True:
        trace = deduce(state, ladder, catalogue=by.catalogue)
        if trace.outcome is Outcome.SOLVED or not families:
            return trace.outcome is Outcome.SOLVED
        patterns = Patterns(trace.end)
        taken: dict[int, Exclusion] = {}
        for each in exclusions(trace.end, max(kin.size for kin in families)):
            if each.candidate not in taken and family(patterns.shape(patterns.pattern(*each))) in families:
                taken[each.candidate] = each
        if not taken:
            return False
        state = after(trace.end, taken.values())


def sound_rules(candidate: CandidateTechnique, nodes: int, progress: Callable[[str], None]) -> dict[str, Rule]:
    """The rules of a candidate's draft by key; none where something speaks against them."""
    if candidate.draft is None:
        progress(f"{candidate.name} has no draft")
        return {}
    checked = check_draft(candidate.draft, (*candidate.examples, *candidate.draft_examples), nodes=nodes)
    progress(f"{candidate.name}: {checked.sentence}")
    return {rule.key: rule for rule in checked.rules} if checked.reason is None else {}


def scale_with(ladder: Ladder, *rules: Rule) -> Scale:
    """A scale of these rungs alone, of the standard catalogue and these rules."""
    by = scale("standard")
    tier = Tier("Known", tuple((rung, Weight(1.0)) for rung in ladder))
    return replace(by, boards=(Boards((), (tier,)),), catalogue=by.catalogue.with_techniques(*rules))


def unsolved(puzzles: Sequence[Puzzle], by: Scale) -> list[Puzzle]:
    """Those that the techniques of a scale do not solve. More techniques never solve fewer."""
    grades = grade_many(puzzles, by, uniqueness=False)
    left = []
    for puzzle, found in zip(puzzles, grades, strict=True):
        if found is None:
            raise GridwrightError(f"a technique excludes what is true: {puzzle}")
        if found.status is not Verdict.SOLVED:
            left.append(puzzle)
    return left


def drawn(found: Sequence[Share]) -> str:
    """The plot of the half that nobody mined."""
    return plot(
        [each.unseen for each in found], found[0].unseen,
        f"{found[0].of} puzzles of top1465 that were not mined: solved",
        labels=[str(each.families) for each in found], axis="families accepted", beside="the catalogue without chains",
    )  # fmt: skip


def measure(quick: bool) -> Iterator[TableItem]:
    """The share by number of families, in per cent."""
    known = sudoku_list("top1465", "top1465.txt.gz")
    yield Heading("solved after accepting mined families: top1465, the half that was not mined", unit="per cent")
    if known is None:
        yield Remark("the list is not at hand")
        return
    puzzles = known.sample(FEW).puzzles() if quick else known.puzzles()
    for each in shares(puzzles, nodes=FEW_NODES if quick else NODES):
        remark = f"{each.rules} rules; of the mined half {each.mined:.1%}"
        yield Figure(f"{each.families} families", 100 * each.unseen, remark=remark)


def main(argv: Sequence[str] | None = None) -> int:
    """The table, and the plot in a file."""
    parser = argparse.ArgumentParser(prog="python -m bench.discovered_share", description=main.__doc__)
    parser.add_argument("file", type=Path, help="where the plot goes")
    parser.add_argument("--puzzles", type=int, help="so many puzzles of the list, spread evenly (all)")
    parser.add_argument("--nodes", type=int, default=NODES, help=f"for the audit of a rule ({NODES:,})")
    parser.add_argument("--exclusions", action="store_true", help="also take the exclusions without any draft")
    options = parser.parse_args(argv)
    known = sudoku_list("top1465", "top1465.txt.gz")
    if known is None:
        print("top1465 is not at hand", file=sys.stderr)
        return 2
    puzzles = known.sample(options.puzzles or len(known.texts)).puzzles()
    found: list[Share] = []
    for each in shares(
        puzzles, nodes=options.nodes, by_exclusions=options.exclusions,
        progress=lambda told: print(told, file=sys.stderr, flush=True),
    ):  # fmt: skip
        found.append(each)
        direct = "" if each.by_exclusions is None else f", by exclusions {each.by_exclusions:.1%}"
        solved = f"{each.unseen:.1%} of {each.of}{direct}, mined {each.mined:.1%}"
        print(f"{each.families} families, {each.rules} rules: {solved}", flush=True)
        options.file.write_text(drawn(found), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
