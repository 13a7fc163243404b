"""A state of the coarse model: see `clamp.planning.virtualhome.abstraction`."""

from __future__ import annotations

from typing import NamedTuple

FREE, OTHER = -1, -2
"""An empty hand, and one with a thing that the goal does not ask for."""

AS_AT_FIRST = -1
"""Where a thing is that nobody moved."""


class Thing(NamedTuple):
    """A thing that matters, in a state.

    Attributes:
        goals: Which of its goals hold, as a bit set.
        boxes: What it is inside that can be shut, as a bit set of nodes.
        where: The nodes that it is beside, itself included, or `AS_AT_FIRST`.
        grabbed: Whether the executor counts it as grabbed, so that it cannot be grabbed again.
    """

    goals: int
    boxes: int
    where: int
    grabbed: bool


class Coarse(NamedTuple):
    """A state of the model; but for hands, posture, progress and things, bit sets of nodes and features.

    Attributes:
        right, left: What the hands hold: a thing's number, `FREE` or `OTHER`.
        posture: `SITTING`, `LYING`, both or 0.
        progress: How far the action goals are.
        loose: Some thing is not where it was at first.
    """

    near: int
    right: int
    left: int
    posture: int
    facing: int
    on: int
    open: int
    closed: int
    lit: int
    unlit: int
    clean: int
    things: tuple[Thing, ...]
    progress: int
    loose: bool
