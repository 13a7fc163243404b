"""A plan that was guided by a truncated mass says so."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import tiny_models
from fakes import GraphSystem

from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.lookahead import Lookahead
from clamp.hmm import HMM
from clamp.hosts.hf.models import LoadedModel
from clamp.hosts.hf.planner import Planner
from clamp.hosts.jobs import PlanRequest
from clamp.planning.system import Action

ACTIONS = [Action("go", (str(n),)) for n in range(4)]
RING = GraphSystem(ACTIONS, {s: {n: (s * 2 + n) % 30 for n in range(4)} for s in range(30)}, {29})


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, None),
        ({"max_states": 20}, "one plan per state (all plans would take more than 20 pairs"),
        ({"slack": 1}, "plans at most 1 actions longer than a shortest one"),
        ({"slack": 0}, "plans at most 0 actions longer than a shortest one"),
    ],
)
def test_a_result_tells_what_the_mass_left_out(settings: dict[str, int], said: str | None) -> None:
    planner = Planner(LoadedModel(tiny_models.model("llama"), tiny_models.tokenizer(), "tiny-llama"))
    constraint = PlanConstraint(RING, planner.vocabulary, PlanFormat.calls(), budget=8)
    lookahead = Lookahead(constraint, HMM.random(2, planner.vocabulary.size, seed=0), **settings)
    (result,) = planner.write([PlanRequest("go", lookahead)])
    assert result.status == "plan"
    assert (result.truncation or "").startswith(said or "")
    assert (result.truncation is None) == (said is None)
    assert json.loads(json.dumps(result.to_json()))["truncation"] == result.truncation
