"""Guidance through the hosts, and a model as a source of continuations."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from fakes import GraphSystem  # noqa: E402
from tiny_models import model, tokenizer  # noqa: E402

from clamp.cli import app  # noqa: E402
from clamp.errors import HMMError, HostError  # noqa: E402
from clamp.hmm import HMM  # noqa: E402
from clamp.hosts.hf.models import LoadedModel  # noqa: E402
from clamp.hosts.hf.sampling import ModelEncoder, ModelSampler  # noqa: E402
from clamp.hosts.planner import Planner  # noqa: E402
from clamp.planning.system import Action  # noqa: E402

TIDY = GraphSystem(
    [Action("Pick", ("cup",)), Action("Put", ("cup", "shelf")), Action("Look")],
    {0: {0: 1, 2: 0}, 1: {1: 2, 2: 1}, 2: {2: 2}},
    {2},
)


def loaded() -> LoadedModel:
    return LoadedModel(model("llama"), tokenizer(), "tiny-llama")


def random_hmm(writer: Planner) -> HMM:
    return HMM.random(3, writer.vocabulary.size, seed=0)


def test_guidance_shapes_the_plan_and_the_trace_tells_g() -> None:
    plain = Planner(loaded())
    guided = Planner(loaded(), hmm=random_hmm(plain), guidance=100.0)
    result = guided.plan(TIDY, "tidy", budget=4)
    assert result.status == "plan"
    for step in result.trace:
        # With so much weight, the model's own scores no longer matter: the best G is taken.
        assert step.score == pytest.approx(step.candidates[0].score, abs=0.05)
        assert json.dumps(step.to_dict())
    twin = Planner(loaded(), hmm=random_hmm(plain), guidance=100.0, shared_prefix=False)
    assert twin.plan(TIDY, "tidy", budget=4).text == result.text


def test_no_weight_is_no_guidance() -> None:
    plain = Planner(loaded())
    off = Planner(loaded(), hmm=random_hmm(plain), guidance=0.0)
    first, second = plain.plan(TIDY, "tidy", budget=4), off.plan(TIDY, "tidy", budget=4)
    assert first.text == second.text
    assert all(step.score is None for step in second.trace)


def test_an_hmm_of_another_width_is_refused() -> None:
    with pytest.raises(HMMError, match="tokens"):
        Planner(loaded(), hmm=HMM.random(2, 7, seed=0)).plan(TIDY, "tidy", budget=4)


def test_sampling_is_seeded_and_tells_its_confidence() -> None:
    sample = ModelSampler(loaded(), max_new_tokens=6)
    first, again = sample(["Plan:", "A longer prompt:"], 3), sample(["Plan:", "A longer prompt:"], 3)
    assert [c.tokens for c in first] == [c.tokens for c in again]
    assert all(1 <= len(c.tokens) <= 6 for c in first)
    assert all(c.confidence is not None and 0 < c.confidence <= 1 for c in first)
    with pytest.raises(HostError, match="temperature"):
        ModelSampler(loaded(), temperature=0)
    with pytest.raises(HostError, match="Prompt 1"):
        sample(["Plan:", ""], 0)


def test_states_are_those_at_the_prompts_end_and_along_the_continuation() -> None:
    (states,) = ModelEncoder(loaded())(["Plan:"], [[5, 6, 7]])
    assert states.shape[0] == 4
    assert np.isfinite(states).all()


def test_distilling_from_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import clamp.hosts.hf.models

    monkeypatch.setattr(clamp.hosts.hf.models, "load_model", lambda *args, **options: loaded())
    prompts = tmp_path / "prompts.txt"
    prompts.write_text("Plan:\n" + json.dumps({"prompt": "Tidy up:"}) + "\nGo on:\nWash:\n")
    out = tmp_path / "hmm"
    command = ["distill", "--prompts", str(prompts), "--out", str(out), "--states", "2", "--epochs", "2"]
    command += ["--samples", "4", "--max-new-tokens", "12", "--json"]
    run = CliRunner().invoke(app, command)
    assert run.exit_code == 0, run.output
    assert json.loads(run.stdout)["nll"] > 0
    assert HMM.from_pretrained(out).num_states == 2
    both = CliRunner().invoke(app, ["distill", "--out", str(out)])
    assert both.exit_code == 2
    prompts.write_text('{"no": 1}\n')
    bad = CliRunner().invoke(app, ["distill", "--prompts", str(prompts), "--out", str(tmp_path / "x")])
    assert bad.exit_code == 2


def test_remapping_from_the_command_line(tmp_path: Path) -> None:
    writer = Planner(loaded())
    path = tmp_path / "tokenizer.json"
    tokenizer().backend_tokenizer.save(str(path))
    hmm = HMM.random(2, writer.vocabulary.size, seed=0).for_tokenizer(tokenizer())
    hmm.save_pretrained(tmp_path / "hmm")
    command = ["remap", str(tmp_path / "hmm"), "--source", str(path), "--target", str(path)]
    command += [
        "--out",
        str(tmp_path / "there"),
        "--target-vocab-size",
        str(writer.vocabulary.size),
        "--json",
    ]
    run = CliRunner().invoke(app, command)
    assert run.exit_code == 0, run.output
    assert json.loads(run.stdout)["single"] > 0
    assert HMM.from_pretrained(tmp_path / "there").vocab_size == writer.vocabulary.size
    (tmp_path / "bad.json").write_text("{")
    command[3] = str(tmp_path / "bad.json")
    assert CliRunner().invoke(app, command).exit_code == 2
