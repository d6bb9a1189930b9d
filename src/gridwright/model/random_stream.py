"""Random numbers that are the same on every machine and in every Python: the twin of kernel/basics/random_stream.hpp.

A stream is a 64-bit key; its n-th number is the key plus n steps, mixed. A child is a stream of its own, named by a
word or a number, whatever its parent has drawn. docs/generate.md specifies it.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from functools import lru_cache
from typing import Any, TypeVar

_ALL = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15

T = TypeVar("T")


class RandomStream:
    """A stream of random numbers.

    >>> stream = RandomStream.of("tuesday").child("attempt").child(3)
    >>> [stream.below(9) for _ in range(8)]
    [1, 0, 7, 8, 7, 3, 2, 0]
    """

    def __init__(self, key: int) -> None:
        self.key = key & _ALL
        self._drawn = 0

    @classmethod
    def of(cls, seed: str) -> RandomStream:
        """The stream that a seed names."""
        return cls(mix(hashed(seed)))

    def child(self, name: str | int) -> RandomStream:
        """The stream of that name under this one."""
        number = hashed(name) if isinstance(name, str) else name
        return RandomStream(mix(self.key ^ mix((number + _STEP) & _ALL)))

    def next(self) -> int:
        """64 random bits."""
        self._drawn += 1
        return mix((self.key + self._drawn * _STEP) & _ALL)

    def below(self, n: int) -> int:
        """A number below n (at most 2³²), each as likely as any other."""
        if not 0 < n <= 1 << 32:
            raise ValueError(f"expected a bound from 1 to 2**32, found {n}")
        while True:
            high, low = divmod(self.next() * n, 1 << 64)
            if low >= n or low >= (1 << 64) % n:
                return high

    def choose(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Put the items into a random order."""
        for i in range(len(items), 1, -1):
            j = self.below(i)
            items[i - 1], items[j] = items[j], items[i - 1]


def mix(z: int) -> int:
    """The finaliser of SplitMix64."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _ALL
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _ALL
    return z ^ (z >> 31)


@lru_cache(maxsize=256)
def hashed(name: str) -> int:
    """FNV-1a of the name's UTF-8."""
    found = 0xCBF29CE484222325
    for byte in name.encode("utf-8"):
        found = (found ^ byte) * 0x100000001B3 & _ALL
    return found
