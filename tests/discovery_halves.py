"""Do two halves of a corpus come to the same? `python tests/discovery_halves.py DIR …`, folders of runs of `discover`.

The parts of all runs together (a hundred puzzles each) go to the one half and the other in turn. Abstract shapes and
families are ranked in each, and it is told how many of the best 10 and of the best 20 both have.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Hashable, Iterable, Sequence
from pathlib import Path
from typing import Any

from gridwright.discovery.ranking import Findings, Ranked, rank_families, rank_shapes
from gridwright.discovery.survey import SURVEY


def halves(folders: Iterable[Path]) -> tuple[Findings, Findings]:
    """What the parts of runs hold, every other one."""
    found = Findings(), Findings()
    parts = (path for folder in folders for path in sorted((folder / "parts").glob("part-*.out")))
    for number, path in enumerate(parts):
        found[number % 2].add(SURVEY.read(json.loads(path.read_text("utf-8")), None))
    return found


def common(first: Sequence[Ranked[Hashable]], second: Sequence[Ranked[Hashable]], top: int) -> tuple[int, int]:
    """How many of the best both have, of those that add something, and of how many."""
    best = [{each.key for each in ranked[:top] if each.gain} for ranked in (first, second)]
    return len(best[0] & best[1]), min(map(len, best))


RANKINGS: dict[str, Callable[[Findings], list[Ranked[Any]]]] = {"shapes": rank_shapes, "families": rank_families}


def main() -> None:
    """The table."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    found = halves(parser.parse_args().folders)
    print(f"{found[0].positions:,} and {found[1].positions:,} stuck positions")
    for what, ranking in RANKINGS.items():
        first, second = map(ranking, found)
        told = (f"top {top}: {n} of {of}" for top in (10, 20) for n, of in [common(first, second, top)])
        print(f"{what}: {', '.join(told)}")


if __name__ == "__main__":
    main()
