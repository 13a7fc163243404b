"""BEHAVIOR's goals get the scores that EAI's own evaluator gives them, without iGibson."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from clamp.automata import Vocabulary
from clamp.decoding.forms import FormConstraint
from clamp.errors import BenchmarkError
from clamp.planning.goals import GoalLiteral, with_literals
from clamp.planning.search.reachability import Reachability
from clamp_bench.baselines.constrained import BYTES, bytes_drawn
from clamp_bench.configuration import BehaviorConfig
from clamp_bench.eai import behavior, behavior_plans, evaluator_process, judge
from clamp_bench.eai.evaluator_process import behavior_domain
from clamp_bench.eai.goals import behavior_goals
from clamp_bench.eai.interpretation import most_asked
from clamp_bench.harness import OpenText, Question
from clamp_bench.statistics import f1_with_interval

if importlib.util.find_spec("behavior_eval") is None:
    pytest.skip("needs eai-eval", allow_module_level=True)

DEMO = "cleaning_bathtub_0_Pomaria_0_int_0_2021-09-10_16-22-10"
"""Its goal: the bathtub is not stained."""
RIGHT: list[Any] = ["not", ["Stained", "bathtub.n.01_1"]]
OTHER: list[Any] = ["Dusty", "bathtub.n.01_1"]


def goals(*nodes: Any) -> str:
    return json.dumps({"node goals": nodes, "edge goals": []})


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("text", "precision", "recall", "unreadable"),
    [
        pytest.param(goals(RIGHT), 1.0, 1.0, False, id="perfect"),
        pytest.param(goals(OTHER, RIGHT), 0.5, 1.0, False, id="one-more-first"),
        pytest.param(goals(RIGHT, OTHER), 0.5, 1.0, False, id="swapped"),
        pytest.param("Sure: " + goals(RIGHT) + " Done.", 1.0, 1.0, False, id="noise-appended"),
        pytest.param(goals(OTHER), 0.0, 0.0, False, id="wrong"),
        pytest.param("no json", 0.0, 0.0, True, id="prose"),
        pytest.param('{"node goals": 3}', 0.0, 0.0, True, id="crashes"),
    ],
)
def test_goals_get_eai_s_scores(tmp_path: Path, text: str, precision: float, recall: float, unreadable: bool):
    found = evaluator_process.judge_behavior_goals({DEMO: text}, tmp_path, lambda _: None, {})
    scores = found["summary"]["overall"]["overall_confusion_metrics"]
    assert (scores["precision"], scores["recall"]) == (precision, recall)
    assert found["unreadable"] == ([DEMO] if unreadable else [])
    assert found["summary"]["overall"]["num_GT_conditions"] == 1, "every prompt counts"


def test_answers_of_others_are_judged_and_only_the_chosen_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def work(mode: str, request: dict[str, Any], on_task: Any) -> dict[str, Any]:
        return evaluator_process._JUDGES[mode](request["outputs"], tmp_path / "work", on_task, {})

    monkeypatch.setattr(judge, "_work", work)
    ids, answers = tmp_path / "ids", tmp_path / "answers.json"
    ids.write_text(DEMO)
    answers.write_text(json.dumps([{"identifier": DEMO, "llm_output": goals(RIGHT)}]))
    found = behavior.run(BehaviorConfig(tmp_path / "out", ids=ids, answers=answers))
    assert found.data["prompts"] == 1
    assert found.data["overall"]["overall_confusion_metrics"]["f1_score"] == 1.0
    assert "overall: precision 1.000" in str(found)


def test_the_form_holds_what_the_prompt_asks_for():
    vocabulary = Vocabulary.from_bytes([bytes((byte,)) for byte in range(256)] + [b""], eos_id=256)
    made = FormConstraint(behavior.goal_form(), vocabulary)
    for text in (
        goals(RIGHT, OTHER),
        json.dumps({"node goals": [], "edge goals": [["Inside", "a.1", "b.2"]]}),
    ):
        cursor = made.initial()
        for byte in text.encode():
            assert byte in made.allowed(cursor), text
            cursor = made.advance(cursor, byte)
        assert made.accepting(cursor)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"task": "planning"}, "no task 'planning'"),
        ({"constraints": ["syntax", "visibility"]}, "constraints 'none', 'syntax', 'typed' or 'world'"),
        ({"writer": "random"}, "give --constraints syntax, typed or world"),
        ({"task": "action-sequencing", "writer": "constant"}, "asks for none"),
        ({"writer": "nobody"}, "random"),
        ({"constraints": "typed", "budget": 3}, "nothing in this run would heed it"),
    ],
)
def test_bad_configurations_are_named(tmp_path: Path, changes: dict[str, Any], message: str):
    with pytest.raises(BenchmarkError, match=message):
        BehaviorConfig(tmp_path, **changes)


def test_there_are_99_prompts_with_a_system_message():
    """And one more, of a demonstration that EAI's evaluator does not know."""
    items = behavior.BehaviorGoals(BehaviorConfig(Path("out"))).items()
    assert len(items) == 99
    assert {name for name, _ in items} <= evaluator_process.behavior_conditions().keys()
    assert [one["role"] for one in items[0][1]] == ["system", "user"]


