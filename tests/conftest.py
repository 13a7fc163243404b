"""Shared set-up of the tests."""

from __future__ import annotations

import os

from hypothesis import settings

# Before torch is loaded: on shared cores, threads that spin while they wait starve each other.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

# The machines that run this suite are shared: a slow example says nothing about the code.
settings.register_profile("default", deadline=None, derandomize=True)
settings.load_profile("default")
