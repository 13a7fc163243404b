"""Renders layouts of our own making, and those of libero_90, to train the eyes for LIBERO on.

    python -m experiments.libero_eyes.render OUT --seconds 3000 --seed 27

Fixtures, objects, places, what is on and in what, cameras, lamps, surfaces and the arm are drawn at random. The
pictures are JPEGs, one after the other in OUT/pictures-N.bin; OUT/states.jsonl has a line a state: its entities with
types, what holds, the boxes and where its pictures lie. Every third scene is one of libero_90; all other suites are
held out. Started again, it goes on.
"""

from __future__ import annotations

import argparse
import io
import json
import math
import time
from pathlib import Path
from typing import Any

import numpy as np

from clamp.errors import BenchmarkError
from clamp_worlds.libero import Cast, tasks
from clamp_worlds.libero.render import scenes_of
from clamp_worlds.libero.simulator import VIEWS, LiberoEnvironment
from clamp_worlds.libero.tasks import LiberoTask, random_state

SHARD = 50_000_000
SHOWINGS = 1

ARENAS = {
    "LIBERO_Kitchen_Tabletop_Manipulation": ("kitchen_table", "kitchen_table", 0.35),
    "LIBERO_Tabletop_Manipulation": ("main_table", "table", 0.25),
    "LIBERO_Living_Room_Tabletop_Manipulation": ("living_room_table", "living_room_table", 0.12),
    "LIBERO_Study_Tabletop_Manipulation": ("study_table", "study_table", 0.14),
    "LIBERO_Floor_Manipulation": ("floor", "floor", 0.14),
}
"""LIBERO's class of problems -> its workspace, the workspace's category, and how often it is drawn."""

DRAWERS = ("top_side", "top_region", "middle_region", "bottom_region")
FIXTURES = {
    "wooden_cabinet": (3.0, 0.2, DRAWERS),
    "white_cabinet": (3.0, 0.2, DRAWERS),
    "yellow_cabinet": (0.6, 0.2, DRAWERS),
    "microwave": (2.5, 0.22, ("top_side", "heating_region")),
    "flat_stove": (3.0, 0.16, ("cook_region",)),
    "yellow_stove": (0.5, 0.16, ("cook_region",)),
    "wine_rack": (1.5, 0.16, ("top_region",)),
    "brown_rack": (0.3, 0.16, ("top_region",)),
    "wooden_two_layer_shelf": (1.3, 0.2, ("top_side", "top_region", "bottom_region")),
    "desk_caddy": (
        1.2,
        0.17,
        ("left_contain_region", "right_contain_region", "front_contain_region", "back_contain_region"),
    ),
}
"""Category -> how often, how far it reaches (metres), its parts."""

OBJECTS = {
    **dict.fromkeys(("plate", "akita_black_bowl"), 4.0),
    **dict.fromkeys(
        ("basket", "wooden_tray", "white_bowl", "glazed_rim_porcelain_ramekin", "chefmate_8_frypan"), 2.0
    ),
    **dict.fromkeys(("cookies", "moka_pot", "porcelain_mug", "white_yellow_mug", "red_coffee_mug"), 1.6),
    **dict.fromkeys(("cream_cheese", "wine_bottle", "milk", "ketchup", "alphabet_soup", "tomato_sauce"), 1.3),
    **dict.fromkeys(("butter", "chocolate_pudding", "orange_juice", "salad_dressing", "bbq_sauce"), 1.3),
    **dict.fromkeys(("black_book", "yellow_book", "popcorn"), 1.0),
    **dict.fromkeys(("yellow_plate", "black_bowl", "red_basket", "yellow_moka_pot", "white_bottle"), 0.5),
}
"""Category -> how often."""

PARTS_OF_OBJECTS = {
    "basket": "contain_region",
    "red_basket": "contain_region",
    "wooden_tray": "contain_region",
}

