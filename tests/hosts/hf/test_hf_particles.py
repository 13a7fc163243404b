"""Particles of a transformers model: behind the shared prefix and in transformers' own cache alike."""

from __future__ import annotations

import numpy as np
import pytest
from fakes import GraphSystem

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny_models import model, planner  # noqa: E402

from clamp.decoding import PlanConstraint, PlanFormat  # noqa: E402
from clamp.errors import HostError  # noqa: E402
from clamp.hosts.hf import batch  # noqa: E402
from clamp.hosts.hf.particles import check_memory, write_particles  # noqa: E402
from clamp.hosts.particles import Particles  # noqa: E402
from clamp.planning.system import Action  # noqa: E402

TIDY = GraphSystem(
    [Action("Pick", ("cup",)), Action("Put", ("cup", "shelf")), Action("Look")],
    {0: {0: 1, 2: 0}, 1: {1: 2, 2: 1}, 2: {2: 2}},
    {2},
)
PROMPT = list(range(40, 75))


def written(kind: str, prefix_length: int | None, seed: int = 0, count: int = 6) -> Particles:
    writer = planner(kind)
    constraint = PlanConstraint(TIDY, writer.vocabulary, PlanFormat.calls(), budget=5)
    prefix = None
    if prefix_length is not None:
        batch.install(writer.model)
        with torch.inference_mode():
            prefix = batch.extend_prefix(writer.model, [], 0, PROMPT[:prefix_length])
    found, _, _ = write_particles(
        writer.model,
        PROMPT,
        constraint,
        writer.vocabulary.eos_ids,
        count,
        most_tokens=300,
        temperature=1.0,
        seed=seed,
        prefix_length=prefix_length or 0,
        prefix=prefix,
    )
    return found


@pytest.mark.parametrize("kind", ["llama", "qwen3"])
@pytest.mark.parametrize("seed", range(3))
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
