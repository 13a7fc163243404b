"""``clamp bench libero``: scoring laws, resuming, and refusals, with planners that need no model."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from typer.testing import CliRunner

from clamp.decoding import Failure, PlanFormat
from clamp.decoding.result import PlanResult
from clamp.errors import BenchmarkError
from clamp.planning import Action, Problem
from clamp.request.request import Request
from clamp_bench.libero.bench import CONFIGURATIONS, LiberoConfig, plan_exists, run, score_row, seen_of
from clamp_bench.libero.score import multiset_f1, score, shortest_plans, state_after, summary
from clamp_bench.report import rows_of
from clamp_worlds.libero import problem_of

OBJECTS = [
    ["table", "table"],
    ["cabinet_1", "wooden_cabinet"],
    ["cabinet_1_top_region", "drawer"],
    ["stove_1", "flat_stove"],
    ["bowl_1", "akita_black_bowl"],
    ["butter_1", "butter"],
]
GOAL = [["in", "bowl_1", "cabinet_1_top_region"], ["turnon", "stove_1"]]
PLAN = (
    Action("open", ("cabinet_1_top_region",)),
    Action("pick", ("bowl_1",)),
    Action("place_in", ("bowl_1", "cabinet_1_top_region")),
    Action("turn_on", ("stove_1",)),
)


def record(identifier: str = "a", **changes: Any) -> dict[str, Any]:
    seen = [name for name, _ in OBJECTS if name != "butter_1"]
    return {
        "id": identifier,
        "suite": "libero_10",
        "task": "task",
        "instruction": "put the bowl in the top drawer and turn on the stove",
        "images": {"agentview": "a.jpg"},
        "scene": {"entities": [{"id": name, "seen": True} for name in seen]},
        "atoms": [["on", "bowl_1", "table"], ["on", "butter_1", "table"]],
        "goal": GOAL,
        "objects": OBJECTS,
        "random": False,
        "index": 0,
        **changes,
    }


def problem() -> Problem:
    return problem_of(record(), GOAL)


def scored(text: str, actions: Sequence[Action], seen: Sequence[str] = ()) -> Any:
    made = problem()
    names = seen or seen_of(record())
    return score(made, shortest_plans(made), text, actions, names, True, PlanFormat.calls())


def test_shortest_plans_are_all_shortest_and_valid() -> None:
    made = problem()
    plans = shortest_plans(made)
    # The stove may be turned on before, between and after, but not with a bowl in the hand.
    assert len(plans) == len(set(plans)) == 3
    assert all(len(plan) == 4 and made.validate(plan).valid for plan in plans)
    assert len(shortest_plans(made, 2)) == 2
    assert shortest_plans(problem_of(record(), [["close", "cabinet_1_top_region"]])) == [()]
    assert shortest_plans(problem_of(record(objects=[*OBJECTS[:-1], ["butter_1", "basket"]]),
                                     [["in", "butter_1", "cabinet_1_top_region"]])) == []  # fmt: skip


def test_a_right_plan_scores_full_marks_in_any_order() -> None:
    for plan in (PLAN, (PLAN[3], *PLAN[:3])):
        one = scored(PlanFormat.calls().serialize(plan), plan)
        assert one == type(one)(True, True, True, True, True, 1.0, 1.0, True)


def test_what_is_wrong_costs_what_it_should() -> None:
    written = PlanFormat.calls().serialize
    longer = (Action("turn_on", ("stove_1",)), Action("turn_off", ("stove_1",)), *PLAN)
    detour = scored(written(longer), longer)
    assert detour.goal
    assert not detour.exact
    assert 0.5 < detour.skill_f1 < 1
    unseen = (Action("pick", ("butter_1",)), Action("place_on", ("butter_1", "table")), *PLAN)
    assert scored(written(unseen), unseen).goal
    assert not scored(written(unseen), unseen).ids_valid
    early = scored(written(PLAN[1:]), PLAN[1:])
    assert not early.executable
    assert not early.goal
    assert early.format_valid
    assert early.ids_valid
    short = scored(written(PLAN[:3]), PLAN[:3])
    assert short.executable
    assert not short.goal
    prose = scored("First, open it.\n\n" + written(PLAN), PLAN)
    assert (prose.goal, prose.format_valid, prose.ids_valid) == (True, False, False), "forgiven, not valid"
    nothing = scored("I cannot.", ())
    assert not any(
        getattr(nothing, name) for name in ("format_valid", "ids_valid", "goal", "exact", "skill_f1")
    )


@given(st.lists(st.sampled_from("abc")), st.lists(st.sampled_from("abc")))
def test_f1_is_symmetric_and_counts_repeats(left: list[str], right: list[str]) -> None:
    value = multiset_f1(left, right)
    assert value == multiset_f1(right, left)
    assert 0 <= value <= 1
    assert (value == 1) == (sorted(left) == sorted(right))


def test_a_plan_exists_through_what_is_seen_only() -> None:
    made = problem()
    assert plan_exists(made, seen_of(record()), 4)
    assert not plan_exists(made, seen_of(record()), 3)
    assert not plan_exists(made, [name for name in seen_of(record()) if name != "stove_1"], 10)


def test_the_state_after_a_plan() -> None:
    after = set(state_after(problem(), PLAN))
    assert {("in", "bowl_1", "cabinet_1_top_region"), ("turned_on", "stove_1")} <= after
    assert not any(atom[:2] == ("on", "bowl_1") for atom in after)


def test_sight_is_needed_where_the_usual_plan_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from clamp_bench.libero import bench

    class Usual:
        def problem(self) -> Problem:
            return problem()

    def usual_task(identifier: str) -> Usual:
        if identifier != "libero_10/task":
            raise BenchmarkError("LIBERO's task files are not installed")
        return Usual()

    monkeypatch.setattr(bench, "libero_task", usual_task)
    bench._usual_plans.cache_clear()
    opened = record(atoms=[*record()["atoms"], ["open", "cabinet_1_top_region"]])
    assert bench.needs_sight(record()) is False
    assert bench.needs_sight(opened) is True
    assert bench.needs_sight(record(task="unknown")) is None
    data = data_set(tmp_path / "data", record(), {**opened, "id": "opened"})
    assert [one["id"] for one in bench.held_out_records(data, None, needing_sight=True)] == ["opened"]
    unknown = data_set(tmp_path / "unknown", record(task="unknown"))
    with pytest.raises(BenchmarkError, match="not installed"):
        bench.held_out_records(unknown, None, needing_sight=True)
    bench._usual_plans.cache_clear()
    good = scored(PlanFormat.calls().serialize(PLAN), PLAN)
    rows = [replace(good, needs_sight=True), replace(good, needs_sight=True, goal=False)]
    figures = summary([*rows, replace(good, needs_sight=False)])
    assert (figures["needing_sight"], figures["goal_needing_sight"]) == (2, 50)
    assert summary([good])["needing_sight"] is None


def test_summaries_count_what_is_possible() -> None:
    good = scored(PlanFormat.calls().serialize(PLAN), PLAN)
    bad = type(good)(True, True, False, False, False, 0.0, 0.0, False)
    figures = summary([good, bad])
    assert figures["goal"] == 50
    assert figures["goal_where_possible"] == 100
    assert figures["plan_exists"] == 1
    assert summary([]) == {"plans": 0}


class Scripted:
    """A planner that answers from a list, and remembers what it was shown."""

    name, revision = "scripted", None

    def __init__(self, *answers: Sequence[Action]):
        self.answers = list(answers)
        self.calls: list[dict[str, Any]] = []

    def run(self, request: Request, *, trace: bool) -> PlanResult:
        sight, settings, system = request.sight, request.configuration.arguments(), request.problem
        images = list(sight.images.values())
        self.calls.append(settings | {"seen": request.seen, "scene": sight.scene, "images": images})
        assert not request.binding, "LIBERO's instructions are its own"
        actions = tuple(self.answers[(len(self.calls) - 1) % len(self.answers)])
        text = PlanFormat.calls().serialize(actions)
        certificate = system.validate(actions)
        failure = None if certificate.valid else Failure("validation", certificate.reason)
        return PlanResult("plan" if certificate.valid else "fail", actions, text, failure, certificate)


def data_set(folder: Path, *records: dict[str, Any]) -> Path:
    folder.mkdir()
    Image.new("RGB", (8, 8), (200, 0, 0)).save(folder / "a.jpg")
    (folder / "records.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records))
    return folder


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    done = record("done", atoms=[["in", "bowl_1", "cabinet_1_top_region"], ["turned_on", "stove_1"]])
    data = data_set(tmp_path / "data", record("a"), record("b"), done)
    config = LiberoConfig(tmp_path / "out", data, constraints=("none", "world"))
    planner: Any = Scripted(PLAN[:3], PLAN[:3], PLAN, PLAN)
    report = run(config, planner)
    assert len(planner.calls) == 4, "nothing is to be done in one of the three states"
    assert [call["constraints"] for call in planner.calls] == ["none", "none", "world", "world"]
    assert planner.calls[0]["seen"] == seen_of(record())
    assert list(planner.calls[0]["scene"].seen) == seen_of(record())
    assert planner.calls[0]["images"][0].getpixel((4, 4))[0] > 150
    figures = report.data["configurations"]
    assert figures["none"]["goal"] == 0
    assert figures["world"]["goal"] == 100
    _, none, world, _ = str(report).splitlines()
    assert none.startswith(f"  {CONFIGURATIONS['none'][1]}:")
    assert ", goal 0" in none
    assert ", goal 100" in world
    written = (tmp_path / "out" / "records.jsonl").read_text()
    (tmp_path / "out" / "records.jsonl").write_text(written[:-20])
    again: Any = Scripted(PLAN)
    assert run(config, again).data == report.data
    assert len(again.calls) == 1
    rows = [json.loads(line) for line in written.splitlines()]
    assert score_row(record("a"), rows[0], 10).goal is False
    compared = {row.name: row for row in rows_of(tmp_path / "out", several=False)}
    assert set(compared) == {"none", "world"}
    assert compared["world"].about["benchmark"] == report.data["benchmark"]
    assert {"goal", "exact", "goal_where_possible"} <= compared["world"].rates
    for name, row in compared.items():
        for figure in ("goal", "goal_where_possible", "skill_f1"):
            values = row.figures[figure].values()
            assert 100 * sum(values) / len(values) == pytest.approx(figures[name][figure], abs=0.01)
    with pytest.raises(BenchmarkError, match="another configuration: budget was 6"):
        run(LiberoConfig(tmp_path / "out", data, budget=5), again)


def test_blank_pictures_are_grey(tmp_path: Path) -> None:
    data = data_set(tmp_path / "data", record("a"))
    planner: Any = Scripted(PLAN)
    run(LiberoConfig(tmp_path / "out", data, constraints=("world",), blank_images=True), planner)
    assert planner.calls[0]["images"][0].getcolors() == [(64, (128, 128, 128))]


def test_what_cannot_be_measured_is_refused(tmp_path: Path) -> None:
    planner: Any = Scripted(PLAN)
    with pytest.raises(BenchmarkError, match=r"no rendered states. Render held-out tasks first"):
        run(LiberoConfig(tmp_path / "out", tmp_path), planner)
    data = data_set(tmp_path / "data", record("a", suite="libero_90"))
    with pytest.raises(BenchmarkError, match="'a' is of libero_90, on which models are trained"):
        run(LiberoConfig(tmp_path / "out", data), planner)
    with pytest.raises(BenchmarkError, match="no configuration 'magic'"):
        run(LiberoConfig(tmp_path / "out", data, constraints=("magic",)), planner)
    with pytest.raises(BenchmarkError, match="needs an HMM"):
        run(LiberoConfig(tmp_path / "out", data, constraints=("guided",)), planner)
    data = data_set(tmp_path / "other", record("a", images={"agentview": "gone.jpg"}))
    with pytest.raises(BenchmarkError, match=r"The state 'a' cannot be shown.*gone.jpg"):
        run(LiberoConfig(tmp_path / "out", data), planner)


def test_the_simulator_is_asked_about_executable_plans_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked once for plans of one state that come to the same; one that cannot be executed counts as failed."""
    from clamp_bench.libero import bench, simulate

    asked: list[Any] = []

    class Fake:
        def __init__(self, task: Any, **options: Any):
            self.task = task

        def set_layout(self, index: int | None) -> None:
            asked.append(index)

        def set_state(self, atoms: Any) -> tuple[()]:
            asked.append(("turned_on", "stove_1") in atoms)
            return ()

        def goal_holds(self) -> bool:
            return True

        def close(self) -> None:
            asked.append("closed")

    started = subprocess.run

    def in_this_process(command: list[str], **options: Any) -> Any:
        if "clamp_bench.libero.simulate" not in command:
            return started(command, **options)
        simulate.main(json.loads(command[-1]))
        return subprocess.CompletedProcess(command, 0, stderr="")

    monkeypatch.setattr(simulate, "LiberoEnvironment", Fake)
    monkeypatch.setattr(simulate, "task", lambda identifier: type("Task", (), {"id": identifier})())
    monkeypatch.setattr(bench.subprocess, "run", in_this_process)
    data = data_set(tmp_path / "data", record("a"), record("b"))
    config = LiberoConfig(tmp_path / "out", data, constraints=("none", "world"), simulate=2)
    planner: Any = Scripted(PLAN[1:], PLAN, PLAN, PLAN)
    figures = run(config, planner).data["configurations"]
    assert figures["none"]["simulator"] == 50
    assert figures["world"]["simulator"] == 100
    assert figures["none"]["simulator_agrees"] == 100
    assert asked == [0, True, 0, True, "closed"]
    run(config, planner)
    assert len(asked) == 5, "what was asked before is not asked again"


def test_a_simulator_that_stops_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from clamp_bench.libero import bench

    started = subprocess.run

    def stopped(command: list[str], **options: Any) -> Any:
        if "clamp_bench.libero.simulate" not in command:
            return started(command, **options)
        return subprocess.CompletedProcess(command, 1, stderr="no screen")

    monkeypatch.setattr(bench.subprocess, "run", stopped)
    data = data_set(tmp_path / "data", record("a"))
    planner: Any = Scripted(PLAN)
    with pytest.raises(BenchmarkError, match="The simulator stopped: no screen"):
        run(LiberoConfig(tmp_path / "out", data, constraints=("world",), simulate=1), planner)


def test_the_command_line_says_what_is_missing(tmp_path: Path) -> None:
    from clamp.cli import app

    found = CliRunner().invoke(
        app, ["bench", "libero", "--data", str(tmp_path), "--out", str(tmp_path / "out")]
    )
    assert found.exit_code == 2
    assert "no rendered states" in " ".join(found.output.split())
