"""A process that answers one request after the other: frames come in on its standard input and go out on its output.

Interrupted (SIGINT), it stops the work at hand and answers with what there is. It ends when its input does.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from select import select
from threading import Event
from typing import Any, BinaryIO

from ..files.disk_cache import write_all
from ..genres import genres
from ..model import GridwrightError, Limits, Stopped, TooLarge, UnknownName
from ..narration import voices
from .answers import answer, load
from .answers.asked import Work
from .frames import ANSWER, EVENT, HEAD, MAKING, QUICK, READY, REFUSAL, SLOW, Refusal
from .sentences import said
from .settings import Settings

NICENESS = {QUICK: 0, SLOW: 5, MAKING: 10}
IDLE = 0.25
"""Seconds without a request after which something may be done that nobody asked for."""


class Worker:
    """Answers requests from a stream."""

    def __init__(self, source: BinaryIO, target: BinaryIO, settings: Settings, lane: str) -> None:
        self.source, self.target, self.settings, self.lane = source, target, settings, lane
        self.cancel = Event()

    def run(self) -> None:
        """Until the input ends; what takes longer the first time is done while nobody asks."""
        self.send(READY, b"{}")
        first = list(self.first_answers())[::-1]
        while True:
            while first and not select([self.source], [], [], IDLE)[0]:
                name, fields = first.pop()
                with suppress(Refusal):
                    self.answer({"name": name, "fields": fields, "seconds": 1})
                if not first:
                    write_all()  # nobody ends a worker gently
            if not (head := self.source.read(HEAD.size)):
                return
            _, size = HEAD.unpack(head)
            request = json.loads(self.source.read(size))
            self.cancel.clear()
            try:
                kind, content = ANSWER, self.answer(request)
            except Refusal as refusal:
                kind, content = REFUSAL, _written({"status": refusal.status, "error": str(refusal)})
            self.send(kind, content)

    def first_answers(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """What players ask of this lane: the lists, a hint in each genre, and one from each voice."""
        if self.lane == QUICK and self.settings.warming:
            yield from (("genres", {}), ("techniques", {}), ("corpus", {}))
            hints = [{"puzzle": genre.examples[0].text, "genre": genre.key} for genre in genres().values()]
            yield from (("hint", fields) for fields in hints)
            yield from (("hint", hints[0] | {"voice": voice}) for voice in voices())

    def answer(self, request: dict[str, Any]) -> bytes:
        """The answer to a request as JSON; raises a refusal where it has none."""
        limits, voice = Limits(request["seconds"], cancel=self.cancel), request["fields"].get("voice")
        work = Work(limits, self.settings, lambda event: self.send(EVENT, _written(event)))
        try:
            return _written(answer(request["name"], request["fields"], work))
        except TooLarge as error:
            raise Refusal(413, said("error", voice, error=error)) from None
        except UnknownName as error:
            status = 404 if request["name"] in ("entry", "technique", "candidate") else 422
            raise Refusal(status, said("error", voice, error=error)) from None
        except Stopped as error:
            raise Refusal(422, said("stopped", voice, error=error)) from None
        except GridwrightError as error:
            raise Refusal(422, said("error", voice, error=error)) from None
        except RecursionError:
            raise Refusal(422, said("deep", voice)) from None
        except MemoryError:
            raise Refusal(413, said("memory", voice)) from None
        except Exception:
            traceback.print_exc()
            raise Refusal(500, said("bug", voice)) from None

    def send(self, kind: bytes, content: bytes) -> None:
        """A frame."""
        self.target.write(HEAD.pack(kind, len(content)) + content)
        self.target.flush()


def _written(data: dict[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def main() -> None:
    """Take over the standard streams, so that nothing that prints can spoil a frame."""
    settings = Settings(**json.loads(sys.argv[1]))
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    worker = Worker(sys.stdin.buffer, target, settings, sys.argv[2])
    signal.signal(signal.SIGINT, lambda *_: worker.cancel.set())
    os.nice(NICENESS[worker.lane])
    load()
    bound = _address_space() + settings.memory
    resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
    with suppress(BrokenPipeError):  # nobody listens any more
        worker.run()


def _address_space() -> int:
    """Bytes of address space in use."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * resource.getpagesize()
    except OSError:  # no such file system: half a gigabyte is what libraries map
        return 512 << 20


if __name__ == "__main__":
    main()
