"""Particles of a transformers model: behind the shared prefix and in transformers' own cache alike."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from fakes import GraphSystem

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from picture_models import Processor, sees, shown  # noqa: E402
from shortsighted import Shortsighted  # noqa: E402
from tiny_models import model, planner, tokenizer  # noqa: E402

from clamp.automata import Vocabulary  # noqa: E402
from clamp.decoding import PlanConstraint, PlanFormat  # noqa: E402
from clamp.errors import ConstraintError, HostError  # noqa: E402
from clamp.hosts.hf import batch  # noqa: E402
from clamp.hosts.hf.batch import forget_pictures, moved_by_pictures  # noqa: E402
from clamp.hosts.hf.models import LoadedModel  # noqa: E402
from clamp.hosts.hf.particles import check_memory, write_particles  # noqa: E402
from clamp.hosts.hf.planner import Planner  # noqa: E402
from clamp.hosts.hf.sampling import ModelSampler  # noqa: E402
from clamp.hosts.jobs import PlanRequest, Text  # noqa: E402
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
    beside(found, writer.model, PROMPT, {}, 1.0)


def beside(
    found: Particles, reader: Any, prompt: Sequence[int], inputs: dict[str, Any], temperature: float
) -> None:
    """Each particle's probability is what the model gives its text when it reads it at once, by itself."""
    for one in found.particles:
        written = list(one.tokens[:-1])
        whole = dict(inputs)
        for name in ("mm_token_type_ids", "token_type_ids"):  # of each token; what is written is text
            if name in whole:
                whole[name] = torch.cat([whole[name], torch.zeros(1, len(written)).long()], dim=1)
        with torch.inference_mode():
            logits = reader(input_ids=torch.tensor([[*prompt, *written]]), **whole).logits[0]
        logs = torch.log_softmax(logits[len(prompt) - 1 :].double() / temperature, dim=-1)
        expected = sum(float(logs[place, token]) for place, token in enumerate(one.tokens))
        assert one.log_probability == pytest.approx(expected, abs=1e-2)


@pytest.mark.parametrize("kind", ["qwen3-vl", "qwen2.5-vl", "llava", "gemma3", "idefics3"])
def test_particles_go_on_behind_pictures_that_were_read_once(kind: str) -> None:
    case = shown(kind)
    vocabulary = Vocabulary.from_tokenizer(
        tokenizer(), size=case.model.get_output_embeddings().weight.shape[0]
    )
    constraint = PlanConstraint(TIDY, vocabulary, PlanFormat.calls(), budget=5, loops=True)
    read: list[bool] = []
    handle = case.model.register_forward_pre_hook(
        lambda _, args, given: read.append("pixel_values" in given), with_kwargs=True
    )
    try:
        request = PlanRequest("as tokens", constraint, particles=12, temperature=4.0)
        text = Text(request, case.tokens, 300, vocabulary.eos_ids, inputs=case.inputs)
        found = write_particles(case.model, text)
    finally:
        handle.remove()
    assert sum(read) == 1
    beside(found, case.model, case.tokens, case.inputs, 4.0)


def test_positions_of_an_earlier_picture_do_not_move_a_text_without_one() -> None:
    """Such models keep how far pictures moved the positions, and would count on from there."""
    case, writer = shown("qwen3-vl"), planner("qwen3-vl", shared_prefix=False)
    request = PlanRequest("as tokens", constraint_of(writer), particles=6, temperature=4.0)
    fresh = write_particles(case.model, Text(request, tuple(PROMPT), 300, writer.vocabulary.eos_ids))
    pictured = Text(request, case.tokens, 300, writer.vocabulary.eos_ids, inputs=case.inputs)
    write_particles(case.model, pictured)
    after = write_particles(case.model, Text(request, tuple(PROMPT), 300, writer.vocabulary.eos_ids))
    assert [one.tokens for one in after.particles] == [one.tokens for one in fresh.particles]
    beside(after, case.model, PROMPT, {}, 4.0)


def test_nor_do_they_move_what_others_read() -> None:
    case = shown("qwen3-vl")
    loaded = LoadedModel(case.model, tokenizer(), "tiny-vl")

    def found() -> list[Any]:
        return ModelSampler(loaded, max_new_tokens=12, shared_prefix=False)(["Put the cup away."], 0)

    def picture() -> None:
        with torch.inference_mode():
            case.model(input_ids=torch.tensor([case.tokens]), **case.inputs)

    forget_pictures(case.model)
    fresh = found()
    picture()
    assert moved_by_pictures(case.model)
    assert found() == fresh


def constraint_of(writer: Planner) -> PlanConstraint:
    return PlanConstraint(TIDY, writer.vocabulary, PlanFormat.calls(), budget=5, loops=True)


@pytest.mark.parametrize("count", [1, 2])
def test_a_planner_has_particles_of_pictures(count: int) -> None:
    pictures = [torch.randn(16, 96, generator=torch.Generator().manual_seed(one)) for one in range(count)]
    settings: Any = {"seen": TIDY.entities, "budget": 5, "loops": True, "particles": 5}
    result = sees(Processor()).plan(TIDY, "tidy", images=pictures, **settings)
    assert result.status == "plan"
    assert result.posterior is not None
    assert result.posterior.particles == 5


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("mllama", "each further token"),
        ("kosmos-2", "a `generate` of its own"),
        ("lfm2-vl", "its cache has layers of type"),
    ],
)
def test_models_that_cannot_are_refused_before_anything_is_written(kind: str, why: str) -> None:
    case = shown(kind)
    writer = Planner(LoadedModel(case.model, tokenizer(), f"tiny-{kind}", Processor()))
    plain = PlanRequest("Put the cup away.", constraint_of(writer))
    pictures = [torch.zeros(16, 96)]
    several = PlanRequest("Put the cup away.", constraint_of(writer), particles=2, images=pictures)
    done: list[int] = []
    with pytest.raises(HostError, match=rf"tiny-{kind}.* {why}.* particles"):
        writer.plan_many([plain, several], on_result=lambda index, _: done.append(index))
    assert not done


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
    assert json.loads(json.dumps(result.to_json()))["posterior"]["particles"] == 8
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


@pytest.mark.parametrize("shared", [True, False])
def test_a_dead_end_of_all_particles_is_one_as_of_a_single_text(shared: bool) -> None:
    writer = planner("llama", shared_prefix=shared)
    for count in (1, 4):
        constraint = Shortsighted(TIDY, writer.vocabulary, PlanFormat.calls(), budget=1)
        (found,) = writer.write([PlanRequest("tidy", constraint, particles=count)])
        assert found.failure is not None
        assert found.failure.cause == "dead-end"
        assert "max_new_tokens" not in found.failure.message


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
    assert cut.to_json()["posterior"]["log_validity"] is None
