"""`clamp bench scale` walks what it says, in processes that cannot end the run, and tells rows as they come."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import options
import pytest
from roots import EXAMPLES
from typer.testing import CliRunner

from clamp import Action, Problem, Rule, Ruled
from clamp.cli import app
from clamp.errors import BenchmarkError
from clamp.planning.search import kernel_library
from clamp.planning.task import Atom, Task
from clamp_bench.speed import scale
from clamp_bench.speed.kitchens import RULES, WANTED, dense, flat, kitchen
from clamp_bench.speed.scale import Case, ScaleRow
from clamp_worlds.virtualhome import tasks as virtualhome_tasks

CORES = [
    "python",
    pytest.param(
        "compiled",
        marks=pytest.mark.skipif(kernel_library.library() is None, reason="there is no compiled core here"),
    ),
]


def written_by_hand(task: Task) -> list[Action]:
    """A plan for a kitchen as a person would write it: open what is needed, carry one thing after the other, close."""
    home = {one.args[0]: one.args[1] for one in task.initial if one.predicate == "in"}
    goal = [one for one in task.goal.operands if isinstance(one, Atom)]  # type: ignore[union-attr]
    here, opened, plan = "table_0", list[str](), list[Action]()

    def go(place: str) -> None:
        nonlocal here
        if here != place:
            plan.append(Action("go", (place,)))
            here = place

    for wanted in goal:
        thing, there = wanted.args
        for place in (home[thing], there):
            if place.startswith("box") and place not in opened:
                go(place)
                plan.append(Action("open", (place,)))
                opened.append(place)
        go(home[thing])
        plan.append(Action("pick", (thing, home[thing])))
        go(there)
        plan.append(Action("put", (thing, there)))
    for box in sorted(opened, key=lambda box: box != here):
        go(box)
        plan.append(Action("close", (box,)))
    return plan


@pytest.mark.parametrize("size", [(10, dense(10)), (30, dense(30)), (30, flat(30)), (100, flat(100))])
def test_a_plan_written_by_hand_keeps_all_twenty_rules(size: tuple[int, int]) -> None:
    task = kitchen(*size)
    assert len(task.objects) == size[0]
    problem, plan = Problem.from_task(task), written_by_hand(task)
    assert len([one for one in plan if one.name == "put"]) == WANTED
    assert problem.validate(plan)
    assert len(set(RULES)) == 20
    for text in RULES:
        assert Ruled(problem, [Rule.parse(text)]).validate(plan), text


def test_each_of_the_rules_forbids_something() -> None:
    problem = Problem.from_task(kitchen(30, dense(30)))
    ruled = {text: Ruled(problem, [Rule.parse(text)]) for text in RULES}
    kept, rng = set(RULES), random.Random(0)
    for _ in range(200):
        state, walk = problem.initial, list[Action]()
        while len(walk) < 30 and kept:
            able = problem.applicable_indices(state)
            name = rng.choice(sorted({problem.actions[one].name for one in able}))  # or it would only go
            index = rng.choice([one for one in able if problem.actions[one].name == name])
            state = problem.successor_of_index(state, index)
            walk.append(problem.actions[index])
        for text in list(kept):
            said = ruled[text].validate(walk)
            assert not said  # the goal is not met, or a rule is broken: which, the reason says
            if "breaks the rule" in str(said.reason):
                kept.discard(text)
    assert kept == set()


def test_the_kitchens_have_the_shapes_that_are_measured() -> None:
    assert [dense(size) for size in scale.SIZES] == [4, 12, 40, 120, 400]
    assert [flat(size) for size in scale.SIZES] == [4, 8, 12, 16, 20]
    names = [case.task for case in scale.kitchens()]
    assert names[:3] == ["kitchen 10", "kitchen 30 dense", "kitchen 30 flat"]  # the smallest has one shape
    assert len(names) == len(set(names)) == 9
    usual = scale.usual(None)
    assert {case.rules for case in usual} == {0, 5, 20}
    assert {case.budget for case in usual} == {5, 10, 20, 40, 80, 200}
    assert {case.size for case in usual} >= {(1_000, 400), (1_000, 20), (300, 120), (300, 16), (10, 4)}
    ruled = {(case.size, case.rules) for case in usual if case.rules}
    assert ruled >= {((100, 40), 5), ((100, 40), 20), ((300, 16), 5), ((30, 12), 20)}
    (case,) = scale.kitchens([30], ["flat"], [5], [60])
    assert case == Case("kitchen 30 flat, 5 rules, budget 60", 60, (30, 8), 5)
    assert len(case.loader()().actions) == len(Problem.from_task(kitchen(30, 8)).actions)


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ({"shapes": ["round"]}, "no shape 'round'; there are dense, flat"),
        ({"sizes": [9]}, "at least 10 objects"),
        ({"rules": [21]}, "0 to 20 rules"),
        ({"budgets": [-1]}, "budget of 0 or more"),
    ],
)
def test_kitchens_that_there_are_not_are_refused(chosen: dict[str, Any], says: str) -> None:
    with pytest.raises(BenchmarkError, match=says):
        scale.kitchens(**chosen)


@pytest.mark.parametrize("kernel", CORES)
def test_a_walk_in_a_process_of_its_own_is_a_row(kernel: str) -> None:
    (case,) = scale.kitchens([10])
    (row,) = scale.run([case], kernels=[kernel], seed=3)
    assert (row.group, row.task, row.budget, row.rules) == ("kitchens", "kitchen 10", 40, 0)
    assert (row.kernel, row.core, row.seed, row.status) == (kernel, kernel, 3, "")
    assert row.actions == len(Problem.from_task(kitchen(10, 4)).actions)
    assert (row.plan, row.valid) == ("found", True)
    assert row.boundaries
    assert 0 < row.p50_ms <= row.p99_ms <= row.max_ms
    assert 0 <= row.first_plan <= row.first_mask
    assert 10 < row.peak_mib < scale.MEBIBYTES
    assert row.texts > 0
    assert row.texts_mib >= 0


def walked(case: Case, **limits: Any) -> dict[str, Any]:
    """A walk in this process, by the twin, under other limits."""
    found: dict[str, Any] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLAMP_KERNEL", "python")
        patch.setattr(scale, "DEFAULT_LIMITS", replace(scale.DEFAULT_LIMITS, **limits))
        scale.walk(case, "python", 0, lambda **told: found.update(told))
    return found


def test_what_is_left_open_is_counted() -> None:
    (case,) = scale.kitchens([30], ["flat"])
    whole = walked(case, seconds=None, boundary_seconds=None)
    assert (whole["partly"], whole["undecided"], whole["valid"]) == (0, 0, True)
    hurried = walked(case, boundary_seconds=0.0)  # only what is known already is said
    assert 0 < hurried["partly"] <= hurried["boundaries"]
    assert 0 < hurried["undecided"] < 1
    assert hurried["valid"] is True  # what is known goes on


def test_a_budget_that_is_too_small_is_a_proof_and_no_walk() -> None:
    (case,) = scale.kitchens([10], budgets=[2])
    found = walked(case)
    assert found["plan"] == "none"
    assert "boundaries" not in found
    assert "valid" not in found


def test_the_walk_obeys_the_rules_of_the_case() -> None:
    (case,) = scale.kitchens([10], rules=[20])
    assert isinstance(case.loader()(), Ruled)
    found = walked(case, seconds=None, boundary_seconds=None)
    assert (found["plan"], found["valid"], found["undecided"]) == ("found", True, 0)


INSTEAD = """
import json, sys
from clamp_bench.speed import scale
def walk(case, kernel, seed, tell):
    tell(actions=7, load=0.5)
    {}
