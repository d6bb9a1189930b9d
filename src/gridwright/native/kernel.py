"""Loads the extension, or says in a sentence why it cannot."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys
from pathlib import Path

from ..model import GridwrightError

INTERFACE = 1
"""The kernel interface that this side was written for: the twin of `kInterface` in kernel/version.hpp."""


def _from_directory(directory: str) -> None:
    name = f"{__package__}._kernel"
    for suffix in importlib.machinery.EXTENSION_SUFFIXES:
        path = Path(directory, f"_kernel{suffix}")
        spec = importlib.util.spec_from_file_location(name, path) if path.is_file() else None
        if spec is not None and spec.loader is not None:
            sys.modules[name] = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(sys.modules[name])
            return
    raise GridwrightError(f"GRIDWRIGHT_KERNEL_DIR={directory} holds no _kernel extension for this Python")


if _directory := os.environ.get("GRIDWRIGHT_KERNEL_DIR"):
    _from_directory(_directory)

try:
    from . import _kernel
except ImportError as problem:
    raise GridwrightError(
        f"the native kernel does not load ({problem}); build it with `make setup` or reinstall gridwright"
    ) from problem

kernel = _kernel

if getattr(kernel, "INTERFACE", 0) != INTERFACE:
    raise GridwrightError(
        f"the native kernel speaks interface {getattr(kernel, 'INTERFACE', 0)} and this gridwright {INTERFACE}: "
        "one of the two is stale; run `make setup` or reinstall gridwright"
    )
