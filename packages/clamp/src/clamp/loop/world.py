"""What a closed loop needs of a world: to look at it, and to act in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from clamp.perception import Scene
from clamp.planning import Action
from clamp.planning.task import Atom


@dataclass(frozen=True)
class Observation:
    """What is known from looking once.

    Attributes:
        scene: What is seen.
        facts: The atoms that are known to hold, static ones included; about what is not seen, nothing.
        images: The picture of each view, uint8 [height, width, 3]; empty where there are none.
        unknown: Atoms about what is seen of which it is not known whether they hold.
    """

    scene: Scene
    facts: frozenset[Atom]
    images: Mapping[str, Any] = field(default_factory=dict[str, Any])
    unknown: frozenset[Atom] = frozenset()


class Environment(Protocol):
    """A simulator, or a robot behind two functions.

    One in which an action may fail by chance, so that it is worth while to do it again, also has an attribute
    ``fails_by_chance`` that is true. In all others an action that changes nothing is not tried again in the
    same situation.
    """

    def observe(self) -> Observation:
        """Look."""
        ...

    def execute(self, action: Action) -> None:
        """Do it. What came of it is known by looking; an action that failed leaves the world as it was."""
        ...


@runtime_checkable
class JudgedEnvironment(Environment, Protocol):
    """An environment that also judges its own goal, by other means than the planning problem's."""

    def unmet(self) -> Sequence[Sequence[str]]:
        """The literals of its goal that it denies; none where the goal holds."""
        ...
