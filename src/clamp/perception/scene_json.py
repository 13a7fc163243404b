"""Scenes as JSON, checked by pydantic."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated, Any, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from clamp.checks import path, reworded
from clamp.errors import SceneError
from clamp.files import parse_json, read_text, shown
from clamp.perception.scene import Entity, Scene


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class _View(_Strict):
    width: Annotated[int, Field(ge=1)]
    height: Annotated[int, Field(ge=1)]


class _Entity(_Strict):
    id: Annotated[str, Field(min_length=1)]
    label: str = ""
    score: Annotated[float, Field(ge=0, le=1)] = 1.0
    box: Annotated[list[float], Field(min_length=4, max_length=4)] | None = None
    mask_area: Annotated[int, Field(ge=0)] | None = None
    view: str | None = None
    seen: bool = True
    interactable: bool = True
    place: str | None = None
    age: Annotated[int, Field(ge=0)] = 0

    def entity(self) -> Entity:
        box = None
        if self.box is not None:
            x0, y0, x1, y1 = self.box
            box = (x0, y0, x1, y1)
        return Entity(
            self.id,
            self.label,
            self.score,
            box,
            self.mask_area,
            self.view,
            self.seen,
            self.interactable,
            self.place,
            self.age,
        )


class _Scene(_Strict):
    views: dict[str, _View] = Field(default_factory=dict[str, _View])
    entities: Annotated[list[_Entity], Field(max_length=10_000)]


def read_scene(source: str | os.PathLike[str] | Mapping[str, Any]) -> Scene:
    """See `Scene.from_json`."""
    if isinstance(source, Mapping):
        name, data = "the scene", dict(source)
    elif isinstance(source, str) and source.lstrip().startswith("{"):
        name, data = "the scene", _parsed(source, "the scene")
    else:
        name = path("source", source, SceneError, what="a scene's file, its JSON, or its plain data")
        data = _parsed(read_text(name, "scene", SceneError), name)
    try:
        read = _Scene.model_validate(data)
    except ValidationError as error:
        raise SceneError("\n".join(_described(one, name, data) for one in error.errors())) from None
    try:
        return Scene(
            tuple(one.entity() for one in read.entities),
            {view: (size.width, size.height) for view, size in read.views.items()},
        )
    except SceneError as error:
        raise SceneError(f"{name}: {error}") from None


def scene_data(scene: Scene) -> dict[str, Any]:
    """See `Scene.to_json`."""
    return {
        "views": {view: {"width": width, "height": height} for view, (width, height) in scene.views.items()},
        "entities": [
            {
                "id": one.id,
                "label": one.label,
                "score": one.score,
                "box": None if one.box is None else list(one.box),
                "mask_area": one.mask_area,
                "view": one.view,
                "seen": one.seen,
                "interactable": one.interactable,
                "place": one.place,
                "age": one.age,
            }
            for one in scene.entities
        ],
    }


def _parsed(text: str, name: str) -> Any:
    return parse_json(text, name, SceneError, unique=True)


def _described(problem: Any, name: str, data: Any) -> str:
    """One line: the file, the field, the entity it belongs to, and what is wrong."""
    path = ""
    whose = ""
    node: Any = data
    for part in problem["loc"]:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else str(part)
        try:
            node = node[part]
        except (KeyError, IndexError, TypeError):
            node = None
        if isinstance(node, dict) and isinstance(name_of := cast("dict[str, Any]", node).get("id"), str):
            whose = f" of {name_of!r}"
    if problem["type"] == "extra_forbidden":
        fields = _Entity.model_fields if "entities" in problem["loc"] else _Scene.model_fields
        return f"{name}: {path}{whose}: unknown field; the fields are {', '.join(fields)}."
    if problem["type"] == "missing":
        return f"{name}: {path}{whose} is missing."
    given = shown(problem["input"])
    return f"{name}: {path or 'the document'}{whose}: {reworded(problem)}, but it is {given}."