def test_typed_goals_are_of_what_the_prompt_lists():
    prompt = """Relevant objects in the scene are:
jar.n.01_1: ['Stained', 'Open']
jam.n.01_1: []
floor.n.01_1: ['Stained', 'Dusty']

All initial states in the scene are:
['onfloor', 'jar.n.01_1', 'floor.n.01_1']
['Stained', 'jar.n.01_1']
['onfloor', 'agent.n.01_1', 'floor.n.01_1']

Symbolic goals format:
['Inside', 'a', 'b']"""
    made = behavior_goals(prompt, BYTES)
    for nodes, edges, fine in [
        ([["Open", "jar.n.01_1"]], [["Inside", "jam.n.01_1", "jar.n.01_1"]], True),
        ([["not", ["Stained", "jar.n.01_1"]], ["Dusty", "floor.n.01_1"]], [], True),
        ([], [["OnFloor", "jam.n.01_1", "floor.n.01_1"]], True),
        ([["Open", "jam.n.01_1"]], [], False),
        ([["not", ["Open", "jar.n.01_1"]]], [], False),
        ([["Dusty", "jar.n.01_1"]], [], False),
        ([["Open", "lid.n.01_1"]], [], False),
        ([], [["OnFloor", "jam.n.01_1", "jar.n.01_1"]], False),
        ([], [["NextTo", "jam.n.01_1", "jam.n.01_1"]], False),
        ([["Open", "jar.n.01_1"], ["not", ["Open", "jar.n.01_1"]]], [], False),
    ]:
        text = json.dumps({"node goals": nodes, "edge goals": edges})
        assert (made.read(text) is not None) == fine, text
    with pytest.raises(BenchmarkError, match="no relevant objects"):
        behavior_goals("nothing", BYTES)


@pytest.mark.parametrize(
    ("asked", "kept"),
    [("typed", "grounded"), ("grounded", "grounded"), ("syntax", "token"), ("token", "token")],
)
def test_goals_have_their_own_names_for_levels(tmp_path: Path, asked: str, kept: str):
    config = BehaviorConfig(tmp_path, constraints=asked)
    assert (config.constraints, config.goal_level) == (kept, {"grounded": "typed", "token": "syntax"}[kept])


KITCHEN = """Relevant objects in the scene are:
plate.n.04_1: ['Stained']
jar.n.01_1: ['Open']
table.n.02_1: ['Dusty']
floor.n.01_1: ['Dusty']

All initial states in the scene are:
['ontop', 'plate.n.04_1', 'table.n.02_1']
['onfloor', 'jar.n.01_1', 'floor.n.01_1']
['Dusty', 'floor.n.01_1']
['not', 'sliced', 'plate.n.04_1']
['onfloor', 'agent.n.01_1', 'floor.n.01_1']

Symbolic goals format:
"""


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("nodes", "edges", "fine"),
    [
        pytest.param([["Open", "jar.n.01_1"]], [["Inside", "plate.n.04_1", "jar.n.01_1"]], True, id="inside"),
        pytest.param(
            [],
            [["Inside", "plate.n.04_1", "jar.n.01_1"], ["OnTop", "jar.n.01_1", "table.n.02_1"]],
            True,
            id="both-put",
        ),
        pytest.param(
            [],
            [["OnTop", "plate.n.04_1", "jar.n.01_1"], ["Inside", "plate.n.04_1", "jar.n.01_1"]],
            False,
            id="on-and-in",
        ),
        pytest.param([["Stained", "plate.n.04_1"]], [], False, id="nothing-stains"),
        pytest.param([["not", ["Dusty", "floor.n.01_1"]]], [], False, id="nothing-to-clean-with"),
        pytest.param([], [["OnTop", "plate.n.04_1", "table.n.02_1"]], False, id="true-already"),
        pytest.param([], [["Touching", "plate.n.04_1", "jar.n.01_1"]], False, id="no-action-makes-it"),
        pytest.param(
            [],
            [["Inside", "plate.n.04_1", "jar.n.01_1"], ["not", ["OnFloor", "jar.n.01_1", "floor.n.01_1"]]],
            True,
            id="two",
        ),
    ],
)
def test_goals_of_a_world_can_be_reached_in_eais_pddl(nodes: list[Any], edges: list[Any], fine: bool):
    made = behavior_goals(KITCHEN, BYTES, behavior_domain(), budget=10)
    text = json.dumps({"node goals": nodes, "edge goals": edges})
    assert (made.read(text) is not None) == fine
    assert behavior_goals(KITCHEN, BYTES).read(text) is not None, "it is typed"
    assert not made.goals.undecided


