"""check_genre: examples, texts, broken boards, symmetries, pickles and errors of a genre."""

from __future__ import annotations

import pickle
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from ..genres import GROUP, parse
from ..genres import genre as genre_named
from ..kits.clues import Entries
from ..model import (
    Answer,
    Broken,
    CannotSay,
    Example,
    Format,
    Genre,
    Grid,
    GridwrightError,
    Puzzle,
    PuzzleError,
    Solution,
    UnknownName,
    mask_of,
)
from ..model.state import read_fact
from ..model.symmetry import images
from ..native.structure import compiled_compactly, kernel_structure
from .require import require

SolveFunction = Callable[..., Answer]

EXAMPLES_COUNTED = 20

_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def check_genre(genre: Genre, engines: Iterable[SolveFunction] = ()) -> None:
    """Everything that a genre promises. Other engines than the simple one are compared with it on every example."""
    from ..solving import simple

    _check_declaration(genre)
    read = _reader(genre)
    puzzles = []
    for example in genre.examples:
        puzzle = read(example.text)
        puzzles.append(puzzle)
        _check_counts(puzzle, example, (simple.solve, *engines))
        _check_constraints(puzzle)
        check_compact(puzzle)
        _check_meanings(puzzle, example, simple.solve)
        _check_places(puzzle)
        _check_texts(puzzle, read)
        _check_identity(puzzle)
        _check_symmetries(puzzle, example, simple.solve)
    for broken in genre.broken:
        _check_broken(genre, broken, read)
    _check_every_rule_is_broken_once(genre, puzzles)
    _check_errors(genre, puzzles)


def _check_declaration(genre: Genre) -> None:
    for name in (genre.key, *genre.aliases, *(clue.key for clue in genre.clues)):
        require(_KEY.fullmatch(name), f"{name!r} should be lower case with hyphens")
    for what, text in (("title", genre.title), ("rulebook", genre.rulebook), ("list of sizes", genre.sizes)):
        require(text and text.strip(), f"{genre.key} has no {what}")
    require("Rulebook:" in genre.rulebook, f"the rulebook of {genre.key} should have a sentence after 'Rulebook:'")
    for clue in genre.clues:
        require(clue.meaning, f"{genre.key} does not say what its clue {clue.key!r} means")
    keys = [form.key for form in genre.formats]
    require(len(set(keys)) == len(keys), f"two formats of {genre.key} have the same key: {', '.join(keys)}")
    require(any(form.one_line for form in genre.formats), f"{genre.key} has no format of one line")
    require(len(genre.examples) >= 3, f"{genre.key} has {len(genre.examples)} examples, expected 3 or more")
    require(genre.broken, f"{genre.key} has no broken boards")


def _reader(genre: Genre) -> Callable[[str], Puzzle]:
    try:
        found = genre_named(genre.key)
    except UnknownName:
        found = None
    require(
        found is genre,
        f"the registry does not hold this {genre.key}: a genre is a file of gridwright.genres, or declared under the "
        f"entry-point group {GROUP!r}",
    )
    return lambda text: parse(text, genre=genre)


def _check_counts(puzzle: Puzzle, example: Example, engines: Iterable[SolveFunction]) -> None:
    seen: dict[str, set[Solution]] = {}
    for engine in engines:
        answer = engine(puzzle, limit=EXAMPLES_COUNTED, show=EXAMPLES_COUNTED)
        require(
            answer.count == min(example.solutions, EXAMPLES_COUNTED),
            f"{puzzle}: {example.shows} should have {example.solutions} solutions, {answer.engine} counts "
            f"{answer.count}",
        )
        for solution in answer.solutions:
            wrong = [c.label for c in puzzle.constraints if not c.holds([solution[x] for x in c.scope])]
            wrong += [puzzle.fact(x, v) for x, v in puzzle.givens.items() if solution[x] != v]
            require(
                not wrong, f"{puzzle}: {answer.engine}'s {puzzle.board_text(solution)} is wrong at {', '.join(wrong)}"
            )
            require(
                solution == puzzle.read_board(puzzle.board_text(solution), filled=True),
                f"{puzzle}: the board {puzzle.board_text(solution)} does not read back",
            )
        if answer.count < EXAMPLES_COUNTED:
            seen[answer.engine] = set(answer.solutions)
    require(
        len({frozenset(found) for found in seen.values()}) <= 1,
        f"{puzzle}: {' and '.join(seen)} find different solutions",
    )


