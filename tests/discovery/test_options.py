"""Options of statements, and exclusions that the plain search must find."""

from __future__ import annotations

from plain_exclusions import irreducible, smallest

from gridwright.discovery.options import candidates_left, open_statements, options_of
from gridwright.genres import parse
from gridwright.model import State
from gridwright.rules.position import start


def latin(*facts: str) -> State:
    return start(parse("." * 16, genre="latin")).after(*facts)


def test_a_choice_has_its_candidates_for_options() -> None:
    state = latin("r1c1-3", "r1c1-4")

    options = options_of(state, 0, candidates_left(state), 4)

    assert options is not None
    assert [1 << 0, 1 << 1] == [option.true for option in options]
    assert not options[0].kills & options[0].true
    assert options[0].conflicts(options[1])


def test_a_cage_has_its_layouts_for_options() -> None:
    puzzle = parse("6dh:a__a_3a_4a_5aa_a3_aa_ba_aa_3a_3a__,d2d2m6s3d2a6m12m6m6s2a8a9a7d3s2d2s1m6", genre="keen")
    state = start(puzzle)
    times_six = len(state.structure.choices) + 7

    options = options_of(state, times_six, candidates_left(state), 4)

    assert options is not None
    assert 4 == len(options)  # 1 and 6 or 2 and 3, either way round
    assert all(2 == option.true.bit_count() for option in options)


def test_more_options_than_asked_for_is_no_list() -> None:
    state = latin()

    assert options_of(state, 0, candidates_left(state), 3) is None
    assert [] == open_statements(state, 3)


def test_a_naked_pair_is_two_cells() -> None:
    state = latin("r1c1-3", "r1c1-4", "r1c2-3", "r1c2-4")

    found = smallest(state, 2, (4, 4))

    cells = {c for c, numbers in found if numbers == (0, 1)}
    assert {state.structure.candidate(x, v) for x in (2, 3) for v in (0, 1)} == cells
    assert all(irreducible(state, c, (0, 1), 4) for c in cells)
