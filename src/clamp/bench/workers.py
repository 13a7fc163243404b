"""How a benchmark starts a process: for what must not share memory, threads, modules or a crash with this one."""

from __future__ import annotations

import os
import sys


def command(module: str, *arguments: str) -> list[str]:
    """The command that runs a module with this interpreter."""
    return [sys.executable, "-m", module, *arguments]


def environment(**variables: str) -> dict[str, str]:
    """This process's environment with some variables set; modules are found where this one finds them."""
    found = os.pathsep.join(entry for entry in sys.path if entry)
    return {**os.environ, "PYTHONPATH": found, **variables}
