"""gridwright discover review"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

import click

from ...discovery.acceptance import Checkout, Destination, OwnFolder
from ...discovery.candidates import CandidateTechnique
from ...discovery.decisions import DECISION
from ...discovery.draft_check import NODES
from ...discovery.pages import about, reason
from ...discovery.review import Review, scale_of_run
from ...drawing import draw_step
from ...model import GridwrightError, UnknownName
from ..command import WIDTH
from ..command import command as make_command
from ..output import Report, complain
from ..progress import ProgressLine

COMMANDS = {
    "name NAME": "call it that",
    "edit [FILE]": "change its draft in $EDITOR, or take the rules of a file; they are checked at once",
    "check": "read, compile, fire, certify and audit the draft",
    "accept [NAME]": "take it in, if nothing speaks against its draft",
    "merge NAME": "take it in as more of a technique that was accepted",
    "discard [WHY]": "never propose its shape again",
    "others": "its other examples",
    "skip": "ask again next time",
    "quit": "stop here; what was decided is kept",
}
"""What may be answered, with what it does; a first letter is enough."""
VERBS = [typed.split()[0] for typed in COMMANDS]
LEAVES = ("accept", "merge", "discard", "skip")
"""After these comes the next candidate."""


@make_command(
    "review",
    "Decide about the candidates of a run, one by one.\n\n"
    "Each is shown with its board, reason, counts, nearest technique and draft. Answers come from the terminal or from "
    "standard input: " + "; ".join(f"`{typed}`: {what}" for typed, what in COMMANDS.items()) + ". With --decide they "
    "are lines of a file, each with the number or name of its candidate in front: `3 accept lame-kite`.\n\n"
    "Whatever is decided is in DIR/decisions.jsonl at once, and the same command goes on from there. What is accepted "
    "goes to DIR/accepted: --scale DIR/accepted/scale.toml is the scale of the run with these techniques in it. Exit "
    "code: 0 done, 1 something was refused, 2 misuse or a bad line.",
    (
        "gridwright discover review found",
        "gridwright discover review found --into mine",
        "gridwright discover review found --decide decisions.txt",
        "gridwright discover review found --list",
        "gridwright grade --scale found/accepted/scale.toml --genre sudoku puzzles.txt",
    ),
)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False, exists=True), metavar="DIR")
@click.option("--into", type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER",
              help="Where accepted techniques go; DIR/accepted if left out.")  # fmt: skip
@click.option("--tree", type=click.Path(path_type=Path, file_okay=False, exists=True), metavar="CHECKOUT",
              help="Put them into a checkout of Gridwright instead, as CONTRIBUTING asks.")  # fmt: skip
@click.option("--decide", type=click.Path(path_type=Path, dir_okay=False, exists=True), metavar="FILE",
              help="Decisions, a line each, instead of answers.")  # fmt: skip
@click.option("--nodes", type=click.IntRange(1), default=NODES, metavar="N",
              help=f"Work that the audit of a rule may take, in nodes; {NODES:,} if left out.")  # fmt: skip
@click.option("--time-limit", "seconds", type=click.FloatRange(0, min_open=True), metavar="S",
              help="Seconds after which the audit of a draft is stopped; no limit if left out.")  # fmt: skip
@click.option("--list", "only_list", is_flag=True, help="Only list the candidates and what was decided.")
@click.option("--json", "as_json", is_flag=True, help="Print decisions alone, one JSON object a line.")
def command(
    folder: Path, into: Path | None, tree: Path | None, decide: Path | None, nodes: int,
    seconds: float | None, only_list: bool, as_json: bool,
) -> int:  # fmt: skip
    if into is not None and tree is not None:
        raise click.UsageError("--into and --tree name two places, and there is one", click.get_current_context())
    place: Destination | None = None
    if tree is not None:
        place = Checkout(tree, scale_of_run(folder))
    elif into is not None:
        place = OwnFolder(into, scale_of_run(folder))
    dialogue = _Dialogue(Review(folder, place, nodes=nodes, seconds=seconds), Report(as_json))
    try:
        if only_list:
            dialogue.list()
        elif decide is not None:
            dialogue.obey(decide)
        else:
            dialogue.ask()
    except OSError as error:
        raise GridwrightError(f"cannot write {error.filename}: {error.strerror}") from None
    return dialogue.report.code


class _Dialogue:
    """A review as it is typed and printed."""

    def __init__(self, review: Review, report: Report) -> None:
        self.review, self.report = review, report
        self.talks = is_terminal()

    def list(self) -> None:
        """Every candidate with what was decided."""
        width = max((len(each.name) for each in self.review.candidates), default=0)
        for each in self.review.candidates:
            standing = self.review.standing(each)
            if self.report.as_json:
                self._print(each)
            else:
                told = " ".join(filter(None, (standing.kind or "undecided", standing.name, _note(standing.note))))
                self.report.line(f"{each.number:>2}  {each.name:<{width}}  {told}")

    def obey(self, file: Path) -> None:
        """The lines of a file: a candidate, what to do, and with what."""
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            words = line.split(maxsplit=1)
            if not words or words[0].startswith("#"):
                continue
            self._try(words[0], words[1] if words[1:] else "", f"{file.name}, line {number}: ")

    def ask(self) -> None:
        """One candidate after the other that nobody has decided about."""
        candidates = self.review.undecided
        answers = self._answers()
        for number, each in enumerate(candidates, 1):
            self._talk(_shown(each, self.review, f"{number} of {len(candidates)}"))
            for answer in answers:
                if answer in ("q", "quit"):
                    return
                if self._try(each.name, answer):
                    break
            else:
                return
        left = len(self.review.undecided)
        self._talk("nothing is left to decide" if not left else f"{left} to decide another time")

    def _answers(self) -> Iterator[str]:
        while True:
            if self.talks:
                print(f"{', '.join(VERBS)} > ", end="", file=sys.stderr, flush=True)
            line = read_answer()
            if not line:
                return
            yield line.strip()

    def _try(self, candidate: str, answer: str, where: str = "") -> bool:
        """Whether the next candidate comes; what is refused is told, and counts."""
        try:
            return self._do(self.review.find(candidate), answer)
        except GridwrightError as error:
            complain(f"{where}{error}")
            if not self.talks:
                self.report.code = max(self.report.code, 2 if isinstance(error, _Misuse | UnknownName) else 1)
            return False

    def _do(self, candidate: CandidateTechnique, answer: str) -> bool:
        """Carry out an answer; whether it was about the candidate as a whole."""
        verb, review = _verb(answer), self.review
        rest = answer.split(maxsplit=1)[1].strip() if len(answer.split()) > 1 else ""
        match verb:
            case "name":
                review.name(candidate, _wanted(rest, "name NAME"))
                self._talk(f"{candidate.name} is to be {rest}")
            case "edit":
                text = _read(rest) if rest else self._edited(candidate)
                with ProgressLine("checking", 1):
                    checked = review.edit(candidate, text)
                self._talk(checked.sentence)
                if checked.reason is not None and not self.talks:
                    self.report.no()
            case "check":
                with ProgressLine("checking", 1):
                    checked = review.check(candidate)
                self._talk(checked.sentence)
                return False
            case "accept":
                with ProgressLine("checking", 1):
                    keys = review.accept(candidate, rest or None)
                told = review.check(candidate).sentence
                self._talk(f"accepted as {', '.join(keys)} into {review.place.folder}: {told}")
            case "merge":
                with ProgressLine("checking", 1):
                    keys = review.merge(candidate, _wanted(rest, "merge NAME"))
                self._talk(f"merged into {rest}: its rules are {', '.join(keys)}")
            case "discard":
                review.discard(candidate, rest or None)
                self._talk(f"{candidate.name} is discarded")
            case "others":
                self._talk("\n\n".join(_example(candidate, at) for at in range(1, len(candidate.examples))))
                return False
        if verb != "skip" and self.report.as_json:
            self._print(candidate)
        return verb in LEAVES

    def _edited(self, candidate: CandidateTechnique) -> str:
        """The draft as it comes back from the editor; it is a file of the run, so that nothing typed is lost."""
        if not self.talks:
            raise _Misuse("there is no terminal for an editor: edit FILE takes the rules of a file")
        path = self.review.folder / "edited" / f"{candidate.name}.rules"
        path.parent.mkdir(exist_ok=True)
        path.write_text(self.review.draft(candidate), encoding="utf-8")
        click.edit(filename=str(path))
        return path.read_text("utf-8")

    def _talk(self, *lines: str) -> None:
        if not self.report.as_json:
            for line in lines:
                self.report.line(line)
            sys.stdout.flush()

    def _print(self, candidate: CandidateTechnique) -> None:
        fields = DECISION.write(self.review.standing(candidate))
        self.report.report("decision", **{key: value for key, value in fields.items() if key != "schema"})


def is_terminal() -> bool:
    """Is somebody there to answer?"""
    return sys.stdin.isatty()


def read_answer() -> str:
    """The next line, or nothing at the end."""
    return sys.stdin.readline()


class _Misuse(GridwrightError):
    """An answer that nobody can carry out."""


def _verb(answer: str) -> str:
    """What an answer asks for."""
    word = answer.split()[0] if answer.split() else ""
    found = [verb for verb in VERBS if word and verb.startswith(word)]
    if len(found) != 1:
        raise _Misuse(f"expected one of {', '.join(COMMANDS)}, found {answer!r}")
    return found[0]


def _wanted(rest: str, usage: str) -> str:
    if not rest:
        raise _Misuse(f"expected {usage}")
    return rest


def _read(name: str) -> str:
    try:
        return Path(name).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _Misuse(f"cannot read {name}: {error}") from None


def _note(note: str | None) -> str:
    return f"({note})" if note else ""


def _shown(candidate: CandidateTechnique, review: Review, where: str) -> str:
    """A candidate as it is put before somebody."""
    standing = review.standing(candidate)
    head = f"{candidate.name}, {where}" + (f", to be {standing.name}" if standing.name else "")
    draft = review.draft(candidate) or f"No draft: {candidate.undrafted}. `edit` takes one of yours."
    parts = [head, *map(_wrapped, about(candidate))]
    parts += [_example(candidate, 0)] if candidate.examples else []
    return "\n\n".join((*parts, draft.rstrip())) + "\n"


def _example(candidate: CandidateTechnique, number: int) -> str:
    """An example as a board and the reason."""
    trace = candidate.examples[number]
    picture = str(draw_step(trace.start, trace.steps[0])).rstrip("\n")
    return f"{picture}\n{_wrapped(reason(trace.start, trace.steps[0]))}"


def _wrapped(text: str) -> str:
    return fill(text.replace("**", ""), WIDTH, break_long_words=False, break_on_hyphens=False)
