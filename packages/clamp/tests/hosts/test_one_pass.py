"""A goal and a plan for it in one text: what was read off the sentence, or what the model wrote, on both hosts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from commands import run
from roots import ROOT

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import fake_vllm  # noqa: E402
from tiny_models import model, tokenizer  # noqa: E402

import clamp  # noqa: E402
from clamp.decoding.goals import GoalFormat, literals_of  # noqa: E402
from clamp.errors import ConstraintError  # noqa: E402
from clamp.hosts import goals  # noqa: E402
from clamp.hosts.planner import PlanHost  # noqa: E402
from clamp.planning.goals import with_literals  # noqa: E402
from clamp.planning.task import TRUE  # noqa: E402
from clamp.request.form import read_request  # noqa: E402

KITCHEN = ROOT / "examples" / "kitchen"
READ, WRITTEN = "Put the milk in the fridge", "Let the apple get to the sink"
BOTH = "Let the apple and the milk get to the sink"


@pytest.fixture(scope="module")
def kitchen() -> clamp.Problem:
    return clamp.Problem.from_pddl(KITCHEN / "domain.pddl", KITCHEN / "problem.pddl").with_goal(TRUE)


@pytest.fixture(scope="module", params=["transformers", "vLLM"])
def writer(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlanHost]:
    if request.param == "transformers":
        yield clamp.Planner(model(), tokenizer(), name="tiny")
        return
    folder: Path = tmp_path_factory.mktemp("model")
    model().save_pretrained(folder)
    tokenizer().save_pretrained(folder)
    with fake_vllm.installed():
        yield clamp.VLLMPlanner.from_pretrained(folder, dtype="float32")


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("sentence", "written"), [(READ, False), (WRITTEN, True)])
@pytest.mark.parametrize("trace", [False, True])
def test_a_plan_is_certified_for_the_goal_beside_it(
    writer: PlanHost, kitchen: clamp.Problem, sentence: str, written: bool, trace: bool
) -> None:
    found = writer.plan(kitchen, sentence, one_pass=True, budget=9, trace=trace)
    assert found.status == "plan", found
    assert found.goal is not None
    assert with_literals(kitchen, found.goal).validate(found.actions).valid
    assert found.certificate is not None
    assert found.certificate.has_goal
    assert ("as a language model reads" in found.certificate.claim) == written
    assert "that you supplied, each" not in found.certificate.claim
    assert "goal" in found.enforced
    assert found.shortest is not None
    goal = GoalFormat.calls().write(found.goal)
    assert found.text.startswith(f"{goal}\n") == written
    assert found.to_json()["goal"] == [one.to_json() for one in found.goal]
    if not written:
        assert set(found.goal) == set(literals_of("at(milk, fridge)"))


@pytest.mark.sampled(1)
def test_what_a_written_goal_leaves_unsaid_is_asked_back(writer: PlanHost, kitchen: clamp.Problem) -> None:
    causes: set[str] = set()
    for seed in range(6):
        found = writer.plan(kitchen, BOTH, one_pass=True, temperature=1.0, seed=seed, trace=False)
        named = {name for one in found.goal or () for name in one.args}
        named |= {"apple", "milk"} if any(one.kind == "food" for one in found.goal or ()) else set()
        if found.failure is None:
            causes.add("plan")
            assert named >= {"apple", "milk", "sink"}
        else:
            causes.add(found.failure.cause)
    assert "ambiguous" in causes
    assert causes <= {"plan", "ambiguous"}


@pytest.mark.parametrize(
    ("sentence", "cause"),
    [("Feed the cat", "ambiguous"), ("Close the fridge", "no-goal"), ("Wash the red cup.", "ambiguous")],
)
def test_nothing_is_written_where_there_is_a_question(
    writer: PlanHost, kitchen: clamp.Problem, sentence: str, cause: str
) -> None:
    asked: Any = [
        {"instruction": sentence, "one_pass": True},
        {"instruction": READ, "one_pass": True, "budget": 9},
    ]
    found, other = writer.plan_many(asked, problem=kitchen)
    assert found.failure is not None
    assert (found.failure.cause, found.text, found.goal) == (cause, "", None)
    assert other


def test_what_is_seen_and_the_rules_bind_it(writer: PlanHost, kitchen: clamp.Problem) -> None:
    found = writer.plan(kitchen, WRITTEN, one_pass=True, seen=["apple", "table"])
    assert found.failure is not None
    assert found.failure.cause == "absent"
    found = writer.plan(kitchen, WRITTEN, one_pass=True, rules=["G !do:open(fridge)"])
    assert not found
    found = writer.plan(kitchen, WRITTEN, one_pass=True, rules=["G !robot-at(table)"], budget=9)
    assert found
    assert not any(one.args == ("table",) for one in found.actions)
    found = writer.plan(kitchen, f"{READ}, and never go to the shelf", one_pass=True, budget=9)
    assert found.goal is None or not any(one.args == ("shelf",) for one in found.actions)


def test_examples_of_ones_own_are_in_the_prompt(
    writer: PlanHost, kitchen: clamp.Problem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chats: list[Any] = []
    messages = goals.goal_messages
    monkeypatch.setattr(goals, "goal_messages", lambda *given: chats.append(given[-1]) or messages(*given))
    file = tmp_path / "examples.jsonl"
    file.write_text('{"sentence": "Apple, sink", "goal": "at(apple, sink)"}\n')
    assert writer.plan(kitchen, WRITTEN, one_pass=True, examples=file, budget=9)
    assert chats == [[("Apple, sink", "at(apple, sink)")]]
    file.write_text("{")
    with pytest.raises(ConstraintError, match="line 1"):
        writer.plan(kitchen, WRITTEN, one_pass=True, examples=file)


def test_what_does_not_go_with_it_is_refused(writer: PlanHost, kitchen: clamp.Problem) -> None:
    goal = clamp.Problem.from_pddl(KITCHEN / "domain.pddl", KITCHEN / "problem.pddl")
    for problem, more, why in (
        (goal, {}, "has a goal"),
        (kitchen, {"constraints": "token"}, "without 'goal'"),
        (kitchen, {"visibility": dict.fromkeys(kitchen.entities, -1.0)}, "log weights"),
        (kitchen, {"instruction": " "}, "instruction"),
    ):
        given: Any = {"instruction": WRITTEN} | more
        with pytest.raises(ConstraintError, match=why):
            writer.plan(problem, one_pass=True, **given)
    with pytest.raises(ConstraintError, match="one_pass"):
        writer.stream(clamp.Request.of(kitchen, WRITTEN, one_pass=True))


def test_the_command_and_a_task_file_know_it(tmp_path: Path) -> None:
    text = (KITCHEN / "problem.pddl").read_text()
    (tmp_path / "problem.pddl").write_text(text[: text.index("  (:goal")] + ")")
    (tmp_path / "domain.pddl").write_text((KITCHEN / "domain.pddl").read_text())
    task = tmp_path / "task.yaml"
    task.write_text(f"domain: domain.pddl\nproblem: problem.pddl\ninstruction: {WRITTEN}\none_pass: true\n")
    assert read_request(task).configuration.arguments()["one_pass"] is True
    found = run("plan", str(task), "--instruction", "Feed the cat", "--json")
    assert (found.exit_code, json.loads(found.stdout)["failure"]["cause"]) == (1, "ambiguous")
    for more, why in (
        (["--yes"], "--yes"),
        (["--goal", "open(fridge)"], "--goal"),
        (["--closed-loop"], "--closed-loop"),
        (["--constraints", "token"], "without 'goal'"),
        (["--problem", str(KITCHEN / "problem.pddl")], "has a goal"),
        (["--instruction", " "], "empty"),
        (["--examples", "none.jsonl"], "none.jsonl"),
    ):
        found = run("plan", str(task), *more)
        assert (found.exit_code, why in found.stderr) == (2, True), found.stderr
