"""Runs of the benchmark: whatever interrupts one, the same call later comes to the same figures."""

from __future__ import annotations

import csv
import gc
import json
import os
import signal
import tempfile
import weakref
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from writing_host import WritingHost

from clamp.automata import Vocabulary
from clamp.decoding import LEVELS, Failure
from clamp.decoding.result import PlanResult, Timing
from clamp.errors import BenchmarkError
from clamp.planning.system import Action, Validation
from clamp_bench import harness
from clamp_bench.baselines.constrained import BYTES
from clamp_bench.configuration import (
    BehaviorConfig,
    ControlledConfig,
    EAIConfig,
    PreferencesConfig,
    VLABenchConfig,
)
from clamp_bench.eai import action_sequencing, evaluator_process
from clamp_bench.eai.action_sequencing import (
    BenchmarkRequest,
    default_slack,
    prompt_entities,
    run,
    select,
    task_budget,
)
from clamp_bench.eai.evaluator_process import EAIVerdict
from clamp_bench.eai.judge import EAIJudgement, official_summary
from clamp_bench.eai.report import COLUMNS, judged_text, own_figures, read_plan, report
from clamp_worlds.virtualhome.formats import virtualhome_json

# The hosts, whose requests a run makes, need torch; the tasks and the judge need eai-eval.
pytest.importorskip("torch")
pytest.importorskip("virtualhome_eval")

# EAI's code leaves the files that it reads open.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

LIGHT = '{"WALK": ["light", 411], "SWITCHON": ["light", 411]}'
IDS = ("150_2", "311_1", "27_2", "205_1", "222_1")


ANSWERS: dict[str, dict[str, Any]] = {}


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch):
    """Run EAI's code here, and each request once: test_eai_judge tests the process that is started for it."""

    def work(mode: str, request: dict[str, Any], on_task: Callable[[str], None]) -> dict[str, Any]:
        key = json.dumps([mode, request])
        if key not in ANSWERS:
            with tempfile.TemporaryDirectory() as folder:
                if mode == "prompts":
                    ANSWERS[key] = {
                        "prompts": evaluator_process.generate_prompts(request["file_ids"], Path(folder))
                    }
                else:
                    ANSWERS[key] = evaluator_process.judge(request["outputs"], Path(folder), on_task)
        return ANSWERS[key]

    monkeypatch.setattr("clamp_bench.eai.judge._work", work)
    monkeypatch.setattr("clamp.hosts.planner.perf_counter", lambda: 0.0)  # figures can be compared


class FakePlanner(WritingHost):
    """Writes a fixed text, or, under a constraint, the first admissible token each time."""

    name = "fake"
    revision: str | None

    def __init__(self, after: Callable[[int], None] = lambda _: None, revision: str = "1"):
        self.revision = revision
        self.vocabulary = Vocabulary.from_bytes([bytes((byte,)) for byte in range(256)] + [b""], eos_id=256)
        self.written = 0
        self.after = after

    def _written(self, requests: Sequence[Any], *_: Any, **__: Any) -> Iterator[tuple[int, PlanResult]]:
        for index in reversed(range(len(requests))):  # a batch ends in any order
            yield index, self.result(requests[index])
            self.written += 1
            self.after(self.written)

    def result(self, request: Any) -> PlanResult:
        timing = Timing(prompt=0.25, generation=0.5, constraint=0.125, tokens=8, prompt_tokens=2000)
        constraint = request.constraint
        if constraint is None:
            failure = Failure("validation", "made up")
            return PlanResult("fail", (), LIGHT, failure, Validation(False, 0, "made up"), timing)
        if (none := constraint.failure()) is not None:
            return PlanResult("fail", failure=none, timing=timing)
        cursor, text = constraint.initial(), b""
        while not constraint.accepting(cursor):
            token = int(constraint.allowed(cursor)[0])
            text += self.vocabulary.bytes_of(token) or b""
            cursor = constraint.advance(cursor, token)
        actions = constraint.actions(cursor)
        verdict = constraint.system.validate(actions)
        failure = None if verdict else Failure("validation", verdict.reason)
        return PlanResult("plan" if verdict else "fail", actions, text.decode(), failure, verdict, timing)


def never(_: str | None) -> Any:
    raise AssertionError("no plan is missing, so no model is needed")


