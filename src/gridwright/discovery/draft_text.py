"""The rule of a form, written by program: the candidate first, then its statements, then that nothing goes together.

    value u in loud; cell r in at(u)                                     the candidate
    groups g < h in lacking(u) - holders({r})                            its statements
    let A = places(u, g) - peers(r); let B = places(u, h) - peers(r)     what the candidate leaves of each
    B subset common(A)                                                   no joint selection
    then exclude(r, u)

What fits a group is asked of `fits` with a cell and a value of each choice before it; else each choice takes away from
the next what it rules out. No number of fins or of places is a rule of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .forms import CELL, GROUP, PLACE, Form, FormPart, form_key, names_of

MOST_LEFT, MOST_FAR_CELL, MOST_FAR, MOST_OF_TWO, MOST_OF_TWO_FAR = 4, 5, 6, 16, 3
"""What the candidate leaves of a choice that it touches, what a far cell and a far group have; where there are two
statements, and where two are far."""
SETS = {"p": "P", "q": "Q", "s": "S", "g": "A", "h": "B", "k": "C"}
"""What the candidate leaves of a statement, by its variable."""
TAKEN = ("a", "b", "t")
"""An option of each choice, one inside the other."""
TOUCHED_GROUPS = "fillings({r} + (killed(r, u, u) & at(u)))"

DraftFact = tuple[str, str]
"""A cell and the value that it takes."""


def rule_text(form: Form) -> str:
    """The rule of a form."""
    parts = list(zip(names_of(form), form, strict=True))
    return technique_text(form_key(form), [*_candidate(form), *_binders(form), *_clash(parts)], *_sentences(parts))


def technique_text(key: str, items: Sequence[str], because: str, holds: str) -> str:
    """A rule that excludes u at r."""
    return (
        f"technique {key}\n  seen    {_lines(items)}\n  then    exclude(r, u)\n"
        f'  because "{because}"\n  holds   "{holds}"\n'
    )


def _lines(items: Sequence[str]) -> str:
    """Items in lines of a hundred characters."""
    lines = [items[0]]
    for item in items[1:]:
        if len(lines[-1]) + len(item) + 2 <= 100:
            lines[-1] += f"; {item}"
        else:
            lines.append(f"; {item}")
    return "\n          ".join(lines)


def _candidate(form: Form) -> list[str]:
    """A value of which nothing speaks is linked to nothing but its rivals, so where links matter it is loud."""
    links = any(not part.far and (part.kind == CELL or part.value == "u") for part in form)
    return ["value u in loud" if links else "value u", "cell r in at(u)"]


def _binders(form: Form) -> list[str]:
    """The variables, alike ones in order, and what the candidate leaves of each; values before who places them."""
    items: list[str] = []
    names = names_of(form)
    few = len(form) == 2 and not any(part.kind == GROUP for part in form)  # how many are left, the clash says
    bound = {"", "u"}
    for part in dict.fromkeys(form):
        alike = [name for name, other in zip(names, form, strict=True) if other == part]
        if part.value not in bound:
            items += _value(form, part)
            bound |= {part.value}
        word = CELL if part.kind == CELL else "group"
        cells = _clashing(form, part)
        items.append(f"{word}{'s' * (len(alike) > 1)} {' < '.join(alike)} in {_range(part, cells)}")
        if part.kind == CELL and part.far:
            items += [f"{name} != r" for name in alike]
        if part.kind == GROUP:
            items += [f"fits({{{name}}}, r, u)" for name in alike if len(form) > 1 and not part.far]
        else:
            for name in alike:
                items.append(f"let {SETS[name]} = {_left(name, part)}")
                if len(form) > 1 and (part.kind == PLACE or not few):
                    items += _narrow(name, part, form, few)
    return items


def _value(form: Form, part: FormPart) -> list[str]:
    """A value of its own, not the candidate's; of two that are placed alike, the lower first.

    One that the candidate touches is another of its cell. Else the cells that it clashes with have it.
    """
    others = [v for v in dict.fromkeys(each.value for each in form) if v not in ("", "u") and v < part.value]
    taken = f"{{{', '.join(('u', *others))}}}"
    cells = [SETS[name] for name in _clashing(form, part)]
    if any(not each.far and each.value == part.value for each in form):
        within = f"cand(r) - {taken}"
    elif cells:
        within = " & ".join(cells) if not others else f"({' & '.join(cells)}) - {taken}"
    else:
        within = f"loud - {taken}"

    def alike(value: str) -> Counter[tuple[bool, int]]:
        return Counter((each.far, each.rank) for each in form if each.value == value)

    ordered = [f"{v} < {part.value}" for v in others[-1:] if alike(v) == alike(part.value)]
    return [f"value {part.value} in {within}", *ordered]


def _clashing(form: Form, part: FormPart) -> list[str]:
    """The cells with which a far part must clash: all before it, unless it says something of layouts alone."""
    if any(other.kind == GROUP for other in form if other is not part):
        return []
    return [name for name, other in zip(names_of(form), form, strict=True) if other.kind == CELL and other < part]


def _range(part: FormPart, cells: Sequence[str]) -> str:
    """What a variable runs over; `cells` are those of other parts, with which what is far clashes."""
    if part.kind == CELL:
        return " & ".join(("open", *(f"peers({name})" for name in cells))) if part.far else "at(u) & peers(r)"
    if part.kind == PLACE:
        if part.value == "u":
            return "lacking(u) - holders({r})"
        return f"lacking({part.value})" + ("" if part.far else " & holders({r})")
    if not part.far:
        return TOUCHED_GROUPS
    return " & ".join(f"fillings({{{name}}} + peers({name}))" for name in cells) or "fillings(open)"


def _left(name: str, part: FormPart) -> str:
    """What the candidate leaves of a choice."""
    if part.kind == CELL:
        return f"cand({name})" if part.far else f"cand({name}) - {{u}}"
    places = f"places({part.value}, {name})"
    if part.far:
        return places
    return f"{places} - peers(r)" if part.value == "u" else f"{places} - {{r}}"


def _narrow(name: str, part: FormPart, form: Form, few: bool) -> list[str]:
    """It leaves something, but not all, and not too much."""
    left = SETS[name]
    items = [f"{left} != {{}}"]
    if part.kind == PLACE and part.value == "u" and not part.far:
        items.append(f"{left} != places(u, {name})")
    if not few:
        items.append(f"|{left}| <= {_most(part, form)}")
    return items


def _most(part: FormPart, form: Form) -> int:
    """How many options of a choice are looked through: as many as the estimate of the cost allows."""
    if len(form) == 2:
        return MOST_OF_TWO
    if sum(each.far for each in form) == 2:
        return MOST_OF_TWO_FAR
    if {each.value for each in form} == {"u"}:
        return MOST_FAR
    return MOST_LEFT if not part.far else MOST_FAR_CELL if part.kind == CELL else MOST_FAR


def _clash(parts: Sequence[tuple[str, FormPart]]) -> list[str]:
    """That no joint selection is left."""
    choices = [(name, part) for name, part in parts if part.kind != GROUP]
    groups = [name for name, part in parts if part.kind == GROUP]
    if groups:
        return [_fitting(choices, groups)]
    if len(choices) == 1:
        return [f"{SETS[choices[0][0]]} = {{}}"]
    if len(choices) == 2:
        return _pair(*choices)
    if len({part.value for _, part in choices}) == 3 and all(part.kind == PLACE for _, part in choices):
        return [f"|{' + '.join(SETS[name] for name, _ in choices)}| < 3"]  # three values need three cells
    return [_selection(sorted(choices, key=lambda choice: choice[1].kind == PLACE), ())]


def _fitting(choices: Sequence[tuple[str, FormPart]], groups: Sequence[str]) -> str:
    facts, head = [("r", "u")], ""
    for (name, part), taken in zip(choices, TAKEN, strict=False):
        head += f"every {'value' if part.kind == CELL else 'cell'} {taken} in {SETS[name]}: "
        facts.append((name, taken) if part.kind == CELL else (taken, part.value))
    told = ", ".join(f"{cell}, {value}" for cell, value in facts)
    return f"{head}not fits({{{', '.join(groups)}}}, {told})"


def _pair(first: tuple[str, FormPart], second: tuple[str, FormPart]) -> list[str]:
    """Every two of what is left clash: said of sets."""
    (a, one), (b, other) = first, second
    left, right = SETS[a], SETS[b]
    if one.kind == CELL and other.kind == CELL:
        return [f"|{left}| = 1", f"{right} = {left}", f"{left} subset loud", f"sees({a}, {b})"]
    if one.kind == CELL:
        return [f"{left} = {{{other.value}}}", f"{right} subset peers({a})"]
    if one.value == other.value:
        return [f"{right} subset common({left})"]
    return [f"|{left}| = 1", f"{right} = {left}"]


def _selection(choices: Sequence[tuple[str, FormPart]], facts: tuple[DraftFact, ...]) -> str:
    """Whatever the choices so far took, the next ones have nothing left that goes with it."""
    (name, part), rest = choices[0], choices[1:]
    left, taken = SETS[name], TAKEN[len(facts)]
    if part.kind == PLACE:
        killed = [_killed(fact, part.value) for fact in facts]
        if not rest:
            return f"{left} subset {' + '.join(killed)}"
        return f"every cell {taken} in {' - '.join((left, *killed))}: " + _selection(
            rest, (*facts, (taken, part.value))
        )
    if not rest and part.far and all(cell in "pqs" for cell, _ in facts):  # it sees them both
        return f"{left} subset {{{', '.join(value for _, value in facts)}}}"
    killed = [f"killed({cell}, {value}, {taken})" for cell, value in facts]
    if not rest:
        return f"every value {taken} in {left}: {name} in {' + '.join(killed)}"
    alive = f" with {name} not in {' + '.join(killed)}" if killed else ""
    return f"every value {taken} in {left}{alive}: " + _selection(rest, (*facts, (name, taken)))


def _killed(fact: DraftFact, value: str) -> str:
    """The cells that a fact keeps from taking a value that has a name."""
    cell, taken = fact
    if taken == value:
        return f"peers({cell})"
    return f"{{{cell}}}" if taken not in TAKEN else f"killed({cell}, {taken}, {value})"


def _sentences(parts: Sequence[tuple[str, FormPart]]) -> tuple[str, str]:
    told, groups = [], [name for name, part in parts if part.kind == GROUP]
    for name, part in parts:
        if part.kind == CELL:
            told.append(
                f"{{{name}}} can only be {{{SETS[name]}}}" if len(parts) > 1 else f"{{{name}}} has nothing left"
            )
        elif part.kind == PLACE:
            where = f"only at {{{SETS[name]}}}" if len(parts) > 1 else "nowhere"
            told.append(f"{{{name}}} can have {{{part.value}}} {where}")
    if groups:
        filled = " and ".join(f"{{{name}}}" for name in groups)
        told.append(f"{filled} cannot be filled" + (" whichever of these it is" if told else ""))
    elif len(parts) > 1:
        told.append("no two of these go together" if len(parts) == 2 else "no three of these go together")
    *most, last = told
    because = f"with {{u}} at {{r}}, {', '.join(most)}{' and ' if groups and most else ', and ' if most else ''}{last}"
    if groups:
        holds = "one option of each is right, and what leaves no way to fill a group that must be filled is wrong"
    elif len(parts) == 1:
        holds = "what leaves a cell or a value without a place is wrong"
    else:
        holds = "each of them takes one of what it has left; where every selection clashes, the assumption was wrong"
    return because, holds
