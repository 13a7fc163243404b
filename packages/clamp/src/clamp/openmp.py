"""How torch's CPU threads wait for each other: asleep, or spinning.

By default they spin, which starves the thread that they wait for where other programs use the cores too: a
step of a model then takes several times as long. OpenMP reads the setting ``OMP_WAIT_POLICY`` once, when
torch is loaded, so it is made when `clamp` is imported; what is in the environment already is left alone.
"""

from __future__ import annotations

import os
import sys
import warnings

_VARIABLE = "OMP_WAIT_POLICY"


class _Threads:
    too_late = False


def wait_asleep() -> None:
    """Let the threads sleep while they wait, unless the environment says otherwise or torch runs already."""
    if _VARIABLE in os.environ:
        return
    _Threads.too_late = "torch" in sys.modules
    if not _Threads.too_late:
        os.environ[_VARIABLE] = "PASSIVE"


def warn_if_too_late() -> None:
    """Say once, where a model is loaded onto the CPU, that torch was imported before it could be told."""
    if not _Threads.too_late:
        return
    _Threads.too_late = False
    warnings.warn(
        "torch was imported before clamp, so its CPU threads spin while they wait; on cores that other "
        f"programs use, a token takes several times as long. Import clamp first, or set {_VARIABLE}=PASSIVE "
        "in the environment (ACTIVE, to keep it as it is without this warning).",
        RuntimeWarning,
        stacklevel=3,
    )
