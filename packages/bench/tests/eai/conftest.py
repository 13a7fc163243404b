"""What EAI's evaluator and our runs make again and again is made once, or in a tenth of the time."""

from __future__ import annotations

import copy
import pickle
from functools import cache
from typing import Any

import pytest

from clamp_bench.eai import action_sequencing, virtualhome
from clamp_worlds.virtualhome import VirtualHome
from clamp_worlds.virtualhome.tasks import EAITask, load_tasks

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
    """Of whole scenes, at every step; the process that `clamp_bench` starts for EAI's code is left alone."""
    monkeypatch.setattr(copy, "deepcopy", copied)


_tasks = cache(load_tasks)
_systems: dict[str, VirtualHome] = {}
_system = EAITask.system


def system(task: EAITask) -> VirtualHome:
    if task.id not in _systems:
        _systems[task.id] = _system(task)
    return _systems[task.id]


@pytest.fixture(autouse=True)
def tasks_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of the same tasks share what was read of them, and their systems."""
    for module in (action_sequencing, virtualhome):
        monkeypatch.setattr(module, "load_tasks", _tasks)
    monkeypatch.setattr(EAITask, "system", system)
