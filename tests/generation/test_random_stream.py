"""The random streams: the same in Python and in the kernel, and as specified."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridwright.model import RandomStream
from gridwright.native import kernel

KEYS = st.integers(0, 2**64 - 1)


def test_the_first_numbers_of_a_stream_never_change() -> None:
    stream = RandomStream.of("tuesday").child("attempt").child(0)

    assert [0x370014D8F0EADAF9, 0x358D3912BD03F644] == [stream.next(), stream.next()]
    assert [7, 5, 5, 1, 3] == [RandomStream(key).below(9) for key in range(5)]


@given(KEYS, st.lists(st.integers(1, 2**32 - 1), max_size=20))
def test_the_kernel_draws_the_same_numbers(key: int, bounds: list[int]) -> None:
    ours, theirs = RandomStream(key), kernel.RandomStream(key)

    assert [ours.below(n) for n in bounds] == [theirs.below(n) for n in bounds]
    assert ours.next() == theirs.next()


@given(KEYS, st.text(max_size=8), st.integers(0, 2**64 - 1))
def test_the_kernel_names_the_same_children(key: int, name: str, number: int) -> None:
    ours = RandomStream(key).child(name).child(number)

    assert ours.next() == kernel.RandomStream(key).child(name).child(number).next()


@given(KEYS, st.integers(0, 40))
def test_the_kernel_shuffles_in_the_same_way(key: int, size: int) -> None:
    ours = list(range(size))
    RandomStream(key).shuffle(ours)

    assert ours == kernel.RandomStream(key).shuffled(list(range(size)))
    assert sorted(ours) == list(range(size))


def test_a_child_does_not_depend_on_what_its_parent_drew() -> None:
    fresh, used = RandomStream(3), RandomStream(3)
    used.next()

    assert fresh.child("order").next() == used.child("order").next()


def test_every_number_comes_up_about_as_often() -> None:
    stream = RandomStream.of("dice")
    counts = [0] * 6
    for _ in range(60_000):
        counts[stream.below(6)] += 1

    assert sum((count - 10_000) ** 2 / 10_000 for count in counts) < 20.5  # chi-square, 5 degrees of freedom, p = 0.001


def test_a_bound_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError):
        RandomStream(1).below(0)
    with pytest.raises(ValueError):
        kernel.RandomStream(1).below(0)
