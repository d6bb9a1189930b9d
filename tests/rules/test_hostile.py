"""Hostile rule files end with a sentence: soon, in little memory, and never with a traceback."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from gridwright.genres import parse
from gridwright.rules.compiler import compile_rule
from gridwright.rules.cost import cost
from gridwright.rules.errors import RuleError
from gridwright.rules.parse import parse_rules, parse_term, template
from gridwright.rules.plan import CannotCompile
from gridwright.rules.sorts import check
from gridwright.rules.tree import Technique

SECONDS = 2
MEGABYTES = 200


def rule(seen: str = "cell p", then: str = "exclude(p, all)", because: str = "so", key: str = "t") -> str:
    return f'technique {key}\n seen {seen}\n then {then}\n because "{because}"\n holds "so"\n'


def rules(n: int, **clauses: str) -> str:
    return "".join(rule(key=f"t{i}", **clauses) for i in range(n))


def noise(signs: Sequence[str], n: int) -> str:
    return " ".join(random.Random(7).choices(signs, k=n))


def load(text: str) -> list[Technique]:
    return [check(technique) for technique in parse_rules(text)]


HOSTILE = {
    "a megabyte in one line": "a" * 1_000_000,
    "a gigabyte would be next": "technique t seen " * 600_000,
    "a line of 90,000": rule("cell p; " * 11_000),
    "nothing but lines": "\n" * 99_000,
    "a comment and no end": "#" * 9_000,
    "binary": bytes(range(256)).decode("latin-1") * 30,
    "a NUL": rule("cell p; p = \0"),
    "half a pair of surrogates": rule("cell \ud800"),
    "text that runs backwards": rule(because="\u202eso"),
    "letters that look like others": rule("сell p"),
    "noise of signs": "technique t seen " + noise("|{}()=<>;:,.+-&*/'\"# \n", 20_000),
    "noise of words": "technique t seen " + noise(["cell", "p", "in", "every", "\n", "{", "}", "|", ";", ":"], 20_000),
    "as much as a file may have": rule("cell p" + ";\n |{p}| = 1" * 3_100),
    "parentheses, deep": rule("(" * 4_000 + "p = p" + ")" * 4_000),
    "parentheses, deep and open": rule("(\n" * 30_000),
    "calls, deep": rule("cell p; " + "cand(" * 900 + "p" + ")" * 900 + " = all"),
    "calls of calls, deep over many lines": rule("cell p; " + "cand(\n" * 9_000 + "p" + ")\n" * 9_000 + " = all"),
    "sizes of sizes": rule("cell p; " + "|" * 4_000 + "p" + "|" * 4_000 + " = 1"),
    "sets of sets": rule("cell p; " + "{" * 4_000 + "}" * 4_000 + " = {}"),
    "not not not": rule("cell p; " + "not " * 2_400 + "p = p"),
    "every every every": rule("cell p; " + "every cell p in open: " * 400 + "p = p"),
    "effects inside effects": rule(then="every cell q in open: " * 400 + "exclude(p, all)"),
    "a sum without end": rule("cell p; |" + "open + " * 1_400 + "open| = 1"),
    "a chain without end": rule("cell p; " + "p = " * 2_400 + "p"),
    "chains inside chains double at every step": rule("cell p; " + "(p = " * 50 + "p" + " = p)" * 50),
    "a thousand items": rule("cell p" + ";\n p = p" * 1_000),
    "thirty variables": rule("cells " + ", ".join(f"p{i}" for i in range(30))),
    "thirty quantifiers": rule("cell p" + "; some cell q in open: (some cell r in open: q = r)" * 15),
    "a thousand effects": rule(then=";\n".join(["exclude(p, all)"] * 1_000)),
    "a thousand techniques": rules(1_000),
    "a set of ten thousand": rule("cell p; {" + ", ".join(["p"] * 3_000) + "} = open"),
    "a word with a thousand arguments": rule("cell p; cand(" + ", ".join(["p"] * 1_000) + ") = all"),
    "a number of 9,000 digits": rule("cell p; |open| = " + "9" * 9_000),
    "a number just too large": rule("cell p; |open| = 1000001"),
    "a pick of a million": rule("1000000 cells P"),
    "a parameter of a million": rule(key="t(n: 1..1000000)"),
    "a parameter of 9,000 digits": rule(key=f"t(n: 1..{'9' * 9_000})"),
    "a thousand parameters": rule(key="t(" + ", ".join(f"n{i}: 1..2" for i in range(800)) + ")"),
    "a thousand names for sizes": rule(key="t(n: 1..2)\n called " + ", ".join(f"1 a{i}" for i in range(800))),
    "a name of 9,000 letters": rule("cell " + "p" * 9_000),
    "a word of 9,000 letters": rule("cell p; " + "w" * 9_000 + "(p)"),
    "a sort of 9,000 letters": rule("w" * 9_000 + " p"),
    "a key of 9,000 letters": rule(key="t" * 9_000),
    "a key of hyphens": rule(key="t" + "-t" * 4_000),
    "an open string": rule(because='so" "so').replace('"so" "so"', '"so'),
    "strings without end": rule(because='so"\n "' * 10_000),
    "a sentence of 9,000 letters": rule(because="s" * 9_000),
    "a sentence of 300 terms": rule(because="{p}" * 300),
    "a sentence of braces": rule(because="{" * 450 + "}" * 450),
    "a sentence with a term that nests": rule(because="{" + "cand(" * 100 + "p" + ")" * 100 + "}"),
    "sentences full of terms": rules(200, because="{p}" * 24) + "x",
    "a technique that uses itself": rule("cell p; t(p) = all"),
    "a technique that binds itself": rule("t p"),
    "a technique inside a technique": rule("cell p; technique u seen cell p"),
    "a name that means itself": rule("let a = a"),
    "two names that mean each other": rule("let a = b; let b = a"),
    "a parameter as a cell": rule("cell p; cand(n) = all", key="t(n: 1..2)"),
    "a word taken as a name": rule("cell open"),
    "a shadow": rule("cell p; every cell p in open: p = p"),
    "sorts that do not fit": rule("cell p; value v; p = v"),
    "Python": "__import__('os').system('true')",
    "a path": rule("cell p in __class__"),
    "a format string": rule(because="{p.__class__!r:>1000000}"),
    "escapes": rule(because="\\x00\\N{BEL}"),
    "unknown clauses": rule() + " difficulty 12",
    "the clauses in another order": 'technique t then place(p, v) seen cell p because "so" holds "so"',
    "one technique, twice": rule() + rule(),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_ends_with_a_sentence(name: str) -> None:
    start = time.process_time()

    with pytest.raises(RuleError) as told:
        load(HOSTILE[name])

    assert time.process_time() - start < SECONDS
    assert len(str(told.value)) < 600
    assert str(told.value).startswith("rules")


MEASURED = """
import json, os, re, sys, time
sys.path.insert(0, {folder!r})
from test_hostile import HOSTILE, RuleError, load
try:
    load("technique")  # Python, the library and the grammar are there: once, and counted for each
