"""gridwright audit: look for a state in which a technique concludes what is false

Section: Rulebooks and techniques
"""

from __future__ import annotations

import sys
from typing import Any

import click

from ..documents import puzzle_text
from ..documents.names import Names
from ..drawing import text as draw_board
from ..genres import genre as genre_named
from ..genres import genres
from ..model import Genre, GridwrightError, Limits, State
from ..rules.cost import WARN, cost, refuse_absurd, told
from ..rules.technique import Technique
from ..solving.audit import FIRINGS, STATES, WITNESSES, Audited, Counterexample, audit, boards_of
from .command import as_json as json_option
from .command import catalogue_with, own_rules, time_limit_of
from .command import command as make_command
from .names import GENRE, TECHNIQUE
from .output import Report, complain
from .progress import ProgressLine


@make_command(
    "audit",
    "Look for a state in which a technique fires and what it concludes is false.\n\n"
    "On small boards (4×4 with numbers, 6×6 with two values) all states are asked about at once, a SAT query a "
    "witness: `proved`. "
    "Where a technique cannot fire there, or has too many witnesses, random states of larger boards are looked at: "
    "`sampled`. The boards are those of the genres' examples. Needs gridwright[audit] for the proofs.\n\n"
    "Exit code: 0 nothing found, 1 a counterexample or too little time, 2 misuse.",
    (
        "gridwright audit x-wing",
        "gridwright audit --genre queens",
        "gridwright audit --rules mine.rules my-rule --json",
    ),
)
@click.argument("names", nargs=-1, metavar="[TECHNIQUE]...", type=TECHNIQUE)
@click.option("--genre", type=GENRE, help="Only on the boards of this genre.")
@own_rules
@click.option(
    "--states", type=click.IntRange(1), default=STATES, help=f"Random states at most; {STATES:,} if left out."
)
@click.option(
    "--firings", type=click.IntRange(1), default=FIRINGS, help=f"Firing states wanted; {FIRINGS} if left out."
)
@click.option("--witnesses", type=click.IntRange(0), default=WITNESSES,
              help=f"Witnesses that a proof asks about at most; {WITNESSES:,} if left out.")  # fmt: skip
@click.option("--seed", type=int, default=0, help="Of the random states; 0 if left out.")
@time_limit_of("the whole audit")
@json_option
def command(
    names: tuple[str, ...], genre: str | None, rules: str | None, states: int, firings: int, witnesses: int, seed: int,
    limits: Limits, as_json: bool,
) -> int:  # fmt: skip
    report = Report(as_json)
    known = catalogue_with(rules)
    every = [key for key in known if key in known.own or rules is None]
    chosen = [known.rung(name) for name in names] or [(key, None) for key in every if not known[key].proves_itself]
    where = list(genres().values()) if genre is None else [genre_named(genre)]
    for key, _ in chosen:
        if known[key].proves_itself:
            raise GridwrightError(f"{key} is a finder, not a rule: what it concludes comes with its own proof")
        if key in known.own:
            _affordable(known[key], where)
    limits = limits.begin()
    where_it_is = ""
    with ProgressLine(describe=lambda: where_it_is) as progress:
        for number, (key, size) in enumerate(chosen, start=1):
            for each in where:
                if (stop := limits.stop) is not None:
                    with progress.cleared():
                        so_far = f"{number - 1} of {len(chosen)} techniques so far"
                        report.cut_short(f"{limits.sentence(stop)}: {so_far}")
                    return report.code
                where_it_is = f"{number} of {len(chosen)}: {key}, {each.key}"
                found = audit(
                    known[key], each, size=size, states=states, firings=firings, most=witnesses, seed=seed,
                    limits=limits,
                )  # fmt: skip
                for audited in found:
                    with progress.cleared():
                        _tell(report, audited, known[key].stated)
                        sys.stdout.flush()  # the first answer counts, whoever reads it
    return report.code


