"""BEHAVIOR's plans over EAI's PDDL: EAI's own plans pass, and every subgoal plan can be carried out."""

from __future__ import annotations

import importlib.util
import json
import random
from pathlib import Path
from typing import Any

import pytest

from clamp.errors import BenchmarkError
from clamp.planning import Action
from clamp.planning.search.limits import SearchLimits
from clamp.planning.search.reachability import Reachability
from clamp_bench.configuration import BehaviorConfig
from clamp_bench.eai import behavior_plans
from clamp_bench.eai.behavior_plans import BehaviorPlans, carried_out, demonstrations, read_commands, subgoals

if importlib.util.find_spec("behavior_eval") is None:
    pytest.skip("needs eai-eval", allow_module_level=True)

NAMES = ("cleaning_bathtub", "opening_packages", "installing_a_modem", "cleaning_toilet")
SOME = [one for one in demonstrations() if one.name.startswith(NAMES)]


def text(plan: list[Action]) -> str:
    return json.dumps([{"action": one.name, "object": ", ".join(one.args)} for one in plan])


def test_there_are_eai_s_hundred_and_its_own_plans_solve_them():
    assert len(demonstrations()) == 100
    judge = BehaviorPlans(BehaviorConfig(Path("out"), task="action-sequencing"))
    for one in SOME:
        assert judge.judged(one, text(one.gold))["task_success"]
        assert not judge.judged(one, text(one.gold[:-1]))["task_success"]


@pytest.mark.slow
def test_every_one_of_eai_s_own_plans_solves_its_problem():
    for one in demonstrations():
        assert one.problem.validate(one.gold).valid, one.name


@pytest.mark.parametrize("demonstration", SOME, ids=lambda one: one.name.split("_0_")[0])
def test_a_subgoal_is_applicable_exactly_where_it_can_be_carried_out(
    demonstration: behavior_plans.Demonstration,
):
    problem = demonstration.problem
    short = subgoals(problem)
    public = {name for name in problem.domain.predicates if name in short.domain.predicates}
    draw = random.Random(5)
    refused = 0
    for _ in range(4):
        state, plan = short.initial, list[Action]()
        for _ in range(5):
            applicable = [short.actions[index] for index in short.applicable_indices(state)]
            others = [one for one in short.actions if one not in applicable]
            for one in draw.sample(others, min(3, len(others))):
                refused += not _executable(problem, [*plan, one])
                assert not _executable(problem, [*plan, one]), (plan, one)
            if not applicable:
                break
            plan.append(draw.choice(applicable))
            state = short.successor(state, plan[-1])
            assert _executable(problem, plan), plan
            really = problem.initial
            for one in carried_out(problem, plan):
                really = problem.successor(really, one)
            assert {one for one in problem.facts(really) if one.predicate in public} == short.facts(state)
    assert refused


def _executable(problem: Any, plan: list[Action]) -> bool:
    found = problem.validate(carried_out(problem, plan))
    return bool(found.valid or found.step is None)


def test_a_plan_of_subgoals_reaches_the_goal():
    judge = BehaviorPlans(BehaviorConfig(Path("out"), task="subgoal-decomposition"))
    for one in SOME:
        short = subgoals(one.problem)
        found = Reachability(short, None, SearchLimits(seconds=5)).plan(short.initial, 40)
        assert isinstance(found, tuple)
        plan = [short.actions[index] for index in found]
        assert judge.judged(one, f"Here: {text(plan)}.")["task_success"]
        assert judge.judged(one, text(one.gold))["fault"] == "hallucination", "no subgoal is to walk there"


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("I open it.", "parsing"),
        ('[{"action": "fly", "object": "package_n_02_1"}]', "hallucination"),
        ('[{"action": "open", "object": "moon, agent_n_01_1"}]', "hallucination"),
        ('[{"action": "open", "object": "package_n_02_1"}]', "predicate_argument_number"),
        ('[{"action": "open", "object": "package_n_02_1, agent_n_01_1"}]', "not_applicable"),
        ('[{"action": "NAVIGATE_TO", "object": ["package_n_02_1", "agent_n_01_1"]}]', "goal"),
    ],
)
def test_faults_are_told_apart(written: str, fault: str):
    judge = BehaviorPlans(BehaviorConfig(Path("out"), task="action-sequencing"))
    one = next(one for one in SOME if one.name.startswith("opening_packages"))
    assert judge.judged(one, written)["fault"] == fault


def test_commands_are_read_in_any_spelling():
    wanted = [Action("open", ("a", "b"))]
    for written in (
        'Well:\n```json\n[{"action": "OPEN", "object": "a,b"}]\n```',
        '{"output": [{"object": ["a", "b"], "action": "open"}]}',
        '{"action": "open", "object": " a , b "}',
    ):
        assert read_commands(written) == wanted
    assert read_commands('[{"name": "open"}]') is None


@pytest.mark.parametrize("task", ["action-sequencing", "subgoal-decomposition"])
def test_a_run_reaches_every_goal_and_says_that_it_is_not_official(tmp_path: Path, tiny: Any, task: str):
    ids = tmp_path / "ids"
    ids.write_text("\n".join(one.name for one in SOME if one.name.startswith(NAMES[1:3])))
    found = behavior_plans.run(BehaviorConfig(tmp_path / "out", task=task, ids=ids)).data
    assert found["official"] is False
    assert "not official" in found["benchmark"]
    assert found["goal_evaluation"]["task_success_rate"] == 100
    assert found["trajectory_evaluation"]["execution_success_rate"] == 100


def test_settings_that_make_no_sense(tmp_path: Path):
    assert BehaviorConfig(tmp_path).constraints == "none"
    assert BehaviorConfig(tmp_path, constraints="world").constraints == "world"
    with pytest.raises(BenchmarkError, match="no constraints 'reachable'"):
        BehaviorConfig(tmp_path, constraints="reachable")
    with pytest.raises(BenchmarkError, match="no task 'walking'"):
        BehaviorConfig(tmp_path, task="walking")
