"""A vLLM on a CPU that reads pictures, and whose Model Runner V2 is interpreted: see `vllm_site`."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path

SITE = Path(__file__).parent / "vllm_site"

V2 = {"VLLM_USE_V2_MODEL_RUNNER": "1", "TRITON_INTERPRET": "1"}
"""In the environment of a process whose engine is to run Model Runner V2, kernels and all."""


def site() -> dict[str, str]:
    """The environment of processes that are to have it."""
    return {"PYTHONPATH": os.pathsep.join(filter(None, (str(SITE), os.environ.get("PYTHONPATH"))))}


def prepare() -> None:
    """Have it in this process, before vLLM is imported, and in those that it starts."""
    os.environ.update(site())
    sys.path.insert(0, str(SITE))
    sys.modules.pop("sitecustomize", None)
    import_module("sitecustomize")
