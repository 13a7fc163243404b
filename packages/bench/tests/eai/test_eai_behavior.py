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
from clamp_bench.configuration import BehaviorConfig
from clamp_bench.eai import behavior, evaluator_process, judge

if importlib.util.find_spec("behavior_eval") is None:
    pytest.skip("needs eai-eval", allow_module_level=True)

DEMO = "cleaning_bathtub_0_Pomaria_0_int_0_2021-09-10_16-22-10"
"""Its goal: the bathtub is not stained."""
RIGHT: list[Any] = ["not", ["Stained", "bathtub.n.01_1"]]
OTHER: list[Any] = ["Dusty", "bathtub.n.01_1"]


def goals(*nodes: Any) -> str:
    return json.dumps({"node goals": nodes, "edge goals": []})


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
        ({"constraints": "world"}, "their constraints are 'none', 'token' or 'grounded'"),
    ],
)
def test_bad_configurations_are_named(tmp_path: Path, changes: dict[str, Any], message: str):
    with pytest.raises(BenchmarkError, match=message):
        BehaviorConfig(tmp_path, **changes)


def test_there_are_100_prompts_with_a_system_message():
    items = behavior.BehaviorGoals(BehaviorConfig(Path("out"))).items()
    assert len(items) == 100
    assert [one["role"] for one in items[0][1]] == ["system", "user"]


def test_typed_goals_are_of_what_the_prompt_lists():
    vocabulary = Vocabulary.from_bytes([bytes((byte,)) for byte in range(256)] + [b""], eos_id=256)
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
    made = behavior.typed_goals(prompt, vocabulary)
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
        behavior.typed_goals("nothing", vocabulary)


def test_typed_goals_can_be_begun_on_eais_own_prompts():
    vocabulary = Vocabulary.from_bytes([bytes((byte,)) for byte in range(256)] + [b""], eos_id=256)
    items = behavior.BehaviorGoals(BehaviorConfig(Path("out"), constraints="grounded")).items()
    made = behavior.BehaviorGoals(BehaviorConfig(Path("out"), constraints="grounded"))
    for item in items[::25]:
        request = made.request(item)
        assert request.constraint is not None
        constraint = request.constraint(vocabulary)
        assert constraint.failure() is None
        cursor = constraint.initial()
        for byte in b'{"node goals": [':
            assert byte in constraint.allowed(cursor)
            cursor = constraint.advance(cursor, byte)
