"""Every verb of `gridwright`, each used as it is meant: run it, or read it. It is type-checked and run by the tests."""

from __future__ import annotations

import gridwright as gw

NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
KEEN = "4:a_6baa_aaba,s1s2s1d4s1m16s1"


def puzzles() -> gw.Puzzle:
    """Where puzzles come from, and what they look like elsewhere."""
    puzzle = gw.parse(NINE)
    print(puzzle.genre.title, "is one of", ", ".join(gw.genres()))
    print("made with rows of", gw.genre("towers").sizes)
    made = gw.generate("sudoku", size=4, tier="Gentle", seed="verbs")
    print(made, "of", made.recipe)
    for other in gw.generate_many(gw.Recipe("queens", size=6, seed="verbs"), 2, check="none"):
        print(other)
    print(gw.convert(puzzle, "sgt"))
    print(gw.convert(puzzle, canonical=True))
    print(gw.draw(puzzle))
    return puzzle


def exact_answers(puzzle: gw.Puzzle) -> None:
    """What is so, whoever finds it."""
    answer: gw.Answer = gw.solve(puzzle, limits=gw.Limits(seconds=1))
    assert answer.status is gw.Status.UNIQUE
    print(answer.text)
    print([each.count for each in gw.solve_many([puzzle, NINE], threads=2)])
    loose = puzzle.with_givens({0: 4})
    print(gw.count(loose, limit=1000), "or more;", len(next(gw.solutions(loose))), "values in the first")
    print(gw.backbone(puzzle), gw.has_solution_with(loose, 1, 2))
    for broken in gw.check(puzzle, "55" + NINE[2:]):
        print(broken.sentence(puzzle))


def reasons(puzzle: gw.Puzzle) -> None:
    """What people see."""
    trace: gw.Trace = gw.explain(puzzle)
    print(trace, trace.steps[0])
    print(gw.tell(trace, "terse").splitlines()[1], "in the words of", gw.voice("terse").about)
    print([each.outcome.value for each in gw.explain_many([puzzle, NINE])])
    for step in gw.why(puzzle, "r1c9=2").steps:
        print(step)
    state: gw.State = gw.position(puzzle, "r3c7=5 r1c3-1")
    hint: gw.Hint = gw.hint(state)
    print(hint.where, hint.why, hint.do, sep="\n")
    grade: gw.Grade = gw.grade(puzzle, gw.scale("standard"))
    print(grade, [each and each.tier for each in gw.grade_many([puzzle])])
    print(gw.probe(state, 2, 0).refuted)
    print([(cage.constraint.label, cage.sets) for cage in gw.cages(gw.parse(KEEN, genre="keen"))][:1])
    for audited in gw.audit(gw.Catalogue.standard()["naked-single"], gw.genre("latin")):
        print(audited.technique, audited.counterexample or "is sound")


def documents(puzzle: gw.Puzzle) -> None:
    """Everything as JSON data, and back."""
    document = gw.to_dict(gw.explain(puzzle))
    assert gw.from_dict(document) == gw.explain(puzzle)
    print(document["schema"], "is read wherever a puzzle is:", gw.solve(document))


def main() -> None:
    """All of it."""
    puzzle = puzzles()
    exact_answers(puzzle)
    reasons(puzzle)
    documents(puzzle)
    try:
        gw.parse("80 characters are no sudoku")
    except gw.GridwrightError as error:
        print(error)


if __name__ == "__main__":
    main()
