"""The judge: EAI's evaluator is believed only as far as plans whose worth is known say so.

Gold plans, and one wrong plan for each of EAI's error categories; then each quirk that docs/benchmarks.md
lists, because the figures that `clamp bench` reports rest on them.
"""

from __future__ import annotations

import json
import logging
import os
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clamp.errors import BenchmarkError
from clamp_bench.eai import evaluator_process, judge
from clamp_bench.eai.evaluator_process import EAIVerdict, VerdictReader
from clamp_bench.eai.judge import corrected_summary, official_summary

# EAI's code leaves the files that it reads open.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

TASK = "150_2"  # Turn on light: the light must be on; nothing else
GOLD = {
    TASK: '{"WALK": ["home_office", 319], "WALK": ["light", 411], "FIND": ["light", 411], '
    '"SWITCHON": ["light", 411]}',
    "311_1": '{"WALK": ["home_office", 319], "WALK": ["floor_lamp", 1000], "FIND": ["floor_lamp", 1000], '
    '"SWITCHON": ["floor_lamp", 1000]}',
}
GOOD = '{"WALK": ["light", 411], "SWITCHON": ["light", 411]}'
TWO_RELATIONS = "417_1"  # a task that EAI leaves out


@pytest.fixture(scope="module")
def eai() -> Any:
    return pytest.importorskip("virtualhome_eval")


def judge_one(text: str, folder: Path, task: str = TASK) -> EAIVerdict:
    result = evaluator_process.judge({task: text}, folder, lambda _: None)
    return EAIVerdict(**result["verdicts"][0])


@pytest.mark.sampled(5)
@pytest.mark.usefixtures("eai")
@pytest.mark.parametrize(
    ("text", "grammar", "runtime", "executable", "success", "corrected"),
    [
        pytest.param(GOOD, None, [], True, True, True, id="right"),
        pytest.param("I will switch on the light.", "parsing", [], False, False, False, id="prose"),
        pytest.param("", "parsing", [], False, False, False, id="empty"),
        pytest.param('{"WALK": ["light", ]}', "parsing", [], False, False, False, id="bad-json"),
        pytest.param('{"WALK": ["light"]}', "parsing", [], False, False, False, id="no-id"),
        pytest.param('{"WALK": ["dragon", 7]}', "hallucination", [], False, False, False, id="object"),
        pytest.param('{"FLY": ["light", 411]}', "hallucination", [], False, False, False, id="action"),
        pytest.param(
            '{"WALK": ["home_office", 319, "light", 411]}',
            "predicate_argument_number",
            [],
            False,
            False,
            False,
            id="arguments",
        ),
        pytest.param(
            '{"SWITCHON": ["light", 411]}', None, ["missing_step"], False, False, False, id="missing-step"
        ),
        pytest.param(
            '{"WALK": ["light", 411], "GRAB": ["light", 411]}',
            None,
            ["affordance_error"],
            False,
            False,
            False,
            id="affordance",
        ),
        pytest.param(
            '{"WALK": ["light", 411], "WALK": ["home_office", 319], "SWITCHON": ["light", 411]}',
            None,
            ["wrong_order"],
            False,
            False,
            False,
            id="wrong-order",
        ),
        pytest.param('{"WALK": ["light", 411]}', None, [], True, False, False, id="goal-missed"),
    ],
)
def test_each_kind_of_plan_gets_the_verdict_it_deserves(
    tmp_path: Path,
    text: str,
    grammar: str | None,
    runtime: list[str],
    executable: bool,
    success: bool,
    corrected: bool,
):
    verdict = judge_one(text, tmp_path)
    assert verdict.grammar_error == grammar
    assert verdict.runtime_errors == runtime
    assert (verdict.executable, verdict.success) == (executable, success)
    assert verdict.corrected_success == corrected
    assert (verdict.corrected_reason == "") == corrected
    assert verdict.goals == (2, 0, 0)


@pytest.mark.usefixtures("eai")
@pytest.mark.parametrize("name", ["PLUGIN", "PLUGOUT", "RELEASE"])
def test_actions_of_the_prompt_that_the_evaluator_rejects(tmp_path: Path, name: str):
    assert name in evaluator_process.generate_prompts([TASK], tmp_path / "prompts")[TASK]
    assert judge_one(f'{{"{name}": ["light", 411]}}', tmp_path).grammar_error == "hallucination"


@pytest.mark.usefixtures("eai")
def test_an_action_without_arguments_is_dropped_unless_a_space_is_in_its_brackets(tmp_path: Path):
    # Standing up while standing is an additional step, so its presence shows.
    tail = GOOD.removeprefix("{")
    assert judge_one('{"STANDUP": [], ' + tail, tmp_path / "a").runtime_errors == []
    assert judge_one('{"STANDUP": [ ], ' + tail, tmp_path / "b").runtime_errors == ["additional_step"]


