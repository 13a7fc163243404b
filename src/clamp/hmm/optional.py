"""Packages that only some of the functions here need."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from clamp.errors import HMMError


def optional(package: str, purpose: str) -> Any:
    """Import a package, or raise `HMMError` that says what needs it and how to install it."""
    try:
        return import_module(package)
    except ImportError as error:
        raise HMMError(
            f"{purpose} needs the package {package.split('.')[0]}, which is not installed; "
            "clamp-planning[transformers] brings it."
        ) from error
