"""`clamp bench serving` over a stand-in for vLLM: which figures there are, and that they are of what they say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import fake_vllm  # noqa: E402
from tiny_models import model, tokenizer  # noqa: E402

from clamp.cli import app  # noqa: E402
from clamp.errors import BenchmarkError  # noqa: E402
from clamp.serve import description  # noqa: E402
from clamp_bench.speed import serving  # noqa: E402


@pytest.fixture
def folder(tmp_path: Path) -> str:
    model().save_pretrained(tmp_path)
    tokenizer().save_pretrained(tmp_path)
    return str(tmp_path)


def bench(*arguments: str) -> Any:
    with fake_vllm.installed():
        return CliRunner().invoke(app, ["bench", "serving", *arguments])


def test_ratios_are_told_for_each_concurrency_and_kind(folder: str) -> None:
    line = ("--model", folder, "--dtype", "float32", "--concurrency", "1", "--concurrency", "3")
    given = bench(*line, "--tokens", "5", "--repetitions", "2", "--states", "3", "--json")
    assert given.exit_code == 0, given.output
    found: dict[str, Any] = json.loads(given.stdout)
    assert (found["tokens"], found["turns"], found["hidden_states"]) == (5, 2, 3)
    assert found["targets"] == {"hard": 1.05, "guided": 1.1}
    rows = found["rows"]
    assert [(row["concurrency"], row["kind"]) for row in rows] == [
        (many, kind) for many in (1, 3) for kind in ("unconstrained", "guided JSON", "hard", "guided")
    ]
    for row in rows:
        assert row["tokens_per_second"] > 0
        if row["kind"] == "unconstrained":
            assert row["wall_ratio"] == row["processor_ratio"] == 1
        assert (row["clamp_ms_a_token"] > 0) == (row["kind"] in ("hard", "guided"))
    for kind, most in found["targets"].items():
        ratios = [row["processor_ratio"] for row in rows if row["kind"] == kind]
        assert found["met"][kind]["processor"] == (max(ratios) <= most)
    assert not description._handed, "every constraint is taken back"


def test_a_text_that_ends_early_is_no_measurement(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def shortened(params: Any) -> None:
        params.max_tokens = 2

    monkeypatch.setattr(fake_vllm.SamplingParams, "__post_init__", shortened)
    with fake_vllm.installed(), pytest.raises(BenchmarkError, match="ended before its 6 tokens"):
        serving.run(concurrency=[1], tokens=4, repetitions=1, model=folder, dtype="float32", states=3)
    assert not description._handed


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--concurrency", "0"), "concurrency"),
        (("--tokens", "1"), "tokens"),
        (("--hmm", "x", "--states", "5"), "--states is of a random HMM"),
        (("--model", "/no/such/folder"), "no such folder"),
    ],
)
def test_bad_input_is_refused(arguments: tuple[str, ...], why: str) -> None:
    given = bench(*arguments)
    assert given.exit_code == 2
    assert why in " ".join(given.output.split())
