"""LIBERO's simulator: states that the planning model reaches can be set, seen, and judged by LIBERO."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clamp.errors import BenchmarkError
from clamp.perception import Scene
from clamp.planning import Action
from clamp_worlds import libero
from clamp_worlds.libero import render as rendering
from clamp_worlds.libero.simulator import LiberoEnvironment, load_simulator
from clamp_worlds.libero.tasks import random_state

TASK = "libero_10/KITCHEN_SCENE4_put_the_black_bowl_in_the_bottom_drawer_of_the_cabinet_and_close_it"
BOWL, BOTTLE, TABLE = "akita_black_bowl_1", "wine_bottle_1", "kitchen_table"
TOP, BOTTOM = "white_cabinet_1_top_region", "white_cabinet_1_bottom_region"


@pytest.fixture(scope="module")
def world() -> Iterator[LiberoEnvironment]:
    try:
        load_simulator()
        chosen = libero.task(TASK)
    except BenchmarkError as error:
        pytest.skip(str(error))
    with LiberoEnvironment(chosen, size=96, samples=0) as environment:
        yield environment


def test_a_start_of_the_benchmark(world: LiberoEnvironment) -> None:
    seen = world.reset(0)
    assert set(seen.images) == {"agentview", "frontview"}
    assert all(image.shape == (96, 96, 3) and image.dtype == np.uint8 for image in seen.images.values())
    assert set(seen.scene.seen) == set(world.task.cast.types)
    assert world.disagreements(world.task.initial) == ()
    assert not world.goal_holds()
    assert world.states >= 10
    with pytest.raises(BenchmarkError, match="has initial states 0 to"):
        world.reset(10**6)


def test_the_goal_holds_in_the_state_that_the_plan_implies(world: LiberoEnvironment) -> None:
    world.reset(0)
    for action in (
        Action("pick", (BOWL,)),
        Action("place_in", (BOWL, BOTTOM)),
        Action("close", (BOTTOM,)),
    ):
        assert not world.goal_holds()
        world.execute(action)
    assert world.goal_holds()
    assert world.disagreements(world.atoms) == ()
    before = world.atoms
    world.execute(Action("pick", (BOWL,)))  # shut in
    assert world.atoms == before


def test_an_action_whose_effect_the_simulator_denies_changes_nothing(
    world: LiberoEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.reset(0)
    world.execute(Action("pick", (BOWL,)))
    before, positions, setting = world.atoms, world._data.qpos.copy(), world.set_state
    denied = ("in", BOWL, BOTTOM)
    monkeypatch.setattr(world, "set_state", lambda atoms, variant: (*setting(atoms, variant), denied))
    world.execute(Action("place_in", (BOWL, BOTTOM)))
    assert world.atoms == before
    assert np.array_equal(world._data.qpos, positions)
    denied = ("on", BOTTLE, TABLE)  # not the action's doing
    world.execute(Action("place_in", (BOWL, BOTTOM)))
    assert ("in", BOWL, BOTTOM) in world.atoms


def test_what_is_shut_in_is_not_seen(world: LiberoEnvironment) -> None:
    world.reset(0)
    assert world.set_state([("in", BOTTLE, TOP), ("on", BOWL, TABLE)]) == ()
    shut = world.observe()
    assert world.set_state([("in", BOTTLE, TOP), ("on", BOWL, TABLE), ("open", TOP)]) == ()
    open_drawer = world.observe()
    assert BOTTLE not in shut.scene.seen
    assert not any(BOTTLE in fact.args for fact in shut.facts)
    assert BOTTLE in open_drawer.scene.seen
    difference = np.abs(open_drawer.images["agentview"].astype(int) - shut.images["agentview"]).mean()
    assert difference > 1, "an open drawer shows in the picture"


def test_a_box_holds_the_pixels_of_its_thing(world: LiberoEnvironment) -> None:
    """A bowl that is moved takes its box along, and nothing else moves."""
    world.reset(0)
    boxes: dict[str, Any] = {}
    for where in (TABLE, "white_cabinet_1_top_side"):
        world.set_state([("on", BOWL, where), ("on", BOTTLE, TABLE)])
        scene = world.observe().scene
        boxes[where] = {one.id: one.box for one in scene.entities if one.view == "agentview"}
    assert boxes[TABLE][BOWL] != boxes["white_cabinet_1_top_side"][BOWL]
    assert boxes[TABLE]["wine_rack_1"] == boxes["white_cabinet_1_top_side"]["wine_rack_1"]


def test_random_states_can_be_set(world: LiberoEnvironment) -> None:
    problem = world.task.problem()
    agreed = 0
    for number in range(6):
        world.set_layout(None, variant=number)
        agreed += not world.set_state(random_state(problem, 6, np.random.default_rng(number)), variant=number)
    assert agreed >= 5


def test_placements_follow_the_seed(world: LiberoEnvironment) -> None:
    state = np.random.get_state()[1].copy()
    one = world.reset(None).images["agentview"]
    world.set_layout(None, variant=7)
    other = world.observe().images["agentview"]
    again = world.reset(None).images["agentview"]
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)
    assert np.array_equal(state, np.random.get_state()[1]), "NumPy's global generator is put back"


def test_only_tasks_of_the_same_scene_are_adopted(world: LiberoEnvironment) -> None:
    with pytest.raises(BenchmarkError, match="other objects, fixtures or places"):
        world.adopt(libero.task("libero_goal/turn_on_the_stove"))
    world.adopt(world.task)


def test_a_data_set_is_made_once(
    world: LiberoEnvironment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interrupted and called again, rendering adds what is missing and touches nothing else."""
    opened: list[str] = []

    class Reused:
        """Stands for opening another simulator, which takes seconds."""

        def __init__(self, task: libero.LiberoTask, **options: Any):
            opened.append(task.id)
            world.seed = options["seed"]

        def __enter__(self) -> LiberoEnvironment:
            return world

        def __exit__(self, *exc: object) -> None:
            pass

    monkeypatch.setattr(rendering, "LiberoEnvironment", Reused)
    chosen = [world.task]
    assert rendering.render(tmp_path, chosen, initial=1, random=1) == []
    first = (tmp_path / "records.jsonl").read_text()
    with (tmp_path / "records.jsonl").open("a") as file:
        file.write('{"id": "cut o')
    assert rendering.render(tmp_path, chosen, initial=1, random=2) == []
    assert (tmp_path / "records.jsonl").read_text().startswith(first)
    records = rendering.read_records(tmp_path)
    assert [record["random"] for record in records] == [False, True, True]
    assert len({record["id"] for record in records}) == 3
    for record in records:
        assert all((tmp_path / image).is_file() for image in record["images"].values())
        assert set(Scene.from_json(record["scene"]).seen) <= {name for name, _ in record["objects"]}
        made = libero.problem_of(record, record["goal"])
        assert made.goal_distance(made.initial, 8) <= 8
    assert len(opened) == 2
    rendering.render(tmp_path, chosen, initial=1, random=2)
    assert len(opened) == 2, "nothing is missing, so nothing is loaded"
    lines = (tmp_path / "records.jsonl").read_text().splitlines()
    (tmp_path / "records.jsonl").write_text("\n".join([lines[0][:50], *lines[1:]]) + "\n")
    with pytest.raises(BenchmarkError, match=r"records.jsonl, line 1: not JSON"):
        rendering.read_records(tmp_path)


def test_tasks_share_scenes() -> None:
    try:
        chosen = libero.tasks("libero_90")
    except BenchmarkError as error:
        pytest.skip(str(error))
    scenes = rendering.scenes_of(chosen)
    assert len(scenes) == 20
    assert sum(map(len, scenes.values())) == 90
    batches = list(rendering.jobs_of(scenes, 1, 30, 20))
    ids = [job.id(0) for jobs in batches for job in jobs]
    assert len(ids) == len(set(ids)) == 90 + 20 * 30
    assert json.dumps(ids) == json.dumps(
        [job.id(0) for jobs in rendering.jobs_of(scenes, 1, 30, 20) for job in jobs]
    )


def test_bad_views_are_named(world: LiberoEnvironment) -> None:
    from clamp_worlds.libero.simulator import Cameras

    with pytest.raises(BenchmarkError, match="no camera 'ceiling'; it has frontview"):
        Cameras(world._mujoco, world._model, world.task.cast, ("ceiling",), 32, 0)