scale.walk = walk
scale.main(json.loads(sys.argv[1]))
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("does", "says"),
    [
        ("while True: pass", "stopped after 1 s, with what was known by then"),
        ("import os; os._exit(3)", "failed: exit code 3"),
        ("raise ZeroDivisionError('no')", "failed: ZeroDivisionError: no"),
        pytest.param(
            "kept = [bytearray(2**24) for _ in range(64)]",
            "more memory than 512 MiB",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded on Linux"),
        ),
    ],
)
def test_a_walk_that_goes_wrong_is_a_row_and_the_next_one_comes(
    monkeypatch: pytest.MonkeyPatch, does: str, says: str
) -> None:
    cases = scale.kitchens([10, 30], ["dense"])
    wrong = [sys.executable, "-c", INSTEAD.format(does)]
    right = [sys.executable, "-c", INSTEAD.format("pass")]
    monkeypatch.setattr(
        scale, "command", lambda module, job: [*(wrong if '"kitchen 10"' in job else right), job]
    )
    first, second = scale.run(cases, kernels=["python"], seconds=1, mebibytes=512)
    assert (first.actions, first.load, first.status) == (7, 0.5, says)
    assert (second.task, second.actions, second.status) == ("kitchen 30 dense", 7, "")


def test_a_walk_that_waits_for_ever_is_ended_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scale, "_STARTING", 1)
    monkeypatch.setattr(scale, "_WAITING", 1)
    waits = [sys.executable, "-c", "import time; time.sleep(600)"]
    monkeypatch.setattr(scale, "command", lambda module, job: [*waits, job])
    (row,) = scale.run(scale.kitchens([10]), kernels=["python"], seconds=1)
    assert row.status == "stopped after 1 s, with what was known by then"


