"""LIBERO's simulator behind one small class: load a task, set a state, look, and ask what holds.

No physics is planned or executed here. A state is set as the symbolic model implies it, settles under
gravity, and is then seen through fixed cameras and judged by LIBERO's own predicates.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import logging
import os
import sys
import warnings
from collections.abc import Generator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clamp.errors import BenchmarkError
from clamp.loop.world import Observation
from clamp.perception.scene import Scene
from clamp.planning import Action
from clamp_worlds.libero.bddl import Literal
from clamp_worlds.libero.domain import Cast
from clamp_worlds.libero.placement import Placer, joint_addresses
from clamp_worlds.libero.tasks import INSTALL, LiberoTask, atoms_of

MIN_AREA = 20
"""Pixels of a picture of 256 × 256 from which on something counts as seen; scaled with the area."""

_WORKSPACE_BODIES = {"kitchen_table": "table", "main_table": "table"}


class Cameras:
    """Renders the views of one model.

    Args:
        cast: Whose pixels are told apart.
        views: Names of cameras of the model.
        size: Height and width, in pixels.
        samples: Of each pixel.

    Raises:
        BenchmarkError: If there is no such camera, or nothing can be rendered here.
    """

    def __init__(self, mujoco: Any, model: Any, cast: Cast, views: tuple[str, ...], size: int, samples: int):
        self._mujoco = mujoco
        self._views = views
        self._size = size
        cameras = [model.camera(number).name for number in range(model.ncam)]
        for view in views:
            if view not in cameras:
                raise BenchmarkError(f"The simulator has no camera {view!r}; it has {', '.join(cameras)}.")
        for number in range(model.nsite):
            if model.site(number).name.startswith("gripper0_"):
                model.site_rgba[number, 3] = 0  # aids to the eye that no camera would see
        model.vis.quality.offsamples = samples
        model.vis.global_.offwidth = max(model.vis.global_.offwidth, size)
        model.vis.global_.offheight = max(model.vis.global_.offheight, size)
        try:
            self._renderer: Any = mujoco.Renderer(model, size, size)
        except Exception as error:
            raise BenchmarkError(
                f"MuJoCo cannot render here: {error}. Without a screen set MUJOCO_GL=egl or "
                "MUJOCO_GL=osmesa before mujoco is first imported, and install the library (Debian: libegl1 "
                "and libgl1-mesa-dri, or libosmesa6)."
            ) from error
        self._option: Any = mujoco.MjvOption()
        self._option.geomgroup[0] = 0  # collision shapes
        self._whole, self._parts = _labels(mujoco, model, cast)

    def close(self) -> None:
        """Free the graphics context."""
        self._renderer.close()

    def look(self, data: Any, cast: Cast) -> tuple[dict[str, NDArray[np.uint8]], Scene]:
        """Each view's picture, and what of a task's cast they show.

        A drawer is seen by its own pixels; another part of a fixture or object wherever its whole is.
        """
        images: dict[str, NDArray[np.uint8]] = {}
        pixels: dict[str, NDArray[np.int64]] = {}
        for view in self._views:
            self._update(data, view)
            images[view] = self._renderer.render().copy()
            self._renderer.enable_segmentation_rendering()
            self._update(data, view)
            shown = self._renderer.render()
            self._renderer.disable_segmentation_rendering()
            kinds, numbers = shown[..., 1].astype(np.int64), shown[..., 0].astype(np.int64)
            pixels[view] = np.where(numbers < 0, -1, kinds * _STRIDE + numbers)
        return images, self._scene(pixels, cast)

    def _scene(self, pixels: Mapping[str, NDArray[np.int64]], cast: Cast) -> Scene:
        area = max(1, round(MIN_AREA * (self._size / 256) ** 2))
        scenes = [
            Scene.from_segmentation(pixels, dict.fromkeys(pixels, labels), min_area=area)
            for labels in (self._whole, self._parts)
        ]
        drawers = set(self._parts.values())
        return Scene.merge(scenes).with_parts(
            {part: whole for part, whole in cast.whole.items() if part not in drawers}
        )

    def _update(self, data: Any, view: str) -> None:
        self._renderer.update_scene(data, view, self._option)
        self._renderer.scene.flags[self._mujoco.mjtRndFlag.mjRND_SHADOW] = 0
        self._renderer.scene.flags[self._mujoco.mjtRndFlag.mjRND_REFLECTION] = 0


_STRIDE = 1 << 20
"""Labels are object type × stride + number: geoms and sites have numbers of their own."""


def _labels(mujoco: Any, model: Any, cast: Cast) -> tuple[dict[int, str], dict[int, str]]:
    """Label → the entity that a geom or site belongs to, and label → the drawer that it is the front of."""
    wholes = [name for name in cast.types if name not in cast.whole]
    whole_of: dict[int, str] = {}
    drawer_of: dict[int, str] = {}
    drawers = {
        model.site(number).bodyid[0]: name
        for number in range(model.nsite)
        if cast.types.get(name := model.site(number).name) == "drawer"
    }
    for kind, count, bodies in (
        (mujoco.mjtObj.mjOBJ_GEOM, model.ngeom, model.geom_bodyid),
        (mujoco.mjtObj.mjOBJ_SITE, model.nsite, model.site_bodyid),
    ):
        for number in range(count):
            body = int(bodies[number])
            name = mujoco.mj_id2name(model, kind, number) or ""
            owner = _owner(model.body(body).name, name, wholes, cast)
            label = int(kind) * _STRIDE + number
            if owner is not None:
                whole_of[label] = owner
            if body in drawers:
                drawer_of[label] = drawers[body]
    return whole_of, drawer_of


def _owner(body: str, geom: str, wholes: list[str], cast: Cast) -> str | None:
    """The longest entity name that a body's name begins with; tables have names of their own."""
    found = [name for name in wholes if body.startswith(f"{name}_") or body == name]
    if found:
        return max(found, key=len)
    for name in wholes:
        if body == _WORKSPACE_BODIES.get(name) or (body == "world" and geom == name == "floor"):
            return name
    return None


