"""No answer, however odd, stops EAI's judges: it fails, is named where it cannot be read, and the others are scored."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clamp_bench.configuration import EAIConfig
from clamp_bench.eai import evaluator_process, judge, virtualhome
from clamp_bench.eai.evaluator_process import package_folder
from clamp_bench.report import rows_of

pytest.importorskip("virtualhome_eval")

# EAI's code leaves the files that it reads open.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

ODD = {
    "empty": "",
    "lists": "[" * 3000,
    "lists in goals": '{"node goals": ' + "[[" * 512,
    "lists in output": '{"output": ' + "[" * 3000,
    "objects": '{"a":' * 3000,
    "deep and whole": '{"node goals": ' + "[" * 600 + "]" * 600 + "}",
    "formula": '{"output": "(:action walk_towards :parameters (?char - character) :precondition '
    + "(and " * 3000
    + ")" * 3000
    + ' :effect ())"}',
    "open formula": "(:action walk_towards :parameters (" + "(and " * 3000,
    "number": "1" * 5000,
    "null": "null",
    "output of null": '{"output": [null, 3, {}]}',
    "surrogate": '{"output": ["\ud800"]}',
}
SOME = ("empty", "lists", "surrogate")
MOST = [
    pytest.param(text, id=name, marks=() if name in SOME else pytest.mark.slow) for name, text in ODD.items()
]
"""For judges that no odd answer has stopped yet: the others are looked at by `pytest -m slow`."""
ONE, OTHER = "150_2", "311_1"
DEMO = "cleaning_bathtub_0_Pomaria_0_int_0_2021-09-10_16-22-10"
OTHER_DEMO = "mopping_floors_0_Benevolence_2_int_0_2021-10-25_21-01-58"


def written(file_id: str) -> str:
    """An answer of Transition Modeling that writes what is asked for, as EAI has it."""
    folder = package_folder() / "resources" / "virtualhome"
    asked = json.loads((folder / "id2action.json").read_text())[file_id]
    gold = json.loads((folder / "gold_action.json").read_text())
    return json.dumps({"output": "\n".join(action(name, gold[name]) for name in asked)})


def action(name: str, given: Any) -> str:
    return (
        f"(:action {name} :parameters {given['action_parameters']} :precondition "
        f"{given['action_preconditions']} :effect {given['action_effects']})"
    )


def say_nothing(_: str) -> None:
    pass


@pytest.mark.parametrize("text", MOST)
def test_an_odd_plan_fails_and_the_other_is_judged(text: str, tmp_path: Path) -> None:
    right = '{"WALK": ["floor_lamp", 1000], "SWITCHON": ["floor_lamp", 1000]}'
    found = evaluator_process.judge({ONE: text, OTHER: right}, tmp_path, say_nothing)
    assert [(one["success"], one["corrected_success"]) for one in found["verdicts"]] == [
        (False, False),
        (True, True),
    ]


@pytest.mark.parametrize("text", MOST)
def test_odd_subgoals_fail_and_the_others_are_judged(text: str, tmp_path: Path) -> None:
    outputs = {ONE: text, OTHER: json.dumps({"output": ["ON(floor_lamp.1000)"]})}
    found = evaluator_process.judge_subgoals(outputs, tmp_path, say_nothing, {})
    assert [found["error_info"][one]["success"] for one in outputs] == [False, True]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_odd_goals_are_unreadable_and_the_others_are_judged(text: str, tmp_path: Path) -> None:
    right = {"node goals": [{"name": "floor_lamp", "state": "ON"}]}
    found = evaluator_process.judge_goals({ONE: text, OTHER: json.dumps(right)}, tmp_path, say_nothing, {})
    read = [
        ODD[one] for one in ("formula", "output of null", "surrogate")
    ]  # JSON without goals, which EAI counts
    assert found["unreadable"] == ([] if text in read else [ONE])
    assert (found["summary"]["all_precision"], found["corrected"]["all_recall"]) == (100.0, 33.3333)
    assert found["items"] == {ONE: {"f1": 0.0}, OTHER: {"f1": 100.0}}


@pytest.mark.parametrize("text", MOST)
def test_odd_actions_are_unreadable_and_the_others_are_judged(text: str, tmp_path: Path) -> None:
    outputs = {ONE: text, OTHER: written(OTHER)}
    found = evaluator_process.judge_transitions(outputs, tmp_path, say_nothing, {})
    assert found["items"][OTHER] == {"f1": 100.0, "planner_success": True}
    assert found["items"][ONE] == {"f1": 0.0, "planner_success": False}
    assert found["corrected"]["planner_success_rate"] == 50.0
    assert found["unreadable"] == ([] if text == ODD["formula"] else [ONE])


@pytest.mark.skipif(not evaluator_process.util.find_spec("behavior_eval"), reason="needs eai-eval")
@pytest.mark.parametrize("text", MOST)
def test_odd_goals_of_behavior_are_unreadable_and_the_others_are_judged(text: str, tmp_path: Path) -> None:
    right = json.dumps({"node goals": [["not", ["Stained", "bathtub.n.01_1"]]], "edge goals": []})
    found = evaluator_process.judge_behavior_goals({OTHER_DEMO: text, DEMO: right}, tmp_path, say_nothing, {})
    assert found["items"] == {OTHER_DEMO: {"f1": 0.0}, DEMO: {"f1": 1.0}}


# ------------------------------------------------------------------ every prompt counts


def half(file_id: str) -> str:
    """An answer of Transition Modeling that writes the first of the actions that are asked for."""
    return written(file_id).split("\\n")[0] + '"}'


def test_actions_that_nobody_wrote_count_as_missed(tmp_path: Path) -> None:
    """EAI has its own actions in the place of what is not there, so empty answers have the planner's success."""
    folder = package_folder() / "resources" / "virtualhome"
    asked: dict[str, list[str]] = json.loads((folder / "id2action.json").read_text())
    names = [one for one, wanted in asked.items() if wanted[0] == "switch_off"]
    outputs = dict.fromkeys(names, "") | {names[0]: half(names[0])}
    found = evaluator_process.judge_transitions(outputs, tmp_path, say_nothing, {})
    assert found["summary"]["overall"]["planner_success_rate"] == 100.0
    assert found["summary"]["overall"]["recall"] == 100.0
    assert found["corrected"]["planner_success_rate"] == 0.0, "not one wrote all that it was asked for"
    assert found["corrected"]["precision"] == 100.0
    assert 0.0 < found["corrected"]["recall"] < 10.0
    assert found["unreadable"] == names[1:]
    assert 0.0 < found["items"][names[0]]["f1"] < 100.0
    assert [found["items"][one]["f1"] for one in names[1:]] == [0.0] * (len(names) - 1)


