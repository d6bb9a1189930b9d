"""Limits: whose clock they count by, and what they say."""

from __future__ import annotations

from threading import Event

import pytest

from gridwright.model import Limits, Stop, Stopped, begin


def test_the_clock_runs_from_the_beginning_of_the_work() -> None:
    limits = Limits(seconds=1000)

    assert limits.left == 1000
    assert limits.begin().left < 1000
    assert limits.left == 1000


def test_who_is_called_shares_the_clock_of_the_caller() -> None:
    outer = Limits(seconds=1000).begin()

    assert begin(outer) is outer


def test_without_limits_nothing_stops() -> None:
    limits = begin(None)
    limits.spend(10**12)

    limits.check()

    assert limits.stop is None
    assert (None, None) == limits.native


def test_no_time_at_all_is_over_at_once() -> None:
    assert Stop.SECONDS is Limits(seconds=0).begin().stop


def test_a_part_of_the_work_has_less_time_and_the_same_nodes() -> None:
    whole = Limits(seconds=1000, nodes=10).begin()
    part = whole.within(5)
    longer = whole.within(10**6)

    part.spend(7)

    assert part.left <= 5
    assert longer.left <= 1000
    assert 3 == whole.nodes_left == part.nodes_left


def test_the_flag_comes_first_and_the_sentence_names_the_limit() -> None:
    flag = Event()
    limits = Limits(seconds=0, cancel=flag).begin()
    with pytest.raises(Stopped, match="stopped after 0 s") as out_of_time:
        limits.check()
    flag.set()
    with pytest.raises(Stopped, match="on request") as cancelled:
        limits.check()

    assert (Stop.SECONDS, Stop.CANCELLED) == (out_of_time.value.stop, cancelled.value.stop)
    assert "stopped after 1.5 s" == Limits(seconds=1.5).sentence(Stop.SECONDS)
    assert "Limits(seconds=1.5)" == repr(Limits(seconds=1.5))
