"""Scene: which entities the cameras see, where, and how surely; as JSON, as log weights, and over time.

`SoftVisibility` turns scores into log weights for decoding, `Memory` keeps what was seen before; JSON is read
strictly, with errors that say where.

A scene holds one entry for each entity and view. An entity is seen if it is seen in any view; the entry with
the best score speaks for it. Ids are canonical: the names that plans use.
"""

from __future__ import annotations

import math
import os
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Annotated, Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from clamp import checks
from clamp.checks import path, reworded
from clamp.errors import SceneError
from clamp.files import parse_json, read_text, shown
from clamp.words.naming import words_of


@dataclass(frozen=True)
class Memory:
    """When an entity that is not seen any more is forgotten, so that no plan may name it.

    Attributes:
        forget_after: After this many observations in a row without it; never by default. 1 remembers nothing.
        forget_missing: When its place was looked at and it was not there. Where an entity's `place` is known,
            that is when the place is among those looked at. Otherwise it is when the observation shows the
            view in which it had a box, and nothing seen there covers the box, so nothing can hide it.
        cover: From which part of the box on, 0 to 1, it counts as covered.
    """

    forget_after: int | None = None
    forget_missing: bool = False
    cover: float = 0.5

    def __post_init__(self) -> None:
        if self.forget_after is not None:
            checks.whole("forget_after", self.forget_after, SceneError, hint="It counts observations.")
        checks.number("cover", self.cover, SceneError)
        if self.forget_after is not None and self.forget_after < 1:
            raise SceneError(f"forget_after is {self.forget_after}, but it counts observations, at least 1.")
        if not 0 < self.cover <= 1:
            raise SceneError(f"cover is {self.cover}, but it is a part of a box, above 0 and at most 1.")

    def forgets(self, entity: Entity, observation: Scene, looked_at: Collection[str]) -> bool:
        """Whether an entity that the observation does not show is forgotten.

        Args:
            entity: With its age, this observation counted.
            looked_at: Places that were looked into.
        """
        if self.forget_after is not None and entity.age >= self.forget_after:
            return True
        if not self.forget_missing:
            return False
        if entity.place is not None:
            return entity.place in looked_at
        if entity.box is None or entity.view not in observation.views:
            return False
        return not any(
            covered(entity.box, other.box) >= self.cover
            for other in observation.entities
            if other.view == entity.view and other.box is not None
        )


def area(box: Box) -> float:
    """Pixels of a box."""
    x0, y0, x1, y1 = box
    return max(0.0, x1 - x0) * max(0.0, y1 - y0)


def intersection(one: Box, other: Box) -> float:
    """Pixels that two boxes share."""
    return area((max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])))


def covered(box: Box, by: Box) -> float:
    """Which part of a box lies within another, 0 to 1."""
    return intersection(box, by) / area(box)


Box: TypeAlias = tuple[float, float, float, float]
"""x0, y0, x1, y1 in pixels of a view; x1 and y1 are one past the last pixel."""


