"""Constraints in requests: what is described is what is built; anything doubtful is refused at the door."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from extras import needs
from fakes import byte_vocabulary
from serving import DOMAIN, PROBLEM, SPEC, Core, Demanding, params

from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.lookahead import ActionLookahead, Lookahead
from clamp.decoding.visibility import VisibilityBias
from clamp.errors import ConstraintError
from clamp.hmm import HMM
from clamp.planning import Problem
from clamp.planning.rules import Ruled
from clamp.serve.description import HMM_VARIABLE, ConstraintSpec, read_carried

pytestmark = needs("torch", "transformers")

VOCABULARY = byte_vocabulary()


def spec(**fields: Any) -> ConstraintSpec:
    found = read_carried({**SPEC, **fields})
    assert isinstance(found, ConstraintSpec)
    return found


def test_what_is_described_is_what_is_built() -> None:
    fields: dict[str, Any] = {
        "seen": ["hall", "attic"],
        "format": "steps",
        "limits": {"states": 500, "seconds": 9.0},
        "visibility": {"hall": -1.0, "attic": 0.0},
        "guidance": 0.25,
    }
    hmm = HMM.random(2, VOCABULARY.size, seed=0)
    made = spec(**fields).build(VOCABULARY, hmm)
    assert isinstance(made, VisibilityBias)
    hard = made.constraint
    assert (hard.budget, hard.seen) == (3, {"hall", "attic"})
    assert (hard.limits.states, hard.limits.seconds) == (500, 9.0)
    assert hard.plan_format.name == PlanFormat.steps().name
    own = PlanConstraint(
        Problem.from_pddl(DOMAIN, PROBLEM), VOCABULARY, PlanFormat.steps(), budget=3, seen=["hall", "attic"]
    )
    twin = VisibilityBias(Lookahead(own, hmm, guidance=0.25), {"hall": -1.0, "attic": 0.0})
    ours, theirs = made.initial(), twin.initial()
    for token in PlanFormat.steps().serialize(Problem.from_pddl(DOMAIN, PROBLEM).actions[:1]).encode()[:4]:
        assert np.array_equal(made.allowed(ours), twin.allowed(theirs))
        np.testing.assert_allclose(made.bias(ours), twin.bias(theirs))
        if token not in made.allowed(ours):
            break
        ours, theirs = made.advance(ours, token), twin.advance(theirs, token)


@pytest.mark.parametrize(
    ("name", "enforce"),
    [
        ("world", {"syntax", "visibility", "executability", "goal"}),
        ("grounded", {"syntax", "visibility"}),
        ("token", {"syntax"}),
        (["syntax", "executability"], {"syntax", "executability"}),
    ],
)
def test_configurations_are_those_of_the_planner(name: Any, enforce: set[str]) -> None:
    from clamp.request.settings import enforced

    found = spec(constraints=name)
    assert found.enforce == enforce == enforced(name)
    assert isinstance(made := found.build(VOCABULARY, None), PlanConstraint)
    assert made.enforce == enforce


def test_rules_are_kept() -> None:
    made = spec(rules=["!do:sweep(hall)", "G !do:sweep(hall)"]).build(VOCABULARY, None)
    assert isinstance(made.system, Ruled)
    assert len(made.system.rules) == 2


def test_json_text_is_as_good_as_an_object() -> None:
    assert read_carried(json.dumps(SPEC)) == read_carried(SPEC)
    assert spec().digest == spec(format="calls").digest != spec(budget=4).digest


@pytest.mark.parametrize(
    ("carried", "why"),
    [
        ("{", "is a text, but not JSON"),
        (7, "this is a int"),
        ([], "this is a list"),
        ({}, "missing field 'domain'"),
        ({**SPEC, "bugdet": 2}, "'bugdet': unknown field; did you mean 'budget'"),
        ({**SPEC, "budget": 0}, "budget should be greater"),
        ({**SPEC, "slack": -1}, "slack should be greater"),
        ({**SPEC, "slack": 1.5}, "slack should be a whole number"),
        ({**SPEC, "limits": {"seconds": 0}}, "limits.seconds should be greater"),
        ({**SPEC, "budget": "3"}, "budget should be a whole number"),
        ({**SPEC, "domain": "/etc/passwd"}, "domain is PDDL text that begins with a parenthesis"),
        ({**SPEC, "problem": "../(x"}, "problem is PDDL text that begins with a parenthesis"),
        ({**SPEC, "seen": {"a"}}, "not JSON serializable"),
        ({**SPEC, "guidance": -1.0}, "guidance"),
        ({**SPEC, "guidance": float("nan")}, "guidance"),
        ({**SPEC, "constraints": "none"}, "constraints"),
        ({"handed": "0" * 32}, "planner in another process"),
        ({"handed": "0" * 32, **SPEC}, "planner in another process"),
    ],
)
def test_malformed_descriptions_are_refused(carried: Any, why: str) -> None:
    with pytest.raises(ConstraintError, match=why):
        Core.validate_params(params(carried))


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"budget": 1}, r"No plan exists \(budget\).*smallest budget that would do: 2"),
        ({"slack": 1, "constraints": "token"}, "do not have 'goal'"),
        ({"seen": ["hall"]}, r"No plan exists \(unseen\).*attic"),
        ({"seen": ["cellar"]}, "no such entity"),
        ({"format": "prose"}, "no plan format 'prose'"),
        ({"domain": "(define"}, "PDDL|expected|end"),
        ({"constraints": ["goal"]}, "need 'syntax'"),
        ({"visibility": {"hall": 1.0, "attic": 0.0}}, "visibility.hall should be less"),
        ({"guidance": 1.0}, f"{HMM_VARIABLE} is not set"),
        ({"rules": ["G !do:sweep"]}, "No plan exists"),
        ({"rules": ["G ("]}, "where a fact"),
    ],
)
def test_requests_without_a_plan_are_refused_before_they_run(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(ConstraintError, match=why):
        Core.validate_params(params({**SPEC, **fields}))


def test_guidance_needs_a_goal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HMM_VARIABLE, "somewhere")
    Core.validate_params(params({**SPEC, "guidance": 1.0}))
    with pytest.raises(ConstraintError, match="must be 'world'"):
        Core.validate_params(params({**SPEC, "guidance": 1.0, "constraints": "token"}))
    without = {**SPEC, "constraints": "token", "lookahead": "action", "belief": "plan"}
    Core.validate_params(params({**without, "guidance": 1.0}))
    with pytest.raises(ConstraintError, match=r"lookahead is .*`guidance` is 0"):
        Core.validate_params(params(without))
    made = ConstraintSpec.model_validate({**without, "guidance": 1.0}).build(
        VOCABULARY, HMM.random(2, VOCABULARY.size, seed=0)
    )
    assert isinstance(made, ActionLookahead)
    assert made.reads == "plan"


@pytest.mark.parametrize(
    "options",
    [
        {"stop": ["\n"]},
        {"ignore_eos": True},
        {"min_tokens": 3},
        {"bad_words": ["go"]},
        {"allowed_token_ids": [1]},
        {"structured_outputs": object()},
        {"thinking_token_budget": 0},
        {"trace_decode_token_ids": [1]},
        {"repetition_detection": object()},
        {"logit_bias": {3: float("-inf")}},
        {"stop_token_ids": [4]},
    ],
)
def test_settings_that_a_constraint_would_not_survive_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ConstraintError, match=next(iter(options))):
        Core.validate_params(params(SPEC, **options))
    Core.validate_params(params(None, **options))


def test_settings_that_only_prefer_are_welcome() -> None:
    harmless: dict[str, Any] = {"stop": [], "min_tokens": 0, "logit_bias": {3: -100.0}, "temperature": 0.7}
    Core.validate_params(params(SPEC, **harmless))


def test_nothing_passes_for_a_constraint() -> None:
    for name in ("Clamp", "CLAMP", "_clamp"):
        with pytest.raises(ConstraintError, match="is 'clamp' meant"):
            Core.validate_params(SimpleNamespace(extra_args={name: SPEC}))
    Core.validate_params(SimpleNamespace(extra_args={"other": 1}))
    Core.validate_params(SimpleNamespace(extra_args=None))
    with pytest.raises(ConstraintError, match=r"constrained plans only.*Beam search"):
        Demanding.validate_params(SimpleNamespace(extra_args=None))
    Demanding.validate_params(params(SPEC))
