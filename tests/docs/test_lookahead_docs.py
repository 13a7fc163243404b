"""The example in the lookahead's guide runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest


def test_the_example_of_the_guide_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = Path(__file__).parents[2]
    monkeypatch.chdir(root)
    (example,) = re.findall(r"```python\n(.*?)```", (root / "docs" / "lookahead.md").read_text(), re.DOTALL)
    exec(compile(example, "docs/lookahead.md", "exec"), {"__name__": "guide"})
    assert capsys.readouterr().out == "None\n"
