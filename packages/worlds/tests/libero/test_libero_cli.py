"""``clamp plan --libero``: what the simulator shows, what it judges, and what makes no sense."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import fake_libero_worker
import pytest
from commands import flat, run
from libero_text import BDDL

from clamp.errors import BenchmarkError, SceneError
from clamp_worlds.libero import remote, task

FAKE = Path(fake_libero_worker.__file__)
AREA = "kitchen_table_plate_front_region"
LOOP = ["--closed-loop", "--budget", "12"]


@pytest.fixture
def chosen(tmp_path: Path) -> str:
    path = tmp_path / "drawers" / "butter.bddl"
    path.parent.mkdir()
    path.write_text(BDDL)
    return str(path)


@pytest.fixture(autouse=True)
def simulated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    def behave(how: str) -> None:
        monkeypatch.setattr(remote, "WORKER", (sys.executable, str(FAKE), str(tmp_path / "note"), how))

    behave("")
    return behave


def test_the_loop_acts_in_the_simulator_which_judges_the_end(models: Any, chosen: str) -> None:
    result = run("plan", "--world", f"libero:{chosen}", *LOOP)
    assert result.exit_code == 0, result.stderr
    assert "now seen: butter_1" in result.stderr
    assert "The goal holds" in result.stdout
    assert "The goal holds in the simulator" in result.stdout
    assert models == ["embedded"]
    document = json.loads(run("plan", "--world", f"libero:{chosen}", *LOOP, "--json").stdout)
    assert document["status"] == "goal"
    assert document["simulator"] == {"goal": True, "unmet": []}
    assert len(document["steps"]) <= 12
    assert any(step["exploring"] for step in document["steps"])


def test_a_goal_that_the_simulator_denies_is_exit_code_1(
    models: Any,
    chosen: str,
    simulated: Any,
) -> None:
    simulated("denies")
    result = run("plan", "--world", f"libero:{chosen}", *LOOP)
    assert result.exit_code == 1
    assert "The goal holds" in result.stdout
    assert "The goal does not hold in the simulator, by its own judgement: (in akita_black_bowl_1" in flat(
        result.stdout
    )


@pytest.mark.no_cover
def test_one_plan_from_what_the_simulator_shows(models: Any, chosen: str, tmp_path: Path) -> None:
    place = ["--start", f"butter_1={AREA}"]
    picture = tmp_path / "seen.png"
    result = run(
        "plan",
        "--world",
        f"libero:{chosen}",
        *place,
        "--annotate",
        str(picture),
        "--json",
        "--start",
        "initial=1",
    )
    assert result.exit_code == 0, result.stderr
    document = json.loads(result.stdout)
    assert "butter_1" in [entity["id"] for entity in document["scene"]["entities"]]
    assert picture.stat().st_size > 1000
    assert (tmp_path / "note").read_text() == "closed"
    hidden = run("plan", "--world", f"libero:{chosen}")
    assert hidden.exit_code == 1
    assert "would need butter_1" in flat(hidden.stdout)


def test_what_is_seen_may_be_said_instead_of_rendered(
    models: Any,
    chosen: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(remote, "WORKER", ("/no-such-program",))
    seen = ",".join(task(chosen).cast.types)
    assert run("plan", "--world", f"libero:{chosen}", "--seen", seen).exit_code == 0
    result = run("plan", "--world", f"libero:{chosen}")
    assert result.exit_code == 2
    assert "cannot be started" in flat(result.stderr)


def test_a_task_file_may_say_it_all(models: Any, chosen: str, tmp_path: Path) -> None:
    (tmp_path / "task.yaml").write_text(
        f"libero: {chosen}\ninitial: 2\nplace: {{butter_1: {AREA}}}\nbudget: 9\n"
    )
    assert run("plan", str(tmp_path / "task.yaml")).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--domain", "d.pddl"], "give either `domain` and `problem`, or `world`"),
        (["--eai-task", "27_2"], "give either `world` or `eai_task`"),
        (["--start", "butter_1=nowhere"], "cannot be placed in or on 'nowhere'"),
        (["--start", "plate_1=plate_1"], "cannot be placed in or on 'plate_1'"),
        (["--start", "microwave_1=plate_1"], "'microwave_1' cannot be placed"),
        (["--start", "butter_1"], "not of the form"),
        (["--start", "initial=7"], "has initial states 0 to 2, not 7"),
        ([*LOOP, "--environment", "json:loads"], "brings its own world"),
        ([*LOOP, "--seen", "butter_1"], "the environment says what is seen"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_exit_code_2(
    models: Any,
    chosen: str,
    arguments: list[str],
    message: str,
) -> None:
    result = run("plan", "--world", f"libero:{chosen}", *arguments)
    assert result.exit_code == 2
    assert message in flat(result.stderr)
    assert models == []


def test_a_start_that_the_simulator_denies_is_exit_code_2(models: Any, chosen: str, simulated: Any) -> None:
    simulated("denies")
    result = run("plan", "--world", f"libero:{chosen}", "--start", "butter_1=microwave_1_heating_region")
    assert result.exit_code == 2
    assert "cannot begin with (in butter_1 microwave_1_heating_region)" in flat(result.stderr)
    simulated("absent")
    assert "simulator is not installed" in flat(run("plan", "--world", f"libero:{chosen}").stderr)


def test_how_a_task_of_libero_begins_needs_one(models: Any) -> None:
    result = run("plan", "--start", "initial=1")
    assert result.exit_code == 2
    assert "`start` says how a world begins" in flat(result.stderr)


def test_things_are_placed_in_what_holds_and_on_the_rest(chosen: str) -> None:
    one = task(chosen)
    before = set(one.initial)
    moved = set(one.placed({"butter_1": AREA, "akita_black_bowl_1": "microwave_1_heating_region"}))
    added = {("on", "butter_1", AREA), ("on", "butter_1", "kitchen_table")}
    assert moved - before == added | {("in", "akita_black_bowl_1", "microwave_1_heating_region")}
    assert {atom[1] for atom in before - moved} == {"butter_1", "akita_black_bowl_1"}
    assert one.placed({}) == one.initial
    assert one.problem(one.placed({"butter_1": "plate_1"})).initial is not None
    with pytest.raises(SceneError, match="to be picked up"):
        one.placed({"wooden_cabinet_1": "plate_1"})


def test_tasks_that_do_not_exist_are_explained() -> None:
    try:
        task("libero_goal/turn_on_the_stove")
    except BenchmarkError as error:
        pytest.skip(str(error))
    with pytest.raises(BenchmarkError, match=r"near it are turn_on_the_stove"):
        task("libero_goal/turn_on_stove")
    with pytest.raises(BenchmarkError, match=r"SUITE/TASK; 'libero_goal' has the tasks .*turn_on_the_stove"):
        task("libero_goal")