def config(out: Path, **changes: Any) -> EAIConfig:
    ids = out.parent / "ids.txt"
    ids.write_text("# tasks\n\n" + "\n".join(IDS) + "  # the last\n", encoding="utf-8")
    return EAIConfig(out, **{"ids": ids, "constraints": "none", "batch_size": 2, **changes})


def records(out: Path) -> dict[str, Any]:
    lines = (out / "records.jsonl").read_text(encoding="utf-8").splitlines()
    parsed = [json.loads(line) for line in lines]
    assert len({record["file_id"] for record in parsed}) == len(parsed)
    return {record["file_id"]: record for record in parsed}


class Watching(FakePlanner):
    """Counts, whenever a part is handed over, how many constraints of the parts before are alive."""

    def __init__(self) -> None:
        super().__init__()
        self.met: list[weakref.ref[Any]] = []
        self.alive: list[int] = []

    def write(self, jobs: Sequence[Any], **options: Any) -> list[PlanResult]:
        self.alive.append(sum(one() is not None for one in self.met))
        self.met += [weakref.ref(job.constraint) for job in jobs]
        return super().write(jobs, **options)


@pytest.mark.slow
def test_a_part_that_is_written_leaves_no_constraint_in_memory(tmp_path: Path):
    planner = Watching()
    gc.disable()  # the run itself sees to it, whenever the collector would come by
    try:
        run(config(tmp_path / "out", constraints="world", batch_size=1, limit=5), load=lambda _: planner)
    finally:
        gc.enable()
    assert len(planner.met) == 5
    assert planner.alive == [0] * 5


@pytest.mark.no_cover
def test_a_run_leaves_records_a_table_and_a_summary_under_eai_s_names(tmp_path: Path):
    out = tmp_path / "out"
    summary = run(config(out), load=lambda _: FakePlanner())
    found = json.loads((out / "summary.json").read_text())
    assert found == summary.data
    # Of the five tasks, 150_2 and 222_1 are about light 411, and EAI leaves out 27_2.
    assert found["counted_by_eai"] == 4
    assert found["goal_evaluation"]["task_success_rate"] == 50.0
    assert found["trajectory_evaluation"]["execution_success_rate"] == 50.0
    assert found["trajectory_evaluation"]["grammar_error"] == {
        "parsing": 0.0,
        "hallucination": 50.0,
        "predicate_argument_number": 0.0,
    }
    assert found["corrected"]["tasks"] == 5
    assert found["corrected"]["task_success_rate"] == 40.0
    assert found["clamp"]["failures"] == {"validation": 5}
    assert found["clamp"]["tokens_per_second"] == 16.0
    assert found["clamp"]["seconds_per_task"] == 0.75
    assert "task success 50.0 %" in str(summary)
    with (out / "tasks.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["file_id"] for row in rows] == list(IDS)
    assert list(rows[0]) == list(COLUMNS)
    assert [row["task_success"] for row in rows] == ["True", "False", "False", "False", "True"]
    assert {row["runtime_errors"] for row in rows} == {""}
    record = records(out)["150_2"]
    assert record["output"] == LIGHT
    assert record["model"] == {"id": "fake", "revision": "1"}
    assert record["config"]["constraints"] == "none"
    assert {"clamp", "seed", "prompt_sha256", "judged", "actions", "status", "timing"} <= record.keys()


def test_the_world_configuration_writes_certified_plans_that_eai_accepts(tmp_path: Path):
    out = tmp_path / "out"
    summary = run(config(out, constraints="world", budget=6, limit=2), load=lambda _: FakePlanner())
    assert summary.data["clamp"]["plans_certified"] == 2
    assert summary.data["goal_evaluation"]["task_success_rate"] == 100.0
    assert all(record["status"] == "plan" for record in records(out).values())


@pytest.mark.parametrize(
    ("how", "stop"),
    [("interrupt", 1), ("terminate", 2), pytest.param("interrupt", 4, marks=pytest.mark.slow)],
)
def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path, how: str, stop: int):
    def after(written: int) -> None:
        if written == stop:
            if how == "interrupt":
                raise KeyboardInterrupt
            os.kill(os.getpid(), signal.SIGTERM)

    out, whole = tmp_path / "out", tmp_path / "whole"
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt):
        run(config(out), load=lambda _: FakePlanner(after))
    assert signal.getsignal(signal.SIGTERM) == before
    assert len(records(out)) == stop
    assert not (out / "summary.json").exists()
    # The kill may also have hit the next record.
    with (out / "records.jsonl").open("ab") as file:
        file.write(b'{"file_id": "205_1", "outp')
    second = FakePlanner()
    summary = run(config(out, batch_size=3), load=lambda _: second)
    assert second.written == len(IDS) - stop
    reference = run(config(whole), load=lambda _: FakePlanner())
    assert summary.data == reference.data
    assert records(out) == records(whole)
    assert run(config(out), load=never).data == reference.data


