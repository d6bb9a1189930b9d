"""Addresses of puzz.link whose body is no plain list of clues: givens of a sudoku, the regions of a star battle."""

from __future__ import annotations

from typing import Any

from ...formats.borders import Borders
from ...formats.building import build, require_only
from ...formats.codec import Decimal, Joined, TextCodec
from ...formats.number16 import UNKNOWN, Number16
from ...formats.puzz_link import PuzzLink
from ...model import CannotSay, Genre, Grid, Puzzle
from ...model.grid import LARGEST_SIDE


class SudokuLink(PuzzLink):
    """`p?sudoku/9/9/…`: the body is the numbers."""

    pid = "sudoku"

    def body(self, grid: Grid) -> TextCodec[Any]:
        """Numbers in reading order."""
        return Number16(len(grid))

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of a link."""
        grid, cursor, numbers = self.open(text)
        givens: dict[int, int] = {}
        for cell, number in enumerate(numbers):
            if number == UNKNOWN:
                raise cursor.wrong(f"{grid.name(cell)} has a clue without a number, which says nothing in a sudoku")
            if number is not None:
                if not 1 <= number <= grid.rows:
                    raise cursor.wrong(f"{grid.name(cell)}: expected a number from 1 to {grid.rows}, found {number}")
                givens[cell] = number - 1
        return build(genre, grid.rows, grid.columns, givens=givens)

    def write(self, puzzle: Puzzle) -> str:
        """The link; only a plain board has one."""
        require_only(puzzle, "puzz.link")
        numbers: list[int | None] = [None] * len(puzzle.grid)
        for variable, value in puzzle.givens.items():
            numbers[variable] = value + 1
        return self.link(puzzle.grid, numbers)


class StarBattleLink(PuzzLink):
    """`p?starbattle/10/10/2/…`: the body is the number of stars and the borders of the regions."""

    pid = "starbattle"

    def body(self, grid: Grid) -> TextCodec[Any]:
        """Stars, then borders."""
        return Joined("/", Decimal(1, LARGEST_SIDE, "a number of stars"), Borders(grid))

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of a link."""
        grid, _, (stars, regions) = self.open(text)
        return build(genre, grid.rows, grid.columns, clues={"stars": stars, "regions": regions})

    def write(self, puzzle: Puzzle) -> str:
        """The link; holes, givens and regions in pieces have no words there."""
        require_only(puzzle, "puzz.link", clues=("stars", "regions"), givens=False)
        regions = puzzle.clue("regions")
        if -1 in regions:
            raise CannotSay("puzz.link has no words for holes")
        return self.link(puzzle.grid, (puzzle.clue("stars"), regions))
