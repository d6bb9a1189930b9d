"""Makes the fixed lists of large boards that benchmarks run on: `python -m bench.make_boards`.

All clues of a random solution; where there are others, a place at which two of them differ is given (an akari has a
black cell there instead), until one is left. Then clues and givens go again in a random order while it stays the only
one, many at once first. Board k of a list depends on its genre, its size and k, and on what a search answers that may
take NODES nodes: what it does not answer is left as it was.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from gridwright.genres import genre
from gridwright.model import Grid, Puzzle
from gridwright.native import compile_puzzle, relation_tuple, start_of

from .lists import BOARDS_FILE

SIZES = (
    ("slitherlink", 20, 30), ("slitherlink", 30, 30), ("nurikabe", 10, 30), ("nurikabe", 15, 30), ("nurikabe", 20, 30),
    ("masyu", 15, 30), ("kurodoko", 15, 30), ("akari", 100, 1),
)  # fmt: skip
"""Genre, side and how many."""
NODES, AKARI_NODES = 150, 10_000
"""A question that takes longer has no answer."""
AT_ONCE = 16
MOST_OF_AN_ISLAND = 20
RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
SIDES = RING[1::2]
"""Up, right, down, left."""
Cells = set[int]
Numbers = list[int | None]


def board(key: str, side: int, k: int) -> Puzzle:
    """Board k of a list."""
    rng = Random(f"{key} {side} {k}")
    if key == "akari":
        return _akari(Grid(side, side), rng)
    clue, draw = SOURCES[key]
    while True:
        puzzle = Puzzle(genre(key), Grid(side, side), clues={clue: tuple(draw(Grid(side, side), rng))})
        unique = _with_givens(puzzle, rng)
        if unique is not None:
            return _reduced(unique, clue, rng)


def _with_givens(puzzle: Puzzle, rng: Random) -> Puzzle | None:
    """The same with places given until one solution is left; None where a search does not answer."""
    native, givens = compile_puzzle(puzzle), dict[int, int]()
    while True:
        given = puzzle.with_givens(givens)
        found = native.solve(start_of(given), 2, 2, NODES)
        if found.stop == "nodes":
            return None
        if found.count == 1:
            return given
        one, other = found.solutions
        x = rng.choice([x for x in range(len(one)) if one[x] != other[x]])
        givens[x] = one[x]


def _reduced(puzzle: Puzzle, clue: str, rng: Random) -> Puzzle:
    """Without what can go: givens, and clues of which fewer leave the solution as it is."""
    numbers, givens = list(puzzle.clue(clue)), dict(puzzle.givens)
    # Without its number an island would be sea, so no number of a nurikabe goes.
    printed = [] if puzzle.genre.key == "nurikabe" else [c for c, number in enumerate(numbers) if number is not None]

    def without(gone: Iterable[tuple[bool, int]]) -> Puzzle:
        left, fewer = list(numbers), dict(givens)
        for given, at in gone:
            if given:
                del fewer[at]
            else:
                left[at] = None
        return Puzzle(puzzle.genre, puzzle.grid, clues={clue: tuple(left)}, givens=fewer)

    def still_unique(gone: Sequence[tuple[bool, int]]) -> bool:
        changed = without(gone)
        found = compile_puzzle(changed).solve(start_of(changed), 2, 0, NODES)
        return found.stop != "nodes" and found.count == 1

    order = [(True, x) for x in givens] + [(False, c) for c in printed]
    rng.shuffle(order)
    return without(_spared(order, still_unique))


def _spared(items: Sequence[Any], still: Callable[[list[Any]], bool]) -> list[Any]:
    """What can go, all of it together: as many at once as can, none of the others."""
    gone: list[Any] = []
    waiting = [list(items[i : i + AT_ONCE]) for i in range(0, len(items), AT_ONCE)][::-1]
    while waiting:
        some = waiting.pop()
        if still(gone + some):
            gone += some
        elif len(some) > 1:
            waiting += [some[len(some) // 2 :], some[: len(some) // 2]]
    return gone


def _grown(grid: Grid, share: float, rng: Random) -> Cells:
    """An area of cells without holes that nowhere touches itself at a corner alone: its edge is one loop."""
    inside = {rng.randrange(len(grid))}
    for _ in range(100 * len(grid)):
        cell = rng.randrange(len(grid))
        row, column = grid.position(cell)
        around = [_inside(grid, inside, row + down, column + right) for down, right in RING]
        turns = sum(around[i] != around[i - 1] for i in range(8))
        beside = sum(around[1::2])  # few of them make thin areas and long loops
        if cell in inside or turns != 2 or not beside or (beside > 1 and rng.random() > 0.2):
            continue
        if len(inside) < share * len(grid):
            inside.add(cell)
    return inside


def _inside(grid: Grid, cells: Cells, row: int, column: int) -> bool:
    return 0 <= row < grid.rows and 0 <= column < grid.columns and grid.cell(row, column) in cells


def slitherlink(grid: Grid, rng: Random) -> Numbers:
    """How many sides of each cell are the edge of an area."""
    inside = _grown(grid, 0.55, rng)
    numbers: Numbers = []
    for cell in range(len(grid)):
        row, column = grid.position(cell)
        beside = (_inside(grid, inside, row + down, column + right) for down, right in SIDES)
        numbers.append(sum(near != (cell in inside) for near in beside))
    return numbers


def masyu(grid: Grid, rng: Random) -> Numbers:
    """The pearls that the edge of an area allows: its corners are the cells."""
    inner = Grid(grid.rows - 1, grid.columns - 1)
    inside = _grown(inner, 0.55, rng)

    def drawn(row: int, column: int, way: int) -> bool:
        """Does the loop go from a corner this way?"""
        sides = (((-1, -1), (-1, 0)), ((-1, 0), (0, 0)), ((0, 0), (0, -1)), ((0, -1), (-1, -1)))[way]
        one, other = (_inside(inner, inside, row + down, column + right) for down, right in sides)
        return one != other

    pearls: Numbers = []
    for cell in range(len(grid)):
        row, column = grid.position(cell)
        ways = [way for way in range(4) if drawn(row, column, way)]
        on = [drawn(row + SIDES[way][0], column + SIDES[way][1], way) for way in ways]
        straight = len(ways) == 2 and ways[1] - ways[0] == 2
        white, black = straight and not all(on), len(ways) == 2 and not straight and all(on)
        pearls.append(1 if white else 2 if black else None)
    return pearls


def kurodoko(grid: Grid, rng: Random) -> Numbers:
    """What each white cell sees where shaded ones stand apart and leave the others in one piece."""
    shaded: Cells = set()
    for cell in rng.sample(range(len(grid)), round(0.6 * len(grid))):
        rest = set(range(len(grid))) - shaded - {cell}
        if shaded.isdisjoint(grid.beside(cell)) and len(_area(grid, min(rest), rest)) == len(rest):
            shaded.add(cell)
    return [None if cell in shaded else len(_seen(grid, cell, shaded)) for cell in range(len(grid))]


def nurikabe(grid: Grid, rng: Random) -> Numbers:
    """A sea that grows without a square, and a number in each island that it leaves, none of which is large."""
    sea = {rng.randrange(len(grid))}
    for _ in range(rng.choice((6, 9, 16)) * len(grid)):
        cell = rng.randrange(len(grid))
        if cell not in sea and not sea.isdisjoint(grid.beside(cell)) and not _makes_square(grid, sea | {cell}, cell):
            sea.add(cell)
    numbers: Numbers = [None] * len(grid)
    left = set(range(len(grid))) - sea
    while left:
        island = _area(grid, min(left), left)
        left -= island
        if len(island) > MOST_OF_AN_ISLAND:
            return nurikabe(grid, rng)
        numbers[rng.choice(sorted(island))] = len(island)
    return numbers


def _makes_square(grid: Grid, cells: Cells, cell: int) -> bool:
    row, column = grid.position(cell)
    return any(
        all(_inside(grid, cells, row + a + down, column + b + right) for down in (0, 1) for right in (0, 1))
        for a in (-1, 0)
        for b in (-1, 0)
    )


def _area(grid: Grid, start: int, inside: Cells) -> Cells:
    found, edge = {start}, [start]
    while edge:
        near = [cell for cell in grid.beside(edge.pop()) if cell in inside and cell not in found]
        found.update(near)
        edge += near
    return found


def _seen(grid: Grid, cell: int, stops: Cells) -> Cells:
    """The cells that one sees along its row and column, itself included."""
    row, column = grid.position(cell)
    seen = {cell}
    for down, right in SIDES:
        r, c = row + down, column + right
        while 0 <= r < grid.rows and 0 <= c < grid.columns and grid.cell(r, c) not in stops:
            seen.add(grid.cell(r, c))
            r, c = r + down, c + right
    return seen


def _akari(grid: Grid, rng: Random) -> Puzzle:
    """About a fifth of the cells black, and no number that could go."""
    wanted = len(grid) // 5
    black, lamps = set(rng.sample(range(len(grid)), round(0.8 * wanted))), set[int]()
    while True:
        lamps -= black
        lit = {c for lamp in lamps for c in _seen(grid, lamp, black)}
        for cell in rng.sample(range(len(grid)), len(grid)):
            if cell not in black and cell not in lit:
                lamps.add(cell)
                lit |= _seen(grid, cell, black)
        numbers = {cell: sum(near in lamps for near in grid.beside(cell)) for cell in sorted(black)}
        puzzle = _walls(grid, black, numbers)
        doubtful: Cells = set()
        for other in _other_lamps(compile_puzzle(puzzle), grid, black, range(4)):
            for part in _parts(grid, black, other ^ lamps):
                if doubtful.isdisjoint(part):
                    doubtful.add(rng.choice(sorted(part)))
        if doubtful:
            black |= set(rng.sample(sorted(doubtful), min(len(doubtful), 60)))
        elif len(black) < 0.99 * wanted:
            white = [cell for cell in range(len(grid)) if cell not in black]
            black |= set(rng.sample(white, min(40, wanted - len(black))))
        else:
            return _walls(grid, black, _needed_numbers(grid, black, lamps, numbers, rng))


def _needed_numbers(grid: Grid, black: Cells, lamps: Cells, numbers: dict[int, int], rng: Random) -> dict[int, int]:
    """Numbers of which none can go: each has lamps that fit all others, and not it.

    Many go at once. Other lamps that fit then differ in parts that have nothing to do with each other; where one number
    alone is wrong about a part, it is needed, and where several are, one comes back and is tried again.
    """
    base, bare = compile_puzzle(_walls(grid, black, {})), _walls(grid, black, {})
    rules = [relation_tuple(each) for each in bare.structure.relations]
    at = {cell: x for x, cell in enumerate(c for c in range(len(grid)) if c not in black)}
    counts = {c: ("count", [at[d] for d in grid.beside(c) if d in at], (1, n, n)) for c, n in numbers.items()}
    left, needed = set(numbers), set[int]()
    while waiting := rng.sample(sorted(left - needed), len(left - needed)):
        gone = set(waiting[:100])
        while gone:
            shown = [counts[c] for c in sorted(left - gone) if counts[c][1]]
            back: Cells = set()
            for other in _other_lamps(base.with_relations([*rules, *shown]), grid, black, range(3)):
                for part in _parts(grid, black, other ^ lamps):
                    changed = (lamps - part) | (other & part)
                    near = {d for c in part for d in grid.beside(c) if d in gone}
                    wrong = sorted(c for c in near if sum(d in changed for d in grid.beside(c)) != numbers[c])
                    if len(wrong) == 1:
                        needed.add(wrong[0])
                    if back.isdisjoint(wrong):
                        back.add(rng.choice(wrong))
            if not back:
                break
            gone -= back
        left -= gone
    return {c: n for c, n in numbers.items() if c in left}


def _other_lamps(native: Any, grid: Grid, black: Cells, seeds: Iterable[int]) -> Iterator[Cells]:
    """Lamps of solutions, two for each order of what is equal, until there is but one."""
    white = [cell for cell in range(len(grid)) if cell not in black]
    for seed in seeds:
        found = native.solve(None, 2, 2, AKARI_NODES, seed=seed, hand_over=0)
        if found.stop == "nodes":
            raise RuntimeError(f"an akari of {grid.rows} rows takes more than {AKARI_NODES} nodes")
        for solution in found.solutions:
            yield {cell for cell, value in zip(white, solution, strict=True) if value}
        if found.count == 1:
            return


def _parts(grid: Grid, black: Cells, cells: Cells) -> list[Cells]:
    """Cells by what has to do with each other: they light the same cell, or are beside the same black one."""
    leader: dict[int, int] = {cell: cell for cell in cells}

    def find(cell: int) -> int:
        while leader[cell] != cell:
            leader[cell] = cell = leader[leader[cell]]
        return cell

    def join(some: Iterable[int]) -> None:
        first, *rest = [find(cell) for cell in some if cell in leader] or [-1]
        for cell in rest:
            leader[find(cell)] = find(first)

    stretches = _stretches(grid, frozenset(black))
    inside: dict[int, list[int]] = {}
    for cell in sorted(cells):
        for stretch in stretches[cell]:
            inside.setdefault(stretch, []).append(cell)
    for both in stretches.values():
        join(cell for stretch in both for cell in inside.get(stretch, ()))
    for cell in sorted(black):
        join(grid.beside(cell))
    found: dict[int, Cells] = {}
    for cell in sorted(cells):
        found.setdefault(find(cell), set()).add(cell)
    return list(found.values())


@lru_cache(maxsize=2)
def _stretches(grid: Grid, black: frozenset[int]) -> dict[int, tuple[int, int]]:
    """Of each white cell the numbers of the stretches between black ones that it is part of."""
    found: dict[int, list[int]] = {cell: [] for cell in range(len(grid)) if cell not in black}
    number = 0
    for line in (*grid.row_lines, *grid.column_lines):
        number += 1
        for cell in line:
            if cell in black:
                number += 1
            else:
                found[cell].append(number)
    return {cell: (one, other) for cell, (one, other) in found.items()}


def _walls(grid: Grid, black: Cells, numbers: dict[int, int]) -> Puzzle:
    walls = tuple(numbers.get(cell, -1) if cell in black else None for cell in range(len(grid)))
    return Puzzle(genre("akari"), grid, clues={"walls": walls})


SOURCES: dict[str, tuple[str, Callable[[Grid, Random], Numbers]]] = {
    "slitherlink": ("numbers", slitherlink),
    "masyu": ("pearls", masyu),
    "kurodoko": ("numbers", kurodoko),
    "nurikabe": ("numbers", nurikabe),
}
"""Genre → the name of its clue, and what draws one."""


if __name__ == "__main__":
    with gzip.GzipFile(BOARDS_FILE, "wb", mtime=0) as file:
        for key, side, count in SIZES:
            for k in range(count):
                file.write(f"{key}\t{side}\t{board(key, side, k)}\n".encode())
                print(key, side, k, file=sys.stderr, flush=True)
