"""A run over a corpus: parts that are surveyed anywhere, put together here, ranked, and written to a folder.

    discover(puzzles, folder, Settings())      what was found; candidates.jsonl and pages/ are in the folder

Each part is kept in `parts/` as it is done. A run that was stopped goes on from there, and comes to the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from ..documents import schema
from ..execution import Executor, InProcess, Result, run_parts
from ..genres import parse
from ..model import Puzzle
from . import candidates as candidates_file
from .candidates import CandidateTechnique, candidates, coverage_of
from .decisions import discarded
from .drafts import Audits
from .pages import write_pages
from .ranking import Findings
from .survey import SETTINGS, SURVEY, SurveySettings, survey

PART = 100
"""Puzzles of a part."""
WORDS = {False: "choices", True: "layouts"}
"""What shapes are made of: of choices alone, or of layouts, too."""
TOP, NODES = 20, 20_000
"""Candidates that are written, and what the audit of each rule of their drafts may take, unless somebody says."""


@dataclass(frozen=True)
class Discovery:
    """What a run found."""

    findings: Findings
    candidates: list[CandidateTechnique]
    audits: Audits
    """Of the rules of all drafts."""


def discover(
    puzzles: Iterable[Puzzle],
    folder: Path,
    settings: SurveySettings | None = None,
    *,
    top: int | None = TOP,
    executor: Executor | None = None,
    memory: Iterable[Path] = (),
    nodes: int = NODES,
    progress: Callable[[int], None] = lambda done: None,
    auditing: Callable[[], object] = lambda: None,
) -> Discovery:
    """Mine puzzles for what has no name, and write the best of it to a folder; `progress` hears of puzzles done.

    What people discarded, in this folder or in those of `memory`, is not proposed again. Each rule of a draft is
    audited for so many nodes, none with 0; `auditing` hears that this begins.
    """
    settings = settings or SurveySettings()
    findings = survey_all(puzzles, settings, folder / "parts", executor or InProcess(), progress)
    auditing()
    audits = Audits(nodes, findings.read)
    without = discarded((folder, *memory))
    found = candidates(findings, settings, top, without=without, audits=audits if nodes else None)
    candidates_file.write(found, folder)
    pages = folder / "pages"
    for old in (*pages.glob("*.md"), *pages.glob("*.svg")):
        old.unlink()
    write_pages(found, pages)
    result = Discovery(findings, found, audits)
    (folder / "run.json").write_text(json.dumps(summary(result, settings), indent=1) + "\n", encoding="utf-8")
    return result


def survey_all(
    puzzles: Iterable[Puzzle], settings: SurveySettings, folder: Path | None, executor: Executor,
    progress: Callable[[int], None] = lambda done: None,
) -> Findings:  # fmt: skip
    """What all puzzles hold, part after part; with a folder each part is kept there."""
    findings = Findings()
    for result in run_parts(survey_part, _parts(puzzles, settings), executor, folder):
        part = SURVEY.read(json.loads(result.output), None)
        findings.add(part)
        progress(sum(part.read.values()))
    return findings


def _parts(puzzles: Iterable[Puzzle], settings: SurveySettings) -> Iterator[dict[str, Any]]:
    each = iter(puzzles)
    while part := [(str(puzzle), puzzle.genre.key) for puzzle in islice(each, PART)]:
        yield {"settings": SETTINGS.write(settings, None), "puzzles": part}


def survey_part(argument: dict[str, Any]) -> Result:
    """One part, in whichever process."""
    puzzles = (parse(text, genre=genre) for text, genre in argument["puzzles"])
    found = survey(puzzles, SETTINGS.read(argument["settings"], None))
    return Result(json.dumps(SURVEY.write(found, None), separators=(",", ":"), ensure_ascii=False))


def summary(found: Discovery, settings: SurveySettings) -> dict[str, Any]:
    """What a run looked at, as its document says it."""
    findings, covered = found.findings, coverage_of(found.findings)
    return {
        "schema": schema("discovery"), "settings": SETTINGS.write(settings, None), "puzzles": findings.read,
        "solved": findings.solved, "stuck": findings.stuck, "positions": findings.positions,
        "left_out": findings.refused, "shapes": len(findings.items), "checked": findings.checked,
        "drafted": {word: round(covered.share(layouts), 4) for layouts, word in WORDS.items()},
        "undrafted": [list(each) for each in covered.rest()],
        "audits": {key: {"result": each.word, "proved": each.proved, "reason": each.reason}
                   for key, each in sorted(found.audits.items())},
    }  # fmt: skip
