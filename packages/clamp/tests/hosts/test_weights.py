"""Weights that leave nothing to choose are a typed failure in every host, and harm no other row."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from roots import EXAMPLES
from typer.testing import CliRunner

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from fakes import GraphSystem, byte_vocabulary  # noqa: E402
from tiny_models import model, tokenizer  # noqa: E402

from clamp.cli import app  # noqa: E402
from clamp.decoding import PlanConstraint, PlanFormat  # noqa: E402
from clamp.decoding.lookahead import Lookahead  # noqa: E402
from clamp.decoding.visibility import VisibilityBias  # noqa: E402
from clamp.decoding.weights import MAX_GUIDANCE, Score, Weighted  # noqa: E402
from clamp.errors import ConstraintError, DeadEndError, GuidanceError, HostError  # noqa: E402
from clamp.hmm import HMM  # noqa: E402
from clamp.hosts.follower import Admissible  # noqa: E402
from clamp.hosts.hf.models import LoadedModel  # noqa: E402
from clamp.hosts.hf.planner import Planner  # noqa: E402
from clamp.hosts.hf.processor import ClampLogitsProcessor  # noqa: E402
from clamp.hosts.jobs import PlanRequest, Text  # noqa: E402
from clamp.hosts.rows import _Row  # noqa: E402
from clamp.hosts.scores import ScoreMask  # noqa: E402
from clamp.planning.system import Action  # noqa: E402

TIDY = GraphSystem(
    [Action("Pick", ("cup",)), Action("Put", ("cup", "shelf")), Action("Look")],
    {0: {0: 1, 2: 0}, 1: {1: 2, 2: 1}, 2: {2: 2}},
    {2},
)
CALLS = PlanFormat.calls()
INF = math.inf


def constraint(vocabulary: Any = None) -> PlanConstraint:
    return PlanConstraint(TIDY, vocabulary or byte_vocabulary(), CALLS, budget=4, loops=True)


def hmm_without(size: int, *zeros: int) -> HMM:
    """An HMM that never writes some tokens."""
    emission = HMM.random(2, size, seed=0).emission.copy()
    emission[:, list(zeros)] = 0
    return HMM(np.full(2, 0.5), np.full((2, 2), 0.5), emission / emission.sum(axis=1, keepdims=True))


def weighed(inner: PlanConstraint, score: float, weight: float = 1.0, only: int | None = None) -> Weighted:
    """Somebody else's score."""

    def scores(cursor: Any) -> np.ndarray:
        ids = inner.allowed(cursor)
        return np.where((only is None) | (ids == only), score, -INF)

    return Weighted(inner, [Score("mine", weight, scores)])


def step(weighed: Any, scores: Any) -> Any:
    return ClampLogitsProcessor(weighed, prompt_length=0)(
        torch.zeros(len(scores), 0, dtype=torch.long), scores
    )


@pytest.mark.parametrize(
    ("score", "guidance", "message"),
    [
        (-INF, 1.0, "holds all plans"),
        (-1e308, 1e6, "the weight is too large"),
        (1e308, 1e6, "the weight is too large"),
        (math.nan, 1.0, "no logarithm"),
        (INF, 1.0, "no logarithm"),
        (-1e39, 1.0, "leave the range"),
        (-1e38, 4.0, "leave the range"),
    ],
)
def test_weights_that_leave_nothing_are_named(score: float, guidance: float, message: str) -> None:
    one = weighed(constraint(), score, guidance)
    with pytest.raises(GuidanceError, match=message):
        step(one, torch.zeros(1, one.vocabulary.size))


def test_a_weight_is_from_zero_to_the_largest() -> None:
    for guidance in (-1.0, math.nan, -INF, 2 * MAX_GUIDANCE):
        with pytest.raises(ConstraintError, match=r"least 0|between 0 and"):
            weighed(constraint(), -1.0, guidance)
    assert weighed(constraint(), -INF, 0.0).bias(constraint().initial()) is None  # omitted, not multiplied


@pytest.mark.parametrize("guidance", [-1, math.nan, INF, 1e300, 1e37, 2 * MAX_GUIDANCE, "much", None])
def test_a_lookahead_refuses_weights_out_of_range(guidance: Any) -> None:
    inner = constraint()
    with pytest.raises(ConstraintError, match=r"guidance|λ"):
        Lookahead(inner, HMM.random(2, inner.vocabulary.size, seed=0), guidance=guidance)
    if guidance is None:
        return  # a planner's default
    with pytest.raises(ConstraintError, match=r"guidance|λ"):
        Planner(LoadedModel(model("llama"), tokenizer(), "tiny-llama"), guidance=guidance)


