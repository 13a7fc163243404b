"""Where in LIBERO's simulator a thing must be put so that a planning atom about it holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clamp_worlds.libero import domain
from clamp_worlds.libero.bddl import Literal
from clamp_worlds.libero.tasks import LiberoTask

_GAP = 0.005  # metres between a thing and what it is dropped on
_FREE = 0.03  # metres between things on a table


@dataclass(frozen=True)
class JointAddresses:
    """Where a set of joints lives in MuJoCo's arrays of positions and velocities."""

    positions: NDArray[np.int64]
    velocities: NDArray[np.int64]


def joint_addresses(mujoco: Any, model: Any, wanted: Callable[[str], bool]) -> JointAddresses:
    """The addresses of the joints whose name is wanted."""
    # By type: free, ball, slide, hinge.
    widths = {0: (7, 6), 1: (4, 3), 2: (1, 1), 3: (1, 1)}
    positions: list[int] = []
    velocities: list[int] = []
    for number in range(model.njnt):
        if wanted(mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_JOINT, number) or ""):
            here, speed = widths[int(model.jnt_type[number])]
            positions += range(model.jnt_qposadr[number], model.jnt_qposadr[number] + here)
            velocities += range(model.jnt_dofadr[number], model.jnt_dofadr[number] + speed)
    return JointAddresses(np.array(positions, dtype=np.int64), np.array(velocities, dtype=np.int64))


