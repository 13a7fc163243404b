"""EAI's evaluator copies whole scenes at every step; here, copies are made in a tenth of the time."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

_deepcopy = copy.deepcopy


def copied(thing: Any, memo: Any = None) -> Any:
    """What `copy.deepcopy` makes of a thing, by way of its pickle where it has one."""
    if memo is None:
        try:
            return pickle.loads(pickle.dumps(thing, pickle.HIGHEST_PROTOCOL))
        except Exception:  # whatever keeps a thing from being pickled, it can still be copied
            pass
    return _deepcopy(thing, memo)


@pytest.fixture(autouse=True)
def quick_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    """For what runs in this process; the process that `clamp.bench` starts for EAI's code is left alone."""
    monkeypatch.setattr(copy, "deepcopy", copied)