except RuleError:
    pass
so_far = time.process_time()
for name, text in HOSTILE.items():
    sys.stdout.flush()
    if os.fork() == 0:  # a process for each file: its peak is its own
        began, told = time.process_time() - so_far, ""
        try:
            load(text)
        except RuleError as error:
            told = str(error)
        seconds = time.process_time() - began
        peak = int(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1]) / 1024
        print(json.dumps([name, seconds, peak, told]))
        sys.stdout.flush()
        os._exit(0)
    os.wait()
"""


def test_each_hostile_text_is_measured_in_a_process_of_its_own() -> None:
    """A sentence within 2 seconds of CPU time and 200 MB, Python and the library included (VmHWM)."""
    if not Path("/proc/self/status").exists():
        pytest.skip("this system has no /proc to read the peak of a process from")
    code = MEASURED.format(folder=str(Path(__file__).parent))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    rows = [json.loads(line) for line in done.stdout.splitlines()]

    assert list(HOSTILE) == [name for name, *_ in rows]
    assert len(rows) >= 40
    assert [] == [row for row in rows if row[1] >= SECONDS or row[2] >= MEGABYTES or not row[3].startswith("rules")]


BOMBS = sorted((Path(__file__).parent / "bombs").glob("*.rules"))
STUCK = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
"""No technique of the catalogue helps here, so that a rule of one's own is reached."""

THROUGH_THE_COMMAND_LINE = """
import re, sys, time
from gridwright.cli import main
began, code = time.process_time(), 0
try:
    code = main()
except SystemExit as end:
    code = end.code
peak = int(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1]) / 1024
print("measured", time.process_time() - began, peak, code)
"""


@pytest.mark.slow
@pytest.mark.parametrize("bomb", BOMBS, ids=lambda path: path.stem)
def test_a_rule_that_explodes_is_refused_or_runs_out_of_fuel(bomb: Path) -> None:
    """Well-formed rules, from the file to the last line of `explain`: no more time and memory than text that is not."""
    if not Path("/proc/self/status").exists():
        pytest.skip("this system has no /proc to read the peak of a process from")
    call = [sys.executable, "-c", THROUGH_THE_COMMAND_LINE, "explain", "--rules", str(bomb), STUCK]
    done = subprocess.run(call, capture_output=True, text=True, timeout=120)
    *told, measured = done.stdout.splitlines()
    word, seconds, peak, code = measured.split()

    assert "measured" == word
    assert float(seconds) < SECONDS
    assert float(peak) < MEGABYTES
    assert code in ("1", "2")
    assert told or done.stderr.strip()
    assert "Traceback" not in done.stderr


def test_names_that_double_are_refused_with_what_they_come_to() -> None:
    [technique] = load((Path(__file__).parent / "bombs" / "names-that-double.rules").read_text())
    structure = parse("." * 81, genre="sudoku").structure

    with pytest.raises(CannotCompile, match="when its names are written out; 10,000 are the most"):
        compile_rule(technique, None, structure.shape)


def test_effects_for_every_cell_of_every_cell_count_in_the_estimate() -> None:
    [technique] = load((Path(__file__).parent / "bombs" / "effects-for-every-three-cells.rules").read_text())

    assert 81 * 80 * 79 * 81**3 == cost(technique, None, parse("." * 81, genre="sudoku").structure)


@pytest.mark.parametrize("text", ["(" * 5_000, "", "p" * 20_000, "\0", "p =", '"', "cand(" * 70 + "p" + ")" * 70])
def test_hostile_terms(text: str) -> None:
    with pytest.raises(RuleError):
        parse_term(text)


@pytest.mark.parametrize("text", ["{" * 5_000, "}", "{\0}", "{p" * 5_000, "{" + "9" * 5_000 + "}"])
def test_hostile_sentences(text: str) -> None:
    with pytest.raises(RuleError):
        template(text)


def test_a_full_file_is_read_in_time() -> None:
    start = time.perf_counter()

    assert 200 == len(load(rules(200, because="{p} {cand(p)}")))
    assert time.perf_counter() - start < SECONDS
