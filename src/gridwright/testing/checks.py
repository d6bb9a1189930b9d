"""Checks that a genre or a constraint kind must pass, ours or yours; they need no test framework.

    check_genre(GENRE)                          examples, texts, broken boards, symmetries, pickles, errors
    check_constraint(constraint, sizes)         the same meaning, stated five ways, compared over every assignment
    check_agreement(puzzle, answers)            the answers of several engines to one puzzle

Each returns nothing, or raises AssertionError with a sentence that says what is wrong.
"""

from __future__ import annotations

import pickle
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from itertools import islice, pairwise, product
from math import prod
from typing import Any

from ..model import (
    Answer,
    Broken,
    CannotSay,
    Constraint,
    Example,
    Format,
    Genre,
    Grid,
    GridwrightError,
    Puzzle,
    PuzzleError,
    Relation,
    Solution,
    Structure,
    UnknownName,
    mask_of,
)
from ..model.state import read_fact
from ..model.symmetry import images

Masks = tuple[int, ...]
Propagate = Callable[[Structure, Sequence[int]], Sequence[int] | None]
"""What is left of the masks after propagation; None for a contradiction."""
CountSolutions = Callable[[Structure, Sequence[int], int], int]
"""How many solutions inside the masks, up to a limit."""
SolveFunction = Callable[..., Answer]
Meaning = Callable[[Any, Sequence[int]], bool]
"""Is a full assignment of a constraint's scope right?"""

EXAMPLES_COUNTED = 20
LARGEST_SCOPE = 50_000

_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


# Engines


def check_agreement(puzzle: Puzzle, answers: Iterable[Answer]) -> None:
    """Engines that were asked with one limit say the same: status, count, and the solutions where all are listed.

    Every solution that is shown fills the whole board, keeps the givens and holds in every constraint.
    """
    given, name, start = list(answers), repr(puzzle), puzzle.start()
    for answer in given:
        for solution in answer.solutions:
            _require(len(solution) == len(puzzle.variables), f"{answer.engine} leaves cells of {name} open")
            kept = all(mask >> value & 1 for mask, value in zip(start, solution, strict=True))
            _require(kept, f"{answer.engine} changes a given of {name}")
            for constraint in puzzle.constraints:
                held = constraint.holds([solution[x] for x in constraint.scope])
                _require(held, f"{answer.engine} breaks a rule of {name}: {constraint.label}")
        repeats = len(answer.solutions) - len(set(answer.solutions))
        _require(not repeats, f"{answer.engine} repeats a solution of {name}")
    for one, other in pairwise(given):
        said = [f"{a.engine} says {a.status} with {a.count}" for a in (one, other)]
        _require((one.status, one.count) == (other.status, other.count), f"{name}: {said[0]}, {said[1]}")
        listed = [len(a.solutions) == a.count for a in (one, other)]
        if one.exhausted and other.exhausted and all(listed):
            same = set(one.solutions) == set(other.solutions)
            _require(same, f"{name}: {one.engine} and {other.engine} list different solutions")


# Genres


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
        _require(_KEY.fullmatch(name), f"{name!r} should be lower case with hyphens")
    for what, text in (("title", genre.title), ("rulebook", genre.rulebook), ("list of sizes", genre.sizes)):
        _require(text and text.strip(), f"{genre.key} has no {what}")
    _require("Rulebook:" in genre.rulebook, f"the rulebook of {genre.key} should have a sentence after 'Rulebook:'")
    for clue in genre.clues:
        _require(clue.meaning, f"{genre.key} does not say what its clue {clue.key!r} means")
    keys = [form.key for form in genre.formats]
    _require(len(set(keys)) == len(keys), f"two formats of {genre.key} have the same key: {', '.join(keys)}")
    _require(any(form.one_line for form in genre.formats), f"{genre.key} has no format of one line")
    _require(len(genre.examples) >= 3, f"{genre.key} has {len(genre.examples)} examples, expected 3 or more")
    _require(genre.broken, f"{genre.key} has no broken boards")


def _reader(genre: Genre) -> Callable[[str], Puzzle]:
    registry: Any = import_module("gridwright.genres")
    try:
        found = registry.genre(genre.key)
    except UnknownName:
        found = None
    _require(
        found is genre,
        f"the registry does not hold this {genre.key}: a genre is a file of gridwright.genres, or declared under the "
        f"entry-point group {registry.GROUP!r}",
    )
    return lambda text: registry.parse(text, genre=genre)


