"""A tree printed is text that parses to the same tree: the whole catalogue, checked or not, and odd shapes."""

from __future__ import annotations

from pathlib import Path

import pytest

import gridwright
from gridwright.rules.parse import parse_rules, read_rules
from gridwright.rules.sorts import check
from gridwright.rules.text import text_of
from gridwright.rules.tree import Technique

FILES = sorted((Path(gridwright.__file__).parent / "techniques").glob("*.rules"))
CATALOGUE = {technique.key: technique for file in FILES for technique in read_rules(file)}


def again(technique: Technique) -> Technique:
    [found] = parse_rules(text_of(technique))
    return found


@pytest.mark.parametrize("key", CATALOGUE)
def test_a_technique_printed_reads_back_as_itself(key: str) -> None:
    technique = CATALOGUE[key]

    assert technique == again(technique)
    assert check(technique) == again(check(technique)) == check(again(technique))


@pytest.mark.parametrize(
    "condition",
    [
        "not (1 < 2 and 2 < 3) or (1 = 1 or 2 = 2) and 3 = 3",
        "1 < 2 <= 3 and 4 = 4",
        "some cell q in open with q != p or q = p: not every value v: v in cand(q) and 1 = 1",
        "not not (some cells q, r: q < r)",
        "no 2 cells P in open - (open - {p}): P & (open + {p}) subset {}",
        "|cand(p) - (all - {1 .. 2 + 3 * (4 - 1)})| - (2 - 1) / 1 >= 0",
        "p not in peers(p) and not p in peers(p)",
    ],
)
def test_parentheses_stand_where_they_are_needed(condition: str) -> None:
    text = f'technique sample seen cell p; {condition} then exclude(p, all) because "so" holds "so"'
    [technique] = parse_rules(text)

    assert technique == again(technique)
    assert text_of(technique) == text_of(again(technique))
