"""Counts by brute force, which share no code with what they are compared with: every board against every filling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise, permutations, product
from math import prod
from typing import Any

import numpy as np

Cells = tuple[int, ...]


def latin_squares(n: int, boxes: tuple[int, int] | None = None) -> list[Cells]:
    """All Latin squares, or all sudokus with boxes of so many rows and columns."""
    found = []
    for rows in product(list(permutations(range(n))), repeat=n):
        if all(len({row[c] for row in rows}) == n for c in range(n)):
            cells = tuple(value for row in rows for value in row)
            if boxes is None or all(
                len({cells[(r + i) * n + c + j] for i in range(boxes[0]) for j in range(boxes[1])}) == n
                for r in range(0, n, boxes[0]) for c in range(0, n, boxes[1])
            ):  # fmt: skip
                found.append(cells)
    return found


def unique_selections(grids: list[Cells]) -> np.ndarray:
    """For each set of cells (the bits of a number) and each grid: does no other grid agree with it there?"""
    cells = len(grids[0])
    codes = np.zeros(len(grids), dtype=np.int64)
    for cell in range(cells):
        codes |= np.array([grid[cell] for grid in grids], dtype=np.int64) << (2 * cell)
    found = np.zeros((1 << cells, len(grids)), dtype=bool)
    for chosen in range(1 << cells):
        spread = sum(3 << (2 * cell) for cell in range(cells) if chosen >> cell & 1)
        _, where, counts = np.unique(codes & spread, return_inverse=True, return_counts=True)
        found[chosen] = counts[where] == 1
    return found


def by_givens(unique: np.ndarray) -> dict[int, int]:
    """How many there are by number of givens."""
    counts: Counter[int] = Counter()
    for chosen, row in enumerate(unique):
        counts[chosen.bit_count()] += int(row.sum())
    return {givens: count for givens, count in sorted(counts.items()) if count}


def minimal_only(unique: np.ndarray) -> np.ndarray:
    """Those that are none any more whichever given goes."""
    found = unique.copy()
    for chosen in range(len(unique)):
        for cell in range(chosen.bit_length()):
            if chosen >> cell & 1:
                found[chosen] &= ~unique[chosen ^ (1 << cell)]
    return found


def line_orders(n: int, band: int) -> Iterator[Cells]:
    """Where each cell comes from, for every order of lines that keeps bands together, transposed or not."""
    orders = [
        tuple(b * band + i for b, part in zip(bands, parts, strict=True) for i in part)
        for bands in permutations(range(n // band)) for parts in product(permutations(range(band)), repeat=n // band)
    ]  # fmt: skip
    for turned, rows, columns in product((False, True), orders, orders):
        yield tuple((c * n + r) if turned else (r * n + c) for r in rows for c in columns)


def orbits_of_puzzles(puzzles: set[Cells], n: int, band: int) -> int:
    """How many puzzles (-1 is a blank) are different up to the order of lines and bands, transposition and names."""
    sources = list(line_orders(n, band))

    def named(cells: Iterator[int]) -> Cells:
        names = {-1: -1}
        return tuple(names.setdefault(value, len(names)) for value in cells)

    left, found = {named(iter(puzzle)) for puzzle in puzzles}, 0
    while left:
        puzzle = left.pop()
        left -= {named(puzzle[i] for i in source) for source in sources}
        found += 1
    return found


def beside(rows: int, columns: int, cell: int) -> list[int]:
    r, c = divmod(cell, columns)
    near = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
    return [y * columns + x for y, x in near if 0 <= y < rows and 0 <= x < columns]


def connected_partitions(rows: int, columns: int, parts: int | None = None) -> Iterator[Cells]:
    """A label for each cell, new labels in order, all labels of a kind hanging together: tried cell by cell."""
    cells = rows * columns
    near = [beside(rows, columns, cell) for cell in range(cells)]

    def pieces_fit(labels: list[int]) -> bool:
        """Can what has a label still hang together through cells that have none?"""
        for label in set(labels):
            members = {cell for cell, each in enumerate(labels) if each == label}
            reached, edge = set(), [min(members)]
            while edge:
                cell = edge.pop()
                if cell not in reached:
                    reached.add(cell)
                    edge += (q for q in near[cell] if q >= len(labels) or labels[q] == label)
            if not members <= reached:
                return False
        return True

    def below(labels: list[int]) -> Iterator[Cells]:
        if not pieces_fit(labels):
            return
        if len(labels) == cells:
            if parts is None or len(set(labels)) == parts:
                yield tuple(labels)
            return
        for label in range(min(len(set(labels)) + 1, parts or cells)):
            yield from below([*labels, label])

    return below([])


def unique_queens(n: int) -> Iterator[Cells]:
    """Region maps on which exactly one placement of n queens that do not touch has one in each region."""
    placed = [p for p in permutations(range(n)) if all(abs(a - b) > 1 for a, b in pairwise(p))]
    for labels in connected_partitions(n, n, n):
        if 1 == sum(len({labels[r * n + c] for r, c in enumerate(p)}) == n for p in placed):
            yield labels


Cages = frozenset[tuple[frozenset[int], str, int]]


def unique_keens(n: int, *, multiply: bool = False) -> Iterator[Cages]:
    """Every cut into cages, with every operation that suits, or products alone: clues of exactly one square."""
    of_two, of_more = ("*", "*") if multiply else ("+-*/", "+*")
    squares = latin_squares(n)
    for labels in connected_partitions(n, n):
        cages = [[cell for cell in range(n * n) if labels[cell] == label] for label in range(max(labels) + 1)]
        for operations in product(*("+" if len(c) == 1 else of_two if len(c) == 2 else of_more for c in cages)):
            clues: Counter[tuple[int | None, ...]] = Counter()
            for square in squares:
                made = [_made([square[cell] + 1 for cell in c], o) for c, o in zip(cages, operations, strict=True)]
                if None not in made:
                    clues[tuple(made)] += 1
            once = (values for values, count in clues.items() if count == 1)
            yield from (frozenset(zip(map(frozenset, cages), operations, values, strict=True)) for values in once)


def _made(numbers: list[int], operation: str) -> int | None:
    if operation == "/":
        return max(numbers) // min(numbers) if max(numbers) % min(numbers) == 0 else None
    return {"+": sum(numbers), "-": abs(numbers[0] - numbers[-1]), "*": prod(numbers)}[operation]


STEPS = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]


def unique_arrows(rows: int, columns: int, directions: int) -> Iterator[Cells]:
    """Arrows in every cell for which exactly one filling counts right."""
    cells, most = rows * columns, max(rows, columns)
    fillings = np.array(list(product(range(most), repeat=cells)))
    steps = STEPS[:: 8 // directions]

    def right(cell: int, step: tuple[int, int]) -> np.ndarray:
        r, c = divmod(cell, columns)
        seen = []
        while 0 <= (r := r + step[0]) < rows and 0 <= (c := c + step[1]) < columns:
            seen.append(fillings[:, r * columns + c])
        different = (
            sum(np.any([each == value for each in seen], axis=0).astype(int) for value in range(most)) if seen else 0
        )
        return np.packbits(fillings[:, cell] == different)

    tables = [[right(cell, step) for step in steps] for cell in range(cells)]
    ones = np.array([bin(byte).count("1") for byte in range(256)])

    def below(chosen: Cells, fitting: np.ndarray) -> Iterator[Cells]:
        if len(chosen) < cells:
            for direction, table in enumerate(tables[len(chosen)]):
                yield from below((*chosen, direction * 8 // directions), fitting & table)
        elif ones[fitting].sum() == 1:
            yield chosen

    return below((), np.packbits(np.ones(len(fillings), dtype=bool)))


# Up to symmetry


def board_symmetries(rows: int, columns: int) -> list[tuple[Cells, Cells]]:
    """The eight of a square, the four of a rectangle: where each cell goes, and what each of the STEPS becomes."""
    found = []
    for turned, down, right in product((False, True), repeat=3):
        if turned and rows != columns:
            continue

        def moved(r: int, c: int, size: Cells, flips: tuple[bool, ...] = (turned, down, right)) -> Cells:
            r, c = (c, r) if flips[0] else (r, c)
            return size[0] - r if flips[1] else r, size[1] - c if flips[2] else c

        cells = (moved(*divmod(cell, columns), (rows - 1, columns - 1)) for cell in range(rows * columns))
        found.append((
            tuple(r * columns + c for r, c in cells), tuple(STEPS.index(moved(*step, (0, 0))) for step in STEPS)
        ))  # fmt: skip
    return found


def orbits(puzzles: Iterable[Any], images: Callable[[Any], Iterable[Any]]) -> int:
    """How many there are of which none is an image of another."""
    left, found = set(puzzles), 0
    while left:
        left.difference_update(images(left.pop()))
        found += 1
    return found


def queens_images(n: int) -> Callable[[Cells], Iterator[Cells]]:
    symmetries = board_symmetries(n, n)

    def images(labels: Cells) -> Iterator[Cells]:
        for cells, _ in symmetries:
            moved, names = dict(zip(cells, labels, strict=True)), dict[int, int]()
            yield tuple(names.setdefault(moved[cell], len(names)) for cell in range(n * n))

    return images


def keen_images(n: int) -> Callable[[Cages], Iterator[Cages]]:
    symmetries = board_symmetries(n, n)

    def images(cages: Cages) -> Iterator[Cages]:
        for to, _ in symmetries:
            yield frozenset((frozenset(to[x] for x in cells), operation, value) for cells, operation, value in cages)

    return images


def arrow_images(rows: int, columns: int) -> Callable[[Cells], Iterator[Cells]]:
    symmetries = board_symmetries(rows, columns)

    def images(arrows: Cells) -> Iterator[Cells]:
        for to, steps in symmetries:
            moved = {to[cell]: steps[arrow] for cell, arrow in enumerate(arrows)}
            yield tuple(moved[cell] for cell in range(len(arrows)))

    return images


def orbits_of_selections(unique: np.ndarray, grids: list[Cells], n: int, band: int) -> int:
    """The same number as `orbits_of_puzzles`, by Burnside's lemma: how many puzzles an average symmetry leaves alone.

    A puzzle with one solution is left alone where its cells and its solution are. For an order of the cells at most one
    way to rename leaves a solution alone.
    """
    chosen = np.arange(len(unique))
    sources, fixed = list(line_orders(n, band)), 0
    for source in sources:
        image = np.zeros_like(chosen)
        for cell, origin in enumerate(source):
            image |= (chosen >> origin & 1) << cell
        pairs = ({(grid[origin], grid[cell]) for cell, origin in enumerate(source)} for grid in grids)
        alone = [number for number, pair in enumerate(pairs) if len(pair) == n]
        fixed += int(unique[image == chosen][:, alone].sum())
    return fixed // (len(sources) * prod(range(1, n + 1)))