def _check_counts(puzzle: Puzzle, example: Example, engines: Iterable[SolveFunction]) -> None:
    seen: dict[str, set[Solution]] = {}
    for engine in engines:
        answer = engine(puzzle, limit=EXAMPLES_COUNTED, show=EXAMPLES_COUNTED)
        _require(
            answer.count == min(example.solutions, EXAMPLES_COUNTED),
            f"{puzzle}: {example.shows} should have {example.solutions} solutions, {answer.engine} counts "
            f"{answer.count}",
        )
        for solution in answer.solutions:
            wrong = [c.label for c in puzzle.constraints if not c.holds([solution[x] for x in c.scope])]
            wrong += [puzzle.fact(x, v) for x, v in puzzle.givens.items() if solution[x] != v]
            _require(
                not wrong, f"{puzzle}: {answer.engine}'s {puzzle.board_text(solution)} is wrong at {', '.join(wrong)}"
            )
            _require(
                solution == puzzle.read_board(puzzle.board_text(solution), filled=True),
                f"{puzzle}: the board {puzzle.board_text(solution)} does not read back",
            )
        if answer.count < EXAMPLES_COUNTED:
            seen[answer.engine] = set(answer.solutions)
    _require(
        len({frozenset(found) for found in seen.values()}) <= 1,
        f"{puzzle}: {' and '.join(seen)} find different solutions",
    )


def _check_constraints(puzzle: Puzzle) -> None:
    domain = puzzle.variables[0].domain
    for constraint in puzzle.constraints:
        sentence = constraint.sentence(domain)
        _require(constraint.label, f"{puzzle}: a constraint over {constraint.scope} has no label")
        _require(_KEY.fullmatch(constraint.group.kind), f"{puzzle}: {constraint.label} has no kind of group")
        _require(sentence, f"{puzzle}: {constraint.label} has no sentence")
        _require(not sentence.endswith("."), f"{puzzle}: leave out the full stop of {sentence!r}")
        _require(
            all(0 <= x < len(puzzle.variables) for x in constraint.scope),
            f"{puzzle}: {constraint.label} speaks of variables that there are not",
        )


def check_compact(puzzle: Puzzle) -> None:
    """What its genre says shortly of a board compiles to what the board's constraints compile to."""
    if puzzle.genre.compact_clue is None or puzzle.loose:
        return
    native: Any = import_module("gridwright.native.structure")
    shortly = native.compiled_compactly(puzzle)
    if shortly is not None:
        same = shortly.says_the_same(native.kernel_structure(puzzle.structure))
        _require(same, f"{puzzle!r}: its statements say something else than its constraints")


def _check_places(puzzle: Puzzle) -> None:
    """Each variable has a place of its own on the board, and its name and its facts lead back to it."""
    _require(len(puzzle.variable_at) == len(puzzle.variables), f"{puzzle}: two variables have the same place")
    for x, variable in enumerate(puzzle.variables):
        found = puzzle.grid.place(variable.name)
        _require(variable.place == found, f"{puzzle}: the name {variable.name} leads to another place, {found.points}")
        for value in range(len(variable.domain)):
            for sign in "=-":
                fact = puzzle.fact(x, value, sign)
                _require((x, value, sign == "=") == read_fact(puzzle, fact), f"{puzzle}: {fact} does not read back")
    blank = (None,) * len(puzzle.variables)
    text = puzzle.board_text(blank)
    _require(blank == puzzle.read_board(text), f"{puzzle}: the empty board {text!r} does not read back")


def _check_texts(puzzle: Puzzle, read: Callable[[str], Puzzle]) -> None:
    canonical = puzzle.text()
    _require("\n" not in canonical, f"the canonical text is not one line: {canonical!r}")
    _require(puzzle == read(canonical), f"{canonical!r} does not read back as the puzzle it was written from")
    for form in puzzle.genre.formats:
        try:
            text = form.write(puzzle)
        except CannotSay:
            continue
        _require(not (form.one_line and "\n" in text), f"{form.key} promises one line, and writes {text!r}")
        again = form.read(text, puzzle.genre)
        _require(puzzle == again, f"{form.key} writes {text!r} and reads another puzzle from it")
        _require(text == form.write(again), f"{form.key} writes {text!r}, and another text after reading it")


def _check_identity(puzzle: Puzzle) -> None:
    again: Puzzle = pickle.loads(pickle.dumps(puzzle))
    _require(again == puzzle, f"{puzzle} is not itself after pickling")
    _require(hash(again) == hash(puzzle), f"{puzzle} has another hash after pickling")


