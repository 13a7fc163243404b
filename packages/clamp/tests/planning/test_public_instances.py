"""Public planning instances load whole, and small; without ``CLAMP_DATA`` there are none to load."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from clamp.planning.problem import Problem

FOLDER = Path(os.environ.get("CLAMP_DATA", "no such folder")) / "planning"
INDEX = FOLDER / "index.json"
ENTRIES = json.loads(INDEX.read_text(encoding="utf-8")) if INDEX.is_file() else []
MOST = 10_000
"""None of them has more actions that can ever apply."""


@pytest.mark.skipif(not ENTRIES, reason="CLAMP_DATA names no folder with planning instances")
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["key"])
def test_a_public_instance_loads(entry: dict[str, str]) -> None:
    domain, problem = (FOLDER / "instances" / f"{entry['n']}.{part}.pddl" for part in ("domain", "problem"))
    loaded = Problem.from_pddl(domain, problem)
    assert 0 < len(loaded.actions) <= MOST
    assert loaded.applicable(loaded.initial)
    used = loaded.initial | loaded.grounder.derivation.derived
    for action in loaded.possible:
        used |= action.add
        for _, more, _ in action.conditional:
            used |= more
    assert used == (1 << len(loaded.grounder.atoms)) - 1, "an atom that is never true has no bit"
