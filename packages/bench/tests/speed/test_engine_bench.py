"""`clamp bench engine` measures what it says, on tasks of the size it says."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from roots import EXAMPLES

from clamp.errors import BenchmarkError
from clamp.planning.problem import Problem
from clamp.planning.search.reachability import Reachability
from clamp_bench.speed import first_plans
from clamp_bench.speed.engine import EngineRow, beside, measure, measure_instances, medians, run, told
from clamp_bench.speed.first_plans import FirstPlan, fast_downward, fast_downward_folder, ours
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
    assert large["times_faster"].keys() <= {
        "process",
        "planning",
        "prepare_and_search",
        "search",
        "boundary_p99",
    }
    told = [message for message in messages if "Fast Downward" not in message]  # it may not be installed
    assert told == [
        "24 grounded actions",
        "24 grounded actions, by unified-planning",
        "60 grounded actions",
    ]
    if fast_downward_folder() is not None:
        for row in (small, large):
            assert row["fd_plan_length"] > 0
            assert row["times_faster"]["process"] > 0


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
    assert good.valid is True
    assert good.error is None
    assert good.first is not None
    assert good.first.length is not None
    problem = Problem.from_pddl(example / "domain.pddl", example / "problem.pddl")
    assert Reachability(problem).distance(problem.initial, 14) <= good.first.length <= 14
    assert good.boundary_p50_ms <= good.boundary_p99_ms <= good.boundary_max_ms
    assert bad.load is None
    assert bad.first is not None
    assert bad.first.planning is None
    assert "Error" in bad.error
    shown = json.loads(json.dumps(told(good, beside(good))))
    assert shown["first_plan_length"] == good.first.length
    assert shown["first_plan_process"] > shown["first_plan_read"] > 0
    with pytest.raises(BenchmarkError, match="CLAMP_DATA"):
        measure_instances(tmp_path / "instances", seconds=1)


def test_our_first_plan_is_charged_with_its_start_and_its_imports() -> None:
    files = [EXAMPLES / "kitchen" / f"{part}.pddl" for part in ("domain", "problem")]
    found = ours(files, 14, 10)
    assert found.error is None
    assert found.length is not None
    assert found.length <= 14
    assert found.planning == pytest.approx(found.read + found.prepare + found.search)
    assert found.process == pytest.approx(found.start + found.planning)
    assert found.start > 0
    short = ours(files, 2, 10)
    assert (short.length, short.error) == (None, "a plan of at most 2 actions: proved not to exist")
    hurried = ours(files, 14, 0)
    assert (hurried.length, hurried.error) == (
        None,
        "a plan of at most 14 actions: not found within 0 seconds",
    )
    assert beside(EngineRow(1, 0.1, 1, 1, None, None, None, None, first=short, fd=found)) == {}


DRIVER = """
import pathlib
pathlib.Path({log!r}).open("a").write("driver\\n")
"""
TRANSLATOR = """
import pathlib, sys
pathlib.Path({log!r}).open("a").write("translator\\n")
assert sys.argv[-2:] == ["--sas-file", "output.sas"]
if "unsolvable" in pathlib.Path(sys.argv[1]).name:
    sys.exit("no such domain")
