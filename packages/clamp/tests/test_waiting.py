"""torch's threads sleep while they wait: set when clamp is imported, in time, and never over the user's head."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings

import pytest

from clamp import openmp


def told(program: str, **environment: str) -> tuple[str, str]:
    """What a fresh interpreter writes to its two outputs."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OMP_")}
    done = subprocess.run(
        [sys.executable, "-c", program], env=kept | environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip(), done.stderr


SAY = "import os; print(os.environ.get('OMP_WAIT_POLICY'))"
FAKE_TORCH = "import sys, types; sys.modules['torch'] = types.ModuleType('torch'); "


@pytest.mark.parametrize(
    ("program", "environment", "policy"),
    [
        ("import clamp; ", {}, "PASSIVE"),
        ("from clamp.planning import Problem; ", {}, "PASSIVE"),
        ("import clamp; ", {"OMP_WAIT_POLICY": "ACTIVE"}, "ACTIVE"),
        (FAKE_TORCH + "import clamp; ", {}, "None"),
    ],
    ids=["import", "submodule", "the user's own", "too late"],
)
def test_the_policy_is_set_when_clamp_is_imported(
    program: str, environment: dict[str, str], policy: str
) -> None:
    assert told(program + SAY, **environment)[0] == policy


def test_torch_starts_with_the_policy() -> None:
    """OpenMP itself says what it has read."""
    pytest.importorskip("torch")
    _, errors = told("import clamp, torch; torch.ones(9).sum()", OMP_DISPLAY_ENV="TRUE")
    if "OMP_WAIT_POLICY" not in errors:
        pytest.skip("this build of torch has no GNU OpenMP")
    assert "OMP_WAIT_POLICY = 'PASSIVE'" in errors


def test_a_model_that_comes_too_late_says_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_WAIT_POLICY")
    monkeypatch.setitem(sys.modules, "torch", sys)
    monkeypatch.setattr(openmp._Threads, "too_late", False)
    openmp.wait_asleep()
    assert "OMP_WAIT_POLICY" not in os.environ
    with pytest.warns(RuntimeWarning, match="Import clamp first, or set OMP_WAIT_POLICY=PASSIVE"):
        openmp.warn_if_too_late()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        openmp.warn_if_too_late()


def test_loading_onto_the_cpu_warns(monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from clamp.errors import HostError
    from clamp.hosts.hf.models import load_model

    monkeypatch.setattr(torch, "get_num_threads", lambda: 2)
    monkeypatch.setattr(openmp._Threads, "too_late", True)
    with pytest.warns(RuntimeWarning, match="Import clamp first"), pytest.raises(HostError):
        load_model("/no/such/folder", device="cpu")
