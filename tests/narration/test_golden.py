"""Golden narrations: puzzles and techniques told in every voice, as they were read aloud and found good.

After a change of words, write them anew, read the difference aloud, and commit it:

    python tests/narration/test_golden.py
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))

from narration.told import PUZZLES, positions, trace  # noqa: E402

from gridwright.narration import step_text, tell, voices  # noqa: E402

GOLDEN = HERE / "golden"


def puzzle_story(name: str) -> str:
    """A puzzle's trace in every voice."""
    return "\n".join(f"[{voice}]\n{tell(trace(name), voice)}" for voice in sorted(voices()))


def technique_story(voice: str) -> str:
    """A sentence or two for each technique, in one voice."""
    lines = []
    turns: dict[str, int] = {}
    for state, step in positions():
        turn = turns.get(step.key, 0)
        lines.append(step_text(state, step, voice, turn=turn))
        turns[step.key] = turn + 1
    return "\n".join(lines) + "\n"


def stories() -> dict[str, str]:
    """Every golden file and what should stand in it."""
    techniques = {f"techniques_{voice}.txt": technique_story(voice) for voice in sorted(voices())}
    return {f"{name}.txt": puzzle_story(name) for name in PUZZLES} | techniques


@pytest.mark.parametrize("name", PUZZLES)
def test_the_puzzle_is_told_as_it_was_read_aloud(name: str) -> None:
    assert (GOLDEN / f"{name}.txt").read_text(encoding="utf-8") == puzzle_story(name)


@pytest.mark.parametrize("voice", sorted(voices()))
def test_the_techniques_are_told_as_they_were_read_aloud(voice: str) -> None:
    assert (GOLDEN / f"techniques_{voice}.txt").read_text(encoding="utf-8") == technique_story(voice)


def test_no_golden_file_is_left_over() -> None:
    told = {f"{name}.txt" for name in PUZZLES} | {f"techniques_{voice}.txt" for voice in voices()}

    assert told == {path.name for path in GOLDEN.iterdir()}


if __name__ == "__main__":
    for file, story in stories().items():
        (GOLDEN / file).write_text(story, encoding="utf-8")
        print(f"wrote {file}")
