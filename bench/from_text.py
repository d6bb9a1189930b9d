"""From text to answer through the command that a person types: `gridwright … --json FILE > out`, on one thread.

A rate is the number of lines divided by the CPU time of the run less that of the same command on one line; both are
printed. Every list has different puzzles only, no structure twice where structures differ: the well-known ones first,
then our own of a stated seed, in the form that the genre is written in. Beside them stand programs that do the like of
it: dokusan and hodoku-py on puzzles of the same list, sgt-keen where Keen is made.
"""

from __future__ import annotations

import gzip
import itertools
import resource
import subprocess
import sys
import tempfile
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from gridwright.generation import Recipe, generate_many
from gridwright.genres import parse
from gridwright.model import Puzzle

from .generate import sgt_rate
from .lists import PuzzleList, arrows_lists, published_arrows, queens_lists, sgt_list, sudoku_list
from .measure import Figure, Goal, Heading, Remark, TableItem
from .step_rivals import RIVALS, NotRun, must_be_right, run

SEED = "from-text"
LINES = 5000
LEAST = 0.01
"""CPU seconds that can be told apart."""


@dataclass(frozen=True)
class Command:
    """A command on a list of its own: what is typed, the list's genre and size, and lines a second to reach."""

    verb: str
    genre: str
    size: int | None
    goal: float
    options: tuple[str, ...] = ()
    lines: int = LINES

    @property
    def name(self) -> str:
        size = f" {self.size}×{self.size}" if self.size else ""
        return f"{' '.join((self.verb, *self.options))}, {self.genre}{size}"


ON_LISTS = (
    Command("solve", "sudoku", 9, 40_000),
    Command("solve", "star-battle", 8, 8_000),
    Command("solve", "keen", 6, 15_000),
    Command("solve", "unequal", 6, 8_000),
    Command("solve", "towers", 6, 8_000),
    Command("solve", "arrows", 6, 5_000),
    Command("grade", "sudoku", 9, 8_000),
    Command("grade", "star-battle", 8, 5_000),
    Command("grade", "keen", 6, 8_000, ("--scale", "sgt")),
)
KILLERS = Command("grade", "killers", None, 100, ("--scale", "sgt"), lines=351)
MADE = (
    Command("generate", "sudoku", 9, 1_000),
    Command("generate", "queens", 8, 800),
    Command("generate", "keen", 6, 400),
    Command("generate", "arrows", 9, 25, ("--tier", "k=0"), lines=200),
    Command("generate", "takuzu", 10, 200),
    Command("generate", "akari", 10, 50, lines=500),
    Command("generate", "slitherlink", 10, 20, lines=500),
    Command("generate", "tents", 10, 100, lines=500),
)
FOR_RIVALS = 60
"""Puzzles of a list that other step-by-step programs get, spread evenly: they take up to a second for one."""
FROM_SGT_KEEN = 300
"""Puzzles that sgt-keen makes."""


@dataclass(frozen=True)
class PuzzleLines:
    """Different puzzles, a line each; the first `known` are well-known ones."""

    texts: tuple[str, ...]
    known: int

    def __str__(self) -> str:
        return f"{len(self.texts):,} different, {self.known:,} of them well-known"


def known(genre: str, size: int) -> Sequence[PuzzleList]:
    """The well-known puzzles of a genre and size, as far as they are at hand."""
    if genre == "star-battle":
        return queens_lists()[1:]
    if genre == "arrows":
        published = published_arrows()
        own = [each for key, each in arrows_lists().items() if key[1] == size]
        return [*([published.of_size(size)] if published is not None else []), *own]
    found = sudoku_list("17-clue", "17_clue.txt.gz") if genre == "sudoku" else sgt_list(genre, genre, f"{size}d")
    return [found] if found is not None else []


def different(genre: str, size: int, count: int) -> PuzzleLines:
    """So many different puzzles: the well-known ones first, then ours."""
    lines: dict[Hashable, str] = {}
    for text in (text for each in known(genre, size) for text in each.texts):
        if len(lines) < count:
            lines.setdefault(identity(parse(text, genre=genre)), text)
    shared = len(lines)
    seeds = (f"{SEED} {number}" for number in itertools.count())
    while len(lines) < count:
        for made in generate_many(Recipe(genre, size=size, seed=next(seeds), any=True), count - len(lines)):
            if made.puzzle is not None and (line := made.puzzle.text()) is not None:
                lines.setdefault(identity(made.puzzle), line)
    return PuzzleLines(tuple(lines.values()), shared)


def identity(puzzle: Puzzle) -> Hashable:
    """What two puzzles of a list must not share: their structure; where all boards have the same one, their givens."""
    return puzzle.structure_key if puzzle.clues else tuple(sorted(puzzle.givens.items()))


