"""`clamp plan --host vllm`, over a stand-in for vLLM."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest
from roots import EXAMPLES

pytest.importorskip("torch")
pytest.importorskip("transformers")

import fake_vllm
from tiny_models import model, tokenizer
from typer.testing import CliRunner

from clamp.cli import app

KITCHEN = EXAMPLES / "kitchen" / "task.yaml"


def clamp(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["plan", str(KITCHEN), *arguments])
    return result.exit_code, result.stdout, result.stderr


def test_a_plan_from_an_engine(tmp_path: Path) -> None:
    model().save_pretrained(tmp_path)
    tokenizer().save_pretrained(tmp_path)
    with fake_vllm.installed():
        code, out, _ = clamp("--host", "vllm", "--model", str(tmp_path), "--dtype", "float32", "--json")
    assert code == 0
    result = json.loads(out)
    assert result["status"] == "plan"
    assert result["certificate"]["valid"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--host", "ollama"), "no host 'ollama'"),
        (("--host", "vllm", "--device", "cpu"), "vLLM chooses the device"),
        (("--host", "vllm", "--image", "a.png"), "a.png"),
    ],
)
def test_bad_input_is_refused_before_anything_is_loaded(arguments: tuple[str, ...], why: str) -> None:
    with fake_vllm.installed():
        code, out, err = clamp(*arguments)
    assert (code, out) == (2, "")
    assert why in " ".join(err.split())


def test_without_vllm_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "clamp.hosts.choices.find_spec", lambda name: None if name == "vllm" else find_spec(name)
    )
    code, _, err = clamp("--host", "vllm")
    assert code == 2
    assert "clamp-planning[vllm]" in err