def test_an_engine_that_is_not_there_is_said_and_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_library, "library", lambda: None)
    (case,) = scale.kitchens([10])
    with pytest.raises(BenchmarkError, match="no compiled core to measure"):
        scale.walk(case, "compiled", 0, lambda **told: None)
    with pytest.raises(BenchmarkError, match="no engine 'rust'; there are compiled, python"):
        next(scale.run([case], kernels=["rust"]))


def test_a_user_who_asked_for_the_twin_still_measures_the_compiled_core(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[str] = []

    def instead(*_: Any, env: dict[str, str], **__: Any) -> Any:
        given.append(env["CLAMP_KERNEL"])
        return scale.subprocess.CompletedProcess([], 0, b"", b"")

    monkeypatch.setattr(scale.subprocess, "run", instead)
    (case,) = scale.kitchens([10])
    for asked in ("python", "/some/library.so", ""):
        monkeypatch.setenv("CLAMP_KERNEL", asked)
        list(scale.run([case]))
    assert given == ["", "python", "/some/library.so", "python", "", "python"]


def rows(events: list[str]) -> Iterator[ScaleRow]:
    for number, plan in enumerate(("found", "limit", "none")):
        events.append(f"row {number}")
        yield ScaleRow(
            "public" if number else "kitchens", f"task {number}", 40, 0, "compiled", 0, "python", 54, plan=plan,
            first_mask=1.0, load=0.25, construct=0.5, valid=True if plan == "found" else None, boundaries=21, partly=3,
            undecided=0.256, max_ms=600.0, texts=0.125, status="" if number else "xxx " * 100,
        )  # fmt: skip


def test_rows_are_told_as_they_come_and_are_one_document() -> None:
    events: list[str] = []
    lines = scale.json_lines(rows(events))
    head, first = next(lines), next(lines)
    assert events == ["row 0"]
    document = json.loads("\n".join([head, first, *lines]))
    assert [row["task"] for row in document["rows"]] == ["task 0", "task 1", "task 2"]
    assert document["summary"] == [
        {"tasks": "kitchens", "kernel": "compiled", "walks": 1, "first_masks": 1, "ended": 1}
        | {"steps_in_half_a_second": 0, "seconds_before_p50": 1.875},
        {"tasks": "public", "kernel": "compiled", "walks": 2, "first_masks": 1, "ended": 1}
        | {"steps_in_half_a_second": 0, "seconds_before_p50": 1.875},
    ]
    events.clear()
    table = scale.table_lines(rows(events))
    next(table)
    shown = next(table)
    assert events == ["row 0"]
    assert "25.6%" in shown
    assert "3 of 21; python in place of compiled; xxx" in shown
    assert len(shown) < 240
    assert [line.rpartition("; ")[2] for line in table][:2] == [
        "no plan found",
        "no plan of 40 actions or fewer",
    ]


def test_what_was_measured_before_an_interruption_is_a_document() -> None:
    def interrupted() -> Iterator[ScaleRow]:
        yield next(rows([]))
        raise KeyboardInterrupt

    lines = list[str]()
    with pytest.raises(KeyboardInterrupt):
        lines.extend(scale.json_lines(interrupted()))
    assert [row["task"] for row in json.loads("\n".join(lines))["rows"]] == ["task 0"]


def test_public_instances_are_those_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "instances").mkdir()
    for part in ("domain", "problem"):
        text = (EXAMPLES / "kitchen" / f"{part}.pddl").read_text("utf-8")
        (tmp_path / "instances" / f"07.{part}.pddl").write_text(text, "utf-8")
    entries = [
        {"n": "07", "key": "kitchen/p07", "budget": 14},
        {"n": "08", "key": "none/p08", "budget": None},
    ]
    (tmp_path / "index.json").write_text(json.dumps(entries), "utf-8")
    good, bad = scale.run(scale.usual(tmp_path)[-2:], kernels=["python"])
    assert (good.group, good.task, good.budget, good.plan, good.valid) == (
        "public", "kitchen/p07", 14, "found", True,
    )  # fmt: skip
    assert (bad.budget, bad.actions) == (40, None)
    assert "08.domain.pddl" in bad.status
    (tmp_path / "index.json").write_text("[{}]", "utf-8")
    with pytest.raises(BenchmarkError, match="no list of planning instances"):
        scale.instances(tmp_path)


