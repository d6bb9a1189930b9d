"""The puzzles of a space on their way out: spelled, then printed or kept in a corpus, by this process or by several."""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ..corpus import Corpus, Entry, Provenance
from ..corpus.corpus import line_of
from ..corpus.writer import Writer
from ..documents import to_dict
from ..enumeration import PuzzleSpace, Unit
from ..execution import Executor, Result, run_parts
from ..generation import read_bounds, read_size
from ..grading import Grade, grade_many
from ..grading import scale as scale_named
from ..model import CorpusError, GridwrightError, Limits, Puzzle, Solution, UnknownName
from .output import complain

if TYPE_CHECKING:
    from ..grading import Scale

AT_A_TIME = 500
"""Puzzles that are graded together, and lines that are written together."""
OFTEN = 2.0
"""Seconds after which it is written down how far it is."""

EnumerationArguments = dict[str, Any]
"""Everything that decides which puzzles come, as plain data."""
Spelling = Callable[[Puzzle, Solution, Grade | None], str]


def space_of(asked: EnumerationArguments) -> PuzzleSpace:
    """The space that is asked for; an error where its boards have no such tier."""
    least, most = read_bounds(asked["clues"]) if asked["clues"] else (None, None)
    space = PuzzleSpace(
        asked["genre"], *read_size(asked["size"]), variants=asked["variants"], minimal=asked["minimal"],
        up_to_symmetry=asked["up_to_symmetry"], clues=(int(least or 0), None if most is None else int(most)),
    )  # fmt: skip
    if asked["tier"] is not None:
        by, board = scale_named(asked["scale"]), next(space.layouts())
        known = [*(each.name for each in by.tiers(board)), by.top(board)]
        if asked["tier"] not in known:
            raise UnknownName(f"tier of {space.genre.key} on {by.key}", asked["tier"], known)
    return space


def described(asked: EnumerationArguments) -> str:
    """What is asked for in a line: the source of what a corpus gets from it."""
    return " ".join(f"{name}={value}" for name, value in asked.items() if value not in (None, False, []))


class SpelledSpace:
    """A space with how its puzzles are spelled: `text`, a `document`, or the line of an `entry`."""

    def __init__(self, asked: EnumerationArguments, spelling: str) -> None:
        self.space, self.asked = space_of(asked), asked
        self.count_only: bool = asked["count_only"]
        self.one_of_each = self.count_only and asked["tier"] is None
        self._by: Scale | None = None if asked["tier"] is None else scale_named(asked["scale"])
        self._spell: Spelling = {"text": _text, "document": _document, "entry": self._entry}[spelling]

    def go_through(self, unit: Unit, state: EnumerationState, put: Callable[[str], None], limits: Limits) -> None:
        """Count, or put out, what comes of a unit after the place where the state is."""
        if self.one_of_each:
            state.counts += self.space.counts_of(unit, limits)
            return
        for clues, puzzle, grade in self._wanted(islice(self.space.puzzles_of(unit, limits), state.within, None)):
            limits.check()
            if puzzle is not None:
                state.counts[clues] += 1
                if not self.count_only:
                    put(self._spell(puzzle, unit.solution, grade))
            state.within += 1

    def _wanted(self, found: Iterator[tuple[int, Puzzle]]) -> Iterator[tuple[int, Puzzle | None, Grade | None]]:
        """Puzzles with their numbers of clues; None in place of those that are of another tier."""
        if self._by is None:
            yield from ((clues, puzzle, None) for clues, puzzle in found)
            return
        while chunk := list(islice(found, AT_A_TIME)):
            grades = grade_many([puzzle for _, puzzle in chunk], self._by)
            for (clues, puzzle), grade in zip(chunk, grades, strict=True):
                of_tier = grade is not None and grade.tier == self.asked["tier"]
                yield clues, puzzle if of_tier else None, grade

    def _entry(self, puzzle: Puzzle, solution: Solution, grade: Grade | None) -> str:
        grades = () if grade is None else (grade,)
        source = Provenance(f"enumerate {described(self.asked)}")
        return line_of(Entry(puzzle, solution, grades, provenance=source)).decode()


def _text(puzzle: Puzzle, solution: Solution, grade: Grade | None) -> str:
    return str(puzzle)


def _document(puzzle: Puzzle, solution: Solution, grade: Grade | None) -> str:
    return json.dumps(to_dict(puzzle), ensure_ascii="utf" not in (sys.stdout.encoding or "").lower())


# Over several processes


