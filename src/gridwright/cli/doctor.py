"""gridwright doctor: what is installed, what is missing and how to get it

Section: This installation
"""

from __future__ import annotations

import platform
import re
import shutil
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

from ..model import GridwrightError
from .clone import clone_module
from .command import as_json as json_option
from .command import command as make_command
from .output import Report, coloured

NOT_FOR_USERS = ("all", "dev", "test")
_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+).*extra == ['\"]([^'\"]+)['\"]")


@make_command(
    "doctor",
    "Say what is installed, which kernel path runs, what is missing and how to get it.\n\n"
    "Exit code: 0, or 1 where the native kernel itself is missing or does not fit.",
    ("gridwright doctor", "gridwright doctor --json"),
)
@json_option
def command(as_json: bool) -> int:
    report = Report(as_json)
    kernel = _about_kernel()
    extras = _extras()
    lists = clone_module("bench.lists")
    folder = None if lists is None else lists.oracles()
    found: dict[str, Any] = {
        "ok": "problem" not in kernel,
        "python": {"version": platform.python_version(), "path": sys.executable, "machine": platform.platform()},
        "gridwright": {"version": metadata.version("gridwright"), "path": str(Path(__file__).parents[1])},
        "kernel": kernel,
        "extras": extras,
        "oracles": {"folder": str(folder) if folder else None, "found": folder is not None},
        "terminal": {
            "stdout": sys.stdout.isatty(),
            "columns": shutil.get_terminal_size().columns,
            "encoding": sys.stdout.encoding,
            "colour": coloured(),
        },
    }
    if not found["ok"]:
        report.no()
    if as_json:
        report.report("doctor", **found)
    else:
        _tell(report, found)
    return report.code


def _about_kernel() -> dict[str, Any]:
    try:
        from ..native import INTERFACE, kernel

        return {
            "version": kernel.__version__,
            "path": kernel.path_name(),
            "interface": INTERFACE,
            "file": kernel.__file__,
        }
    except (GridwrightError, ImportError, AttributeError) as problem:
        return {"problem": str(problem), "fix": "make setup"}


def _extras() -> dict[str, dict[str, Any]]:
    """Each extra of the distribution with the packages it needs: their versions, None where one is missing."""
    needs: dict[str, dict[str, str | None]] = {}
    for requirement in metadata.requires("gridwright") or ():
        match = _REQUIREMENT.match(requirement)
        if match and match[2] not in NOT_FOR_USERS:
            needs.setdefault(match[2], {})[match[1]] = _version(match[1])
    return {
        extra: {
            "installed": None not in packages.values(),
            "packages": packages,
            "install": f"pip install 'gridwright[{extra}]'",
        }
        for extra, packages in needs.items()
    }


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _tell(report: Report, found: dict[str, Any]) -> None:
    kernel, terminal = found["kernel"], found["terminal"]
    if found["ok"]:
        said = f"{kernel['version']}, {kernel['path']}, interface {kernel['interface']} ({kernel['file']})"
    else:
        said = f"does not work: {kernel['problem']}"
    rows = [
        ("python", f"{found['python']['version']} ({found['python']['path']})"),
        ("gridwright", f"{found['gridwright']['version']} ({found['gridwright']['path']})"),
        ("kernel", said),
    ]
    for extra, state in found["extras"].items():
        have = ", ".join(f"{name} {version or 'missing'}" for name, version in state["packages"].items())
        rows.append((f"[{extra}]", have if state["installed"] else f"{have}; install with: {state['install']}"))
    folder = found["oracles"]["folder"] or "not found"
    rows.append(("oracles", f"{folder} (only tests and benchmarks use them; GRIDWRIGHT_ORACLES names another folder)"))
    kind = "a terminal" if terminal["stdout"] else "no terminal"
    colour = "colours" if terminal["colour"] else "no colours"
    rows.append(("terminal", f"{kind}, {terminal['columns']} columns, {terminal['encoding']}, {colour}"))
    width = max(len(name) for name, _ in rows)
    for name, text in rows:
        report.line(f"{name:{width}}  {text}")
