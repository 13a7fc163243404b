"""Shared set-up of the tests."""

from __future__ import annotations

from hypothesis import settings

# The machines that run this suite are shared: a slow example says nothing about the code.
settings.register_profile("default", deadline=None, derandomize=True)
settings.load_profile("default")
