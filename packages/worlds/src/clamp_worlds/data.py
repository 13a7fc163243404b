"""Where data lie that no package brings: a folder for each kind, in the one that ``CLAMP_DATA`` names."""

from __future__ import annotations

import os
from pathlib import Path

from clamp.errors import BenchmarkError


def data_folder(name: str, hint: str) -> Path:
    """The folder of this name.

    Raises:
        BenchmarkError: If it is not there; `hint` says how to get it.
    """
    root = os.environ.get("CLAMP_DATA")
    if not root:
        raise BenchmarkError(
            f"The data of {name} are looked for in $CLAMP_DATA/{name}, but CLAMP_DATA is not set. {hint}"
        )
    found = Path(root) / name
    if not found.is_dir():
        raise BenchmarkError(
            f"There is no folder {found} with the data of {name} (CLAMP_DATA is {root}). {hint}"
        )
    return found