def _check_constraints(puzzle: Puzzle) -> None:
    domain = puzzle.variables[0].domain
    for constraint in puzzle.constraints:
        sentence = constraint.sentence(domain)
        require(constraint.label, f"{puzzle}: a constraint over {constraint.scope} has no label")
        require(_KEY.fullmatch(constraint.group.kind), f"{puzzle}: {constraint.label} has no kind of group")
        require(sentence, f"{puzzle}: {constraint.label} has no sentence")
        require(not sentence.endswith("."), f"{puzzle}: leave out the full stop of {sentence!r}")
        require(
            all(0 <= x < len(puzzle.variables) for x in constraint.scope),
            f"{puzzle}: {constraint.label} speaks of variables that there are not",
        )


def _check_meanings(puzzle: Puzzle, example: Example, solve: SolveFunction) -> None:
    """Compare both halves of each clue's meaning: what a solution prints holds for it, and no other number does."""
    if example.solutions != 1:
        return
    (solution,) = solve(puzzle, limit=1, show=1).solutions
    for clue in puzzle.genre.clues:
        if not isinstance(clue, Entries) or clue.means is None:
            continue
        layout, value = puzzle.layout, clue.measured(puzzle.layout, puzzle, solution)
        least, most = clue.range(puzzle.grid)
        for site, entry in enumerate(value):
            for other in range(least, most + 1) if entry is not None else ():
                constraints = [*clue.means.constraints(clue, layout, site, other)]
                holds = all(each.holds([solution[x] for x in each.scope]) for each in constraints)
                expected = other == entry or other == clue.bare
                name = f"{puzzle}: {clue.key} at {clue.site_name(puzzle.grid, site)}"
                require(holds == expected or not constraints, f"{name}: {other} is stated otherwise than measured")


def check_compact(puzzle: Puzzle) -> None:
    """What its genre says shortly of a board compiles to what the board's constraints compile to."""
    if puzzle.genre.compact_clue is None or puzzle.loose:
        return
    shortly = compiled_compactly(puzzle)
    if shortly is not None:
        same = shortly.says_the_same(kernel_structure(puzzle.structure))
        require(same, f"{puzzle!r}: its statements say something else than its constraints")


def _check_places(puzzle: Puzzle) -> None:
    """Each variable has a place of its own on the board, and its name and its facts lead back to it."""
    require(len(puzzle.variable_at) == len(puzzle.variables), f"{puzzle}: two variables have the same place")
    for x, variable in enumerate(puzzle.variables):
        found = puzzle.grid.place(variable.name)
        require(variable.place == found, f"{puzzle}: the name {variable.name} leads to another place, {found.points}")
        for value in range(len(variable.domain)):
            for sign in "=-":
                fact = puzzle.fact(x, value, sign)
                require((x, value, sign == "=") == read_fact(puzzle, fact), f"{puzzle}: {fact} does not read back")
    blank = (None,) * len(puzzle.variables)
    text = puzzle.board_text(blank)
    require(blank == puzzle.read_board(text), f"{puzzle}: the empty board {text!r} does not read back")


def _check_texts(puzzle: Puzzle, read: Callable[[str], Puzzle]) -> None:
    canonical = puzzle.text()
    require("\n" not in canonical, f"the canonical text is not one line: {canonical!r}")
    require(puzzle == read(canonical), f"{canonical!r} does not read back as the puzzle it was written from")
    for form in puzzle.genre.formats:
        try:
            text = form.write(puzzle)
        except CannotSay:
            continue
        require(not (form.one_line and "\n" in text), f"{form.key} promises one line, and writes {text!r}")
        again = form.read(text, puzzle.genre)
        require(puzzle == again, f"{form.key} writes {text!r} and reads another puzzle from it")
        require(text == form.write(again), f"{form.key} writes {text!r}, and another text after reading it")


def _check_identity(puzzle: Puzzle) -> None:
    again: Puzzle = pickle.loads(pickle.dumps(puzzle))
    require(again == puzzle, f"{puzzle} is not itself after pickling")
    require(hash(again) == hash(puzzle), f"{puzzle} has another hash after pickling")


def _check_symmetries(puzzle: Puzzle, example: Example, engine: SolveFunction) -> None:
    expected = min(example.solutions, EXAMPLES_COUNTED)
    for name in puzzle.genre.symmetry.board:
        moved, back = puzzle.moved(name), {"turn-90": "turn-270", "turn-270": "turn-90"}.get(name, name)
        answer = engine(moved, limit=EXAMPLES_COUNTED)
        found = answer.count
        require(expected == found, f"{puzzle} after {name} is {moved}: {found} solutions instead of {expected}")
        require(puzzle == moved.moved(back), f"{puzzle} after {name} and {back} is {moved.moved(back)}")
        motion = moved.grid.motion(back)
        for solution in answer.solutions:
            values = {motion(variable.place): value for variable, value in zip(moved.variables, solution, strict=True)}
            image = [values[variable.place] for variable in puzzle.variables]
            wrong = [c.label for c in puzzle.constraints if not c.holds([image[x] for x in c.scope])]
            require(not wrong, f"{puzzle}: what solves it after {name} is wrong at {', '.join(wrong)} when moved back")
    if puzzle.genre.symmetry.bands(puzzle) is not None:
        for copy in islice(images(puzzle), 1, 12, 5):
            found = engine(copy, limit=EXAMPLES_COUNTED).count
            require(expected == found, f"{puzzle} with lines reordered is {copy}: {found} solutions, not {expected}")
    if puzzle.genre.symmetry.renames(puzzle):
        renamed = rename(puzzle, [*range(1, len(puzzle.variables[0].domain)), 0])
        found = engine(renamed, limit=EXAMPLES_COUNTED).count
        require(expected == found, f"{puzzle} with values renamed is {renamed}: {found} solutions, not {expected}")


