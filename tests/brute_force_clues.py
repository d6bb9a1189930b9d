"""Every puzzle with one solution, by brute force from the rulebooks: every layout, every filling, every printed text.

Nothing here shares code with what it is compared with. A puzzle is a tuple with an entry for each place: None where
nothing is printed, "?" for a bare clue, "#" for a black cell, else what is printed there. A function yields, for every
filling that the rules of a layout allow, every puzzle that the filling fits. `printed_once` keeps those that one
filling fits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, permutations, product
from typing import Any

import numpy as np

from brute_force import Cells, beside, board_symmetries, latin_squares

Text = tuple[Any, ...]


def printed_once(texts: Iterable[Text]) -> set[Text]:
    """Return the puzzles that exactly one filling fits."""
    return {text for text, fillings in Counter(texts).items() if fillings == 1}


def subsets(of: Sequence[int]) -> Iterator[frozenset[int]]:
    return (frozenset(chosen) for number in range(len(of) + 1) for chosen in combinations(of, number))


def in_one_piece(rows: int, columns: int, cells: frozenset[int]) -> bool:
    return len(pieces(rows, columns, cells)) < 2


def pieces(rows: int, columns: int, cells: Iterable[int]) -> list[frozenset[int]]:
    """Return the connected pieces of some cells."""
    rest, parts = set(cells), []
    while rest:
        piece, edge = set(), [min(rest)]
        while edge:
            cell = edge.pop()
            if cell in rest:
                rest.remove(cell)
                piece.add(cell)
                edge += beside(rows, columns, cell)
        parts.append(frozenset(piece))
    return parts


def line_of_sight(rows: int, columns: int, cell: int, blocked: Iterable[int]) -> list[int]:
    """Return the cells that are seen from a cell along its row and column, without itself."""
    (row, column), seen = divmod(cell, columns), []
    for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        r, c = row + down, column + right
        while 0 <= r < rows and 0 <= c < columns and r * columns + c not in blocked:
            seen.append(r * columns + c)
            r, c = r + down, c + right
    return seen


def touch(columns: int, p: int, q: int) -> bool:
    return p != q and all(abs(a - b) < 2 for a, b in zip(divmod(p, columns), divmod(q, columns), strict=True))


def akari(rows: int, columns: int) -> Iterator[Text]:
    """Black cells anywhere but not everywhere; each is bare or has its number."""
    cells = range(rows * columns)
    for black in subsets(cells):
        white = [cell for cell in cells if cell not in black]
        sight = {cell: set(line_of_sight(rows, columns, cell, black)) for cell in white}
        for lamps in subsets(white) if white else ():
            if any(sight[lamp] & lamps for lamp in lamps):
                continue
            if all(cell in lamps or sight[cell] & lamps for cell in white):
                numbers = {cell: len(lamps.intersection(beside(rows, columns, cell))) for cell in black}
                yield from product(*((None,) if cell in white else ("#", numbers[cell]) for cell in cells))


def tents(rows: int, columns: int, *, few_counts: bool) -> Iterator[Text]:
    """Trees anywhere, but not nowhere and not everywhere; then the number of tents of each column and row."""
    cells = range(rows * columns)
    for trees in subsets(cells):
        free = [cell for cell in cells if cell not in trees]
        layout = tuple("T" if cell in trees else None for cell in cells)
        for chosen in combinations(free, len(trees)) if trees and free else ():
            if any(touch(columns, p, q) for p, q in combinations(chosen, 2)):
                continue
            if any(
                all(tree in beside(rows, columns, tent) for tree, tent in zip(order, chosen, strict=True))
                for order in permutations(trees)
            ):
                lines = [sum(tent % columns == c for tent in chosen) for c in range(columns)]
                lines += [sum(tent // columns == r for tent in chosen) for r in range(rows)]
                for counts in product(*((None, count) if few_counts else (count,) for count in lines)):
                    yield layout + counts


def apart_with_one_white_piece(rows: int, columns: int) -> Iterator[frozenset[int]]:
    """Yield the shadings of hitori and kurodoko, before a number is looked at."""
    cells = frozenset(range(rows * columns))
    for shaded in subsets(sorted(cells)):
        is_apart = not any(near in shaded for cell in shaded for near in beside(rows, columns, cell))
        if is_apart and in_one_piece(rows, columns, cells - shaded):
            yield shaded


def hitori(rows: int, columns: int) -> Iterator[Text]:
    """A number from 1 to the longer side in every cell."""
    lines = [[r * columns + c for c in range(columns)] for r in range(rows)]
    lines += [[r * columns + c for r in range(rows)] for c in range(columns)]
    shadings = list(apart_with_one_white_piece(rows, columns))
    for numbers in product(range(1, max(rows, columns) + 1), repeat=rows * columns):
        alike = [{p, q} for line in lines for p, q in combinations(line, 2) if numbers[p] == numbers[q]]
        for shaded in shadings:
            if all(pair & shaded for pair in alike):
                yield numbers


def kurodoko(rows: int, columns: int) -> Iterator[Text]:
    """Nothing, a question mark or its number in each white cell."""
    for shaded in apart_with_one_white_piece(rows, columns):
        yield from product(*(
            (None,) if cell in shaded else (None, "?", 1 + len(line_of_sight(rows, columns, cell, shaded)))
            for cell in range(rows * columns)
        ))  # fmt: skip


def nurikabe(rows: int, columns: int) -> Iterator[Text]:
    """One question mark or number somewhere on each island."""
    cells = frozenset(range(rows * columns))
    squares = [
        {r * columns + c, r * columns + c + 1, (r + 1) * columns + c, (r + 1) * columns + c + 1}
        for r in range(rows - 1) for c in range(columns - 1)
    ]  # fmt: skip
    for sea in subsets(sorted(cells)):
        if in_one_piece(rows, columns, sea) and not any(square <= sea for square in squares):
            islands = pieces(rows, columns, cells - sea)
            for places in product(*islands):
                for entries in product(*(("?", len(island)) for island in islands)):
                    printed = dict(zip(places, entries, strict=True))
                    yield tuple(printed.get(cell) for cell in range(len(cells)))


Point = tuple[int, int]
Edge = frozenset[Point]


def loops(rows: int, columns: int) -> Iterator[frozenset[Edge]]:
    """Yield every closed loop on rows by columns points: the edge of a set of squares that is one loop."""
    squares = list(product(range(rows - 1), range(columns - 1)))
    for bits in product((False, True), repeat=len(squares)):
        edges: set[Edge] = set()
        for (r, c), inside in zip(squares, bits, strict=True):
            corners = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
            if inside:
                edges ^= {frozenset((corners[i - 1], corners[i])) for i in range(4)}
        if is_loop(edges):
            yield frozenset(edges)


def loops_by_edges(rows: int, columns: int) -> Iterator[frozenset[Edge]]:
    """Yield the same as `loops`, from every set of edges."""
    points = list(product(range(rows), range(columns)))
    edges = [frozenset((p, q)) for p, q in combinations(points, 2) if abs(p[0] - q[0]) + abs(p[1] - q[1]) == 1]
    for bits in product((False, True), repeat=len(edges)):
        chosen = {edge for edge, is_chosen in zip(edges, bits, strict=True) if is_chosen}
        if is_loop(chosen):
            yield frozenset(chosen)


def is_loop(edges: set[Edge]) -> bool:
    """Return True if two edges meet at each point, and all hang together."""
    near: dict[Point, set[Point]] = {}
    for p, q in map(tuple, edges):
        near.setdefault(p, set()).add(q)
        near.setdefault(q, set()).add(p)
    if not near or any(len(points) != 2 for points in near.values()):
        return False
    reached, left = set(), [min(near)]
    while left:
        point = left.pop()
        if point not in reached:
            reached.add(point)
            left += near[point]
    return len(reached) == len(near)


def slitherlink(rows: int, columns: int) -> Iterator[Text]:
    """Nothing, or the number of its sides, in each cell."""
    for loop in loops(rows + 1, columns + 1):
        sides = []
        for r, c in product(range(rows), range(columns)):
            corners = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
            sides.append(sum(frozenset((corners[i - 1], corners[i])) in loop for i in range(4)))
        yield from product(*((None, number) for number in sides))


def masyu(rows: int, columns: int) -> Iterator[Text]:
    """Nothing, or the pearl that the loop suits, in each cell."""
    for loop in loops(rows, columns):
        yield from product(*((None, pearl) if pearl else (None,) for pearl in pearls(rows, columns, loop)))


def pearls(rows: int, columns: int, loop: frozenset[Edge]) -> Iterator[str]:
    """Yield the pearl that may stand in each cell; empty if there is none."""
    for r, c in product(range(rows), range(columns)):
        ways = [(1, 0), (0, 1), (-1, 0), (0, -1)]
        gone = [(dr, dc) for dr, dc in ways if frozenset(((r, c), (r + dr, c + dc))) in loop]
        straight_next = [frozenset(((r + dr, c + dc), (r + 2 * dr, c + 2 * dc))) in loop for dr, dc in gone]
        if not gone:
            yield ""
        elif gone[0][0] + gone[1][0] == 0 and gone[0][1] + gone[1][1] == 0:
            yield "" if all(straight_next) else "white"
        else:
            yield "black" if all(straight_next) else ""


# Values in all cells: givens, and numbers or signs beside them


def takuzu_boards(rows: int, columns: int, *, distinct: bool) -> Iterator[Cells]:
    """Yield every filled board."""
    fitting = [
        [line for line in product((0, 1), repeat=n) if 2 * sum(line) == n and not has_three_alike(line)]
        for n in (columns, rows)
    ]
    for lines in product(fitting[0], repeat=rows):
        columns_of = list(zip(*lines, strict=True))
        differ = len(set(lines)) == rows and len(set(columns_of)) == columns
        if all(column in fitting[1] for column in columns_of) and (differ or not distinct):
            yield tuple(value for line in lines for value in line)


def has_three_alike(line: Cells) -> bool:
    return any(line[i] == line[i + 1] == line[i + 2] for i in range(len(line) - 2))


def towers_seen(square: Cells, n: int) -> Iterator[int]:
    """Yield how many towers are seen along each row and column, from both ends."""
    lines = [square[r * n : r * n + n] for r in range(n)] + [square[c::n] for c in range(n)]
    for line in [*lines, *(line[::-1] for line in lines)]:
        yield sum(all(line[j] < line[i] for j in range(i)) for i in range(n))


def neighbours_compared(square: Cells, n: int) -> Iterator[bool]:
    """Yield for each two neighbours whether the first is the greater."""
    return (square[p] > square[q] for p in range(n * n) for q in beside(n, n, p) if p < q)


def bars(square: Cells, n: int) -> tuple[bool, ...]:
    """Return for each two neighbours whether they differ by one."""
    return tuple(abs(square[p] - square[q]) == 1 for p in range(n * n) for q in beside(n, n, p) if p < q)


def diagonals_are_full(square: Cells, n: int) -> bool:
    return all(len({square[i * n + column(i)] for i in range(n)}) == n for column in (lambda i: i, lambda i: n - 1 - i))


def counts_by_printed(
    boards: Sequence[Text], always: Sequence[Text] | None = None, *, minimal: bool = False
) -> dict[int, int]:  # fmt: skip
    """Return how many puzzles there are, by how much is printed: each part of a board may be printed or left out.

    `always` is what each board prints in any case. A set of parts is the bits of a number. A board is the only one
    that fits if each other board differs from it in a part that is printed, or in what is always printed. A `minimal`
    set is one from which no part can be left out.
    """
    places = len(boards[0])
    chosen, counts = np.arange(1 << places), Counter[int]()
    sizes = sum((chosen >> place & 1 for place in range(places)), np.zeros_like(chosen))
    for number, board in enumerate(boards):
        is_only = np.ones(1 << places, dtype=bool)
        for other_number, other in enumerate(boards):
            if other_number != number and (always is None or always[number] == always[other_number]):
                different = sum(1 << place for place in range(places) if board[place] != other[place])
                is_only &= chosen & different != 0
        if minimal:
            parts = [1 << place for place in range(places)]
            is_only &= ~np.any([(chosen & part != 0) & is_only[chosen & ~part] for part in parts], axis=0)
        counts.update(dict(enumerate(np.bincount(sizes[is_only], minlength=places + 1).tolist())))
    return {printed: puzzles for printed, puzzles in sorted(counts.items()) if puzzles}


def square_boards(n: int, genre: str) -> list[Text]:
    """Return all that towers, unequal and X sudoku of n rows can print: the cells, then views or signs."""
    squares = latin_squares(n, (2, 2) if genre == "sudoku" else None)
    if genre == "towers":
        return [(*square, *towers_seen(square, n)) for square in squares]
    if genre == "unequal":
        return [(*square, *neighbours_compared(square, n)) for square in squares]
    return [square for square in squares if diagonals_are_full(square, n)]


# Fewer of them


def minimal(puzzles: set[Text], blank: dict[Any, Any]) -> set[Text]:
    """Return the puzzles that are none any more whichever clue goes. `blank` is what then stands in its place."""
    return {
        puzzle for puzzle in puzzles
        if not any(
            (*puzzle[:place], left, *puzzle[place + 1 :]) in puzzles
            for place, entry in enumerate(puzzle) if (left := blank_of(entry, blank)) != entry
        )
    }  # fmt: skip


def blank_of(entry: Any, blank: dict[Any, Any]) -> Any:
    """Return what is left of an entry: "numbers" stands for all numbers; what `blank` does not name stays."""
    return blank.get("numbers" if isinstance(entry, int) else entry, entry)


def number_of_clues(puzzle: Text, blank: dict[Any, Any]) -> int:
    return sum(blank_of(entry, blank) != entry for entry in puzzle)


def images_of_cells(rows: int, columns: int) -> Callable[[Text], Iterator[Text]]:
    """Return what makes the turned and mirrored copies of a puzzle with an entry for each cell, then each line."""
    symmetries = [to for to, _ in board_symmetries(rows, columns)]
    lines = [{r * columns + c for r in range(rows)} for c in range(columns)]
    lines += [{r * columns + c for c in range(columns)} for r in range(rows)]
    cells = rows * columns

    def images(puzzle: Text) -> Iterator[Text]:
        for to in symmetries:
            moved: list[Any] = [None] * len(puzzle)
            for cell in range(cells):
                moved[to[cell]] = puzzle[cell]
            for line, entry in zip(lines, puzzle[cells:], strict=False):
                moved[cells + lines.index({to[cell] for cell in line})] = entry
            yield tuple(moved)

    return images
