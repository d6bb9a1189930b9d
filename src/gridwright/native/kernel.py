"""The extension, loaded when it is first used; or a sentence that says why it cannot be."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..model import GridwrightError, TooLarge

INTERFACE = 13
"""The kernel interface that this side was written for: the twin of `kInterface` in kernel/basics/version.hpp."""

_NAME = f"{__package__}._kernel"


def _from_directory(directory: str) -> ModuleType:
    for suffix in importlib.machinery.EXTENSION_SUFFIXES:
        path = Path(directory, f"_kernel{suffix}")
        spec = importlib.util.spec_from_file_location(_NAME, path) if path.is_file() else None
        if spec is not None and spec.loader is not None:
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            sys.modules[_NAME] = module
            return module
    raise GridwrightError(f"GRIDWRIGHT_KERNEL_DIR={directory} holds no _kernel extension for this Python")


def _load() -> ModuleType:
    directory = os.environ.get("GRIDWRIGHT_KERNEL_DIR")
    try:
        module = _from_directory(directory) if directory else import_module(_NAME)
    except ImportError as problem:
        raise GridwrightError(
            f"the native kernel does not load ({problem}); build it with `make setup` or reinstall gridwright"
        ) from problem
    if getattr(module, "INTERFACE", 0) != INTERFACE:
        raise GridwrightError(
            f"the native kernel speaks interface {getattr(module, 'INTERFACE', 0)} and this gridwright {INTERFACE}: "
            "one of the two is stale; run `make setup` or reinstall gridwright"
        )
    return module


class _Kernel:
    """Stands in for the extension until something is asked of it; from then on its names are found here directly.

    So `gridwright --help` loads no native code, and `gridwright doctor` runs where there is none that fits.
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name not in ("__version__", "__file__"):
            raise AttributeError(name)  # copy, inspect and doctest ask every object for such names
        vars(self).update(vars(_load()))
        try:
            return vars(self)[name]
        except KeyError:
            raise AttributeError(f"the kernel has no {name!r}") from None


if TYPE_CHECKING:
    from . import _kernel

    kernel = _kernel
else:
    kernel = _Kernel()


@contextmanager
def within_size() -> Iterator[None]:
    """What the kernel refuses for its size is an error of ours, with the kernel's sentence."""
    try:
        yield
    except kernel.TooLarge as error:
        raise TooLarge(str(error)) from None