def killers() -> PuzzleLines:
    """The killers among the collection's Solo boards."""
    found = sgt_list("Solo", "solo", "")
    texts = [text for text in found.texts if "k" in text.partition(":")[0]] if found is not None else []
    kept = {identity(parse(text, genre="sudoku")): text for text in texts if not text.startswith("#")}
    return PuzzleLines(tuple(kept.values()), len(kept))


def cpu(arguments: Sequence[str]) -> float:
    """The CPU time of a command, whose output goes to a file."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryFile() as out:
        done = subprocess.run(arguments, stdout=out, stderr=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):
        raise AssertionError(f"{' '.join(arguments)} ended with {done.returncode}: {done.stderr[-300:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def figure(
    command: Command, lines: int, told: str, whole: Sequence[str], one: Sequence[str], rounds: int
) -> Figure:  # fmt: skip
    """Lines a second, start apart."""
    cpu(one)  # what is kept between runs is kept now
    runs = [(cpu(whole), cpu(one)) for _ in range(rounds)]
    rates = sorted((lines - 1) / max(all_lines - start, LEAST) for all_lines, start in runs)
    all_lines, start = min(runs)
    remark = f"{told}: {all_lines:.2f} s, one line {start:.2f} s"
    goal = Goal(rates[-1], command.goal) if lines == command.lines else None
    return Figure(command.name, rates[-1], rates[len(rates) // 2], goal=goal, remark=remark)


def step_by_step(lines: PuzzleLines, ours: float) -> Iterator[TableItem]:
    """Other programs that solve step by step, from text."""
    texts = lines.texts[:: -(-len(lines.texts) // FOR_RIVALS)]
    for rival in RIVALS:
        try:
            ran = run(rival, texts)
        except NotRun as reason:
            yield Remark(f"  {rival.name}: {reason}")
            continue
        must_be_right(rival, [parse(text, genre="sudoku") for text in texts], ran.solutions)
        rate, reached = len(texts) / ran.seconds, sum(solution is not None for solution in ran.solutions)
        yield Figure(f"  {rival.name}", rate, ratio=ours / rate, remark=f"{len(texts)} of them, {reached} solved")


def measure(quick: bool) -> Iterator[TableItem]:
    """Lists of puzzles, then puzzles made."""
    gridwright = str(Path(sys.executable).with_name("gridwright"))
    rounds = 1 if quick else 3
    title = "from text to answer, `gridwright … --json FILE`, one thread, start apart; no text or structure twice"
    yield Heading(title, unit="lines/s", ratio="ours is")
    with tempfile.TemporaryDirectory() as folder:
        file, first = Path(folder, "lines.txt.gz"), Path(folder, "line.txt.gz")
        kept: dict[str, PuzzleLines] = {}
        for command in (*ON_LISTS, KILLERS):
            if command.genre not in kept:
                count = 200 if quick else command.lines
                kept[command.genre] = different(command.genre, command.size, count) if command.size else killers()
            lines = kept[command.genre]
            if not lines.texts:
                yield Remark("the killers of sgt-puzzles are not at hand")
                continue
            file.write_bytes(gzip.compress("\n".join(lines.texts).encode()))
            first.write_bytes(gzip.compress(lines.texts[0].encode()))
            genre = command.genre if command.size else "sudoku"
            typed = [gridwright, command.verb, "--genre", genre, *command.options, "--json"]
            found = figure(command, len(lines.texts), str(lines), [*typed, str(file)], [*typed, str(first)], rounds)
            yield found
            if (command.verb, command.genre) == ("grade", "sudoku"):
                yield from step_by_step(lines, found.best)
    title = "puzzles made with grade and independent check, `gridwright generate … --json`"
    yield Heading(title, unit="puzzles/s", ratio="ours is")
    for command in MADE:
        count = command.lines // 50 if quick else command.lines
        typed = [gridwright, "generate", command.genre, "--size", str(command.size), *command.options, "--json"]
        typed += ["--seed", SEED, "--count"]
        found = figure(command, count, f"{count:,} made", [*typed, str(count)], [*typed, "1"], rounds)
        yield found
        if command.genre == "keen":
            rate = sgt_rate(6, "Normal", FROM_SGT_KEEN // (10 if quick else 1))
            if rate is None:
                yield Remark("  sgt-keen is not installed here (Debian: sgt-puzzles)")
            else:
                remark = "`--generate 6dn`, its default: unique by its own solver, no other check"
                yield Figure("  sgt-keen", rate, ratio=found.best / rate, remark=remark)