@pytest.mark.no_cover
def test_more_tasks_of_the_same_run_are_added(tmp_path: Path):
    out = tmp_path / "out"
    run(config(out, limit=2), load=lambda _: FakePlanner())
    second = FakePlanner()
    assert run(config(out), load=lambda _: second).data["clamp"]["tasks"] == 5
    assert second.written == 3
    assert run(config(out, limit=2), load=never).data["clamp"]["tasks"] == 2


def test_another_configuration_in_the_same_folder_is_refused(tmp_path: Path):
    out = tmp_path / "out"
    run(config(out, limit=1), load=lambda _: FakePlanner())
    kept = (out / "records.jsonl").read_bytes()
    with pytest.raises(BenchmarkError, match=r"another configuration: max_new_tokens was .* and is now 7"):
        run(config(out, limit=1, max_new_tokens=7), load=never)
    with pytest.raises(BenchmarkError, match=r"'revision': '1'.*now loaded is .*'revision': '2'"):
        run(config(out, limit=2), load=lambda _: FakePlanner(revision="2"))
    assert (out / "records.jsonl").read_bytes() == kept


def test_a_damaged_configuration_is_refused(tmp_path: Path):
    out = tmp_path / "out"
    run(config(out, limit=1), load=lambda _: FakePlanner())
    (out / "config.json").write_text("{")
    with pytest.raises(BenchmarkError, match=r"config\.json:1:2: not JSON"):
        run(config(out), load=never)


def test_a_file_in_the_way_is_a_clear_error(tmp_path: Path):
    (tmp_path / "out").write_text("")
    with pytest.raises(BenchmarkError, match="cannot write the run's folder: it is a file"):
        run(config(tmp_path / "out"), load=never)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"task": "planning"}, "no task 'planning'; there are 'action-sequencing', "),
        ({"copy_goal": True}, "copied in subgoal-decomposition, not in action-sequencing"),
        ({"answers": Path("a.json")}, "in EAI's other tasks"),
        ({"constraints": "all"}, "no constraints 'all'; there are none, token, grounded, world"),
        ({"budget": 0}, "budget is 0"),
        ({"batch_size": -1}, "batch_size is -1"),
        ({"limit": 0}, "limit is 0"),
        ({"max_new_tokens": 0}, "max_new_tokens is 0"),
        ({"temperature": -1.0}, r"temperature is -1\.0"),
        ({"guidance": -1.0}, r"guidance is -1\.0"),
        ({"guidance": float("inf")}, "guidance is inf"),
        ({"hmm": Path("hmm"), "constraints": "grounded"}, "do not have 'goal', so it would weigh nothing"),
        (
            {"hmm": Path("hmm"), "constraints": "none", "lookahead": "action"},
            "nothing is enforced, so it would weigh nothing",
        ),
        ({"hmm": Path("hmm"), "task": "goal-interpretation"}, "goals are none"),
        ({"lookahead": "action"}, "there is none. Give --hmm FOLDER"),
    ],
)
def test_bad_configurations_are_named(tmp_path: Path, changes: dict[str, Any], message: str):
    with pytest.raises(BenchmarkError, match=message):
        EAIConfig(tmp_path, **changes)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("150_2\n999_9\n", r"line 2: EAI has no task '999_9'. Its ids look like '27_2'; there are 342"),
        ("# nothing\n", "names no task"),
        (None, "There is no file"),
    ],
)
def test_bad_files_of_ids_are_named(tmp_path: Path, text: str | None, message: str):
    path = tmp_path / "ids.txt"
    if text is not None:
        path.write_text(text)
    with pytest.raises(BenchmarkError, match=message):
        select(action_sequencing.load_tasks(), EAIConfig(tmp_path / "out", ids=path))


