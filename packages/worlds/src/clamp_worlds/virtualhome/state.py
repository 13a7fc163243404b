"""States of the fast engine: a few integers whose bits are nodes."""

from __future__ import annotations

from typing import NamedTuple


class Holding(NamedTuple):
    """What can change about a node that can be carried, put on, or that stands on one that can.

    Sets of nodes are integers; bit i is the node with position i in `Tables.ids`.

    Attributes:
        close: Nodes it is CLOSE to, the character apart (see `State.close`).
        on: Nodes it is ON.
        inside: Nodes it is INSIDE.
        origin: Where GRAB took it from, as ``3 * node + relation`` with the relation's position in
            `ORIGINS`; -1 when it may be grabbed.
    """

    close: int
    on: int
    inside: int
    origin: int


class State(NamedTuple):
    """A state of VirtualHome's executor, reduced to what its actions can change.

    Attributes:
        room: Position of the room the character is in.
        close: Nodes the character is CLOSE to; closeness is symmetric.
        facing: Nodes the character is FACING.
        on: Nodes the character is ON. They are never left: STANDUP and WALK keep the edge.
        right: Position among the items of what the right hand holds, or -1.
        left: The same for the left hand.
        posture: 0 upright, or the bits `SITTING` and `LYING`.
        open, closed, lit, unlit, clean, dirty: Nameable nodes in the state OPEN, CLOSED, ON, OFF, CLEAN,
            DIRTY. OPEN is not the opposite of CLOSED: a node may be in both or neither.
        unfaced: Nodes whose FACING edges, in both directions, were lost when they were carried along.
        items: What can change about each item.
        progress: Progress through the goal's actions, see `ActionProgress`.
    """

    room: int
    close: int
    facing: int
    on: int
    right: int
    left: int
    posture: int
    open: int
    closed: int
    lit: int
    unlit: int
    clean: int
    dirty: int
    unfaced: int
    items: tuple[Holding, ...]
    progress: int


SITTING = 1
LYING = 2
ORIGINS = ("ON", "INSIDE", "CLOSE")


def bits(mask: int) -> list[int]:
    """Positions of the bits that are set, ascending."""
    positions: list[int] = []
    while mask:
        low = mask & -mask
        positions.append(low.bit_length() - 1)
        mask ^= low
    return positions
