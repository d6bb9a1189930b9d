"""Is it the same puzzle, turned or mirrored?"""

from __future__ import annotations

from ..model import Grid, Puzzle


def moves(grid: Grid, named: tuple[str, ...]) -> list[str]:
    """The symmetries of a board that these lead to, one after the other.

    >>> moves(Grid(2, 2), ("turn-180", "mirror-up-down"))
    ['identity', 'turn-180', 'mirror-left-right', 'mirror-up-down']
    """
    known = grid.symmetries
    reached, todo = {known["identity"]}, [known["identity"]]
    while todo:
        at = todo.pop()
        for step in (known[name] for name in named if name in known):
            to = tuple(step[cell] for cell in at)
            if to not in reached:
                reached.add(to)
                todo.append(to)
    return [name for name, to in known.items() if to in reached]


def essence(puzzle: Puzzle) -> str:
    """A text that all puzzles share which the genre's symmetries make of this one, and no others.

    >>> from gridwright.genres import parse
    >>> essence(parse("1:AABB/ABBB/CCDD/CCDD")) == essence(parse("1:AABB/AABB/CCCD/CCDD"))
    True
    """
    symmetry = puzzle.genre.symmetry
    copies = [puzzle.moved(name) for name in moves(puzzle.grid, symmetry.board)]
    if symmetry.renames(puzzle):
        copies = [_renamed(each) for each in copies]
    return min(map(str, copies))


def _renamed(puzzle: Puzzle) -> Puzzle:
    """Values named in the order in which they are first given."""
    names: dict[int, int] = {}
    for x in sorted(puzzle.givens):
        names.setdefault(puzzle.givens[x], len(names))
    return puzzle.with_givens({x: names[value] for x, value in puzzle.givens.items()})