SLOTS = (
    (0.0, -0.3, math.pi),
    (0.0, 0.3, 0.0),
    (-0.38, -0.16, math.pi),
    (-0.38, 0.2, 0.0),
    (-0.26, -0.28, math.pi),
    (-0.22, 0.3, 0.0),
    (0.05, -0.22, math.pi),
    (0.06, 0.22, 0.0),
    (-0.1, 0.02, 0.0),
)
"""Where fixtures stand, before they are moved at random: x, y in metres, and the turn that opens them to the middle."""


def region(name: str, target: str, box: tuple[float, ...], yaw: tuple[float, float]) -> str:
    span = " ".join(f"{one:.4f}" for one in box)
    return f"({name} (:target {target}) (:ranges (({span}))) (:yaw_rotation (({yaw[0]:.4f} {yaw[1]:.4f}))))"


def made_up(rng: np.random.Generator, fixture: str | None = None) -> str:
    """A BDDL file with fixtures and objects drawn at random; with a fixture of one category in any case."""
    problems = list(ARENAS) if fixture is None else [one for one in ARENAS if "Floor" not in one]
    often = np.array([ARENAS[one][2] for one in problems])
    problem = problems[rng.choice(len(problems), p=often / often.sum())]
    table, category, _ = ARENAS[problem]
    wanted = int(rng.choice((0, 1, 2, 3), p=(0.05, 0.35, 0.4, 0.2)))
    if category == "floor":
        wanted = int(rng.random() < 0.25)
    if category == "living_room_table":
        wanted = min(wanted, 1)
    kinds = list(FIXTURES)
    weights = np.array([FIXTURES[one][0] for one in kinds])
    chosen = list(rng.choice(kinds, min(wanted, len(kinds)), replace=False, p=weights / weights.sum()))
    if fixture is not None:
        chosen = [fixture, *(one for one in chosen if one != fixture)]
    regions: list[str] = []
    fixtures = [f"{table} - {category}"]
    initial: list[str] = []
    places = stood(rng, list(map(str, chosen)))
    for number, (x, y, yaw) in places.items():
        kind = str(chosen[number])
        name, slack = f"{kind}_1", 0.02
        box = (x - slack, y - slack, x + slack, y + slack)
        regions.append(region(f"{name}_place", table, box, (yaw, yaw)))
        regions += [f"({part} (:target {name}))" for part in FIXTURES[kind][2]]
        fixtures.append(f"{name} - {kind}")
        initial.append(f"(On {name} {table}_{name}_place)")
    stand = [(x, y, FIXTURES[str(chosen[number])][1]) for number, (x, y, _) in places.items()]
    cells = [(x, y) for x in np.arange(-0.24, 0.2, 0.11) for y in np.arange(-0.3, 0.31, 0.12)]
    cells = [one for one in cells if all(math.hypot(one[0] - a, one[1] - b) > c + 0.06 for a, b, c in stand)]
    if len(cells) < 3:
        return made_up(rng, fixture)
    rng.shuffle(cells)
    kinds = list(OBJECTS)
    weights = np.array([OBJECTS[one] for one in kinds])
    count: dict[str, int] = {}
    named: list[str] = []
    for x, y in cells[: int(rng.integers(3, 9))]:
        kind = str(rng.choice(kinds, p=weights / weights.sum()))
        if count and rng.random() < 0.2:
            kind = str(rng.choice(list(count)))
        if kind in PARTS_OF_OBJECTS and any(one in count for one in PARTS_OF_OBJECTS):
            kind = "akita_black_bowl"
        count[kind] = count.get(kind, 0) + 1
        name = f"{kind}_{count[kind]}"
        box = (x - 0.02, y - 0.02, x + 0.02, y + 0.02)
        turn = rng.uniform(0, 1.2)
        regions.append(region(f"{name}_place", table, box, (-turn, turn)))
        if kind in PARTS_OF_OBJECTS:
            regions.append(f"({PARTS_OF_OBJECTS[kind]} (:target {name}))")
        named.append(name)
        initial.append(f"(On {name} {table}_{name}_place)")
    first = named[0]
    objects = [
        " ".join((*(f"{kind}_{i + 1}" for i in range(many)), "-", kind)) for kind, many in count.items()
    ]
    return (
        f"(define (problem {problem}) (:domain robosuite) (:language nothing)\n"
        f"(:regions {' '.join(regions)})\n(:fixtures {' '.join(fixtures)})\n(:objects {' '.join(objects)})\n"
        f"(:obj_of_interest {first})\n(:init {' '.join(initial)})\n(:goal (And (On {first} {table}))))\n"
    )


