"""Positions as other programs write them, on the command line."""

from __future__ import annotations

from gridwright.genres.texts.hodoku import LibraryLine

X_WING = (
    "S9B015y2e685w68050609040i022e0e0f0a2e085y050f0a5u090b042e2u2e0i06042c0810012q0f0dd0015w9i102e020a089e03050f9e0d5y04"
    "2e05d0609i010f095y0e5y0f0a045y0206020166cy669id205"
)


def test_a_position_of_the_wiki_is_written_as_a_library_line_and_back(run) -> None:
    line = run("convert", "--to", "hodoku", X_WING).out.strip()

    assert line.startswith(":0000:x:1.....5694+92.+5+6+1.8.5+6+1.9+24...+964")
    assert line.endswith(":348 748 351 358 758 958 994:::")
    assert X_WING == run("convert", "--to", "sudokuwiki", line).out.strip()


def test_what_somebody_has_written_is_converted_too(run) -> None:
    line = LibraryLine.read(run("convert", "--to", "hodoku", "--marks", "r1c2=2 r9c9-4", "1" + "." * 80).out)

    assert (((0, 0),), ((1, 1),), ((80, 3),)) == (line.givens, line.placed, line.deleted)


def test_a_hint_is_a_library_line(run) -> None:
    found = run("hint", "--library", "--first", "x-wing", X_WING)

    assert 0 == found.code
    assert "0300" == LibraryLine.read(found.out).code


def test_every_open_step_is_a_library_line_or_named(run) -> None:
    found = run("hint", "--all", "--library", X_WING)
    lines = [LibraryLine.read(line) for line in found.out.splitlines()]

    assert "0300" in {line.code for line in lines}
    assert all("HoDoKu's library has no code for" in line for line in found.err.splitlines())


def test_a_library_line_has_one_form(run) -> None:
    assert 2 == run("hint", "--library", "--json", X_WING).code
    assert 2 == run("hint", "--all", "--first", "x-wing", X_WING).code