@pytest.mark.usefixtures("eai")
def test_additional_steps_are_counted_and_skipped(tmp_path: Path):
    verdict = judge_one(GOOD.replace("}", ', "SWITCHON": ["light", 411]}'), tmp_path)
    assert verdict.runtime_errors == ["additional_step"]
    assert (verdict.executable, verdict.success, verdict.corrected_success) == (True, True, True)


@pytest.mark.usefixtures("eai")
def test_repeated_keys_are_kept_in_order(tmp_path: Path):
    text = '{"WALK": ["home_office", 319], "SWITCHON": ["light", 411], "WALK": ["light", 411]}'
    assert judge_one(text, tmp_path / "a").runtime_errors == ["missing_step"]
    assert judge_one(GOLD[TASK].replace('"FIND": ["light", 411], ', ""), tmp_path / "b").success


@pytest.mark.usefixtures("eai")
@pytest.mark.parametrize("task", GOLD)
def test_the_gold_plan_is_executable_and_never_successful(tmp_path: Path, task: str):
    verdict = judge_one(GOLD[task], tmp_path, task)
    assert verdict.equals_gold
    assert (verdict.executable, verdict.success) == (True, False)
    assert verdict.corrected_success


@pytest.mark.usefixtures("eai")
def test_broken_json_counts_as_two_parsing_errors(tmp_path: Path):
    assert judge_one('{"WALK": ["light", ]}', tmp_path / "a").parsing_errors == 2
    assert judge_one("nothing", tmp_path / "b").parsing_errors == 1


@pytest.mark.usefixtures("eai")
def test_a_plan_that_fails_after_reaching_the_goal_counts_as_success_but_not_when_corrected(tmp_path: Path):
    verdict = judge_one(GOOD.replace("}", ', "GRAB": ["light", 411]}'), tmp_path)
    assert (verdict.executable, verdict.success) == (False, True)
    assert not verdict.corrected_success


@pytest.mark.usefixtures("eai")
def test_a_plan_is_found_inside_other_text(tmp_path: Path):
    for number, text in enumerate((f"```json\n{GOOD}\n```", f"Sure! {GOOD} Bye.")):
        assert judge_one(text, tmp_path / str(number)).success


@pytest.mark.usefixtures("eai")
def test_a_task_with_two_relations_is_left_out_and_judged_by_the_corrected_score(tmp_path: Path):
    verdict = judge_one(gold_output(TWO_RELATIONS), tmp_path, TWO_RELATIONS)
    assert verdict.excluded
    assert verdict.goals[1] >= 2
    assert verdict.corrected_success


@pytest.mark.usefixtures("eai")
def test_the_process_judges_crashing_outputs_too_and_agrees_with_eai_s_own_summary():
    outputs = {
        "11_1": '{"walk": ["floor_lamp", 1000]}',  # KeyError in the evaluator
        TASK: GOOD,
        "311_1": '{"LOOKAT_LONG": ["floor_lamp", 1000]}',  # TypeError in the evaluator
        # A task each with a relation goal and an action goal, or the evaluator divides by zero.
        **dict.fromkeys(("27_2", "1003_2", "392_2"), "nothing"),
    }
    seen: list[str] = []
    judgement = judge.judge(outputs, seen.append)
    verdicts = {verdict.file_id: verdict for verdict in judgement.verdicts}
    assert list(verdicts) == list(outputs)
    assert set(seen) == set(outputs)
    assert judgement.evaluator_wrote  # and `judge` has compared it with `official_summary`
    assert [file_id for file_id, verdict in verdicts.items() if verdict.crash] == ["11_1", "311_1"]
    assert verdicts["11_1"].grammar_error == "parsing"
    assert verdicts[TASK].success
    assert judgement.counted == 5  # 27_2 has more than one relation
    assert judgement.official["goal_evaluation"]["task_success_rate"] == 20.0
    assert judgement.error_info[TASK]["executable"]


@pytest.mark.usefixtures("eai")
@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('{"walk": ["light", 411]}', "KeyError"),
        ('{"LOOKAT_SHORT": ["light", 411]}', "TypeError"),
        ('{"PUTOBJBACK": ["light", 411]}', "AssertionError"),
    ],
)
def test_outputs_that_crash_the_evaluator_are_judged_as_empty_text(tmp_path: Path, text: str, error: str):
    verdict = judge_one(text, tmp_path)
    assert verdict.crash is not None
    assert verdict.crash.startswith(error)
    assert (verdict.grammar_error, verdict.parsing_errors) == ("parsing", 1)
    assert not verdict.corrected_success
    assert not list(tmp_path.glob("round0/results/**/*.json"))  # the crashing call itself wrote nothing