def test_tasks_are_selected_in_the_order_of_the_file_and_once_each(tmp_path: Path):
    path = tmp_path / "ids.txt"
    path.write_text("311_1\n150_2\n311_1\n")
    tasks = action_sequencing.load_tasks()
    assert [t.id for t in select(tasks, EAIConfig(tmp_path, ids=path))] == ["311_1", "150_2"]
    assert [t.id for t in select(tasks, EAIConfig(tmp_path, limit=3))] == [t.id for t in tasks[:3]]
    assert len(select(tasks, EAIConfig(tmp_path))) == 342


def test_an_hmm_is_part_of_what_a_run_is_by_its_content(tmp_path: Path):
    hmm = pytest.importorskip("clamp.hmm").HMM
    paths = [tmp_path / name for name in ("one", "copy", "other")]
    for path, seed in zip(paths, (1, 1, 2), strict=True):
        hmm.random(2, 5, seed=seed).save_pretrained(path)
    one, copy, other = (EAIConfig(tmp_path / "out", hmm=path).identity() for path in paths)
    assert one == copy != other
    assert EAIConfig(tmp_path, hmm=paths[0], guidance=0.5).identity() != one
    with pytest.raises(BenchmarkError, match="there is no HMM to weigh with"):
        EAIConfig(tmp_path, guidance=0.5).identity()
    assert "hmm" not in EAIConfig(tmp_path).identity()
    with pytest.raises(BenchmarkError, match=r"holds no HMM: config\.json cannot be read"):
        EAIConfig(tmp_path, hmm=tmp_path).identity()


@pytest.mark.parametrize(
    "kind",
    [
        EAIConfig,
        ControlledConfig,
        PreferencesConfig,
        VLABenchConfig,
        partial(BehaviorConfig, task="action-sequencing"),
    ],
)
def test_each_file_of_an_hmm_is_part_of_what_a_run_is(kind: Any, tmp_path: Path) -> None:
    vision = pytest.importorskip("clamp.hmm").VisionHMM
    base = pytest.importorskip("clamp.hmm").HMM.random(2, 5, seed=1)
    base.save_pretrained(tmp_path / "text")
    for name, seed in (("one", 1), ("copy", 1), ("other", 2)):
        random = np.random.default_rng(seed)
        factors = random.normal(size=(5, 2)), random.normal(size=(2, 3))
        vision(base, *factors).save_pretrained(tmp_path / name)
    found = {
        name: kind(tmp_path / "out", hmm=tmp_path / name).identity()
        for name in ("text", "one", "copy", "other")
    }
    assert found["one"] == found["copy"]
    assert len({one["hmm"] for one in found.values()}) == 3
    # Runs with an HMM of text alone were begun under this name, and go on.
    files = [(tmp_path / "text" / name).read_bytes() for name in ("config.json", "model.safetensors")]
    assert found["text"]["hmm"] == sha256(b"".join(files)).hexdigest()[:16]


@pytest.mark.no_cover
def test_plans_are_written_under_the_planner_s_lookahead(tmp_path: Path):
    weighed: list[Any] = []

    class Guided(FakePlanner):
        def constrained(self, request: Any) -> Any:
            weighed.append(super().constrained(request))
            return weighed[-1]

    run(config(tmp_path / "out", constraints="world", limit=2), load=lambda _: Guided())
    assert [constraint.enforce for constraint in weighed] == [frozenset(LEVELS)] * 2


def test_prompts_are_generated_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    asked: list[list[str]] = []

    def generate(file_ids: list[str]) -> dict[str, str]:
        asked.append(file_ids)
        return {file_id: f"prompt {file_id}" for file_id in file_ids}

    monkeypatch.setattr("clamp_bench.eai.judge.generate_prompts", generate)
    tasks = action_sequencing.load_tasks()[:3]
    action_sequencing.load_prompts(tasks[:2], tmp_path)
    prompts = action_sequencing.load_prompts(tasks, tmp_path)
    assert asked == [[task.id for task in tasks[:2]], [tasks[2].id]]
    assert prompts == {task.id: f"prompt {task.id}" for task in tasks}


def test_the_model_sees_what_its_prompt_lists():
    prompt = (
        "Objects in the scene:\nsink, id: 231, properties: []\n"
        "bath_room, id: 1, properties: ['X']\n-----------------\ncup, id: 7, properties: []\n"
    )
    assert prompt_entities(prompt) == {"sink_231", "bath_room_1"}


