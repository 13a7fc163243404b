"""Pictures and segmentation from MuJoCo's fixed cameras."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clamp.errors import BenchmarkError
from clamp.perception.scene import Scene
from clamp.worlds.libero.domain import Cast

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
