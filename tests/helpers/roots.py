"""Where the repository lies: said here once, so that a test may move."""

from __future__ import annotations

from pathlib import Path

ROOT = next(path for path in Path(__file__).parents if (path / "mkdocs.yml").is_file())
"""The folder with everything."""

EXAMPLES = ROOT / "examples"
"""The problems, tasks and pictures that the documentation speaks of."""
