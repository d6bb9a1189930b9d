"""One puzzle, asked for in keywords."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..arguments import has_keywords
from ..model import Limits
from .conditions import Accept
from .generated import Generated
from .generator import generate_many
from .recipe import BUDGET, Bounds, Recipe, read_bounds, read_size


@has_keywords
def generate(
    genre: str | Recipe,
    *,
    size: int | str = 0,
    seed: str | int | None = None,
    scale: str | Path = "standard",
    tier: str | None = None,
    needs: Sequence[str] = (),
    uses: Sequence[str] = (),
    without: Sequence[str] = (),
    any: bool = False,
    rules: str | Path | Sequence[str | Path] = (),
    variants: Sequence[str] = (),
    symmetry: str = "none",
    clues: int | None = None,
    quality: Mapping[str, str | Bounds] | None = None,
    budget: int = BUDGET,
    accept: Accept | None = None,
    threads: int = 1,
    limits: Limits | None = None,
    check: str = "all",
    with_grade: bool = True,
) -> Generated:
    """A puzzle of a genre, as the keywords say (they are those of a `Recipe`), or of a whole recipe.

    Without a seed every call makes another one; `recipe` of the result tells which. `size="5x7"` is a rectangle,
    `any=True` asks for one solution and no techniques, and `accept(puzzle, grade)` has the last word. Where nothing is
    found within the budget or the limits, the result has no puzzle and says why.

    >>> print(generate("sudoku", size=4, seed="tuesday"))
    .43...1..1..4...
    """
    if not isinstance(genre, Recipe):
        bounds = (
            (name, read_bounds(each) if isinstance(each, str) else each) for name, each in (quality or {}).items()
        )
        rows, columns = read_size(str(size))
        genre = Recipe(
            genre, size=rows, columns=columns, seed=secrets.token_hex(4) if seed is None else str(seed),
            scale=str(scale), tier=tier, needs=_names(needs), uses=_names(uses), without=_names(without), any=any,
            rules=tuple(map(str, (rules,) if isinstance(rules, str | Path) else rules)), variants=_names(variants),
            symmetry=symmetry, clues=clues, quality=tuple(bounds), budget=budget,
        )  # fmt: skip
    elif size or seed is not None or tier or needs or uses or without or any or rules or variants or clues or quality:
        raise TypeError("a whole recipe leaves nothing to add: dataclasses.replace(recipe, …) makes another one")
    return next(generate_many(genre, accept=accept, threads=threads, limits=limits, check=check, with_grade=with_grade))


def _names(given: Sequence[str]) -> tuple[str, ...]:
    """One name may stand for a list of one."""
    return (given,) if isinstance(given, str) else tuple(given)