def test_a_right_answer_is_no_crash_where_eai_writes_no_summary(tmp_path: Path) -> None:
    """The prompt is about kinds of literals, of one of which the only action that is written has none."""
    found = evaluator_process.judge_transitions({"201_1": half("201_1")}, tmp_path, say_nothing, {})
    assert (found["summary"], found["crashed"], found["unreadable"]) == (None, [], [])
    assert found["corrected"]["precision"] == 100.0


def test_where_all_is_written_every_prompt_counts_as_eai_has_it(tmp_path: Path) -> None:
    outputs = {one: written(one) for one in (ONE, OTHER)}
    found = evaluator_process.judge_transitions(outputs, tmp_path, say_nothing, {})
    assert found["corrected"] == found["summary"]["overall"]
    assert found["unreadable"] == []


def test_where_nothing_is_written_every_prompt_has_failed(tmp_path: Path) -> None:
    found = evaluator_process.judge_transitions({ONE: "", OTHER: "no"}, tmp_path, say_nothing, {})
    assert found["summary"] is None, "EAI divides by the number of actions"
    assert set(found["corrected"].values()) == {0.0}
    assert found["unreadable"] == [ONE, OTHER]


@pytest.mark.parametrize(
    ("task", "right", "metrics"),
    [
        ("transition-modeling", written, {"f1", "planner_success"}),
        (
            "goal-interpretation",
            lambda _: json.dumps({"node goals": [{"name": "floor_lamp", "state": "ON"}]}),
            {"f1"},
        ),
    ],
)
def test_a_run_leaves_each_prompts_figures_for_the_report(
    task: str,
    right: Callable[[str], str],
    metrics: set[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def work(mode: str, request: dict[str, Any], on_task: Any) -> dict[str, Any]:
        if mode == "prompts":
            return {"prompts": dict.fromkeys(request["file_ids"], "?")}
        return evaluator_process._JUDGES[mode](request["outputs"], tmp_path / "work", on_task, {})

    monkeypatch.setattr(judge, "_work", work)
    ids, answers = tmp_path / "ids", tmp_path / "answers.json"
    ids.write_text(f"{ONE}\n{OTHER}\n")
    said = {ONE: "", OTHER: right(OTHER)}
    answers.write_text(json.dumps([{"identifier": one, "llm_output": text} for one, text in said.items()]))
    found = virtualhome.run(EAIConfig(tmp_path / "out", task=task, ids=ids, answers=answers))
    assert "every prompt counted" in str(found)
    assert "unreadable: 1" in str(found)
    assert "items" not in found.data
    (row,) = rows_of(tmp_path / "out", several=False)
    assert metrics <= row.figures.keys()
    assert row.figures["f1"] == {ONE: 0.0, OTHER: 100.0}
    assert ("planner_success" in row.rates) == ("planner_success" in metrics)
