"""Particles of a transformers model: behind the shared prefix and in transformers' own cache alike."""

from __future__ import annotations

import json

import numpy as np
import pytest
from fakes import GraphSystem

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny_models import model, planner  # noqa: E402

from clamp.decoding import PlanConstraint, PlanFormat  # noqa: E402
from clamp.errors import ConstraintError, HostError  # noqa: E402
from clamp.hosts.hf import batch  # noqa: E402
from clamp.hosts.hf.particles import check_memory, write_particles  # noqa: E402
from clamp.hosts.particles import Particles  # noqa: E402
from clamp.hosts.request import PlanRequest, Text  # noqa: E402
from clamp.planning.system import Action  # noqa: E402

TIDY = GraphSystem(
    [Action("Pick", ("cup",)), Action("Put", ("cup", "shelf")), Action("Look")],
    {0: {0: 1, 2: 0}, 1: {1: 2, 2: 1}, 2: {2: 2}},
    {2},
)
PROMPT = list(range(40, 75))


def written(kind: str, prefix_length: int | None, seed: int = 0, count: int = 6) -> Particles:
    writer = planner(kind)
    constraint = PlanConstraint(TIDY, writer.vocabulary, PlanFormat.calls(), budget=5, loops=True)
    prefix = None
    if prefix_length is not None:
        batch.install(writer.model)
        with torch.inference_mode():
            prefix = batch.extend_prefix(writer.model, [], 0, PROMPT[:prefix_length])
    request = PlanRequest("as tokens", constraint, particles=count, seed=seed)
    text = Text(request, tuple(PROMPT), 300, writer.vocabulary.eos_ids)
    return write_particles(writer.model, text, prefix_length=prefix_length or 0, prefix=prefix)


@pytest.mark.parametrize("kind", ["llama", "qwen3"])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.no_cover
def test_behind_a_prefix_and_without_one_alike(kind: str, seed: int) -> None:
    plain = written(kind, None, seed)
    for length in (0, 20, 34):
        found = written(kind, length, seed)
        assert [one.tokens for one in found.particles] == [one.tokens for one in plain.particles]
        np.testing.assert_allclose(found.shares, plain.shares, atol=1e-3)


def test_a_particles_probability_is_the_models_own() -> None:
    """Rows are copied and dropped on the way, so this fails if keys and values are not those of the text."""
    writer, found = planner("llama"), written("llama", 20, seed=4, count=8)
    assert len({tuple(one.tokens) for one in found.particles}) > 1
    for one in found.particles:
        with torch.inference_mode():
            logits = writer.model(torch.tensor([PROMPT + one.tokens[:-1]])).logits[0, len(PROMPT) - 1 :]
        logs = torch.log_softmax(logits.double(), dim=-1)
        expected = sum(float(logs[place, token]) for place, token in enumerate(one.tokens))
        assert one.log_probability == pytest.approx(expected, abs=1e-2)


def test_a_sliding_window_has_particles_too() -> None:
    assert written("mistral-window", None).chosen(sampled=False) is not None


def test_more_than_the_memory_holds_is_refused() -> None:
    with pytest.raises(HostError, match="GiB are free"):
        check_memory(model("llama"), 1 << 40, 4096)


@pytest.mark.parametrize("shared", [True, False])
def test_a_planner_returns_the_likeliest_of_its_particles_and_says_what_they_tell(shared: bool) -> None:
    writer, pieces = planner("llama", shared_prefix=shared), list[str]()
    result = writer.plan(TIDY, "tidy", budget=5, loops=True, particles=8, seed=1, on_text=pieces.append)
    assert result.status == "plan"
    assert result.posterior is not None
    assert result.posterior.particles == 8
    assert 0 < result.posterior.effective <= 8
    assert result.posterior.log_validity < 0
    assert "".join(pieces) == result.text
    assert [step.token for step in result.trace]
    assert json.loads(json.dumps(result.to_dict()))["posterior"]["particles"] == 8
    again = writer.plan(TIDY, "tidy", budget=5, loops=True, particles=8, seed=1)
    assert again.text == result.text
    drawn = {
        writer.plan(TIDY, "tidy", budget=5, loops=True, particles=3, seed=seed, sampled=True).text
        for seed in range(8)
    }
    assert len(drawn) > 1


def test_many_requests_have_their_own_numbers_of_particles() -> None:
    writer = planner("llama")
    constraint = PlanConstraint(TIDY, writer.vocabulary, PlanFormat.calls(), budget=5, loops=True)
    prompts = [f"You write plans for a robot that tidies a kitchen. Task {number}" for number in range(4)]
    asked = [
        PlanRequest(prompt, constraint, particles=count)
        for prompt, count in zip(prompts, (1, 4, 1, 2), strict=True)
    ]
    results = writer.plan_many(asked, batch_size=2)
    assert [result.posterior and result.posterior.particles for result in results] == [None, 4, None, 2]
    assert all(results)


def test_particles_that_make_no_sense_are_refused() -> None:
    writer = planner("llama")
    for count in (0, -1, 5000, 2.5, True, "many"):
        with pytest.raises(ConstraintError, match="particles"):
            writer.plan(TIDY, "tidy", particles=count)  # type: ignore[arg-type]
    with pytest.raises(ConstraintError, match="nothing is enforced"):
        writer.plan(TIDY, "tidy", particles=4, constraints="none")
    cut = writer.plan(TIDY, "tidy", particles=4, max_new_tokens=2)
    assert cut.failure is not None
    assert cut.failure.cause == "length"
    assert cut.posterior is not None
    assert cut.to_dict()["posterior"]["log_validity"] is None
