"""gridwright corpus migrate"""

from __future__ import annotations

from ..command import command as make_command
from ..output import Report
from . import folder as folder_argument
from . import opened, spelled_count


@make_command(
    "migrate",
    "Bring lines of an earlier schema up to date, and make entries of what other commands print.\n\n"
    "Each file is replaced in one step; one with a line that cannot be read stays as it is. "
    "Exit code: 0 done, 2 misuse or a bad line.",
    ("gridwright generate keen --count 9 --json > pool/keen.jsonl", "gridwright corpus migrate pool"),
)
@folder_argument
def command(folder: str) -> int:
    report = Report()
    report.line(f"{spelled_count(opened(folder).migrate(), 'line')} brought up to date")
    return report.code