def test_the_largest_weights_that_are_taken_still_decide() -> None:
    inner = constraint()
    lookahead = Lookahead(inner, HMM.random(2, inner.vocabulary.size, seed=0), guidance=MAX_GUIDANCE)
    scores = step(lookahead, torch.zeros(1, inner.vocabulary.size))
    best = lookahead.scores(lookahead.initial())[0][lookahead.scores(lookahead.initial())[1].argmax()]
    assert int(scores.argmax()) == best
    sure = VisibilityBias(inner, {"cup": -1e6, "shelf": -1e6})
    assert torch.isfinite(step(sure, torch.zeros(1, inner.vocabulary.size)).max())
    with pytest.raises(ConstraintError, match="not below -1e\\+06"):
        VisibilityBias(inner, {"cup": -1e39, "shelf": 0.0})


def test_an_hmm_with_zeros_drops_tokens_and_fails_only_where_nothing_is_left() -> None:
    inner = constraint()
    look = Lookahead(inner, hmm_without(inner.vocabulary.size, ord("L")))
    ids, scores = look.scores(look.initial())
    of = dict(zip(ids.tolist(), scores.tolist(), strict=True))
    assert of[ord("L")] == -INF
    assert np.isfinite(of[ord("P")])
    masked = step(look, torch.zeros(1, inner.vocabulary.size))
    assert torch.isfinite(masked[0]).nonzero().flatten().tolist() == [ord("P")]
    # A text that the HMM holds for impossible has nothing behind it, and that is said.
    cursor = look.initial()
    for byte in b"Look()\nP":
        cursor = look.advance(cursor, byte)
        assert (look.scores(cursor)[1] == -INF).all()
        with pytest.raises(GuidanceError, match="pseudocounts"):
            look.bias(cursor)
    never = Lookahead(inner, hmm_without(inner.vocabulary.size, ord("(")))
    with pytest.raises(GuidanceError):
        step(never, torch.zeros(1, inner.vocabulary.size))


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_what_the_models_scores_may_be(dtype: str) -> None:
    width, kind = byte_vocabulary().size, getattr(torch, dtype)
    plain, soft = constraint(), weighed(constraint(), -3.0)
    for value, message in (
        (math.nan, "NaN"),
        (INF, "are inf"),
        (-INF, "every admissible token has score -inf"),
    ):
        scores = torch.full((1, width), value, dtype=kind)
        for one in (plain, soft):
            with pytest.raises(DeadEndError, match=message):
                step(one, scores)
    elsewhere = torch.full((1, width), math.nan, dtype=kind)
    elsewhere[0, [ord("P"), ord("L")]] = 1.0
    masked = step(soft, elsewhere)
    assert masked.dtype == kind
    assert masked[0, ord("P")] == -2.0
    assert not masked.isnan().any()
    assert not torch.softmax(masked, -1).isnan().any()


def test_a_bias_beyond_half_precision_is_refused_by_name() -> None:
    soft = weighed(constraint(), -1e5)
    width = soft.vocabulary.size
    with pytest.raises(GuidanceError, match=r"float16.*float32"):
        step(soft, torch.zeros(1, width, dtype=torch.float16))
    assert torch.isfinite(step(soft, torch.zeros(1, width))).any()


def test_each_token_excluded_by_one_of_the_two() -> None:
    soft = weighed(constraint(), -1.0, only=ord("P"))
    scores = torch.zeros(1, soft.vocabulary.size)
    assert torch.isfinite(step(soft, scores)).nonzero().tolist() == [[0, ord("P")]]
    scores[0, ord("P")] = -INF
    with pytest.raises(GuidanceError, match="excluded by one of the two"):
        step(soft, scores)


def test_a_bad_row_does_not_harm_the_others() -> None:
    scores = torch.arange(12.0).reshape(3, 4)
    scores[1, 2] = math.nan
    rows = {
        0: Admissible(np.array([1, 3])),
        1: Admissible(np.array([0, 2])),
        2: Admissible(np.array([0, 1]), np.array([-1.0, -INF])),
    }
    flat, kept, refused = ScoreMask().pick(scores, rows)
    assert flat.tolist() == [1, 3, 8, 9]
    assert kept.tolist() == [1.0, 3.0, 7.0, -INF]
    assert list(refused) == [1]
    assert "Row 1: the model's scores of admissible tokens are NaN" in str(refused[1])


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_scores_of_the_model_that_are_infinite_are_named(temperature: float) -> None:
    vocabulary = byte_vocabulary()
    request = PlanRequest("Task", constraint(vocabulary), temperature=temperature)
    for value in (INF, math.nan, -INF):
        row = _Row(Text(request, (1,), 9, vocabulary.eos_ids))
        with pytest.raises(HostError, match=r"float32|every admissible"):
            row.take(np.full(vocabulary.size, value, dtype=np.float32), watch=False)


