"""No genre outside its file: what a genre alone says stands in no other package, in the kernel or on the page.

A genre's words are its key, its other names and its title, and those kinds of group, values and icons that it registers
and that neither a kit nor the geometry (`model`) nor a second genre does. File names, identifiers and string literals
are searched; comments, docstrings, docs, benchmarks and data that is keyed by genre (scales, voices, corpora) are not.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import NamedTuple, get_args

import pytest

import gridwright.kits
import gridwright.model
from gridwright.genres import genres
from gridwright.model import Genre
from gridwright.model.drawing import Icon, Shape
from gridwright.model.group import LABELS
from gridwright.model.space import Value

REPOSITORY = Path(__file__).parents[1]
PACKAGES = REPOSITORY / "src" / "gridwright"
KEYED_BY_GENRE = ("src/gridwright/genres/*", "src/gridwright/corpus/shipped/*")
SUFFIXES = {".py", ".rules", ".lark", ".js", ".css", ".html", ".cpp", ".hpp", ".inl"}

Phrase = tuple[str, ...]


class Excuse(NamedTuple):
    """Words that may stand in some files, in texts of some form."""

    words: str
    """Phrases with commas between them; empty for all words."""
    reason: str
    files: str = "*"
    """Patterns with commas between them."""
    literals: str = ""
    """Patterns of files in which a string may be one of `keys()`."""
    texts: str = ""
    """A regular expression that a text matches at its beginning."""


EXCUSES = (
    # Words of the language, of mathematics and of programming that some genre also has as a name
    Excuse("range", "an interval of numbers; an input of HTML", literals="src/gridwright/page/*"),
    Excuse("binary", "of two operands, of two values; data that is no text"),
    Excuse("single", "one alone; naked and hidden singles", literals="src/gridwright/discovery/*"),
    Excuse("adjacent", "side by side; the public key of a constraint", literals="src/gridwright/model/*"),
    Excuse(
        "arrow",
        "a direction that is printed in a cell; a key of the keyboard; the public key of a clue and a format",
        literals="src/gridwright/formats/arrow_*.py",
    ),
    Excuse("unequal", "an instruction of the rule machine", "*/rules/*", "src/gridwright/rules/*"),
    Excuse("latin,latin square", "the square that mathematics knows; an encoding", literals="bindings/makers.cpp"),
    Excuse("tree", "a syntax tree, a tree of proofs, a search tree; a tree on the board, as techniques see it"),
    Excuse("repeat", "a thing that is there twice; functions of Python and CSS"),
    Excuse("light", "the scheme of colours", "src/gridwright/page/*", "src/gridwright/page/*"),
    # What players and other programs call things
    Excuse(
        "skyscraper",
        "the technique of that name, which HoDoKu's library has, too",
        "src/gridwright/techniques/skyscraper.rules,src/gridwright/narration/hodoku.py",
        "src/gridwright/narration/*",
    ),
    Excuse(
        "skyscraper,tower",
        "a kind of puzz.link whose links are not read",
        "src/gridwright/formats/foreign.py",
        "src/gridwright/formats/foreign.py",
    ),
    # Techniques about groups that one genre has: their keys and sentences are public
    Excuse("light", "about the cells that could light one", "src/gridwright/techniques/*.rules"),
    Excuse("pearl", "about the lines that a sign of a loop looks at", "src/gridwright/techniques/pearl.rules"),
    Excuse("tent", "about things that pair off with trees", "src/gridwright/techniques/trees.rules"),
    Excuse(
        "tower",
        "what a view along a line counts",
        "src/gridwright/techniques/view.rules,src/gridwright/model/constraints/skyline.py",
    ),
    # Examples and defaults
    Excuse(
        "", "commands to type: they are run on puzzles", "src/gridwright/cli/*", texts="f?[\"'](gridwright |.*such as)"
    ),
    Excuse(
        "sudoku",
        "the genre that the page opens with before one is chosen",
        "src/gridwright/page/dom.js",
        "src/gridwright/page/dom.js",
    ),
)
MOST_EXCUSES = 20


# The words of a genre


def split(text: str) -> Phrase:
    """Return the words of a text: `StarBattleLink`, `star_battle` and `star-battle` begin alike."""
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", text)
    return tuple(re.findall("[a-z]+", text.lower()))


def singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def named(text: str) -> Phrase:
    """Return the words of a name, the last one in the singular."""
    *before, last = split(text)
    return (*before, singular(last))


def registered(genre: Genre) -> set[Phrase]:
    """Return the kinds of group, values and icons that a genre registers."""
    kinds = {board.rule for board in genre.broken} | {name.kind for name in genre.called}
    kinds |= {kind for clue in genre.clues for kind in clue.kinds}
    values = {name for value in genre.space.values for name in value.names}
    icons = {icon.shape for icon in genre.space.icons() if isinstance(icon, Icon) and isinstance(icon.shape, str)}
    return set(map(named, kinds | values | icons))


def constants(node: ast.AST | None, module: object) -> Iterator[str]:
    """Yield the strings of an expression: literals, constants of the module, tuples of them."""
    if isinstance(node, ast.Tuple):
        for element in node.elts:
            yield from constants(element, module)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Name) and isinstance(getattr(module, node.id, None), str):
        yield getattr(module, node.id)


def made_in(module: object, tree: ast.Module) -> Iterator[str]:
    """Yield the kinds of group that a module makes: `Group("row", …)`, `kind="row"`, `kinds = ("row",)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Group", "Name", "numbered") and node.args:
            yield from constants(node.args[0], module)
        elif isinstance(node, ast.arguments):
            positional = [*node.posonlyargs, *node.args]
            with_default = list(zip(positional[len(positional) - len(node.defaults) :], node.defaults, strict=True))
            for argument, default in with_default + list(zip(node.kwonlyargs, node.kw_defaults, strict=True)):
                if argument.arg in ("kind", "kinds"):
                    yield from constants(default, module)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(getattr(target, "id", getattr(target, "attr", "")) in ("kind", "kinds") for target in targets):
                yield from constants(node.value, module)


@cache
def general_words() -> frozenset[Phrase]:
    """Return the kinds of group, values and icons that kits and the geometry register."""
    words = {kind for kind, _ in LABELS} | set(get_args(Shape))
    for package in (gridwright.kits, gridwright.model):
        for found in walk_packages(package.__path__, f"{package.__name__}."):
            module = import_module(found.name)
            assert module.__file__ is not None
            words |= set(made_in(module, ast.parse(Path(module.__file__).read_text(encoding="utf-8"))))
            values = (value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Value))
            words |= {name for value in values for name in getattr(value, "names", ())}
    return frozenset(map(named, words))


@cache
def forbidden() -> dict[Phrase, str]:
    """Return the words that one genre alone says, each with its genre."""
    every = genres().values()
    words = {named(name): genre.key for genre in every for name in (genre.key, *genre.aliases, genre.title)}
    for genre in every:
        shared = general_words().union(*(registered(other) for other in every if other is not genre))
        words |= {word: genre.key for word in registered(genre) - shared if word not in words}
    return words


# The texts of a file


def python_texts(source: str) -> Iterator[str]:
    """Yield the identifiers and string literals of a Python file. A string that is a statement is a comment."""
    statements = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Expr))
    prose = {
        (statement.lineno, statement.col_offset)
        for statement in statements
        if isinstance(statement.value, ast.Constant)
    }
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        is_string = tokenize.tok_name[token.type] in ("STRING", "FSTRING_MIDDLE")
        if token.type == tokenize.NAME or (is_string and token.start not in prose):
            yield token.string


COMMENTS = {
    ".rules": r"#[^\n]*", ".lark": r"//[^\n]*", ".html": r"<!--.*?-->", ".css": r"/\*.*?\*/",
}  # fmt: skip
TOKENS = r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[\w-]+"""


def other_texts(source: str, suffix: str) -> Iterator[str]:
    """Yield the identifiers and string literals of a file in another language."""
    comment = COMMENTS.get(suffix, r"//[^\n]*|/\*.*?\*/")
    for match in re.finditer(f"(?P<comment>{comment})|{TOKENS}", source, re.DOTALL):
        if not match["comment"]:
            yield match[0]


def texts(path: str, source: str) -> Iterator[str]:
    """Yield the name of a file, and its identifiers and string literals."""
    suffix = Path(path).suffix
    yield Path(path).stem
    yield from python_texts(source) if suffix == ".py" else other_texts(source, suffix)


def said(text: str) -> Iterator[Phrase]:
    """Yield the words of genres that a text has."""
    words = split(text)
    for length in {len(phrase) for phrase in forbidden()}:
        for at in range(len(words) - length + 1):
            phrase = (*words[at : at + length - 1], singular(words[at + length - 1]))
            if phrase in forbidden():
                yield phrase


def is_in(path: str, patterns: str) -> bool:
    return any(fnmatch(path, pattern) for pattern in patterns.split(","))


@cache
def keys() -> frozenset[str]:
    """Return the strings that code could tell genres apart by: keys, other names, kinds of group of a genre alone."""
    every = genres().values()
    names = {name for genre in every for name in (genre.key, *genre.aliases)}
    names |= {board.rule for genre in every for board in genre.broken if named(board.rule) in forbidden()}
    return frozenset(names | {name.replace("-", "_") for name in names})


def excuse_of(path: str, text: str, phrase: Phrase) -> Excuse | None:
    """Return what lets a phrase stand there."""
    is_key = text[:1] in ("'", '"') and text.strip("'\"") in keys()
    for excuse in EXCUSES:
        words = [named(word) for word in excuse.words.split(",") if word]
        files = excuse.literals if is_key else excuse.files
        if (not words or phrase in words) and is_in(path, files) and re.match(excuse.texts, text):
            return excuse
    return None


def searched() -> dict[str, str]:
    """Return the files that are searched, by their paths in the repository."""
    folders = (PACKAGES, REPOSITORY / "kernel", REPOSITORY / "bindings")
    paths = [path for folder in folders for path in sorted(folder.rglob("*")) if path.suffix in SUFFIXES]
    names = {str(path.relative_to(REPOSITORY)): path for path in paths}
    return {
        name: path.read_text(encoding="utf-8")
        for name, path in names.items()
        if not any(fnmatch(name, pattern) for pattern in KEYED_BY_GENRE)
    }


def mistakes(files: Mapping[str, str], used: set[Excuse] | None = None) -> list[str]:
    """Return where files say a word of a genre without an excuse; add the excuses to `used`."""
    wrong: list[str] = []
    for path, source in files.items():
        for text in texts(path, source):
            for phrase in said(text):
                excuse = excuse_of(path, text, phrase)
                if excuse is None:
                    wrong.append(f"{path} names {forbidden()[phrase]}: {' '.join(phrase)!r} in {text[:80]!r}")
                elif used is not None:
                    used.add(excuse)
    return wrong


def test_nothing_but_a_genre_says_its_words() -> None:
    used: set[Excuse] = set()

    assert [] == mistakes(searched(), used)
    assert [] == [excuse for excuse in EXCUSES if excuse not in used], "nothing needs them"
    assert MOST_EXCUSES >= len(EXCUSES)


def test_the_words_are_those_of_genres_alone() -> None:
    words = {" ".join(phrase) for phrase in forbidden()}

    assert {"akari", "light up", "two not touch", "star battle", "lamp", "tent", "pearl", "tree"} <= words
    assert not {"row", "column", "region", "number", "black", "shaded", "line", "cage", "dot", "loop", "clue"} & words


def some_files() -> list[str]:
    """Return a file of each package, of the kernel, of the bindings, and each kind of file of the page."""
    chosen: dict[tuple[str, ...], str] = {}
    for name in searched():
        parts, suffix = Path(name).parts, Path(name).suffix
        chosen.setdefault((*parts[: 3 if parts[0] == "src" else 1], suffix), name)
    return list(chosen.values())


PLANTED = {
    ".py": (
        "LAMP = 1",
        'kind = "pearl"',
        "class KuromasuLines: ...",
        "f'a {x} tents'",
        'genre == "arrows"',
        'group.kind == "trees"',
    ),
    ".js": ("const lamp = 1;", 'if (genre === "keen") return;', "`two-not-touch`"),
    ".css": (".shape-lamp { fill: none; }",),
    ".html": ("<p>Slitherlink</p>",),
    ".rules": ('because "a lamp"',),
    ".lark": ("lamp : NAME",),
    ".cpp": ("int lamp_count;", 'return "star-battle";', "struct TwoNotTouch {};"),
}


@pytest.mark.parametrize("path", some_files())
def test_a_planted_word_is_noticed(path: str) -> None:
    source = (REPOSITORY / path).read_text(encoding="utf-8")
    suffix = ".cpp" if path.startswith(("kernel", "bindings")) else Path(path).suffix

    for line in PLANTED[suffix]:
        assert mistakes({path: f"{source}\n{line}\n"}), line
    assert mistakes({str(Path(path).with_name(f"lamp{suffix}")): ""})


def test_comments_may_name_genres() -> None:
    assert [] == mistakes({"kernel/a.cpp": "// as in akari\n/* tents */ int x;", "src/gridwright/a.css": "/* lamp */"})
    assert [] == mistakes({"src/gridwright/a.py": '"""Akari."""\n# tents\n'})
