"""What the tests of the guides share."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from roots import EXAMPLES


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the example of a plugin is installed into."""
    pytest.importorskip("hatchling")
    out = tmp_path_factory.mktemp("plugin")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, "--target", str(out), str(EXAMPLES / "plugin")],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return out


@pytest.fixture
def plugin(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The example of a plugin, beside CLAMP."""
    monkeypatch.syspath_prepend(installed)
