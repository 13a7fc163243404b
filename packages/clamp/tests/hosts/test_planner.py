"""Planner: plans are certified, failures are values, and the fast path writes what the plain one writes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fakes import GraphSystem

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny_models import model, planner, tokenizer  # noqa: E402

from clamp.decoding import Failure, PlanConstraint, PlanFormat  # noqa: E402
from clamp.decoding.result import (  # noqa: E402
    PlanResult,
    ShortestPlan,
    Timing,
)
from clamp.errors import ConstraintError, HostError, SceneError  # noqa: E402
from clamp.hosts.hf import batch  # noqa: E402
from clamp.hosts.hf.batch import BatchCache  # noqa: E402
from clamp.hosts.hf.models import LoadedModel  # noqa: E402
from clamp.hosts.hf.planner import Planner  # noqa: E402
from clamp.hosts.jobs import PlanRequest  # noqa: E402
from clamp.planning.system import Action, Validation  # noqa: E402
from clamp.request.request import Request  # noqa: E402

CALLS = PlanFormat.calls()
PICK, PUT, LOOK = Action("Pick", ("cup",)), Action("Put", ("cup", "shelf")), Action("Look")
TIDY = GraphSystem([PICK, PUT, LOOK], {0: {0: 1, 2: 0}, 1: {1: 2, 2: 1}, 2: {2: 2}}, {2})
COMMON = "You write plans for a robot with one gripper that tidies a kitchen. Format: Name(argument). "
PROMPTS = [
    f"{COMMON}Task: {task}" for task in ("put the cup away", "tidy", "look around, then tidy up", "go")
]


def requests(writer: Planner, prompts: list[str] = PROMPTS, **options: Any) -> list[PlanRequest]:
    constraint = PlanConstraint(TIDY, writer.vocabulary, CALLS, budget=5, loops=True)
    return [PlanRequest(prompt, constraint, **options) for prompt in prompts]


def free(prompts: list[str] = PROMPTS) -> list[PlanRequest]:
    return [PlanRequest(prompt, None, CALLS, TIDY, max_new_tokens=12) for prompt in prompts]


# ------------------------------------------------------------------ the fast path and its twin


@pytest.mark.sampled(4)
@pytest.mark.parametrize("kind", ["llama", "qwen3", "qwen3-vl"])
@pytest.mark.parametrize("batch_size", [1, 3])
@pytest.mark.parametrize("prompts", [PROMPTS, ["Task: tidy up", "go"], PROMPTS[:1]], ids=len)
@pytest.mark.no_cover
def test_batches_over_a_shared_prefix_write_what_generate_writes(
    kind: str, batch_size: int, prompts: list[str]
) -> None:
    fast, plain = planner(kind, shared_prefix=True), planner(kind, shared_prefix=False)
    for asked in (requests(fast, prompts), free(prompts)):
        ours = fast.plan_many(asked, batch_size=batch_size, trace=True)
        theirs = plain.plan_many(asked, trace=True)
        for one, other in zip(ours, theirs, strict=True):
            assert (one.text, one.status, one.actions) == (other.text, other.status, other.actions)
            assert one.trace == other.trace
            assert one.timing.tokens == other.timing.tokens


def test_logits_behind_a_shared_prefix_are_those_of_the_whole_prompt() -> None:
    """Rows of different lengths, over several steps, past the first growth of the tails."""
    tiny, generator = model(), torch.Generator().manual_seed(3)
    whole = [torch.randint(0, 300, (n,), generator=generator).tolist() for n in (9, 14, 11)]
    prefix_tokens = torch.randint(0, 300, (40,), generator=generator).tolist()
    batch.install(tiny)
    with torch.inference_mode():
        prefix = batch.extend_prefix(tiny, [], 0, prefix_tokens)
        rows = [batch.read_prompt(tiny, tokens, prefix)[0] for tokens in whole]
        seats = BatchCache.of(prefix, rows)
        for position in range(70):
            fed = [(position * 7 + row) % 300 for row in range(3)]
            logits = batch.step(tiny, fed, seats)
            for row, token in enumerate(fed):
                whole[row].append(token)
            if position % 23 == 0:
                for row, tokens in enumerate(whole):
                    expected = tiny(torch.tensor([prefix_tokens + tokens])).logits[0, -1]
                    torch.testing.assert_close(logits[row], expected, rtol=1e-4, atol=1e-4)


def test_a_prefix_is_kept_and_extended_between_calls() -> None:
    writer = planner()
    fresh = [planner().plan_many(requests(writer, [prompt]))[0].text for prompt in PROMPTS]
    kept = [writer.plan_many(requests(writer, [prompt]))[0].text for prompt in PROMPTS]
    again = [result.text for result in writer.plan_many(requests(writer))]
    assert fresh == kept == again


def test_a_model_that_cannot_share_goes_through_generate() -> None:
    result = planner("mistral-window").plan(TIDY, "tidy", budget=4)
    assert result.status == "plan"
    with pytest.raises(HostError, match=r"cannot serve.*Sliding"):
        planner("mistral-window", shared_prefix=True)


# ------------------------------------------------------------------ plans


@pytest.mark.parametrize("shared", [True, False])
def test_a_plan_is_certified_streamed_and_traced(shared: bool) -> None:
    pieces: list[str] = []
    writer = planner(shared_prefix=shared)
    result = writer.plan(TIDY, "Put the cup on the shelf.", budget=4, on_text=pieces.append)
    assert result
    assert "".join(pieces) == result.text == CALLS.serialize(result.actions)
    assert TIDY.validate(result.actions).valid
    assert result.certificate == Validation(True)
    assert len(result.trace) == result.timing.tokens
    assert "".join(step.text for step in result.trace) == result.text
    assert all(step.allowed for step in result.trace)
    refused = [step.wanted for step in result.trace if step.wanted is not None]
    assert refused
    assert all(wanted.constraint and wanted.reason for wanted in refused)
    timing = result.timing
    assert timing.constraint > 0
    assert timing.seconds_per_token > 0
    plain = json.loads(json.dumps(result.to_json()))
    assert plain["actions"][-1] == {"name": result.actions[-1].name, "args": list(result.actions[-1].args)}
    assert plain["certificate"]["valid"] is True
    assert "trace" not in result.to_json(trace=False)


def test_results_come_as_they_end_and_return_in_order() -> None:
    writer, seen = planner(), {}
    asked = requests(writer)
    results = writer.plan_many(
        asked, batch_size=2, on_result=lambda index, result: seen.update({index: result})
    )
    assert [seen[index] for index in range(len(asked))] == results
    assert all(result.status == "plan" for result in results)


def test_draws_depend_on_the_seed_and_not_on_the_batch() -> None:
    writer = planner()
    options = {"temperature": 3.0}
    alone = [
        writer.write([PlanRequest(r.prompt, r.constraint, seed=seed, temperature=3.0)])[0].text
        for seed, r in enumerate(requests(writer, **options))
    ]
    many = [
        PlanRequest(r.prompt, r.constraint, seed=s, temperature=3.0) for s, r in enumerate(requests(writer))
    ]
    assert [result.text for result in writer.plan_many(many, batch_size=3)] == alone
    texts = {
        writer.plan(TIDY, "tidy", budget=6, loops=True, temperature=3.0, seed=seed, trace=False).text
        for seed in range(6)
    }
    assert len(texts) > 1


def test_a_chat_goes_through_the_template() -> None:
    writer = planner()
    chat = [{"role": "user", "content": "Task: tidy"}]
    text = tokenizer().apply_chat_template(chat, tokenize=False, add_generation_prompt=True)
    constraint = PlanConstraint(TIDY, writer.vocabulary, CALLS, budget=3)
    results = writer.write([PlanRequest(chat, constraint), PlanRequest(text, constraint)])
    assert results[0].text == results[1].text
    assert results[0].timing.prompt_tokens == results[1].timing.prompt_tokens


# ------------------------------------------------------------------ failures are values


def test_no_plan_within_the_budget_names_the_smallest_that_would_do() -> None:
    result = planner().plan(TIDY, "tidy", budget=1)
    assert result.status == "fail"
    assert result.failure == Failure("budget", "The goal needs 2 actions, but the budget is 1.", 2)
    assert (result.actions, result.text, result.certificate) == ((), "", None)
    json.dumps(result.to_json())


@pytest.mark.parametrize("shared", [True, False])
def test_a_plan_that_is_cut_is_a_failure(shared: bool) -> None:
    result = planner(shared_prefix=shared).plan(TIDY, "tidy", budget=6, max_new_tokens=3)
    assert result.failure is not None
    assert result.failure.cause == "length"
    assert result.timing.tokens == 3


def test_unconstrained_text_is_read_and_judged() -> None:
    result = planner().plan(TIDY, "tidy", constraints="none", max_new_tokens=8)
    assert result.failure is not None
    assert result.failure.cause == "syntax"
    assert all(step.allowed is None for step in result.trace)


@pytest.mark.parametrize("constraints", ["token", "grounded", {"syntax", "visibility"}])
def test_weaker_constraints_may_write_what_the_validator_refuses(constraints: Any) -> None:
    result = planner().plan(TIDY, "tidy", budget=1, constraints=constraints, seen=["cup", "shelf"])
    assert result.failure is not None
    assert result.failure.cause == "validation"
    assert len(result.actions) == 1
    assert result.certificate is not None
    assert not result.certificate.valid


def test_a_plan_that_the_validator_refuses_is_never_returned_as_one() -> None:
    class Doubtful(GraphSystem):
        def validate(self, actions: Any) -> Validation:
            return Validation(False, 1, "the shelf is gone")

    result = planner().plan(Doubtful([PICK, PUT, LOOK], TIDY.edges, TIDY.goals), "tidy", budget=2)
    assert not result
    assert result.failure == Failure("validation", "Action 2: the shelf is gone")


def test_without_a_system_nothing_is_certified() -> None:
    wrote = PlanRequest("Task", None, max_new_tokens=4)
    result = planner().plan_many([wrote])[0]
    assert result.failure is not None
    assert result.failure.cause == "uncertified"


# ------------------------------------------------------------------ bad input


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"budget": 0, "constraints": "token"}, ConstraintError, "budget is 0"),
        ({"seen": ["cupp"]}, ConstraintError, "Did you mean 'cup'"),
        ({"constraints": "worlds"}, ConstraintError, "choose one of none, token"),
        ({"constraints": "none", "budget": -1}, ConstraintError, "budget is -1"),
        ({"instruction": " "}, ConstraintError, "needs an instruction"),
        ({"max_new_tokens": 0}, ConstraintError, "`max_new_tokens` is a whole number of at least 1"),
        ({"images": ["cup.png"]}, SceneError, "no picture 'cup.png'"),
        ({"images": [torch.zeros(16, 96)]}, HostError, "does not read images"),
        ({"prompt": ""}, HostError, "prompt is empty"),
        ({"prompt": "cup " * 5000}, HostError, "context of 'tiny-llama' holds 4096"),
    ],
)
def test_bad_input_is_explained(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        planner().plan(TIDY, **{"instruction": "tidy", **options})


def test_an_empty_batch_is_refused_and_no_requests_are_no_results() -> None:
    with pytest.raises(HostError, match="batch size is 0"):
        planner().plan_many([], batch_size=0)
    assert planner().plan_many([]) == []


def test_a_vocabulary_of_another_model_is_refused() -> None:
    from clamp.automata import Vocabulary

    narrow = PlanConstraint(TIDY, Vocabulary.from_tokenizer(tokenizer()), CALLS, budget=3)
    with pytest.raises(ConstraintError, match="Models pad their vocabularies"):
        planner().write([PlanRequest("Task", narrow)])


def test_scores_that_are_nan_are_named() -> None:
    from transformers import LlamaForCausalLM

    broken = LlamaForCausalLM(model().config).eval()
    torch.nn.init.constant_(broken.model.norm.weight, torch.nan)
    writer = Planner(LoadedModel(broken, tokenizer(), "broken"))
    with pytest.raises(HostError, match="float32"):
        writer.plan(TIDY, "tidy")


def test_a_result_is_a_certified_plan_or_a_failure_and_nothing_between() -> None:
    with pytest.raises(ValueError, match="certified"):
        PlanResult("plan", (PICK,), "Pick(cup)")
    with pytest.raises(ValueError, match="certified"):
        PlanResult("plan", (PICK,), "", Failure("length", "cut"), Validation(True))
    with pytest.raises(ValueError, match="certified"):
        PlanResult("fail", (PICK,), "", None, Validation(True))
    with pytest.raises(ValueError, match="needs a failure"):
        PlanResult("fail")
    assert Timing().seconds_per_token == 0
    assert Timing().constraint_share == 0


@pytest.mark.parametrize(
    ("options", "most"), [({"slack": 0}, 2), ({"slack": 1}, 3), ({}, 4), ({"budget": 3}, 3)]
)
@pytest.mark.parametrize("loops", [False, True])
def test_a_plan_says_how_long_the_shortest_is(options: dict[str, Any], most: int, loops: bool) -> None:
    writer = planner()
    for seed in range(4):
        result = writer.plan(TIDY, "tidy", temperature=5.0, seed=seed, loops=loops, trace=False, **options)
        assert result.shortest == ShortestPlan(2, proved=True, more=len(result.actions) - 2)
        assert 2 <= len(result.actions) <= (most if loops else 2)  # but for looking, which changes nothing
    assert writer.plan(TIDY, "tidy", constraints="token", budget=2).shortest is None


def test_a_request_of_one_s_own_is_run_as_its_arguments_are() -> None:
    writer = planner()
    request = Request.of(TIDY, "tidy", slack=1, loops=True, temperature=3.0, seed=4)
    assert (
        writer.run(request).text
        == writer.plan(TIDY, "tidy", slack=1, loops=True, temperature=3.0, seed=4).text
    )
    changed = request.but(slack=0, seen=["cup", "shelf"])
    assert (changed.configuration.slack, changed.system) == (0, request.system)
    assert writer.run(changed).actions == writer.plan(TIDY, "tidy", slack=0).actions
    with pytest.raises(ConstraintError, match="`request`"):
        writer.run("tidy")  # type: ignore[arg-type]


def test_the_chat_template_is_told_what_the_request_says() -> None:
    from copy import deepcopy

    writer = planner()
    writer.tokenizer = deepcopy(writer.tokenizer)
    writer.tokenizer.chat_template = (
        "{% for message in messages %}{{ message.content }}{% endfor %}"
        "{% if enable_thinking is defined and not enable_thinking %}no thoughts{% endif %}"
    )
    read = [
        writer._prompt(PlanRequest([{"role": "user", "content": "x"}], chat_template_kwargs=told))[0]  # pyright: ignore[reportPrivateUsage]
        for told in (None, {"enable_thinking": True}, {"enable_thinking": False})
    ]
    texts = [writer.tokenizer.decode(tokens) for tokens in read]
    assert texts[0] == texts[1] == "x"
    assert texts[2] == "xno thoughts"


@pytest.mark.parametrize("told", [{"tokenize": True}, {"x": [1]}, "enable_thinking", {1: 2}])
def test_what_a_chat_template_cannot_be_told_is_refused(told: Any) -> None:
    with pytest.raises(ConstraintError, match="chat_template_kwargs"):
        PlanRequest("x", chat_template_kwargs=told)