VIEWS = ("agentview", "frontview")
"""The two fixed cameras that show the table in every suite."""

SETTLE_STEPS = 200
"""Steps of physics after a state is set: 0.4 s."""

_FASTEST = 1.5  # metres or radians a second: faster only where shapes overlap and are thrown apart
_TRIES = 50
_BDDL_OF = {"on": "on", "in": "in", "open": "open", "turned_on": "turnon"}


class LiberoEnvironment:
    """One task in the simulator. Use it in a ``with`` block, or call `close`.

    Args:
        task: What to load. Loading takes seconds; resetting and setting states take milliseconds.
        size: Height and width of the pictures, in pixels.
        views: Names of LIBERO's cameras.
        samples: How often each pixel is sampled; 0 is fastest, for pictures that are made smaller anyway.
        seed: Seeds the placement of fixtures, and of objects where no state of the benchmark is asked for.

    Raises:
        BenchmarkError: If the simulator is not installed or cannot render, or the task cannot be loaded.
    """

    def __init__(
        self,
        task: LiberoTask,
        *,
        size: int = 256,
        views: Sequence[str] = VIEWS,
        seed: int = 0,
        samples: int = 4,
    ):
        self.task = task
        self.seed = seed
        mujoco, control = load_simulator()
        self._mujoco: Any = mujoco
        with _seeded(seed, "fixtures"), _quiet():
            self._env: Any = _opened(control, task)
        self._model: Any = self._env.sim.model._model
        self._data: Any = self._env.sim.data._data
        self._arm = joint_addresses(
            mujoco, self._model, lambda name: name.startswith(("robot0_", "gripper0_"))
        )
        self._arm_positions = self._data.qpos[self._arm.positions].copy()
        self._states: NDArray[Any] | None = None
        self._atoms: tuple[Literal, ...] = task.initial
        self._executed = 0
        self._cameras = Cameras(mujoco, self._model, task.cast, tuple(views), size, samples)
        self.placer = Placer(mujoco, self._env, task)

    def __enter__(self) -> LiberoEnvironment:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Free the renderer."""
        self._cameras.close()
        self._env.close()

    @property
    def atoms(self) -> tuple[Literal, ...]:
        """The state that was last set, as planning atoms."""
        return self._atoms

    @property
    def states(self) -> int:
        """How many initial states the benchmark has for this task."""
        return len(self._initial_states())

    def adopt(self, task: LiberoTask) -> None:
        """Go on with another task of the same scene, without loading anything.

        Areas that only the other task names cannot be judged by `holds`.

        Raises:
            BenchmarkError: If the task has another scene.
        """
        if task.scene_key != self.task.scene_key:
            raise BenchmarkError(
                f"{task.id} has other objects, fixtures or places than {self.task.id}; load it."
            )
        self.task = task
        self._states = None
        self.placer.task = task

    def reset(self, index: int | None = 0) -> Observation:
        """Go to one of the task's initial states.

        Args:
            index: Number of the benchmark's own initial state; or ``None`` for a placement drawn from the
                task's regions with `seed`.

        Raises:
            BenchmarkError: If the benchmark has no such state.
        """
        self.set_layout(index)
        return self.observe()

    def set_layout(self, index: int | None = None, variant: int = 0) -> None:
        """As `reset`, without looking; `variant` draws another placement with the same seed."""
        state = None if index is None else self._initial_state(index)
        self._clear()
        if state is None:
            with _seeded(self.seed, variant), _quiet():
                self._sample_layout()
        else:
            self._data.qpos[:] = state[1 : 1 + self._model.nq]
            self._arm_positions = self._data.qpos[self._arm.positions].copy()
        self.placer.lift()
        self._settle()
        self.placer.remember()
        self._atoms = self.task.initial
        self._executed = 0

    def set_state(self, atoms: Sequence[Sequence[str]], variant: int = 0) -> tuple[Literal, ...]:
        """Set the state that planning atoms describe, beginning from where things are now.

        Doors and stoves are set; each object that is elsewhere now is put where it belongs and settles.
        Places are drawn anew, up to a limit, while the simulator does not agree.

        Returns:
            The atoms that do not hold in the simulator after all: empty when the state could be set.
        """
        wanted = tuple(tuple(atom) for atom in atoms)
        before = self._data.qpos.copy()
        moved = self.placer.moved(self._atoms, wanted)
        best: tuple[tuple[int, int], NDArray[Any], tuple[Literal, ...]] | None = None
        for attempt in range(8):
            self._data.qpos[:], self._data.qvel[:] = before, 0
            with _seeded(self.seed, variant, attempt):
                self.placer.place(wanted, moved, attempt)
            put = self._data.qpos.copy()
            self._settle(wanted)
            wrong = self.disagreements(wanted)
            faults = (len(wrong), self.placer.toppled(moved, put))
            if best is None or faults < best[0]:
                best = (faults, self._data.qpos.copy(), wrong)
            if faults == (0, 0):
                break
        assert best is not None
        self._data.qpos[:], self._data.qvel[:] = best[1], 0
        self._forward()
        self._atoms = wanted
        return best[2]

    def observe(self) -> Observation:
        """Look through all views. Facts about what no view shows are left out."""
        images, scene = self._cameras.look(self._data, self.task.cast)
        problem = self.task.problem(self._atoms)
        hidden = set(self.task.cast.types) - set(scene.seen)
        facts = problem.facts(problem.initial)
        return Observation(scene, frozenset(one for one in facts if hidden.isdisjoint(one.args)), images)

    def execute(self, action: Action) -> None:
        """Set the state that an action leaves behind.

        One that is not applicable changes nothing; nor does one whose effects the simulator denies; tried
        again, it draws other places.
        """
        problem = self.task.problem(self._atoms)
        if action not in problem.applicable(problem.initial):
            return
        known, positions = self._atoms, self._data.qpos.copy()
        before = set(known)
        after = atoms_of(problem, problem.successor(problem.initial, action))
        effects = set(after) - before
        effects |= {("close", *atom[1:]) for atom in before - set(after) if atom[0] == "open"}
        self._executed += 1
        if effects.intersection(self.set_state(after, variant=self._executed)):
            self._data.qpos[:], self._data.qvel[:] = positions, 0
            self._atoms = known
            self._forward()

    def goal_holds(self) -> bool:
        """Whether LIBERO's own goal predicates hold."""
        return all(self.holds(literal) for literal in self.task.goal)

    def holds(self, literal: Sequence[str]) -> bool:
        """Whether a BDDL literal holds in the simulator; ``on`` a table is judged by contact."""
        name, *arguments = literal
        if len(arguments) == 2 and arguments[1] in self.placer.tables:
            return self.placer.on_table(arguments[0])
        return bool(self._env._eval_predicate([name, *arguments]))

    def disagreements(self, atoms: Sequence[Sequence[str]]) -> tuple[Literal, ...]:
        """The planning atoms that do not hold, and a ``close`` for each door that is open against them."""
        wrong = [
            tuple(atom)
            for atom in atoms
            if atom[0] in _BDDL_OF and not self.holds((_BDDL_OF[atom[0]], *atom[1:]))
        ]
        is_open = {atom[1] for atom in atoms if atom[0] == "open"}
        for door in sorted(set(self.task.cast.doors().values()) - is_open):
            if self.holds(("open", door)):
                wrong.append(("close", door))
        return tuple(wrong)

    # -- inside ----------------------------------------------------------------------------------

    def _initial_states(self) -> NDArray[Any]:
        if self._states is None:
            path = self.task.initial_states
            if not path.is_file():
                raise BenchmarkError(f"{path}: the benchmark has no initial states for {self.task.id}.")
            with np.load(path, allow_pickle=False) as archive:
                states: NDArray[Any] = archive["states"]
            self._states = states
        return self._states

    def _initial_state(self, index: int) -> NDArray[Any]:
        states = self._initial_states()
        if not 0 <= index < len(states):
            raise BenchmarkError(f"{self.task.id} has initial states 0 to {len(states) - 1}, not {index}.")
        state: NDArray[Any] = states[index]
        if len(state) != 1 + self._model.nq + self._model.nv:
            raise BenchmarkError(
                f"{self.task.initial_states}: states have {len(state)} numbers, but the model needs "
                f"{1 + self._model.nq + self._model.nv}. Does the file belong to another version?"
            )
        return state

    def _clear(self) -> None:
        self._mujoco.mj_resetData(self._model, self._data)
        self._data.qpos[self._arm.positions] = self._arm_positions
        self._forward()

    def _sample_layout(self) -> None:
        """Doors, switches, fixtures and objects, drawn by the benchmark's own samplers."""
        env = self._env
        for sampler in env.object_property_initializers:
            env.object_states_dict[sampler.name].set_joint(sampler.sample())
        self._mujoco.mj_forward(self._model, self._data)
        places = _retried(lambda: self._sampled_places(), f"place the objects of {self.task.id}")
        for position, quaternion, thing in places.values():
            pose = np.concatenate([np.asarray(position), np.asarray(quaternion)])
            if thing.name in env.fixtures_dict:
                body = env.sim.model.body_name2id(thing.root_body)
                self._model.body_pos[body], self._model.body_quat[body] = pose[:3], pose[3:]
            else:
                env.sim.data.set_joint_qpos(thing.joints[-1], pose)
        self._forward()

    def _sampled_places(self) -> Any:
        env = self._env
        places = env.placement_initializer.sample()
        places = env.conditional_placement_initializer.sample(env.sim, places)
        return env.conditional_placement_on_objects_initializer.sample(places)

    def _settle(self, atoms: Sequence[Literal] = ()) -> None:
        """Let things fall while the arm stays where it is."""
        arm = self._data.qpos[self._arm.positions].copy()
        joints = self.placer.resting(atoms)
        fixed = self._data.qpos[joints.positions].copy()
        for _ in range(SETTLE_STEPS):
            self._mujoco.mj_step(self._model, self._data)
            self._data.qpos[self._arm.positions], self._data.qvel[self._arm.velocities] = arm, 0
            self._data.qpos[joints.positions], self._data.qvel[joints.velocities] = fixed, 0
            np.clip(self._data.qvel, -_FASTEST, _FASTEST, out=self._data.qvel)
        self._data.qvel[:] = 0
        self._forward()

    def _forward(self) -> None:
        self._mujoco.mj_forward(self._model, self._data)
        self._env._post_process()  # a stove that is on shows it


