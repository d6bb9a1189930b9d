"""Every exclusion of many states under an independent check: `python tests/certify_exclusions.py [--states N]`

Random states of every genre, in turn; a clause solver (`discovery.certificate`) must find no way for any exclusion.
"""

from __future__ import annotations

import argparse
import sys
from random import Random

from gridwright.discovery.certificate import Certificate
from gridwright.discovery.exclusions import exclusions
from random_states import states

KINDS = (
    "sudoku 9", "queens 8", "keen 6", "unequal 5", "towers 5", "arrows 5", "killer 9", "jigsaw 6", "two-star 8",
    "loose 6", "x 9", "adjacent 5", "eight 4", "latin 6",
)  # fmt: skip


def main() -> int:
    """How many states, exclusions, and failures: 1 where there are any."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--states", type=int, default=20_000)
    parser.add_argument("--size", type=int, default=3)
    options = parser.parse_args()
    sources = [states(kind, Random(f"certify {kind}")) for kind in KINDS]
    checked, failed = 0, []
    for n in range(options.states):
        state = next(sources[n % len(sources)])
        certificate = Certificate(state)
        found = exclusions(state, options.size)
        checked += len(found)
        failed += [(state, each) for each in found if not certificate.refuted(each)]
        if (n + 1) % 1000 == 0 or n + 1 == options.states:
            print(f"{n + 1:,} states, {checked:,} exclusions, {len(failed)} not refuted", flush=True)
    for state, exclusion in failed[:5]:
        print(state.puzzle, state.masks, exclusion)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