@dataclass(frozen=True, slots=True)
class Entity:
    """One thing in one view.

    Attributes:
        id: The canonical name, such as ``akita_black_bowl_1``.
        label: What it is, in words; by default the id's own words.
        score: How surely it is there, 0 to 1.
        box: Where it is in its view, in pixels; ``None`` if that is not known.
        mask_area: How many pixels of the view show it; ``None`` if that is not known.
        view: The view that this entry is about; ``None`` if it comes from no picture.
        seen: It may be named in a plan.
        interactable: It can be acted on as it stands. No constraint uses this by itself: give
            `Scene.interactable` for what may be named where only such things may be.
        place: Id of what it is in or on, if that is known.
        type: Its type in a domain, if that is known; it matters where the scene says how things are (`Scene.facts`).
        age: How many observations ago it was last seen; 0 in the last one.

    Raises:
        SceneError: If a value makes no sense.
    """

    id: str
    label: str = ""
    score: float = 1.0
    box: Box | None = None
    mask_area: int | None = None
    view: str | None = None
    seen: bool = True
    interactable: bool = True
    place: str | None = None
    age: int = 0
    type: str | None = None

    def __post_init__(self) -> None:
        checks.text("id", self.id, SceneError)
        checks.text("label", self.label, SceneError)
        for name in ("view", "place", "type"):
            if getattr(self, name) is not None:
                checks.text(name, getattr(self, name), SceneError)
        for name in ("seen", "interactable"):
            checks.instance(name, getattr(self, name), bool, SceneError, what="True or False")
        checks.whole("age", self.age, SceneError)
        if self.mask_area is not None:
            checks.whole("mask_area", self.mask_area, SceneError, hint="It counts pixels.")
        if not self.id.strip():
            raise SceneError("An entity of the scene has an empty id.")
        if not self.label:
            object.__setattr__(self, "label", words_of(self.id))
        score = self.score
        if isinstance(score, bool | str | bytes) or not hasattr(score, "__float__"):
            raise SceneError(f"The score of {self.id!r} is {checks.shown(score)}, but scores are numbers.")
        if not 0 <= score <= 1:
            raise SceneError(f"The score of {self.id!r} is {self.score}, but scores lie between 0 and 1.")
        if self.box is not None:
            x0, y0, x1, y1 = _corners(self.id, self.box)
            if not (all(map(math.isfinite, self.box)) and x0 < x1 and y0 < y1):
                raise SceneError(
                    f"The box of {self.id!r} is {list(self.box)}, but a box is x0, y0, x1, y1 with x0 < x1 "
                    "and y0 < y1. Are they x, y, width, height?"
                )
        if self.view is None and (self.box is not None or self.mask_area is not None):
            raise SceneError(f"{self.id!r} has a box or a mask area, but no view that they are pixels of.")
        if (self.mask_area or 0) < 0 or self.age < 0:
            raise SceneError(
                f"{self.id!r} has mask area {self.mask_area} and age {self.age}; neither is negative."
            )


def _corners(id: str, box: object) -> Box:
    try:
        if isinstance(box, str | bytes | Mapping):
            raise TypeError
        found = tuple(checks.number("box", one, SceneError) for one in cast("Iterable[object]", box))
    except (TypeError, SceneError):
        found = ()
    if len(found) != 4:
        inside = f" ({list(cast('Iterable[object]', box))})" if isinstance(box, list | tuple) else ""
        raise SceneError(
            f"The box of {id!r} is four finite numbers, x0, y0, x1, y1, not "
            f"{checks.shown(cast(object, box))}{inside}."
        )
    return found


_FACT = 'A fact is a predicate and the ids that it is said of: ["on", "milk", "table"].'


def _no_views() -> Mapping[str, tuple[int, int]]:
    return MappingProxyType({})