class Looks:
    """Changes what does not matter: cameras, lamps, surfaces, the arm's pose."""

    def __init__(self, world: LiberoEnvironment) -> None:
        self.world = world
        model = world._model
        self.model, self.data = model, world._data
        self.kept = {
            name: getattr(model, name).copy()
            for name in (
                "cam_pos",
                "cam_quat",
                "cam_fovy",
                "light_pos",
                "light_diffuse",
                "light_ambient",
                "mat_rgba",
                "geom_rgba",
            )
        }
        self.head = model.vis.headlight.ambient.copy(), model.vis.headlight.diffuse.copy()
        owned = world._cameras._whole
        self.scenery = [
            number
            for number in range(model.ngeom)
            if not model.body(model.geom_bodyid[number]).name.startswith(("robot", "gripper", "mount"))
            and not any(
                label % (1 << 20) == number and owned[label] not in world.placer.tables for label in owned
            )
        ]
        self.mats = sorted({int(model.geom_matid[one]) for one in self.scenery} - {-1})
        textures = {int(max(np.atleast_1d(model.mat_texid[one]))) for one in self.mats} - {-1}
        self.textures = [
            one for one in textures if model.tex_width[one] * model.tex_height[one] <= 2048 * 2048
        ]
        self.pixels = {one: self._texture(one).copy() for one in self.textures}

    def _texture(self, number: int) -> Any:
        m = self.model
        start, size = (
            int(m.tex_adr[number]),
            int(m.tex_width[number] * m.tex_height[number] * m.tex_nchannel[number]),
        )
        return m.tex_data[start : start + size]

    def surfaces(self, rng: np.random.Generator) -> None:
        """Other textures on tables, floors and walls: each other's, turned round in colour, or made of noise."""
        import mujoco

        renderer: Any = self.world._cameras._renderer
        for one in self.textures:
            old = self.pixels[one].reshape(-1, int(self.model.tex_nchannel[one]))
            new, draw = old.copy(), rng.random()
            if 0.35 <= draw < 0.75:
                order = rng.permutation(3) if rng.random() < 0.5 else np.arange(3)
                levels = np.arange(256)
                for channel, source in enumerate(order):
                    table = np.clip(levels * rng.uniform(0.5, 1.4), 0, 255).astype(np.uint8)
                    new[:, channel] = table[old[:, source]]
            elif draw >= 0.75:
                w = int(self.model.tex_width[one])
                colours = rng.uniform(20, 235, (2, 3))
                rough = rng.random((int(rng.integers(2, 40)), int(rng.integers(2, 40)))) * rng.uniform(
                    0.1, 0.8
                )
                rows = np.linspace(0, rough.shape[0] - 1, len(old) // w).astype(int)
                columns = np.linspace(0, rough.shape[1] - 1, w).astype(int)
                for channel in range(3):
                    mixed = (
                        colours[0, channel] + (colours[1, channel] - colours[0, channel]) * rough
                    ).astype(np.uint8)
                    new[: len(rows) * w, channel] = mixed[np.ix_(rows, columns)].reshape(-1)
            self._texture(one)[:] = new.reshape(-1)
            renderer._gl_context.make_current()
            mujoco.mjr_uploadTexture(self.model, renderer._mjr_context, one)

    def draw(self, rng: np.random.Generator) -> None:
        """Cameras, lamps and tints of one showing."""
        model = self.model
        for name, value in self.kept.items():
            getattr(model, name)[:] = value
        if rng.random() < 0.7:
            for view in VIEWS:
                number = model.camera(view).id
                model.cam_pos[number] += rng.normal(0, 0.04, 3)
                axis = rng.normal(size=3)
                half = rng.normal(0, 0.035) / 2
                turn = np.array([math.cos(half), *(math.sin(half) * axis / np.linalg.norm(axis))])
                w, x, y, z = model.cam_quat[number]
                a, b, c, d = turn
                model.cam_quat[number] = (
                    w * a - x * b - y * c - z * d,
                    w * b + x * a + y * d - z * c,
                    w * c - x * d + y * a + z * b,
                    w * d + x * c - y * b + z * a,
                )
                model.cam_fovy[number] += rng.normal(0, 1.5)
        model.light_diffuse[:] *= rng.uniform(0.5, 1.3)
        model.light_pos[:] += rng.normal(0, 0.4, model.light_pos.shape)
        model.vis.headlight.ambient[:] = self.head[0] * rng.uniform(0.6, 1.4)
        model.vis.headlight.diffuse[:] = self.head[1] * rng.uniform(0.6, 1.3)
        own = set(self.mats)
        for number in range(model.nmat):
            spread = 0.35 if number in own else 0.07
            model.mat_rgba[number, :3] = np.clip(
                model.mat_rgba[number, :3] * rng.uniform(1 - spread, 1.05, 3), 0, 1
            )

    def pose(self, rng: np.random.Generator) -> None:
        """The arm elsewhere, for the picture alone."""
        where = self.world._arm.positions[:7]
        self.data.qpos[where] += rng.normal(0, 0.25 if rng.random() < 0.4 else 0.03, len(where))


def shown(
    world: LiberoEnvironment, rng: np.random.Generator, looks: Looks
) -> tuple[dict[str, bytes], dict[str, Any]]:
    """JPEGs by view, and each entity's boxes."""
    from PIL import Image

    looks.draw(rng)
    before = world._data.qpos.copy()
    looks.pose(rng)
    world._mujoco.mj_forward(world._model, world._data)
    images, scene = world._cameras.look(world._data, world.task.cast)
    world._data.qpos[:] = before
    world._mujoco.mj_forward(world._model, world._data)
    jpegs: dict[str, bytes] = {}
    for view, pixels in images.items():
        buffer = io.BytesIO()
        Image.fromarray(pixels).save(buffer, "JPEG", quality=int(rng.integers(82, 95)))
        jpegs[view] = buffer.getvalue()
    boxes: dict[str, dict[str, list[int]]] = {}
    for one in scene.entities:
        if one.seen and one.box is not None and one.view is not None:
            boxes.setdefault(one.id, {})[one.view] = [round(value) for value in one.box]
    return jpegs, {"boxes": boxes, "seen": list(scene.seen)}


def stood(rng: np.random.Generator, kinds: list[str]) -> dict[int, tuple[float, float, float]]:
    """Where fixtures stand and how they are turned; those for which there is no room are left out."""
    found: dict[int, tuple[float, float, float]] = {}
    for number, kind in enumerate(kinds):
        for _ in range(30):
            x, y, yaw = SLOTS[rng.integers(len(SLOTS))]
            x, y = x + rng.uniform(-0.1, 0.1), y + rng.uniform(-0.08, 0.08)
            reach = FIXTURES[kind][1]
            if all(
                math.hypot(x - a, y - b) > 0.85 * (reach + FIXTURES[kinds[one]][1])
                for one, (a, b, _) in found.items()
            ):
                if rng.random() < 0.2:
                    yaw += float(rng.choice((-0.5, 0.5, 1.0))) * math.pi
                found[number] = (x, y, yaw + rng.normal(0, 0.2))
                break
    return found


def rearrange(world: LiberoEnvironment, rng: np.random.Generator) -> None:
    """Fixtures stand elsewhere, and all things somewhere else on the table."""
    env, model, data = world._env, world._model, world._data
    things = {name: one for name, one in env.fixtures_dict.items() if world.task.cast.types[name] in FIXTURES}
    kinds = [world.task.cast.types[name] for name in things]
    for _ in range(20):
        places = stood(rng, kinds)
        if len(places) == len(kinds):
            break
    else:
        return
    for (x, y, yaw), thing in zip(places.values(), things.values(), strict=True):
        body = env.sim.model.body_name2id(thing.root_body)
        model.body_pos[body, :2] = np.array([x, y]) + env.workspace_offset[:2]
        model.body_quat[body] = (math.cos(yaw / 2), 0.0, 0.0, math.sin(yaw / 2))
    world._forward()
    state = np.random.get_state()
    np.random.seed(int(rng.integers(2**31)))
    table = next(iter(world.placer.tables))
    for name in world.task.cast.items:
        world.placer._place_one(name, [("on", table)], 1, 0)
        world.placer._forward()
    np.random.set_state(state)
    data.qvel[:] = 0
    world._atoms = world.task.initial


def states_of(world: LiberoEnvironment, number: int, count: int, seed: int) -> Any:
    """Random states of a scene, each with its random numbers."""
    problem = world.task.problem()
    looks = Looks(world)
    for index in range(count):
        rng = np.random.default_rng([seed, number, index])
        if index % 8 == 0:
            looks.surfaces(rng)
        for attempt in range(3):
            variant = (number * 1000 + index) * 4 + attempt
            if world.task.suite != "own" or (index == 0 and attempt == 0):
                world.set_layout(None, variant=variant)
            if world.task.suite == "own":
                rearrange(world, rng)
            atoms = random_state(problem, int(rng.integers(0, 14)), rng)
            if not world.set_state(atoms, variant=variant):
                yield index, rng, looks
                break


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=3000)
    parser.add_argument("--seed", type=int, default=27)
    parser.add_argument("--size", type=int, default=224)
    parser.add_argument("--states", type=int, default=48, help="of each scene")
    parser.add_argument("--fixture", choices=FIXTURES, help="only scenes of our own, each with one of these")
    options = parser.parse_args()
    end = time.monotonic() + options.seconds
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "scenes").mkdir(exist_ok=True)
    listed = options.out / "states.jsonl"
    begun = (
        {json.loads(line)["scene"] for line in listed.read_text().splitlines()} if listed.exists() else set()
    )
    known = list(scenes_of(tasks("libero_90")).values())
    np.random.default_rng(options.seed).shuffle(known)
    number = -1
    with listed.open("a") as out:
        while time.monotonic() < end:
            number += 1
            own = number % 3 != 2 or options.fixture is not None
            name = f"{'own' if own else 'libero_90'}-{options.seed}-{number:05d}"
            if name in begun:
                continue
            if own:
                path = options.out / "scenes" / f"{name}.bddl"
                path.write_text(made_up(np.random.default_rng([options.seed, number]), options.fixture))
                task = LiberoTask("own", name, path)
            else:
                task = known[number // 3 % len(known)][0]
            try:
                with LiberoEnvironment(
                    task, size=options.size, samples=0, seed=options.seed + number
                ) as world:
                    for index, rng, looks in states_of(world, number, options.states, options.seed):
                        record: dict[str, Any] = {
                            "scene": name,
                            "task": task.id,
                            "index": index,
                            "objects": [list(pair) for pair in Cast.of(task.bddl).types.items()],
                            "atoms": [list(one) for one in world.atoms],
                            "showings": [],
                        }
                        for _ in range(SHOWINGS):
                            jpegs, showing = shown(world, rng, looks)
                            showing["pictures"] = {
                                view: write(options.out, data) for view, data in jpegs.items()
                            }
                            record["showings"].append(showing)
                        out.write(json.dumps(record) + "\n")
                        out.flush()
                        if time.monotonic() > end:
                            break
            except BenchmarkError as error:
                print(f"{name}: {error}", flush=True)


def write(folder: Path, data: bytes) -> list[int]:
    """Append a picture; returns its shard, where it begins, and its length."""
    shard = 0
    while (path := folder / f"pictures-{shard}.bin").exists() and path.stat().st_size + len(data) > SHARD:
        shard += 1
    begin = path.stat().st_size if path.exists() else 0
    with path.open("ab") as file:
        file.write(data)
    return [shard, begin, len(data)]


if __name__ == "__main__":
    main()