def test_houses_are_walked_where_they_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("eai_eval")
    houses = [case for case in scale.usual(None) if case.group == "virtualhome"]
    assert 6 < len({case.virtualhome for case in houses}) == len(houses) <= 12
    (row,) = scale.run(houses[:1], kernels=["python"])
    assert (row.group, row.task, row.plan, row.valid) == ("virtualhome", houses[0].task, "found", True)

    def absent() -> list[object]:
        raise BenchmarkError("eai-eval is not installed")

    monkeypatch.setattr(virtualhome_tasks, "load_tasks", absent)
    assert not [case for case in scale.usual(None) if case.group == "virtualhome"]


def test_the_command_bounds_a_walk_as_the_module_does() -> None:
    command = options.command_of("bench scale")
    usual = {one.name: one.default for one in command.params}  # read where nothing else need be loaded
    assert (usual["seconds"], usual["memory"], usual["walks"]) == (scale.SECONDS, scale.MEBIBYTES, 1)


def test_the_command_measures_what_is_chosen() -> None:
    asked = ["bench", "scale", "--size", "10", "--size", "30", "--rules", "0", "--rules", "5", "--only", "10"]
    given = CliRunner().invoke(app, [*asked, "--kernel", "python", "--walks", "2", "--json"])
    assert given.exit_code == 0, given.output
    found = json.loads(given.stdout)["rows"]
    assert [(row["task"], row["seed"], row["valid"]) for row in found] == [
        ("kitchen 10", 0, True), ("kitchen 10", 1, True),
        ("kitchen 10, 5 rules", 0, True), ("kitchen 10, 5 rules", 1, True),
    ]  # fmt: skip
    assert len(given.stdout.splitlines()) == 2 + len(found)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--shape", "round"], "no shape 'round'"),
        (["--kernel", "rust"], "no engine 'rust'"),
        (["--only", "("], "is no regular expression"),
        (["--only", "nothing"], "leaves no task to measure"),
        (["--size", "9"], "at least 10"),
        (["--rules", "21"], "at most 20"),
        (["--instances", "nowhere"], "index.json"),
    ],
)
def test_what_cannot_be_measured_is_refused_before_anything_is(options: list[str], says: str) -> None:
    given = CliRunner().invoke(app, ["bench", "scale", *options], env={"COLUMNS": "200"})
    assert given.exit_code == 2, given.output
    assert says in given.output
    assert "kitchen 10 " not in given.output