class Placer:
    """Moves the objects and joints of one loaded task."""

    def __init__(self, mujoco: Any, env: Any, task: LiberoTask):
        self._mujoco, self._env, self.task = mujoco, env, task
        self._model, self._data = env.sim.model._model, env.sim.data._data
        cast = task.cast
        self.tables = frozenset(name for name in cast.fixed if cast.types[name] in domain.TABLES)
        joints = {joint for thing in env.fixtures_dict.values() for joint in thing.joints}
        self._fixture_joints = joints
        self._table_top = self._measured_table_top()
        self._lying: dict[str, NDArray[Any]] = {}
        self._bodies = {
            name: self._subtree(env.sim.model.body_name2id(thing.root_body))
            for name, thing in {**env.objects_dict, **env.fixtures_dict}.items()
        }

    def resting(self, atoms: Sequence[Literal]) -> JointAddresses:
        """The joints that physics leaves alone: of fixtures, and of what is held."""
        held = {atom[1] for atom in atoms if atom[0] == "holding"}
        joints = self._fixture_joints | {self._env.objects_dict[name].joints[-1] for name in held}
        return joint_addresses(self._mujoco, self._model, joints.__contains__)

    def remember(self) -> None:
        """Take how each object lies now as the way to put it down elsewhere."""
        for name, thing in self._env.objects_dict.items():
            start, _ = self._env.sim.model.get_joint_qpos_addr(thing.joints[-1])
            self._lying[name] = self._data.qpos[start + 3 : start + 7].copy()

    def lift(self) -> None:
        """Raise what the benchmark puts into the table, which physics would throw into the air."""
        for name, thing in self._env.objects_dict.items():
            low, _ = self._extent(name)
            depth = self._table_top - low[2]
            if 0 < depth < 0.1:
                start, _ = self._env.sim.model.get_joint_qpos_addr(thing.joints[-1])
                self._data.qpos[start + 2] += depth + _GAP
        self._forward()

    def moved(self, before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]) -> tuple[str, ...]:
        """The objects that are elsewhere afterwards; supports before what they carry.

        What stands on something that moves, or lies in a drawer that opens or shuts, moves along.
        """
        old, new = _places(before), _places(after)
        slid = {
            ("in", atom[1]) for atom in set(map(tuple, before)) ^ set(map(tuple, after)) if atom[0] == "open"
        }
        changed = {
            name
            for name in self.task.cast.items
            if old.get(name) != new.get(name) or slid & new.get(name, frozenset())
        }
        order: list[str] = []

        def visit(name: str, seen: frozenset[str]) -> bool:
            supports = [
                self.task.cast.whole.get(place, place) for _, place in new.get(name, ()) if place != name
            ]
            below = [one for one in supports if one in self.task.cast.items and one not in seen]
            moves = [visit(one, seen | {name}) for one in below]
            is_moved = name in changed or any(moves)
            if is_moved and name not in order:
                order.append(name)
            return is_moved

        for name in self.task.cast.items:
            visit(name, frozenset((name,)))
        return tuple(order)

    def place(self, atoms: Sequence[Literal], moved: Sequence[str], attempt: int) -> None:
        """Set doors, switches and the moved objects; draws from NumPy's global generator.

        Args:
            attempt: Later attempts try other ways to lie and other offsets.
        """
        self._set_joints(atoms)
        # Out of the way first, so that nothing is avoided that is going to move anyway.
        for number, name in enumerate(moved):
            self._put(name, np.array([5.0 + number, 5.0, 1.0]), self._upright(name))
        self._forward()
        places = _places(atoms)
        for name in moved:
            here = sorted(places.get(name, ()), key=self._rank)
            shared = sum(here[0] in other for other in places.values()) if here else 0
            self._place_one(name, here, shared, attempt)
            self._forward()

    def toppled(self, names: Sequence[str], before: NDArray[Any]) -> int:
        """How many objects have turned by more than 25 degrees about a horizontal axis.

        Args:
            before: All positions when they were put down, as MuJoCo's `qpos`.
        """
        count = 0
        for name in names:
            start, _ = self._env.sim.model.get_joint_qpos_addr(self._env.objects_dict[name].joints[-1])
            turn = _product(
                self._data.qpos[start + 3 : start + 7], before[start + 3 : start + 7] * (1, -1, -1, -1)
            )
            vertical = 1 - 2 * (turn[1] ** 2 + turn[2] ** 2)  # of the turned vertical axis
            count += bool(vertical < np.cos(np.radians(25)))
        return count

    def on_table(self, name: str) -> bool:
        """Whether an object touches the table or the floor of the workspace, or stands at its height."""
        low, _ = self._extent(name)
        return bool(abs(low[2] - self._table_top) < 0.02)

    # -- doors and switches ------------------------------------------------------------------------

    def _set_joints(self, atoms: Sequence[Literal]) -> None:
        is_open = {atom[1] for atom in atoms if atom[0] == "open"}
        is_on = {atom[1] for atom in atoms if atom[0] == "turned_on"}
        for door in sorted(set(self.task.cast.doors().values())):
            whole = self._env.get_object(self.task.cast.whole.get(door, door))
            ranges = whole.object_properties["articulation"]
            low, high = ranges["default_open_ranges" if door in is_open else "default_close_ranges"]
            if door in is_open:
                low, high = _beyond(whole, low, high)
            else:  # LIBERO's test for closed excludes one end of the range
                low = high = (low + high) / 2
            self._env.object_states_dict[door].set_joint(np.random.uniform(low, high))
        for name, kind in self.task.cast.types.items():
            if kind in domain.STOVES:
                self._env.object_states_dict[name].set_joint(0.8 if name in is_on else -0.004)
        self._forward()

    # -- objects -----------------------------------------------------------------------------------

    def _rank(self, place: tuple[str, str]) -> int:
        """Regions and objects say more than the table that they belong to."""
        return 1 if place[1] in self.tables else 0

    def _place_one(self, name: str, places: Sequence[tuple[str, str]], shared: int, attempt: int) -> None:
        if not places:  # held: in front of the gripper
            body = self._mujoco.mj_name2id(self._model, self._mujoco.mjtObj.mjOBJ_BODY, "gripper0_eef")
            self._put(name, self._data.xpos[body] - np.array([0.0, 0.0, 0.05]), self._upright(name))
            return
        relation, place = places[0]
        quaternion = self._pose(name, place, attempt)
        if place in self.tables:
            x, y = self._free_spot(name)
            self._drop(name, quaternion, x, y, self._table_top)
        elif self.task.cast.types[place] == "area":
            x0, y0, x1, y1 = self.task.bddl.regions[place].ranges[0]
            x, y = np.random.uniform((x0, y0), (x1, y1)) + self._env.workspace_offset[:2]
            if attempt:
                x, y = np.array([x0 + x1, y0 + y1]) / 2 + self._env.workspace_offset[:2]
            self._drop(name, quaternion, x, y, self._table_top)
        elif place in self.task.cast.whole:
            self._into_site(name, quaternion, place, relation, shared, attempt)
        else:
            _, high = self._extent(place)
            x, y = self._data.xpos[self._root(place)][:2]
            if attempt and self.task.cast.types[place] in domain.BROAD:
                x, y = np.array([x, y]) + np.random.uniform(-0.02, 0.02, 2)
            self._drop(name, quaternion, x, y, high[2])

    def _into_site(
        self, name: str, quaternion: NDArray[Any], site: str, relation: str, shared: int, attempt: int
    ) -> None:
        """Into or onto a region, away from what is there and leaving room for what is still to come.

        Args:
            shared: How many objects are to be there in the end.
        """
        number = self._mujoco.mj_name2id(self._model, self._mujoco.mjtObj.mjOBJ_SITE, site)
        centre = self._data.site_xpos[number].copy()
        matrix = self._data.site_xmat[number].reshape(3, 3)
        half = np.abs(matrix) @ self._model.site_size[number]
        size = self._half_size(name, quaternion)
        if relation == "in" and site in self.task.cast.doors() and size[2] > half[2] + 0.01:
            # What is too tall for a drawer lies down, along the side that has most room for it.
            lying = [_product(_about(axis, np.pi / 2), quaternion) for axis in ((1, 0, 0), (0, 1, 0))]
            quaternion = min(lying, key=lambda one: float(np.max(self._half_size(name, one) - half)))
            size = self._half_size(name, quaternion)
        size = size[:2]
        room = np.maximum(half[:2] - size, 0.0) if relation == "in" else half[:2] * 0.6
        others = [
            position
            for one in self.task.cast.items
            if one != name
            and np.all(
                np.abs((position := self._data.xpos[self._root(one)][:2]) - centre[:2]) < half[:2] + 0.02
            )
        ]
        spread = np.random.uniform(-1, 1, (60, 2))
        if others:
            gaps = [
                min(np.linalg.norm(centre[:2] + one * room - other) for other in others) for one in spread
            ]
            offset = spread[int(np.argmax(gaps))]
        elif shared > 1:
            offset = np.zeros(2)
            offset[int(np.argmax(half[:2]))] = np.sign(spread[0, 0])
        else:
            offset = spread[0] * 0.6 if attempt else np.zeros(2)
        x, y = centre[:2] + offset * room
        bottom = centre[2] - half[2] + 0.02 if relation == "in" else centre[2] + half[2]
        self._drop(name, quaternion, x, y, float(bottom))

    def _drop(self, name: str, quaternion: NDArray[Any], x: float, y: float, surface: float) -> None:
        """Put an object's lowest point just above a surface, its middle over (x, y)."""
        self._put(name, np.array([x, y, surface + 0.5]), quaternion)
        self._forward()
        low, high = self._extent(name)
        origin = self._data.xpos[self._root(name)]
        middle = (low + high) / 2 - origin
        self._put(
            name,
            np.array([x - middle[0], y - middle[1], surface + _GAP + origin[2] - low[2]]),
            quaternion,
        )

    def _free_spot(self, name: str) -> tuple[float, float]:
        """Somewhere on the table where nothing stands."""
        low, high = self._extent(name)
        size = (high - low)[:2] / 2
        boxes = [self._extent(one) for one in self._bodies if one != name]
        offset = self._env.workspace_offset[:2]
        spot = np.zeros(2)
        for _ in range(200):
            spot = np.random.uniform((-0.25, -0.3), (0.18, 0.3)) + offset
            if not any(
                np.all(spot + size + _FREE > lower[:2]) and np.all(spot - size - _FREE < upper[:2])
                for lower, upper in boxes
            ):
                break
        return float(spot[0]), float(spot[1])

    def _pose(self, name: str, place: str, attempt: int) -> NDArray[Any]:
        """How an object lies: as the benchmark draws it, then turned about the vertical, then lying down."""
        upright = self._upright(name)
        if attempt in (0, 1):
            return upright
        turned = _product(_about((0, 0, 1), np.pi / 2), upright)
        if attempt in (2, 3):
            return turned
        tilt = _about((1, 0, 0) if attempt in (4, 6) else (0, 1, 0), np.pi / 2)
        return _product(tilt, upright)

    def _upright(self, name: str) -> NDArray[Any]:
        """How the object lay in the layout, turned a little about the vertical."""
        return _product(_about((0, 0, 1), np.random.uniform(-0.3, 0.3)), self._lying[name])

    def _half_size(self, name: str, quaternion: NDArray[Any]) -> NDArray[Any]:
        """Half the object's width, depth and height when it lies so."""
        self._put(name, np.array([5.0, 5.0, 1.0]), quaternion)
        self._forward()
        low, high = self._extent(name)
        return (high - low) / 2

    # -- geometry ----------------------------------------------------------------------------------

    def _measured_table_top(self) -> float:
        """The height of the workspace's collision shapes; its nominal height is off by up to 3 cm."""
        bodies = {
            body
            for body in range(self._model.nbody)
            if self._model.body(body).name.removesuffix("_col") in (self.tables | {"table"}) - {"floor"}
        }
        return float(self._box(bodies)[1][2]) if bodies else 0.0

    def _put(self, name: str, position: NDArray[Any], quaternion: NDArray[Any]) -> None:
        joint = self._env.objects_dict[name].joints[-1]
        self._env.sim.data.set_joint_qpos(joint, np.concatenate([position, quaternion]))

    def _root(self, name: str) -> int:
        return int(self._env.obj_body_id[name])

    def _subtree(self, root: int) -> list[int]:
        found = {root}
        for body in range(root + 1, self._model.nbody):
            if int(self._model.body_parentid[body]) in found:
                found.add(body)
        return sorted(found)

    def _extent(self, name: str) -> tuple[NDArray[Any], NDArray[Any]]:
        """An object's lowest and highest coordinates: the boxes around its collision shapes."""
        return self._box(set(self._bodies[name]))

    def _box(self, bodies: set[int]) -> tuple[NDArray[Any], NDArray[Any]]:
        geoms = [
            geom
            for geom in range(self._model.ngeom)
            if int(self._model.geom_bodyid[geom]) in bodies and self._model.geom_contype[geom]
        ]
        low, high = np.full(3, np.inf), np.full(3, -np.inf)
        for geom in geoms:
            matrix = self._data.geom_xmat[geom].reshape(3, 3)
            box = self._model.geom_aabb[geom]
            centre = self._data.geom_xpos[geom] + matrix @ box[:3]
            half = np.abs(matrix) @ box[3:]
            low, high = np.minimum(low, centre - half), np.maximum(high, centre + half)
        return low, high

    def _forward(self) -> None:
        self._mujoco.mj_forward(self._model, self._data)


def _places(atoms: Sequence[Sequence[str]]) -> dict[str, frozenset[tuple[str, str]]]:
    found: dict[str, set[tuple[str, str]]] = {}
    for atom in atoms:
        if atom[0] in ("on", "in"):
            found.setdefault(atom[1], set()).add((atom[0], atom[2]))
    return {name: frozenset(places) for name, places in found.items()}


def _beyond(thing: Any, low: float, high: float) -> tuple[float, float]:
    """The part of a range of openings that LIBERO's own test counts as open."""
    values = [value for value in np.linspace(low, high, 9) if thing.is_open(value)]
    return (values[0], values[-1]) if values else (low, low)


def _about(axis: tuple[int, int, int], angle: float) -> NDArray[Any]:
    """The quaternion (w, x, y, z) of a turn about an axis."""
    return np.concatenate([[np.cos(angle / 2)], np.sin(angle / 2) * np.array(axis, dtype=float)])


def _product(left: NDArray[Any], right: NDArray[Any]) -> NDArray[Any]:
    """The turn `right`, then the turn `left`."""
    w, v = left[0], left[1:]
    u, x = right[0], right[1:]
    return np.concatenate([[w * u - v @ x], w * x + u * v + np.cross(v, x)])
