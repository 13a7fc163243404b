"""The class paths of the documentation load, and those of the last release still do, with a warning."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module, reload

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import fake_vllm

import clamp
from clamp.hosts import vllm
from clamp.hosts.hf.processor import ClampLogitsProcessor
from clamp.hosts.vllm.http import PlanGate


def test_documented_paths() -> None:
    assert clamp.ClampLogitsProcessor is ClampLogitsProcessor
    assert vllm.PlanGate is PlanGate
    with fake_vllm.installed():
        from clamp.hosts.vllm.processor import ClampProcessor, ConstrainedOnly

        assert vllm.ClampProcessor is ClampProcessor
        assert vllm.ConstrainedOnly is ConstrainedOnly
    assert vllm.VLLMPlanner is clamp.VLLMPlanner
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        vllm.nonsense  # noqa: B018


@pytest.mark.parametrize(
    ("former", "names"),
    [
        ("transformers", ["ClampLogitsProcessor"]),
        ("vllm_processor", ["ClampProcessor", "ConstrainedOnly"]),
        ("vllm_http", ["PlanGate"]),
    ],
)
def test_former_paths_warn(former: str, names: list[str]) -> None:
    with fake_vllm.installed():
        with pytest.warns(DeprecationWarning, match="will go"):
            reload(import_module(f"clamp.hosts.{former}"))
        found = sys.modules.pop(f"clamp.hosts.{former}")
        assert all(getattr(found, name).__name__ == name for name in names)


def test_naming_the_package_loads_no_model_and_starts_no_process() -> None:
    program = (
        "import os, sys, clamp.hosts.vllm as v; print(v.__all__, 'torch' in sys.modules, "
        "'clamp.hosts.vllm.admission' in sys.modules)"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert shown.split("] ")[1].split() == ["False", "False"]
