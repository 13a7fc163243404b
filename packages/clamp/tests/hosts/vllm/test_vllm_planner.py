"""VLLMPlanner over a stand-in for vLLM: the same plans as Planner, and nothing unconstrained in between."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image
from roots import ROOT

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import fake_vllm  # noqa: E402
from fakes import TIDY, byte_vocabulary  # noqa: E402
from tiny_models import model, tokenizer  # noqa: E402

from clamp.automata import Vocabulary  # noqa: E402
from clamp.decoding import PlanConstraint, PlanFormat  # noqa: E402
from clamp.errors import ConstraintError, HMMError, HostError, PromptError  # noqa: E402
from clamp.hmm import HMM  # noqa: E402
from clamp.hosts.hf.planner import Planner  # noqa: E402
from clamp.hosts.jobs import PlanRequest, Text  # noqa: E402
from clamp.hosts.vllm.planner import PROCESSOR, VLLMPlanner  # noqa: E402
from clamp.hosts.vllm.sampling import VLLMSampler  # noqa: E402
from clamp.request.settings import Limits  # noqa: E402
from clamp.serve import description  # noqa: E402

CALLS = PlanFormat.calls()
GUIDE = ROOT / "docs" / "vllm.md"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    made = tmp_path_factory.mktemp("model")
    model().save_pretrained(made)
    tokenizer().save_pretrained(made)
    return str(made)


@pytest.fixture(autouse=True)
def vllm() -> Iterator[None]:
    with fake_vllm.installed():
        yield
    assert not description._handed, "every constraint is taken back"


@pytest.fixture(scope="module")
def twin(folder: str) -> Planner:
    return Planner.from_pretrained(folder, dtype="float32")


def start(folder: str, **options: Any) -> VLLMPlanner:
    return VLLMPlanner.from_pretrained(folder, dtype="float32", **options)


PROMPTS = [f"Task: {task}" for task in ("put the cup away", "tidy", "look around, then tidy up", "go", "x")]


def requests(writer: Any, **options: Any) -> list[PlanRequest]:
    """Every other one is free, so that rows of both kinds stand side by side."""
    constraint = PlanConstraint(TIDY, writer.vocabulary, CALLS, budget=5)
    free: dict[str, Any] = {"plan_format": CALLS, "system": TIDY, "max_new_tokens": 9}
    return [
        PlanRequest(
            prompt, None if i % 2 else writer.guided(constraint), **(free if i % 2 else {}), **options
        )
        for i, prompt in enumerate(PROMPTS)
    ]


@pytest.mark.parametrize("guided", [False, True])
@pytest.mark.parametrize("batch_size", [1, 3, None])
def test_both_hosts_write_the_same_plans(
    folder: str, twin: Planner, batch_size: int | None, guided: bool
) -> None:
    writer = start(folder, max_num_seqs=2)
    hmm = HMM.random(3, writer.vocabulary.size, seed=4) if guided else None
    writer.hmm = twin.hmm = hmm
    ended: list[int] = []
    ours = writer.plan_many(
        requests(writer), batch_size=batch_size, trace=True, on_result=lambda index, _: ended.append(index)
    )
    theirs = twin.plan_many(requests(twin), trace=True)
    assert sorted(ended) == list(range(len(PROMPTS)))
    assert writer._engine.largest == min(batch_size or 2, len(PROMPTS))
    for index, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        assert (one.status, one.text, one.failure) == (other.status, other.text, other.failure)
        assert [step.wanted for step in one.trace] == [step.wanted for step in other.trace]
        assert one.timing.prompt_tokens == other.timing.prompt_tokens
        if index % 2 == 0:
            assert one.status == "plan"
            assert one.timing.constraint > 0
        assert one.timing.tokens == len(one.trace)


@pytest.mark.parametrize("trace", [False, True])
def test_scores_that_are_no_numbers_are_said_to_be_so(
    folder: str, monkeypatch: pytest.MonkeyPatch, trace: bool
) -> None:
    def overflown(engine: Any, one: Any) -> Any:
        return torch.full_like(scores(engine, one), torch.nan)

    scores = fake_vllm.Engine._scores
    monkeypatch.setattr(fake_vllm.Engine, "_scores", overflown)
    with pytest.raises(HostError, match="scores of admissible tokens are NaN"):
        start(folder).plan(TIDY, "Tidy.", budget=5, trace=trace)


def test_one_plan_its_text_and_its_failures(folder: str) -> None:
    writer = start(folder)
    pieces: list[str] = []
    result = writer.plan(TIDY, "Tidy.", budget=5, on_text=pieces.append)
    assert result.status == "plan"
    assert "".join(pieces) == result.text
    assert TIDY.validate(result.actions).valid
    assert [step.text for step in result.trace if step.text] == pieces
    failed = writer.plan(TIDY, "Tidy.", budget=1)
    assert failed.failure is not None
    assert (failed.failure.cause, failed.failure.smallest_budget) == ("budget", 2)
    cut = writer.plan(TIDY, "Tidy.", budget=5, max_new_tokens=2)
    assert cut.failure is not None
    assert cut.failure.cause == "length"


def test_seeds_and_not_the_batch_decide_what_is_drawn(folder: str) -> None:
    writer = start(folder)
    constraint = PlanConstraint(TIDY, writer.vocabulary, CALLS, budget=5, loops=True)
    asked = [PlanRequest(PROMPTS[0], constraint, temperature=1.5, seed=seed) for seed in range(6)]
    alone = [writer.plan_many([one])[0].text for one in asked]
    together = writer.plan_many(asked, batch_size=6)
    assert [one.text for one in together] == alone
    assert all(together)
    assert len(set(alone)) > 1


@pytest.mark.parametrize("particles", [1, 3])
def test_pictures_reach_the_model_and_the_plan_is_that_of_transformers(particles: int) -> None:
    """The embedded vision-language model on both hosts; a picture that differs changes what it says."""
    writer = VLLMPlanner.from_pretrained("embedded", dtype="float32", max_num_seqs=4)
    twin = Planner.from_pretrained("embedded", dtype="float32", device="cpu")
    assert writer.processor is not None
    pictures = [Image.new("RGB", (64, 64), (200, 30, 30)), Image.new("RGB", (96, 64), (0, 30, 230))]
    asked: dict[str, Any] = {"budget": 5, "images": pictures, "seen": TIDY.entities, "particles": particles}
    ours, theirs = (host.plan(TIDY, "Tidy.", seed=3, **asked) for host in (writer, twin))
    assert ours
    assert ours.timing.prompt_tokens == theirs.timing.prompt_tokens
    if particles == 1:
        assert (ours.text, ours.status) == (theirs.text, theirs.status)
        for one, other in zip(ours.trace, theirs.trace, strict=True):
            assert one.logprob == pytest.approx(other.logprob, abs=1e-3)
            assert [r.text for r in one.rejected] == [r.text for r in other.rejected]
        black = [Image.new("RGB", one.size) for one in pictures]
        unlike = writer.plan(TIDY, "Tidy.", **{**asked, "images": black})
        assert [step.logprob for step in unlike.trace] != [step.logprob for step in ours.trace]


def test_pictures_that_the_model_cannot_read_are_a_clear_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise ValueError("height must be larger than factor")

    writer = VLLMPlanner.from_pretrained("embedded", dtype="float32")
    monkeypatch.setattr(fake_vllm.Renderer, "render_cmpl", broken)
    with pytest.raises(PromptError, match=r"sizes: \(1, 1\).*height must be larger"):
        writer.plan(TIDY, "Tidy.", budget=5, images=[Image.new("RGB", (1, 1))], seen=TIDY.entities)


@pytest.mark.parametrize("particles", [1, 2])
def test_a_text_that_nobody_waits_for_leaves_the_engine(folder: str, particles: int) -> None:
    writer = start(folder)
    constraint = PlanConstraint(TIDY, writer.vocabulary, CALLS, budget=5)
    steps, least = (
        iter(range(1000)),
        3 if particles == 1 else -1,
    )  # of particles it is asked for every 16 tokens
    gone = PlanRequest(PROMPTS[0], constraint, left=lambda: next(steps) > least, particles=particles)
    stays = PlanRequest(PROMPTS[1], constraint)
    left, stayed = writer.plan_many([gone, stays])
    assert stayed
    assert left.failure is not None
    assert len(left.tokens) < len(stayed.tokens)
    if particles == 1:
        assert left.failure.cause == "length"
        assert len(writer._engine.aborted) == 1
    assert not writer._engine.rows


def test_an_engine_that_reports_other_scores_than_the_models_is_not_believed(folder: str) -> None:
    llm = fake_vllm.LLM(folder, logits_processors=[PROCESSOR])
    llm.llm_engine.vllm_config.model_config.logprobs_mode = "processed_logprobs"
    result = VLLMPlanner(llm).plan(TIDY, "Tidy.", budget=5)
    assert result
    assert all(step.logprob is None and not step.rejected for step in result.trace)


def test_an_engine_that_does_not_enforce_is_found_out(folder: str) -> None:
    """A processor after CLAMP's revives a forbidden token: the plan does not get out."""

    class Late(fake_vllm.LogitsProcessor):
        def __init__(self, *_: Any) -> None:
            """Keeps nothing."""

        validate_params = staticmethod(lambda params: None)
        update_state = staticmethod(lambda update: None)

        def apply(self, logits: Any) -> Any:
            logits[:, 3] = 1e9
            return logits

    llm = fake_vllm.LLM(folder, logits_processors=[PROCESSOR, Late])
    writer = VLLMPlanner(llm)
    with pytest.raises(HostError, match="did not admit"):
        writer.plan(TIDY, "Tidy.", budget=5, max_new_tokens=20)
    assert not llm.llm_engine.rows, "the request was aborted"
    with pytest.raises(HostError, match="did not admit"):
        writer.plan(TIDY, "Tidy.", budget=5, max_new_tokens=1)


