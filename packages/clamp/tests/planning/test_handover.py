"""Plans for robots: each form read back by a reader that is not ours, and what a form cannot say is refused."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from roots import EXAMPLES

from clamp.decoding import Failure
from clamp.decoding.result import PlanResult
from clamp.errors import PlanFormatError
from clamp.planning import Problem
from clamp.planning.handover import check_plan_file, write_plan
from clamp.planning.system import Action, Validation

KITCHEN = [EXAMPLES / "kitchen" / name for name in ("domain.pddl", "problem.pddl")]
PLAN = (
    Action("go", ("table",)),
    Action("pick", ("red_cup_1", "table")),
    Action("go", ("fridge",)),
    Action("put-in", ("red_cup_1", "fridge")),
)


def result(*actions: Action) -> PlanResult:
    signatures = dict(Problem.from_pddl(*KITCHEN).lexicon.signatures)
    return PlanResult("plan", actions, certificate=Validation(True), signatures=signatures)


@pytest.mark.filterwarnings("ignore")  # its parser's
def test_unified_planning_reads_the_pddl_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("unified_planning")
    from unified_planning.environment import get_environment
    from unified_planning.io import PDDLReader

    # an action and a predicate are both called open
    monkeypatch.setattr(get_environment(), "error_used_name", False)
    reader = PDDLReader()
    problem = reader.parse_problem(*map(str, KITCHEN))
    read = reader.parse_plan_string(problem, result(*PLAN).to_pddl())
    found = [(one.action.name, tuple(map(str, one.actual_parameters))) for one in read.actions]
    assert found == [(one.name, one.args) for one in PLAN]


@pytest.mark.parametrize("plan", [PLAN, ()], ids=["plan", "nothing to do"])
def test_behavior_tree_cpp_runs_the_tree(plan: tuple[Action, ...]) -> None:
    bt = pytest.importorskip("behaviortreepy")
    factory, done = bt.BehaviorTreeFactory(), []

    def act(node: Any) -> Any:
        done.append(node.name())
        return bt.NodeStatus.SUCCESS

    for name in {one.name for one in plan}:
        factory.register_simple_action(name, act)
    text = result(*plan).to_behavior_tree()
    bt.BehaviorTreeFactory.register_behavior_tree_from_text(factory, text)  # its XML is verified
    factory = bt.BehaviorTreeFactory()
    for name in {one.name for one in plan}:
        factory.register_simple_action(name, act)
    root = ElementTree.fromstring(text)
    for node in root.findall(
        "BehaviorTree/Sequence/Action"
    ):  # the binding cannot register actions with ports
        for port in set(node.keys()) - {"ID", "name"}:
            del node.attrib[port]
    factory.register_behavior_tree_from_text(ElementTree.tostring(root, encoding="unicode"))
    tree = factory.create_tree("Plan")
    assert tree.tick_while_running() == bt.NodeStatus.SUCCESS
    assert done == [f"{number}: {one}" for number, one in enumerate(plan, 1)]


def test_the_tree_has_what_version_4_asks_for() -> None:
    root = ElementTree.fromstring(result(*PLAN).to_behavior_tree())
    assert (root.tag, root.get("BTCPP_format")) == ("root", "4")
    (tree,) = root.findall("BehaviorTree")
    assert root.get("main_tree_to_execute") == tree.get("ID")
    models = {
        one.get("ID"): [port.get("name") for port in one] for one in root.findall("TreeNodesModel/Action")
    }
    nodes = tree.findall("Sequence/Action")
    assert [one.get("ID") for one in nodes] == [one.name for one in PLAN]
    for node, action in zip(nodes, PLAN, strict=True):
        assert tuple(node.get(port or "") for port in models[node.get("ID")]) == action.args


def test_skill_calls_are_json_with_names() -> None:
    calls = json.loads(result(*PLAN).to_skill_calls())["calls"]
    assert calls[1] == {
        "skill": "pick",
        "arguments": {"t": "red_cup_1", "from": "table"},
        "args": ["red_cup_1", "table"],
    }
    assert [Action(one["skill"], tuple(one["args"])) for one in calls] == list(PLAN)


def test_ros_goals_are_yaml() -> None:
    goals = yaml.safe_load(io.StringIO(result(*PLAN).to_ros2("kitchen_skills")))["goals"]
    assert goals[3] == {
        "action_name": "/put_in",
        "action_type": "kitchen_skills/action/PutIn",
        "goal": {"t": "red_cup_1", "in": "fridge"},
    }
    odd = yaml.safe_load(result(Action("say", ("yes", "12", "null", "a: b"))).to_ros2())
    assert list(odd["goals"][0]["goal"].values()) == ["yes", "12", "null", "a: b"]


@pytest.mark.parametrize(
    ("form", "action", "why"),
    [
        ("to_pddl", Action("pick", ("red cup",)), "white space"),
        ("to_pddl", Action("pick", ("a)(drop b",)), "parentheses"),
        ("to_behavior_tree", Action("Sequence", ("a",)), r"BehaviorTree\.CPP's own"),
        ("to_behavior_tree", Action("a/b", ("a",)), "forbids"),
        ("to_behavior_tree", Action("pick", ("{target}",)), "braces"),
        ("to_behavior_tree", Action("pick", ("a\x00b",)), "control characters"),
        ("to_ros2", Action("2pick", ("a",)), "as ROS wants it"),
        ("to_ros2", Action("飛ぶ", ("a",)), "as ROS wants it"),
    ],
)
def test_what_a_form_cannot_say_is_refused(form: str, action: Action, why: str) -> None:
    with pytest.raises(PlanFormatError, match=why):
        getattr(result(action), form)()


def test_names_that_become_one_are_refused() -> None:
    with pytest.raises(PlanFormatError, match="would both be"):
        result(Action("put-in"), Action("put_in")).to_ros2()
    twice = PlanResult(
        "plan", (Action("a", ("x", "y")),), certificate=Validation(True), signatures={"a": ("?b-c", "?b_c")}
    )
    with pytest.raises(PlanFormatError, match="one name"):
        twice.to_ros2()
    assert json.loads(twice.to_skill_calls())["calls"][0]["arguments"] == {"b-c": "x", "b_c": "y"}
    with pytest.raises(PlanFormatError, match="no name of a ROS package"):
        twice.to_ros2("My Package")


def test_hostile_names_stay_values() -> None:
    odd = Action("pick", ('"/><Script code="x:=1"/>', "a<b>&amp;"))
    root = ElementTree.fromstring(result(odd).to_behavior_tree())
    (node,) = root.findall("BehaviorTree/Sequence/*")
    assert {node.get("t"), node.get("from")} == set(odd.args)


def test_a_failure_is_no_plan() -> None:
    failed = PlanResult("fail", (Action("go", ("table",)),), failure=Failure("budget", "Too few."))
    for form in ("to_pddl", "to_behavior_tree", "to_skill_calls", "to_ros2"):
        with pytest.raises(PlanFormatError, match="no plan to write"):
            getattr(failed, form)()


@pytest.mark.parametrize("ending", [".pddl", ".PLAN", ".soln", ".xml", ".json", ".yaml", ".yml"])
def test_the_ending_says_the_form(tmp_path: Path, ending: str) -> None:
    write_plan(tmp_path / f"plan{ending}", PLAN)
    assert "red_cup_1" in (tmp_path / f"plan{ending}").read_text()


def test_other_files_are_refused_before_planning(tmp_path: Path) -> None:
    for path, why in ((tmp_path / "plan.txt", "the ending says"), (tmp_path / "no" / "plan.xml", "no")):
        with pytest.raises(PlanFormatError, match=why):
            check_plan_file(path)
