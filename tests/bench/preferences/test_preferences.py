"""Preferences: tasks that can be done as asked and otherwise, rules that stay hidden, and rows beside each other."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from clamp.bench.configuration import PreferencesConfig
from clamp.bench.preferences import bench
from clamp.bench.preferences.bench import ROOM, judged, prompt_of
from clamp.bench.preferences.tasks import TASKS, TEMPLATES, Preference, preferences
from clamp.decoding import PlanFormat
from clamp.errors import BenchmarkError
from clamp.planning import Action
from clamp.planning.rules import Rule, Ruled
from clamp.planning.search.limits import SearchLimits
from clamp.planning.search.reachability import Reachability

LIMITS = SearchLimits(seconds=10.0)


def plan(task: Preference, rule: Rule | None = None, most: int = 20) -> list[Action]:
    system: Any = task.problem if rule is None else Ruled(task.problem, [rule])
    found = Reachability(system, None, LIMITS).plan(system.initial, most)
    assert isinstance(found, tuple), task.id
    return [system.actions[index] for index in found]


def held_to_both(task: Preference) -> None:
    shortest = plan(task)
    assert shortest, "the goal does not hold at first"
    for rule, wanted in ((task.rule, 1.0), (Rule.parse(f"!({task.rule.text})"), 0.0)):
        kept = plan(task, rule, len(shortest) + ROOM)
        found = judged(task, PlanFormat.calls().serialize(kept))
        assert (found["goal"], found["success"]) == (1.0, wanted), (task.id, kept)


@pytest.mark.parametrize("number", range(len(TEMPLATES)))
def test_within_the_budget_there_are_plans_as_asked_and_plans_otherwise(number: int):
    held_to_both(preferences()[number])


@pytest.mark.slow
@pytest.mark.parametrize("number", range(TASKS))
def test_every_task_can_be_done_as_asked_and_otherwise(number: int):
    held_to_both(preferences()[number])


def test_the_tasks_are_the_same_at_every_call_and_split_by_template():
    tasks = preferences()
    assert len(tasks) == TASKS
    assert [(one.id, one.problem_text) for one in tasks] == [
        (one.id, one.problem_text) for one in preferences()
    ]
    assert set(Counter(one.template for one in tasks).values()) == {TASKS // len(TEMPLATES)}
    dev, test = preferences("dev"), preferences("test")
    assert len(dev) + len(test) == TASKS
    assert not {one.template for one in dev} & {one.template for one in test}


def test_the_planner_is_told_the_sentence_and_not_the_rule():
    for task in preferences()[:20]:
        said = prompt_of(task)
        assert task.sentence in said
        assert task.rule.text not in said
        assert task.goal not in said


def test_what_is_no_plan_or_cannot_be_done_fails():
    task = preferences()[0]
    for written in ("", "I put it there.", "put(red_cup, shelf)", "fly(red_cup)"):
        assert judged(task, written)["success"] == 0


def test_rows_without_a_model_reach_every_goal_and_rows_without_an_hmm_are_said(tmp_path: Path):
    config = PreferencesConfig(tmp_path / "out", baselines=("random", "shortest", "guidance"), limit=6)
    found = bench.run(config)
    for name in ("random", "shortest"):
        assert found.data["rows"][name]["goal"]["mean"] == 1
        assert 0 < found.data["rows"][name]["success"]["mean"] < 1
    assert "not run: it needs an HMM" in found.data["not_run"]["guidance"]
    assert found.data["model"] is None
    assert "guidance: not run" in str(found)


def test_the_rule_enforced_is_the_ceiling(tmp_path: Path, tiny: Any):
    rows = ("mask", "particles", "enforced", "unconstrained")
    config = PreferencesConfig(tmp_path / "out", baselines=rows, limit=2, particles=2, temperature=1.0)
    found = bench.run(config).data["rows"]
    assert found["enforced"]["success"]["mean"] == 1
    assert found["mask"]["goal"]["mean"] == found["particles"]["goal"]["mean"] == 1
    assert found["unconstrained"]["success"]["mean"] == 0
    assert "success_less_mask" in found["enforced"]


def test_what_there_is_not_is_said(tmp_path: Path):
    with pytest.raises(BenchmarkError, match="no row 'best'"):
        bench.run(PreferencesConfig(tmp_path / "out", baselines=("best",)))
    with pytest.raises(BenchmarkError, match="no split 'train'"):
        PreferencesConfig(tmp_path / "out", split="train")
    with pytest.raises(BenchmarkError, match="needs an HMM"):
        bench.run(PreferencesConfig(tmp_path / "out", baselines=("guidance",)))
