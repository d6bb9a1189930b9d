"""The values that a variable can take: numbered from 0 inside, read as symbols outside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from .errors import PuzzleError, shorten

LARGEST_DOMAIN = 64


@dataclass(frozen=True)
class Domain:
    """An ordered list of at most 64 symbols, a character each.

    >>> DIGITS = Domain("123456789")
    >>> DIGITS.index("7"), DIGITS.symbol(0), len(DIGITS)
    (6, '1', 9)
    """

    symbols: str
    names: tuple[str, ...] = ()
    """What the values are, where their symbols do not say it: "star"; voices find their words by these."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.symbols) <= LARGEST_DOMAIN:
            raise PuzzleError(f"a domain has 1 to {LARGEST_DOMAIN} values, not {len(self.symbols)}")
        if len(set(self.symbols)) != len(self.symbols):
            raise PuzzleError(f"the symbols of a domain differ: {shorten(self.symbols)}")
        if self.names and len(self.names) != len(self.symbols):
            raise PuzzleError(f"expected names for {len(self.symbols)} values or none, found {len(self.names)}")

    def __len__(self) -> int:
        return len(self.symbols)

    @cached_property
    def all(self) -> int:
        """The mask of every value."""
        return (1 << len(self.symbols)) - 1

    @cached_property
    def _indices(self) -> dict[str, int]:
        return {symbol: i for i, symbol in enumerate(self.symbols)}

    def index(self, symbol: str) -> int:
        """The value of a symbol."""
        try:
            return self._indices[symbol]
        except KeyError:
            raise PuzzleError(f"expected one of {self.symbols}, found {shorten(symbol)}") from None

    def symbol(self, value: int) -> str:
        """The symbol of a value."""
        return self.symbols[value]

    def name(self, value: int) -> str:
        """What a value is called: its name, or else its symbol.

        >>> Domain(".*", ("no star", "star")).name(1), Domain("123").name(1)
        ('star', '2')
        """
        return self.names[value] if self.names else self.symbols[value]

    def spell(self, mask: int) -> str:
        """The symbols of a mask of values.

        >>> Domain("1234").spell(0b1010)
        '24'
        """
        return "".join(self.symbols[v] for v in bits(mask))


NUMERALS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz@#$"


@cache
def numbers(n: int) -> Domain:
    """The values 1 … n; beyond 9 the letters go on: `A` is 10.

    >>> numbers(12).symbols
    '123456789ABC'
    """
    if not 1 <= n <= LARGEST_DOMAIN:
        raise PuzzleError(f"numbers from 1 to {LARGEST_DOMAIN} have symbols; asked for 1 to {n}")
    return Domain(NUMERALS[:n])


@cache
def numerals(largest: int) -> Domain:
    """The values 0 … largest; beyond 9 the letters go on: `A` is 10.

    >>> numerals(11).symbols
    '0123456789AB'
    """
    if not 0 <= largest < LARGEST_DOMAIN:
        raise PuzzleError(f"numbers from 0 to {LARGEST_DOMAIN - 1} have symbols; asked for 0 to {largest}")
    return Domain("0" + NUMERALS[:largest])


def bits(mask: int) -> Iterator[int]:
    """The positions of the ones of a mask, from the lowest.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(values: Iterable[int]) -> int:
    """The mask with these positions set: the inverse of `bits`."""
    mask = 0
    for value in values:
        mask |= 1 << value
    return mask
