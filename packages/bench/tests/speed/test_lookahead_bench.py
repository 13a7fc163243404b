"""The lookahead's benchmark measures what it says it does, at every size and beside a real model."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from fakes import byte_vocabulary

from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.world import Boundary
from clamp.errors import BenchmarkError
from clamp.hmm import HMM
from clamp.planning import Problem
from clamp.planning.search.reachability import Reachability
from clamp_bench.speed import lookahead


def test_every_action_of_the_benchmark_is_admissible_and_memory_grows_with_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(
        lookahead,
        "CURVES",
        {"actions": (20, 200), "states": (4,), "hidden": (4,), "vocabulary": (300,)},
    )
    monkeypatch.setattr(lookahead, "BASE", {"actions": 20, "hidden": 8, "vocabulary": 300})
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
        lookahead.run_growth({"states": (size,)})


def test_the_states_of_the_growth_curve_are_all_alive() -> None:
    problem = Problem.from_task(lookahead.switching(4))
    graph = Reachability(problem).alive_graph(problem.initial, 4)
    assert len(graph.states) == 2**4


def test_all_actions_stay_admissible_while_one_is_left_for_the_goal() -> None:
    problem = Problem.from_task(lookahead.touching(7))
    constraint = PlanConstraint(problem, byte_vocabulary(), PlanFormat.calls(), budget=3, loops=True)
    boundary = constraint.world.start
    assert boundary.choices.admissible.all()
    assert boundary.after(1).choices.admissible.all()
    assert np.flatnonzero(boundary.after(1).after(2).choices.admissible).tolist() == [0]


def test_what_is_admissible_is_not_charged_to_the_lookahead(monkeypatch: pytest.MonkeyPatch) -> None:
    decided: list[bool] = []
    scores = lookahead.Lookahead.action_scores

    def spied(self: lookahead.Lookahead, boundary: Boundary) -> object:
        decided.append(boundary.choices.known_in(0, 1) is not None)
        return scores(self, boundary)

    monkeypatch.setattr(lookahead.Lookahead, "action_scores", spied)
    monkeypatch.setattr(lookahead, "_between_boundaries", lambda *_: (0.0, 0.0))
    vocabulary = lookahead.byte_vocabulary(300)
    row = lookahead.measure(40, HMM.random(2, vocabulary.size, seed=0, dtype=np.float32), vocabulary)
    assert decided[:6] == [True] * 6  # the first boundary and five more; the last call measures memory
    assert row.symbolic_ms > 0
    assert row.first_symbolic_ms > 0


def test_too_few_actions_are_refused() -> None:
    with pytest.raises(BenchmarkError, match="at least 6 actions, not 5"):
        lookahead.run((5,), hidden=2, vocabulary_size=300, model=False)


def test_guidance_is_timed_along_plans_that_wander() -> None:
    problem = Problem.from_task(lookahead.touching(4))
    vocabulary = byte_vocabulary()

    def build() -> PlanConstraint:
        return PlanConstraint(problem, vocabulary, PlanFormat.calls(), budget=3, loops=True)

    rows = [
        lookahead.follow("touch", build, HMM.random(2, vocabulary.size, seed=0), seed=seed)
        for seed in range(8)
    ]
    assert {row.written for row in rows} > {1, 3}
    for row in rows:
        assert row.tokens >= len("touch(item_0)") * row.written
        assert row.constraint_ms > 0
        assert row.guidance_ms > 0
    again = lookahead.follow("touch", build, HMM.random(2, vocabulary.size, seed=0), seed=0)
    assert again.tokens == rows[0].tokens
    sums = lookahead._cost_of_plans(rows, 10.0)
    assert sums["tokens"] == sum(row.tokens for row in rows)
    assert sums["guidance_share"] == pytest.approx(sums["guidance_ms"] / (10 + sums["constraint_ms"]))


@pytest.mark.slow
def test_guidance_is_timed_on_household_tasks() -> None:
    pytest.importorskip("eai_eval")
    figures = lookahead.run((6,), hidden=2, vocabulary_size=300, model=False, tasks=1)
    (row,) = figures["virtualhome"]["rows"]
    assert row["written"] <= row["budget"]
    assert figures["virtualhome"]["guidance_share"] is None  # without a model there is nothing to compare to