def run_over_parts(
    asked: EnumerationArguments,
    spelling: str,
    executor: Executor,
    folder: Path | None,
    state: EnumerationState,
    limits: Limits,
) -> Iterator[int]:
    """Count, or put out, everything part by part: how many layouts there were in each."""
    arguments = ({"asked": asked, "spelling": spelling, "part": number} for number in count())
    for result in run_parts(enumerate_part, arguments, executor, folder):
        found = json.loads(result.output)
        for line in found["lines"]:
            state.output.put(line)
        state.output.flush()
        state.counts += Counter({int(clues): number for clues, number in found["counts"].items()})
        yield found["layouts"]
        if found["is_last"]:
            return
        limits.check()


def enumerate_part(argument: dict[str, Any]) -> Result:
    """One part of the work, in whichever process."""
    work = _kept(json.dumps(argument["asked"]), argument["spelling"])
    part = work.space.part(argument["part"], one_of_each=work.one_of_each)
    state, lines, limits = EnumerationState(None, argument["asked"]), list[str](), Limits().begin()
    for unit in part.units:
        work.go_through(unit, state, lines.append, limits)
        state.within = 0
    found = {"lines": lines, "counts": state.counts, "layouts": part.layouts, "is_last": part.is_last}
    return Result(json.dumps(found))


@lru_cache(maxsize=1)
def _kept(asked: str, spelling: str) -> SpelledSpace:
    """Stays as it is from part to part: what was listed for one need not be for the next."""
    return SpelledSpace(json.loads(asked), spelling)


# Where it goes


class Output(Protocol):
    """Where puzzles go."""

    def put(self, line: str) -> None:
        """The next line."""

    def flush(self) -> None:
        """All lines are where they belong."""

    def close(self) -> None:
        """There are no more."""


class StandardOutput:
    """On standard output."""

    def put(self, line: str) -> None:
        """Print it."""
        sys.stdout.write(line + "\n")

    def flush(self) -> None:
        """Whoever reads has all of it."""
        sys.stdout.flush()

    def close(self) -> None:
        """What follows are the counts."""
        self.flush()


class CorpusOutput:
    """In a corpus, behind those of the same space that it has: lines come in a fixed order, so so many are skipped."""

    def __init__(self, folder: str, asked: EnumerationArguments, state: EnumerationState) -> None:
        corpus = Corpus(folder, notify=complain)
        corpus.must_be_writable("enumerate")
        have, known = len(corpus.filter(source=f"enumerate {described(asked)}")), state.counts.total()
        if have < known:
            raise CorpusError(f"{folder} has {have:,} of these puzzles, but {known:,} were written, says {state.path}")
        self._skip, self._lines = have - known, list[bytes]()
        self._writer = Writer(corpus.path, notify=complain)

    def put(self, line: str) -> None:
        """Keep it, unless the corpus has it."""
        if self._skip:
            self._skip -= 1
            return
        self._lines.append(line.encode())
        if len(self._lines) >= AT_A_TIME:
            self.flush()

    def flush(self) -> None:
        """All lines are in the file."""
        lines, self._lines = self._lines, []
        if lines:
            self._writer.write(lines)

    def close(self) -> None:
        """Others may write."""
        self.flush()
        self._writer.close()


class EnumerationState:
    """How far it is: what was asked, the last unit that is done, puzzles of the next that are, and the counts."""

    def __init__(self, path: str | None, asked: EnumerationArguments) -> None:
        self.path, self._asked = Path(path) if path else None, asked
        self.after, self.within = (0, -1), 0
        self.counts: Counter[int] = Counter()
        self._noted = time.monotonic()
        self.output: Output = StandardOutput()
        if self.path is None or not self.path.exists():
            return
        try:
            found = json.loads(self.path.read_text("utf-8"))
            if found["asked"] != asked:
                raise GridwrightError(f"{path} was left by another command: {described(found['asked'])}")
            self.after, self.within = tuple(found["after"]), found["within"]
            self.counts = Counter({int(clues): number for clues, number in found["counts"].items()})
        except (ValueError, KeyError, TypeError, AttributeError):
            raise GridwrightError(f"{path} is no file that enumerate has left") from None

    def finish(self, unit: Unit) -> None:
        """This unit is done."""
        self.after, self.within = unit.number, 0
        if time.monotonic() - self._noted > OFTEN:
            self._noted = time.monotonic()
            self.write(done=False)

    def write(self, *, done: bool) -> None:
        """Keep it, whole or not at all, when all that it speaks of is out."""
        self.output.flush()
        if self.path is None:
            return
        found = {
            "asked": self._asked, "after": self.after, "within": self.within, "done": done,
            "counts": self.counts,
        }  # fmt: skip
        new = self.path.with_name(self.path.name + ".new")
        new.write_text(json.dumps(found) + "\n", "utf-8")
        os.replace(new, self.path)