def load_simulator() -> tuple[Any, Any]:
    """MuJoCo and LIBERO's environment class.

    Raises:
        BenchmarkError: If they are not installed, or there is no way to render without a screen.
    """
    if "MUJOCO_GL" not in os.environ and sys.platform == "linux" and not os.environ.get("DISPLAY"):
        os.environ["MUJOCO_GL"] = "egl"
    if importlib.util.find_spec("libero") is None or importlib.util.find_spec("mujoco") is None:
        raise BenchmarkError(f"LIBERO's simulator is not installed ({INSTALL}).")
    try:
        with _quiet():
            mujoco: Any = importlib.import_module("mujoco")
            control: Any = importlib.import_module("libero.libero.envs.env_wrapper").ControlEnv
    except (ImportError, AttributeError, OSError) as error:
        raise BenchmarkError(
            f"LIBERO's simulator cannot be loaded: {error}. Rendering without a screen needs EGL or OSMesa "
            "(Debian: apt-get install libegl1 libgl1-mesa-dri libosmesa6; then MUJOCO_GL=egl or osmesa)."
        ) from error
    return mujoco, control


def _opened(control: Any, task: LiberoTask) -> Any:
    def construct() -> Any:
        return control(bddl_file_name=str(task.path), has_offscreen_renderer=False, use_camera_obs=False).env

    try:
        return _retried(construct, f"place the objects of {task.id}")
    except (KeyError, AssertionError, FileNotFoundError, AttributeError) as error:
        raise BenchmarkError(f"{task.id}: LIBERO cannot load this task: {error!r}.") from error


def _retried(attempt: Any, what: str) -> Any:
    from robosuite.utils.errors import RandomizationError  # pyright: ignore

    for _ in range(_TRIES):
        try:
            return attempt()
        except RandomizationError:
            continue
    raise BenchmarkError(f"LIBERO could not {what} in {_TRIES} attempts: its regions are too crowded.")


@contextlib.contextmanager
def _seeded(*seed: int | str) -> Generator[None]:
    """LIBERO draws from NumPy's global generator: seed it, and put it back afterwards."""
    before = np.random.get_state()
    numbers = [sum(map(ord, part)) if isinstance(part, str) else part for part in seed]
    np.random.seed(np.random.SeedSequence(numbers).generate_state(4))
    try:
        yield
    finally:
        np.random.set_state(before)


@contextlib.contextmanager
def _quiet() -> Generator[None]:
    """Without the warnings of robosuite and its libraries, which are about their own insides."""
    level = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(level)