def _check_symmetries(puzzle: Puzzle, example: Example, engine: SolveFunction) -> None:
    expected = min(example.solutions, EXAMPLES_COUNTED)
    for name in puzzle.genre.symmetry.board:
        moved, back = puzzle.moved(name), {"turn-90": "turn-270", "turn-270": "turn-90"}.get(name, name)
        answer = engine(moved, limit=EXAMPLES_COUNTED)
        found = answer.count
        _require(expected == found, f"{puzzle} after {name} is {moved}: {found} solutions instead of {expected}")
        _require(puzzle == moved.moved(back), f"{puzzle} after {name} and {back} is {moved.moved(back)}")
        motion = moved.grid.motion(back)
        for solution in answer.solutions:
            values = {motion(variable.place): value for variable, value in zip(moved.variables, solution, strict=True)}
            image = [values[variable.place] for variable in puzzle.variables]
            wrong = [c.label for c in puzzle.constraints if not c.holds([image[x] for x in c.scope])]
            _require(not wrong, f"{puzzle}: what solves it after {name} is wrong at {', '.join(wrong)} when moved back")
    if puzzle.genre.symmetry.bands(puzzle) is not None:
        for copy in islice(images(puzzle), 1, 12, 5):
            found = engine(copy, limit=EXAMPLES_COUNTED).count
            _require(expected == found, f"{puzzle} with lines reordered is {copy}: {found} solutions, not {expected}")
    if puzzle.genre.symmetry.renames(puzzle):
        renamed = rename(puzzle, [*range(1, len(puzzle.variables[0].domain)), 0])
        found = engine(renamed, limit=EXAMPLES_COUNTED).count
        _require(expected == found, f"{puzzle} with values renamed is {renamed}: {found} solutions, not {expected}")


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
    _require(None not in board, f"{genre.key}: the board with a broken {broken.rule} is not full: {broken.board}")
    kinds = broken_kinds(puzzle, [value for value in board if value is not None])
    _require(
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
            _require(str(error).strip(), f"{self.what}: the error says nothing")
            return True
        if isinstance(error, Exception) and not isinstance(error, AssertionError):
            ours = "is no PuzzleError" if isinstance(error, GridwrightError) else "is not ours"
            raise AssertionError(f"{self.what}: {type(error).__name__} {ours}: {error}") from error
        return False


# Constraints


def check_constraint(
    constraint: Constraint,
    domain_sizes: Sequence[int],
    propagate: Propagate | None = None,
    rng: random.Random | None = None,
    *,
    count: CountSolutions | None = None,
    meaning: Meaning | None = None,
    rounds: int = 20,
) -> None:
    """Compare what a constraint says in `holds`, `conflict`, its automaton and the kernel, over every assignment.

    The scope is the variables 0, 1, 2 … with these domain sizes, few enough to list all assignments. `propagate` and
    `count` are the kernel's own unless others are given. `meaning` is an obvious statement of what holds, for a kind
    whose own `holds` follows from something else.
    """
    native: Any = import_module("gridwright.native") if propagate is None or count is None else None
    propagate = propagate or native.propagate
    count = count or native.count
    rng = rng or random.Random(repr(constraint))
    _require(
        sorted(constraint.scope) == list(range(len(domain_sizes))), f"expected the scope 0, 1, … of {constraint!r}"
    )
    _require(prod(domain_sizes) <= LARGEST_SCOPE, f"too many assignments to list: {prod(domain_sizes)}")
    case = _Case(constraint, tuple(domain_sizes), meaning)
    case.check_meaning()
    case.check_conflicts(rng, rounds)
    case.check_propagation(propagate, rng, rounds)
    case.check_count(count, rng, rounds)
    if native is not None:
        case.check_grounds(native, rng, rounds // 5)


class _Case:
    """A constraint with the truth about it: every assignment for which it holds."""

    def __init__(self, constraint: Constraint, sizes: tuple[int, ...], meaning: Meaning | None = None) -> None:
        self.constraint = constraint
        self.sizes = sizes
        self.meaning = meaning or type(constraint).holds
        self.assignments = list(product(*map(range, sizes)))
        self.solutions = [values for values in self.assignments if self.holds(values)]
        self.structure = Structure(sizes=sizes)
        constraint.emit(self.structure)

    def holds(self, values: Sequence[int]) -> bool:
        return self.meaning(self.constraint, [values[x] for x in self.constraint.scope])

    def conflict(self, values: Sequence[int | None]) -> tuple[int, ...] | None:
        return self.constraint.conflict([values[x] for x in self.constraint.scope])

    def check_meaning(self) -> None:
        """`holds` and the automaton say what it means."""
        scope = self.constraint.scope
        for values in self.assignments:
            held = self.constraint.holds([values[x] for x in scope])
            _require(held == self.holds(values), f"{self}: holds says {held} of {values}")
        if isinstance(self.constraint, Relation):
            choices = [range(self.sizes[x]) for x in scope]
            read = set(self.constraint.automaton.tuples(choices))
            wrong = read.symmetric_difference(tuple(values[x] for x in scope) for values in self.solutions)
            _require(not wrong, f"{self}: holds and the automaton differ on {sorted(wrong)[:1]}")

    def check_conflicts(self, rng: random.Random, rounds: int) -> None:
        """`conflict` is exact on a full assignment and no false alarm on a partial one."""
        for values in self.assignments:
            _require(
                self.holds(values) == (self.conflict(values) is None), f"{self}: holds and conflict differ on {values}"
            )
        for _ in range(rounds):
            partial = [rng.choice((None, rng.randrange(size))) for size in self.sizes]
            clash = self.conflict(partial)
            if clash is None:
                continue
            where = range(len(self.constraint.scope))
            _require(
                clash and all(i in where for i in clash), f"{self}: conflict names {clash}, expected positions in scope"
            )
            for values in self.solutions:
                _require(
                    any(p is not None and p != v for p, v in zip(partial, values, strict=True)),
                    f"{self}: conflict says that {partial} cannot be filled, but {values} holds",
                )

    def check_propagation(self, propagate: Propagate, rng: random.Random, rounds: int) -> None:
        """Propagation loses no solution, adds no candidate, and decides a full assignment."""
        for masks in self.prunings(rng, rounds):
            left = propagate(self.structure, masks)
            inside = self.inside(masks)
            if left is None:
                _require(not inside, f"{self}: propagating {masks} is a contradiction, but {inside[:1]} holds")
                continue
            _require(
                all(after & ~before == 0 for before, after in zip(masks, left, strict=True)),
                f"{self}: propagating {masks} gives back candidates: {tuple(left)}",
            )
            lost = set(inside) - set(self.inside(left))
            _require(not lost, f"{self}: propagating {masks} leaves {tuple(left)} and loses {sorted(lost)[:1]}")
        for values in rng.sample(self.assignments, min(len(self.assignments), 10 * rounds)):
            left = propagate(self.structure, tuple(1 << v for v in values))
            verdict = "a contradiction" if left is None else "no contradiction"
            _require(
                self.holds(values) == (left is not None), f"{self}: propagation sees {verdict} in the full {values}"
            )

    def check_count(self, count: CountSolutions, rng: random.Random, rounds: int) -> None:
        """A search over the constraint alone finds as many solutions as there are."""
        for masks in (self.everything, *self.prunings(rng, rounds // 4)):
            expected = len(self.inside(masks))
            found = count(self.structure, masks, len(self.assignments) + 1)
            _require(expected == found, f"{self}: a search in {masks} finds {found} solutions of {expected}")

    def check_grounds(self, native: Any, rng: random.Random, rounds: int) -> None:
        """What a relation rests on is missing, and suffices: where it removes a candidate, or where nothing fits."""
        problem, candidates = native.kernel_structure(self.structure), [-1, *range(sum(self.sizes))]
        pair = [(x, v) for x, size in enumerate(self.sizes) for v in range(size)]
        for i, relation in enumerate(self.structure.relations):
            ways = [values for values in self.assignments if relation.holds([values[x] for x in relation.scope])]
            for masks in self.prunings(rng, rounds):
                for removed in candidates:
                    found = problem.grounds(i, native.masks_of(masks), removed)
                    if found is None:
                        continue
                    absent = [pair[c] for c in found[1]]
                    said = (
                        f"{self}: the grounds of {'a conflict' if removed < 0 else pair[removed]} in {masks}, {absent},"
                    )
                    _require(not any(masks[x] >> v & 1 for x, v in absent), f"{said} are not all absent")
                    for values in ways:
                        if removed >= 0 and values[pair[removed][0]] != pair[removed][1]:
                            continue
                        kept = all(values[x] != v for x, v in absent)
                        _require(not kept, f"{said} do not suffice: {values} holds")
            for values in rng.sample(self.assignments, min(len(self.assignments), 10 * rounds)):
                broken = not relation.holds([values[x] for x in relation.scope])
                found = problem.grounds(i, native.masks_of([1 << v for v in values]))
                _require(
                    broken == (found is not None), f"{self}: {values} and whether there are grounds for a conflict"
                )

    @property
    def everything(self) -> Masks:
        return tuple((1 << size) - 1 for size in self.sizes)

    def prunings(self, rng: random.Random, rounds: int) -> Iterator[Masks]:
        """Random domains: from nearly full to nearly decided, never empty."""
        yield self.everything
        for _ in range(rounds):
            keep = rng.random()
            yield tuple(
                mask_of(v for v in range(size) if rng.random() < keep) or 1 << rng.randrange(size)
                for size in self.sizes
            )

    def inside(self, masks: Sequence[int]) -> list[tuple[int, ...]]:
        return [s for s in self.solutions if all(mask >> v & 1 for mask, v in zip(masks, s, strict=True))]

    def __str__(self) -> str:
        return f"{self.constraint!r} over domains of {self.sizes}"


def _require(true: object, otherwise: str) -> None:
    if not true:
        raise AssertionError(otherwise)
