"""Preferences: tasks that can be done as asked and otherwise, rules that stay hidden, and rows beside each other."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from clamp.decoding import PlanFormat
from clamp.errors import BenchmarkError
from clamp.planning import Action
from clamp.planning.rules import Rule, Ruled
from clamp.planning.search.limits import SearchLimits
from clamp.planning.search.reachability import Reachability
from clamp_bench.baselines.registry import BASELINES, chosen
from clamp_bench.configuration import PreferencesConfig
from clamp_bench.preferences import bench
from clamp_bench.preferences import tasks as every
from clamp_bench.preferences.bench import ROOM, ROWS, judged, prompt_of
from clamp_bench.preferences.tasks import SCENES, TASKS, TEMPLATES, preferences
from clamp_bench.preferences.wanted import Preference
from clamp_bench.records import RecordFile

LIMITS = SearchLimits(seconds=10.0)


def plan(task: Preference, rule: Rule | None = None, most: int = 20) -> list[Action]:
    system: Any = task.system if rule is None else Ruled(task.system, [rule])
    found = Reachability(system, None, LIMITS).plan(system.initial, most)
    assert isinstance(found, tuple), task.id
    return [system.actions[index] for index in found]


@cache
def all_tasks() -> list[Preference]:
    return preferences()


@cache
def of_the_scenes(kind: str) -> list[Preference]:
    """One task of each template."""
    if kind == "virtualhome":
        pytest.importorskip("virtualhome_eval")
        return [one for one in all_tasks() if one.scenes == kind][: len(TEMPLATES)]
    return preferences(scenes=[kind])[: len(TEMPLATES)]


def held_to_both(task: Preference) -> None:
    shortest = plan(task)
    assert shortest, "the goal does not hold at first"
    for rule, wanted in ((task.rule, True), (Rule.parse(f"!({task.rule.text})"), False)):
        kept = plan(task, rule, len(shortest) + ROOM)
        found = judged(task, PlanFormat.calls().serialize(kept))
        assert (found.goal, found.success) == (True, wanted), (task.id, kept)


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    ("kind", "number"),
    [
        *((kind, number) for kind in ("kitchens", "libero") for number in range(10)),
        *(("virtualhome", n) for n in (0, 2, 9)),
    ],
)
def test_within_the_budget_there_are_plans_as_asked_and_plans_otherwise(kind: str, number: int):
    held_to_both(of_the_scenes(kind)[number])


@pytest.mark.slow
@pytest.mark.parametrize("number", range(TASKS))
def test_every_task_can_be_done_as_asked_and_otherwise(number: int):
    pytest.importorskip("virtualhome_eval")
    held_to_both(all_tasks()[number])


@pytest.mark.parametrize("template", ["this-one", "not-this", "closed-again", "left-shut"])
@pytest.mark.parametrize("kind", SCENES)
def test_shortest_plans_of_both_sorts_are_among_those_that_brute_force_finds(kind: str, template: str):
    """Every plan as long as the shortest, by the system's own steps alone, judged one by one."""
    task = next(one for one in of_the_scenes(kind) if one.template == template)
    system, depth = task.system, len(plan(task))
    depth = min(depth, 2)
    plans: list[list[int]] = [[]]
    states: list[Any] = [system.initial]
    for _ in range(depth):
        assert not any(map(system.is_goal, states)), "there is no shorter plan"
        steps = [
            ([*done, index], system.successor_of_index(state, index))
            for done, state in zip(plans, states, strict=True)
            for index in system.applicable_indices(state)
        ]
        plans, states = [one for one, _ in steps], [state for _, state in steps]
    reached = [
        [system.actions[index] for index in done]
        for done, state in zip(plans, states, strict=True)
        if system.is_goal(state)
    ]
    assert bool(reached) == (len(plan(task)) == depth)
    for done in random.Random(0).sample(reached, min(len(reached), 20)):
        assert judged(task, PlanFormat.calls().serialize(done)).goal


def test_the_tasks_are_the_same_at_every_call_and_split_by_template():
    pytest.importorskip("virtualhome_eval")
    tasks = all_tasks()
    assert len(tasks) == TASKS == 200
    again = preferences()
    assert tasks == again
    assert len({one.id for one in tasks}) == TASKS
    assert {one.told for one in tasks[:30]} == {one.told for one in again[:30]}
    assert set(Counter((one.scenes, one.template) for one in tasks).values()) == {6, 7}
    dev, test = ({one.template for one in tasks if one.split == split} for split in ("dev", "test"))
    assert dev | test == TEMPLATES.keys()
    assert not dev & test
    assert {one.scenes for one in tasks[:20]} == set(SCENES), "a small limit sees all scenes"


