"""What something that follows relied on: candidates that were missing, and what the rulebook says that was used."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Grounds:
    """Absent candidates (variable, value), and positions in the Structure's choices and relations."""

    absences: set[tuple[int, int]] = field(default_factory=set)
    choices: set[int] = field(default_factory=set)
    relations: set[int] = field(default_factory=set)
