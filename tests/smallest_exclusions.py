"""Are our smallest exclusions the smallest that there are? `python tests/smallest_exclusions.py [--states N] [GENRE …]`

Two answers of ours are compared: what `exclusions` meets, and what `smallest_exclusions` proves where that is asked.

Of each state, stuck where no statement alone says anything, a random candidate that is false is taken; where there are
not states enough, those are looked at, too, where it has gone. The fewest statements that exclude it are found by
implicit hitting sets: the fewest statements that hit every set that has to be hit either refute it, as a clause solver
says (`discovery.certificate`), and then there are no fewer; or they can all be true at once, with others, and whatever
refutes it has one of those that cannot be added. Neither options nor the kernel's search take part. Only python-sat and
a state are needed.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from bench.discovery_cost import settled
from bench.lists import arrows_lists, queens_lists, sgt_list, sudoku_list
from gridwright.discovery.certificate import Certificate
from gridwright.discovery.exclusions import exclusions, smallest_exclusions
from gridwright.model import Puzzle, State
from gridwright.rules.position import start

GENRES = ("sudoku", "queens", "keen", "towers", "unequal", "arrows")
LARGEST = 5
"""Beyond so many statements nobody asks."""


def provably_smallest(state: State, candidate: int, most: int = LARGEST) -> int | None:
    """How many statements it takes to exclude the candidate; None where it takes more than so many."""
    from pysat.examples.hitman import Hitman

    structure, certificate = state.structure, Certificate(state)
    statements = range(len(structure.choices) + len(structure.relations))
    if not certificate.refutes(statements, candidate):
        return None
    with Hitman(solver="g4", htype="sorted") as hitting:
        while True:
            chosen = hitting.get() or []
            if len(chosen) > most:
                return None
            if certificate.refutes(chosen, candidate):
                return len(chosen)
            possible = list(chosen)
            for statement in statements:
                if statement not in chosen and not certificate.refutes([*possible, statement], candidate):
                    possible.append(statement)
            hitting.hit([each for each in statements if each not in possible])


def puzzles(genre: str) -> list[Puzzle]:
    """Well-known puzzles of a genre, spread over their list."""
    found = {
        "sudoku": lambda: [sudoku_list("top1465", "top1465.txt.gz")],
        "queens": lambda: queens_lists()[1:],
        "keen": lambda: [sgt_list("keen", "keen", "6")],
        "towers": lambda: [sgt_list("towers", "towers", "5"), sgt_list("towers", "towers", "6")],
        "unequal": lambda: [sgt_list("unequal", "unequal", "5"), sgt_list("unequal", "unequal", "6")],
        "arrows": lambda: [each for key, each in arrows_lists().items() if key == ("kept", 7, 4)],
    }[genre]()
    return [puzzle for each in found if each is not None for puzzle in each.sample(600).puzzles()]


Sizes = tuple[int | None, int | None, int | None]


def questions(genre: str, wanted: int) -> Iterator[tuple[State, int]]:
    """Stuck states, and of each a candidate that is false."""
    rng = Random(f"smallest {genre}")
    board = puzzles(genre)
    rng.shuffle(board)
    states = [start(puzzle) for puzzle in board[: 4 * wanted]]
    while states:
        later = []
        for state in settled(states):
            solution = next(iter(state.puzzle.solve().solutions))
            false = [(x, v) for x in range(len(state.masks)) for v in state.candidates(x) if v != solution[x]]
            x, value = rng.choice(false)
            yield state, state.structure.candidate(x, value)
            masks = [mask & ~(1 << value) if y == x else mask for y, mask in enumerate(state.masks)]
            later.append(replace(state, masks=tuple(masks)))
        states = later


def compare(genre: str, wanted: int) -> Counter[Sizes]:
    """(provably smallest, ours as mined, ours as proved) of so many states, how often each."""
    tally = Counter[Sizes]()
    for state, candidate in islice(questions(genre, wanted), wanted):
        ours = [
            len(each.statements)
            for each in exclusions(state, 12, glued=True, large=True)
            if each.candidate == candidate
        ]
        proved = [len(each.statements) for each in smallest_exclusions(state, candidate, LARGEST)[0]]
        tally[provably_smallest(state, candidate), min(ours, default=None), min(proved, default=None)] += 1
    return tally


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("genres", nargs="*", default=GENRES)
    parser.add_argument("--states", type=int, default=200)
    options = parser.parse_args()
    for genre in options.genres:
        tally = compare(genre, options.states)
        print(f"{genre}: {tally.total()} states")
        for size in (*range(1, LARGEST + 1), None):
            of_size = {sizes: n for sizes, n in tally.items() if sizes[0] == size}
            for at, name in enumerate(("mined", "proved"), 1):
                right = sum(n for sizes, n in of_size.items() if sizes[at] == size or (size is None and at == 1))
                others = {sizes[at]: n for sizes, n in of_size.items() if sizes[at] != size}
                if of_size:
                    told = f"else {others}" if others and size else ""
                    print(f"  {size or 'more'} {name}: {right} of {sum(of_size.values())} {told}".rstrip(), flush=True)


if __name__ == "__main__":
    main()