def test_no_two_tasks_ask_the_same_and_drawing_again_changed_no_other():
    pytest.importorskip("virtualhome_eval")
    tasks = all_tasks()
    assert len({(one.told, one.sentence) for one in tasks}) == TASKS
    digest = sha256()
    for one in sorted(tasks, key=lambda task: task.id):
        if one.id[:3] not in ("145", "151"):  # which once repeated 055 and 091
            said = f"{prompt_of(one)}\n{one.wanted.goal}\n{one.wanted.rule}\n{one.split}"
            digest.update(f"{one.id} {sha256(said.encode()).hexdigest()}\n".encode())
    assert digest.hexdigest() == "f1f4e5c7c0ddda319356087dcf125350907a707c11f822c7e92668426f12092b"


def test_some_scenes_are_those_of_all():
    pytest.importorskip("virtualhome_eval")
    some = preferences("test", ["libero"])
    assert some == [one for one in all_tasks() if (one.scenes, one.split) == ("libero", "test")]


def test_without_the_households_data_the_tasks_are_not_silently_fewer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def absent() -> Any:
        raise BenchmarkError("eai-eval is not installed.")

    monkeypatch.setattr(every.households, "_tasks", absent)
    with pytest.raises(BenchmarkError, match=r"eai-eval is not installed.*--scenes kitchens,libero"):
        bench.run(PreferencesConfig(tmp_path / "out", rows=("random",)))
    config = PreferencesConfig(tmp_path / "some", rows=("random",), scenes=["kitchens", "libero"], limit=2)
    assert bench.run(config).data["tasks"] == 2


def test_the_planner_is_told_the_sentence_and_not_the_rule():
    for task in preferences(scenes=["kitchens", "libero"])[:20]:
        said = prompt_of(task)
        assert task.sentence in said
        assert task.rule.text not in said
        assert str(task.wanted.goal) not in said
        places = {one for action in plan(task, task.rule) for one in action.args}
        assert all(one in said for one in places), "every name that a plan needs"


def test_what_is_no_plan_or_cannot_be_done_fails():
    task = preferences(scenes=["kitchens"])[0]
    for written in ("", "I put it there.", "put(red_cup, shelf)", "fly(red_cup)"):
        assert not judged(task, written).success


@pytest.mark.no_cover
def test_rows_without_a_model_reach_every_goal_and_rows_without_an_hmm_are_said(tmp_path: Path):
    config = PreferencesConfig(
        tmp_path / "out",
        rows=("random", "shortest", "guidance"),
        limit=10,
        scenes=["kitchens", "libero"],
    )
    found = bench.run(config)
    for name in ("random", "shortest"):
        assert found.data["rows"][name]["goal"]["mean"] == 1
        assert 0 < found.data["rows"][name]["success"]["mean"] < 1
    assert "not run: it needs an HMM" in found.data["not_run"]["guidance"]
    assert found.data["model"] is None
    assert "guidance: not run" in str(found)


def test_the_rule_enforced_is_the_ceiling(tmp_path: Path, tiny: Any):
    rows = ("mask", "particles", "enforced", "unconstrained")
    pytest.importorskip("virtualhome_eval")
    config = PreferencesConfig(tmp_path / "out", rows=rows, limit=3, particles=2, temperature=1.0)
    found = bench.run(config).data["rows"]
    assert found["enforced"]["success"]["mean"] == 1
    assert found["mask"]["goal"]["mean"] == found["particles"]["goal"]["mean"] == 1
    assert found["unconstrained"]["success"]["mean"] == 0
    assert "success_less_mask" in found["enforced"]


def test_every_baseline_is_a_row_by_its_own_class_and_none_is_one_twice(tmp_path: Path):
    as_rows = {"random": "random", "classical": "shortest", "clamp": "mask"}
    others = BASELINES.keys() - as_rows.keys() - {"clamp-slack0"}
    assert others <= ROWS.keys()
    assert set(as_rows.values()) <= ROWS.keys()
    assert not {"classical", "clamp", "clamp-slack0"} & ROWS.keys()
    usual = bench.Preferences(PreferencesConfig(tmp_path / "out"))
    several = {"safety-chip", "safety-chip-replay", "llm-tamp", "best-of-n", "saycan"}
    assert {*usual.rows, *usual.left_out} == ROWS.keys() - several
    assert set(chosen(())) == BASELINES.keys() - several
    assert chosen(["all"]) == list(BASELINES)
    found = bench.Preferences(PreferencesConfig(tmp_path / "out", rows=("all",)))
    assert {*found.rows, *found.left_out} == ROWS.keys()
    assert found.left_out.keys() == {"ctrl-g", "guidance"}
    method = bench.PreferenceRows(found.config, found.rows)
    assert all(type(method.baselines[name]) is BASELINES[name] for name in others - {"ctrl-g"})


