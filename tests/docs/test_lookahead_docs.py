"""The example in the lookahead's guide runs."""

from __future__ import annotations

import re

import pytest
from roots import ROOT


def test_the_example_of_the_guide_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = ROOT
    monkeypatch.chdir(root)
    examples = re.findall(r"```python\n(.*?)```", (root / "docs" / "lookahead.md").read_text(), re.DOTALL)
    names: dict[str, object] = {"__name__": "guide"}
    for example in examples:
        exec(compile(example, "docs/lookahead.md", "exec"), names)
    assert capsys.readouterr().out == "None\n['early', 'G']\n"