@dataclass(frozen=True)
class Scene:
    """What is seen. Immutable.

    Attributes:
        entities: At most one entry for each id and view.
        views: Width and height of each view's picture, in pixels.
        facts: What holds, each a predicate and the ids it is said of, such as ``("on", "milk", "table")``; what is not
            listed does not hold. ``None`` where the scene does not say how things are.

    Raises:
        SceneError: If an id occurs twice in a view, an entry's view is unknown, a box leaves the picture, or a fact
            is none, or about what the scene does not have.
    """

    entities: tuple[Entity, ...] = ()
    views: Mapping[str, tuple[int, int]] = field(default_factory=_no_views)
    facts: tuple[tuple[str, ...], ...] | None = None

    def __reduce__(self) -> tuple[type[Scene], tuple[Any, ...]]:
        return Scene, (self.entities, dict(self.views), self.facts)  # a view of a mapping cannot be pickled

    def __post_init__(self) -> None:
        hint = "A file is read with Scene.from_json(path)."
        entities = checks.items(
            "entities", self.entities, Entity, SceneError, of="clamp.perception.Entity", hint=hint
        )
        of = "from a view's name to its width and height in pixels"
        views = checks.mapping("views", self.views, SceneError, of=of, values=None)
        object.__setattr__(self, "entities", entities)
        object.__setattr__(self, "views", MappingProxyType(dict(views)))
        for view, size in views.items():
            if not isinstance(size, tuple | list) or len(cast("tuple[object]", size)) != 2:
                raise SceneError(
                    f"The view {view!r} is (width, height) in pixels, not {checks.shown(cast(object, size))}."
                )
            width, height = (
                checks.whole(f"views[{view!r}]", one, SceneError) for one in cast("Iterable[object]", size)
            )
            if width < 1 or height < 1:
                raise SceneError(
                    f"The view {view!r} is {width} × {height} pixels; a picture has at least one."
                )
        met: set[tuple[str, str | None]] = set()
        for entity in self.entities:
            where = "" if entity.view is None else f" in the view {entity.view!r}"
            if (entity.id, entity.view) in met:
                raise SceneError(
                    f"The id {entity.id!r} occurs twice{where}. Ids are unique in a view: number equal "
                    f"things, as in {words_of(entity.id).replace(' ', '_')}_1, …_2."
                )
            met.add((entity.id, entity.view))
            if entity.view is not None:
                self._check_place(entity, entity.view)
        if self.facts is not None:
            object.__setattr__(self, "facts", self._checked_facts(self.facts))

    def _checked_facts(self, facts: Any) -> tuple[tuple[str, ...], ...]:
        if isinstance(facts, str | bytes | Mapping) or not isinstance(facts, Iterable):
            raise SceneError(f"`facts` is a list of facts, not {checks.shown(cast(object, facts))}. {_FACT}")
        known, found = set(self.ids), list[tuple[str, ...]]()
        for one in cast("Iterable[Any]", facts):
            if isinstance(one, str | bytes) or not isinstance(one, Iterable):
                raise SceneError(f"A fact of the scene is {checks.shown(cast(object, one))}. {_FACT}")
            fact = tuple(cast("Iterable[Any]", one))
            if not fact or not all(isinstance(part, str) and part.strip() for part in fact):
                raise SceneError(f"A fact of the scene is {list(fact)}. {_FACT}")
            if len(fact) > 1 and fact[0] == "not":
                raise SceneError(f"The scene says {list(fact)}. What does not hold is left out.")
            if unknown := next((name for name in fact[1:] if name not in known), None):
                raise SceneError(
                    f"The fact {list(fact)} is about {unknown!r}, which the scene does not have; it has "
                    f"{', '.join(self.ids) or 'nothing'}."
                )
            found.append(fact)
        return tuple(dict.fromkeys(found))

    def _check_place(self, entity: Entity, view: str) -> None:
        if view not in self.views:
            raise SceneError(
                f"{entity.id!r} is in the view {view!r}, which the scene does not have; it has "
                f"{', '.join(map(repr, self.views)) or 'none'}."
            )
        width, height = self.views[view]
        if entity.box is not None:
            x0, y0, x1, y1 = entity.box
            if x0 < 0 or y0 < 0 or x1 > width or y1 > height:
                raise SceneError(
                    f"The box of {entity.id!r} is {list(entity.box)}, which leaves the picture of {view!r} "
                    f"({width} × {height}). Was it made on a picture of another size?"
                )
        if (entity.mask_area or 0) > width * height:
            raise SceneError(
                f"{entity.id!r} covers {entity.mask_area} pixels of {view!r}, which has {width * height}."
            )

    # What is there

    @property
    def ids(self) -> tuple[str, ...]:
        """All ids, each once, in the order of the entries."""
        return tuple(dict.fromkeys(entity.id for entity in self.entities))

    @property
    def seen(self) -> tuple[str, ...]:
        """The ids that are seen in some view: what a plan may name."""
        return tuple(dict.fromkeys(entity.id for entity in self.entities if entity.seen))

    @property
    def interactable(self) -> tuple[str, ...]:
        """The ids that are seen and can be acted on."""
        return tuple(
            dict.fromkeys(entity.id for entity in self.entities if entity.seen and entity.interactable)
        )

    def best(self, id: str) -> Entity:
        """The entry that speaks for an id: seen before unseen, then by score, then by mask area.

        Raises:
            SceneError: If the scene has no such id.
        """
        entries = [entity for entity in self.entities if entity.id == id]
        if not entries:
            raise SceneError(f"The scene has no {id!r}; it has {', '.join(self.ids) or 'nothing'}.")
        return max(entries, key=lambda entity: (entity.seen, entity.score, entity.mask_area or 0))

    def scores(self) -> dict[str, float]:
        """The best score of each seen id."""
        return {id: self.best(id).score for id in self.seen}

    # Other scenes

    def with_parts(self, parts: Mapping[str, str]) -> Scene:
        """This scene with the parts of what is in it: a part is seen where its whole is.

        Args:
            parts: The whole of each part, such as ``{"cabinet_1_top_region": "cabinet_1"}``.
        """
        parts = checks.mapping("parts", parts, SceneError, of="from a part to its whole")
        known = {(entity.id, entity.view) for entity in self.entities}
        added = [
            replace(entity, id=part, label=words_of(part), box=None, mask_area=None, place=whole)
            for part, whole in parts.items()
            for entity in self.entities
            if entity.id == whole and (part, entity.view) not in known
        ]
        return replace(self, entities=(*self.entities, *added))

    def renamed(self, names: Mapping[str, str | None]) -> Scene:
        """This scene with other ids; entities that become ``None`` are left out.

        Raises:
            SceneError: If two entities of a view get the same id.
        """
        names = checks.mapping(
            "names", names, SceneError, of="from an id to its new one, or to nothing", values=str | None
        )
        kept = [
            replace(entity, id=new, place=names.get(entity.place or "", entity.place))
            for entity in self.entities
            if (new := names.get(entity.id, entity.id)) is not None
        ]
        said = [(fact[0], *(names.get(one, one) for one in fact[1:])) for fact in self.facts or ()]
        facts = tuple(cast("tuple[str, ...]", fact) for fact in said if None not in fact)
        return replace(self, entities=tuple(kept), facts=None if self.facts is None else facts)

    @staticmethod
    def merge(scenes: Iterable[Scene]) -> Scene:
        """Several views of one moment as one scene. The better of two entries for an id and view is kept; what one
        of them says to hold, holds.

        Raises:
            SceneError: If two scenes give one view different sizes.
        """
        views: dict[str, tuple[int, int]] = {}
        entries: dict[tuple[str, str | None], Entity] = {}
        facts: tuple[tuple[str, ...], ...] | None = None
        for scene in checks.items("scenes", scenes, Scene, SceneError, of="clamp.Scene"):
            for view, size in scene.views.items():
                if views.setdefault(view, size) != size:
                    raise SceneError(
                        f"The view {view!r} is {views[view][0]} × {views[view][1]} pixels in one scene and "
                        f"{size[0]} × {size[1]} in another. Give different cameras different names."
                    )
            for entity in scene.entities:
                known = entries.get((entity.id, entity.view))
                if known is None or (entity.seen, entity.score) > (known.seen, known.score):
                    entries[entity.id, entity.view] = entity
            if scene.facts is not None:
                facts = (*(facts or ()), *scene.facts)
        return Scene(tuple(entries.values()), views, facts)

    def update(
        self, observation: Scene, *, memory: Memory | None = None, looked_at: Collection[str] = ()
    ) -> Scene:
        """What is known after one more observation.

        What the observation sees replaces what was known of it; what it does not see is remembered, one
        observation older, until `memory` forgets it. Views that the observation does not have are kept. Facts are
        those of the observation.

        Args:
            observation: What the cameras show now.
            memory: What is forgotten; nothing by default.
            looked_at: Places that were looked into: what was last seen there, and is not seen now, has gone.
        """
        checks.instance("observation", observation, Scene, SceneError, what="a clamp.Scene")
        rules = Memory() if memory is None else memory
        checks.instance("memory", rules, Memory, SceneError, what="a clamp.perception.Memory")
        looked_at = checks.names("looked_at", looked_at, SceneError, of="entity names")
        now = set(observation.seen)
        entries = {(entity.id, entity.view): entity for entity in observation.entities}
        kept: list[Entity] = []
        for entity in self.entities:
            older = replace(entity, age=entity.age + 1)
            if entity.id in now:
                if entity.view not in observation.views and (entity.id, entity.view) not in entries:
                    kept.append(older)
            elif not rules.forgets(older, observation, looked_at):
                entries.pop((entity.id, entity.view), None)
                kept.append(older)
        views = {**self.views, **observation.views}
        # In a view that has changed its size, old boxes mean nothing.
        kept = [
            entity
            if entity.view is None or self.views[entity.view] == views[entity.view]
            else replace(entity, box=None, mask_area=None)
            for entity in kept
        ]
        return Scene((*entries.values(), *kept), views, observation.facts)

    # In and out

    @classmethod
    def from_segmentation(
        cls,
        segmentation: Mapping[str, NDArray[Any]],
        labels: Mapping[str, Mapping[int, str | None]],
        *,
        min_area: int = 20,
    ) -> Scene:
        """The scene that a simulator's segmentation shows.

        Args:
            segmentation: An integer array [height, width] for each view: the label of each pixel.
            labels: For each view the entity of each label. Labels that are missing or ``None`` are
                background; an entity may have several.
            min_area: From how many pixels of a view on an entity is seen there.

        Raises:
            SceneError: If a view has no labels, or its array is no picture of integers.
        """
        of = "from a view's name to an array of labels, [height, width]"
        segmentation = checks.mapping("segmentation", segmentation, SceneError, of=of, values=np.ndarray)
        of = "from a view's name to the entity of each label"
        checks.mapping("labels", labels, SceneError, of=of, values=Mapping)
        checks.whole("min_area", min_area, SceneError)
        entities: list[Entity] = []
        views: dict[str, tuple[int, int]] = {}
        for view, pixels in segmentation.items():
            if pixels.ndim != 2 or not np.issubdtype(pixels.dtype, np.integer) or not pixels.size:
                raise SceneError(
                    f"The segmentation of {view!r} has shape {pixels.shape} and type {pixels.dtype}; it is "
                    "an integer for each pixel, [height, width]."
                )
            if view not in labels:
                raise SceneError(f"The segmentation of {view!r} comes without labels.")
            views[view] = (pixels.shape[1], pixels.shape[0])
            present = set(np.unique(pixels).tolist())
            labels_of: dict[str, list[int]] = {}
            for label, id in labels[view].items():
                if id is not None and label in present:
                    labels_of.setdefault(id, []).append(label)
            entities += [
                _segment(id, view, np.isin(pixels, own), min_area) for id, own in sorted(labels_of.items())
            ]
        return cls(tuple(entities), views)

    @classmethod
    def from_json(cls, source: str | os.PathLike[str] | Mapping[str, Any]) -> Scene:
        """Read a scene: a file, JSON text (which begins with a brace), or its plain data.

        Raises:
            SceneError: If it is no scene; the message names the field.
        """
        pass

        return read_scene(source)

    def to_json(self) -> dict[str, Any]:
        """Plain data, as `json.dumps` takes it and `from_json` reads it."""
        pass

        return scene_data(self)