def test_baselines_are_asked_the_same_and_never_told_the_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from tiny_models import planner

    names = (
        "flat",
        "paper",
        "safedec-hcd",
        "safedec-rcd",
        "guided-json",
        "safety-chip",
        "safety-chip-replay",
    )
    names += ("llm-tamp", "best-of-n", "saycan", "mask")
    config = PreferencesConfig(
        tmp_path / "out", rows=names, limit=2, scenes=["kitchens"], max_new_tokens=48, samples=2
    )
    asked: list[Any] = []

    host = planner()
    write = host.write

    def watched(jobs: Any, **how: Any) -> Any:
        asked.extend(jobs)
        return write(jobs, **how)

    monkeypatch.setattr(host, "write", watched)
    found = bench.run(config, load=lambda _: host)
    assert list(found.data["rows"]) == list(names)
    rules = [task.rule.text for task in preferences(scenes=["kitchens"])[:2]]
    assert asked
    for request in asked:
        assert not any(rule in str(request.prompt) for rule in rules)
        assert not isinstance(request.system, Ruled)
        assert not isinstance(getattr(request.constraint, "system", None), Ruled)
    records = RecordFile(tmp_path / "out" / "records.jsonl").read()
    assert len({(record["id"], record["prompt_sha256"]) for record in records}) == 2
    held = {(record["id"], record["budget"]) for record in records if record["enforced"]}
    assert len(held) == 2, "every constraint has the same budget"
    best = [record for record in records if record["row"] == "best-of-n"]
    assert [len(record["attempts"]) for record in best] == [2, 2]
    says = {name: row["says"] for name, row in found.data["rows"].items()}
    assert says["flat"] == BASELINES["flat"].says


def test_rows_that_no_hmm_weighs_have_nothing_to_adapt(tmp_path: Path):
    """A row that the adaptation does not concern is written as without it; it is not refused, and so no failure."""
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from tiny_models import planner

    from clamp.hmm import HMM

    hmm = HMM.random(2, planner().vocabulary.size, seed=0)
    hmm.for_tokenizer(planner().tokenizer).save_pretrained(tmp_path / "hmm")
    names = ("mask", "guidance", "ctrl-g", "flat", "best-of-n", "enforced", "particles")
    config = PreferencesConfig(
        tmp_path / "out",
        rows=names,
        limit=1,
        scenes=["kitchens"],
        max_new_tokens=64,
        samples=1,
        particles=2,
        hmm=tmp_path / "hmm",
        adaptation="otta",
        pseudocount=0.5,
    )
    bench.run(config, load=lambda _: planner(hmm=hmm))
    records = RecordFile(tmp_path / "out" / "records.jsonl").read()
    causes = {record["row"]: (record["failure"] or {}).get("cause") for record in records}
    assert causes.keys() == set(names)
    assert not {"prompt", "malformed"} & set(causes.values()), causes
    adapted = {record["row"] for record in records if record["timing"]["adaptation"]}
    assert adapted <= {"guidance", "ctrl-g"}


def test_a_run_is_of_one_number_of_samples(tmp_path: Path):
    usual, more = (PreferencesConfig(tmp_path / "out", samples=count).identity() for count in (8, 3))
    assert "samples" not in usual, "runs from before there were baselines go on"
    assert more["samples"] == 3


def test_what_there_is_not_is_said(tmp_path: Path):
    with pytest.raises(BenchmarkError, match="no row 'best'"):
        bench.run(PreferencesConfig(tmp_path / "out", rows=("best",)))
    with pytest.raises(BenchmarkError, match="no row 'clamp'; it is 'mask' here"):
        bench.run(PreferencesConfig(tmp_path / "out", rows=("clamp",)))
    with pytest.raises(BenchmarkError, match="no split 'train'"):
        PreferencesConfig(tmp_path / "out", split="train")
    with pytest.raises(BenchmarkError, match="no scenes 'garden'"):
        PreferencesConfig(tmp_path / "out", scenes=["garden"])
    with pytest.raises(BenchmarkError, match="needs an HMM"):
        bench.run(PreferencesConfig(tmp_path / "out", rows=("guidance",)))
