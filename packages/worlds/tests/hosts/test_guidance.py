"""Guidance through the hosts, and a model as a source of continuations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from fakes import GraphSystem  # noqa: E402
from tiny_models import model, tokenizer  # noqa: E402

from clamp.cli import app  # noqa: E402
from clamp.errors import ConstraintError, HMMError, HostError  # noqa: E402
from clamp.hmm import HMM  # noqa: E402
from clamp.hosts.hf.models import LoadedModel  # noqa: E402
from clamp.hosts.hf.planner import Planner  # noqa: E402
from clamp.hosts.hf.sampling import ModelEncoder, ModelSampler  # noqa: E402
from clamp.planning.system import Action  # noqa: E402
from clamp.request.request import Request  # noqa: E402

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
        assert json.dumps(step.to_json())
    twin = Planner(loaded(), hmm=random_hmm(plain), guidance=100.0, shared_prefix=False)
    assert twin.plan(TIDY, "tidy", budget=4).text == result.text


def test_no_weight_is_no_guidance() -> None:
    plain = Planner(loaded())
    off = Planner(loaded(), hmm=random_hmm(plain), guidance=0.0)
    first, second = plain.plan(TIDY, "tidy", budget=4), off.plan(TIDY, "tidy", budget=4)
    assert first.text == second.text
    assert all(step.score is None for step in second.trace)


@pytest.mark.parametrize("constraints", ["token", "grounded", ["syntax", "visibility", "executability"]])
def test_without_a_goal_an_hmm_weighs_actions_where_it_is_asked_to(constraints: object) -> None:
    plain = Planner(loaded())
    guided = Planner(loaded(), hmm=random_hmm(plain), guidance=100.0)
    settings = {"constraints": constraints, "budget": 2, "max_new_tokens": 60}
    with pytest.raises(ConstraintError, match="lookahead='action'"):
        guided.plan(TIDY, "tidy", **settings)
    result = guided.plan(TIDY, "tidy", lookahead="action", **settings)
    assert result.trace
    assert all(step.score is not None for step in result.trace)
    for step in result.trace:
        if len(step.candidates) > 1:  # G decides, and where it is equal the model does
            assert step.score == pytest.approx(max(one.score for one in step.candidates), abs=0.2)
    assert result.truncation is None


def test_how_an_hmm_weighs_is_refused_where_nothing_is_weighed() -> None:
    plain = Planner(loaded())
    guided = Planner(loaded(), hmm=random_hmm(plain))
    for given in ({"lookahead": "action"}, {"lookahead_cap": 3}, {"belief": "text"}):
        (name,) = given
        with pytest.raises(ConstraintError, match=f"{name} is .*this planner has no HMM"):
            plain.plan(TIDY, "tidy", budget=4, **given)
    with pytest.raises(ConstraintError, match="nothing is enforced"):
        guided.plan(TIDY, "tidy", constraints="none", lookahead="action")
    assert guided.plan(TIDY, "tidy", constraints="none", guidance=0, lookahead="action").text


def test_a_cap_and_the_tokens_really_written_reach_the_lookahead() -> None:
    plain = Planner(loaded())
    guided = Planner(loaded(), hmm=random_hmm(plain))
    stuck = guided.plan(TIDY, "tidy", budget=4, lookahead_cap=0)
    assert stuck.failure is not None
    assert stuck.failure.cause == "guidance"
    assert "lookahead_cap" in stuck.failure.message
    capped = guided.plan(TIDY, "tidy", budget=4, lookahead_cap=1)
    assert (capped.status, len(capped.actions)) == ("plan", 2)
    assert "at most 1 action behind the one at hand" in str(capped.truncation)

    def reads(**settings: object) -> object:
        made: Any = guided.constrained(Request.of(TIDY, "tidy", budget=4, **settings))
        return made.reads, made.constraint.keeps_tokens

    assert reads() == ("canonical", False)
    assert reads(belief="plan") == ("plan", True)
    for belief in ("plan", "text"):
        assert guided.plan(TIDY, "tidy", budget=4, belief=belief).status == "plan"
        particles = guided.plan(TIDY, "tidy", budget=4, belief=belief, particles=3, seed=1)
        assert particles.status == "plan"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--lookahead", "action"], "there is none. Add --hmm FOLDER"),
        (["--belief", "text"], "there is none. Add --hmm FOLDER"),
        (["--hmm", "x", "--constraints", "grounded"], "or --lookahead action"),
        (
            ["--hmm", "x", "--constraints", "none", "--lookahead", "action"],
            "nothing is enforced, so it would weigh nothing",
        ),
        (["--hmm", "x", "--lookahead", "far"], "'goal' or 'action'"),
        (["--hmm", "x", "--belief", "real"], "'canonical', 'plan' or 'text'"),
        (["--hmm", "x", "--lookahead-cap", "-1"], "-1"),
    ],
)
def test_the_command_line_says_what_a_lookahead_needs(options: list[str], message: str) -> None:
    run = CliRunner().invoke(app, ["plan", "--world", "eai:27_2", *options])
    assert run.exit_code == 2
    assert message in " ".join(run.output.split())


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
