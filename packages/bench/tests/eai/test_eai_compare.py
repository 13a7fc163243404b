"""Runs side by side: F1 by its laws, figures by hand, and only tasks that all runs judged."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

pytest.importorskip("virtualhome_eval")

from clamp.cli import app
from clamp.errors import BenchmarkError
from clamp.planning.search.reachability import SearchLimits
from clamp_bench.eai import report
from clamp_bench.eai.report import compare, multiset_f1, shortest_plan
from clamp_worlds.virtualhome.tasks import load_tasks

LISTS = st.lists(st.sampled_from("abcd"), max_size=8)
TASKS = {task.id: task for task in load_tasks()}


@given(LISTS, LISTS)
def test_f1_is_the_harmonic_mean_of_precision_and_recall(ours: list[str], theirs: list[str]) -> None:
    left = list(theirs)
    both = sum(1 for item in ours if item in left and (left.remove(item) or True))
    expected = 0.0
    if both:
        precision, recall = both / len(ours), both / len(theirs)
        expected = 2 * precision * recall / (precision + recall)
    assert multiset_f1(ours, theirs) == pytest.approx(expected)
    assert multiset_f1(theirs, ours) == multiset_f1(ours, theirs)
    assert multiset_f1(sorted(ours), theirs) == multiset_f1(ours, theirs)
    assert multiset_f1(ours, ours) == bool(ours)


def gold(file_id: str) -> list[tuple[str, list[str]]]:
    return [(action.name, list(action.args)) for action in TASKS[file_id].gold_plan]


def write_run(
    folder: Path, plans: dict[str, Any], *, enforced: list[str], success: bool, **config: Any
) -> Path:
    folder.mkdir()
    with (folder / "records.jsonl").open("w") as file:
        for file_id, plan in plans.items():
            record = {
                "file_id": file_id,
                "config": {"constraints": "world", **config},
                "enforced": enforced,
                "status": "plan" if plan else "fail",
                "actions": [{"name": name, "args": args} for name, args in plan],
                "timing": {"generation": 2.0, "constraint": 0.5, "tokens": 10},
            }
            file.write(json.dumps(record) + "\n")
    with (folder / "tasks.csv").open("w", newline="") as file:
        table = csv.writer(file)
        columns = ["file_id", "counted_by_eai", "task_success", "execution_success", "grammar_error"]
        table.writerow([*columns, "corrected_task_success"])
        for file_id in plans:
            counted = file_id != "27_2"
            table.writerow([file_id, counted, success, True, "" if success else "parsing", success])
    return folder


def runs(folder: Path) -> list[Path]:
    light = [("WALK", ["light_411"]), ("SWITCHON", ["light_411"])]
    one = {"150_2": light, "27_2": gold("27_2"), "222_1": light}
    two = {"222_1": [*light, *light], "150_2": gold("150_2"), "311_1": light}
    return [
        write_run(folder / "one", one, enforced=["goal"], success=True),
        write_run(folder / "two", two, enforced=["goal"], success=False, hmm="0af3", guidance=0.5),
        write_run(folder / "free", {"150_2": [], "222_1": light}, enforced=[], success=False),
    ]


def test_runs_are_compared_on_the_tasks_that_all_of_them_judged(tmp_path: Path) -> None:
    found = compare(runs(tmp_path))
    assert found["tasks"] == found["plans_in_common"] == found["shortest"]["proved"] == 2  # 150_2 and 222_1
    best = [shortest_plan(TASKS[file_id]) for file_id in ("150_2", "222_1")]
    assert found["shortest"]["actions"] == sum(best) / 2  # type: ignore[arg-type]
    one, two, free = found["runs"]
    assert (one["run"], one["guidance"], two["guidance"], two["hmm"]) == ("one", 0.0, 0.5, "0af3")
    assert (one["task_success"], two["task_success"], two["grammar_errors"]) == (100.0, 0.0, 100.0)
    assert one["actions"] == 2.0
    assert two["actions"] == (4 + len(gold("150_2"))) / 2
    assert one["above_shortest"] == 2.0 - found["shortest"]["actions"]
    assert free["actions"] is free["above_shortest"] is None  # its plans need not reach a goal
    assert (one["tokens"], one["seconds_per_token"], one["constraint_share"]) == (20, 0.2, 0.25)
    assert found["gold_actions"] == (len(gold("150_2")) + len(gold("222_1"))) / 2


def test_gold_scores_one_and_no_plan_scores_nothing(tmp_path: Path) -> None:
    ids = list(TASKS)[:6]
    gold_run = write_run(tmp_path / "gold", {i: gold(i) for i in ids}, enforced=["goal"], success=True)
    empty = write_run(tmp_path / "empty", {i: [] for i in ids}, enforced=[], success=False)
    row, nothing = compare([gold_run, empty])["runs"]
    assert row["f1"] == row["f1_names"] == 1.0
    assert nothing["f1"] == nothing["f1_names"] == 0.0
    renamed = {
        i: [(name, ["thing_" + arg.rpartition("_")[2] for arg in args]) for name, args in gold(i)]
        for i in ids
    }
    other = write_run(tmp_path / "renamed", renamed, enforced=["goal"], success=True)
    assert compare([other])["runs"][0]["f1"] == 1.0  # objects are their ids


def test_a_search_that_gives_up_leaves_the_task_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "_LIMITS", SearchLimits(states=1))
    plans = {"27_2": gold("27_2")}
    found = compare([write_run(tmp_path / "one", plans, enforced=["goal"], success=True)])
    assert found["shortest"] == {"actions": None, "proved": 0}
    assert found["runs"][0]["above_shortest"] is None
    assert found["runs"][0]["task_success"] is None  # EAI does not count it


def test_folders_without_a_judged_run_are_named(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match="holds no run"):
        compare([tmp_path])
    folder = write_run(tmp_path / "one", {"150_2": gold("150_2")}, enforced=[], success=True)
    other = write_run(tmp_path / "two", {"222_1": gold("222_1")}, enforced=[], success=True)
    with pytest.raises(BenchmarkError, match="no task in common"):
        compare([folder, other])
    (folder / "tasks.csv").unlink()
    with pytest.raises(BenchmarkError, match="has not been judged"):
        compare([folder])


def test_the_command_prints_a_table_or_json(tmp_path: Path) -> None:
    folders = [str(folder) for folder in runs(tmp_path)]
    as_json = CliRunner().invoke(app, ["report", *folders, "--json"])
    assert json.loads(as_json.stdout).items() >= compare([Path(folder) for folder in folders]).items()
    shown = CliRunner().invoke(app, ["report", *folders])
    assert shown.exit_code == 0
    assert "2 tasks in common" in shown.stdout
    assert "task_success" in shown.stdout
    refused = CliRunner().invoke(app, ["report", str(tmp_path)])
    assert refused.exit_code == 2
    assert "holds no run" in " ".join(refused.stderr.split())
