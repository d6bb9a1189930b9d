"""The streams that forms are made of."""

from __future__ import annotations

import gzip
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwright.formats.borders import Borders
from gridwright.formats.boxes import boxes_of
from gridwright.formats.lzstring import compress, decompress
from gridwright.formats.number16 import UNKNOWN, Number16
from gridwright.formats.runs import Runs
from gridwright.formats.walls import Walls
from gridwright.model import CannotSay, Grid, TextError
from gridwright.model.clue import first_seen
from random_boards import random_cages, random_regions, seeds

few = settings(max_examples=60, deadline=None)


@few
@given(st.lists(st.none() | st.integers(1, 45), min_size=1, max_size=120))
def test_runs_come_back(cells) -> None:
    assert tuple(cells) == Runs(len(cells), 45).parse(Runs(len(cells), 45).write(cells))


def test_a_run_of_more_than_26_cells_takes_several_letters() -> None:
    assert Runs(26, 9).write([None] * 26) == "z"
    assert Runs(28, 9).write([None] * 27 + [1]) == "za1"
    assert Runs(0, 9).write([]) == ""


@few
@given(st.lists(st.none() | st.just(UNKNOWN) | st.integers(0, 4095), min_size=1, max_size=100))
def test_number16_comes_back(cells) -> None:
    assert tuple(cells) == Number16(len(cells)).parse(Number16(len(cells)).write(cells))


def test_number16_reads_every_escape() -> None:
    assert Number16(8).parse("f-10+100=001%001@001*0001$00001") == (15, 16, 256, 4097, 8193, 8193, 12241, 77777)


def test_number16_has_no_words_for_huge_numbers() -> None:
    with pytest.raises(CannotSay, match="4096"):
        Number16(1).write([4096])


@few
@given(st.integers(1, 9), seeds, st.booleans())
def test_walls_and_borders_come_back(side, rng, repeats) -> None:
    grid = Grid(side, side)
    cages = list(range(len(grid)))
    for cells, _ in random_cages(rng, side):
        for cell in cells:
            cages[cell] = cells[0]
    for regions in (cages, random_regions(rng, side), [0] * len(grid)):
        for codec in (Walls(grid, repeats=repeats), Borders(grid)):
            assert first_seen(regions) == codec.parse(codec.write(regions))


def test_a_board_without_walls_needs_long_gaps() -> None:
    assert Walls(Grid(6, 6)).write([0] * 36) == "zzj"
    assert Walls(Grid(1, 26)).write([0] * 26) == "y"
    assert Walls(Grid(1, 27)).write([0] * 27) == "za"
    assert Walls(Grid(6, 6)).parse("zzj") == (0,) * 36


def test_repeats_are_counted_from_three_on() -> None:
    alone = list(range(9))
    assert Walls(Grid(3, 3)).write(alone) == "_" * 13
    assert Walls(Grid(3, 3), repeats=True).write(alone) == "_13"
    for text in ("_13", "__12", "_5_8"):
        assert tuple(alone) == Walls(Grid(3, 3), repeats=True).parse(text)


def test_keen_walls_come_back_byte_for_byte(oracles) -> None:
    with gzip.open(oracles / "sgt" / "keen.tsv.gz", "rt") as lines:
        games = [line.split("\t")[0] for line in lines if not line.startswith("#")]
    for game in games[::10]:
        params, _, desc = game.partition(":")
        walls = Walls(Grid(int(params[0]), int(params[0])), repeats=True)
        text, clues = desc.split(",")
        cages = walls.parse(text)
        assert text == walls.write(cages)
        assert len(re.findall("[asmd]", clues)) == max(cages) + 1


def test_walls_cannot_end_inside_a_region() -> None:
    with pytest.raises(TextError, match="between r1c1 and r1c2 ends inside a cage"):
        Walls(Grid(2, 2), what="cage").parse("_c")


@few
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=300) | st.text(alphabet="ab{}", max_size=600))
def test_compressed_text_comes_back(text) -> None:
    assert text == decompress(compress(text))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "Q==="),
        ("a", "IZA="),
        ("aaaaaaaaaa", "IY1o"),
        ('{"size":9}', "N4IgzglgXgpiBcBOAvkA"),
        ("é√x", "JeLCIB5A"),
    ],
)
def test_compression_is_that_of_lz_string(text, code) -> None:
    assert code == compress(text)


def test_a_bomb_is_cut_off() -> None:
    bomb = compress("a" * 200_000)
    assert len(bomb) < 2000
    with pytest.raises(TextError, match="more than 1,000 characters"):
        decompress(bomb, most=1000)


def test_boxes_are_found_in_region_maps() -> None:
    assert boxes_of("AAABBBAAABBBCCCDDDCCCDDDEEEFFFEEEFFF", 6) == (2, 3)
    assert boxes_of("AAABAABBCCDBCCDD", 4) is None
