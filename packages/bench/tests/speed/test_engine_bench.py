"""`clamp bench engine` measures what it says, on tasks of the size it says."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from roots import EXAMPLES

from clamp.errors import BenchmarkError
from clamp.planning.problem import Problem
from clamp.planning.search.reachability import Reachability
from clamp_bench.speed.engine import fast_downward_program, measure, measure_instances, run
from clamp_worlds.household import SMALLEST, household


@pytest.mark.parametrize("size", [24, 37, 200, 1_000])
def test_a_household_has_about_as_many_actions_as_asked_for_and_a_plan(size: int):
    problem = Problem.from_task(household(size))
    assert len(problem.actions) == pytest.approx(size, rel=0.35 if size < 100 else 0.02)
    plan = Reachability(problem).plan(problem.initial, 40)
    assert plan is not None
    assert problem.validate([problem.actions[index] for index in plan])


def test_a_household_can_be_too_small():
    with pytest.raises(BenchmarkError, match=f"at least {SMALLEST} actions, but 3"):
        household(3)


def test_the_benchmark_reports_both_engines():
    pytest.importorskip("unified_planning")
    messages: list[str] = []
    result = run((24, 60), repeats=1, rival_actions=24, progress=messages.append)
    small, large = json.loads(json.dumps(result))["rows"]
    assert small["goal_distance"] > 0
    assert small["boundary_ms"] > 0
    assert small["up_applicable_us"] > small["applicable_us"] > 0
    assert small["times_faster"]["applicable"] > 1
    assert large["up_grounding"] is None
    assert large["times_faster"].keys() <= {"first_plan", "boundary_p99"}
    told = [message for message in messages if "Fast Downward" not in message]  # it may not be installed
    assert told == [
        "24 grounded actions",
        "24 grounded actions, by unified-planning",
        "60 grounded actions",
    ]
    if fast_downward_program() is not None:
        assert small["fd_plan"] > 0
        assert small["times_faster"]["first_plan"] > 0


def test_a_distance_that_takes_too_long_is_left_out():
    row = measure(household(200), repeats=1, seconds=0.0)
    assert row.distance is None
    assert row.goal_distance is None
    assert row.boundary_ms is None


def test_instances_are_walked_in_processes_of_their_own(tmp_path: Path):
    (tmp_path / "instances").mkdir()
    example = EXAMPLES / "kitchen"
    for name in ("domain", "problem"):
        shutil.copy(example / f"{name}.pddl", tmp_path / "instances" / f"07.{name}.pddl")
    (tmp_path / "instances" / "08.domain.pddl").write_text("(define (domain")
    (tmp_path / "instances" / "08.problem.pddl").write_text("(define (problem")
    entries = [{"n": number, "key": f"kitchen/{number}", "budget": 14} for number in ("07", "08")]
    (tmp_path / "index.json").write_text(json.dumps(entries))
    good, bad = measure_instances(tmp_path, seconds=10)
    assert good["valid"] is True
    assert good["error"] is None
    assert 0 < good["load"] < good["first_plan"]
    assert good["boundary_p50_ms"] <= good["boundary_p99_ms"] <= good["boundary_max_ms"]
    assert bad["load"] is None
    assert "PDDL" in bad["error"] or "Error" in bad["error"]
    with pytest.raises(BenchmarkError, match="CLAMP_DATA"):
        measure_instances(tmp_path / "instances", seconds=1)
