"""The lookahead's benchmark measures what it says it does, at every size and beside a real model."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from fakes import byte_vocabulary

from clamp.bench import lookahead, lookahead_growth
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.errors import BenchmarkError
from clamp.hmm import HMM
from clamp.planning import Problem
from clamp.planning.reachability import Reachability


def test_every_action_of_the_benchmark_is_admissible_and_memory_grows_with_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(
        lookahead_growth,
        "CURVES",
        {"actions": (20, 200), "states": (4,), "hidden": (4,), "vocabulary": (300,)},
    )
    monkeypatch.setattr(lookahead_growth, "BASE", {"actions": 20, "hidden": 8, "vocabulary": 300})
    pytest.importorskip("matplotlib")
    messages: list[str] = []
    figures = lookahead.run(
        (6, 40),
        hidden=8,
        vocabulary_size=300,
        model=False,
        growth=tmp_path / "growth.json",
        progress=messages.append,
    )
    small, large = figures["rows"]
    assert (small["actions"], large["actions"]) == (6, 40)
    assert 0 < large["kept_mib"] <= large["peak_mib"]
    assert large["mask_and_scores_us"] == pytest.approx(large["mask_us"] + large["scores_us"])
    assert (small["truncated"], large["truncated"]) == (False, True)
    assert figures["model_forward_ms"] is None
    assert len(messages) == 2 + 5
    grown = json.loads((tmp_path / "growth.json").read_text())
    assert grown == figures["growth"]
    assert [row["x"] for row in grown["actions"]] == [20, 200]
    assert grown["actions"][0]["peak_mib"] < grown["actions"][1]["peak_mib"]
    assert grown["hidden"][0]["hmm_mib"] == pytest.approx((4 * 300 + 4 * 4 + 4) * 4 / 2**20)
    assert "scores_us" not in grown["states"][0]
    drawing = (tmp_path / "growth.svg").read_text()
    assert drawing.startswith("<?xml")
    assert "Date" not in drawing  # the same figures give the same file


@pytest.mark.parametrize("size", [1, 3, 100])
def test_alive_states_come_in_powers_of_two(size: int) -> None:
    with pytest.raises(BenchmarkError, match="power of two"):
        lookahead_growth.run({"states": (size,)})


def test_the_states_of_the_growth_curve_are_all_alive() -> None:
    problem = Problem.from_task(lookahead_growth.switching(4))
    graph = Reachability(problem).alive_graph(problem.initial, 4)
    assert len(graph.states) == 2**4


def test_all_actions_stay_admissible_while_one_is_left_for_the_goal() -> None:
    problem = Problem.from_task(lookahead.touching(7))
    constraint = PlanConstraint(problem, byte_vocabulary(), PlanFormat.calls(), budget=3)
    boundary = constraint.world.start
    assert boundary.choices.admissible.all()
    assert boundary.after(1).choices.admissible.all()
    assert np.flatnonzero(boundary.after(1).after(2).choices.admissible).tolist() == [0]


def test_too_few_actions_are_refused() -> None:
    with pytest.raises(BenchmarkError, match="at least 6 actions, not 5"):
        lookahead.run((5,), hidden=2, vocabulary_size=300, model=False)


def test_guidance_is_timed_plan_by_plan_beside_plans_without() -> None:
    tiny_models = pytest.importorskip("hosts.tiny_models")
    from clamp.bench.lookahead_share import compare
    from clamp.hosts.models import LoadedModel
    from clamp.hosts.planner import Planner

    planner = Planner(LoadedModel(tiny_models.model("llama"), tiny_models.tokenizer(), "tiny-llama"))
    problem = Problem.from_task(lookahead.touching(3))

    def constraint() -> PlanConstraint:
        return PlanConstraint(problem, planner.vocabulary, PlanFormat.calls(), budget=2)

    hmm = HMM.random(2, planner.vocabulary.size, seed=0)
    figures = compare(planner, hmm, [("touch it", constraint), ("no plan", lambda: None)])
    assert figures["guided"]["plans"] == figures["guided"]["certified"] == 1
    assert figures["unguided"]["plans"] == 1
    assert figures["unguided"]["guidance_ms_per_token"] == 0
    guided = figures["guided"]
    assert 0 < guided["guidance_ms_per_token"] < guided["ms_per_token"]
    rest = guided["ms_per_token"] - guided["guidance_ms_per_token"]
    assert figures["guidance_share"] == pytest.approx(guided["guidance_ms_per_token"] / rest)
    with pytest.raises(BenchmarkError, match="None of 1 tasks"):
        compare(planner, hmm, [("no plan", lambda: None)])
