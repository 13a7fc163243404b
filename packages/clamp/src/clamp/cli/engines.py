"""Which engines run a model, and how each is loaded: imported when it is asked for, since torch alone takes seconds."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from clamp.errors import HostError

if TYPE_CHECKING:
    from clamp.hosts.planner import PlanHost

ENGINES = {
    "transformers": ("clamp.hosts.planner", "Planner"),
    "llamacpp": ("clamp.hosts.llamacpp.planner", "LlamaCppPlanner"),
    "vllm": ("clamp.hosts.vllm.planner", "VLLMPlanner"),
}
"""Each engine's module and the planner in it."""
_OWN_DEVICE = ("vllm", "llamacpp")
"""Engines that choose the device by how they were built."""


def load_engine(engine: str, model: str | None, **options: Any) -> PlanHost:
    """A planner of an engine.

    Args:
        options: Of its ``from_pretrained``; those that are ``None`` are left out.

    Raises:
        HostError: If this installation has no such engine, or it refuses an option.
    """
    module, name = ENGINES[engine]
    if find_spec(module.rpartition(".")[0]) is None or find_spec(module) is None:
        raise HostError(f"--engine {engine}: this installation of CLAMP has no such engine.")
    given = {key: value for key, value in options.items() if value is not None}
    if engine in _OWN_DEVICE and "device" in given:
        raise HostError(f"--device: {engine} chooses the device by how it was built. Leave it out.")
    if engine == "vllm":  # its log goes to standard output, which is for results
        os.environ.setdefault("VLLM_LOGGING_STREAM", "ext://sys.stderr")
        os.environ.setdefault("VLLM_LOGGING_LEVEL", "ERROR")
    kind: Any = getattr(import_module(module), name)
    return kind.from_pretrained(model, **given)
