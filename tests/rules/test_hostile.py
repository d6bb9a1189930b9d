"""Hostile rule files end with a sentence: soon, in little memory, and never with a traceback."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from gridwright.rules.errors import RuleError
from gridwright.rules.parse import parse_rules, parse_term, template
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
    start = time.perf_counter()

    with pytest.raises(RuleError) as told:
        load(HOSTILE[name])

    assert time.perf_counter() - start < SECONDS
    assert len(str(told.value)) < 600
    assert str(told.value).startswith("rules")


def test_hostile_text_takes_little_memory() -> None:
    """In a process of its own, whose peak is that of the worst file; its parent's peak does not count (VmHWM)."""
    code = (
        f"import re, sys; sys.path.insert(0, {str(__file__.rsplit('/', 1)[0])!r})\n"
        "from test_hostile import *\n"
        "for text in HOSTILE.values():\n"
        "    try:\n"
        "        load(text)\n"
        "    except RuleError:\n"
        "        pass\n"
        "print(re.search(r'VmHWM:\\s+(\\d+) kB', open('/proc/self/status').read())[1])\n"
    )
    if not Path("/proc/self/status").exists():
        pytest.skip("this system has no /proc to read the peak of a process from")

    peak = int(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)

    assert peak / 1024 < MEGABYTES


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
