"""From text to answer through the command that a person types: `gridwright … --json FILE > out`, on one thread.

A rate is the number of lines divided by the CPU time of the run less that of the same command on one line; both are
printed. Every list has different puzzles only, no structure twice where structures differ: the well-known ones first,
then our own of a stated seed, in the form that the genre is written in.
"""

from __future__ import annotations

import gzip
import itertools
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..generation import Recipe, generate_many
from .lists import PuzzleList, arrows_lists, queens_lists, sgt_list, sudoku_list
from .measure import Figure, Goal, Heading, Item, Note

SEED = "from-text"
LINES = 5000


@dataclass(frozen=True)
class Command:
    """A command on a list of its own: what is typed, the list's genre and size, and lines a second to reach."""

    verb: str
    genre: str
    size: int
    goal: float
    options: tuple[str, ...] = ()
    lines: int = LINES

    @property
    def name(self) -> str:
        return f"{' '.join((self.verb, *self.options))}, {self.genre} {self.size}×{self.size}"


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
KILLERS = Command("grade", "killers", 9, 100, ("--scale", "sgt"), lines=351)
MADE = (
    Command("generate", "sudoku", 9, 1_000),
    Command("generate", "queens", 8, 800),
    Command("generate", "keen", 6, 400),
    Command("generate", "arrows", 9, 25, ("--tier", "k=0"), lines=200),
)


def known(genre: str, size: int) -> Sequence[PuzzleList]:
    """The well-known puzzles of a genre and size, as far as they are at hand."""
    if genre == "star-battle":
        return queens_lists()[1:]
    if genre == "arrows":
        return [each for key, each in arrows_lists().items() if key[1] == size]
    found = sudoku_list("17-clue", "17_clue.txt.gz") if genre == "sudoku" else sgt_list(genre, genre, f"{size}d")
    return [found] if found is not None else []


def different(genre: str, size: int, count: int) -> list[str]:
    """So many different puzzles: the well-known ones first, then ours."""
    texts = dict.fromkeys(text for each in known(genre, size) for text in each.texts)
    lines = list(texts)[:count]
    seeds = (f"{SEED} {number}" for number in itertools.count())
    while len(lines) < count:
        for made in generate_many(Recipe(genre, size=size, seed=next(seeds), any=True), count - len(lines)):
            text = made.puzzle.text() if made.puzzle is not None else None
            if text is not None and text not in texts:
                texts[text] = None
                lines.append(text)
    return lines


def killers() -> list[str]:
    """The killers among the collection's Solo boards."""
    found = sgt_list("Solo", "solo", "3x3")
    return [text for text in found.texts if "k" in text.partition(":")[0]] if found is not None else []


def cpu(arguments: Sequence[str]) -> float:
    """The CPU time of a command, whose output goes to a file."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryFile() as out:
        done = subprocess.run(arguments, stdout=out, stderr=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):
        raise AssertionError(f"{' '.join(arguments)} ended with {done.returncode}: {done.stderr[-300:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def figure(command: Command, lines: int, whole: Sequence[str], one: Sequence[str], rounds: int) -> Figure:
    """Lines a second, start apart."""
    cpu(one)  # what is kept between runs is kept now
    runs = [(cpu(whole), cpu(one)) for _ in range(rounds)]
    rates = sorted((lines - 1) / max(all_lines - start, 1e-6) for all_lines, start in runs)
    all_lines, start = min(runs)
    remark = f"{lines} lines {all_lines:.2f} s, one line {start:.2f} s"
    goal = Goal(rates[-1], command.goal) if lines == command.lines else None
    return Figure(command.name, rates[-1], rates[len(rates) // 2], goal=goal, remark=remark)


def measure(quick: bool) -> Iterator[Item]:
    """Lists of puzzles, then puzzles made."""
    gridwright = str(Path(sys.executable).with_name("gridwright"))
    rounds = 1 if quick else 3
    yield Heading("from text to answer, `gridwright … --json FILE`, one thread, start apart", unit="lines/s")
    with tempfile.TemporaryDirectory() as folder:
        file, first = Path(folder, "lines.txt.gz"), Path(folder, "line.txt.gz")
        kept: dict[tuple[str, int], list[str]] = {}
        for command in (*ON_LISTS, KILLERS):
            about, count = (command.genre, command.size), 200 if quick else command.lines
            if about not in kept:
                kept[about] = killers() if command is KILLERS else different(*about, count)
            lines = kept[about][:count]
            if not lines:
                yield Note("the killers of sgt-puzzles are not at hand")
                continue
            file.write_bytes(gzip.compress("\n".join(lines).encode()))
            first.write_bytes(gzip.compress(lines[0].encode()))
            genre = "sudoku" if command is KILLERS else command.genre
            typed = [gridwright, command.verb, "--genre", genre, *command.options, "--json"]
            yield figure(command, len(lines), [*typed, str(file)], [*typed, str(first)], rounds)
    yield Heading("puzzles made with grade and independent check, `gridwright generate … --json`", unit="puzzles/s")
    for command in MADE:
        count = command.lines // 50 if quick else command.lines
        typed = [gridwright, "generate", command.genre, "--size", str(command.size), *command.options, "--json"]
        typed += ["--seed", SEED, "--count"]
        yield figure(command, count, [*typed, str(count)], [*typed, "1"], rounds)