def test_a_refusal_in_the_engine_is_an_error_here(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = start(folder)
    theirs = Vocabulary.from_tokenizer(tokenizer(), size=writer.vocabulary.size, eos_ids=[0])
    monkeypatch.setattr(writer._engine.processors[0], "vocabulary", theirs)
    constraint = PlanConstraint(TIDY, writer.vocabulary, CALLS, budget=5)
    with pytest.raises(HostError, match="cannot enforce the constraint: The stop tokens"):
        writer.write([PlanRequest("Tidy.", constraint, max_new_tokens=2)])


def test_engines_that_would_not_enforce_are_refused(folder: str) -> None:
    with pytest.raises(HostError, match="does not load CLAMP's processor"):
        VLLMPlanner(fake_vllm.LLM(folder))
    elsewhere = fake_vllm.LLM(folder, logits_processors=[PROCESSOR])
    elsewhere.llm_engine.engine_core = SimpleNamespace()
    with pytest.raises(HostError, match="runs in another process"):
        VLLMPlanner(elsewhere)
    for options, why in (
        ({"tensor_parallel_size": 2}, r"on one device.*vllm serve"),
        ({"speculative_config": {"method": "ngram"}}, "speculative"),
        ({"nonsense": 1}, r"cannot start.*nonsense"),
    ):
        with pytest.raises(HostError, match=why):
            start(folder, **options)
    with pytest.raises(HostError, match="no such folder"):
        VLLMPlanner.from_pretrained("./nowhere")


def test_an_engine_of_ones_own_class_path_and_environment(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "VLLM_ENABLE_V1_MULTIPROCESSING"
    monkeypatch.setenv(name, "1")
    assert start(folder, logits_processors=[]).name == folder
    assert os.environ[name] == "1"
    monkeypatch.delenv(name)
    start(folder)
    assert name not in os.environ
    from clamp.hosts.vllm.processor import ClampProcessor, ConstrainedOnly

    assert issubclass(ClampProcessor, fake_vllm.LogitsProcessor)
    assert VLLMPlanner(fake_vllm.LLM(folder, logits_processors=[ClampProcessor])).batch_size == 4
    with pytest.raises(ConstraintError, match="constrained plans only"):
        ConstrainedOnly.validate_params(fake_vllm.SamplingParams())


def test_hmms_of_other_tokenizers_are_refused(folder: str, tmp_path: Path) -> None:
    width = start(folder).vocabulary.size
    foreign = HMM.random(2, width, seed=0)
    stranger = HMM.adopt(foreign.initial, foreign.transition, foreign.emission.T, "0" * 64)
    with pytest.raises(HMMError):
        start(folder, hmm=stranger)
    with pytest.raises(HMMError):
        VLLMPlanner(fake_vllm.LLM(folder, logits_processors=[PROCESSOR]), hmm=stranger)
    foreign.for_tokenizer(tokenizer()).save_pretrained(tmp_path)
    guided = start(folder, hmm=tmp_path, guidance=0.5)
    assert guided.hmm is not None
    assert guided.plan(TIDY, "Tidy.", budget=4).trace[0].score is not None


def test_bad_requests_are_refused(folder: str) -> None:
    writer = start(folder, max_model_len=64)
    narrow = PlanConstraint(TIDY, byte_vocabulary(), CALLS, budget=5)
    for request, error, why in (
        (PlanRequest("Tidy.", narrow), ConstraintError, "Models pad their vocabularies"),
        (PlanRequest("Tidy.", None, images=["a.png"]), HostError, "does not read images"),
        (PlanRequest("", None), HostError, "prompt is empty"),
        (PlanRequest("x" * 500, None), HostError, "context of"),
    ):
        with pytest.raises(error, match=why):
            writer.plan_many([request])
    with pytest.raises(HostError, match="at least one row"):
        writer.plan_many([], batch_size=0)


def test_without_vllm_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "clamp.hosts.choices.find_spec", lambda name: None if name == "vllm" else find_spec(name)
    )
    with pytest.raises(HostError, match="pip install"):
        VLLMPlanner.from_pretrained()


# ------------------------------------------------------------------ docs/vllm.md


@pytest.mark.no_cover
def test_the_guide_s_example_runs(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    code = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)[0]
    assert '"Qwen/Qwen3-8B"' in code
    monkeypatch.chdir(GUIDE.parents[1])
    found: dict[str, Any] = {}
    exec(compile(code.replace('"Qwen/Qwen3-8B"', repr(folder)), str(GUIDE), "exec"), found)
    assert found["result"].status == "plan"
    assert all(found["results"])


def test_the_guide_names_every_field_and_refused_setting() -> None:
    text = GUIDE.read_text()
    fields = {*description.ConstraintSpec.model_fields, *Limits.model_fields}
    assert all(f"`{name}`" in text for name in fields)
    assert description.HMM_VARIABLE in text
    assert PROCESSOR in text


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.no_cover
def test_particles_are_weighed_by_the_model_s_own_scores(folder: str, twin: Planner, seed: int) -> None:
    writer = start(folder, max_num_seqs=3)
    constraint = PlanConstraint(TIDY, writer.vocabulary, CALLS, budget=4, loops=True)
    asked = [
        PlanRequest(PROMPTS[1], constraint, particles=count, seed=seed, temperature=2.0, sampled=count == 2)
        for count in (1, 6, 2)
    ]
    results = writer.plan_many(asked, trace=True)
    assert all(results), [result.failure for result in results]
    assert [result.posterior and result.posterior.particles for result in results] == [None, 6, 2]
    for result in results[1:]:
        assert result.posterior is not None
        assert 0 < result.posterior.effective <= result.posterior.particles
        assert TIDY.validate(result.actions).valid
        assert len(result.trace) == result.timing.tokens
    text = writer._begin(0, asked[1], 0.0)
    assert isinstance(text, Text)
    for one in writer._write_particles(text, watch=False).particles:
        # What the particle was weighed with are the scores that its own tokens, and no other's, lead to.
        with torch.inference_mode():
            read = torch.tensor([[*text.tokens, *one.tokens[:-1]]])
            logits = twin.model(read).logits[0, len(text.tokens) - 1 :]
        logs = torch.log_softmax(logits.double() / 2.0, dim=-1)
        expected = sum(float(logs[place, token]) for place, token in enumerate(one.tokens))
        assert one.log_probability == pytest.approx(expected, abs=1e-2)


def test_a_particle_that_cannot_go_on_is_given_up_and_the_others_go_on(folder: str) -> None:
    writer = start(folder)
    result = writer.plan(TIDY, "Tidy.", budget=5, particles=4, max_new_tokens=3)
    assert result.failure is not None
    assert result.failure.cause == "length"


def test_texts_are_sampled_by_the_engine_alike_for_a_seed(folder: str) -> None:
    planner = start(folder)
    sampler = VLLMSampler(planner, max_new_tokens=8, opening="Pick(")
    found = sampler(PROMPTS, 3)
    opening = tuple(planner.tokenizer.encode("Pick(", add_special_tokens=False))
    assert all(tuple(one.tokens[: len(opening)]) == opening and len(one.tokens) <= 8 for one in found)
    assert all(0 < (one.confidence or 0) <= 1 for one in found)
    assert found == sampler(PROMPTS, 3) != sampler(PROMPTS, 4)
    assert found == [*sampler(PROMPTS[:2], 3), *sampler(PROMPTS[2:], 3, first=2)]
    with pytest.raises(HostError, match="Shorten it"):
        sampler(["go " * planner.context], 0)