def test_what_a_world_admits_has_a_plan_that_eais_own_problem_replays():
    """The demonstrations' PDDL is another file than the prompts: its facts are put in the place of the prompt's."""
    demos = {one.name: one for one in behavior_plans.demonstrations()}
    for name, prompt in list(evaluator_process.behavior_prompts().items())[3:5]:
        problem = demos[name].problem
        made = behavior_goals(prompt[-1]["content"], BYTES, behavior_domain(), budget=20)
        goal = made.read(bytes_drawn(made, Question(OpenText(""), name=name), 1)[0])
        assert goal
        called = [
            GoalLiteral(one.predicate, tuple(arg.replace(".", "_") for arg in one.args), one.positive)
            for one in goal
        ]
        if not {arg for one in called for arg in one.args} <= set(problem.entities):
            continue
        asked = with_literals(problem, called)
        plan = Reachability(asked).plan(asked.initial, 80)
        assert isinstance(plan, tuple)
        assert asked.validate([asked.actions[index] for index in plan])


@pytest.mark.parametrize("level", ["typed", "world"])
def test_goals_can_be_begun_on_eais_own_prompts(level: str):
    made = behavior.BehaviorGoals(BehaviorConfig(Path("out"), constraints=level))
    for item in made.items()[3::32]:
        request = made.request(item)
        assert isinstance(request, OpenText)
        assert request.constraint is not None
        constraint = request.constraint(BYTES)
        assert constraint.failure() is None
        cursor = constraint.initial()
        for byte in b'{"node goals": [':
            assert byte in constraint.allowed(cursor)
            cursor = constraint.advance(cursor, byte)


def test_rows_without_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def work(mode: str, request: dict[str, Any], on_task: Any) -> dict[str, Any]:
        return evaluator_process._JUDGES[mode](
            request["outputs"], tmp_path / str(len(list(tmp_path.iterdir()))), on_task, {}
        )

    monkeypatch.setattr(judge, "_work", work)
    ids = tmp_path / "ids"
    ids.write_text(DEMO)
    rows = {
        "random": BehaviorConfig(tmp_path / "random", ids=ids, writer="random", constraints="typed"),
        "constant": BehaviorConfig(tmp_path / "constant", ids=ids, writer="constant"),
    }
    for name, config in rows.items():
        found = behavior.run(config)
        assert found.data["prompts"] == 1
        assert found.data["unreadable"] == []
        assert 0 <= found.data["f1"]["f1"] <= 1
        assert name in str(found) or "most often" in str(found)


def test_the_goals_asked_for_most_often_are_those_with_the_highest_f1():
    asked = [["a", "b"], ["a"], ["a", "c"], ["d"]]
    # a: 3 of 6 right, 1 too many; a and b: 4 right, 4 too many.
    assert most_asked(asked) == ["a"]
    assert most_asked([["x", "y"], ["y", "x"]]) in (["x", "y"], ["y", "x"])


def test_f1_has_an_interval_over_prompts():
    sure = f1_with_interval([(1, 0, 0)] * 3 + [(0, 1, 1)] * 3)
    assert sure["f1"] == 0.5
    assert 0 <= sure["low"] < 0.5 < sure["high"] <= 1
    assert f1_with_interval([(1, 1, 0)]) == {"f1": 0.6667, "low": None, "high": None, "n": 1}
    assert f1_with_interval([])["f1"] is None