pathlib.Path("output.sas").write_text("the task")
print("Parsing: [0.010s CPU, 0.006s wall-clock]")
print("Done! [0.030s CPU, 0.031s wall-clock]")
"""
SEARCH = """#!{python}
import pathlib, sys
pathlib.Path({log!r}).open("a").write("search\\n")
assert sys.argv[1:] == ["--search", "first(plan)", "--internal-plan-file", "sas_plan"]
assert sys.stdin.read() == "the task"
print("[t=0.006643s, 10808 KB] Plan length: 71 step(s).")
print("[t=0.006643s, 10808 KB] Search time: 0.003203s")
print("[t=0.006643s, 10808 KB] Total time: 0.006643s")
"""


@pytest.fixture
def a_fast_downward(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A planner that says what Fast Downward does, in folders like its own; it writes down what was started."""
    log = tmp_path / "started"
    folder = tmp_path / "up_fast_downward" / "downward"
    programs = folder / "builds" / "release" / "bin"
    texts = {
        folder.parent / "__init__.py": "",
        folder / "driver" / "__init__.py": "",
        folder / "driver" / "aliases.py": "ALIASES = {'lama-first': ['--search', 'first(plan)']}",
        folder / "fast-downward.py": DRIVER.format(log=str(log)),
        programs / "fast_downward" / "__init__.py": "",
        programs / "fast_downward" / "translate" / "__init__.py": "",
        programs / "fast_downward" / "translate" / "__main__.py": TRANSLATOR.format(log=str(log)),
        programs / "downward": SEARCH.format(log=str(log), python=sys.executable),
    }
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (programs / "downward").chmod(0o755)
    monkeypatch.syspath_prepend(str(tmp_path))
    return log


def test_fast_downward_is_charged_with_one_start_of_python(
    a_fast_downward: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spent: list[float] = []
    measured = first_plans._spent

    def counted(*given: object, **settings: object) -> object:
        found = measured(*given, **settings)  # type: ignore[arg-type]
        spent.append(found[0])
        return found

    monkeypatch.setattr(first_plans, "_spent", counted)
    found = fast_downward([Path("domain.pddl"), Path("problem.pddl")], 30)
    assert found is not None
    assert a_fast_downward.read_text().split() == ["translator", "search"]  # and no driver
    assert len(spent) == 2
    assert found.process == pytest.approx(sum(spent))
    assert (found.length, found.read, found.search) == (71, 0.03, 0.003203)
    assert found.prepare == pytest.approx(0.006643 - 0.003203)
    assert found.planning == pytest.approx(0.03 + 0.006643)  # nothing twice
    assert found.start == pytest.approx(max(0, found.process - found.planning))
    failed = fast_downward([Path("unsolvable.pddl"), Path("problem.pddl")], 30)
    assert failed is not None
    assert "no such domain" in str(failed.error)
    assert failed.planning is None


def test_alike_is_compared_with_alike() -> None:
    def row(length: int, process: float, search: float) -> EngineRow:
        mine = FirstPlan(process, 0.1, 0.2, search, length)
        theirs = FirstPlan(0.2, 0.05, 0.01, 0.04, length)
        return EngineRow(9, 0.1, 1, 1, None, None, None, 1.0, boundary_p99_ms=50, first=mine, fd=theirs)

    assert beside(row(5, 0.4, 0.08)) == {
        "process": 0.5, "planning": round(0.1 / 0.38, 3), "prepare_and_search": round(0.05 / 0.28, 3), "search": 0.5,
        "boundary_p99": 2.0,
    }  # fmt: skip
    assert beside(EngineRow(9, 0.1, 1, 1, None, None, None, None, first=FirstPlan(1.0))) == {}
    found = medians([row(5, 0.4, 0.08), row(20, 0.8, 0.16), row(30, 0.8, 0.16), row(99, 2.0, 0.4)])
    assert found["all"]["plans"] == 4
    assert found["of 20 actions and more"]["plans"] == 3
    assert found["all"]["process"] == pytest.approx(4)
    assert found["of 20 actions and more"]["search"] == pytest.approx(4)
    assert medians([]) == {"all": {"plans": 0}, "of 20 actions and more": {"plans": 0}}


@pytest.mark.skipif(fast_downward_folder() is None, reason="up-fast-downward is not installed")
def test_fast_downward_finds_plans_for_the_same_files() -> None:
    found = fast_downward([EXAMPLES / "kitchen" / f"{part}.pddl" for part in ("domain", "problem")], 60)
    assert found is not None
    assert found.error is None
    assert found.length is not None
    assert 0 < found.planning <= found.process + 0.02  # its translator counts in hundredths
