"""gridwright discover run"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from ...discovery.candidates import coverage_of
from ...discovery.pages import HEADINGS, row
from ...discovery.run import NODES, TOP, WORDS, Discovery, discover, summary
from ...discovery.stuck import Origin
from ...discovery.survey import LARGEST, SurveySettings
from ...execution import executor_of
from ...files.user_file import user_file
from ...grading import scale as scale_named
from ...model import GridwrightError
from ..command import command as make_command
from ..command import scale_option
from ..corpus import spelled_count
from ..loop import PuzzleLoop
from ..names import FORMAT, GENRE, PUZZLE, TECHNIQUE
from ..output import Report, complain
from ..progress import ProgressLine

LISTED = 5
"""Shapes without a draft that are told; all of them are in run.json."""


@make_command(
    "run",
    "Mine puzzles for techniques that have no name yet.\n\n"
    "Each puzzle is solved with what is known until that ends; there every exclusion of up to K statements is listed. "
    "DIR gets candidates.jsonl and pages with pictures; parts of the work are kept in DIR/parts, and the same command "
    "goes on from there after it was stopped. Exit code: 0 done, 2 misuse or a bad line.",
    (
        "gridwright discover pool --genre sudoku --out found",
        "gridwright discover pool --without x-wing --workers 2 --out found",
        "gridwright discover puzzles.txt --from singles --top 10 --max-size 2 --out found",
    ),
)
@click.argument("puzzles", nargs=-1, metavar="CORPUS|FILE|-...", type=PUZZLE)
@click.option("--out", "folder", required=True, type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="Where candidates, pages and parts go.")  # fmt: skip
@click.option("--genre", type=GENRE, help="The genre of the puzzles; guessed where the text is plain.")
@click.option("--format", "form", type=FORMAT, help="The format they are in; guessed where it is plain.")
@scale_option("Whose techniques are known")
@click.option(
    "--without",
    multiple=True,
    type=TECHNIQUE,
    help="A technique that is not known; several times.",
)
@click.option("--from", "origin", type=click.Choice([each.value for each in Origin]), default="catalogue",
              help="What is known: singles alone, patterns (all that has a name, chains left out), or the whole "
              "catalogue; catalogue if left out.")  # fmt: skip
@click.option("--top", type=click.IntRange(1), default=TOP, metavar="N", help=f"Candidates; {TOP} if left out.")
@click.option("--max-size", "size", type=click.IntRange(1, LARGEST), default=3, metavar="K",
              help=f"Statements of an exclusion at most, up to {LARGEST}; 3 if left out.")  # fmt: skip
@click.option("--large", is_flag=True, help="Statements with more than 64 options take part, too: views of arrows, "
              "views along long lines, large cages; takes longer.")  # fmt: skip
@click.option("--check", is_flag=True, help="Prove every exclusion once more, with a clause solver.")
@click.option("--audit", "nodes", type=click.IntRange(0), default=NODES, metavar="N",
              help=f"Work that the audit of a draft's rule may take, in nodes; {NODES:,} if left out."
              " With 0 there is none.")  # fmt: skip
@click.option("--memory", multiple=True, type=click.Path(path_type=Path, exists=True), metavar="DIR",
              help="Do not propose what was discarded there, by the folder of a run or its decisions.jsonl; several "
              "times. What was discarded in --out is never proposed again.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
@click.option("--cluster", metavar="ADDRESS", help="Work on the Dask cluster there; local starts one.")
@click.option("--workers", type=click.IntRange(1, 1024), metavar="N", help="Worker processes.")
def command(
    puzzles: tuple[str, ...], folder: Path, genre: str | None, form: str | None, scale: str, without: tuple[str, ...],
    origin: str, top: int, size: int, large: bool, check: bool, nodes: int, memory: tuple[Path, ...], as_json: bool,
    workers: int | None, cluster: str | None,
) -> int:  # fmt: skip
    if (workers or cluster) and user_file(scale):
        raise GridwrightError(f"workers know scales by name, and {scale} is a file of your own")
    known = scale_named(scale).catalogue
    for name in without:
        known.rung(name)
    settings = SurveySettings(scale, Origin(origin), without, size, check=check, large=large)
    loop = PuzzleLoop(puzzles, genre, form, as_json)
    given, report = loop.input, loop.report

    with ProgressLine("mining", len(given)) as progress:
        executor = executor_of(workers, cluster)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            found = discover(
                loop.puzzles(), folder, settings, top=top, executor=executor, memory=memory, nodes=nodes,
                progress=progress.advance, auditing=lambda: progress.turn_to("auditing drafts"),
            )  # fmt: skip
        except OSError as error:
            raise GridwrightError(f"cannot write to {str(folder)!r}: {error.strerror}") from None
        except KeyboardInterrupt:
            with progress.cleared():
                again = "the same command goes on from there"
                complain(f"stopped after {progress.done:,} of {len(given):,} puzzles: {again}")
            raise
        finally:
            executor.close()
    _print(report, found, settings, folder)
    return report.code


def _print(report: Report, found: Discovery, settings: SurveySettings, folder: Path) -> None:
    findings = found.findings
    if report.as_json:
        rows = [
            {"number": each.number, "name": each.name, "positions": each.positions, "unlocked": each.unlocked,
             "size": each.family.size, "kinds": each.family.kinds, "new": each.new, "score": round(each.score, 3),
             "nearest": each.nearest and each.nearest.technique, "subsumed_by": each.subsumed_by,
             "drafted": each.draft_share, "undrafted": each.undrafted, "audits": dict(each.audits)}
            for each in found.candidates
        ]  # fmt: skip
        about = summary(found, settings)
        report.report("discovery", **{key: about[key] for key in about if key != "schema"}, candidates=rows)
        return
    solved = sum(findings.solved.values())
    counts = [
        spelled_count(sum(findings.read.values())),
        f"{solved:,} of them solved",
        spelled_count(findings.positions, "stuck position"),
        spelled_count(len(findings.items), "shape"),
    ]
    if settings.check:
        counts.append(f"{spelled_count(findings.checked, 'exclusion')} proved once more")
    report.line(", ".join(counts))
    for reason, count in sorted(findings.refused.items()):
        complain(f"left out {count:,}: {reason}")
    if not found.candidates:
        return
    covered = coverage_of(findings)
    shares = [f"{covered.share(layouts):.1%} of those of {word}" for layouts, word in WORDS.items()
              if covered.pairs[layouts]]  # fmt: skip
    report.line(f"shapes with a draft, by positions: {', '.join(shares)}")
    rest = sorted(covered.rest(), key=lambda each: -each[1])
    for shape, positions, reason in rest[:LISTED]:
        complain(f"no draft of {shape} in {spelled_count(positions, 'position')}: {reason}")
    if rest[LISTED:]:
        complain(f"nor of {spelled_count(len(rest) - LISTED, 'other shape')}: see {folder / 'run.json'}")
    if found.audits:
        counted = Counter(each.word for each in found.audits.values())
        words = [
            f"{counted[word]:,} {word}" for word in ("proved", "sampled", "unfinished", "refused") if counted[word]
        ]
        report.line(f"{spelled_count(len(found.audits), 'rule')} of drafts audited: {', '.join(words)}")
    for key, each in sorted(found.audits.items()):
        if each.reason is not None:
            complain(f"{key} is refused: {each.reason}")
    rows_of_text = [["", "shape", *HEADINGS], *([str(each.number), each.name, *row(each)] for each in found.candidates)]
    widths = [max(map(len, column)) for column in zip(*rows_of_text, strict=True)]
    for line in rows_of_text:
        numbers = [text.rjust(width) if at in (0, 2, 3, 4) else text.ljust(width)
                   for at, (text, width) in enumerate(zip(line, widths, strict=True))]  # fmt: skip
        report.line("  ".join(numbers).rstrip())
    report.line(f"pages: {folder / 'pages' / 'index.md'}")