def loaded() -> LoadedModel:
    return LoadedModel(model("llama"), tokenizer(), "tiny-llama")


@pytest.mark.parametrize("shared_prefix", [None, False])
@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_a_planner_says_that_guidance_leaves_nothing(shared_prefix: bool | None, temperature: float) -> None:
    plain = Planner(loaded(), shared_prefix=shared_prefix)
    size = plain.vocabulary.size
    ids = plain.tokenizer.convert_tokens_to_ids
    broken = Planner(loaded(), shared_prefix=shared_prefix, hmm=hmm_without(size, ids("(")))
    result = broken.plan(TIDY, "tidy", budget=4, temperature=temperature)
    assert result.status == "fail"
    assert result.failure is not None
    assert result.failure.cause == "guidance"
    assert "pseudocounts" in result.failure.message
    assert "NaN" not in json.dumps(result.to_json())
    inner = constraint(plain.vocabulary)
    good = PlanRequest("Task", inner, temperature=temperature)
    bad = PlanRequest("Task", broken.guided(inner), temperature=temperature)
    statuses = [one.status for one in plain.plan_many([good, bad, good])]
    assert statuses == ["plan", "fail", "plan"]


@pytest.mark.parametrize("constraints", ["token", "grounded", "none", {"syntax", "executability"}])
def test_guidance_that_would_weigh_nothing_is_refused(constraints: Any) -> None:
    plain = Planner(loaded())
    guided = Planner(loaded(), hmm=HMM.random(2, plain.vocabulary.size, seed=0))
    with pytest.raises(ConstraintError, match=r"would weigh nothing.*guidance=0"):
        guided.plan(TIDY, "tidy", budget=4, constraints=constraints)
    off = guided.plan(TIDY, "tidy", budget=4, constraints=constraints, guidance=0, max_new_tokens=40)
    assert off.text == plain.plan(TIDY, "tidy", budget=4, constraints=constraints, max_new_tokens=40).text
    with pytest.raises(ConstraintError, match="no HMM"):
        plain.plan(TIDY, "tidy", budget=4, guidance=2)
    quarter = guided.plan(TIDY, "tidy", budget=4, guidance=0.25)
    assert {one.weighed_by for one in quarter.trace} == {"G"}


def test_a_trace_says_what_its_scores_are() -> None:
    plain = Planner(loaded())
    guided = Planner(loaded(), hmm=HMM.random(2, plain.vocabulary.size, seed=0), guidance=0.5)
    sure = {"cup": -0.5, "shelf": -0.25}
    for planner, weights, name in (
        (plain, None, None),
        (plain, sure, "visibility"),
        (guided, None, "G"),
        (guided, sure, "visibility + 0.5 G"),
    ):
        result = planner.plan(TIDY, "tidy", budget=4, visibility=weights)
        assert result.status == "plan"
        assert {one.weighed_by for one in result.trace} == {name}
        assert {one["weighed_by"] for one in result.to_json()["trace"]} == {name}
        for one in result.trace:
            assert set(one.scores) == ({"visibility"} if weights else set()) | (
                {"G"} if planner is guided else set()
            )
            total = one.scores.get("visibility", 0.0) + (0.5 if weights else 1.0) * one.scores.get("G", 0.0)
            assert (one.score or 0.0) == pytest.approx(total)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--hmm", "hmm", "--constraints", "token"], "Use --constraints world"),
        (["--hmm", "hmm", "--constraints", "grounded", "--guidance", "2"], "Use --constraints world"),
        (["--guidance", "2"], "needs an HMM"),
    ],
)
def test_the_command_line_refuses_guidance_that_would_weigh_nothing(options: list[str], message: str) -> None:
    task = EXAMPLES / "kitchen" / "task.yaml"
    run = CliRunner().invoke(app, ["plan", str(task), *options])  # no model is loaded, and no HMM read
    assert run.exit_code == 2
    assert message in " ".join(run.output.split())
