"""Inside and outside: what lies on either side of a line, by a walk that crosses known lines only. See `_loops`."""

from __future__ import annotations

from ._loops import WalkAround

TECHNIQUE = WalkAround.named(
    "inside-outside",
    "a walk from one side of {p} to the other crosses the loop {|W|} times, at {W}, and else only {K}",
    "whoever walks round to where he began crosses the loop an even number of times",
)