def rename(puzzle: Puzzle, to: Sequence[int]) -> Puzzle:
    """The puzzle with value v called to[v] throughout."""
    marks = None
    if puzzle.marks is not None:
        marks = [mask_of(to[v] for v in range(len(to)) if mask >> v & 1) for mask in puzzle.marks]
    givens = {x: to[value] for x, value in puzzle.givens.items()}
    return Puzzle(puzzle.genre, puzzle.grid, givens=givens, clues=puzzle.clues, marks=marks)


def broken_kinds(puzzle: Puzzle, board: Sequence[int]) -> set[str]:
    """The kinds of group ("row", "cage" …) whose constraints a filled board breaks."""
    return {c.group.kind for c in puzzle.constraints if not c.own_rule_holds([board[x] for x in c.scope])}


def _check_broken(genre: Genre, broken: Broken, read: Callable[[str], Puzzle]) -> None:
    puzzle = read(broken.puzzle)
    board = puzzle.read_board(broken.board, filled=True)
    require(None not in board, f"{genre.key}: the board with a broken {broken.rule} is not full: {broken.board}")
    kinds = broken_kinds(puzzle, [value for value in board if value is not None])
    require(
        kinds == {broken.rule},
        f"{genre.key}: the board for {broken.rule!r} breaks {', '.join(sorted(kinds)) or 'nothing'}: {broken.board}",
    )


def _check_every_rule_is_broken_once(genre: Genre, puzzles: Sequence[Puzzle]) -> None:
    kinds = {constraint.group.kind for puzzle in puzzles for constraint in puzzle.constraints}
    for kind in sorted(kinds - {broken.rule for broken in genre.broken}):
        raise AssertionError(f"{genre.key} has no broken board for the rule of a {kind}")


def _check_errors(genre: Genre, puzzles: Sequence[Puzzle]) -> None:
    """Nothing but our own errors leaves a genre, whatever it is given."""
    for grid in (Grid(1, 1), Grid(1, 2), Grid(2, 3), Grid(7, 7), Grid(64, 64)):
        with _only_puzzle_errors(f"an empty {genre.key} of {grid.rows} by {grid.columns}"):
            Puzzle(genre, grid)
    for puzzle in puzzles:
        for key in puzzle.clues:
            for grid in (Grid(1, 1), Grid(2, 3), Grid(6, 6)):
                with _only_puzzle_errors(f"{genre.key} of {grid.rows} by {grid.columns} with another board's {key}"):
                    Puzzle(genre, grid, clues={key: puzzle.clues[key]})
        with _only_puzzle_errors(f"{puzzle} with a given off the board"):
            puzzle.with_givens({len(puzzle.variables): 0})
    rng = random.Random(genre.key)
    for puzzle in puzzles:
        for form in genre.formats:
            for text in _mangled(puzzle, form, rng):
                with _only_puzzle_errors(f"{form.key} reading {text!r}"):
                    form.recognises(text)
                    form.read(text, genre)


def _mangled(puzzle: Puzzle, form: Format, rng: random.Random) -> Iterator[str]:
    yield from ("", " ", "\n\n", "?", "é" * 16, puzzle.text())
    try:
        text = form.write(puzzle)
    except CannotSay:
        return
    yield from (text[1:], text[:-1], text * 2, text.upper(), text + "\n")
    for _ in range(20):
        i = rng.randrange(len(text))
        yield text[:i] + rng.choice("0123456789azAZ.,:;/#*_-+|{}[]\"'\n\0²é") + text[i + rng.randrange(2) :]


class _only_puzzle_errors:  # noqa: N801 — reads as a sentence after `with`
    def __init__(self, what: str) -> None:
        self.what = what

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> bool:
        if isinstance(error, PuzzleError):
            require(str(error).strip(), f"{self.what}: the error says nothing")
            return True
        if isinstance(error, Exception) and not isinstance(error, AssertionError):
            ours = "is no PuzzleError" if isinstance(error, GridwrightError) else "is not ours"
            raise AssertionError(f"{self.what}: {type(error).__name__} {ours}: {error}") from error
        return False
