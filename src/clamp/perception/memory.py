"""What is forgotten of what has been seen."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clamp import checks
from clamp.errors import SceneError

if TYPE_CHECKING:
    from clamp.perception.scene import Box, Entity, Scene


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
