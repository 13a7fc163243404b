"""What a file of tests needs besides the package: whether it is installed is told without importing it."""

from __future__ import annotations

from importlib.util import find_spec

import pytest


def needs(*modules: str) -> pytest.MarkDecorator:
    """The mark of tests that are skipped unless these can be imported; only loading torch would take seconds."""
    absent = [name for name in modules if find_spec(name) is None]
    return pytest.mark.skipif(bool(absent), reason=f"not installed: {', '.join(absent)}")
