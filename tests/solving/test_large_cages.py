"""Cages whose layouts nobody can list, and boards of sixteen rows: answered soon, exactly, in little memory."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import product

import pytest

from gridwright.genres import parse
from gridwright.model import Limits, Status
from gridwright.solving import cages
from gridwright.testing import check_agreement

BOXES = "\n".join("".join("ABCDEFGHI"[r // 3 * 3 + c // 3] for c in range(9)) for r in range(9))
TWELVE = (
    "12:b__b__b__aa__a4__aa_aa_4a__a_10a_3a_a__aa_4a_aa_4b_a3_3a__aa_7ab_3a_a__a_aa_7aa_3a6__a_3c_3a__b_5a__a__a_3aa_aa"
    "_3a4__abaa_8a_a_5a5,m504s7m96a13s6a13m99s4a14s1s1a16d12a15a12s1a22m24a5s9m30m60m33m84m60s1a9s7a23s1s8a16a19m3a13s3"
    "a16s5m10s7m40s1m18m12a10a16m400m576a7s8m14m55m432m35d6d6a15d4m605s3a13a9a31d2"
)
SIXTEEN = (
    "16:a__baa_4a_4a_8a__a_4a__a__b__b_4aa__a_a_4aa__a_a_3aa_a3_5aa_aba__a_6aa_a_5a_a3_3a__a_a_a__aa__a_3aa_a_a_4a4_a_5a"
    "_a_ba_4aba3_aa_a_aa_a3_11a_a_a_a_3a_4ba_4a_6a_3ab_a__a_a_a_a_7a__aa_5a_4a__a_aa_5a_a3_a_5aa_a_8a3_3a_3a_aa_a3_6a4_6"
    "ba3_a_a_a3ba3_,a15d4a13a34a20m110s1s10m195a22a25s12d3m132a11s2a15m96s14m10a10m117m96s4s2a22a19a25m1440a19s3a26a24d7"
    "m160d5a11m84s1m65m33s9s3m22m16a11s3a24s7m39a30a13a14a30m70s3m54s10a33m189a17s10m300a15m180a18m132m14d16m98a28a19s8"
    "a25s12s1m39a24m108m60m208m60s1m96a25a11d3a9m6m1755a14a23s5a5d3s12a22a18m192m26m42a6s5a23m110m2340a37a22s3m42a30s4"
    "d10a10d5a15"
)


@pytest.mark.parametrize("text", [TWELVE, SIXTEEN], ids=["twelve", "sixteen"])
def test_keens_of_more_than_nine_rows_are_solved_and_come_back(text: str) -> None:
    puzzle = parse(text)
    answer = puzzle.solve(limits=Limits(seconds=60))

    assert Status.UNIQUE is answer.status
    assert text == puzzle.text()
    assert all(c.holds([answer.solutions[0][x] for x in c.scope]) for c in puzzle.constraints)


@pytest.mark.parametrize("clue", ["45+", "362880×", "45", "290304×", "40+"])
def test_nine_cages_of_nine_cells_are_filled_at_once(clue: str) -> None:
    puzzle = parse(BOXES + "\n" + "\n".join(f"{letter} {clue if letter == 'A' else ''}" for letter in "ABCDEFGHI"),
                   genre="keen")  # fmt: skip
    answer = puzzle.solve(limit=3, show=3, limits=Limits(seconds=20))

    assert 3 == answer.count
    check_agreement(puzzle, [answer])


@pytest.mark.parametrize("clue", ["1÷", "2-", "1000000×", "82+", "8+", "0"])
def test_a_target_out_of_reach_of_nine_cells_is_seen_at_once(clue: str) -> None:
    puzzle = parse(f"{BOXES}\nE {clue}", genre="keen")

    assert Status.NONE is puzzle.solve(limits=Limits(seconds=20)).status


def test_huge_cages_stay_small_in_memory() -> None:
    """In a process of its own, whose peak is measured: every operation on nine cells of nine, twelve of sixteen."""
    script = (
        "import re\n"
        "from gridwright.genres import parse\n"
        "from gridwright.model import Limits\n"
        "second = Limits(seconds=1)\n"
        f"boxes = {BOXES!r}\n"
        "for clue in ('45+', '362880×', '45', '60+', '1÷', '2-', '60480×'):\n"
        "    parse(boxes + ''.join(f'\\n{l} {clue}' for l in 'ABCDEFGHI'), genre='keen').solve(limits=second)\n"
        "wide = '\\n'.join('AAAABBBBCCCCDDDD' for _ in range(16))\n"
        "for clue in ('500+', '470', '60-', '2÷'):\n"
        "    parse(wide + ''.join(f'\\n{l} {clue}' for l in 'ABCD'), genre='keen').solve(limits=second)\n"
        "print(re.search(r'VmHWM:\\s+(\\d+) kB', open('/proc/self/status').read())[1])\n"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=True)

    assert int(re.findall(r"\d+", ended.stdout)[-1]) < 200_000


def test_a_cage_over_the_whole_board_is_its_sum() -> None:
    board = "\n".join(["A" * 9] * 9)

    assert Status.MULTIPLE is parse(f"{board}\nA 405+", genre="keen").solve(limits=Limits(seconds=20)).status
    assert Status.NONE is parse(f"{board}\nA 730+", genre="keen").solve(limits=Limits(seconds=20)).status
    widest = "\n".join(["A" * 16] * 16)
    assert Status.MULTIPLE is parse(f"{widest}\nA 2176+", genre="keen").solve(limits=Limits(seconds=20)).status
    assert Status.NONE is parse(f"{widest}\nA 4097+", genre="keen").solve(limits=Limits(seconds=20)).status


@pytest.mark.parametrize(("operation", "target"), list(product("+×", (20, 21))))
def test_large_and_small_cages_agree_with_cpsat(operation: str, target: int) -> None:
    """A cage of eight cells in two rows of five: beyond the list, within the walk."""
    text = f"AAAAB\nAAAAB\nCDEFG\nCDEFG\nHHHHH\nA {target}{operation}\nB 5+\nC 2-\nD 2-\nr3c5=1\nr4c5=2"
    puzzle = parse(text, genre="keen")

    check_agreement(puzzle, [puzzle.solve(engine=engine, limit=50, show=50) for engine in ("fast", "cpsat")])
    assert 1 <= len(cages(puzzle)[0].sets) or not puzzle.solve().count
