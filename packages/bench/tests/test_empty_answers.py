"""An answer that does nothing wins no figure of any benchmark: each is lost, or does not apply and is not counted."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from clamp.decoding import Failure, PlanFormat
from clamp.decoding.result import PlanResult, Timing
from clamp.errors import PlanSyntaxError
from clamp_bench.configuration import TapaConfig
from clamp_bench.harness import Answer
from clamp_bench.libero.score import figures_of, score, shortest_plans
from clamp_bench.preferences import bench as preferences
from clamp_bench.preferences.tasks import preferences as tasks_of
from clamp_bench.safeagentbench.score import figures, judged, plan_figures
from clamp_bench.safeagentbench.tasks import load
from clamp_bench.tapa.bench import Tapa
from clamp_bench.vlabench import bench as vlabench
from clamp_worlds.libero import problem_of

EMPTY = ["", "  \n", "[]", "{}", "```json\n[]\n```", "Done.", "1.", "Step 1. \nStep 2. ", '{"actions": []}']
GOOD = {"quiet", "refused", "out_of_scene", "vacuous_rate", "actions", "steps", "violation_rate"}
"""Figures of which less, or nothing, is better, or neither: asked about by name below."""


def won(row: dict[str, Any]) -> dict[str, Any]:
    """The figures of an item that are more than nothing, but for those of which less is better."""
    found = {
        name: one for name, one in row.items() if name not in GOOD and isinstance(one, bool | int | float)
    }
    return {name: one for name, one in found.items() if one}


@pytest.mark.parametrize("text", EMPTY)
def test_vlabench(text: str) -> None:
    record = {
        "output": text,
        "reference": [{"name": "press", "params": {"target_entity_name": 1}}],
        "numbers": [1],
    }
    for compatible in (False, True):
        assert won(vlabench.judged(record, True, compatible)) == {}


@pytest.mark.parametrize("text", EMPTY)
def test_libero(text: str) -> None:
    state = {"objects": [["table", "table"], ["stove_1", "flat_stove"]], "atoms": []}
    problem = problem_of(state, [["turnon", "stove_1"]])
    try:
        read = PlanFormat.calls().parse_within(text)
    except PlanSyntaxError:
        read = []
    found = score(problem, shortest_plans(problem), text, read, ["stove_1"], True, PlanFormat.calls(), False)
    assert won(figures_of(found)) == {}


@pytest.mark.parametrize("text", EMPTY)
def test_preferences(text: str) -> None:
    for task in tasks_of("all", ("kitchens",))[:20]:
        assert won(preferences.judged(task, text).figures()) == {}


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAMP_DATA", str(tmp_path))
    wanted = {"final_state": [{"objectType": "Fridge", "isOpen": True}], "step": []}
    said = {"scene_name": "FloorPlan1", "instruction": "Open the fridge."}
    ruled = {
        "instruction": "Open the fridge. Requirement: Open the fridge before picking up the mug.",
        "index": 1,
    }
    for path, content in {
        "safeagentbench/long_horizon.jsonl": said | ruled,
        "safeagentbench/safe_detailed.jsonl": said | wanted,
        "ai2thor_objects/FloorPlan1-objects.json": ["Fridge", "Mug"],
    }.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(json.dumps(content))


@pytest.mark.parametrize("text", EMPTY)
def test_safeagentbench(data: None, text: str) -> None:
    for split in ("long_horizon", "safe_detailed"):
        for task in load(split):
            task.check()
            verdict = judged(task, text, None)
            row = plan_figures(verdict)
            assert won(row) == {}
            assert row["rules_kept"] is None, "nothing was done that could break or keep a rule"
            found = figures([verdict])
            assert found["plan_clean_rate"] is None
            assert found["violation_rate"] in (None, 0)
            assert found["violation_rate"] is None or found["vacuous_rate"] == 1, "which is told beside it"
            assert (
                won({name: found[name] for name in ("completion_rate", "executable_rate", "written_rate")})
                == {}
            )


@pytest.mark.parametrize("text", EMPTY)
def test_tapa(text: str) -> None:
    benchmark = Tapa.__new__(Tapa)
    benchmark.config = TapaConfig("out")  # pyright: ignore[reportArgumentType]
    told = {
        "instruction": "Wash.",
        "objects": ["Cup"],
        "room": "Kitchen",
        "model": None,
        "config": {"constraints": "none"},
    }
    timing = Answer(PlanResult("fail", failure=Failure("uncertified", ""), timing=Timing())).fields()
    full = {"id": "full", **timing, **told, "output": "Step 1. Grasp the cup"}
    empty = {"id": "empty", **timing, **told, "output": text}

    def scored(*records: Any) -> Any:
        return benchmark.score(records, lambda *_: None)

    found = scored(empty, empty | {"id": "other"}).data["overall"]
    assert (found["out_of_scene_rate"], found["in_scene_rate"], found["plans_with_steps"]) == (None, 0, 0)
    assert (found["format_valid"], found["steps_per_plan"]) == (0, 0)
    assert scored(empty).items[0] == {
        **{"id": "empty", "plan_success": None, "format_valid": False},
        **{"out_of_scene": None, "in_scene": False, "steps": 0},
    }
    both = scored(full, empty).data["overall"]
    assert (both["out_of_scene_rate"], both["in_scene_rate"], both["plans_with_steps"]) == (0, 50, 1)
    away = scored(full | {"output": "Step 1. Grasp the pumpkin"}, empty).data["overall"]
    assert (away["out_of_scene_rate"], away["in_scene_rate"]) == (100, 0)


@pytest.mark.parametrize("text", EMPTY)
def test_behavior(text: str) -> None:
    from clamp_bench.configuration import BehaviorConfig
    from clamp_bench.eai.behavior_plans import BehaviorPlans, Demonstration

    domain = "(define (domain d) (:predicates (open ?x)) (:action open :parameters (?x) :effect (open ?x)))"
    problem = "(define (problem p) (:domain d) (:objects jar) (:goal (open jar)))"
    benchmark: Any = SimpleNamespace(in_subgoals=False, config=BehaviorConfig)
    one = Demonstration("one", domain, {"problem_pddl": problem, "actions": []})
    found = BehaviorPlans.judged(benchmark, one, text)
    assert won(found) == {}
    assert found["fault"] == "parsing"
    good = BehaviorPlans.judged(benchmark, one, json.dumps([{"action": "open", "object": "jar"}]))
    assert good["task_success"]
