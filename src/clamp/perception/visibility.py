"""Soft visibility: scores of entities as log weights, with a floor and a hard cut-off."""

from __future__ import annotations

import math
from dataclasses import dataclass

from clamp import checks
from clamp.errors import SceneError
from clamp.perception.scene import Scene


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