@pytest.mark.usefixtures("eai")
def test_where_the_evaluator_divides_by_zero_the_summary_comes_from_its_verdicts():
    judgement = judge.judge({TASK: GOOD})
    assert not judgement.evaluator_wrote
    assert judgement.official["goal_evaluation"] == {
        "task_success_rate": 100.0,
        "state_goal": 100.0,
        "relation_goal": None,
        "action_goal": None,
        "total_goal": 100.0,
    }


@pytest.mark.usefixtures("eai")
def test_prompts_are_of_the_format_with_ids_and_share_most_of_their_text():
    prompts = judge.generate_prompts([TASK, "27_2"])
    assert list(prompts) == [TASK, "27_2"]
    assert "light, id: 411" in prompts[TASK]
    prefix = os.path.commonprefix(list(prompts.values()))  # noqa: RUF071 - characters are meant
    assert len(prefix) > 0.8 * len(prompts[TASK])


@pytest.mark.usefixtures("eai")
def test_an_unknown_task_is_named():
    with pytest.raises(BenchmarkError, match="no task 9999_9"):
        judge.generate_prompts([TASK, "9999_9"])


@pytest.mark.usefixtures("eai")
def test_a_failing_worker_says_what_failed():
    with pytest.raises(BenchmarkError, match=r"(?s)mode 'judge', exit code 1.*has no task 9999_9"):
        judge.judge({"9999_9": GOOD})


@pytest.mark.usefixtures("eai")
def test_the_worker_answers_its_folder(tmp_path: Path):
    (tmp_path / "request.json").write_text(json.dumps({"outputs": {TASK: GOOD}}))
    evaluator_process.main(["judge", str(tmp_path)])
    assert json.loads((tmp_path / "result.json").read_text())["verdicts"][0]["success"]
    (tmp_path / "request.json").write_text(json.dumps({"file_ids": [TASK]}))
    evaluator_process.main(["prompts", str(tmp_path)])
    assert list(json.loads((tmp_path / "result.json").read_text())["prompts"]) == [TASK]


def test_without_the_package_the_error_names_the_command(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(BenchmarkError, match="pip install --no-deps eai-eval"):
        judge.judge({TASK: GOOD})


def test_a_log_that_reads_otherwise_than_the_summary_is_refused(monkeypatch: pytest.MonkeyPatch):
    verdict = asdict(EAIVerdict("1_1", goals=(1, 1, 1)))
    answer = {"summary": {"goal_evaluation": {}}, "error_info": {}, "verdicts": [verdict]}
    monkeypatch.setattr(judge, "_work", lambda *_: answer)
    with pytest.raises(BenchmarkError, match="may log in another way"):
        judge.judge({"1_1": ""})


VERDICTS = st.builds(
    EAIVerdict,
    file_id=st.text(),
    excluded=st.booleans(),
    success=st.booleans(),
    executable=st.booleans(),
    parsing_errors=st.integers(0, 2),
    matched=st.tuples(*[st.integers(0, 1)] * 3),
    goals=st.tuples(*[st.integers(1, 3)] * 3),
    corrected_success=st.booleans(),
)


@given(st.lists(VERDICTS, max_size=6))
def test_excluded_tasks_never_change_the_official_summary(verdicts: list[EAIVerdict]):
    assert official_summary(verdicts) == official_summary([v for v in verdicts if not v.excluded])


@given(st.lists(VERDICTS, max_size=6))
def test_the_corrected_score_counts_every_task_with_a_goal(verdicts: list[EAIVerdict]):
    aimless = EAIVerdict("no goal", corrected_success=True)
    summary = corrected_summary([*verdicts, aimless])
    assert summary["tasks"] == len(verdicts)
    if verdicts:
        assert summary["task_success_rate"] == pytest.approx(
            100 * sum(v.corrected_success for v in verdicts) / len(verdicts), abs=1e-4
        )
    else:
        assert summary["task_success_rate"] is None


def test_lines_before_the_first_task_are_ignored():
    reader = VerdictReader(lambda _: None)
    for text in ("Model name is clamp", "Executable!", "Program number: 0"):
        reader.emit(logging.makeLogRecord({"msg": text}))
    assert reader.finished
    assert reader.verdicts == {}


def gold_output(file_id: str) -> str:
    """EAI's gold plan as an output, read from its programs by its own reader."""
    tools = pytest.importorskip("virtualhome_eval.simulation.evolving_graph.eval_utils")
    data = evaluator_process.package_folder() / "dataset" / "programs_processed_precond_nograb_morepreconds"
    lines, _ = tools.reformat_actions(tools.get_from_dataset(str(data), 1, file_id)[1])
    items: list[str] = []
    for line in lines:
        name = line[1 : line.index("]")].upper()
        objects = ", ".join(f'"{o}", {n}' for o, n in re.findall(r"<([^>]+)> \((\d+)\)", line))
        items.append(f'"{name}": [ {objects}]')
    return "{" + ", ".join(items) + "}"