UNREACHABLE = "125_2"  # its goal asks for a plug in, and the evaluator rejects PLUGIN


def eai_task(file_id: str) -> Any:
    return next(task for task in action_sequencing.load_tasks() if task.id == file_id)


def test_a_task_without_a_plan_fails_and_nothing_is_written_in_its_place(tmp_path: Path):
    out = tmp_path / "out"
    (tmp_path / "only.txt").write_text(UNREACHABLE)
    summary = run(config(out, ids=tmp_path / "only.txt", constraints="world"), load=lambda _: FakePlanner())
    record = records(out)[UNREACHABLE]
    assert record["status"] == "fail"
    assert record["failure"]["cause"] == "unreachable"
    assert record["enforced"] == ["executability", "goal", "syntax", "visibility"]
    assert (record["output"], record["actions"]) == ("", [])
    assert summary.data["clamp"]["plans_certified"] == 0
    assert summary.data["trajectory_evaluation"]["execution_success_rate"] == 0.0
    assert summary.data["goal_evaluation"]["task_success_rate"] == 0.0


@pytest.mark.parametrize("constraints", ["token", "grounded", "world"])
def test_configurations_enforce_what_they_say(constraints: str):
    system = eai_task("150_2").system()
    made = BenchmarkRequest.of(system, prompt="Go.", seen=["light_411"], constraints=constraints).made(BYTES)
    levels = ["syntax", "visibility", "executability", "goal"]
    number = {"token": 1, "grounded": 2, "world": 4}[constraints]
    assert made.enforce == frozenset(levels[:number])
    assert made.world.seen == (None if constraints == "token" else frozenset({"light_411"}))
    # Two actions will do; the default is a quarter more, and one where that would be none.
    assert made.budget == (3 if constraints == "world" else 40)


@pytest.mark.parametrize(
    ("shortest", "more"), [(0, 1), (1, 1), (2, 1), (3, 0), (4, 1), (7, 1), (8, 2), (36, 9)]
)
def test_the_default_room_is_a_quarter_and_one_for_the_shortest(shortest: int, more: int):
    assert default_slack(shortest) == more


def test_a_budget_of_one_s_own_is_kept_and_may_be_too_small():
    task = eai_task("27_2")
    made = BenchmarkRequest.of(task.system(), prompt="Go.", budget=2).made(BYTES)
    assert made.budget == 2
    failure = made.failure()
    assert failure is not None
    assert failure.cause == "budget"
    assert task_budget(task.system(), {"goal"}) >= 2 * (failure.smallest_budget or 0)


def test_plans_are_judged_in_the_spelling_that_the_evaluator_reads_whole():
    plan = [Action("STANDUP"), Action("PUTBACK", ("cup_1_7", "bath_room_1"))]
    text = virtualhome_json().serialize(plan)
    assert text == '{"STANDUP": [ ], "PUTBACK": ["cup_1", 7, "bath_room", 1]}'
    assert read_plan(text) == plan
    loose = '\n{ "STANDUP" :[],"PUTBACK":["cup_1",7, "bath_room" , 1] }\n'
    assert judged_text(loose) == text
    for output in ("", "prose", text + " and so on", '{"WALK": ["sink", 1], "GR'):
        assert judged_text(output) == output


def test_the_table_counts_runtime_errors():
    verdict = EAIVerdict("1_1", runtime_errors=["additional_step", "additional_step", "missing_step"])
    record = {
        **{"file_id": "1_1", "name": "Sleep", "status": "fail", "failure": None, "certificate": None},
        **{"model": {}, "clamp": {}, "actions": [], "config": {"constraints": "none"}},
        "timing": PlanResult("fail", failure=Failure("syntax", "")).timing.to_json(),
    }
    found = report({}, [record], EAIJudgement(official_summary([verdict]), True, 1, (verdict,), {}))
    assert "additional_step x2; missing_step x1" in found.tables["tasks.csv"]


def test_figures_of_no_records_are_zero():
    assert own_figures([])["tokens_per_second"] == 0.0


def test_the_commit_is_known_in_a_checkout_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(harness, "__file__", str(tmp_path / "harness.py"))
    assert harness.checkout_commit.__wrapped__() is None