def _affordable(technique: Technique, where: list[Genre]) -> None:
    """Refuse what is absurd on a board at hand, and warn of what will take long."""
    for genre in where:
        for board in (board for board in boards_of(genre) if technique.speaks(board)):
            for size in technique.sizes:
                refuse_absurd(technique.statement, size, board.structure)
                if (estimate := cost(technique.statement, size, board.structure)) > WARN:
                    complain(f"{technique.key} may look at {told(estimate)} combinations on a {genre.key} board: slow")


def _tell(report: Report, audited: Audited, stated: bool) -> None:
    against = audited.counterexample
    if against is not None:
        report.no()
    stopped: dict[str, Any] = {}
    if audited.stop is not None:
        report.no()
        stopped["stopped"] = audited.stop.value
    if report.as_json:
        report.report(
            "audit", technique=audited.technique, key=audited.key, size=audited.size, genre=audited.puzzle.genre.key,
            board=puzzle_text(audited.puzzle), method=audited.method, looked=audited.looked, fired=audited.fired,
            kept=audited.kept, undecided=audited.undecided, counterexample=None if against is None else _plain(against),
            **stopped,
        )  # fmt: skip
        return
    report.line(
        f"{_name(audited)}, {audited.puzzle.genre.key} {puzzle_text(audited.puzzle)}: {_verdict(audited, stated)}"
    )
    if against is not None:
        told = _plain(against)
        report.line(draw_board(against.state.puzzle).rstrip("\n"))
        report.line(f"state      {' '.join(told['state'])}")
        report.line("witness    " + "; ".join(f"{name} = {_said(value)}" for name, value in told["witness"].items()))
        report.line(f"concludes  {told['conclusion']}")
        report.line(f"but in     {told['solution']}")


def _name(audited: Audited) -> str:
    return audited.technique if audited.size is None else f"{audited.technique} ({audited.size})"


def _verdict(audited: Audited, stated: bool) -> str:
    if audited.counterexample is not None:
        return "UNSOUND"
    if audited.stop is not None:
        what = "witnesses" if audited.method == "unfinished" else "states"
        return f"stopped after {audited.looked:,} {what}; nothing wrong among them"
    match audited.method:
        case "proved" if audited.fired:
            return f"proved, {audited.fired:,} of {audited.looked:,} witnesses can fire"
        case "proved":
            return "cannot fire here"
        case "unfinished" if not stated:
            return "no proof: a finder has no text to prove"
        case "unfinished" if not audited.looked:
            return "no proof: some of its words cannot be said in logic"
        case "unfinished":
            return f"no proof: more than {audited.looked:,} witnesses; nothing wrong among them"
    unsure = f", undecided in {audited.undecided:,}" if audited.undecided else ""
    if not audited.fired:
        return f"sampled, fires in none of {audited.looked:,} states{unsure}"
    kept = f", {audited.kept} matches asked about in the sampled state alone" if audited.kept else ""
    return f"sampled, fires in {audited.fired:,} of {audited.looked:,} states{unsure}{kept}: none wrong"


def _plain(found: Counterexample) -> dict[str, Any]:
    puzzle = found.state.puzzle
    names = Names(puzzle.genre, puzzle)
    return {
        "state": _facts(found.state),
        "witness": {name: shape.document(names.words) for name, shape in found.witness.items()},
        "conclusion": found.conclusion.text(puzzle),
        "solution": puzzle.board_text(found.solution),
    }


def _facts(state: State) -> list[str]:
    """What is placed, and what is excluded in the other cells."""
    puzzle = state.puzzle
    facts: list[str] = []
    for x, variable in enumerate(puzzle.variables):
        if x in state.placed:
            facts += (puzzle.fact(x, value) for value in state.candidates(x))
        else:
            gone = [value for value in range(len(variable.domain)) if not state.masks[x] >> value & 1]
            facts += (puzzle.fact(x, value, "-") for value in gone)
    return facts


def _said(value: Any) -> str:
    return "{" + ", ".join(map(str, value)) + "}" if isinstance(value, list) else str(value)
