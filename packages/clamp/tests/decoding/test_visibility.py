"""Soft visibility: a plan's biases add up to its actions' weights, however it is cut into tokens."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest
from fakes import GraphSystem, byte_vocabulary, graph_systems
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from patience import examples

from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.lookahead import Lookahead
from clamp.decoding.visibility import VisibilityBias
from clamp.errors import ConstraintError
from clamp.hmm import HMM
from clamp.planning.system import Action

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("unhurried")]

FORMATS = [
    PlanFormat.calls(),
    PlanFormat.skill_json(),
    PlanFormat.skill_json(spaced=True),
    PlanFormat.steps(),
    PlanFormat.calls().with_reasoning("Think:", "\nPlan:\n", 12),
    PlanFormat.from_template("{name} {args};", separator=" ").with_reasoning("", "!", 4),
    PlanFormat.from_template(
        "<{name}|{args}>", opening="[", separator="", lead="{i}", closing="]", name="wrapped"
    ),
]


def weight(weights: dict[str, float], action: Action) -> float:
    return sum(weights[name] for name in set(action.args))


@st.composite
def biases(draw: st.DrawFn, plan_format: PlanFormat) -> tuple[VisibilityBias, dict[str, float]]:
    """A constraint with random weights, over tokens that cross and split actions in many ways."""
    system = draw(graph_systems(max_states=3, max_actions=5))
    preamble = "" if plan_format.reasoning is None else "x"
    samples = [
        plan_format.serialize(plan, reasoning=preamble).encode()
        for plan in itertools.product(system.actions, repeat=2)
    ]
    extra = [
        piece[draw(st.integers(0, len(piece))) :][: draw(st.integers(2, 30))]
        for piece in draw(st.lists(st.sampled_from(samples), max_size=8))
    ]
    weights = {name: draw(st.sampled_from([0.0, -0.5, -1.25, -3.0])) for name in system.entities}
    enforce = draw(st.sampled_from([{"syntax"}, {"syntax", "visibility"}, {"syntax", "executability"}, None]))
    options = {} if enforce is None else {"enforce": enforce}
    constraint = PlanConstraint(system, byte_vocabulary(extra), plan_format, budget=3, **options)
    return VisibilityBias(constraint, weights), weights


PATIENT = settings(
    max_examples=examples(20), suppress_health_check=(HealthCheck.filter_too_much, HealthCheck.too_slow)
)


@pytest.mark.parametrize("plan_format", FORMATS, ids=lambda f: f"{f.name}{bool(f.reasoning)}")
@given(data=st.data(), seed=st.integers(0, 999))
@PATIENT
def test_a_plans_biases_add_up_to_its_weights_for_every_tokenisation(
    plan_format: PlanFormat, data: st.DataObject, seed: int
) -> None:
    soft, weights = data.draw(biases(plan_format))
    cursor, total, text = soft.initial(), 0.0, b""
    assume(len(soft.allowed(cursor)))
    draw = random.Random(seed)
    while True:
        ids, scores = soft.allowed(cursor), soft.named_scores(cursor)["visibility"]
        token = int(draw.choice([*ids[-40:], *ids[:5]]))
        total += scores[np.searchsorted(ids, token)]
        after = soft.advance(cursor, token)
        # The definition, for this token and some others.
        for other in {token, *ids[:: max(1, len(ids) // 5)].tolist()}:
            expected = soft.potential(soft.advance(cursor, other)) - soft.potential(cursor)
            assert scores[np.searchsorted(ids, other)] == pytest.approx(expected, abs=1e-12)
        cursor = after
        if token in soft.vocabulary.eos_ids:
            break
        text += soft.vocabulary.bytes_of(token) or b""
        actions = soft.actions(cursor)
        written = sum(weight(weights, action) for action in actions)
        assert total <= written + 1e-9
    plan = plan_format.parse(text.decode())
    assert total == pytest.approx(sum(weight(weights, action) for action in plan), abs=1e-9)


@pytest.mark.parametrize("plan_format", FORMATS, ids=lambda f: f"{f.name}{bool(f.reasoning)}")
@given(data=st.data(), seed=st.integers(0, 999))
@PATIENT
def test_where_all_is_surely_there_nothing_is_preferred(
    plan_format: PlanFormat, data: st.DataObject, seed: int
) -> None:
    soft, weights = data.draw(biases(plan_format))
    draw = random.Random(seed)
    sure = VisibilityBias(soft.constraint, dict.fromkeys(weights, 0.0))
    cursor = sure.initial()
    assume(len(sure.allowed(cursor)))
    for _ in range(20):
        ids, scores = sure.allowed(cursor), sure.bias(cursor)
        assert scores is not None
        assert not scores.any()
        if not len(ids):
            break
        cursor = sure.advance(cursor, int(draw.choice(ids[-9:])))


CHOICE = GraphSystem(
    [
        Action("Pick", ("cup",)),
        Action("Pick", ("cap",)),
        Action("Put", ("cup", "cup")),
        Action("Put", ("cap",)),
    ],
    {0: {0: 1, 1: 2}, 1: {2: 3}, 2: {3: 3}},
    {3},
)
LOGS = {"cup": math.log(0.9), "cap": math.log(0.3)}


def choice(**options: object) -> PlanConstraint:
    return PlanConstraint(CHOICE, byte_vocabulary([b"Pick(cup)", b"Pick(ca"]), PlanFormat.calls(), budget=4)


def test_the_bias_is_what_the_entities_weigh() -> None:
    soft = VisibilityBias(choice(), LOGS)
    ids, scores = soft.allowed(soft.initial()), soft.named_scores(soft.initial())["visibility"]
    shown = {soft.vocabulary.bytes_of(int(token)): score for token, score in zip(ids, scores, strict=True)}
    assert shown[b"Pick(cup)"] == pytest.approx(LOGS["cup"])
    assert shown[b"Pick(ca"] == pytest.approx(LOGS["cap"])
    assert shown[b"P"] == pytest.approx(LOGS["cup"])
    added = soft.bias(soft.initial())
    assert added is not None
    np.testing.assert_array_equal(added, scores)
    assert soft.failure() is None
    assert not soft.accepting(soft.initial())
    assert not soft.explain(soft.initial(), 0).allowed
    assert soft.system is CHOICE
    assert soft.truncation is None


def test_visibility_and_goal_mass_both_weigh() -> None:
    constraint = choice()
    hmm = HMM.random(2, constraint.vocabulary.size, seed=0)
    lookahead = Lookahead(constraint, hmm, guidance=0.5)
    both, soft = VisibilityBias(lookahead, LOGS), VisibilityBias(constraint, LOGS)
    cursor = both.initial()
    expected = soft.bias(cursor) + 0.5 * lookahead.scores(cursor)[1]
    np.testing.assert_allclose(both.bias(cursor), expected)
    assert both.truncation == lookahead.truncation
    off = VisibilityBias(Lookahead(constraint, hmm, guidance=0.0), LOGS)
    np.testing.assert_array_equal(off.bias(cursor), soft.bias(cursor))
    assert list(off.named_scores(cursor)) == ["visibility"]


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({"cup": 0.5, "cap": 0.0}, "log weight of 'cup' is 0.5"),
        ({"cup": -math.inf, "cap": 0.0}, "left out of `seen`"),
        ({"cup": math.nan, "cap": 0.0}, "'cup' is nan"),
        ({"cup": 0.0}, "'cap' may be named, but has no weight"),
    ],
)
def test_weights_that_make_no_sense_are_refused(weights: dict[str, float], message: str) -> None:
    with pytest.raises(ConstraintError, match=message):
        VisibilityBias(choice(), weights)


@given(st.lists(st.floats(-5, 0), min_size=1, max_size=40), st.data())
def test_interval_maxima(values: list[float], data: st.DataObject) -> None:
    from clamp.decoding.visibility import _RangeMaximum

    bounds = data.draw(
        st.lists(st.tuples(st.integers(0, len(values)), st.integers(0, len(values))), min_size=1)
    )
    pairs = [(min(pair), max(pair)) for pair in bounds if pair[0] != pair[1]]
    lo = np.array([low for low, _ in pairs], dtype=np.int32)
    hi = np.array([high for _, high in pairs], dtype=np.int32)
    found = _RangeMaximum(np.array(values)).over(lo, hi)
    assert found.tolist() == [max(values[low:high]) for low, high in pairs]
