"""The quick reading of a line is the strict one, sooner: the same puzzle, or none."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from gridwright.genres import genre
from gridwright.model import CannotSay, Genre
from puzzle_sources import puzzles

QUICK = ("sudoku", "star-battle", "keen", "unequal", "towers", "arrows")
SIGNS = "0123456789.:,/_abczADRU*#x→↑ms \u0663"


def lines_of(kind: Genre, count: int, seed: int) -> list[str]:
    """Lines of random puzzles in the genre's first form."""
    rng = Random(f"{kind.key} {seed}")
    if kind.key == "sudoku":  # whether they have a solution is no matter to a reader
        return ["".join(rng.choices("123456789.0xX*_", k=81)) for _ in range(count)]
    form, lines = kind.formats[0], []
    for puzzle in puzzles(kind.key, rng):
        with suppress(CannotSay):
            lines.append(form.write(puzzle))
        if len(lines) == count:
            break
    return lines


def agree(kind: Genre, text: str) -> bool:
    """Was it read? Then strictly as well, to the same puzzle."""
    form = kind.formats[0]
    found = form.quick(text, kind)
    if found is None:
        return False
    strict = form.read(text, kind)
    assert form.recognises(text), text
    assert (found, hash(found), found.provenance) == (strict, hash(strict), strict.provenance), text
    assert (found.givens, found.given_bytes, found.clues) == (strict.givens, strict.given_bytes, strict.clues), text
    assert list(found.clues) == list(strict.clues), text
    assert found.text() == strict.text() == form.write(found), text
    return True


@pytest.mark.parametrize("key", QUICK)
def test_what_a_form_writes_is_read_quickly(key: str) -> None:
    kind = genre(key)
    read = [agree(kind, line) for line in lines_of(kind, 60, 1)]
    assert sum(read) >= 10  # the rest has bars, holes, another length


@pytest.mark.parametrize("key", QUICK)
def test_a_slip_is_left_to_the_strict_reader(key: str) -> None:
    kind, rng = genre(key), Random(key)
    for line in lines_of(kind, 40, 2):
        for _ in range(40):
            at = rng.randrange(len(line))
            new = rng.choice(("", rng.choice(SIGNS), line[at] + rng.choice(SIGNS)))
            text = line[:at] + new + line[at + 1 :]
            agree(kind, text)
        agree(kind, f" {line}")
        agree(kind, f"{line}\n")
