"""The examples of the guide run as they stand, one after the other."""

from __future__ import annotations

import re

from extras import needs
from roots import ROOT

pytestmark = needs("torch", "transformers")


def test_the_guides_examples_run(capsys):
    guide = ROOT / "docs" / "hmm.md"
    examples = re.findall(r"```python\n(.*?)```", guide.read_text(), flags=re.DOTALL)
    assert len(examples) >= 5
    exec(compile("\n".join(examples), str(guide), "exec"), {})
    assert "nan" not in capsys.readouterr().out
