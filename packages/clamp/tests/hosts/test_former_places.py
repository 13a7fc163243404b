"""The class paths of the documentation load, and those of the last release still do, with a warning."""

from __future__ import annotations

import subprocess
import sys
import warnings
from importlib import import_module

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import fake_vllm

import clamp
from clamp.errors import DomainError
from clamp.former import PLACES, place_of
from clamp.hosts import vllm
from clamp.hosts.hf.processor import ClampLogitsProcessor
from clamp.serve.gate import PlanGate


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
    ("former", "now"),
    [
        ("clamp.hosts.transformers", "clamp.hosts.hf.processor"),
        ("clamp.hosts.vllm_processor", "clamp.hosts.vllm.processor"),
        ("clamp.hosts.vllm_http", "clamp.serve.gate"),
        ("clamp.worlds.closed_loop", "clamp.loop.loop"),
        ("clamp.testing", "clamp.contracts"),
    ],
)
def test_former_names_are_found_with_a_warning(former: str, now: str) -> None:
    with fake_vllm.installed():
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            found = import_module(former)
        assert any(f"{former} is now {now}" in str(one.message) for one in said)
        assert found is import_module(now)
        assert found.__spec__ is not None
        assert found.__spec__.name == found.__name__ == now
        for name in [name for name in sys.modules if name in PLACES]:
            del sys.modules[name]


def test_errors_are_found_where_they_were_with_a_warning() -> None:
    with pytest.warns(FutureWarning, match=r"clamp\.DomainError is now clamp\.errors\.DomainError"):
        assert clamp.DomainError is DomainError  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(AttributeError, match="no attribute 'NoSuchError'"):
        clamp.NoSuchError  # pyright: ignore  # noqa: B018


def test_a_former_module_still_runs() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "clamp.worlds.symbolic"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_what_never_was_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"^No module named 'clamp\.nonsense'$"):
        import_module("clamp.nonsense")
    assert place_of("clamp.bench.eai.judge") == "clamp_bench.eai.judge"


def test_naming_the_package_loads_no_model_and_starts_no_process() -> None:
    program = (
        "import os, sys, clamp.hosts.vllm as v; print(v.__all__, 'torch' in sys.modules, "
        "'clamp.serve.admission' in sys.modules)"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert shown.split("] ")[1].split() == ["False", "False"]
