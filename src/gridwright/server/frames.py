"""What the server and its workers say to each other, and the lanes that workers are in.

frame      one byte for its kind, four for its length, then JSON
request    {"name": "hint", "fields": {...}, "seconds": 5}
events     so many as there are: how far long work is
answer     or a refusal: {"status": 422, "error": "a sentence"}
"""

from __future__ import annotations

import struct

HEAD = struct.Struct(">cI")
REQUEST, READY, EVENT, ANSWER, REFUSAL = b"q", b"r", b"e", b"a", b"x"
QUICK, SLOW, MAKING = "quick", "slow", "making"


class Refusal(Exception):
    """Why there is no answer: the status of HTTP, and a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        self.status = status
        super().__init__(sentence)