def _segment(id: str, view: str, mask: NDArray[np.bool_], min_area: int) -> Entity:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    area = int(mask.sum())
    box = (float(columns[0]), float(rows[0]), float(columns[-1] + 1), float(rows[-1] + 1))
    return Entity(id, box=box, mask_area=area, view=view, seen=area >= min_area)


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
    type: Annotated[str, Field(min_length=1)] | None = None

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
            self.type,
        )


class _Scene(_Strict):
    views: dict[str, _View] = Field(default_factory=dict[str, _View])
    entities: Annotated[list[_Entity], Field(max_length=10_000)]
    facts: Annotated[list[list[str]], Field(max_length=1_000_000)] | None = None


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
            None if read.facts is None else tuple(map(tuple, read.facts)),
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
            | ({} if one.type is None else {"type": one.type})
            for one in scene.entities
        ],
    } | ({} if scene.facts is None else {"facts": [list(one) for one in scene.facts]})


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
    if not path:  # a file of another kind, of which nothing is repeated
        return f"{name}: the document is an object with `entities`, and this one is none."
    return f"{name}: {path}{whose}: {reworded(problem)}, but it is {shown(problem['input'])}."


@dataclass(frozen=True)
class SoftVisibility:
    """How much the plan prefers what is surely there.

    Attributes:
        floor: An entity's weight is its score, but at least this: above 0, at most 1. At 1 all that is
            seen counts alike, as with hard visibility.
        cut_off: Entities with a score below this are not seen at all, 0 to 1.
    """

    floor: float = 0.05
    cut_off: float = 0.0

    def __post_init__(self) -> None:
        checks.number("floor", self.floor, SceneError, hint="It is above 0 and at most 1.")
        checks.number("cut_off", self.cut_off, SceneError, hint="It lies between 0 and 1.")
        if not 0 < self.floor <= 1:
            raise SceneError(f"The floor of visibility is {self.floor}, but it is above 0 and at most 1.")
        if not 0 <= self.cut_off <= 1:
            raise SceneError(f"The cut-off of visibility is {self.cut_off}, but it lies between 0 and 1.")

    def log_weights(self, scene: Scene) -> dict[str, float]:
        """log max(score, floor) of each entity that is seen with a score of at least the cut-off."""
        return {
            id: math.log(max(score, self.floor))
            for id, score in scene.scores().items()
            if score >= self.cut_off
        }
