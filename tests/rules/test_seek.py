"""What the kernel looks for by itself (`seek_…`) is what the loops of the rule come to, in their order."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from gridwright.rules import machine
from gridwright.rules.compiler import SOUGHT
from gridwright.rules.plan import Passes
from known import rules
from random_states import states

LIFTED = 1 << 60


@pytest.mark.parametrize("key", SOUGHT)
def test_native_loops_find_what_plain_loops_find(key: str) -> None:
    rule = rules()[key]
    sizes = [None] if not rule.parameters else range(rule.parameters[0].low, rule.parameters[0].high + 1)
    fired = 0
    for kind, count in (("queens 6", 30), ("queens 8", 20), ("two-star 9", 30)):
        for state in islice(states(kind, Random(f"seek {kind}")), count):
            for size in sizes:
                native, plain = (
                    list(machine.witnesses(rule, size, state, LIFTED, passes=Passes(seek=seek)))
                    for seek in (True, False)
                )
                assert plain == native, (kind, size)
                fired += len(native)
    assert fired > 5
