"""Runs the checks of LIBERO's simulator in a process of their own.

Mesa's software renderer and triton, which torch imports, each bring an LLVM along; the second to be loaded
in a process can crash it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from clamp.environments import libero
from clamp.errors import BenchmarkError

CHECKS = Path(__file__).with_name("libero_simulator_checks.py")


def test_the_simulator_agrees_with_the_planning_model() -> None:
    try:
        libero.suites()
    except BenchmarkError as error:
        pytest.skip(str(error))
    found = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", str(CHECKS)],
        capture_output=True,
        text=True,
        cwd=CHECKS.parent.parent.parent,
        env={**os.environ, "OMP_WAIT_POLICY": "PASSIVE"},
    )
    assert found.returncode == 0, found.stdout[-4000:]
