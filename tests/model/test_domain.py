"""Values and their symbols."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridwright.model import Domain, PuzzleError, bits, mask_of, numbers


def test_letters_go_on_after_nine() -> None:
    domain = numbers(16)

    assert "123456789ABCDEFG" == domain.symbols
    assert 9 == domain.index("A")
    assert "G" == domain.symbol(15)


def test_all_64_numbers_have_symbols_of_their_own() -> None:
    assert 64 == len(set(numbers(64).symbols))


def test_a_symbol_that_is_no_value_is_refused_by_name() -> None:
    with pytest.raises(PuzzleError, match="expected one of 1234, found '5'"):
        numbers(4).index("5")


def test_a_mask_is_spelt_in_order() -> None:
    assert "134" == numbers(4).spell(0b1101)
    assert 0b1111 == numbers(4).all


@pytest.mark.parametrize("symbols", ["", "11", "x" * 65])
def test_a_domain_has_1_to_64_different_symbols(symbols: str) -> None:
    with pytest.raises(PuzzleError):
        Domain(symbols)


@pytest.mark.parametrize("n", [0, 65])
def test_numbers_end_at_64(n: int) -> None:
    with pytest.raises(PuzzleError, match="from 1 to 64"):
        numbers(n)


@given(st.sets(st.integers(0, 63)))
def test_bits_and_mask_of_undo_each_other(values: set[int]) -> None:
    assert sorted(values) == list(bits(mask_of(values)))
