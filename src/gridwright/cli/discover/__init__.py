"""gridwright discover: mine puzzles for techniques that have no name yet

Section: Reasons
"""

from __future__ import annotations

from ..parts_group import PartsGroup

PARTS = {
    "run": "mine a corpus; what is done where no other part is named",
    "review": "decide about its candidates",
    "bootstrap": "mine a catalogue from nothing but singles",
}

command = PartsGroup(
    name="discover",
    package=__name__,
    parts=PARTS,
    default="run",
    help="Mine puzzles for techniques that have no name yet.\n\n"
    "Where the techniques of a scale end, every smallest exclusion is listed; those that look alike are counted "
    "together, compared with what has a name, and ranked by what they would unlock. `gridwright discover CORPUS …` is "
    "`gridwright discover run CORPUS …`.",
    examples=(
        "gridwright discover puzzles.txt --out found",
        "gridwright discover puzzles.txt --without x-wing --out found",
        "gridwright discover puzzles.txt --from singles --top 10 --out found",
    ),
)
