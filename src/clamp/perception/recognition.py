"""What a source of scenes returns: the scene, and how each name in it was found."""

from __future__ import annotations

from dataclasses import dataclass

from clamp.perception.matching import Match
from clamp.perception.scene import Scene


@dataclass(frozen=True)
class Recognition:
    """A scene with its record.

    Attributes:
        scene: What is seen.
        matches: What became of each name that the source gave, unresolved ones included.
    """

    scene: Scene
    matches: tuple[Match, ...] = ()

    @property
    def unresolved(self) -> tuple[Match, ...]:
        """The names that no entity was found for."""
        return tuple(match for match in self.matches if match.entity is None)
