"""lz-string's base64 form, which f-puzzles and SudokuPad put in their links: a Lempel-Ziv code of UTF-16 units.

Numbers are written least significant bit first; the bits fill base64 characters from the most significant on. A number
is an entry of the growing dictionary, or 0: a new 8-bit unit follows, 1: a new 16-bit unit follows, 2: the end. Numbers
widen by a bit whenever the dictionary could have outgrown them. The reader stops at a cap, as a few bytes can stand for
gigabytes.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model import TextError, shorten
from .codec import MOST_TEXT

_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BITS = 6
LONGEST_CODE = 300_000

_NEW_8, _NEW_16, _END, _FIRST = 0, 1, 2, 3


def compress(text: str) -> str:
    """The base64 form of a text."""
    bits: list[int] = []

    def put(number: int, width: int) -> None:
        bits.extend(number >> i & 1 for i in range(width))

    known: dict[str, int] = {}
    fresh: set[str] = set()
    width, room = 2, 2

    def grow() -> None:
        nonlocal width, room
        room -= 1
        if room == 0:
            room = 1 << width
            width += 1

    def emit(phrase: str) -> None:
        if phrase in fresh:
            fresh.remove(phrase)
            wide = ord(phrase) > 255
            put(_NEW_16 if wide else _NEW_8, width)
            put(ord(phrase), 16 if wide else 8)
            grow()
        else:
            put(known[phrase], width)
        grow()

    phrase = ""
    for unit in _units(text):
        if unit not in known:
            known[unit] = len(known) + _FIRST
            fresh.add(unit)
        if phrase + unit in known:
            phrase += unit
        else:
            emit(phrase)
            known[phrase + unit] = len(known) + _FIRST
            phrase = unit
    if phrase:
        emit(phrase)
    put(_END, width)
    bits.extend([0] * (_BITS - len(bits) % _BITS))
    code = "".join(
        _BASE64[int("".join(map(str, bits[i : i + _BITS])), 2)] for i in range(0, len(bits), _BITS)
    )  # fmt: skip
    return code + "=" * (-len(code) % 4)


def decompress(code: str, most: int = MOST_TEXT) -> str:
    """The text of a base64 form; raises TextError for what is none, and for what would be longer than `most`."""
    if len(code) > LONGEST_CODE:
        raise TextError(f"expected at most {LONGEST_CODE:,} compressed characters, found {len(code):,}")
    bits = _bits(code.rstrip("="))

    def take(width: int) -> int:
        number = 0
        for i in range(width):
            bit = next(bits, None)
            if bit is None:
                raise TextError("the compressed text breaks off")
            number |= bit << i
        return number

    known: list[str] = [""] * _FIRST
    width, room = 2, 1
    phrase = ""
    parts: list[str] = []
    length = 0
    while (number := take(width)) != _END:
        if number in (_NEW_8, _NEW_16):
            known.append(chr(take(8 if number == _NEW_8 else 16)))
            number = len(known) - 1
            room -= 1
            if room == 0:
                room = 1 << width
                width += 1
        if number < len(known):
            entry = known[number]
        elif number == len(known) and phrase:
            entry = phrase + phrase[0]
        else:
            raise TextError("the compressed text is damaged")
        length += len(entry)
        if length > most:
            raise TextError(f"the compressed text stands for more than {most:,} characters")
        parts.append(entry)
        if phrase:
            known.append(phrase + entry[0])
            room -= 1
            if room == 0:
                room = 1 << width
                width += 1
        phrase = entry
    return _text("".join(parts))


def _bits(code: str) -> Iterator[int]:
    """The bits of base64 characters."""
    for i, symbol in enumerate(code):
        value = _BASE64.find(symbol)
        if value < 0:
            raise TextError(f"expected compressed text (base64), found {shorten(symbol)} as its character {i + 1}")
        for place in range(_BITS - 1, -1, -1):
            yield value >> place & 1


def _units(text: str) -> Iterator[str]:
    """The UTF-16 units of a text, as characters."""
    raw = text.encode("utf-16-le", "surrogatepass")
    for i in range(0, len(raw), 2):
        yield chr(raw[i] | raw[i + 1] << 8)


def _text(units: str) -> str:
    """The text of UTF-16 units; halves of a pair that stand alone stay as they are."""
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
