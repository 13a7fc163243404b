"""`clamp bench rules` measures both sides along the same plans, and says what it could not measure."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from clamp.cli import app
from clamp.errors import BenchmarkError
from clamp.planning.rules import Rule, Ruled
from clamp_bench.speed import rules
from clamp_bench.speed.rules import house


def test_the_command_says_ratios_in_json(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rules, "_BOUNDARIES", 2)
    monkeypatch.setattr(rules, "_PLANS", 1)
    monkeypatch.setattr(rules, "household", lambda size, goals: rules_household(24, goals))
    given = CliRunner().invoke(app, ["bench", "rules", "--tasks", "0", "--repetitions", "1", "--json"])
    assert given.exit_code == 0, given.output
    found: dict[str, Any] = json.loads(given.stdout)
    assert set(found) == {"compile", "pddl", "virtualhome"}
    compiled = found["compile"]
    assert compiled["rules"] == 20
    assert compiled["milliseconds"] > 0
    assert "too large" in compiled["refused_because"]
    pddl = found["pddl"]
    assert pddl["tasks"] == 3
    assert pddl["boundaries"] >= 3
    for told in (pddl, pddl["first_met"], pddl["all_decided"]):
        assert told["ratio"] == pytest.approx(told["with_ms"] / told["without_ms"])
        assert told["slowest_with_ms"] >= told["with_ms"] > 0
    assert found["virtualhome"] == {"left_out": "no task was asked for"}


rules_household = rules.household


def test_the_plan_that_is_walked_keeps_the_rules_and_is_the_same_for_both():
    system = house(2, 4, 1)
    ruled = Ruled(system, [Rule.parse(text) for text in rules._PDDL])
    way = rules._way(ruled, 0)
    assert way == rules._way(ruled, 0)
    state = ruled.initial
    for index, asked in way:
        assert asked[-1] == index
        assert index in ruled.applicable_indices(state)
        state = ruled.successor_of_index(state, index)
    for side in (system, ruled):
        assert len(list(rules._walk(side, way, every=False))) == len(way)


def test_nothing_is_measured_less_than_once():
    with pytest.raises(BenchmarkError, match="at least once, not 0"):
        rules.run(repetitions=0)
