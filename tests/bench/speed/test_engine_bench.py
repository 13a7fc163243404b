"""`clamp bench engine` measures what it says, on tasks of the size it says."""

from __future__ import annotations

import json

import pytest

from clamp.bench.speed.engine import measure, run
from clamp.errors import BenchmarkError
from clamp.planning.problem import Problem
from clamp.planning.search.reachability import Reachability
from clamp.worlds.household import SMALLEST, household


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
    assert large["times_faster"] == {}
    assert messages == [
        "24 grounded actions",
        "24 grounded actions, by unified-planning",
        "60 grounded actions",
    ]


def test_a_distance_that_takes_too_long_is_left_out():
    row = measure(household(200), repeats=1, seconds=0.0)
    assert row.distance is None
    assert row.goal_distance is None
    assert row.boundary_ms is None
